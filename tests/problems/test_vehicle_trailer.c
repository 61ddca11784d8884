/* test_vehicle_trailer.c -- the lorry with its trailer by the scheme of the real-time paper,
 * written out here, against the numbers that a prototype of the model has printed: velocities
 * first, positions second, constant steps,
 *
 *     A = M - h f_u - h^2 f_q
 *     [A G^T; G 0] (a, lambda) = (f + h f_q u, gamma - 2 alpha G u - beta g)
 *     u += h a, then q += h u
 *
 * Both couplings have their forces in printed digits, defects absolutely.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/linear/lu.h"
#include "kernel/problem/instance.h"
#include "kernel/problem/mech.h"

enum { MOST = 30, ROOM = 3 * MOST };

typedef struct drive {
    instance *i;
    double h, alpha, beta;
    double y[ROOM], lambda[MOST];
    double worst, mean, most, average; /* of defect and force from t = 1 s on */
    long noted;
} drive;

static instance *open_problem(const char *settings)
{
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(instance_open(&i, "vehicle_trailer", settings, &why) == IVP_OK, "%s",
                  why.text);
    ck_assert_int_le(instance_ncomponents(i), ROOM);
    return i;
}

static drive drive_open(const char *settings, double h, double alpha, double beta)
{
    drive d = { .i = open_problem(settings), .h = h, .alpha = alpha, .beta = beta };
    memcpy(d.y, d.i->start, (size_t)instance_ncomponents(d.i) * sizeof *d.y);
    return d;
}

/* The matrix and right-hand side of the step; multipliers are frozen at 0 in the tangent, which
 * then is that of the forces alone, M being constant. */
static void assemble(const drive *d, ivp_mat A, double *b)
{
    mech *m = d->i->mech;
    const int nq = m->nq, ng = m->ng;
    const double *u = d->y + nq, h = d->h;
    for (int i = 0; i < nq; i++) {
        b[i] = m->at.f[i];
        for (int j = 0; j < nq; j++) {
            const double fq = -*ivp_at(m->tangent.rq, i, j), fu = -*ivp_at(m->tangent.ru, i, j);
            *ivp_at(A, i, j) = *ivp_at(m->at.M, i, j) - h * fu - h * h * fq;
            b[i] += h * fq * u[j];
        }
    }
    for (int k = 0; k < ng; k++) {
        b[nq + k] = m->at.gamma[k] - d->beta * m->at.g[k];
        for (int j = 0; j < nq; j++) {
            const double G = *ivp_at(m->at.G, k, j);
            *ivp_at(A, nq + k, j) = *ivp_at(A, j, nq + k) = G;
            b[nq + k] -= 2 * d->alpha * G * u[j];
        }
    }
}

static void step(drive *d, double t)
{
    static const double zeros[ROOM];
    double store[MOST * MOST] = { 0 }, b[MOST] = { 0 };
    int pivots[MOST];
    mech *m = d->i->mech;
    const int n = m->nq + m->ng;
    const ivp_mat A = { n, n, MOST, store };
    ivp_state s = mech_state(m, t, d->y);
    s.a = s.lambda = zeros;
    ck_assert_int_eq(mech_tangent(m, TANGENT_R, &s, NULL), IVP_OK);
    ck_assert_int_eq(mech_terms(m, ~0u, &s), IVP_OK);
    assemble(d, A, b);
    ck_assert_int_eq(lu_factor(A, pivots), IVP_OK);
    lu_solve(A, pivots, b);
    for (int i = 0; i < m->nq; i++) {
        d->y[m->nq + i] += d->h * b[i];
        d->y[i] += d->h * d->y[m->nq + i];
    }
    memcpy(d->lambda, b + m->nq, (size_t)m->ng * sizeof *b);
}

/* Distance of the two ends of the hitch, and its force. */
static double defect_of(const drive *d)
{
    const double *q = d->y;
    return hypot(q[0] - 3 * cos(q[2]) - q[3] - 4.5 * cos(q[5]),
                 q[1] - 3 * sin(q[2]) - q[4] - 4.5 * sin(q[5]));
}

