/* test_track.c -- the crawler track against what its definition prints: counts, the loop, the
 * rank of its constraints, balance of its forces, a prototype's run, sparse against full
 * matrices.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/mech.h"
#include "tests/problems/end_of_run.h"
#include "tests/problems/singular_values.h"

static instance *track(const char *settings)
{
    reason why;
    instance *i = NULL;
    ck_assert_msg(instance_open(&i, "track", settings, &why) == IVP_OK, "%s", why.text);
    return i;
}

static double look(const instance *i, const char *name, const ivp_state *s)
{
    for (const ivp_observable *o = i->problem->observables; o->name; o++)
        if (!strcmp(o->name, name)) return instance_observe(i, o, s);
    ck_abort_msg("no %s", name);
}

/* ---- counts and start: sections 1 and 2 of the definition -------------------------------- */

static const struct {
    const char *settings;
    int n, nr;
} sizes[] = { { "N=46 nr=7", 46, 7 }, { "N=46", 46, 7 },      { "N=26", 26, 2 },
              { "N=92", 92, 19 },     { "N=92 nr=7", 92, 7 }, { "N=736 nr=7", 736, 7 } };

START_TEST(counts)
{
    instance *i = track(sizes[_i].settings);
    const int n = sizes[_i].n, nr = sizes[_i].nr;
    ck_assert_int_eq(i->sizes.nq, 3 * (n + nr + 8));
    ck_assert_int_eq(i->sizes.ng, 2 * n + 2 * nr + 19);
    ck_assert_int_eq(i->sizes.nq - i->sizes.ng, n + nr + 5);
    /* one more for the tensioner */
    ck_assert_int_eq(i->problem->mech.elements.count(i->p), n * (nr + 8) + 1);
    real drift[3];
    const ivp_state s = instance_view(i, 0, i->start, NULL);
    ck_assert_int_eq(instance_drift(i, &s, drift), IVP_OK);
    ck_assert_double_lt(drift[0], n == 736 ? 1e-12 : 3e-14);
    instance_close(i);
}
END_TEST

/* derived: number of rollers, shift of the idler, factor of the hull, angle of the sprocket */
START_TEST(idler_closes_the_loop)
{
    instance *i = track(sizes[_i].settings);
    const double *derived = i->p + i->nparams;
    const bool printed = sizes[_i].n == 46; /* longer, the upper run leans otherwise */
    ck_assert_double_eq_tol(derived[1], -0.0639783055, printed ? 5.1e-11 : 1e-4);
    ck_assert_double_eq_tol(derived[3], 0.79912157, 5.1e-9);
    instance_close(i);
}
END_TEST

/* Pins k and k + 1 are the ends of shoe k. */
START_TEST(first_pins)
{
    static const double pins[][2] = { { 1.42859624, -0.02376040 },
                                      { 1.49662119, 0.11440112 },
                                      { 1.47044524, 0.26616020 },
                                      { 1.36006669, 0.37355003 } };
    instance *i = track("N=46");
    const double *q = i->start, *last = i->start + 3 * 45;
    for (int k = 0; k < 4; k++) {
        ck_assert_double_eq_tol(q[3 * k] - 0.077 * cos(q[3 * k + 2]), pins[k][0], 6e-9);
        ck_assert_double_eq_tol(q[3 * k + 1] - 0.077 * sin(q[3 * k + 2]), pins[k][1], 6e-9);
    }
    ck_assert_double_eq_tol(last[0] - 0.077 * cos(last[2]), 1.32120640, 6e-9);
    ck_assert_double_eq_tol(last[1] - 0.077 * sin(last[2]), -0.13413895, 6e-9);
    ck_assert_double_eq_tol(q[3 * 47], -1.31397831, 6e-9);     /* idler */
    ck_assert_double_eq_tol(q[3 * 48 + 1], -0.31243593, 6e-9); /* first roller */
    instance_close(i);
}
END_TEST

