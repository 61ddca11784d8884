/* jet.c -- the recursions of jet.h, one coefficient of all entries after the other.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/jet.h"

void jets_init(jets *j, const formula *of, const int *slope, int n, int order, int seeds,
               slong prec)
{
    const slong room = order + 1;
    *j = (jets){
        .of = of, .slope = slope, .n = n, .order = order, .seeds = seeds, .prec = prec
    };
    j->c = _arb_vec_init(of->n * room);
    j->d = _arb_vec_init(of->n * seeds * room);
    j->y = _arb_vec_init(n * room);
    j->dy = _arb_vec_init(n * seeds * room);
    arb_init(j->time);
}

void jets_clear(jets *j)
{
    const slong room = j->order + 1;
    _arb_vec_clear(j->c, j->of->n * room);
    _arb_vec_clear(j->d, j->of->n * j->seeds * room);
    _arb_vec_clear(j->y, j->n * room);
    _arb_vec_clear(j->dy, j->n * j->seeds * room);
    arb_clear(j->time);
}

static arb_ptr entry(const jets *j, int e) { return j->c + (slong)e * (j->order + 1); }

static arb_ptr seeded(const jets *j, int e, int dir)
{
    return j->d + ((slong)e * j->seeds + dir) * (j->order + 1);
}

arb_srcptr jets_entry(const jets *j, int e) { return entry(j, e); }
arb_srcptr jets_state(const jets *j, int i) { return j->y + (slong)i * (j->order + 1); }

arb_srcptr jets_seeded(const jets *j, int i, int dir)
{
    return j->dy + ((slong)i * j->seeds + dir) * (j->order + 1);
}

/* sum_{from <= i <= k - to} a_i b_{k-i} */
static void convolve(arb_t out, arb_srcptr a, arb_srcptr b, int k, int from, int to, slong prec)
{
    arb_dot(out, NULL, 0, a + from, 1, b + k - from, -1, k - from - to + 1, prec);
}

/* ---- values ------------------------------------------------------------------------------ */

/* Half the products and their mirror images. */
static void square(arb_t out, arb_srcptr a, int k, int from, slong prec)
{
    const int pairs = (k + 1) / 2 - from; /* i < k - i */
    arb_dot(out, NULL, 0, a + from, 1, a + k - from, -1, pairs > 0 ? pairs : 0, prec);
    arb_mul_2exp_si(out, out, 1);
    if (k % 2 == 0 && k / 2 >= from) arb_addmul(out, a + k / 2, a + k / 2, prec);
}

static void product(arb_t out, const formula_entry *e, const formula_entry *all, arb_srcptr a,
                    arb_srcptr b, int k, slong prec)
{
    if (all[e->a].fixed)
        arb_mul(out, a, b + k, prec);
    else if (all[e->b].fixed)
        arb_mul(out, a + k, b, prec);
    else if (e->a == e->b)
        square(out, a, k, 0, prec);
    else
        convolve(out, a, b, k, 0, 0, prec);
}

static void quotient(arb_t out, const formula_entry *e, const formula_entry *all, arb_srcptr a,
                     arb_srcptr b, arb_srcptr c, int k, slong prec)
{
    if (all[e->b].fixed || k == 0) {
        arb_div(out, a + k, b, prec);
        return;
    }
    arb_dot(out, all[e->a].fixed ? NULL : a + k, 1, b + 1, 1, c + k - 1, -1, k, prec);
    arb_div(out, out, b, prec);
}

static void square_root(arb_t out, arb_srcptr a, arb_srcptr c, int k, slong prec)
{
    if (k == 0) {
        arb_sqrt(out, a, prec);
        return;
    }
    square(out, c, k, 1, prec);
    arb_sub(out, a + k, out, prec);
    arb_div(out, out, c, prec);
    arb_mul_2exp_si(out, out, -1);
}

static void leaf(arb_t out, const jets *j, const formula_entry *e, int k)
{
    if (e->op == OP_STATE)
        arb_set(out, jets_state(j, e->a) + k);
    else if (e->op == OP_TIME && k == 0)
        arb_set(out, j->time);
    else if (e->op == OP_TIME)
        arb_set_si(out, k == 1);
    else if (e->op == OP_NUMBER)
        arb_set_fmpq(out, e->value, j->prec);
    else
        arb_const_pi(out, j->prec);
}

