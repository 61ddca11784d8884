/* newton.h -- when a simplified Newton iteration to rounding level ends.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_NEWTON_H
#define IVP_NEWTON_H

#include <ivp/base.h>

enum { NEWTON_MOST = 25 };

/* Decides after step k (from 0) whether the iteration ends; *st is then IVP_OK or
 * IVP_NO_CONVERGENCE. step: relative size of this step; last: that of the previous one. For
 * k = 0, last is the distance to the point at which the matrix was evaluated. */
static inline bool newton_ends(int k, real step, real last, ivp_status *st)
{
    /* predicted size of the next step, from the convergence rate of the last two. After the
     * first step the distance to the matrix's point is the rate */
    const real next = k ? step * step / last : step * ivp_max(step, last);
    if (step <= 4 * IVP_EPS || next <= IVP_EPS / 16) return true;
    if (!k || step < last) return false;
    *st = step <= 1000 * IVP_EPS ? IVP_OK : IVP_NO_CONVERGENCE; /* no progress any more */
    return true;
}

#endif
