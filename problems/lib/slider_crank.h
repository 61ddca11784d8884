/* slider_crank.h -- a crank, a flexible rod and a slider: mass, forces and constraints that the
 * forms of the problem share.
 *
 *     P = (phi1, phi2, x3, q1 .. q4), v = P'        M(P) v' = F(P, v) - G(P)^T lambda
 *
 * phi1 turns the crank, phi2 the rod, x3 is the place of the slider; q1 and q2 are the first
 * two lateral sine modes of the rod, q3 and q4 the displacement along it of its middle and its
 * end. With S = sin(phi1 - phi2), C = cos(phi1 - phi2) and <.,.> the dot product of 4-vectors:
 *
 *     M11 = J1 + m2 l1^2              M12 = l1 l2 m2 C/2 + rho l1 (S <c2,q> + C <c1,q>)
 *     M22 = J2 + <q, Mq q> + 2 rho <c12,q>             M33 = m3
 *     M1q = rho l1 (-S c1 + C c2)     M2q = rho c21 + rho q^T Bq     Mqq = Mq
 *
 *     F1 = -l1 l2 m2 v2^2 S/2 + rho l1 v2^2 (-S <c1,q> + C <c2,q>)
 *          - 2 rho l1 v2 (C <c1,q'> + S <c2,q'>)
 *     F2 = l1 l2 m2 v1^2 S/2 + rho l1 v1^2 (S <c1,q> - C <c2,q>) - 2 rho v2 <c12,q'>
 *          - 2 v2 <q', Mq q> - rho <q', Bq q'>
 *     Fq = v2^2 Mq q + rho (v2^2 c12 + l1 v1^2 (C c1 + S c2) + 2 v2 Bq q') - Kq q - Dq q'
 *
 * and terms of gravity, which is 0. Constraints, g on position level and G v = (0, 0, Omega):
 *
 *     g1 = l1 sin phi1 + (l2 + q4) sin phi2
 *     g2 = x3 - l1 cos phi1 - (l2 + q4) cos phi2
 *     g3 = phi1 - Omega t
 *
 * The start is printed with nine digits: it violates g2 by 2e-10, which the velocity level
 * keeps, and the velocities are made consistent here by the least change in the norm of M,
 * which is what an index-2 method does in its first step: 9.5 digits of the published end
 * values instead of 7.5. pi = 3.1415927 and Mq33 = 8, Mq34 = 1, Mq44 = 2 (times rho b h l2) are
 * as published.
 *
 * B. Simeon, Modelling a flexible slider crank mechanism by a mixed system of DAEs and PDEs,
 * Math. Modelling of Systems 2 (1996); Test Set for IVP Solvers 2.4, crank.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_SLIDER_CRANK_H
#define PROBLEMS_SLIDER_CRANK_H

#include "descriptor.h"
#include "draw.h"

#define CRANK_PUBLISHED TESTSET_VALUES(", MEBDFI at 1e-14", "9.5")

/* clang-format off */
enum { PHI1, PHI2, X3, Q1, Q2, Q3, Q4, CRANK_NQ, CRANK_NG = 3, NMODES = 4 };
enum { START, STIFFNESS, DAMPING, MASS1, MASS2, MASS3, L1, L2, J1, J2, YOUNG, SIDE, DENSITY, GRAVITY,
       OMEGA, PI_ROD, NPARAM };

static const ivp_param crank_params[] = {
    [START]     = { "start", "smooth", "near the smooth motion, or on the rigid one",
                    .choices = "smooth rigid" },
    [STIFFNESS] = { "stiffness", "linear", "of the rod", .choices = "linear nonlinear" },
    [DAMPING]   = { "damping", "off", "of the rod", .choices = "off on" },
    [MASS1]     = { "m1", "0.36", "mass of the crank [kg]" },
    [MASS2]     = { "m2", "0.151104", "mass of the rod [kg]" },
    [MASS3]     = { "m3", "0.075552", "mass of the slider [kg]" },
    [L1]        = { "l1", "0.15", "length of the crank [m]" },
    [L2]        = { "l2", "0.30", "length of the rod [m]" },
    [J1]        = { "J1", "0.002727", "inertia of the crank [kg m^2]" },
    [J2]        = { "J2", "0.0045339259", "inertia of the rod [kg m^2]" },
    [YOUNG]     = { "E", "0.20e12", "Young's modulus of the rod [N/m^2]" },
    [SIDE]      = { "b", "0.0080", "height and width of the rod [m]" },
    [DENSITY]   = { "rho", "7870", "density of the rod [kg/m^3]" },
    [GRAVITY]   = { "grav", "0", "gravity, against g2 [m/s^2]" },
    [OMEGA]     = { "Omega", "150", "speed of the crank [rad/s]" },
    [PI_ROD]    = { "pi", "3.1415927", "pi as published [1]" },
    { 0 },
};

