/* base.h -- the number type, statuses, matrix views and parameters that every layer shares.
 *
 * One source, five arithmetics, chosen by -DIVP_ARITH:
 *
 *     IVP_DOUBLE    real = double             every run that is timed or scored
 *     IVP_COMPLEX   real = double complex     problems only: complex-step derivatives
 *     IVP_QUAD      real = _Float128          reference solutions, order tests
 *     IVP_CQUAD     real = _Complex _Float128 problems only: exact derivatives in quad
 *     IVP_LANES     real = IVP_WIDTH doubles  problems only: as many points side by side
 *
 * `plain` is the type of a real part. Write constants as R(0.1), functions through <tgmath.h>
 * (sin, sqrt, exp ...), branches on re(x). Functions that are not analytic, or whose complex
 * version loses the tiny imaginary part, have counterparts here: ivp_abs, ivp_max, ivp_min,
 * ivp_pos, ivp_atan2, ivp_hypot, ivp_pow. In complex arithmetic they are first-order formulas:
 * the value in double, the derivative explicit. In C++ there are the first two alone, and
 * <ivp/cxx.h> in place of <tgmath.h>.
 *
 * How the interface grows. A descriptor (ivp_problem, ivp_solver) says its size and those of
 * the elements of its tables, as the header had them that it was compiled with. The program
 * reads no more than that and takes what is missing as zero, so zero is the default of every
 * member. What it does not know itself must be zero, or the plug-in is refused. Structs that
 * the program fills (ivp_state, ivp_terms, ivp_trial ...) grow at their end; whoever needs a
 * new member of these says so in a new member of the descriptor. All other structs stay as they
 * are, and so do those inside a descriptor.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_BASE_H
#define IVP_BASE_H

#include <stdbool.h>
#include <stddef.h>

#define IVP_ABI 8u

#ifdef __GNUC__ /* what is left out of a table is zero, and zero is the default */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif

#define IVP_DOUBLE  1
#define IVP_COMPLEX 2
#define IVP_QUAD    3
#define IVP_CQUAD   4
#define IVP_LANES   5

#ifndef IVP_ARITH
#define IVP_ARITH IVP_DOUBLE
#endif

#ifdef __cplusplus /* none of the short names: they are those of others there */
#if IVP_ARITH != IVP_DOUBLE && IVP_ARITH != IVP_COMPLEX
#error "a plug-in in C++ is compiled in double, a problem in complex too"
#endif
#include <math.h>
#elif IVP_ARITH == IVP_LANES
#include <math.h>
#else
#include <complex.h>
#include <tgmath.h>
#endif

#ifdef __cplusplus
#define IVP_EXTERN extern "C"
#else
#define IVP_EXTERN extern
#endif

#if IVP_ARITH == IVP_QUAD || IVP_ARITH == IVP_CQUAD
__extension__ typedef _Float128 plain;
#ifdef IVP_ROUNDED /* constants as a double has them: what their rounding does to a solution */
#define R(x) ((plain)(double)__extension__ x##f128)
#else
#define R(x) __extension__ x##f128
#endif
#define IVP_EPS R(1.925929944387235853055977942584927319e-34)
#else
typedef double plain;
#ifndef __cplusplus
#define R(x) x
#endif
#define IVP_EPS 2.220446049250313e-16
#endif

#if IVP_ARITH == IVP_COMPLEX && defined __cplusplus
#include <ivp/cxx.h>
#define IVP_IS_COMPLEX 1
#elif IVP_ARITH == IVP_COMPLEX
typedef double _Complex real;
#define IVP_IS_COMPLEX 1
#elif IVP_ARITH == IVP_CQUAD
__extension__ typedef _Complex _Float128 real;
#define IVP_IS_COMPLEX 1
#elif IVP_ARITH == IVP_LANES
#include <ivp/lanes.h>
#define IVP_IS_COMPLEX 0
#else
typedef plain real;
#define IVP_IS_COMPLEX 0
#endif

#ifdef __cplusplus
#define IVP_PI 3.14159265358979323846
#else
#define IVP_PI R(3.14159265358979323846264338327950288420)
#endif

/* ---- real parts, and functions a complex step survives ---------------------------------- */

#if IVP_IS_COMPLEX

/* The real part. Use it in branches and comparisons. */
static inline plain re(real x) { return creal(x); }

/* a + i b without a multiplication, so infinities and NaN stay in their part */
static inline real ivp_complex(plain a, plain b)
{
#ifdef __cplusplus
    return a + csqrt((real)-1) * b;
#else
    return __builtin_complex(a, b);
#endif
}

/* f(x + i e) = f(x) + i e f'(x); f and df are the values of f and f' at the real part of x */
static inline real ivp_first_order(real x, plain f, plain df)
{
    return ivp_complex(f, df * cimag(x));
}

