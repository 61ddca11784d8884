/* cstep.c -- complex-step derivatives; the one kernel file that is compiled in complex.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/cstep.h"

#include <ivp/problem.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/tape.h"
#include "kernel/problem/elements.h"

struct cstep {
    const ivp_problem *problem;
    int n, nq, nx, ng, nparams, side, np; /* side: where the sides begin; np: all of p */
    real *p, *z, *out;                    /* out: nout, NULL until somebody wants some */
    size_t nout;
    real *v; /* f, d, g, gt, gamma of sparse blocks */
    ivp_tape M, G;
    plain *dM, *dG; /* imaginary parts of the slots */
    int nM, nG;
};

static const plain step = R(1e-100);

static real displaced_by(plain x, plain dx) { return ivp_complex(x, step * dx); }

cstep *cstep_open(const void *twin, const ivp_sizes *sizes, int nparams, int nevents)
{
    const int n = sizes->n, nq = sizes->nq, nx = sizes->nx, ng = sizes->ng;
    const int nz = 1 + 2 * n + ng, np = nparams + sizes->nderived + nevents;
    cstep *c = malloc(sizeof *c);
    real *store = calloc((size_t)(np + nz + nq + nx + 3 * ng) + 1, sizeof *store);
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
                  .p = store,
                  .z = store + np,
                  .v = store + np + nz };
    return c;
}

void cstep_close(cstep *c)
{
    if (!c) return;
    free(c->p);
    free(c->out);
    free(c->M.value);
    free(c->G.value);
    free(c->dM);
    free(c->dG);
    free(c);
}

void cstep_parameters(cstep *c, const plain *p)
{
    for (int i = 0; i < c->nparams; i++) c->p[i] = p[i];
    for (int i = c->side; i < c->np; i++) c->p[i] = p[i];
    if (c->problem->prepare) c->problem->prepare(c->p, c->p + c->nparams);
}

/* z + i e dz into the workspace */
static void displace(cstep *c, int n, const plain *z, const plain *dz)
{
    for (int k = 0; k < n; k++) c->z[k] = displaced_by(z[k], dz[k]);
}

static size_t blocks_of(const cstep *c)
{
    const size_t nq = (size_t)c->nq, nx = (size_t)c->nx, ng = (size_t)c->ng;
    return nq * nq + ng * nq + nq + nx + 3 * ng;
}

/* Room for `count` outputs, zero at first; as many as somebody has wanted, so that no f costs
 * n^2. */
static bool room(cstep *c, size_t count)
{
    if (c->out && count <= c->nout) return true;
    free(c->out);
    c->nout = count;
    return (c->out = calloc(count + 1, sizeof *c->out)) != NULL;
}

/* The first `count` outputs zeroed */
static bool outputs(cstep *c, size_t count)
{
    if (!room(c, count)) return false;
    memset(c->out, 0, count * sizeof *c->out);
    return true;
}

/* sqrt, log, acos and powers of a number outside their domain are complex: their imaginary part
 * is no step's. Where f is no number, no derivative is. */
static const plain no_step = R(1e-40);

static bool is_step(real x) { return fabs(cimag(x)) < no_step; } /* nor NaN */

/* false: outside the domain */
static bool imaginary(int n, const real *x, plain *dx)
{
    bool inside = true;
    for (int k = 0; k < n; k++) {
        dx[k] = cimag(x[k]) / step;
        inside &= is_step(x[k]);
    }
    return inside;
}

static ivp_state displaced(const cstep *c)
{
    ivp_state s = { .t = c->z[0], .y = c->z + 1, .q = c->z + 1 };
    s.u = s.q + c->nq;
    s.x = s.u + c->nq;
    s.lambda = s.x + c->nx;
    return s;
}

/* Derivatives of the wanted vectors; false: one lies outside the domain. */
static bool derive_vectors(const cstep *c, unsigned want, const ivp_terms *terms,
                           const cstep_blocks *out)
{
    bool inside = true;
    if (want & IVP_F) inside &= imaginary(c->nq, terms->f, out->f);
    if (want & IVP_D) inside &= imaginary(c->nx, terms->d, out->d);
    if (want & IVP_CON) inside &= imaginary(c->ng, terms->g, out->g);
    if (want & IVP_GT) inside &= imaginary(c->ng, terms->gt, out->gt);
    if (want & IVP_GAMMA) inside &= imaginary(c->ng, terms->gamma, out->gamma);
    return inside;
}

