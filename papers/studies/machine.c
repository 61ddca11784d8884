/* machine.c -- how much the CPU time of equal work varies on this machine now.
 *
 * One integration, hht on Andrews' mechanism at 1e-5, is repeated for a second and a half.
 * Other programs share caches and units of the processor and so lengthen some of the runs. A
 * claim on times is judged by what stays true within this spread (papers/claim.h).
 *
 *     spread   runs; their least time, the time that nine of ten do not exceed, the latter over
 *              the former
 *
 * long: spread
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <time.h>

#include "kernel/problem/status.h"
#include "papers/studies/runs.h"

enum { MOST_RUNS = 2000 };
static const double enough = 1.5; /* s */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static double taken[MOST_RUNS];
    const evolve_setup setup = {
        .formulation = "index3", .solver = "hht", .rtol = 1e-5, .atol = 1e-5
    };
    if (argc != 2 || strcmp(argv[1], "spread")) give_up("usage: machine spread");
    instance *i = open_problem("andrews", NULL);
    evolve *e = set_up(i, &setup);
    int n = 0;
    for (double sum = 0; n < MOST_RUNS && sum < enough; n++) {
        const clock_t from = clock();
        const ivp_status status = evolve_run(e, NULL, NULL);
        if (status) give_up("hht ends as %s", status_name(status));
        taken[n] = (double)(clock() - from) / CLOCKS_PER_SEC;
        sum += taken[n];
    }
    qsort(taken, (size_t)n, sizeof *taken, ascending);
    const double least = taken[0], most = taken[n * 9 / 10];
    puts("runs,least,nine_of_ten,spread");
    printf("%d,%.17g,%.17g,%.17g\n", n, least, most, most / least);
    evolve_destroy(e);
    instance_close(i);
    return 0;
}
