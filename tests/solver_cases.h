/* solver_cases.h -- every solver that is found, runs of it, and errors against exact solutions,
 * for the contract tests.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef SOLVER_CASES_H
#define SOLVER_CASES_H

#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ivp/problem.h>
#include <ivp/solver.h>

#include "kernel/stepping/evolve.h"
#include "tests/ladder.h"
#include "kernel/problem/plugin.h"

enum { MOST = 256, UNKNOWNS = 64 };

static char solvers[MOST][PLUGIN_NAME_MAX];
static int nsolvers;

#define REQUIRE(condition, ...)                                                                \
    do {                                                                                       \
        if (!(condition)) ck_abort_msg(__VA_ARGS__);                                           \
    } while (0)

static inline const ivp_solver *solver_at(int k)
{
    reason why;
    const ivp_solver *s = plugin_solver(solvers[k], &why);
    REQUIRE(s, "%s", why.text);
    return s;
}

static inline instance *opened(const char *problem)
{
    reason why;
    instance *i;
    REQUIRE(instance_open(&i, problem, NULL, &why) == IVP_OK, "%s", why.text);
    return i;
}

/* Largest distance from the exact solution in q, u, x (or y). */
static inline double error_at(const instance *i, double t, const double *y)
{
    double exact[UNKNOWNS] = { 0 }, most = 0;
    ck_assert_int_eq(i->problem->exact(t, exact, i->p), IVP_OK);
    for (int k = 0; k < i->sizes.n; k++) {
        REQUIRE(isfinite(y[k]), "component %d is not finite", k);
        most = fmax(most, fabs(y[k] - exact[k]));
    }
    return most;
}

static inline double distance(const double *a, const double *b, int n)
{
    double most = 0;
    for (int k = 0; k < n; k++) most = fmax(most, fabs(a[k] - b[k]));
    return most;
}

typedef struct result {
    ivp_status status;
    double t, state[UNKNOWNS];
    long counters[IVP_NCOUNTERS];
    reason why;
} result;

static inline void run_again(evolve *e, result *r)
{
    memset(r, 0, sizeof *r);
    r->status = evolve_run(e, NULL, NULL);
    r->t = evolve_t(e);
    reason_set(&r->why, "%s", evolve_message(e));
    if (r->status == IVP_OK) ck_assert_int_eq(evolve_state(e, r->state), IVP_OK);
    memcpy(r->counters, evolve_counters(e), sizeof r->counters);
}

static inline result run(instance *i, const evolve_setup *setup)
{
    result r = { 0 };
    evolve *e;
    r.status = evolve_create(&e, i, setup, &r.why);
    if (r.status) return r;
    run_again(e, &r);
    evolve_destroy(e);
    return r;
}

/* Formulations, those that ask least of a method first. */
static const char *const formulations[] = { "ode",    "lin",         "dae",       "index1",
                                            "ggl",    "baumgarte1",  "index2",    "baumgarte2",
                                            "index3", "state_space", "projected", NULL };

static inline bool fits(instance *i, const char *solver, const char *formulation)
{
    reason why;
    return evolve_fits(i, solver, formulation, &why) == IVP_OK;
}

static inline const char *easiest_fit(instance *i, const char *solver)
{
    for (const char *const *f = formulations; *f; f++)
        if (fits(i, solver, *f)) return *f;
    return NULL;
}

static inline evolve_setup setup_for(const ivp_solver *s, const char *formulation, double t1,
                                     double rtol)
{
    evolve_setup setup = {
        .formulation = formulation, .solver = s->name, .max_steps = 20000, .t1 = t1
    };
    if (s->adaptive)
        setup.rtol = setup.atol = rtol;
    else
        setup.h = t1 / 500;
    return setup;
}

/* What a tolerance may cost: methods of low order and multistep methods accumulate. */
static inline double allowed(double rtol) { return 30 * pow(rtol, 2.0 / 3); }

/* Constant steps leave everything to the method. Positions of two rods with soft springs on
 * ever finer steps: they approach each other like h^order. */
