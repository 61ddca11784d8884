/* test_track_space.c -- the crawler track in space: counts and rank of its definition, balance
 * of its forces, rates of its constraints, and the planar motion as one of its motions; the
 * guard of contacts that open and close.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/problems/space.h"
#include "tests/problems/singular_values.h"

static instance *track(const char *settings) { return opened("track", settings); }

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
    gsl_matrix *A = gsl_matrix_calloc(n, rows);
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
    gsl_vector *values = singular_values(A);
    ck_assert_double_gt(gsl_vector_get(values, rows - 1), 1e-4 * gsl_vector_get(values, 0));
    gsl_vector_free(values);
    instance_close(i);
}
END_TEST

/* ---- out of the plane -------------------------------------------------------------------- */

enum { BODIES = 36, MOST = 1000 };

static const char *const laws[] = { "N=26 dim=3 side=0", "N=26 dim=3 side=0 contact=c1",
                                    "N=26 dim=3 side=0 contact=kv" };

/* Elements push two bodies against each other: above the ground nothing but weight is left of
 * the sum of forces and of their moment. */
START_TEST(forces_balance)
{
    instance *i = track(laws[_i]);
    mech *m = full(i);
    double *y = state_of(i), force[3] = { 0 }, moment[3] = { 0 }, size = 0;
    shake(i, y, 3e-3);
    for (int b = 0; b < BODIES; b++) y[7 * b + 2] += 1;
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

/* Along q + u t + a t^2/2 the second differences of g are G a - gamma, the first ones G u +
 * g_t. */
START_TEST(constraints_have_their_rates)
{
    instance *i = track("N=26 dim=3 drive=short");
    mech *m = full(i);
    const int nq = i->sizes.nq, ng = i->sizes.ng;
    const double h = 1e-4, t = 0.45;
    double *y = state_of(i), *a = calloc((size_t)nq, sizeof *a),
           *at = calloc(3 * (size_t)ng, sizeof *at);
    double *moved = state_of(i);
    shake(i, y, 3e-3);
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

static const char *const seen[] = { "shoe_x",    "shoe_z",     "shoe_vx",  "shoe_vz",
                                    "shoe_ax",   "shoe_az",    "hull_x",   "hull_z",
                                    "pitch",     "stroke",     "torque",   "pull",
                                    "deepest",   "on_rollers", "on_idler", "on_sprocket",
                                    "on_ground", NULL };
static const char *const planar[] = { "T=0.01", "T=0.01 contact=c1", "T=0.01 contact=kv" };
static const char *const spatial[] = { "dim=3", "dim=3 contact=c1", "dim=3 contact=kv" };

START_TEST(accelerations_are_those_of_the_plane)
{
    static double y[MOST];
    instance *i = run_to("track", planar[_i], 1e-4, y), *wide = track(spatial[_i]);
    expect_plane(i, wide, 0.01, y, 1, seen);
    instance_close(i);
    instance_close(wide);
}
END_TEST

/* Ten tolerances apart at most: steps differ. */
START_TEST(runs_are_those_of_the_plane)
{
    static double y[MOST], wide[MOST], lifted[MOST];
    instance *i = run_to("track", "T=0.01", 1e-6, y),
             *w = run_to("track", "T=0.01 dim=3", 1e-6, wide);
    lift(y, y + 3 * BODIES, BODIES, 1, lifted);
    for (int k = 0; k < 7 * BODIES; k++) ck_assert_double_eq_tol(wide[k], lifted[k], 1e-5);
    instance_close(i);
    instance_close(w);
}
END_TEST

/* The guard of contacts turns its sign with each that opens or closes, and is no further from
 * zero than the nearest. */
static double guard_of(const instance *i, int k, const evolve_point *point)
{
    return instance_guard(i, &i->problem->events[k], point->state);
}

/* Each contact is of one guard: their signs together are as odd as the contacts that touch. */
static void watch(void *watcher, const evolve_point *point)
{
    static const char *const kinds[] = { "on_rollers", "on_idler", "on_sprocket", "on_ground",
                                         NULL };
    const instance *i = watcher;
    int touching = 0;
    for (int k = 0; k < 4; k++) touching += (int)look(i, kinds[k], point->state);
    int odd = 0;
    double nearest = HUGE_VAL;
    for (int k = 0; k < i->nevents; k++) {
        const double guard = guard_of(i, k, point);
        odd += guard < 0;
        nearest = fmin(nearest, fabs(guard));
    }
    ck_assert_int_eq(odd % 2, touching % 2);
    if (touching) ck_assert_double_le(nearest, look(i, "deepest", point->state));
}

START_TEST(changes_of_contacts_have_a_guard)
{
    reason why;
    instance *i = track("T=0.01");
    evolve *e = NULL;
    const evolve_setup setup = {
        .formulation = "index3", .solver = "hht", .rtol = 1e-5, .atol = 1e-5
    };
    ck_assert_msg(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_int_eq(evolve_run(e, watch, i), IVP_OK);
    ck_assert_int_eq(evolve_counters(e)[IVP_N_EVENT], 0); /* solvers are not told */
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

/* Located, each change ends a step where its guard is zero, and between two of them a guard
 * keeps its sign. */
enum { GUARDS = 28 };

typedef struct located {
    const instance *i;
    bool begun, odd[GUARDS];
    int events;
} located;

static void follow(void *watcher, const evolve_point *point)
{
    located *l = watcher;
    const instance *i = l->i;
    const int fired = point->event;
    if (fired >= 0) {
        ck_assert_double_lt(fabs(guard_of(i, fired, point)), 1e-12);
        l->odd[fired] = !l->odd[fired];
        l->events++;
    }
    for (int k = 0; k < GUARDS && fired < 0; k++) {
        const bool odd = guard_of(i, k, point) < 0;
        if (!l->begun) l->odd[k] = odd;
        if (point->h > 0) ck_assert_int_eq(odd, l->odd[k]);
    }
    l->begun = true;
}

START_TEST(changes_of_contacts_are_located_where_asked)
{
    static const char *const solvers[] = { "hht", "bdf", "ida" };
    static double y[MOST], passed[MOST];
    reason why;
    instance *i = track("T=0.01"), *other = run_to("track", "T=0.01", 1e-6, passed);
    located l = { .i = i };
    ck_assert_int_eq(i->nevents, GUARDS);
    evolve *e = NULL;
    const evolve_setup setup = { .formulation = "index3",
                                 .formulation_options = "kinks=located",
                                 .solver = solvers[_i],
                                 .rtol = 1e-6,
                                 .atol = 1e-6 };
    ck_assert_msg(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_int_eq(evolve_run(e, follow, &l), IVP_OK);
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    ck_assert_int_gt(l.events, 2);
    ck_assert_int_eq(evolve_counters(e)[IVP_N_EVENT], l.events);
    for (int k = 0; k < i->sizes.nq; k++) ck_assert_double_eq_tol(y[k], passed[k], 1e-4);
    evolve_destroy(e);
    instance_close(i);
    instance_close(other);
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
    tcase_add_loop_test(c, changes_of_contacts_are_located_where_asked, 0, 3);
    return suite_run("track_space", c);
}