/* |x|, x^e and the angle of (x, y) in radians; in complex arithmetic by the sign of re(x), or
 * to first order. ivp_pow: re(x) > 0 unless e is an integer. */
static inline real ivp_abs(real x) { return re(x) < 0 ? -x : x; }

static inline real ivp_pow(real x, plain e)
{
    const plain a = creal(x);
    return ivp_first_order(x, pow(a, e), e * pow(a, e - 1));
}

static inline real ivp_atan2(real y, real x)
{
    const plain a = creal(y), b = creal(x), r2 = a * a + b * b;
    return ivp_complex(atan2(a, b), (b * cimag(y) - a * cimag(x)) / r2);
}

/* Neither part is NaN or infinite; in lanes: no lane is. */
static inline bool ivp_finite(real x) { return isfinite(creal(x)) && isfinite(cimag(x)); }

#elif IVP_ARITH != IVP_LANES

static inline plain re(real x) { return x; }
#ifdef __cplusplus
static inline real ivp_abs(real x) { return std::fabs(x); }
static inline real ivp_pow(real x, plain e) { return std::pow(x, e); }
static inline real ivp_atan2(real y, real x) { return std::atan2(y, x); }
static inline bool ivp_finite(real x) { return std::isfinite(x); }
#else
static inline real ivp_abs(real x) { return fabs(x); }
static inline real ivp_pow(real x, plain e) { return pow(x, e); }
static inline real ivp_atan2(real y, real x) { return atan2(y, x); }
static inline bool ivp_finite(real x) { return isfinite(x); }
#endif

#endif

#if IVP_ARITH != IVP_LANES

/* Converts a plain number to real. Use it to initialise variables: in IVP_LANES a real is a
 * vector, not a plain number. */
static inline real ivp_of(plain x) { return x; }
/* Maximum, minimum and positive part by real parts. If either argument is NaN, returns the
 * second, in every arithmetic. So a loop m = ivp_max(m, x) loses a NaN at the next number, and
 * ivp_pos(NaN) = 0; use ivp_finite to detect NaN. Each is one instruction in double. For equal
 * arguments, such as -0 and 0, the result may be either. */
static inline real ivp_max(real x, real y) { return re(x) > re(y) ? x : y; }
static inline real ivp_min(real x, real y) { return re(x) < re(y) ? x : y; }
static inline real ivp_pos(real x) { return re(x) > 0 ? x : (real)0; } /* positive part */

#endif

/* sqrt(x^2 + y^2), without protection against overflow; its derivative at 0 does not exist */
static inline real ivp_hypot(real x, real y) { return sqrt(x * x + y * y); }

#ifndef __cplusplus
/* *c = cos(angle), *s = sin(angle); angle in radians. In complex arithmetic both are
 * first-order formulas. */
static inline void ivp_turn(real angle, real *c, real *s)
{
#if IVP_IS_COMPLEX
    const plain cosine = cos(re(angle)), sine = sin(re(angle));
    *c = ivp_first_order(angle, cosine, -sine);
    *s = ivp_first_order(angle, sine, cosine);
#elif IVP_ARITH == IVP_LANES && IVP_WIDTH > 2
    ivp_lane_turn(angle, c, s);
#else
    *c = cos(angle);
    *s = sin(angle);
#endif
}
#endif

/* ---- statuses ---------------------------------------------------------------------------- */

/* The sign classifies a status. 0: success; positive: recoverable, a smaller step may succeed;
 * negative: permanent failure, the run ends. */
typedef enum ivp_status {
    IVP_OK = 0,
    IVP_DOMAIN = 1,         /* an argument outside the domain, or a result that is not finite */
    IVP_NO_CONVERGENCE = 2, /* a corrector or Newton iteration did not converge */
    IVP_SINGULAR = 3,       /* a matrix of the method is singular */
    IVP_ERROR_TEST = 4,     /* wrapped library: the error test failed once more than it likes */

    IVP_E_STEP_TOO_SMALL = -1,
    IVP_E_TOO_MANY_STEPS = -2,
    IVP_E_DIVERGED = -3,     /* corrector failed with the smallest step */
    IVP_E_INCONSISTENT = -4, /* the start violates the constraints */
    IVP_E_EVENT_LOST = -5,
    IVP_E_NONFINITE = -6, /* NaN or infinity in an accepted state */
    IVP_E_NOMEM = -7,
    IVP_E_INVALID = -8, /* a caller's mistake: option, view, argument */
    IVP_E_DECLINED = -9,
    IVP_E_LIBRARY = -10, /* a wrapped library gave up for a reason of its own */
} ivp_status;

/* ---- matrices ---------------------------------------------------------------------------- */

/* A view of a rows x cols matrix; it does not own a. Element (i, j) of a dense column-major
 * matrix is a[i + j * ld]. If ld is negative, the matrix is sparse and a points to an
 * ivp_tape. */
