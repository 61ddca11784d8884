/* unknowns.c -- time, memory and steps against the number of unknowns, for solvers of systems
 * with a band or a pattern. Each run has a process of its own with 4 GB. A benchmark, not a
 * test; tools/scaling.sh runs it behind scaling.c.
 *
 *     build/tests/unknowns FOLDER [short|whole [WORD]]
 *
 * of rows whose problem or solver has WORD in it. FOLDER/unknowns.txt has a line for each run,
 * and for each row the exponent in CPU time of an attempted step ~ n^s with its 95 % interval.
 * Of brusselator_1d it is checked that s is 0.9 to 1.1, and that radau_iia takes at most 3
 * times ndf's time of a whole run. mean_u, the mean of every other unknown, shows that the runs
 * agree.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/instance.h"
#include "kernel/problem/status.h"
#include "kernel/stepping/evolve.h"
#include "tests/speed/slope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SIZES = SLOPE_POINTS, REPEATS = 5, SHORT_N_2D = 64 };

typedef struct row {
    const char *problem, *solver, *options;
    double t1, rtol, h; /* h > 0: constant steps */
    int N[SIZES];       /* end with 0 or all */
    bool linear;        /* is asked for */
} row;

#define LINE                                                                                   \
    {                                                                                          \
        250, 1000, 5000, 25000, 250000                                                         \
    }
#define MILLION                                                                                \
    {                                                                                          \
        250, 1000, 5000, 25000, 250000, 500000                                                 \
    }
#define SQUARE                                                                                 \
    {                                                                                          \
        32, 64, 128, 256                                                                       \
    }

static const row rows[] = {
    { "brusselator_1d", "ndf", "", 10, 1e-4, 0, MILLION, true },
    { "brusselator_1d", "radau_iia", "", 10, 1e-4, 0, MILLION, true },
    { "brusselator_1d", "bdf", "", 1, 1e-4, 0, LINE, true },
    { "brusselator_1d", "ode23s", "", 1, 1e-3, 0, LINE, true },
    { "brusselator_1d", "rodas", "", 1, 1e-4, 0, LINE, true },
    { "brusselator_1d", "rodas5p", "", 1, 1e-4, 0, LINE, true },
    { "brusselator_1d", "rosenbrock_nystrom", "", 1, 1e-4, 0, LINE, true },
    { "brusselator_1d", "w_method", "", 1, 1e-3, 0, LINE, true },
    { "brusselator_1d", "linear_implicit_euler", "", 1, 0, 0.05, LINE, true },
    { "brusselator_1d", "cvode_bdf", "", 1, 1e-4, 0, LINE, false },
    { "brusselator_1d", "ida", "", 1, 1e-4, 0, LINE, false },
    { "brusselator_2d", "ndf", "", 11.5, 1e-4, 0, SQUARE, false },
    { "brusselator_2d", "cvode_bdf", "", 11.5, 1e-4, 0, SQUARE, false },
    { "brusselator_2d", "cvode_bdf", "linear_solver=gmres", 11.5, 1e-4, 0, SQUARE, false },
    { "brusselator_2d", "rkc", "", 11.5, 1e-4, 0, SQUARE, false },
};
enum { ROWS = sizeof rows / sizeof *rows };

typedef struct run {
    ivp_status status;
    double cpu, setup, megabytes;
    double mean; /* the first observable at the end */
    long steps, attempts, f, factors;
    int unknowns;
    reason why;
} run;

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void read_off(evolve *e, instance *i, run *r)
{
    const long *n = evolve_counters(e);
    r->steps = n[IVP_N_ACCEPTED];
    r->attempts = r->steps + n[IVP_N_REJECTED] + n[IVP_N_FAILED];
    r->f = n[IVP_N_F];
    r->factors = n[IVP_N_LU];
    double *y = calloc((size_t)r->unknowns, sizeof *y);
    if (y && !evolve_state(e, y)) {
        for (int k = 0; k < i->sizes.n; k += 2) r->mean += y[k] / (i->sizes.n / 2);
    }
    free(y);
}

static run once(const row *w, instance *i)
{
    run r = { .unknowns = instance_ncomponents(i) };
    evolve *e = NULL;
    const evolve_setup setup = { .formulation = "ode",
                                 .solver = w->solver,
                                 .options = w->options,
                                 .rtol = w->rtol,
                                 .atol = w->rtol,
                                 .h = w->h,
                                 .t1 = w->t1 };
    const double begin = cpu_s();
    r.status = evolve_create(&e, i, &setup, &r.why);
    const double before = cpu_s();
    r.setup = before - begin;
    if (!r.status) r.status = evolve_run(e, NULL, NULL);
    r.cpu = cpu_s() - before;
    if (!r.status) read_off(e, i, &r);
    if (e) reason_set(&r.why, "%s", evolve_message(e));
    evolve_destroy(e);
    return r;
}

