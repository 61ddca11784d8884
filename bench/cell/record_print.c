/* record_print.c -- prints a record: outcome, end state, counters, times, output of the worker.
 *
 * For `run --cell`, where one result is looked at by itself; nothing is scored here.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cell/record_print.h"

#include "bench/base/printable.h"
#include "bench/base/util.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void row(const char *label, const char *text)
{
    if (!text || !*text) return;
    printf("%-16s", label);
    put_tame(stdout, text);
    putchar('\n');
}

/* Zeros are left out: no method uses all counters. What is not known is no zero. */
static void print_counters(const record *r)
{
    printf("%-16s", "counters");
    for (int i = 0; i < RECORD_COUNTERS; i++)
        if (r->counters[i] < 0)
            printf("%s ?  ", record_counter(i));
        else if (r->counters[i])
            printf("%s %ld  ", record_counter(i), r->counters[i]);
    putchar('\n');
}

/* Median and least as everywhere; the interval is for reports, which have more samples. */
static void print_times(const record *r)
{
    if (!r->nsamples) return;
    double *cpu = need(calloc((size_t)r->nsamples, sizeof *cpu));
    for (int i = 0; i < r->nsamples; i++) cpu[i] = r->samples[i].cpu_s;
    const double median = median_of(cpu, r->nsamples);
    printf("%-16smedian %.6g s, least %.6g s, %d samples\n", "CPU time", median, cpu[0],
           r->nsamples);
    free(cpu);
}

/* Least and largest value of each measure of quality along the run. */
static void print_drift(const record *r)
{
    for (int i = 0; i < r->nseries; i++) {
        if (strncmp(r->series[i].name, "drift:", 6) && strncmp(r->series[i].name, "inv:", 4))
            continue;
        double low = INFINITY, high = -INFINITY;
        for (int j = 0; j < r->series[i].n; j++) {
            low = fmin(low, r->series[i].v[j]);
            high = fmax(high, r->series[i].v[j]);
        }
        if (r->series[i].n) printf("%-16s%.6g .. %.6g\n", r->series[i].name, low, high);
    }
}

static void print_state(const record *r)
{
    for (int i = 0; i < r->ncomponents; i++)
        printf("  %-14s%.17g\n", r->components[i], r->end_state[i]);
}

void words_print(const record *r)
{
    char title[1024];
    cell_title(&r->cell, title, sizeof title);
    row("cell", title);
    row("key", r->cell.key);
    row("outcome", outcome_name(r->outcome));
    if (r->irreproducible) row("", "irreproducible: a timed run and the watched run differ");
    row("status", r->status);
    row("detail", r->detail);
    printf("%-16s%.17g\n", "t reached", r->t_reached);
    print_counters(r);
    print_times(r);
    printf("%-16s%.3g s set-up, %.3g s harness, %ld kB at most\n", "cost", r->setup_s,
           r->overhead_s, r->peak_kb);
    print_drift(r);
    for (int i = 0; i < r->nevents; i++) {
        printf("%-16s%.17g ", "event", r->events[i].t);
        put_tame(stdout, r->events[i].guard);
        printf(" %+d\n", r->events[i].direction);
    }
    print_state(r);
    row("output", *r->output ? "of the worker:" : "");
    if (*r->output) printf("%s\n", r->output);
}
