/* contract_pieces.c -- equations that jump or bend in time where no break is declared.
 *
 * f, F, g, g_t, gamma and d are sampled over the interval at a fixed state. A fourth difference
 *
 *     D(h) = |out(t - 2 h) - 4 out(t - h) + 6 out(t) - 4 out(t + h) + out(t + 2 h)|
 *
 * of one entry that is far above its neighbours is suspect. The half of its window in which
 * D(h / 2) is largest is taken, again and again. D(h) falls with h^4 where the entry is smooth,
 * with h^2 where its second derivative jumps, with h at a kink, and not at a jump. Where it
 * does so is the same place at another state: else the state bends the equations, not the
 * time. Breaks and zeros of guards are left out.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_probe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 5, RING = 13, SUSPECTS = 12, HALVINGS = 16, HALVINGS_LEAST = 6 };
enum { SAMPLES_LEAST = 200, SAMPLES_MOST = 2000, FEW = 100, ENTRIES = 2000 * FEW };
static const real out_of_line = R(3.0), visible = R(1e-9), rounding = R(1e-13);
/* M and G are not: many entries, and g has what G has. */
enum { WANTED = PROBE_ALL & ~(IVP_M | IVP_GQ) };
/* Of powers of h with which D falls */
static const real smooth = R(2.6), apart = R(0.7), jump = R(0.3), kink = R(1.5);

typedef struct suspect {
    real t, score;
    int entry;
} suspect;

typedef struct pieces {
    real *z, *out; /* a point whose time moves; RING vectors of the map, by sample */
    real *size;    /* largest modulus of each entry so far */
    int first, n;  /* entries of the map that are looked at */
    int samples;
    bool there[RING];       /* is the map defined there? */
    suspect list[SUSPECTS]; /* largest scores first */
    real begin, h;
} pieces;

/* ---- suspects ---------------------------------------------------------------------------- */

static real bend(real a, real b, real c, real d, real e)
{
    return ivp_abs(a - 4 * b + 6 * c - 4 * d + e);
}

static void put(pieces *s, suspect new)
{
    for (int k = 0; k < SUSPECTS; k++) {
        if (new.score <= s->list[k].score) continue;
        const suspect last = s->list[k];
        s->list[k] = new;
        new = last;
    }
}

/* Differences about the middle of the ring that ends with sample k, held against those beside
 * it that have no sample of theirs inside. */
static void look_at(pieces *s, int k)
{
    suspect worst = { .t = s->begin + (real)(k - RING / 2) * s->h, .score = out_of_line };
    const real *v[RING];
    for (int j = 0; j < RING; j++) {
        if (!s->there[(k - j) % RING]) return;
        v[j] = s->out + (size_t)((k - j) % RING) * (size_t)s->n;
    }
    for (int o = 0; o < s->n; o++) {
        const real here = bend(v[4][o], v[5][o], v[6][o], v[7][o], v[8][o]);
        if (here <= visible * s->size[o]) continue;
        const real near = bend(v[0][o], v[1][o], v[2][o], v[3][o], v[4][o]) +
                          bend(v[8][o], v[9][o], v[10][o], v[11][o], v[12][o]) +
                          visible * s->size[o];
        if (here <= worst.score * near) continue;
        worst.score = here / near;
        worst.entry = o;
    }
    if (worst.score > out_of_line) put(s, worst);
}

static void sample(probe *p, pieces *s)
{
    for (int k = 0; k <= s->samples; k++) {
        const int at = k % RING;
        real *out = s->out + (size_t)at * (size_t)s->n;
        s->z[0] = s->begin + (real)k * s->h;
        s->there[at] = !probe_evaluate(p, WANTED, s->z, p->w);
        memcpy(out, p->w + s->first, (size_t)s->n * sizeof *out);
        for (int o = 0; o < s->n && s->there[at]; o++)
            s->size[o] = ivp_max(s->size[o], ivp_abs(out[o]));
        if (k >= RING - 1) look_at(s, k);
    }
}

/* ---- one of them ------------------------------------------------------------------------- */

/* D(h) of an entry at t; NAN: not defined */
static real difference(probe *p, const pieces *s, real t, real h, int entry)
{
    real v[WIDTH];
    for (int j = 0; j < WIDTH; j++) {
        s->z[0] = t + (real)(j - WIDTH / 2) * h;
        if (probe_evaluate(p, WANTED, s->z, p->w)) return (real)NAN;
        v[j] = p->w[s->first + entry];
    }
    return bend(v[0], v[1], v[2], v[3], v[4]);
}

