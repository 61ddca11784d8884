/* plan_file.c -- reading a plan file with libconfig; what is wrong is said with its line.
 *
 * Every group of settings has a table of its members: name, kind, where the number goes. A name
 * that is not in the table is an error, with the nearest one that is: a typing error in a plan
 * must not silently mean the default. */
#include "bench/plan/plan_inner.h"

#include "bench/base/config.h"
#include "bench/base/options.h"
#include "bench/base/util.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const char *path;
    char *why;
    size_t size;
} reader;

static bool wrong(const reader *r, const config_setting_t *s, const char *text)
{
    return fail_at(s, r->path, r->why, r->size, text);
}

/* ---- numbers: a table per group of settings ---------------------------------------------- */

typedef enum kind { REAL, COUNT, SMALL, OTHER } kind; /* OTHER: read elsewhere */

typedef struct member {
    const char *name;
    kind kind;
    size_t at;
    bool may_be_zero;
    double most; /* 0: any finite number */
} member;

/* Nobody means more than these; a slip of a key must not fill a disk or wait for a year. */
enum { MOST_SECONDS = 10000000, MOST_MB = 4000000, MOST_DECADES = 100, MOST_RUNGS = 1000 };

static const member cell_members[] = {
    { "timeout_s", REAL, offsetof(cell, timeout_s), false, MOST_SECONDS },
    { "memory_mb", COUNT, offsetof(cell, memory_mb), false, MOST_MB },
    { "max_steps", COUNT, offsetof(cell, max_steps), true, 1e15 },
    { "min_time_s", REAL, offsetof(cell, min_time_s), true, MOST_SECONDS },
    { "precision", REAL, offsetof(cell, precision), false, 1 },
    { "workers", SMALL, offsetof(cell, workers), true, 1000 },
    { 0 },
};

static const member tolerance_members[] = {
    { "from", REAL, offsetof(plan_tolerances, from), true, MOST_DECADES },
    { "to", REAL, offsetof(plan_tolerances, to), true, MOST_DECADES },
    { "per_decade", SMALL, offsetof(plan_tolerances, per_decade), false, MOST_RUNGS },
    { "atol_factor", REAL, offsetof(plan_tolerances, atol_factor), false, 0 },
    { "atol", REAL, offsetof(plan_tolerances, atol), false, 0 },
    { "h0", OTHER, 0, false, 0 },
    { 0 },
};

static const member step_members[] = {
    { "hmax", REAL, offsetof(plan_steps, hmax), false, 0 },
    { "halvings", SMALL, offsetof(plan_steps, halvings), true, 60 },
    { 0 },
};

static const member group_members[] = {
    { "problems", OTHER, 0, false, 0 },     { "solvers", OTHER, 0, false, 0 },
    { "formulations", OTHER, 0, false, 0 }, { "tolerances", OTHER, 0, false, 0 },
    { "steps", OTHER, 0, false, 0 },        { "events", OTHER, 0, false, 0 },
    { "failures", OTHER, 0, false, 0 },     { 0 },
};

static const member none[] = { { 0 } };

static const member *find(const member *table, const char *name)
{
    for (; table->name; table++)
        if (!strcmp(table->name, name)) return table;
    return NULL;
}

/* A whole number serves where a number is wanted, never the reverse. */
static bool read_member(const reader *r, config_setting_t *s, const member *m, void *to)
{
    const int type = config_setting_type(s);
    const bool whole = type == CONFIG_TYPE_INT || type == CONFIG_TYPE_INT64;
    if (m->kind == REAL ? !whole && type != CONFIG_TYPE_FLOAT : !whole)
        return wrong(r, s,
                     m->kind == REAL ? "a number is expected" : "a whole number is expected");
    const double x = config_setting_get_float(s);
    if (!isfinite(x) || x < 0 || (x <= 0 && !m->may_be_zero))
        return wrong(r, s, m->may_be_zero ? "must not be negative" : "must be positive");
    if (m->most > 0 && x > m->most) {
        char text[64];
        snprintf(text, sizeof text, "must not be more than %.10g", m->most);
        return wrong(r, s, text);
    }
    char *at = (char *)to + m->at;
    if (m->kind == REAL) *(double *)(void *)at = x;
    if (m->kind == COUNT) *(long *)(void *)at = (long)config_setting_get_int64(s);
    if (m->kind == SMALL) *(int *)(void *)at = config_setting_get_int(s);
    return true;
}

