/* timing.c -- repeated solves between two readings of the clocks.
 *
 * CLOCK_MONOTONIC_RAW is not slewed by time servers; CLOCK_PROCESS_CPUTIME_ID counts what this
 * process used, all threads, and is not disturbed by who else runs. The CPU clock is read
 * outside the wall clock, and may exceed it by the cost of two readings. Instructions are
 * counted in user mode alone.
 *
 * How long to go on: until min_time_s is spent and the median is known to `precision`, or
 * PATIENCE times min_time_s is spent. Samples are correlated in bursts (frequency, neighbours),
 * so more of them from one process would only feign precision; other processes follow later.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/timing.h"

#include "bench/base/util.h"

#include <linux/perf_event.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MOST_SAMPLES = 1000, LEAST_SAMPLES = 6, PATIENCE = 4 };
static const double batch_s = 1e-3;

static double clock_s(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* -1 where the machine does not allow it. */
static int counter_open(void)
{
    struct perf_event_attr a = { .type = PERF_TYPE_HARDWARE,
                                 .size = sizeof a,
                                 .config = PERF_COUNT_HW_INSTRUCTIONS,
                                 .disabled = 1,
                                 .exclude_kernel = 1,
                                 .exclude_hv = 1 };
    return (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static void counter_start(int fd)
{
    if (fd < 0) return;
    ioctl(fd, PERF_EVENT_IOC_RESET, 0);
    ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
}

static long counter_stop(int fd)
{
    uint64_t n;
    if (fd < 0) return -1;
    ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
    return read(fd, &n, sizeof n) == (ssize_t)sizeof n ? (long)n : -1;
}

double timing_cpu_s(void) { return clock_s(CLOCK_PROCESS_CPUTIME_ID); }

double timing_others_s(void)
{
    const double direct = clock_s(CLOCK_THREAD_CPUTIME_ID);
    return fmax(0, timing_cpu_s() - direct);
}

static double cpu_s(repeats *r) { return timing_cpu_s() + repeats_elsewhere(r); }

static long switches(void)
{
    struct rusage u;
    return getrusage(RUSAGE_SELF, &u) ? 0 : u.ru_nvcsw - u.ru_majflt;
}

/* What is outside of the clocks is told apart: the preparation, and what other threads do
 * then. */
static bool sample(repeats *r, bool moved, long batch, int counter, record_sample *s)
{
    bool good = true;
    long k = 0;
    repeats_prepare(r, moved, batch);
    const long before = switches();
    counter_start(counter);
    const double others = timing_others_s(), cpu = cpu_s(r),
                 wall = clock_s(CLOCK_MONOTONIC_RAW);
    for (; k < batch && good; k++) good = repeats_solve(r, k);
    s->wall_s = (clock_s(CLOCK_MONOTONIC_RAW) - wall) / (double)batch;
    const double spent = cpu_s(r) - cpu;
    const long n = counter_stop(counter);
    r->told->others_s -= timing_others_s() - others;
    r->told->switches += switches() - before;
    s->cpu_s = spent / (double)batch;
    s->instructions = n < 0 ? n : n / batch;
    repeats_sampled(r, k, spent);
    return good;
}

/* The number of samples below the median is binomial(n, 1/2); in its normal approximation the
 * 95 % interval lies between the order statistics at n/2 -+ 0.98 sqrt n. */
double timing_half_width(double *v, int n)
{
    if (n < LEAST_SAMPLES) return 1;
    const double median = median_of(v, n), middle = 0.5 * (n - 1), away = 0.98 * sqrt(n);
    const int low = (int)fmax(0, floor(middle - away)), high = n - 1 - low;
    return median > 0 ? 0.5 * (v[high] - v[low]) / median : 1;
}

static double half_width(const record *r)
{
    double v[MOST_SAMPLES];
    for (int k = 0; k < r->nsamples; k++) v[k] = r->samples[k].cpu_s;
    return timing_half_width(v, r->nsamples);
}

static bool enough(const timing_goal *g, const record *r, double total)
{
    if (!r->nsamples || (!r->repeats.n && !*r->repeats.not_moved)) return false;
    if (r->nsamples >= MOST_SAMPLES || total >= PATIENCE * g->min_time_s) return true;
    return total >= g->min_time_s && half_width(r) <= g->precision;
}

static void keep(record *r, const record_sample *s)
{
    r->samples = grown(r->samples, (size_t)r->nsamples + 1, sizeof *r->samples);
    r->samples[r->nsamples++] = *s;
}

/* A clock that went back gives no time to go on with. The parent refuses the sample. */
static bool has_passed(const record_sample *s) { return s->wall_s > 0; }

/* false: a solve failed. */
static bool go_on(const timing_goal *goal, repeats *r, record *to, long batch, int counter)
{
    bool good = true;
    for (double total = 0; good && !enough(goal, to, total);) {
        record_sample s = { .worker = goal->worker };
        const bool moved = repeats_draw(r);
        const long n = moved && batch > REPEATS_BATCH ? REPEATS_BATCH : batch;
        good = sample(r, moved, n, counter, &s);
        total += s.wall_s * (double)n;
        if (good && !has_passed(&s)) {
            keep(to, &s);
            break;
        }
        if (!moved && s.wall_s * (double)n < batch_s / 2)
            batch *= 2; /* the first run was slow */
        if (good && !moved) keep(to, &s);
    }
    return good;
}

static void note_median(const record *r, record_repeats *to)
{
    double v[MOST_SAMPLES];
    for (int k = 0; k < r->nsamples; k++) v[k] = r->samples[k].cpu_s;
    to->plain_s = r->nsamples ? median_of(v, r->nsamples) : 0;
}

/* A first run as long as min_time_s is the only one: a longer solve needs no repetition here,
 * the other timing processes repeat it. If the parent asks for it, another follows from a moved
 * start. */
void timing_run(const timing_goal *goal, repeats *r, record *to)
{
    const int counter = counter_open();
    record_sample s = { .worker = goal->worker }, moved;
    bool good = sample(r, false, 1, counter, &s);
    if (good && !has_passed(&s)) {
        keep(to, &s);
    } else if (good && s.wall_s >= goal->min_time_s) {
        keep(to, &s);
        if (r->from.moved && repeats_can_move(r)) sample(r, true, 1, counter, &moved);
    } else if (good) {
        const long batch = s.wall_s < batch_s ? (long)ceil(batch_s / fmax(s.wall_s, 1e-8)) : 1;
        good = go_on(goal, r, to, batch, counter);
    }
    if (good) note_median(to, &to->repeats);
    if (counter >= 0) close(counter);
}
