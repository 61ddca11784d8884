/* packed.c -- see packed.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/packed.h"

#include <math.h>
#include <stdlib.h>

#include "bench/base/util.h"

enum { NO_NUMBER = 4095, LARGEST = 4094 };
static const char digits64[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static int code_of(double v, double low, double high, bool logs)
{
    if (logs && !(v > 0)) return isfinite(v) ? 0 : NO_NUMBER;
    if (logs) v = log10(v);
    if (!isfinite(v)) return NO_NUMBER;
    if (!(high > low)) return 0;
    return (int)lround(LARGEST * (v - low) / (high - low));
}

void packed_column(json_out *o, const char *name, const double *v, int n, bool logs)
{
    double low = INFINITY, high = -INFINITY;
    char *text = need(calloc(2 * (size_t)n + 1, 1));
    for (int i = 0; i < n; i++) {
        const double x = !logs ? v[i] : v[i] > 0 ? log10(v[i]) : NAN;
        if (!isfinite(x)) continue;
        low = fmin(low, x);
        high = fmax(high, x);
    }
    for (int i = 0; i < n; i++) {
        const int k = code_of(v[i], low, high, logs);
        text[2 * i] = digits64[k >> 6];
        text[2 * i + 1] = digits64[k & 63];
    }
    json_open(o, name, '[');
    json_number(o, NULL, low);
    json_number(o, NULL, high);
    json_long(o, NULL, logs);
    json_text(o, NULL, text);
    json_close(o, ']');
    free(text);
}
