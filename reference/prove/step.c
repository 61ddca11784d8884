/* step.c -- see step.h for what is verified.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/step.h"

#include <math.h>
#include <string.h>

enum { WIDE_BITS = 64 };

void step_init(step *s, const formula *of, const int *slope, int n, step_rule rule)
{
    *s = (step){ .rule = rule, .n = n, .trust = 0.8, .longest = 1 };
    jets_init(&s->point, of, slope, n, rule.order, 0, rule.bits);
    jets_init(&s->box, of, slope, n, rule.order, n, rule.low);
    jets_init(&s->wide, of, slope, n, rule.order, 0, WIDE_BITS);
    s->hull = _arb_vec_init(n);
    s->rest = _arb_vec_init(n);
    s->guard_rest = _arb_vec_init(of->n);
    arb_init(s->t);
}

void step_clear(step *s)
{
    _arb_vec_clear(s->guard_rest, s->point.of->n);
    jets_clear(&s->point);
    jets_clear(&s->box);
    jets_clear(&s->wide);
    _arb_vec_clear(s->hull, s->n);
    _arb_vec_clear(s->rest, s->n);
    arb_clear(s->t);
}

/* ---- the length to try ------------------------------------------------------------------- */

static double log2_mag(const arb_t x)
{
    mag_t m;
    mag_init(m);
    arb_get_mag(m, x);
    const double l = mag_is_zero(m) ? -1e9 : mag_is_finite(m) ? mag_get_d_log2_approx(m) : 1e9;
    mag_clear(m);
    return l;
}

/* log2 of the largest |y_k| h^k, k < few: the size of a component along the step. */
static double reach(const step *s, int i, double log_h)
{
    enum { FEW = 6 };
    arb_srcptr c = jets_state(&s->point, i);
    double most = -1e9;
    for (int k = 0; k < FEW && k < s->rule.order; k++)
        most = fmax(most, log2_mag(c + k) + k * log_h);
    return most;
}

/* log2 of the h at which the last two terms are 2^-goal of the sizes. */
static double suggested(const step *s, const double *log_size)
{
    double least = log2(s->longest);
    for (int i = 0; i < s->n; i++) {
        arb_srcptr c = jets_state(&s->point, i);
        for (int k = s->rule.order - 1; k <= s->rule.order; k++)
            least = fmin(least, (log_size[i] - s->rule.goal - log2_mag(c + k)) / k);
    }
    return least;
}

static void choose_sizes(step *s)
{
    double log_size[STEP_STATES], log_h = 0;
    for (int i = 0; i < s->n; i++) log_size[i] = 0;
    for (int pass = 0; pass < 3; pass++) {
        log_h = suggested(s, log_size);
        for (int i = 0; i < s->n; i++) {
            log_size[i] = fmax(reach(s, i, log_h), s->size[i] > 0 ? log2(s->size[i]) : -900);
            if (log_size[i] < -900) log_size[i] = -900;
        }
    }
    for (int i = 0; i < s->n; i++) {
        s->size[i] = exp2(log_size[i]);
        s->eps[i] = ldexp(s->size[i], -s->rule.goal);
    }
    s->most = exp2(log_h);
}

void step_from(step *s, const cloud *c, const arb_t t)
{
    arb_ptr seed = _arb_vec_init((slong)s->n * s->n);
    arb_set(s->t, t);
    cloud_box(c, s->hull, s->rule.low);
    for (int k = 0; k < s->n; k++)
        for (int i = 0; i < s->n; i++)
            arb_set(seed + k * s->n + i, arb_mat_entry(c->axes, i, k));
    jets_expand(&s->point, t, c->centre, NULL);
    jets_expand(&s->box, t, s->hull, seed);
    _arb_vec_clear(seed, (slong)s->n * s->n);
    choose_sizes(s);
}

/* ---- the tube ---------------------------------------------------------------------------- */

/* Piece p of [0, h] as a ball that contains it. */
static void piece(arb_t out, const arb_t h, int p, int pieces)
{
    arb_set_si(out, 2 * p + 1);
    mag_one(arb_radref(out));
    arb_mul(out, out, h, WIDE_BITS);
    arb_div_si(out, out, 2 * pieces, WIDE_BITS);
}