/* What depends on parameters alone, behind them. */
enum { MQ = NPARAM, KQ = MQ + 16, BQ = KQ + 16, DQ = BQ + 16, C1 = DQ + 16, C2 = C1 + 4, C12 = C2 + 4,
       C21 = C12 + 4, BEND = C21 + 4, CRANK_END };
enum { CRANK_DERIVED = CRANK_END - NPARAM };
/* clang-format on */

static inline void crank_put(real *A, int i, int j, real x)
{
    A[4 * i + j] = x;
    A[4 * j + i] = x;
}

static inline void crank_stiffness(const real *p, real *K)
{
    const real pi2 = p[PI_ROD] * p[PI_ROD], slim = p[SIDE] / p[L2];
    const real unit = p[YOUNG] * p[SIDE] * p[SIDE] / p[L2];
    crank_put(K, 0, 0, unit * pi2 * pi2 / 24 * slim * slim);
    crank_put(K, 1, 1, unit * 2 * pi2 * pi2 / 3 * slim * slim);
    crank_put(K, 2, 2, unit * 16 / 3);
    crank_put(K, 2, 3, -unit * 8 / 3);
    crank_put(K, 3, 3, unit * 7 / 3);
}

static inline void crank_damping(const real *p, real *D)
{
    if (!(re(p[DAMPING]) > 0)) return;
    crank_put(D, 0, 0, ivp_of(5));
    crank_put(D, 1, 1, ivp_of(25));
    crank_put(D, 2, 2, ivp_of(R(230.8375455264791) / 2));
    crank_put(D, 2, 3, ivp_of(-R(262.6884879920526) / 2));
    crank_put(D, 3, 3, ivp_of(R(421.7421837156818) / 2));
}

static inline void crank_prepare(const real *p, real *derived)
{
    const real pi = p[PI_ROD], a = p[SIDE] * p[SIDE] * p[L2], heavy = p[DENSITY] * a;
    for (int k = 0; k < CRANK_DERIVED; k++) derived[k] = ivp_of(0);
    real *d = derived - NPARAM; /* so that MQ .. are places in it */
    crank_put(d + MQ, 0, 0, heavy / 2);
    crank_put(d + MQ, 1, 1, heavy / 2);
    crank_put(d + MQ, 2, 2, 8 * heavy);
    crank_put(d + MQ, 2, 3, heavy);
    crank_put(d + MQ, 3, 3, 2 * heavy);
    crank_stiffness(p, d + KQ);
    crank_damping(p, d + DQ);
    d[BQ + 2] = -16 * a / (pi * pi * pi);
    d[BQ + 3] = a * (8 / (pi * pi * pi) - 1 / pi);
    d[BQ + 7] = a / (2 * pi);
    d[BQ + 8] = -d[BQ + 2];
    d[BQ + 12] = -d[BQ + 3];
    d[BQ + 13] = -d[BQ + 7];
    d[C1 + 2] = 2 * a / 3;
    d[C1 + 3] = a / 6;
    d[C2] = 2 * a / pi;
    d[C12 + 2] = a * p[L2] / 3;
    d[C12 + 3] = a * p[L2] / 6;
    d[C21] = a * p[L2] / pi;
    d[C21 + 1] = -a * p[L2] / (2 * pi);
    d[BEND] = p[YOUNG] * p[SIDE] * p[SIDE] * pi * pi / (2 * p[L2] * p[L2]);
}

