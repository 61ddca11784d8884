/* test_state_space.c -- exact Jacobians in independent coordinates, along motions: against
 * differences of the whole map, against a quad evaluation of the same point, and from view to
 * view.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/util.h" /* before Check, which has a macro fail */

#include "tests/kernel/linearised.h"
#include "tests/method.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- points --------------------------------------------------------------------------- */

enum { POINTS = 6 };

/* The start and POINTS - 1 later states of the motion. */
struct motion {
    int npoints;
    double t[POINTS], canonical[POINTS][METHOD_UNKNOWNS];
};

static struct motion move(const struct linearised_case *c)
{
    struct motion m = { .npoints = POINTS };
    instance *i = open_problem(c->problem, c->settings);
    const double from = i->t0, span = i->t1 - i->t0;
    m.t[0] = from;
    memcpy(m.canonical[0], i->start, (size_t)instance_ncomponents(i) * sizeof(double));
    instance_close(i);
    for (int k = 1; k < POINTS; k++) {
        const evolve_setup setup = { .formulation = c->formulation,
                                     .solver = "rosenbrock_nystrom",
                                     .rtol = 1e-5,
                                     .atol = 1e-5,
                                     .t1 = from + span * k / (2 * POINTS) };
        const outcome_of_run o = run_method(c->problem, c->settings, &setup);
        ck_assert_int_eq(o.status, IVP_OK);
        m.t[k] = o.t;
        memcpy(m.canonical[k], o.state, sizeof o.state);
    }
    return m;
}

/* ---- differences ------------------------------------------------------------------------- */

START_TEST(jacobians_are_derivatives_of_the_map)
{
    const struct linearised_case *c = &linearised_cases[_i];
    const struct motion m = move(c);
    linearised l;
    ck_assert_int_eq(linearised_open(&l, c), IVP_OK);
    for (int k = 0; k < m.npoints; k++) {
        ck_assert_int_eq(linearised_at(&l, m.t[k], m.canonical[k]), IVP_OK);
        ck_assert_int_eq(linearise(&l), IVP_OK);
        for (int j = -1; j < l.n; j++) {
            double difference[LINEARISED_N];
            ck_assert_int_eq(linearised_difference(&l, j, 1e-4, difference), IVP_OK);
            const double off = linearised_distance(l.n, l.column[1 + j], difference);
            ck_assert_msg(off < 1e-7, "%s %s at t = %g, column %d: off by %.1e", c->problem,
                          c->settings, m.t[k], j + 1, off);
        }
    }
    linearised_close(&l);
}
END_TEST

/* ---- quad ----------------------------------------------------------------------------- */

/* What the quad program says of a point, in its order: numbers rounded to double. */
static void ask_quad(int which, double t, const double *canonical, int n, double *answer,
                     int answers)
{
    char folder[1024], command[8192];
    program_folder(folder, sizeof folder);
    int at =
        snprintf(command, sizeof command, "%s/test_quad_state_space %d %a", folder, which, t);
    for (int k = 0; k < n; k++)
        at += snprintf(command + at, sizeof command - (size_t)at, " %a", canonical[k]);
    FILE *from = popen(command, "r");
    static char line[32768];
    ck_assert_ptr_nonnull(from);
    char *text = fgets(line, sizeof line, from), *end = text;
    for (int k = 0; text && k < answers; k++, text = end) {
        answer[k] = strtod(text, &end);
        if (end == text) end = NULL;
    }
    ck_assert_msg(text != NULL, "test_quad_state_space, a program beside this one, said: %s",
                  line);
    ck_assert_int_eq(pclose(from), 0);
}

static void expect_same(const struct linearised_case *c, const linearised *l,
                        const double *answer)
{
    for (int j = -1; j <= l->n; j++, answer += l->n) {
        const double off = linearised_distance(l->n, answer, j < 0 ? l->f : l->column[j]);
        ck_assert_msg(off < 1e-12, "%s %s at t = %g, %s %d: off by %.1e", c->problem,
                      c->settings, l->t, j < 0 ? "f" : "column", j, off);
    }
}

START_TEST(jacobians_agree_with_quad)
{
    const struct linearised_case *c = &linearised_cases[_i];
    const struct motion m = move(c);
    linearised l;
    ck_assert_int_eq(linearised_open(&l, c), IVP_OK);
    const partition *p = l.model->part;
    const int nv = p ? p->nv : 0;
    for (int k = 0; k < m.npoints; k++) {
        double answer[METHOD_UNKNOWNS + LINEARISED_N * (LINEARISED_N + 2)] = { 0 };
        ck_assert_int_eq(linearised_at(&l, m.t[k], m.canonical[k]), IVP_OK);
        ck_assert_int_eq(linearise(&l), IVP_OK);
        ask_quad(_i, m.t[k], m.canonical[k], l.instance->sizes.n, answer, nv + l.n * (l.n + 2));
        for (int v = 0; v < nv; v++) ck_assert_int_eq((int)answer[v], p->independent[v]);
        expect_same(c, &l, answer + nv);
    }
    linearised_close(&l);
}
END_TEST

/* ---- views ------------------------------------------------------------------------------ */

/* J1 and J2 of the second-order view are the lower blocks of the first-order one. */
START_TEST(both_views_have_one_jacobian)
{
    const struct linearised_case *c = &linearised_cases[_i];
    const struct motion m = move(c);
    reason why;
    linearised l;
    ck_assert_int_eq(linearised_open(&l, c), IVP_OK);
    if (l.instance->sizes.nx == 0) {
        ivp_model *second = NULL;
        double J[2 * LINEARISED_N * LINEARISED_N], at[LINEARISED_N];
        double y[LINEARISED_N], yp[LINEARISED_N];
        const int nv = l.n / 2;
        ck_assert_int_eq(
            model_open(&second, l.instance, l.model->formulation, NULL, IVP_SECOND, &why),
            IVP_OK);
        for (int k = 0; k < m.npoints; k++) {
            ck_assert_int_eq(linearised_at(&l, m.t[k], m.canonical[k]), IVP_OK);
            ck_assert_int_eq(linearise(&l), IVP_OK);
            ck_assert_int_eq(model_unknowns(second, m.t[k], m.canonical[k], y, yp), IVP_OK);
            ck_assert_int_eq(ivp_accel_jac(second, m.t[k], y, y + nv,
                                           (ivp_mat){ nv, nv, nv, J },
                                           (ivp_mat){ nv, nv, nv, J + nv * nv }, at),
                             IVP_OK);
            ck_assert(linearised_distance(nv, l.column[0] + nv, at) < 1e-13);
            for (int j = 0; j < 2 * nv; j++)
                ck_assert(linearised_distance(nv, l.column[1 + j] + nv, J + j * nv) < 1e-13);
        }
        model_close(second);
    }
    linearised_close(&l);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("jacobians");
    tcase_add_loop_test(t, jacobians_are_derivatives_of_the_map, 0, LINEARISED_CASES);
    tcase_add_loop_test(t, jacobians_agree_with_quad, 0, LINEARISED_CASES);
    tcase_add_loop_test(t, both_views_have_one_jacobian, 0, LINEARISED_CASES);
    return suite_run("state space", t);
}
