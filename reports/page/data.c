/* data.c -- the board as JSON, for the program of the page.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/board/rungs.h"
#include "reports/figures/style.h"
#include "reports/custom/printed_runs.h"
#include "reports/page/answers.h"
#include "reports/page/assets.h"
#include "reports/page/by_commit.h"
#include "reports/page/drawing.h"
#include "reports/tables/export.h"
#include "reports/tables/tables.h"

/* ---- head -------------------------------------------------------------------------------- */

static void write_value(json_out *o, const char *name, const json_t *v)
{
    char *text = json_is_string(v) ? NULL : json_dumps(v, JSON_ENCODE_ANY | JSON_COMPACT);
    json_text(o, name, text ? text : json_is_string(v) ? json_string_value(v) : "");
    free(text);
}

static void write_environment(json_out *o, const char *text)
{
    json_t *e = json_loads(text ? text : "", 0, NULL), *v;
    const char *name;
    json_open(o, "environment", '{');
    json_object_foreach(e, name, v) { write_value(o, name, v); }
    json_close(o, '}');
    json_decref(e);
}

static void write_head(const board *b, json_out *o)
{
    store_run run;
    json_open(o, "head", '{');
    if (store_last_run(b->store, &run)) {
        json_text(o, "date", run.started);
        json_text(o, "plan", run.plan);
        json_number(o, "seed", (double)run.seed);
        write_environment(o, run.environment);
        free(run.plan);
        free(run.environment);
    }
    json_text(o, "note", b->note);
    json_text(o, "metric", b->metric);
    json_open(o, "machines", '[');
    for (int m = 0; m < b->nmachines; m++) json_text(o, NULL, b->machines[m]);
    json_close(o, ']');
    json_close(o, '}');
}

/* ---- problems ---------------------------------------------------------------------------- */

static void write_named(json_out *o, const json_t *list, const char *name)
{
    static const char *const members[] = { "name", "unit", "meaning" };
    json_open(o, name, '[');
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_open(o, NULL, '{');
        for (int k = 0; k < 3; k++) {
            const char *text =
                json_string_value(json_object_get(json_array_get(list, i), members[k]));
            json_text(o, members[k], text ? text : "");
        }
        json_close(o, '}');
    }
    json_close(o, ']');
}

static const entry *spokesman(const board *b, const group *g)
{
    for (int i = g->first; i < g->first + g->n; i++)
        if (b->entries[i].nquantities) return &b->entries[i];
    return NULL;
}

/* Unknowns: components of an end state without accelerations; 0: no run has one. */
static int unknowns(const board *b, const group *g)
{
    int most = 0;
    for (int i = g->first; i < g->first + g->n; i++) {
        const record *r = &b->entries[i].r;
        int n = 0;
        for (int k = 0; k < r->ncomponents; k++) n += r->components[k][0] != 'a';
        most = n > most ? n : most;
    }
    return most;
}

static void write_quantities(json_out *o, const entry *e)
{
    json_open(o, "quantities", '[');
    for (int k = 0; e && k < e->nquantities; k++) {
        json_open(o, NULL, '{');
        json_text(o, "name", e->quantities[k].name);
        json_text(o, "unit", e->quantities[k].unit);
        json_close(o, '}');
    }
    json_close(o, ']');
}

static void write_problem(const board *b, const group *g, json_out *o)
{
    char title[1024];
    const entry *e = spokesman(b, g);
    group_title(g, title, sizeof title);
    json_open(o, NULL, '{');
    json_text(o, "name", title);
    json_text(o, "problem", g->problem);
    json_text(o, "parameters", g->parameters);
    json_text(o, "title", group_text(g, "title"));
    json_text(o, "source", group_text(g, "source"));
    json_text(o, "tags", group_text(g, "tags"));
    json_text(o, "form", group_text(g, "form"));
    json_text(o, "unit", group_time_unit(g));
    json_text(o, "why", g->why);
    json_number(o, "t0", json_number_value(json_object_get(g->scoring, "t0")));
    json_number(o, "t1", json_number_value(json_object_get(g->scoring, "t1")));
    json_number(o, "limit", answers_limit(b, g));
    json_long(o, "unknowns", unknowns(b, g));
    json_long(o, "guards", (long)json_array_size(json_object_get(g->scoring, "events")));
    write_quantities(o, e);
    write_named(o, json_object_get(g->scoring, "observables"), "observables");
    write_named(o, json_object_get(g->scoring, "invariants"), "invariants");
    drawing_reference(g, e, o);
    json_close(o, '}');
}

/* ---- fields of cells --------------------------------------------------------------------- */

