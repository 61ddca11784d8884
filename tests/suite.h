/* suite.h -- the end of each test program: its suite is run, and main() returns whether a test
 * failed. Includes Check, whose macros have common names: last among the headers.
 *
 * A test has a limit of CPU time (TEST_CPU_S, default 120), for what other programs do must not
 * decide: a test that computes for longer is ended by SIGPROF. The limit of wall time
 * (CK_DEFAULT_TIMEOUT, default 1200) is for tests that wait forever. Programs that a test
 * starts have neither limit.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <check.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

/* Whether the program is built with AddressSanitizer. */
#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = true };
#else
enum { SANITIZED = false };
#endif

/* Check notes the place of each assertion that holds, by a write to its file, to say behind which
 * one a test crashed. In loops over numbers that took more than half of the time, so a line
 * notes itself once in a test. */
static inline void suite_mark(const char *file, int line)
{
    enum { LINES = 1024 };
    static bool marked[LINES];
    if (line < LINES && marked[line]) return;
    if (line < LINES) marked[line] = true;
    (_mark_point)(file, line);
}
#define _mark_point(file, line) suite_mark(file, line)

static pid_t suite_runner; /* the process that starts the tests */

/* Check starts a process for each test. A process that a test starts inherits no timer. */
static void suite_limit_test(void)
{
    if (getppid() != suite_runner) return;
    const char *cpu_s = getenv("TEST_CPU_S");
    const struct itimerval limit = { .it_value.tv_sec = cpu_s ? atol(cpu_s) : 120 };
    setitimer(ITIMER_PROF, &limit, NULL);
}

/* Before main(), for Check reads its limit where a case is made. */
__attribute__((constructor)) static void suite_set_limits(void)
{
    suite_runner = getpid();
    setenv("CK_DEFAULT_TIMEOUT", "1200", 0);
    pthread_atfork(NULL, NULL, suite_limit_test);
}

static inline int suite_run_all(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}

/* A suite of one case. */
static inline int suite_run(const char *name, TCase *tests)
{
    Suite *suite = suite_create(name);
    suite_add_tcase(suite, tests);
    return suite_run_all(suite);
}

#endif
