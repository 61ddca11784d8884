/* moved.c -- units in the last place, projection, guards.
 *
 * splitmix64: Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/moved.h"

#include "bench/base/util.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ULPS = 4096 };

uint64_t moved_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void moved_open(moved_starts *m, instance *i)
{
    *m = (moved_starts){ .instance = i, .n = instance_ncomponents(i) };
    m->origin = need(calloc((size_t)m->n + 1, sizeof *m->origin));
    memcpy(m->origin, i->start, (size_t)m->n * sizeof *m->origin);
}

void moved_close(moved_starts *m)
{
    free(m->origin);
    *m = (moved_starts){ 0 };
}

void moved_begin_at(const moved_starts *m, const real *start)
{
    memcpy(m->instance->start, start, (size_t)m->n * sizeof *start);
}

static long draw_ulps(uint64_t *random)
{
    return (long)(moved_random(random) % (2 * MOST_ULPS + 1)) - MOST_ULPS;
}

/* Neighbours of a double are those of its bits as a whole number. */
static real margin(real v, long ulps)
{
    int64_t bits;
    memcpy(&bits, &v, sizeof bits);
    bits += ulps;
    memcpy(&v, &bits, sizeof bits);
    return v;
}

static real largest(const real *v, int n)
{
    real most = 0;
    for (int k = 0; k < n; k++) most = fmax(most, fabs(v[k]));
    return most;
}

/* What a zero component's unit is taken of: 0, it stays. A mechanism at rest has velocities in
 * the size of its positions over the interval. */
static real size_of_zero(const moved_starts *m, int k)
{
    const instance *i = m->instance;
    const int nq = i->problem->form == IVP_MECH ? i->sizes.nq : 0;
    if (k >= 2 * nq) return 0;
    const real q = largest(m->origin, nq), u = largest(m->origin + nq, nq);
    if (k < nq) return q;
    return u > 0 ? u : q / fabs(i->t1 - i->t0);
}

/* true: some component is another. */
static bool move_all(const moved_starts *m, uint64_t *random, real *start)
{
    const instance *i = m->instance;
    const int n = i->problem->form == IVP_MECH ? i->sizes.n : m->n;
    for (int k = 0; k < n; k++) {
        const long ulps = draw_ulps(random);
        const real unit = DBL_EPSILON * size_of_zero(m, k);
        if (m->origin[k] != 0)
            start[k] = margin(m->origin[k], ulps);
        else if (unit > 0)
            start[k] = (real)ulps * unit;
    }
    return memcmp(start, m->origin, (size_t)m->n * sizeof *start) != 0;
}

static int side_of(real guard) { return (guard > 0) - (guard < 0); }

static bool same_sides(const moved_starts *m, const real *start)
{
    instance *i = m->instance;
    bool same = true;
    if (i->nevents) instance_reset(i);
    const ivp_state from = instance_view(i, i->t0, m->origin, i->start_yp),
                    to = instance_view(i, i->t0, start, i->start_yp);
    for (int k = 0; k < i->nevents && same; k++) {
        const ivp_event *e = &i->problem->events[k];
        same = side_of(instance_guard(i, e, &from)) == side_of(instance_guard(i, e, &to));
    }
    return same;
}

const char *moved_start(const moved_starts *m, uint64_t key, long number, real *start)
{
    uint64_t random = key + 0x2545f4914f6cdd1du * (uint64_t)number;
    memcpy(start, m->origin, (size_t)m->n * sizeof *start);
    const char *why = !move_all(m, &random, start) ? "every component of its start is zero"
                      : instance_project(m->instance, m->instance->t0, start)
                          ? "moved starts cannot be projected onto its constraints"
                      : !same_sides(m, start) ? "its start lies on a guard"
                                              : NULL;
    if (why) memcpy(start, m->origin, (size_t)m->n * sizeof *start);
    return why;
}
