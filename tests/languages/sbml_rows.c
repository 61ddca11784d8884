/* sbml_rows.c -- sbml_rows PROBLEM SOLVER RTOL ATOL HMAX: runs a problem and prints its
 * observables along the way, for tools/sbml.py. A line is
 *
 *     t  what  value of each observable, in the order of the descriptor
 *
 * what: "at" for a state that an event notes, "new" for the start and for the state behind
 * events, "end" for the last one. The last line is "outcome STATUS MESSAGE".
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/plugin.h"
#include "kernel/stepping/evolve.h"

static double observed(const ivp_observable *o, const ivp_state *s, const real *p)
{
    return o->component ? s->y[atoi(o->component + 1) - 1] : o->value(s, p);
}

static void print_row(const instance *i, double t, const char *what, const ivp_state *s)
{
    printf("%.17g %s", t, what);
    for (const ivp_observable *o = i->problem->observables; o && o->name; o++)
        printf(" %.17g", observed(o, s, i->p));
    putchar('\n');
}

typedef struct run {
    instance *i;
    double end;
} run;

static void watch(void *watcher, const evolve_point *point)
{
    const run *r = watcher;
    if (point->event >= 0)
        print_row(r->i, point->t, "at", point->state);
    else if (point->h <= 0)
        print_row(r->i, point->t, "new", point->state);
    else if (point->t >= r->end)
        print_row(r->i, point->t, "end", point->state);
}

int main(int argc, char **argv)
{
    reason why = { "" };
    run r = { 0 };
    evolve *e = NULL;
    if (argc != 6) return 2;
    const evolve_setup setup = { .formulation = "ode",
                                 .solver = argv[2],
                                 .rtol = strtod(argv[3], NULL),
                                 .atol = strtod(argv[4], NULL),
                                 .hmax = strtod(argv[5], NULL),
                                 .max_steps = 2000000 };
    ivp_status status = instance_open(&r.i, argv[1], NULL, &why);
    if (status == IVP_OK) {
        r.end = strtod(r.i->problem->t1, NULL);
        status = evolve_create(&e, r.i, &setup, &why);
    }
    if (status == IVP_OK) status = evolve_run(e, watch, &r);
    printf("outcome %d %s\n", (int)status, e ? evolve_message(e) : why.text);
    evolve_destroy(e);
    if (r.i) instance_close(r.i);
    return 0;
}
