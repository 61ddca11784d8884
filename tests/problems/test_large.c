/* test_large.c -- large mechanisms: elements found by the order of calls, sparse blocks and
 * iteration matrices give what full ones give. What it takes: test_growth.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/problems/large.h"
#include <math.h>
#include <stdlib.h>

#include "kernel/linear/mat.h"
#include "kernel/linear/triplets.h"

/* ---- tapes ------------------------------------------------------------------------------- */

/* As a problem does that is compiled with IVP_SPARSE. */
static void put(ivp_tape *t, int i, int j, real x)
{
    const ivp_call *c = t->next;
    const bool expected = c->i == i && c->j == j;
    *(expected ? t->value + c->slot : tape_seek(t, i, j)) += x;
    if (expected) t->next = c + 1;
}

enum { N = 200 };

/* A matrix with three diagonals, row k left out, (0, N - 1) where told. */
static void write_band(ivp_tape *t, int without, bool corner)
{
    for (int j = 0; j < N; j++) {
        if (j == without) continue;
        put(t, j, j, 2 + j);
        if (j) put(t, j, j - 1, -1);
        if (j) put(t, j - 1, j, j);
    }
    if (corner) put(t, 0, N - 1, 7);
}

static void write_whole(ivp_tape *t, int without, bool corner)
{
    ivp_status st = IVP_OK;
    do {
        ck_assert(tape_begin(t));
        write_band(t, without, corner);
    } while (sheet_grow(t->sheet, &st));
    ck_assert_int_eq(st, IVP_OK);
}

START_TEST(elements_by_the_order_of_calls)
{
    tape_sheet *s = sheet_create(N, N);
    ivp_tape t = { .sheet = s };
    real x[N], y[N], full[N];
    for (int j = 0; j < N; j++) x[j] = sin(j);
    const struct {
        int without;
        bool corner;
    } turns[] = { { -1, false }, { 50, false }, { -1, true }, { 3, true }, { -1, false } };
    for (size_t k = 0; k < sizeof turns / sizeof *turns; k++) {
        write_whole(&t, turns[k].without, turns[k].corner);
        memset(y, 0, sizeof y);
        memset(full, 0, sizeof full);
        mat_multiply_add(tape_view(&t), x, y);
        for (int j = 0; j < N; j++) {
            if (j == turns[k].without) continue;
            full[j] += (2 + j) * x[j];
            if (j) full[j] -= x[j - 1];
            if (j) full[j - 1] += j * x[j];
        }
        if (turns[k].corner) full[0] += 7 * x[N - 1];
        for (int j = 0; j < N; j++) ck_assert_double_eq_tol(y[j], full[j], 1e-11);
    }
    ck_assert_int_eq(s->slots, 3 * N - 1);
    ck_assert_int_eq(s->calls, 3 * N - 1);
    put(&t, N, 0, 1); /* a mistake of a problem harms nobody */
    ck_assert_int_eq(s->slots, 3 * N - 1);
    free(t.value);
    sheet_destroy(s);
}
END_TEST

START_TEST(places_by_columns_and_colours)
{
    triplets t = { 0 };
    for (int k = 0; k < 3 * N; k++) {
        const int j = (k * 7) % N, i = j + k / N - 1;
        if (i >= 0 && i < N) ck_assert(triplets_add(&t, i, j) && triplets_add(&t, i, j));
    }
    int map[6 * N], colour[N];
    sparse_pattern p;
    ck_assert(triplets_compress(&t, N, &p, map));
    ck_assert_int_eq(p.first[N], 3 * N - 2);
    for (int k = 0; k < t.count; k++) {
        ck_assert_int_eq(p.row[map[k]], t.row[k]);
        ck_assert_int_le(p.first[t.col[k]], map[k]);
        ck_assert_int_gt(p.first[t.col[k] + 1], map[k]);
    }
    ck_assert_int_eq(pattern_colour(&p, &p, colour), 3);
    for (int j = 0; j + 2 < N; j++)
        ck_assert(colour[j] != colour[j + 1] && colour[j] != colour[j + 2]);
    ck_assert_int_eq(pattern_parts(&p, colour, map), N);
    triplets_free(&t);
    pattern_free(&p);
}
END_TEST

