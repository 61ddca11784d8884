/* test_store.c -- the store: every bit back, nothing half written, nothing damaged in silence.
 */
#include "store_inner.h"
#include "util.h"

#include <check.h>
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
static char file[64], why[1024];

static void set_up(void)
{
    memcpy(strrchr(folder, '-') + 1, "XXXXXX", 6);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/bench.db", folder);
}

static void shell(const char *command)
{
    char *line = text_of("cd %s && %s", folder, command);
    ck_assert_int_eq(system(line), 0);
    free(line);
}

static void tear_down(void)
{
    char *line = text_of("rm -rf %s", folder);
    ck_assert_int_eq(system(line), 0);
    free(line);
}

/* A store with a run of this machine begun. */
static store *opened(const char *path, const char *machine)
{
    static int number;
    store *s = store_open(path, true, why, sizeof why);
    ck_assert_msg(s != NULL, "%s", why);
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

static record sample(const char *key, double rtol)
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

static void put(store *s, const char *key, double rtol)
{
    record r = sample(key, rtol);
    ck_assert_msg(store_put(s, &r), "%s", store_error(s));
    record_free(&r);
}

static bool count_one(void *context, const record *r, const char *machine)
{
    (void)r;
    (void)machine;
    ++*(int *)context;
    return true;
}

static int count(store *s)
{
    int n = 0;
    ck_assert_msg(store_each(s, true, count_one, &n), "%s", store_error(s));
    return n;
}

/* ---- round trip ------------------------------------------------------------------------- */

static bool compare(void *context, const record *r, const char *machine)
{
    record a = sample("k", 1e-7 / 3);
    ck_assert_str_eq(machine, "m");
    ck_assert(r->cell.rtol == a.cell.rtol && r->t_reached == a.t_reached);
    ck_assert_int_eq(r->outcome, OUTCOME_OK);
    ck_assert_str_eq(r->output, a.output);
    ck_assert_str_eq(r->scoring, a.scoring);
    ck_assert(!memcmp(r->counters, a.counters, sizeof a.counters));
    ck_assert_int_eq(r->ncomponents, HARD);
    ck_assert(!memcmp(r->end_state, hard, sizeof hard));
    ck_assert_str_eq(r->components[HARD - 1], a.components[HARD - 1]);
    ck_assert_int_eq(r->nsamples, 2);
    ck_assert(r->samples[1].wall_s == a.samples[1].wall_s && r->samples[1].instructions == -1);
    ck_assert_int_eq(r->nevents, 1);
    ck_assert_str_eq(r->events[0].guard, "ground");
    ck_assert_int_eq(r->nseries, 2);
    ck_assert_str_eq(r->series[1].name, "obs:height");
    ck_assert(!memcmp(r->series[1].v, hard, sizeof hard));
    record_free(&a);
    return ++*(int *)context > 0;
}

START_TEST(every_bit_comes_back)
{
    int n = 0;
    store *s = opened(file, "m");
    put(s, "k", 1e-7 / 3);
    store_close(s);
    s = store_open(file, false, why, sizeof why);
    ck_assert_msg(s != NULL, "%s", why);
    ck_assert(store_each(s, true, compare, &n));
    ck_assert_int_eq(n, 1);
    double *v;
    ck_assert(store_series(s, "k", "m", "t", &v, &n));
    ck_assert_int_eq(n, HARD);
    ck_assert(!memcmp(v, hard, sizeof hard));
    free(v);
    ck_assert(!store_series(s, "k", "m", "nothing", &v, &n));
    char *environment = store_environment(s);
    ck_assert_str_eq(environment, "{\"cpu\":\"x\"}");
    free(environment);
    store_close(s);
}
END_TEST

static bool nan_is_nan(void *context, const record *r, const char *machine)
{
    (void)machine;
    ck_assert(isnan(r->end_state[0]) && isnan(r->end_state[1]));
    ck_assert(r->end_state[2] == hard[2]);
    return ++*(int *)context > 0;
}

START_TEST(no_number_is_null)
{
    int n = 0;
    store *s = opened(file, "m");
    record r = sample("k", 1e-3);
    r.end_state[0] = (double)NAN;
    r.end_state[1] = (double)INFINITY;
    ck_assert(store_put(s, &r));
    record_free(&r);
    ck_assert(store_each(s, false, nan_is_nan, &n));
    ck_assert_int_eq(n, 1);
    store_close(s);
}
END_TEST

static bool note_rtol(void *context, const record *r, const char *machine)
{
    (void)machine;
    double **next = context;
    *(*next)++ = r->cell.rtol;
    return true;
}

START_TEST(order_and_latest)
{
    double seen[8] = { 0 }, *next = seen;
    store *s = opened(file, "m");
    put(s, "a", 1e-4);
    put(s, "b", 1e-2);
    put(s, "c", 1e-3);
    put(s, "d", 1e-3); /* the same description after a rebuild: another key */
    ck_assert(store_each(s, false, note_rtol, &next));
    ck_assert_int_eq(next - seen, 3);
    ck_assert(seen[0] == 1e-2 && seen[1] == 1e-3 && seen[2] == 1e-4);
    store_close(s);
}
END_TEST

/* ---- resuming --------------------------------------------------------------------------- */

START_TEST(finished_or_not)
{
    outcome o = OUTCOME_OK;
    record r = sample("k", 1e-3);
    store *s = opened(file, "m");
    ck_assert_int_eq(store_knows(s, "k", "m", &o), 0);
    ck_assert(store_put_part(s, &r, false));
    ck_assert(!store_has(s, "k", "m", &o));
    ck_assert(store_knows(s, "k", "m", &o) & STORE_ACCURATE);
    ck_assert_int_eq(count(s), 0);
    store_close(s);
    s = opened(file, "m");
    record back;
    ck_assert(store_load(s, "k", "m", &back));
    ck_assert(!memcmp(back.end_state, hard, sizeof hard));
    record_free(&back);
    r.outcome = OUTCOME_TIMEOUT;
    r.irreproducible = true;
    ck_assert(store_finish(s, &r));
    ck_assert(store_has(s, "k", "m", &o));
    ck_assert_int_eq(o, OUTCOME_TIMEOUT);
    ck_assert(!store_has(s, "k", "another machine", &o));
    ck_assert_int_eq(count(s), 1);
    store_close(s);
    record_free(&r);
}
END_TEST

/* A process that writes cells until it is killed; whatever it had reported is there afterwards.
 */
static void write_for_ever(int to)
{
    store *s = opened(file, "m");
    for (int i = 0;; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%06d", i);
        record r = sample(key, 1e-3 + i);
        if (!store_put(s, &r) || write(to, &i, sizeof i) != (ssize_t)sizeof i) _exit(1);
        record_free(&r);
    }
}

START_TEST(killed_while_writing)
{
    int pipes[2], last = -1, status;
    ck_assert_int_eq(pipe(pipes), 0);
    const pid_t pid = fork();
    if (!pid) write_for_ever(pipes[1]);
    close(pipes[1]);
    while (last < 20 + 17 * _i)
        ck_assert_int_eq(read(pipes[0], &last, sizeof last), (ssize_t)sizeof last);
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    while (read(pipes[0], &status, sizeof status) == (ssize_t)sizeof status) last = status;
    close(pipes[0]);
    store *s = store_open(file, false, why, sizeof why);
    ck_assert_msg(s != NULL, "%s", why);
    const int n = count(s); /* reads all series, so digests are checked */
    ck_assert_int_ge(n, last + 1);
    ck_assert_int_le(n, last + 2);
    store_close(s);
}
END_TEST

/* ---- files that are no stores ----------------------------------------------------------- */

static void refused(const char *path, bool create, const char *says)
{
    store *s = store_open(path, create, why, sizeof why);
    ck_assert_ptr_null(s);
    ck_assert_msg(strstr(why, says) != NULL, "%s", why);
}

static void filled(int n)
{
    store *s = opened(file, "m");
    for (int i = 0; i < n; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%d", i);
        put(s, key, 1 + i);
    }
    store_close(s);
}

START_TEST(missing_file) { refused(file, false, "No such file"); }
END_TEST

START_TEST(some_other_file)
{
    shell("echo 'this is a letter, not a store, and long enough to have a header' > bench.db");
    refused(file, true, "not a store");
    refused(file, false, "not a store");
    shell("grep -q letter bench.db");
}
END_TEST

START_TEST(some_other_database)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "CREATE TABLE letters (x)", 0, 0, 0), SQLITE_OK);
    sqlite3_close(db);
    refused(file, true, "not a store");
}
END_TEST

