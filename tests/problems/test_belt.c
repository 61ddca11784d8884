/* test_belt.c -- the accessory belt: lengths of its path, the start, balance and energy of its
 * forces, eigenvalues, what a prototype of its definition gave, and sparse against full
 * matrices.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/problems/vibration.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/problems/end_of_run.h"

static instance *belt(const char *settings)
{
    reason why;
    instance *i = NULL;
    ck_assert_msg(instance_open(&i, "belt", settings, &why) == IVP_OK, "%s", why.text);
    return i;
}

static double look(const instance *i, const char *name, double t, const double *state)
{
    const ivp_state s = instance_view(i, t, state, NULL);
    for (const ivp_observable *o = i->problem->observables; o->name; o++)
        if (!strcmp(o->name, name)) return instance_observe(i, o, &s);
    ck_abort_msg("no %s", name);
}

/* ---- geometry and start: sections 2, 3 and 6 of the definition --------------------------- */

static const struct {
    const char *settings;
    int n, contacts;
    double chord, length, mass, inertia, loosest, tightest, bearing;
} starts[] = {
    { "N=100", 100, 80, 10.432521170, 10.393545375, 1.14328999e-3, 1.18164533e-2, 0.2896,
      0.3031, 0.532 },
    { "N=40", 40, 0, 26.00563985, 25.90848303, 2.84993313e-3, 1.63217925e-1, 0.251, 0.302, 0 },
    { "N=20", 20, 0, 51.46653975, 51.27426127, 5.64016874e-3, 1.24321063, 0.199, 0.303, 0 },
};

static void expect_digits(double value, double printed, double digits)
{
    ck_assert_double_le(fabs(value - printed), pow(10, -digits) * fabs(printed));
}

START_TEST(path_and_start)
{
    instance *i = belt(starts[_i].settings);
    const int n = starts[_i].n;
    const double *derived = i->p + i->nparams, *y = i->start;
    ck_assert_int_eq(i->sizes.nq, 3 * (n + 5));
    ck_assert_int_eq(i->sizes.ng, 10);
    expect_digits(derived[0], starts[_i].chord, 9);
    expect_digits(derived[1], starts[_i].length, 9);
    expect_digits(derived[2], starts[_i].mass, 8);
    expect_digits(derived[3], starts[_i].inertia, 8);
    expect_digits(derived[4], -5.6915, 4.3);
    ck_assert_double_eq_tol(look(i, "loosest", 0, y), starts[_i].loosest, 1.01e-3);
    ck_assert_double_eq_tol(look(i, "tightest", 0, y), starts[_i].tightest, 1.01e-3);
    if (starts[_i].contacts) {
        ck_assert_int_eq((int)look(i, "contacts", 0, y), starts[_i].contacts);
        ck_assert_double_eq_tol(look(i, "bearing", 0, y), starts[_i].bearing, 6e-4);
    }
    real drift[3];
    const ivp_state s = instance_view(i, 0, y, NULL);
    ck_assert_int_eq(instance_drift(i, &s, drift), IVP_OK);
    ck_assert_double_lt(drift[0], 1e-12);
    ck_assert_double_lt(drift[1], 1e-12);
    instance_close(i);
}
END_TEST

START_TEST(first_segment)
{
    instance *i = belt("N=100");
    const double q[] = { -60.69530908, -47.0764585, -0.91109941 },
                 u[] = { 4.70831182, -6.07038953, 0.10001415 };
    for (int k = 0; k < 3; k++) {
        ck_assert_double_eq_tol(i->start[k], q[k], 1e-7);
        ck_assert_double_eq_tol(i->start[i->sizes.nq + k], u[k], 1e-8);
    }
    instance_close(i);
}
END_TEST

/* ---- forces ------------------------------------------------------------------------------ */

/* Elements push two bodies against each other: without torques and arm nothing is left of their
 * sum and of their moment, whatever the state and the law. */
