/* test_flexible_frame.c -- the vehicle with the flexible frame against the numbers that a
 * prototype of the model has printed: vibrations of the frame alone, sizes, ranks, equilibrium,
 * vibrations of the vehicle; and both ways of fixing parts to the frame against each other.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/problems/vibration.h"
#include <gsl/gsl_sort_vector.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/instance.h"
#include "kernel/problem/mech.h"
#include "kernel/stepping/evolve.h"

enum { PARTS = 29, ROWS = 160, MODES_AT_FIRST = 8, FREQUENCIES = 12 };

static instance *open_vehicle(const char *settings)
{
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(instance_open(&i, "flexible_frame", settings, &why) == IVP_OK, "%s",
                  why.text);
    return i;
}

static double hertz(double square) { return sqrt(fmax(square, 0)) / (2 * M_PI); }

/* ---- the frame alone: sections 2 and 8 of the definition --------------------------------- */

START_TEST(frame)
{
    static const double mass[] = { 6.92495, 0.22451, 1.643528, 1.866473 };
    static const double first[] = { 56.696, 80.8,  134.0, 151.5, 163.8,
                                    169.2,  223.7, 276.4, 358.2, 378.8 };
    enum { MODES = 135 };
    instance *i = open_vehicle("modes=135");
    const double *derived = i->p + i->nparams, *square = derived + 4, *shape = square + MODES;
    static const double half[] = { 5e-6, 5e-6, 5e-7, 5e-7 };
    for (int k = 0; k < 4; k++) expect("inertia", derived[k], mass[k], half[k]);
    expect("lowest", hertz(square[0]), first[0], 5e-4);
    for (int k = 1; k < 10; k++) expect("frequency", hertz(square[k]), first[k], 0.05);
    expect("mode 133", hertz(square[132]), 13097.9, 0.05);
    expect("mode 134", hertz(square[133]), 13098.7, 0.05);
    expect("mode 135", hertz(square[134]), 13468.9, 0.05);
    int low = 0;
    for (int k = 0; k < MODES; k++) low += hertz(square[k]) < 1000;
    ck_assert_int_eq(low, 26);
    expect("uz of mode 1 at node 1", fabs(shape[2]), 0.5740838, 1e-7);
    expect("ry of mode 1 at node 3", fabs(shape[6 * MODES * 2 + 4]), 1.645536, 1e-6);
    instance_close(i);
}
END_TEST

START_TEST(finer_ladders_converge)
{
    instance *coarse = open_vehicle("modes=4"), *fine = open_vehicle("modes=400");
    const double *a = coarse->p + coarse->nparams + 4, *b = fine->p + fine->nparams + 4;
    for (int k = 0; k < 4; k++) {
        ck_assert_double_lt(b[k], a[k]); /* finite elements are too stiff */
        expect("frequency", hertz(b[k]), hertz(a[k]), 2e-4 * hertz(a[k]));
    }
    instance_close(coarse);
    instance_close(fine);
}
END_TEST

/* ---- the vehicle at its start: sections 4, 6 and 7 --------------------------------------- */

static const struct {
    const char *settings;
    int modes, nq, ng;
    double least, most;
    double frequency[FREQUENCIES], highest;
} designs[] = {
    { "modes=134",
      134,
      337,
      189,
      0.160,
      195,
      { 1.38, 2.27, 2.53, 6.81, 8.77, 11.3, 12.0, NAN, 14.8 },
      11230 },
    { "modes=134 attach=nodes", 134, 445, 297, NAN, NAN, { 0 }, 0 },
    { "modes=0", 0, 203, 189, 0.040, NAN, { 0 }, 0 },
};

/* Singular values of the joints and motions, by rotations in place of Euler parameters:
 * p' = w/2. */
static void check_rank(const mech *m, int modes, double least, double most)
{
    const size_t n = 6 * PARTS + (size_t)modes;
    gsl_matrix *A = gsl_matrix_calloc(n, ROWS), *V = gsl_matrix_alloc(ROWS, ROWS);
    gsl_vector *s = gsl_vector_alloc(ROWS), *work = gsl_vector_alloc(ROWS);
    for (int row = 0; row < ROWS; row++)
        for (size_t j = 0; j < n; j++) {
            const int b = (int)j / 6, k = (int)j % 6;
            const int from = b >= PARTS ? (int)j + PARTS : 7 * b + k + (k >= 3);
            const double half = b < PARTS && k >= 3 ? 0.5 : 1;
            gsl_matrix_set(A, j, (size_t)row, half * *ivp_at(m->at.G, row, from));
        }
    gsl_linalg_SV_decomp(A, V, s, work);
    expect("least singular value", gsl_vector_get(s, ROWS - 1), least, 5e-4);
    if (!isnan(most)) expect("largest singular value", gsl_vector_get(s, 0), most, 0.5);
    gsl_matrix_free(A), gsl_matrix_free(V), gsl_vector_free(s), gsl_vector_free(work);
}

/* K := K + k J J^T of the shock that is the only damper on the part from coordinate `part` on:
 * r_u holds c J J^T. */
