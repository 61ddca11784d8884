/* gauss_shift.c -- the number that stands for the Jacobian.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/gauss/gauss_shift.h"

static const real least_part = R(0.35), first_part = R(0.5), most_part = R(0.6);
static const real most = R(32.0);
static const real pace = R(0.93);    /* of the part */
static const real gain = R(0.25);    /* of the means */
static const real parallel = R(0.9); /* cosine of dY and df */
static const real steady = R(0.3);   /* spread over mean */

void gauss_shift_reset(gauss_shift *s)
{
    s->lambda = s->mean = s->spread = 0;
    s->part = first_part;
}

real gauss_shift_z(const gauss_shift *s, real h) { return ivp_min(-s->lambda * h, most); }

static void balance(gauss_shift *s, real rayleigh)
{
    if (!(s->lambda < 0)) return;
    s->part = rayleigh > s->lambda ? ivp_max(least_part, s->part * pace)
                                   : ivp_min(most_part, s->part / pace);
}

void gauss_shift_learn(gauss_shift *s, const real moments[3])
{
    const real yy = moments[0], yf = moments[1], ff = moments[2];
    if (!(yy > 0 && ff > 0)) return;
    balance(s, yf / yy);
    if (yf * yf >= parallel * parallel * yy * ff) {
        const real far = ff / yf;
        if (s->mean == 0) s->mean = far, s->spread = ivp_abs(far) / 2;
        s->spread += gain * (ivp_abs(far - s->mean) - s->spread);
        s->mean += gain * (far - s->mean);
    }
    s->lambda = s->spread < -steady * s->mean ? s->part * s->mean : 0;
}

void gauss_shift_fail(gauss_shift *s) { s->lambda = s->mean = s->spread = 0; }
