/* gate_read.c -- a gate file into limits; every complaint names file and line. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/config.h"
#include "bench/base/util.h"
#include "reports/gates/gate.h"

typedef struct reader {
    const char *path;
    char *why;
    size_t size;
    gate *gate;
} reader;

static const double usual_slack = 0.1;
enum { MOST_SLACK = 10 };

static bool complain(const reader *r, const config_setting_t *s, const char *sentence)
{
    return fail_at(s, r->path, r->why, r->size, sentence);
}

static bool read_number(const reader *r, const config_setting_t *s, double *v)
{
    switch (config_setting_type(s)) {
    case CONFIG_TYPE_FLOAT:
        *v = config_setting_get_float(s);
        break;
    case CONFIG_TYPE_INT:
        *v = config_setting_get_int(s);
        break;
    case CONFIG_TYPE_INT64:
        *v = (double)config_setting_get_int64(s);
        break;
    default:
        return complain(r, s, "a number is expected");
    }
    return isfinite(*v) || complain(r, s, "the number must be finite");
}

static bool read_word(const reader *r, const config_setting_t *s, char *text)
{
    const char *word = config_setting_get_string(s);
    if (!word) return complain(r, s, "a string is expected");
    if (fits_into(text, CELL_TEXT, word)) return true;
    return complain(r, s, "the string is too long");
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

static double slack_of(const reader *r, const config_setting_t *s)
{
    double slack = r->gate->slack;
    const config_setting_t *own = config_setting_get_member(s, "slack");
    if (own && config_setting_is_number(own)) read_number(r, own, &slack);
    return slack;
}

static bool read_group(const reader *r, const config_setting_t *s, const char *words,
                       gate_cell *c)
{
    const char *prefix = config_setting_name(s);
    if (!config_setting_is_group(s)) return complain(r, s, "a group { ... } is expected");
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *one = config_setting_get_elem(s, (unsigned)i);
        const char *name = config_setting_name(one);
        double bound;
        if (!is_word_of(words, name)) {
            char *sentence = text_of("unknown name; one of%sis expected", words);
            complain(r, one, sentence);
            free(sentence);
            return false;
        }
        if (!read_number(r, one, &bound)) return false;
        if (bound < 0) return complain(r, one, "the limit must not be negative");
        if (!strcmp(name, "slack") && bound > MOST_SLACK)
            return complain(r, one, "the slack must lie between 0 and 10");
        if (strcmp(name, "slack"))
            add_limit(c, text_of("%s.%s", prefix, name), bound, slack_of(r, s));
    }
    return true;
}

static bool read_trajectories(const reader *r, const config_setting_t *s, gate_cell *c)
{
    if (!config_setting_is_list(s))
        return complain(r, s, "a list ( { observable = ...; max = ...; } ) is expected");
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *one = config_setting_get_elem(s, (unsigned)i);
        const config_setting_t *most = config_setting_get_member(one, "max");
        const char *name = NULL;
        double bound = 0;
        if (!config_setting_lookup_string(one, "observable", &name) || !most)
            return complain(r, one, "observable (a string) and max (a number) are expected");
        if (!read_number(r, most, &bound)) return false;
        add_limit(c, text_of("trajectory.%s", name), bound, 0);
    }
    return true;
}

/* ---- a cell ------------------------------------------------------------------------------ */

static const struct word {
    const char *name;
    size_t at;
} words[] = {
    { "problem", offsetof(cell, problem) },         { "parameters", offsetof(cell, parameters) },
    { "formulation", offsetof(cell, formulation) }, { "solver", offsetof(cell, solver) },
    { "options", offsetof(cell, options) },
}, numbers[] = {
    { "rtol", offsetof(cell, rtol) },
    { "atol", offsetof(cell, atol) },
    { "h0", offsetof(cell, h0) },
    { "h", offsetof(cell, h) },
};

static const struct word *find_word(const struct word *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(list[i].name, name)) return &list[i];
    return NULL;
}

static bool read_outcome(const reader *r, const config_setting_t *s, gate_cell *c)
{
    const char *word = config_setting_get_string(s);
    if (word && outcome_by_name(word, &c->outcome)) return true;
    return complain(r, s, "an outcome such as \"ok\", \"diverged\", \"timeout\" is expected");
}

static bool read_truth(const reader *r, const config_setting_t *s, gate_cell *c)
{
    c->cell.no_events = config_setting_get_bool(s) != 0;
    return config_setting_type(s) == CONFIG_TYPE_BOOL ||
           complain(r, s, "true or false is expected");
}

static bool read_score(const reader *r, const config_setting_t *s, gate_cell *c)
{
    double bound;
    if (!read_number(r, s, &bound)) return false;
    add_limit(c, copied(config_setting_name(s)), bound, 0);
    return true;
}

