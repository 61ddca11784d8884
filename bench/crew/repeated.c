/* repeated.c -- JSON of workers, draws, comparisons.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/repeated.h"

#include "bench/base/util.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

uint64_t repeated_noise(void)
{
    uint64_t noise = 0;
    if (getrandom(&noise, sizeof noise, 0) != (ssize_t)sizeof noise)
        noise = (uint64_t)time(NULL) * 0x9e3779b97f4a7c15u;
    return noise;
}

bool repeated_is_off(void)
{
    const char *word = getenv("IVPBENCH_AUDIT");
    return word && !strcmp(word, "off");
}

request_start repeated_begin(const cell *c)
{
    if (repeated_is_off()) return (request_start){ 0 };
    const uint64_t workers = c->workers > 0 ? (uint64_t)c->workers : 1;
    return (request_start){ .key = repeated_noise() | 1,
                            .moved = repeated_noise() % (40 * workers) <= workers };
}

static void set_number(json_t *o, const char *name, uint64_t v)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIx64, v);
    json_object_set_new(o, name, json_string(text));
}

static uint64_t number_of(const json_t *o, const char *name)
{
    const char *text = json_string_value(json_object_get(o, name));
    return text ? strtoull(text, NULL, 16) : 0;
}

/* With a moved solve, one of which is drawn. */
static json_t *account(const record_repeats *n, const request_start *from, double cpu_s)
{
    json_t *o =
        json_pack("{s:I, s:f, s:f, s:f, s:f}", "solves", (json_int_t)n->solves, "cpu_s", cpu_s,
                  "setup_s", n->setup_s, "plain_s", n->plain_s, "between_s", n->between_s);
    if (!n->n) return need(o);
    const long drawn = (long)(repeated_noise() % (uint64_t)n->n);
    json_object_set_new(o, "moved", json_integer(n->n));
    if (n->blind) json_object_set_new(o, "blind", json_true());
    json_object_set_new(o, "moved_s", json_real(n->moved_s));
    json_object_set_new(o, "spread", json_real(n->spread));
    json_object_set_new(o, "repeat", json_integer(drawn));
    set_number(o, "key", from->key);
    set_number(o, "digest", n->digest[drawn]);
    return o;
}

static json_t *scoring_of(const record *r)
{
    json_t *o = r->scoring ? json_loads(r->scoring, 0, NULL) : NULL;
    return o ? o : need(json_object());
}

void repeated_note(record *of, const record *worker, const request_start *from, double cpu_s)
{
    json_t *o = scoring_of(of), *list = json_object_get(o, "workers");
    if (!list) json_object_set_new(o, "workers", list = json_array());
    json_array_append_new(list, account(&worker->repeats, from, cpu_s));
    if (worker->repeats.not_moved && *worker->repeats.not_moved)
        json_object_set_new(o, "not_moved", json_string(worker->repeats.not_moved));
    free(of->scoring);
    of->scoring = need(json_dumps(o, JSON_COMPACT));
    json_decref(o);
}

/* The k-th worker that has moved solves; NULL: there are not so many. */
static json_t *moved_worker(json_t *scoring, size_t k)
{
    size_t i;
    json_t *o;
    json_array_foreach(json_object_get(scoring, "workers"), i,
                       o) if (json_object_get(o, "digest") && !k--) return o;
    return NULL;
}

bool repeated_may_differ(const record *of)
{
    json_t *scoring = scoring_of(of);
    const bool may = json_object_get(scoring, "not_deterministic") != NULL;
    json_decref(scoring);
    return may;
}

bool repeated_choose(const record *of, request_start *from)
{
    json_t *scoring = scoring_of(of);
    size_t n = 0;
    while (moved_worker(scoring, n)) n++;
    if (json_object_get(scoring, "not_deterministic")) n = 0;
    const json_t *o = n ? moved_worker(scoring, repeated_noise() % n) : NULL;
    if (o)
        *from = (request_start){ .key = number_of(o, "key"),
                                 .repeat = json_integer_value(json_object_get(o, "repeat")) };
    json_decref(scoring);
    return o != NULL;
}

bool repeated_is_blind(const record *of)
{
    json_t *scoring = scoring_of(of), *o;
    bool blind = moved_worker(scoring, 0) != NULL;
    for (size_t k = 0; (o = moved_worker(scoring, k)); k++)
        blind &= json_is_true(json_object_get(o, "blind"));
    json_decref(scoring);
    return blind;
}

bool repeated_may_forget(const record *of)
{
    json_t *scoring = scoring_of(of);
    const char *form = json_string_value(json_object_get(scoring, "form"));
    const bool may = form && (!strcmp(form, "lin") || !strcmp(form, "dae"));
    json_decref(scoring);
    return may;
}

bool repeated_is_sensitive(const record *of)
{
    static const double moved = 1e-12; /* 4096 units in the last place */
    json_t *scoring = scoring_of(of), *o;
    bool sensitive = moved_worker(scoring, 0) != NULL;
    for (size_t k = 0; (o = moved_worker(scoring, k)); k++)
        sensitive &= json_number_value(json_object_get(o, "spread")) > moved;
    json_decref(scoring);
    return sensitive;
}

bool repeated_agrees(const record *of, const request_start *from, const record *check)
{
    json_t *scoring = scoring_of(of), *o;
    bool agrees = false;
    for (size_t k = 0; (o = moved_worker(scoring, k)); k++)
        agrees |= number_of(o, "key") == from->key && check->repeats.n == 1 &&
                  number_of(o, "digest") == check->repeats.digest[0];
    json_decref(scoring);
    return agrees;
}

/* Few solves are told apart less well than many. */
bool repeated_may_be(const record *of, reason *why)
{
    enum { FEW = 6, MOST = 1000 };
    double ratio[MOST];
    int n = 0;
    long solves = 0;
    json_t *scoring = scoring_of(of), *o;
    for (size_t k = 0; n < MOST && (o = moved_worker(scoring, k)); k++) {
        const double moved = json_number_value(json_object_get(o, "moved_s")),
                     plain = json_number_value(json_object_get(o, "plain_s"));
        solves += (long)json_integer_value(json_object_get(o, "solves"));
        if (moved > 0 && plain > 0) ratio[n++] = plain / moved;
    }
    json_decref(scoring);
    const double least = solves > FEW ? 0.5 : 0.25, is = n ? median_of(ratio, n) : 1;
    return is >= least ||
           reason_set(
               why,
               "implausible: a solve from the problem's own start takes %.2g of the CPU time "
               "of one from a start beside it",
               is);
}