static void expect_balance(instance *i, mech *m, double *y)
{
    const int n = (i->sizes.nq - 15) / 3;
    double sum[3] = { 0 }, size = 0;
    for (int k = 0; k < 2 * i->sizes.nq; k++)
        y[k] = i->start[k] + (k < i->sizes.nq ? 0.02 : 0.1) * sin(17.0 * k);
    for (int b = 0; b < 5; b++) /* what torques see: at rest, as they want it */
        y[i->sizes.nq + 3 * (n + b) + 2] = b == 0 ? 0.1 : 0;
    y[3 * (n + 4) + 2] = i->start[3 * (n + 4) + 2];
    const ivp_state s = mech_state(m, 0, y);
    ck_assert_int_eq(mech_terms(m, IVP_F, &s), IVP_OK);
    for (int k = 0; k < n + 5; k++) {
        const double *f = m->at.f + 3 * k, *r = y + 3 * k;
        const double own = k == n + 4 ? 5.6915 : 0; /* the arm's spring holds the belt */
        sum[0] += f[0];
        sum[1] += f[1];
        sum[2] += f[2] + r[0] * f[1] - r[1] * f[0] - own;
        size += fabs(f[0]) + fabs(f[1]);
    }
    ck_assert_double_gt(size, 1);
    ck_assert_double_lt(fabs(sum[0]) + fabs(sum[1]), 1e-12 * size);
    ck_assert_double_lt(fabs(sum[2]), 1e-4);
}

static const char *const laws[] = { "N=20", "N=20 contact=smooth", "N=20 contact=kelvin_voigt",
                                    "N=300" };

START_TEST(forces_balance)
{
    instance *i = belt(laws[_i]);
    double *y = calloc((size_t)instance_ncomponents(i), sizeof *y);
    expect_balance(i, i->mech, y);
    free(y);
    instance_close(i);
}
END_TEST

/* Without friction and torques forces at rest have a potential, of springs and contacts: their
 * derivative is symmetric. What speed adds to them takes power. */
static const char *const frictionless[] = { "N=20 mu=0 load=0",
                                            "N=20 mu=0 load=0 contact=smooth" };

START_TEST(energy_is_lost_to_dampers_alone)
{
    instance *i = belt(frictionless[_i]);
    mech *m;
    ck_assert_int_eq(mech_full(i->mech, &m), IVP_OK);
    const int nq = i->sizes.nq;
    double *y = calloc((size_t)instance_ncomponents(i), sizeof *y), largest = 0, power = 0;
    for (int k = 0; k < nq; k++) y[k] = i->start[k] + 0.02 * sin(17.0 * k);
    const ivp_state rest = instance_view(i, 0, y, NULL); /* a and lambda are 0 */
    ck_assert_int_eq(mech_tangent(m, TANGENT_R, &rest, NULL), IVP_OK);
    for (int a = 0; a < nq * nq; a++)
        largest = fmax(largest, fabs(*ivp_at(m->tangent.rq, a / nq, a % nq)));
    for (int a = 0; a < nq; a++)
        for (int b = 0; b < a; b++)
            expect("r_q, mirrored", *ivp_at(m->tangent.rq, a, b), *ivp_at(m->tangent.rq, b, a),
                   1e-9 * largest);
    for (int turn = 0; turn < 2; turn++) {
        for (int k = 0; k < nq; k++) y[nq + k] = turn ? 0 : 1e-3 * sin(13.0 * k);
        const ivp_state s = mech_state(m, 0, y);
        ck_assert_int_eq(mech_terms(m, IVP_F, &s), IVP_OK);
        for (int k = 0; k < nq; k++)
            power += (turn ? -1 : 1) * m->at.f[k] * 1e-3 * sin(13.0 * k);
    }
    ck_assert_double_lt(power, -1e-6);
    free(y);
    instance_close(i);
}
END_TEST

/* Section 6 of the definition, 1/ms: the fastest decay and oscillation at the start, how many
 * decay faster than 100. */
static const struct {
    const char *settings;
    double decay, oscillation;
    int fast;
} spectra[] = { { "N=20", 3.1e3, 73, 25 },
                { "N=40", 2.2e3, 71, 33 },
                { "N=100", 1.6e3, 75, 155 } };

