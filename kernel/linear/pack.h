/* pack.h -- as many numbers as a register of every processor holds: two in double. Each rounds
 * as it would alone.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_PACK_H
#define IVP_PACK_H

#include <ivp/base.h>
#include <string.h>

#if IVP_ARITH == IVP_DOUBLE
typedef real pack __attribute__((vector_size(16)));
static inline pack pack_of(real x) { return (pack){ x, x }; }
#else
typedef real pack;
static inline pack pack_of(real x) { return x; }
#endif
enum { PACK = sizeof(pack) / sizeof(real) };

static inline pack pack_load(const real *x)
{
    pack p;
    memcpy(&p, x, sizeof p);
    return p;
}

static inline void pack_store(real *x, pack p) { memcpy(x, &p, sizeof p); }

/* x[0], x[stride] ... */
static inline pack pack_gather(const real *x, int stride)
{
#if IVP_ARITH == IVP_DOUBLE
    return (pack){ x[0], x[stride] };
#else
    return (void)stride, *x;
#endif
}

static inline void pack_scatter(real *x, int stride, pack p)
{
#if IVP_ARITH == IVP_DOUBLE
    x[0] = p[0];
    x[stride] = p[1];
#else
    (void)stride;
    *x = p;
#endif
}

/* so many reals, in whole packs */
static inline int pack_padded(int n) { return (n + PACK - 1) / PACK * PACK; }

/* sum + p_1 + p_2, one after the other */
static inline real pack_add(real sum, pack p)
{
#if IVP_ARITH == IVP_DOUBLE
    sum += p[0];
    return sum + p[1];
#else
    return sum + p;
#endif
}

/* Before a loop whose rounds are known where it is compiled: written out. */
#ifdef __clang__
#define UNROLLED _Pragma("clang loop unroll_count(10)")
#else
#define UNROLLED _Pragma("GCC unroll 10")
#endif
/* What is known where a function is called is known in it. */
#define INLINED static inline __attribute__((always_inline))
/* The cases of a switch by sizes, each of which is compiled with its size known */
#define SIZES_TO_6(each)  each(1) each(2) each(3) each(4) each(5) each(6)
#define SIZES_TO_8(each)  SIZES_TO_6(each) each(7) each(8)
#define SIZES_TO_10(each) SIZES_TO_8(each) each(9) each(10)

/* ---- what eliminations do with columns, rounded as row after row ------------------------- */

/* So few rows are sooner done one by one than in packs, of numbers that have just been stored
 * singly. */
enum { COLUMN_SHORT = 10 };

/* Row of the entry of largest modulus, k <= row < end */
static inline int column_pivot(const real *column, int k, int end)
{
    int p = k;
    for (int i = k + 1; i < end; i++)
        if (ivp_abs(column[i]) > ivp_abs(column[p])) p = i;
    return p;
}

/* b := b - x c, first <= row < end. Packs begin at even rows: what the next column loads was
 * then stored as one, and need not be waited for. */
static inline void column_subtract(real *b, const real *c, real x, int first, int end)
{
    int i = first;
    if (i % PACK && i < end) b[i] -= c[i] * x, i++;
    for (; i + PACK <= end; i += PACK)
        pack_store(b + i, pack_load(b + i) - pack_load(c + i) * x);
    for (; i < end; i++) b[i] -= c[i] * x;
}

/* b := b - x0 c0 - x1 c1, as one column after the other would have it */
static inline void column_subtract_two(real *b, const real *c0, real x0, const real *c1,
                                       real x1, int first, int end)
{
    int i = first;
    for (; i + PACK <= end; i += PACK) {
        const pack rest = pack_load(b + i) - pack_load(c0 + i) * x0;
        pack_store(b + i, rest - pack_load(c1 + i) * x1);
    }
    for (; i < end; i++) {
        const real rest = b[i] - c0[i] * x0;
        b[i] = rest - c1[i] * x1;
    }
}

/* y := y + sum x_j a_j of so many packs of rows of `count` columns, one after the other: sums
 * stay in registers */
INLINED void columns_add_rows(int packs, const real *a, int ld, int count, const real *x,
                              real *y)
{
    pack sum[4];
    UNROLLED
    for (int k = 0; k < packs; k++) sum[k] = pack_load(y + k * PACK);
    for (int j = 0; j < count; j++, a += ld) {
        UNROLLED
        for (int k = 0; k < packs; k++) sum[k] += pack_load(a + k * PACK) * x[j];
    }
    UNROLLED
    for (int k = 0; k < packs; k++) pack_store(y + k * PACK, sum[k]);
}

/* y := y + A x, dense, as one column after the other would have it; y shares nothing with A and
 * x. */
static inline void columns_add(const real *a, int ld, int rows, int count, const real *x,
                               real *y)
{
    int i = 0;
    for (; i + 4 * PACK <= rows; i += 4 * PACK) columns_add_rows(4, a + i, ld, count, x, y + i);
    for (; i + PACK <= rows; i += PACK) columns_add_rows(1, a + i, ld, count, x, y + i);
    for (; i < rows; i++)
        for (int j = 0; j < count; j++) y[i] += a[i + j * ld] * x[j];
}

#endif
