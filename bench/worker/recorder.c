/* recorder.c -- records a run row by row.
 *
 * While a run is short every row is kept. Once `most` are there (RECORD_ROWS, fewer of large
 * systems), thin() halves them and the stride doubles. From then on a plain step is kept only
 * if its number is a multiple of the stride, and until the next one comes it stands
 * provisionally at the end, so that the last step of the run is always there. Rows of events
 * and restarts are fixed, until they alone are half of all: then they are thinned like plain
 * ones. Memory is bounded, and so is the size of the store, for runs of any length; the list of
 * events alone is always whole.
 *
 * Before the first thinning all rows so far are copied to the scratch file, and every row after
 * them: time, the quantities that trajectory errors are taken of, and the invariants.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/recorder.h"

#include "bench/base/util.h"
#include "bench/worker/picture.h"
#include "bench/worker/scoring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    T,
    H,
    STATE
}; /* columns; after the state observables, invariants, the picture and three
                         of drift */
enum { PICTURES = 128 }; /* rows with a picture */

struct recorder {
    instance *i;
    int nstate, nobservables, ninvariants, width;
    int nrows, room, stride, most; /* most: rows */
    long plain;                    /* rows seen that were not fixed */
    bool crowded; /* events and restarts alone are too many: they are rows like others */
    bool provisional;
    double *rows;
    bool *fixed; /* per row: never thinned away */
    int nevents;
    record_event *events;
    int rows_kept;       /* at the end; 0: as they are, with all columns */
    int scratch;         /* descriptor for whole columns, or -1 */
    whole_rows *spilled; /* NULL: nothing was thinned, or there is no room for scratch files */
    int nspilled, *column; /* columns that go there */
    double *line;
    picture *picture; /* NULL: none */
};

static int count(const ivp_observable *table)
{
    int n = 0;
    while (table && table[n].name) n++;
    return n;
}

/* So that a run of a million unknowns fits into a message, too */
static int most_rows(int width)
{
    const int rows = RECORD_NUMBERS / width;
    return rows > RECORD_ROWS ? RECORD_ROWS : rows < RECORD_LEAST ? RECORD_LEAST : rows;
}

recorder *recorder_new(instance *i, int columns, const char *series)
{
    recorder *r = need(calloc(1, sizeof *r));
    r->i = i;
    r->rows_kept = !strcmp(series, "drawn")    ? RECORD_DRAWN
                   : !strcmp(series, "points") ? RECORD_POINTS
                                               : 0;
    r->scratch = columns;
    r->nstate = instance_ncomponents(i);
    r->nobservables = count(i->problem->observables);
    r->ninvariants = count(i->problem->invariants);
    r->width = STATE + r->nstate + r->nobservables + r->ninvariants + 3;
    r->stride = 1;
    r->most = most_rows(r->width);
    r->picture = picture_new(i);
    return r;
}

static char *column_name(const recorder *r, int k)
{
    static const char *const drift[] = { "drift:g", "drift:v", "drift:a" };
    char name[PLUGIN_NAME_MAX];
    if (k == T) return copied("t");
    if (k == H) return copied("h");
    if ((k -= STATE) < r->nstate) {
        instance_component_name(r->i, k, name, sizeof name);
        return copied(name);
    }
    if ((k -= r->nstate) < r->nobservables)
        return text_of("obs:%s", r->i->problem->observables[k].name);
    if ((k -= r->nobservables) < r->ninvariants)
        return text_of("inv:%s", r->i->problem->invariants[k].name);
    if ((k -= r->ninvariants) < picture_width(r->picture)) return picture_name(r->picture, k);
    return copied(drift[k - picture_width(r->picture)]);
}

static int first_of_picture(const recorder *r)
{
    return r->width - 3 - picture_width(r->picture);
}

static double *row(const recorder *r, int k) { return r->rows + (size_t)k * (size_t)r->width; }

/* The drift of a row that goes counts for the row that takes its place. */
static void inherit(const recorder *r, double *heir, const double *gone)
{
    for (int k = r->width - 3; k < r->width; k++) heir[k] = fmax(heir[k], gone[k]);
}

/* ---- whole columns ----------------------------------------------------------------------- */

