/* plan_file.c -- reading a plan file with libconfig; what is wrong is said with its line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plan/plan_inner.h"

#include "bench/base/members.h"
#include "bench/base/tags.h"
#include "bench/base/util.h"

#include "kernel/problem/protocol.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nobody means more than these; a slip of a key must not fill a disk or wait for a year. Those
 * of cells are in the table of cell.h. */
enum { MOST_DECADES = 100, MOST_RUNGS = 1000, MOST_JITTER = 100 };

/* No double has more digits. */
enum { MOST_DIGITS = 16 };

static const member_table until_members = {
    .fields = (const field_row[]){ FIELD_ROW(REAL, plan_until, digits, 0, MOST_DIGITS),
                                   FIELD_ROW(REAL, plan_until, seconds, 0, 1e7),
                                   { 0 } }
};

static const member_table tolerance_members = {
    .fields =
        (const field_row[]){ FIELD_ROW(REAL, plan_tolerances, from, FIELD_ZERO, MOST_DECADES),
                             FIELD_ROW(REAL, plan_tolerances, to, FIELD_ZERO, MOST_DECADES),
                             FIELD_ROW(SMALL, plan_tolerances, per_decade, 0, MOST_RUNGS),
                             FIELD_ROW(SMALL, plan_tolerances, jitter, 0, MOST_JITTER),
                             FIELD_ROW(REAL, plan_tolerances, atol_factor, 0, 0),
                             FIELD_ROW(REAL, plan_tolerances, atol, 0, 0),
                             { 0 } },
    .others = (const member[]){ { "h0", NULL }, { "protocol", NULL }, { "until", NULL }, { 0 } }
};

static const member_table step_members = {
    .fields = (const field_row[]){ FIELD_ROW(REAL, plan_steps, hmax, 0, 0),
                                   FIELD_ROW(REAL, plan_steps, share, 0, 1),
                                   FIELD_ROW(SMALL, plan_steps, halvings, FIELD_ZERO, 60),
                                   { 0 } }
};

static const member_table group_members = { .fields = cell_fields,
                                            .uses = CELL_PLAN,
                                            .others =
                                                (const member[]){ { "problems", NULL },
                                                                  { "solvers", NULL },
                                                                  { "formulations", NULL },
                                                                  { "tolerances", NULL },
                                                                  { "steps", NULL },
                                                                  { "events", NULL },
                                                                  { "failures", NULL },
                                                                  { "tags", NULL },
                                                                  { "elimination", NULL },
                                                                  { "series", NULL },
                                                                  { 0 } } };

static const member_table default_members = {
    .fields = cell_fields,
    .uses = CELL_PLAN,
    .others = (const member[]){ { "elimination", NULL }, { "series", NULL }, { 0 } }
};

static const member_table solver_members = { .others =
                                                 (const member[]){ { "name", NULL },
                                                                   { "options", NULL },
                                                                   { "formulations", NULL },
                                                                   { 0 } } };

static const member_table root_members = {
    .others =
        (const member[]){ { "defaults", NULL }, { "groups", NULL }, { "title", NULL }, { 0 } }
};

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
            return reader_wrong(
                r, one, "a string such as \"NAME\" or \"NAME(parameter=1e3)\" is expected");
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
            return reader_wrong(
                r, s,
                "a list of strings such as \"ggl\" or \"projected(newton=1)\" is expected");
    }
    return true;
}

static bool read_solver(const reader *r, config_setting_t *s, plan_solver *to)
{
    const char *name = NULL, *options = NULL;
    const bool group = config_setting_is_group(s);
    if (group && !members_read(r, s, &solver_members, NULL)) return false;
    if (group) {
        config_setting_lookup_string(s, "name", &name);
        config_setting_lookup_string(s, "options", &options);
    } else
        name = config_setting_get_string(s);
    if (!name || !plan_solver_read(to, name))
        return reader_wrong(
            r, s,
            "\"SOLVER(options)@FORMULATION\" or { name = \"SOLVER\"; options = \"...\"; "
            "formulations = [ ... ]; } is expected");
    to->word.line = (int)config_setting_source_line(s);
    if (options && !fits_into(to->word.settings, CELL_TEXT, options))
        return reader_wrong(r, s, "options are too long");
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
    const char *text = config_setting_get_string(s);
    if (text ? !protocol_size(text, &t->h0_factor, &t->h0) : !config_setting_is_number(s))
        return reader_wrong(
            r, s, "one of \"solver\", \"rtol\", \"1e-2*rtol\" or a number is expected");
    if (text) return true;
    t->h0_factor = 0;
    t->h0 = config_setting_get_float(s);
    return (t->h0 >= 0 && isfinite(t->h0)) ||
           reader_wrong(r, s, "must be finite and not negative");
}