static ivp_terms full_blocks(const cstep *c)
{
    const int nq = c->nq, ng = c->ng;
    ivp_terms terms = { .M = { nq, nq, nq, c->out }, .G = { ng, nq, ng, c->out + nq * nq } };
    terms.f = terms.G.a + ng * nq;
    terms.d = terms.f + nq;
    terms.g = terms.d + c->nx;
    terms.gt = terms.g + ng;
    terms.gamma = terms.gt + ng;
    return terms;
}

/* Zeros for terms() to write into, in the wanted blocks and all vectors; a problem that assigns
 * needs none. */
static void clear(const cstep *c, unsigned want, const ivp_terms *terms)
{
    const size_t nq = (size_t)c->nq, ng = (size_t)c->ng, nx = (size_t)c->nx;
    if (terms_assign(&c->problem->mech)) return;
    if (want & IVP_M) memset(terms->M.a, 0, nq * nq * sizeof *terms->M.a);
    if (want & IVP_GQ) memset(terms->G.a, 0, ng * nq * sizeof *terms->G.a);
    memset(terms->f, 0, (nq + nx + 3 * ng) * sizeof *terms->f);
}

ivp_status cstep_terms(cstep *c, unsigned want, const plain *z, const plain *dz,
                       const cstep_blocks *out)
{
    const int nq = c->nq, ng = c->ng;
    displace(c, 1 + 2 * nq + c->nx + ng, z, dz);
    if (!room(c, blocks_of(c))) return IVP_E_NOMEM;
    ivp_terms terms = full_blocks(c);
    clear(c, want, &terms);
    const ivp_state s = displaced(c);
    ivp_status st = c->problem->mech.terms(want, &s, &terms, c->p);
    if (st) return st;
    if (want & IVP_F) elements_add(&c->problem->mech.elements, &s, terms.f, c->p);

    bool inside = derive_vectors(c, want, &terms, out);
    if (want & IVP_M) inside &= imaginary(nq * nq, terms.M.a, out->M);
    if (want & IVP_GQ) inside &= imaginary(ng * nq, terms.G.a, out->G);
    return inside ? IVP_OK : IVP_DOMAIN;
}

/* What terms() writes into other blocks is not looked at. */
ivp_status cstep_constraints(cstep *c, const plain *z, const plain *dz, plain *dg)
{
    displace(c, 1 + 2 * c->nq + c->nx + c->ng, z, dz);
    if (!room(c, blocks_of(c))) return IVP_E_NOMEM;
    ivp_terms terms = full_blocks(c);
    memset(terms.g, 0, (size_t)c->ng * sizeof *terms.g);
    const ivp_state s = displaced(c);
    const ivp_status st = c->problem->mech.terms(IVP_CON, &s, &terms, c->p);
    return st ? st : imaginary(c->ng, terms.g, dg) ? IVP_OK : IVP_DOMAIN;
}

/* ---- sparse blocks and elements ---------------------------------------------------------- */

static bool imaginary_slots(const ivp_tape *t, plain **to, int *room, bool *inside)
{
    if (*room < t->room) {
        free(*to);
        *to = malloc(((size_t)t->room + 1) * sizeof **to);
        *room = *to ? t->room : 0;
    }
    if (*to) *inside &= imaginary(t->slots, t->value, *to);
    return *to != NULL;
}

ivp_status cstep_taped(cstep *c, unsigned want, const plain *z, const plain *dz,
                       struct tape_sheet *M, struct tape_sheet *G, cstep_blocks *out)
{
    const int nq = c->nq, ng = c->ng, nx = c->nx;
    c->M.sheet = M;
    c->G.sheet = G;
    ivp_status st = IVP_OK;
    bool again = true;
    displace(c, 1 + 2 * nq + nx + ng, z, dz);
    const ivp_state s = displaced(c);
    ivp_terms terms = { .f = c->v };
    terms.d = terms.f + nq;
    terms.g = terms.d + nx;
    terms.gt = terms.g + ng;
    terms.gamma = terms.gt + ng;
    while (again && !st) {
        if (!tape_begin(&c->M) || !tape_begin(&c->G)) return IVP_E_NOMEM;
        terms.M = tape_view(&c->M);
        terms.G = tape_view(&c->G);
        memset(c->v, 0, (size_t)(nq + nx + 3 * ng) * sizeof *c->v);
        st = c->problem->mech.terms(want, &s, &terms, c->p);
        again = sheet_grow(M, &st);
        again |= sheet_grow(G, &st);
    }
    if (st) return st;
    bool inside = true;
    if (!imaginary_slots(&c->M, &c->dM, &c->nM, &inside) ||
        !imaginary_slots(&c->G, &c->dG, &c->nG, &inside))
        return IVP_E_NOMEM;
    out->M = c->dM;
    out->G = c->dG;
    return derive_vectors(c, want, &terms, out) && inside ? IVP_OK : IVP_DOMAIN;
}

