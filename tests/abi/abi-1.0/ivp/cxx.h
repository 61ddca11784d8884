/* cxx.h -- the number type of IVP_COMPLEX in C++, and functions of it in place of <tgmath.h>.
 *
 * The type is that of C with its operators; GCC and Clang have it in C++ too. A
 * std::complex<double> could not be multiplied by integers. A problem writes sin(x), not
 * std::sin(x), so one source serves both arithmetics. To use a library function that takes
 * double only, supply its derivative:
 *
 *     real r = ivp_first_order(x, value(re(x)), slope(re(x)));     where IVP_IS_COMPLEX
 *
 * Included by base.h alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_CXX_H
#define IVP_CXX_H

__extension__ typedef double _Complex real;

/* complex functions of the C library, which <complex.h> of C++ does not declare */
#define IVP_CXX(f)                                                                             \
    extern "C" real c##f(real) noexcept;                                                       \
    inline real f(real x) { return c##f(x); }
IVP_CXX(sqrt)
IVP_CXX(exp)
IVP_CXX(log)
IVP_CXX(sin)
IVP_CXX(cos)
IVP_CXX(tan)
IVP_CXX(asin)
IVP_CXX(acos)
IVP_CXX(atan)
IVP_CXX(sinh)
IVP_CXX(cosh)
IVP_CXX(tanh)
#undef IVP_CXX

extern "C" double creal(real) noexcept;
extern "C" double cimag(real) noexcept;
extern "C" real cpow(real, real) noexcept;
inline real pow(real x, real e) { return cpow(x, e); }

#endif
