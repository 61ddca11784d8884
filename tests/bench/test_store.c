/* test_store.c -- the store: every bit back, nothing half written, resuming, merging.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/bits.h"
#include "tests/bench/store_case.h"

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
    ck_assert(same_bits(r->end_state, hard, HARD));
    ck_assert_str_eq(r->components[HARD - 1], a.components[HARD - 1]);
    ck_assert_int_eq(r->nsamples, 2);
    ck_assert(r->samples[1].wall_s == a.samples[1].wall_s && r->samples[1].instructions == -1);
    ck_assert_int_eq(r->nevents, 1);
    ck_assert_str_eq(r->events[0].guard, "ground");
    ck_assert_int_eq(r->nseries, 2);
    ck_assert_str_eq(r->series[1].name, "obs:height");
    ck_assert(same_bits(r->series[1].v, hard, HARD));
    record_free(&a);
    return ++*(int *)context > 0;
}

START_TEST(every_bit_comes_back)
{
    int n = 0;
    store *s = opened(file, "m");
    put(s, "k", 1e-7 / 3);
    store_close(s);
    s = store_open(file, false, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    ck_assert(store_each(s, true, compare, &n));
    ck_assert_int_eq(n, 1);
    double *v;
    ck_assert(store_series(s, "k", "m", "t", &v, &n));
    ck_assert_int_eq(n, HARD);
    ck_assert(same_bits(v, hard, HARD));
    free(v);
    ck_assert(!store_series(s, "k", "m", "nothing", &v, &n));
    store_run run;
    ck_assert(store_last_run(s, &run));
    ck_assert_str_eq(run.environment, "{\"cpu\":\"x\"}");
    free(run.environment);
    free(run.plan);
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
    ck_assert(same_bits(back.end_state, hard, HARD));
    record_free(&back);
    r.outcome = OUTCOME_TIMEOUT;
    r.irreproducible = true;
    ck_assert(store_finish(s, &r, r.samples, r.nsamples));
    ck_assert(store_has(s, "k", "m", &o));
    ck_assert_int_eq(o, OUTCOME_TIMEOUT);
    ck_assert(!store_has(s, "k", "another machine", &o));
    ck_assert_int_eq(count(s), 1);
    store_close(s);
    record_free(&r);
}
END_TEST

/* A process that writes cells until it is killed; what it had reported is there afterwards. */
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

static bool is_whole(void *context, const record *r, const char *machine)
{
    (void)machine;
    ck_assert_int_eq(r->nseries, 2);
    ck_assert_int_eq(r->nevents, 1);
    ck_assert_int_eq(r->nsamples, 2);
    return ++*(int *)context > 0;
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
    store *s = store_open(file, false, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    int n = 0;
    ck_assert_msg(store_each(s, true, is_whole, &n), "%s", store_error(s));
    ck_assert_int_ge(n, last + 1);
    ck_assert_int_le(n, last + 2);
    store_close(s);
}
END_TEST

/* ---- killed at every commit of a cell and many times between --------------------------- */

static int calls_left; /* until the process kills itself */

static int one_call(void *context)
{
    (void)context;
    if (!calls_left--) kill(getpid(), SIGKILL);
    return 0;
}

/* An accuracy run and two timing workers, the first of which differs in its bits. */
static void one_cell(store *s)
{
    record r = sample("k", 1e-3);
    const record_sample v[2] = { r.samples[0], r.samples[1] };
    r.nsamples = 0;
    bool good = store_put_part(s, &r, false);
    r.irreproducible = true;
    good = good && store_add_samples(s, &r, v, 1) && store_finish(s, &r, v + 1, 1);
    ck_assert_msg(good, "%s", store_error(s));
    r.nsamples = 2;
    record_free(&r);
}

/* All samples are there if and only if the cell is concluded; what the first worker found is
 * known as soon as its samples are. */
START_TEST(killed_anywhere_in_a_cell)
{
    enum { MOST = 400 };
    int status = 1, n, finished = 0;
    for (n = 0; n < MOST && status; n++) {
        const pid_t pid = fork();
        if (!pid) {
            store *s = opened(file, "m");
            calls_left = n;
            sqlite3_progress_handler(s->db, 10, one_call, NULL);
            sqlite3_commit_hook(s->db, one_call, NULL);
            one_cell(s);
            _exit(0);
        }
        ck_assert_int_eq(waitpid(pid, &status, 0), pid);
        outcome o;
        record r = { 0 };
        store *s = opened(file, "m");
        const int known = store_knows(s, "k", "m", &o);
        if (known) ck_assert(store_load(s, "k", "m", &r));
        ck_assert_int_eq((known & STORE_FINISHED) != 0, r.nsamples == 2);
        ck_assert_int_eq(r.irreproducible, r.nsamples > 0);
        finished += (known & STORE_FINISHED) != 0;
        record_free(&r);
        store_close(s);
        char *line = text_of("rm -f %s*", file);
        ck_assert_int_eq(system(line), 0);
        free(line);
    }
    ck_assert_int_eq(status, 0);
    ck_assert_int_gt(n, 30);
    ck_assert_int_ge(finished, 1);
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
    ck_assert(same_bits(v, hard, HARD));
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
    ck_assert(fabs(seconds - 2.6) < 1e-12); /* 0.1 + 0.2 + (0.1 + 1.1) + 1.1 */
    const record other = { .cell = { .problem = "q" } };
    ck_assert(store_seconds(s, &other.cell) < 0);
    store_close(s);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("store");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, every_bit_comes_back);
    tcase_add_test(t, no_number_is_null);
    tcase_add_test(t, order_and_latest);
    tcase_add_test(t, finished_or_not);
    tcase_add_test(t, killed_anywhere_in_a_cell);
    tcase_add_loop_test(t, killed_while_writing, 0, 6);
    tcase_add_test(t, merging);
    tcase_add_test(t, earlier_times);
    return suite_run("store", t);
}
