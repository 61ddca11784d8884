/* llm_control.c -- step size and estimated error of local linearization on the oscillatory
 * double pendulum for the tolerances 0.1 and 0.05.
 *
 * Gil, Sanfelice, Nikravesh, section 5, Fig. 7: error per unit step (39), k = 2 in (38), safety
 * factor 0.9, 2-norm over all states. The loop is the kernel's: the same law, the same limits
 * of growth. The exact local error of a step is the distance to dopri5's from the same state.
 *
 *     steps      tol, t, h, estimated error, exact error by step size; accepted steps
 *     summary    law (elementary: (38), or the kernel's PI), tol, accepted, rejected, largest
 *                estimate and exact error over tol, median of estimate over exact, median h,
 *                share of steps at which h turns around
 *     starts     spring angle at the start in degrees, which the paper does not print, tol; by
 *                (38) accepted, rejected, largest estimate over tol, share of steps at which h
 *                turns around
 *     stiff      problem, method, tol, accepted, rejected: step sizes of llm where stability
 *                rules those of an explicit pair
 *
 * tables: steps summary starts stiff
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/status.h"
#include "kernel/stepping/control.h"
#include "papers/studies/runs.h"

enum { MOST_STEPS = 20000 };
static const double tolerances[] = { 0.1, 0.05 };

struct history {
    int n, rejected;
    double t[MOST_STEPS], h[MOST_STEPS], estimate[MOST_STEPS], exact[MOST_STEPS];
};

static struct history history;

/* |y(t + h) - y1| of the solution through (t, y), by dopri5 to 1e-12. */
static double local_error(method *s, double h)
{
    double at[METHOD_UNKNOWNS] = { 0 };
    const evolve_setup setup = {
        .formulation = "index1", .solver = "dopri5", .rtol = 1e-12, .atol = 1e-12
    };
    static instance *i;
    if (!i) i = open_problem("double_pendulum_spring", NULL);
    evolve_setup leg = setup;
    leg.t1 = s->t + h;
    memcpy(i->start, s->y, (size_t)s->n * sizeof *at);
    i->t0 = s->t;
    if (instance_complete(i, i->t0, i->start)) give_up("no accelerations at t = %g", s->t);
    const run r = solve_on(i, &leg, NULL, NULL);
    if (r.status) give_up("dopri5 ends as %s", status_name(r.status));
    for (int k = 0; k < s->n; k++) at[k] = s->y1[k] - r.state[k];
    return norm2(at, s->n);
}

static void keep(method *s, double tol, bool exact)
{
    struct history *y = &history;
    if (y->n == MOST_STEPS) give_up("more than %d steps", MOST_STEPS);
    y->t[y->n] = s->t;
    y->h[y->n] = s->trial.h;
    y->estimate[y->n] = s->trial.test[0].err * tol;
    y->exact[y->n++] = exact ? local_error(s, s->trial.h) / s->trial.h : NAN;
}

/* From a start, NULL: the problem's, where the exact errors are computed too. */
static void integrate(double tol, const ivp_control *law, const char *start)
{
    method s;
    control steps;
    const evolve_setup setup = { .formulation = "index1",
                                 .solver = "llm",
                                 .options = "error=epus",
                                 .rtol = 1e-300,
                                 .atol = tol };
    method_open(&s, "double_pendulum_spring", start, &setup);
    method_start(&s);
    control_reset(&steps, law ? law : s.solver->control);
    history.n = history.rejected = 0;
    double h = 1e-3; /* of the first step: grows at once */
    const double end = s.instance->t1;
    while (s.t < end) {
        method_attempt(&s, fmin(h, end - s.t));
        const bool kept = s.trial.test[0].err <= 1;
        if (kept) keep(&s, tol, !start);
        history.rejected += !kept;
        h = control_next(&steps, s.trial.h, s.trial.test, s.trial.ntests, kept);
        method_verdict(&s, kept ? IVP_KEPT : IVP_REJECTED);
        if (end - s.t < 1e-12) break;
    }
    method_close(&s);
}

