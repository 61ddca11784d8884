/* layers_read.c -- the layers of a gate file; every complaint names file and line. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/config.h"
#include "bench/base/util.h"
#include "reports/gates/layers.h"

typedef struct reader {
    const char *path;
    char *why;
    size_t size;
    layers *to;
} reader;

static bool complain(const reader *r, const config_setting_t *s, const char *sentence)
{
    return fail_at(s, r->path, r->why, r->size, sentence);
}

static double number_of(const config_setting_t *s)
{
    return config_setting_type(s) == CONFIG_TYPE_FLOAT   ? config_setting_get_float(s)
           : config_setting_type(s) == CONFIG_TYPE_INT64 ? (double)config_setting_get_int64(s)
                                                         : config_setting_get_int(s);
}

static bool read_number(const reader *r, const config_setting_t *s, double *v)
{
    if (!config_setting_is_number(s)) return complain(r, s, "a number is expected");
    *v = number_of(s);
    return isfinite(*v) || complain(r, s, "the number must be finite");
}

/* A limit is not negative. */
static bool read_limit(const reader *r, const config_setting_t *s, double *v)
{
    if (!read_number(r, s, v)) return false;
    return *v >= 0 || complain(r, s, "a limit must not be negative");
}

static bool read_text(const reader *r, const config_setting_t *s, char **text)
{
    const char *word = config_setting_get_string(s);
    if (!word) return complain(r, s, "a string is expected");
    free(*text);
    *text = copied(word);
    return true;
}

/* ---- groups of numbers ------------------------------------------------------------------- */

typedef struct place {
    const char *name;
    double *to;
} place;

/* A group whose members are numbers; *rest: called with what is none of them. */
static bool read_numbers(const reader *r, const config_setting_t *s, const place *places, int n,
                         bool (*rest)(const reader *, const config_setting_t *))
{
    if (!config_setting_is_group(s)) return complain(r, s, "a group { ... } is expected");
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *one = config_setting_get_elem(s, (unsigned)i);
        int k = 0;
        while (k < n && strcmp(places[k].name, config_setting_name(one)) != 0) k++;
        if (k < n  ? !read_limit(r, one, places[k].to)
            : rest ? !rest(r, one)
                   : !complain(r, one, "unknown; see docs/gates.md"))
            return false;
    }
    return true;
}

static bool read_group_limits(const reader *r, const config_setting_t *s, group_limits *to)
{
    double cells = to->cells;
    const place places[] = { { "cells", &cells },
                             { "digits", &to->digits },
                             { "work", &to->work },
                             { "outcomes", &to->changed } };
    if (!read_numbers(r, s, places, 4, NULL)) return false;
    to->cells = (int)fmin(cells, 1e9);
    return cells >= 1 || complain(r, s, "at least one cell must be judged");
}

static bool read_solver(const reader *r, const config_setting_t *s)
{
    return read_group_limits(r, s, &r->to->solver);
}

static bool read_problem(const reader *r, const config_setting_t *s)
{
    return read_group_limits(r, s, &r->to->problem);
}

static bool read_unjudged(const reader *r, const config_setting_t *s)
{
    const place places[] = { { "all", &r->to->unjudged },
                             { "solver", &r->to->unjudged_of_solver } };
    return read_numbers(r, s, places, 2, NULL);
}

static bool read_formulation(const reader *r, const config_setting_t *s)
{
    if (strcmp(config_setting_name(s), "formulation") != 0)
        return complain(r, s, "unknown; drift has formulation, g and v");
    return read_text(r, s, &r->to->drift_in);
}

static bool read_drift(const reader *r, const config_setting_t *s)
{
    const place places[] = { { "g", &r->to->most[EXCESS_G] }, { "v", &r->to->most[EXCESS_V] } };
    return read_numbers(r, s, places, 2, read_formulation);
}

static bool read_events(const reader *r, const config_setting_t *s)
{
    const place places[] = { { "time_error", &r->to->most[EXCESS_TIME] } };
    return read_numbers(r, s, places, 1, NULL);
}

/* ---- constants of (2) -------------------------------------------------------------------- */

static bool read_constant(const reader *r, const config_setting_t *s, constant *to)
{
    if (!config_setting_is_list(s) || config_setting_length(s) != 2 ||
        !config_setting_get_string_elem(s, 0))
        return complain(r, s, "a name and its constant are expected: (\"problem\", 1.2)");
    to->name = copied(config_setting_get_string_elem(s, 0));
    return read_number(r, config_setting_get_elem(s, 1), &to->c);
}

