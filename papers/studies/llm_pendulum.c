/* llm_pendulum.c -- the oscillatory double pendulum by local linearization and by the three
 * codes of the paper: solution, energy, constraints, work. Times: plans/timed/llm_timed.cfg.
 *
 * Gil, Sanfelice, Nikravesh, section 2, Figs. 1 and 2: body coordinates, constraints at the
 * acceleration level (index 1), llm with h = 0.02, the others (ODE45: dopri5, ODE15s: ndf,
 * ODE23s: ode23s) with their customary rtol = 1e-3, atol = 1e-6. The reference is dopri5,
 * projected, with steps of 0.1 ms.
 *
 *     solution   method, t, theta1, theta2, spring angle in degrees, energy variation, |g|; the
 *                spring opened by 0.03 degrees
 *     compare    spring angle at the start, method, whether it arrived, steps, rejected ones,
 *                largest energy variation, |g| and error of both angles, counters, turning
 *                points of the spring angle in truth
 *     ratios     spring angle at the start, other method: of llm over it, the largest energy
 *                variation, |g| and error, and steps
 *     constant   h, outcome, t, error: dopri5 with the constant step of llm
 *
 * tables: solution compare ratios constant
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/studies/runs.h"

#include "kernel/problem/status.h"

enum { LLM, ODE45, ODE15S, ODE23S, NMETHODS, THETA1 = 2, THETA2 = 5, SAMPLES = 20001 };

static const struct {
    const char *name;
    evolve_setup setup;
} methods[] = {
    [LLM] = { "llm", { .formulation = "index1", .solver = "llm", .h = 0.02 } },
    [ODE45] = { "dopri5",
                { .formulation = "index1", .solver = "dopri5", .rtol = 1e-3, .atol = 1e-6 } },
    [ODE15S] = { "ndf",
                 { .formulation = "index1", .solver = "ndf", .rtol = 1e-3, .atol = 1e-6 } },
    [ODE23S] = { "ode23s",
                 { .formulation = "index1", .solver = "ode23s", .rtol = 1e-3, .atol = 1e-6 } },
};

struct watch {
    const char *name;
    instance *instance;
    double energy0, variation, g, error;
    long turns; /* changes of direction of the spring angle */
    double angle, rate;
    bool shown;
};

static double angles[SAMPLES][2]; /* reference every 0.1 ms */

static double energy_of(const instance *i, const ivp_state *s)
{
    for (const ivp_observable *o = i->problem->invariants; o->name; o++)
        if (!strcmp(o->name, "energy")) return instance_observe(i, o, s);
    give_up("%s tells no energy", i->problem->name);
}

static void keep_reference(void *self, const evolve_point *point)
{
    struct watch *w = self;
    const ivp_state *s = point->state;
    const long k = lround(point->t * 1e4);
    if (k >= SAMPLES) return;
    angles[k][0] = s->q[THETA1];
    angles[k][1] = s->q[THETA2];
    const double angle = s->q[THETA2] - s->q[THETA1];
    if (k > 0) {
        const double rate = angle - w->angle;
        w->turns += rate * w->rate < 0;
        w->rate = rate;
    }
    w->angle = angle;
    if (w->shown && k % 10 == 0)
        printf("reference,%.17g,%.17g,%.17g,%.17g,,\n", point->t, s->q[THETA1], s->q[THETA2],
               angle * 180 / IVP_PI);
}

static struct watch make_reference(const char *start, bool shown)
{
    struct watch w = { .shown = shown };
    const evolve_setup setup = { .formulation = "projected", .solver = "dopri5", .h = 1e-4 };
    const run r = solve("double_pendulum_spring", start, &setup, keep_reference, &w);
    if (r.status != IVP_OK) give_up("the reference ends as %s", status_name(r.status));
    return w;
}

/* Straight line between two samples of the reference: the fast mode turns 0.05 rad in one. */
static double reference_at(double t, int angle)
{
    const double at = t * 1e4;
    const long k = at < SAMPLES - 1 ? (long)at : SAMPLES - 2;
    const double part = at - (double)k;
    return (1 - part) * angles[k][angle] + part * angles[k + 1][angle];
}

