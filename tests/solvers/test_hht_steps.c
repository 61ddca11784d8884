/* test_hht_steps.c -- HHT under step control: a quiet start, step sizes that follow the
 * tolerance, matrices that are kept, and what one step costs.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/newmark_cases.h"
#include "kernel/methods/newmark/newmark_method.h"

/* ---- the start --------------------------------------------------------------------------- */

enum { FIRST_STEPS = 25 };

/* Ranges of components over the first steps. */
typedef struct range {
    double low[METHOD_UNKNOWNS], high[METHOD_UNKNOWNS];
} range;

static void widen(range *r, const double *v, int n)
{
    for (int i = 0; i < n; i++) {
        r->low[i] = fmin(r->low[i], v[i]);
        r->high[i] = fmax(r->high[i], v[i]);
    }
}

static double largest(const range *r, int n)
{
    double scale = 0;
    for (int i = 0; i < n; i++) scale = fmax(scale, fmax(r->high[i], -r->low[i]));
    return scale;
}

/* How far the values went beyond the range of the reference, over its largest modulus. */
static double overshoot(const range *values, const range *reference, int n)
{
    double beyond = 0;
    for (int i = 0; i < n; i++) {
        beyond = fmax(beyond, values->high[i] - reference->high[i]);
        beyond = fmax(beyond, reference->low[i] - values->low[i]);
    }
    return beyond / largest(reference, n);
}

typedef struct beginning {
    method m;
    layout l;
    double h;
    range u, a, u_reference, a_reference; /* a: the method's own */
    double off; /* largest error of u over the largest |u| of the solution so far */
} beginning;

static void open_beginning(beginning *b, const char *problem)
{
    memset(b, 0, sizeof *b);
    b->l = layout_of(problem, NULL);
    method_open(&b->m, "hht", NULL, problem, NULL, IVP_INDEX3);
    b->m.tol.rtol = 1e-5;
    method_again(&b->m, NULL);
    b->h = b->m.solver->h0_fraction * (b->l.t1 - b->l.t0);
    const double *start = b->m.instance->start, *a = b->m.instance->start + 2 * b->l.n[0];
    widen(&b->u_reference, start + b->l.n[0], b->l.n[0]);
    widen(&b->a_reference, a + b->l.n[STATES], b->l.n[0]);
}

/* An accepted step under (37b), sizes limited as by the kernel */
static void accepted_step(beginning *b)
{
    const ivp_control *law = b->m.solver->control;
    for (bool accepted = false; !accepted;) {
        method_attempt(&b->m, b->h);
        const double growth = (double)law->safety * pow(b->m.trial.test[0].err, -1 / 3.0);
        accepted = b->m.trial.test[0].err <= 1;
        method_verdict(&b->m, accepted ? IVP_KEPT : IVP_REJECTED);
        b->h *= fmin(accepted ? 5 : 0.95, fmax(0.2, growth));
    }
}

static void run_beginning(beginning *b, const char *problem)
{
    const int nq = b->l.n[POSITIONS];
    for (int k = 0; k < FIRST_STEPS; k++) {
        double reference[METHOD_UNKNOWNS];
        accepted_step(b);
        explicit_reference(problem, NULL, b->m.t, reference);
        widen(&b->u_reference, reference + nq, nq);
        widen(&b->a_reference, reference + 2 * nq + b->l.n[STATES], nq);
        widen(&b->u, b->m.y + nq, nq);
        b->off = fmax(b->off,
                      distance(b->m.y + nq, reference + nq, nq) / largest(&b->u_reference, nq));
        widen(&b->a, ((const newmark_method *)b->m.self)->step.z1, nq);
    }
    method_close(&b->m);
}

static const struct {
    const char *problem;
    double u, a, off; /* beyond their ranges, and u off the solution, by no more */
} starts[] = { { "andrews", 0.01, 0.001, 0.02 }, { "double_pendulum_rsda", 0.015, 0.1, 0.25 } };

/* Velocities and accelerations stay in the range of the solution; on the stiff pendulum that
 * has a first layer of 0.1 ms, in which accelerations fall to a thousandth, and the method
 * swings a little beyond. */
START_TEST(start_has_no_spike)
{
    const char *problem = starts[_i].problem;
    beginning b;
    open_beginning(&b, problem);
    run_beginning(&b, problem);
    const int nq = b.l.n[POSITIONS];
    const double u = overshoot(&b.u, &b.u_reference, nq);
    const double a = overshoot(&b.a, &b.a_reference, nq);
    ck_assert_msg(u < starts[_i].u && a < starts[_i].a && b.off < starts[_i].off,
                  "%s: u beyond its range by %.4f, a by %.4f; u off by %.4f", problem, u, a,
                  b.off);
}
END_TEST

