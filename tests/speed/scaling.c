/* scaling.c -- what a step costs as mechanisms grow: CPU, memory, matrices and steps against N
 * at one tolerance, sparse and dense, each run in a process of its own. A benchmark, not a
 * test; tools/scaling.sh draws what it writes.
 *
 *     build/tests/scaling FOLDER [short|whole [WORD]]
 *
 * of families whose names have WORD in them. FOLDER/FAMILY.tsv has a line for each run,
 * FOLDER/slopes.txt the exponents in cost ~ N^s of an attempt and of an accepted step: least
 * squares over the sparse runs with N from 100 bodies (or modes) on, with a 95 % interval
 * (Student, n - 2), and the N where sparse and dense cost the same. Digits: largest difference
 * of q from the same run at a tenth of the tolerance, against the largest |q|.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/instance.h"
#include "kernel/problem/status.h"
#include "kernel/stepping/evolve.h"
#include "tests/speed/slope.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SIZES = 8, REPEATS = 3 };

typedef struct family {
    const char *name, *problem, *solver, *formulation;
    double t1, rtol;
    int sparse[SIZES], dense[SIZES]; /* end with 0 or all; in the short form up to `most` */
    const char *settings;            /* besides N, with a blank before; NULL: none */
    const char *size;                /* what N is called there; NULL: N */
    int from; /* N of the smallest run that the exponents are of; 0: 100 */
} family;

#define CHAIN                                                                                  \
    { 30, 100, 200, 400, 1000, 3000 }, { 5, 10, 20, 40, 80 }
#define BELT                                                                                   \
    { 40, 100, 183, 400, 1000, 2000, 4000 }, { 20, 40, 60 }

/* before the cranks are horizontal for the first time, where G loses rank */
#define LINKAGES                                                                               \
    { 25, 50, 100, 200, 400, 1000, 3000 }, { 5, 10, 20, 40 }

#define TRACK { 46, 92, 130, 184, 260, 368, 520, 736 }, { 46, 64, 92, 130 }, " nr=7"

/* modes of the frame, whose nodes have coordinates of their own; cars of 14 bodies; trailers */
#define FRAME    { 20, 67, 134, 342, 702, 1422 }, { 20, 67 }, " attach=nodes", "modes", 134
#define CARS     { 1, 2, 4, 8, 16, 32, 64 }, { 1, 2 }, NULL, "ncar", 8
#define TRAILERS { 4, 16, 64, 128, 256, 512, 1000 }, { 4, 16, 64 }, NULL, "ntrailer"

static const family families[] = {
    { "chain-hht", "chain", "hht", "index3", 1, 1e-4, CHAIN },
    { "chain-generalized_alpha", "chain", "generalized_alpha", "index3", 1, 1e-4, CHAIN },
    { "chain-radau_iia", "chain", "radau_iia", "index3", 1, 1e-4, CHAIN },
    { "chain-radau_iia-ggl", "chain", "radau_iia", "ggl", 0.3, 1e-4, CHAIN },
    { "chain-ida-ggl", "chain", "ida", "ggl", 1, 1e-4, CHAIN },
    { "chain-rodas5p", "chain", "rodas5p", "index1", 1, 1e-4, CHAIN },
    { "chain-cvode_bdf", "chain", "cvode_bdf", "index1", 1, 1e-4, CHAIN },
    { "chain-dopri5", "chain", "dopri5", "index1", 1, 1e-4, CHAIN },
    { "chain-projected", "chain", "dopri5", "projected", 1, 1e-4, CHAIN },
    { "four_bar-hht", "four_bar", "hht", "index3", 0.5, 1e-6, LINKAGES },
    { "four_bar-radau_iia", "four_bar", "radau_iia", "index3", 0.5, 1e-6, LINKAGES },
    { "four_bar-ida-ggl", "four_bar", "ida", "ggl", 0.5, 1e-6, LINKAGES },
    { "four_bar-rodas5p", "four_bar", "rodas5p", "index1", 0.5, 1e-6, LINKAGES },
    { "four_bar-dopri5", "four_bar", "dopri5", "index1", 0.5, 1e-6, LINKAGES },
    { "belt-hht", "belt", "hht", "index3", 0.02, 1e-4, BELT },
    { "belt-radau_iia", "belt", "radau_iia", "index3", 0.02, 1e-4, BELT },
    { "belt-ida", "belt", "ida", "index3", 0.02, 1e-4, BELT },
    { "belt-ida-ggl", "belt", "ida", "ggl", 0.02, 1e-4, BELT },
    { "belt-radau_iia-index1", "belt", "radau_iia", "index1", 0.02, 1e-4, BELT },
    { "belt-rodas5p", "belt", "rodas5p", "index1", 0.02, 1e-4, BELT },
    { "belt-cvode_bdf", "belt", "cvode_bdf", "index1", 0.02, 1e-4, BELT },
    { "track-hht", "track", "hht", "index3", 0.01, 1e-4, TRACK },
    { "track-radau_iia", "track", "radau_iia", "index3", 0.01, 1e-4, TRACK },
    { "track-dopri5", "track", "dopri5", "index1", 0.01, 1e-4, TRACK },
    { "frame-hht", "flexible_frame", "hht", "index3", 0.005, 1e-3, FRAME },
    { "frame-radau_iia", "flexible_frame", "radau_iia", "index3", 0.005, 1e-3, FRAME },
    { "ncar-hht", "hmmwv", "hht", "index3", 0.05, 1e-4, CARS },
    { "ncar-radau_iia", "hmmwv", "radau_iia", "index3", 0.05, 1e-4, CARS },
    { "ncar-dopri5", "hmmwv", "dopri5", "index1", 0.001, 1e-4, CARS },
    { "ntrailer-hht", "vehicle_trailer", "hht", "index3", 4, 1e-4, TRAILERS },
    { "ntrailer-radau_iia", "vehicle_trailer", "radau_iia", "index3", 4, 1e-4, TRAILERS },
    { "ntrailer-dopri5", "vehicle_trailer", "dopri5", "index1", 4, 1e-4, TRAILERS },
};
enum { FAMILIES = sizeof families / sizeof *families, MOST_SHORT = 3000 };