void cstep_element(cstep *c, int e, int n, const int *on, plain t, const plain *q,
                   const plain *u, plain kq, plain ku, plain *K)
{
    real zq[IVP_ELEMENT_MOST], zu[IVP_ELEMENT_MOST], f[IVP_ELEMENT_MOST];
    for (int k = 0; k < n; k++) {
        zq[k] = q[k];
        zu[k] = u[k];
    }
    plain kept[IVP_ELEMENT_KEPT] = { 0 };
    for (int j = 0; j < n; j++) {
        const ivp_element element = { e, n, on, t, zq, zu, f, kept, j > 0 };
        memset(f, 0, (size_t)n * sizeof *f);
        zq[j] = displaced_by(q[j], kq);
        zu[j] = displaced_by(u[j], ku);
        c->problem->mech.elements.force(&element, c->p);
        zq[j] = q[j];
        zu[j] = u[j];
        for (int k = 0; k < n; k++)
            K[k + j * n] = is_step(f[k]) ? -(cimag(f[k]) / step) : (plain)NAN;
    }
}

ivp_status cstep_elements(cstep *c, const plain *z, const plain *dz, plain *df)
{
    displace(c, 1 + 2 * c->nq + c->nx, z, dz);
    const ivp_state s = displaced(c);
    memset(c->v, 0, (size_t)c->nq * sizeof *c->v);
    elements_add(&c->problem->mech.elements, &s, c->v, c->p);
    return imaginary(c->nq, c->v, df) ? IVP_OK : IVP_DOMAIN;
}

/* ---- other forms ------------------------------------------------------------------------- */

ivp_status cstep_f(cstep *c, const plain *z, const plain *dz, plain *df)
{
    displace(c, 1 + c->n, z, dz);
    if (!outputs(c, (size_t)c->n)) return IVP_E_NOMEM;
    const ivp_state s = { .t = c->z[0], .y = c->z + 1 };
    ivp_status st = c->problem->ode.f(&s, c->out, c->p);
    if (!st && !imaginary(c->n, c->out, df)) st = IVP_DOMAIN;
    return st;
}

ivp_status cstep_mass(cstep *c, const plain *z, const plain *dz, int ld, int upper, plain *dM)
{
    const int reals = c->n * (ld < c->n ? ld + 1 : ld);
    displace(c, 1 + c->n, z, dz);
    if (!outputs(c, (size_t)reals)) return IVP_E_NOMEM;
    const ivp_mat M = { c->n, c->n, ld, c->out + upper };
    const ivp_state s = { .t = c->z[0], .y = c->z + 1 };
    ivp_status st = c->problem->ode.mass(&s, M, c->p);
    if (!st && !imaginary(reals, c->out, dM)) st = IVP_DOMAIN;
    return st;
}

ivp_status cstep_mass_taped(cstep *c, const plain *z, const plain *dz, struct tape_sheet *M,
                            plain **dM)
{
    c->M.sheet = M;
    displace(c, 1 + c->n, z, dz);
    const ivp_state s = { .t = c->z[0], .y = c->z + 1 };
    ivp_status st = IVP_OK;
    for (bool again = true; again && !st;) {
        if (!tape_begin(&c->M)) return IVP_E_NOMEM;
        st = c->problem->ode.mass(&s, tape_view(&c->M), c->p);
        again = sheet_grow(M, &st);
    }
    bool inside = true;
    if (!st && !imaginary_slots(&c->M, &c->dM, &c->nM, &inside)) st = IVP_E_NOMEM;
    *dM = c->dM;
    return st || inside ? st : IVP_DOMAIN;
}

ivp_status cstep_F(cstep *c, const plain *z, const plain *dz, plain *dF)
{
    displace(c, 1 + 2 * c->n, z, dz);
    if (!outputs(c, (size_t)c->n)) return IVP_E_NOMEM;
    const ivp_state s = { .t = c->z[0], .y = c->z + 1, .yp = c->z + 1 + c->n };
    ivp_status st = c->problem->dae.F(&s, c->out, c->p);
    if (!st && !imaginary(c->n, c->out, dF)) st = IVP_DOMAIN;
    return st;
}
