/* test_reduce.c -- errors along runs too long for the store: those of every step, to the bit,
 * and none where the whole run was never compared with this reference.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/process.h"
#include "bench/cell/columns.h"
#include "kernel/stepping/evolve.h"
#include "reports/board/board.h"
#include "tests/reports/synthetic.h"

#include <sys/wait.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/reports/swing_folder.h"

/* ---- the scratch file -------------------------------------------------------------------- */

START_TEST(columns_come_back_as_they_went)
{
    const char *const names[] = { "t", "obs:height" };
    enum { N = 5000 };
    const int fd = memfd_create("columns", 0);
    whole_rows *w = whole_new(fd, names, 2);
    for (int i = 0; i < N; i++) whole_add(w, (double[]){ i, sin(i) });
    ck_assert(whole_hand_over(w));
    const int cut = dup(fd);
    w = whole_open(fd);
    double *v;
    int n;
    ck_assert(!whole_column(w, "height", &v, &n));
    ck_assert(whole_column(w, "obs:height", &v, &n));
    ck_assert_int_eq(n, N);
    for (int i = 0; i < N; i++) ck_assert(v[i] == sin(i));
    free(v);
    whole_free(w);
    ck_assert_int_eq(ftruncate(cut, 1001), 0);
    ck_assert_ptr_null(whole_open(cut));
    close(cut);
}
END_TEST

/* ---- what is reduced is what is scored --------------------------------------------------- */

static const swing usual = {
    .solver = "ida", .formulation = "ggl", .rtol = 1e-3, .order = 1, .cost = 1e-4
};

static const record_series *series_of(const record *r, const char *name)
{
    for (int k = 0; k < r->nseries; k++)
        if (!strcmp(r->series[k].name, name)) return &r->series[k];
    return NULL;
}

static whole_rows *whole_of(const record *r)
{
    const char *const names[] = { "t", "obs:height", "inv:energy" };
    const int fd = memfd_create("columns", 0);
    whole_rows *w = whole_new(fd, names, 3);
    for (int i = 0; i < SWING_STEPS; i++) {
        double v[3];
        for (int k = 0; k < 3; k++) v[k] = series_of(r, names[k])->v[i];
        whole_add(w, v);
    }
    ck_assert(whole_hand_over(w));
    return whole_open(fd);
}

static board *board_in(const record *r, const char *references)
{
    char plan[] = "", environment[] = "{}";
    const store_run run = { .uuid = "0-0",
                            .started = "2000-01-01T00:00:00Z",
                            .machine = "here",
                            .plan = plan,
                            .environment = environment };
    static int number;
    snprintf(store_path, sizeof store_path, "%s/%d.db", folder, number++);
    store *s = store_open(store_path, true, &why);
    ck_assert_msg(s && store_begin_run(s, &run) && store_put(s, r), "%s", why.text);
    store_close(s);
    board *b = board_open(store_path, references, &why);
    ck_assert_msg(b && b->n == 1, "%s", why.text);
    return b;
}

static board *board_of(const record *r) { return board_in(r, folder); }

static void same(double a, double b) { ck_assert_mem_eq(&a, &b, sizeof a); }

static void same_errors(const trajectory_error *a, const trajectory_error *b)
{
    ck_assert_int_gt(a->n, 0);
    ck_assert_int_eq(a->n, b->n);
    ck_assert_int_eq(a->marked, b->marked);
    same(a->max, b->max);
    same(a->t_star, b->t_star);
    same(a->rms, b->rms);
    same(a->l2, b->l2);
    same(a->percent, b->percent);
    same(a->bar, b->bar);
    same(a->shift, b->shift);
    same(a->explained, b->explained);
    same(a->rest, b->rest);
}

static void same_entries(const entry *a, const entry *b)
{
    ck_assert_int_gt(a->nquantities, 0);
    ck_assert_int_eq(a->nquantities, b->nquantities);
    for (int k = 0; k < a->nquantities; k++)
        for (int i = 0; i < TRAJECTORY_RULES; i++)
            same_errors(&a->quantities[k].error[i], &b->quantities[k].error[i]);
    ck_assert_int_gt(a->ninvariants, 0);
    for (int k = 0; k < a->ninvariants; k++)
        same(a->invariants[k].drift, b->invariants[k].drift);
}

/* Every second point of all series. */
static void thin(record *r)
{
    for (int k = 0; k < r->nseries; k++) {
        r->series[k].n /= 2;
        for (int i = 0; i < r->series[k].n; i++) r->series[k].v[i] = r->series[k].v[2 * i];
    }
}

START_TEST(thinned_series_do_not_change_a_number)
{
    record r = swing_record(&usual);
    board *all = board_of(&r);
    whole_rows *w = whole_of(&r);
    board_reduce(&r, w, folder);
    thin(&r);
    board *reduced = board_of(&r);
    ck_assert(!reduced->entries[0].unreduced);
    same_entries(&all->entries[0], &reduced->entries[0]);
    whole_free(w);
    board_close(all);
    board_close(reduced);
    record_free(&r);
}
END_TEST

static void no_errors(const entry *e)
{
    ck_assert(e->unreduced);
    ck_assert_int_gt(e->nquantities, 0);
    for (int k = 0; k < e->nquantities; k++)
        for (int i = 0; i < TRAJECTORY_RULES; i++) {
            ck_assert_int_eq(e->quantities[k].error[i].n, 0);
            ck_assert(isnan(e->quantities[k].error[i].max));
        }
}

