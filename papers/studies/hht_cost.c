/* hht_cost.c -- steps, Jacobians, iterations and time of HHT over its tolerance, and against
 * BDF codes at equal accuracy.
 *
 * Negrut, Rampalli, Ottarsson, Sajdak, sections 3.3 and 5. HHT runs directly on index 3; the
 * BDF codes, on index 3 and on the stabilised index-2 form of Gear, Gupta and Leimkuhler, are
 * bdf, which shares matrix, iteration and kernel with HHT, and IDA. Errors at the end, against
 * dopri5 at 1e-13: of q the largest relative to max(1, |q_i|), of u and lambda relative to the
 * largest component.
 *
 *     ladder     problem, method, eps, outcome, steps, rejected, n_f, n_jac, n_lu, iterations,
 *                iterations per step and the fewest of any step whose first trial was kept,
 *                steps per Jacobian, errors of q, u, lambda
 *     equal      problem, BDF form, error of q; HHT's counters and eps over the BDF code's
 *                there, by interpolation of logarithms between the rungs of both; and speedup,
 *                the BDF code's CPU time over HHT's
 *     orders     problem, BDF form, eps, outcome; of bdf: shares of accepted steps made with
 *                orders 1 and 2, above, and rejected of all attempts; the mean order
 *     alpha      alpha, outcome, steps, iterations: Andrews, eps = 1e-4
 *     predictor  problem, degree of the extrapolation (or adaptive), steps, iterations,
 *                iterations per step, Jacobians: eps = 1e-5
 *
 * tables: alpha predictor orders
 * long: ladder equal
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <time.h>

#include "kernel/methods/multistep/bdf.h"
#include "kernel/problem/status.h"
#include "papers/studies/runs.h"

enum { HHT, BDF3, BDF_GGL, IDA3, IDA_GGL, NMETHODS, NPROBLEMS = 3, RUNGS = 9, FIRST = 2 };

static const struct {
    const char *name, *formulation, *solver;
} methods[] = { [HHT] = { "hht@index3", "index3", "hht" },
                [BDF3] = { "bdf@index3", "index3", "bdf" },
                [BDF_GGL] = { "bdf@ggl", "ggl", "bdf" },
                [IDA3] = { "ida@index3", "index3", "ida" },
                [IDA_GGL] = { "ida@ggl", "ggl", "ida" } };

static const char *const problems[] = { "andrews", "car_axle", "double_pendulum_rsda" };

typedef struct rung {
    double eps, q, u, lambda, seconds;
    run r;
} rung;

static double relative(const double *a, const double *b, int n)
{
    double most = 0;
    for (int k = 0; k < n; k++) most = fmax(most, fabs(a[k] - b[k]) / fmax(1, fabs(b[k])));
    return most;
}

/* Largest difference of u or lambda relative to its largest component. */
static double multiplier_error(const double *a, const double *b, int n)
{
    double size = 0;
    for (int k = 0; k < n; k++) size = fmax(size, fabs(b[k]));
    return distance(a, b, n) / size;
}

static run truth_of(const char *problem)
{
    const evolve_setup setup = {
        .formulation = "projected", .solver = "dopri5", .rtol = 1e-13, .atol = 1e-13
    };
    const run r = solve(problem, NULL, &setup, NULL, NULL);
    if (r.status) give_up("the reference of %s ends as %s", problem, status_name(r.status));
    return r;
}

/* Least CPU time of a run, of as many as fit into a tenth of a second, one at least: claims on
 * times allow for the spread of single runs (machine.c). */
static double seconds_of(instance *i, const evolve_setup *setup)
{
    double least = INFINITY, sum = 0;
    evolve *e = set_up(i, setup);
    for (int k = 0; sum < 0.1 && k < 1000; k++) {
        const clock_t from = clock();
        if (evolve_run(e, NULL, NULL)) break;
        const double taken = (double)(clock() - from) / CLOCKS_PER_SEC;
        least = fmin(least, taken);
        sum += taken;
    }
    evolve_destroy(e);
    return least;
}