/* ---- step sizes -------------------------------------------------------------------------- */

static outcome_of_run at_tolerance(const char *problem, int digits, const char *formulation)
{
    const double tol = pow(10, -digits);
    const evolve_setup setup = { .formulation = formulation,
                                 .solver = "hht",
                                 .rtol = tol,
                                 .atol = tol,
                                 .max_steps = 100000 };
    const outcome_of_run o = run_method(problem, NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o;
}

static const struct {
    const char *problem, *formulation;
} scaling[] = { { "andrews", "index3" },
                { "andrews", "ggl" },
                { "car_axle", "index3" },
                { "double_pendulum_rsda", "index3" },
                { "double_pendulum_rsda", "ggl" } };
enum { NSCALING = sizeof scaling / sizeof *scaling };

/* The local error is C h^3 u'': steps are proportional to eps^(-1/3). */
START_TEST(steps_follow_the_cube_root)
{
    ladder l = { 0 };
    for (int digits = 4; digits <= 8; digits++) {
        const outcome_of_run o =
            at_tolerance(scaling[_i].problem, digits, scaling[_i].formulation);
        ladder_add(&l, pow(10, -digits), (double)o.counters[IVP_N_ACCEPTED]);
    }
    double spread;
    const double slope = ladder_slope(&l, 0, l.n - 1, &spread);
    ck_assert_msg(fabs(slope + 1 / 3.0) < 0.015 && spread < 0.03,
                  "%s@%s: steps grow like eps^%.3f, spread %.3f%s", scaling[_i].problem,
                  scaling[_i].formulation, slope, spread, ladder_text(&l));
}
END_TEST

START_TEST(matrices_are_kept)
{
    const outcome_of_run o = at_tolerance("andrews", 5, "index3");
    const double steps = (double)o.counters[IVP_N_ACCEPTED];
    ck_assert_double_lt((double)o.counters[IVP_N_JAC], 0.15 * steps);
    ck_assert_int_eq(o.counters[IVP_N_JAC], o.counters[IVP_N_LU]);
    ck_assert_int_eq(o.counters[IVP_N_FAILED], 0);
}
END_TEST

/* ---- costs ------------------------------------------------------------------------------- */

/* What k iterations cost by hand, and what a first step, a new matrix and the stabilised form
 * add. */
static void count_step(method *m, bool first, bool matrix, bool stabilised)
{
    long before[IVP_NCOUNTERS];
    memcpy(before, m->model->count, sizeof before);
    method_attempt(m, 1e-5);
    long cost[IVP_NCOUNTERS];
    for (int c = 0; c < IVP_NCOUNTERS; c++) cost[c] = m->model->count[c] - before[c];
    const long k = cost[IVP_N_NEWTON];
    ck_assert_int_ge(k, 2);
    const long hand[IVP_NCOUNTERS] = {
        [IVP_N_F] = k + first, /* p0 */
        [IVP_N_MASS] = k,
        [IVP_N_CON] = k + first + stabilised, /* G of p0, G0 */
        [IVP_N_JAC] = matrix,
        [IVP_N_JAC_EVALS] = cost[IVP_N_JAC_EVALS], /* the problem's matter */
        [IVP_N_LU] = matrix,
        [IVP_N_SOLVE] = k,
        [IVP_N_NEWTON] = k,
    };
    for (int c = 0; c < IVP_NCOUNTERS; c++)
        ck_assert_msg(cost[c] == hand[c], "%s is %ld in a step of %ld iterations, by hand %ld",
                      ivp_counter_name((ivp_counter)c), cost[c], k, hand[c]);
    method_verdict(m, IVP_KEPT);
}

START_TEST(counters_agree_with_the_hand)
{
    const bool stabilised = _i == 1;
    method m;
    method_open(&m, "hht", NULL, "andrews", NULL, stabilised ? IVP_GGL : IVP_INDEX3);
    count_step(&m, true, true, stabilised);
    for (int k = 0; k < 5; k++) count_step(&m, false, false, stabilised);
    method_close(&m);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("hht_steps");
    tcase_add_loop_test(t, start_has_no_spike, 0, 2);
    tcase_add_loop_test(t, steps_follow_the_cube_root, 0, NSCALING);
    tcase_add_test(t, matrices_are_kept);
    tcase_add_loop_test(t, counters_agree_with_the_hand, 0, 2);
    return suite_run("hht_steps", t);
}