static void add_shock(const mech *m, int part, double k, double c, gsl_matrix *K)
{
    const ivp_mat C = m->tangent.ru;
    int at = part;
    for (int j = part; j < part + 7; j++)
        if (*ivp_at(C, j, j) > *ivp_at(C, at, at)) at = j;
    gsl_vector *J = gsl_vector_alloc((size_t)m->nq);
    for (int j = 0; j < m->nq; j++)
        gsl_vector_set(J, (size_t)j, *ivp_at(C, j, at) / sqrt(c * *ivp_at(C, at, at)));
    gsl_blas_dger(k, J, J, K);
    gsl_vector_free(J);
}

/* Stiffness of springs, tyres and modes, without what their forces do where they turn. */
static gsl_matrix *material(const mech *m, const double *square, int modes)
{
    gsl_matrix *K = gsl_matrix_calloc((size_t)m->nq, (size_t)m->nq);
    for (int k = 0; k < modes; k++)
        gsl_matrix_set(K, (size_t)(7 * PARTS + k), (size_t)(7 * PARTS + k), square[k]);
    for (int side = 0; side < 2; side++) {
        add_shock(m, 7 * (9 + side), 14000, 1000, K);
        add_shock(m, 7 * (17 + side), 20000, 1300, K);
    }
    for (size_t tyre = 0; tyre < 4; tyre++) {
        const size_t z[] = { 7 * (1 + tyre) + 2, 7 * (5 + tyre) + 2 };
        for (int a = 0; a < 4; a++)
            *gsl_matrix_ptr(K, z[a / 2], z[a % 2]) += a / 2 == a % 2 ? 1.2e5 : -1.2e5;
    }
    return K;
}

/* Frequencies without damping and without geometric stiffness, to half a unit of their last
 * printed digit. What is printed as 14.8 Hz is the upper one of a pair, 14.747 and 14.844; the
 * lower one is not in the list, which ends there. */
static void check_frequencies(mech *m, const ivp_state *s, const double *square, int modes,
                              const double *expected, double highest)
{
    ck_assert_int_eq(mech_tangent(m, TANGENT_R, s, NULL), IVP_OK);
    gsl_matrix *N = free_motions(m->at.G), *M = projected(m->at.M, N),
               *stiff = material(m, square, modes), *K = reduced(stiff, N);
    gsl_vector *w2 = gsl_vector_alloc(M->size1);
    gsl_eigen_gensymm_workspace *work = gsl_eigen_gensymm_alloc(M->size1);
    ck_assert_int_eq(gsl_eigen_gensymm(K, M, w2, work), 0);
    gsl_sort_vector(w2);
    expect("the last neutral one", hertz(gsl_vector_get(w2, 6)), 0, 2e-3);
    for (size_t k = 0; k < FREQUENCIES && expected[k] != 0; k++)
        if (!isnan(expected[k]))
            expect("frequency of the vehicle", hertz(gsl_vector_get(w2, 7 + k)), expected[k],
                   expected[k] < 10 ? 0.005 : 0.05);
    expect("highest", hertz(gsl_vector_get(w2, w2->size - 1)), highest, 5);
    gsl_eigen_gensymm_free(work);
    gsl_matrix_free(N), gsl_matrix_free(M), gsl_matrix_free(K), gsl_vector_free(w2);
    gsl_matrix_free(stiff);
}

START_TEST(sizes_ranks_and_frequencies)
{
    instance *i = open_vehicle(designs[_i].settings);
    mech *m;
    ck_assert_int_eq(mech_full(i->mech, &m), IVP_OK);
    ck_assert_int_eq(m->nq, designs[_i].nq);
    ck_assert_int_eq(m->ng, designs[_i].ng);
    ck_assert_int_eq(m->nq - m->ng, 14 + designs[_i].modes);
    const ivp_state s = instance_view(i, 0, i->start, NULL);
    ck_assert_int_eq(mech_terms(m, ~0u, &s), IVP_OK);
    double mass = m->at.M.a[0], posts = 0;
    for (int b = 1; b < PARTS; b++) *(b < 5 ? &posts : &mass) += *ivp_at(m->at.M, 7 * b, 7 * b);
    expect("mass", mass, 252.851, 6e-4);
    expect("posts", posts, 80, 0);
    if (!isnan(designs[_i].least))
        check_rank(m, designs[_i].modes, designs[_i].least, designs[_i].most);
    if (designs[_i].highest > 0)
        check_frequencies(m, &s, i->p + i->nparams + 4, designs[_i].modes,
                          designs[_i].frequency, designs[_i].highest);
    instance_close(i);
}
END_TEST

/* With damping: the fastest decay, of what oscillates alone (|Im| > |Re|) where it is light,
 * the fastest oscillation, and how many are beyond 1e4 1/s; to a unit of the last printed
 * digit. */
static const struct {
    const char *settings;
    bool oscillating;
    double decay, trust, oscillation;
    int beyond;
} dampings[] = { { "modes=134 zeta=adams", false, 2.4e5, 1e4, 3.1e4, 129 },
                 { "modes=134 zeta=light", true, 0, 1.3e3, 7.1e4, -1 } };

