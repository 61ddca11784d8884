/* test_balls.c -- closed solution of bouncing_balls: events, continuity, energy, equations.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/instance.h"

#include "tests/suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NCANONICAL = 6, MAX_EVENTS = 64 }; /* q1 q2 u1 u2 a1 a2 */
static const double sampling = 5e-4;      /* well below the closest events, 1.67 ms apart */

static const struct {
    const char *settings;
    const char *order; /* g, b: ground, balls close; G, B: open */
    int both;          /* how often a second contact closes while one is closed */
    double closest;    /* shortest time between two events */
    double last;       /* time of the last one, from a run of the closed solution in quad */
} cases[] = {
    { "case=A", "gGbBgGbBgGbBgGbBgGbBgGbB", 0, 0.00702481, 1.97849065798019200 },
    { "case=B", "gbGgBGbBgGbBgGbBgGbBgGbBgG", 2, 0.00166934, 1.99212866234250379 },
};

static const char *const variants[] = { "case=A", "case=B", "case=B m1=0.7 m2=3.3 K=2e4",
                                        "case=A m1=2 m2=0.5 R=0.05 g=1.62" };

typedef struct event {
    double t;
    int guard;
    bool closing;
} event;

static instance *open_balls(const char *settings)
{
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(instance_open(&i, "bouncing_balls", settings, &why) == IVP_OK, "%s",
                  why.text);
    ck_assert_int_eq(instance_ncomponents(i), NCANONICAL);
    return i;
}

/* The exact state with its accelerations. */
static ivp_state state_at(instance *i, double t, double y[NCANONICAL])
{
    ivp_state s = instance_view(i, t, y, NULL);
    ck_assert_int_eq(i->problem->exact(t, y, i->p), IVP_OK);
    ck_assert_int_eq(instance_complete(i, t, y), IVP_OK);
    return s;
}

static double guard_at(instance *i, int k, double t)
{
    double y[NCANONICAL];
    const ivp_state s = state_at(i, t, y);
    return instance_guard(i, &i->problem->events[k], &s);
}

static double bisect(instance *i, int k, double a, double b)
{
    const bool positive = guard_at(i, k, a) > 0;
    while (b - a > 1e-15) {
        const double c = (a + b) / 2;
        if (c <= a || c >= b) break;
        if ((guard_at(i, k, c) > 0) == positive)
            a = c;
        else
            b = c;
    }
    return (a + b) / 2;
}

static int by_time(const void *a, const void *b)
{
    const double d = ((const event *)a)->t - ((const event *)b)->t;
    return (d > 0) - (d < 0);
}

/* Sign changes of the guards along the exact solution, in order of time. */
static int find_events(instance *i, event *e)
{
    int n = 0;
    for (int k = 0; k < 2; k++) {
        double t = i->t0;
        bool above = guard_at(i, k, t) > 0;
        while (t < i->t1) {
            const double next = fmin(t + sampling, i->t1);
            const bool now = guard_at(i, k, next) > 0;
            if (now != above) {
                ck_assert_int_lt(n, MAX_EVENTS);
                e[n++] = (event){ bisect(i, k, t, next), k, above };
            }
            above = now;
            t = next;
        }
    }
    qsort(e, (size_t)n, sizeof *e, by_time);
    return n;
}

START_TEST(finds_the_known_events)
{
    instance *i = open_balls(cases[_i].settings);
    event e[MAX_EVENTS];
    char order[MAX_EVENTS + 1] = "";
    bool closed[2] = { false, false };
    int both = 0;
    double closest = 1;
    const int n = find_events(i, e);
    for (int k = 0; k < n; k++) {
        order[k] = (e[k].closing ? "gb" : "GB")[e[k].guard];
        closed[e[k].guard] = e[k].closing;
        both += closed[0] && closed[1];
        if (k) closest = fmin(closest, e[k].t - e[k - 1].t);
    }
    ck_assert_str_eq(order, cases[_i].order);
    ck_assert_int_eq(both, cases[_i].both);
    ck_assert_double_eq_tol(closest, cases[_i].closest, 1e-8);
    ck_assert_double_eq_tol(e[n - 1].t, cases[_i].last, 1e-12);
    instance_close(i);
}
END_TEST

