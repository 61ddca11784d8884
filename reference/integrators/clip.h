/* clip.h -- the step towards a time that has to be hit exactly.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_CLIP_H
#define REFERENCE_CLIP_H

#include <ivp/base.h>

/* The whole way, half of it, or the proposed length. */
static inline real clip(real h, real left)
{
    if (h >= left * (1 - R(1e-6))) return left;
    return 2 * h > left ? left / 2 : h;
}

#endif