START_TEST(another_reference_knows_nothing_of_the_run)
{
    record r = swing_record(&usual);
    whole_rows *w = whole_of(&r);
    board_reduce(&r, w, folder);
    thin(&r);
    ref *other;
    char path[128];
    snprintf(path, sizeof path, "%s/swing.ref", folder);
    ck_assert_msg(ref_read(&other, path, &why), "%s", why.text);
    other->states[0].v[0].bar *= 2;
    ck_assert_msg(ref_write(other, path, &why), "%s", why.text);
    board *b = board_of(&r);
    no_errors(&b->entries[0]);
    ck_assert(b->entries[0].invariants[0].drift > 0); /* for which no reference is needed */
    whole_free(w);
    ref_free(other);
    board_close(b);
    record_free(&r);
}
END_TEST

START_TEST(thinned_series_alone_give_no_errors)
{
    enum { N = 3000, STEPS = 9000 };
    record r = swing_record(&usual);
    for (int k = 0; k < RECORD_COUNTERS; k++)
        if (!strcmp(record_counter(k), "n_accepted")) r.counters[k] = STEPS;
    for (int k = 0; k < r.nseries; k++) {
        record_series *s = &r.series[k];
        s->v = grown(s->v, N, sizeof *s->v);
        for (int i = s->n; i < N; i++) s->v[i] = s->v[s->n - 1];
        s->n = N;
    }
    board *b = board_of(&r);
    no_errors(&b->entries[0]);
    ck_assert(isnan(b->entries[0].invariants[0].drift));
    ck_assert(b->entries[0].drift[0] > 0); /* no violation is thinned away */
    board_close(b);
    record_free(&r);
}
END_TEST

/* ---- a real run -------------------------------------------------------------------------- */

typedef struct own_run {
    instance *i;
    record r;
} own_run;

static void watch(void *context, const evolve_point *p)
{
    own_run *o = context;
    const ivp_problem *of = o->i->problem;
    for (int k = 0; k < o->r.nseries; k++) {
        record_series *s = &o->r.series[k];
        const ivp_observable *what = k <= 3 ? &of->observables[k - !!k] : &of->invariants[0];
        s->v = grown(s->v, (size_t)s->n + 1, sizeof *s->v);
        s->v[s->n++] = k ? instance_observe(o->i, what, p->state) : p->t;
    }
}

static void run_program(const char *cell_json)
{
    char path[4096];
    process_program(path, sizeof path);
    const pid_t pid = fork();
    if (!pid) {
        execl(path, "ivpbench", "run", "--cell", cell_json, "--only-accuracy", "-q", "--output",
              store_path, (char *)NULL);
        _exit(126);
    }
    int status;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(status, 0);
}

/* The same run as the entry's, with every point of its series. */
static void run_again(own_run *o, const entry *e)
{
    static const char *const names[] = { "t", "obs:free_phytochrome", "obs:bound_receptor",
                                         "obs:free_enzyme", "inv:total_enzyme" };
    const evolve_setup setup = {
        .formulation = "ode", .solver = "dopri5", .rtol = e->r.cell.rtol, .atol = e->r.cell.atol
    };
    evolve *run = NULL;
    *o = (own_run){ .r = e->r };
    o->r.nseries = 5;
    o->r.series = need(calloc(5, sizeof *o->r.series));
    for (int k = 0; k < 5; k++) o->r.series[k].name = copied(names[k]);
    ck_assert_msg(!instance_open(&o->i, "hires", "", &why), "%s", why.text);
    ck_assert_msg(!evolve_create(&run, o->i, &setup, &why), "%s", why.text);
    ck_assert_int_eq(evolve_run(run, watch, o), IVP_OK);
    json_t *scoring = json_loads(e->r.scoring, 0, NULL);
    ck_assert_int_eq(json_object_del(scoring, "reduced"), 0);
    o->r.scoring = json_dumps(scoring, JSON_COMPACT);
    json_decref(scoring);
    evolve_destroy(run);
    instance_close(o->i);
}

static void custom_free(own_run *o)
{
    for (int k = 0; k < o->r.nseries; k++) {
        free(o->r.series[k].name);
        free(o->r.series[k].v);
    }
    free(o->r.series);
    free(o->r.scoring);
}

/* Hires by dopri5, whose stability takes more steps than are stored. */
START_TEST(a_long_run_is_judged_at_every_step)
{
    own_run o;
    run_program("{\"problem\":\"hires\",\"formulation\":\"ode\",\"solver\":\"dopri5\","
                "\"rtol\":1e-5,\"atol\":1e-5,\"max_steps\":200000,\"timeout_s\":60,"
                "\"memory_mb\":500}");
    board *b = board_open(store_path, "reference/data", &why);
    ck_assert_msg(b && b->n == 1, "%s", why.text);
    const entry *e = &b->entries[0];
    run_again(&o, e);
    ck_assert_int_gt(e->quantities[0].error[0].n, RECORD_ROWS);
    ck_assert_int_eq(e->quantities[0].error[0].n, o.r.series[0].n);
    board *own = board_in(&o.r, "reference/data");
    same_entries(e, &own->entries[0]);
    custom_free(&o);
    board_close(own);
    board_close(b);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        columns_come_back_as_they_went,
        thinned_series_do_not_change_a_number,
        another_reference_knows_nothing_of_the_run,
        thinned_series_alone_give_no_errors,
        a_long_run_is_judged_at_every_step,
    };
    TCase *c = tcase_create("reduce");
    tcase_add_checked_fixture(c, setup, teardown);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    return suite_run("reduce", c);
}
