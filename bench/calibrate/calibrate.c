/* calibrate.c -- times each wrapped library against the same loops compiled here: one line of
 * JSON a library, for the doctor, the store and the page.
 *
 *     calibrate >build/calibration.json
 *
 * First the library's loop must come to the same numbers as ours. Each library has a process of
 * its own: what one starts, as PETSc does MPI, or breaks, is nothing to the others. A time is
 * the least of 25 batches of a millisecond, by the clock of the process, so that other work on
 * the machine hardly counts. The CPU time of opening the library is told too: it is no work of
 * a solver's set-up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/calibration/calibration.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BATCHES = 25, MOST_S = 20, OTHER_NUMBERS = 2 };

static const calibration *const all[] = {
    &calibrate_sundials, &calibrate_gsl,    &calibrate_klu,   &calibrate_petsc,
    &calibrate_desolve,  &calibrate_octave, &calibrate_boost,
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double batch(calibration_run *run, workpiece *w, int times)
{
    const double began = now();
    for (int k = 0; k < times; k++) run(w);
    return (now() - began) / times;
}

/* Both in turn, so that a change of the clock's frequency meets both. */
static double ratio(calibration_run *theirs, calibration_run *ours, workpiece *w)
{
    const int times = 1 + (int)(1e-3 / fmax(batch(ours, w, 100), 1e-9));
    double least[2] = { INFINITY, INFINITY };
    for (int k = 0; k < BATCHES; k++) {
        least[0] = fmin(least[0], batch(theirs, w, times));
        least[1] = fmin(least[1], batch(ours, w, times));
    }
    return least[0] / least[1];
}

static void fill(workpiece *w)
{
    w->sum = 0;
    memset(w->z, 0, sizeof w->z);
    memset(w->LU, 0, sizeof w->LU);
    for (int i = 0; i < CALIBRATION_N; i++) {
        w->x[i] = 1 + 0.001 * i;
        w->y[i] = 2 - 0.001 * i;
    }
    for (int j = 0; j <= CALIBRATION_M; j++) w->starts[j] = j * CALIBRATION_M;
    for (int k = 0; k < CALIBRATION_M * CALIBRATION_M; k++) w->row[k] = k % CALIBRATION_M;
    for (int j = 0; j < CALIBRATION_M; j++)
        for (int i = 0; i < CALIBRATION_M; i++)
            w->A[i + j * CALIBRATION_M] = 1.0 / (1 + i + j) + (i == j);
}

static const char *verdict(double largest, double mean, int n)
{
    const int bad = (largest > 5) + (n > 1 ? mean > 2.6 : largest > 5);
    return bad == 2 ? "not optimised" : bad ? "in doubt" : "optimised";
}

/* Factors have signs that are a convention. */
static bool differ(const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(fabs(a[i]) - fabs(b[i])) <= 1e-12 * (1 + fabs(b[i])))) return true;
    return false;
}

/* Both loops must come to the same numbers, or their times say nothing. */
static bool same(calibration_run *theirs, calibration_run *ours, workpiece *w)
{
    fill(w);
    theirs(w);
    const workpiece done = *w;
    fill(w);
    ours(w);
    return !differ(&done.sum, &w->sum, 1) && !differ(done.z, w->z, CALIBRATION_N) &&
           !differ(done.LU, w->LU, CALIBRATION_M * CALIBRATION_M);
}

static int calibrate(const calibration *c)
{
    static workpiece w;
    char version[64] = "";
    fill(&w);
    const double began = now();
    if (!c->open(&w, version, sizeof version)) return EXIT_SUCCESS;
    const double opening = now() - began;
    double largest = 0, logs = 0;
    int n = 0;
    printf("{\"library\": \"%s\", \"version\": \"%s\", \"ratios\": {", c->library, version);
    for (; c->op[n].name; n++) {
        if (!same(c->op[n].theirs, c->op[n].ours, &w)) return OTHER_NUMBERS;
        const double r = ratio(c->op[n].theirs, c->op[n].ours, &w);
        printf("%s\"%s\": %.2f", n ? ", " : "", c->op[n].name, r);
        largest = fmax(largest, r);
        logs += log(r);
    }
    const double mean = exp(logs / n);
    printf("}, \"largest\": %.2f, \"mean\": %.2f, \"verdict\": \"%s\", \"open_s\": %.5f}\n",
           largest, mean, verdict(largest, mean, n), opening);
    return fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* A library that cannot be measured is named, and the others go on. */
static void apart(const calibration *c)
{
    int status = 0;
    const pid_t pid = fork();
    if (pid == 0) {
        alarm(MOST_S);
        _exit(calibrate(c));
    }
    if (pid > 0 && waitpid(pid, &status, 0) == pid && status == 0) return;
    fprintf(stderr, "calibrate: %s is not calibrated: %s (status %d)\n", c->library,
            WIFEXITED(status) && WEXITSTATUS(status) == OTHER_NUMBERS
                ? "its loop comes to other numbers than ours"
                : "its process does not end well",
            status);
}

int main(void)
{
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k]) apart(all[k]);
    return EXIT_SUCCESS;
}