START_TEST(eigenvalues_with_damping)
{
    instance *i = open_vehicle(dampings[_i].settings);
    mech *m;
    ck_assert_int_eq(mech_full(i->mech, &m), IVP_OK);
    const ivp_state s = instance_view(i, 0, i->start, NULL);
    gsl_vector_complex *e = free_eigenvalues(m, &s);
    double decay = 0, oscillation = 0;
    int beyond = 0;
    for (size_t k = 0; k < e->size; k++) {
        const gsl_complex z = gsl_vector_complex_get(e, k);
        if (fabs(GSL_IMAG(z)) > fabs(GSL_REAL(z)) || !dampings[_i].oscillating)
            decay = fmax(decay, -GSL_REAL(z));
        oscillation = fmax(oscillation, GSL_IMAG(z));
        beyond += gsl_complex_abs(z) > 1e4;
    }
    expect("fastest decay", decay, dampings[_i].decay, dampings[_i].trust);
    expect("fastest oscillation", oscillation, dampings[_i].oscillation, 1e3);
    if (dampings[_i].beyond > 0) ck_assert_int_eq(beyond, dampings[_i].beyond);
    gsl_vector_complex_free(e);
    instance_close(i);
}
END_TEST

/* With a rigid frame it is one. The preloads are printed to 1e-4 N: half of that on the
 * lightest part they press, 2.5 kg. */
START_TEST(equilibrium)
{
    instance *i = open_vehicle("modes=0");
    const ivp_state s = instance_view(i, 0, i->start, NULL);
    for (int k = 0; k < i->sizes.nq; k++) ck_assert_double_lt(fabs(s.a[k]), 5e-5 / 2.5);
    instance_close(i);
}
END_TEST

/* At rest under its load nothing moves: what accelerations are left come from the rounding of
 * forces of 1e3 N on parts of 1 kg, times the stiffness of modes. The frame sags. */
START_TEST(settled)
{
    static const char *const settings[] = { "settle=1", "settle=1 attach=nodes",
                                            "settle=1 modes=0" };
    instance *i = open_vehicle(settings[_i]),
             *design = open_vehicle(settings[_i] + sizeof "settle=1" - (_i == 0));
    const ivp_state s = instance_view(i, 0, i->start, NULL);
    real drift[3];
    double moved = 0;
    ck_assert_int_eq(instance_drift(i, &s, drift), IVP_OK);
    ck_assert_double_lt(drift[0], 1e-13);
    for (int k = 0; k < i->sizes.nq; k++) {
        ck_assert_double_lt(fabs(s.a[k]), 1e-6);
        moved = fmax(moved, fabs(i->start[k] - design->start[k]));
    }
    if (_i == 2) /* rigid, it was at rest but for what the preloads' seven digits leave */
        ck_assert_double_lt(moved, 1e-6);
    else
        ck_assert_double_gt(moved, 1e-3);
    instance_close(i);
    instance_close(design);
}
END_TEST

/* ---- motion ------------------------------------------------------------------------------ */

enum { MOST = 1200, SHARED = 7 * PARTS + MODES_AT_FIRST };

static void end_of(const char *settings, const char *solver, double *y)
{
    reason why = { "" };
    instance *i = open_vehicle(settings);
    evolve *e = NULL;
    const evolve_setup setup = {
        .formulation = "index3", .solver = solver, .rtol = 1e-6, .atol = 1e-6, .t1 = 0.02
    };
    ck_assert_msg(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_str_eq(evolve_elimination(e), "sparse");
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
    ck_assert_int_le(instance_ncomponents(i), 2 * MOST);
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    evolve_destroy(e);
    instance_close(i);
}

/* Joints at modes or at nodes are the same motion; so it is to another method. Ten tolerances
 * between runs of one method, thirty between those of order two and five. */
START_TEST(joints_at_modes_or_at_nodes)
{
    static const char *const other[] = { "hht", "radau_iia" };
    static const double near[] = { 1e-5, 3e-5 };
    static double modes[2 * MOST], nodes[2 * MOST];
    double moved = 0;
    end_of("attach=modes", "hht", modes);
    end_of("attach=nodes", other[_i], nodes);
    for (int k = 0; k < SHARED; k++) {
        expect(other[_i], nodes[k], modes[k], near[_i]);
        moved = fmax(moved, fabs(modes[SHARED - 1 - k % MODES_AT_FIRST]));
    }
    ck_assert_double_gt(moved, 1e-4); /* the frame sags */
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("prototype");
    tcase_add_test(t, frame);
    tcase_add_test(t, finer_ladders_converge);
    tcase_add_loop_test(t, sizes_ranks_and_frequencies, 0, 3);
    tcase_add_loop_test(t, eigenvalues_with_damping, 0, 2);
    tcase_add_test(t, equilibrium);
    tcase_add_loop_test(t, settled, 0, 3);
    tcase_add_loop_test(t, joints_at_modes_or_at_nodes, 0, 2);
    return suite_run("flexible_frame", t);
}
