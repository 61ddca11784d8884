/* doctor_noise.c -- how much the same work differs from time to time on this machine.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/host/doctor.h"

#include "bench/worker/timing.h"
#include "bench/base/util.h"

#include <stdio.h>

/* About a millisecond of dependent additions; the result must not be guessable. */
static double spin(long n)
{
    volatile double x = 0.5;
    for (long i = 0; i < n; i++) x = x * 0.999999 + 1e-6;
    return x;
}

/* The least time is what the machine can do; how far the median lies above it, and the 95th
 * percentile above the median, is what neighbours, interrupts and frequency make of it. */
doctor_verdict doctor_noise(char text[DOCTOR_TEXT])
{
    enum { SAMPLES = 400, WORK = 200000 };
    double v[SAMPLES];
    spin(WORK);
    for (int i = 0; i < SAMPLES; i++) {
        const double begin = now_s();
        spin(WORK);
        v[i] = now_s() - begin;
    }
    timing_half_width(v, SAMPLES); /* sorts */
    const double median = v[SAMPLES / 2], least = v[0], high = v[SAMPLES * 95 / 100];
    if (!(least > 0)) {
        snprintf(text, DOCTOR_TEXT, "cannot be measured: the clock does not go on");
        return DOCTOR_WARN;
    }
    const double excess = 100 * (median / least - 1), tail = 100 * (high / median - 1);
    const bool noisy = excess > 3 || tail > 5;
    snprintf(text, DOCTOR_TEXT,
             "%.2g ms of equal work: median %.1f %% above the least, 95 %% within %.1f %%%s",
             1e3 * median, excess, tail,
             noisy ? ": differences of that size mean nothing here" : "");
    return noisy ? DOCTOR_WARN : DOCTOR_FINE;
}
