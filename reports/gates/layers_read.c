/* layers_read.c -- the layers of a gate file; every complaint names file and line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/gates/layers.h"

#define LIMIT(name, of, to) FIELD_CALLED(name, REAL, of, to, FIELD_ZERO, 0)

/* ---- groups of numbers ------------------------------------------------------------------- */

static const member_table limits_members = { .fields = (const field_row[]){
                                                 FIELD_ROW(SMALL, group_limits, cells, 0, 1e9),
                                                 LIMIT("digits", group_limits, digits),
                                                 LIMIT("work", group_limits, work),
                                                 LIMIT("outcomes", group_limits, changed),
                                                 { 0 } } };

static bool read_solver(const reader *r, const config_setting_t *s, void *to)
{
    return members_read(r, s, &limits_members, &((layers *)to)->solver);
}

static bool read_problem(const reader *r, const config_setting_t *s, void *to)
{
    return members_read(r, s, &limits_members, &((layers *)to)->problem);
}

static bool read_unjudged(const reader *r, const config_setting_t *s, void *to)
{
    const member_table m = { .fields = (const field_row[]){
                                 LIMIT("all", layers, unjudged),
                                 LIMIT("solver", layers, unjudged_of_solver),
                                 { 0 } } };
    return members_read(r, s, &m, to);
}

static bool read_drift(const reader *r, const config_setting_t *s, void *to)
{
    const member_table m = { .fields = (const field_row[]){
                                 LIMIT("g", layers, most[EXCESS_G]),
                                 LIMIT("v", layers, most[EXCESS_V]),
                                 FIELD_CALLED("formulation", STRING, layers, drift_in, 0, 0),
                                 { 0 } } };
    return members_read(r, s, &m, to);
}

static bool read_events(const reader *r, const config_setting_t *s, void *to)
{
    const member_table m = { .fields = (const field_row[]){
                                 LIMIT("time_error", layers, most[EXCESS_TIME]), { 0 } } };
    return members_read(r, s, &m, to);
}

/* ---- constants of (2) -------------------------------------------------------------------- */

static bool read_constant(const reader *r, const config_setting_t *s, constant *to)
{
    const bool two = config_setting_is_list(s) && config_setting_length(s) == 2 &&
                     config_setting_get_string_elem(s, 0);
    *to = (constant){ .name = copied(two ? config_setting_get_string_elem(s, 0) : "") };
    if (!two)
        return reader_wrong(r, s, "a name and its constant are expected: (\"problem\", 1.2)");
    return setting_number(config_setting_get_elem(s, 1), &to->c) ||
           reader_wrong(r, s, "a number is expected behind the name");
}

static bool read_constants(const reader *r, const config_setting_t *s, constant **list, int *n)
{
    if (!config_setting_is_list(s)) return reader_wrong(r, s, "a list ( ... ) is expected");
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *one = config_setting_get_elem(s, (unsigned)i);
        *list = grown(*list, (size_t)*n + 1, sizeof **list);
        if (!read_constant(r, one, &(*list)[(*n)++])) return false;
        for (int k = 0; k < *n - 1; k++)
            if (!strcmp((*list)[k].name, (*list)[*n - 1].name))
                return reader_wrong(r, one, "the constant stands here again");
    }
    return true;
}

static bool read_of_problems(const reader *r, const config_setting_t *s, void *to)
{
    layers *l = to;
    return read_constants(r, s, &l->problems, &l->nproblems);
}

static bool read_of_solvers(const reader *r, const config_setting_t *s, void *to)
{
    layers *l = to;
    return read_constants(r, s, &l->solvers, &l->nsolvers);
}

static bool read_digits(const reader *r, const config_setting_t *s, void *to)
{
    const member_table m = { .fields = (const field_row[]){ LIMIT("slack", layers,
                                                                  most[EXCESS_DIGITS]),
                                                            LIMIT("noise", layers, noise),
                                                            LIMIT("unknown", layers, unknown),
                                                            { 0 } },
                             .others = (const member[]){ { "problems", read_of_problems },
                                                         { "solvers", read_of_solvers },
                                                         { 0 } } };
    return members_read(r, s, &m, to);
}

/* ---- sets and exceptions ----------------------------------------------------------------- */

static int read_where(const reader *r, const config_setting_t *s, void *to)
{
    return condition_member(to, r, s);
}

static bool read_only(const reader *r, const config_setting_t *s, void *to)
{
    const member_table m = { .rest = read_where };
    return members_read(r, s, &m, &((layers *)to)->only);
}

