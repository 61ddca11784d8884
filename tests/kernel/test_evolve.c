/* test_evolve.c -- the run: break points are met exactly, events of every kind are located in
 * order, what a run cannot do is refused with a sentence.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/stepping/evolve.h"

enum { MAX_SEEN = 64 };

typedef struct seen {
    int n, steps;
    double t[MAX_SEEN];
    int event[MAX_SEEN], direction[MAX_SEEN];
    double crossed; /* a step that contains this time in its interior is an error */
    bool crossing;
    double last;
} seen;

static void note(void *context, const evolve_point *p)
{
    seen *s = context;
    s->steps++;
    s->crossing = s->crossing || (s->last < s->crossed && p->t > s->crossed);
    s->last = p->t;
    if (p->event < 0) return;
    ck_assert_int_lt(s->n, MAX_SEEN);
    s->t[s->n] = p->t;
    s->event[s->n] = p->event;
    s->direction[s->n++] = p->direction;
}

static instance *opened(const char *name, const char *settings)
{
    reason why;
    instance *i = NULL;
    ck_assert_msg(!instance_open(&i, name, settings, &why), "%s", why.text);
    return i;
}

static evolve *created(instance *i, const evolve_setup *setup)
{
    reason why;
    evolve *e = NULL;
    ck_assert_msg(!evolve_create(&e, i, setup, &why), "%s", why.text);
    return e;
}

/* Solvers with and without dense output, one step or many. */
static const char *const solvers[] = { "dopri5",    "cvode_bdf", "cvode_adams", "arkode_erk",
                                       "gsl_rk8pd", "gsl_msbdf", "ida",         NULL };

