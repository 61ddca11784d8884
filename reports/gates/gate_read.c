/* gate_read.c -- a gate file into limits; every complaint names file and line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/members.h"
#include "bench/base/util.h"
#include "reports/gates/gate.h"

static const double usual_slack = 0.1;
enum { MOST_SLACK = 10 };

static bool read_number(const reader *r, const config_setting_t *s, double *v)
{
    return setting_number(s, v) || reader_wrong(r, s, "a number is expected, and a finite one");
}

static void add_limit(gate_cell *c, char *name, double bound, double slack)
{
    c->limits = grown(c->limits, (size_t)c->nlimits + 1, sizeof *c->limits);
    c->limits[c->nlimits++] = (gate_limit){ name, bound, slack };
}

/* ---- groups inside a cell ---------------------------------------------------------------- */

static const struct group_names {
    const char *group, *names; /* words that may stand in it */
} groups[] = {
    { "drift", " g v a " },
    { "events", " missed spurious duplicated reordered time_error " },
    { "counters", " steps slack " }, /* and those of the record */
};

/* The names that may stand in a group, each between blanks; caller frees. */
static char *words_of(const struct group_names *g)
{
    char *all = copied(g->names);
    for (int i = 0; !strcmp(g->group, "counters") && i < RECORD_COUNTERS; i++) {
        char *more = text_of("%s%s ", all, record_counter(i));
        free(all);
        all = more;
    }
    return all;
}

static bool is_word_of(const char *words, const char *name)
{
    char *wanted = text_of(" %s ", name);
    const bool found = strstr(words, wanted) != NULL;
    free(wanted);
    return found;
}

static double slack_of(const config_setting_t *s, double usual)
{
    const config_setting_t *own = config_setting_get_member(s, "slack");
    double slack;
    return own && setting_number(own, &slack) ? slack : usual;
}

static bool read_group(const reader *r, const config_setting_t *s, const char *words,
                       gate_cell *c)
{
    const char *prefix = config_setting_name(s);
    if (!config_setting_is_group(s)) return reader_wrong(r, s, "a group { ... } is expected");
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *one = config_setting_get_elem(s, (unsigned)i);
        const char *name = config_setting_name(one);
        double bound;
        if (!is_word_of(words, name)) {
            char *sentence = text_of("unknown name; one of%sis expected", words);
            reader_wrong(r, one, sentence);
            free(sentence);
            return false;
        }
        if (!read_number(r, one, &bound)) return false;
        if (bound < 0) return reader_wrong(r, one, "the limit must not be negative");
        if (!strcmp(name, "slack") && bound > MOST_SLACK)
            return reader_wrong(r, one, "the slack must lie between 0 and 10");
        if (strcmp(name, "slack"))
            add_limit(c, text_of("%s.%s", prefix, name), bound, slack_of(s, c->slack));
    }
    return true;
}

static bool read_limits(const reader *r, const config_setting_t *s, void *to)
{
    const struct group_names *g = groups;
    while (strcmp(g->group, config_setting_name(s)) != 0) g++;
    char *all = words_of(g);
    const bool good = read_group(r, s, all, to);
    free(all);
    return good;
}

static bool read_trajectories(const reader *r, const config_setting_t *s, void *to)
{
    if (!config_setting_is_list(s))
        return reader_wrong(r, s, "a list ( { observable = ...; max = ...; } ) is expected");
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *one = config_setting_get_elem(s, (unsigned)i);
        const config_setting_t *most = config_setting_get_member(one, "max");
        const char *name = NULL;
        double bound = 0;
        if (!config_setting_lookup_string(one, "observable", &name) || !most)
            return reader_wrong(r, one,
                                "observable (a string) and max (a number) are expected");
        if (!read_number(r, most, &bound)) return false;
        add_limit(to, text_of("trajectory.%s", name), bound, 0);
    }
    return true;
}

/* ---- a cell ------------------------------------------------------------------------------ */

static bool read_outcome(const reader *r, const config_setting_t *s, void *to)
{
    const char *word = config_setting_get_string(s);
    return (word && outcome_by_name(word, &((gate_cell *)to)->outcome)) ||
           reader_wrong(r, s,
                        "an outcome such as \"ok\", \"diverged\", \"timeout\" is expected");
}

/* A field of the cell; unlike those of plans numbers may be anything. */
static int read_pinned(const reader *r, const config_setting_t *s, void *to)
{
    cell *c = &((gate_cell *)to)->cell;
    const field_row *f = field_named(cell_fields, config_setting_name(s), CELL_PIN);
    const char *text = config_setting_get_string(s);
    const bool truth = config_setting_type(s) == CONFIG_TYPE_BOOL;
    double v = config_setting_get_bool(s);
    if (!f) return 0;
    if (field_is_text(f) ? text && field_from_text(f, text, c)
                         : (f->kind == FIELD_TRUTH ? truth : setting_number(s, &v)) &&
                               field_set_number(f, v, c))
        return 1;
    char *sentence = text_of("%s is expected", field_kind_word(f->kind));
    reader_wrong(r, s, sentence);
    free(sentence);
    return -1;
}

