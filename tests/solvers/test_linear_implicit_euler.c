/* test_linear_implicit_euler.c -- the partitioned linear-implicit Euler method on constrained
 * systems: order 1 of positions, velocities and multipliers in every formulation; its
 * options.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/linear_implicit_cases.h"

/* ---- order ------------------------------------------------------------------------------- */

enum { TIMES = 4 };

static const struct {
    const char *problem, *settings, *reference, *reference_formulation;
    double t1, h; /* h goes into t1 / TIMES */
    int rungs;
    bool stiff; /* none and J3 have no stability there */
} ladders[] = {
    { "circular_track", NULL, NULL, NULL, 1, 1.0 / 64, 7, false },
    { "car_axle", NULL, "dopri5", "projected", 0.25, 0.25 / 2048, 5, false },
    { "double_pendulum_rsda", "k2=50 c2=1", "dopri5", "projected", 1, 1.0 / 1024, 5, false },
    { "double_pendulum_rsda", NULL, "rosenbrock_nystrom", "state_space", 1, 1.0 / 256, 6,
      true },
};
enum { NLADDERS = sizeof ladders / sizeof *ladders };

/* Canonical states at the TIMES quarters of the interval. */
typedef struct trace {
    instance *instance;
    int nq, ng;
    double t1, state[TIMES][METHOD_UNKNOWNS];
} trace;

static void keep(void *watcher, const evolve_point *point)
{
    trace *w = watcher;
    const double quarter = point->t / w->t1 * TIMES;
    const int k = (int)lround(quarter) - 1;
    if (k < 0 || k >= TIMES || fabs(quarter - round(quarter)) > 1e-9) return;
    const ivp_state *s = point->state;
    memcpy(w->state[k], s->q, (size_t)w->nq * sizeof(double));
    memcpy(w->state[k] + w->nq, s->u, (size_t)w->nq * sizeof(double));
    memcpy(w->state[k] + 2 * w->nq, s->lambda, (size_t)w->ng * sizeof(double));
}

static trace *trace_open(int k)
{
    trace *w = calloc(1, sizeof *w);
    w->instance = open_problem(ladders[k].problem, ladders[k].settings);
    w->nq = w->instance->sizes.nq;
    w->ng = w->instance->sizes.ng;
    w->t1 = ladders[k].t1;
    return w;
}

static void trace_close(trace *w)
{
    instance_close(w->instance);
    free(w);
}

