/* realtime_trailer.c -- a lorry and its trailer, coupled by constraints with Baumgarte's
 * feedback or by a spring and damper: defect and force of the hitch, steps of 1 ms, and what a
 * step costs.
 *
 * Burgermeister, Arnold, Esterl, section 4.3, Figs. 10 and 11, on the model vehicle_trailer.
 *
 *     coupling   t every 50 ms, of the constraint and of the soft spring: defect, force along
 *                x, y
 *     summary    coupling; largest and mean defect, largest force, its total variation, from 1
 *                s on
 *     feedback   alpha; whether the run stays finite and below 1 m, largest defect
 *     budget     coupling; mean, 99.9th percentile and largest CPU time of a step in ms
 *
 * tables: coupling summary feedback
 * long: budget
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define _POSIX_C_SOURCE 199309L
#include "papers/studies/runs.h"
#include <time.h>

enum { BAUMGARTE, SOFT, MEDIUM, STIFF, COUPLINGS, STEPS = 60000 };
static const struct {
    const char *name, *settings, *formulation, *options;
} couplings[COUPLINGS] = {
    { "dae", "", "baumgarte1", "alpha=100 beta=1e4" },
    { "soft", "couple=spring", "ode", "" },
    { "medium", "couple=spring k=1e6 c=2e5", "ode", "" },
    { "stiff", "couple=spring k=1e8 c=2e6", "ode", "" },
};

struct watch {
    const char *name;
    instance *instance;
    bool print;
    double worst, mean, most, variation, before[2];
    long noted, n;
    double *cost, last;
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Distance of the two ends of the hitch, 3 m behind the lorry's centre, 4.5 m ahead of the
 * trailer's. */
static double defect(const real *q)
{
    return hypot(q[0] - 3 * cos(q[2]) - q[3] - 4.5 * cos(q[5]),
                 q[1] - 3 * sin(q[2]) - q[4] - 4.5 * sin(q[5]));
}

static void note(void *self, const evolve_point *point)
{
    struct watch *w = self;
    const ivp_observable *o = w->instance->problem->observables;
    const double gap = defect(point->state->q);
    double force[2];
    for (int k = 0; k < 2; k++) force[k] = instance_observe(w->instance, &o[k], point->state);
    const long step = lround(point->t * 1000);
    if (point->h > 0 && w->print && step % 50 == 0)
        printf("%s,%.17g,%.17g,%.17g,%.17g\n", w->name, point->t, gap, force[0], force[1]);
    if (point->t > 1) {
        w->worst = fmax(w->worst, gap);
        w->most = fmax(w->most, hypot(force[0], force[1]));
        w->mean += (gap - w->mean) / (double)++w->noted;
        if (w->noted > 1)
            w->variation += hypot(force[0] - w->before[0], force[1] - w->before[1]);
        memcpy(w->before, force, sizeof force);
    }
}

static void note_cost(void *self, const evolve_point *point)
{
    struct watch *w = self;
    const double now = seconds();
    if (point->h > 0 && w->n < STEPS) w->cost[w->n++] = now - w->last;
    w->last = seconds();
}

static evolve_setup setup_of(int k, const char *options, double t1)
{
    return (evolve_setup){ .formulation = couplings[k].formulation,
                           .formulation_options = options,
                           .solver = "linear_implicit_euler",
                           .h = 1e-3,
                           .t1 = t1 };
}

static run haul(int k, const char *options, double t1, struct watch *w)
{
    const evolve_setup setup = setup_of(k, options, t1);
    w->name = couplings[k].name;
    w->instance = open_problem("vehicle_trailer", couplings[k].settings);
    const run r = solve_on(w->instance, &setup, note, w);
    instance_close(w->instance);
    return r;
}

static void coupling(void)
{
    puts("coupling,t,defect,fx,fy");
    for (int k = 0; k <= SOFT; k++) {
        struct watch w = { .print = true };
        haul(k, couplings[k].options, 60, &w);
    }
}

static void summary(void)
{
    puts("coupling,t,worst,mean,most,variation");
    for (int k = 0; k < COUPLINGS; k++) {
        struct watch w = { 0 };
        const run r = haul(k, couplings[k].options, 60, &w);
        printf("%s,%.17g,%.17g,%.17g,%.17g,%.17g\n", couplings[k].name, r.t, w.worst, w.mean,
               w.most, w.variation);
    }
}

static void feedback(void)
{
    static const struct {
        const char *alpha, *options;
    } tried[] = { { "1000", "alpha=1000 beta=1e6" }, { "100", "alpha=100 beta=1e4" } };
    puts("alpha,stable,worst");
    for (int k = 0; k < 2; k++) {
        struct watch w = { 0 };
        const run r = haul(BAUMGARTE, tried[k].options, 20, &w);
        const bool stable = r.status == IVP_OK && w.worst < 1;
        printf("%s,%d,", tried[k].alpha, stable);
        if (stable)
            printf("%.17g\n", w.worst);
        else
            puts("");
    }
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void budget(void)
{
    static double cost[STEPS];
    puts("coupling,mean,rare,worst");
    for (int k = 0; k <= SOFT; k++) {
        struct watch w = { .cost = cost };
        const evolve_setup setup = setup_of(k, couplings[k].options, 60);
        instance *truck = open_problem("vehicle_trailer", couplings[k].settings);
        evolve *e = set_up(truck, &setup);
        if (evolve_run(e, note_cost, &w)) give_up("the trailer does not arrive");
        evolve_destroy(e);
        instance_close(truck);
        double sum = 0;
        for (long n = 0; n < w.n; n++) sum += cost[n];
        qsort(cost, (size_t)w.n, sizeof *cost, ascending);
        printf("%s,%.17g,%.17g,%.17g\n", couplings[k].name, 1e3 * sum / (double)w.n,
               1e3 * cost[w.n - w.n / 1000 - 1], 1e3 * cost[w.n - 1]);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } tables[] = { { "coupling", coupling },
                   { "summary", summary },
                   { "feedback", feedback },
                   { "budget", budget } };
    for (size_t k = 0; argc == 2 && k < sizeof tables / sizeof *tables; k++)
        if (!strcmp(argv[1], tables[k].name)) {
            tables[k].print();
            return 0;
        }
    give_up("usage: realtime_trailer coupling|summary|feedback|budget");
}