START_TEST(another_schema)
{
    sqlite3 *db;
    filled(1);
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "UPDATE meta SET value = '99'", 0, 0, 0), SQLITE_OK);
    sqlite3_close(db);
    refused(file, true, "schema 99");
    refused(file, false, "schema 99");
}
END_TEST

/* Pages overwritten in the middle: said, and the file left as it was. */
START_TEST(damaged_pages)
{
    filled(40);
    shell("dd if=/dev/zero of=bench.db bs=4096 seek=3 count=4 conv=notrunc 2>/dev/null &&"
          " cp bench.db before");
    refused(file, true, "left as it is");
    shell("cmp bench.db before");
}
END_TEST

START_TEST(cut_file)
{
    filled(40);
    shell("truncate -s 40000 bench.db && cp bench.db before");
    refused(file, false, "left as it is");
    shell("cmp bench.db before");
}
END_TEST

/* One flipped byte inside a series is found by its digest. */
START_TEST(damaged_series)
{
    sqlite3 *db;
    int n = 0;
    filled(1);
    ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_exec(db, "UPDATE series SET data = zeroblob(length(data))", 0, 0, 0),
        SQLITE_OK);
    sqlite3_close(db);
    store *s = store_open(file, false, why, sizeof why);
    ck_assert_ptr_nonnull(s);
    ck_assert(!store_each(s, true, count_one, &n));
    ck_assert_ptr_nonnull(strstr(store_error(s), "digest"));
    ck_assert(store_each(s, false, count_one, &n));
    store_close(s);
}
END_TEST

