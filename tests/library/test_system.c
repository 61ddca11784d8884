/* test_system.c -- problems as a library (ivp/system.h): every problem in every formulation and
 * view opens or is refused with a sentence; what it computes agrees with itself; digits.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/system.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"

enum { MOST = 1000, FULL = 30 }; /* components; unknowns of matrices that are asked for */

static char why[512];

static ivp_system *opened(const char *problem, const char *formulation, const char *parameters,
                          int view)
{
    ivp_system *s = NULL;
    const ivp_system_request ask = { .bytes = sizeof ask,
                                     .problem = problem,
                                     .formulation = formulation,
                                     .parameters = parameters,
                                     .view = view };
    const int st = ivp_system_open(&s, &ask, why, sizeof why);
    ck_assert_msg(st <= 0 && !st == !!s && !!st == !!*why, "%s: %d, \"%s\"", problem, st, why);
    return s;
}

static ivp_system_facts facts_of(ivp_system *s)
{
    ivp_system_facts facts = { .bytes = sizeof facts };
    ck_assert_int_eq(ivp_system_describe(s, &facts), IVP_SYSTEM_OK);
    return facts;
}

/* ---- all of them
 * -------------------------------------------------------------------------- */

/* A status of an evaluation: good, or bad with a sentence. */
static void told(ivp_system *s, int st)
{
    ck_assert_msg(!st || *ivp_system_why(s), "status %d without a sentence", st);
}

/* Calls at one state; those of matrices where they are small. */
static void call_all(ivp_system *s, const ivp_system_facts *f, double t, const double *y,
                     const double *yp)
{
    static double out[MOST], A[FULL * FULL];
    ivp_system_score score = { .bytes = sizeof score };
    told(s, ivp_system_rhs(s, t, y, out));
    told(s, ivp_system_res(s, t, y, yp, out));
    told(s, ivp_system_components(s, t, y, out));
    told(s, ivp_system_guards(s, t, y, out));
    told(s, ivp_system_scd(s, t, y, &score));
    if (f->n > FULL) return;
    told(s, ivp_system_jac(s, t, y, A));
    told(s, ivp_system_mass(s, t, y, A));
    told(s, ivp_system_res_jac(s, t, y, yp, 1, A));
}

/* The start is consistent, F(t0, y0, y0') = 0, but for y' of multipliers, which is 0. */
static void is_consistent(ivp_system *s, const ivp_system_facts *f, const double *y,
                          const double *yp)
{
    double F[MOST], size = 1;
    if (strcmp(f->formulation, "baumgarte2") == 0) return; /* lambda is that of index 1 */
    ck_assert_int_eq(ivp_system_res(s, f->t0, y, yp, F), IVP_SYSTEM_OK);
    for (int k = 0; k < f->n; k++) size = fmax(size, fmax(fabs(y[k]), fabs(yp[k])));
    for (int k = 0; k < f->n; k++)
        ck_assert_msg(fabs(F[k]) <= 1e-8 * size, "%s@%s: F%d = %g", f->problem, f->formulation,
                      k + 1, F[k]);
}

static void visit(ivp_system *s)
{
    double y[MOST], yp[MOST], elsewhere[MOST];
    const ivp_system_facts f = facts_of(s);
    ck_assert_msg(f.ncomponents <= MOST && f.n <= MOST, "%s needs %d numbers", f.problem,
                  f.ncomponents);
    ck_assert_int_eq(ivp_system_start(s, y, yp), IVP_SYSTEM_OK);
    is_consistent(s, &f, y, yp);
    const double factor[] = { 1, 1.01, 1e200, (double)NAN };
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < f.n; i++) elsewhere[i] = factor[k] * (y[i] + (k > 1));
        call_all(s, &f, f.t0, elsewhere, yp);
    }
    for (int k = -1; k <= f.nguards; k++) told(s, ivp_system_happen(s, k, f.t0, y, NULL));
}