/* Each guard keeps its claim of the shortest time between two of its zeros. */
START_TEST(keeps_the_spacing)
{
    instance *i = open_balls(cases[_i].settings);
    event e[MAX_EVENTS];
    const int n = find_events(i, e);
    for (int guard = 0; guard < 2; guard++) {
        double before = -1;
        for (int k = 0; k < n; k++) {
            if (e[k].guard != guard) continue;
            ck_assert_double_gt(e[k].t - before, i->problem->events[guard].spacing);
            before = e[k].t;
        }
    }
    instance_close(i);
}
END_TEST

/* Across an event positions, velocities and accelerations are continuous: over 2 ns the
 * trapezoidal rule is exact to rounding. */
START_TEST(joins_the_pieces)
{
    const double d = 1e-9;
    instance *i = open_balls(variants[_i]);
    event e[MAX_EVENTS];
    const int n = find_events(i, e);
    ck_assert_int_gt(n, 0);
    for (int k = 0; k < n; k++) {
        double before[NCANONICAL], after[NCANONICAL];
        state_at(i, e[k].t - d, before);
        state_at(i, e[k].t + d, after);
        for (int c = 0; c < 4; c++) {
            const double step = d * (before[c + 2] + after[c + 2]);
            ck_assert_double_eq_tol(after[c] - before[c], step, 2e-12);
        }
    }
    instance_close(i);
}
END_TEST

START_TEST(keeps_the_energy)
{
    instance *i = open_balls(variants[_i]);
    const ivp_observable *energy = i->problem->invariants;
    double y[NCANONICAL];
    ivp_state s = state_at(i, 0, y);
    const double start = instance_observe(i, energy, &s);
    ck_assert_double_gt(start, 0);
    for (int k = 1; k * sampling <= i->t1; k++) {
        s = state_at(i, k * sampling, y);
        ck_assert_double_eq_tol(instance_observe(i, energy, &s), start, 1e-12 * start);
    }
    instance_close(i);
}
END_TEST

/* In the middle of each piece: differences of the solution against the equations of motion. */
START_TEST(satisfies_the_equations)
{
    const double d = 1e-6;
    instance *i = open_balls(variants[_i]);
    event e[MAX_EVENTS];
    const int n = find_events(i, e);
    for (int k = 1; k < n; k++) {
        const double t = (e[k - 1].t + e[k].t) / 2;
        double y[NCANONICAL], before[NCANONICAL], after[NCANONICAL];
        state_at(i, t, y);
        state_at(i, t - d, before);
        state_at(i, t + d, after);
        for (int c = 0; c < 4; c++) {
            const double slope = (after[c] - before[c]) / (2 * d);
            ck_assert_double_eq_tol(slope, y[c + 2], 1e-6 * (1 + fabs(y[c + 2])));
        }
    }
    instance_close(i);
}
END_TEST

/* With a side given, it decides over the contact and not the sign of the distance. */
START_TEST(obeys_the_sides)
{
    instance *i = open_balls("case=A");
    double y[NCANONICAL] = { 0.279, 0.099, 0, 0 }, *sides = i->side;
    const double g = 9.81, ground = 1e5 * 0.001, balls = 1e5 * 0.02;
    const struct {
        double side[2], a[2];
    } expected[] = {
        { { 0, 0 }, { balls - g, ground - balls - g } },
        { { -1, -1 }, { balls - g, ground - balls - g } },
        { { 1, -1 }, { balls - g, -balls - g } },
        { { -1, 1 }, { -g, ground - g } },
        { { 1, 1 }, { -g, -g } },
    };
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        memcpy(sides, expected[k].side, sizeof expected[k].side);
        ck_assert_int_eq(instance_complete(i, 0, y), IVP_OK);
        ck_assert_double_eq_tol(y[4], expected[k].a[0], 1e-9);
        ck_assert_double_eq_tol(y[5], expected[k].a[1], 1e-9);
    }
    instance_close(i);
}
END_TEST

int main(void)
{
    const int ncases = sizeof cases / sizeof *cases,
              nvariants = sizeof variants / sizeof *variants;
    TCase *tests = tcase_create("closed solution");
    tcase_add_loop_test(tests, finds_the_known_events, 0, ncases);
    tcase_add_loop_test(tests, keeps_the_spacing, 0, ncases);
    tcase_add_loop_test(tests, joins_the_pieces, 0, nvariants);
    tcase_add_loop_test(tests, keeps_the_energy, 0, nvariants);
    tcase_add_loop_test(tests, satisfies_the_equations, 0, nvariants);
    tcase_add_test(tests, obeys_the_sides);
    return suite_run("balls", tests);
}