/* timed: with times, which no other table needs */
static void climb(const char *problem, int which, const run *truth, bool timed,
                  rung ladder[RUNGS])
{
    instance *i = open_problem(problem, NULL);
    const int nq = i->sizes.nq, a = 3 * nq + i->sizes.nx;
    for (int k = 0; k < RUNGS; k++) {
        const double eps = pow(10, -FIRST - k);
        const evolve_setup setup = { .formulation = methods[which].formulation,
                                     .solver = methods[which].solver,
                                     .rtol = eps,
                                     .atol = eps,
                                     .max_steps = which == HHT ? 50000 : 30000 };
        ladder[k] = (rung){ .eps = eps, .r = solve_on(i, &setup, NULL, NULL) };
        if (timed && ladder[k].r.status == IVP_OK) ladder[k].seconds = seconds_of(i, &setup);
        const double *y = ladder[k].r.state, *z = truth->state;
        ladder[k].q = relative(y, z, nq);
        ladder[k].u = multiplier_error(y + nq, z + nq, nq);
        ladder[k].lambda = multiplier_error(y + a, z + a, i->sizes.ng);
    }
    instance_close(i);
}

static void print_ladder(void)
{
    rung ladder[RUNGS];
    puts("problem,method,eps,outcome,steps,rejected,n_f,n_jac,n_lu,newton,newton_per_step,"
         "newton_fewest,steps_per_jac,q,u,lambda");
    for (int p = 0; p < NPROBLEMS; p++) {
        const run truth = truth_of(problems[p]);
        for (int m = 0; m < NMETHODS; m++) {
            climb(problems[p], m, &truth, false, ladder);
            for (int k = 0; k < RUNGS; k++) {
                const long *c = ladder[k].r.count, steps = c[IVP_N_ACCEPTED];
                printf("%s,%s,%.17g,%s,", problems[p], methods[m].name, ladder[k].eps,
                       status_name(ladder[k].r.status));
                if (ladder[k].r.status)
                    puts(",,,,,,,,,,,");
                else
                    printf("%ld,%ld,%ld,%ld,%ld,%ld,%.17g,%ld,%.17g,%.17g,%.17g,%.17g\n", steps,
                           c[IVP_N_REJECTED] + c[IVP_N_FAILED], c[IVP_N_F], c[IVP_N_JAC],
                           c[IVP_N_LU], c[IVP_N_NEWTON],
                           (double)c[IVP_N_NEWTON] / (double)steps, ladder[k].r.fewest,
                           (double)steps / (double)c[IVP_N_JAC], ladder[k].q, ladder[k].u,
                           ladder[k].lambda);
            }
        }
    }
}

/* ---- at equal accuracy ------------------------------------------------------------------- */

static const struct {
    const char *name;
    ivp_counter counter;
} costs[] = { { "steps", IVP_N_ACCEPTED },
              { "n_jac", IVP_N_JAC },
              { "n_lu", IVP_N_LU },
              { "newton", IVP_N_NEWTON } };
enum { NCOSTS = sizeof costs / sizeof *costs };

/* The counter at this error, or eps itself, or the time: between the first two neighbouring
 * rungs that enclose it. NAN where none do. */
enum { EPS = -1, SECONDS = -2 };
static double cost_of(const rung *r, int counter)
{
    return counter == EPS       ? r->eps
           : counter == SECONDS ? r->seconds
                                : (double)r->r.count[counter];
}

static double cost_at(const rung *l, double error, int counter)
{
    for (int k = 0; k + 1 < RUNGS; k++) {
        const rung *a = &l[k], *b = &l[k + 1];
        if (a->r.status || b->r.status || !(a->q >= error && b->q <= error)) continue;
        const double part = log(a->q / error) / log(a->q / b->q);
        const double from = cost_of(a, counter), to = cost_of(b, counter);
        return from * pow(to / from, part);
    }
    return NAN;
}

static double over(rung (*ladder)[RUNGS], int other, double error, int counter)
{
    return cost_at(ladder[HHT], error, counter) / cost_at(ladder[other], error, counter);
}

static void print_equal_at(const char *problem, rung (*ladder)[RUNGS], int other, double error)
{
    if (isnan(over(ladder, other, error, EPS))) return;
    printf("%s,%s,%.17g", problem, methods[other].name, error);
    for (int c = 0; c < NCOSTS; c++)
        printf(",%.17g", over(ladder, other, error, (int)costs[c].counter));
    printf(",%.17g,%.17g,%.17g\n",
           over(ladder, other, error, IVP_N_NEWTON) /
               over(ladder, other, error, IVP_N_ACCEPTED),
           over(ladder, other, error, EPS), 1 / over(ladder, other, error, SECONDS));
}

static void print_equal(void)
{
    rung ladder[NMETHODS][RUNGS];
    printf("problem,bdf,error");
    for (int c = 0; c < NCOSTS; c++) printf(",%s", costs[c].name);
    puts(",newton_per_step,eps,speedup");
    for (int p = 0; p < NPROBLEMS; p++) {
        const run truth = truth_of(problems[p]);
        for (int m = 0; m < NMETHODS; m++) climb(problems[p], m, &truth, true, ladder[m]);
        for (int m = BDF3; m < NMETHODS; m++)
            for (int e = 1; e <= 7; e++) print_equal_at(problems[p], ladder, m, pow(10, -e));
    }
}

