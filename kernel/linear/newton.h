/* newton.h -- when a simplified Newton iteration to rounding level ends. */
#ifndef IVP_NEWTON_H
#define IVP_NEWTON_H

#include <ivp/base.h>

enum { NEWTON_MOST = 25 };

/* After step number k (from 0) of relative size `step`, the one before having been `last`
 * (before the first: how far from its point the matrix was made): is it the last one? *st:
 * IVP_OK or IVP_NO_CONVERGENCE then. */
static inline bool newton_ends(int k, real step, real last, ivp_status *st)
{
    /* the size of the next step: from the rate of the last two; after the first one as if the
     * error of the matrix were the distance to the point it was made at */
    const real next = k ? step * step / last : step * ivp_max(step, last);
    if (step <= 4 * IVP_EPS || next <= IVP_EPS / 16) return true;
    if (!k || step < last) return false;
    *st = step <= 1000 * IVP_EPS ? IVP_OK : IVP_NO_CONVERGENCE; /* no progress any more */
    return true;
}

#endif
