/* test_isolation.c -- plug-ins that misbehave cost their own cell, and a killed harness goes on
 * where it was. */
#include "store_inner.h"
#include "util.h"

#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/ivpbench-test-XXXXXX";
static char file[64], program[1100];

static void set_up(void)
{
    char own[1024];
    memcpy(strrchr(folder, '-') + 1, "XXXXXX", 6);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/bench.db", folder);
    own_folder(own, sizeof own);
    snprintf(program, sizeof program, "%s/../ivpbench", own);
    char *path = text_of("%s/../testroot:%s/..", own, own);
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
    free(path);
}

static void tear_down(void)
{
    char *line = text_of("rm -rf %s", folder);
    ck_assert_int_eq(system(line), 0);
    free(line);
}

static void write_plan(const char *text)
{
    char *path = text_of("%s/plan.cfg", folder);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
    free(path);
}

/* One solver on the balls with constant steps, timed in two workers. */
static void plan_for(const char *solvers)
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
static pid_t start(const char *more)
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

static int wait_for(pid_t pid)
{
    int status = 0;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static int run_plan_file(const char *more) { return wait_for(start(more)); }

static bool log_says(const char *what)
{
    char *path = text_of("%s/log", folder), *text = file_text(path);
    const bool found = text && strstr(text, what);
    if (!found) fprintf(stderr, "log: %s\n", text ? text : "none");
    free(path);
    free(text);
    return found;
}

typedef struct wanted {
    const char *solver;
    outcome outcome;
    const char *detail; /* part of it */
    int seen;
} wanted;

static bool check_one(void *context, const record *r, const char *machine)
{
    (void)machine;
    for (wanted *w = context; w->solver; w++) {
        if (strcmp(w->solver, r->cell.solver)) continue;
        w->seen++;
        ck_assert_msg(r->outcome == w->outcome, "%s: %s (%s), output: %s", w->solver,
                      outcome_name(r->outcome), r->detail, r->output);
        ck_assert_msg(strstr(r->detail, w->detail) != NULL, "%s: %s", w->solver, r->detail);
        if (r->outcome == OUTCOME_OK) ck_assert_int_gt(r->nsamples, 0);
        if (!strcmp(w->solver, "t_shouts")) {
            ck_assert_uint_lt(strlen(r->output), 10000);
            ck_assert_ptr_nonnull(strstr(r->output, "bytes left out"));
            ck_assert_ptr_nonnull(strstr(r->output, "016383"));
        }
    }
    return true;
}

START_TEST(each_costs_its_own_cell)
{
    wanted all[] = {
        { "t_good", OUTCOME_OK, "", 0 },
        { "t_segfault", OUTCOME_CRASH, "signal 11", 0 },
        { "t_aborts", OUTCOME_CRASH, "signal 6", 0 },
        { "t_heap", OUTCOME_CRASH, "signal", 0 },
        { "t_asked", OUTCOME_CRASH, "while being set up", 0 },
        { "t_spins", OUTCOME_TIMEOUT, "while solving", 0 },
        { "t_hogs", OUTCOME_MEMORY, "200 MB allowed", 0 },
        { "t_nan", OUTCOME_NONFINITE, "", 0 },
        { "t_quits", OUTCOME_EXIT, "exit code 0", 0 },
        { "t_exits", OUTCOME_EXIT, "exit code 7", 0 },
        { "t_shouts", OUTCOME_OK, "", 0 },
        { "t_liar", OUTCOME_OK, "", 0 },
        { "t_forks", OUTCOME_OK, "", 0 },
        { NULL, OUTCOME_OK, "", 0 },
    };
    char why[512];
    plan_for(
        "\"t_good\", \"t_segfault\", \"t_aborts\", \"t_heap\", \"t_asked\", \"t_spins\","
        "\"t_hogs\", \"t_nan\", \"t_quits\", \"t_exits\", \"t_shouts\", \"t_liar\", \"t_forks\"");
    const int code = run_plan_file(NULL);
    ck_assert_msg(code == 0 || log_says(""), "exit code %d", code);
    ck_assert_int_eq(code, 0);
    store *s = store_open(file, false, why, sizeof why);
    ck_assert_msg(s != NULL, "%s", why);
    ck_assert_msg(store_each(s, true, check_one, all), "%s", store_error(s));
    for (wanted *w = all; w->solver; w++)
        ck_assert_msg(w->seen == 1, "%s: %d", w->solver, w->seen);
    store_close(s);
}
END_TEST

/* What does not come through the door is a mistake in the plan: file, line, sentence, exit 2.
 */
static const struct {
    const char *solver, *says;
} at_the_door[] = {
    { "t_old", "ABI" },
    { "t_alias", "t_other" },
    { "t_nosymbol", "ivp_solver_t_nosymbol" },
    { "t_missing", "unknown solver \"t_missing\"" },
    { "t_good(x=1)", "x" },
    { "t_good@index3", "declined" },
};

START_TEST(refused_at_the_door)
{
    char *quoted = text_of("\"%s\"", at_the_door[_i].solver);
    const bool declined = !strcmp(at_the_door[_i].says, "declined");
    plan_for(quoted);
    ck_assert_int_eq(run_plan_file("-v"), declined ? 0 : 2);
    ck_assert(log_says(at_the_door[_i].says));
    ck_assert(declined || log_says("plan.cfg:3: "));
    free(quoted);
}
END_TEST

/* The same in a cell that is run directly: the cell could not be started. */
START_TEST(wrong_abi_in_a_cell)
{
    char *command =
        text_of("%s run --cell '{\"problem\":\"bouncing_balls\",\"formulation\":\"ode\","
                "\"solver\":\"t_old\",\"h\":0.01}' > %s/log 2>&1",
                program, folder);
    const int status = system(command);
    ck_assert_int_eq(WEXITSTATUS(status), 3);
    ck_assert(log_says("infrastructure"));
    ck_assert(log_says("ABI"));
    free(command);
}
END_TEST

/* ---- the harness itself killed
 * ---------------------------------------------------------------- */

enum { RUNGS = 25 };

static const char long_plan[] =
    "defaults = { timeout_s = 5.0; min_time_s = 0.01; workers = 2; };\n"
    "groups = { many = { problems = [ \"bouncing_balls\" ]; solvers = [ \"dopri5\", \"t_good\" ];\n"
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
    char why[512];
    trace t = { 0 };
    store *s = store_open(file, false, why, sizeof why);
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

static int samples_of(const char *sql)
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

static const char all_results[] = "SELECT count(*) FROM result";
static const char all_workers[] =
    "SELECT count(*) FROM (SELECT DISTINCT cell, worker FROM sample)";

static void nap(void)
{
    const struct timespec t = { .tv_nsec = 5000000 };
    nanosleep(&t, NULL);
}

/* Killed after so many results, or so many timing workers; then the same command again. */
static void kill_and_resume(const char *sql, int enough, int signal_number)
{
    write_plan(long_plan);
    const pid_t pid = start("-q");
    while (samples_of(sql) < enough && waitpid(pid, NULL, WNOHANG) == 0) nap();
    kill(pid, signal_number);
    const int code = wait_for(pid);
    ck_assert_int_eq(code, signal_number == SIGKILL ? 1000 + SIGKILL : 130);
    const trace before = read_trace();
    const int workers = samples_of(all_workers), results = samples_of(all_results);
    ck_assert_int_ge(samples_of(sql), enough);
    ck_assert_int_eq(run_plan_file("-q"), 0);
    const trace after = read_trace();
    ck_assert_int_eq(after.n, RUNGS);
    for (int i = 0; i < before.n; i++) ck_assert(has(&after, before.key[i], before.cost[i]));
    ck_assert_int_eq(samples_of(all_workers), 2 * RUNGS);
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

/* A process's state letter, 0 when it is gone, and its parent. */
static char state_of(long pid, long *parent)
{
    char state = 0, *path = text_of("/proc/%ld/stat", pid), *text = file_text(path);
    const char *end = text ? strrchr(text, ')') : NULL;
    if (!end || sscanf(end + 1, " %c %ld", &state, parent) != 2) state = 0;
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

/* Workers die with the harness: a worker that never ends by itself is soon gone, or a zombie.
 */
START_TEST(no_orphans)
{
    long worker = 0, parent;
    plan_for("\"t_spins\"");
    const pid_t pid = start("-q");
    while (samples_of("SELECT count(*) FROM run") < 1) nap();
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
    while (samples_of("SELECT count(*) FROM run") < 1) nap();
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
    Suite *suite = suite_create("isolation");
    TCase *t = tcase_create("isolation");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_set_timeout(t, 300);
    tcase_add_test(t, each_costs_its_own_cell);
    tcase_add_loop_test(t, refused_at_the_door, 0,
                        (int)(sizeof at_the_door / sizeof *at_the_door));
    tcase_add_test(t, wrong_abi_in_a_cell);
    tcase_add_loop_test(t, killed_among_accuracy_runs, 0, 2);
    tcase_add_loop_test(t, killed_among_timings, 0, 2);
    tcase_add_test(t, interrupted);
    tcase_add_test(t, no_orphans);
    tcase_add_test(t, second_harness_waits_outside);
    tcase_add_loop_test(t, output_that_cannot_be, 0,
                        (int)(sizeof bad_outputs / sizeof *bad_outputs));
    tcase_add_test(t, disk_fills_up);
    suite_add_tcase(suite, t);
    SRunner *r = srunner_create(suite);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed;
}
