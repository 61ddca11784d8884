/* test_quad_bdf.c -- BDF in quad: orders 1 to 5 of positions, velocities and multipliers on
 * index 3, stabilised, and as y' = f; the error estimate beside the true local error; divided
 * differences beside polynomials.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/in_quad.h"

#include "kernel/methods/multistep/bdf.h"

enum { BLOCK = 6, DOUBLINGS = 40 };

static const char soft[] = "k1=5 c1=1 k2=2 c2=0.1";

static void begin(run *r, const char *problem, const char *settings, ivp_formulation f,
                  ivp_view view, real rtol)
{
    const double option[BDF_NOPTIONS] = { [BDF_MAX_ORDER] = BDF_ORDERS - 1 };
    run_open(r, problem, settings, f, view, rtol, rtol);
    ck_assert_int_eq(bdf_create(&r->self, r->model, &r->tol, option), IVP_OK);
    ck_assert_int_eq(bdf_restart(r->self, r->t, r->y, r->yp, 0), IVP_OK);
}

/* A step of this order and size that is kept, whatever its error. */
static void take(run *r, int order, real h)
{
    ((bdf *)r->self)->order = order;
    run_take(r, bdf_attempt, bdf_verdict, h);
}

/* Six times h from the start, by blocks of ever longer steps: what the first ones of low order
 * leave is far below h^6. */
static void ramp(run *r, int order, real h)
{
    for (int k = -1; k < DOUBLINGS; k++)
        for (int i = 0; i < BLOCK; i++)
            take(r,
                 k < 1       ? 1
                 : k < order ? k
                             : order,
                 h * pow(R(2.0), (real)((k < 0 ? 0 : k) - DOUBLINGS)));
}

static void over(ivp_formulation f, ivp_view view, int order, int steps, real *y)
{
    const real h = R(0.5) / (real)steps;
    run r;
    begin(&r, "double_pendulum_rsda", soft, f, view,
          view == IVP_FIRST ? R(1e-15) : R(1e-20)); /* its corrector makes four iterations */
    ramp(&r, order, h);
    for (int k = BLOCK; k < steps; k++) take(&r, order, h);
    memcpy(y, r.y, (size_t)r.n * sizeof *y);
    run_close(&r);
}

/* q (6), u (6) and lambda (4) of the bodies; v (2) and v' (2) of the state space */
static const struct {
    ivp_formulation formulation;
    ivp_view view;
    int from[4];
} forms[] = {
    { IVP_INDEX3, IVP_MECH_VIEW, { 0, 6, 12, 16 } },
    { IVP_GGL, IVP_MECH_VIEW, { 0, 6, 12, 16 } },
    { IVP_STATE_SPACE, IVP_FIRST, { 0, 2, 4, 4 } },
};
enum { FORMS = sizeof forms / sizeof *forms };

START_TEST(every_component_has_the_order)
{
    const int order = 1 + _i % BDF_ORDERS, form = _i / BDF_ORDERS;
    real y[3][MOST];
    for (int k = 0; k < 3; k++)
        over(forms[form].formulation, forms[form].view, order, 64 << k, y[k]);
    for (int b = 0; b < 3; b++) {
        const int at = forms[form].from[b], n = forms[form].from[b + 1] - at;
        if (n == 0) continue;
        const real found = log2(largest_difference(y[0] + at, y[1] + at, n) /
                                largest_difference(y[1] + at, y[2] + at, n));
        ck_assert_msg(ivp_abs(found - (real)order) < R(0.25), "form %d, block %d: %.2f, not %d",
                      form, b, (double)found, order);
    }
}
END_TEST

/* From exact points delta = (1 + C) h^(k+1) y^(k+1) and the error is C h^(k+1) y^(k+1), with
 * 1/C = (k + 1) (1 + 1/2 + ... + 1/k); the estimate is delta / (k + 1). */
START_TEST(the_estimate_follows_the_error)
{
    const int order = 1 + _i;
    const real h = R(0.5) / 1024, t0 = R(0.25), rtol = R(1e-20);
    real point[MOST], ahead[MOST], slope[MOST], y1[MOST], sum = 0;
    for (int j = 1; j <= order + 1; j++) sum += 1 / (real)j;
    run r;
    begin(&r, "circular_track", NULL, IVP_INDEX1, IVP_FIRST, rtol);
    bdf *s = r.self;
    exact_at(&r, t0, point);
    memset(slope, 0, sizeof slope);
    divided_begin(&s->past, h, point, slope);
    for (int j = 1; j <= order; j++) {
        exact_at(&r, t0 + (real)j * h, point);
        divided_ahead(&s->past, h, j - 1, &s->next);
        divided_predict(&s->next, j - 1, ahead, NULL);
        for (int i = 0; i < r.n; i++) ahead[i] = point[i] - ahead[i];
        divided_add(&s->next, j - 1, ahead);
        const divided next = s->next;
        s->next = s->past;
        s->past = next;
    }
    s->points = s->order = order;
    s->climbing = false;
    r.trial = (ivp_trial){ .t = t0 + (real)order * h, .h = h, .y = point, .y1 = y1 };
    ck_assert_int_eq(bdf_attempt(s, &r.trial), IVP_OK);
    exact_at(&r, r.trial.t + h, ahead);
    for (int i = 0; i < r.n; i++) ahead[i] -= y1[i];
    const real error = ivp_error_norm(r.model, &r.tol, point, y1, ahead);
    const real ratio = r.trial.test[0].err / error;
    ck_assert_msg(ivp_abs(ratio - sum) < R(0.1) * sum, "order %d: %.3f, not %.3f", order,
                  (double)ratio, (double)sum);
    run_close(&r);
}
END_TEST

/* Points at unequal distances on a polynomial: its value and slope ahead, and inside. */
START_TEST(differences_belong_to_their_polynomial)
{
    enum { DEGREE = 6 };
    static const real steps[] = { R(0.3), R(0.1), R(0.25), R(0.5), R(0.2), R(0.15), R(0.4) };
    real store[2][DEGREE + 2], y, slope = 1, t = 0;
    divided x[2];
    for (int k = 0; k < 2; k++) divided_carve(&x[k], 1, DEGREE + 1, store[k]);
    y = 0;
    divided_begin(&x[0], R(0.2), &y, &slope);
    for (int k = 0; k < DEGREE + 1; k++) {
        divided *from = &x[k % 2], *to = &x[1 - k % 2];
        t += steps[k];
        divided_ahead(from, steps[k], k, to);
        divided_predict(to, k, &y, &slope);
        if (k == DEGREE) {
            ck_assert(ivp_abs(y - pow(t, R(6.0))) < R(1e-30));
            ck_assert(ivp_abs(slope - 6 * pow(t, R(5.0))) < R(1e-30));
        }
        y = pow(t, R(6.0)) - y;
        divided_add(to, k, &y);
        divided_at(to, k + 1 < DEGREE ? k + 1 : DEGREE, -steps[k] / 3, &y);
        if (k + 1 >= DEGREE) ck_assert(ivp_abs(y - pow(t - steps[k] / 3, R(6.0))) < R(1e-30));
    }
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("quad bdf");
    tcase_add_loop_test(t, every_component_has_the_order, 0, FORMS * BDF_ORDERS);
    tcase_add_loop_test(t, the_estimate_follows_the_error, 0, BDF_ORDERS);
    tcase_add_test(t, differences_belong_to_their_polynomial);
    return suite_run("quad bdf", t);
}
