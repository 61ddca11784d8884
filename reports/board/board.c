/* board.c -- loads a store, groups it by problem, joins it with the references.
 *
 *     board > group (problem with its parameters) > ladder (one line of a diagram) > entry
 *
 * Everything is scored once, here; figures, tables, exports and gates read the same numbers.
 * Series stay in the store: they are read one at a time, scored, and let go.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/board/board.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "bench/base/util.h"

/* ---- copies ------------------------------------------------------------------------------ */

static void *copy_of(const void *p, int n, size_t size)
{
    void *q = need(calloc((size_t)n + 1, size));
    if (p && n > 0) memcpy(q, p, (size_t)n * size);
    return q;
}

/* A record of our own, without series and output. */
static record record_copy(const record *r)
{
    record c = *r;
    c.status = copied(r->status);
    c.detail = copied(r->detail);
    c.output = copied(NULL);
    c.scoring = r->scoring ? copied(r->scoring) : NULL;
    c.end_state = copy_of(r->end_state, r->ncomponents, sizeof *r->end_state);
    c.components = copy_of(NULL, r->ncomponents, sizeof *r->components);
    for (int i = 0; i < r->ncomponents; i++) c.components[i] = copied(r->components[i]);
    c.samples = copy_of(r->samples, r->nsamples, sizeof *r->samples);
    c.events = copy_of(r->events, r->nevents, sizeof *r->events);
    for (int i = 0; i < r->nevents; i++) c.events[i].guard = copied(r->events[i].guard);
    c.series = NULL;
    c.nseries = 0;
    return c;
}

/* A word of the scoring, "" where it has none. */
static char *said_of(const json_t *scoring, const char *member)
{
    const char *word = json_string_value(json_object_get(scoring, member));
    return copied(word ? word : "");
}

/* "SUNDIALS 6.4.1 (-O2)": without what stands in parentheses. */
static char *version_of(const char *library)
{
    const char *end = strstr(library, " (");
    return text_of("%.*s", (int)(end ? (size_t)(end - library) : strlen(library)), library);
}

static void take_shares(entry *e, const json_t *counted)
{
    const json_t *parts = json_object_get(counted, "shares");
    for (int k = 0; k < NSHARES; k++)
        e->share[k] = parts ? json_number_value(json_object_get(parts, share_names[k])) : NAN;
}

static double real_of(const json_t *o, const char *member)
{
    const json_t *v = json_object_get(o, member);
    return json_is_number(v) && json_number_value(v) >= 0 ? json_number_value(v) : NAN;
}

static multiplier_errors take_multipliers(const json_t *o)
{
    multiplier_errors m = { real_of(o, "end"), real_of(o, "rms"), real_of(o, "max"),
                            metrics_unknown() };
    const compared against = { .y = m.rms, .bar = DBL_EPSILON, .shift = -1 };
    if (isfinite(m.rms)) m.along = metrics_scd(&against, 1, true);
    return m;
}

/* Each worker sets up anew: the least is free of what else the machine does. */
static double least_setup(const json_t *workers)
{
    double least = NAN;
    size_t i;
    const json_t *w;
    json_array_foreach(workers, i, w) least = fmin(least, real_of(w, "setup_s"));
    return least;
}

static bool take(void *context, const record *r, const char *machine)
{
    board *b = context;
    b->entries = grown(b->entries, (size_t)b->n + 1, sizeof *b->entries);
    entry *e = &b->entries[b->n++];
    json_t *o = r->scoring ? json_loads(r->scoring, 0, NULL) : NULL;
    *e = (entry){ .r = record_copy(r),
                  .machine = copied(machine),
                  .family = said_of(o, "solver_family"),
                  .library = said_of(o, "solver_library"),
                  .times = said_of(o, "solver_times"),
                  .not_deterministic = said_of(o, "not_deterministic"),
                  .elimination = said_of(o, "elimination"),
                  .lanes = (int)json_integer_value(json_object_get(o, "lanes")) };
    e->version = version_of(e->library);
    const json_t *counted = json_object_get(o, "instructions");
    e->counted = counted ? json_number_value(json_object_get(counted, "n")) : NAN;
    e->counted_by = said_of(counted, "by");
    take_shares(e, counted);
    e->setup_cpu = least_setup(json_object_get(o, "workers"));
    e->multipliers = take_multipliers(json_object_get(o, "multipliers"));
    json_decref(o);
    return true;
}

/* ---- order ------------------------------------------------------------------------------- */

