/* plan_ladder.c -- rungs of a group's ladders:
 *
 *     tolerances   rtol = 10^-(from + k / per_decade), k = 0, 1 ... while not beyond `to`
 *     steps        h = hmax / 2^k, k = 0 .. halvings
 *
 * --quick takes every second rung, from the coarse end. */
#include "bench/plan/plan_inner.h"

#include "bench/base/util.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* 10^-x; whole numbers are the decimals that people write. */
static double power(double x)
{
    char text[32];
    const double whole = nearbyint(x);
    if (fabs(x - whole) > 1e-9) return pow(10, -x);
    snprintf(text, sizeof text, "1e%ld", -lround(whole));
    return strtod(text, NULL);
}

/* v NULL: only counted. */
static int tolerance_rungs(const plan_group *g, int every, cell *v)
{
    const plan_tolerances *t = &g->tolerances;
    const int n = (int)floor((t->to - t->from) * t->per_decade + 1e-9) + 1;
    int m = 0;
    for (int k = 0; k < n; k += every) {
        cell c = g->base;
        c.rtol = t->rtol > 0 ? t->rtol : power(t->from + (double)k / t->per_decade);
        c.atol = t->atol > 0 ? t->atol : t->atol_factor * c.rtol;
        c.h0 = t->h0_factor > 0 ? t->h0_factor * c.rtol : t->h0;
        if (v) v[m] = c;
        m++;
    }
    return m;
}

/* Halving is exact: all grids share their points. */
static int step_rungs(const plan_group *g, int every, cell *v)
{
    int m = 0;
    for (int k = 0; k <= g->steps.halvings; k += every) {
        cell c = g->base;
        c.h = ldexp(g->steps.hmax, -k);
        if (v) v[m] = c;
        m++;
    }
    return m;
}

int plan_rungs(const plan_group *g, bool tolerances, bool steps, bool quick, cell **rungs)
{
    const int every = quick ? 2 : 1;
    const bool t = tolerances && g->tolerances.given, s = steps && g->steps.given;
    const int nt = t ? tolerance_rungs(g, every, NULL) : 0;
    const int ns = s ? step_rungs(g, every, NULL) : 0, n = nt + ns;
    const int doubled = g->with_events && g->without_events ? 2 : 1;
    cell *v = grown(NULL, (size_t)(n * doubled), sizeof *v);
    if (t) tolerance_rungs(g, every, v);
    if (s) step_rungs(g, every, v + nt);
    for (int k = 0; k < n; k++) v[k].no_events = !g->with_events;
    for (int k = n; k < n * doubled; k++) {
        v[k] = v[k - n];
        v[k].no_events = true;
    }
    *rungs = v;
    return n * doubled;
}