static bool read_constants(const reader *r, const config_setting_t *s)
{
    const bool problems = !strcmp(config_setting_name(s), "problems");
    constant **list = problems ? &r->to->problems : &r->to->solvers;
    int *n = problems ? &r->to->nproblems : &r->to->nsolvers;
    if (!problems && strcmp(config_setting_name(s), "solvers") != 0)
        return complain(r, s,
                        "unknown; digits has slack, noise, unknown, problems and solvers");
    if (!config_setting_is_list(s)) return complain(r, s, "a list ( ... ) is expected");
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *one = config_setting_get_elem(s, (unsigned)i);
        *list = grown(*list, (size_t)*n + 1, sizeof **list);
        (*list)[*n] = (constant){ 0 };
        if (!read_constant(r, one, &(*list)[(*n)++])) return false;
        for (int k = 0; k < *n - 1; k++)
            if (!strcmp((*list)[k].name, (*list)[*n - 1].name))
                return complain(r, one, "the constant stands here again");
    }
    return true;
}

static bool read_digits(const reader *r, const config_setting_t *s)
{
    const place places[] = { { "slack", &r->to->most[EXCESS_DIGITS] },
                             { "noise", &r->to->noise },
                             { "unknown", &r->to->unknown } };
    return read_numbers(r, s, places, 3, read_constants);
}

/* ---- sets and exceptions ----------------------------------------------------------------- */

static bool read_only(const reader *r, const config_setting_t *s)
{
    const char *sentence;
    if (!config_setting_is_group(s)) return complain(r, s, "a group { ... } is expected");
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *one = config_setting_get_elem(s, (unsigned)i);
        const int taken = condition_member(&r->to->only, one, &sentence);
        if (taken <= 0)
            return complain(r, one, taken ? sentence : "unknown; only says which cells it has");
    }
    return true;
}

static bool read_set(const reader *r, const config_setting_t *s)
{
    layers *l = r->to;
    const char *sentence;
    if (!config_setting_is_group(s)) return complain(r, s, "a set is a group { ... }");
    l->sets = grown(l->sets, (size_t)l->nsets + 1, sizeof *l->sets);
    set_rule *set = &l->sets[l->nsets++];
    *set = (set_rule){ .name = copied(""), .where = condition_any() };
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *one = config_setting_get_elem(s, (unsigned)i);
        const int taken = condition_member(&set->where, one, &sentence);
        if (taken < 0) return complain(r, one, sentence);
        if (taken) continue;
        if (strcmp(config_setting_name(one), "name") != 0)
            return complain(r, one, "unknown; a set has a name and says which cells it has");
        if (!read_text(r, one, &set->name)) return false;
    }
    return (*set->name && !strpbrk(set->name, ", []")) ||
           complain(r, s, "a set has a name, without blanks, commas and brackets");
}

static const char *const excess_names[NEXCESSES] = {
    [EXCESS_G] = "g",
    [EXCESS_V] = "v",
    [EXCESS_TIME] = "time_error",
    [EXCESS_MISSED] = "missed",
    [EXCESS_SPURIOUS] = "spurious",
    [EXCESS_DUPLICATED] = "duplicated",
    [EXCESS_REORDERED] = "reordered",
    [EXCESS_DIGITS] = "digits",
};

const char *excess_name(excess x) { return excess_names[x]; }

/* 1, 0, -1 as condition_member(). */
static int read_excess(const reader *r, const config_setting_t *s, exception *x)
{
    for (int k = 0; k < NEXCESSES; k++)
        if (!strcmp(excess_names[k], config_setting_name(s)))
            return read_limit(r, s, &x->most[k]) ? 1 : -1;
    return 0;
}

static bool read_member(const reader *r, const config_setting_t *s, exception *x)
{
    const char *name = config_setting_name(s), *sentence;
    if (!strcmp(name, "reason")) return read_text(r, s, &x->reason);
    if (!strcmp(name, "experiment")) return read_text(r, s, &x->experiment);
    if (!strcmp(name, "shows")) return read_text(r, s, &x->shows);
    if (!strcmp(name, "outcomes"))
        return condition_outcomes(s, &x->outcomes, &sentence) || complain(r, s, sentence);
    int taken = read_excess(r, s, x);
    if (taken) return taken > 0;
    taken = condition_member(&x->where, s, &sentence);
    if (taken < 0) return complain(r, s, sentence);
    return taken || complain(r, s, "unknown member of an exception; see docs/gates.md");
}

static bool allows_something(const exception *x)
{
    bool any = x->outcomes != 0;
    for (int k = 0; k < NEXCESSES; k++) any = any || !isnan(x->most[k]);
    return any;
}

