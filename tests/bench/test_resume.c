/* test_resume.c -- a harness killed, interrupted or out of disk goes on where it was.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/harness_case.h"

#include "bench/store/seal.h"

/* ---- order ------------------------------------------------------------------------------- */

/* Rounds go over both problems: the workers of a cell are far apart. A grouped order would turn
 * once from one problem to the other. */
START_TEST(rounds_go_over_all_problems)
{
    write_plan("defaults = { timeout_s = 5.0; min_time_s = 0.001; workers = 2; };\n"
               "groups = { one = { problems = [ \"bouncing_balls\", \"hires\" ];\n"
               "solvers = [ \"dopri5\" ]; tolerances = { from = 2; to = 5; per_decade = 4; }; "
               "}; };\n");
    ck_assert_int_eq(run_plan_file("-v"), 0);
    char *path = text_of("%s/log", folder), *text = file_text(path), *rest = text, *line;
    int turns = 0;
    for (bool first = true, balls = false; (line = strsep(&rest, "\n"));) {
        const bool now = strstr(line, "bouncing_balls") != NULL;
        if (!now && !strstr(line, "hires")) continue;
        turns += !first && now != balls;
        balls = now;
        first = false;
    }
    ck_assert_int_gt(turns, 3);
    free(text);
    free(path);
}
END_TEST

/* ---- the harness itself killed ----------------------------------------------------------- */

enum { RUNGS = 25 };

static const char long_plan[] =
    "defaults = { timeout_s = 5.0; min_time_s = 0.01; workers = 2; };\n"
    "groups = { many = { problems = [ \"bouncing_balls\" ]; solvers = [ \"dopri5\", \"t_good\" "
    "];\n"
    "tolerances = { from = 2; to = 7.5; per_decade = 4; };\n"
    "steps = { hmax = 1e-2; halvings = 0; }; }; };\n";

/* key, finish time and cost of every finished cell: equal means that it was not run again. */
typedef struct trace {
    int n;
    char key[64][CELL_KEY];
    double cost[64];
} trace;

static bool note(void *context, const record *r, const char *machine)
{
    trace *t = context;
    (void)machine;
    ck_assert_int_lt(t->n, 64);
    snprintf(t->key[t->n], CELL_KEY, "%s", r->cell.key);
    t->cost[t->n++] = r->overhead_s;
    ck_assert_int_gt(r->nsamples, 0);
    return true;
}

static trace read_trace(void)
{
    reason why;
    trace t = { 0 };
    store *s = store_open(file, false, &why);
    if (!s) return t;
    ck_assert_msg(store_each(s, true, note, &t), "%s", store_error(s));
    store_close(s);
    return t;
}

static bool has(const trace *t, const char *key, double cost)
{
    for (int i = 0; i < t->n; i++)
        if (!strcmp(t->key[i], key)) return t->cost[i] <= cost && t->cost[i] >= cost;
    return false;
}

static const char all_results[] = "SELECT count(*) FROM result";
static const char all_workers[] =
    "SELECT count(*) FROM (SELECT DISTINCT result, worker FROM sample)";

/* Killed after so many results, or so many timing workers; then the same command again. */
static void kill_and_resume(const char *sql, int enough, int signal_number)
{
    write_plan(long_plan);
    const pid_t pid = start("-q");
    while (count_of(sql) < enough && waitpid(pid, NULL, WNOHANG) == 0) nap();
    kill(pid, signal_number);
    const int code = wait_for(pid);
    ck_assert_int_eq(code, signal_number == SIGKILL ? 1000 + SIGKILL : 130);
    const trace before = read_trace();
    const int workers = count_of(all_workers), results = count_of(all_results);
    ck_assert_int_ge(count_of(sql), enough);
    ck_assert_int_eq(run_plan_file("-q"), 0);
    const trace after = read_trace();
    ck_assert_int_eq(after.n, RUNGS);
    for (int i = 0; i < before.n; i++) ck_assert(has(&after, before.key[i], before.cost[i]));
    ck_assert_int_eq(count_of(all_workers), 2 * RUNGS);
    ck_assert_int_ge(2 * RUNGS, workers);
    ck_assert_int_ge(RUNGS, results);
    ck_assert_int_eq(run_plan_file("-v"), 0); /* nothing is left to do */
    ck_assert(log_says("bench.db: 25 finished before"));
}

START_TEST(killed_among_accuracy_runs) { kill_and_resume(all_results, 5 + 6 * _i, SIGKILL); }
END_TEST

START_TEST(killed_among_timings) { kill_and_resume(all_workers, 3 + 12 * _i, SIGKILL); }
END_TEST

START_TEST(interrupted) { kill_and_resume(all_workers, 10, SIGINT); }
END_TEST

