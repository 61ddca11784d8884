/* test_multipliers.c -- errors of multipliers along a run: from the steps to rank and export.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

#include <math.h>

#include "bench/worker/multipliers.h"

enum { COMPONENTS = 64, MOST = 20000 };

/* All steps of a run, compared one by one. */
typedef struct steps {
    instance *other;
    multipliers *m;
    int n;
    double off[MOST], size;
} steps;

static void note(void *context, const evolve_point *p)
{
    steps *s = context;
    const ivp_sizes *n = &s->other->sizes;
    double z[COMPONENTS], most = 0;
    multipliers_watch(s->m, p);
    if (!(p->h > 0)) return;
    ck_assert_int_lt(s->n, MOST);
    memcpy(z, p->state->q, (size_t)n->n * sizeof *z);
    ck_assert_int_eq(instance_complete(s->other, p->t, z), IVP_OK);
    for (int k = 0; k < n->ng; k++) {
        const double due = z[n->n + n->nq + k];
        most = fmax(most, fabs(due - p->state->lambda[k]));
        s->size = fmax(s->size, fabs(due));
    }
    s->off[s->n++] = most;
}

static json_t *run(steps *s, const char *solver, const char *formulation, double rtol)
{
    reason refusal;
    instance *i;
    evolve *e;
    const evolve_setup setup = {
        .formulation = formulation, .solver = solver, .rtol = rtol, .atol = rtol
    };
    ck_assert_msg(!instance_open(&i, "pendulum", "", &refusal), "%s", refusal.text);
    ck_assert_msg(!instance_open(&s->other, "pendulum", "", &refusal), "%s", refusal.text);
    s->m = multipliers_new(i, formulation);
    ck_assert_msg(!evolve_create(&e, i, &setup, &refusal), "%s", refusal.text);
    ck_assert_msg(!evolve_run(e, note, s), "%s", evolve_message(e));
    json_t *o = multipliers_json(s->m);
    multipliers_free(s->m);
    evolve_destroy(e);
    instance_close(i);
    instance_close(s->other);
    return o;
}

static double member(const json_t *o, const char *name)
{
    return json_real_value(json_object_get(o, name));
}

static double rms_of(const steps *s)
{
    double sum = 0;
    for (int k = 0; k < s->n; k++) sum += s->off[k] * s->off[k];
    return sqrt(sum / s->n);
}

/* A short run: every step. */
START_TEST(each_step_of_a_short_run_counts)
{
    static steps s;
    json_t *o = run(&s, "hht", "index3", 1e-3);
    double most = 0;
    ck_assert_int_lt(s.n, 256);
    for (int k = 0; k < s.n; k++) most = fmax(most, s.off[k]);
    ck_assert_int_eq(json_integer_value(json_object_get(o, "n")), s.n);
    ck_assert_double_eq_tol(member(o, "rms") * s.size / rms_of(&s), 1, 1e-12);
    ck_assert_double_eq_tol(member(o, "max") * s.size / most, 1, 1e-12);
    ck_assert_double_eq_tol(member(o, "end") * s.size / s.off[s.n - 1], 1, 1e-12);
    json_decref(o);
}
END_TEST

/* A long one: a part of them, and the last. */
START_TEST(a_long_run_is_sampled)
{
    static steps s;
    json_t *o = run(&s, "hht", "ggl", 1e-7);
    ck_assert_int_gt(s.n, 2048);
    ck_assert_int_eq(json_integer_value(json_object_get(o, "n")), s.n);
    ck_assert_double_eq_tol(member(o, "rms") * s.size / rms_of(&s), 1, 0.05);
    ck_assert_double_eq_tol(member(o, "end") * s.size / s.off[s.n - 1], 1, 1e-3);
    json_decref(o);
}
END_TEST

START_TEST(index_1_has_none)
{
    static steps s;
    ck_assert_ptr_null(run(&s, "dopri5", "projected", 1e-3));
}
END_TEST

/* Told beside the error at the end: by try, rank, report and export. */
START_TEST(they_are_told)
{
    ck_assert_int_eq(shell("$BUILD/ivpbench try pendulum -S 'hht@index3,dopri5@projected' "
                           "--rtol 1e-5 -o $HERE/a.db"),
                     0);
    says("lambda at the end");
    says("lambda along");
    ck_assert_int_eq(shell("$BUILD/ivpbench rank pendulum --metric multipliers --digits 2 "
                           "--store $HERE/a.db"),
                     0);
    says("hht@index3");
    says("1 arrived and were not scored");
    ck_assert_int_eq(shell("$BUILD/ivpbench rank pendulum --metric multipliers --digits 9 "
                           "--store $HERE/a.db"),
                     0);
    says("not asked: hht@index3: the only rung asked");
    ck_assert_int_eq(shell("$BUILD/ivpbench export --format jsonl --store $HERE/a.db | "
                           "grep -c multipliers_rms"),
                     0);
    says("1\n");
    ck_assert_int_eq(shell("$BUILD/ivpbench report --store $HERE/a.db -o $HERE/page && "
                           "cat $HERE/page/tables/pendulum-multipliers.csv"),
                     0);
    says("hht@index3");
    says_not("dopri5@projected");
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("multipliers");
    tcase_add_checked_fixture(tc, begin, end);
    tcase_add_test(tc, each_step_of_a_short_run_counts);
    tcase_add_test(tc, a_long_run_is_sampled);
    tcase_add_test(tc, index_1_has_none);
    tcase_add_test(tc, they_are_told);
    return suite_run("multipliers", tc);
}