static run measure(const row *w, int n)
{
    char settings[40];
    instance *i = NULL;
    run r = { .status = IVP_E_INVALID };
    const struct rlimit limit = { (rlim_t)4 << 30, (rlim_t)4 << 30 };
    setrlimit(RLIMIT_AS, &limit);
    snprintf(settings, sizeof settings, "N=%d", n);
    if (instance_open(&i, w->problem, settings, &r.why)) return r;
    r = once(w, i);
    for (int k = 1; !r.status && k < REPEATS && r.cpu < 0.1; k++) {
        const run again = once(w, i);
        if (again.cpu < r.cpu) r = again;
    }
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    r.megabytes = (double)used.ru_maxrss / 1024;
    instance_close(i);
    return r;
}

/* In a process of its own, whose memory is that of this run alone. */
static run measure_apart(const row *w, int n)
{
    run r = { .status = IVP_E_NOMEM };
    int ends[2];
    if (pipe(ends)) return r;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        r = measure(w, n);
        _exit(write(ends[1], &r, sizeof r) == sizeof r ? 0 : 1);
    }
    close(ends[1]);
    if (child < 0 || read(ends[0], &r, sizeof r) != sizeof r) {
        r.status = IVP_E_LIBRARY;
        reason_set(&r.why, "its process died");
    }
    close(ends[0]);
    if (child > 0) waitpid(child, NULL, 0);
    return r;
}

static void tell(FILE *out, const row *w, const run *r)
{
    fprintf(out, "%-15s %-21s %-19s %7d %9.4f %8.4f %8.4f %7.1f %6ld %7ld %5ld %.8f %s%s%s\n",
            w->problem, w->solver, *w->options ? w->options : "-", r->unknowns, r->cpu,
            1e3 * r->cpu / (double)(r->attempts ? r->attempts : 1), r->setup, r->megabytes,
            r->steps, r->f, r->factors, r->mean, status_name(r->status),
            *r->why.text ? ": " : "", r->why.text);
    fflush(out);
}

/* Whether the exponent is as it should be. */
static bool row_to(const row *w, int most, FILE *out, double *time_at)
{
    double x[SIZES], y[SIZES], slope, half;
    int n = 0;
    for (int k = 0; k < SIZES && w->N[k] && w->N[k] <= most; k++) {
        const run r = measure_apart(w, w->N[k]);
        tell(out, w, &r);
        time_at[k] = r.status ? NAN : r.cpu;
        if (r.status || !(r.cpu > 0)) continue;
        x[n] = log(r.unknowns);
        y[n++] = log(r.cpu / (double)r.attempts);
    }
    if (n < 3) return !w->linear;
    slope_fit(n, x, y, &slope, &half);
    const bool good = !w->linear || (slope >= 0.9 && slope <= 1.1);
    fprintf(out, "# %s %s %s: an attempt ~ n^%.2f +- %.2f%s\n", w->problem, w->solver,
            w->options, slope, half, good ? "" : ", NOT LINEAR");
    return good;
}

static bool rows_to(FILE *out, bool whole, const char *word)
{
    double time_at[ROWS][SIZES] = { { 0 } };
    bool good = true;
    fprintf(out, "# problem solver options unknowns CPU_s ms_an_attempt setup_s MB steps f "
                 "factorisations mean_u status\n");
    for (int k = 0; k < ROWS; k++) {
        const row *w = &rows[k];
        if (!strstr(w->problem, word) && !strstr(w->solver, word)) continue;
        const int most = whole ? 500000 : strstr(w->problem, "2d") ? SHORT_N_2D : 250000;
        good = row_to(w, most, out, time_at[k]) && good;
    }
    for (int k = 0; k < SIZES && time_at[0][k] > 0 && time_at[1][k] > 0; k++) {
        const double ratio = time_at[1][k] / time_at[0][k];
        fprintf(out, "# radau_iia takes %.2f times ndf's time at N = %d%s\n", ratio,
                rows[0].N[k], ratio <= 3 ? "" : ", TOO MUCH");
        good = good && ratio <= 3;
    }
    return good;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: unknowns FOLDER [short|whole [WORD]]\n", stderr);
        return 2;
    }
    char path[1000];
    snprintf(path, sizeof path, "%s/unknowns.txt", argv[1]);
    FILE *out = fopen(path, "w");
    if (!out) {
        perror(path);
        return 3;
    }
    const bool whole = argc < 3 || strcmp(argv[2], "short") != 0;
    const bool good = rows_to(out, whole, argc > 3 ? argv[3] : "");
    return fclose(out) ? 3 : !good;
}
