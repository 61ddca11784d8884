/* test_hmmwv.c -- the HMMWV against the numbers that prototypes of the model have printed:
 * sizes, ranks, the equilibrium, all eigenvalues, the height of the chassis over the bump.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/problems/vibration.h"
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/instance.h"
#include "kernel/problem/mech.h"
#include "kernel/stepping/evolve.h"

static instance *open_car(const char *settings)
{
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(instance_open(&i, "hmmwv", settings, &why) == IVP_OK, "%s", why.text);
    return i;
}

/* Singular values of A, descending. A is rows x cols, filled up to square. */
static gsl_vector *singular(ivp_mat A)
{
    const size_t n = (size_t)A.cols;
    gsl_matrix *U = gsl_matrix_calloc(n, n), *V = gsl_matrix_alloc(n, n);
    gsl_vector *s = gsl_vector_alloc(n), *work = gsl_vector_alloc(n);
    for (int i = 0; i < A.rows; i++)
        for (int j = 0; j < A.cols; j++)
            gsl_matrix_set(U, (size_t)i, (size_t)j, *ivp_at(A, i, j));
    gsl_linalg_SV_decomp(U, V, s, work);
    gsl_matrix_free(U);
    gsl_matrix_free(V);
    gsl_vector_free(work);
    return s;
}

/* The start, without bump, its tangents and the null space of G. */
static const struct {
    const char *settings;
    int ng, dof;
    double least, most, fastest;
    double eigenvalue[24][2];
} variants[] = {
    { "bump=2",
      80,
      18,
      0.117,
      11.96,
      -2.6050e5,
      { { -2.6050e5, 0 },
        { -2.5850e5, 0 },
        { -1.7836e5, 0 },
        { -1.7770e5, 0 },
        { -9.996, 0 },
        { -78.5, 0 },
        { -54.9, 5.36 },
        { -37.27, 42.88 },
        { -37.04, 40.94 },
        { -32.3, 0 },
        { -13.19, 32.76 },
        { -12.94, 32.54 },
        { -12.93, 32.50 },
        { -12.90, 32.49 },
        { -8.734, 12.33 },
        { -6.789, 10.34 },
        { -3.393, 6.890 } } },
    { "variant=B10 bump=2",
      88,
      10,
      0.117,
      11.96,
      -5.519e3,
      { { -5.519e3, 0 },
        { -5.342e3, 0 },
        { -4.837e3, 0 },
        { -4.102e3, 0 },
        { -10.64, 0 },
        { -10.10, 0 },
        { -10.06, 0 },
        { -10.05, 0 },
        { -4.534, 26.77 },
        { -4.172, 25.59 },
        { -2.873, 21.07 } } },
};

START_TEST(ranks_equilibrium_and_eigenvalues)
{
    instance *i = open_car(variants[_i].settings);
    mech *m;
    ck_assert_int_eq(mech_full(i->mech, &m), IVP_OK);
    ck_assert_int_eq(m->nq, 98);
    ck_assert_int_eq(m->ng, variants[_i].ng);
    const ivp_state s = instance_view(i, 0, i->start, NULL);
    double most = 0;
    for (int k = 0; k < m->nq; k++) most = fmax(most, fabs(s.a[k]));
    ck_assert_msg(most < 6e-7, "largest acceleration at the start: %g", most);
    ck_assert_int_eq(mech_terms(m, ~0u, &s), IVP_OK);
    gsl_vector *G = singular(m->at.G), *M = singular(m->at.M);
    expect("largest singular value of G", gsl_vector_get(G, 0), variants[_i].most, 0.006);
    expect("least", gsl_vector_get(G, (size_t)m->ng - 1), variants[_i].least, 0.0006);
    ck_assert(gsl_vector_get(M, 83) > 0.01 && gsl_vector_get(M, 84) < 1e-9); /* rank 84 */
    gsl_vector_complex *e = free_eigenvalues(m, &s);
    ck_assert_uint_eq(e->size, 2 * (size_t)variants[_i].dof);
    for (int k = 0; k < 24 && variants[_i].eigenvalue[k][0] != 0; k++)
        expect_eigenvalue(e, variants[_i].eigenvalue[k][0], variants[_i].eigenvalue[k][1]);
    int neutral = 0;
    double fastest = 0;
    for (size_t k = 0; k < e->size; k++) {
        neutral += gsl_complex_abs(gsl_vector_complex_get(e, k)) < 0.05;
        fastest = fmin(fastest, GSL_REAL(gsl_vector_complex_get(e, k)));
    }
    ck_assert_int_eq(neutral, 6);
    expect("fastest", fastest, variants[_i].fastest, 6e-4 * fabs(variants[_i].fastest));
    gsl_vector_free(G), gsl_vector_free(M), gsl_vector_complex_free(e);
    instance_close(i);
}
END_TEST

