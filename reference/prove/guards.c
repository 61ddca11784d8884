/* guards.c -- guards that vanish: between two times, once, in a known direction, or not at all.
 *
 * On the way from the start of a step, where the sign of each guard is known, a guard keeps it
 * on [a, b] if its range there excludes zero; or if it moves away from zero; or if it moves
 * towards zero and still has its sign at b; else halves of [a, b] are asked. Where that ends,
 * Newton's method finds a zero T of the solution from the centre, and it is proved that on T -+
 * d
 *
 *     the guard has its sign at T - d, the other one at T + d, and is monotonic in between,
 *
 * so that every solution of the cloud has exactly one event there. d is a multiple of what the
 * width of the cloud makes of it. What happens at an unknown moment within 2 d is enclosed by
 * X + [0, 2d] f(W), the first-order inclusion of Picard and Lindelof, before and after the
 * reset. From there on the guard moves to its new side, hence it is there at T + d.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/proof.h"

#include <stdlib.h>

enum { HALVINGS = 40, NEWTON = 30, WIDENINGS = 30 };

/* The stretch of a step that is asked about. */
typedef struct search {
    proof *p;
    step *s;
    int entry, side;  /* of the guard */
    arb_srcptr known; /* a time at which its sign is known; NULL */
    arb_t doubt;      /* where it could not be decided first */
} search;

static bool sign_is(const arb_t x, int sign)
{
    return sign > 0 ? arb_is_positive(x) : arb_is_negative(x);
}

/* Its sign over the ball, or that of its slope. */
static bool has_sign(search *q, const arb_t at, bool slope, int sign)
{
    arb_t g;
    arb_init(g);
    step_entry(q->s, g, q->entry, at, slope);
    const bool has = sign_is(g, sign);
    arb_clear(g);
    return has;
}

static bool keeps_directly(search *q, const arb_t a, const arb_t b)
{
    arb_t both;
    arb_init(both);
    arb_union(both, a, b, q->p->rule.bits);
    bool keeps = has_sign(q, both, false, q->side) || has_sign(q, both, true, q->side);
    if (!keeps && has_sign(q, both, true, -q->side))
        keeps = (q->known && arb_equal(b, q->known)) || has_sign(q, b, false, q->side);
    arb_clear(both);
    return keeps;
}

static bool keeps_sign(search *q, const arb_t a, const arb_t b, int halvings)
{
    if (keeps_directly(q, a, b)) return true;
    arb_t m;
    arb_init(m);
    arb_add(m, a, b, ARF_PREC_EXACT);
    arb_mul_2exp_si(m, m, -1);
    bool keeps = false;
    if (halvings)
        keeps = keeps_sign(q, a, m, halvings - 1) && keeps_sign(q, m, b, halvings - 1);
    else
        arb_set(q->doubt, m);
    arb_clear(m);
    return keeps;
}

static search search_for(proof *p, int k)
{
    proof_law *l = &p->law[p->mode];
    return (search){
        .p = p, .s = &l->step, .entry = l->guard[k], .side = p->system->side(p->mode, k)
    };
}

/* Whether guard k keeps its sign on [0, h]; else where it is not known to. */
static bool keeps(proof *p, int k, const arb_t h, arb_srcptr known, arb_t doubt)
{
    search q = search_for(p, k);
    arb_t zero;
    arb_init(zero);
    arb_init(q.doubt);
    q.known = known;
    const bool good = keeps_sign(&q, zero, h, HALVINGS);
    if (doubt) arb_swap(doubt, q.doubt);
    arb_clear(q.doubt);
    arb_clear(zero);
    return good;
}

/* ---- where it vanishes ------------------------------------------------------------------- */

/* Newton's method on the solution from the centre; approximate, to be proved. */
static void polish(const proof *p, int entry, arb_t T)
{
    const step *s = &p->law[p->mode].step;
    const int terms = s->rule.order - 1;
    arb_srcptr c = jets_entry(&s->point, entry);
    arb_ptr d = _arb_vec_init(terms);
    arb_t g, slope;
    arb_init(g);
    arb_init(slope);
    for (int k = 0; k + 1 < terms; k++) arb_mul_si(d + k, c + k + 1, k + 1, s->rule.bits);
    for (int k = 0; k < NEWTON; k++) {
        arb_get_mid_arb(T, T);
        series_value(g, c, terms, T, s->rule.bits);
        series_value(slope, d, terms - 1, T, s->rule.bits);
        arb_div(g, g, slope, s->rule.bits);
        arb_sub(T, T, g, s->rule.bits);
    }
    arb_get_mid_arb(T, T);
    _arb_vec_clear(d, terms);
    arb_clear(g);
    arb_clear(slope);
}

