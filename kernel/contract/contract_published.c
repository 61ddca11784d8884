/* contract_published.c -- published end values against the ends of two runs of the first Radau
 * method that wraps no library: it takes stiff equations and each index. A component that is
 * scored (.scd) may be off by twenty times what the runs differ by, and by what nobody has
 * verified: 5 * 10^-.verified of it, 1 % without .verified.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ivp/solver.h>

#include "kernel/contract/contract_pair.h"
#include "kernel/problem/plugin.h"
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

/* The canonical end of a run; false: it does not arrive, and why says so. */
static bool end_of_run(instance *i, const char *solver, const char *formulation, double tol,
                       real *y, reason *why)
{
    const evolve_setup setup = { .formulation = formulation,
                                 .solver = solver,
                                 .rtol = tol,
                                 .atol = tol,
                                 .max_steps = STEPS };
    evolve *e;
    if (evolve_create(&e, i, &setup, why)) return false;
    const ivp_status st = evolve_run(e, NULL, NULL);
    const bool arrives = !st && !evolve_state(e, y);
    if (!arrives)
        reason_set(why, "%s with a tolerance of %.0e does not arrive: %s", solver, tol,
                   ivp_status_name(st));
    evolve_destroy(e);
    instance_reset(i);
    return arrives;
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

static bool value_fits(const instance *i, const ivp_published *r, int k, double value,
                       const real *coarse, const real *fine, reason *why)
{
    const double differ = fabs((double)(fine[k] - coarse[k])) + tolerance[0] * weight_of(i, k);
    const double off = fabs((double)fine[k] - value), most = unverified(r) * fabs(value);
    char name[32];
    if (off <= 20 * differ + most) return true;
    instance_component_name(i, k, name, sizeof name);
    return reason_set(
        why,
        "published is %s = %.9g (%s); a run ends with %.9g at a tolerance of %.0e "
        "and with %.9g at %.0e",
        name, value, r->source, (double)coarse[k], tolerance[0], (double)fine[k], tolerance[1]);
}

static bool values_fit(const instance *i, const ivp_published *r, const bool *scored,
                       const real *coarse, const real *fine, reason *why)
{
    char *end;
    for (const char *text = r->values; *text; text = end + strspn(end, " ")) {
        const size_t length = strcspn(text, "= ");
        const int k = component(i, text, length);
        const double value = strtod(text + length + 1, &end);
        if (k >= 0 && scored[k] && !value_fits(i, r, k, value, coarse, fine, why)) return false;
    }
    return true;
}

/* Both runs of i and what is scored, into arrays */
static contract_verdict compare(instance *i, const ivp_published *r, const char *solver,
                                const char *formulation, real *coarse, real *fine, bool *scored,
                                reason *why)
{
    const char *usual = i->problem->form == IVP_MECH ? "q" : "all";
    if (!instance_mask(i, i->problem->scd ? i->problem->scd : usual, scored, why) ||
        !end_of_run(i, solver, formulation, tolerance[0], coarse, why) ||
        !end_of_run(i, solver, formulation, tolerance[1], fine, why))
        return CONTRACT_IDLE;
    return values_fit(i, r, scored, coarse, fine, why) ? CONTRACT_KEPT : CONTRACT_BROKEN;
}

contract_verdict contract_published(instance *i, reason *why)
{
    const ivp_published *r = published_of(i);
    if (!r) return contract_idle(why, "none are published for these parameters");
    if (i->sizes.n > UNKNOWNS) return contract_idle(why, "it has more than 200 unknowns");
    const char *solver = find_solver();
    if (!solver) return contract_idle(why, "no Radau method is installed that could run it");
    const char *formulation = pair_formulation(i, solver, why);
    if (!formulation) return CONTRACT_IDLE;
    const size_t n = (size_t)instance_ncomponents(i);
    real *end = calloc(2 * n, sizeof *end);
    bool *scored = calloc(n, sizeof *scored);
    contract_verdict said = contract_idle(why, "no memory");
    if (end && scored) said = compare(i, r, solver, formulation, end, end + n, scored, why);
    free(end);
    free(scored);
    return said;
}
