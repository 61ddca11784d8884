/* andrews_end.c -- the published end values of Andrews' mechanism, and its start.
 *
 * tables: values start
 *
 *     values   component
 *              value        at t = 0.03, by an explicit method of order 8 at 1e-13
 *              known        digits to which one of order 5 agrees with it
 *              published
 *              right        digits of the published value that are right
 *     start    component, value: q(0), q'(0), accelerations and multipliers that belong to them
 *
 * Test Set for IVP Solvers 2.4, chapter 13: (II.13.1) and Table II.13.2.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/studies/runs.h"

#include "kernel/problem/status.h"

enum { NAME = 32 };
static const double most_digits = 16;

static run tight(const char *solver)
{
    const evolve_setup setup = {
        .formulation = "projected", .solver = solver, .rtol = 1e-13, .atol = 1e-13, .h0 = 1e-7
    };
    const run r = solve("andrews", NULL, &setup, NULL, NULL);
    if (r.status != IVP_OK) give_up("%s ends as %s", solver, status_name(r.status));
    return r;
}

/* Decimal of a component in "q1=0.1e2 q2=..."; NULL if it is not there. */
static const char *published_of(const ivp_problem *p, const char *component)
{
    const size_t n = strlen(component);
    for (const char *at = p->published->values; at; at = strchr(at, ' ')) {
        if (*at == ' ') at++;
        if (!strncmp(at, component, n) && at[n] == '=') return at + n + 1;
    }
    return NULL;
}

static double digits(double v, double exact)
{
    const double error = fabs(v - exact) / fabs(exact);
    return error > 0 ? fmin(most_digits, -log10(error)) : most_digits;
}

static void values(void)
{
    instance *i = open_problem("andrews", NULL);
    const run sharp = tight("gsl_rk8pd"), other = tight("dopri5");
    puts("component,value,known,published,right");
    for (int k = 0; k < instance_ncomponents(i); k++) {
        char name[NAME];
        instance_component_name(i, k, name, sizeof name);
        const char *text = published_of(i->problem, name);
        if (!text) give_up("no published value of %s", name);
        const double v = strtod(text, NULL);
        printf("%s,%.17g,%.17g,%.17g,%.17g\n", name, sharp.state[k],
               digits(other.state[k], sharp.state[k]), v, digits(v, sharp.state[k]));
    }
    instance_close(i);
}

static void start(void)
{
    instance *i = open_problem("andrews", NULL);
    puts("component,value");
    for (int k = 0; k < instance_ncomponents(i); k++) {
        char name[NAME];
        instance_component_name(i, k, name, sizeof name);
        printf("%s,%.17g\n", name, (double)i->start[k]);
    }
    instance_close(i);
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "values"))
        values();
    else if (argc == 2 && !strcmp(argv[1], "start"))
        start();
    else
        give_up("andrews_end wants values or start");
    return EXIT_SUCCESS;
}