START_TEST(every_problem_in_every_formulation)
{
    char name[128];
    int visited = 0, refused = 0, k = 0;
    for (; ivp_system_problem(k, name, sizeof name); k++)
        for (int f = 0; ivp_system_formulation(f); f++)
            for (int view = 0; view <= IVP_SYSTEM_RESIDUAL; view = view ? 2 * view : 1) {
                ivp_system *s = opened(name, ivp_system_formulation(f), NULL, view);
                if (s) visit(s);
                *(s ? &visited : &refused) += 1;
                ivp_system_close(s);
            }
    ck_assert_int_ge(k, 46);
    ck_assert_int_ge(visited, 400);
    ck_assert_int_ge(refused, 1500);
}
END_TEST

/* ---- what is refused
 * ---------------------------------------------------------------------- */

static void refuses(const char *problem, const char *formulation, const char *parameters,
                    int view, const char *says)
{
    ck_assert_ptr_null(opened(problem, formulation, parameters, view));
    ck_assert_msg(strstr(why, says), "\"%s\" is missing in \"%s\"", says, why);
}

START_TEST(wrong_words_have_an_answer)
{
    refuses("nonesuch", NULL, NULL, 0, "there is no problem 'nonesuch'");
    refuses("../andrews", NULL, NULL, 0, "is not the name of a problem");
    refuses("andrews", "ode", NULL, 0, "it has: index3");
    refuses("andrews", "index7", NULL, 0, "there is no formulation 'index7'");
    refuses("wheelset", "dae", NULL, IVP_SYSTEM_FIRST,
            "is not offered as y' = f(t, y); it is F(t");
    refuses("hires", NULL, NULL, 3, "is one of IVP_SYSTEM_FIRST");
    refuses("pendulum", NULL, "gg=1", 0, "gg");
    refuses(NULL, NULL, NULL, 0, "names no problem");
}
END_TEST

START_TEST(wrong_calls_have_an_answer)
{
    double y[64] = { 0 };
    ivp_system *s = opened("wheelset", NULL, NULL, 0);
    ck_assert_int_eq(ivp_system_rhs(s, 0, y, y), IVP_SYSTEM_INVALID);
    ck_assert_ptr_nonnull(strstr(ivp_system_why(s), "it has no right-hand side"));
    ck_assert_int_eq(ivp_system_res(s, 0, y, NULL, y), IVP_SYSTEM_INVALID);
    ck_assert_int_eq(ivp_system_res(s, (double)NAN, y, y, y), IVP_SYSTEM_DOMAIN);
    ck_assert_int_eq(ivp_system_rhs(NULL, 0, y, y), IVP_SYSTEM_INVALID);
    ck_assert_int_eq(ivp_system_describe(s, &(ivp_system_facts){ 0 }), IVP_SYSTEM_INVALID);
    ck_assert_ptr_nonnull(strstr(ivp_system_why(s), "set its member bytes"));
    ck_assert_int_eq(ivp_system_component(s, -1, why, sizeof why), IVP_SYSTEM_INVALID);
    ck_assert(!ivp_system_problem(-1, why, sizeof why));
    ck_assert(!ivp_system_problem(0, why, 2));
    ivp_system_close(s);
    ivp_system_close(NULL);
}
END_TEST

/* ---- headers of other versions
 * ------------------------------------------------------------ */

START_TEST(structs_of_other_headers)
{
    struct {
        ivp_system_request known;
        long later;
    } newer = { { .bytes = sizeof newer, .problem = "hires" }, 0 };
    ivp_system *s;
    ck_assert_int_eq(ivp_system_open(&s, &newer.known, why, sizeof why), IVP_SYSTEM_OK);
    ivp_system_facts older = { .bytes = offsetof(ivp_system_facts, n) };
    ck_assert_int_eq(ivp_system_describe(s, &older), IVP_SYSTEM_OK);
    ck_assert_int_eq(older.view, IVP_SYSTEM_FIRST);
    ck_assert_int_eq(older.n, 0);
    ivp_system_close(s);
    newer.later = 1;
    ck_assert_int_eq(ivp_system_open(&s, &newer.known, why, sizeof why), IVP_SYSTEM_INVALID);
    ck_assert_ptr_null(s);
    newer.known.bytes = 0;
    ck_assert_int_eq(ivp_system_open(&s, &newer.known, NULL, 0), IVP_SYSTEM_INVALID);
}
END_TEST

