/* store_case.h -- a folder per test, a store in it, and a record that is hard to keep.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_STORE_CASE_H
#define TESTS_STORE_CASE_H

#include "bench/store/store_inner.h"
#include "bench/base/util.h"

#include "tests/suite.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/ivpbench-test-XXXXXX";
static char file[64];
static reason why;

static inline void set_up(void)
{
    snprintf(folder, sizeof folder, "/tmp/ivpbench-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/bench.db", folder);
}

static inline void shell(const char *command)
{
    char *line = text_of("cd %s && %s", folder, command);
    ck_assert_int_eq(system(line), 0);
    free(line);
}

static inline void tear_down(void)
{
    char *line = text_of("rm -rf %s", folder);
    ck_assert_int_eq(system(line), 0);
    free(line);
}

/* A store with a run of this machine begun. */
static inline store *opened(const char *path, const char *machine)
{
    static int number;
    store *s = store_open(path, true, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    store_run run = { .plan = "", .seed = 7, .environment = "{\"cpu\":\"x\"}" };
    snprintf(run.uuid, sizeof run.uuid, "uuid-%d-%d", (int)getpid(), number++);
    snprintf(run.started, sizeof run.started, "2000-01-01T00:00:00Z");
    snprintf(run.machine, sizeof run.machine, "%s", machine);
    ck_assert_msg(store_begin_run(s, &run), "%s", store_error(s));
    return s;
}

static const double hard[] = { 0.1,  1.0 / 3, 5e-324, 1.7976931348623157e308,
                               -0.0, 1e-300,  2.5,    0x1.fffffffffffffp-1 };
enum { HARD = sizeof hard / sizeof *hard };

static inline record sample(const char *key, double rtol)
{
    record r = { .outcome = OUTCOME_OK,
                 .t_reached = 1.0 / 3,
                 .ncomponents = HARD,
                 .nseries = 2,
                 .nevents = 1,
                 .nsamples = 2,
                 .peak_kb = 1234,
                 .setup_s = 0.1,
                 .overhead_s = 0.2 };
    r.cell = (cell){ .problem = "p",
                     .formulation = "f",
                     .solver = "s",
                     .rtol = rtol,
                     .atol = 1e-7,
                     .timeout_s = 1,
                     .workers = 2 };
    snprintf(r.cell.key, sizeof r.cell.key, "%s", key);
    r.status = copied("ok");
    r.detail = copied("");
    r.output = copied("said \"something\"\n");
    r.scoring = copied("{\"title\":\"T\"}");
    for (int i = 0; i < RECORD_COUNTERS; i++) r.counters[i] = 1000000007L * i;
    r.components = grown(NULL, HARD, sizeof *r.components);
    r.end_state = grown(NULL, HARD, sizeof *r.end_state);
    for (int i = 0; i < HARD; i++) r.components[i] = text_of("y%d", i + 1);
    memcpy(r.end_state, hard, sizeof hard);
    r.series = grown(NULL, 2, sizeof *r.series);
    for (int i = 0; i < 2; i++) {
        r.series[i] = (record_series){ .name = copied(i ? "obs:height" : "t"), .n = HARD };
        r.series[i].v = grown(NULL, HARD, sizeof(double));
        memcpy(r.series[i].v, hard, sizeof hard);
    }
    r.events = grown(NULL, 1, sizeof *r.events);
    r.events[0] = (record_event){ .t = 0.7, .guard = copied("ground"), .direction = -1 };
    r.samples = grown(NULL, 2, sizeof *r.samples);
    for (int i = 0; i < 2; i++)
        r.samples[i] =
            (record_sample){ .worker = i, .wall_s = 0.1 + i, .cpu_s = 0.3, .instructions = -1 };
    return r;
}

static inline void put(store *s, const char *key, double rtol)
{
    record r = sample(key, rtol);
    ck_assert_msg(store_put(s, &r), "%s", store_error(s));
    record_free(&r);
}

/* Cells k00, k01, ... in a store that is closed again. */
static inline void fill_store(int cells)
{
    store *s = opened(file, "m");
    for (int i = 0; i < cells; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%02d", i);
        put(s, key, 1 + i);
    }
    store_close(s);
}

static inline bool count_one(void *context, const record *r, const char *machine)
{
    (void)r;
    (void)machine;
    ++*(int *)context;
    return true;
}

static inline int count(store *s)
{
    int n = 0;
    ck_assert_msg(store_each(s, true, count_one, &n), "%s", store_error(s));
    return n;
}

#endif
