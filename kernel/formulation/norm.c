/* norm.c -- the weighted norm of an error, over the differential unknowns of a model.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include "kernel/formulation/model_inner.h"

real ivp_error_norm(const ivp_model *m, const ivp_tol *tol, const real *y0, const real *y1,
                    const real *e)
{
    real sum = 0;
    int count = 0;
    for (int i = 0; i < m->n; i++) {
        if (!m->differential[i]) continue;
        const real x =
            e[i] / (tol->atol[i] + tol->rtol * ivp_max(ivp_abs(y0[i]), ivp_abs(y1[i])));
        sum += x * x;
        count++;
    }
    return count ? sqrt(sum / (real)count) : 0;
}
