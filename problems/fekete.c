/* fekete.c -- twenty points on the unit sphere move apart until they rest: index 2, stabilised.
 *
 *     y = (p_1 .. p_20 | q_1 .. q_20 | lambda_1 .. lambda_20 | mu_1 .. mu_20)
 *
 *     p_i' = q_i + 2 mu_i p_i
 *     q_i' = -alpha q_i + 2 lambda_i p_i + F_i(p)          F: lib/fekete.h
 *     0 = |p_i|^2 - 1
 *     0 = 2 <p_i, q_i>
 *
 * Along the solution mu = 0; fekete_mech.c is the same as a mechanical system of index 3, with
 * -lambda. Bendtsen and Stenlund 1995; Test Set for IVP Solvers 2.4, fekete. Of the published
 * end values q and mu are noise, for the points have come to rest.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "lib/descriptor.h"
#include "lib/fekete.h"

enum {
    NP = FEKETE_POINTS,
    NC = FEKETE_COORDINATES,
    Q = NC,
    LAMBDA = 2 * NC,
    MU = LAMBDA + NP,
    N = MU + NP
};

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *x = s->y, *q = x + Q, *lambda = x + LAMBDA, *mu = x + MU;
    fekete_force(x, f + Q);
    for (int k = 0; k < NC; k++) {
        f[k] = q[k] + 2 * mu[k / 3] * x[k];
        f[Q + k] += 2 * lambda[k / 3] * x[k] - p[FEKETE_DRAG] * q[k];
    }
    for (int i = 0; i < NP; i++) {
        f[LAMBDA + i] = fekete_off(x, i);
        f[MU + i] = fekete_off_rate(x, q, i);
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real *x = s->y, *q = x + Q, *lambda = x + LAMBDA, *mu = x + MU;
    fekete_force_jac(x, 1, J, Q, 0);
    for (int k = 0; k < NC; k++) {
        const int i = k / 3;
        *ivp_at(J, k, k) = 2 * mu[i];
        *ivp_at(J, k, Q + k) = ivp_of(1);
        *ivp_at(J, k, MU + i) = 2 * x[k];
        *ivp_at(J, Q + k, k) += 2 * lambda[i];
        *ivp_at(J, Q + k, Q + k) = -p[FEKETE_DRAG];
        *ivp_at(J, Q + k, LAMBDA + i) = 2 * x[k];
        *ivp_at(J, LAMBDA + i, k) = 2 * x[k];
        *ivp_at(J, MU + i, k) = 2 * q[k];
        *ivp_at(J, MU + i, Q + k) = 2 * x[k];
    }
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    for (int k = 0; k < LAMBDA; k++) *ivp_at(M, k, k) = ivp_of(1);
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    for (int k = 0; k < LAMBDA; k++) ivp_entry(out, IVP_M, k, k);
    for (int k = 0; k < NC; k++) {
        const int i = k / 3;
        const int entry[][2] = { { k, k },         { k, Q + k },          { k, MU + i },
                                 { Q + k, Q + k }, { Q + k, LAMBDA + i }, { LAMBDA + i, k },
                                 { MU + i, k },    { MU + i, Q + k } };
        for (size_t e = 0; e < sizeof entry / sizeof *entry; e++)
            ivp_entry(out, IVP_JAC, entry[e][0], entry[e][1]);
        for (int l = 0; l < NC; l++) ivp_entry(out, IVP_JAC, Q + k, l);
    }
}

/* At rest: the forces along p_i cancel, and mu = mu' = lambda' = 0. */
static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int k = 0; k < N; k++) y[k] = yp[k] = ivp_of(0);
    fekete_start(y);
    for (int i = 0; i < NP; i++) y[LAMBDA + i] = ivp_of(-(plain)(NP - 1) / 4);
    fekete_force(y, yp + Q);
    for (int k = 0; k < NC; k++) yp[Q + k] += 2 * y[LAMBDA + k / 3] * y[k];
    return IVP_OK;
}

/* (q, u, a, lambda) of fekete_mech: mu = 0 */
static void from_mechanical(const real *twin, real *y, const real *p)
{
    for (int k = 0; k < LAMBDA; k++) y[k] = twin[k];
    for (int i = 0; i < NP; i++) {
        y[LAMBDA + i] = -twin[LAMBDA + NC + i];
        y[MU + i] = ivp_of(0);
    }
}

static real potential(const ivp_state *s, const real *p) { return fekete_potential(s->y); }

static const int index_of[N] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
};

