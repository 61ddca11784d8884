/* test_coverage.c -- no solver is silently left out of a plan: every solver runs on every
 * problem that it takes, but for the exceptions named here; and no picture is without one. */
#include "bench/plan/plan.h"
#include "bench/base/util.h"

#include "tests/suite.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const guarded[] = { "default", "full", "gates" };
enum { GUARDED = sizeof guarded / sizeof *guarded };

/* Pairs that a plan leaves out, and why. */
static const struct exception {
    const char *plan, *solver, *problem, *reason;
} exceptions[] = {
    { 0 },
};

/* Everything once: what a glob multiplies to is what the plug-ins say they take. */
static const char everything[] =
    "groups = { all = { problems = [ \"*\" ]; solvers = [ \"*\" ];\n"
    "tolerances = { from = 4; to = 4; };\n"
    "steps = { hmax = 1e-3; halvings = 0; }; }; };\n";

static plan read_plan(const char *path)
{
    static const plan_choice all = { 0 };
    char why[1024];
    plan p;
    ck_assert_msg(plan_read(&p, path, &all, why, sizeof why), "%s", why);
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

static plan read_shipped(const char *name)
{
    char own[1024];
    own_folder(own, sizeof own);
    char *path = text_of("%s/../../bench/plans/%s.cfg", own, name);
    const plan p = read_plan(path);
    free(path);
    return p;
}

static bool same_pair(const cell *a, const cell *b)
{
    return !strcmp(a->solver, b->solver) && !strcmp(a->problem, b->problem);
}

static bool holds(const plan *p, const cell *c)
{
    for (int k = 0; k < p->ncells; k++)
        if (!p->cells[k].declined && same_pair(&p->cells[k].cell, c)) return true;
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

START_TEST(every_solver_runs_on_every_problem_it_takes)
{
    plan all = read_everything(), p = read_shipped(guarded[_i]);
    char missing[2000] = "";
    int pairs = 0;
    for (int k = 0; k < all.ncells; k++) {
        const cell *c = &all.cells[k].cell;
        if (is_made_for_tests(c) || (k > 0 && same_pair(c, &all.cells[k - 1].cell))) continue;
        pairs++;
        if (holds(&p, c) == !excepted(guarded[_i], c)) continue;
        const size_t at = strlen(missing);
        snprintf(missing + at, sizeof missing - at, "\n  %s on %s%s", c->solver, c->problem,
                 excepted(guarded[_i], c) ? ": is there, and yet an exception" : "");
    }
    ck_assert_int_ge(pairs, 100);
    ck_assert_msg(!*missing, "plan %s lacks:%s", guarded[_i], missing);
    plan_free(&all);
    plan_free(&p);
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
    own_folder(own, sizeof own);
    char *folder = text_of("%s/../../docs/img", own);
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
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, every_solver_runs_on_every_problem_it_takes, 0, GUARDED);
    tcase_add_test(t, every_exception_has_a_reason);
    tcase_add_test(t, every_picture_has_a_plan);
    return suite_run("coverage", t);
}
