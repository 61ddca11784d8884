/* measured.c -- digits and work of one solver on problems of the tree, for tools/mutants.sh. They
 * are not those on which its contract is tried.
 *
 *     measured SOLVER     a line for each run: name, status, digits, counters
 *
 * Digits are those of docs/metrics.md (scd), against the references on file; "-": the run did
 * not arrive. Every formulation that the solver takes; four tolerances, two constant steps.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <ivp/solver.h>

#include "kernel/formulation/formulation.h"
#include "kernel/problem/status.h"
#include "kernel/stepping/evolve.h"
#include "reference/file/ref.h"
#include "reports/metrics/metrics.h"

enum { UNKNOWNS = 64, STEPS = 5000 };

/* Cheap; of each form of equations, stiff and not, with events of each kind. */
static const char *const problems[] = { "arenstorf",
                                        "bouncing_balls",
                                        "brusselator",
                                        "chemical_akzo",
                                        "circular_track",
                                        "hires",
                                        "pendulum",
                                        "slider_crank_mech",
                                        "stick_slip",
                                        "transistor_amplifier",
                                        "van_der_pol",
                                        NULL };

static double error_of(const ref_state *at, instance *i, const bool *mask, const real *y)
{
    compared all[UNKNOWNS];
    int n = 0;
    for (int k = 0; k < instance_ncomponents(i); k++) {
        char name[32];
        if (!mask[k]) continue;
        instance_component_name(i, k, name, sizeof name);
        const ref_value *v = ref_find(at, name);
        if (v) all[n++] = (compared){ .y = y[k], .r = v->half[REF_A], .shift = -1, .scale = 1 };
    }
    return metrics_scd(all, n, i->problem->scored_absolute).value;
}

static double digits_of(evolve *e, instance *i, const ref *truth)
{
    reason why;
    bool mask[UNKNOWNS] = { false };
    real y[UNKNOWNS];
    const ref_state *at = ref_at(truth, i->t1);
    const char *usual = i->problem->form == IVP_MECH ? "q" : "all";
    const char *scored = i->problem->scd ? i->problem->scd : usual;
    if (!at || evolve_state(e, y) || !instance_mask(i, scored, mask, &why)) return NAN;
    return error_of(at, i, mask, y);
}

static void run(instance *i, const ref *truth, const ivp_solver *s, const char *formulation,
                double tolerance, double h)
{
    const evolve_setup setup = { .formulation = formulation,
                                 .solver = s->name,
                                 .h = h,
                                 .rtol = tolerance,
                                 .atol = tolerance,
                                 .max_steps = STEPS };
    reason why;
    evolve *e;
    if (evolve_create(&e, i, &setup, &why)) return;
    const ivp_status st = evolve_run(e, NULL, NULL);
    printf("%s@%s,%s=%g %s", i->problem->name, formulation, h > 0 ? "h" : "rtol",
           h > 0 ? h : tolerance, status_name(st));
    if (st)
        printf(" -");
    else
        printf(" %.10g", digits_of(e, i, truth));
    for (int k = 0; k < IVP_NCOUNTERS; k++) printf(" %ld", evolve_counters(e)[k]);
    printf("\n");
    fflush(stdout);
    evolve_destroy(e);
    instance_reset(i);
}

static void run_ladders(instance *i, const ref *truth, const ivp_solver *s)
{
    static const double tolerances[] = { 1e-3, 1e-5, 1e-7, 1e-9 }, steps[] = { 500, 2000 };
    reason why;
    const char *f;
    for (int k = 0; (f = formulation_name(k)) != NULL; k++) {
        if (evolve_fits(i, s->name, f, &why)) continue;
        for (int j = 0; s->adaptive && j < 4; j++) run(i, truth, s, f, tolerances[j], 0);
        for (int j = 0; s->fixed_step && j < 2; j++)
            run(i, truth, s, f, 0, (i->t1 - i->t0) / steps[j]);
    }
}

static bool measure(const ivp_solver *s, const char *problem)
{
    reason why;
    instance *i;
    ref *truth;
    if (instance_open(&i, problem, NULL, &why)) return fprintf(stderr, "%s\n", why.text) < 0;
    const bool there =
        ref_open(&truth, NULL, problem, "", &why) && instance_ncomponents(i) <= UNKNOWNS;
    if (there) {
        run_ladders(i, truth, s);
        ref_free(truth);
    } else {
        fprintf(stderr, "%s: no reference: %s\n", problem, why.text);
    }
    instance_close(i);
    return there;
}

int main(int argc, char **argv)
{
    reason why;
    if (argc != 2) return 2;
    setrlimit(RLIMIT_CPU, &(struct rlimit){ 60, 60 });
    const ivp_solver *s = plugin_solver(argv[1], &why);
    if (!s) return fprintf(stderr, "%s\n", why.text), 2;
    bool good = true;
    for (const char *const *p = problems; *p; p++) good = measure(s, *p) && good;
    return good ? 0 : 2;
}
