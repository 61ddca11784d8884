/* test_coverage.c -- no solver is silently left out: each runs on every problem that it takes
 * in the full plan and in those of the gates, but for the exceptions named here; the default
 * plan, which has five minutes, knows every solver, and no picture is without a plan. Solvers
 * that may be missing are in no gate and not in the default plan: they have a plan of their
 * own.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plan/plan.h"
#include "bench/base/util.h"
#include "kernel/problem/plugin.h"

#include <ivp/solver.h>

#include "tests/suite.h"
#include <dirent.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Plans that hold every pair together. */
static const char *const guarded[] = { "full*.cfg", "gates*.cfg" };
enum { GUARDED = sizeof guarded / sizeof *guarded };

/* Pairs that a plan leaves out, and why. */
static const struct exception {
    const char *plan, *solver, *problem, *reason;
} exceptions[] = {
    { "gates*.cfg", "llm", "emep", "a matrix exponential of 66 species a step: minutes" },
    { 0 },
};

/* Everything once: what a glob multiplies to is what the plug-ins say they take. */
static const char everything[] =
    "groups = { all = { problems = [ \"*\" ]; solvers = [ \"*\" ];\n"
    "tolerances = { from = 4; to = 4; };\n"
    "steps = { hmax = 1e-3; halvings = 0; }; }; };\n";

static plan read_plan(const char *path)
{
    static const plan_choice whole = { 0 };
    reason why;
    plan p;
    ck_assert_msg(plan_read(&p, path, &whole, &why), "%s", why.text);
    return p;
}

static plan read_everything(void)
{
    char file[] = "/tmp/ivpbench-test-XXXXXX";
    const int fd = mkstemp(file);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, everything, sizeof everything - 1), sizeof everything - 1);
    close(fd);
    const plan p = read_plan(file);
    unlink(file);
    return p;
}

/* Seconds of work, for all tests once. */
static plan all;
static void read_all(void) { all = read_everything(); }
static void free_all(void) { plan_free(&all); }

enum { MOST_PLANS = 8 };
typedef struct shipped {
    plan plans[MOST_PLANS];
    int n;
} shipped;

static shipped read_shipped(const char *pattern)
{
    char own[1024];
    program_folder(own, sizeof own);
    char *paths = text_of("%s/../tree/bench/plans/%s", own, pattern);
    glob_t found;
    shipped s = { 0 };
    ck_assert_msg(glob(paths, 0, NULL, &found) == 0, "%s", paths);
    ck_assert_int_le((int)found.gl_pathc, MOST_PLANS);
    for (size_t k = 0; k < found.gl_pathc; k++) s.plans[s.n++] = read_plan(found.gl_pathv[k]);
    globfree(&found);
    free(paths);
    return s;
}

static void shipped_free(shipped *s)
{
    for (int k = 0; k < s->n; k++) plan_free(&s->plans[k]);
}

static bool same_pair(const cell *a, const cell *b)
{
    return !strcmp(a->solver, b->solver) && !strcmp(a->problem, b->problem);
}

static bool same_solver(const cell *a, const cell *b) { return !strcmp(a->solver, b->solver); }

static bool holds(const shipped *s, const cell *c, bool (*same)(const cell *, const cell *))
{
    for (const plan *p = s->plans; p < s->plans + s->n; p++)
        for (int k = 0; k < p->ncells; k++)
            if (!p->cells[k].declined && same(&p->cells[k].cell, c)) return true;
    return false;
}

static bool excepted(const char *name, const cell *c)
{
    for (const struct exception *e = exceptions; e->plan; e++)
        if (!strcmp(e->plan, name) && !strcmp(e->solver, c->solver) &&
            !strcmp(e->problem, c->problem))
            return true;
    return false;
}

/* Problems and solvers that lie beside the test programs are no part of the plans. */
static bool is_made_for_tests(const cell *c)
{
    return !strncmp(c->solver, "t_", 2) || !strncmp(c->problem, "t_", 2);
}

static bool is_optional(const char *solver)
{
    reason why;
    const ivp_solver *s = plugin_solver(solver, &why);
    ck_assert_msg(s, "%s", why.text);
    return s->missing;
}