START_TEST(constraints_have_full_rank)
{
    instance *i = track("N=46");
    mech *m = NULL;
    ck_assert_int_eq(mech_full(i->mech, &m), IVP_OK);
    const ivp_state s = mech_state(m, 0, i->start);
    ck_assert_int_eq(mech_terms(m, IVP_GQ, &s), IVP_OK);
    gsl_matrix *A = gsl_matrix_alloc(183, 125);
    for (int r = 0; r < 125; r++)
        for (int c = 0; c < 183; c++)
            gsl_matrix_set(A, (size_t)c, (size_t)r, *ivp_at(m->at.G, r, c));
    gsl_vector *values = singular_values(A);
    ck_assert_double_eq_tol(gsl_vector_get(values, 0), 4.57, 5.1e-3);
    ck_assert_double_eq_tol(gsl_vector_get(values, 124), 0.061, 5.1e-4);
    gsl_vector_free(values);
    instance_close(i);
}
END_TEST

/* ---- forces ------------------------------------------------------------------------------ */

/* A track above the ground, shaken: elements push two bodies against each other, so that
 * nothing but weight is left of the sum of forces and of their moment. */
static const char *const laws[] = { "N=46", "N=46 contact=c1", "N=46 contact=kv", "N=60" };

static void shake(const instance *i, double *y)
{
    const int nq = i->sizes.nq;
    for (int k = 0; k < 2 * nq; k++)
        y[k] = i->start[k] + (k < nq ? 5e-3 : 0.1) * sin(17.0 * k) + (k < nq && k % 3 == 1);
    y[3 * (int)i->p[0]] -= 0.03;     /* sprocket into the shoes */
    y[3 * (int)i->p[0] + 3] -= 0.01; /* and the idler */
}

START_TEST(forces_balance)
{
    instance *i = track(laws[_i]);
    mech *m = NULL;
    ck_assert_int_eq(mech_full(i->mech, &m), IVP_OK);
    double *y = calloc((size_t)instance_ncomponents(i), sizeof *y), sum[3] = { 0 }, size = 0;
    shake(i, y);
    const ivp_state s = mech_state(m, 0, y);
    ck_assert_int_eq(mech_terms(m, IVP_F | IVP_M, &s), IVP_OK);
    for (int k = 0; k < i->sizes.nq / 3; k++) {
        const double *f = m->at.f + 3 * k, *r = y + 3 * k;
        const double weight = -9.80665 * *ivp_at(m->at.M, 3 * k, 3 * k);
        sum[0] += f[0];
        sum[1] += f[1] - weight;
        sum[2] += f[2] + r[0] * (f[1] - weight) - r[1] * f[0];
        size += fabs(f[0]) + fabs(f[1]);
    }
    ck_assert_double_gt(look(i, "on_rollers", &s), 0);
    ck_assert_double_gt(look(i, "on_idler", &s), 0);
    ck_assert_double_gt(look(i, "on_sprocket", &s), 0);
    ck_assert_double_eq(look(i, "on_ground", &s), 0);
    for (int k = 0; k < 3; k++) ck_assert_double_lt(fabs(sum[k]), 1e-12 * size);
    free(y);
    instance_close(i);
}
END_TEST

/* One contact each, by hand: depth 1 mm at rest, and approaching at 0.1 m/s. */
static double pressed(const char *settings, double depth, double rate)
{
    char all[100];
    snprintf(all, sizeof all, "N=46 clearance=0 %s", settings);
    instance *i = track(all);
    mech *m = i->mech;
    const int k = 3 * 25; /* on the straight run at the bottom */
    double *y = calloc((size_t)instance_ncomponents(i), sizeof *y);
    memcpy(y, i->start, 2 * (size_t)i->sizes.nq * sizeof *y);
    for (int c = 0; c < 3 * 46; c += 3) y[c + 1] += 1;      /* the others leave the ground */
    for (int c = 3 * 46; c < 3 * 55; c += 3) y[c + 1] += 2; /* and the wheels the shoes */
    y[k + 1] = -0.49 - depth;
    y[k + 2] = 2 * M_PI;
    y[i->sizes.nq + k + 1] = -rate;
    y[i->sizes.nq + k] = 1;
    const ivp_state s = mech_state(m, 0, y);
    ck_assert_int_eq(mech_terms(m, IVP_F, &s), IVP_OK);
    ck_assert_double_eq(look(i, "on_ground", &s), 4);
    const double force = m->at.f[k + 1] + 18.02 * 9.80665;
    ck_assert_double_eq_tol(m->at.f[k], -0.7 * force * tanh(1 / 0.05), 1e-9 * force);
    free(y);
    instance_close(i);
    return force / 4;
}