/* The cloud at a time within the step, and all guards there. */
static void look_at(proof *p, const arb_t at, cloud *c, arb_ptr guards)
{
    step *s = &p->law[p->mode].step;
    arb_ptr box = _arb_vec_init(s->n);
    arb_t t;
    arb_init(t);
    cloud_copy(c, &p->state);
    step_to(s, c, at);
    arb_set(t, s->t);
    arb_set(s->t, p->t);
    cloud_box(c, box, p->rule.bits);
    proof_map_box(&p->guard, t, box, guards);
    _arb_vec_clear(box, s->n);
    arb_clear(t);
}

/* 16 |g| / |g'|, the guard over the cloud at T, and no less than rounding. */
static void half_width(proof *p, int k, const arb_t T, arb_t d)
{
    step *s = &p->law[p->mode].step;
    arb_t slope;
    arb_init(slope);
    arb_ptr g = _arb_vec_init(p->system->guards);
    cloud c;
    cloud_init(&c, s->n, s->rule.low);
    look_at(p, T, &c, g);
    step_entry(s, slope, p->law[p->mode].guard[k], T, true);
    arb_div(d, g + k, slope, 64);
    arb_get_mag(arb_radref(slope), d);
    arf_set_mag(arb_midref(d), arb_radref(slope));
    mag_zero(arb_radref(d));
    arb_mul_2exp_si(d, d, 4);
    arb_mul_2exp_si(slope, T, 16 - p->rule.bits);
    arb_add(d, d, slope, 64);
    arb_get_mid_arb(d, d);
    cloud_clear(&c);
    _arb_vec_clear(g, p->system->guards);
    arb_clear(slope);
}

/* The state behind T - d, if the event is proved to lie within T -+ d. */
static bool proved(proof *p, int k, const arb_t before, const arb_t after, cloud *at)
{
    search q = search_for(p, k);
    arb_t both;
    arb_ptr g = _arb_vec_init(p->system->guards);
    arb_init(both);
    look_at(p, after, at, g);
    bool good = sign_is(g + k, -q.side);
    look_at(p, before, at, g);
    good = good && sign_is(g + k, q.side) && keeps(p, k, before, before, NULL);
    arb_union(both, before, after, p->rule.bits);
    good = good && has_sign(&q, both, true, -q.side);
    for (int j = 0; j < p->system->guards && good; j++)
        good = j == k || keeps(p, j, after, NULL, NULL);
    arb_clear(both);
    _arb_vec_clear(g, p->system->guards);
    return good;
}

/* ---- through it -------------------------------------------------------------------------- */

/* f over a box */
static void slopes(proof_law *l, const arb_t t, arb_srcptr box, arb_ptr f)
{
    step *s = &l->step;
    jets_value(&s->point, t, box);
    for (int i = 0; i < s->n; i++) arb_set(f + i, jets_entry(&s->point, l->slope[i]));
}

/* W with X + [0, d] f(W) inside W, and X becomes that; false if none is found. */
static bool drift(proof_law *l, const arb_t t, const arb_t d, arb_ptr X, arb_ptr W)
{
    const int n = l->step.n;
    const slong prec = l->step.rule.bits;
    arb_ptr f = _arb_vec_init(n), Y = _arb_vec_init(n);
    arb_t while_;
    arb_init(while_);
    arb_union(while_, while_, d, prec);
    mag_t r, most;
    mag_init(r);
    mag_init(most);
    bool good = false;
    _arb_vec_set(Y, X, n);
    for (int k = 0; k < WIDENINGS && !good; k++) {
        slopes(l, t, k ? W : X, f);
        for (int i = 0; i < n; i++) {
            arb_get_mag(r, f + i);
            mag_max(most, most, r);
        }
        good = k > 0;
        for (int i = 0; i < n; i++) {
            arb_mul(Y + i, while_, f + i, prec);
            arb_add(Y + i, Y + i, X + i, prec);
            good = good && arb_is_finite(W + i) && arb_contains(W + i, Y + i);
        }
        for (int i = 0; i < n && !good; i++) { /* twice as wide, and in all directions */
            arb_set(W + i, Y + i);
            arb_get_mag(r, f + i);
            mag_mul_2exp_si(most, most, -20);
            mag_add(r, r, most);
            mag_mul_2exp_si(most, most, 20);
            mag_mul(r, r, arb_radref(while_));
            mag_mul_2exp_si(r, r, k / 4 + 1);
            arb_add_error_mag(W + i, r);
        }
    }
    _arb_vec_set(X, Y, n);
    mag_clear(r);
    mag_clear(most);
    arb_clear(while_);
    _arb_vec_clear(f, n);
    _arb_vec_clear(Y, n);
    return good;
}

