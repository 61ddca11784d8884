/* test_linear_implicit_cost.c -- real time: the partitioned linear-implicit Euler method does
 * the same in every step, whatever the data, and no more than the formulas ask for; and on
 * every problem it arrives or says why not.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/formulation.h"
#include "kernel/problem/status.h"
#include "tests/linear_implicit_cases.h"

typedef struct meter {
    evolve *e;
    long before[IVP_NCOUNTERS], step[IVP_NCOUNTERS];
    int steps;
    const char *whose;
} meter;

/* What this step has cost is what the first one has cost. */
static void read_meter(void *watcher, const evolve_point *point)
{
    meter *m = watcher;
    const long *now = evolve_counters(m->e);
    if (point->h > 0) {
        for (int k = 0; k < IVP_NCOUNTERS; k++) {
            const long cost = now[k] - m->before[k];
            if (m->steps == 0) m->step[k] = cost;
            ck_assert_msg(cost == m->step[k], "%s: %s is %ld in step %d, %ld in the first",
                          m->whose, ivp_counter_name((ivp_counter)k), cost, m->steps + 1,
                          m->step[k]);
        }
        m->steps++;
    }
    memcpy(m->before, now, sizeof m->before);
}

static meter cost_of(const char *problem, const char *settings, evolve_setup setup)
{
    char whose[200];
    reason why = { "" };
    snprintf(whose, sizeof whose, "%s %s@%s %s %s", problem, settings ? settings : "",
             setup.formulation, setup.formulation_options ? setup.formulation_options : "",
             setup.options);
    meter m = { .whose = whose };
    instance *i = open_problem(problem, settings);
    setup.t1 = 50.5 * setup.h; /* the last step is half a step */
    ck_assert_msg(evolve_create(&m.e, i, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_msg(evolve_run(m.e, read_meter, &m) == IVP_OK, "%s: %s", whose,
                  evolve_message(m.e));
    ck_assert_int_eq(m.steps, 51);
    evolve_destroy(m.e);
    instance_close(i);
    m.whose = NULL;
    return m;
}

/* ---- by hand ----------------------------------------------------------------------------- */

/* On the car axle, nq = 4: 2 nq complex steps for f_q and f_u, one for h (f_q u + f_t) in
 * `exact` and for h f_q u in J3. */
static const struct {
    int form;
    const char *options;
    long f, mass, con, gamma, jac, evals, lu, solve, newton;
} by_hand[] = {
    { INDEX1, "jacobian=none", 1, 1, 1, 1, 0, 0, 1, 1, 0 },
    { INDEX1, "jacobian=J3", 1, 1, 1, 1, 0, 1, 1, 1, 0 },
    { INDEX1, "jacobian=J1", 1, 1, 1, 1, 1, 8, 1, 1, 0 },
    { INDEX1, "jacobian=J2", 1, 1, 1, 1, 1, 8, 1, 1, 0 },
    { INDEX1, "jacobian=exact", 1, 1, 1, 1, 1, 9, 1, 1, 0 },
    { INDEX1, "jacobian=J2 multiplier=explicit", 1, 1, 1, 1, 1, 8, 2, 2, 0 },
    { BAUMGARTE1, "jacobian=J2", 1, 1, 1, 1, 1, 8, 1, 1, 0 },
    /* index 2 looks at G once more, where it arrives */
    { INDEX2, "jacobian=none", 1, 1, 2, 0, 0, 0, 1, 1, 0 },
    { INDEX2, "jacobian=J2", 1, 1, 2, 0, 1, 8, 1, 1, 0 },
    { BAUMGARTE2, "jacobian=J2", 1, 1, 2, 0, 1, 8, 1, 1, 0 },
    /* g for one Newton step, then M, G, g_t where the velocities are projected: the factors of
     * this serve the multipliers and the positions of the next step, too; none need others */
    { PROJECTED1, "jacobian=none", 1, 2, 3, 1, 0, 0, 1, 3, 1 },
    { PROJECTED1, "jacobian=J3", 1, 2, 3, 1, 0, 1, 1, 3, 1 },
    { PROJECTED1, "jacobian=J2", 1, 2, 3, 1, 1, 8, 2, 3, 1 },
    { PROJECTED1, "jacobian=J2 multiplier=explicit", 1, 2, 3, 1, 1, 8, 2, 4, 1 },
    { PROJECTED2, "jacobian=none", 1, 2, 4, 0, 0, 0, 2, 3, 1 },
    { PROJECTED2, "jacobian=J2", 1, 2, 4, 0, 1, 8, 2, 3, 1 },
};
enum { NBYHAND = sizeof by_hand / sizeof *by_hand };

START_TEST(counters_agree_with_a_hand_count)
{
    const meter m =
        cost_of("car_axle", NULL, with_step(by_hand[_i].form, by_hand[_i].options, 1e-3));
    const struct {
        ivp_counter counter;
        long expected;
    } row[] = { { IVP_N_F, by_hand[_i].f },
                { IVP_N_MASS, by_hand[_i].mass },
                { IVP_N_CON, by_hand[_i].con },
                { IVP_N_GAMMA, by_hand[_i].gamma },
                { IVP_N_JAC, by_hand[_i].jac },
                { IVP_N_JAC_EVALS, by_hand[_i].evals },
                { IVP_N_LU, by_hand[_i].lu },
                { IVP_N_SOLVE, by_hand[_i].solve },
                { IVP_N_NEWTON, by_hand[_i].newton },
                { IVP_N_PROJECT, by_hand[_i].newton },
                { IVP_N_ACCEPTED, 1 } };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        ck_assert_msg(m.step[row[k].counter] == row[k].expected, "%s@%s: %s is %ld, not %ld",
                      by_hand[_i].options, forms[by_hand[_i].form][0],
                      ivp_counter_name(row[k].counter), m.step[row[k].counter],
                      row[k].expected);
}
END_TEST

/* ---- whatever the data ------------------------------------------------------------------- */

/* The same problem on other data costs the same, step by step. */
START_TEST(data_do_not_matter)
{
    static const char *const data[][2] = { { "circular_track", "F_R=3 K_I=400 w_ref=2" },
                                           { "car_axle", "r=0.05 omega=20" },
                                           { "double_pendulum_rsda",
                                             "start=printed k2=1e4 c2=1e3" } };
    const int form = _i % GGL;
    const char *const *other = data[_i / GGL];
    for (int j = EXACT; j < NJACOBIANS; j++) {
        const char *options = asked(j, "");
        const meter a = cost_of(other[0], NULL, with_step(form, options, 1e-6)),
                    b = cost_of(other[0], other[1], with_step(form, options, 1e-6));
        ck_assert_mem_eq(a.step, b.step, sizeof a.step);
    }
}
END_TEST

/* ---- everywhere -------------------------------------------------------------------------- */

enum { MOST_PROBLEMS = 128 };
static char problems[MOST_PROBLEMS][PLUGIN_NAME_MAX];
static int nproblems;

/* Plug-ins that lie beside the test programs are made to be caught: they are left out. */
/* Of more unknowns than there is room for: test_solver_contract meets those. */
static bool is_small(const char *problem)
{
    reason why;
    instance *i = NULL;
    if (instance_open(&i, problem, NULL, &why) != IVP_OK) return true;
    const bool small = instance_ncomponents(i) <= METHOD_UNKNOWNS;
    instance_close(i);
    return small;
}

static void collect_problems(void)
{
    static char names[MOST_PROBLEMS][PLUGIN_NAME_MAX];
    char path[1200];
    const int n = plugin_list("problems", names, MOST_PROBLEMS);
    for (int k = 0; k < n && k < MOST_PROBLEMS; k++)
        if (plugin_path("problems", "double", names[k], path, sizeof path) &&
            !strstr(path, "/tests/double/") && is_small(names[k]))
            memcpy(problems[nproblems++], names[k], PLUGIN_NAME_MAX);
}

static void look(void *watcher, const evolve_point *point)
{
    (void)point;
    ++*(long *)watcher;
}

/* Arrives with numbers, or stops with a sentence. */
static void arrives_or_says_why(instance *i, const evolve_setup *setup)
{
    reason why = { "" };
    evolve *e = NULL;
    long points = 0;
    const ivp_status created = evolve_create(&e, i, setup, &why);
    ck_assert_msg(created == IVP_OK || strchr(why.text, ' '), "%s: no reason",
                  i->problem->name);
    if (created) return;
    const ivp_status st = evolve_run(e, look, &points);
    double *state = calloc((size_t)instance_ncomponents(i), sizeof *state);
    if (st == IVP_OK) {
        ck_assert_int_eq(evolve_state(e, state), IVP_OK);
        for (int k = 0; k < instance_ncomponents(i); k++)
            ck_assert_msg(isfinite(state[k]), "%s@%s %s: component %d", i->problem->name,
                          setup->formulation, setup->options, k);
    }
    ck_assert_msg(st == IVP_OK || (st < 0 && strchr(evolve_message(e), ' ')), "%s@%s %s: %s",
                  i->problem->name, setup->formulation, setup->options, status_name(st));
    free(state);
    evolve_destroy(e);
}

START_TEST(every_problem_ends_in_words)
{
    reason why;
    const double cells[] = { 60, 300, 1000 };
    instance *i = open_problem(problems[_i], NULL);
    for (int f = 0; formulation_name(f); f++) {
        if (evolve_fits(i, "linear_implicit_euler", formulation_name(f), &why)) continue;
        for (int j = 0; j < 3 * NJACOBIANS; j++) {
            const evolve_setup setup = { .formulation = formulation_name(f),
                                         .solver = "linear_implicit_euler",
                                         .options = asked(j / 3, ""),
                                         .h = (i->t1 - i->t0) / cells[j % 3] };
            arrives_or_says_why(i, &setup);
        }
    }
    instance_close(i);
}
END_TEST

int main(void)
{
    collect_problems();
    TCase *t = tcase_create("cost");
    tcase_add_loop_test(t, counters_agree_with_a_hand_count, 0, NBYHAND);
    tcase_add_loop_test(t, data_do_not_matter, 0, 3 * GGL);
    tcase_add_loop_test(t, every_problem_ends_in_words, 0, nproblems);
    return run_suite(t, "linear-implicit Euler: cost") + (nproblems < 1);
}
