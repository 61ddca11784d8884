/* phase.c -- the time shift that explains most of an error.
 *
 * Gauss-Newton: with r_i = y_i - E(t_i + tau_i), s_i = E'(t_i + tau_i) by central differences,
 * the normal equations of r_i = s_i (a + b x_i), x_i = t_i - t_1, are of size two.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/metrics/phase.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "bench/base/util.h"

enum { POINTS = 500, FEWEST = 8, TURNS = 4, ITERATIONS = 3 };
static const double swing = 0.1;       /* of the range: a turn is no ripple */
static const double flat = 1e-9;       /* of the size: what is constant does not oscillate */
static const double difference = 1e-5; /* of the interval */

/* Every few points of the run, at most POINTS of them. */
typedef struct sample {
    int n;
    double *t, *v, *e; /* time, value, reference there */
} sample;

static sample sample_of(curve computed, const double *exact)
{
    const int stride = computed.n / POINTS + 1;
    double *room = need(calloc(3 * (POINTS + 1), sizeof *room));
    sample s = { 0, room, room + POINTS + 1, room + 2 * (POINTS + 1) };
    for (int i = 0; i < computed.n; i += stride) {
        if (!isfinite(computed.v[i]) || !isfinite(exact[i])) continue;
        s.t[s.n] = computed.t[i];
        s.v[s.n] = computed.v[i];
        s.e[s.n++] = exact[i];
    }
    return s;
}

/* Turns of the reference by at least a tenth of its range. */
static int turns_of(const sample *s)
{
    double low = INFINITY, high = -INFINITY, size = 0;
    for (int i = 0; i < s->n; i++) {
        low = fmin(low, s->e[i]);
        high = fmax(high, s->e[i]);
        size = fmax(size, fabs(s->e[i]));
    }
    if (!(high - low > flat * size)) return 0;
    double least = s->e[0], most = s->e[0];
    int turns = 0, way = 0;
    for (int i = 1; i < s->n; i++) {
        const double e = s->e[i], step = swing * (high - low);
        least = fmin(least, e);
        most = fmax(most, e);
        const int now = way <= 0 && e > least + step  ? 1
                        : way >= 0 && e < most - step ? -1
                                                      : way;
        if (now == way) continue;
        turns += way != 0;
        way = now;
        least = most = e;
    }
    return turns;
}

typedef struct fit {
    double a, b, rest; /* rest: sum of squares before the last step */
} fit;

static double reference_at(const trajectory_reference *E, double t)
{
    return ref_value_at(E->r, E->column, t, 0);
}

/* One step; false where the slopes do not tell a and b. */
static bool improve(const sample *s, const trajectory_reference *E, fit *f)
{
    const double h = difference * (s->t[s->n - 1] - s->t[0]);
    double m[5] = { 0 };
    f->rest = 0;
    for (int i = 0; i < s->n; i++) {
        const double x = s->t[i] - s->t[0], t = s->t[i] + f->a + f->b * x;
        const double slope = (reference_at(E, t + h) - reference_at(E, t - h)) / (2 * h);
        const double r = s->v[i] - reference_at(E, t);
        if (!isfinite(slope) || !isfinite(r)) continue;
        m[0] += slope * slope;
        m[1] += slope * slope * x;
        m[2] += slope * slope * x * x;
        m[3] += slope * r;
        m[4] += slope * r * x;
        f->rest += r * r;
    }
    const double det = m[0] * m[2] - m[1] * m[1];
    if (!(det > 1e-12 * m[0] * m[2])) return false;
    f->a += (m[2] * m[3] - m[1] * m[4]) / det;
    f->b += (m[0] * m[4] - m[1] * m[3]) / det;
    return true;
}

/* The best of the steps counts: of an error that is no shift a step may make more of it. */
static phase fitted(const sample *s, const trajectory_reference *E)
{
    phase p = { NAN, NAN, NAN };
    const double span = s->t[s->n - 1] - s->t[0];
    fit f = { 0 };
    double all = 0, least = INFINITY;
    for (int k = 0; k <= ITERATIONS; k++) {
        const fit before = f;
        const bool more = improve(s, E, &f);
        if (!k) all = f.rest;
        if (f.rest < least) {
            least = f.rest;
            p.shift = before.a + before.b * span;
        }
        if (!more) break;
    }
    if (!(all > 0)) return (phase){ NAN, NAN, NAN };
    p.explained = 1 - least / all;
    p.rest = sqrt(least / s->n);
    return p;
}

phase phase_of(curve computed, const double *exact, const trajectory_reference *E)
{
    phase p = { NAN, NAN, NAN };
    if (!E->r || E->column < 0) return p;
    sample s = sample_of(computed, exact);
    if (s.n >= FEWEST && turns_of(&s) >= TURNS) p = fitted(&s, E);
    free(s.t);
    return p;
}
