/* worker_fits.c -- the child's side of fits.h.
 *
 * A question is answered by doing all that a run does before its first step: open the problem,
 * set the formulation and the solver up, ask it whether it declines.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_KERNEL /* opens problems and solvers both */
#include "bench/plan/fits.h"
#include "bench/base/util.h"
#include "bench/worker/worker.h"
#include "kernel/problem/protocol.h"

#include <ivp/solver.h>

#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The instance of the last question: most questions follow one about the same problem. */
typedef struct opened {
    char *problem, *parameters;
    reason why;
    ivp_status status;
    instance *i;
} opened;

static void reopen(opened *o, const char *problem, const char *parameters)
{
    if (o->problem && !strcmp(o->problem, problem) && !strcmp(o->parameters, parameters))
        return;
    instance_close(o->i);
    free(o->problem);
    free(o->parameters);
    *o = (opened){ .problem = copied(problem), .parameters = copied(parameters) };
    o->status = instance_open(&o->i, problem, parameters, &o->why);
}

static const char *word_of(ivp_status status)
{
    if (!status) return "yes";
    return status == IVP_E_DECLINED  ? "declined"
           : status == IVP_E_INVALID ? "invalid"
                                     : "broken";
}

/* In their one spelling, so that "0.10" and "1e-1" are one cell. */
static void spell_options(const evolve *e, const char *formulation, cell *c)
{
    const char *settings = evolve_formulation_options(e);
    snprintf(c->options, sizeof c->options, "%s", evolve_options(e));
    snprintf(c->formulation, sizeof c->formulation, *settings ? "%s(%s)" : "%s", formulation,
             settings);
}

/* Options are checked by setting everything up; what else goes wrong then is for the cell to
 * show. */
static ivp_status try_options(instance *i, const ivp_solver *s, const char *formulation,
                              const char *settings, cell *c, bool constant, reason *why)
{
    evolve *e = NULL;
    const bool tolerances = s->adaptive && !(constant && s->fixed_step);
    const double tolerance = tolerances ? 1e-4 : 0;
    const evolve_setup setup = { .formulation = formulation,
                                 .formulation_options = settings,
                                 .solver = s->name,
                                 .options = c->options,
                                 .rtol = tolerance,
                                 .atol = tolerance,
                                 .h = tolerances ? 0 : 1e-3 * (i->t1 - i->t0) };
    reason refusal;
    const ivp_status status = evolve_create(&e, i, &setup, &refusal);
    reason_set(why, status == IVP_E_DECLINED ? "%s: %s" : "%.0s%s", s->name, refusal.text);
    if (!status) spell_options(e, formulation, c);
    evolve_destroy(e);
    return status == IVP_E_INVALID || status == IVP_E_DECLINED ? status : IVP_OK;
}

static ivp_status ask_solver(instance *i, cell *c, bool constant, json_t *answer, reason *why)
{
    char name[CELL_TEXT], settings[CELL_TEXT];
    const ivp_solver *s = plugin_solver(c->solver, why);
    if (!s) return IVP_E_INVALID;
    json_object_set_new(answer, "constant_steps", json_boolean(s->fixed_step));
    json_object_set_new(answer, "tolerances", json_boolean(s->adaptive));
    if (!worker_split(c->formulation, name, settings)) {
        reason_set(why, "formulation %s: a closing parenthesis is missing", c->formulation);
        return IVP_E_INVALID;
    }
    const ivp_status status = evolve_fits(i, c->solver, name, why);
    if (status || (!*c->options && !*settings)) return status;
    return try_options(i, s, name, settings, c, constant, why);
}

static void tell_protocol(const ivp_problem *problem, json_t *answer)
{
    const ivp_protocol *p = &problem->protocol;
    double atol[2], h0[2];
    if (p->per_decade > 0 && protocol_size(p->atol, &atol[0], &atol[1]) &&
        protocol_size(p->h0, &h0[0], &h0[1]))
        json_object_set_new(answer, "protocol",
                            json_pack("[i, i, i, f, f, f, f]", p->from, p->to, p->per_decade,
                                      atol[0], atol[1], h0[0], h0[1]));
}

static void answer_one(opened *o, json_t *question, int out)
{
    reason why = { "" };
    cell c = { 0 };
    cell_hear(&c, CELL_QUERIED, question);
    const bool constant = json_is_true(json_object_get(question, "constant"));
    reopen(o, c.problem, c.parameters);
    json_t *answer = need(json_object());
    ivp_status status = o->status;
    if (status)
        reason_set(&why, "%s", o->why.text);
    else {
        instance_settings(o->i, c.parameters, sizeof c.parameters);
        char *tags = worker_tags(o->i);
        json_object_set_new(answer, "tags", json_string(tags));
        free(tags);
        tell_protocol(o->i->problem, answer);
        json_object_set_new(answer, "span", json_real(o->i->t1 - o->i->t0));
        json_object_set_new(answer, "mechanical",
                            json_boolean(o->i->problem->form == IVP_MECH));
        if (*c.solver) status = ask_solver(o->i, &c, constant, answer, &why);
    }
    cell_tell(&c, CELL_QUERIED, answer);
    json_object_set_new(answer, "status", json_string(word_of(status)));
    json_object_set_new(answer, "why", json_string(why.text));
    char *text = need(json_dumps(answer, JSON_COMPACT));
    dprintf(out, "%s\n", text);
    free(text);
    json_decref(answer);
}

int worker_fits(void)
{
    opened o = { 0 };
    char *line = NULL;
    size_t room = 0;
    const int out =
        fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100); /* out of reach of what prints */
    dup2(STDERR_FILENO, STDOUT_FILENO);
    while (getline(&line, &room, stdin) > 0) {
        json_t *question = json_loads(line, 0, NULL);
        if (!question) break;
        answer_one(&o, question, out);
        json_decref(question);
    }
    free(line);
    instance_close(o.i);
    free(o.problem);
    free(o.parameters);
    return 0;
}
