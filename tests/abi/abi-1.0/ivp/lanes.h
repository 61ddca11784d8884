/* lanes.h -- the number type of IVP_LANES: a vector of IVP_WIDTH doubles.
 *
 * Included by base.h alone. Arithmetic is that of the compiler's vector types, functions are
 * those of the C library's vector mathematics (libmvec of glibc, up to 4 ulp). Processors other
 * than x86 take lanes_plain.h. A branch on the state is the same for all lanes, so problems
 * that need one exclude lanes (IVP_NO_LANES).
 *
 * C does not initialise a vector from a number: write ivp_of(0), or let an operation convert: 2
 * * x, x + 1. Avoid lists in braces: { p[A], 1 } fills only lane 0 of the second element.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_LANES_H
#define IVP_LANES_H

#ifndef IVP_WIDTH
#define IVP_WIDTH 2
#endif

typedef double real __attribute__((vector_size(8 * IVP_WIDTH)));
typedef long long ivp_lane_mask __attribute__((vector_size(8 * IVP_WIDTH)));

/* x > y ? x : y in each lane, as one instruction; y if either is NaN. */
#ifndef __x86_64__
#include <ivp/lanes_plain.h>
#elif IVP_WIDTH == 8 && defined __clang__
#define IVP_LANE_MAX(x, y) ((real)__builtin_ia32_maxpd512(x, y, 4))
#define IVP_LANE_MIN(x, y) ((real)__builtin_ia32_minpd512(x, y, 4))
#elif IVP_WIDTH == 8
#define IVP_LANE_MAX(x, y) __builtin_ia32_maxpd512_mask(x, y, (real){ 0 }, 0xff, 4)
#define IVP_LANE_MIN(x, y) __builtin_ia32_minpd512_mask(x, y, (real){ 0 }, 0xff, 4)
#elif IVP_WIDTH == 4
#define IVP_LANE_MAX(x, y) ((real)__builtin_ia32_maxpd256(x, y))
#define IVP_LANE_MIN(x, y) ((real)__builtin_ia32_minpd256(x, y))
#else
#define IVP_LANE_MAX(x, y) ((real)__builtin_ia32_maxpd(x, y))
#define IVP_LANE_MIN(x, y) ((real)__builtin_ia32_minpd(x, y))
#endif

/* Names of the vector ABI: width 2 for SSE2, 4 for AVX2, 8 for AVX-512. */
#if IVP_WIDTH == 8
#define IVP_LANE_NAME(letters, f) _ZGVeN8##letters##_##f
#elif IVP_WIDTH == 4
#define IVP_LANE_NAME(letters, f) _ZGVdN4##letters##_##f
#else
#define IVP_LANE_NAME(letters, f) _ZGVbN2##letters##_##f
#endif

#ifdef __x86_64__
#define IVP_LANE_1(f)                                                                          \
    real IVP_LANE_NAME(v, f)(real);                                                            \
    static inline real ivp_lane_##f(real x) { return IVP_LANE_NAME(v, f)(x); }
#define IVP_LANE_2(f)                                                                          \
    real IVP_LANE_NAME(vv, f)(real, real);                                                     \
    static inline real ivp_lane_##f(real x, real y) { return IVP_LANE_NAME(vv, f)(x, y); }
#endif
IVP_LANE_1(sin)
IVP_LANE_1(cos)
IVP_LANE_1(tan)
IVP_LANE_1(asin)
IVP_LANE_1(acos)
IVP_LANE_1(atan)
IVP_LANE_1(sinh)
IVP_LANE_1(cosh)
IVP_LANE_1(tanh)
IVP_LANE_1(exp)
IVP_LANE_1(log)
IVP_LANE_1(cbrt)
IVP_LANE_2(pow)
IVP_LANE_2(atan2)

/* One instruction; a loop over sqrt() would test each lane to set errno. */
#ifndef __x86_64__
#elif defined __has_builtin && __has_builtin(__builtin_elementwise_sqrt)
static inline real ivp_lane_sqrt(real x) { return __builtin_elementwise_sqrt(x); }
#elif IVP_WIDTH == 8 && defined __clang__
static inline real ivp_lane_sqrt(real x) { return (real)__builtin_ia32_sqrtpd512(x, 4); }
#elif IVP_WIDTH == 8
static inline real ivp_lane_sqrt(real x)
{
    return __builtin_ia32_sqrtpd512_mask(x, (real){ 0 }, -1, 4);
}
#elif IVP_WIDTH == 4
static inline real ivp_lane_sqrt(real x) { return (real)__builtin_ia32_sqrtpd256(x); }
#else
static inline real ivp_lane_sqrt(real x) { return (real)__builtin_ia32_sqrtpd(x); }
#endif

#define IVP_LANE_OR_PLAIN(f, x) _Generic((x), real : ivp_lane_##f, default : f)(x)
#define sin(x)                  IVP_LANE_OR_PLAIN(sin, x)
#define cos(x)                  IVP_LANE_OR_PLAIN(cos, x)
#define tan(x)                  IVP_LANE_OR_PLAIN(tan, x)
#define asin(x)                 IVP_LANE_OR_PLAIN(asin, x)
#define acos(x)                 IVP_LANE_OR_PLAIN(acos, x)
#define atan(x)                 IVP_LANE_OR_PLAIN(atan, x)
#define sinh(x)                 IVP_LANE_OR_PLAIN(sinh, x)
#define cosh(x)                 IVP_LANE_OR_PLAIN(cosh, x)
#define tanh(x)                 IVP_LANE_OR_PLAIN(tanh, x)
#define exp(x)                  IVP_LANE_OR_PLAIN(exp, x)
#define log(x)                  IVP_LANE_OR_PLAIN(log, x)
#define cbrt(x)                 IVP_LANE_OR_PLAIN(cbrt, x)
#define sqrt(x)                 IVP_LANE_OR_PLAIN(sqrt, x)

static inline real ivp_of(plain x) { return x - (real){ 0 }; }
static inline real ivp_if(ivp_lane_mask yes, real x, real y)
{
    return (real)((yes & (ivp_lane_mask)x) | (~yes & (ivp_lane_mask)y));
}

/* The value of lane 0. Use re() only for numbers that are the same in all lanes: parameters,
 * sides of events. */
static inline plain re(real x) { return x[0]; }
static inline real ivp_abs(real x) { return (real)((ivp_lane_mask)x & 0x7fffffffffffffff); }
static inline real ivp_max(real x, real y) { return IVP_LANE_MAX(x, y); }
static inline real ivp_min(real x, real y) { return IVP_LANE_MIN(x, y); }
static inline real ivp_pos(real x) { return IVP_LANE_MAX(x, ivp_of(0)); }
static inline real ivp_pow(real x, plain e) { return ivp_lane_pow(x, ivp_of(e)); }

#if IVP_WIDTH > 2 && defined __x86_64__
#include <ivp/lanes_turn.h>
#endif
static inline real ivp_atan2(real y, real x) { return ivp_lane_atan2(y, x); }
static inline bool ivp_finite(real x)
{
    bool finite = true;
    for (int i = 0; i < IVP_WIDTH; i++) finite &= (bool)isfinite(x[i]);
    return finite;
}

#endif