/* Moves at->t to the centre of the half with the largest D(h), which is returned. */
static real narrow(probe *p, const pieces *s, suspect *at, real h)
{
    const real centre = at->t;
    real most = -1;
    for (int k = -1; k <= 1; k++) {
        const real t = centre + 2 * (real)k * h, here = difference(p, s, t, h, at->entry);
        if (!ivp_finite(here)) return (real)NAN;
        if (here <= most) continue;
        most = here;
        at->t = t;
    }
    return most;
}

/* The power of h with which D falls, the same in both halves of all halvings, or 4 */
static real power(probe *p, const pieces *s, suspect *at, real *last)
{
    real d[HALVINGS + 1], h = s->h;
    int n = 0;
    d[0] = difference(p, s, at->t, h, at->entry);
    for (; n < HALVINGS && d[n] > rounding * s->size[at->entry]; n++)
        d[n + 1] = narrow(p, s, at, h /= 2);
    if (!(d[n] > rounding * s->size[at->entry])) n--;
    if (n < HALVINGS_LEAST) return WIDTH - 1;
    *last = s->h * (real)exp2(-n);
    const real first = log2(d[0] / d[n / 2]) / (real)(n / 2);
    const real second = log2(d[n / 2] / d[n]) / (real)(n - n / 2);
    return ivp_abs(first - second) < apart ? (first + second) / 2 : WIDTH - 1;
}

static bool is_declared(probe *p, const pieces *s, real t)
{
    const instance *i = p->i;
    for (int k = 0; k < i->nbreaks; k++)
        if (ivp_abs((real)i->problem->breaks[k] - t) <= s->h / 4) return true;
    for (int k = 0; k < i->nevents; k++) {
        s->z[0] = t - s->h / 4;
        const real before = probe_guard(p, k, s->z);
        s->z[0] = t + s->h / 4;
        if (before * probe_guard(p, k, s->z) < 0) return true;
    }
    return false;
}

/* At the point of a moved state, D(h) is of the same size. */
static bool is_of_time(probe *p, const pieces *s, const suspect *at, real h)
{
    const real here = difference(p, s, at->t, h, at->entry);
    for (int j = 1; j < p->nz; j++) s->z[j] += R(1e-3) * (1 + ivp_abs(s->z[j])) * p->dz[j];
    const real there = difference(p, s, at->t, h, at->entry);
    memcpy(s->z, p->z, (size_t)p->nz * sizeof *s->z);
    return there > here / 2;
}

static bool is_smooth(probe *p, const pieces *s, suspect at, reason *why)
{
    real last = 0;
    const real fall = power(p, s, &at, &last);
    if (!(fall < smooth) || is_declared(p, s, at.t) || !is_of_time(p, s, &at, last))
        return true;
    const probe_block *b = p->block;
    while (s->first + at.entry >= b->offset + b->rows * b->cols) b++;
    return reason_set(why, "%s(%d) has %s at t = %.9g, and .breaks declares no break there",
                      b->name, s->first + at.entry - b->offset + 1,
                      fall < jump   ? "a jump"
                      : fall < kink ? "a kink"
                                    : "a second derivative that jumps",
                      (double)at.t);
}

static int samples_of(const pieces *s)
{
    const int n = ENTRIES / (s->n + 1);
    return n < SAMPLES_LEAST ? SAMPLES_LEAST : n > SAMPLES_MOST ? SAMPLES_MOST : n;
}

/* At the start, and, if entries are few, at one point beside it */
static bool in_one_piece(probe *p, reason *why)
{
    const instance *i = p->i;
    pieces s = { .begin = i->t0, .n = p->n };
    if (p->m) {
        s.first = p->block[PROBE_F].offset;
        s.n = p->nout - s.first;
    }
    if (p->point > (s.n <= FEW)) return true;
    const size_t nz = (size_t)p->nz, n = (size_t)s.n;
    s.samples = samples_of(&s);
    s.h = ((real)i->t1 - (real)i->t0) / (real)s.samples;
    s.z = calloc(nz + (RING + 1) * n, sizeof *s.z);
    if (!s.z) return reason_set(why, "not enough memory for the check");
    s.out = s.z + nz;
    s.size = s.out + RING * n;
    memcpy(s.z, p->z, nz * sizeof *s.z);
    sample(p, &s);
    bool good = true;
    for (int k = 0; k < SUSPECTS && s.list[k].score > 0 && good; k++)
        good = is_smooth(p, &s, s.list[k], why);
    free(s.z);
    return good;
}

bool contract_pieces(instance *i, reason *why)
{
    return probe_everywhere(i, in_one_piece, why);
}