/* Sine or cosine: the partner lies beside. */
static void circular(arb_t out, const jets *j, int at, int k)
{
    const formula_entry *e = &j->of->entry[at];
    const bool sine = e->op == OP_SIN;
    if (k == 0) {
        (sine ? arb_sin : arb_cos)(out, entry(j, e->a), j->prec);
        return;
    }
    convolve(out, entry(j, e->b), entry(j, sine ? at + 1 : at - 1), k, 1, 0, j->prec);
    arb_div_si(out, out, sine ? k : -k, j->prec);
}

static void coefficient(const jets *j, int at, int k)
{
    const formula_entry *all = j->of->entry, *e = &all[at];
    arb_srcptr a = entry(j, e->a), b = entry(j, e->b);
    arb_ptr c = entry(j, at);
    if (e->fixed && k > 0) return; /* zero from the start */
    switch (e->op) {
    case OP_ADD:
        arb_add(c + k, a + k, b + k, j->prec);
        break;
    case OP_SUB:
        arb_sub(c + k, a + k, b + k, j->prec);
        break;
    case OP_MUL:
        product(c + k, e, all, a, b, k, j->prec);
        break;
    case OP_DIV:
        quotient(c + k, e, all, a, b, c, k, j->prec);
        break;
    case OP_SQRT:
        square_root(c + k, a, c, k, j->prec);
        break;
    case OP_RATE:
        arb_mul_si(c + k, a + k, k, j->prec);
        break;
    case OP_SIN:
    case OP_COS:
        circular(c + k, j, at, k);
        break;
    case OP_ANGLE:
        if (k == 0)
            arb_atan2(c, b, a, j->prec);
        else
            arb_indeterminate(c + k);
        break;
    default:
        leaf(c + k, j, e, k);
    }
}

/* ---- derivatives: those of an entry's operands are known up to k ------------------------- */

static void product_seeded(arb_t out, const jets *j, int at, int dir, int k)
{
    const formula_entry *all = j->of->entry, *e = &all[at];
    arb_srcptr a = entry(j, e->a), b = entry(j, e->b);
    arb_srcptr da = seeded(j, e->a, dir), db = seeded(j, e->b, dir);
    if (e->a == e->b) {
        convolve(out, a, da, k, 0, 0, j->prec);
        arb_mul_2exp_si(out, out, 1);
    } else if (!all[e->a].varies || !all[e->b].varies) {
        const bool left = all[e->b].varies; /* the factor that is not differentiated */
        if (all[left ? e->a : e->b].fixed)
            arb_mul(out, left ? a : b, (left ? db : da) + k, j->prec);
        else
            convolve(out, left ? a : b, left ? db : da, k, 0, 0, j->prec);
    } else {
        convolve(out, a, db, k, 0, 0, j->prec);
        arb_dot(out, out, 0, b, 1, da + k, -1, k + 1, j->prec);
    }
}

/* b c' = a' - c b' */
static void quotient_seeded(arb_t out, const jets *j, int at, int dir, int k)
{
    const formula_entry *all = j->of->entry, *e = &all[at];
    arb_srcptr b = entry(j, e->b), c = entry(j, at), seeds = seeded(j, at, dir);
    if (all[e->a].varies)
        arb_set(out, seeded(j, e->a, dir) + k);
    else
        arb_zero(out);
    if (all[e->b].varies)
        arb_dot(out, out, 1, c, 1, seeded(j, e->b, dir) + k, -1, k + 1, j->prec);
    if (!all[e->b].fixed && k > 0)
        arb_dot(out, out, 1, b + 1, 1, seeds + k - 1, -1, k, j->prec);
    arb_div(out, out, b, j->prec);
}

/* 2 c c' = a' */
static void root_seeded(arb_t out, const jets *j, int at, int dir, int k)
{
    const formula_entry *e = &j->of->entry[at];
    arb_srcptr c = entry(j, at), seeds = seeded(j, at, dir);
    arb_mul_2exp_si(out, seeded(j, e->a, dir) + k, -1);
    if (k > 0) arb_dot(out, out, 1, c + 1, 1, seeds + k - 1, -1, k, j->prec);
    arb_div(out, out, c, j->prec);
}

