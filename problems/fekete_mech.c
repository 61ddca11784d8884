/* fekete_mech.c -- twenty points on the unit sphere move apart until they rest, as a mechanical
 * system of index 3.
 *
 *     q = (p_1 .. p_20)     M = I     f_i = F_i(q) - alpha u_i       F: lib/fekete.h
 *     g_i = |p_i|^2 - 1     G_i = 2 p_i     gamma_i = -2 |u_i|^2
 *
 * fekete.c is the index 2 of the test set, whose lambda has the other sign.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"
#include "lib/fekete.h"

enum { NQ = FEKETE_COORDINATES, NG = FEKETE_POINTS };

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const real *q = s->q, *u = s->u;
    if (want & IVP_M)
        for (int k = 0; k < NQ; k++) *ivp_at(out->M, k, k) = ivp_of(1);
    if (want & IVP_F) {
        fekete_force(q, out->f);
        for (int k = 0; k < NQ; k++) out->f[k] -= p[FEKETE_DRAG] * u[k];
    }
    for (int k = 0; k < NQ; k++) {
        *ivp_at(out->G, k / 3, k) = 2 * q[k];
        out->gamma[k / 3] -= 2 * u[k] * u[k];
    }
    for (int i = 0; i < NG; i++) out->g[i] = fekete_off(q, i);
    return IVP_OK;
}

/* r = a + G^T lambda - f, s = G a - gamma, v = G u, w = G^T mu */
static ivp_status tangent(const ivp_state *s, const real *mu, ivp_tangent *out, const real *p)
{
    fekete_force_jac(s->q, -1, out->rq, 0, 0);
    for (int k = 0; k < NQ; k++) {
        const int i = k / 3;
        *ivp_at(out->rq, k, k) += 2 * s->lambda[i];
        *ivp_at(out->ru, k, k) = p[FEKETE_DRAG];
        *ivp_at(out->sq, i, k) = 2 * s->a[k];
        *ivp_at(out->su, i, k) = 4 * s->u[k];
        *ivp_at(out->vq, i, k) = 2 * s->u[k];
        if (mu) *ivp_at(out->wq, k, k) = 2 * mu[i];
    }
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    for (int k = 0; k < NQ; k++) {
        ivp_entry(out, IVP_M, k, k);
        ivp_entry(out, IVP_GQ, k / 3, k);
    }
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int k = 0; k < 2 * NQ; k++) y[k] = ivp_of(0);
    fekete_start(y);
    return IVP_OK;
}

static real potential(const ivp_state *s, const real *p) { return fekete_potential(s->q); }

IVP_PROBLEM(fekete_mech,
    .title = "Fekete points on the sphere, mechanical",
    .source = "Bendtsen and Stenlund 1995; Test Set for IVP Solvers 2.4, fekete",
    .tags = "mechanical index3 testset",
    .params = fekete_params,
    .t0 = "0",
    .t1 = "1000",
    .form = IVP_MECH,
    .sizes = { .nq = NQ, .ng = NG },
    .pattern = pattern,
    .init = start,
    .mech = { .terms = terms, .tangent = tangent },
    .observables =
        (const ivp_observable[]){
            { "potential", "1", "logarithmic energy of the points", potential },
            { "height", "1", "z of the first point", .component = "q3" },
            { 0 },
        },
    .scd = "q",
    .mescd = "q u lambda",
    .protocol = { .from = 2, .to = 8, .per_decade = 4, .atol = "rtol", .h0 = "rtol" },
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES(", RADAU5 at 1e-12, multipliers with the sign turned", "10.4"),
              .values = "q1=-0.4070263380333202e0 q2=0.3463758772791802e0 "
                         "q3=0.8451942450030429e0 q4=0.7752934752521549e-1 "
                         "q5=-0.2628662719972299e0 q6=0.9617122871829146e0 "
                         "q7=0.7100577833343567e0 q8=0.1212948055586120e0 "
                         "q9=0.6936177005172217e0 q10=0.2348267744557627e0 "
                         "q11=0.7449277976923311e0 q12=0.6244509285956391e0 "
                         "q13=-0.4341114738782885e0 q14=0.8785430442262876e0 "
                         "q15=0.1992720444237660e0 q16=-0.9515059600312596e0 "
                         "q17=0.2203508762787005e0 q18=0.2146669498274008e0 "
                         "q19=-0.6385191643609878e0 q20=-0.4310833259390688e0 "
                         "q21=0.6375425027722121e0 q22=-0.1464175087914336e0 "
                         "q23=-0.9380871635228862e0 q24=0.3139337298744690e0 "
                         "q25=0.5666974065069942e0 q26=-0.6739221885076542e0 "
                         "q27=0.4740073135462156e0 q28=0.9843259538440293e0 "
                         "q29=-0.1696995357819996e0 q30=-0.4800504290609090e-1 "
                         "q31=0.1464175087914331e0 q32=0.9380871635228875e0 "
                         "q33=-0.3139337298744656e0 q34=-0.7092757549979014e0 "
                         "q35=0.5264062637139616e0 q36=-0.4688542938854929e0 "
                         "q37=-0.8665731819284478e0 q38=-0.4813878059756024e0 "
                         "q39=-0.1315929352982178e0 q40=-0.2347897778700538e0 "
                         "q41=-0.8594340408013130e0 q42=-0.4541441287957579e0 "
                         "q43=0.5530976940074118e0 q44=-0.7674370265615124e0 "
                         "q45=-0.3242273140037833e0 q46=0.7711050969896927e0 "
                         "q47=0.6357041816577034e0 q48=0.3573685519777001e-1 "
                         "q49=0.7103951209379591e0 q50=0.2403570431280519e0 "
                         "q51=-0.6614886725910596e0 q52=-0.3038208738735660e-1 "
                         "q53=0.4501923293640461e0 q54=-0.8924145871442046e0 "
                         "q55=-0.5772996158107093e0 q56=-0.1766763414971813e0 "
                         "q57=-0.7971892020969544e0 q58=0.2414481766969039e0 "
                         "q59=-0.3416456818373135e0 q60=-0.9082846503446250e0 "
                         "lambda1=0.4750000000000000e1 lambda2=0.4750000000000001e1 "
                         "lambda3=0.4750000000000000e1 lambda4=0.4750000000000000e1 "
                         "lambda5=0.4750000000000000e1 lambda6=0.4750000000000000e1 "
                         "lambda7=0.4750000000000000e1 lambda8=0.4750000000000000e1 "
                         "lambda9=0.4750000000000000e1 lambda10=0.4750000000000000e1 "
                         "lambda11=0.4750000000000001e1 lambda12=0.4750000000000001e1 "
                         "lambda13=0.4750000000000000e1 lambda14=0.4750000000000000e1 "
                         "lambda15=0.4750000000000000e1 lambda16=0.4750000000000000e1 "
                         "lambda17=0.4749999999999999e1 lambda18=0.4750000000000000e1 "
                         "lambda19=0.4750000000000000e1 lambda20=0.4750000000000000e1" },
            { 0 },
        });
