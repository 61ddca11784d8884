/* combine.c -- see combine.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/runge_kutta/combine.h"

#include "kernel/linear/pack.h"

enum { BLOCK = 4 }; /* packs side by side */

void combine_keep(combine_terms *t, const real *weights, real *const *k, int count)
{
    for (int i = 0; i < count; i++)
        if (weights[i] != 0) t->term[t->count++] = (combine_term){ weights[i], k[i] };
}

/* v := base + h sum, of one pack or of the one component that is left over of two */
INLINED void place(bool full, real h, pack sum, const real *base, real *v)
{
    if (full) {
        pack_store(v, (base ? pack_load(base) : (pack){ 0 }) + h * sum);
    } else {
        real single;
        memcpy(&single, &sum, sizeof single);
        *v = (base ? *base : 0) + h * single;
    }
}

/* The same one component after the other: a processor waits for numbers that it has just stored
 * one by one where it is to load them in pairs. */
static inline pack load_fresh(const volatile real *x)
{
#if IVP_ARITH == IVP_DOUBLE
    return (pack){ x[0], x[1] };
#else
    return *x;
#endif
}

/* sum += weight k, of n components */
#define ADD(n, weight, load, k)                                                                \
    do {                                                                                       \
        a += (weight)*load(k);                                                                 \
        if ((n) > PACK) b += (weight)*load((k) + PACK);                                        \
        if ((n) > 2 * PACK) c += (weight)*load((k) + 2 * PACK);                                \
        if ((n) > 3 * PACK) d += (weight)*load((k) + 3 * PACK);                                \
    } while (0)

/* v := base + h sum of terms, for n components from `at` on, side by side in registers. The
 * last term is of the stage that was evaluated last. n is known where this is called. */
INLINED void combine_block(int n, int at, real h, const combine_terms *x, const real *base,
                           real *v)
{
    pack a = { 0 }, b = a, c = a, d = a;
    const combine_term *t = x->term, *last = t + x->count - 1;
    for (; t < last; t++) ADD(n, t->weight, pack_load, t->k + at);
    ADD(n, last->weight, load_fresh, last->k + at);
    const real *from[BLOCK] = { NULL };
    for (int j = 0; base && j < BLOCK; j++) from[j] = base + at + j * PACK;
    v += at;
    place(n >= PACK, h, a, from[0], v);
    if (n > PACK) place(n >= 2 * PACK, h, b, from[1], v + PACK);
    if (n > 2 * PACK) place(n >= 3 * PACK, h, c, from[2], v + 2 * PACK);
    if (n > 3 * PACK) place(n >= 4 * PACK, h, d, from[3], v + 3 * PACK);
}

/* A function each, with nothing in it that only others need: the steps of small problems are
 * made of them. */
#define COMBINE(count)                                                                         \
    static void combine_##count(int n, real h, const combine_terms *x, const real *base,       \
                                real *v)                                                       \
    {                                                                                          \
        (void)n;                                                                               \
        combine_block(count, 0, h, x, base, v);                                                \
    }
COMBINE(1)
COMBINE(2)
COMBINE(3)
COMBINE(4)
COMBINE(5)
COMBINE(6)
COMBINE(7)
COMBINE(8)

static void combine_many(int n, real h, const combine_terms *x, const real *base, real *v)
{
    int at = 0;
    for (; n - at >= BLOCK * PACK; at += BLOCK * PACK)
        combine_block(BLOCK * PACK, at, h, x, base, v);
    const int packs = (n - at) / PACK;
    if (packs == 3) combine_block(3 * PACK, at, h, x, base, v);
    if (packs == 2) combine_block(2 * PACK, at, h, x, base, v);
    if (packs == 1) combine_block(PACK, at, h, x, base, v);
    at += packs * PACK;
    if (at < n) combine_block(1, at, h, x, base, v);
}

combiner *combiner_of(int n)
{
    static combiner *const few[] = { combine_many, combine_1, combine_2, combine_3, combine_4,
                                     combine_5,    combine_6, combine_7, combine_8 };
    return n <= BLOCK * PACK ? few[n] : combine_many;
}