static void write_field(json_out *o, const char *name, const field_row *f, const cell *c)
{
    if (field_is_text(f))
        json_text(o, name, field_text(f, c));
    else if (f->kind == FIELD_TRUTH)
        json_truth(o, name, field_is_set(f, c));
    else
        json_number(o, name, field_number(f, c));
}

/* The names of those that make a run again, each of its problem, its ladder or a column. */
static void write_cell(json_out *o, const char *name, bool if_set)
{
    json_open(o, name, '[');
    CELL_EACH(k, CELL_EXPORT | CELL_REMADE)
    if (!(cell_fields[k].uses & CELL_IF_SET) == !if_set)
        json_text(o, NULL, cell_fields[k].name);
    json_close(o, ']');
}

/* ---- ladders ----------------------------------------------------------------------------- */

static void write_ladder(const board *b, const ladder *l, json_out *o)
{
    const entry *e = &b->entries[l->first];
    const style s = style_of(b, l);
    char label[1024], colour[16];
    int machine = 0;
    while (strcmp(b->machines[machine], e->machine) != 0) machine++;
    ladder_label(b, l, label, sizeof label);
    snprintf(colour, sizeof colour, "#%06x", s.rgb);
    json_open(o, NULL, '{');
    json_long(o, "problem", l->group);
    json_long(o, "first", l->first);
    json_long(o, "n", l->n);
    json_truth(o, "steps", l->steps);
    json_long(o, "machine", machine);
    CELL_EACH(k, CELL_LADDER)
    if (!(cell_fields[k].uses & CELL_GROUP))
        write_field(o, cell_fields[k].name, &cell_fields[k], &e->r.cell);
    json_text(o, "label", label);
    json_text(o, "family", e->family);
    json_text(o, "library", e->library);
    json_text(o, "times_contain", e->times);
    json_text(o, "not_deterministic", e->not_deterministic);
    json_text(o, "colour", colour);
    json_long(o, "shape", s.filled);
    json_text(o, "dash", s.dash);
    const ladder_end end = ladder_ended(b, l);
    char ends[256] = "";
    if (end.open) ladder_end_text(&end, ends, sizeof ends);
    json_text(o, "ends", ends);
    json_truth(o, "judged", !b->groups[l->group].ref || e->half >= 0);
    answers_spent(b, l, o);
    json_close(o, '}');
}

/* ---- runs -------------------------------------------------------------------------------- */

/* What every run of a ladder shares stands there. */
static bool is_shared(int j)
{
    static const char *const shared[] = { "family", "library", "times_contain",
                                          "not_deterministic", "machine" };
    if (export_uses(j) & CELL_LADDER) return true;
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (!strcmp(export_column(j), shared[i])) return true;
    return false;
}

static void write_exported(const board *b, int j, json_out *o)
{
    json_open(o, export_column(j), '[');
    for (int i = 0; i < b->n; i++) {
        json_t *v = export_value(j, &b->entries[i]);
        if (json_is_string(v))
            json_text(o, NULL, json_string_value(v));
        else if (json_is_boolean(v))
            json_long(o, NULL, json_is_true(v));
        else if (json_is_integer(v))
            json_long(o, NULL, (long)json_integer_value(v));
        else
            json_number(o, NULL, v ? json_real_value(v) : NAN);
        json_decref(v);
    }
    json_close(o, ']');
}

static void write_remarks(const board *b, json_out *o)
{
    char text[512];
    json_open(o, "remarks", '[');
    for (int g = 0; g < b->ngroups; g++)
        for (int i = b->groups[g].first; i < b->groups[g].first + b->groups[g].n; i++) {
            tables_remarks(&b->groups[g], &b->entries[i], text, sizeof text);
            json_text(o, NULL, text);
        }
    json_close(o, ']');
}

/* Limits: with the columns and the ladder all that makes a run again. */
static void write_limits(const board *b, json_out *o)
{
    CELL_EACH(k, CELL_REMADE)
    {
        json_open(o, cell_fields[k].name, '[');
        for (int i = 0; i < b->n; i++)
            write_field(o, NULL, &cell_fields[k], &b->entries[i].r.cell);
        json_close(o, ']');
    }
}

static void write_memory(const board *b, json_out *o)
{
    json_open(o, "peak_kb", '[');
    for (int i = 0; i < b->n; i++) json_long(o, NULL, b->entries[i].r.peak_kb);
    json_close(o, ']');
}