/* ---- where nothing can be written ----------------------------------------------------------
 */

START_TEST(full_disk)
{
    filled(5);
    store *s = opened(file, "m");
    struct stat info;
    struct rlimit limit;
    ck_assert_int_eq(stat(file, &info), 0);
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = (rlim_t)info.st_size + 65536;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool good = true;
    for (int i = 0; good && i < 500; i++) {
        char key[16];
        snprintf(key, sizeof key, "n%d", i);
        record r = sample(key, 100 + i);
        good = store_put(s, &r);
        record_free(&r);
    }
    ck_assert(!good);
    ck_assert_msg(strstr(store_error(s), "disk") != NULL, "%s", store_error(s));
    const int n = count(s);
    store_close(s);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    s = store_open(file, false, why, sizeof why);
    ck_assert_msg(s != NULL, "%s", why);
    ck_assert_int_ge(count(s), 5);
    ck_assert_int_eq(count(s), n);
    store_close(s);
}
END_TEST

START_TEST(folder_that_cannot_be_written)
{
    refused("/proc/ivpbench.db", true, "/proc/ivpbench.db: ");
    refused("/no/such/folder/bench.db", true, "/no/such/folder/bench.db: ");
}
END_TEST

START_TEST(one_writer)
{
    store *a = opened(file, "m"), *b = opened(file, "m");
    ck_assert_msg(store_lock(a, file, why, sizeof why), "%s", why);
    ck_assert(!store_lock(b, file, why, sizeof why));
    ck_assert_ptr_nonnull(strstr(why, "another ivpbench"));
    store_close(a);
    ck_assert(store_lock(b, file, why, sizeof why));
    store_close(b);
}
END_TEST

/* ---- merging ----------------------------------------------------------------------------- */

START_TEST(merging)
{
    char other[80];
    long added, skipped;
    snprintf(other, sizeof other, "%s/other.db", folder);
    store *s = opened(other, "n");
    put(s, "a", 1e-2);
    put(s, "b", 1e-3);
    record r = sample("c", 1e-5);
    ck_assert(store_put_part(s, &r, false)); /* unfinished: stays where it is */
    record_free(&r);
    store_close(s);
    s = opened(file, "m");
    put(s, "a", 1e-2);
    ck_assert_msg(store_merge(s, other, &added, &skipped), "%s", store_error(s));
    ck_assert_int_eq(added, 2); /* another machine: another measurement */
    ck_assert_int_eq(skipped, 0);
    ck_assert_int_eq(count(s), 3);
    ck_assert(store_merge(s, other, &added, &skipped));
    ck_assert_int_eq(added, 0);
    ck_assert_int_eq(skipped, 2);
    ck_assert_int_eq(count(s), 3);
    double *v;
    int n;
    ck_assert(store_series(s, "b", "n", "t", &v, &n));
    ck_assert(!memcmp(v, hard, sizeof hard));
    free(v);
    ck_assert(!store_merge(s, "/no/such/store", &added, &skipped));
    ck_assert_ptr_nonnull(strstr(store_error(s), "/no/such/store"));
    store_close(s);
}
END_TEST

START_TEST(earlier_times)
{
    store *s = opened(file, "m");
    put(s, "a", 1e-2);
    const record r = { .cell = {
                           .problem = "p", .formulation = "f", .solver = "s", .rtol = 1e-2 } };
    const double seconds = store_seconds(s, &r.cell);
    ck_assert(fabs(seconds - 1.5) < 1e-12); /* 0.1 + 0.2 + (0.1 + 1.1) */
    const record other = { .cell = { .problem = "q" } };
    ck_assert(store_seconds(s, &other.cell) < 0);
    store_close(s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store");
    TCase *t = tcase_create("store");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_set_timeout(t, 120);
    tcase_add_test(t, every_bit_comes_back);
    tcase_add_test(t, no_number_is_null);
    tcase_add_test(t, order_and_latest);
    tcase_add_test(t, finished_or_not);
    tcase_add_loop_test(t, killed_while_writing, 0, 6);
    tcase_add_test(t, missing_file);
    tcase_add_test(t, some_other_file);
    tcase_add_test(t, some_other_database);
    tcase_add_test(t, another_schema);
    tcase_add_test(t, damaged_pages);
    tcase_add_test(t, cut_file);
    tcase_add_test(t, damaged_series);
    tcase_add_test(t, full_disk);
    tcase_add_test(t, folder_that_cannot_be_written);
    tcase_add_test(t, one_writer);
    tcase_add_test(t, merging);
    tcase_add_test(t, earlier_times);
    suite_add_tcase(suite, t);
    SRunner *r = srunner_create(suite);
    srunner_run_all(r, CK_NORMAL);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed;
}