START_TEST(laws_of_contact)
{
    ck_assert_double_eq_tol(pressed("contact=hc", 1e-3, 0), 2000, 1e-6);
    ck_assert_double_eq_tol(pressed("contact=hc", 1e-3, 0.1), 3000, 1e-6);
    ck_assert_double_eq_tol(pressed("contact=c1", 1e-3, 0), 2000 * 0.9, 1e-6);
    ck_assert_double_eq_tol(pressed("contact=c1", 1e-4, 0.1), 2e6 * 2.5e-5 * 1.5, 1e-6);
    ck_assert_double_eq_tol(pressed("contact=kv", 1e-3, 0), 2000, 1e-6);
    ck_assert_double_eq_tol(pressed("contact=kv", 1e-3, 0.1), 2000 + 0.004 * sqrt(2e6 * 18.02),
                            1e-6);
}
END_TEST

/* ---- runs -------------------------------------------------------------------------------- */

enum { SEEN = 7, SETTLED = 100 /* ms */ };
static const char *const seen[SEEN] = { "on_rollers", "on_idler", "on_sprocket", "on_ground",
                                        "deepest",    "hull_z",   "pull" };

typedef struct run {
    instance *i;
    double *y, least[SEEN], most[SEEN]; /* once settled */
    long counters[IVP_NCOUNTERS];
} run;

static void watch(void *watcher, const evolve_point *point)
{
    run *r = watcher;
    if (point->t < 1e-3 * SETTLED) return;
    for (int k = 0; k < SEEN; k++) {
        const double now = look(r->i, seen[k], point->state);
        r->least[k] = fmin(r->least[k], now);
        r->most[k] = fmax(r->most[k], now);
    }
}

#define SPARSE "elimination=sparse"
#define DENSE  "elimination=dense"

static run go(const char *settings, const char *solver, const char *formulation,
              const char *options, double rtol)
{
    run r = { .i = track(settings) };
    for (int k = 0; k < SEEN; k++) r.least[k] = INFINITY;
    const evolve_setup setup = { .formulation = formulation,
                                 .formulation_options = options,
                                 .solver = solver,
                                 .rtol = rtol,
                                 .atol = rtol };
    r.y = end_of_run(r.i, &setup, watch, &r, r.counters);
    return r;
}

static void done(run *r)
{
    instance_close(r->i);
    free(r->y);
}

/* A prototype's run with the short drive, whose extremes it printed (contacts 6-11, 5-6, 4-5
 * and 18-42, depth 4.1 mm, height 0.2955..0.2977 m, 2.2e4 N, 0.387 m of travel), looked at less
 * often than here. */
static const struct {
    double from, to, at_most; /* what was seen at most, at least this */
} prototype[SEEN] = {
    { 5, 13, 10 },
    { 5, 6, 6 },
    { 3, 6, 5 },
    { 15, 46, 40 },
    { 1.5e-3, 4.3e-3, 3.9e-3 },
    { 0.2953, 0.2979, 0.2976 },
    { 2e3, 2.6e4, 2e4 },
};

START_TEST(what_a_prototype_gave)
{
    run r = go("N=46 drive=short T=1.4992 clearance=0", "hht", "index3", SPARSE, 1e-3);
    const ivp_state s = instance_view(r.i, 1.4992, r.y, NULL);
    ck_assert_double_eq_tol(look(r.i, "hull_x", &s), 0.387, 6e-4);
    for (int k = 0; k < SEEN; k++) {
        ck_assert_msg(r.least[k] >= prototype[k].from && r.most[k] <= prototype[k].to,
                      "%s from %.6g to %.6g", seen[k], r.least[k], r.most[k]);
        ck_assert_msg(r.most[k] >= prototype[k].at_most, "%s to %.6g", seen[k], r.most[k]);
    }
    done(&r);
}
END_TEST

START_TEST(sparse_is_what_dense_is)
{
    run few = go("T=0.01", "hht", "index3", SPARSE, 1e-4),
        full = go("T=0.01", "hht", "index3", DENSE, 1e-4);
    ck_assert_int_eq(few.counters[IVP_N_ACCEPTED], full.counters[IVP_N_ACCEPTED]);
    for (int k = 0; k < few.i->sizes.nq; k++)
        ck_assert_double_eq_tol(few.y[k], full.y[k], 1e-9);
    done(&few);
    done(&full);
}
END_TEST