/* Heights of the chassis as the prototypes have them, who stepped over the touch: to 3e-5 m,
 * and where the vehicle rides on its tyres to 1e-4 m (dopri5 and radau_iia agree on 0.7377315
 * and 0.6913177). */
static const struct {
    const char *settings;
    double t, height, pitch, trust;
} heights[] = {
    { "", 0.55, 0.713198, NAN, 3e-5 },
    { "", 0.6, 0.720905, -0.0092, 3e-5 },
    { "", 0.7, 0.719747, NAN, 3e-5 },
    { "", 1.354, 0.725474, 0.0140, 3e-5 },
    { "variant=B10", 0.608, 0.73765, NAN, 1e-4 },
    { "variant=B10", 0.758, 0.69137, NAN, 1e-4 },
};

START_TEST(height_over_the_bump)
{
    instance *i = open_car(heights[_i].settings);
    reason why = { "" };
    const evolve_setup setup = { .formulation = "index3",
                                 .solver = "radau_iia",
                                 .rtol = 1e-5,
                                 .atol = 1e-5,
                                 .t1 = heights[_i].t };
    evolve *e = NULL;
    double *y = calloc((size_t)instance_ncomponents(i), sizeof *y);
    ck_assert_msg(y && evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    expect("height", y[2], heights[_i].height, heights[_i].trust);
    const double pitch = asin(2 * (y[3] * y[5] - y[4] * y[6]));
    if (!isnan(heights[_i].pitch)) expect("pitch", pitch, heights[_i].pitch, 6e-5);
    evolve_destroy(e);
    free(y);
    instance_close(i);
}
END_TEST

/* Settings at which positions at the start of a long step could not be found from those at its
 * end ("the step cannot be probed"); each passes the time at which it was lost. */
static const struct {
    const char *solver;
    double rtol, t1;
} probed[] = {
    { "rosenbrock_nystrom", 1e-2, 0.75 },
    { "rodas", 1e-2, 1 },
    { "ndf", 1e-2, 0.9 },
};

START_TEST(events_are_found_in_long_steps_of_state_space)
{
    instance *i = open_car("");
    reason why = { "" };
    const evolve_setup setup = { .formulation = "state_space",
                                 .solver = probed[_i].solver,
                                 .rtol = probed[_i].rtol,
                                 .atol = probed[_i].rtol,
                                 .t1 = probed[_i].t1 };
    evolve *e = NULL;
    ck_assert_msg(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_msg(evolve_run(e, NULL, NULL) == IVP_OK, "%s", evolve_message(e));
    ck_assert_int_ge(evolve_counters(e)[IVP_N_EVENT], 2); /* both front wheels */
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

/* What sparse matrices learn in a run does not reach the next one. */
START_TEST(a_second_run_is_the_same_to_the_bit)
{
    instance *i = open_car("");
    reason why = { "" };
    const evolve_setup setup = {
        .formulation = "projected", .solver = "radau_iia", .rtol = 1e-3, .atol = 1e-3, .t1 = 1
    };
    evolve *e = NULL;
    const size_t n = (size_t)instance_ncomponents(i);
    double *y = calloc(2 * n, sizeof *y);
    long counters[2][IVP_NCOUNTERS];
    ck_assert_msg(y && evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    for (size_t k = 0; k < 2; k++) {
        ck_assert_msg(evolve_run(e, NULL, NULL) == IVP_OK, "%s", evolve_message(e));
        ck_assert_int_eq(evolve_state(e, y + k * n), IVP_OK);
        memcpy(counters[k], evolve_counters(e), sizeof counters[k]);
    }
    ck_assert_mem_eq(y, y + n, n * sizeof *y);
    ck_assert_mem_eq(counters[0], counters[1], sizeof counters[0]);
    evolve_destroy(e);
    free(y);
    instance_close(i);
}
END_TEST

/* M of Euler parameters is singular, with pivots that are round-off away from the start: no
 * acceleration follows from M a = f - G^T lambda. */
START_TEST(a_singular_mass_matrix_tells_no_acceleration)
{
    instance *i = open_car("");
    real q[98], drift[3];
    ivp_state s = instance_view(i, 0, i->start, NULL);
    ck_assert_int_eq(i->sizes.nq, 98);
    ck_assert_ptr_nonnull(s.a);
    for (int k = 0; k < 20; k++) {
        for (int j = 0; j < 98; j++) q[j] = s.q[j] + 1e-2 * sin(j + 98 * k);
        ivp_state moved = s;
        moved.q = q;
        ck_assert_int_eq(instance_drift(i, &moved, drift), IVP_OK);
        ck_assert_msg(drift[2] == -1, "point %d: %g", k, drift[2]);
    }
    instance_close(i);
}
END_TEST

/* The second of two cars is one whose bump lies 0.1 m further on. */
START_TEST(cars_do_not_know_of_each_other)
{
    enum { Q = 98, G = 80 };
    instance *two = open_car("ncar=2"), *one = open_car("xb=4.15");
    ck_assert_int_eq(two->sizes.nq, 2 * Q);
    ck_assert_int_eq(two->sizes.ng, 2 * G);
    double pair[4 * Q], single[2 * Q];
    memcpy(pair, two->start, sizeof pair);
    memcpy(single, one->start, sizeof single);
    for (int b = 0; b < Q; b += 7) pair[b] += 2.5, pair[Q + b] += 2.5, single[b] += 2.5;
    const ivp_state s2 = mech_state(two->mech, 0, pair), s1 = mech_state(one->mech, 0, single);
    ck_assert_int_eq(mech_accelerate(two->mech, &s2), IVP_OK);
    ck_assert_int_eq(mech_accelerate(one->mech, &s1), IVP_OK);
    double apart = 0;
    for (int k = 0; k < Q; k++) {
        expect("a", two->mech->a[Q + k], one->mech->a[k],
               1e-8 * fmax(1, fabs(one->mech->a[k])));
        apart = fmax(apart, fabs(two->mech->a[k] - one->mech->a[k]));
    }
    ck_assert(apart > 1); /* the first car is elsewhere on its bump */
    instance_close(two);
    instance_close(one);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("prototype");
    tcase_add_loop_test(t, ranks_equilibrium_and_eigenvalues, 0, 2);
    tcase_add_loop_test(t, height_over_the_bump, 0, sizeof heights / sizeof *heights);
    tcase_add_loop_test(t, events_are_found_in_long_steps_of_state_space, 0,
                        sizeof probed / sizeof *probed);
    tcase_add_test(t, a_second_run_is_the_same_to_the_bit);
    tcase_add_test(t, a_singular_mass_matrix_tells_no_acceleration);
    tcase_add_test(t, cars_do_not_know_of_each_other);
    return suite_run("hmmwv", t);
}
