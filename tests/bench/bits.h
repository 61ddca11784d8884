/* bits.h -- numbers compared by their bits: -0 is not 0, and NaN is itself.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_BITS_H
#define TESTS_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline bool same_bits(const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++) {
        uint64_t x, y;
        memcpy(&x, &a[i], sizeof x);
        memcpy(&y, &b[i], sizeof y);
        if (x != y) return false;
    }
    return true;
}

#endif