static bool read_score(const reader *r, const config_setting_t *s, void *to)
{
    double bound;
    if (!read_number(r, s, &bound)) return false;
    add_limit(to, copied(config_setting_name(s)), bound, 0);
    return true;
}

static const member_table cell_members = {
    .fields = (const field_row[]){ FIELD_ROW(TEXT, gate_cell, library, 0, 0),
                                   FIELD_ROW(TEXT, gate_cell, reason, 0, 0),
                                   { 0 } },
    .others = (const member[]){ { "outcome", read_outcome },
                                { "scd", read_score },
                                { "mescd", read_score },
                                { "trajectory", read_trajectories },
                                { "drift", read_limits },
                                { "events", read_limits },
                                { "counters", read_limits },
                                { 0 } },
    .rest = read_pinned
};

static bool read_cell(const reader *r, const config_setting_t *s, void *to)
{
    gate *g = to;
    g->cells = grown(g->cells, (size_t)g->n + 1, sizeof *g->cells);
    gate_cell *c = &g->cells[g->n++];
    *c = (gate_cell){ .line = (int)config_setting_source_line(s),
                      .slack = g->slack,
                      .cell = { .rtol = -1, .atol = -1, .h0 = -1 } };
    if (!members_read(r, s, &cell_members, c)) return false;
    const cell *k = &c->cell;
    if (!*k->problem || !*k->formulation || !*k->solver)
        return reader_wrong(r, s, "problem, formulation and solver must be given");
    return (k->rtol > 0) != (k->h > 0) ||
           reader_wrong(r, s, "exactly one of rtol and h must be given, and be positive");
}

static bool same_cell(const gate_cell *a, const gate_cell *b)
{
    return !cell_compare(&a->cell, &b->cell, CELL_PIN) && !strcmp(a->library, b->library);
}

/* Two limits for one cell: whoever reads the first does not see that the second holds. */
static bool none_stands_twice(const reader *r, const gate *g)
{
    for (int i = 0; i < g->n; i++)
        for (int k = 0; k < i; k++)
            if (same_cell(&g->cells[i], &g->cells[k]))
                return reason_set(r->why, "%s:%d: the cell of line %d stands here again",
                                  r->path, g->cells[i].line, g->cells[k].line);
    return true;
}

static bool read_ladders(const reader *r, const config_setting_t *s, void *to)
{
    return (((gate *)to)->ladders = ladder_rules_read(r, s)) != NULL;
}

static bool read_layers(const reader *r, const config_setting_t *s, void *to)
{
    return (((gate *)to)->layers = layers_read(r, s)) != NULL;
}

/* Cells after all else, since the slack may stand behind them. */
static const member_table gate_members = {
    .fields = (const field_row[]){ FIELD_ROW(REAL, gate, slack, FIELD_ZERO, MOST_SLACK),
                                   FIELD_ROW(REAL, gate, version_slack, FIELD_ZERO, MOST_SLACK),
                                   { 0 } },
    .others =
        (const member[]){
            { "ladders", read_ladders }, { "layers", read_layers }, { "cells", NULL }, { 0 } }
};

static bool read_all(const reader *r, const config_setting_t *root, gate *g)
{
    const config_setting_t *cells = config_setting_get_member(root, "cells");
    if (!members_read(r, root, &gate_members, g)) return false;
    if ((g->ladders || g->layers) && !cells) return true;
    if (!cells || !config_setting_is_list(cells))
        return reason_set(r->why, "%s:1: a list cells = ( ... ); is expected", r->path);
    return members_list(r, cells, g, read_cell) && none_stands_twice(r, g);
}

gate *gate_read(const char *path, reason *why)
{
    char *text = file_text(path);
    config_t config;
    if (!text) {
        reason_set(why, "%s: cannot be read: %s", path, file_reason());
        return NULL;
    }
    gate *g = need(calloc(1, sizeof *g));
    g->path = copied(path);
    g->slack = usual_slack;
    const reader r = { path, "docs/gates.md", why };
    config_init(&config);
    const bool parsed =
        config_includes(path, why) &&
        (config_read_string(&config, text) || fail_parsing(&config, path, why)) &&
        config_strings(&config, path, why);
    const bool good = parsed && read_all(&r, config_root_setting(&config), g);
    config_destroy(&config);
    free(text);
    if (good) return g;
    gate_free(g);
    return NULL;
}

void gate_free(gate *g)
{
    if (!g) return;
    for (int i = 0; i < g->n; i++) {
        for (int k = 0; k < g->cells[i].nlimits; k++) free(g->cells[i].limits[k].name);
        free(g->cells[i].limits);
    }
    ladder_rules_free(g->ladders);
    layers_free(g->layers);
    free(g->cells);
    free(g->path);
    free(g);
}
