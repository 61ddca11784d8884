/* advice_json.c -- the answer as a document.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/advice.h"

#include <math.h>
#include <stdlib.h>

#include "bench/base/util.h"
#include "bench/cli/advice_plan.h"

static const schema_row probes[] = {
    { "tags", SCHEMA_TEXT, 0, "tags of the problem", NULL },
    { "index", SCHEMA_COUNT, 0, "differentiation index; 0 of ordinary equations", NULL },
    { "components", SCHEMA_COUNT, 0, "components of the state; -1: not known", NULL },
    { "events", SCHEMA_COUNT, 0, "events that happened in a run; -1: not known", NULL },
    { "explicit_steps_over_implicit", SCHEMA_NUMBER, SCHEMA_OPTIONAL,
      "least steps of explicit Runge-Kutta methods over those of implicit ones", NULL },
    { "explicit_fails", SCHEMA_TRUTH, 0, "no explicit Runge-Kutta method arrives in time",
      NULL },
    { "digits_a_decade", SCHEMA_NUMBER, SCHEMA_OPTIONAL,
      "digits that a decade of tolerance gives the winner", NULL },
    { 0 }
};

static const schema_row finalists[] = {
    { "configuration", SCHEMA_TEXT, 0, "solver, options and formulation, as plans write them",
      NULL },
    { "rtol", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "tolerance at which it is cheapest", NULL },
    { "cpu_s", SCHEMA_NUMBER, 0, "CPU time of the digits in seconds", NULL },
    { "ratio", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "its time over that of the first", NULL },
    { "ratio_sure_low", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "lower end of the 99.9 % interval",
      NULL },
    { "ratio_sure_high", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "upper end of the 99.9 % interval",
      NULL },
    { "tied", SCHEMA_TRUTH, 0, "the samples do not separate it from the first", NULL },
    { 0 }
};

static const schema_row rows[] = {
    { "problem", SCHEMA_TEXT, 0, "name of the problem", NULL },
    { "parameters", SCHEMA_TEXT, 0, "as on the command line; may be empty", NULL },
    { "digits", SCHEMA_NUMBER, 0, "correct digits to reach (scd)", NULL },
    { "judge", SCHEMA_TEXT, 0, "what the digits are measured against; empty: nothing", NULL },
    { "reference_s", SCHEMA_NUMBER, 0,
      "wall time of the reference that was made, in seconds; 0: none was", NULL },
    { "wall_s", SCHEMA_NUMBER, 0, "wall time of all, in seconds", NULL },
    { "configurations", SCHEMA_COUNT, 0, "configurations that fit", NULL },
    { "runs", SCHEMA_COUNT, 0, "runs", NULL },
    { "probes", SCHEMA_OBJECT, 0, "what was seen of the problem", probes },
    { "finalists", SCHEMA_OBJECT, SCHEMA_LIST, "those who have the digits, the cheapest first",
      finalists },
    { "configuration", SCHEMA_TEXT, SCHEMA_OPTIONAL, "the cheapest", NULL },
    { "rtol", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "its tolerance", NULL },
    { "command", SCHEMA_TEXT, SCHEMA_OPTIONAL, "the command that runs it", NULL },
    { "plan", SCHEMA_TEXT, SCHEMA_OPTIONAL, "a plan with it", NULL },
    { "call", SCHEMA_TEXT, SCHEMA_OPTIONAL, "the call in C", NULL },
    { "why", SCHEMA_TEXT, SCHEMA_LIST, "sentences: why, or why nothing is advised", NULL },
    { 0 }
};

const schema advice_schema = { "ivpbench.advise", "1.0.0",
                               "the cheapest solver, formulation and tolerance of a problem",
                               rows };

static json_t *finalist_json(const advice *a, int i)
{
    const ranking *f = &a->ranking;
    json_t *o = need(json_object());
    char *word = advice_solver_word(advice_cell(a, i));
    const cost_ratio r = cost_compare(f->runners[i].curve, f->runners[0].curve, a->race.digits);
    schema_text(o, "configuration", word);
    schema_number(o, "rtol", advice_rtol(a, i));
    schema_number(o, "cpu_s", f->runners[i].s);
    schema_number(o, "ratio", i ? r.ratio : 1);
    schema_number(o, "ratio_sure_low", i ? r.sure_low : NAN);
    schema_number(o, "ratio_sure_high", i ? r.sure_high : NAN);
    json_object_set_new(o, "tied", json_boolean(advice_is_tied(a, i)));
    free(word);
    return o;
}

static json_t *probes_json(const advice *a)
{
    const advice_probes *p = &a->probes;
    json_t *o = need(json_object());
    schema_text(o, "tags", p->tags);
    json_object_set_new(o, "index", json_integer(advice_index(a)));
    json_object_set_new(o, "components", json_integer(p->components));
    json_object_set_new(o, "events", json_integer(p->events));
    schema_number(o, "explicit_steps_over_implicit", p->stiffness);
    json_object_set_new(o, "explicit_fails", json_boolean(isinf(p->stiffness)));
    schema_number(o, "digits_a_decade", p->gain);
    return o;
}

static void add_answer(json_t *o, const advice_answer *s)
{
    schema_text(o, "configuration", s->solver_word);
    schema_number(o, "rtol", s->rtol);
    schema_text(o, "command", s->command);
    schema_text(o, "plan", s->plan);
    schema_text(o, "call", s->call);
}

/* The sentences of the answer, or of the defeat. */
static void add_text(json_t *o, const advice *a)
{
    json_t *why = need(json_array());
    if (a->ranking.arrived) {
        advice_answer s = advice_answer_of(a);
        add_answer(o, &s);
        for (int k = 0; k < 2; k++) json_array_append_new(why, need(json_string(s.why[k])));
        advice_answer_free(&s);
    } else {
        char *text = advice_defeat(a);
        json_array_append_new(why, need(json_string(text)));
        free(text);
    }
    json_object_set_new(o, "why", why);
}

json_t *advice_json(const advice *a)
{
    json_t *o = schema_begin(&advice_schema), *list = need(json_array());
    for (int i = 0; i < a->ranking.arrived; i++)
        json_array_append_new(list, finalist_json(a, i));
    schema_text(o, "problem", a->race.problem);
    schema_text(o, "parameters", a->race.parameters);
    schema_number(o, "digits", a->race.digits);
    schema_text(o, "judge", a->judge);
    schema_number(o, "reference_s", a->reference_s);
    schema_number(o, "wall_s", a->wall_s);
    json_object_set_new(o, "configurations", json_integer(a->race.n));
    json_object_set_new(o, "runs", json_integer(a->race.ncells));
    json_object_set_new(o, "probes", probes_json(a));
    json_object_set_new(o, "finalists", list);
    add_text(o, a);
    return o;
}
