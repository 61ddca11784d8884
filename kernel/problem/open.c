/* open.c -- opens a problem with parameter values: sizes, derived values, consistent start.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/cstep.h"
#include "kernel/problem/instance.h"
#include "kernel/problem/mech.h"
#include "kernel/problem/status.h"

static int count_events(const ivp_problem *p)
{
    int n = 0;
    while (p->events && p->events[n].name) n++;
    return n;
}

static bool read_parameters(instance *i, const char *settings, reason *why)
{
    const ivp_problem *p = i->problem;
    i->nparams = settings_count(p->params);
    i->nevents = count_events(p);
    i->p0 = calloc((size_t)i->nparams + 1, sizeof *i->p0);
    i->text = calloc((size_t)i->nparams + 1, sizeof *i->text);
    return i->p0 && i->text &&
           settings_parse(p->params, settings, p->name, i->text, i->p0, why);
}

static void read_sizes(instance *i)
{
    const ivp_problem *p = i->problem;
    i->sizes = p->sizes;
    if (p->size) p->size(i->p0, &i->sizes);
    if (p->form == IVP_MECH) i->sizes.n = 2 * i->sizes.nq + i->sizes.nx;
}

static bool allocate(instance *i)
{
    const ivp_sizes *s = &i->sizes;
    const size_t numbers = (size_t)(i->nparams + s->nderived),
                 nc = (size_t)instance_ncomponents(i);
    i->p = calloc(numbers + (size_t)i->nevents + 1, sizeof *i->p);
    i->start = calloc(nc + (size_t)s->n + 1, sizeof *i->start);
    if (!i->p || !i->start) return false;
    i->side = i->p + numbers;
    i->start_yp = i->start + nc;
    i->twin = cstep_open(i->complex_problem, s, i->nparams, i->nevents);
    return i->twin != NULL;
}

static void read_interval(instance *i)
{
    const ivp_problem *p = i->problem;
    i->t0 = strtod(p->t0, NULL);
    i->t1 = p->end ? p->end(i->p) : strtod(p->t1, NULL);
}

/* Breaks without a count end with a 0: it cannot say whether 0 itself is one. */
static bool count_breaks(instance *i, reason *why)
{
    const ivp_problem *p = i->problem;
    i->nbreaks = p->breaks ? p->nbreaks : 0;
    if (!p->breaks || p->nbreaks > 0) return true;
    if (p->nbreaks == 0 && !(i->t0 < 0 && i->t1 > 0)) {
        while (p->breaks[i->nbreaks] != 0) i->nbreaks++;
        return true;
    }
    return reason_set(
        why,
        "%s: .nbreaks is %d: where the interval contains t = 0, a list of break points needs "
        "its count; write IVP_BREAKS(%g, ...) in place of .breaks",
        p->name, p->nbreaks, p->breaks[0]);
}

static ivp_status refuse_size(const instance *i, reason *why)
{
    reason_set(why, "%s: %d unknowns make no problem", i->problem->name, i->sizes.n);
    return IVP_E_INVALID;
}

/* What it says of second order needs y = (v, v'). */
static bool second_order_fits(const instance *i, reason *why)
{
    const ivp_problem *p = i->problem;
    if (p->second_order && (p->form != IVP_ODE || i->sizes.n % 2)) {
        return reason_set(
            why,
            "%s: .second_order is for problems of form IVP_ODE with an even number of "
            "unknowns, y = (v, v')",
            p->name);
    }
    if (!p->velocity_free || p->second_order || p->form == IVP_MECH) return true;
    return reason_set(why, "%s: .velocity_free needs .second_order, or the form IVP_MECH",
                      p->name);
}

static ivp_status refuse_interval(const instance *i, reason *why)
{
    reason_set(
        why,
        "%s: the interval goes from t0 = %.15g to t1 = %.15g; times must rise: a problem that "
        "runs backwards is written in s = -t",
        i->problem->name, i->t0, i->t1);
    return IVP_E_INVALID;
}

/* An observable without a function is a component that there is. */
static bool observable_there(const instance *i, const ivp_observable *list, reason *why)
{
    for (const ivp_observable *o = list; o && o->name; o++) {
        if (o->value || (o->component && instance_has_component(i, o->component))) continue;
        return reason_set(
            why,
            "%s: '%s' has neither .value nor a .component that there is ('%s'); write "
            "\"q2\", \"lambda1\", \"y3\"",
            i->problem->name, o->name, o->component ? o->component : "");
    }
    return true;
}

/* ---- names ------------------------------------------------------------------------------- */

/* What references keep of a name, which ends at a blank in every file (reference/file/ref.h). */
enum { EVENT_MOST = 63, OBSERVABLE_MOST = 31, PARAMETER_MOST = 63 };

static bool is_word(const char *name, size_t most)
{
    size_t n = 0;
    for (; name[n]; n++)
        if ((unsigned char)name[n] <= ' ' || name[n] == 0x7f) return false;
    return n && n <= most;
}