static void derivative(const jets *j, int at, int dir, int k)
{
    const formula_entry *all = j->of->entry, *e = &all[at];
    arb_ptr d = seeded(j, at, dir) + k;
    switch (e->op) {
    case OP_STATE:
        arb_set(d, jets_seeded(j, e->a, dir) + k);
        break;
    case OP_ADD:
    case OP_SUB:
        if (all[e->a].varies)
            arb_set(d, seeded(j, e->a, dir) + k);
        else
            arb_zero(d);
        if (all[e->b].varies)
            (e->op == OP_ADD ? arb_add : arb_sub)(d, d, seeded(j, e->b, dir) + k, j->prec);
        break;
    case OP_MUL:
        product_seeded(d, j, at, dir, k);
        break;
    case OP_DIV:
        quotient_seeded(d, j, at, dir, k);
        break;
    case OP_SQRT:
        root_seeded(d, j, at, dir, k);
        break;
    case OP_SIN:
        convolve(d, entry(j, at + 1), seeded(j, e->a, dir), k, 0, 0, j->prec);
        break;
    case OP_COS:
        convolve(d, entry(j, at - 1), seeded(j, e->a, dir), k, 0, 0, j->prec);
        arb_neg(d, d);
        break;
    default:
        break; /* a rate has none; the others do not vary */
    }
}

/* ---- all of them ------------------------------------------------------------------------- */

static void advance(arb_ptr series, arb_srcptr slope, int k, slong prec)
{
    arb_div_si(series + k + 1, slope + k, k + 1, prec);
}

/* The sine of order k needs the cosine of lower orders only, so entries go in their order; the
 * derivative of the sine needs the cosine of order k, so derivatives go after all values. */
static void next_order(jets *j, int k)
{
    for (int e = 0; e < j->of->n; e++) coefficient(j, e, k);
    for (int e = 0; e < j->of->n; e++)
        for (int dir = 0; dir < j->seeds && j->of->entry[e].varies; dir++)
            derivative(j, e, dir, k);
}

static void place(jets *j, const arb_t time, arb_srcptr y)
{
    arb_set(j->time, time);
    for (int i = 0; i < j->n; i++) arb_set(j->y + (slong)i * (j->order + 1), y + i);
}

void jets_value(jets *j, const arb_t time, arb_srcptr y)
{
    place(j, time, y);
    for (int e = 0; e < j->of->n; e++) coefficient(j, e, 0);
}

void jets_expand(jets *j, const arb_t time, arb_srcptr y, arb_srcptr seed)
{
    const slong room = j->order + 1;
    place(j, time, y);
    for (int i = 0; i < j->n; i++)
        for (int dir = 0; dir < j->seeds; dir++)
            arb_set(j->dy + (i * j->seeds + dir) * room, seed + dir * j->n + i);
    for (int k = 0; k < j->order; k++) {
        next_order(j, k);
        for (int i = 0; i < j->n; i++) {
            const int slope = j->slope[i];
            advance(j->y + i * room, entry(j, slope), k, j->prec);
            for (int dir = 0; dir < j->seeds && j->of->entry[slope].varies; dir++)
                advance(j->dy + (i * j->seeds + dir) * room, seeded(j, slope, dir), k, j->prec);
        }
    }
}

/* ---- series ------------------------------------------------------------------------------ */

void series_value(arb_t out, arb_srcptr c, int terms, const arb_t s, slong prec)
{
    arb_t x; /* s and out may be one */
    arb_init(x);
    for (int k = terms - 1; k >= 0; k--) {
        arb_mul(x, x, s, prec);
        arb_add(x, x, c + k, prec);
    }
    arb_swap(out, x);
    arb_clear(x);
}

/* p(m) + p'(s)(s - m) with the middle m */
void series_range(arb_t out, arb_srcptr c, int terms, const arb_t s, slong prec)
{
    arb_t value, slope, term, middle, half;
    arb_init(value);
    arb_init(slope);
    arb_init(term);
    arb_init(middle);
    arb_init(half);
    arb_get_mid_arb(middle, s);
    series_value(value, c, terms, middle, prec);
    for (int k = terms - 1; k >= 1; k--) {
        arb_mul(slope, slope, s, prec);
        arb_mul_si(term, c + k, k, prec);
        arb_add(slope, slope, term, prec);
    }
    arb_sub(half, s, middle, prec);
    arb_mul(slope, slope, half, prec);
    arb_add(out, value, slope, prec);
    arb_clear(value);
    arb_clear(slope);
    arb_clear(term);
    arb_clear(middle);
    arb_clear(half);
}