static double force_of(const drive *d)
{
    ivp_state s = mech_state(d->i->mech, 0, d->y);
    const ivp_observable *o = d->i->problem->observables;
    s.lambda = d->lambda;
    return hypot(instance_observe(d->i, &o[0], &s), instance_observe(d->i, &o[1], &s));
}

static void note(drive *d)
{
    const double defect = defect_of(d), force = force_of(d);
    d->worst = fmax(d->worst, defect);
    d->most = fmax(d->most, force);
    d->mean += (defect - d->mean) / (double)++d->noted;
    d->average += (force - d->average) / (double)d->noted;
}

/* On from step k to time t; lambda is that of the step which begins there. */
static long drive_to(drive *d, long k, double t)
{
    const long n = lround(t / d->h);
    for (; k < n; k++) {
        step(d, (double)k * d->h);
        if ((double)(k + 1) * d->h > 1) note(d);
    }
    return k;
}

static void expect(const char *what, double found, double expected, double tolerance)
{
    ck_assert_msg(fabs(found - expected) <= tolerance, "%s is %.9g, should be %.9g", what,
                  found, expected);
}

START_TEST(forces_of_the_constrained_hitch)
{
    static const struct {
        double t, x, y, defect, digit;
    } row[] = {
        { 2, 3799.68, 0, 1e-14, 1e-13 },         { 6, 4480.99, 1271.47, 9.5e-8, 1e-9 },
        { 8, 4695.21, -2059.53, 4.8e-7, 1e-8 },  { 10, 4759.54, 1253.65, 4.8e-7, 1e-8 },
        { 20, 4560.31, 2115.83, 6.3e-7, 1e-8 },  { 30, -4505.67, -3025.30, 1e-12, 1e-12 },
        { 40, 4186.24, 294.28, 1.2e-6, 1e-7 },   { 45, 3959.44, -1859.43, 1.1e-6, 1e-7 },
        { 52, 2895.23, -3165.09, 1.1e-7, 1e-8 }, { 59, 4008.85, -616.82, 1.3e-8, 1e-9 },
    };
    static const double end[] = { 901.4009, 106.2546, -0.385952, 894.4524, 109.0773, -0.385804,
                                  10.8514,  -4.4054,  0,         10.8447,  -4.4221 };
    drive d = drive_open("", 1e-3, 100, 1e4);
    long k = 0;
    for (size_t r = 0; r < sizeof row / sizeof *row; r++) {
        k = drive_to(&d, k, row[r].t);
        expect("defect", defect_of(&d), row[r].defect, row[r].digit);
        step(&d, (double)k++ * d.h);
        expect("lambda_x", d.lambda[0], row[r].x, 0.006);
        expect("lambda_y", d.lambda[1], row[r].y, 0.006);
    }
    drive_to(&d, k, 60);
    for (int c = 0; c < 11; c++)
        if (c != 8) expect("end state", d.y[c], end[c], c == 2 || c == 5 ? 6e-7 : 6e-5);
    instance_close(d.i);
}
END_TEST

/* Largest and mean defect and force after 1 s, of the constraint and of the spring. */
static const struct {
    const char *settings;
    double h, alpha, beta, t, worst, mean, digits, most, average;
} runs[] = {
    { "", 1e-3, 100, 1e4, 60, 1.23e-6, 2.7e-7, 0.02, 19060, 4988 },
    { "", 1e-3, 100, 1e4, 12, 5.3e-7, 1.6e-7, 0.03, 5212, 4591 },
    { "", 5e-4, 100, 1e4, 12, 2.7e-7, 8.0e-8, 0.03, 5213, 4592 },
    { "", 1e-3, 0, 0, 20, 1.6e-4, 6.7e-5, 0.03, 5217, 4706 },
    { "couple=spring", 1e-3, 0, 0, 50, 0.39, 0.104, 0.02, 20426, 5277 },
    { "couple=spring k=1e6 c=2e5", 1e-3, 0, 0, 20, 5.2e-3, 4.7e-3, 0.01, 5221, 4710 },
    { "couple=spring k=1e8 c=2e6", 1e-3, 0, 0, 20, 5.2e-5, 4.7e-5, 0.01, 5219, 4707 },
};

