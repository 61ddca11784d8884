/* newmark_method.c -- see newmark_method.h. Numbers in brackets are those of Negrut, Rampalli,
 * Ottarsson, Sajdak, On the use of the HHT method in the context of index 3 differential
 * algebraic equations of multibody dynamics.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/newmark/newmark_method.h"

#include "kernel/formulation/model_private.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/hermite.h"

enum { PREDICTOR_ADAPTIVE = EXTRAPOLATION_MAX + 1 };

#define SMALLEST R(1e-10) /* of the interval: a corrector that fails below has diverged */

const ivp_control newmark_law = {
    .name = "newmark",
    .kI = R(1.0),
    .safety = R(0.9),
    .shrink = R(0.2),
    .grow = R(5.0),
};

void *newmark_method_create(size_t size, const newmark *step, ivp_model *m, const ivp_tol *tol,
                            size_t spare, int predictor)
{
    newmark sized = *step;
    sized.m = m;
    sized.nq = ivp_nq(m);
    sized.nx = ivp_nx(m);
    sized.ng = ivp_ng(m);
    sized.nm = ivp_formulation_of(m) == IVP_GGL ? sized.ng : 0;
    sized.eps = tol->h > 0 ? 0 : tol->rtol;
    sized.rounding = sized.rounding || tol->h > 0;
    if (sparse_saddle_open(m, &sized.saddle)) return NULL;
    const size_t reals = newmark_carve(&sized, NULL), n = (size_t)sized.n;
    const size_t head = (size + sizeof(real) - 1) / sizeof(real);
    real *block = calloc(head + reals + (EXTRAPOLATION_MAX + 1 + spare) * n, sizeof *block);
    if (!block) return NULL;
    newmark_method *s = (void *)block;
    real *store = block + head;
    s->step = sized;
    newmark_carve(&s->step, store);
    s->past.n = sized.n;
    for (size_t j = 0; j <= EXTRAPOLATION_MAX; j++) s->past.divided[j] = store + reals + j * n;
    s->spare = store + reals + (EXTRAPOLATION_MAX + 1) * n;
    s->predictor = predictor;
    return s;
}

void newmark_method_restart(newmark_method *s, real t, const real *y, const real *yp)
{
    newmark *step = &s->step;
    const int nq = step->nq, nx = step->nx, ng = step->ng;
    memset(step->z1, 0, (size_t)step->n * sizeof(real));
    memcpy(step->z1, yp + nq, (size_t)nq * sizeof(real));
    memcpy(step->z1 + nq, y + 2 * nq + nx, (size_t)ng * sizeof(real));
    memcpy(step->z1 + nq + ng, yp + 2 * nq, (size_t)nx * sizeof(real));
    extrapolation_forget(&s->past);
    extrapolation_add(&s->past, t, step->z1);
    newmark_forget_scales(step);
    newmark_widen_scales(step, y);
    step->lever_matrix = 0;
}

static ivp_status predict_correct(newmark_method *s, bool build)
{
    newmark *step = &s->step;
    const int top = s->predictor == PREDICTOR_ADAPTIVE
                        ? extrapolation_smooth_degree(&s->past, step->t1, step->nq)
                        : extrapolation_degree(&s->past, s->predictor);
    extrapolation_at(&s->past, top, step->t1, step->z1);
    return newmark_correct(step, build);
}

/* (25), (33), (34) over eps */
static real error(const newmark *step, const newmark_part *part)
{
    return part->unit * newmark_norm(part, step->rise) / step->eps;
}

ivp_status newmark_method_solve(newmark_method *s, ivp_trial *trial)
{
    newmark *step = &s->step;
    const bool stale = newmark_stale(step);
    ivp_status status = predict_correct(s, stale);
    if (status > IVP_OK && !stale) status = predict_correct(s, true);
    if (status > IVP_OK && trial->h < SMALLEST * model_span(step->m)) return IVP_E_DIVERGED;
    if (status != IVP_OK) return status;

    memcpy(trial->y1, step->y1, (size_t)(step->nq + step->n) * sizeof(real));
    if (step->eps > 0) {
        trial->ntests = step->nx > 0 ? 2 : 1;
        trial->test[0] = (ivp_test){ error(step, &step->q), 2 };
        trial->test[1] = (ivp_test){ error(step, &step->x), 1 };
    }
    return IVP_OK;
}

void newmark_method_keep(newmark_method *s, const real *y1)
{
    newmark *step = &s->step;
    memcpy(step->z1 + step->nq, y1 + 2 * step->nq + step->nx, (size_t)step->ng * sizeof(real));
    extrapolation_add(&s->past, step->t1, step->z1);
    newmark_widen_scales(step, y1);
}

ivp_status newmark_method_dense(void *self, real theta, real *y)
{
    const newmark *step = &((const newmark_method *)self)->step;
    const int nq = step->nq, nx = step->nx, ny = nq + step->n, X = step->x.at;
    const real h = step->h, *y0 = step->y0, *y1 = step->y1, *z0 = step->z0, *z1 = step->z1;
    for (int i = 0, k = nq; i < nq; i++, k++) {
        y[i] = hermite_cubic(theta, y0[i], y1[i], h * y0[k], h * y1[k]);
        y[k] = hermite_cubic(theta, y0[k], y1[k], h * z0[i], h * z1[i]);
    }
    for (int i = 2 * nq, k = X; k < X + nx; i++, k++)
        y[i] = hermite_cubic(theta, y0[i], y1[i], h * z0[k], h * z1[k]);
    for (int i = 2 * nq + nx; i < ny; i++) y[i] = (1 - theta) * y0[i] + theta * y1[i];
    return IVP_OK;
}