/* What a ladder has before its members are read: the defaults of docs/plans.md, or nothing. */
static bool read_protocol(const reader *r, config_setting_t *s, plan_tolerances *t)
{
    config_setting_t *by =
        config_setting_is_group(s) ? config_setting_get_member(s, "protocol") : NULL;
    if (by && config_setting_type(by) != CONFIG_TYPE_BOOL)
        return reader_wrong(r, by, "true or false is expected");
    *t =
        (plan_tolerances){ .from = 3, .to = 9, .per_decade = 1, .jitter = 1, .atol_factor = 1 };
    if (by && config_setting_get_bool(by))
        *t = (plan_tolerances){
            .by_protocol = true, .from = -1, .to = -1, .jitter = 1, .h0 = -1
        };
    return true;
}

static bool read_until(const reader *r, config_setting_t *s, plan_until *u)
{
    if (!s) return true;
    if (!members_read(r, s, &until_members, u)) return false;
    if (!(u->digits > 0) && !(u->seconds > 0))
        return reader_wrong(r, s, "digits, seconds or both are expected");
    if (!(u->digits > 0)) u->digits = MOST_DIGITS;
    return true;
}

static bool read_tolerances(const reader *r, config_setting_t *s, plan_tolerances *t)
{
    if (!s) return true;
    if (!read_protocol(r, s, t)) return false;
    t->given = true;
    if (!members_read(r, s, &tolerance_members, t)) return false;
    if (t->to >= 0 && t->to < t->from)
        return reader_wrong(r, s, "`to` must not be less than `from`");
    if ((t->to - t->from) * t->per_decade * t->jitter >= MOST_RUNGS)
        return reader_wrong(r, s,
                            "more than 1000 rungs: fewer decades, or fewer of them in each");
    return read_until(r, config_setting_get_member(s, "until"), &t->until) &&
           read_h0(r, config_setting_get_member(s, "h0"), t);
}

static bool read_steps(const reader *r, config_setting_t *s, plan_steps *t)
{
    if (!s) return true;
    *t = (plan_steps){ .given = true };
    if (!members_read(r, s, &step_members, t)) return false;
    return (t->hmax > 0) != (t->share > 0) ||
           reader_wrong(
               r, s,
               "the longest step, as hmax or as a share of the interval, is missing or said "
               "twice");
}

/* Located unless switched off; "both" doubles the cells. */
static bool read_events(const reader *r, config_setting_t *s, plan_group *g)
{
    const bool both = s && config_setting_type(s) == CONFIG_TYPE_STRING &&
                      !strcmp(config_setting_get_string(s), "both");
    if (s && !both && config_setting_type(s) != CONFIG_TYPE_BOOL)
        return reader_wrong(r, s, "true, false or \"both\" is expected");
    g->with_events = !s || both || config_setting_get_bool(s);
    g->without_events = both || !g->with_events;
    return true;
}

static bool read_tags(const reader *r, config_setting_t *s, plan_group *g)
{
    reason why;
    if (!s) return true;
    const char *text = config_setting_get_string(s);
    if (!text) return reader_wrong(r, s, "a condition such as \"stiff & !index2\" is expected");
    g->tags = copied(text);
    return tags_check(text, &why) || reader_wrong(r, s, why.text);
}

/* "forbidden": a failure of this group ends the run with exit code 4. */
static bool read_failures(const reader *r, config_setting_t *s, plan_group *g)
{
    const char *text = s ? config_setting_get_string(s) : "allowed";
    g->must_succeed = text && !strcmp(text, "forbidden");
    return g->must_succeed || (text && !strcmp(text, "allowed")) ||
           reader_wrong(r, s, "\"allowed\" or \"forbidden\" is expected");
}

/* The words are the kernel's, which is asked whether there is such a one; its default is no
 * setting of a cell. */