static void watch_run(void *self, const evolve_point *point)
{
    struct watch *w = self;
    const ivp_state *s = point->state;
    real drift[3] = { 0, 0, 0 };
    const double energy = energy_of(w->instance, s);
    if (point->h <= 0) w->energy0 = energy;
    if (instance_drift(w->instance, s, drift) != IVP_OK) drift[0] = NAN;
    w->variation = fmax(w->variation, fabs(energy - w->energy0));
    w->g = fmax(w->g, drift[0]);
    for (int k = 0; k < 2; k++)
        w->error = fmax(w->error, fabs(s->q[k ? THETA2 : THETA1] - reference_at(point->t, k)));
    if (w->shown)
        printf("%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", w->name, point->t, s->q[THETA1],
               s->q[THETA2], (s->q[THETA2] - s->q[THETA1]) * 180 / IVP_PI, energy - w->energy0,
               drift[0]);
}

static run run_method(int k, const char *start, bool shown, struct watch *w)
{
    *w = (struct watch){ .name = methods[k].name,
                         .instance = open_problem("double_pendulum_spring", start),
                         .shown = shown };
    const run r = solve_on(w->instance, &methods[k].setup, watch_run, w);
    instance_close(w->instance);
    return r;
}

static void solution(void)
{
    struct watch w;
    puts("method,t,theta1,theta2,spring,energy,g");
    make_reference("delta=0.03", true);
    for (int k = 0; k < NMETHODS; k++) run_method(k, "delta=0.03", true, &w);
}

static void compare_from(const char *start)
{
    const struct watch truth = make_reference(start, false);
    for (int k = 0; k < NMETHODS; k++) {
        struct watch w;
        const run r = run_method(k, start, false, &w);
        printf("%s,%s,%d,%ld,%ld,%.17g,%.17g,%.17g,%ld,%ld,%ld,%ld\n", strchr(start, '=') + 1,
               w.name, r.status == IVP_OK, r.count[IVP_N_ACCEPTED], r.count[IVP_N_REJECTED],
               w.variation, w.g, w.error, r.count[IVP_N_F], r.count[IVP_N_JAC],
               r.count[IVP_N_LU], truth.turns);
    }
}

static void compare(void)
{
    puts("delta,method,arrived,steps,rejected,energy,g,error,n_f,n_jac,n_lu,turns");
    compare_from("delta=0");
    compare_from("delta=0.03");
    compare_from("delta=0.1");
    compare_from("delta=1");
}

/* The paper tells no start: from a spring at rest to one that dominates the motion. */
static void ratios(void)
{
    static const char *const starts[] = { "delta=0.002", "delta=0.005", "delta=0.01",
                                          "delta=0.015", "delta=0.02",  "delta=0.025",
                                          "delta=0.03",  "delta=0.04",  "delta=0.05",
                                          "delta=0.07",  "delta=0.1",   "delta=0.2",
                                          "delta=0.5",   "delta=1" };
    puts("delta,method,energy,g,error,steps");
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct watch ours, other;
        make_reference(starts[i], false);
        const run found = run_method(LLM, starts[i], false, &ours);
        for (int k = ODE45; k < NMETHODS; k++) {
            const run r = run_method(k, starts[i], false, &other);
            printf("%s,%s,%.17g,%.17g,%.17g,%.17g\n", strchr(starts[i], '=') + 1, other.name,
                   ours.variation / other.variation, ours.g / other.g, ours.error / other.error,
                   (double)found.count[IVP_N_ACCEPTED] / (double)r.count[IVP_N_ACCEPTED]);
        }
    }
}

static void constant(void)
{
    const evolve_setup setup = { .formulation = "index1", .solver = "dopri5", .h = 0.02 };
    make_reference("delta=0.03", false);
    struct watch w = { .instance = open_problem("double_pendulum_spring", "delta=0.03") };
    const run r = solve_on(w.instance, &setup, watch_run, &w);
    printf("h,status,t,error\n%.17g,%s,%.17g,%.17g\n", setup.h, status_name(r.status), r.t,
           w.error);
    instance_close(w.instance);
}

int main(int argc, char **argv)
{
    const char *part = argc > 1 ? argv[1] : "compare";
    if (!strcmp(part, "solution"))
        solution();
    else if (!strcmp(part, "ratios"))
        ratios();
    else if (!strcmp(part, "constant"))
        constant();
    else
        compare();
    return 0;
}