/* Equal but for the rung: entries of one ladder. */
static int compare_ladders(const entry *x, const entry *y)
{
    const cell *a = &x->r.cell, *b = &y->r.cell;
    const int by_cell = cell_compare(a, b, CELL_LADDER);
    if (by_cell) return by_cell;
    const int c = strcmp(x->machine, y->machine);
    if (c) return c;
    return (a->h > 0) - (b->h > 0);
}

static int falling(double p, double q) { return (p < q) - (p > q); }

static int compare_entries(const void *x, const void *y)
{
    const entry *a = x, *b = y;
    const int c = compare_ladders(a, b);
    const int rung = falling(entry_nominal(a), entry_nominal(b));
    return c ? c : rung ? rung : falling(entry_rung(a), entry_rung(b));
}

static bool same_group(const entry *a, const entry *b)
{
    return !cell_compare(&a->r.cell, &b->r.cell, CELL_GROUP);
}

/* Entries are sorted, so that the rungs of a ladder are neighbours. */
static void find_ladders(board *b, int g)
{
    group *at = &b->groups[g];
    at->ladder = b->nladders;
    for (int i = at->first; i < at->first + at->n; i++) {
        const bool same = i > at->first && !compare_ladders(&b->entries[i - 1], &b->entries[i]);
        if (same) {
            b->ladders[b->nladders - 1].n++;
            continue;
        }
        b->ladders = grown(b->ladders, (size_t)b->nladders + 1, sizeof *b->ladders);
        b->ladders[b->nladders++] =
            (ladder){ .group = g, .first = i, .n = 1, .steps = b->entries[i].r.cell.h > 0 };
    }
    at->nladders = b->nladders - at->ladder;
}

