/* test_lanes.c -- what runs side by side is what runs alone: every problem with lanes, every
 * width that this processor has, every lane.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/lanes/lanes.h"
#include "kernel/linear/elimination.h"
#include "kernel/problem/instance.h"
#include "kernel/problem/mech.h"
#include "kernel/problem/plugin.h"

enum { MOST = 512, PROBLEMS = 64 };

static const lane_code *const widths[] = { &lanes_2, &lanes_4, &lanes_8 };
static char names[PROBLEMS][PLUGIN_NAME_MAX];
static int nproblems;

static double number(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / (double)(1u << 23) - 1;
}

struct batch {
    double t[LANES_MOST], y[2 * MOST * LANES_MOST], f[MOST * LANES_MOST];
};

/* Eight different points around the start. */
static void draw_times(const instance *in, struct batch *b, unsigned *seed)
{
    for (int s = 0; s < LANES_MOST; s++)
        b->t[s] = in->t0 + (in->t1 - in->t0) * (number(seed) + 1) / 2;
}

static void draw(const instance *in, struct batch *b, unsigned *seed)
{
    for (int k = 0; k < in->sizes.n; k++)
        for (int s = 0; s < LANES_MOST; s++)
            b->y[k * LANES_MOST + s] =
                in->start[k] + 0.1 * number(seed) * fmax(0.1, fabs(in->start[k]));
}

static void alone(instance *in, const struct batch *b, int s, double *f)
{
    double y[2 * MOST];
    const int n = in->sizes.n, nq = in->sizes.nq;
    for (int k = 0; k < n; k++) y[k] = b->y[k * LANES_MOST + s];
    const ivp_state at = { .t = b->t[s], .y = y, .q = y, .u = y + nq, .x = y + 2 * nq };
    if (in->problem->form == IVP_MECH) {
        ck_assert_int_eq(mech_accelerate(in->mech, &at), IVP_OK);
        memcpy(f, in->mech->a, (size_t)nq * sizeof *f);
        for (int k = 0; k < in->sizes.nx; k++) f[nq + k] = in->mech->at.d[k];
    } else
        ck_assert_int_eq(in->problem->ode.f(&at, f, in->p), IVP_OK);
}

static void compare(instance *in, const struct batch *b, int width)
{
    const int n = in->problem->form == IVP_MECH ? in->sizes.n - in->sizes.nq : in->sizes.n;
    for (int s = 0; s < LANES_MOST; s++) {
        double f[MOST], size = 0;
        alone(in, b, s, f);
        for (int k = 0; k < n; k++) size = fmax(size, fabs(f[k]));
        for (int k = 0; k < n; k++)
            ck_assert_msg(fabs(b->f[k * LANES_MOST + s] - f[k]) <= 1e-12 * size,
                          "%s, width %d, lane %d, component %d: %.17g, alone %.17g",
                          in->problem->name, width, s, k + 1, b->f[k * LANES_MOST + s], f[k]);
    }
}

/* Code written out, or interpreted. */
static lanes *open_lanes(instance *in, const lane_code *code, elimination_plan *plan,
                         bool written)
{
    const void *twin = plugin_lanes(in->problem->name, code->arith);
    ck_assert_ptr_nonnull(twin);
    const elimination_code *c =
        plan && written
            ? plugin_elimination(in->problem->name, code->arith, elimination_plan_digest(plan))
            : NULL;
    ck_assert(!plan || !written || c);
    const lanes_setup setup = { twin,
                                in->sizes.n,
                                in->sizes.nq,
                                in->sizes.nx,
                                in->sizes.ng,
                                in->nparams + in->sizes.nderived + in->nevents,
                                plan,
                                c,
                                plan && in->problem->mech.assigns };
    lanes *l = code->create(&setup);
    ck_assert_ptr_nonnull(l);
    code->parameters(l, in->p);
    return l;
}

static void check_width(instance *in, const lane_code *code, bool written)
{
    const int nq = in->sizes.nq;
    const bool mechanical = in->problem->form == IVP_MECH;
    elimination_plan *plan =
        mechanical ? structure_plan(in->mech, in->t0, in->t1, in->start) : NULL;
    lanes *l = open_lanes(in, code, plan, written);
    unsigned seed = 7;
    struct batch b;
    for (int k = 0; k < 50; k++) { /* two states at every time: what was kept of it counts */
        if (k % 2 == 0) draw_times(in, &b, &seed);
        draw(in, &b, &seed);
        const lanes_bad bad = mechanical ? code->accelerate(l, LANES_MOST, b.t, b.y,
                                                            b.y + nq * LANES_MOST, 0, 0, b.f)
                                         : code->f(l, LANES_MOST, b.t, b.y, b.f);
        ck_assert_uint_eq(bad, 0);
        compare(in, &b, code->width);
    }
    code->destroy(l);
    elimination_plan_destroy(plan);
}