static bool read_exception(const reader *r, const config_setting_t *s)
{
    layers *l = r->to;
    if (!config_setting_is_group(s)) return complain(r, s, "an exception is a group { ... }");
    l->exceptions = grown(l->exceptions, (size_t)l->nexceptions + 1, sizeof *l->exceptions);
    exception *x = &l->exceptions[l->nexceptions++];
    *x = (exception){ .where = condition_any(),
                      .reason = copied(""),
                      .experiment = copied(""),
                      .shows = copied(""),
                      .line = (int)config_setting_source_line(s) };
    for (int k = 0; k < NEXCESSES; k++) x->most[k] = NAN;
    for (int i = 0; i < config_setting_length(s); i++)
        if (!read_member(r, config_setting_get_elem(s, (unsigned)i), x)) return false;
    if (!*x->reason || !*x->experiment || !*x->shows)
        return complain(
            r, s, "an exception has a reason, an experiment (a command) and what it shows");
    return allows_something(x) ||
           complain(r, s, "an exception names outcomes, or a limit that it raises");
}

static bool read_list(const reader *r, const config_setting_t *s,
                      bool (*one)(const reader *, const config_setting_t *))
{
    if (!config_setting_is_list(s)) return complain(r, s, "a list ( ... ) is expected");
    for (int i = 0; i < config_setting_length(s); i++)
        if (!one(r, config_setting_get_elem(s, (unsigned)i))) return false;
    return true;
}

static bool read_sets(const reader *r, const config_setting_t *s)
{
    return read_list(r, s, read_set);
}

static bool read_exceptions(const reader *r, const config_setting_t *s)
{
    return read_list(r, s, read_exception);
}

static bool read_base(const reader *r, const config_setting_t *s)
{
    return read_text(r, s, &r->to->base);
}

/* ---- all --------------------------------------------------------------------------------- */

static const struct member {
    const char *name;
    bool (*read)(const reader *, const config_setting_t *);
} members[] = {
    { "base", read_base },       { "only", read_only },
    { "sets", read_sets },       { "solver", read_solver },
    { "problem", read_problem }, { "not_judged", read_unjudged },
    { "drift", read_drift },     { "events", read_events },
    { "digits", read_digits },   { "exceptions", read_exceptions },
};

static bool read_all(const reader *r, const config_setting_t *s)
{
    const size_t n = sizeof members / sizeof *members;
    if (!config_setting_is_group(s)) return complain(r, s, "a group { ... } is expected");
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *one = config_setting_get_elem(s, (unsigned)i);
        size_t k = 0;
        while (k < n && strcmp(members[k].name, config_setting_name(one)) != 0) k++;
        if (k == n)
            return complain(
                r, one,
                "unknown; layers have base, only, sets, solver, problem, not_judged, "
                "drift, events, digits and exceptions");
        if (!members[k].read(r, one)) return false;
    }
    return *r->to->base ||
           complain(r, s, "base, the name of a file beside this one, is missing");
}

/* Beside the gate file, unless the name begins with a slash. */
static void resolve_base(layers *l)
{
    const char *slash = strrchr(l->path, '/');
    if (!slash || *l->base == '/') return;
    char *whole = text_of("%.*s/%s", (int)(slash - l->path), l->path, l->base);
    free(l->base);
    l->base = whole;
}

layers *layers_usual(const char *path)
{
    layers *l = need(calloc(1, sizeof *l));
    *l = (layers){ .path = copied(path),
                   .base = copied(""),
                   .only = condition_any(),
                   .solver = { .cells = 20, .digits = 0.05, .work = 0.02, .changed = 0.02 },
                   .problem = { .cells = 4, .digits = 0.5, .work = 0.2, .changed = 0.2 },
                   .unjudged = 0.02,
                   .unjudged_of_solver = 0.1,
                   .drift_in = copied("projected*"),
                   .most = { [EXCESS_G] = 1e-10,
                             [EXCESS_V] = 1e-9,
                             [EXCESS_TIME] = 100,
                             [EXCESS_DIGITS] = 2 },
                   .noise = 1,
                   .unknown = 3 };
    return l;
}

layers *layers_read(const struct config_setting_t *s, const char *path, char *why, size_t size)
{
    const reader r = { path, why, size, layers_usual(path) };
    if (read_all(&r, s)) {
        resolve_base(r.to);
        return r.to;
    }
    layers_free(r.to);
    return NULL;
}

static void constants_free(constant *list, int n)
{
    for (int i = 0; i < n; i++) free(list[i].name);
    free(list);
}

void layers_free(layers *l)
{
    if (!l) return;
    for (int i = 0; i < l->nsets; i++) {
        free(l->sets[i].name);
        condition_free(&l->sets[i].where);
    }
    for (int i = 0; i < l->nexceptions; i++) {
        exception *x = &l->exceptions[i];
        condition_free(&x->where);
        free(x->reason);
        free(x->experiment);
        free(x->shows);
    }
    condition_free(&l->only);
    constants_free(l->problems, l->nproblems);
    constants_free(l->solvers, l->nsolvers);
    free(l->sets);
    free(l->exceptions);
    free(l->drift_in);
    free(l->path);
    free(l->base);
    free(l);
}
