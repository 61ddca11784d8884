/* pack.c -- a record as bytes and back, in the order of the tables of record.h.
 *
 * Both ends are the same program on the same machine, so numbers go as they lie in memory. The
 * receiver trusts nothing all the same: a damaged heap may have written them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cell/pack.h"

#include "bench/base/util.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Room doubles, so that a record of n bytes costs O(n) copies. */
void bytes_add(bytes *b, const void *from, size_t n)
{
    if (b->n + n > b->room) {
        b->room = 2 * (b->n + n);
        b->at = grown(b->at, b->room, 1);
    }
    if (n) memcpy(b->at + b->n, from, n);
    b->n += n;
}

/* Texts carry their length; NULL arrives as "". */
static void put_text(bytes *b, const char *text)
{
    const uint64_t n = text ? strlen(text) : 0;
    bytes_add(b, &n, sizeof n);
    bytes_add(b, text, n);
}

static void put_doubles(bytes *b, const double *v, int n)
{
    bytes_add(b, &n, sizeof n);
    bytes_add(b, v, (size_t)n * sizeof *v);
}

static size_t size_of(const field_row *f)
{
    return f->kind == FIELD_REAL    ? sizeof(double)
           : f->kind == FIELD_COUNT ? sizeof(long)
           : f->kind == FIELD_SMALL ? sizeof(int)
                                    : 0;
}

/* A truth as one byte. The output is read by the parent itself. */
static void put_fields(bytes *b, const field_row *f, const void *of)
{
    for (; f->name; f++) {
        const unsigned char flag = field_number(f, of) > 0;
        if (f->kind == FIELD_STRING)
            put_text(b, field_text(f, of));
        else if (f->kind == FIELD_TRUTH)
            bytes_add(b, &flag, sizeof flag);
        else
            bytes_add(b, (const char *)of + f->at, size_of(f));
    }
}

/* The order of members here is the format; record_unpack() repeats it. */
void record_pack(const record *r, bytes *out)
{
    bytes_add(out, &r->outcome, sizeof r->outcome);
    put_fields(out, record_fields, r);
    put_fields(out, record_costs, r);
    put_text(out, r->scoring);
    bytes_add(out, r->counters, sizeof r->counters);
    put_doubles(out, r->end_state, r->ncomponents);
    for (int i = 0; i < r->ncomponents; i++) put_text(out, r->components[i]);
    bytes_add(out, &r->nsamples, sizeof r->nsamples);
    bytes_add(out, r->samples, (size_t)r->nsamples * sizeof *r->samples);
    bytes_add(out, &r->nseries, sizeof r->nseries);
    for (int i = 0; i < r->nseries; i++) {
        put_text(out, r->series[i].name);
        put_doubles(out, r->series[i].v, r->series[i].n);
    }
    bytes_add(out, &r->nevents, sizeof r->nevents);
    for (int i = 0; i < r->nevents; i++) put_fields(out, event_fields, &r->events[i]);
    put_fields(out, repeat_fields, &r->repeats);
    bytes_add(out, &r->repeats.n, sizeof r->repeats.n);
    bytes_add(out, r->repeats.digest, (size_t)r->repeats.n * sizeof *r->repeats.digest);
}

/* What is left to read; once something is missing, everything else is empty. */
typedef struct source {
    const unsigned char *at;
    size_t left;
    bool short_of;
} source;

static void take(source *s, void *to, size_t n)
{
    if (n > s->left) s->short_of = true;
    if (s->short_of) {
        memset(to, 0, n);
        return;
    }
    memcpy(to, s->at, n);
    s->at += n;
    s->left -= n;
}

/* Always a text of its own, also from a record that was cut. */
static char *take_text(source *s)
{
    uint64_t n;
    take(s, &n, sizeof n);
    if (n > s->left) s->short_of = true;
    if (s->short_of) return copied("");
    char *text = grown(NULL, n + 1, 1);
    take(s, text, n);
    text[n] = '\0';
    return text;
}

/* A number of elements of at least `size` bytes each. */
static int take_number(source *s, size_t size)
{
    int n;
    take(s, &n, sizeof n);
    if (n < 0 || (size_t)n > s->left / size) s->short_of = true;
    return s->short_of ? 0 : n;
}

static double *take_doubles(source *s, int *n)
{
    *n = take_number(s, sizeof(double));
    double *v = grown(NULL, (size_t)*n, sizeof *v);
    take(s, v, (size_t)*n * sizeof *v);
    return v;
}

static void take_fields(source *s, const field_row *f, void *of)
{
    for (; f->name; f++) {
        unsigned char flag;
        if (f->kind == FIELD_STRING) {
            *field_string(f, of) = take_text(s);
        } else if (f->kind == FIELD_TRUTH) {
            take(s, &flag, sizeof flag);
            field_set_number(f, flag != 0, of);
        } else
            take(s, (char *)of + f->at, size_of(f));
    }
}

static void take_series(record *r, source *s)
{
    const int n = take_number(s, sizeof(uint64_t) + sizeof(int));
    r->series = grown(NULL, (size_t)n, sizeof *r->series);
    for (; r->nseries < n; r->nseries++) {
        record_series *one = &r->series[r->nseries];
        one->name = take_text(s);
        one->v = take_doubles(s, &one->n);
    }
}

static void take_events(record *r, source *s)
{
    const int n = take_number(s, sizeof(double) + sizeof(int) + sizeof(uint64_t));
    r->events = grown(NULL, (size_t)n, sizeof *r->events);
    for (; r->nevents < n; r->nevents++) take_fields(s, event_fields, &r->events[r->nevents]);
}

static void take_repeats(record *r, source *s)
{
    record_repeats *to = &r->repeats;
    take_fields(s, repeat_fields, to);
    to->n = take_number(s, sizeof *to->digest);
    to->digest = grown(NULL, (size_t)to->n, sizeof *to->digest);
    take(s, to->digest, (size_t)to->n * sizeof *to->digest);
}

/* Lengths are checked against what is left before anything is allocated: the bytes come from a
 * process that ran somebody else's code. */
bool record_unpack(record *r, const void *at, size_t n)
{
    source s = { .at = at, .left = n };
    *r = (record){ 0 };
    take(&s, &r->outcome, sizeof r->outcome);
    if ((unsigned)r->outcome >= NOUTCOMES) s.short_of = true;
    take_fields(&s, record_fields, r);
    take_fields(&s, record_costs, r);
    r->scoring = take_text(&s);
    take(&s, r->counters, sizeof r->counters);
    r->end_state = take_doubles(&s, &r->ncomponents);
    r->components = grown(NULL, (size_t)r->ncomponents, sizeof *r->components);
    for (int i = 0; i < r->ncomponents; i++) r->components[i] = take_text(&s);
    r->nsamples = take_number(&s, sizeof *r->samples);
    r->samples = grown(NULL, (size_t)r->nsamples, sizeof *r->samples);
    take(&s, r->samples, (size_t)r->nsamples * sizeof *r->samples);
    take_series(r, &s);
    take_events(r, &s);
    take_repeats(r, &s);
    if (!s.short_of && !s.left) return true;
    record_free(r);
    return false;
}