START_TEST(every_lane_is_what_runs_alone)
{
    reason why;
    instance *in = NULL;
    const char *name = names[_i / 3];
    const lane_code *code = widths[_i % 3];
    if (!code->supported() || !plugin_lanes(name, code->arith)) return;
    ck_assert_int_eq(instance_open(&in, name, "", &why), IVP_OK);
    if (in->problem->form == IVP_ODE || in->problem->form == IVP_MECH) {
        check_width(in, code, true);
        check_width(in, code, false);
    }
    instance_close(in);
}
END_TEST

/* The car axle in lanes, the last `left_out` entries missing in its plan */
typedef struct axle {
    instance *in;
    elimination_plan *plan;
    lanes *l;
} axle;

static axle open_axle(const lane_code *code, int left_out)
{
    reason why;
    axle x = { 0 };
    ck_assert_int_eq(instance_open(&x.in, "car_axle", "", &why), IVP_OK);
    x.plan = structure_plan(x.in->mech, x.in->t0, x.in->t1, x.in->start);
    x.plan->nnonzero -= left_out;
    x.l = open_lanes(x.in, code, x.plan, !left_out);
    return x;
}

static void close_axle(axle *x, const lane_code *code)
{
    code->destroy(x->l);
    elimination_plan_destroy(x->plan);
    instance_close(x->in);
}

/* The lanes without a result */
static unsigned accelerate_axle(const axle *x, const lane_code *code, int points,
                                struct batch *b)
{
    const int nq = x->in->sizes.nq;
    return code->accelerate(x->l, points, b->t, b->y, b->y + nq * LANES_MOST, 0, 0, b->f);
}

/* At the same times, with another parameter on which what is kept depends. */
START_TEST(what_is_kept_is_forgotten_with_the_parameters)
{
    const lane_code *code = widths[_i];
    if (!code->supported()) return;
    axle x = open_axle(code, 0);
    instance *in = x.in;
    struct batch b;
    unsigned seed = 3;
    draw_times(in, &b, &seed);
    draw(in, &b, &seed);
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < in->nparams; j++) in->p[j] *= 1.01;
        instance_sync(in);
        code->parameters(x.l, in->p);
        ck_assert_uint_eq(accelerate_axle(&x, code, LANES_MOST, &b), 0);
        compare(in, &b, code->width);
    }
    close_axle(&x, code);
}
END_TEST

/* A plan that lacks an entry gives no result where a problem writes there: never a wrong
 * one. */
START_TEST(an_entry_outside_the_pattern_costs_the_result)
{
    const lane_code *code = widths[_i];
    if (!code->supported()) return;
    axle x = open_axle(code, 1);
    instance *in = x.in;
    struct batch b;
    unsigned seed = 1;
    for (int k = 0; k < 2; k++) {
        draw_times(in, &b, &seed);
        draw(in, &b, &seed);
        ck_assert_uint_eq(accelerate_axle(&x, code, LANES_MOST, &b), (1u << LANES_MOST) - 1);
    }
    close_axle(&x, code);
}
END_TEST

/* Lanes without a result are named, the others are right. */
START_TEST(a_lane_that_is_not_finite_costs_itself)
{
    const lane_code *code = widths[_i];
    if (!code->supported()) return;
    axle x = open_axle(code, 0);
    instance *in = x.in;
    struct batch b, good;
    unsigned seed = 1;
    draw_times(in, &b, &seed);
    draw(in, &b, &seed);
    good = b;
    b.y[5] = NAN;
    b.y[LANES_MOST + 2] = INFINITY;
    ck_assert_uint_eq(accelerate_axle(&x, code, LANES_MOST, &b), 1u << 5 | 1u << 2);
    const unsigned looked_at = (1u << code->width) - 1; /* for two points: one vector */
    ck_assert_uint_eq(accelerate_axle(&x, code, 2, &b), (1u << 5 | 1u << 2) & looked_at);
    ck_assert_uint_eq(accelerate_axle(&x, code, LANES_MOST, &good), 0);
    for (int s = 0; s < LANES_MOST; s++)
        for (int k = 0; k < in->sizes.nq && s != 5 && s != 2; k++)
            ck_assert(b.f[k * LANES_MOST + s] == good.f[k * LANES_MOST + s]);
    close_axle(&x, code);
}
END_TEST