static bool read_elimination(const reader *r, config_setting_t *s, char *to)
{
    if (!s) return true;
    const char *text = config_setting_get_string(s);
    if (!text || !*text || strpbrk(text, " ,()="))
        return reader_wrong(r, s,
                            "\"static\", \"interpreted\", \"dense\" or \"sparse\" is expected");
    return fits_into(to, CELL_TEXT, strcmp(text, "static") ? text : "") ||
           reader_wrong(r, s, "too long");
}

/* What is kept of the watched runs' series: see record.h for what a cell says. */
static bool read_series(const reader *r, config_setting_t *s, cell *c)
{
    if (!s) return true;
    const char *text = config_setting_get_string(s);
    const bool all = text && !strcmp(text, "all"), no = text && !strcmp(text, "none");
    if (!all && !no && (!text || strcmp(text, "drawn")))
        return reader_wrong(r, s, "\"all\", \"drawn\" or \"none\" is expected");
    snprintf(c->series, sizeof c->series, "%s", all ? "" : no ? "points" : "drawn");
    return true;
}

/* A group inherits the defaults of the file and overrides them by its own members. */
static bool read_group(const reader *r, config_setting_t *s, plan_group *g)
{
    g->name = copied(config_setting_name(s));
    config_setting_t *(*get)(const config_setting_t *, const char *) =
        config_setting_get_member;
    if (!members_read(r, s, &group_members, &g->base) ||
        !read_problems(r, get(s, "problems"), g) ||
        !read_solvers(r, get(s, "solvers"), get(s, "formulations"), g) ||
        !read_tolerances(r, get(s, "tolerances"), &g->tolerances) ||
        !read_steps(r, get(s, "steps"), &g->steps) || !read_events(r, get(s, "events"), g) ||
        !read_failures(r, get(s, "failures"), g) || !read_tags(r, get(s, "tags"), g) ||
        !read_elimination(r, get(s, "elimination"), g->elimination) ||
        !read_series(r, get(s, "series"), &g->base))
        return false;
    if (!g->nproblems || !g->nsolvers)
        return reader_wrong(r, s, "`problems` and `solvers` must be lists");
    return g->tolerances.given || g->steps.given ||
           reader_wrong(r, s, "a ladder is missing: `tolerances`, `steps` or both");
}

/* Those of docs/plans.md. */
cell plan_defaults(void)
{
    cell c = cell_plain;
    c.max_steps = 1000000;
    c.workers = 3;
    return c;
}

static bool read_root(const reader *r, config_setting_t *root, plan_file *f)
{
    cell base = plan_defaults();
    char elimination[CELL_TEXT] = "";
    if (!members_read(r, root, &root_members, NULL)) return false;
    config_setting_t *defaults = config_setting_get_member(root, "defaults");
    config_setting_t *groups = config_setting_get_member(root, "groups");
    if (defaults && (!members_read(r, defaults, &default_members, &base) ||
                     !read_elimination(r, config_setting_get_member(defaults, "elimination"),
                                       elimination) ||
                     !read_series(r, config_setting_get_member(defaults, "series"), &base)))
        return false;
    if (!groups || !config_setting_is_group(groups))
        return reason_set(r->why, "%s: groups = { NAME = { ... }; } is missing", r->path);
    f->groups = need(calloc((size_t)config_setting_length(groups) + 1, sizeof *f->groups));
    for (int i = 0; i < config_setting_length(groups); i++) {
        plan_group *g = &f->groups[f->ngroups++];
        g->base = base;
        memcpy(g->elimination, elimination, sizeof g->elimination);
        if (!read_group(r, config_setting_get_elem(groups, (unsigned)i), g)) return false;
    }
    return true;
}

/* libconfig reads integers as numbers when told to: 3 and 3.0 are the same tolerance. */
bool plan_file_read(plan_file *f, const char *path, reason *why)
{
    const reader r = { path, "docs/plans.md", why };
    config_t c;
    config_init(&c);
    config_set_auto_convert(&c, CONFIG_TRUE);
    *f = (plan_file){ .path = copied(path) };
    const bool good = config_load(&c, path, why) && read_root(&r, config_root_setting(&c), f);
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
        free(g->tags);
    }
    free(f->groups);
    free(f->path);
}
