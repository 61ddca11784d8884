/* test_ball_enclosures.c -- enclosures of solutions that are known, and problems that must be
 * refused.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/proof.h"

#include "tests/suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- systems whose solution is known ----------------------------------------------------- */

static num zero(const scene *s) { return integer(s->f, 0); }
static num one(const scene *s) { return integer(s->f, 1); }

/* x = cos t, v = -sin t */
static void swing_start(const scene *s, num *x) { x[0] = one(s), x[1] = zero(s); }
static void swing(const scene *s, num *dx) { dx[0] = s->x[1], dx[1] = neg(s->x[0]); }
static const enclosed_system oscillator = {
    .name = "oscillator", .t0 = "0", .t1 = "100", .n = 2, .start = swing_start, .slope = swing
};

/* y = 1 / (1 - t) */
static void unit(const scene *s, num *x) { x[0] = one(s); }
static void explode(const scene *s, num *dx) { dx[0] = sqr(s->x[0]); }
static const enclosed_system explosion = {
    .name = "explosion", .t0 = "0", .t1 = "2", .n = 1, .start = unit, .slope = explode
};

/* y = cos t + exp(-1000 t) (y0 - 1) with y0 = 2 */
static void two(const scene *s, num *x) { x[0] = integer(s->f, 2); }
static void relax(const scene *s, num *dx)
{
    num sine, cosine;
    turn(s->t, &sine, &cosine);
    dx[0] = sub(times(1000, sub(cosine, s->x[0])), sine);
}
static const enclosed_system stiff = {
    .name = "stiff", .t0 = "0", .t1 = "1", .n = 1, .start = two, .slope = relax
};

/* tan, sqrt, 1/cos: (tan t, sqrt(1 + t), 1 / cos t) through every operation */
static void several(const scene *s, num *x) { x[0] = zero(s), x[1] = one(s), x[2] = one(s); }
static void operations(const scene *s, num *dx)
{
    num sine, cosine;
    turn(s->t, &sine, &cosine);
    dx[0] = divide(one(s), sqr(cosine));
    dx[1] = over(divide(one(s), root(add(sqr(s->x[1]), sub(zero(s), zero(s))))), 2);
    dx[2] = divide(mul(s->x[2], sine), cosine);
}
static const enclosed_system mixture = {
    .name = "mixture", .t0 = "0", .t1 = "1", .n = 3, .start = several, .slope = operations
};

/* A ball that falls from 1 with gravity 2 keeps half its speed: bounces at 1, 2, 5/2, 11/4. */
static void fall_start(const scene *s, num *x) { x[0] = one(s), x[1] = zero(s); }
static void fall(const scene *s, num *dx) { dx[0] = s->x[1], dx[1] = integer(s->f, -2); }
static void height(const scene *s, num *g) { g[0] = s->x[0]; }
static void bounce(const scene *s, int k, num *x)
{
    (void)k;
    x[0] = zero(s);
    x[1] = over(neg(s->x[1]), 2);
}
static int above(int mode, int k) { return (void)mode, (void)k, 1; }
static int same(int mode, int k) { return (void)k, mode; }
static const char *const floor_name[] = { "floor" };
#define OVER_THE_FLOOR                                                                         \
    .t0 = "0", .t1 = "3", .n = 2, .guards = 1, .modes = 1, .guard_names = floor_name,          \
    .guard = height, .side = above, .next = same, .reset = bounce
static const enclosed_system ball = {
    .name = "ball", .start = fall_start, .slope = fall, OVER_THE_FLOOR, .goal = 200
};

/* Thrown down with 2 from 1 under a pull of 2 upwards, it just touches the floor at 1. */
static void down(const scene *s, num *x) { x[0] = one(s), x[1] = integer(s->f, -2); }
static void up(const scene *s, num *dx) { dx[0] = s->x[1], dx[1] = integer(s->f, 2); }
static const enclosed_system grazing = {
    .name = "grazing", .start = down, .slope = up, OVER_THE_FLOOR
};

static bool reach(proof *p, double t)
{
    arb_t until;
    arb_init(until);
    arb_set_d(until, t);
    const bool good = proof_reach(p, until);
    arb_clear(until);
    return good;
}

static void opened(proof *p, const enclosed_system *s)
{
    ck_assert_msg(proof_open(p, s, "", (step_rule){ .goal = 0 }), "%s", p->why.text);
}

