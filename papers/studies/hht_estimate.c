/* hht_estimate.c -- HHT's estimate of the local error against the true one along a run, and its
 * stopping rule.
 *
 * Negrut, Rampalli, Ottarsson, Sajdak, section 3.1: with x = a_(n+1) - a_n the error of a step
 * in positions is
 *
 *     delta = (beta - 1 / (6 (1 + alpha))) h^2 x                                         (25)
 *
 * derived with an a_n that is consistent at t_n (16). In a running integration a_n approximates
 * q''(t_n + alpha h), and the constant is 1/12 + alpha^2/4. True errors are distances to
 * dopri5's solution over the step, in the norm of (34), from the state at t_n whose velocity is
 * pulled onto its constraint: of the running step, and of a step that starts afresh there with
 * consistent accelerations. Constraints remove from the error what leads across them, so that a
 * third estimate is that of the part of x along them, in the mass metric.
 *
 *     run        problem, t, h, estimate with the printed constant, with the running one, and
 *                with that along the constraints, true error of the running and of the fresh
 *                step; eps = 1e-5
 *     medians    problem, eps, steps, medians of estimate over true error: fresh step, and
 *                the three estimates of the running one
 *     stopping   problem, eps, steps, |e^(k) - e| / eps over the run: median, largest, share of
 *                steps within the 0.001 of (39)
 *
 * tables: run medians stopping
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/status.h"
#include "kernel/stepping/control.h"
#include "kernel/linear/lu.h"
#include "papers/studies/runs.h"

enum { MOST_STEPS = 20000 };
#define ALPHA (-0.3)

static const double printed = (1 - ALPHA) * (1 - ALPHA) / 4 - 1 / (6 * (1 + ALPHA)),
                    running = 1 / 12.0 + ALPHA * ALPHA / 4;

static const struct example {
    const char *name, *problem, *settings, *formulation;
    double t1;
} examples[] = {
    { "andrews", "andrews", NULL, "index3", 0 },
    { "pendulum", "double_pendulum_rsda", NULL, "index3", 0 },
    { "soft_pendulum", "double_pendulum_rsda", "k2=50 c2=1", "index3", 0 },
    { "soft_angles", "double_pendulum_rsda", "k2=50 c2=1 form=angles", "ode", 0 },
};
enum { NEXAMPLES = sizeof examples / sizeof *examples, SHOWN = 2 };

struct pair { /* the run, the second step beside each of its steps, what judges both */
    const struct example *example;
    double eps;
    method run, fresh;
    instance *leg; /* for the solution over one step */
    double a[METHOD_UNKNOWNS], scale[METHOD_UNKNOWNS];
    int nq;
};

static double weighted(const struct pair *p, const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < p->nq; k++) sum += pow((a[k] - b[k]) / p->scale[k], 2);
    return sqrt(sum / p->nq);
}

/* The run by the paper's corrector and the other to rounding level, or the other way about. */
static void open_pair(struct pair *p, const struct example *x, double eps, bool swapped)
{
    evolve_setup setup = {
        .formulation = x->formulation, .solver = "hht", .rtol = eps, .atol = eps
    };
    p->example = x;
    p->eps = eps;
    setup.options = swapped ? "corrector=rounding" : "corrector=paper";
    method_open(&p->run, x->problem, x->settings, &setup);
    setup.options = swapped ? "corrector=paper" : "corrector=rounding";
    method_open(&p->fresh, x->problem, x->settings, &setup);
    p->leg = open_problem(x->problem, x->settings);
    p->nq = ivp_nq(p->run.model);
    for (int k = 0; k < p->nq; k++) p->scale[k] = fmax(1, fabs(p->leg->start[k]));
}

static void close_pair(struct pair *p)
{
    method_close(&p->run);
    method_close(&p->fresh);
    instance_close(p->leg);
}

/* y := the positions at t and the velocities nearest to consistent ones. */
static void settled(struct pair *p, double *y)
{
    const method *s = &p->run;
    reason why;
    ivp_model *m = NULL;
    ivp_settled what;
    memcpy(y, s->y, (size_t)p->leg->sizes.n * sizeof *y);
    if (!ivp_ng(s->model)) return;
    if (model_open(&m, p->leg, IVP_PROJECTED, NULL, IVP_FIRST, &why)) give_up("%s", why.text);
    if (model_settle(m, s->t, y, &what)) give_up("no consistent state at t = %g", s->t);
    model_close(m);
}

/* The solution at t + h from there; its start is left in p->leg. */
static void follow(struct pair *p, double h, double *q1)
{
    instance *i = p->leg;
    const evolve_setup setup = { .formulation = ivp_ng(p->run.model) ? "index1" : "ode",
                                 .solver = "dopri5",
                                 .rtol = 1e-13,
                                 .atol = 1e-14,
                                 .h0 = h / 20,
                                 .t1 = p->run.t + h };
    settled(p, i->start);
    i->t0 = p->run.t;
    if (instance_complete(i, i->t0, i->start)) give_up("no accelerations at t = %g", i->t0);
    const run r = solve_on(i, &setup, NULL, NULL);
    if (r.status) give_up("dopri5 ends as %s at t = %g", status_name(r.status), r.t);
    memcpy(q1, r.state, (size_t)p->nq * sizeof *q1);
}

