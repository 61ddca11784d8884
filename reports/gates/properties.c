/* properties.c -- layer 3: what holds of every result, whatever the base says.
 *
 *     outcome   ok, or a failure that an exception names
 *     repeat    a second run ends in the same bits
 *     drift     max |g|, max |v| at most so much, in projected formulations
 *     events    none missed, spurious, duplicated, reordered; error of times at most so many
 *               rtol, or h where steps are constant
 *     digits    mescd >= -log10(rtol) - c(problem) - c(solver) - slack   (2)
 *               or mescd >= mescd(base) - noise, where the base has (2)  (3)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/util.h"
#include "reports/gates/layers.h"

typedef struct check {
    const layers *l;
    const pair *p;
    bool *used;
    ruling *to;
} check;

static bool fits(const check *k, int i)
{
    return condition_fits(&k->l->exceptions[i].where, &k->p->entry->r.cell, k->p->tags);
}

static bool excused(const check *k, excess x, double value)
{
    for (int i = 0; i < k->l->nexceptions; i++)
        if (fits(k, i) && value <= k->l->exceptions[i].most[x]) {
            k->used[i] = true;
            return true;
        }
    return false;
}

static void check_outcome(const check *k)
{
    const record *r = &k->p->entry->r;
    for (int i = 0; i < k->l->nexceptions; i++)
        if ((k->l->exceptions[i].outcomes >> r->outcome & 1u) && fits(k, i)) {
            k->used[i] = true;
            return;
        }
    ruling_fault(k->to, text_of("outcome: %s, which no exception names%s%s",
                                outcome_name(r->outcome), *r->detail ? ": " : "", r->detail));
}

/* ---- digits ------------------------------------------------------------------------------ */

static double constant_of(const constant *list, int n, const char *name, double usual)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(list[i].name, name)) return list[i].c;
    return usual;
}

/* Of the problem with these parameters; else of the problem. */
static double problem_constant(const layers *l, const cell *c)
{
    char *whole = text_of("%s(%s)", c->problem, c->parameters);
    const double of_problem = constant_of(l->problems, l->nproblems, c->problem, l->unknown);
    const double v = constant_of(l->problems, l->nproblems, whole, of_problem);
    free(whole);
    return v;
}

/* The right-hand side of (2) without the slack. */
static double expected_digits(const layers *l, const cell *c)
{
    return -log10(c->rtol) - problem_constant(l, c) -
           constant_of(l->solvers, l->nsolvers, c->solver, 0);
}

/* A value that was there and is no more: of a reference that is gone, of a state that is not
 * finite. */
static void check_digits_exist(const check *k)
{
    const base_row *r = k->p->row;
    if (k->p->entry->mescd.known || !r || r->outcome != OUTCOME_OK || isnan(r->mescd)) return;
    ruling_fault(k->to, text_of("digits: expected some, %.2f in the base, found nothing: the "
                                "value does not exist",
                                r->mescd));
}

/* ---- excesses ---------------------------------------------------------------------------- */

/* Constant steps ask for no digits, and where no event was located in time none has an error.
 * */
bool excess_asked(const layers *l, const entry *e, excess x)
{
    switch (x) {
    case EXCESS_G:
    case EXCESS_V:
        return cli_match(l->drift_in, e->r.cell.formulation);
    case EXCESS_TIME:
        return e->judged_events && e->events.matched;
    case EXCESS_DIGITS:
        return e->mescd.known && !(e->r.cell.h > 0);
    default:
        return e->judged_events;
    }
}

double excess_value(const layers *l, const entry *e, excess x)
{
    const double values[NEXCESSES] = {
        [EXCESS_G] = e->drift[0],
        [EXCESS_V] = e->drift[1],
        [EXCESS_TIME] = e->events.time_error / entry_rung(e),
        [EXCESS_MISSED] = e->events.missed,
        [EXCESS_SPURIOUS] = e->events.spurious,
        [EXCESS_DUPLICATED] = e->events.duplicated,
        [EXCESS_REORDERED] = e->events.reordered,
        [EXCESS_DIGITS] =
            x == EXCESS_DIGITS ? expected_digits(l, &e->r.cell) - e->mescd.value : 0,
    };
    return values[x];
}

static char *fault_of(const check *k, excess x, double value)
{
    const double most = k->l->most[x];
    if (x == EXCESS_DIGITS) {
        const double least = expected_digits(k->l, &k->p->entry->r.cell) - most;
        return text_of("digits: expected at least %.2f, found %.2f", least,
                       k->p->entry->mescd.value);
    }
    if (isnan(value))
        return text_of("%s: expected at most %.3g, found nothing: the value does not exist",
                       excess_name(x), most);
    return text_of("%s: expected at most %.3g, found %.3g", excess_name(x), most, value);
}

static bool allowed(const check *k, excess x, double value)
{
    return value <= k->l->most[x] || excused(k, x, value);
}

/* (3): a cell of the base that (2) just allows falls below it by its last bits. */
static bool is_noise(const check *k, excess x, double value)
{
    const base_row *r = k->p->row;
    if (x != EXCESS_DIGITS || !r || r->outcome != OUTCOME_OK || isnan(r->mescd)) return false;
    const double before = expected_digits(k->l, &k->p->entry->r.cell) - r->mescd;
    return value - before <= k->l->noise && allowed(k, x, before);
}

/* A value that does not exist does not hold. */
static void check_excess(const check *k, excess x)
{
    const entry *e = k->p->entry;
    if (!excess_asked(k->l, e, x)) return;
    const double value = excess_value(k->l, e, x);
    if (allowed(k, x, value) || is_noise(k, x, value)) return;
    ruling_fault(k->to, fault_of(k, x, value));
}

void properties_check(const layers *l, const pair *p, bool *used, ruling *to)
{
    const check k = { l, p, used, to };
    if (p->entry->r.irreproducible) ruling_fault(to, copied("two runs of it differ"));
    if (p->entry->r.outcome != OUTCOME_OK) {
        check_outcome(&k);
    } else {
        for (int x = 0; x < NEXCESSES; x++) check_excess(&k, (excess)x);
        check_digits_exist(&k);
    }
    if (to->n) ruling_reproduce(to, &p->entry->r.cell);
}