IVP_PROBLEM(fekete,
    .title = "Fekete points on the sphere, stabilised index 2",
    .source = "Bendtsen and Stenlund 1995; Test Set for IVP Solvers 2.4, fekete",
    .tags = "dae index2 testset",
    .params = fekete_params,
    .t0 = "0",
    .t1 = "1000",
    .form = IVP_LIN,
    .sizes = { .n = N },
    .pattern = pattern,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian, .mass = mass, .autonomous = true },
    .index = index_of,
    .observables =
        (const ivp_observable[]){
            { "potential", "1", "logarithmic energy of the points", potential },
            { "height", "1", "z of the first point", .component = "y3" },
            { 0 },
        },
    .scd = "y1-60",
    .mescd = "all",
    .protocol = { .from = 2, .to = 8, .per_decade = 4, .atol = "rtol", .h0 = "rtol" },
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES(", RADAU5 at 1e-12", "10.4"),
              .values = "y1=-0.4070263380333202e0 y2=0.3463758772791802e0 "
                         "y3=0.8451942450030429e0 y4=0.7752934752521549e-1 "
                         "y5=-0.2628662719972299e0 y6=0.9617122871829146e0 "
                         "y7=0.7100577833343567e0 y8=0.1212948055586120e0 "
                         "y9=0.6936177005172217e0 y10=0.2348267744557627e0 "
                         "y11=0.7449277976923311e0 y12=0.6244509285956391e0 "
                         "y13=-0.4341114738782885e0 y14=0.8785430442262876e0 "
                         "y15=0.1992720444237660e0 y16=-0.9515059600312596e0 "
                         "y17=0.2203508762787005e0 y18=0.2146669498274008e0 "
                         "y19=-0.6385191643609878e0 y20=-0.4310833259390688e0 "
                         "y21=0.6375425027722121e0 y22=-0.1464175087914336e0 "
                         "y23=-0.9380871635228862e0 y24=0.3139337298744690e0 "
                         "y25=0.5666974065069942e0 y26=-0.6739221885076542e0 "
                         "y27=0.4740073135462156e0 y28=0.9843259538440293e0 "
                         "y29=-0.1696995357819996e0 y30=-0.4800504290609090e-1 "
                         "y31=0.1464175087914331e0 y32=0.9380871635228875e0 "
                         "y33=-0.3139337298744656e0 y34=-0.7092757549979014e0 "
                         "y35=0.5264062637139616e0 y36=-0.4688542938854929e0 "
                         "y37=-0.8665731819284478e0 y38=-0.4813878059756024e0 "
                         "y39=-0.1315929352982178e0 y40=-0.2347897778700538e0 "
                         "y41=-0.8594340408013130e0 y42=-0.4541441287957579e0 "
                         "y43=0.5530976940074118e0 y44=-0.7674370265615124e0 "
                         "y45=-0.3242273140037833e0 y46=0.7711050969896927e0 "
                         "y47=0.6357041816577034e0 y48=0.3573685519777001e-1 "
                         "y49=0.7103951209379591e0 y50=0.2403570431280519e0 "
                         "y51=-0.6614886725910596e0 y52=-0.3038208738735660e-1 "
                         "y53=0.4501923293640461e0 y54=-0.8924145871442046e0 "
                         "y55=-0.5772996158107093e0 y56=-0.1766763414971813e0 "
                         "y57=-0.7971892020969544e0 y58=0.2414481766969039e0 "
                         "y59=-0.3416456818373135e0 y60=-0.9082846503446250e0 "
                         "y121=-0.4750000000000000e1 y122=-0.4750000000000001e1 "
                         "y123=-0.4750000000000000e1 y124=-0.4750000000000000e1 "
                         "y125=-0.4750000000000000e1 y126=-0.4750000000000000e1 "
                         "y127=-0.4750000000000000e1 y128=-0.4750000000000000e1 "
                         "y129=-0.4750000000000000e1 y130=-0.4750000000000000e1 "
                         "y131=-0.4750000000000001e1 y132=-0.4750000000000001e1 "
                         "y133=-0.4750000000000000e1 y134=-0.4750000000000000e1 "
                         "y135=-0.4750000000000000e1 y136=-0.4750000000000000e1 "
                         "y137=-0.4749999999999999e1 y138=-0.4750000000000000e1 "
                         "y139=-0.4750000000000000e1 y140=-0.4750000000000000e1" },
            { 0 },
        },
    .twin = { "fekete_mech", from_mechanical });