START_TEST(defects_of_both_couplings)
{
    drive d = drive_open(runs[_i].settings, runs[_i].h, runs[_i].alpha, runs[_i].beta);
    drive_to(&d, 0, runs[_i].t);
    expect("largest defect", d.worst, runs[_i].worst, runs[_i].digits * runs[_i].worst);
    expect("mean defect", d.mean, runs[_i].mean, runs[_i].digits * runs[_i].mean);
    expect("largest force", d.most, runs[_i].most, 1);
    expect("mean force", d.average, runs[_i].average, 1.5);
    instance_close(d.i);
}
END_TEST

/* With velocities first, alpha h = A and beta h^2 = B decay where 0 < A < 1, 0 < B < 4 (1 -
 * A). */
START_TEST(textbook_feedback_is_unstable)
{
    static const double A[] = { 1, 0.99, 1.01 }, B[] = { 1, 0.03, 0.03 };
    static const bool grows[] = { true, false, true };
    drive d = drive_open("", 1e-3, A[_i] * 1e3, B[_i] * 1e6);
    for (int b = 0; b < 2; b++) d.y[3 * b + 1] += b * 1e-9; /* off the constraint */
    drive_to(&d, 0, _i ? 0.5 : 0.08);
    const double defect = defect_of(&d);
    ck_assert_msg(_i != 0 || defect > 1e-4, "A = B = 1: defect %g", defect);
    ck_assert_msg(grows[_i] == (defect > 1e-9), "A = %g, B = %g: defect %g", A[_i], B[_i],
                  defect);
    instance_close(d.i);
}
END_TEST

/* K trailers: 3 (K + 1) coordinates, 2 K constraints that are independent; each is pulled with
 * what drags those behind it. At the start nothing turns: the first hitch decelerates K
 * trailers. */
START_TEST(a_train_of_trailers)
{
    char settings[40];
    const int K = 1 << _i;
    snprintf(settings, sizeof settings, "ntrailer=%d", K);
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(instance_open(&i, "vehicle_trailer", settings, &why) == IVP_OK, "%s",
                  why.text);
    ck_assert_int_eq(i->sizes.nq, 3 * (K + 1));
    ck_assert_int_eq(i->sizes.ng, 2 * K);
    const ivp_state s = instance_view(i, 0, i->start, NULL);
    const double drag = 0.01 * 12000 * 9.80665 + 2.5 * 400 + 2400;
    const double lorry = 0.008 * 16000 * 9.80665 + 4 * 400;
    const double a = -(lorry + K * drag) / (16000 + K * 12000.0);
    for (int k = 0; k < K; k++) {
        expect("pull of a hitch", s.lambda[2 * k], (K - k) * (drag + 12000 * a), 1e-9);
        expect("its side", s.lambda[2 * k + 1], 0, 1e-9);
    }
    instance_close(i);
}
END_TEST

/* ---- in space: section 5 of the definition ----------------------------------------------- */

static double look(const instance *i, const char *name, const ivp_state *s)
{
    for (const ivp_observable *o = i->problem->observables; o->name; o++)
        if (!strcmp(o->name, name)) return instance_observe(i, o, s);
    ck_abort_msg("no %s", name);
}

/* 14 coordinates, 2 norms, the ball joint: 9 freedoms. At rest springs and the hitch's 9606.51
 * N carry the weights; what is left is forces along the road, and their couples. */