/* Accelerations at the end of the trial, from (2b). */
static void accelerations(struct pair *p, double h, double *a1)
{
    const double gamma = 0.5 - ALPHA;
    for (int k = 0; k < p->nq; k++) {
        const double rise = p->run.y1[p->nq + k] - p->run.y[p->nq + k];
        a1[k] = (rise / h - (1 - gamma) * p->a[k]) / gamma;
    }
}

struct errors {
    double t, h, printed, running, true_running, tangential, fresh, true_fresh, stopping;
};

/* x = a1 - a0 of a step of `s` that began with accelerations a0, by (2b). */
static void rise_of(const struct pair *p, const method *s, double h, const double *a0,
                    double *x)
{
    const double gamma = 0.5 - ALPHA;
    for (int k = 0; k < p->nq; k++)
        x[k] = ((s->y1[p->nq + k] - s->y[p->nq + k]) / h - a0[k]) / gamma;
}

static double size_of(const struct pair *p, const double *x)
{
    static const double zero[METHOD_UNKNOWNS];
    return weighted(p, x, zero);
}

/* (25) in the norm of (34) for the trial of `fresh`. */
static double printed_estimate(const struct pair *p, double h, const double *a0)
{
    double x[METHOD_UNKNOWNS];
    rise_of(p, &p->fresh, h, a0, x);
    return printed * h * h * size_of(p, x);
}

/* The part of x that leads along the constraints: x - M^-1 G^T (G M^-1 G^T)^-1 G x at the end
 * of the running step, by the saddle-point system with M x and 0 on the right. */
static void make_tangential(const struct pair *p, double *x)
{
    enum { MOST = 24 };
    const method *s = &p->run;
    const int nq = p->nq, ng = ivp_ng(s->model), n = nq + ng;
    double store[MOST * MOST] = { 0 }, M[MOST * MOST], G[MOST * MOST], b[MOST] = { 0 };
    int pivots[MOST];
    const ivp_mat S = { n, n, n, store };
    ivp_blocks at = { .M = { nq, nq, nq, M }, .G = { ng, nq, ng, G } };
    if (n > MOST) give_up("%s has more than %d unknowns", p->example->name, MOST);
    const ivp_state end = { .t = s->t + s->trial.h, .q = s->y1, .u = s->y1 + nq };
    if (ivp_blocks_at(s->model, IVP_M | (ng ? IVP_GQ : 0u), &end, &at))
        give_up("the blocks fail at t = %g", s->t);
    for (int j = 0; j < nq; j++) {
        for (int i = 0; i < nq; i++) {
            *ivp_at(S, i, j) = M[i + j * nq];
            b[i] += M[i + j * nq] * x[j];
        }
        for (int k = 0; k < ng; k++)
            *ivp_at(S, nq + k, j) = *ivp_at(S, j, nq + k) = G[k + j * ng];
    }
    if (lu_factor(S, pivots)) give_up("the saddle point is singular at t = %g", s->t);
    lu_solve(S, pivots, b);
    memcpy(x, b, (size_t)nq * sizeof *x);
}

/* The running estimate of what is left of the error on the constraints. */
static double tangential_estimate(const struct pair *p, double h)
{
    double x[METHOD_UNKNOWNS];
    rise_of(p, &p->run, h, p->a, x);
    make_tangential(p, x);
    return running * h * h * size_of(p, x);
}

/* A step from p->leg's start with consistent accelerations: its estimate and its true error. */
static void fresh_step(struct pair *p, const double *exact, struct errors *x)
{
    method_at(&p->fresh, x->t, p->leg->start);
    x->fresh = x->true_fresh = NAN;
    if (method_try(&p->fresh, x->h)) return;
    x->fresh = printed_estimate(p, x->h, p->fresh.yp + p->nq);
    x->true_fresh = weighted(p, p->fresh.y1, exact);
}

static struct errors look_at(struct pair *p)
{
    double exact[METHOD_UNKNOWNS];
    struct errors x = { .t = p->run.t,
                        .h = p->run.trial.h,
                        .printed = p->run.trial.test[0].err * p->eps };
    x.running = x.printed * running / printed;
    follow(p, x.h, exact);
    x.true_running = weighted(p, p->run.y1, exact);
    x.tangential = tangential_estimate(p, x.h);
    fresh_step(p, exact, &x);
    return x;
}

