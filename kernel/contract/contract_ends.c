/* contract_ends.c -- what a problem says of its end against the ends of two runs of the first
 * Radau method that wraps no library: it takes stiff equations and each index. Two runs differ
 * by more than the better one is off.
 *
 *     closed form         each component may be off by 20 times what the runs differ by
 *     published values    those that are scored (.scd), by this and by what nobody has verified:
 *                         5 * 10^-.verified of it, 1 % without .verified
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ivp/solver.h>

#include "kernel/contract/contract_pair.h"
#include "kernel/problem/plugin.h"
#include "kernel/problem/status.h"
#include "kernel/stepping/evolve.h"

enum { UNKNOWNS = 200, STEPS = 5000, SOLVERS = 512 };
static const double tolerance[] = { 1e-6, 1e-8 };

/* Of the parameters of i, or NULL */
static const ivp_published *published_of(const instance *i)
{
    char here[2 * SETTING_MAX], there[2 * SETTING_MAX];
    reason why;
    instance_settings(i, here, sizeof here);
    for (const ivp_published *r = i->problem->published; r && r->values; r++) {
        instance *of;
        if (instance_open(&of, i->problem->name, r->params, &why)) continue;
        instance_settings(of, there, sizeof there);
        instance_close(of);
        if (!strcmp(here, there)) return r;
    }
    return NULL;
}

/* NULL: there is none. */
static const char *find_solver(void)
{
    static char names[SOLVERS][PLUGIN_NAME_MAX];
    reason why;
    const int n = plugin_list("solvers", names, SOLVERS);
    for (int k = 0; k < n && k < SOLVERS; k++) {
        const ivp_solver *s = plugin_solver(names[k], &why);
        if (s && s->family && !strcmp(s->family, "radau") && !s->library) return s->name;
    }
    return NULL;
}

/* Two ends, canonical, and the time where the better run stops */
typedef struct ends {
    instance *i;
    real *coarse, *fine;
    bool *scored;
    double t;
} ends;

/* false: it does not arrive, and why says so. */
static bool end_of_run(ends *b, const char *solver, const char *formulation, double tol,
                       real *y, reason *why)
{
    const evolve_setup setup = { .formulation = formulation,
                                 .solver = solver,
                                 .rtol = tol,
                                 .atol = tol,
                                 .max_steps = STEPS };
    evolve *e;
    if (evolve_create(&e, b->i, &setup, why)) return false;
    const ivp_status st = evolve_run(e, NULL, NULL);
    const bool arrives = !st && !evolve_state(e, y);
    if (!arrives)
        reason_set(why, "%s with a tolerance of %.0e does not arrive: %s", solver, tol,
                   status_name(st));
    b->t = evolve_t(e);
    evolve_destroy(e);
    instance_reset(b->i);
    return arrives;
}

static void ends_free(ends *b)
{
    free(b->coarse);
    free(b->scored);
}

/* false: there are none, and why says so. ends_free() is due in any case. */
static bool ends_make(ends *b, instance *i, reason *why)
{
    const size_t n = (size_t)instance_ncomponents(i);
    const char *usual = i->problem->form == IVP_MECH ? "q" : "all";
    *b = (ends){ .i = i };
    if (i->sizes.n > UNKNOWNS) return reason_set(why, "it has more than 200 unknowns");
    const char *solver = find_solver();
    if (!solver) return reason_set(why, "no Radau method is installed that could run it");
    const char *formulation = pair_formulation(i, solver, why);
    if (!formulation) return false;
    b->coarse = calloc(2 * n, sizeof *b->coarse);
    b->scored = calloc(n, sizeof *b->scored);
    if (!b->coarse || !b->scored) return reason_set(why, "no memory");
    b->fine = b->coarse + n;
    return instance_mask(i, i->problem->scd ? i->problem->scd : usual, b->scored, why) &&
           end_of_run(b, solver, formulation, tolerance[0], b->coarse, why) &&
           end_of_run(b, solver, formulation, tolerance[1], b->fine, why);
}

static double unverified(const ivp_published *r)
{
    return r->verified ? 5 * pow(10, -strtod(r->verified, NULL)) : 0.01;
}

static int component(const instance *i, const char *text, size_t length)
{
    char name[32];
    for (int k = 0; k < i->sizes.n; k++) {
        instance_component_name(i, k, name, sizeof name);
        if (strlen(name) == length && !strncmp(name, text, length)) return k;
    }
    return -1;
}

static double weight_of(const instance *i, int k)
{
    double w[UNKNOWNS];
    for (int j = 0; j < i->sizes.n; j++) w[j] = 1;
    if (i->problem->weights) i->problem->weights(i->p, w);
    return w[k];
}

/* Is component k, by what it is said to be, and by a further part of that, where runs end? */
static bool is_there(const ends *b, int k, double value, double part, const char *who,
                     reason *why)
{
    const double coarse = (double)b->coarse[k], fine = (double)b->fine[k];
    const double differ =
        fabs(fine - coarse) + tolerance[0] * (weight_of(b->i, k) + fabs(value));
    char name[32];
    if (fabs(fine - value) <= 20 * differ + part * fabs(value)) return true;
    instance_component_name(b->i, k, name, sizeof name);
    return reason_set(why,
                      "%s has %s = %.9g at t = %.6g; a run ends with %.9g at a tolerance of "
                      "%.0e and with %.9g at %.0e",
                      who, name, value, b->t, coarse, tolerance[0], fine, tolerance[1]);
}

/* ---- published values -------------------------------------------------------------------- */

static bool values_fit(const ends *b, const ivp_published *r, reason *why)
{
    char *end;
    for (const char *text = r->values; *text; text = end + strspn(end, " ")) {
        const size_t length = strcspn(text, "= ");
        const int k = component(b->i, text, length);
        const double value = strtod(text + length + 1, &end);
        if (k >= 0 && b->scored[k] && !is_there(b, k, value, unverified(r), r->source, why))
            return false;
    }
    return true;
}

contract_verdict contract_published(instance *i, reason *why)
{
    const ivp_published *r = published_of(i);
    ends b;
    if (!r) return contract_idle(why, "none are published for these parameters");
    contract_verdict said = CONTRACT_IDLE;
    if (ends_make(&b, i, why)) said = values_fit(&b, r, why) ? CONTRACT_KEPT : CONTRACT_BROKEN;
    ends_free(&b);
    return said;
}

/* ---- the closed form --------------------------------------------------------------------- */

static bool form_fits(const ends *b, real *y, reason *why)
{
    if (b->i->problem->exact((real)b->t, y, b->i->p)) return true; /* not defined there */
    for (int k = 0; k < b->i->sizes.n; k++)
        if (!is_there(b, k, (double)y[k], 0, "the closed form", why)) return false;
    return true;
}

bool contract_closed_end(instance *i, reason *why)
{
    ends b;
    reason no;
    real *y = calloc((size_t)instance_ncomponents(i), sizeof *y);
    const bool fits = !y || !ends_make(&b, i, &no) || form_fits(&b, y, why);
    if (y) ends_free(&b);
    free(y);
    return fits;
}