static void write_trajectories(const board *b, json_out *o)
{
    json_open(o, "trajectory", '[');
    for (int i = 0; i < b->n; i++) {
        const entry *e = &b->entries[i];
        json_open(o, NULL, '[');
        for (int k = 0; k < e->nquantities; k++) {
            const trajectory_error *x = &e->quantities[k].error[TRAJECTORY_EXACT];
            json_open(o, NULL, '[');
            json_short(o, x->n ? x->max : NAN);
            json_short(o, x->n ? x->t_star : NAN);
            json_short(o, x->n ? x->rms : NAN);
            json_short(o, x->n ? x->percent : NAN);
            json_long(o, NULL, x->n && x->marked);
            if (isfinite(x->shift)) {
                json_short(o, x->shift);
                json_short(o, x->explained);
                json_short(o, x->rest);
            }
            json_close(o, ']');
        }
        json_close(o, ']');
    }
    json_close(o, ']');
}

static void write_invariants(const board *b, json_out *o)
{
    json_open(o, "invariants", '[');
    for (int i = 0; i < b->n; i++) {
        json_open(o, NULL, '[');
        for (int k = 0; k < b->entries[i].ninvariants; k++)
            json_number(o, NULL, b->entries[i].invariants[k].drift);
        json_close(o, ']');
    }
    json_close(o, ']');
}

static void write_events(const board *b, json_out *o)
{
    json_open(o, "events", '[');
    for (int i = 0; i < b->n; i++) {
        const event_errors *v = &b->entries[i].events;
        json_open(o, NULL, '[');
        if (b->entries[i].judged_events) {
            json_number(o, NULL, v->time_error);
            json_long(o, NULL, v->matched);
            json_long(o, NULL, v->missed);
            json_long(o, NULL, v->spurious + v->duplicated);
            json_long(o, NULL, v->reordered);
        }
        json_close(o, ']');
    }
    json_close(o, ']');
}

static void write_columns(const board *b, json_out *o)
{
    json_open(o, "columns", '{');
    for (int j = 0; export_column(j); j++)
        if (!is_shared(j)) write_exported(b, j, o);
    write_remarks(b, o);
    write_limits(b, o);
    write_memory(b, o);
    write_trajectories(b, o);
    write_invariants(b, o);
    write_events(b, o);
    json_open(o, "letter", '[');
    for (int i = 0; i < b->n; i++) {
        const entry *e = &b->entries[i];
        const char letter[] = { entry_is_wrong(e) ? 'W' : style_failure_letter(e->r.outcome),
                                '\0' };
        json_text(o, NULL, letter);
    }
    json_close(o, ']');
    json_close(o, '}');
}

static void write_drawings(const board *b, json_out *o)
{
    drawing_level *chosen = drawing_chosen(b);
    json_open(o, "drawing", '[');
    for (int g = 0; g < b->ngroups; g++)
        for (int i = b->groups[g].first; i < b->groups[g].first + b->groups[g].n; i++) {
            if (chosen[i] != DRAWING_NONE)
                drawing_json(b, &b->groups[g], &b->entries[i], chosen[i] == DRAWING_MOVING, o);
            else
                json_number(o, NULL, NAN);
        }
    json_close(o, ']');
    free(chosen);
}

/* As they were told, in words that the page knows. */
static void write_custom(const custom_figures *custom, json_out *o)
{
    const char *name;
    json_t *v;
    json_open(o, "figures", '[');
    for (int i = 0; custom && i < custom->n; i++) {
        json_open(o, NULL, '{');
        for (int k = 0; (name = custom_word(k)); k++) {
            v = json_object_get(custom->list[i].told, name);
            if (json_is_string(v)) json_text(o, name, json_string_value(v));
        }
        json_close(o, '}');
    }
    json_close(o, ']');
}

static void write_printed(const board *b, json_out *o)
{
    json_t *all = printed_read(asset_printed.at, asset_size(&asset_printed));
    printed_json(all, b, o);
    json_decref(all);
}

void data_json(const board *b, const earlier *e, const custom_figures *custom, json_out *o)
{
    json_open(o, NULL, '{');
    write_head(b, o);
    json_open(o, "problems", '[');
    for (int g = 0; g < b->ngroups; g++) write_problem(b, &b->groups[g], o);
    json_close(o, ']');
    json_open(o, "ladders", '[');
    for (int i = 0; i < b->nladders; i++) write_ladder(b, &b->ladders[i], o);
    json_close(o, ']');
    write_cell(o, "cell", false);
    write_cell(o, "cell_if_set", true);
    write_columns(b, o);
    answers_json(b, o);
    compared_json(b, e, o);
    by_commit_json(e->history, o);
    write_custom(custom, o);
    write_printed(b, o);
    write_drawings(b, o);
    json_close(o, '}');
    fputc('\n', o->f);
}