/* Component i encloses `exact`, and no worse than 10^-digits. */
static void expect(proof *p, int i, const arb_t exact, double digits)
{
    arb_ptr x = _arb_vec_init(p->system->n);
    cloud_box(&p->state, x, p->rule.bits);
    ck_assert_msg(arb_overlaps(x + i, exact), "%s: component %d", p->system->name, i);
    const double off = mag_get_d(arb_radref(x + i));
    ck_assert_msg(off < pow(10, -digits), "%s: radius %g", p->system->name, off);
    _arb_vec_clear(x, p->system->n);
}

/* Rotation wraps boxes: 200 of them. */
START_TEST(an_oscillation_is_enclosed)
{
    proof p;
    arb_t t, x, v;
    arb_init(t);
    arb_init(x);
    arb_init(v);
    opened(&p, &oscillator);
    ck_assert_msg(reach(&p, 1000), "%s", p.why.text);
    arb_set_d(t, 1000);
    arb_cos(x, t, 300);
    arb_sin(v, t, 300);
    arb_neg(v, v);
    expect(&p, 0, x, 35);
    expect(&p, 1, v, 35);
    arb_clear(t);
    arb_clear(x);
    arb_clear(v);
    proof_close(&p);
}
END_TEST

START_TEST(a_stiff_one_too)
{
    proof p;
    arb_t t, y, fast;
    arb_init(t);
    arb_init(y);
    arb_init(fast);
    opened(&p, &stiff);
    ck_assert_msg(reach(&p, 0.0078125), "%s", p.why.text);
    arb_set_d(t, 0.0078125);
    arb_cos(y, t, 300);
    arb_mul_si(fast, t, -1000, 300);
    arb_exp(fast, fast, 300);
    arb_add(y, y, fast, 300);
    expect(&p, 0, y, 35);
    ck_assert_msg(reach(&p, 1), "%s", p.why.text);
    arb_one(t);
    arb_cos(y, t, 300);
    expect(&p, 0, y, 35);
    arb_clear(t);
    arb_clear(y);
    arb_clear(fast);
    proof_close(&p);
}
END_TEST

START_TEST(every_operation_is_enclosed)
{
    proof p;
    arb_t t, y;
    arb_init(t);
    arb_init(y);
    opened(&p, &mixture);
    ck_assert_msg(reach(&p, 1), "%s", p.why.text);
    arb_one(t);
    arb_tan(y, t, 300);
    expect(&p, 0, y, 35);
    arb_sqrt_ui(y, 2, 300);
    expect(&p, 1, y, 35);
    arb_sec(y, t, 300);
    expect(&p, 2, y, 35);
    arb_clear(t);
    arb_clear(y);
    proof_close(&p);
}
END_TEST

START_TEST(no_proof_beyond_a_pole)
{
    proof p;
    arb_t y;
    arb_init(y);
    opened(&p, &explosion);
    ck_assert_msg(reach(&p, 0.96875), "%s", p.why.text);
    arb_set_si(y, 32);
    expect(&p, 0, y, 30);
    ck_assert(!reach(&p, 2));
    ck_assert(arb_is_positive(p.t) && arf_cmp_d(arb_midref(p.t), 1) < 0);
    ck_assert_msg(strstr(p.why.text, "explosion: at t = ") != NULL, "%s", p.why.text);
    arb_clear(y);
    proof_close(&p);
}
END_TEST

/* ---- events ------------------------------------------------------------------------------ */

START_TEST(bounces_are_enclosed)
{
    static const double times[] = { 1, 2, 2.5, 2.75 };
    proof p;
    arb_t y;
    arb_init(y);
    opened(&p, &ball);
    ck_assert_msg(reach(&p, 2.8125), "%s", p.why.text);
    ck_assert_int_eq(p.nevents, 4);
    for (int k = 0; k < 4; k++) {
        arb_set_d(y, times[k]);
        ck_assert_msg(arb_contains(p.event[k].t, y), "bounce %d", k);
        ck_assert(mag_get_d(arb_radref(p.event[k].t)) < 1e-45);
        ck_assert_int_eq(p.event[k].direction, -1);
    }
    arb_set_d(y, 0.0625 / 8 - 0.0625 * 0.0625); /* (v - t) t with v = 1/8 */
    expect(&p, 0, y, 40);
    arb_clear(y);
    proof_close(&p);
}
END_TEST