static void tube(const step *s, arb_ptr W, const arb_t at)
{
    arf_t eps;
    arf_init(eps);
    for (int i = 0; i < s->n; i++) {
        series_range(W + i, jets_state(&s->box, i), s->rule.order, at, WIDE_BITS);
        arf_set_d(eps, s->eps[i]);
        arb_add_error_arf(W + i, eps);
    }
    arf_clear(eps);
}

/* Adds y_N over one piece, and of all entries the last coefficient, to what the others gave. */
static bool gather(step *s, bool first)
{
    bool finite = true;
    for (int i = 0; i < s->n; i++) {
        arb_srcptr c = jets_state(&s->wide, i) + s->rule.order;
        if (first)
            arb_set(s->rest + i, c);
        else
            arb_union(s->rest + i, s->rest + i, c, WIDE_BITS);
        finite = finite && arb_is_finite(s->rest + i);
    }
    for (int e = 0; e < s->wide.of->n; e++) {
        arb_srcptr c = jets_entry(&s->wide, e) + s->rule.order - 1;
        if (first)
            arb_set(s->guard_rest + e, c);
        else
            arb_union(s->guard_rest + e, s->guard_rest + e, c, WIDE_BITS);
    }
    return finite;
}

static bool inside(const step *s, const arb_t h)
{
    bool good = true;
    arb_t power, bound, eps;
    arb_init(power);
    arb_init(bound);
    arb_init(eps);
    arb_pow_ui(power, h, (ulong)s->rule.order, WIDE_BITS);
    for (int i = 0; i < s->n && good; i++) {
        arb_mul(bound, power, s->rest + i, WIDE_BITS);
        arb_abs(bound, bound);
        arb_set_d(eps, s->eps[i]);
        good = arb_lt(bound, eps);
    }
    arb_clear(power);
    arb_clear(bound);
    arb_clear(eps);
    return good;
}

bool step_holds(step *s, const arb_t h)
{
    bool good = true;
    arb_ptr W = _arb_vec_init(s->n);
    arb_t at, time;
    arb_init(at);
    arb_init(time);
    for (int p = 0; p < s->rule.pieces && good; p++) {
        piece(at, h, p, s->rule.pieces);
        arb_add(time, s->t, at, WIDE_BITS);
        tube(s, W, at);
        jets_expand(&s->wide, time, W, NULL);
        good = gather(s, p == 0) && inside(s, h);
    }
    _arb_vec_clear(W, s->n);
    arb_clear(at);
    arb_clear(time);
    return good;
}

/* ---- the end ----------------------------------------------------------------------------- */

bool step_to(step *s, cloud *c, const arb_t h)
{
    const int n = s->n;
    arb_ptr image = _arb_vec_init(n);
    arb_mat_t S;
    arb_t power;
    arb_init(power);
    arb_mat_init(S, n, n);
    arb_pow_ui(power, h, (ulong)s->rule.order, WIDE_BITS);
    for (int i = 0; i < n; i++) {
        series_value(image + i, jets_state(&s->point, i), s->rule.order, h, s->rule.bits);
        arb_addmul(image + i, power, s->rest + i, s->rule.bits);
        for (int k = 0; k < n; k++)
            series_value(arb_mat_entry(S, i, k), jets_seeded(&s->box, i, k), s->rule.order, h,
                         s->rule.low);
    }
    const bool good = cloud_map(c, image, S, s->size);
    arb_add(s->t, s->t, h, ARF_PREC_EXACT);
    arb_mat_clear(S);
    arb_clear(power);
    _arb_vec_clear(image, n);
    return good;
}

/* The derivative's coefficients are (k + 1) c_{k+1}, its remainder's too. */
void step_entry(step *s, arb_t out, int e, const arb_t at, bool slope)
{
    const int last = s->rule.order - 1, terms = slope ? last - 1 : last;
    arb_ptr c = _arb_vec_init(last + 1);
    arb_t power;
    arb_init(power);
    _arb_vec_set(c, jets_entry(&s->box, e), last);
    arb_set(c + last, s->guard_rest + e);
    for (int k = 0; k < last && slope; k++) arb_mul_si(c + k, c + k + 1, k + 1, s->rule.low);
    series_range(out, c, terms, at, s->rule.low);
    arb_pow_ui(power, at, (ulong)terms, s->rule.low);
    arb_addmul(out, power, c + terms, s->rule.low);
    _arb_vec_clear(c, last + 1);
    arb_clear(power);
}
