/* harness_case.h -- a folder per test, a plan and a store in it, and ivpbench run on them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_HARNESS_CASE_H
#define TESTS_HARNESS_CASE_H

#include "bench/store/store_inner.h"
#include "bench/base/util.h"

#include "tests/suite.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/ivpbench-test-XXXXXX";
static char file[64], program[1100];

static inline void set_up(void)
{
    char own[1024];
    snprintf(folder, sizeof folder, "/tmp/ivpbench-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/bench.db", folder);
    program_folder(own, sizeof own);
    snprintf(program, sizeof program, "%s/../ivpbench", own);
    char *path = text_of("%s/../testroot:%s/..", own, own);
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
    free(path);
}

static inline void tear_down(void)
{
    char *line = text_of("rm -rf %s", folder);
    ck_assert_int_eq(system(line), 0);
    free(line);
}

static inline void write_plan(const char *text)
{
    char *path = text_of("%s/plan.cfg", folder);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
    free(path);
}

/* One solver on the balls with constant steps, timed in two workers. */
static inline void plan_for(const char *solvers)
{
    char *text = text_of("defaults = { timeout_s = 4.0; memory_mb = 200; min_time_s = 0.001;"
                         " workers = 2; };\n"
                         "groups = { hostile = { problems = [ \"bouncing_balls\" ];\n"
                         "solvers = [ %s ];\n"
                         "events = false; steps = { hmax = 1e-2; halvings = 0; }; }; };\n",
                         solvers);
    write_plan(text);
    free(text);
}

/* Starts `ivpbench run` on the plan; both streams go to a file. */
static inline pid_t start(const char *more)
{
    char *plan = text_of("%s/plan.cfg", folder), *log = text_of("%s/log", folder);
    const pid_t pid = fork();
    if (!pid) {
        const int fd = open(log, O_CREAT | O_TRUNC | O_WRONLY, 0666);
        dup2(fd, 1);
        dup2(fd, 2);
        execl(program, "ivpbench", "run", plan, "--output", file, "--jobs", "2", more,
              (char *)NULL);
        _exit(126);
    }
    free(plan);
    free(log);
    return pid;
}

static inline int wait_for(pid_t pid)
{
    int status = 0;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static inline int run_plan_file(const char *more) { return wait_for(start(more)); }

static inline bool log_says(const char *what)
{
    char *path = text_of("%s/log", folder), *text = file_text(path);
    const bool found = text && strstr(text, what);
    if (!found) fprintf(stderr, "log: %s\n", text ? text : "none");
    free(path);
    free(text);
    return found;
}

/* First number of the first row; -1 while there is no such table. */
static inline int count_of(const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *q;
    int n = -1;
    if (sqlite3_open_v2(file, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK) {
        if (sqlite3_step(q) == SQLITE_ROW) n = sqlite3_column_int(q, 0);
        sqlite3_finalize(q);
    }
    sqlite3_close(db);
    return n;
}

/* Processes in whose environment the folder stands, but this one. */
static inline int lingering(void)
{
    int n = 0;
    DIR *proc = opendir("/proc");
    for (struct dirent *e; proc && (e = readdir(proc));) {
        char *path = text_of("/proc/%s/environ", e->d_name), text[1 << 16];
        FILE *f = strtol(e->d_name, NULL, 10) > 0 ? fopen(path, "r") : NULL;
        const size_t k = f ? fread(text, 1, sizeof text, f) : 0;
        if (f) fclose(f);
        if (memmem(text, k, folder, strlen(folder)) && strtol(e->d_name, NULL, 10) != getpid())
            n++;
        free(path);
    }
    if (proc) closedir(proc);
    return n;
}

static inline void nap(void)
{
    const struct timespec t = { .tv_nsec = 5000000 };
    nanosleep(&t, NULL);
}

#endif
