/* llm_balls.c -- two bouncing balls by local linearization, which locates contacts, and by
 * explicit and stiff codes that step over them as the paper's did.
 *
 * Gil, Sanfelice, Nikravesh, section 3, Fig. 5: llm with h = 10 ms and contacts located;
 * ODE45 (dopri5) and ODE23s with their customary rtol = 1e-3, atol = 1e-6, no contacts located.
 * Heights and radius are ours (problems/bouncing_balls.c), and so is the exact solution.
 *
 *     solution   method, t, height of the upper ball, energy variation; exact: every 5 ms
 *     compare    case, method, whether it arrived, steps, contacts, largest energy variation,
 *                largest error of the heights, counters
 *
 * tables: solution compare
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/studies/runs.h"

enum { LLM, ODE45, ODE23S, ODE45_EVENTS, ODE23S_EVENTS, ODE23S_FINE, LLM_LONG, NMETHODS };

static const struct {
    const char *name;
    evolve_setup setup;
} methods[] = {
    [LLM] = { "llm", { .formulation = "ode", .solver = "llm", .h = 0.01 } },
    [ODE45] = { "dopri5",
                { .formulation = "ode",
                  .solver = "dopri5",
                  .rtol = 1e-3,
                  .atol = 1e-6,
                  .no_events = true } },
    [ODE23S] = { "ode23s",
                 { .formulation = "ode",
                   .solver = "ode23s",
                   .rtol = 1e-3,
                   .atol = 1e-6,
                   .no_events = true } },
    [ODE45_EVENTS] = { "dopri5 with events",
                       { .formulation = "ode",
                         .solver = "dopri5",
                         .rtol = 1e-3,
                         .atol = 1e-6 } },
    [ODE23S_EVENTS] = { "ode23s with events",
                        { .formulation = "ode",
                          .solver = "ode23s",
                          .rtol = 1e-3,
                          .atol = 1e-6 } },
    [ODE23S_FINE] = { "ode23s at 1e-6",
                      { .formulation = "ode",
                        .solver = "ode23s",
                        .rtol = 1e-6,
                        .atol = 1e-9,
                        .no_events = true } },
    [LLM_LONG] = { "llm with h = 0.1", { .formulation = "ode", .solver = "llm", .h = 0.1 } },
};

struct watch {
    const char *name;
    instance *instance, *exact;
    double energy0, variation, error;
    bool shown;
};

static double energy_of(const instance *i, const ivp_state *s)
{
    return instance_observe(i, i->problem->invariants, s);
}

static ivp_state exact_at(const instance *i, double t, double *canonical)
{
    if (i->problem->exact(t, canonical, i->p) != IVP_OK)
        give_up("no exact solution at t = %g", t);
    return instance_view(i, t, canonical, NULL);
}

static void watch_run(void *self, const evolve_point *point)
{
    struct watch *w = self;
    double canonical[METHOD_UNKNOWNS] = { 0 };
    const ivp_state *s = point->state, truth = exact_at(w->exact, point->t, canonical);
    const double energy = energy_of(w->exact, s);
    if (point->t <= w->instance->t0) w->energy0 = energy;
    w->variation = fmax(w->variation, fabs(energy - w->energy0));
    w->error = fmax(w->error, distance(s->q, truth.q, 2));
    if (w->shown)
        printf("%s,%.17g,%.17g,%.17g\n", w->name, point->t, s->q[0], energy - w->energy0);
}

static run run_method(int k, const char *start, bool shown, struct watch *w)
{
    *w = (struct watch){ .name = methods[k].name,
                         .instance = open_problem("bouncing_balls", start),
                         .exact = open_problem("bouncing_balls", start),
                         .shown = shown };
    const run r = solve_on(w->instance, &methods[k].setup, watch_run, w);
    instance_close(w->exact);
    instance_close(w->instance);
    return r;
}

static void solution(void)
{
    struct watch w;
    instance *i = open_problem("bouncing_balls", NULL);
    puts("method,t,upper,energy");
    for (int k = 0; k <= 400; k++) {
        double canonical[METHOD_UNKNOWNS] = { 0 };
        const double t = k / 200.0;
        printf("exact,%.17g,%.17g,0\n", t, exact_at(i, t, canonical).q[0]);
    }
    instance_close(i);
    for (int k = 0; k <= ODE23S; k++) run_method(k, NULL, true, &w);
}

static void compare_from(const char *start)
{
    for (int k = 0; k < NMETHODS; k++) {
        struct watch w;
        const run r = run_method(k, start, false, &w);
        printf("%s,%s,%d,%ld,%ld,%.17g,%.17g,%ld,%ld,%ld\n", start + 5, w.name,
               r.status == IVP_OK, r.count[IVP_N_ACCEPTED], r.count[IVP_N_EVENT], w.variation,
               w.error, r.count[IVP_N_F], r.count[IVP_N_JAC], r.count[IVP_N_LU]);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "solution")) {
        solution();
        return 0;
    }
    puts("case,method,arrived,steps,contacts,energy,error,n_f,n_jac,n_lu");
    compare_from("case=A");
    compare_from("case=B");
    return 0;
}