static bool unknown(const reader *r, const config_setting_t *s, const member *a,
                    const member *b)
{
    const char *words[32];
    int n = 0;
    for (; a->name; a++) words[n++] = a->name;
    for (; b->name; b++) words[n++] = b->name;
    const char *near = nearest_word(config_setting_name(s), words, n);
    if (!near) return wrong(r, s, "unknown setting; docs/plans.md names those that exist");
    char *text = text_of("unknown setting; did you mean %s?", near);
    wrong(r, s, text);
    free(text);
    return false;
}

/* Reads the members of `table` into `to`; those of `others` are left to the caller. */
static bool read_members(const reader *r, config_setting_t *s, const member *table, void *to,
                         const member *others)
{
    if (!config_setting_is_group(s)) return wrong(r, s, "a group { ... } is expected");
    for (int i = 0; i < config_setting_length(s); i++) {
        config_setting_t *one = config_setting_get_elem(s, (unsigned)i);
        const member *m = find(table, config_setting_name(one));
        if (!m && !find(others, config_setting_name(one)))
            return unknown(r, one, table, others);
        if (m && m->kind != OTHER && !read_member(r, one, m, to)) return false;
    }
    return true;
}

/* ---- lists ------------------------------------------------------------------------------- */

/* Element i of a list, or the setting itself where it is a single string. */
static config_setting_t *element(config_setting_t *s, int i)
{
    return config_setting_is_aggregate(s) ? config_setting_get_elem(s, (unsigned)i) : s;
}

static int length(const config_setting_t *s)
{
    return config_setting_is_aggregate(s) ? config_setting_length(s) : 1;
}

static bool read_problems(const reader *r, config_setting_t *s, plan_group *g)
{
    if (!s || !length(s)) return true;
    g->problems = need(calloc((size_t)length(s), sizeof *g->problems));
    for (int i = 0; i < length(s); i++) {
        config_setting_t *one = element(s, i);
        const char *text = config_setting_get_string(one);
        if (!text || !plan_word_read(&g->problems[g->nproblems], text))
            return wrong(r, one,
                         "a string such as \"NAME\" or \"NAME(parameter=1e3)\" is expected");
        g->problems[g->nproblems++].line = (int)config_setting_source_line(one);
    }
    return true;
}

static bool read_forms(const reader *r, config_setting_t *s, plan_solver *to)
{
    to->nforms = 0;
    to->forms = grown(to->forms, (size_t)length(s), sizeof *to->forms);
    for (int i = 0; i < length(s); i++) {
        const char *text = config_setting_get_string(element(s, i));
        if (!text || !fits_into(to->forms[to->nforms++], CELL_TEXT, text))
            return wrong(
                r, s,
                "a list of strings such as \"ggl\" or \"projected(newton=1)\" is expected");
    }
    return true;
}

static bool read_solver(const reader *r, config_setting_t *s, plan_solver *to)
{
    const char *name = NULL, *options = NULL;
    static const member members[] = { { "name", OTHER, 0, false, 0 },
                                      { "options", OTHER, 0, false, 0 },
                                      { "formulations", OTHER, 0, false, 0 },
                                      { 0 } };
    const bool group = config_setting_is_group(s);
    if (group && !read_members(r, s, none, NULL, members)) return false;
    if (group) {
        config_setting_lookup_string(s, "name", &name);
        config_setting_lookup_string(s, "options", &options);
    } else
        name = config_setting_get_string(s);
    if (!name || !plan_solver_read(to, name))
        return wrong(
            r, s,
            "\"SOLVER(options)@FORMULATION\" or { name = \"SOLVER\"; options = \"...\"; "
            "formulations = [ ... ]; } is expected");
    to->word.line = (int)config_setting_source_line(s);
    if (options && !fits_into(to->word.settings, CELL_TEXT, options))
        return wrong(r, s, "options are too long");
    config_setting_t *forms = group ? config_setting_get_member(s, "formulations") : NULL;
    return !forms || read_forms(r, forms, to);
}