START_TEST(break_points_are_met_exactly)
{
    instance *i = opened("t_breaks", "");
    evolve *e = created(
        i, &(evolve_setup){
               .formulation = "ode", .solver = solvers[_i], .rtol = 1e-6, .atol = 1e-6 });
    seen s = { .crossed = 0.5 };
    ck_assert_msg(!evolve_run(e, note, &s), "%s", evolve_message(e));
    double y[2];
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    ck_assert(!s.crossing);
    ck_assert_msg(fabs(y[0] - 500) < 1e-5, "%s: y1 = %.17g", solvers[_i], y[0]);
    ck_assert_int_eq(evolve_counters(e)[IVP_N_RESTART], 2);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

enum { FIRST, TWIN, RISING, DIP, JUMP, END }; /* guards of t_guards */
static const struct {
    double t;
    int event, direction;
} expected[] = {
    { 0.25, RISING, 1 }, { 0.5, FIRST, 1 },   { 0.5, TWIN, 1 },    { 2.25, RISING, 1 },
    { 2.999, DIP, -1 },  { 3.001, DIP, 1 },   { 4.25, RISING, 1 }, { 5, JUMP, 1 },
    { 5.25, RISING, 1 }, { 7.25, RISING, 1 }, { 9, END, 1 },
};
enum { NEXPECTED = sizeof expected / sizeof *expected };

/* The dip of 2 ms hides inside steps of a second: signs at step ends would not show it. */
START_TEST(events_are_located_in_order)
{
    instance *i = opened("t_guards", "");
    evolve *e = created(
        i, &(evolve_setup){
               .formulation = "ode", .solver = solvers[_i], .rtol = 1e-10, .atol = 1e-10 });
    seen s = { .crossed = 1e9 };
    ck_assert_msg(!evolve_run(e, note, &s), "%s: %s", solvers[_i], evolve_message(e));
    for (int k = 0; k < NEXPECTED && k < s.n; k++)
        ck_assert_msg(s.event[k] == expected[k].event &&
                          s.direction[k] == expected[k].direction &&
                          fabs(s.t[k] - expected[k].t) < 1e-9,
                      "%s: event %d is guard %d in direction %d at %.12g", solvers[_i], k,
                      s.event[k], s.direction[k], s.t[k]);
    ck_assert_int_eq(s.n, NEXPECTED);
    ck_assert_double_eq_tol(evolve_t(e), 9, 1e-9);
    double y[2];
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    ck_assert_double_eq_tol(y[0] - y[1], 1, 1e-9); /* the jump happened once */
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

START_TEST(events_can_be_left_alone)
{
    instance *i = opened("t_guards", "");
    evolve *e = created(i, &(evolve_setup){ .formulation = "ode",
                                            .solver = "dopri5",
                                            .rtol = 1e-6,
                                            .atol = 1e-6,
                                            .no_events = true });
    seen s = { .crossed = 1e9 };
    ck_assert(!evolve_run(e, note, &s));
    ck_assert_int_eq(s.n, 0);
    ck_assert_double_eq(evolve_t(e), 10);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

static const struct {
    evolve_setup setup;
    const char *word;
} refused[] = {
    { { .formulation = "ode", .solver = "dopri5" }, "rtol" },
    { { .formulation = "ode", .solver = "dopri5", .rtol = NAN, .atol = 1 }, "rtol" },
    { { .formulation = "ode", .solver = "dopri5", .rtol = 1e-3, .atol = 0 }, "atol" },
    { { .formulation = "ode", .solver = "dopri5", .rtol = 1e-3, .atol = NAN }, "atol" },
    { { .formulation = "ode", .solver = "dopri5", .rtol = 1e-3, .atol = 1, .h = -1 },
      "step size" },
    { { .formulation = "ode", .solver = "cvode_bdf", .h = 0.1 }, "takes tolerances" },
    { { .formulation = "index4", .solver = "dopri5", .rtol = 1e-3, .atol = 1 }, "index3" },
    { { .formulation = "index1", .solver = "dopri5", .rtol = 1e-3, .atol = 1 }, "it has: ode" },
    { { .formulation = "ode", .solver = "no_such", .rtol = 1e-3, .atol = 1 }, "no solver" },
    { { .formulation = "ode", .solver = "dopri5", .rtol = 1e-3, .atol = 1, .options = "a=1" },
      "a=1" },
};

START_TEST(nonsense_is_refused)
{
    instance *i = opened("t_guards", "");
    evolve *e = NULL;
    reason why;
    ck_assert_int_lt(evolve_create(&e, i, &refused[_i].setup, &why), 0);
    ck_assert_ptr_null(e);
    ck_assert_msg(strstr(why.text, refused[_i].word), "'%s' does not say '%s'", why.text,
                  refused[_i].word);
    instance_close(i);
}
END_TEST

START_TEST(steps_are_bounded)
{
    instance *i = opened("hires", "");
    evolve *e = created(i, &(evolve_setup){ .formulation = "ode",
                                            .solver = solvers[_i],
                                            .rtol = 1e-6,
                                            .atol = 1e-9,
                                            .max_steps = 7 });
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_E_TOO_MANY_STEPS);
    ck_assert_int_eq(evolve_counters(e)[IVP_N_ACCEPTED], 7);
    ck_assert(strstr(evolve_message(e), "7 steps"));
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

/* ---- the first step ---------------------------------------------------------------------- */

static void note_first(void *context, const evolve_point *p)
{
    double *t = context; /* t0, then t1 */
    if (!(t[1] > t[0])) t[1] = p->t;
}

static double first_step_of(const char *problem, const char *settings, const char *formulation,
                            const char *solver, double tol)
{
    instance *i = opened(problem, settings);
    double t[] = { (double)i->t0, (double)i->t0 };
    evolve *e = created(
        i, &(evolve_setup){
               .formulation = formulation, .solver = solver, .rtol = tol, .atol = tol });
    ck_assert_msg(!evolve_run(e, note_first, t), "%s", evolve_message(e));
    evolve_destroy(e);
    instance_close(i);
    return t[1] - t[0];
}

/* y = (0, 1), y' = (1, 0), y'' = (0, -1), in tolerances tol and 2 tol: |y'| = 1 / (sqrt(2) tol)
 * is the largest. */
START_TEST(first_step_is_that_of_hairer_and_wanner)
{
    const double tol = pow(10, -4 - _i), right = pow(0.01 * sqrt(2) * tol, 1.0 / 6);
    ck_assert_double_eq_tol(first_step_of("t_epoch", "", "ode", "dopri5", tol), right, 1e-6);
}
END_TEST

/* M y' = f over 2 s, at rest but for y': no faster than a thousandth, and, where y' is below
 * 1e-5 tolerances, a millionth. */
START_TEST(first_step_on_a_matrix_is_cautious)
{
    ck_assert_double_eq_tol(first_step_of("t_at_rest", "off=4e-14", "lin", "rodas", 1e-9), 2e-3,
                            1e-9);
    ck_assert_double_eq_tol(first_step_of("t_at_rest", "off=1e-14", "lin", "rodas", 1e-9), 2e-6,
                            1e-9);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("evolve");
    const int nsolvers = sizeof solvers / sizeof *solvers - 1;
    tcase_add_loop_test(t, break_points_are_met_exactly, 0, nsolvers);
    tcase_add_loop_test(t, events_are_located_in_order, 0, nsolvers);
    tcase_add_test(t, events_can_be_left_alone);
    tcase_add_loop_test(t, nonsense_is_refused, 0, sizeof refused / sizeof *refused);
    tcase_add_loop_test(t, steps_are_bounded, 0, nsolvers);
    tcase_add_loop_test(t, first_step_is_that_of_hairer_and_wanner, 0, 5);
    tcase_add_test(t, first_step_on_a_matrix_is_cautious);
    return suite_run("evolve", t);
}
