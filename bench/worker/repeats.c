/* repeats.c -- starts, digests and the spread of ends.
 *
 * The digest multiplies and shifts words of 64 bits, as the mixer of splitmix64 does: it is a
 * check against what cannot be repeated, and need not resist who looks for equal digests.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/repeats.h"

#include "bench/base/util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static real *room_for(const repeats *r, long vectors)
{
    return need(calloc((size_t)vectors * (size_t)r->starts.n + 1, sizeof(real)));
}

void repeats_open(repeats *r, instance *i, evolve *e, const request_start *from,
                  record_repeats *told)
{
    *r = (repeats){ .e = e, .from = *from, .random = from->key, .told = told };
    moved_open(&r->starts, i);
    r->all_alike = true;
    r->start = room_for(r, REPEATS_BATCH);
    r->first = room_for(r, 1);
    r->end = room_for(r, 1);
    r->low = room_for(r, 1);
    r->high = room_for(r, 1);
    const char *why =
        !from->key ? "it got no key for them" : moved_start(&r->starts, from->key, 0, r->start);
    told->not_moved = copied(why);
}

void repeats_close(repeats *r)
{
    moved_close(&r->starts);
    real *const owned[] = { r->start, r->first, r->end, r->low, r->high };
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++) free(owned[k]);
}

/* ---- ends -------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t word)
{
    h = (h ^ word) * 0xbf58476d1ce4e5b9u;
    return h ^ (h >> 29);
}

static uint64_t mix_text(uint64_t h, const void *of, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        uint64_t word;
        memcpy(&word, (const char *)of + k * sizeof word, sizeof word);
        h = mix(h, word);
    }
    return h;
}

_Static_assert(sizeof(long) == sizeof(uint64_t) && sizeof(double) == sizeof(uint64_t),
               "words of 64 bits");

uint64_t repeats_digest(evolve *e, ivp_status status, const real *end, int n)
{
    const double t = evolve_t(e);
    uint64_t h = mix(1, (uint64_t)(int64_t)status);
    h = mix_text(h, &t, 1);
    h = mix_text(h, end, (size_t)n);
    return mix_text(h, evolve_counters(e), IVP_NCOUNTERS);
}

ivp_status repeats_end(evolve *e, ivp_status status, real *end, int n)
{
    ivp_status st = status ? status : evolve_state(e, end);
    for (int k = 0; k < n && !st; k++)
        if (!isfinite(end[k])) st = IVP_E_NONFINITE;
    if (st && st != IVP_E_NONFINITE) memset(end, 0, (size_t)n * sizeof *end);
    return st;
}

/* Of what the kernel counts, these take the time. */
static double work_of(evolve *e)
{
    const long *n = evolve_counters(e);
    return (double)(n[IVP_N_F] + (n[IVP_N_LU] > 0 ? n[IVP_N_LU] : 0));
}

/* ---- solves ------------------------------------------------------------------------------ */

bool repeats_can_move(const repeats *r) { return !*r->told->not_moved; }

bool repeats_draw(repeats *r)
{
    enum { ONE_IN = 8 };
    const bool begun = r->told->solves > 1; /* the first warms up, the second is plain */
    return repeats_can_move(r) && begun &&
           (!r->told->n || moved_random(&r->random) % ONE_IN == 0);
}

void repeats_prepare(repeats *r, bool moved, long batch)
{
    const size_t n = (size_t)r->starts.n;
    r->is_moved = moved;
    r->failed = false;
    r->work = 0;
    if (!moved) moved_begin_at(&r->starts, r->starts.origin);
    if (!moved) return;
    r->told->digest = grown(r->told->digest, (size_t)(r->told->n + batch), sizeof(uint64_t));
    for (long k = 0; k < batch; k++)
        moved_start(&r->starts, r->from.key, r->told->n + k, r->start + (size_t)k * n);
}

static void note_plain(repeats *r, ivp_status run, ivp_status st)
{
    const size_t bytes = (size_t)r->starts.n * sizeof(real);
    const long *n = evolve_counters(r->e);
    r->unfit |= !run && st == IVP_E_NONFINITE;
    if (r->began)
        r->differs |=
            memcmp(r->first, r->end, bytes) || memcmp(r->counters, n, sizeof r->counters);
    else
        memcpy(r->first, r->end, bytes);
    memcpy(r->counters, n, sizeof r->counters);
    r->t = evolve_t(r->e);
    r->began = true;
    r->status = st;
}

static void note_moved(repeats *r, ivp_status st)
{
    const int n = r->starts.n;
    r->told->digest[r->told->n] = repeats_digest(r->e, st, r->end, n);
    r->failed |= st != IVP_OK;
    r->all_alike = r->all_alike && !memcmp(r->first, r->end, (size_t)n * sizeof(real));
    for (int k = 0; k < n && !st; k++) {
        if (!r->spans || r->end[k] < r->low[k]) r->low[k] = r->end[k];
        if (!r->spans || r->end[k] > r->high[k]) r->high[k] = r->end[k];
    }
    r->spans |= !st;
    r->told->n++;
}

bool repeats_solve(repeats *r, long k)
{
    if (r->is_moved) moved_begin_at(&r->starts, r->start + (size_t)k * (size_t)r->starts.n);
    const ivp_status run = evolve_run(r->e, NULL, NULL);
    const ivp_status st = repeats_end(r->e, run, r->end, r->starts.n);
    r->work += work_of(r->e);
    if (r->is_moved)
        note_moved(r, st);
    else
        note_plain(r, run, st);
    return r->is_moved || !st;
}

/* Of the norm of mescd, with rtol = atol. */
static double spread_of(const repeats *r)
{
    double most = 0;
    for (int k = 0; k < r->starts.n; k++) {
        const double size = 1 + fmax(fabs(r->low[k]), fabs(r->high[k]));
        most = fmax(most, (r->high[k] - r->low[k]) / size);
    }
    return most;
}

void repeats_sampled(repeats *r, long batch, double cpu_s)
{
    record_repeats *to = r->told;
    const double one = cpu_s / (double)batch, work = r->work / (double)batch;
    to->solves += batch;
    to->solves_s += cpu_s;
    if (!r->is_moved) {
        r->plain_work = work;
        return;
    }
    const double scaled = work > 0 ? one * r->plain_work / work : one;
    if (!r->failed && (!(to->moved_s > 0) || scaled < to->moved_s)) to->moved_s = scaled;
    to->spread = spread_of(r);
    to->blind = r->all_alike && to->n > 0;
}

double repeats_elsewhere(repeats *r)
{
    const double s = evolve_elsewhere_s(r->e);
    if (!(s >= r->elsewhere_s && isfinite(s)) && !*r->misdeed.text)
        reason_set(&r->misdeed, "the CPU time of its own processes went from %.3g to %.3g s",
                   r->elsewhere_s, s);
    if (s >= r->elsewhere_s && isfinite(s)) r->elsewhere_s = s;
    return r->elsewhere_s;
}

ivp_status repeats_check(repeats *r, evolve_watch watch, void *watcher)
{
    if (r->from.repeat >= 0) {
        moved_start(&r->starts, r->from.key, r->from.repeat, r->start);
        moved_begin_at(&r->starts, r->start);
    }
    const ivp_status st =
        repeats_end(r->e, evolve_run(r->e, watch, watcher), r->end, r->starts.n);
    r->told->digest = grown(NULL, 1, sizeof *r->told->digest);
    r->told->digest[0] = repeats_digest(r->e, st, r->end, r->starts.n);
    r->told->n = 1;
    return st;
}