/* ---- runs -------------------------------------------------------------------------------- */

typedef struct run {
    double y[800];
    long counters[IVP_NCOUNTERS];
    int nq;
} run;

/* with: "SOLVER" or "SOLVER OPTION=CHOICE" */
static void go(const char *problem, const char *settings, const char *with,
               const char *formulation, const char *elimination, double t1, run *r)
{
    char solver[40];
    const char *choices = split(with, solver);
    char options[40];
    reason why;
    instance *i = opened(problem, settings);
    evolve *e = NULL;
    snprintf(options, sizeof options, "elimination=%s", elimination);
    const evolve_setup setup = { .formulation = formulation,
                                 .formulation_options = options,
                                 .solver = solver,
                                 .options = choices,
                                 .rtol = 1e-5,
                                 .atol = 1e-5,
                                 .h = step_of(solver),
                                 .t1 = t1 };
    ck_assert_msg(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_str_eq(evolve_elimination(e), elimination);
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
    ck_assert_int_le(instance_ncomponents(i), 800);
    ck_assert_int_eq(evolve_state(e, r->y), IVP_OK);
    memcpy(r->counters, evolve_counters(e), sizeof r->counters);
    r->nq = i->sizes.nq;
    evolve_destroy(e);
    instance_close(i);
}

static const struct {
    const char *problem, *settings, *solver, *formulation;
} runs[] = {
    { "chain", "N=30", "hht", "index3" },
    { "chain", "N=30", "hht", "ggl" },
    { "chain", "N=30", "generalized_alpha", "index3" },
    { "chain", "N=30", "bdf", "index3" },
    { "t_springs", "N=40 as=elements", "bdf", "index3" },
    { "chain", "N=30", "dopri5", "projected" },
    { "chain", "N=5", "dopri5", "baumgarte1" },
    { "four_bar", "N=30", "hht", "index3" },
    { "four_bar", "N=30", "rodas5p", "index1" },
    { "chain", "N=30", "ndf", "index1" },
    { "chain", "N=10", "ida", "index2" },
    { "chain", "N=10", "ida", "ggl" },
    { "chain", "N=10", "ida", "baumgarte1" },
    { "t_springs", "N=30 w=0.3 as=elements", "ida", "ggl" },
    { "t_springs", "N=30 w=0.3", "rodas5p", "index1" },
    { "chain", "N=30", "rodas", "projected" },
    { "chain", "N=30", "radau_iia", "index1" },
    { "chain", "N=30", "cvode_bdf", "projected" },
    { "chain", "N=30", "arkode_dirk", "index1" },
    { "chain", "N=30", "linear_implicit_euler", "ggl" },
    { "t_springs", "N=30 w=0.3 as=elements", "linear_implicit_euler", "baumgarte2" },
    { "t_springs", "N=30", "linear_implicit_euler", "projected" },
    { "t_springs", "N=30 w=0.3", "generalized_alpha", "ggl" },
    { "t_springs", "N=40", "hht", "index3" },
    { "t_springs", "N=40 as=elements", "hht", "index3" },
    { "t_springs", "N=40 as=elements", "generalized_alpha", "index3" },
    { "t_springs", "N=40 as=elements", "ida", "index3" },
    { "t_springs", "N=40 as=elements", "radau_iia", "index3" },
    { "chain", "N=30", "radau_iia", "index3" },
    { "chain", "N=10", "radau_iia", "ggl" },
    { "chain", "N=30", "linear_implicit_euler multiplier=explicit", "index1" },
    { "t_springs", "N=30 w=0.3 as=elements", "linear_implicit_euler multiplier=explicit",
      "baumgarte1" },
    { "chain", "N=30", "linear_implicit_euler multiplier=explicit jacobian=J3", "projected" },
    { "t_springs", "N=30 w=0.3", "rosenbrock_nystrom", "index1" },
    { "chain", "N=30", "rosenbrock_nystrom error=scaled", "projected" },
    { "t_springs", "N=30 as=elements", "rosenbrock_nystrom", "baumgarte1" },
    { "t_springs", "N=30 w=0.3", "w_method", "index1" },
    { "chain", "N=30", "w_method jacobian=frozen", "projected" },
    { "t_springs", "N=30", "w_method jacobian=velocity", "index1" },
    { "chain", "N=10", "w_method jacobian=zero", "index1" },
    { "t_springs", "N=60 w=0.3", "llm exponential=krylov", "index1" },
    { "chain", "N=30", "llm exponential=krylov", "projected" },
};
enum { RUNS = sizeof runs / sizeof *runs, FIRST_EXACT = RUNS - 12 };

/* The same steps, up to rounding. */
START_TEST(sparse_is_what_dense_is)
{
    run few, full;
    const double t1 = 0.3;
    go(runs[_i].problem, runs[_i].settings, runs[_i].solver, runs[_i].formulation, "sparse", t1,
       &few);
    go(runs[_i].problem, runs[_i].settings, runs[_i].solver, runs[_i].formulation, "dense", t1,
       &full);
    ck_assert_int_eq(few.counters[IVP_N_ACCEPTED], full.counters[IVP_N_ACCEPTED]);
    const double near = _i < FIRST_EXACT ? 1e-6 : 1e-12;
    for (int k = 0; k < 2 * few.nq; k++) ck_assert_double_eq_tol(few.y[k], full.y[k], near);
}
END_TEST

/* Coordinates are chosen and recovered by the columns of a full G, whatever blocks the problem
 * is opened with. */
START_TEST(state_space_of_a_sparse_problem)
{
    reason why;
    instance *i = opened("chain", "N=50");
    evolve *e = NULL;
    double y[800];
    run few;
    const evolve_setup setup = {
        .formulation = "state_space", .solver = "dopri5", .rtol = 1e-7, .atol = 1e-7, .t1 = 0.1
    };
    ck_assert(i->sparse);
    ck_assert_msg(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
    ck_assert_int_le(instance_ncomponents(i), 800);
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    go("chain", "N=50", "dopri5", "projected", "sparse", 0.1, &few);
    for (int k = 0; k < few.nq; k++) ck_assert_double_eq_tol(y[k], few.y[k], 1e-4);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

/* As forces the springs' pattern is discovered, as elements it is told: one motion. */
START_TEST(elements_are_forces)
{
    run forces, elements;
    go("t_springs", "N=40", "hht", "index3", "sparse", 1, &forces);
    go("t_springs", "N=40 as=elements", "hht", "index3", "sparse", 1, &elements);
    ck_assert_int_eq(forces.counters[IVP_N_JAC], elements.counters[IVP_N_JAC]);
    ck_assert_int_gt(elements.counters[IVP_N_JAC], 1);
    for (int k = 0; k < 2 * forces.nq; k++)
        ck_assert_double_eq_tol(forces.y[k], elements.y[k], 1e-11);
    /* discovered once, 40 evaluations; then 3 colours and a check each time */
    const long jacobians = forces.counters[IVP_N_JAC];
    ck_assert_int_le(forces.counters[IVP_N_JAC_EVALS], 40 + 10 + 4 * jacobians);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("large");
    tcase_add_test(c, elements_by_the_order_of_calls);
    tcase_add_test(c, places_by_columns_and_colours);
    tcase_add_loop_test(c, sparse_is_what_dense_is, 0, RUNS);
    tcase_add_test(c, state_space_of_a_sparse_problem);
    tcase_add_test(c, elements_are_forces);
    return suite_run("large", c);
}