static inline real crank_dot(const real *a, const real *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* A x, A by rows */
static inline void crank_times(const real *A, const real *x, real *Ax)
{
    for (int i = 0; i < NMODES; i++) Ax[i] = crank_dot(A + 4 * i, x);
}

/* Sine and cosine of phi1 - phi2, and what both of M and F need. */
typedef struct crank_pose {
    real S, C, c1q, c2q, Mq[NMODES];
} crank_pose;

static inline crank_pose crank_pose_of(const real *P, const real *p)
{
    const real *q = P + Q1;
    crank_pose o = { .S = sin(P[PHI1] - P[PHI2]),
                     .C = cos(P[PHI1] - P[PHI2]),
                     .c1q = crank_dot(p + C1, q),
                     .c2q = crank_dot(p + C2, q) };
    crank_times(p + MQ, q, o.Mq);
    return o;
}

static inline void crank_symmetric(ivp_mat M, int i, int j, real x)
{
    *ivp_at(M, i, j) = x;
    *ivp_at(M, j, i) = x;
}

static inline void crank_mass(const real *P, ivp_mat M, const real *p)
{
    const crank_pose o = crank_pose_of(P, p);
    const real *q = P + Q1, arm = p[DENSITY] * p[L1];
    *ivp_at(M, PHI1, PHI1) = p[J1] + p[MASS2] * p[L1] * p[L1];
    crank_symmetric(M, PHI1, PHI2,
                    p[L1] * p[L2] * p[MASS2] * o.C / 2 + arm * (o.S * o.c2q + o.C * o.c1q));
    *ivp_at(M, PHI2, PHI2) =
        p[J2] + crank_dot(q, o.Mq) + 2 * p[DENSITY] * crank_dot(p + C12, q);
    *ivp_at(M, X3, X3) = p[MASS3];
    for (int j = 0; j < NMODES; j++) {
        real turned = p[C21 + j]; /* c21 + q^T Bq */
        for (int i = 0; i < NMODES; i++) turned += q[i] * p[BQ + 4 * i + j];
        crank_symmetric(M, PHI1, Q1 + j, arm * (o.C * p[C2 + j] - o.S * p[C1 + j]));
        crank_symmetric(M, PHI2, Q1 + j, p[DENSITY] * turned);
        for (int i = 0; i < NMODES; i++) *ivp_at(M, Q1 + i, Q1 + j) = p[MQ + 4 * i + j];
    }
}

/* What the nonlinear stiffness takes off Fq: s = 80/(9 pi^2), r = 2 q4 - 4 q3. */
static inline void crank_stiffen(const real *q, real *Fq, const real *p)
{
    const real k = p[BEND], s = 80 / (9 * p[PI_ROD] * p[PI_ROD]), r = 2 * q[3] - 4 * q[2];
    Fq[0] -= k * (q[0] * q[3] - s * q[1] * r);
    Fq[1] -= k * (4 * q[1] * q[3] - s * q[0] * r);
    Fq[2] -= k * 4 * s * q[0] * q[1];
    Fq[3] -= k * (q[0] * q[0] / 2 + 2 * q[1] * q[1] - 2 * s * q[0] * q[1]);
}

static inline void crank_rod_forces(const real *P, const real *v, const crank_pose *o, real *Fq,
                                    const real *p)
{
    const real *q = P + Q1, *rate = v + Q1, v1 = v[PHI1], v2 = v[PHI2], rho = p[DENSITY];
    const real s2 = sin(P[PHI2]), c2 = cos(P[PHI2]);
    real Bq[NMODES], Kq[NMODES], Dq[NMODES];
    crank_times(p + BQ, rate, Bq);
    crank_times(p + KQ, q, Kq);
    crank_times(p + DQ, rate, Dq);
    for (int i = 0; i < NMODES; i++)
        Fq[i] = v2 * v2 * (o->Mq[i] + rho * p[C12 + i]) + 2 * rho * v2 * Bq[i] +
                rho * p[L1] * v1 * v1 * (o->C * p[C1 + i] + o->S * p[C2 + i]) -
                rho * p[GRAVITY] * (s2 * p[C1 + i] + c2 * p[C2 + i]) - Kq[i] - Dq[i];
    if (re(p[STIFFNESS]) > 0) crank_stiffen(q, Fq, p);
}

static inline void crank_force(const real *P, const real *v, real *F, const real *p)
{
    const crank_pose o = crank_pose_of(P, p);
    const real *rate = v + Q1, v1 = v[PHI1], v2 = v[PHI2], rho = p[DENSITY], arm = rho * p[L1];
    const real half = p[L1] * p[L2] * p[MASS2] * o.S / 2;
    const real s2 = sin(P[PHI2]), c2 = cos(P[PHI2]);
    real Bq[NMODES];
    crank_times(p + BQ, rate, Bq);
    F[PHI1] = -p[L1] * p[GRAVITY] * (p[MASS1] + 2 * p[MASS2]) * cos(P[PHI1]) / 2 -
              half * v2 * v2 + arm * v2 * v2 * (o.C * o.c2q - o.S * o.c1q) -
              2 * arm * v2 * (o.C * crank_dot(p + C1, rate) + o.S * crank_dot(p + C2, rate));
    F[PHI2] = -p[L2] * p[GRAVITY] * p[MASS2] * c2 / 2 + half * v1 * v1 +
              arm * v1 * v1 * (o.S * o.c1q - o.C * o.c2q) -
              2 * rho * v2 * crank_dot(p + C12, rate) - 2 * v2 * crank_dot(rate, o.Mq) -
              rho * crank_dot(rate, Bq) - rho * p[GRAVITY] * (c2 * o.c1q - s2 * o.c2q);
    F[X3] = ivp_of(0);
    crank_rod_forces(P, v, &o, F + Q1, p);
}

/* G, and gamma = -G' v */
static inline void crank_constraints(const real *P, const real *v, ivp_mat G, real *gamma,
                                     const real *p)
{
    const real s1 = sin(P[PHI1]), c1 = cos(P[PHI1]), s2 = sin(P[PHI2]), c2 = cos(P[PHI2]);
    const real l = p[L2] + P[Q4], crank = p[L1] * v[PHI1] * v[PHI1];
    const real rod = l * v[PHI2] * v[PHI2], stretch = 2 * v[PHI2] * v[Q4];
    *ivp_at(G, 0, PHI1) = p[L1] * c1;
    *ivp_at(G, 0, PHI2) = l * c2;
    *ivp_at(G, 0, Q4) = s2;
    *ivp_at(G, 1, PHI1) = p[L1] * s1;
    *ivp_at(G, 1, PHI2) = l * s2;
    *ivp_at(G, 1, X3) = ivp_of(1);
    *ivp_at(G, 1, Q4) = -c2;
    *ivp_at(G, 2, PHI1) = ivp_of(1);
    gamma[0] = crank * s1 + rod * s2 - stretch * c2;
    gamma[1] = -crank * c1 - rod * c2 - stretch * s2;
    gamma[2] = ivp_of(0);
}

/* g without offset */
static inline void crank_position(real t, const real *P, real *g, const real *p)
{
    const real l = p[L2] + P[Q4];
    g[0] = p[L1] * sin(P[PHI1]) + l * sin(P[PHI2]);
    g[1] = P[X3] - p[L1] * cos(P[PHI1]) - l * cos(P[PHI2]);
    g[2] = P[PHI1] - p[OMEGA] * t;
}

static inline void crank_swap(ivp_mat A, real *b, int i, int k)
{
    for (int j = 0; j < A.cols && i != k; j++) {
        const real held = *ivp_at(A, i, j);
        *ivp_at(A, i, j) = *ivp_at(A, k, j);
        *ivp_at(A, k, j) = held;
    }
    const real held = b[i];
    b[i] = b[k];
    b[k] = held;
}

/* b := A^-1 b by elimination with row pivoting; A is destroyed. False: A is singular. */
static inline bool crank_eliminate(ivp_mat A, real *b)
{
    for (int k = 0; k < A.rows; k++) {
        int most = k;
        for (int i = k + 1; i < A.rows; i++)
            if (re(ivp_abs(*ivp_at(A, i, k))) > re(ivp_abs(*ivp_at(A, most, k)))) most = i;
        crank_swap(A, b, k, most);
        if (re(*ivp_at(A, k, k)) == 0) return false;
        for (int i = k + 1; i < A.rows; i++) {
            const real factor = *ivp_at(A, i, k) / *ivp_at(A, k, k);
            for (int j = k + 1; j < A.rows; j++) *ivp_at(A, i, j) -= factor * *ivp_at(A, k, j);
            b[i] -= factor * b[k];
        }
    }
    for (int i = A.rows - 1; i >= 0; i--) {
        for (int j = i + 1; j < A.rows; j++) b[i] -= *ivp_at(A, i, j) * b[j];
        b[i] /= *ivp_at(A, i, i);
    }
    return true;
}

enum { CRANK_SADDLE = CRANK_NQ + CRANK_NG };

/* x := [M G^T; G 0]^-1 x */
static inline bool crank_solve(const real *P, const real *v, real *x, const real *p)
{
    real store[CRANK_SADDLE * CRANK_SADDLE], G_store[CRANK_NG * CRANK_NQ], gamma[CRANK_NG];
    const ivp_mat A = { CRANK_SADDLE, CRANK_SADDLE, CRANK_SADDLE, store };
    const ivp_mat G = { CRANK_NG, CRANK_NQ, CRANK_NG, G_store };
    for (int k = 0; k < CRANK_SADDLE * CRANK_SADDLE; k++) store[k] = ivp_of(0);
    for (int k = 0; k < CRANK_NG * CRANK_NQ; k++) G_store[k] = ivp_of(0);
    crank_mass(P, A, p);
    crank_constraints(P, v, G, gamma, p);
    for (int i = 0; i < CRANK_NG; i++)
        for (int j = 0; j < CRANK_NQ; j++)
            crank_symmetric(A, CRANK_NQ + i, j, *ivp_at(G, i, j));
    return crank_eliminate(A, x);
}

static inline void crank_printed_start(real *P, real *v, const real *p)
{
    static const plain smooth[][2] = {
        { 0, R(150.0) },
        { 0, -R(74.9957670) },
        { R(0.450016933), -R(0.268938672e-5) },
        { 0, R(0.444896105) },
        { 0, R(0.463434311e-2) },
        { R(0.103339863e-4), -R(0.178591076e-5) },
        { R(0.169327969e-4), -R(0.268938672e-5) },
    };
    static const plain rigid[][2] = { { 0, R(150.0) }, { 0, -R(75.0) }, { R(0.45), 0 },
                                      { 0, 0 },        { 0, 0 },        { 0, 0 },
                                      { 0, 0 } };
    const plain(*given)[2] = re(p[START]) > 0 ? rigid : smooth;
    for (int i = 0; i < CRANK_NQ; i++) {
        P[i] = ivp_of(given[i][0]);
        v[i] = ivp_of(given[i][1]);
    }
}

/* The start with v on the velocity constraints: v - M^-1 G^T (G M^-1 G^T)^-1 (G v - (0, 0,
 * Omega)) */
static inline ivp_status crank_start(real *P, real *v, const real *p)
{
    real x[CRANK_SADDLE], G_store[CRANK_NG * CRANK_NQ], gamma[CRANK_NG];
    const ivp_mat G = { CRANK_NG, CRANK_NQ, CRANK_NG, G_store };
    for (int k = 0; k < CRANK_NG * CRANK_NQ; k++) G_store[k] = ivp_of(0);
    for (int k = 0; k < CRANK_SADDLE; k++) x[k] = ivp_of(0);
    crank_printed_start(P, v, p);
    crank_constraints(P, v, G, gamma, p);
    for (int i = 0; i < CRANK_NG; i++) {
        x[CRANK_NQ + i] = i == 2 ? p[OMEGA] : ivp_of(0);
        for (int j = 0; j < CRANK_NQ; j++) x[CRANK_NQ + i] -= *ivp_at(G, i, j) * v[j];
    }
    if (!crank_solve(P, v, x, p)) return IVP_SINGULAR;
    for (int i = 0; i < CRANK_NQ; i++) v[i] += x[i];
    return IVP_OK;
}

/* Crank, rod with its end displaced along it, and the slider. */
static inline void crank_draw(const real *q, const ivp_canvas *to, const real *p)
{
    const real x = p[L1] * cos(q[PHI1]), y = p[L1] * sin(q[PHI1]), rod = p[L2] + q[Q4];
    draw_rod(to, ivp_of(0), ivp_of(0), x, y);
    draw_rod(to, x, y, x + rod * cos(q[PHI2]), y + rod * sin(q[PHI2]));
    draw_point(to, "slider", q[X3], ivp_of(0));
}

#endif
