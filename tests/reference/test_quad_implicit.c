/* test_quad_implicit.c -- references of equations that are not linear in y', against closed
 * forms; what is said where such a solution ends; scales of a component that decays.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/equations.h"
#include "reference/make/generate.h"

#include "tests/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct place {
    job j;
    char folder[64], equations[EQUATIONS_MAX];
    reason why;
    runs_context context;
} place;

static void opened(place *p, const char *problem, const char *settings)
{
    *p = (place){ .folder = "/tmp/ivpbench-implicit-XXXXXX" };
    ck_assert_ptr_nonnull(mkdtemp(p->folder));
    ck_assert_msg(!job_open(&p->j, problem, settings, &p->why), "%s", p->why.text);
    equations_digest(p->j.i, p->equations);
    p->context =
        (runs_context){ .folder = p->folder, .equations = p->equations, .quiet = true };
}

static void closed(place *p)
{
    rmdir(p->folder); /* a run that was made leaves nothing; files of refused ones stay */
    job_close(&p->j);
}

/* y1, y2 = y1^2 + y1'^2 */
static void right(const ref *r, int kind)
{
    for (int s = 0; s < r->nstates; s++) {
        const real t = r->states[s].t, line = 1 - t / 4, e = exp(t);
        const real exact[3][2] = { { e, 2 * e * e },
                                   { line * line, line * line * (line * line + R(1.0) / 4) },
                                   { line, line * line + R(1.0) / 16 } };
        for (int k = 0; k < 2; k++) {
            const ref_value *v = &r->states[s].v[k];
            const real off = (real)v->half[REF_A] - exact[kind][k];
            ck_assert_msg(ivp_abs(off) < R(4e-16) * exact[kind][k], "%s off by %g at %g",
                          v->name, (double)off, (double)t);
            ck_assert_msg(v->bar >= 0 && (real)v->bar < R(1e-15), "bar %g", v->bar);
        }
    }
}

START_TEST(equations_that_are_not_linear_in_slopes_get_a_reference)
{
    static const char *const kinds[] = { "kind=cubic", "kind=square", "kind=straight" };
    place p;
    ref *r;
    opened(&p, "t_implicit", kinds[_i]);
    ck_assert_msg(!generate(&p.j, &p.context, &r, &p.why), "%s", p.why.text);
    right(r, _i);
    ck_assert_int_gt(r->pieces.n, 0);
    ref_free(r);
    closed(&p);
}
END_TEST

/* Beyond t = 1/2 there is no y': no run may say that the right-hand side jumps. */
START_TEST(the_end_of_a_solution_is_no_jump)
{
    static const flow_method methods[] = { FLOW_RADAU11, FLOW_IEX };
    place p;
    flow *f;
    opened(&p, "t_implicit", "kind=fold");
    ck_assert_msg(!flow_open(&f, p.j.i, methods[_i], R(1e-16), NULL, &p.why), "%s", p.why.text);
    ck_assert_int_eq(flow_to(f, (double)R(0.75), &p.why), IVP_E_STEP_TOO_SMALL);
    const char *at = strstr(p.why.text, "at t = ");
    ck_assert_msg(at && ivp_abs((real)strtod(at + 7, NULL) - R(0.5)) < R(1e-6), "%s",
                  p.why.text);
    ck_assert_msg(strstr(p.why.text, "Newton's iteration") &&
                      strstr(p.why.text, "the solution ends"),
                  "says \"%s\"", p.why.text);
    flow_close(f);
    closed(&p);
}
END_TEST

/* The integral part of the controller is t exp(-5 t): 1e-107 at t = 50, where nothing but the
 * way there tells how large it was. */
START_TEST(a_component_that_has_decayed_is_judged_by_its_largest_value)
{
    static const double times[] = { (double)R(0.001), 12, 50, (double)R(99.9) };
    place p;
    generated_state s;
    opened(&p, "circular_track", "");
    ck_assert_msg(!generate_at(&p.j, times[_i], &p.context, &s, &p.why), "%s", p.why.text);
    const real t = times[_i], x = t * exp(-5 * t);
    ck_assert_msg(ivp_abs(s.a[4] - x) <= R(1e-30) * x, "x = %g, not %g", (double)s.a[4],
                  (double)x);
    ck_assert_msg(s.bar[4] > 0 && s.bar[4] < R(1e-24), "bar %g", (double)s.bar[4]);
    free(s.a);
    closed(&p);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("references");
    tcase_add_loop_test(tc, equations_that_are_not_linear_in_slopes_get_a_reference, 0, 3);
    tcase_add_loop_test(tc, the_end_of_a_solution_is_no_jump, 0, 2);
    tcase_add_loop_test(tc, a_component_that_has_decayed_is_judged_by_its_largest_value, 0, 4);
    return suite_run("implicit", tc);
}
