/* rank_json.c -- rankings as a JSON document: who is where, and why the others are not.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/tables/rank.h"

#include <math.h>

#include "bench/base/util.h"

static const char *const fates[RANK_NFATES] = {
    [RANK_APART] = "long set-up",
    [RANK_SHORT] = "too few digits",
    [RANK_TIMELESS] = "not timed",
    [RANK_UNSCORED] = "not scored",
    [RANK_FAILED] = "did not arrive",
    [RANK_NOT_REQUESTED] = "not asked",
    [RANK_MAY_DIFFER] = "not deterministic",
};

static const schema_row places[] = {
    { "rank", SCHEMA_COUNT, 0, "1 + the number of those that are cheaper beyond doubt", NULL },
    { "tied", SCHEMA_TRUTH, 0, "the samples do not separate it from another one (`~`)", NULL },
    { "name", SCHEMA_TEXT, 0, "what is ranked: configuration, solver or formulation", NULL },
    { "label", SCHEMA_TEXT, 0, "its configuration", NULL },
    { "cost", SCHEMA_NUMBER, 0, "what the digits cost, in the unit of `cost` above", NULL },
    { "ratio", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "its cost over that of the first", NULL },
    { "ratio_low", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "lower end of the 95 % interval of `ratio`",
      NULL },
    { "ratio_high", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "upper end of the 95 % interval", NULL },
    { "ratio_sure_low", SCHEMA_NUMBER, SCHEMA_OPTIONAL,
      "lower end of the 99.9 % interval, which decides", NULL },
    { "ratio_sure_high", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "upper end of the 99.9 % interval",
      NULL },
    { "order_holds", SCHEMA_NUMBER, SCHEMA_OPTIONAL,
      "share of draws in which the first stays before it; of ladders with several runs a rung",
      NULL },
    { 0 }
};

static const schema_row others[] = {
    { "name", SCHEMA_TEXT, 0, "what would be ranked", NULL },
    { "label", SCHEMA_TEXT, 0, "its configuration", NULL },
    { "why", SCHEMA_TEXT, 0,
      "`too few digits`, `not timed`, `not scored`, `did not arrive`, `long set-up`, `not "
      "deterministic`, or `not asked`: its finest rung has too few digits and is still "
      "climbing",
      NULL },
    { "cost", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "what the digits cost behind a long set-up",
      NULL },
    { "setup_s", SCHEMA_NUMBER, SCHEMA_OPTIONAL,
      "time of a set-up that takes more than 5 ms and more than five solves", NULL },
    { "most_digits", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "the most digits of its runs", NULL },
    { 0 }
};

static const schema_row rankings[] = {
    { "problem", SCHEMA_TEXT, 0, "name of the problem", NULL },
    { "parameters", SCHEMA_TEXT, 0, "those that are no defaults; may be empty", NULL },
    { "machine", SCHEMA_TEXT, 0, "digest of the machine that measured", NULL },
    { "not_ranked", SCHEMA_TEXT, SCHEMA_OPTIONAL, "why nothing can be ranked", NULL },
    { "places", SCHEMA_OBJECT, SCHEMA_LIST, "those who have the digits, the cheapest first",
      places },
    { "others", SCHEMA_OBJECT, SCHEMA_LIST, "those who are not ranked", others },
    { 0 }
};

static const schema_row rows[] = {
    { "digits", SCHEMA_NUMBER, 0, "correct digits to reach", NULL },
    { "metric", SCHEMA_TEXT, 0, "`scd`, `mescd` or `multipliers`: what the digits are", NULL },
    { "cost", SCHEMA_TEXT, 0, "what is compared: `CPU [s]` or `instructions`", NULL },
    { "rankings", SCHEMA_OBJECT, SCHEMA_LIST, "one of each problem and machine", rankings },
    { 0 }
};

const schema rank_schema = { "ivpbench.rank", "1.0.0", "solvers by their cost at given digits",
                             rows };

static void put_names(json_t *o, const ranking *f, int i)
{
    char label[1024];
    ladder_label(f->b, f->runners[i].ladder, label, sizeof label);
    schema_text(o, "name", ranking_name(f, i) ? ranking_name(f, i) : label);
    schema_text(o, "label", label);
}

static json_t *place_json(const ranking *f, int i)
{
    json_t *o = need(json_object());
    bool tied;
    const cost_ratio r = cost_compare(f->runners[i].curve, f->runners[0].curve, f->q->level);
    json_object_set_new(o, "rank", json_integer(ranking_rank(f, i, &tied)));
    json_object_set_new(o, "tied", json_boolean(tied));
    put_names(o, f, i);
    schema_number(o, "cost", f->runners[i].s);
    schema_number(o, "ratio", i ? r.ratio : 1);
    schema_number(o, "ratio_low", i ? r.low : NAN);
    schema_number(o, "ratio_high", i ? r.high : NAN);
    schema_number(o, "ratio_sure_low", i ? r.sure_low : NAN);
    schema_number(o, "ratio_sure_high", i ? r.sure_high : NAN);
    schema_number(o, "order_holds", ranking_stability(f, i));
    return o;
}

static double most_digits(const ranking *f, int i)
{
    const ladder *l = f->runners[i].ladder;
    double most = NAN;
    for (int k = l->first; k < l->first + l->n; k++)
        if (f->b->entries[k].digits.known) most = fmax(most, f->b->entries[k].digits.value);
    return most;
}

static json_t *other_json(const ranking *f, int i)
{
    json_t *o = need(json_object());
    put_names(o, f, i);
    schema_text(o, "why", fates[ranking_fate(f, i)]);
    schema_number(o, "cost", f->runners[i].s);
    schema_number(o, "setup_s", f->runners[i].setup_s > 0 ? f->runners[i].setup_s : NAN);
    schema_number(o, "most_digits", most_digits(f, i));
    return o;
}

static json_t *ranking_json(const ranking *f)
{
    json_t *o = need(json_object()), *list = need(json_array()), *rest = need(json_array());
    schema_text(o, "problem", f->g->problem);
    schema_text(o, "parameters", f->g->parameters);
    schema_text(o, "machine", f->machine);
    schema_text(o, "not_ranked", ranking_nothing(f));
    for (int i = 0; i < f->arrived; i++) json_array_append_new(list, place_json(f, i));
    for (int i = f->arrived; i < f->n; i++) json_array_append_new(rest, other_json(f, i));
    json_object_set_new(o, "places", list);
    json_object_set_new(o, "others", rest);
    return o;
}

json_t *rank_begin(const board *b, const rank_request *q)
{
    json_t *o = schema_begin(&rank_schema);
    schema_number(o, "digits", q->level);
    schema_text(o, "metric", b->metric);
    schema_text(o, "cost", q->cost);
    json_object_set_new(o, "rankings", json_array());
    return o;
}

void rank_add(const board *b, const group *g, const rank_request *q, json_t *to)
{
    for (int m = 0; m < b->nmachines; m++) {
        ranking here = ranking_of(b, g, b->machines[m], q);
        if (ranking_is_here(&here))
            json_array_append_new(json_object_get(to, "rankings"), ranking_json(&here));
        ranking_free(&here);
    }
}
