/* arena.h -- vectors and matrices one behind another in one block of reals. The same function
 * measures the block, with base NULL, and then cuts it up.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_ARENA_H
#define IVP_ARENA_H

#include <ivp/base.h>

typedef struct arena {
    real *base; /* NULL: only measure */
    size_t used;
} arena;

static inline real *arena_take(arena *w, size_t n)
{
    real *v = w->base ? w->base + w->used : NULL;
    w->used += n;
    return v;
}

static inline real *arena_vec(arena *w, int n) { return arena_take(w, (size_t)n); }

static inline ivp_mat arena_mat(arena *w, int rows, int cols)
{
    return (ivp_mat){ rows, cols, rows, arena_take(w, (size_t)rows * (size_t)cols) };
}

/* no int is longer than a real */
static inline int *arena_ints(arena *w, int n) { return (void *)arena_vec(w, n); }

#endif
