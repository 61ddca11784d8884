/* advice_say.c -- the answer in text and as JSON, from the same words.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/advice.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/tags.h"
#include "bench/base/util.h"
#include "bench/cli/advice_plan.h"

/* What is printed about the winner; all but rtol to be freed. */
typedef struct answer {
    double rtol;
    char *solver_word, *command, *plan, *call, *why[2];
} answer;

static const cell *cell_of(const advice *a, int i)
{
    return &a->last->entries[a->ranking.runners[i].ladder->first].r.cell;
}

/* Where explicit methods take so many times the steps of implicit ones, a problem is stiff. */
static const double STIFF = 20;

static char *stiffness_text(const advice *a)
{
    const double s = a->probes.stiffness;
    return isnan(s) ? copied("its stiffness is not known")
           : isinf(s)
               ? copied("it is stiff: no explicit Runge-Kutta method is in time")
               : text_of("it is %sstiff: explicit Runge-Kutta methods take %.2g times the "
                         "steps of implicit ones",
                         s < STIFF ? "not " : "", s);
}

static const char *form_text(const advice *a)
{
    static const struct {
        const char *tags, *text;
    } forms[] = {
        { "mechanical", "a mechanism" },
        { "lin", "a system M(t, y) y' = f(t, y)" },
        { "dae", "a system F(t, y, y') = 0" },
        { "ode", "a system y' = f(t, y)" },
    };
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
        if (tags_fit(forms[k].tags, a->probes.tags)) return forms[k].text;
    return "a system";
}

static int index_of(const advice *a)
{
    return tags_fit("index3", a->probes.tags)   ? 3
           : tags_fit("index2", a->probes.tags) ? 2
           : tags_fit("index1", a->probes.tags) ? 1
                                                : 0;
}

static char *model_sentence(const advice *a)
{
    char *stiff = stiffness_text(a);
    char *index = index_of(a) ? text_of(" of index %d", index_of(a)) : copied("");
    char *text =
        text_of("%s is %s%s with %d components and %d events in a run; %s.", a->race.problem,
                form_text(a), index, a->probes.components, a->probes.events, stiff);
    free(stiff);
    free(index);
    return text;
}

static char *cost_sentence(const advice *a)
{
    const ranking *f = &a->ranking;
    char *winner = advice_solver_word(cell_of(a, 0)), *text;
    if (f->arrived < 2) {
        text =
            text_of("%s has the digits in %.3g s of CPU time, and no other finalist has them.",
                    winner, f->runners[0].s);
    } else {
        const cost_ratio r =
            cost_compare(f->runners[1].curve, f->runners[0].curve, a->race.digits);
        char *next = advice_solver_word(cell_of(a, 1));
        text =
            text_of("%s has the digits in %.3g s of CPU time; the next, %s, takes %.3g times "
                    "that (99.9 %% interval: %.3g to %.3g).",
                    winner, f->runners[0].s, next, r.ratio, r.low, r.high);
        free(next);
    }
    free(winner);
    return text;
}

static char *call_text(const advice *a, double rtol)
{
    char formulation[CELL_TEXT], *options = NULL;
    const cell *c = cell_of(a, 0);
    snprintf(formulation, sizeof formulation, "%s", c->formulation);
    char *open = strchr(formulation, '(');
    if (open) {
        *open = '\0';
        options =
            text_of(", .formulation_options = \"%.*s\"", (int)strcspn(open + 1, ")"), open + 1);
    }
    char *direct = *c->options ? text_of(", .options = \"%s\"", c->options) : copied("");
    char *text = text_of("evolve_create(&e, instance, &(evolve_setup){ .solver = \"%s\"%s,\n"
                         "    .formulation = \"%s\"%s, .rtol = %g, .atol = %g }, why);",
                         c->solver, direct, formulation, options ? options : "", rtol, rtol);
    free(direct);
    free(options);
    return text;
}

static answer answer_of(const advice *a)
{
    answer s = { .rtol = advice_rtol(a, 0), .solver_word = advice_solver_word(cell_of(a, 0)) };
    char *problem = advice_problem_word(a->race.problem, a->race.parameters);
    const char *const parts[] = { s.solver_word };
    const int rung = (int)lround(-log10(s.rtol));
    s.command =
        text_of("ivpbench try '%s' --solver '%s' --rtol %g", problem, s.solver_word, s.rtol);
    s.plan = advice_plan_text(problem, parts, 1, rung > 2 ? rung - 2 : rung, rung + 2);
    s.call = call_text(a, s.rtol);
    s.why[0] = model_sentence(a);
    s.why[1] = cost_sentence(a);
    free(problem);
    return s;
}

static void answer_free(answer *s)
{
    free(s->solver_word);
    free(s->command);
    free(s->plan);
    free(s->call);
    free(s->why[0]);
    free(s->why[1]);
}

/* ---- nothing has the digits -------------------------------------------------------------- */

static const racer *nearest(const race *r, double *most)
{
    const racer *best = NULL;
    *most = NAN;
    for (int i = 0; i < r->n; i++)
        for (int k = RACE_LOOSEST; k < RACE_RUNGS; k++) {
            const race_run *run = &r->racers[i].run[k];
            if (run->state != RACE_ARRIVED || isnan(run->digits)) continue;
            if (best && run->digits <= *most) continue;
            best = &r->racers[i];
            *most = run->digits;
        }
    return best;
}