/* All samples are there, the conclusion is not: what a harness left that was killed between
 * the two, when they were two transactions. */
START_TEST(complete_but_not_concluded)
{
    sqlite3 *db;
    write_plan(long_plan);
    ck_assert_int_eq(run_plan_file("-q"), 0);
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    ck_assert(seal_functions(db));
    ck_assert_int_eq(sqlite3_exec(db,
                                  "UPDATE result SET finished = NULL WHERE cell IN"
                                  " (SELECT cell FROM result ORDER BY cell LIMIT 3);"
                                  "UPDATE result AS r SET seal = " SEAL_RESULT("main."),
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    ck_assert_int_eq(read_trace().n, RUNGS - 3);
    ck_assert_int_eq(run_plan_file("-v"), 0);
    ck_assert(log_says("3 ok"));
    ck_assert(log_says("22 finished before"));
    ck_assert_int_eq(read_trace().n, RUNGS);
}
END_TEST

/* A process's state letter, 0 when it is gone, and its parent: "PID (NAME) STATE PARENT ..." */
static char state_of(long pid, long *parent)
{
    char state = 0, *path = text_of("/proc/%ld/stat", pid), *text = file_text(path);
    const char *end = text ? strrchr(text, ')') : NULL;
    if (end && strlen(end) > 4) {
        state = end[2];
        *parent = strtol(end + 4, NULL, 10);
    }
    free(path);
    free(text);
    return state;
}

static long child_of(long parent)
{
    long found = 0, other;
    DIR *proc = opendir("/proc");
    for (struct dirent *e; proc && (e = readdir(proc));) {
        const long pid = strtol(e->d_name, NULL, 10);
        if (pid > 0 && state_of(pid, &other) && other == parent) found = pid;
    }
    if (proc) closedir(proc);
    return found;
}

/* Workers die with the harness: one that never ends by itself is soon gone, or a zombie. */
START_TEST(no_orphans)
{
    long worker = 0, parent;
    plan_for("\"t_spins\"");
    const pid_t pid = start("-q");
    while (count_of("SELECT count(*) FROM run") < 1) nap();
    while (!(worker = child_of(pid))) nap();
    kill(pid, SIGKILL);
    wait_for(pid);
    for (char state = 'R'; state && state != 'Z'; state = state_of(worker, &parent)) nap();
}
END_TEST

START_TEST(second_harness_waits_outside)
{
    plan_for("\"t_spins\"");
    const pid_t pid = start("-q");
    while (count_of("SELECT count(*) FROM run") < 1) nap();
    char *command =
        text_of("%s run %s/plan.cfg -o %s > %s/second 2>&1", program, folder, file, folder);
    const int status = system(command);
    kill(pid, SIGINT);
    ck_assert_int_eq(wait_for(pid), 130);
    ck_assert_int_eq(WEXITSTATUS(status), 3);
    free(command);
}
END_TEST

static const struct {
    const char *output, *says;
} bad_outputs[] = {
    { "/proc/bench.db", "/proc/bench.db" },
    { "/proc/no/such/bench.db", "/proc/no" },
    { "plan.cfg", "not a store" },
};

START_TEST(output_that_cannot_be)
{
    plan_for("\"t_good\"");
    char *command = text_of("cd %s && %s run plan.cfg -o %s > log 2>&1", folder, program,
                            bad_outputs[_i].output);
    const int status = system(command);
    ck_assert_int_eq(WEXITSTATUS(status), 3);
    ck_assert(log_says(bad_outputs[_i].says));
    free(command);
}
END_TEST

/* The disk fills up under way: a sentence, exit 3, what was stored is still there. */
START_TEST(disk_fills_up)
{
    write_plan(long_plan);
    char *command = text_of("cd %s && (ulimit -f 400; %s run plan.cfg -o bench.db > log 2>&1)",
                            folder, program);
    const int status = system(command);
    ck_assert_int_eq(WEXITSTATUS(status), 3);
    ck_assert(log_says("disk"));
    free(command);
    ck_assert_int_eq(run_plan_file("-q"), 0);
    ck_assert_int_eq(read_trace().n, RUNGS);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("resume");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, rounds_go_over_all_problems);
    tcase_add_loop_test(t, killed_among_accuracy_runs, 0, 2);
    tcase_add_loop_test(t, killed_among_timings, 0, 2);
    tcase_add_test(t, interrupted);
    tcase_add_test(t, complete_but_not_concluded);
    tcase_add_test(t, no_orphans);
    tcase_add_test(t, second_harness_waits_outside);
    tcase_add_loop_test(t, output_that_cannot_be, 0,
                        (int)(sizeof bad_outputs / sizeof *bad_outputs));
    tcase_add_test(t, disk_fills_up);
    return suite_run("resume", t);
}
