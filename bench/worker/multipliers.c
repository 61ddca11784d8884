/* multipliers.c -- see multipliers.h.
 *
 * A comparison costs one solution of the saddle point. So the first 256 steps are compared, of
 * the next 512 every second one, and so on; a step stands for those that are left out before
 * it. The last one is always compared.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/multipliers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "kernel/formulation/formulation.h"

enum { AT_ONE_STRIDE = 256 };

struct multipliers {
    instance *i;
    double t;                     /* of the last step */
    real *z, *lambda;             /* canonical; those of the run */
    long steps, stride, compared; /* compared: at this stride */
    bool pending;                 /* the last step is not compared yet */
    double weight, squares, end, most, size;
};

multipliers *multipliers_new(instance *i, const char *formulation)
{
    const unsigned differences = IVP_INDEX3 | IVP_INDEX2 | IVP_GGL;
    if (!i->sizes.ng || !(formulation_by_name(formulation) & differences)) return NULL;
    multipliers *m = need(calloc(1, sizeof *m));
    m->i = i;
    m->stride = 1;
    m->z = need(calloc((size_t)instance_ncomponents(i), sizeof *m->z));
    m->lambda = need(calloc((size_t)i->sizes.ng, sizeof *m->lambda));
    return m;
}

void multipliers_free(multipliers *m)
{
    if (!m) return;
    free(m->z);
    free(m->lambda);
    free(m);
}

static void keep(multipliers *m, const evolve_point *p)
{
    const ivp_sizes *s = &m->i->sizes;
    const size_t nq = (size_t)s->nq, nx = (size_t)s->nx, ng = (size_t)s->ng;
    m->t = p->t;
    memcpy(m->z, p->state->q, nq * sizeof *m->z);
    memcpy(m->z + nq, p->state->u, nq * sizeof *m->z);
    if (nx) memcpy(m->z + 2 * nq, p->state->x, nx * sizeof *m->z);
    memcpy(m->lambda, p->state->lambda, ng * sizeof *m->lambda);
    m->pending = true;
}

static void compare(multipliers *m)
{
    const ivp_sizes *s = &m->i->sizes;
    double off = 0;
    m->pending = false;
    if (instance_complete(m->i, m->t, m->z)) return;
    for (int k = 0; k < s->ng; k++) {
        const double due = m->z[s->n + s->nq + k];
        off = fmax(off, fabs(m->lambda[k] - due));
        m->size = fmax(m->size, fabs(due));
    }
    m->end = off;
    m->most = fmax(m->most, off);
    m->squares += (double)m->stride * off * off;
    m->weight += (double)m->stride;
    m->compared++;
}

void multipliers_watch(multipliers *m, const evolve_point *p)
{
    if (!m || !(p->h > 0 || p->h < 0)) return;
    keep(m, p);
    if (++m->steps % m->stride == 0) compare(m);
    if (m->compared < AT_ONE_STRIDE) return;
    m->compared = 0;
    m->stride *= 2;
}

json_t *multipliers_json(multipliers *m)
{
    if (!m) return NULL;
    if (m->pending) compare(m);
    if (!(m->weight > 0 && m->size > 0) || !isfinite(m->squares)) return NULL;
    return json_pack("{s:I, s:f, s:f, s:f}", "n", (json_int_t)m->steps, "end", m->end / m->size,
                     "rms", sqrt(m->squares / m->weight) / m->size, "max", m->most / m->size);
}