/* ---- numbers
 * ------------------------------------------------------------------------------ */

/* J and dF/dy + c dF/dy' by difference quotients: F and its matrix fit each other. */
static void matrices_fit(ivp_system *s, const ivp_system_facts *f)
{
    enum { N = 16 };
    double y[N], yp[N], low[N], high[N], J[N * N];
    const double c = 3, h = 1e-6;
    ck_assert_int_le(f->n, N);
    ck_assert_int_eq(ivp_system_start(s, y, yp), IVP_SYSTEM_OK);
    ck_assert_int_eq(ivp_system_res_jac(s, f->t0, y, yp, c, J), IVP_SYSTEM_OK);
    for (int j = 0; j < f->n; j++) {
        const double y0 = y[j], yp0 = yp[j];
        y[j] = y0 + h, yp[j] = yp0 + c * h;
        ck_assert_int_eq(ivp_system_res(s, f->t0, y, yp, high), IVP_SYSTEM_OK);
        y[j] = y0 - h, yp[j] = yp0 - c * h;
        ck_assert_int_eq(ivp_system_res(s, f->t0, y, yp, low), IVP_SYSTEM_OK);
        y[j] = y0, yp[j] = yp0;
        for (int i = 0; i < f->n; i++) {
            const double quotient = (high[i] - low[i]) / (2 * h), entry = J[i + j * f->n];
            ck_assert_msg(fabs(quotient - entry) <= 1e-5 * (1 + fabs(entry)),
                          "%s@%s (%d, %d): %g, by differences %g", f->problem, f->formulation,
                          i, j, entry, quotient);
        }
    }
}

static const struct asked {
    const char *problem, *formulation;
    int view;
} small[] = {
    { "oregonator", "ode", IVP_SYSTEM_FIRST },
    { "pendulum", "index1", IVP_SYSTEM_FIRST },
    { "pendulum", "index3", IVP_SYSTEM_RESIDUAL },
    { "pendulum", "ggl", IVP_SYSTEM_RESIDUAL },
    { "pendulum", "state_space", IVP_SYSTEM_FIRST },
    { "robertson_dae", "lin", IVP_SYSTEM_LINEAR },
    { "robertson_dae", "lin", IVP_SYSTEM_RESIDUAL },
    { "pendulum", "index1", IVP_SYSTEM_RESIDUAL },
};

/* F = M y' - f, c M - df/dy = dF/dy + c dF/dy' where M is constant. */
static void parts_fit(ivp_system *s, const ivp_system_facts *f)
{
    double y[16], yp[16], rhs[16], F[16], M[256], J[256], K[256];
    if (f->view == IVP_SYSTEM_RESIDUAL) return;
    ck_assert_int_eq(ivp_system_start(s, y, yp), IVP_SYSTEM_OK);
    for (int k = 0; k < f->n; k++) yp[k] += k + 1;
    ck_assert_int_eq(ivp_system_rhs(s, f->t0, y, rhs), IVP_SYSTEM_OK);
    ck_assert_int_eq(ivp_system_res(s, f->t0, y, yp, F), IVP_SYSTEM_OK);
    ck_assert_int_eq(ivp_system_mass(s, f->t0, y, M), IVP_SYSTEM_OK);
    ck_assert_int_eq(ivp_system_jac(s, f->t0, y, J), IVP_SYSTEM_OK);
    ck_assert_int_eq(ivp_system_res_jac(s, f->t0, y, yp, 2, K), IVP_SYSTEM_OK);
    for (int i = 0; i < f->n; i++) {
        double row = -rhs[i];
        for (int j = 0; j < f->n; j++) row += M[i + j * f->n] * yp[j];
        ck_assert_double_le(fabs(row - F[i]), 1e-12 * (1 + fabs(rhs[i])));
    }
    for (int k = 0; k < f->n * f->n; k++)
        ck_assert_double_le(fabs(2 * M[k] - J[k] - K[k]), 1e-12 * (1 + fabs(J[k])));
}