static bool read_member(const reader *r, const config_setting_t *s, gate_cell *c)
{
    const char *name = config_setting_name(s);
    const struct word *w = find_word(words, sizeof words / sizeof *words, name);
    if (w) return read_word(r, s, (char *)&c->cell + w->at);
    w = find_word(numbers, sizeof numbers / sizeof *numbers, name);
    if (w) return read_number(r, s, (double *)(void *)((char *)&c->cell + w->at));
    if (!strcmp(name, "library")) return read_word(r, s, c->library);
    if (!strcmp(name, "reason")) return read_word(r, s, c->reason);
    if (!strcmp(name, "outcome")) return read_outcome(r, s, c);
    if (!strcmp(name, "no_events")) return read_truth(r, s, c);
    if (gate_is_least(name)) return read_score(r, s, c);
    if (!strcmp(name, "trajectory")) return read_trajectories(r, s, c);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (!strcmp(groups[i].group, name)) {
            char *all = words_of(&groups[i]);
            const bool good = read_group(r, s, all, c);
            free(all);
            return good;
        }
    return complain(r, s, "unknown member of a gate cell; see docs/gates.md");
}

static bool read_cell(const reader *r, const config_setting_t *s)
{
    gate *g = r->gate;
    if (!config_setting_is_group(s)) return complain(r, s, "a cell is a group { ... }");
    g->cells = grown(g->cells, (size_t)g->n + 1, sizeof *g->cells);
    gate_cell *c = &g->cells[g->n++];
    *c = (gate_cell){ .line = (int)config_setting_source_line(s),
                      .cell = { .atol = -1, .h0 = -1 } };
    for (int i = 0; i < config_setting_length(s); i++)
        if (!read_member(r, config_setting_get_elem(s, (unsigned)i), c)) return false;
    const cell *k = &c->cell;
    if (!*k->problem || !*k->formulation || !*k->solver)
        return complain(r, s, "problem, formulation and solver must be given");
    if ((k->rtol > 0) == (k->h > 0))
        return complain(r, s, "exactly one of rtol and h must be given, and be positive");
    return true;
}

/* *slack stays as it is where the file says nothing. */
static bool read_slack(const reader *r, const config_setting_t *s, double *slack)
{
    return !s || (read_number(r, s, slack) &&
                  ((*slack >= 0 && *slack <= MOST_SLACK) ||
                   complain(r, s, "the slack must lie between 0 and 10")));
}

static bool same_cell(const gate_cell *a, const gate_cell *b)
{
    const cell *x = &a->cell, *y = &b->cell;
    bool same = x->no_events == y->no_events && !strcmp(a->library, b->library);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        same = same && !strcmp((const char *)x + words[i].at, (const char *)y + words[i].at);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        same = same && !memcmp((const char *)x + numbers[i].at, (const char *)y + numbers[i].at,
                               sizeof(double));
    return same;
}

/* Two limits for one cell: whoever reads the first does not see that the second holds. */
static bool none_stands_twice(const reader *r)
{
    const gate *g = r->gate;
    for (int i = 0; i < g->n; i++)
        for (int k = 0; k < i; k++)
            if (same_cell(&g->cells[i], &g->cells[k]))
                return fail(r->why, r->size, "%s:%d: the cell of line %d stands here again",
                            r->path, g->cells[i].line, g->cells[k].line);
    return true;
}

static bool read_all(const reader *r, const config_setting_t *root)
{
    const config_setting_t *slack = config_setting_get_member(root, "slack");
    const config_setting_t *version = config_setting_get_member(root, "version_slack");
    const config_setting_t *cells = config_setting_get_member(root, "cells");
    const config_setting_t *ladders = config_setting_get_member(root, "ladders");
    const config_setting_t *of_all = config_setting_get_member(root, "layers");
    for (int i = 0; i < config_setting_length(root); i++) {
        const config_setting_t *s = config_setting_get_elem(root, (unsigned)i);
        if (s != slack && s != version && s != cells && s != ladders && s != of_all)
            return complain(r, s,
                            "unknown; a gate file holds slack, version_slack, cells, "
                            "ladders and layers");
    }
    if (!read_slack(r, slack, &r->gate->slack) ||
        !read_slack(r, version, &r->gate->version_slack))
        return false;
    if (ladders) {
        r->gate->ladders = ladder_rules_read(ladders, r->path, r->why, r->size);
        if (!r->gate->ladders) return false;
    }
    if (of_all) {
        r->gate->layers = layers_read(of_all, r->path, r->why, r->size);
        if (!r->gate->layers) return false;
    }
    if ((ladders || of_all) && !cells) return true;
    if (!cells || !config_setting_is_list(cells))
        return fail(r->why, r->size, "%s:1: a list cells = ( ... ); is expected", r->path);
    for (int i = 0; i < config_setting_length(cells); i++)
        if (!read_cell(r, config_setting_get_elem(cells, (unsigned)i))) return false;
    return none_stands_twice(r);
}

gate *gate_read(const char *path, char *why, size_t size)
{
    char *text = file_text(path);
    config_t config;
    if (!text) {
        fail(why, size, "%s: cannot be read: %s", path, strerror(errno));
        return NULL;
    }
    gate *g = need(calloc(1, sizeof *g));
    g->path = copied(path);
    g->slack = usual_slack;
    const reader r = { path, why, size, g };
    config_init(&config);
    const bool parsed =
        config_includes(path, why, size) &&
        (config_read_string(&config, text) || fail_parsing(&config, path, why, size)) &&
        config_strings(&config, path, why, size);
    const bool good = parsed && read_all(&r, config_root_setting(&config));
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
