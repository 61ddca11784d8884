/* test_exceptions.c -- each reason in the rules of this project is a heading of
 * docs/exceptions.md, and each experiment is a command of ivpbench; pinned cells have reasons.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

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

START_TEST(reasons_are_headings)
{
    char *page = need(file_text("docs/exceptions.md"));
    gate *rules = gate_read("reports/gates/rules.cfg", &why);
    ck_assert_msg(rules && rules->layers, "%s", why.text);
    for (int i = 0; i < rules->layers->nexceptions; i++) {
        const exception *x = &rules->layers->exceptions[i];
        has_heading(page, x->reason, rules->path, x->line);
        ck_assert_msg(!strncmp(x->experiment, "ivpbench ", 9), "%s:%d: %s", rules->path,
                      x->line, x->experiment);
    }
    gate_free(rules);
    gate *ladders = gate_read("reports/gates/ladders.cfg", &why);
    ck_assert_msg(ladders && ladders->ladders, "%s", why.text);
    for (int i = 0; i < ladders->ladders->n; i++)
        has_heading(page, ladders->ladders->exceptions[i].reason, ladders->path,
                    ladders->ladders->exceptions[i].line);
    gate_free(ladders);
    free(page);
}
END_TEST

/* Of the layers with that reason, one has an experiment. */
static bool rules_show(const layers *l, const char *cause)
{
    for (int k = 0; k < l->nexceptions; k++)
        if (!strcmp(l->exceptions[k].reason, cause) && *l->exceptions[k].experiment)
            return true;
    return false;
}

static bool ladders_show(const ladder_rules *l, const char *cause)
{
    for (int k = 0; k < l->n; k++)
        if (!strcmp(l->exceptions[k].reason, cause) && *l->exceptions[k].experiment)
            return true;
    return false;
}

START_TEST(each_reason_of_ladders_has_an_experiment)
{
    gate *rules = gate_read("reports/gates/rules.cfg", &why);
    gate *ladders = gate_read("reports/gates/ladders.cfg", &why);
    ck_assert_msg(rules && ladders, "%s", why.text);
    for (int k = 0; k < ladders->ladders->n; k++) {
        const ladder_exception *x = &ladders->ladders->exceptions[k];
        ck_assert_msg(rules_show(rules->layers, x->reason) ||
                          ladders_show(ladders->ladders, x->reason),
                      "%s:%d: no experiment shows \"%s\"", ladders->path, x->line, x->reason);
        ck_assert_msg(!*x->experiment || !strncmp(x->experiment, "ivpbench ", 9), "%s:%d: %s",
                      ladders->path, x->line, x->experiment);
    }
    gate_free(rules);
    gate_free(ladders);
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
    tcase_add_test(c, each_reason_of_ladders_has_an_experiment);
    tcase_add_test(c, the_base_is_readable);
    tcase_add_test(c, pinned_cells_have_reasons);
    return suite_run("exceptions", c);
}