START_TEST(rests_on_its_springs)
{
    instance *i = open_problem("dim=3");
    mech *m = i->mech;
    ck_assert_int_eq(m->nq, 14);
    ck_assert_int_eq(m->ng, 5);
    const ivp_state s = mech_state(m, 0, i->start);
    ck_assert_int_eq(mech_terms(m, ~0u, &s), IVP_OK);
    const double hitch = 9606.51, push = -(0.008 * 16000 * 9.80665 + 4 * 400),
                 drag = -(0.01 * 12000 * 9.80665 + 2.5 * 400 + 2400);
    double left[14];
    for (int k = 0; k < 14; k++) left[k] = m->at.f[k] - *ivp_at(m->at.G, 2, k) * hitch;
    const double expected[14] = { [0] = push,
                                  [5] = 2 * -1.4 * push, /* p' = w/2 */
                                  [7] = drag,
                                  [12] = 2 * -1.6 * drag };
    for (int k = 0; k < 14; k++)
        if (k % 7 != 3) expect("what is left", left[k], expected[k], 0.05);
    instance_close(i);
}
END_TEST

/* Deflections 0.0990, 0.0975, 0.0901 m: lifted by so much an axle presses no more. */
START_TEST(springs_have_their_lengths)
{
    static const double up[] = { 0.05, 0.0982, 0.5 };
    instance *i = open_problem("dim=3");
    mech *m = i->mech;
    double y[ROOM];
    memcpy(y, i->start, 28 * sizeof *y);
    y[2] += up[_i], y[9] += up[_i];
    const ivp_state s = mech_state(m, 0, y);
    ck_assert_int_eq(mech_terms(m, IVP_F, &s), IVP_OK);
    const double front = 5e5 * fmax(0, 0.0990 - up[_i]), rear = 12e5 * fmax(0, 0.0975 - up[_i]),
                 trailer = 12e5 * fmax(0, 0.0901 - up[_i]);
    expect("lorry", m->at.f[2] + 16000 * 9.80665, front + rear, 85);
    expect("trailer", m->at.f[9] + 12000 * 9.80665, trailer, 60);
    if (up[_i] > 0.0990) expect("in the air", m->at.f[2] + 16000 * 9.80665, 0, 1e-9);
    instance_close(i);
}
END_TEST

static double defect_in_space(const drive *d)
{
    const ivp_state s = mech_state(d->i->mech, 0, d->y);
    return look(d->i, "defect", &s);
}

/* The constraint keeps to 1e-5 m in the bends; the spring of 1e5 N/m sags by 9606.51 N /
 * k = 0.096 m. */
START_TEST(defects_in_space)
{
    drive d = drive_open(_i ? "dim=3 couple=spring k=1e5 c=2e4" : "dim=3", 1e-3, 100, 1e4);
    double worst = 0, least = 1;
    const int n = 1500;
    for (int k = 0; k < n; k++) {
        step(&d, (_i ? 0 : 5) + k * d.h); /* the bends begin at 5 s */
        const double now = defect_in_space(&d);
        worst = fmax(worst, now);
        if (k < n / 2) continue;
        least = fmin(least, now);
    }
    if (_i == 0) ck_assert_double_lt(worst, 1e-5);
    if (_i == 1) {
        const ivp_state s = mech_state(d.i->mech, 4, d.y);
        expect("vertical force", look(d.i, "force_z", &s), 9606.51, 0.1 * 9606.51);
        ck_assert_double_gt(least, 0.08);
    }
    instance_close(d.i);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("prototype");
    tcase_add_test(t, forces_of_the_constrained_hitch);
    tcase_add_loop_test(t, defects_of_both_couplings, 0, sizeof runs / sizeof *runs);
    tcase_add_loop_test(t, textbook_feedback_is_unstable, 0, 3);
    tcase_add_loop_test(t, a_train_of_trailers, 0, 4);
    tcase_add_test(t, rests_on_its_springs);
    tcase_add_loop_test(t, springs_have_their_lengths, 0, 3);
    tcase_add_loop_test(t, defects_in_space, 0, 2);
    return suite_run("vehicle_trailer", t);
}