static inline ladder approach(evolve_setup setup)
{
    const double t1 = 1, ratio = 1.3;
    reason why;
    instance *i;
    REQUIRE(instance_open(&i, "double_pendulum_rsda", "k1=5 c1=1 k2=2 c2=0.1", &why) == IVP_OK,
            "%s", why.text);
    ladder l = { 0 };
    double h = 0; /* of the coarse run: as whole steps go, not quite `ratio` times the next */
    result coarse = { .status = IVP_E_INVALID };
    setup.t1 = t1;
    setup.h = t1 / 6;
    for (int k = 0; k < LADDER_MAX; k++) {
        const result fine = run(i, &setup);
        if (fine.status == IVP_OK && coarse.status == IVP_OK)
            ladder_add(&l, h, distance(fine.state, coarse.state, i->sizes.nq));
        coarse = fine;
        h = setup.h;
        setup.h = t1 / round(ratio * t1 / setup.h);
    }
    instance_close(i);
    return l;
}

static inline void expect_order(const ladder *l, int order, const char *whose)
{
    const double found = ladder_order(l, 0.4);
    REQUIRE(fabs(found - order) < 0.5, "%s: order %.2f, expected %d%s", whose, found, order,
            ladder_text(l));
}

/* A solver whose package is not installed. */
static inline bool is_missing(const char *kind, const char *name)
{
    reason why;
    const ivp_solver *s = strcmp(kind, "solvers") ? NULL : plugin_solver(name, &why);
    return s && s->missing && s->missing();
}

/* Plug-ins that lie beside the test programs are made to be caught: they are left out, and so
 * are those that cannot run here. */
static inline int own_plugins(const char *kind, char (*names)[PLUGIN_NAME_MAX])
{
    char path[1200];
    int kept = 0;
    const int n = plugin_list(kind, names, MOST);
    for (int k = 0; k < n && k < MOST; k++)
        if (plugin_path(kind, "double", names[k], path, sizeof path) &&
            !strstr(path, "/tests/double/") && !is_missing(kind, names[k]))
            memmove(names[kept++], names[k], sizeof *names);
    return kept;
}

/* Its source lies in the tree of the build that it was found in. */
static inline bool is_in_python(const char *solver)
{
    char so[1200], source[1400];
    if (!plugin_path("solvers", "double", solver, so, sizeof so)) return false;
    char *end = strstr(so, "/double/solvers/");
    if (end) *end = '\0';
    snprintf(source, sizeof source, "%s/tree/solvers/%s.py", so, solver);
    return access(source, R_OK) == 0;
}

/* An interpreter takes half a second to start, and each test is a process of its own, a copy of
 * this one. So it starts here, and imports what its solvers use. */
static inline void start_interpreters(void)
{
    reason why;
    instance *i;
    if (instance_open(&i, "circular_track", NULL, &why)) return;
    for (int k = 0; k < nsolvers; k++) {
        const char *formulation = is_in_python(solvers[k]) ? easiest_fit(i, solvers[k]) : NULL;
        evolve *e;
        if (!formulation) continue;
        const evolve_setup setup = setup_for(solver_at(k), formulation, 1, 1e-3);
        if (!evolve_create(&e, i, &setup, &why)) evolve_destroy(e);
    }
    instance_close(i);
}

/* A program of loops over all solvers: a process for each solver and test. */
typedef struct loop_test {
    const TTest *test;
    int times;  /* per solver */
    int in_all; /* if there are no times per solver */
} loop_test;

static inline int run_on_all_solvers(const char *name, const loop_test *tests)
{
    nsolvers = own_plugins("solvers", solvers);
    if (tests->test && tests[1].test) start_interpreters();
    TCase *t = tcase_create("solvers");
    for (; tests->test; tests++)
        tcase_add_loop_test(t, tests->test, 0,
                            tests->times ? nsolvers * tests->times : tests->in_all);
    const int failed = suite_run(name, t);
    return failed + (nsolvers < 1);
}

#endif
