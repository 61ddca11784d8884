/* contract_descriptor.c -- what a problem says about itself: complete, and of things that
 * exist.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_probe.h"
#include "kernel/problem/protocol.h"

#include <stdlib.h>
#include <string.h>

static bool scored_components(instance *i, reason *why)
{
    bool *mask = calloc((size_t)instance_ncomponents(i) + 1, sizeof *mask);
    if (!mask) return reason_set(why, "not enough memory for the check");
    const ivp_problem *p = i->problem;
    const bool good = (!p->scd || instance_mask(i, p->scd, mask, why)) &&
                      (!p->mescd || instance_mask(i, p->mescd, mask, why));
    free(mask);
    return good;
}

/* Weights of tolerances are positive, indices are 1, 2 or 3. */
static bool numbers_of_unknowns(instance *i, reason *why)
{
    const int n = i->sizes.n;
    real *weight = malloc((size_t)(n + 1) * sizeof *weight);
    if (!weight) return reason_set(why, "not enough memory for the check");
    for (int k = 0; k < n; k++) weight[k] = 1;
    if (i->problem->weights) i->problem->weights(i->p, weight);
    bool good = true;
    for (int k = 0; good && k < n; k++) {
        const int index = i->problem->index ? i->problem->index[k] : 1;
        if (!(weight[k] > 0) || !ivp_finite(weight[k]))
            good = reason_set(why, "the tolerance weight of unknown %d is %.3g, not positive",
                              k + 1, (double)weight[k]);
        else if (index < 1 || index > 3)
            good = reason_set(why, "unknown %d has index %d; it is 1, 2 or 3", k + 1, index);
    }
    free(weight);
    return good;
}

static bool has_component(const instance *i, const char *name, size_t length)
{
    char known[32];
    for (int k = 0; k < instance_ncomponents(i); k++) {
        instance_component_name(i, k, known, sizeof known);
        if (strlen(known) == length && !strncmp(known, name, length)) return true;
    }
    return false;
}

/* An observable y1 is the component y1, or has another name: digits are read by name. */
static bool names_apart(const instance *i, const ivp_observable *list, reason *why)
{
    for (const ivp_observable *o = list; o && o->name; o++)
        if (has_component(i, o->name, strlen(o->name)) &&
            !(o->component && !strcmp(o->component, o->name)))
            return reason_set(why,
                              "observable %s has the name of a component and is another number "
                              "(%s): give it a name of its own",
                              o->name, o->component ? o->component : "a function");
    return true;
}

/* "q1=0.5 q2=..": every component exists, every value is a number. */
static bool published_values(const instance *i, const char *text, reason *why)
{
    for (char *end; *text; text = end + strspn(end, " ")) {
        const size_t length = strcspn(text, "= ");
        const char *value = text + length + 1;
        if (text[length] != '=' || !has_component(i, text, length))
            return reason_set(why, "published value of \"%.*s\": there is no such component",
                              (int)length, text);
        strtod(value, &end);
        if (end == value || (*end && *end != ' '))
            return reason_set(why, "published value of %.*s: no number", (int)length, text);
    }
    return true;
}

static bool published(instance *i, reason *why)
{
    for (const ivp_published *r = i->problem->published; r && r->values; r++) {
        instance *of;
        if (!r->source || !r->params)
            return reason_set(why, "published values without .source or .params");
        if (instance_open(&of, i->problem->name, r->params, why)) return false;
        const bool good = published_values(of, r->values, why);
        instance_close(of);
        if (!good) return false;
    }
    return true;
}

static bool protocol(const ivp_problem *p, reason *why)
{
    const ivp_protocol *l = &p->protocol;
    double factor, fixed;
    if (!l->per_decade && !l->from && !l->to && !l->atol && !l->h0) return true;
    if (l->from < 0 || l->to < l->from || l->per_decade < 1 || l->per_decade > 100)
        return reason_set(why,
                          ".protocol: 0 <= from <= to and 1 <= per_decade <= 100 are expected");
    if (!protocol_size(l->atol, &factor, &fixed) || (factor <= 0 && fixed <= 0))
        return reason_set(
            why, ".protocol.atol is \"%s\"; \"rtol\", \"1e-2*rtol\" or a number is expected",
            l->atol ? l->atol : "");
    return protocol_size(l->h0, &factor, &fixed) ||
           reason_set(
               why,
               ".protocol.h0 is \"%s\"; \"solver\", \"rtol\", \"1e-2*rtol\" or a number is "
               "expected",
               l->h0);
}

/* A guard, a direction, and no jump that methods with a memory are not told of. */
static bool events(const ivp_event *e, reason *why)
{
    for (; e && e->name; e++) {
        if (!e->guard == !e->guard_with || e->direction < -1 || e->direction > 1)
            return reason_set(why, "event %s lacks a guard, or its direction is not -1, 0, 1",
                              e->name);
        if (e->reset && (e->then == IVP_RECORD || e->then == IVP_KINK))
            return reason_set(why,
                              "event %s has a reset, and .then says that nothing jumps: "
                              "IVP_RESTART is right",
                              e->name);
    }
    return true;
}

bool contract_descriptor(instance *i, reason *why)
{
    const ivp_problem *p = i->problem;
    if (!p->tags || !*p->tags) return reason_set(why, ".tags is empty: say at least \"ode\"");
    for (const ivp_param *q = p->params; q && q->name; q++)
        if (!q->value || !q->meaning)
            return reason_set(why, "parameter %s lacks a value or a meaning", q->name);
    for (int k = 0; k < i->nbreaks; k++)
        if (!(p->breaks[k] > (k ? p->breaks[k - 1] : i->t0)))
            return reason_set(why, "break point %.9g does not lie after the one before",
                              p->breaks[k]);
    return events(p->events, why) && names_apart(i, p->observables, why) &&
           names_apart(i, p->invariants, why) && scored_components(i, why) &&
           protocol(p, why) && numbers_of_unknowns(i, why) && published(i, why);
}
