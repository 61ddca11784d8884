/* lanes_turn.h -- cosine and sine of the same angles (radians), in lanes with fused
 * multiply-add. It takes half the time of the C library's two functions, which reduce the angle
 * twice.
 *
 *     x = k pi/2 + r,  |r| <= pi/4  (Cody and Waite; pi/2 in three parts, the first
 *                                   difference is exact up to |x| = 1e6)
 *     sin r = r + r z S(z),   cos r = 1 - z/2 + z^2 C(z),   z = r^2
 *
 * with the minimax polynomials of fdlibm (k_sin.c, k_cos.c). r is rounded once, so results are
 * within 1.5 ulp. For larger angles, infinities and NaN the C library is called.
 *
 * Included by lanes.h alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_LANES_TURN_H
#define IVP_LANES_TURN_H

/* a b + c, rounded once */
static inline real ivp_lane_fma(real a, real b, real c)
{
#if defined __has_builtin && __has_builtin(__builtin_elementwise_fma)
    return __builtin_elementwise_fma(a, b, c);
#elif IVP_WIDTH == 4
    return (real)__builtin_ia32_vfmaddpd256(a, b, c);
#else
    return (real)__builtin_ia32_vfmaddpd512_mask(a, b, c, (unsigned char)-1, 4);
#endif
}

static inline bool ivp_lane_any(ivp_lane_mask m)
{
#if IVP_WIDTH == 8
    return __builtin_ia32_cvtq2mask512(m) != 0;
#else
    return __builtin_ia32_movmskpd256((real)m) != 0;
#endif
}

/* a[0] + x (a[1] + x (..)), of degree 5 */
static inline real ivp_lane_polynomial(real x, const plain a[6])
{
    real sum = ivp_of(a[5]);
#pragma GCC unroll 5
    for (int k = 4; k >= 0; k--) sum = ivp_lane_fma(sum, x, ivp_of(a[k]));
    return sum;
}

static inline __attribute__((cold)) void ivp_lane_turn_far(real x, real *c, real *s)
{
    *c = ivp_lane_cos(x);
    *s = ivp_lane_sin(x);
}

static inline void ivp_lane_turn(real x, real *c, real *s)
{
    static const plain S[6] = { -1.66666666666666324348e-01, 8.33333333332248946124e-03,
                                -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                                -2.50507602534068634195e-08, 1.58969099521155010221e-10 };
    static const plain C[6] = { 4.16666666666666019037e-02, -1.38888888888741095749e-03,
                                2.48015872894767294178e-05, -2.75573143513906633035e-07,
                                2.08757232129817482790e-09, -1.13596475577881948265e-11 };
    const real whole =
        ivp_of(6755399441055744.0); /* 1.5 2^52: what is added to it is rounded to an integer */
    if (ivp_lane_any(~(ivp_abs(x) <= 1e6))) {
        ivp_lane_turn_far(x, c, s);
        return;
    }
    const real rounded = ivp_lane_fma(x, ivp_of(0.63661977236758134308), whole),
               k = rounded - whole;
    const ivp_lane_mask quarter = (ivp_lane_mask)rounded; /* k in its last bits */
    real r = ivp_lane_fma(-k, ivp_of(1.57079632679489655800), x);
    r = ivp_lane_fma(-k, ivp_of(6.12323399573676603587e-17), r);
    r = ivp_lane_fma(-k, ivp_of(-1.49738490485916980e-33), r);
    const real z = r * r, half = z / 2, one = 1 - half;
    const real sine = ivp_lane_fma(r * z, ivp_lane_polynomial(z, S), r),
               cosine = one + ivp_lane_fma(z * z, ivp_lane_polynomial(z, C), 1 - one - half);
    const ivp_lane_mask odd = (quarter & 1) != 0, minus_s = quarter << 62,
                        minus_c = (quarter + 1) << 62, zero = { 0 };
    const ivp_lane_mask bit = ~(zero + 0x7fffffffffffffff); /* the sign */
    *s = (real)((ivp_lane_mask)ivp_if(odd, cosine, sine) ^ (minus_s & bit));
    *c = (real)((ivp_lane_mask)ivp_if(odd, sine, cosine) ^ (minus_c & bit));
}

#endif