START_TEST(matrices_belong_to_the_equations)
{
    const struct asked *a = &small[_i];
    ivp_system *s = opened(a->problem, a->formulation, NULL, a->view);
    ck_assert_msg(s, "%s", why);
    const ivp_system_facts f = facts_of(s);
    matrices_fit(s, &f);
    parts_fit(s, &f);
    ivp_system_close(s);
}
END_TEST

static double scd_of(ivp_system *s, double t, const double *y, int *worst)
{
    ivp_system_score score = { .bytes = sizeof score };
    const int st = ivp_system_scd(s, t, y, &score);
    ck_assert_msg(!st, "%s", ivp_system_why(s));
    ck_assert_double_le(score.scd, score.limit);
    *worst = score.worst;
    return score.scd;
}

START_TEST(digits_are_those_of_the_error)
{
    static const char *const formulations[] = { "index1", "index3", "ggl", "state_space" };
    for (int k = 0; k < 4; k++) {
        double y[64];
        int worst;
        ivp_system *s = opened("andrews", formulations[k], NULL, 0);
        const ivp_system_facts f = facts_of(s);
        ck_assert_int_eq(ivp_system_reference(s, f.t1, y), IVP_SYSTEM_OK);
        ck_assert_double_gt(scd_of(s, f.t1, y, &worst), k == 3 ? 10 : 15);
        ck_assert(k == 3 || fabs(y[0] - 15.8107711951537) < 1e-12);
        const int first = 0; /* q1, in state_space an independent coordinate */
        y[first] *= 1 + 1e-5;
        const double scd = scd_of(s, f.t1, y, &worst);
        ck_assert(k == 3 ? scd < 6 : worst == first && fabs(scd - 5) < 1e-3);
        ivp_system_close(s);
    }
}
END_TEST

START_TEST(times_without_a_solution_have_an_answer)
{
    double y[14];
    ivp_system_score score = { .bytes = sizeof score };
    ivp_system *s = opened("andrews", NULL, NULL, 0);
    ck_assert_int_eq(ivp_system_reference(s, 99, y), IVP_SYSTEM_DECLINED);
    ck_assert_ptr_nonnull(strstr(ivp_system_why(s), "no solution at t = 99"));
    ck_assert_int_eq(ivp_system_reference(s, (double)INFINITY, y), IVP_SYSTEM_INVALID);
    ck_assert_int_eq(ivp_system_start(s, y, NULL), IVP_SYSTEM_OK);
    ck_assert_int_eq(ivp_system_scd(s, 0.0123, y, &score), IVP_SYSTEM_DECLINED);
    ivp_system_close(s);
    s = opened("pendulum", NULL, "g=9.5", 0);
    ck_assert_int_eq(ivp_system_reference(s, 1, y), IVP_SYSTEM_DECLINED);
    ck_assert_ptr_nonnull(strstr(ivp_system_why(s), "no reference of pendulum g=9.5"));
    ivp_system_close(s);
}
END_TEST

