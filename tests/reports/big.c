/* big.c -- a store of many made-up results, to see how reports grow: big STORE CELLS.
 *
 *     make build/tests/big && build/tests/big /tmp/big.db 100000
 *     /usr/bin/time -v build/ivpbench report --store /tmp/big.db --output /tmp/big
 *
 * 40 solvers, ladders of 10 rungs, as many problems as it takes; four samples and a few drawing
 * points a result.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/reports/synthetic.h"

enum { SOLVERS = 40, RUNGS = 10, SAMPLES = 4, POINTS = 24 };

static void shorten(record *r)
{
    for (int i = 0; i < r->nsamples; i++) r->samples[i].worker = i % SAMPLES;
    r->nsamples = r->nsamples < SAMPLES ? r->nsamples : SAMPLES;
    for (int i = 0; i < r->nseries; i++) r->series[i].n = POINTS;
    for (int i = 3; i < r->nseries; i++) {
        free(r->series[i].name);
        free(r->series[i].v);
    }
    r->nseries = r->nseries < 3 ? r->nseries : 3;
}

static bool put(store *s, int i)
{
    const int rung = i % RUNGS, solver = i / RUNGS % SOLVERS, problem = i / RUNGS / SOLVERS;
    char name[32], parameters[32];
    snprintf(name, sizeof name, "s%d", solver);
    snprintf(parameters, sizeof parameters, "k=%d", problem);
    const swing row = { .solver = name,
                        .formulation = solver % 3 ? "ggl" : "projected",
                        .parameters = parameters,
                        .rtol = pow(10, -3 - rung),
                        .order = 1,
                        .cost = 1e-5 * (1 + solver),
                        .outcome = (i * 7919 / 13) % 17 ? OUTCOME_OK : OUTCOME_DIVERGED };
    record r = swing_record(&row);
    shorten(&r);
    const bool good = store_put(s, &r);
    record_free(&r);
    return good;
}

int main(int argc, char **argv)
{
    char plan[] = "", environment[] = "{}";
    reason why;
    store_run run = { .uuid = "big",
                      .started = "2000-01-01T00:00:00Z",
                      .machine = "here",
                      .plan = plan,
                      .environment = environment };
    const int n = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
    store *s = n > 0 ? store_open(argv[1], true, &why) : NULL;
    if (!s || !store_begin_run(s, &run)) {
        fprintf(stderr, "big STORE CELLS: %s\n",
                s       ? store_error(s)
                : n > 0 ? why.text
                        : "wrong");
        return 2;
    }
    for (int i = 0; i < n; i++)
        if (!put(s, i)) {
            fprintf(stderr, "%s\n", store_error(s));
            return 3;
        }
    store_close(s);
    return 0;
}
