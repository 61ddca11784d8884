/* cstep.c -- complex-step derivatives; the one kernel file that is compiled in complex. */
#include "kernel/problem/cstep.h"

#include <ivp/problem.h>
#include <stdlib.h>
#include <string.h>

struct cstep {
    const ivp_problem *problem;
    int n, nq, nx, ng, nparams, side, np, nout; /* side: where the sides begin; np: all of p */
    real *p, *z, *out;
};

static const plain step = R(1e-100);

cstep *cstep_open(const void *twin, const ivp_sizes *sizes, int nparams, int nevents)
{
    const int n = sizes->n, nq = sizes->nq, nx = sizes->nx, ng = sizes->ng;
    const int nz = 1 + 2 * n + ng, np = nparams + sizes->nderived + nevents;
    const int blocks = nq * nq + ng * nq + nq + nx + 3 * ng;
    const int nout = blocks > n * n ? blocks : n * n;
    cstep *c = malloc(sizeof *c);
    real *store = calloc((size_t)(np + nz + nout) + 1, sizeof *store);
    if (!c || !store) {
        free(c);
        free(store);
        return NULL;
    }
    *c = (cstep){ .problem = twin,
                  .n = n,
                  .nq = nq,
                  .nx = nx,
                  .ng = ng,
                  .nparams = nparams,
                  .side = nparams + sizes->nderived,
                  .np = np,
                  .nout = nout,
                  .p = store,
                  .z = store + np,
                  .out = store + np + nz };
    return c;
}

void cstep_close(cstep *c)
{
    if (c) free(c->p);
    free(c);
}

void cstep_parameters(cstep *c, const plain *p)
{
    for (int i = 0; i < c->nparams; i++) c->p[i] = p[i];
    for (int i = c->side; i < c->np; i++) c->p[i] = p[i];
    if (c->problem->prepare) c->problem->prepare(c->p, c->p + c->nparams);
}

/* z + i e dz into the workspace, outputs zeroed */
static void displace(cstep *c, int n, const plain *z, const plain *dz)
{
    real i = csqrt((real)-1);
    for (int k = 0; k < n; k++) c->z[k] = z[k] + i * (step * dz[k]);
    memset(c->out, 0, (size_t)c->nout * sizeof *c->out);
}

static void imaginary(int n, const real *x, plain *dx)
{
    for (int k = 0; k < n; k++) dx[k] = cimag(x[k]) / step;
}

ivp_status cstep_terms(cstep *c, unsigned want, const plain *z, const plain *dz,
                       const cstep_blocks *out)
{
    const int nq = c->nq, ng = c->ng, nx = c->nx, mm = nq * nq, gg = ng * nq;
    displace(c, 1 + 2 * nq + nx + ng, z, dz);
    real *o = c->out;
    ivp_terms terms = { .M = { nq, nq, nq, o }, .G = { ng, nq, ng, o + mm } };
    terms.f = o + mm + gg;
    terms.d = terms.f + nq;
    terms.g = terms.d + nx;
    terms.gt = terms.g + ng;
    terms.gamma = terms.gt + ng;
    ivp_state s = { .t = c->z[0], .y = c->z + 1 };
    s.q = s.y;
    s.u = s.q + nq;
    s.x = s.u + nq;
    s.lambda = s.x + nx;
    ivp_status st = c->problem->mech.terms(want, &s, &terms, c->p);
    if (st) return st;

    imaginary(mm, terms.M.a, out->M);
    imaginary(gg, terms.G.a, out->G);
    imaginary(nq, terms.f, out->f);
    imaginary(nx, terms.d, out->d);
    imaginary(ng, terms.g, out->g);
    imaginary(ng, terms.gt, out->gt);
    imaginary(ng, terms.gamma, out->gamma);
    return IVP_OK;
}

ivp_status cstep_f(cstep *c, const plain *z, const plain *dz, plain *df)
{
    displace(c, 1 + c->n, z, dz);
    const ivp_state s = { .t = c->z[0], .y = c->z + 1 };
    ivp_status st = c->problem->ode.f(&s, c->out, c->p);
    if (!st) imaginary(c->n, c->out, df);
    return st;
}

ivp_status cstep_mass(cstep *c, const plain *z, const plain *dz, plain *dM)
{
    displace(c, 1 + c->n, z, dz);
    const ivp_mat M = { c->n, c->n, c->n, c->out };
    const ivp_state s = { .t = c->z[0], .y = c->z + 1 };
    ivp_status st = c->problem->ode.mass(&s, M, c->p);
    if (!st) imaginary(c->n * c->n, c->out, dM);
    return st;
}

ivp_status cstep_F(cstep *c, const plain *z, const plain *dz, plain *dF)
{
    displace(c, 1 + 2 * c->n, z, dz);
    const ivp_state s = { .t = c->z[0], .y = c->z + 1, .yp = c->z + 1 + c->n };
    ivp_status st = c->problem->dae.F(&s, c->out, c->p);
    if (!st) imaginary(c->n, c->out, dF);
    return st;
}
