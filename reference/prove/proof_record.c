/* proof_record.c -- writes an enclosure beside its place and renames it, so that nobody reads
 * half; a ball that does not meet the one on file proves that one of the two is wrong: then
 * nothing is written.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/proof_record.h"

#include <errno.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "reference/file/enclosure.h"
#include "reference/file/regular.h"

enum { DIGITS = 60 };

/* " MIDDLE RADIUS", decimals that contain the ball; Arb's text is [middle +/- radius], the
 * middle left out where it is zero, or a number alone where the ball is that. */
static void write_ball(FILE *f, const arb_t x)
{
    char *text = arb_get_str(x, DIGITS, 0);
    char *radius = strstr(text, "+/- ");
    text[strcspn(text, "]")] = 0;
    if (!radius)
        fprintf(f, " %s 0\n", text);
    else if (text[1] == '+')
        fprintf(f, " 0 %s\n", radius + 4);
    else
        fprintf(f, " %.*s %s\n", (int)(radius - text - 2), text + 1, radius + 4);
    flint_free(text);
}

static void write_date(FILE *f)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    const time_t now = epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    char text[32];
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(text, sizeof text, "%Y-%m-%d", &parts);
    fprintf(f, "made %s\n", text);
}

static void write_names(FILE *f, const proof *p)
{
    const char *names = proof_components(p);
    fputs("components", f);
    for (int i = 0; i < p->system->n && !names; i++) fprintf(f, " y%d", i + 1);
    if (names) fprintf(f, " %s", names);
    fputc('\n', f);
}

static void write_state(FILE *f, proof *p, double t)
{
    const int n = proof_ncomponents(p);
    const char *name = proof_components(p);
    arb_ptr out = _arb_vec_init(n);
    proof_show(p, out);
    fprintf(f, "state %.17g\n", t);
    for (int i = 0; i < n; i++) {
        const int length = name ? (int)strcspn(name, " ") : 0;
        if (name)
            fprintf(f, "c %.*s", length, name);
        else
            fprintf(f, "c y%d", i + 1);
        write_ball(f, out + i);
        if (name) name += length + (name[length] == ' ');
    }
    _arb_vec_clear(out, n);
}

static void write_events(FILE *f, const proof *p)
{
    for (int k = 0; k < p->nevents; k++) {
        const proof_event *e = &p->event[k];
        fprintf(f, "event %s %d", p->system->guard_names[e->guard], e->direction);
        write_ball(f, e->t);
    }
}

/* States, then events, into `body`; the number of states. */
static int write_states(const record *r, proof *p, FILE *body)
{
    int reached = 0;
    arb_t t;
    arb_init(t);
    for (int k = 0; k < r->ntimes; k++) {
        arb_set_d(t, r->times[k]);
        if (!proof_reach(p, t)) break;
        write_state(body, p, r->times[k]);
        reached++;
        if (!r->quiet) fprintf(stderr, "  t = %.15g, %ld steps\n", r->times[k], p->steps);
    }
    write_events(body, p);
    arb_clear(t);
    return reached;
}

static void write_head(FILE *f, const record *r, const proof *p, double seconds, bool complete)
{
    fprintf(f, "ivpbench-enclosure 1\nproblem %s\n", p->system->name);
    fprintf(f, *r->parameters ? "parameters %s\n" : "parameters%s\n", r->parameters);
    fprintf(f, "equations %s\n", r->against ? r->against->equations : "?");
    fprintf(f, "method Taylor series of order %d in %ld bits, remainder below 2^-%d\n",
            p->rule.order, (long)p->rule.bits, p->rule.goal);
    write_date(f);
    fprintf(f, "work %ld %.1f\n", p->steps, seconds);
    if (!complete)
        fprintf(f, "ends %s\n", p->why.text);
    else if (p->system->ends)
        fprintf(f, "ends %s\n", p->system->ends);
    write_names(f, p);
}

/* ---- beside the one on file -------------------------------------------------------------- */

