/* extrapolation.c -- see extrapolation.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/extrapolation/extrapolation.h"

#include <string.h>

void extrapolation_forget(extrapolation *e) { e->points = 0; }

int extrapolation_degree(const extrapolation *e, int wanted)
{
    const int most = e->points <= EXTRAPOLATION_MAX ? e->points - 1 : EXTRAPOLATION_MAX;
    return wanted < most ? wanted : most;
}

void extrapolation_add(extrapolation *e, real t, const real *z)
{
    const int kept = e->points <= EXTRAPOLATION_MAX ? e->points : EXTRAPOLATION_MAX;
    for (int i = 0; i < e->n; i++) {
        real next = z[i];
        for (int j = 0; j < kept; j++) {
            const real rise = next - e->divided[j][i];
            e->divided[j][i] = next;
            next = rise / (t - e->t[j]);
        }
        e->divided[kept][i] = next;
    }
    memmove(e->t + 1, e->t, EXTRAPOLATION_MAX * sizeof(real));
    e->t[0] = t;
    e->points = kept + 1;
}

static real root_mean_square(const real *v, int n)
{
    real sum = 0;
    for (int i = 0; i < n; i++) sum += v[i] * v[i];
    return n > 0 ? sqrt(sum / n) : 0;
}

int extrapolation_smooth_degree(const extrapolation *e, real t, int count)
{
    const int most = extrapolation_degree(e, EXTRAPOLATION_MAX);
    real reach = 1, last = root_mean_square(e->divided[0], count);
    for (int j = 1; j <= most; j++) {
        reach *= t - e->t[j - 1];
        const real term = ivp_abs(reach) * root_mean_square(e->divided[j], count);
        if (term >= last) return j - 1;
        last = term;
    }
    return most;
}

/* Horner's scheme for Newton's form */
void extrapolation_at(const extrapolation *e, int degree, real t, real *z)
{
    for (int i = 0; i < e->n; i++) {
        real sum = e->divided[degree][i];
        for (int j = degree - 1; j >= 0; j--) sum = e->divided[j][i] + (t - e->t[j]) * sum;
        z[i] = sum;
    }
}
