/* test_belt_space.c -- the accessory belt in space: sizes of its definition, balance of its
 * forces, and the planar motion as one of its motions.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/problems/space.h"

static instance *belt(const char *settings) { return opened("belt", settings); }

/* Section 5 of the definition: 8 N + 65 unknowns by Euler parameters, 6 N + 55 by angles. */
START_TEST(counts)
{
    static const int segments[] = { 20, 100, 183 };
    char settings[40];
    const int n = segments[_i];
    snprintf(settings, sizeof settings, "dim=3 N=%d", n);
    instance *i = belt(settings);
    real drift[3];
    ck_assert_int_eq(i->sizes.nq, 7 * (n + 5));
    ck_assert_int_eq(i->sizes.nq + i->sizes.ng, 8 * n + 65);
    ck_assert_int_eq(6 * (n + 5) + i->sizes.ng - (n + 5), 6 * n + 55);
    const ivp_state s = instance_view(i, 0, i->start, NULL);
    ck_assert_int_eq(instance_drift(i, &s, drift), IVP_OK);
    ck_assert_double_lt(drift[0], 1e-12);
    ck_assert_double_lt(drift[1], 1e-12);
    instance_close(i);
}
END_TEST

/* Elements push two bodies against each other, out of the plane, too. */
static const char *const laws[] = { "dim=3", "dim=3 contact=smooth",
                                    "dim=3 contact=kelvin_voigt" };

START_TEST(forces_balance)
{
    instance *i = belt(laws[_i]);
    mech *m = full(i);
    double *y = state_of(i), sum[3] = { 0 }, size = 0;
    shake(i, y, 0.01);
    const ivp_state s = mech_state(m, 0, y);
    ck_assert_int_eq(mech_terms(m, IVP_F, &s), IVP_OK);
    for (int k = 0; k < i->sizes.nq; k++)
        if (k % 7 < 3) {
            sum[k % 7] += m->at.f[k];
            size += fabs(m->at.f[k]);
        }
    ck_assert_double_gt(size, 1);
    for (int c = 0; c < 3; c++) ck_assert_double_lt(fabs(sum[c]), 1e-12 * size);
    free(y);
    instance_close(i);
}
END_TEST

/* What segments do to each other has no moment either: above a plane in which there is no
 * pulley. */
START_TEST(elements_have_no_moment)
{
    instance *i = belt("dim=3 mu=0");
    mech *m = full(i);
    const int n = 20;
    double *y = state_of(i), moment[3] = { 0 }, size = 0;
    shake(i, y, 0.01);
    for (int b = n; b < n + 5; b++) y[7 * b] += 1000;
    for (int k = 0; k < i->sizes.nq; k++) y[i->sizes.nq + k] = 0; /* no gyroscopic forces */
    const ivp_state s = mech_state(m, 0, y);
    ck_assert_int_eq(mech_terms(m, IVP_F, &s), IVP_OK);
    for (int b = 0; b < n; b++) {
        const double *f = m->at.f + 7 * b, *r = y + 7 * b;
        double inside[3], about[3], arm[3];
        spin(r + 3, f + 3, inside);
        for (int c = 0; c < 3; c++) inside[c] /= 4;
        turn(r + 3, inside, about);
        cross(r, f, arm);
        for (int c = 0; c < 3; c++) {
            moment[c] += about[c] + arm[c];
            size += fabs(arm[c]);
        }
    }
    ck_assert_double_gt(size, 100);
    for (int c = 0; c < 3; c++) ck_assert_double_lt(fabs(moment[c]), 1e-12 * size);
    free(y);
    instance_close(i);
}
END_TEST

static const char *const planar[] = { "T=0.2", "T=0.2 contact=smooth",
                                      "T=0.2 contact=kelvin_voigt" };
static const char *const seen[] = { "omega_1", "omega_2", "omega_3",  "omega_4",  "arm",
                                    "bearing", "loosest", "tightest", "contacts", NULL };

START_TEST(accelerations_are_those_of_the_plane)
{
    static double y[2000];
    instance *i = run_to("belt", planar[_i], 1e-4, y), *wide = belt(laws[_i]);
    expect_plane(i, wide, 0.2, y, 2, seen);
    instance_close(i);
    instance_close(wide);
}
END_TEST

/* Ten tolerances apart at most: steps differ. */
START_TEST(runs_are_those_of_the_plane)
{
    static double y[1000], wide[1000], lifted[1000];
    instance *i = run_to("belt", "T=0.1", 1e-4, y),
             *w = run_to("belt", "T=0.1 dim=3", 1e-4, wide);
    lift(y, y + 3 * 25, 25, 2, lifted);
    for (int k = 0; k < 7 * 25; k++)
        ck_assert_double_eq_tol(wide[k], lifted[k], 1e-3 * fmax(1, fabs(lifted[k])));
    instance_close(i);
    instance_close(w);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("space");
    tcase_add_loop_test(c, counts, 0, 3);
    tcase_add_loop_test(c, forces_balance, 0, 3);
    tcase_add_test(c, elements_have_no_moment);
    tcase_add_loop_test(c, accelerations_are_those_of_the_plane, 0, 3);
    tcase_add_test(c, runs_are_those_of_the_plane);
    return suite_run("belt_space", c);
}