typedef struct run {
    ivp_status status;
    double cpu, megabytes, digits;
    long steps, attempts, jacobians, factors, unknowns;
} run;

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* q at the end, for the caller to free; NULL: it failed. */
static double *solve(const family *f, instance *i, const char *elimination, double rtol, run *r)
{
    char options[40];
    reason why;
    evolve *e = NULL;
    snprintf(options, sizeof options, "elimination=%s", elimination);
    const evolve_setup setup = { .formulation = f->formulation,
                                 .formulation_options = options,
                                 .solver = f->solver,
                                 .rtol = rtol,
                                 .atol = rtol,
                                 .t1 = f->t1 };
    double *y = calloc((size_t)instance_ncomponents(i), sizeof *y);
    r->status = y ? evolve_create(&e, i, &setup, &why) : IVP_E_NOMEM;
    const double before = cpu_s();
    if (!r->status) r->status = evolve_run(e, NULL, NULL);
    r->cpu = cpu_s() - before;
    if (!r->status) r->status = evolve_state(e, y);
    if (!r->status) {
        const long *n = evolve_counters(e);
        r->steps = n[IVP_N_ACCEPTED];
        r->attempts = r->steps + n[IVP_N_REJECTED] + n[IVP_N_FAILED];
        r->jacobians = n[IVP_N_JAC];
        r->factors = n[IVP_N_LU];
        r->unknowns = i->sizes.nq + i->sizes.ng;
    }
    evolve_destroy(e);
    return y;
}

static double difference(const instance *i, const double *y, const double *z)
{
    double most = 0, size = 0;
    for (int k = 0; k < i->sizes.nq; k++) {
        most = fmax(most, fabs(y[k] - z[k]));
        size = fmax(size, fabs(z[k]));
    }
    return -log10(fmax(most / size, 1e-16));
}

static run measure(const family *f, int n, const char *elimination, bool with_digits)
{
    char settings[40];
    reason why;
    instance *i = NULL;
    run r = { .status = IVP_E_INVALID }, finer;
    snprintf(settings, sizeof settings, "%s=%d%s", f->size ? f->size : "N", n,
             f->settings ? f->settings : "");
    if (instance_open(&i, f->problem, settings, &why)) return r;
    double *y = solve(f, i, elimination, f->rtol, &r);
    for (int k = 1; !r.status && k < REPEATS && r.cpu < 1; k++) {
        run again;
        free(solve(f, i, elimination, f->rtol, &again));
        r.cpu = fmin(r.cpu, again.cpu);
    }
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    r.megabytes = (double)used.ru_maxrss / 1024;
    if (with_digits && !r.status) {
        double *z = solve(f, i, elimination, f->rtol / 10, &finer);
        r.digits = finer.status ? NAN : difference(i, y, z);
        free(z);
    }
    free(y);
    instance_close(i);
    return r;
}

/* In a process of its own, whose memory is that of this run alone. */
static run measure_apart(const family *f, int n, const char *elimination, bool with_digits)
{
    run r = { .status = IVP_E_NOMEM };
    int ends[2];
    if (pipe(ends)) return r;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        r = measure(f, n, elimination, with_digits);
        _exit(write(ends[1], &r, sizeof r) == sizeof r ? 0 : 1);
    }
    close(ends[1]);
    if (child < 0 || read(ends[0], &r, sizeof r) != sizeof r) r.status = IVP_E_LIBRARY;
    close(ends[0]);
    if (child > 0) waitpid(child, NULL, 0);
    return r;
}