/* The run's own step again with the paper's corrector: how far its estimate is off, in eps. */
static struct errors look_at_stopping(struct pair *p)
{
    double yp[METHOD_UNKNOWNS] = { 0 };
    struct errors x = { .t = p->run.t, .h = p->run.trial.h, .stopping = NAN };
    memcpy(yp, p->run.y + p->nq, (size_t)p->nq * sizeof *yp);
    memcpy(yp + p->nq, p->a, (size_t)p->nq * sizeof *yp);
    method_restart(&p->fresh, x.t, p->run.y, yp);
    if (method_try(&p->fresh, x.h)) return x;
    const double e = p->run.trial.test[0].err, ours = printed_estimate(p, x.h, p->a) / p->eps;
    x.stopping = fabs(e - ours);
    return x;
}

static int walk(const struct example *x, double eps, bool swapped, struct errors *all)
{
    struct pair p = { 0 };
    control law;
    open_pair(&p, x, eps, swapped);
    method_start(&p.run);
    control_reset(&law, p.run.solver->control);
    memcpy(p.a, p.run.yp + p.nq, (size_t)p.nq * sizeof *p.a);
    const double end = p.run.instance->t1;
    double h = 1e-3 * (end - p.run.instance->t0);
    int n = 0;
    while (end - p.run.t > 1e-9 * end && n < MOST_STEPS) {
        const ivp_status st = method_try(&p.run, fmin(h, end - p.run.t));
        const bool kept = !st && p.run.trial.test[0].err <= 1;
        if (kept) all[n++] = swapped ? look_at_stopping(&p) : look_at(&p);
        if (kept) {
            double a1[METHOD_UNKNOWNS] = { 0 };
            accelerations(&p, p.run.trial.h, a1);
            memcpy(p.a, a1, sizeof p.a);
            for (int k = 0; k < p.nq; k++) p.scale[k] = fmax(p.scale[k], fabs(p.run.y1[k]));
        }
        h = st ? p.run.trial.h / 4
               : control_next(&law, p.run.trial.h, p.run.trial.test, 1, kept);
        method_verdict(&p.run, kept ? IVP_KEPT : IVP_REJECTED);
    }
    close_pair(&p);
    return n;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, int n)
{
    int m = 0;
    for (int k = 0; k < n; k++)
        if (isfinite(v[k])) v[m++] = v[k];
    qsort(v, (size_t)m, sizeof *v, by_size);
    return m ? v[m / 2] : NAN;
}

static struct errors steps[MOST_STEPS];
static double ratio[4][MOST_STEPS];

static void print_run(const struct example *x, double eps)
{
    const int n = walk(x, eps, false, steps);
    for (int k = 0; k < n; k++)
        printf("%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", x->name, steps[k].t,
               steps[k].h, steps[k].printed, steps[k].running, steps[k].tangential,
               steps[k].true_running, steps[k].true_fresh);
}

/* The first two steps are the start's own. */
static void print_medians(const struct example *x, double eps)
{
    const int n = walk(x, eps, false, steps) - 2;
    for (int k = 0; k < n; k++) {
        const struct errors *e = &steps[k + 2];
        ratio[0][k] = e->fresh / e->true_fresh;
        ratio[1][k] = e->printed / e->true_running;
        ratio[2][k] = e->running / e->true_running;
        ratio[3][k] = e->tangential / e->true_running;
    }
    printf("%s,%.17g,%d,%.17g,%.17g,%.17g,%.17g\n", x->name, eps, n + 2, median(ratio[0], n),
           median(ratio[1], n), median(ratio[2], n), median(ratio[3], n));
}

static void print_stopping(const struct example *x, double eps)
{
    const int n = walk(x, eps, true, steps);
    double most = 0;
    int within = 0;
    for (int k = 0; k < n; k++) {
        ratio[0][k] = steps[k].stopping;
        most = fmax(most, steps[k].stopping);
        within += steps[k].stopping <= 1e-3;
    }
    printf("%s,%.17g,%d,%.17g,%.17g,%.17g\n", x->name, eps, n, median(ratio[0], n), most,
           (double)within / n);
}

static const struct {
    const char *name, *header;
    void (*print)(const struct example *x, double eps);
    int examples, from, to; /* eps = 10^-from ... */
} tables[] = {
    { "medians", "problem,eps,steps,fresh,printed,running,tangential", print_medians, NEXAMPLES,
      3, 7 },
    { "run", "problem,t,h,printed,running,tangential,true_running,true_fresh", print_run, SHOWN,
      5, 5 },
    { "stopping", "problem,eps,steps,median,most,within", print_stopping, SHOWN, 3, 6 },
};

int main(int argc, char **argv)
{
    const char *part = argc > 1 ? argv[1] : "medians";
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        if (strcmp(tables[k].name, part) != 0) continue;
        puts(tables[k].header);
        for (int x = 0; x < tables[k].examples; x++)
            for (int e = tables[k].from; e <= tables[k].to; e++)
                tables[k].print(&examples[x], pow(10, -e));
    }
    return 0;
}
