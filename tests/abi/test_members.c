/* test_members.c -- members of the interface that few plug-ins have: hidden and integer
 * parameters, data of a guard, a reset that stops the run, the hook after a step; and those for
 * later versions.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/stepping/evolve.h"
#include "tests/bench/plugin_case.h"

#include <math.h>

static char output[16384];

/* ---- discrete states --------------------------------------------------------------------- */

typedef struct visits {
    int at[2];
    double last;
} visits;

static void note(void *context, const evolve_point *p)
{
    visits *v = context;
    if (p->event < 0) return;
    v->at[p->event]++;
    v->last = p->t;
}

static const char *const solvers[] = { "dopri5", "bdf", "cvode_bdf", "radau_iia" };

/* Tops at t = 1/2, 5/2, 9/2 and 13/2, where the run stops, bottoms between them. */
START_TEST(reset_stops_the_run)
{
    reason why = { "" };
    instance *i = NULL;
    evolve *e = NULL;
    visits v = { { 0 }, 0 };
    ck_assert_msg(!instance_open(&i, "t_modes", "n=3", &why), "%s", why.text);
    ck_assert_int_eq(i->sizes.n, 3);
    const evolve_setup setup = {
        .formulation = "ode", .solver = solvers[_i], .rtol = 1e-8, .atol = 1e-8
    };
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    ck_assert_msg(!evolve_run(e, note, &v), "%s", evolve_message(e));
    ck_assert_int_eq(v.at[0], 4);
    ck_assert_int_eq(v.at[1], 3);
    ck_assert_double_lt(fabs(v.last - 6.5), 1e-6);
    ck_assert_double_lt(fabs(evolve_t(e) - 6.5), 1e-6);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

/* The reset at t = 1 takes the second guard through zero: its own event is at t = 3. */
START_TEST(a_reset_turns_a_side_without_an_event)
{
    reason why = { "" };
    instance *i = NULL;
    evolve *e = NULL;
    visits v = { { 0 }, 0 };
    double y[2] = { 0 };
    ck_assert_msg(!instance_open(&i, "t_side_anew", "", &why), "%s", why.text);
    const evolve_setup setup = {
        .formulation = "ode", .solver = solvers[_i], .rtol = 1e-8, .atol = 1e-8
    };
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    ck_assert_msg(!evolve_run(e, note, &v), "%s", evolve_message(e));
    ck_assert_int_eq(v.at[0], 1);
    ck_assert_int_eq(v.at[1], 1);
    ck_assert_double_lt(fabs(v.last - 3), 1e-6);
    ck_assert(!evolve_state(e, y));
    ck_assert_double_lt(fabs(y[1] - 2), 1e-12);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

START_TEST(hook_after_a_step_ends_the_run)
{
    reason why = { "" };
    instance *i = NULL;
    evolve *e = NULL;
    ck_assert_msg(!instance_open(&i, "t_modes", "fuse=3", &why), "%s", why.text);
    const evolve_setup setup = {
        .formulation = "ode", .solver = solvers[_i], .rtol = 1e-8, .atol = 1e-8
    };
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    ck_assert_int_lt(evolve_run(e, NULL, NULL), 0);
    assert_says(evolve_message(e), ".accepted() of t_modes at t = ");
    ck_assert_double_gt(evolve_t(e), 3);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

START_TEST(settings_are_of_their_kind)
{
    static const struct {
        const char *settings, *says;
    } wrong[] = {
        { "n=2.5", "n=2.5 is not an integer (meant: copies of the equation)" },
        { "limit=1e-1", "limit=1e-1 is not an integer" },
        { "mode=1", "with one of these names: n, limit, fuse" },
        { "count=1", "with one of these names: n, limit, fuse" },
    };
    reason why = { "" };
    instance *i = NULL;
    ck_assert_int_eq(instance_open(&i, "t_modes", wrong[_i].settings, &why), IVP_E_INVALID);
    assert_says(why.text, wrong[_i].says);
}
END_TEST

START_TEST(hidden_parameters_are_not_shown)
{
    ck_assert_int_eq(shell("IVPBENCH_PLUGIN_PATH=${ivpbench%/*}/tests $ivpbench info t_modes",
                           output, sizeof output),
                     0);
    assert_says(output, "copies of the equation (an integer, of which sizes depend)");
    assert_says(output, "before the run stops (an integer)");
    ck_assert_ptr_null(strstr(output, "0: up, 1: down"));
}
END_TEST

/* ---- for later versions ------------------------------------------------------------------ */

START_TEST(what_is_not_used_yet_is_told)
{
    static const char *const members[] = {
        ".large.entries: ", ".large.colours: ", ".large.times: no linear solver",
        ".large.precondition: no linear solver", ".sens: no sensitivities"
    };
    ck_assert_int_eq(shell("IVPBENCH_PLUGIN_PATH=${ivpbench%/*}/tests $ivpbench info t_offers",
                           output, sizeof output),
                     0);
    for (size_t k = 0; k < sizeof members / sizeof *members; k++)
        assert_says(output, members[k]);
    ck_assert_int_eq(
        shell("IVPBENCH_PLUGIN_PATH=${ivpbench%/*}/tests $ivpbench try t_offers --solver "
              "dopri5,ndf --rtol 1e-6",
              output, sizeof output),
        0);
}
END_TEST

enum { N = 4 };

/* J = df/dy of t_offers, from its linear f */
static void jacobian(const instance *i, double J[N][N])
{
    for (int j = 0; j < N; j++) {
        double e[N] = { 0 }, f[N] = { 0 };
        e[j] = 1;
        ck_assert_int_eq(i->problem->ode.f(&(ivp_state){ .y = e }, f, i->p), IVP_OK);
        for (int k = 0; k < N; k++) J[k][j] = f[k];
    }
}

typedef struct place {
    int n, row[N * N], col[N * N];
} place;

static void add_place(void *to, unsigned block, int row, int col)
{
    place *p = to;
    ck_assert_uint_eq(block, IVP_JAC);
    p->row[p->n] = row;
    p->col[p->n++] = col;
}

static bool same_row(double J[N][N], int a, int b)
{
    bool same = false;
    for (int k = 0; k < N; k++) same = same || (J[k][a] != 0 && J[k][b] != 0);
    return same;
}

/* Entries in the order of the pattern are all of J; columns of a colour have no row in
 * common. */
START_TEST(entries_and_colours_are_those_of_the_jacobian)
{
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(!instance_open(&i, "t_offers", "k=3", &why), "%s", why.text);
    const ivp_large *large = &i->problem->large;
    const ivp_state s = { .y = i->start };
    double J[N][N], value[N * N];
    int colour[N];
    place at = { .n = 0 };
    jacobian(i, J);
    i->problem->pattern(&(ivp_pattern){ add_place, &at }, i->p);
    ck_assert_int_eq(large->entries(IVP_JAC, &s, 0, value, i->p), IVP_OK);
    for (int k = 0; k < at.n; k++) J[at.row[k]][at.col[k]] -= value[k];
    for (int k = 0; k < N * N; k++) ck_assert_double_eq(J[k / N][k % N], 0);
    jacobian(i, J);
    large->colours(colour, i->p);
    for (int k = 0; k < N * N; k++)
        ck_assert(k / N == k % N || colour[k / N] != colour[k % N] ||
                  !same_row(J, k / N, k % N));
    instance_close(i);
}
END_TEST

/* times() is J v, and solve() takes back v - (b / a) J v times a: this preconditioner is
 * exact. */
START_TEST(products_and_preconditioner_belong_together)
{
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(!instance_open(&i, "t_offers", "k=3", &why), "%s", why.text);
    const ivp_large *large = &i->problem->large;
    const ivp_state s = { .y = i->start };
    const double a = 2, b = 0.25, v[N] = { 1, -2, 3, 0.5 };
    double J[N][N], Jv[N], x[N], work[8];
    jacobian(i, J);
    ck_assert_int_le(large->nwork(i->p), 8);
    ck_assert_int_eq(large->times(&s, 0, v, Jv, i->p), IVP_OK);
    for (int k = 0; k < N; k++) {
        double sum = 0;
        for (int j = 0; j < N; j++) sum += J[k][j] * v[j];
        ck_assert_double_eq(Jv[k], sum);
        x[k] = a * v[k] - b * Jv[k];
    }
    ck_assert_int_eq(large->precondition(&s, a, b, work, i->p), IVP_OK);
    ck_assert_int_eq(large->solve(work, x, i->p), IVP_OK);
    for (int k = 0; k < N; k++) ck_assert_double_lt(fabs(x[k] - v[k]), 1e-14);
    instance_close(i);
}
END_TEST

typedef struct drawing {
    int points, lines;
    double highest;
} drawing;

static void add_point(void *to, const char *name, const double x[3])
{
    drawing *d = to;
    ck_assert_ptr_nonnull(name);
    d->points++;
    d->highest = fmax(d->highest, x[1]);
}

static void add_line(void *to, int n, const double (*x)[3])
{
    drawing *d = to;
    d->lines++;
    d->highest = fmax(d->highest, x[n - 1][1]);
}

START_TEST(state_is_drawn_and_varied)
{
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(!instance_open(&i, "t_offers", "k=3", &why), "%s", why.text);
    const ivp_state s = { .y = i->start };
    drawing d = { .points = 0 };
    const ivp_canvas canvas = { add_point, add_line, &d };
    ck_assert_int_eq(i->problem->draw(&s, &canvas, i->p), IVP_OK);
    ck_assert_int_eq(d.points, 2);
    ck_assert_int_eq(d.lines, 1);
    ck_assert_double_eq(d.highest, 1);
    double f[2][N] = { { 0 } }, fk[N] = { 0 };
    ck_assert_int_eq(i->problem->ode.f(&s, f[0], i->p), IVP_OK);
    i->p[0] += 1;
    ck_assert_int_eq(i->problem->ode.f(&s, f[1], i->p), IVP_OK);
    ck_assert_int_eq(i->problem->sens(&s, 0, fk, i->p), IVP_OK);
    for (int k = 0; k < N; k++) ck_assert_double_eq(fk[k], f[1][k] - f[0][k]);
    instance_close(i);
}
END_TEST

/* ---- recommended settings ---------------------------------------------------------------- */

START_TEST(settings_are_shown_and_tried)
{
    ck_assert_int_eq(
        shell("IVPBENCH_PLUGIN_PATH=${ivpbench%/*}/testroot $ivpbench info t_implicit_euler",
              output, sizeof output),
        0);
    assert_says(output, "recommended settings\n  careful         iterations=20");
    ck_assert_int_eq(shell("IVPBENCH_PLUGIN_PATH=${ivpbench%/*}/testroot "
                           "$ivpbench plugin test t_implicit_euler",
                           output, sizeof output),
                     0);
    assert_says(output, "recommended settings are options that it takes");
}
END_TEST

/* M y' = f through ivp_mass_times and a pencil: a tenth of the step is a tenth of the error. */
START_TEST(a_stranger_solves_with_a_mass_matrix)
{
    double error[2];
    for (int k = 0; k < 2; k++) {
        reason why = { "" };
        instance *i = NULL;
        evolve *e = NULL;
        double y[3], exact[3];
        ck_assert_msg(!instance_open(&i, "t_mass", "", &why), "%s", why.text);
        const evolve_setup setup = {
            .formulation = "lin", .solver = "t_implicit_euler", .h = k ? 0.001 : 0.01, .t1 = 1
        };
        ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
        ck_assert_msg(!evolve_run(e, NULL, NULL), "%s", evolve_message(e));
        ck_assert_int_eq(evolve_state(e, y), IVP_OK);
        ck_assert_int_eq(i->problem->exact(1, exact, i->p), IVP_OK);
        error[k] = fabs(y[0] - exact[0]) + fabs(y[1] - exact[1]) + fabs(y[2] - exact[2]);
        evolve_destroy(e);
        instance_close(i);
    }
    ck_assert_double_gt(error[0], 1e-4);
    ck_assert_double_lt(fabs(error[0] / error[1] - 10), 1);
}
END_TEST

/* The plug-ins of tests, in three roots below the build */
static void roots(void)
{
    char own[PATH];
    program_folder(own, sizeof own);
    char *path = text_of("%s:%s/../testroot:%s/..", own, own, own);
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
    free(path);
    make_scratch_folder();
}

int main(void)
{
    TCase *t = tcase_create("members");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, roots, remove_folder);
    tcase_add_loop_test(t, reset_stops_the_run, 0, 4);
    tcase_add_loop_test(t, a_reset_turns_a_side_without_an_event, 0, 4);
    tcase_add_loop_test(t, hook_after_a_step_ends_the_run, 0, 4);
    tcase_add_loop_test(t, settings_are_of_their_kind, 0, 4);
    tcase_add_test(t, hidden_parameters_are_not_shown);
    tcase_add_test(t, what_is_not_used_yet_is_told);
    tcase_add_test(t, entries_and_colours_are_those_of_the_jacobian);
    tcase_add_test(t, products_and_preconditioner_belong_together);
    tcase_add_test(t, state_is_drawn_and_varied);
    tcase_add_test(t, settings_are_shown_and_tried);
    tcase_add_test(t, a_stranger_solves_with_a_mass_matrix);
    return suite_run("members", t);
}