static void ball_of(arb_t x, const enclosure_value *v)
{
    mag_t r;
    arb_t radius;
    mag_init(r);
    arb_init(radius);
    arb_set_str(x, v->middle, 4 * DIGITS + 64);
    arb_set_d(radius, v->radius * (1 + 1e-15)); /* may be the decimal rounded down */
    arb_get_mag(r, radius);
    mag_add(arb_radref(x), arb_radref(x), r);
    mag_clear(r);
    arb_clear(radius);
}

static bool balls_meet(const enclosure_value *a, const enclosure_value *b, double t,
                       reason *why)
{
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    ball_of(x, a);
    ball_of(y, b);
    const bool meet = arb_overlaps(x, y);
    arb_clear(x);
    arb_clear(y);
    if (!meet)
        reason_set(
            why,
            "%s at t = %.15g: the ball proved now, %.60s +- %.3g, does not meet the one on "
            "file, %.60s +- %.3g: one of the two is wrong",
            a->name, t, a->middle, a->radius, b->middle, b->radius);
    return meet;
}

static bool states_meet(const enclosure *a, const enclosure *b, reason *why)
{
    for (int k = 0; k < a->nstates; k++)
        for (int l = 0; l < b->nstates; l++)
            for (int i = 0; a->states[k].t == b->states[l].t && i < a->ncomponents; i++)
                if (!balls_meet(&a->states[k].v[i], &b->states[l].v[i], a->states[k].t, why))
                    return false;
    return true;
}

static bool known_and_other(const char *a, const char *b)
{
    return strcmp(a, "?") != 0 && strcmp(b, "?") != 0 && strcmp(a, b) != 0;
}

/* Of the same equations two enclosures contain the same numbers. */
static bool enclosures_meet(const enclosure *a, const enclosure *b, reason *why)
{
    if (known_and_other(a->equations, b->equations) || a->ncomponents != b->ncomponents)
        return true;
    bool meet = states_meet(a, b, why);
    for (int k = 0; meet && k < a->nevents && k < b->nevents; k++)
        meet = balls_meet(&a->events[k], &b->events[k], strtod(a->events[k].middle, NULL), why);
    return meet;
}

bool record_meets(const char *path, const char *other, reason *why)
{
    enclosure *a = NULL, *b = NULL;
    const bool good = enclosure_read(&a, path, why) && enclosure_read(&b, other, why) &&
                      enclosures_meet(a, b, why);
    enclosure_free(a);
    enclosure_free(b);
    return good;
}

/* The new one can be read, and meets the one that it is to replace, if that can be. */
static bool counts(const char *part, const char *path, reason *why)
{
    enclosure *anew = NULL, *there = NULL;
    reason unused;
    bool good = enclosure_read(&anew, part, why);
    if (good && enclosure_read(&there, path, &unused)) good = enclosures_meet(anew, there, why);
    enclosure_free(anew);
    enclosure_free(there);
    if (!good) unlink(part);
    return good;
}

static bool put(const char *path, const char *text, size_t size, reason *why)
{
    char part[1200], digest[SHA256_DIGEST_STRING_LENGTH];
    snprintf(part, sizeof part, "%s.part", path);
    FILE *f = fopen(part, "w");
    SHA256Data((const unsigned char *)text, size, digest);
    bool good = f && fwrite(text, 1, size, f) == size && fprintf(f, "sha256 %s\n", digest) > 0;
    if (f) good = fclose(f) == 0 && good;
    if (!good) reason_set(why, "%.200s: cannot be written: %s", path, strerror(errno));
    good = good && counts(part, path, why);
    if (!good || regular_place(part, path)) return good;
    return reason_set(why, "%.200s: cannot be written: %s", path, strerror(errno));
}

bool record_make(const record *r, proof *p, const char *path)
{
    char *states = NULL, *text = NULL;
    size_t nstates = 0, size = 0;
    const clock_t start = clock();
    FILE *body = open_memstream(&states, &nstates), *f = open_memstream(&text, &size);
    if (!body || !f) return reason_set(&p->why, "memory is short");
    const int reached = write_states(r, p, body);
    fclose(body);
    write_head(f, r, p, (double)(clock() - start) / CLOCKS_PER_SEC, reached == r->ntimes);
    fwrite(states, 1, nstates, f);
    fclose(f);
    const bool good = reached > 0 && put(path, text, size, &p->why);
    free(states);
    free(text);
    return good;
}