static bool refuse_name(const ivp_problem *p, const char *kind, const char *name, size_t most,
                        reason *why)
{
    char shown[80];
    size_t n = 0;
    for (; name[n] && n + 1 < sizeof shown; n++)
        shown[n] = (unsigned char)name[n] < ' ' || name[n] == 0x7f ? '?' : name[n];
    shown[n] = 0;
    return reason_set(
        why,
        "%s: the %s \"%s\" is no word: 1 to %zu characters without blanks and control "
        "characters are expected, such as \"first_impact\"",
        p->name, kind, shown, most);
}

/* The names of one kind: the k-th, or NULL behind the last. */
typedef const char *(*kth_name)(const ivp_problem *p, int k);

static const char *event_name(const ivp_problem *p, int k)
{
    return p->events ? p->events[k].name : NULL;
}

static const char *observable_name(const ivp_problem *p, int k)
{
    return p->observables ? p->observables[k].name : NULL;
}

static const char *invariant_name(const ivp_problem *p, int k)
{
    return p->invariants ? p->invariants[k].name : NULL;
}

static const char *parameter_name(const ivp_problem *p, int k)
{
    return p->params ? p->params[k].name : NULL;
}

static bool twice(const ivp_problem *p, kth_name name, int k)
{
    for (int j = 0; j < k; j++)
        if (!strcmp(name(p, j), name(p, k))) return true;
    return false;
}

/* Names of events, observables, invariants and parameters: words, unique among their kind. */
static bool names_are_valid(const ivp_problem *p, reason *why)
{
    static const struct {
        const char *kind;
        kth_name name;
        size_t most;
    } kinds[] = { { "event", event_name, EVENT_MOST },
                  { "observable", observable_name, OBSERVABLE_MOST },
                  { "invariant", invariant_name, OBSERVABLE_MOST },
                  { "parameter", parameter_name, PARAMETER_MOST } };
    for (size_t b = 0; b < sizeof kinds / sizeof *kinds; b++)
        for (int k = 0; kinds[b].name(p, k); k++) {
            const char *name = kinds[b].name(p, k);
            if (!is_word(name, kinds[b].most))
                return refuse_name(p, kinds[b].kind, name, kinds[b].most, why);
            if (!twice(p, kinds[b].name, k)) continue;
            return reason_set(why, "%s: two of its %ss are called %s", p->name, kinds[b].kind,
                              name);
        }
    return true;
}

/* ---- parts ------------------------------------------------------------------------------- */

bool instance_takes_sparse(const instance *i)
{
    const ivp_problem *p = i->problem;
    return p->form == IVP_MECH && p->sparse && !p->mech.omits && IVP_ARITH == IVP_DOUBLE;
}

/* For models; the instance's own blocks are always solved with pivoting. */
static void plan_elimination(instance *i)
{
    i->plan = structure_plan(i->mech, (real)i->t0, (real)i->t1, i->start);
    if (i->plan)
        i->code = plugin_elimination(i->problem->name, NULL, elimination_plan_digest(i->plan));
}

static ivp_status open_parts(instance *i, const char *settings, reason *why)
{
    const ivp_problem *p = i->problem;
    if (!read_parameters(i, settings, why)) return *why->text ? IVP_E_INVALID : IVP_E_NOMEM;
    read_sizes(i);
    if (i->sizes.n < 1) return refuse_size(i, why);
    if (!second_order_fits(i, why)) return IVP_E_INVALID;
    if (!allocate(i)) return IVP_E_NOMEM;
    instance_reset(i);
    read_interval(i);
    if (!(i->t1 > i->t0)) return refuse_interval(i, why);
    if (!count_breaks(i, why)) return IVP_E_INVALID;
    if (!observable_there(i, p->observables, why) || !observable_there(i, p->invariants, why))
        return IVP_E_INVALID;
    if (!names_are_valid(p, why)) return IVP_E_INVALID;
    ivp_status st = IVP_OK;
    i->sparse = instance_takes_sparse(i) && i->sizes.nq + i->sizes.ng >= SPARSE_FROM;
    if (p->form == IVP_MECH)
        st = (i->sparse ? mech_create_sparse : mech_create)(&i->mech, p, &i->sizes, i->p,
                                                            i->twin, i->uncounted);
    if (!st) st = start_consistent(i, why);
    if (!st && i->mech && !i->sparse) plan_elimination(i);
    return st;
}

ivp_status instance_open_of(instance **out, const ivp_problem *p, const void *twin,
                            const char *settings, reason *why)
{
    *out = NULL;
    *why->text = '\0';
    instance *i = calloc(1, sizeof *i);
    if (!i) return IVP_E_NOMEM;
    i->problem = p;
    i->complex_problem = twin;
    ivp_status st = open_parts(i, settings, why);
    if (!st) {
        *out = i;
        return IVP_OK;
    }
    if (!*why->text) reason_set(why, "%s cannot be opened (%s)", p->name, status_name(st));
    instance_close(i);
    return st < 0 ? st : IVP_E_INCONSISTENT;
}

ivp_status instance_open(instance **out, const char *name, const char *settings, reason *why)
{
    *out = NULL;
    *why->text = '\0';
    const void *twin = NULL;
    const ivp_problem *p = plugin_problem(name, &twin, why);
    if (!p) return plugin_lacks(name) ? IVP_E_DECLINED : IVP_E_INVALID;
    return instance_open_of(out, p, twin, settings, why);
}
