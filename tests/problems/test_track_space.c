/* test_track_space.c -- the crawler track in space: counts and rank of its definition, balance of its forces, rates of
 * its constraints, and the planar motion as one of its motions; the guard of contacts that open and close. */
#include "tests/suite.h"
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/mech.h"
#include "kernel/stepping/evolve.h"

static instance *track(const char *settings)
{
    char why[PLUGIN_WHY_MAX];
    instance *i = NULL;
    ck_assert_msg(instance_open(&i, "track", settings, why) == IVP_OK, "%s", why);
    return i;
}

static double *state_of(const instance *i)
{
    double *y = calloc((size_t)instance_ncomponents(i), sizeof *y);
    memcpy(y, i->start, 2 * (size_t)i->sizes.nq * sizeof *y);
    return y;
}

static mech *full(instance *i)
{
    mech *m = NULL;
    ck_assert_int_eq(mech_full(i->mech, &m), IVP_OK);
    return m;
}

/* ---- section 5 of the definition --------------------------------------------------------- */

START_TEST(counts)
{
    instance *i = track("N=46 dim=3"), *plane = track("N=46");
    const int bodies = 46 + 7 + 8, norms = bodies;
    real drift[3];
    ck_assert_int_eq(i->sizes.nq, 7 * bodies);
    ck_assert_int_eq(i->sizes.ng, 305 + norms);
    ck_assert_int_eq(i->sizes.nq - i->sizes.ng, 61);
    ck_assert_int_eq(i->sizes.nq + i->sizes.ng, 793);
    ck_assert_int_eq(plane->sizes.nq - plane->sizes.ng, 58);
    const ivp_state s = instance_view(i, 0, i->start, NULL);
    ck_assert_int_eq(instance_drift(i, &s, drift), IVP_OK);
    ck_assert_double_lt(drift[0], 3e-14);
    instance_close(i);
    instance_close(plane);
}
END_TEST

/* By rotations in place of Euler parameters: no constraint is one too many. */
START_TEST(constraints_have_full_rank)
{
    instance *i = track("N=26 dim=3");
    mech *m = full(i);
    const int bodies = 36;
    const size_t rows = 5 * 26 + 5 * 2 + 40, n = 6 * 36;
    const ivp_state s = mech_state(m, 0, i->start);
    ck_assert_int_eq(mech_terms(m, IVP_GQ, &s), IVP_OK);
    gsl_matrix *A = gsl_matrix_calloc(n, rows), *V = gsl_matrix_alloc(rows, rows);
    gsl_vector *values = gsl_vector_alloc(rows), *work = gsl_vector_alloc(rows);
    for (size_t r = 0; r < rows; r++)
        for (int b = 0; b < bodies; b++) {
            const double *p = i->start + 7 * b + 3;
            double g[7];
            for (int c = 0; c < 7; c++) g[c] = *ivp_at(m->at.G, (int)r, 7 * b + c);
            for (size_t c = 0; c < 3; c++) gsl_matrix_set(A, 6 * (size_t)b + c, r, g[c]);
            /* dp = G^T(p) w / 2 */
            const double w[3] = { -p[1] * g[3] + p[0] * g[4] + p[3] * g[5] - p[2] * g[6],
                                  -p[2] * g[3] - p[3] * g[4] + p[0] * g[5] + p[1] * g[6],
                                  -p[3] * g[3] + p[2] * g[4] - p[1] * g[5] + p[0] * g[6] };
            for (size_t c = 0; c < 3; c++)
                gsl_matrix_set(A, 6 * (size_t)b + 3 + c, r, w[c] / 2);
        }
    gsl_linalg_SV_decomp(A, V, values, work);
    ck_assert_double_gt(gsl_vector_get(values, rows - 1), 1e-4 * gsl_vector_get(values, 0));
    gsl_matrix_free(A);
    gsl_matrix_free(V);
    gsl_vector_free(values);
    gsl_vector_free(work);
    instance_close(i);
}
END_TEST

/* ---- out of the plane -------------------------------------------------------------------- */