static int read_set_where(const reader *r, const config_setting_t *s, void *to)
{
    return condition_member(&((set_rule *)to)->where, r, s);
}

static bool read_set(const reader *r, const config_setting_t *s, void *to)
{
    const member_table m = {
        .fields = (const field_row[]){ FIELD_ROW(STRING, set_rule, name, 0, 0), { 0 } },
        .rest = read_set_where
    };
    layers *l = to;
    l->sets = grown(l->sets, (size_t)l->nsets + 1, sizeof *l->sets);
    set_rule *set = &l->sets[l->nsets++];
    *set = (set_rule){ .name = copied(""), .where = condition_any() };
    if (!members_read(r, s, &m, set)) return false;
    return (*set->name && !strpbrk(set->name, ", []")) ||
           reader_wrong(r, s, "a set has a name, without blanks, commas and brackets");
}

#define EXCESS(name, which) LIMIT(name, exception, most[which])
static const field_row exception_fields[] = { EXCESS("g", EXCESS_G),
                                              EXCESS("v", EXCESS_V),
                                              EXCESS("time_error", EXCESS_TIME),
                                              EXCESS("missed", EXCESS_MISSED),
                                              EXCESS("spurious", EXCESS_SPURIOUS),
                                              EXCESS("duplicated", EXCESS_DUPLICATED),
                                              EXCESS("reordered", EXCESS_REORDERED),
                                              EXCESS("digits", EXCESS_DIGITS),
                                              FIELD_ROW(STRING, exception, reason, 0, 0),
                                              FIELD_ROW(STRING, exception, experiment, 0, 0),
                                              FIELD_ROW(STRING, exception, shows, 0, 0),
                                              { 0 } };

const char *excess_name(excess x) { return exception_fields[x].name; }

static bool read_outcomes(const reader *r, const config_setting_t *s, void *to)
{
    return condition_outcomes(r, s, &((exception *)to)->outcomes);
}

static int read_excused(const reader *r, const config_setting_t *s, void *to)
{
    return condition_member(&((exception *)to)->where, r, s);
}

static bool allows_something(const exception *x)
{
    bool any = x->outcomes != 0;
    for (int k = 0; k < NEXCESSES; k++) any = any || !isnan(x->most[k]);
    return any;
}

static bool read_exception(const reader *r, const config_setting_t *s, void *to)
{
    const member_table m = { .fields = exception_fields,
                             .others = (const member[]){ { "outcomes", read_outcomes }, { 0 } },
                             .rest = read_excused };
    layers *l = to;
    l->exceptions = grown(l->exceptions, (size_t)l->nexceptions + 1, sizeof *l->exceptions);
    exception *x = &l->exceptions[l->nexceptions++];
    *x = (exception){ .where = condition_any(),
                      .reason = copied(""),
                      .experiment = copied(""),
                      .shows = copied(""),
                      .line = (int)config_setting_source_line(s) };
    for (int k = 0; k < NEXCESSES; k++) x->most[k] = NAN;
    if (!members_read(r, s, &m, x)) return false;
    if (!*x->reason || !*x->experiment || !*x->shows)
        return reader_wrong(
            r, s, "an exception has a reason, an experiment (a command) and what it shows");
    return allows_something(x) ||
           reader_wrong(r, s, "an exception names outcomes, or a limit that it raises");
}

static bool read_sets(const reader *r, const config_setting_t *s, void *to)
{
    return members_list(r, s, to, read_set);
}

static bool read_exceptions(const reader *r, const config_setting_t *s, void *to)
{
    return members_list(r, s, to, read_exception);
}

/* ---- all --------------------------------------------------------------------------------- */

static const member_table all_members = {
    .fields = (const field_row[]){ FIELD_ROW(STRING, layers, base, 0, 0), { 0 } },
    .others = (const member[]){ { "only", read_only },
                                { "sets", read_sets },
                                { "solver", read_solver },
                                { "problem", read_problem },
                                { "not_judged", read_unjudged },
                                { "drift", read_drift },
                                { "events", read_events },
                                { "digits", read_digits },
                                { "exceptions", read_exceptions },
                                { 0 } }
};

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

layers *layers_read(const reader *r, const config_setting_t *s)
{
    layers *l = layers_usual(r->path);
    if (members_read(r, s, &all_members, l) &&
        (*l->base ||
         reader_wrong(r, s, "base, the name of a file beside this one, is missing"))) {
        resolve_base(l);
        return l;
    }
    layers_free(l);
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