static bool some_arrived(const race *r)
{
    for (int i = 0; i < r->n; i++)
        for (int k = RACE_LOOSEST; k < RACE_RUNGS; k++)
            if (r->racers[i].run[k].state == RACE_ARRIVED) return true;
    return false;
}

static char *defeat_sentence(const advice *a)
{
    double most;
    const racer *who = nearest(&a->race, &most);
    if (!*a->judge) return copied("Nothing judges the model: no reference can be made of it.");
    if (!who && some_arrived(&a->race))
        return text_of("Runs arrive, but the %s has too few digits to judge them.", a->judge);
    if (!who)
        return text_of("No run of %d configurations arrived within the budget.", a->race.n);
    char *word = advice_solver_word(&who->cell);
    char *text = text_of("No configuration of %d was seen to have %g digits; the nearest has "
                         "%.1f: %s.",
                         a->race.n, a->race.digits, most, word);
    free(word);
    return text;
}

/* ---- text -------------------------------------------------------------------------------- */

static void print_finalists(const advice *a, FILE *to)
{
    const ranking *f = &a->ranking;
    for (int i = 0; i < f->arrived; i++) {
        char *word = advice_solver_word(cell_of(a, i));
        const cost_ratio r =
            cost_compare(f->runners[i].curve, f->runners[0].curve, a->race.digits);
        fprintf(to, "  %-40s rtol %-7.0e %9.3g s", word, advice_rtol(a, i), f->runners[i].s);
        if (i) fprintf(to, "  %.3g [%.3g, %.3g]", r.ratio, r.low, r.high);
        fputs(i && advice_is_tied(a, i) ? " ~\n" : "\n", to);
        free(word);
    }
}

static void print_spent(const advice *a, FILE *to)
{
    fprintf(to, "\njudged by: %s", a->judge);
    if (a->reference_s > 0) fprintf(to, ", made in %.0f s", a->reference_s);
    fprintf(to, "\n%d runs of %d configurations, %.0f s\n", a->race.ncells, a->race.n,
            a->wall_s);
}

void advice_print(const advice *a, FILE *to)
{
    if (!a->ranking.arrived) {
        char *text = defeat_sentence(a);
        fprintf(to, "%s\n", text);
        free(text);
        if (*a->judge) print_spent(a, to);
        return;
    }
    answer s = answer_of(a);
    const int tied = advice_tied(a);
    fprintf(to, "%g digits of %s: %s at rtol %g\n", a->race.digits, a->race.problem,
            s.solver_word, s.rtol);
    if (tied > 1) fprintf(to, "%d configurations cannot be told apart from it (~)\n", tied - 1);
    print_finalists(a, to);
    fprintf(to, "\n%s\n%s\n\ncommand\n  %s\n\nplan\n%s\nC\n  %s\n", s.why[0], s.why[1],
            s.command, s.plan, s.call);
    print_spent(a, to);
    answer_free(&s);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *finalists_json(const advice *a)
{
    json_t *list = json_array();
    const ranking *f = &a->ranking;
    for (int i = 0; i < f->arrived; i++) {
        char *word = advice_solver_word(cell_of(a, i));
        const cost_ratio r =
            cost_compare(f->runners[i].curve, f->runners[0].curve, a->race.digits);
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:o, s:o, s:b}", "configuration", word, "rtol",
                            number(advice_rtol(a, i)), "cpu_s", number(f->runners[i].s),
                            "ratio", number(i ? r.ratio : 1), "tied", advice_is_tied(a, i)));
        free(word);
    }
    return list;
}

static json_t *probes_json(const advice *a)
{
    const advice_probes *p = &a->probes;
    return json_pack("{s:s, s:i, s:i, s:i, s:o, s:o}", "tags", p->tags, "index", index_of(a),
                     "components", p->components, "events", p->events,
                     "explicit_steps_over_implicit",
                     isinf(p->stiffness) ? json_string("none arrives") : number(p->stiffness),
                     "digits_a_decade", number(p->gain));
}

static void add_answer(const advice *a, json_t *o)
{
    answer s = answer_of(a);
    json_object_set_new(o, "configuration", json_string(s.solver_word));
    json_object_set_new(o, "rtol", number(s.rtol));
    json_object_set_new(o, "command", json_string(s.command));
    json_object_set_new(o, "plan", json_string(s.plan));
    json_object_set_new(o, "call", json_string(s.call));
    json_object_set_new(o, "why", json_pack("[s, s]", s.why[0], s.why[1]));
    answer_free(&s);
}

void advice_json(const advice *a, FILE *to)
{
    json_t *o = json_pack(
        "{s:s, s:s, s:f, s:s, s:f, s:f, s:i, s:i, s:o, s:o}", "problem", a->race.problem,
        "parameters", a->race.parameters, "digits", a->race.digits, "judge", a->judge,
        "reference_s", a->reference_s, "wall_s", a->wall_s, "configurations", a->race.n, "runs",
        a->race.ncells, "probes", probes_json(a), "finalists", finalists_json(a));
    if (a->ranking.arrived) {
        add_answer(a, o);
    } else {
        char *text = defeat_sentence(a);
        json_object_set_new(o, "why", json_pack("[s]", text));
        free(text);
    }
    json_dumpf(o, to, JSON_INDENT(2));
    fputc('\n', to);
    json_decref(o);
}