static void trace_run(trace *w, evolve_setup setup)
{
    reason why = { "" };
    evolve *e = NULL;
    setup.t1 = w->t1;
    ck_assert_msg(evolve_create(&e, w->instance, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_msg(evolve_run(e, keep, w) == IVP_OK, "%s@%s %s h = %g: %s", setup.solver,
                  setup.formulation, setup.options, setup.h, evolve_message(e));
    evolve_destroy(e);
}

/* At the quarters by a solution that owes nothing to the method. */
static void trace_reference(trace *w, int k)
{
    for (int j = 0; j < TIMES; j++) {
        double *state = w->state[j], canonical[METHOD_UNKNOWNS] = { 0 };
        const double t = w->t1 * (j + 1) / TIMES;
        instance *i = w->instance;
        if (i->problem->exact) {
            ck_assert_int_eq(i->problem->exact(t, canonical, i->p), IVP_OK);
            ck_assert_int_eq(instance_complete(i, t, canonical), IVP_OK);
        } else {
            const evolve_setup setup = { .formulation = ladders[k].reference_formulation,
                                         .solver = ladders[k].reference,
                                         .rtol = 1e-11,
                                         .atol = 1e-11,
                                         .t1 = t };
            const outcome_of_run o =
                run_method(ladders[k].problem, ladders[k].settings, &setup);
            ck_assert_int_eq(o.status, IVP_OK);
            memcpy(canonical, o.state, sizeof canonical);
        }
        const ivp_state s = instance_view(i, t, canonical, NULL);
        memcpy(state, s.q, (size_t)w->nq * sizeof *state);
        memcpy(state + w->nq, s.u, (size_t)w->nq * sizeof *state);
        memcpy(state + 2 * w->nq, s.lambda, (size_t)w->ng * sizeof *state);
    }
}

/* Largest distance over the quarters in n components from `from` on. */
static double apart(const trace *a, const trace *b, int from, int n)
{
    double most = 0;
    for (int j = 0; j < TIMES; j++)
        most = fmax(most, distance(a->state[j] + from, b->state[j] + from, n));
    return most;
}

static void expect_first_order(const ladder *l, const char *whose)
{
    const double found = ladder_order(l, 0.2);
    ck_assert_msg(fabs(found - 1) < 0.1, "%s: order %.2f%s", whose, found, ladder_text(l));
}

static void first_order(int k, int form, const char *options, const trace *reference)
{
    static const char *const names[] = { "q", "u", "lambda" };
    ladder l[3] = { 0 };
    trace *w = trace_open(k);
    for (int r = 0; r < ladders[k].rungs; r++) {
        const double h = ldexp(ladders[k].h, -r);
        trace_run(w, with_step(form, options, h));
        for (int c = 0; c < 3; c++)
            ladder_add(&l[c], h, apart(w, reference, c * w->nq, c < 2 ? w->nq : w->ng));
    }
    trace_close(w);
    for (int c = 0; c < 3; c++) {
        char whose[160];
        snprintf(whose, sizeof whose, "%s %s@%s %s %s %s", ladders[k].problem,
                 ladders[k].settings ? ladders[k].settings : "", forms[form][0], forms[form][1],
                 options, names[c]);
        expect_first_order(&l[c], whose);
    }
}

START_TEST(everything_is_of_first_order)
{
    const int k = _i / NFORMS, form = _i % NFORMS;
    const bool index1 = form == INDEX1 || form == BAUMGARTE1 || form == PROJECTED1;
    trace *reference = trace_open(k);
    trace_reference(reference, k);
    for (int j = EXACT; j < NJACOBIANS; j++) {
        if (ladders[k].stiff && j >= J3) continue;
        first_order(k, form, asked(j, ""), reference);
        if (index1 && !ladders[k].stiff)
            first_order(k, form, asked(j, "multiplier=explicit"), reference);
    }
    trace_close(reference);
}
END_TEST

/* y' = f(t, y), with its exact derivatives or without. */
START_TEST(first_order_equations)
{
    static const char *const options[] = { "jacobian=exact", "jacobian=none" };
    const evolve_setup fine = {
        .formulation = "ode", .solver = "dopri5", .rtol = 1e-12, .atol = 1e-12, .t1 = 5
    };
    const outcome_of_run reference = run_method("hires", NULL, &fine);
    ladder l = { 0 };
    for (int r = 0; r < 7; r++) {
        const evolve_setup setup = { .formulation = "ode",
                                     .solver = "linear_implicit_euler",
                                     .options = options[_i],
                                     .h = ldexp(5.0 / 512, -r),
                                     .t1 = 5 };
        const outcome_of_run o = run_method("hires", NULL, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        ladder_add(&l, setup.h, distance(o.state, reference.state, 8));
    }
    expect_first_order(&l, options[_i]);
}
END_TEST

/* Time in f is worth a state of its own: the exact Jacobian has f_t, `none` needs no f_t. */
START_TEST(time_is_like_a_state)
{
    evolve_setup setup = { .formulation = "ode",
                           .solver = "linear_implicit_euler",
                           .options = _i ? "jacobian=none" : "jacobian=exact",
                           .h = 0.01 };
    const outcome_of_run state = run_method("t_sin_inverse", "time=state", &setup),
                         hidden = run_method("t_sin_inverse", "time=explicit", &setup);
    ck_assert_int_eq(state.status, IVP_OK);
    ck_assert_double_lt(distance(state.state, hidden.state, 3), 1e-13);
}
END_TEST

/* ---- options ----------------------------------------------------------------------------- */

static outcome_of_run pendulum(const char *settings, const char *formulation,
                               const char *options)
{
    const evolve_setup setup = { .formulation = formulation,
                                 .solver = "linear_implicit_euler",
                                 .options = options,
                                 .h = 2e-3 };
    return run_method("double_pendulum_rsda", settings, &setup);
}

/* In Cartesian coordinates the springs and dampers are all that f depends on: the derivatives
 * of the stiff terms are those of f, at the cost of one evaluation. */
START_TEST(stiff_terms_are_enough)
{
    const outcome_of_run all = pendulum(NULL, "projected", "jacobian=J2"),
                         some = pendulum(NULL, "projected", "jacobian=J2 terms=stiff");
    ck_assert_int_eq(all.status, IVP_OK);
    ck_assert_int_eq(some.status, IVP_OK);
    ck_assert_double_lt(distance(all.state, some.state, 12), 1e-8);
    ck_assert_int_eq(all.counters[IVP_N_JAC_EVALS], 12 * all.counters[IVP_N_JAC]);
    ck_assert_int_eq(some.counters[IVP_N_JAC_EVALS], some.counters[IVP_N_JAC]);

    const outcome_of_run angles = pendulum("form=angles", "ode", "jacobian=J2 terms=stiff");
    const outcome_of_run lost = pendulum("form=angles", "ode", "jacobian=none");
    ck_assert_int_eq(angles.status, IVP_OK);
    ck_assert(lost.status != IVP_OK);
    ck_assert_double_eq_tol(angles.state[0], all.state[2], 0.05);
    ck_assert_double_eq_tol(angles.state[1], all.state[5], 0.05);
}
END_TEST

/* Stiff forces that act through constraints reach multipliers from data explicitly. */
START_TEST(multipliers_from_data_do_not_damp)
{
    const outcome_of_run coupled = pendulum(NULL, "projected", "jacobian=J2"),
                         data = pendulum(NULL, "projected", "jacobian=J2 multiplier=explicit");
    ck_assert_int_eq(coupled.status, IVP_OK);
    ck_assert(data.status != IVP_OK);
}
END_TEST

/* The parameters that are not given are 1/h and 1/h^2; 1/(2 h) where positions follow. */
START_TEST(feedback_defaults)
{
    static const struct {
        int form;
        const char *options, *feedback;
        bool same;
    } given[] = {
        { BAUMGARTE1, "jacobian=J1", "alpha=128 beta=16384", true },
        { BAUMGARTE1, "jacobian=J1", "alpha=128", true },
        { BAUMGARTE1, "jacobian=J1", "alpha=64 beta=16384", false },
        { BAUMGARTE1, "jacobian=exact", "alpha=64 beta=16384", true },
        { BAUMGARTE2, "jacobian=J1", "alpha=128", true },
        { BAUMGARTE2, "jacobian=exact", "alpha=128", true },
        { BAUMGARTE2, "jacobian=exact", "alpha=100", false },
    };
    for (size_t k = 0; k < sizeof given / sizeof *given; k++) {
        evolve_setup setup = with_step(given[k].form, given[k].options, 1.0 / 128);
        setup.t1 = 1;
        const outcome_of_run a = run_method("circular_track", NULL, &setup);
        setup.formulation_options = given[k].feedback;
        const outcome_of_run b = run_method("circular_track", NULL, &setup);
        ck_assert_int_eq(distance(a.state, b.state, 8) <= 0, given[k].same);
    }
}
END_TEST

static const struct {
    const char *problem, *word;
    evolve_setup setup;
} refused[] = {
    { "hires",
      "J1, J2, J3",
      { .formulation = "ode",
        .solver = "linear_implicit_euler",
        .options = "jacobian=J2",
        .h = 0.1 } },
    { "car_axle",
      "constant step",
      { .formulation = "index2",
        .solver = "linear_implicit_euler",
        .rtol = 1e-3,
        .atol = 1e-3 } },
    { "car_axle",
      "does not take",
      { .formulation = "index3", .solver = "linear_implicit_euler", .h = 1e-3 } },
    { "car_axle",
      "base",
      { .formulation = "projected",
        .formulation_options = "base=index2",
        .solver = "dopri5",
        .rtol = 1e-3,
        .atol = 1e-3 } },
};
enum { NREFUSED = sizeof refused / sizeof *refused };

START_TEST(refused_in_words)
{
    reason why = { "" };
    instance *i = open_problem(refused[_i].problem, NULL);
    evolve *e = NULL;
    ck_assert_int_lt(evolve_create(&e, i, &refused[_i].setup, &why), 0);
    ck_assert_msg(strstr(why.text, refused[_i].word) != NULL, "the sentence is: %s", why.text);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("linear-implicit Euler");
    tcase_add_loop_test(t, everything_is_of_first_order, 0, NLADDERS * NFORMS);
    tcase_add_loop_test(t, first_order_equations, 0, 2);
    tcase_add_loop_test(t, time_is_like_a_state, 0, 2);
    tcase_add_test(t, stiff_terms_are_enough);
    tcase_add_test(t, multipliers_from_data_do_not_damp);
    tcase_add_test(t, feedback_defaults);
    tcase_add_loop_test(t, refused_in_words, 0, NREFUSED);
    return run_suite(t, "linear-implicit Euler");
}