/* A solver that says nothing about formulations takes those of its group, or all that fit. */
static bool read_solvers(const reader *r, config_setting_t *s, config_setting_t *forms,
                         plan_group *g)
{
    if (!s || !length(s)) return true;
    g->solvers = need(calloc((size_t)length(s), sizeof *g->solvers));
    for (int i = 0; i < length(s); i++) {
        plan_solver *to = &g->solvers[g->nsolvers++];
        if (!read_solver(r, element(s, i), to)) return false;
        if (to->nforms) continue;
        if (forms) {
            if (!read_forms(r, forms, to)) return false;
            continue;
        }
        to->forms = need(calloc(1, sizeof *to->forms));
        snprintf(to->forms[to->nforms++], CELL_TEXT, "*");
    }
    return true;
}

/* ---- ladders and words ------------------------------------------------------------------- */

/* "solver", "rtol", "F*rtol", or a number. */
static bool read_h0(const reader *r, config_setting_t *s, plan_tolerances *t)
{
    if (!s) return true;
    static const char expected[] =
        "one of \"solver\", \"rtol\", \"1e-2*rtol\" or a number is expected";
    const char *text = config_setting_get_string(s);
    char *end = NULL;
    t->h0 = t->h0_factor = 0;
    if (!text && !config_setting_is_number(s)) return wrong(r, s, expected);
    if (!text)
        t->h0 = config_setting_get_float(s);
    else if (!strcmp(text, "rtol"))
        t->h0_factor = 1;
    else if (strcmp(text, "solver"))
        t->h0_factor = strtod(text, &end);
    if (end && (strcmp(end, "*rtol") || !(t->h0_factor > 0) || !isfinite(t->h0_factor)))
        return wrong(r, s, expected);
    return (t->h0 >= 0 && isfinite(t->h0)) || wrong(r, s, "must be finite and not negative");
}

/* The defaults of a ladder are those of docs/plans.md. */
static bool read_tolerances(const reader *r, config_setting_t *s, plan_tolerances *t)
{
    if (!s) return true;
    *t = (plan_tolerances){
        .given = true, .from = 3, .to = 9, .per_decade = 1, .atol_factor = 1
    };
    if (!read_members(r, s, tolerance_members, t, none)) return false;
    if (t->to < t->from) return wrong(r, s, "`to` must not be less than `from`");
    if ((t->to - t->from) * t->per_decade >= MOST_RUNGS)
        return wrong(r, s, "more than 1000 rungs: fewer decades, or fewer of them in each");
    return read_h0(r, config_setting_get_member(s, "h0"), t);
}

static bool read_steps(const reader *r, config_setting_t *s, plan_steps *t)
{
    if (!s) return true;
    *t = (plan_steps){ .given = true };
    if (!read_members(r, s, step_members, t, none)) return false;
    return t->hmax > 0 || wrong(r, s, "hmax, the longest step, is missing");
}

/* Located unless switched off; "both" doubles the cells. */
static bool read_events(const reader *r, config_setting_t *s, plan_group *g)
{
    const bool both = s && config_setting_type(s) == CONFIG_TYPE_STRING &&
                      !strcmp(config_setting_get_string(s), "both");
    if (s && !both && config_setting_type(s) != CONFIG_TYPE_BOOL)
        return wrong(r, s, "true, false or \"both\" is expected");
    g->with_events = !s || both || config_setting_get_bool(s);
    g->without_events = both || !g->with_events;
    return true;
}