START_TEST(sums_over_stages_are_those_of_loops)
{
    const lane_code *code = widths[_i];
    enum { N = 5, S = LANES_MOST };
    double A[S * S], c[S], base[N], slope[N], w[N], x[N * S], y[N * S], out[N * S];
    unsigned seed = 5;
    if (!code->supported()) return;
    for (int k = 0; k < S * S; k++) A[k] = number(&seed);
    for (int k = 0; k < S; k++) c[k] = number(&seed);
    for (int k = 0; k < N * S; k++) x[k] = number(&seed), y[k] = number(&seed);
    for (int k = 0; k < N; k++) base[k] = slope[k] = w[k] = number(&seed);
    code->collocate(N, A, c, 0.3, 0.7, base, slope, x, out);
    double distance = 0;
    for (int k = 0; k < N; k++)
        for (int s = 0; s < S; s++) {
            double sum = base[k] + 0.3 * c[s] * slope[k];
            for (int j = 0; j < S; j++) sum += 0.7 * A[j * S + s] * x[k * S + j];
            ck_assert_double_eq_tol(out[k * S + s], sum, 1e-14);
            distance += pow(w[k] * (x[k * S + s] - y[k * S + s]), 2);
        }
    ck_assert_double_eq_tol(code->distance(N, w, x, y), sqrt(distance), 1e-13);
    double both[2 * N], twice[2 * N * S];
    for (int k = 0; k < N; k++) both[k] = base[k], both[N + k] = slope[k];
    code->collocate_second(N, A, A, c, 0.3, both, x, twice);
    code->collocate(N, A, c, 0.3, 0.09, base, slope, x, out);
    for (int k = 0; k < N * S; k++) ck_assert_double_eq_tol(twice[k], out[k], 1e-14);
    code->collocate(N, A, c, 0, 0.3, slope, NULL, x, out);
    for (int k = 0; k < N * S; k++) ck_assert_double_eq_tol(twice[N * S + k], out[k], 1e-14);
    code->collocate(N, A, c, 0.3, 0.7, base, NULL, x, out);
    ck_assert_double_eq_tol(
        out[0],
        base[0] + 0.7 * (A[0] * x[0] + A[S] * x[1] + A[2 * S] * x[2] + A[3 * S] * x[3] +
                         A[4 * S] * x[4] + A[5 * S] * x[5] + A[6 * S] * x[6] + A[7 * S] * x[7]),
        1e-14);
}
END_TEST

START_TEST(the_widest_code_is_chosen_unless_a_narrower_one_is_asked_for)
{
    const lane_code *widest = lanes_here(LANES_MOST);
    ck_assert_ptr_nonnull(widest);
    ck_assert(widest->supported());
    ck_assert_int_eq(lanes_here(2)->width, 2);
    ck_assert_ptr_null(lanes_here(0));
}
END_TEST

/* Who hides a problem by another one of its name, without lanes, is not given the lanes of the
 * one that is hidden. */
START_TEST(lanes_are_those_of_the_same_root)
{
    char root[] = "/tmp/lanes-XXXXXX", exe[1024] = "", from[1100], to[64];
    ck_assert_ptr_nonnull(mkdtemp(root));
    ck_assert_int_gt(readlink("/proc/self/exe", exe, sizeof exe - 1), 0);
    *strrchr(exe, '/') = '\0';
    static const char *const folders[] = { "double", "complex" };
    ck_assert_ptr_nonnull(plugin_lanes("car_axle", "lanes2"));
    for (int k = 0; k < 2; k++) {
        snprintf(from, sizeof from, "%s/../%s", exe, folders[k]);
        snprintf(to, sizeof to, "%s/%s", root, folders[k]);
        ck_assert_int_eq(symlink(from, to), 0);
    }
    setenv("IVPBENCH_PLUGIN_PATH", root, 1);
    ck_assert_ptr_null(plugin_lanes("car_axle", "lanes2"));
    for (int k = 0; k < 2; k++) {
        snprintf(to, sizeof to, "%s/%s", root, folders[k]);
        unlink(to);
    }
    rmdir(root);
}
END_TEST

int main(void)
{
    nproblems = plugin_list("problems", names, PROBLEMS);
    TCase *t = tcase_create("lanes");
    tcase_add_loop_test(t, every_lane_is_what_runs_alone, 0, 3 * nproblems);
    tcase_add_loop_test(t, what_is_kept_is_forgotten_with_the_parameters, 0, 3);
    tcase_add_loop_test(t, a_lane_that_is_not_finite_costs_itself, 0, 3);
    tcase_add_loop_test(t, an_entry_outside_the_pattern_costs_the_result, 0, 3);
    tcase_add_loop_test(t, sums_over_stages_are_those_of_loops, 0, 3);
    tcase_add_test(t, the_widest_code_is_chosen_unless_a_narrower_one_is_asked_for);
    tcase_add_test(t, lanes_are_those_of_the_same_root);
    return suite_run("lanes", t);
}