/* Independent coordinates are chosen on full matrices, whatever those of the instance are. */
START_TEST(formulations_agree)
{
    run a = go("T=0.002", "dopri5", "state_space", NULL, 1e-6),
        b = go("T=0.002", "radau_iia", "index3", SPARSE, 1e-6);
    for (int k = 0; k < a.i->sizes.nq; k++) ck_assert_double_eq_tol(a.y[k], b.y[k], 1e-6);
    done(&a);
    done(&b);
}
END_TEST

/* What stands for certified digits: explicit, Rosenbrock and collocation methods meet, contacts
 * and all. The bars are a few times what they were found apart, 1e-10 (4e-10 by gauss), 4e-8
 * and 4e-5. */
START_TEST(families_meet)
{
    static const char settings[] = "contact=c1 T=0.01";
    static const struct {
        const char *solver, *formulation;
    } others[] = { { "rodas5p", "index1" }, { "radau_iia", "index1" }, { "gauss", "index1" } };
    run a = go(settings, "dop853", "projected", SPARSE, 1e-10),
        b = go(settings, others[_i].solver, others[_i].formulation, SPARSE, 1e-10);
    const int nq = a.i->sizes.nq, ng = a.i->sizes.ng;
    const double *la = a.y + 3 * nq, *lb = b.y + 3 * nq;
    for (int k = 0; k < nq; k++) ck_assert_double_eq_tol(a.y[k], b.y[k], 1e-9);
    for (int k = nq; k < 2 * nq; k++) ck_assert_double_eq_tol(a.y[k], b.y[k], 1e-7);
    for (int k = 0; k < ng; k++) ck_assert_double_eq_tol(la[k], lb[k], 2e-4);
    done(&a);
    done(&b);
}
END_TEST

/* All bodies a millimetre up, where nothing touches the ground, and then two neighbours down by
 * two. */
static double on_the_ground(instance *i, double *y, int first, bool *below)
{
    for (int b = 0; b < i->sizes.nq / 3; b++)
        y[3 * b + 1] = i->start[3 * b + 1] + (b == first || b == first + 1 ? -1e-3 : 1e-3);
    const ivp_state s = instance_view(i, 0, y, NULL);
    for (int k = 0; k < i->nevents; k++)
        below[k] = instance_guard(i, &i->problem->events[k], &s) < 0;
    return look(i, "on_ground", &s);
}

/* Eight points of two shoes meet the ground at once: one sign for all would not turn. */
START_TEST(guards_tell_changes_of_one_step_apart)
{
    enum { ROOM = 100 };
    instance *i = track("N=46");
    double *y = calloc((size_t)instance_ncomponents(i), sizeof *y);
    bool before[ROOM] = { false }, behind[ROOM] = { false };
    int lowest = 0, turned = 0;
    while (fabs(i->start[3 * lowest + 1] + 0.49) > 1e-9) lowest++;
    ck_assert_int_le(i->nevents, ROOM);
    memcpy(y, i->start, (size_t)i->sizes.nq * sizeof *y);
    ck_assert_double_eq(on_the_ground(i, y, -2, before), 0);
    ck_assert_double_eq(on_the_ground(i, y, lowest + 1, behind), 8);
    for (int k = 0; k < i->nevents; k++) turned += before[k] != behind[k];
    ck_assert_int_ge(turned, 8);
    free(y);
    instance_close(i);
}
END_TEST

START_TEST(what_has_no_room_is_named)
{
    static const char *const bad[] = { "N=24", "N=47", "N=46 nr=1", "N=46 nr=8", "N=46.5" };
    reason why;
    instance *i = NULL;
    ck_assert_msg(instance_open(&i, "track", bad[_i], &why) < 0, "%s", bad[_i]);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("track");
    tcase_add_loop_test(c, counts, 0, 6);
    tcase_add_loop_test(c, idler_closes_the_loop, 0, 6);
    tcase_add_test(c, first_pins);
    tcase_add_test(c, constraints_have_full_rank);
    tcase_add_loop_test(c, forces_balance, 0, 4);
    tcase_add_test(c, laws_of_contact);
    tcase_add_test(c, what_a_prototype_gave);
    tcase_add_test(c, sparse_is_what_dense_is);
    tcase_add_test(c, formulations_agree);
    tcase_add_loop_test(c, families_meet, 0, 3);
    tcase_add_test(c, guards_tell_changes_of_one_step_apart);
    tcase_add_loop_test(c, what_has_no_room_is_named, 0, 5);
    return suite_run("track", c);
}