typedef struct ivp_mat {
    int rows, cols, ld;
    real *a;
} ivp_mat;

/* One write of an element of a sparse block: row, column, slot of its value. ivp_at() compares
 * each call with the previous call at the same position of the sequence. If they differ,
 * ivp_at() searches for the element and adds it if it is new. */
typedef struct ivp_call {
    int i, j, slot;
} ivp_call;

typedef struct ivp_tape {
    const ivp_call *next; /* the call that is expected */
    real *value;          /* of the slots */
    real *(*seek)(struct ivp_tape *t, int i, int j);
    struct tape_sheet *sheet; /* kernel/linear/tape.h, as what follows */
    int slots, room;
} ivp_tape;

/* Pointer to element (i, j), 0 <= i < rows, 0 <= j < cols; indices are not checked. Only
 * problems with `#define IVP_SPARSE` before their first include receive sparse blocks. For all
 * others this is one address computation. */
static inline real *ivp_at(ivp_mat A, int i, int j)
{
#ifdef IVP_SPARSE
    if (A.ld < 0) {
        ivp_tape *t = (ivp_tape *)(void *)A.a;
        const ivp_call *call = t->next;
        if (call->i != i || call->j != j) return t->seek(t, i, j);
        t->next = call + 1;
        return t->value + call->slot;
    }
#endif
    return &A.a[(size_t)i + (size_t)j * (size_t)A.ld];
}

/* ---- blocks ------------------------------------------------------------------------------ */

/* Blocks of a mechanical problem, as sums of bits; IVP_M and IVP_JAC of the other forms. */
enum {
    IVP_M = 1,      /* mass matrix                         M      nq x nq; n x n */
    IVP_F = 2,      /* applied and gyroscopic forces       f      nq */
    IVP_D = 4,      /* right-hand side of first-order states d    nx */
    IVP_CON = 8,    /* position constraints                g      ng */
    IVP_GQ = 16,    /* constraint Jacobian                 G      ng x nq */
    IVP_GT = 32,    /* partial time derivative of g        gt     ng */
    IVP_GAMMA = 64, /* acceleration level                  gamma  ng */
    IVP_JAC = 128   /* df/dy, or dF/dy + c dF/dy'                 n x n */
};

/* ---- a point ----------------------------------------------------------------------------- */

/* A point of the solution, the argument of every function of a problem. The caller owns the
 * arrays; the problem reads them and writes `kept` only.
 *
 *     t, y          always; y of a mechanical problem is (q, u, x), one vector
 *     q, u, x       mechanical problems, always: they point into y
 *     a, lambda     observables, invariants; guards that say needs_a; tangent()
 *     lambda        terms() where IVP_D is wanted
 *     yp            y' in the functions of form IVP_DAE
 *     kept          terms() and f() of points in lanes
 *
 * All other members may be NULL. Points that a solver passes to the functions of model.h need
 * neither y nor yp: the kernel fills them in.
 *
 * `kept`: IVP_STATE_KEPT numbers in which a problem caches values that depend only on time and
 * parameters (a sine of t). Stage iterations evaluate at the same times repeatedly. If `again`
 * is false, every call fills them, whatever blocks it wants; if it is true, they hold the
 * values at this t. */
enum { IVP_STATE_KEPT = 8 };
typedef struct ivp_state {
    real t;
    const real *y, *yp;
    const real *q, *u, *x, *a, *lambda;
    real *kept;
    bool again;
} ivp_state;

/* ---- parameters and options -------------------------------------------------------------- */

/* A named number. `value` is a decimal string, parsed in each arithmetic (the double 0.1 is
 * wrong in quad from the 17th digit on). With `choices` (words separated by spaces) the
 * parameter is a word and its number the position of the word, counted from 0. The array ends
 * with { 0 }; index it by an enum:
 *
 *     [MASS] = { "m", "1", "mass [kg]" },
 *     [FORM] = { "form", "angles", "coordinates", .choices = "angles cartesian" },
 *     [BODIES] = { "n", "8", "bodies", .kind = IVP_STRUCTURAL },
 *
 * A hidden parameter is a discrete state (a mode). Resets set it; users cannot set it, and
 * lists do not show it. */
typedef enum ivp_param_kind {
    IVP_REAL = 0,
    IVP_INTEGER,   /* an integer: anything else is refused */
    IVP_STRUCTURAL /* an integer that sizes or patterns depend on: no reset changes it */
} ivp_param_kind;

typedef struct ivp_param {
    const char *name, *value, *meaning;
    const char *choices;
    ivp_param_kind kind;
    bool hidden;
} ivp_param;

/* Sizes in bytes, in the header that a plug-in was compiled with, of its descriptor and of one
 * element of each table. Filled by IVP_PROBLEM and IVP_SOLVER. */
typedef struct ivp_bytes {
    unsigned short descriptor, param, event, observable, published, setting;
} ivp_bytes;

#endif
