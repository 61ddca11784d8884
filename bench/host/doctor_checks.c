/* doctor_checks.c -- what the doctor looks at, one function each.
 *
 * A warning is what spoils timings on this machine, and says what to do about it; a note is
 * what a reader of the timings should know but cannot change. What is not visible, as inside
 * containers, is never taken for good. Nothing here affects accuracy: digits and counters are
 * the same on a loaded machine.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/clock.h"
#include "bench/host/doctor.h"

#include "bench/host/machine.h"
#include "bench/process/confine.h"
#include "bench/base/program.h"
#include "bench/base/util.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A sanitizer makes everything two to ten times slower, and not all solvers alike. */
static doctor_verdict build(char text[DOCTOR_TEXT])
{
#if defined __SANITIZE_ADDRESS__
    snprintf(text, DOCTOR_TEXT,
             "built with sanitizers: build without SANITIZE=1 to measure times");
    return DOCTOR_WARN;
#elif !defined __OPTIMIZE__
    snprintf(text, DOCTOR_TEXT,
             "built without optimisation: build with OPT=-O2 to measure times");
    return DOCTOR_WARN;
#else
    snprintf(text, DOCTOR_TEXT, "%s %s, %s", BUILD_CC, __VERSION__, BUILD_FLAGS);
    return DOCTOR_FINE;
#endif
}

/* A hypervisor may give the core to somebody else; no clock inside sees it. */
static doctor_verdict cpu(char text[DOCTOR_TEXT])
{
    machine_cpu(text, DOCTOR_TEXT);
    char *info = file_text("/proc/cpuinfo");
    const bool virtual = info && strstr(info, " hypervisor");
    free(info);
    if (!virtual) return DOCTOR_FINE;
    const size_t n = strlen(text);
    snprintf(text + n, DOCTOR_TEXT - n, ", a virtual machine: neighbours disturb timings");
    return DOCTOR_WARN;
}

/* One core for the worker that is timed, one for the parent that watches it. */
static doctor_verdict cores(char text[DOCTOR_TEXT])
{
    int list[1024];
    const int n = machine_cores(list, 1024);
    snprintf(text, DOCTOR_TEXT, "%d usable%s", n,
             n < 2 ? ": with one core the harness itself disturbs timings" : "");
    return n < 2 ? DOCTOR_WARN : DOCTOR_FINE;
}

/* Any governor but "performance" answers load with a delay: short solves meet a slow clock. */
static doctor_verdict governor(char text[DOCTOR_TEXT])
{
    char name[64];
    machine_governor(name, sizeof name);
    if (!*name) {
        snprintf(text, DOCTOR_TEXT, "not visible here; frequencies may change unseen");
        return DOCTOR_NOTE;
    }
    const bool good = !strcmp(name, "performance");
    snprintf(text, DOCTOR_TEXT, "%s%s", name,
             good ? ""
                  : ": frequencies change under way; `cpupower frequency-set -g performance`");
    return good ? DOCTOR_FINE : DOCTOR_WARN;
}

/* Turbo holds for as long as the package stays cool, so the order of the cells would count. */
static doctor_verdict turbo(char text[DOCTOR_TEXT])
{
    bool known;
    const bool on = machine_turbo(&known);
    snprintf(text, DOCTOR_TEXT, "%s",
             !known ? "not visible here"
             : on   ? "on: short runs are faster than long ones; switch it off "
                      "in /sys/devices/system/cpu"
                    : "off");
    return !known ? DOCTOR_NOTE : on ? DOCTOR_WARN : DOCTOR_FINE;
}

/* The average of the last minute; our own start is not in it yet. */
static doctor_verdict load(char text[DOCTOR_TEXT])
{
    const double x = machine_load();
    snprintf(text, DOCTOR_TEXT, "%.2f%s", x,
             x > 0.3 ? ": something else is running; wait or stop it before timing" : "");
    return x > 0.3 ? DOCTOR_WARN : DOCTOR_FINE;
}

/* Sources other than these are read by a system call: microseconds instead of nanoseconds. */
static doctor_verdict clock_source(char text[DOCTOR_TEXT])
{
    char name[64];
    struct timespec r;
    machine_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", name,
                 sizeof name);
    clock_getres(CLOCK_MONOTONIC_RAW, &r);
    const bool slow = *name && strcmp(name, "tsc") && strcmp(name, "kvm-clock") &&
                      strcmp(name, "arch_sys_counter");
    if (!clocks_pass()) {
        snprintf(text, DOCTOR_TEXT, "it " CLOCK_FAILS ": nothing can be timed");
        return DOCTOR_WARN;
    }
    snprintf(text, DOCTOR_TEXT, "%s, resolution %ld ns%s", *name ? name : "unknown source",
             r.tv_sec * 1000000000 + r.tv_nsec,
             slow ? ": reading the clock is a system call here; short runs look longer" : "");
    return slow || r.tv_sec || r.tv_nsec > 1000 ? DOCTOR_WARN : DOCTOR_FINE;
}