/* ---- orders that are used ---------------------------------------------------------------- */

typedef struct order_log {
    const evolve *evolve;
    long steps[BDF_ORDERS + 1];
} order_log;

static void note_order(void *self, const evolve_point *point)
{
    order_log *log = self;
    const bdf *multistep = log->evolve->self;
    if (point->h > 0) log->steps[multistep->degree]++;
}

static void print_orders_at(const char *problem, int which, double eps)
{
    instance *i = open_problem(problem, NULL);
    const evolve_setup setup = { .formulation = methods[which].formulation,
                                 .solver = methods[which].solver,
                                 .rtol = eps,
                                 .atol = eps,
                                 .max_steps = 50000 };
    order_log log = { .evolve = set_up(i, &setup) };
    evolve *e = (evolve *)log.evolve;
    const ivp_status status = evolve_run(e, note_order, &log);
    const long *c = evolve_counters(e);
    double steps = 0, sum = 0;
    for (int k = 1; k <= BDF_ORDERS; k++) {
        steps += (double)log.steps[k];
        sum += k * (double)log.steps[k];
    }
    const double low = (double)(log.steps[1] + log.steps[2]) / steps;
    printf("%s,%s,%.17g,%s,%.17g,%.17g,%.17g,%.17g\n", problem, methods[which].name, eps,
           status_name(status), low, 1 - low,
           (double)c[IVP_N_REJECTED] / (steps + (double)c[IVP_N_REJECTED]), sum / steps);
    evolve_destroy(e);
    instance_close(i);
}

static void print_orders(void)
{
    static const char *const all[] = { "andrews", "car_axle", "double_pendulum_rsda",
                                       "double_pendulum_spring" };
    puts("problem,bdf,eps,outcome,low,high,rejected,mean");
    for (int p = 0; p < 4; p++)
        for (int m = BDF3; m <= BDF_GGL; m++)
            for (int k = 2; k <= 8; k++) print_orders_at(all[p], m, pow(10, -k));
}

static void print_alpha(void)
{
    static const double alphas[] = { -0.3, -0.2, -0.1, -0.05, -0.03, -0.02, -0.01 };
    puts("alpha,outcome,steps,newton");
    for (int k = 0; k < 7; k++) {
        char option[40];
        snprintf(option, sizeof option, "alpha=%g", alphas[k]);
        const evolve_setup setup = { .formulation = "index3",
                                     .solver = "hht",
                                     .options = option,
                                     .rtol = 1e-4,
                                     .atol = 1e-4,
                                     .max_steps = 200000 };
        const run r = solve("andrews", NULL, &setup, NULL, NULL);
        printf("%g,%s,%ld,%ld\n", alphas[k], status_name(r.status), r.count[IVP_N_ACCEPTED],
               r.count[IVP_N_NEWTON]);
    }
}

static void print_predictor(void)
{
    static const char *const degrees[] = { "0", "1", "2", "3", "adaptive" };
    puts("problem,degree,steps,newton,newton_per_step,n_jac");
    for (int p = 0; p < NPROBLEMS; p++)
        for (int d = 0; d < 5; d++) {
            char option[40];
            snprintf(option, sizeof option, "predictor=%s", degrees[d]);
            const evolve_setup setup = { .formulation = "index3",
                                         .solver = "hht",
                                         .options = option,
                                         .rtol = 1e-5,
                                         .atol = 1e-5 };
            const run r = solve(problems[p], NULL, &setup, NULL, NULL);
            const long steps = r.count[IVP_N_ACCEPTED], newton = r.count[IVP_N_NEWTON];
            if (r.status) give_up("%s: %s", problems[p], status_name(r.status));
            printf("%s,%s,%ld,%ld,%.17g,%ld\n", problems[p], degrees[d], steps, newton,
                   (double)newton / (double)steps, r.count[IVP_N_JAC]);
        }
}

int main(int argc, char **argv)
{
    const char *part = argc > 1 ? argv[1] : "ladder";
    if (!strcmp(part, "equal"))
        print_equal();
    else if (!strcmp(part, "orders"))
        print_orders();
    else if (!strcmp(part, "alpha"))
        print_alpha();
    else if (!strcmp(part, "predictor"))
        print_predictor();
    else
        print_ladder();
    return 0;
}
