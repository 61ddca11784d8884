/* test_turn.c -- cosine and sine in lanes beside those of long double, in every width that this
 * processor has.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <float.h>
#include <math.h>
#include <stdint.h>

#include "kernel/lanes/lanes.h"
#include "kernel/problem/instance.h"
#include "kernel/problem/plugin.h"

enum { ANGLES = 200000 };

static const lane_code *const widths[] = { &lanes_2, &lanes_4, &lanes_8 };

static lanes *open_lanes(const lane_code *code)
{
    reason why;
    instance *in = NULL;
    ck_assert_msg(!instance_open(&in, "t_turns", "", &why), "%s", why.text);
    const void *twin = plugin_lanes("t_turns", code->arith);
    ck_assert_ptr_nonnull(twin);
    const lanes_setup setup = { .problem = twin, .n = 2 };
    lanes *l = code->create(&setup);
    ck_assert_ptr_nonnull(l);
    instance_close(in);
    return l;
}

/* Units in the last place of a double. */
static double ulps(double x, long double exact)
{
    const double size = fabs((double)exact);
    return size > 0 ? (double)fabsl(x - exact) / (nextafter(size, INFINITY) - size)
                    : fabs(x) / DBL_MIN;
}

/* The worst error of eight angles at once. */
static double worst(const lane_code *code, lanes *l, const double *angle)
{
    double t[LANES_MOST] = { 0 }, y[2 * LANES_MOST] = { 0 }, f[2 * LANES_MOST], most = 0;
    for (int s = 0; s < LANES_MOST; s++) y[s] = angle[s];
    ck_assert_uint_eq(code->f(l, LANES_MOST, t, y, f), 0);
    for (int s = 0; s < LANES_MOST; s++) {
        most = fmax(most, ulps(f[s], cosl((long double)angle[s])));
        most = fmax(most, ulps(f[LANES_MOST + s], sinl((long double)angle[s])));
    }
    return most;
}

/* In [0, 1) */
static double uniform(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-53;
}

static double random_angle(uint64_t *seed, double reach)
{
    const double x = 2 * uniform(seed) - 1;
    return x * pow(10, reach * uniform(seed));
}

/* Up to 1e6 one and a half units where the width has fused products, the library's four
 * elsewhere. */
START_TEST(angles_of_every_size)
{
    const lane_code *code = widths[_i];
    if (!code->supported()) return;
    lanes *l = open_lanes(code);
    const double allowed = code->width > 2 ? 1.5 : 4;
    double near = 0, far = 0;
    uint64_t seed = 5;
    for (int k = 0; k < ANGLES / LANES_MOST; k++) {
        double angle[LANES_MOST], large[LANES_MOST];
        for (int s = 0; s < LANES_MOST; s++) {
            angle[s] = fmin(fmax(random_angle(&seed, k % 2 ? 6 : -8), -1e6), 1e6);
            large[s] = random_angle(&seed, 12);
        }
        near = fmax(near, worst(code, l, angle));
        far = fmax(far, worst(code, l, large));
    }
    ck_assert_msg(near <= allowed, "width %d: %g ulp", code->width, near);
    ck_assert_msg(far <= 4, "width %d, large angles: %g ulp", code->width, far);
    code->destroy(l);
}
END_TEST

/* The doubles beside multiples of pi/4, where little is left of the difference, or the quarter
 * changes. */
START_TEST(angles_at_the_quarters)
{
    const lane_code *code = widths[_i];
    if (!code->supported()) return;
    lanes *l = open_lanes(code);
    double most = 0;
    for (int k = -400000; k <= 400000; k += k < 4000 && k > -4000 ? 1 : 97) {
        const double at = (double)(k * 0.785398163397448309615660845819875721L);
        const double angle[LANES_MOST] = { at,
                                           nextafter(at, INFINITY),
                                           nextafter(at, -INFINITY),
                                           at * (1 + 1e-15),
                                           at * (1 - 1e-15),
                                           at + 1e-9,
                                           -at,
                                           at - 1e-9 };
        most = fmax(most, worst(code, l, angle));
    }
    ck_assert_msg(most <= (code->width > 2 ? 1.5 : 4), "width %d: %g ulp", code->width, most);
    code->destroy(l);
}
END_TEST

/* Beside an angle that is none the others are what they are alone. */
START_TEST(what_is_no_angle_costs_itself)
{
    const lane_code *code = widths[_i];
    if (!code->supported()) return;
    lanes *l = open_lanes(code);
    double t[LANES_MOST] = { 0 }, y[2 * LANES_MOST] = { 0, 1, NAN, 3, 4, -INFINITY, 6, 1e300 },
           f[2 * LANES_MOST];
    ck_assert_uint_eq(code->f(l, LANES_MOST, t, y, f), 1u << 2 | 1u << 5);
    for (int s = 0; s < LANES_MOST; s++)
        if (s != 2 && s != 5) {
            ck_assert_double_le(ulps(f[s], cosl((long double)y[s])), 4);
            ck_assert_double_le(ulps(f[LANES_MOST + s], sinl((long double)y[s])), 4);
        }
    code->destroy(l);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("turn");
    tcase_add_loop_test(t, angles_of_every_size, 0, 3);
    tcase_add_loop_test(t, angles_at_the_quarters, 0, 3);
    tcase_add_loop_test(t, what_is_no_angle_costs_itself, 0, 3);
    return suite_run("turn", t);
}