/* In the new mode guard k moves to its side all over W, and the others have theirs. */
static bool settled(proof *p, int k, const arb_t t, arb_srcptr X, arb_srcptr W)
{
    proof_law *l = &p->law[p->mode];
    arb_ptr g = _arb_vec_init(p->system->guards);
    jets_expand(&l->step.wide, t, W, NULL);
    bool good =
        sign_is(jets_entry(&l->step.wide, l->guard[k]) + 1, p->system->side(p->mode, k));
    proof_map_box(&p->guard, t, X, g);
    for (int j = 0; j < p->system->guards && good; j++)
        good = j == k || sign_is(g + j, p->system->side(p->mode, j));
    _arb_vec_clear(g, p->system->guards);
    return good;
}

static bool note(proof *p, int k, const arb_t t)
{
    if (p->nevents == p->room) {
        p->room = p->room ? 2 * p->room : 16;
        void *more = realloc(p->event, (size_t)p->room * sizeof *p->event);
        if (!more) return false;
        p->event = more;
    }
    proof_event *e = &p->event[p->nevents++];
    *e = (proof_event){ .guard = k, .direction = -p->system->side(p->mode, k) };
    arb_init(e->t);
    arb_set(e->t, t);
    return true;
}

/* From the cloud at `before` to the box at `after`, the event in between. */
static bool pass(proof *p, int k, const arb_t before, const arb_t after, const cloud *from)
{
    const int n = p->system->n;
    const slong prec = p->rule.bits;
    arb_ptr X = _arb_vec_init(n), W = _arb_vec_init(n);
    arb_t t, d;
    arb_init(t);
    arb_init(d);
    arb_union(t, before, after, prec);
    arb_add(t, t, p->t, prec);
    arb_sub(d, after, before, ARF_PREC_EXACT);
    cloud_box(from, X, prec);
    bool good = drift(&p->law[p->mode], t, d, X, W) && note(p, k, t);
    if (p->system->reset) proof_map_box(&p->reset[k], t, X, X);
    p->mode = p->system->next(p->mode, k);
    good = good && drift(&p->law[p->mode], t, d, X, W) && settled(p, k, t, X, W);
    cloud_set(&p->state, X);
    arb_add(p->t, p->t, after, ARF_PREC_EXACT);
    _arb_vec_clear(X, n);
    _arb_vec_clear(W, n);
    arb_clear(t);
    arb_clear(d);
    return good;
}

/* The guard that is in doubt first; -1: none. */
static int first_doubt(proof *p, const arb_t h, arb_t T)
{
    int first = -1;
    arb_t doubt;
    arb_init(doubt);
    for (int k = 0; k < p->system->guards; k++)
        if (!keeps(p, k, h, NULL, doubt) && (first < 0 || arb_lt(doubt, T))) {
            arb_set(T, doubt);
            first = k;
        }
    arb_clear(doubt);
    return first;
}

int proof_event_within(proof *p, const arb_t h)
{
    int verdict = 0;
    cloud at;
    arb_t T, d, before, after;
    arb_init(T);
    arb_init(d);
    arb_init(before);
    arb_init(after);
    cloud_init(&at, p->system->n, p->rule.low);
    const int k = first_doubt(p, h, T);
    if (k >= 0) {
        polish(p, p->law[p->mode].guard[k], T);
        half_width(p, k, T, d);
        arb_sub(before, T, d, ARF_PREC_EXACT);
        arb_add(after, T, d, ARF_PREC_EXACT);
        const bool good = arb_is_finite(after) && arb_is_positive(before) && arb_le(after, h) &&
                          proved(p, k, before, after, &at);
        p->broken = good && !pass(p, k, before, after, &at);
        verdict = good ? 1 : -1;
    }
    cloud_clear(&at);
    arb_clear(T);
    arb_clear(d);
    arb_clear(before);
    arb_clear(after);
    return verdict;
}