START_TEST(eigenvalues_at_the_start)
{
    instance *i = belt(spectra[_i].settings);
    mech *m;
    ck_assert_int_eq(mech_full(i->mech, &m), IVP_OK);
    const ivp_state s = instance_view(i, 0, i->start, NULL);
    gsl_vector_complex *e = free_eigenvalues(m, &s);
    double decay = 0, oscillation = 0;
    int fast = 0;
    for (size_t k = 0; k < e->size; k++) {
        const gsl_complex z = gsl_vector_complex_get(e, k);
        decay = fmax(decay, -GSL_REAL(z));
        oscillation = fmax(oscillation, GSL_IMAG(z));
        fast += GSL_REAL(z) < -100;
    }
    expect("fastest decay", decay, spectra[_i].decay, 50);
    expect("fastest oscillation", oscillation, spectra[_i].oscillation, 0.5);
    ck_assert_int_eq(fast, spectra[_i].fast);
    gsl_vector_complex_free(e);
    instance_close(i);
}
END_TEST

/* ---- runs -------------------------------------------------------------------------------- */

typedef struct run {
    instance *i;
    double t, *y;
    long counters[IVP_NCOUNTERS];
} run;

static run go(const char *settings, const char *elimination, double t1)
{
    char options[40];
    run r = { .i = belt(settings), .t = t1 };
    snprintf(options, sizeof options, "elimination=%s", elimination);
    const evolve_setup setup = { .formulation = "index3",
                                 .formulation_options = options,
                                 .solver = "hht",
                                 .rtol = 1e-4,
                                 .atol = 1e-4,
                                 .t1 = t1 };
    r.y = end_of_run(r.i, &setup, NULL, NULL, r.counters);
    return r;
}

static void done(run *r)
{
    instance_close(r->i);
    free(r->y);
}

/* A prototype's values at N = 100, sensitive to 1 %. */
static const struct {
    const char *name;
    double at_4, bar;
} prototype[] = {
    { "omega_1", 0.10001, 2e-5 },  { "omega_2", 0.12561, 1e-3 }, { "omega_3", 0.22623, 5e-4 },
    { "omega_4", -0.20603, 2e-3 }, { "arm", -0.0088, 2e-4 },     { "loosest", 0.278, 5e-3 },
    { "tightest", 0.355, 8e-3 },   { "bearing", 0.574, 1.2e-2 }, { "contacts", 72, 1 },
};

START_TEST(what_a_prototype_gave)
{
    run r = go("N=100", "sparse", 4);
    for (size_t k = 0; k < sizeof prototype / sizeof *prototype; k++) {
        const double value = look(r.i, prototype[k].name, r.t, r.y);
        ck_assert_msg(fabs(value - prototype[k].at_4) <= prototype[k].bar, "%s %.6g",
                      prototype[k].name, value);
    }
    /* 6 coordinates of an element, 5 colours of the rest and their check: no more for 100
     * segments than for 2,000 */
    ck_assert_int_lt(r.counters[IVP_N_JAC_EVALS], 13 * r.counters[IVP_N_JAC]);
    done(&r);
}
END_TEST

START_TEST(sparse_is_what_dense_is)
{
    static const char *const settings[] = { "N=20", "N=20 contact=smooth" };
    run few = go(settings[_i], "sparse", 0.1), full = go(settings[_i], "dense", 0.1);
    ck_assert_int_eq(few.counters[IVP_N_ACCEPTED], full.counters[IVP_N_ACCEPTED]);
    for (int k = 0; k < few.i->sizes.nq; k++)
        ck_assert_double_eq_tol(few.y[k], full.y[k], 1e-5);
    done(&few);
    done(&full);
}
END_TEST

START_TEST(number_of_segments_is_named)
{
    reason why;
    instance *i = NULL;
    ck_assert_int_lt(instance_open(&i, "belt", "N=19", &why), 0);
    ck_assert_int_lt(instance_open(&i, "belt", "N=40.5", &why), 0);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("belt");
    tcase_add_loop_test(c, path_and_start, 0, 3);
    tcase_add_test(c, first_segment);
    tcase_add_loop_test(c, forces_balance, 0, 4);
    tcase_add_loop_test(c, energy_is_lost_to_dampers_alone, 0, 2);
    tcase_add_loop_test(c, eigenvalues_at_the_start, 0, 3);
    tcase_add_test(c, what_a_prototype_gave);
    tcase_add_loop_test(c, sparse_is_what_dense_is, 0, 2);
    tcase_add_test(c, number_of_segments_is_named);
    return suite_run("belt", c);
}
