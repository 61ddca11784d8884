/* test_exceptions.c -- each reason in the rules of this project is a heading of
 * docs/exceptions.md, and each exception has an experiment that runs what it excuses; pinned
 * cells have reasons.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "bench/base/util.h"
#include "reports/gates/gate.h"

#include "tests/suite.h"
#include <glob.h>
#include <unistd.h>

static reason why;

static void has_heading(const char *page, const char *cause, const char *path, int line)
{
    char *heading = text_of("\n## %s\n", cause);
    ck_assert_msg(strstr(page, heading) != NULL,
                  "%s:%d: docs/exceptions.md has no heading \"%s\"", path, line, cause);
    free(heading);
}

/* What both kinds of exceptions have */
typedef struct said {
    const char *path, *reason, *experiment, *shows;
    const condition *where;
    unsigned outcomes;
    int line;
} said;

static void each(const char *path, void (*test)(const said *))
{
    gate *g = gate_read(path, &why);
    ck_assert_msg(g != NULL, "%s", why.text);
    for (int i = 0; g->layers && i < g->layers->nexceptions; i++) {
        const exception *x = &g->layers->exceptions[i];
        test(&(said){ path, x->reason, x->experiment, x->shows, &x->where, x->outcomes,
                      x->line });
    }
    for (int i = 0; g->ladders && i < g->ladders->n; i++) {
        const ladder_exception *x = &g->ladders->exceptions[i];
        test(&(said){ path, x->reason, x->experiment, x->shows, &x->where, x->outcomes,
                      x->line });
    }
    gate_free(g);
}

static void each_of_all(void (*test)(const said *))
{
    each("reports/gates/rules.cfg", test);
    each("reports/gates/ladders.cfg", test);
}

static void is_heading(const said *x)
{
    char *page = need(file_text("docs/exceptions.md"));
    has_heading(page, x->reason, x->path, x->line);
    free(page);
}

START_TEST(reasons_are_headings) { each_of_all(is_heading); }
END_TEST

static void is_command(const said *x)
{
    ck_assert_msg(!strncmp(x->experiment, "ivpbench ", 9) && *x->shows,
                  "%s:%d: an experiment is a command of ivpbench, and shows something: %s",
                  x->path, x->line, x->experiment);
}

START_TEST(each_exception_has_an_experiment) { each_of_all(is_command); }
END_TEST

/* Every name of the list but globs stands in the text. */
static void stands(const said *x, const char *field, const char *text, const char *what)
{
    int k = 0;
    while (strcmp(cell_fields[k].name, field)) k++;
    char *names = copied(x->where->of[k]), *rest = NULL;
    for (char *name = strtok_r(names, ",", &rest); name; name = strtok_r(NULL, ",", &rest))
        ck_assert_msg(strpbrk(name, "*?[") || strstr(text, name),
                      "%s:%d: the exception is for %s %s, which its %s does not have", x->path,
                      x->line, field, name, what);
    free(names);
}

static void shows_what_it_excuses(const said *x)
{
    stands(x, "problem", x->experiment, "experiment");
    stands(x, "solver", x->shows, "result");
    bool found = !x->outcomes;
    for (int o = 0; o < NOUTCOMES; o++)
        found = found || (x->outcomes >> o & 1u && strstr(x->shows, outcome_name((outcome)o)));
    ck_assert_msg(found, "%s:%d: no outcome that is excused stands in `shows`: %s", x->path,
                  x->line, x->shows);
}

/* Its experiment runs each problem, its result has each solver and an outcome. */
START_TEST(experiments_run_what_is_excused) { each_of_all(shows_what_it_excuses); }
END_TEST

/* Does claims.awk find these claims in the output of an experiment? */
static int claimed(const char *claims)
{
    char *line = text_of(
        "printf '%%s\\n' '@ ivpbench run x -vo x.db' "
        "'  1/2 too_many_steps  beam bdf(max_order=2)@ode rtol=0.0001: 100 steps reached only t "
        "= 1.5; stiff' '@ ivpbench try hires --rtol 1e-4' 'configuration  mescd   scd  steps    #f' "
        "'rkc@ode         5.07  2.86    296  2998' "
        "'bdf@ode                        12   100' "
        "'gauss@ode: step_too_small at t = 0.5: stiff' | awk -v claims='%s' -f "
        "tests/gates/claims.awk >/dev/null",
        claims);
    const int code = system(line);
    free(line);
    return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

START_TEST(claims_are_held_against_outputs)
{
    ck_assert_int_eq(
        claimed("bdf(max_order=2)@ode 1e-4: too_many_steps, 100 steps reached only "
                "t = 1.6; rkc@ode 1e-4: mescd 5.5, scd 2.5, 300 steps; gauss@ode: "
                "step_too_small at t = 0.55; with clang: mescd 9"),
        0);
    ck_assert_int_eq(claimed("bdf(max_order=2)@ode: ok"), 1);
    ck_assert_int_eq(claimed("bdf@ode: 12 steps"), 0); /* where there is no reference */
    ck_assert_int_eq(claimed("bdf@ode: mescd 12"), 1);
    ck_assert_int_eq(claimed("bdf(max_order=3)@ode: too_many_steps"), 1);
    ck_assert_int_eq(claimed("rkc@ode: mescd 6.5"), 1);
    ck_assert_int_eq(claimed("rkc@ode 1e-6: mescd 5.07"), 1);
    ck_assert_int_eq(
        claimed("gauss@ode: step_too_small at t = 0.5; rkc@ode 1e-4: mescd 5.07, scd "
                "2.86, 600 steps"),
        1);
}
END_TEST

START_TEST(the_base_is_readable)
{
    gate *rules = gate_read("reports/gates/rules.cfg", &why);
    ck_assert_msg(rules && rules->layers, "%s", why.text);
    base *b = base_read(rules->layers->base, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    ck_assert_int_gt(b->naccepted, 0);
    for (int i = 0; i < b->n; i++)
        ck_assert_msg(*b->rows[i].set != '\0', "%s:%d: the cell is in no set", b->path,
                      b->rows[i].line);
    base_free(b);
    gate_free(rules);
}
END_TEST

START_TEST(pinned_cells_have_reasons)
{
    glob_t found;
    ck_assert_int_eq(glob("reports/gates/pins_*.cfg", 0, NULL, &found), 0);
    for (size_t k = 0; k < found.gl_pathc; k++) {
        gate *g = gate_read(found.gl_pathv[k], &why);
        ck_assert_msg(g != NULL, "%s", why.text);
        for (int i = 0; i < g->n; i++)
            ck_assert_msg(*g->cells[i].reason && g->cells[i].nlimits,
                          "%s:%d: no reason, or no limit", g->path, g->cells[i].line);
        gate_free(g);
    }
    globfree(&found);
}
END_TEST

int main(void)
{
    char own[4096], root[4200];
    program_folder(own, sizeof own);
    snprintf(root, sizeof root, "%s/../..", own);
    if (chdir(root)) return 1;
    TCase *c = tcase_create("exceptions");
    tcase_add_test(c, reasons_are_headings);
    tcase_add_test(c, each_exception_has_an_experiment);
    tcase_add_test(c, experiments_run_what_is_excused);
    tcase_add_test(c, claims_are_held_against_outputs);
    tcase_add_test(c, the_base_is_readable);
    tcase_add_test(c, pinned_cells_have_reasons);
    return suite_run("exceptions", c);
}
