/* drive_cost.c -- what a step costs by drive() and by advance(): one code in both ways, on an
 * equation whose right-hand side costs next to nothing. A benchmark, not a test: `make speed`
 * runs it, and exit code 1 says that a step by drive() costs a tenth more.
 *
 *     build/tests/drive_cost [RUNS]
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <ivp/model.h>

#include "bench/base/util.h"
#include "kernel/problem/instance.h"
#include "kernel/problem/plugin.h"
#include "kernel/stepping/evolve.h"

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, ascending);
    return 0.5 * (v[(n - 1) / 2] + v[n / 2]);
}

static const char *const ways[] = { "t_advances", "t_drives" };

static evolve *opened(instance *i, const char *solver)
{
    reason why;
    evolve *e;
    const evolve_setup setup = {
        .formulation = "ode", .solver = solver, .rtol = 1e-10, .atol = 1e-10, .t1 = 40
    };
    if (!evolve_create(&e, i, &setup, &why)) return e;
    fprintf(stderr, "drive_cost: %s\n", why.text);
    exit(3);
}

/* Both in turn, so that a drift of the machine meets both. */
int main(int argc, char **argv)
{
    const int runs = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 1000;
    char folder[1024];
    reason why;
    program_folder(folder, sizeof folder);
    char *roots = text_of("%s/../testroot:%s/..", folder, folder);
    setenv("IVPBENCH_PLUGIN_PATH", roots, 1);
    free(roots);
    instance *i;
    if (runs < 1 || instance_open(&i, "van_der_pol", "eps=1", &why)) {
        fputs("usage: drive_cost [RUNS]\n", stderr);
        return 2;
    }
    double *spent[2];
    evolve *e[2];
    for (int k = 0; k < 2; k++) {
        e[k] = opened(i, ways[k]);
        spent[k] = grown(NULL, (size_t)runs, sizeof *spent[k]);
    }
    for (int run = 0; run < runs; run++)
        for (int turn = 0; turn < 2; turn++) {
            const int k = (run + turn) % 2;
            const double begin = cpu_s();
            if (evolve_run(e[k], NULL, NULL)) return 3;
            spent[k][run] = cpu_s() - begin;
        }
    double cost[2]; /* of a step, in ns */
    for (int k = 0; k < 2; k++) {
        const long steps = evolve_counters(e[k])[IVP_N_ACCEPTED];
        cost[k] = 1e9 * median(spent[k], runs) / (double)steps;
        printf("%-10s  %7.1f ns a step of %ld\n", ways[k], cost[k], steps);
        evolve_destroy(e[k]);
        free(spent[k]);
    }
    instance_close(i);
    return cost[1] > 1.1 * cost[0];
}
