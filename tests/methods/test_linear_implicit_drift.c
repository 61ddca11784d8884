/* test_linear_implicit_drift.c -- how far the partitioned linear-implicit Euler method leaves
 * the constraints: Burgermeister, Arnold, Esterl, figures 3 and 6, and section 3.4.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/linear_implicit_cases.h"

#include "kernel/problem/status.h"

/* ---- car axle: max |g| over the step size ------------------------------------------------ */

static double drift_with(const char *settings, int form, const char *options, double h)
{
    const evolve_setup setup = with_step(form, options, h);
    const outcome_of_run o = run_method("car_axle", settings, &setup);
    ck_assert_msg(o.status == IVP_OK, "%s %s %s h = %g: %s", forms[form][0], forms[form][1],
                  options, h, status_name(o.status));
    return o.drift;
}

static double axle_drift(int form, const char *options, double h)
{
    return drift_with(NULL, form, options, h);
}

/* From 10 ms to 1 ms, times `scale`. */
static double slope_with(const char *settings, int form, const char *options, double scale)
{
    static const double h[] = { 1e-2, 7.5e-3, 5e-3, 3e-3, 2e-3, 1.5e-3, 1e-3 };
    ladder l = { 0 };
    double spread;
    for (int k = 0; k < 7; k++)
        ladder_add(&l, scale * h[k], drift_with(settings, form, options, scale * h[k]));
    return ladder_slope(&l, 0, l.n - 1, &spread);
}

static double axle_slope(int form, const char *options, double scale)
{
    return slope_with(NULL, form, options, scale);
}

static const struct {
    int form;
    double slope, within;
} slopes[] = {
    { INDEX2, 1, 0.1 },       { BAUMGARTE1, 2, 0.1 },   { BAUMGARTE2, 2, 0.1 },
    { PROJECTED1, 3.1, 0.3 }, { PROJECTED2, 3.1, 0.3 },
};
enum { NSLOPES = sizeof slopes / sizeof *slopes };

static void expect_slope(int k, const char *options, double scale)
{
    const double found = axle_slope(slopes[k].form, options, scale);
    ck_assert_msg(fabs(found - slopes[k].slope) <= slopes[k].within, "%s %s %s: slope %.3f",
                  forms[slopes[k].form][0], forms[slopes[k].form][1], options, found);
}

START_TEST(drift_has_the_papers_power_of_h)
{
    for (int j = J1; j <= J3; j++) {
        expect_slope(_i, asked(j, ""), 1);
        expect_slope(_i, asked(j, "multiplier=explicit"), 1);
    }
}
END_TEST

/* `exact` damps the springs like implicit Euler, the less the smaller h: its powers come lower,
 * and later. */
START_TEST(damping_hides_a_part_of_the_power)
{
    const double found = axle_slope(slopes[_i].form, "jacobian=exact", 0.1);
    ck_assert_double_gt(found, 0.85 * floor(slopes[_i].slope) - 0.1);
    ck_assert_double_lt(found, floor(slopes[_i].slope) + 0.1);
}
END_TEST

/* With the mass a hundredfold (eps = 0.1) the springs swing at 4.5 rad/s in place of 45: the
 * damping, h omega^2/2, is a hundredth, and `exact` has the powers of the others. */
START_TEST(slow_springs_leave_exact_its_power)
{
    const double found = slope_with("eps=0.1", slopes[_i].form, "jacobian=exact", 1);
    ck_assert_msg(fabs(found - slopes[_i].slope) <= slopes[_i].within, "%s %s: slope %.3f",
                  forms[slopes[_i].form][0], forms[slopes[_i].form][1], found);
}
END_TEST

