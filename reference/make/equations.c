/* equations.c -- SHA-256 of the values of a problem's equations at fixed points.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/equations.h"

#include <sha2.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/job/quad_text.h"

enum { POINTS = 5 };

typedef struct printer {
    SHA2_CTX sha;
    uint64_t state; /* of the random numbers */
} printer;

/* Uniform in (-1, 1): 53 bits of a linear congruential generator. */
static real next(printer *p)
{
    p->state = p->state * 6364136223846793005u + 1442695040888963407u;
    return (real)(p->state >> 11) / (real)((uint64_t)1 << 52) - 1;
}

static void print(printer *p, const real *x, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        char text[DECIMAL_MAX];
        decimal(ivp_abs(x[k]) < R(1e-24) ? 0 : x[k], 15, text); /* what cancels is noise */
        const int length = (int)strlen(text);
        SHA256Update(&p->sha, (const unsigned char *)text, (size_t)length);
        SHA256Update(&p->sha, (const unsigned char *)"\n", 1);
    }
}

/* Near the start: small enough for every domain, large enough for every term to count. */
static void scatter(printer *p, const real *start, real *x, size_t n)
{
    for (size_t k = 0; k < n; k++)
        x[k] = start[k] + R(1e-3) * next(p) * (1 + ivp_abs(start[k]));
}

static ivp_status print_mech(printer *p, instance *i, real t, real *z, real *out)
{
    const size_t nq = (size_t)i->sizes.nq, nx = (size_t)i->sizes.nx, ng = (size_t)i->sizes.ng;
    const size_t all = nq * nq + ng * nq + nq + nx + 3 * ng;
    const ivp_state s = instance_view(i, t, z, NULL);
    for (size_t k = 0; k < all; k++) out[k] = 0;
    real *f = out + nq * nq + ng * nq;
    ivp_terms terms = {
        .M = { i->sizes.nq, i->sizes.nq, i->sizes.nq, out },
        .G = { i->sizes.ng, i->sizes.nq, i->sizes.ng, out + nq * nq },
        .f = f,
        .d = f + nq,
        .g = f + nq + nx,
        .gt = f + nq + nx + ng,
        .gamma = f + nq + nx + 2 * ng,
    };
    const unsigned want = IVP_M | IVP_F | IVP_D | IVP_CON | IVP_GQ | IVP_GT | IVP_GAMMA;
    const ivp_status status = i->problem->mech.terms(want, &s, &terms, i->p);
    print(p, out, all);
    return status;
}

static ivp_status print_first(printer *p, instance *i, real t, real *y, real *yp, real *out)
{
    const ivp_problem *problem = i->problem;
    const ivp_state s = instance_view(i, t, y, yp);
    const size_t n = (size_t)i->sizes.n;
    for (size_t k = 0; k < n + n * n; k++) out[k] = 0;
    ivp_status status;
    if (problem->form == IVP_DAE)
        status = problem->dae.F(&s, out, i->p);
    else
        status = problem->ode.f(&s, out, i->p);
    print(p, out, n);
    if (status || problem->form != IVP_LIN) return status;
    status = problem->ode.mass(&s, (ivp_mat){ (int)n, (int)n, (int)n, out + n }, i->p);
    print(p, out + n, n * n);
    return status;
}

static void print_points(printer *p, instance *i, real *work)
{
    const size_t nc = (size_t)instance_ncomponents(i), n = (size_t)i->sizes.n;
    real *z = work, *yp = work + nc, *out = yp + n;
    for (int k = 0; k < POINTS; k++) {
        const real t = i->t0 + (real)(k + 1) / (real)(POINTS + 1) * ((real)i->t1 - i->t0);
        scatter(p, i->start, z, nc);
        scatter(p, i->start_yp, yp, n);
        ivp_status status;
        if (i->problem->form == IVP_MECH)
            status = print_mech(p, i, t, z, out);
        else
            status = print_first(p, i, t, z, yp, out);
        const real mark = (real)status;
        print(p, &mark, 1);
    }
}

ivp_status equations_digest(instance *i, char hex[EQUATIONS_MAX])
{
    const ivp_sizes *s = &i->sizes;
    const size_t nc = (size_t)instance_ncomponents(i), n = (size_t)s->n;
    const size_t wide = (size_t)(s->nq + s->nx + s->ng) + n;
    real *work = calloc(nc + n + (wide + 2) * (wide + 2), sizeof *work);
    if (!work) return IVP_E_NOMEM;
    printer p = { .state = 2026 };
    SHA256Init(&p.sha);
    const real head[] = { s->n, s->nq, s->nx, s->ng, i->t0, i->t1 };
    print(&p, head, sizeof head / sizeof *head);
    print(&p, i->start, i->problem->form == IVP_MECH ? n : nc);
    print_points(&p, i, work);
    SHA256End(&p.sha, hex);
    free(work);
    return IVP_OK;
}
