/* timing.c -- repeated solves between two readings of the clocks.
 *
 * CLOCK_MONOTONIC_RAW is not slewed by time servers; CLOCK_PROCESS_CPUTIME_ID counts what this
 * process used, all threads, and is not disturbed by who else runs. The CPU clock is read
 * outside the wall clock, and may exceed it by the cost of two readings. Instructions are
 * counted in user mode alone.
 *
 * How long to go on: until min_time_s is spent and the median is known to `precision`, or
 * PATIENCE times min_time_s is spent. Samples are correlated in bursts (frequency, neighbours),
 * so more of them from one process would only feign precision; other processes follow later. */
#include "bench/worker/timing.h"

#include "bench/base/util.h"

#include <linux/perf_event.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
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

static double cpu_s(const timing_goal *goal, void *context)
{
    return clock_s(CLOCK_PROCESS_CPUTIME_ID) + goal->elsewhere_s(context);
}

static bool sample(const timing_goal *goal, timing_solve solve, void *context, long batch,
                   int counter, record_sample *s)
{
    bool good = true;
    counter_start(counter);
    const double cpu = cpu_s(goal, context), wall = clock_s(CLOCK_MONOTONIC_RAW);
    for (long k = 0; k < batch && good; k++) good = solve(context);
    s->wall_s = (clock_s(CLOCK_MONOTONIC_RAW) - wall) / (double)batch;
    s->cpu_s = (cpu_s(goal, context) - cpu) / (double)batch;
    const long n = counter_stop(counter);
    s->instructions = n < 0 ? n : n / batch;
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
    if (r->nsamples >= MOST_SAMPLES || total >= PATIENCE * g->min_time_s) return true;
    return total >= g->min_time_s && half_width(r) <= g->precision;
}

static void keep(record *r, const record_sample *s)
{
    r->samples = grown(r->samples, (size_t)r->nsamples + 1, sizeof *r->samples);
    r->samples[r->nsamples++] = *s;
}

/* A first run as long as min_time_s is the only one: a longer solve needs no repetition here,
 * the other timing processes repeat it. */
bool timing_run(const timing_goal *goal, timing_solve solve, void *context, record *to)
{
    const int counter = counter_open();
    record_sample s = { .worker = goal->worker };
    bool good = sample(goal, solve, context, 1, counter, &s);
    double total = s.wall_s;
    if (good && total >= goal->min_time_s)
        keep(to, &s);
    else {
        const long batch = total < batch_s ? (long)ceil(batch_s / fmax(total, 1e-8)) : 1;
        total = 0;
        while (good && !enough(goal, to, total)) {
            good = sample(goal, solve, context, batch, counter, &s);
            total += s.wall_s * (double)batch;
            if (good) keep(to, &s);
        }
    }
    if (counter >= 0) close(counter);
    return good;
}