/* Time, observables or else the first scored components, invariants. */
static void choose_columns(recorder *r)
{
    bool *scored = need(calloc((size_t)r->nstate + 1, sizeof *scored));
    r->column = need(calloc((size_t)r->width, sizeof *r->column));
    r->line = need(calloc((size_t)r->width, sizeof *r->line));
    r->column[r->nspilled++] = T;
    scoring_mask(r->i, scored);
    for (int k = 0; !r->nobservables && k < r->nstate; k++)
        if (scored[k] && r->nspilled <= RECORD_QUANTITIES) r->column[r->nspilled++] = STATE + k;
    for (int k = STATE + r->nstate; k < first_of_picture(r); k++) r->column[r->nspilled++] = k;
    free(scored);
}

static void put_spilled(recorder *r, const double *from)
{
    if (!r->spilled) return;
    for (int k = 0; k < r->nspilled; k++) r->line[k] = from[r->column[k]];
    whole_add(r->spilled, r->line);
}

/* All rows are still there: nothing was thinned so far. */
static void open_spilled(recorder *r)
{
    choose_columns(r);
    char **names = need(calloc((size_t)r->nspilled, sizeof *names));
    for (int k = 0; k < r->nspilled; k++) names[k] = column_name(r, r->column[k]);
    r->spilled = whole_new(r->scratch, (const char *const *)names, r->nspilled);
    for (int k = 0; k < r->nrows; k++) put_spilled(r, row(r, k));
    for (int k = 0; k < r->nspilled; k++) free(names[k]);
    free(names);
}

/* ---- kept rows --------------------------------------------------------------------------- */

/* From half of the rows on. The first row stays. */
static void look_for_crowd(recorder *r)
{
    int fixed = 0;
    for (int k = 0; k < r->nrows; k++) fixed += r->fixed[k];
    if (2 * fixed <= r->most) return;
    r->crowded = true;
    memset(r->fixed + 1, false, (size_t)r->nrows - 1);
}

static void thin(recorder *r)
{
    if (!r->column) open_spilled(r);
    look_for_crowd(r);
    int kept = 0;
    for (int k = 0, seen = 0; k < r->nrows; k++) {
        const bool keep = r->fixed[k] || k == r->nrows - 1 || seen++ % 2 == 0;
        if (!keep) {
            inherit(r, row(r, k + 1), row(r, k));
            continue;
        }
        if (kept != k) memcpy(row(r, kept), row(r, k), (size_t)r->width * sizeof(double));
        r->fixed[kept++] = r->fixed[k];
    }
    r->nrows = kept;
    r->stride *= 2;
}

static double larger(double a, double b) { return isnan(a) || isnan(b) ? NAN : fmax(a, b); }

/* The row to write: a new one, or the last one where that is not to be kept. */
static double *next_row(recorder *r, double drift[3])
{
    drift[0] = drift[1] = drift[2] = 0;
    if (r->provisional) {
        memcpy(drift, row(r, r->nrows - 1) + r->width - 3, 3 * sizeof *drift);
        return row(r, r->nrows - 1);
    }
    if (r->nrows >= r->most) thin(r);
    if (r->nrows == r->room) {
        r->room = r->room ? 2 * r->room : r->most < 256 ? r->most : 256;
        r->rows = grown(r->rows, (size_t)r->room * (size_t)r->width, sizeof *r->rows);
        r->fixed = grown(r->fixed, (size_t)r->room, sizeof *r->fixed);
    }
    return row(r, r->nrows++);
}

static double *copy(double *to, const real *from, int n)
{
    if (n) memcpy(to, from, (size_t)n * sizeof *to);
    return to + n;
}

static double *put_state(const recorder *r, double *to, const ivp_state *s)
{
    const ivp_sizes *n = &r->i->sizes;
    if (r->i->problem->form != IVP_MECH) return copy(to, s->y, n->n);
    to = copy(to, s->q, n->nq);
    to = copy(to, s->u, n->nq);
    to = copy(to, s->x, n->nx);
    to = copy(to, s->a, n->nq);
    return copy(to, s->lambda, n->ng);
}

/* Observables may be undefined at a point (an angle at a vertex); then NaN is recorded, and
 * reports must expect it. */
static void put_row(const recorder *r, double *to, const evolve_point *p)
{
    *to++ = p->t;
    *to++ = p->h;
    to = put_state(r, to, p->state);
    for (int k = 0; k < r->nobservables; k++)
        *to++ = instance_observe(r->i, &r->i->problem->observables[k], p->state);
    for (int k = 0; k < r->ninvariants; k++)
        *to++ = instance_observe(r->i, &r->i->problem->invariants[k], p->state);
    if (r->picture) picture_put(r->picture, p->state, to);
    to += picture_width(r->picture);
    if (instance_drift(r->i, p->state, to)) to[0] = to[1] = to[2] = NAN;
    if (to[2] < 0) to[2] = NAN; /* M is singular */
}

