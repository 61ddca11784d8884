/* lanes_plain.h -- what lanes.h takes from x86, for other processors: vector types of the
 * compiler and a call of the C library for each lane. So lanes exist there and give the same
 * digits; a processor with vectors of two doubles (AArch64) gains from arithmetic, not from
 * functions.
 *
 * Included by lanes.h alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_LANES_PLAIN_H
#define IVP_LANES_PLAIN_H

/* where `yes` x, elsewhere y */
#define IVP_LANE_CHOOSE(yes, x, y)                                                             \
    ((real)(((yes) & (ivp_lane_mask)(x)) | (~(yes) & (ivp_lane_mask)(y))))
#define IVP_LANE_MAX(x, y) IVP_LANE_CHOOSE((x) > (y), x, y)
#define IVP_LANE_MIN(x, y) IVP_LANE_CHOOSE((x) < (y), x, y)

/* The name in brackets is the function of the C library, not a macro of <tgmath.h>. */
#define IVP_LANE_1(f)                                                                          \
    static inline real ivp_lane_##f(real x)                                                    \
    {                                                                                          \
        real z = { 0 };                                                                        \
        for (int i = 0; i < IVP_WIDTH; i++) z[i] = (f)(x[i]);                                  \
        return z;                                                                              \
    }
#define IVP_LANE_2(f)                                                                          \
    static inline real ivp_lane_##f(real x, real y)                                            \
    {                                                                                          \
        real z = { 0 };                                                                        \
        for (int i = 0; i < IVP_WIDTH; i++) z[i] = (f)(x[i], y[i]);                            \
        return z;                                                                              \
    }
IVP_LANE_1(sqrt)

/* a b + c, rounded once */
static inline real ivp_lane_fma(real a, real b, real c)
{
    for (int i = 0; i < IVP_WIDTH; i++) a[i] = (fma)(a[i], b[i], c[i]);
    return a;
}

static inline void ivp_lane_turn(real x, real *c, real *s)
{
    for (int i = 0; i < IVP_WIDTH; i++) {
        (*c)[i] = (cos)(x[i]);
        (*s)[i] = (sin)(x[i]);
    }
}

#endif