/* "forbidden": a failure of this group ends the run with exit code 4. */
static bool read_failures(const reader *r, config_setting_t *s, plan_group *g)
{
    const char *text = s ? config_setting_get_string(s) : "allowed";
    g->must_succeed = text && !strcmp(text, "forbidden");
    return g->must_succeed || (text && !strcmp(text, "allowed")) ||
           wrong(r, s, "\"allowed\" or \"forbidden\" is expected");
}

/* A group inherits the defaults of the file and overrides them by its own members. */
static bool read_group(const reader *r, config_setting_t *s, plan_group *g)
{
    g->name = copied(config_setting_name(s));
    config_setting_t *(*get)(const config_setting_t *, const char *) =
        config_setting_get_member;
    if (!read_members(r, s, cell_members, &g->base, group_members) ||
        !read_problems(r, get(s, "problems"), g) ||
        !read_solvers(r, get(s, "solvers"), get(s, "formulations"), g) ||
        !read_tolerances(r, get(s, "tolerances"), &g->tolerances) ||
        !read_steps(r, get(s, "steps"), &g->steps) || !read_events(r, get(s, "events"), g) ||
        !read_failures(r, get(s, "failures"), g))
        return false;
    if (!g->nproblems || !g->nsolvers)
        return wrong(r, s, "`problems` and `solvers` must be lists");
    return g->tolerances.given || g->steps.given ||
           wrong(r, s, "a ladder is missing: `tolerances`, `steps` or both");
}

/* Those of docs/plans.md. */
cell plan_defaults(void)
{
    return (cell){ .timeout_s = 60,
                   .memory_mb = 1024,
                   .max_steps = 1000000,
                   .min_time_s = 0.1,
                   .precision = 0.02,
                   .workers = 3 };
}

static bool read_root(const reader *r, config_setting_t *root, plan_file *f)
{
    static const member top[] = { { "defaults", OTHER, 0, false, 0 },
                                  { "groups", OTHER, 0, false, 0 },
                                  { "title", OTHER, 0, false, 0 },
                                  { 0 } };
    cell base = plan_defaults();
    if (!read_members(r, root, none, &base, top)) return false;
    config_setting_t *defaults = config_setting_get_member(root, "defaults");
    config_setting_t *groups = config_setting_get_member(root, "groups");
    if (defaults && !read_members(r, defaults, cell_members, &base, none)) return false;
    if (!groups || !config_setting_is_group(groups))
        return fail(r->why, r->size, "%s: groups = { NAME = { ... }; } is missing", r->path);
    f->groups = need(calloc((size_t)config_setting_length(groups) + 1, sizeof *f->groups));
    for (int i = 0; i < config_setting_length(groups); i++) {
        plan_group *g = &f->groups[f->ngroups++];
        g->base = base;
        if (!read_group(r, config_setting_get_elem(groups, (unsigned)i), g)) return false;
    }
    return true;
}

/* libconfig reads integers as numbers when told to: 3 and 3.0 are the same tolerance. */
bool plan_file_read(plan_file *f, const char *path, char *why, size_t size)
{
    const reader r = { path, why, size };
    config_t c;
    config_init(&c);
    config_set_auto_convert(&c, CONFIG_TRUE);
    *f = (plan_file){ .path = copied(path) };
    bool good;
    if (!config_read_file(&c, path))
        good = fail_parsing(&c, path, why, size);
    else
        good = read_root(&r, config_root_setting(&c), f);
    config_destroy(&c);
    return good;
}

void plan_file_free(plan_file *f)
{
    for (int i = 0; i < f->ngroups; i++) {
        plan_group *g = &f->groups[i];
        for (int k = 0; k < g->nsolvers; k++) free(g->solvers[k].forms);
        free(g->solvers);
        free(g->problems);
        free(g->name);
    }
    free(f->groups);
    free(f->path);
}