/* Every event is shown twice, before its reset and after: it is noted the first time. */
static void note_event(recorder *r, const evolve_point *p)
{
    const char *name = r->i->problem->events[p->event].name;
    const record_event *last = r->nevents ? &r->events[r->nevents - 1] : NULL;
    if (last && last->t >= p->t && last->t <= p->t && !strcmp(last->guard, name)) return;
    r->events = grown(r->events, (size_t)r->nevents + 1, sizeof *r->events);
    r->events[r->nevents++] =
        (record_event){ .t = p->t, .guard = copied(name), .direction = p->direction };
}

static void open_picture(recorder *r, const ivp_state *s)
{
    if (!picture_begin(r->picture, s)) {
        picture_free(r->picture);
        r->picture = NULL;
    }
    r->width += picture_width(r->picture);
}

/* h = 0 marks starts, both sides of events and restarts: see evolve.h. */
void recorder_watch(void *self, const evolve_point *p)
{
    recorder *r = self;
    const bool special = !r->crowded && (p->event >= 0 || !(p->h > 0 || p->h < 0));
    double drift[3];
    if (special) r->provisional = false;
    if (!r->room && r->picture) open_picture(r, p->state);
    double *to = next_row(r, drift);
    put_row(r, to, p);
    put_spilled(r, to);
    for (int k = 0; k < 3; k++) to[r->width - 3 + k] = larger(to[r->width - 3 + k], drift[k]);
    r->fixed[r->nrows - 1] = special;
    r->provisional = !special && r->plain++ % r->stride != 0;
    if (p->event >= 0) note_event(r, p);
}

/* ---- the end ----------------------------------------------------------------------------- */

/* Plain rows go first; where events alone are too many, they are rows like others. Without
 * whole columns to judge by nothing goes. */
static void thin_to(recorder *r, int rows)
{
    while (r->nrows > rows) {
        const int before = r->nrows;
        thin(r);
        if (!r->spilled) return;
        if (r->nrows < before - before / 8) continue;
        memset(r->fixed + 1, false, (size_t)r->nrows - 1);
    }
}

/* Of the drawn ones; q: how many quantities were seen before. */
static bool is_drawn(const recorder *r, const bool *scored, int k, int *q)
{
    if (k < STATE) return true;
    if (k >= r->width - 3) return r->i->sizes.ng > 0;
    if (k >= first_of_picture(r)) return true;
    const bool state = k < STATE + r->nstate;
    const bool quantity = r->nobservables ? !state && k < STATE + r->nstate + r->nobservables
                                          : state && scored[k - STATE];
    return quantity && (*q)++ < RECORD_SHOWN;
}

static record_series column(const recorder *r, int k)
{
    record_series s = { .name = column_name(r, k), .n = r->nrows };
    s.v = grown(NULL, (size_t)r->nrows, sizeof *s.v);
    const bool pictured = k >= first_of_picture(r) && k < r->width - 3;
    const int each = pictured ? r->nrows / PICTURES + 1 : 1;
    for (int j = 0; j < r->nrows; j++)
        s.v[j] = j % each && j != r->nrows - 1 ? NAN : row(r, j)[k];
    return s;
}

static void put_columns(const recorder *r, record *to)
{
    bool *scored = need(calloc((size_t)r->nstate + 1, sizeof *scored));
    int quantities = 0;
    scoring_mask(r->i, scored);
    to->series = grown(NULL, (size_t)r->width, sizeof *to->series);
    for (int k = 0; k < r->width; k++)
        if (!r->rows_kept || !r->spilled || is_drawn(r, scored, k, &quantities))
            to->series[to->nseries++] = column(r, k);
    free(scored);
}

void recorder_finish(recorder *r, record *to, whole_rows **spilled)
{
    if (r->rows_kept && r->nrows) {
        if (!r->column) open_spilled(r);
        if (r->spilled) thin_to(r, r->rows_kept);
    }
    put_columns(r, to);
    to->events = r->events;
    to->nevents = r->nevents;
    *spilled = r->spilled;
    free(r->column);
    free(r->line);
    free(r->rows);
    free(r->fixed);
    picture_free(r->picture);
    free(r);
}