static void find_groups(board *b)
{
    for (int i = 0; i < b->n; i++) {
        const entry *e = &b->entries[i];
        if (i && same_group(e - 1, e)) {
            b->groups[b->ngroups - 1].n++;
            continue;
        }
        b->groups = grown(b->groups, (size_t)b->ngroups + 1, sizeof *b->groups);
        b->groups[b->ngroups++] = (group){ .problem = copied(e->r.cell.problem),
                                           .parameters = copied(e->r.cell.parameters),
                                           .why = copied(""),
                                           .first = i,
                                           .n = 1 };
    }
    for (int g = 0; g < b->ngroups; g++) find_ladders(b, g);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorted, each once; they stay where they are. */
static int distinct(char **names, int n)
{
    int kept = 0;
    qsort(names, (size_t)n, sizeof *names, by_text);
    for (int i = 0; i < n; i++)
        if (!kept || strcmp(names[kept - 1], names[i])) names[kept++] = names[i];
    return kept;
}

static void find_names(board *b)
{
    b->machines = need(calloc((size_t)b->n + 1, sizeof *b->machines));
    b->solvers = need(calloc((size_t)b->nladders + 1, sizeof *b->solvers));
    for (int i = 0; i < b->n; i++) b->machines[i] = b->entries[i].machine;
    for (int i = 0; i < b->nladders; i++)
        b->solvers[i] = b->entries[b->ladders[i].first].r.cell.solver;
    b->nmachines = distinct(b->machines, b->n);
    b->nsolvers = distinct(b->solvers, b->nladders);
}

/* ---- references -------------------------------------------------------------------------- */

static void attach_scoring(const board *b, group *g)
{
    for (int i = g->first; i < g->first + g->n && !g->scoring; i++)
        if (b->entries[i].r.scoring && *b->entries[i].r.scoring)
            g->scoring = json_loads(b->entries[i].r.scoring, 0, NULL);
}

void score_attach_reference(group *g, const char *folder)
{
    reason why = { "" };
    char path[1024];
    if (ref_open(&g->ref, folder, g->problem, g->parameters, &why)) return;
    g->unreadable = ref_locate(folder, g->problem, g->parameters, path, sizeof path);
    free(g->why);
    g->why = text_of(
        "%s%s", why.text,
        strstr(group_text(g, "tags"), "double_only")
            ? "; the problem is in double alone: `ivpbench reference make` makes one of grade "
              "double"
            : "");
    g->published = json_array_size(json_object_get(g->scoring, "published")) > 0;
}

/* References first: every entry of a group shares its scoring data and its reference. */
static void score_all(board *b, const char *references)
{
    for (int i = 0; i < b->ngroups; i++) {
        group *g = &b->groups[i];
        attach_scoring(b, g);
        score_attach_reference(g, references);
        for (int k = g->first; k < g->first + g->n; k++) {
            entry *e = &b->entries[k];
            e->half = score_reference_half(g->ref, e->family);
            score_digits(g, e);
            score_series(b->store, g, e);
            g->closed = g->closed || !strcmp(e->judge, "closed form");
        }
    }
}

void board_judge_by(board *b, const char *metric)
{
    const bool mescd = !strcmp(metric, "mescd"), along = !strcmp(metric, "multipliers");
    b->metric = along ? "multipliers" : mescd ? "mescd" : "scd";
    for (int i = 0; i < b->n; i++) {
        entry *e = &b->entries[i];
        e->digits = along ? e->multipliers.along : mescd ? e->mescd : e->scd;
    }
}

/* ---- versions ---------------------------------------------------------------------------- */

/* Results of other plug-ins or another kernel, and cells that have none yet or only a part. */
static void note_versions(board *b, const store_versions *v, const char *path, bool so_far)
{
    char *others = !v->others
                       ? copied("")
                       : text_of("%ld results of other versions (%s) are left out, the last "
                                 "run that planned a cell decides",
                                 v->others, *v->what ? v->what : "other limits");
    char *pending = !v->pending || so_far
                        ? copied("")
                        : text_of("%ld cells are planned and not finished", v->pending);
    b->note = !*others && !*pending ? copied("")
                                    : text_of("%s: %s%s%s", path, others,
                                              *others && *pending ? "; " : "", pending);
    free(others);
    free(pending);
}

/* ---- opening and closing ----------------------------------------------------------------- */

/* By one look at the store: it may grow meanwhile. */
static course course_of(const store_versions *v, const char *path)
{
    return (course){ .planned = v->finished + v->pending,
                     .known = v->finished + v->begun,
                     .finished = v->finished,
                     .growing = store_is_growing(path) };
}

/* By the last run, which knows the libraries of its machine. */
static void look_at_calibrations(board *b)
{
    store_run run;
    if (!store_last_run(b->store, &run)) return;
    board_calibrated(b, run.environment, run.machine);
    free(run.plan);
    free(run.environment);
}

static board *open_board(const char *store_path, const char *references, bool so_far,
                         reason *why)
{
    gsl_set_error_handler_off();
    store *s = store_open(store_path, false, why);
    if (!s) return NULL;
    board *b = need(calloc(1, sizeof *b));
    b->store = s;
    store_versions v;
    const bool good = store_versions_of(s, &v) &&
                      (so_far ? store_each_so_far : store_each)(s, false, take, b);
    if (good) {
        note_versions(b, &v, store_path, so_far);
        b->course = course_of(&v, store_path);
    }
    free(v.what);
    if (!good) {
        reason_set(why, "%s", store_error(s));
        board_close(b);
        return NULL;
    }
    if (b->n) qsort(b->entries, (size_t)b->n, sizeof *b->entries, compare_entries);
    find_groups(b);
    find_names(b);
    look_at_calibrations(b);
    score_times(b);
    score_all(b, references);
    board_judge_by(b, "scd");
    return b;
}

board *board_open(const char *store_path, const char *references, reason *why)
{
    return open_board(store_path, references, false, why);
}

board *board_open_so_far(const char *store_path, const char *references, reason *why)
{
    return open_board(store_path, references, true, why);
}

void score_free(entry *e)
{
    for (int i = 0; i < e->nquantities; i++) {
        free(e->quantities[i].name);
        free(e->quantities[i].series);
        free(e->quantities[i].unit);
    }
    for (int i = 0; i < e->ninvariants; i++) free(e->invariants[i].name);
    free(e->quantities);
    free(e->invariants);
    events_free(&e->events);
}

static void entry_free(entry *e)
{
    score_free(e);
    free(e->machine);
    free(e->family);
    free(e->library);
    free(e->version);
    free(e->times);
    free(e->not_deterministic);
    free(e->elimination);
    free(e->counted_by);
    record_free(&e->r);
}

void board_close(board *b)
{
    if (!b) return;
    for (int i = 0; i < b->n; i++) entry_free(&b->entries[i]);
    for (int i = 0; i < b->ngroups; i++) {
        free(b->groups[i].problem);
        free(b->groups[i].parameters);
        free(b->groups[i].why);
        json_decref(b->groups[i].scoring);
        ref_free(b->groups[i].ref);
    }
    free(b->entries);
    free(b->groups);
    free(b->ladders);
    free(b->machines);
    free(b->solvers);
    free(b->note);
    store_close(b->store);
    free(b);
}