START_TEST(every_solver_runs_on_every_problem_it_takes)
{
    shipped s = read_shipped(guarded[_i]);
    char missing[2000] = "";
    int pairs = 0;
    for (int k = 0; k < all.ncells; k++) {
        const cell *c = &all.cells[k].cell;
        if (is_made_for_tests(c) || (k > 0 && same_pair(c, &all.cells[k - 1].cell))) continue;
        if (is_optional(c->solver) && strstr(guarded[_i], "gates")) continue;
        pairs++;
        if (holds(&s, c, same_pair) == !excepted(guarded[_i], c)) continue;
        const size_t at = strlen(missing);
        snprintf(missing + at, sizeof missing - at, "\n  %s on %s%s", c->solver, c->problem,
                 excepted(guarded[_i], c) ? ": is there, and yet an exception" : "");
    }
    ck_assert_int_ge(pairs, 100);
    ck_assert_msg(!*missing, "plan %s lacks:%s", guarded[_i], missing);
    shipped_free(&s);
}
END_TEST

START_TEST(the_default_plan_knows_every_solver)
{
    shipped s = read_shipped("default.cfg");
    for (int k = 0; k < all.ncells; k++) {
        const cell *c = &all.cells[k].cell;
        if (is_made_for_tests(c)) continue;
        ck_assert_msg(is_optional(c->solver) != holds(&s, c, same_solver), "%s", c->solver);
    }
    shipped_free(&s);
}
END_TEST

/* All that are shipped, whether they can run here or not. */
START_TEST(the_plan_of_peers_knows_every_optional_solver)
{
    char names[256][PLUGIN_NAME_MAX];
    const int n = plugin_list("solvers", names, 256);
    const plan_choice whole = { 0 };
    char own[1024];
    reason why;
    program_folder(own, sizeof own);
    char *path = text_of("%s/../tree/bench/plans/peers.cfg", own);
    plan p;
    ck_assert_msg(plan_read(&p, path, &whole, &why), "%s", why.text);
    int optional = 0;
    for (int k = 0; k < n && k < 256; k++) {
        if (!strncmp(names[k], "t_", 2) || !is_optional(names[k])) continue;
        optional++;
        char *quoted = text_of("\"%s", names[k]);
        ck_assert_msg(strstr(p.text, quoted), "%s", names[k]);
        free(quoted);
    }
    ck_assert_int_ge(optional, 5);
    plan_free(&p);
    free(path);
}
END_TEST

START_TEST(every_exception_has_a_reason)
{
    for (const struct exception *e = exceptions; e->plan; e++)
        ck_assert_msg(e->reason && strlen(e->reason) > 10, "%s on %s", e->solver, e->problem);
}
END_TEST

/* tools/figures.sh draws docs/img/NAME.png from docs/img/plans/NAME.cfg. */
START_TEST(every_picture_has_a_plan)
{
    char own[1024];
    program_folder(own, sizeof own);
    char *folder = text_of("%s/../tree/docs/img", own);
    DIR *dir = opendir(folder);
    int pictures = 0;
    ck_assert_msg(dir != NULL, "%s", folder);
    for (const struct dirent *e; (e = readdir(dir));) {
        const size_t n = strlen(e->d_name);
        if (n < 5 || strcmp(e->d_name + n - 4, ".png") != 0) continue;
        char *path = text_of("%s/plans/%.*s.cfg", folder, (int)n - 4, e->d_name);
        plan p = read_plan(path);
        ck_assert_msg(strstr(p.text, "\n# figure: ") != NULL, "%s names no figure", path);
        plan_free(&p);
        free(path);
        pictures++;
    }
    ck_assert_int_ge(pictures, 9);
    closedir(dir);
    free(folder);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("plans");
    tcase_add_unchecked_fixture(t, read_all, free_all);
    tcase_add_loop_test(t, every_solver_runs_on_every_problem_it_takes, 0, GUARDED);
    tcase_add_test(t, the_default_plan_knows_every_solver);
    tcase_add_test(t, the_plan_of_peers_knows_every_optional_solver);
    tcase_add_test(t, every_exception_has_a_reason);
    tcase_add_test(t, every_picture_has_a_plan);
    return suite_run("coverage", t);
}