/* ---- slopes ------------------------------------------------------------------------------ */

typedef struct points {
    int n;
    double x[SIZES];           /* logarithms of N, */
    double y[SIZES], z[SIZES]; /* of ms of an attempt and of an accepted step */
} points;

/* ln of the cost at ln N on the polygon through the points, extended at its ends */
static double at(const points *p, double x)
{
    int k = 1;
    while (k < p->n - 1 && p->x[k] < x) k++;
    const double w = (x - p->x[k - 1]) / (p->x[k] - p->x[k - 1]);
    return (1 - w) * p->y[k - 1] + w * p->y[k];
}

/* The N from which on sparse is cheaper, 0: it is from the start. */
static double crossing(const points *sparse, const points *dense)
{
    double x = log(2);
    if (sparse->n < 2 || dense->n < 2 || at(sparse, x) < at(dense, x)) return 0;
    while (x < log(1e4) && at(sparse, x) > at(dense, x)) x += 0.01;
    return exp(x);
}

static points take(const family *f, const int *sizes, const char *elimination, int most,
                   FILE *out)
{
    points p = { 0 };
    for (int k = 0; k < SIZES && sizes[k] && sizes[k] <= most; k++) {
        const run r = measure_apart(f, sizes[k], elimination, !strcmp(elimination, "sparse"));
        const double ms = 1e3 * r.cpu / (double)r.attempts;
        fprintf(out, "%s\t%d\t%ld\t%s\t%ld\t%ld\t%ld\t%ld\t%.4g\t%.4g\t%.1f\t%.2f\n",
                elimination, sizes[k], r.unknowns, status_name(r.status), r.steps, r.attempts,
                r.jacobians, r.factors, r.cpu, ms, r.megabytes, r.digits);
        fflush(out);
        if (r.status || !(r.cpu > 0)) continue;
        p.x[p.n] = log(sizes[k]);
        p.y[p.n] = log(ms);
        p.z[p.n++] = log(1e3 * r.cpu / (double)r.steps);
    }
    return p;
}

static points large_ones(const points *p, int from)
{
    points large = { 0 };
    for (int k = 0; k < p->n; k++) {
        if (p->x[k] < log(from - 0.5)) continue;
        large.x[large.n] = p->x[k];
        large.y[large.n] = p->y[k];
        large.z[large.n++] = p->z[k];
    }
    return large;
}

static void family_to(const family *f, const char *folder, int most, FILE *slopes)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s.tsv", folder, f->name);
    FILE *out = fopen(path, "w");
    if (!out) {
        perror(path);
        exit(3);
    }
    fprintf(out,
            "# %s@%s on %s, rtol %g, t to %g\n# way\t%s\tunknowns\tstatus\tsteps\tattempts\t"
            "jacobians\tfactors\tcpu_s\tms_an_attempt\tMB\tdigits\n",
            f->solver, f->formulation, f->problem, f->rtol, f->t1, f->size ? f->size : "N");
    const points sparse = take(f, f->sparse, "sparse", most, out);
    fputs("\n\n", out); /* two data sets for gnuplot */
    const points dense = take(f, f->dense, "dense", most, out),
                 large = large_ones(&sparse, f->from ? f->from : 100);
    fclose(out);
    double slope = NAN, half = NAN, step = NAN, wide = NAN;
    if (large.n > 1) slope_fit(large.n, large.x, large.y, &slope, &half);
    if (large.n > 1) slope_fit(large.n, large.x, large.z, &step, &wide);
    const double cross = crossing(&sparse, &dense);
    fprintf(slopes,
            "%-24s an attempt ~ N^%.2f +- %.2f, a step N^%.2f +- %.2f; sparse is cheaper ",
            f->name, slope, half, step, wide);
    fprintf(slopes, cross > 0 ? "from N = %.0f on\n" : "everywhere\n", cross);
    fflush(slopes);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: scaling FOLDER [short|whole [WORD]]\n", stderr);
        return 2;
    }
    char path[1000];
    snprintf(path, sizeof path, "%s/slopes.txt", argv[1]);
    FILE *slopes = fopen(path, "w");
    if (!slopes) {
        perror(path);
        return 3;
    }
    const int most = argc > 2 && !strcmp(argv[2], "short") ? MOST_SHORT : 20000;
    for (int k = 0; k < FAMILIES; k++)
        if (argc < 4 || strstr(families[k].name, argv[3]))
            family_to(&families[k], argv[1], most, slopes);
    return fclose(slopes) ? 3 : 0;
}