START_TEST(a_touch_is_refused)
{
    proof p;
    opened(&p, &grazing);
    ck_assert(!reach(&p, 2));
    ck_assert_int_eq(p.nevents, 0);
    ck_assert_msg(strstr(p.why.text, "no step can be verified") != NULL, "%s", p.why.text);
    ck_assert(arf_cmp_d(arb_midref(p.t), 1) <= 0);
    proof_close(&p);
}
END_TEST

/* ---- radii are no larger than they must be ----------------------------------------------- */

/* From x = 1 + 2^-40, v = 0 the solution is (1 + 2^-40) cos t: within the enclosure of the box
 * around (1, 0) with that radius, and not within one whose radius is a tenth. */
START_TEST(a_shrunk_radius_is_caught)
{
    proof p;
    arb_t exact;
    arb_ptr box = _arb_vec_init(2);
    arb_init(exact);
    opened(&p, &oscillator);
    arb_one(box);
    mag_set_ui_2exp_si(arb_radref(box), 1, -40);
    cloud_set(&p.state, box);
    ck_assert(reach(&p, 3));
    arb_set_si(exact, 3);
    arb_cos(exact, exact, 300);
    arb_mul_2exp_si(box, exact, -40);
    arb_add(exact, exact, box, 300);
    cloud_box(&p.state, box, 300);
    ck_assert(arb_contains(box, exact));
    mag_div_ui(arb_radref(box), arb_radref(box), 10);
    ck_assert(!arb_overlaps(box, exact));
    _arb_vec_clear(box, 2);
    arb_clear(exact);
    proof_close(&p);
}
END_TEST

/* ---- words ------------------------------------------------------------------------------- */

START_TEST(decimals_are_exact_rationals)
{
    static const struct {
        const char *text;
        long num, den; /* 0: refused */
    } cases[] = { { "0.1", 1, 10 },  { "-1.5e-3", -3, 2000 }, { "5e+01", 50, 1 },
                  { ".5", 1, 2 },    { "+2.", 2, 1 },         { "1e3", 1000, 1 },
                  { "", 0, 0 },      { "1e", 0, 0 },          { "0.1x", 0, 0 },
                  { "1.2.3", 0, 0 }, { "-", 0, 0 },           { "1e99999", 0, 0 } };
    fmpq_t q;
    fmpq_init(q);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const bool read = rational_read(q, cases[k].text);
        ck_assert_msg(read == (cases[k].den != 0), "%s", cases[k].text);
        if (!read) continue;
        fmpq_t own;
        fmpq_init(own);
        fmpq_set_si(own, cases[k].num, (ulong)cases[k].den);
        ck_assert_msg(fmpq_equal(q, own), "%s", cases[k].text);
        fmpq_clear(own);
    }
    fmpq_clear(q);
}
END_TEST

START_TEST(settings_are_compared_by_value)
{
    const enclosed_system *s = system_by_name("bouncing_balls");
    ck_assert(proof_same_settings(s, "", "K=100000 case=A"));
    ck_assert(proof_same_settings(s, "R=0.10", "R=1e-1"));
    ck_assert(!proof_same_settings(s, "", "case=B"));
    ck_assert(!proof_same_settings(s, "R=0.1", "R=0.1000000000000000000000000000001"));
    proof p;
    ck_assert(!proof_open(&p, s, "case=C", (step_rule){ .goal = 0 }));
    ck_assert_msg(strstr(p.why.text, "\"case=C\" is none of its parameters") != NULL, "%s",
                  p.why.text);
    proof_close(&p);
    ck_assert_ptr_null(system_by_name("nosuch"));
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("all");
    tcase_add_test(tc, an_oscillation_is_enclosed);
    tcase_add_test(tc, a_stiff_one_too);
    tcase_add_test(tc, every_operation_is_enclosed);
    tcase_add_test(tc, no_proof_beyond_a_pole);
    tcase_add_test(tc, bounces_are_enclosed);
    tcase_add_test(tc, a_touch_is_refused);
    tcase_add_test(tc, a_shrunk_radius_is_caught);
    tcase_add_test(tc, decimals_are_exact_rationals);
    tcase_add_test(tc, settings_are_compared_by_value);
    return suite_run("enclosures", tc);
}