static void cross(const double *a, const double *b, double *out)
{
    for (int c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

/* out = 2 G(p) w: angular velocity of the body's axes where w = p'; a torque in them is half of G(p) f_p */
static void spin(const double *p, const double *w, double *out)
{
    double c[3];
    cross(p + 1, w + 1, c);
    for (int k = 0; k < 3; k++) out[k] = 2 * (p[0] * w[1 + k] - p[1 + k] * w[0] - c[k]);
}

static void turn(const double *p, const double *x, double *out)
{
    double a[3], b[3];
    cross(p + 1, x, a);
    cross(p + 1, a, b);
    for (int k = 0; k < 3; k++) out[k] = x[k] + 2 * (p[0] * a[k] + b[k]);
}

/* Everything a little off its place, and moving; Euler parameters of length 1 whose rates keep it. */
static void shake(const instance *i, double *y, double up)
{
    const int nq = i->sizes.nq;
    for (int k = 0; k < 2 * nq; k++)
        y[k] =
            i->start[k] + (k < nq ? 3e-3 : 0.1) * sin(17.0 * k) + up * (k < nq && k % 7 == 2);
    for (int b = 0; b < nq / 7; b++) {
        double *p = y + 7 * b + 3, *w = p + nq, square = 0, along = 0;
        for (int c = 0; c < 4; c++) square += p[c] * p[c];
        for (int c = 0; c < 4; c++) p[c] /= sqrt(square);
        for (int c = 0; c < 4; c++) along += p[c] * w[c];
        for (int c = 0; c < 4; c++) w[c] -= along * p[c];
    }
}

static const char *const laws[] = { "N=26 dim=3 side=0", "N=26 dim=3 side=0 contact=c1",
                                    "N=26 dim=3 side=0 contact=kv" };

/* Elements push two bodies against each other: above the ground nothing but weight is left of the sum of
 * forces and of their moment. */
START_TEST(forces_balance)
{
    instance *i = track(laws[_i]);
    mech *m = full(i);
    double *y = state_of(i), force[3] = { 0 }, moment[3] = { 0 }, size = 0;
    shake(i, y, 1);
    y[7 * 26 + 2] -= 0.03;
    y[7 * 27 + 2] -= 0.01;
    const ivp_state s = mech_state(m, 0, y);
    ck_assert_int_eq(mech_terms(m, IVP_F | IVP_M, &s), IVP_OK);
    for (int b = 0; b < i->sizes.nq / 7; b++) {
        const double *r = y + 7 * b, *p = r + 3;
        double f[3], inside[3], w[3], Jw[3], gyro[3], about[3], arm[3];
        for (int c = 0; c < 3; c++) f[c] = m->at.f[7 * b + c];
        f[2] += 9.80665 * *ivp_at(m->at.M, 7 * b, 7 * b);
        spin(p, m->at.f + 7 * b + 3, inside);
        spin(p, p + i->sizes.nq, w);
        for (int c = 0; c < 3; c++) { /* J in the body's axes: G M_pp G^T / 4 */
            double unit[3] = { c == 0, c == 1, c == 2 }, column[4], z[4] = { 0 }, Jc[3];
            column[0] = -p[1 + c];
            cross(p + 1, unit, column + 1);
            for (int k = 0; k < 3; k++) column[1 + k] += p[0] * unit[k];
            for (int k = 0; k < 16; k++)
                z[k / 4] +=
                    *ivp_at(m->at.M, 7 * b + 3 + k / 4, 7 * b + 3 + k % 4) * column[k % 4];
            spin(p, z, Jc);
            Jw[c] = (Jc[0] * w[0] + Jc[1] * w[1] + Jc[2] * w[2]) / 8;
        }
        cross(w, Jw, gyro);
        for (int c = 0; c < 3; c++) inside[c] = inside[c] / 4 + gyro[c];
        turn(p, inside, about);
        cross(r, f, arm);
        for (int c = 0; c < 3; c++) {
            force[c] += f[c];
            moment[c] += about[c] + arm[c];
            size += fabs(f[c]);
        }
    }
    ck_assert_double_gt(size, 1e4);
    for (int c = 0; c < 3; c++) {
        ck_assert_double_lt(fabs(force[c]), 1e-12 * size);
        ck_assert_double_lt(fabs(moment[c]), 1e-12 * size);
    }
    free(y);
    instance_close(i);
}
END_TEST

/* Along q + u t + a t^2/2 the second differences of g are G a - gamma, the first ones G u + g_t. */
START_TEST(constraints_have_their_rates)
{
    instance *i = track("N=26 dim=3 drive=short");
    mech *m = full(i);
    const int nq = i->sizes.nq, ng = i->sizes.ng;
    const double h = 1e-4, t = 0.45;
    double *y = state_of(i), *a = calloc((size_t)nq, sizeof *a),
           *at = calloc(3 * (size_t)ng, sizeof *at);
    double *moved = state_of(i);
    shake(i, y, 0);
    for (int k = 0; k < nq; k++) a[k] = cos(3.0 * k);
    for (int turn = 0; turn < 3; turn++) {
        const double dt = h * (turn - 1);
        for (int k = 0; k < nq; k++) moved[k] = y[k] + y[nq + k] * dt + a[k] * dt * dt / 2;
        const ivp_state s = mech_state(m, t + dt, moved);
        ck_assert_int_eq(mech_terms(m, IVP_CON, &s), IVP_OK);
        memcpy(at + turn * ng, m->at.g, (size_t)ng * sizeof *at);
    }
    const ivp_state s = mech_state(m, t, y);
    ck_assert_int_eq(mech_terms(m, IVP_GQ | IVP_GT | IVP_GAMMA, &s), IVP_OK);
    for (int r = 0; r < ng; r++) {
        double rate = m->at.gt[r], bend = -m->at.gamma[r];
        for (int k = 0; k < nq; k++) {
            rate += *ivp_at(m->at.G, r, k) * y[nq + k];
            bend += *ivp_at(m->at.G, r, k) * a[k];
        }
        const double *g = at + r;
        ck_assert_double_eq_tol((g[2 * ng] - g[0]) / (2 * h), rate, 1e-6);
        ck_assert_double_eq_tol((g[2 * ng] - 2 * g[ng] + g[0]) / (h * h), bend, 1e-5);
    }
    free(y), free(a), free(at), free(moved);
    instance_close(i);
}
END_TEST

/* ---- in the plane ------------------------------------------------------------------------ */

static instance *run_to(const char *settings, double rtol, double *y)
{
    char why[EVOLVE_WHY_MAX];
    instance *i = track(settings);
    evolve *e = NULL;
    const evolve_setup setup = {
        .formulation = "index3", .solver = "hht", .rtol = rtol, .atol = rtol
    };
    ck_assert_msg(evolve_create(&e, i, &setup, why) == IVP_OK, "%s", why);
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    evolve_destroy(e);
    return i;
}

/* Planar coordinates and rates as those of bodies in space. */
static void lift(const double *q, const double *u, int bodies, double *y)
{
    memset(y, 0, 14 * (size_t)bodies * sizeof *y);
    for (int b = 0; b < bodies; b++) {
        const double *r = q + 3 * b, *v = u + 3 * b, c = cos(r[2] / 2), s = sin(r[2] / 2);
        double *to = y + 7 * b, *rate = to + 7 * bodies;
        to[0] = r[0], to[2] = r[1], to[3] = c, to[5] = -s;
        rate[0] = v[0], rate[2] = v[1], rate[3] = -s * v[2] / 2, rate[5] = -c * v[2] / 2;
    }
}

enum { BODIES = 36, MOST = 1000 };

static double look(const instance *i, const char *name, const ivp_state *s)
{
    for (const ivp_observable *o = i->problem->observables; o->name; o++)
        if (!strcmp(o->name, name)) return instance_observe(i, o, s);
    ck_abort_msg("no %s", name);
}

static const char *const seen[] = { "shoe_x",   "shoe_z",     "shoe_vx",  "shoe_vz",
                                    "shoe_ax",  "shoe_az",    "hull_x",   "hull_z",
                                    "pitch",    "stroke",     "torque",   "pull",
                                    "deepest",  "on_rollers", "on_idler", "on_sprocket",
                                    "on_ground" };
static const char *const planar[] = { "T=0.01", "T=0.01 contact=c1", "T=0.01 contact=kv" };
static const char *const spatial[] = { "dim=3", "dim=3 contact=c1", "dim=3 contact=kv" };

/* A state that the planar track has come to, in space: what bodies do next is the same, and what is looked at. */
START_TEST(accelerations_are_those_of_the_plane)
{
    static double y[MOST], lifted[MOST];
    instance *i = run_to(planar[_i], 1e-4, y), *wide = track(spatial[_i]);
    lift(y, y + 3 * BODIES, BODIES, lifted);
    mech *m = i->mech, *w = wide->mech;
    ivp_state s = mech_state(m, 0.01, y), t = mech_state(w, 0.01, lifted);
    ck_assert_int_eq(mech_accelerate(m, &s), IVP_OK);
    ck_assert_int_eq(mech_accelerate(w, &t), IVP_OK);
    double size = 0;
    for (int k = 0; k < 3 * BODIES; k++) size = fmax(size, fabs(m->a[k]));
    for (int b = 0; b < BODIES; b++) {
        ck_assert_double_eq_tol(w->a[7 * b], m->a[3 * b], 1e-9 * size);
        ck_assert_double_eq_tol(w->a[7 * b + 1], 0, 1e-9 * size);
        ck_assert_double_eq_tol(w->a[7 * b + 2], m->a[3 * b + 1], 1e-9 * size);
        ck_assert_double_eq_tol(w->a[7 * b + 4], 0, 1e-9 * size);
        ck_assert_double_eq_tol(w->a[7 * b + 6], 0, 1e-9 * size);
    }
    s.a = m->a, s.lambda = m->lambda, t.a = w->a, t.lambda = w->lambda;
    for (size_t k = 0; k < sizeof seen / sizeof *seen; k++) {
        const double here = look(i, seen[k], &s), there = look(wide, seen[k], &t);
        ck_assert_msg(fabs(here - there) <= 1e-9 * (fabs(here) + size / 1e3),
                      "%s: %.12g, in space %.12g", seen[k], here, there);
    }
    instance_close(i);
    instance_close(wide);
}
END_TEST

/* Ten tolerances apart at most: steps differ. */
START_TEST(runs_are_those_of_the_plane)
{
    static double y[MOST], wide[MOST], lifted[MOST];
    instance *i = run_to("T=0.01", 1e-6, y), *w = run_to("T=0.01 dim=3", 1e-6, wide);
    lift(y, y + 3 * BODIES, BODIES, lifted);
    for (int k = 0; k < 7 * BODIES; k++) ck_assert_double_eq_tol(wide[k], lifted[k], 1e-5);
    instance_close(i);
    instance_close(w);
}
END_TEST

/* The guard of contacts turns its sign with each that opens or closes, and is no further from zero than the nearest. */
static void watch(void *watcher, const evolve_point *point)
{
    static const char *const kinds[] = { "on_rollers", "on_idler", "on_sprocket", "on_ground" };
    const instance *i = watcher;
    int touching = 0;
    for (int k = 0; k < 4; k++) touching += (int)look(i, kinds[k], point->state);
    const double guard = instance_scalar(i, i->problem->events->guard, point->state);
    ck_assert_int_eq(guard < 0, touching % 2);
    if (touching) ck_assert_double_le(fabs(guard), look(i, "deepest", point->state));
}

START_TEST(changes_of_contacts_have_a_guard)
{
    char why[EVOLVE_WHY_MAX];
    instance *i = track("T=0.01");
    evolve *e = NULL;
    const evolve_setup setup = {
        .formulation = "index3", .solver = "hht", .rtol = 1e-5, .atol = 1e-5
    };
    ck_assert_msg(evolve_create(&e, i, &setup, why) == IVP_OK, "%s", why);
    ck_assert_int_eq(evolve_run(e, watch, i), IVP_OK);
    ck_assert_int_eq(evolve_counters(e)[IVP_N_EVENT], 0); /* solvers are not told */
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("space");
    tcase_add_test(c, counts);
    tcase_add_test(c, constraints_have_full_rank);
    tcase_add_loop_test(c, forces_balance, 0, 3);
    tcase_add_test(c, constraints_have_their_rates);
    tcase_add_loop_test(c, accelerations_are_those_of_the_plane, 0, 3);
    tcase_add_test(c, runs_are_those_of_the_plane);
    tcase_add_test(c, changes_of_contacts_have_a_guard);
    return suite_run("track_space", c);
}