/* The trajectory satisfies the equations: y' by a difference quotient of fourth order. */
START_TEST(the_trajectory_solves_the_equations)
{
    const double t = 0.02, h = 1e-6;
    double y[5][14], f[14];
    ivp_system *s = opened("andrews", "index1", NULL, 0);
    for (int k = 0; k < 5; k++)
        ck_assert_int_eq(ivp_system_reference(s, t + (k - 2) * h, y[k]), IVP_SYSTEM_OK);
    ck_assert_int_eq(ivp_system_rhs(s, t, y[2], f), IVP_SYSTEM_OK);
    for (int i = 0; i < 14; i++) {
        const double slope = (8 * (y[3][i] - y[1][i]) - (y[4][i] - y[0][i])) / (12 * h);
        ck_assert_double_le(fabs(slope - f[i]), 1e-6 * (1 + fabs(f[i])) + 1e-3);
    }
    ivp_system_close(s);
}
END_TEST

/* ---- events
 * ------------------------------------------------------------------------------- */

/* A mass sticks to a belt: y' = (v, 0) before it slips. */
START_TEST(resets_change_the_equations_and_start_undoes_them)
{
    double y[2], f[2];
    bool ends = true;
    ivp_system *s = opened("stick_slip", NULL, NULL, 0);
    ivp_system_guard guard = { .bytes = sizeof guard };
    ck_assert_int_eq(ivp_system_guard_at(s, 0, &guard), IVP_SYSTEM_OK);
    ck_assert(guard.resets && guard.restarts && guard.direction == -1);
    ck_assert_str_eq(guard.name, "slip");
    ck_assert_int_eq(ivp_system_start(s, y, NULL), IVP_SYSTEM_OK);
    ck_assert_int_eq(ivp_system_rhs(s, 0, y, f), IVP_SYSTEM_OK);
    ck_assert_double_eq(f[1], 0);
    ck_assert_int_eq(ivp_system_happen(s, 0, 0, y, &ends), IVP_SYSTEM_OK);
    ck_assert(!ends);
    ck_assert_int_eq(ivp_system_rhs(s, 0, y, f), IVP_SYSTEM_OK);
    ck_assert_double_gt(f[1], 0);
    ck_assert_int_eq(ivp_system_start(s, y, NULL), IVP_SYSTEM_OK);
    ck_assert_int_eq(ivp_system_rhs(s, 0, y, f), IVP_SYSTEM_OK);
    ck_assert_double_eq(f[1], 0);
    ivp_system_close(s);
}
END_TEST

START_TEST(several_are_open_at_once)
{
    double one[8], two[8], f[8];
    ivp_system *a = opened("pendulum", NULL, NULL, 0), *b = opened("pendulum", NULL, "g=1", 0);
    ivp_system_start(a, one, NULL);
    ivp_system_start(b, two, NULL);
    ck_assert_int_eq(ivp_system_rhs(a, 0, one, f), IVP_SYSTEM_OK);
    const double strong = f[3];
    ck_assert_int_eq(ivp_system_rhs(b, 0, two, f), IVP_SYSTEM_OK);
    ck_assert(strong != f[3]);
    ck_assert_int_eq(ivp_system_rhs(a, 0, one, f), IVP_SYSTEM_OK);
    ck_assert(strong == f[3]);
    ck_assert_str_eq(facts_of(b).parameters, "g=1");
    ivp_system_close(a);
    ivp_system_close(b);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("system");
    tcase_add_test(t, every_problem_in_every_formulation);
    tcase_add_test(t, wrong_words_have_an_answer);
    tcase_add_test(t, wrong_calls_have_an_answer);
    tcase_add_test(t, structs_of_other_headers);
    tcase_add_loop_test(t, matrices_belong_to_the_equations, 0,
                        (int)(sizeof small / sizeof *small));
    tcase_add_test(t, digits_are_those_of_the_error);
    tcase_add_test(t, times_without_a_solution_have_an_answer);
    tcase_add_test(t, the_trajectory_solves_the_equations);
    tcase_add_test(t, resets_change_the_equations_and_start_undoes_them);
    tcase_add_test(t, several_are_open_at_once);
    return suite_run("system", t);
}