START_TEST(converged_projection_leaves_rounding)
{
    const evolve_setup setup = { .formulation = "projected",
                                 .formulation_options =
                                     _i ? "newton=converged base=index2" : "newton=converged",
                                 .solver = "linear_implicit_euler",
                                 .h = 2e-3 };
    const outcome_of_run o = run_method("car_axle", NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_double_lt(o.drift, 2e-15);
    for (int j = EXACT; j < NONE; j++)
        ck_assert_double_lt(axle_drift(GGL, asked(j, ""), 2e-3), 2e-15);
}
END_TEST

/* Every further Newton step gains at least a factor h. */
START_TEST(newton_steps_count)
{
    double drift[4];
    for (int k = 0; k < 4; k++) {
        char option[20];
        snprintf(option, sizeof option, "newton=%d", k + 1);
        evolve_setup setup = with_step(PROJECTED1, "jacobian=J2", 1e-2);
        setup.formulation_options = option;
        const outcome_of_run o = run_method("car_axle", NULL, &setup);
        drift[k] = o.drift;
        ck_assert_int_eq(o.counters[IVP_N_NEWTON], (k + 1) * o.counters[IVP_N_ACCEPTED]);
        if (k > 0) ck_assert_double_lt(drift[k], 0.02 * drift[k - 1]);
    }
    ck_assert(!(drift[0] < axle_drift(PROJECTED1, "jacobian=J2", 1e-2)) &&
              !(drift[0] > axle_drift(PROJECTED1, "jacobian=J2", 1e-2)));
}
END_TEST

/* ---- velocity level ---------------------------------------------------------------------- */

typedef struct velocities {
    instance *instance;
    double violation, feedback; /* of G u + g_t; of G u + g_t + alpha g, alpha = 1/h */
} velocities;

static void look(void *watcher, const evolve_point *point)
{
    velocities *v = watcher;
    const ivp_state *s = point->state;
    double M[16], G[8], f[4], unused[2], g[2], gt[2], gamma[2];
    ivp_terms terms = { .M = { 4, 4, 4, M },
                        .G = { 2, 4, 2, G },
                        .f = f,
                        .d = unused,
                        .g = g,
                        .gt = gt,
                        .gamma = gamma };
    memset(G, 0, sizeof G);
    memset(gt, 0, sizeof gt);
    const ivp_problem *p = v->instance->problem;
    ck_assert_int_eq(p->mech.terms(IVP_CON | IVP_GQ | IVP_GT, s, &terms, v->instance->p),
                     IVP_OK);
    for (int i = 0; point->h > 0 && i < 2; i++) {
        double w = gt[i];
        for (int j = 0; j < 4; j++) w += G[i + 2 * j] * s->u[j];
        v->violation = fmax(v->violation, fabs(w));
        v->feedback = fmax(v->feedback, fabs(w + g[i] / point->h));
    }
}

static velocities axle_velocities(int form, int jacobian)
{
    reason why;
    velocities v = { .instance = open_problem("car_axle", NULL) };
    const evolve_setup setup = with_step(form, asked(jacobian, ""), 5e-3);
    evolve *e = NULL;
    ck_assert_msg(evolve_create(&e, v.instance, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_int_eq(evolve_run(e, look, &v), IVP_OK);
    evolve_destroy(e);
    instance_close(v.instance);
    return v;
}

/* Index 2, GGL and projection end on the velocity constraint, with feedback on its own one. */
START_TEST(velocity_constraints_hold)
{
    for (int j = EXACT; j < NONE; j++) {
        for (int form = PROJECTED1; form <= GGL; form++)
            ck_assert_double_lt(axle_velocities(form, j).violation, 1e-13);
        if (j == EXACT) continue; /* takes G at q + h u and ends elsewhere */
        ck_assert_double_lt(axle_velocities(INDEX2, j).violation, 1e-13);
        ck_assert_double_lt(axle_velocities(BAUMGARTE2, j).feedback, 1e-12);
        ck_assert_double_gt(axle_velocities(BAUMGARTE2, j).violation, 1e-3);
    }
}
END_TEST

/* ---- circular track: drift over a long time ---------------------------------------------- */

static double track_drift(int form, const char *options, double t1)
{
    evolve_setup setup = with_step(form, options, 1e-2);
    setup.t1 = t1;
    const outcome_of_run o = run_method("circular_track", NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o.drift;
}

/* Figure 3: index 1 leaves the track faster than index 2, projection and feedback never. */
START_TEST(unstabilised_forms_leave_the_track)
{
    const char *const more[] = { "", "multiplier=explicit" };
    for (int k = 0; k < 2; k++) {
        const char *options = asked(_i, more[k]);
        const double one = track_drift(INDEX1, options, 100),
                     two = track_drift(INDEX2, options, 100);
        ck_assert_double_gt(one, 2 * two);
        ck_assert_double_gt(two, 0.5);
        ck_assert_double_gt(two, 5 * track_drift(INDEX2, options, 10));
        for (int form = BAUMGARTE1; form < NFORMS; form++) {
            const double soon = track_drift(form, options, 1),
                         late = track_drift(form, options, 100);
            ck_assert_double_lt(late, 1.0001 * soon + 1e-15);
            ck_assert_double_lt(late, form < PROJECTED1 ? 3e-4 : 2e-8);
        }
    }
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("drift");
    tcase_add_loop_test(t, drift_has_the_papers_power_of_h, 0, NSLOPES);
    tcase_add_loop_test(t, damping_hides_a_part_of_the_power, 0, NSLOPES);
    tcase_add_loop_test(t, slow_springs_leave_exact_its_power, 0, NSLOPES);
    tcase_add_loop_test(t, converged_projection_leaves_rounding, 0, 2);
    tcase_add_test(t, newton_steps_count);
    tcase_add_test(t, velocity_constraints_hold);
    tcase_add_loop_test(t, unstabilised_forms_leave_the_track, 0, NJACOBIANS);
    return run_suite(t, "linear-implicit Euler: drift");
}