static void print_steps(double tol)
{
    for (int k = 0; k < history.n; k++)
        printf("%.17g,%.17g,%.17g,%.17g,%.17g\n", tol, history.t[k], history.h[k],
               history.estimate[k], history.exact[k]);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *v, int n)
{
    static double sorted[MOST_STEPS];
    memcpy(sorted, v, (size_t)n * sizeof *v);
    qsort(sorted, (size_t)n, sizeof *sorted, by_size);
    return sorted[n / 2];
}

static double turns(void)
{
    const double *h = history.h;
    int n = 0;
    for (int k = 2; k < history.n; k++) n += (h[k] - h[k - 1]) * (h[k - 1] - h[k - 2]) < 0;
    return (double)n / history.n;
}

static void print_starts(void)
{
    static const char *const starts[] = { "0", "0.005", "0.01", "0.02", "0.03", "0.05", "0.1" };
    puts("delta,tol,accepted,rejected,estimate,turns");
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        for (int k = 0; k < 2; k++) {
            char start[40];
            double most = 0;
            snprintf(start, sizeof start, "delta=%s", starts[i]);
            integrate(tolerances[k], NULL, start);
            for (int n = 0; n < history.n; n++)
                most = fmax(most, history.estimate[n] / tolerances[k]);
            printf("%s,%.17g,%d,%d,%.17g,%.17g\n", starts[i], tolerances[k], history.n,
                   history.rejected, most, turns());
        }
}

static void print_summary(const char *law, double tol)
{
    static double ratio[MOST_STEPS];
    double estimate = 0, exact = 0;
    for (int k = 0; k < history.n; k++) {
        estimate = fmax(estimate, history.estimate[k] / tol);
        exact = fmax(exact, history.exact[k] / tol);
        ratio[k] = history.estimate[k] / history.exact[k];
    }
    printf("%s,%.17g,%d,%d,%.17g,%.17g,%.17g,%.17g,%.17g\n", law, tol, history.n,
           history.rejected, estimate, exact, median(ratio, history.n),
           median(history.h, history.n), turns());
}

static void print_stiff(void)
{
    static const struct {
        const char *problem, *solver;
    } runs[] = { { "hires", "llm" },
                 { "hires", "dopri5" },
                 { "van_der_pol", "llm" },
                 { "double_pendulum_rsda", "llm" },
                 { "double_pendulum_rsda", "dopri5" } };
    puts("problem,method,tol,accepted,rejected");
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        const bool mechanical = !strncmp(runs[k].problem, "double", 6);
        const evolve_setup setup = { .formulation = mechanical ? "state_space" : "ode",
                                     .solver = runs[k].solver,
                                     .rtol = 1e-4,
                                     .atol = 1e-4 };
        const run r = solve(runs[k].problem, NULL, &setup, NULL, NULL);
        if (r.status) give_up("%s ends as %s", runs[k].problem, status_name(r.status));
        printf("%s,%s,1e-4,%ld,%ld\n", runs[k].problem, runs[k].solver, r.count[IVP_N_ACCEPTED],
               r.count[IVP_N_REJECTED]);
    }
}

static void print_summaries(void)
{
    puts("law,tol,accepted,rejected,estimate,exact,ratio,h,turns");
    for (int law = 0; law < 2; law++)
        for (int k = 0; k < 2; k++) {
            integrate(tolerances[k], law ? control_by_name("pi") : NULL, NULL);
            print_summary(law ? "pi" : "elementary", tolerances[k]);
        }
}

int main(int argc, char **argv)
{
    const char *part = argc > 1 ? argv[1] : "summary";
    if (!strcmp(part, "stiff")) {
        print_stiff();
    } else if (!strcmp(part, "starts")) {
        print_starts();
    } else if (!strcmp(part, "steps")) {
        puts("tol,t,h,estimate,exact");
        for (int k = 0; k < 2; k++) {
            integrate(tolerances[k], NULL, NULL);
            print_steps(tolerances[k]);
        }
    } else {
        print_summaries();
    }
    return 0;
}