/* Where code and stack happen to lie changes times by some percent: one process is one sample
 * of that, however often it repeats its solve. */
static doctor_verdict layout(char text[DOCTOR_TEXT])
{
    char value[16];
    machine_line("/proc/sys/kernel/randomize_va_space", value, sizeof value);
    const bool on = *value != '0';
    snprintf(
        text, DOCTOR_TEXT, "%s",
        on ? "addresses are randomised: processes differ by their layout, so several timing "
             "workers per cell are needed (workers in the plan)"
           : "addresses are not randomised: all workers share one layout, which may be a lucky "
             "one");
    return DOCTOR_NOTE;
}

/* Counting instructions resolves what times on a loaded machine do not. */
static doctor_verdict instructions(char text[DOCTOR_TEXT])
{
    struct perf_event_attr a = { .type = PERF_TYPE_HARDWARE,
                                 .size = sizeof a,
                                 .config = PERF_COUNT_HW_INSTRUCTIONS,
                                 .exclude_kernel = 1,
                                 .exclude_hv = 1 };
    const int fd = (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (fd >= 0) close(fd);
    snprintf(
        text, DOCTOR_TEXT, "%s",
        fd >= 0
            ? "counted by perf_event"
            : "not counted by perf_event: count them by `ivpbench speed count`, or lower "
              "/proc/sys/kernel/perf_event_paranoid, or measure outside containers and virtual "
              "machines");
    return fd >= 0 ? DOCTOR_FINE : DOCTOR_NOTE;
}

/* Trajectories are the bulk of a store. */
static doctor_verdict disk(char text[DOCTOR_TEXT])
{
    struct statvfs v;
    if (statvfs("out", &v) && statvfs(".", &v)) {
        snprintf(text, DOCTOR_TEXT, "the present folder cannot be asked for its free space");
        return DOCTOR_WARN;
    }
    const double gb = 1e-9 * (double)v.f_bavail * (double)v.f_frsize;
    snprintf(text, DOCTOR_TEXT, "%.1f GB free%s", gb,
             gb < 1 ? ": a full plan may need 1 GB" : "");
    return gb < 1 ? DOCTOR_WARN : DOCTOR_FINE;
}

bool doctor_gnuplot(char *text, size_t size)
{
    char *argv[] = { "gnuplot", "--version", NULL };
    return program_line(argv, text, size) && *text;
}

static doctor_verdict gnuplot(char text[DOCTOR_TEXT])
{
    if (doctor_gnuplot(text, DOCTOR_TEXT)) return DOCTOR_FINE;
    snprintf(text, DOCTOR_TEXT, "missing: reports will have scripts and data but no pictures");
    return DOCTOR_WARN;
}

/* Those of this program; what a solver wraps stands in `ivpbench info NAME`. */
static doctor_verdict libraries(char text[DOCTOR_TEXT])
{
    char version[64];
    const char *name;
    size_t n = 0;
    bool all = true;
    for (int i = 0; (name = machine_library(i, version, sizeof version)) && n < DOCTOR_TEXT;
         i++) {
        all &= *version != '\0';
        n += (size_t)snprintf(text + n, DOCTOR_TEXT - n, "%s%s %s", i ? ", " : "", name,
                              *version ? version : "absent");
    }
    return all ? DOCTOR_FINE : DOCTOR_NOTE;
}

/* Plug-ins are other people's code; what is missing here is told in docs/security.md. */
static doctor_verdict confinement_row(char text[DOCTOR_TEXT])
{
    char offers[128], lacks[512];
    const int unknown = confine_unknown();
    if (unknown) {
        snprintf(text, DOCTOR_TEXT, "cannot be tried: %s", strerror(unknown));
        return DOCTOR_WARN;
    }
    confine_text(confine_offers(), offers, sizeof offers);
    const bool weak = confine_lacks(confine_offers(), lacks, sizeof lacks);
    snprintf(text, DOCTOR_TEXT, "plug-ins are kept from: %s%s%s%s", offers,
             weak ? "; not from: " : "", weak ? lacks : "",
             weak ? "; run plug-ins that you do not trust as another user" : "");
    return weak ? DOCTOR_WARN : DOCTOR_FINE;
}

const struct doctor_row doctor_rows[] = {
    { "build", build, true },
    { "libraries", libraries, false },
    { "calibration", doctor_calibration, true },
    { "gnuplot", gnuplot, false },
    { "processor", cpu, true },
    { "cores", cores, true },
    { "governor", governor, true },
    { "turbo", turbo, true },
    { "load", load, true },
    { "clock", clock_source, true },
    { "layout", layout, false },
    { "instructions", instructions, false },
    { "disk", disk, false },
    { "confinement", confinement_row, false },
    { "noise", doctor_noise, false },
    { NULL, NULL, false },
};
