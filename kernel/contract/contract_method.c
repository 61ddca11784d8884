/* contract_method.c -- what a method says about one step, compared with the closed form: dense
 * output, error tests, and what a step starts from after a projection.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_method.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/contract/contract_battery.h"
#include "kernel/contract/contract_hand.h"
#include "kernel/contract/contract_probe.h"
#include "kernel/formulation/formulation.h"
#include "kernel/linear/mat.h"
#include "kernel/problem/status.h"

static contract_verdict verdict(bool good) { return good ? CONTRACT_KEPT : CONTRACT_BROKEN; }

typedef contract_verdict hand_test(hand *b, void *context, reason *why);
/* Of a method on one problem, whose interval has so many units */
typedef contract_verdict problem_test(const ivp_solver *s, const pair *p, int parts,
                                      reason *why);

/* A method opened there with this tolerance, constant steps of h units or none. */
static contract_verdict by_hand(const ivp_solver *s, const pair *p, int parts, real rtol,
                                real h, hand_test *test, void *context, reason *why)
{
    hand b;
    contract_verdict v = verdict(hand_open(&b, s, p, parts, rtol, h, why));
    if (v != CONTRACT_KEPT) return v;
    v = test(&b, context, why);
    hand_close(&b);
    return v;
}

/* ---- where ------------------------------------------------------------------------------- */

enum { PARTS_OF_PAIR = 1000, PARTS_OF_CELL = 20 };

static contract_verdict on_pair(const ivp_solver *s, problem_test *test, reason *why)
{
    pair p;
    if (!pair_find(&p, s, why)) return CONTRACT_BROKEN;
    contract_verdict v = CONTRACT_IDLE;
    if (p.is_cell)
        contract_idle(why, "it takes no core problem, and on cells nothing can be seen");
    else if (p.i->problem->exact)
        v = test(s, &p, PARTS_OF_PAIR, why);
    else
        contract_idle(why, "it takes no smooth core problem with a closed form");
    instance_close(p.i);
    return v;
}

/* Reduced index and Baumgarte's terms leave errors that no test is asked to see; of F(t, y, y')
 * = 0 the closed form of y' is not known. */
static bool is_plain(const battery_place *p)
{
    const ivp_formulation f = formulation_by_name(p->on.formulation);
    return battery_is_plain(p->feature) &&
           f & (IVP_AS_ODE | IVP_AS_LIN | IVP_PROJECTED | IVP_STATE_SPACE);
}

static contract_verdict on_cell(const battery_place *p, void *context, reason *why)
{
    problem_test *const *test = context;
    char name[128];
    reason said = { "" };
    if (!is_plain(p)) return CONTRACT_IDLE;
    const contract_verdict v = (*test)(p->s, &p->on, PARTS_OF_CELL, &said);
    battery_name(p, name, sizeof name);
    if (v == CONTRACT_BROKEN) reason_set(why, "on %s %s", name, said.text);
    return v;
}

/* On the pair of the solver and on all plain cells; of a library, which may be slow, one */
static contract_verdict everywhere(const ivp_solver *s, problem_test *test, reason *why)
{
    reason said = { "" };
    const contract_verdict v = on_pair(s, test, why);
    if (v == CONTRACT_BROKEN) return v;
    const battery_feature where = s->attempt ? 0 : BATTERY_TIME;
    const contract_verdict w = battery_visit(s, where, on_cell, &test, &said);
    if (w == CONTRACT_BROKEN || (w == CONTRACT_KEPT && v == CONTRACT_IDLE))
        reason_set(why, "%s", said.text);
    return w == CONTRACT_IDLE ? v : w;
}

/* ---- dense output ------------------------------------------------------------------------ */

static real distance(int n, const real *a, const real *b)
{
    real worst = 0;
    for (int k = 0; k < n; k++) worst = ivp_max(worst, ivp_abs(a[k] - b[k]));
    return worst;
}

static contract_verdict ends_meet(hand *b, void *context, reason *why)
{
    real t1;
    (void)context;
    ivp_status st = hand_begin(b, b->t0, b->unit / 100);
    if (!st) st = hand_step(b, b->unit / 100, &t1, NULL);
    if (st) return verdict(reason_set(why, "the first step fails: %s", status_name(st)));
    const real *const end[2] = { b->y, b->y1 };
    for (int k = 0; k < 2; k++) {
        if (b->s->dense(b->self, k, b->at))
            return verdict(reason_set(why, "dense() fails at theta = %d", k));
        const real gap = distance(b->n, b->at, end[k]);
        if (!(gap <= R(1e-8) * (1 + vec_max(end[k], b->n))))
            return verdict(
                reason_set(why, "dense() at theta = %d misses the end of the step by %.3g", k,
                           (double)gap));
    }
    return CONTRACT_KEPT;
}

static const char *no_dense(const ivp_solver *s)
{
    return !s->dense          ? "it has no dense output"
           : s->cannot_return ? "it cannot be left inside its interval"
                              : NULL;
}

static contract_verdict ends_at(const ivp_solver *s, const pair *p, int parts, reason *why)
{
    return by_hand(s, p, parts, R(1e-6), s->adaptive ? 0 : R(0.1), ends_meet, NULL, why);
}

contract_verdict contract_dense_ends(const ivp_solver *s, reason *why)
{
    if (no_dense(s)) return contract_idle(why, no_dense(s));
    return everywhere(s, ends_at, why);
}

static const real places[] = { R(0.25), R(0.5), R(0.75) };
enum { PLACES = 3 };

/* Largest error of dense output inside the step from b->t to t1; INFINITY: it fails. */
static real inside(hand *b, real t1)
{
    real worst = 0;
    for (int k = 0; k < PLACES; k++) {
        if (b->s->dense(b->self, places[k], b->at)) return INFINITY;
        worst = ivp_max(worst, hand_error(b, b->t + places[k] * (t1 - b->t), b->at));
    }
    return worst;
}

static const real rounding = R(1e-13);

typedef struct local {
    real h; /* in units */
    real inside, end;
} local;

/* One attempt of the length in `context`; its errors go there too. */
static contract_verdict attempt_once(hand *b, void *context, reason *why)
{
    local *l = context;
    real t1;
    (void)why->text;
    l->inside = l->end = INFINITY;
    if (hand_begin(b, b->t0, l->h * b->unit) || hand_step(b, l->h * b->unit, &t1, NULL))
        return CONTRACT_KEPT; /* too long */
    l->inside = inside(b, t1);
    l->end = hand_error(b, t1, b->y1);
    return CONTRACT_KEPT;
}

/* The local error inside a step falls like that at its end, or at least no slower than what a
 * method of this order leaves behind: h^3 from order 3 on, else h^2. */
static contract_verdict inside_by_order(const ivp_solver *s, const pair *p, int parts,
                                        reason *why)
{
    real within[HAND_LEVELS], end[HAND_LEVELS];
    for (int k = 0; k < HAND_LEVELS; k++) {
        const real h = 2 / (real)(1 << k);
        local l = { .h = h };
        if (by_hand(s, p, parts, R(1e-9), s->fixed_step ? h : 0, attempt_once, &l, why))
            return CONTRACT_BROKEN;
        within[k] = l.inside;
        end[k] = l.end;
    }
    const real slope = hand_slope(within, HAND_LEVELS, rounding);
    const real at_end = hand_slope(end, HAND_LEVELS, rounding), cap = s->order >= 3 ? 3 : 2;
    const real due = at_end < cap ? at_end : cap;
    if (!ivp_finite(slope) && within[HAND_LEVELS - 1] < rounding)
        return contract_idle(why, "where it arrives, its errors are rounding");
    reason_set(why, "observed h^%.2f", (double)slope);
    return verdict(slope > due - R(0.4) ||
                   reason_set(why, "inside one step errors fall with h^%.2f, h^%.2f is due",
                              (double)slope, (double)due));
}

/* A library chooses its steps: some of them, each as good inside as the tolerance allows. */
static contract_verdict inside_by_tolerance(hand *b, void *context, reason *why)
{
    enum { STEPS = 20 };
    const real allowed = 100 * b->tol.rtol;
    real t1, worst = 0;
    (void)context;
    if (hand_begin(b, b->t0, 0)) return verdict(reason_set(why, "restart() fails"));
    for (int k = 0; k < STEPS && b->t < b->i->t1; k++) {
        memcpy(b->y, b->y1, (size_t)b->n * sizeof *b->y);
        const ivp_status st = hand_step(b, 0, &t1, NULL);
        if (st) return verdict(reason_set(why, "step %d fails: %s", k + 1, status_name(st)));
        worst = ivp_max(worst, inside(b, t1) / (1 + vec_max(b->y1, b->n)));
        b->t = t1;
        if (b->s->verdict) b->s->verdict(b->self, IVP_KEPT, b->y1);
    }
    reason_set(why, "largest error %.1e at a tolerance of %.0e", (double)worst,
               (double)b->tol.rtol);
    return verdict(worst <= allowed ||
                   reason_set(why,
                              "inside its steps errors reach %.1e at a tolerance "
                              "of %.0e",
                              (double)worst, (double)b->tol.rtol));
}

static contract_verdict inside_at(const ivp_solver *s, const pair *p, int parts, reason *why)
{
    return s->attempt ? inside_by_order(s, p, parts, why)
                      : by_hand(s, p, parts, R(1e-6), 0, inside_by_tolerance, NULL, why);
}

contract_verdict contract_dense_inside(const ivp_solver *s, reason *why)
{
    return no_dense(s) ? contract_idle(why, no_dense(s)) : everywhere(s, inside_at, why);
}

/* ---- the error test ---------------------------------------------------------------------- */

enum { SIZES = 24, SLOPES_LEAST = 6, ORDER_MOST = 4 };
/* True errors, in units of the tolerance, at which tests are looked at; and what part of them a
 * test must see. */
static const real least = R(10.0), most = R(1e4), seen = R(0.01);
/* The order of a test is looked at below this true error, down to this value of the test, far
 * above rounding; how far it may be away. */
static const real smallest = R(1e-3), largest = R(100.0), away = R(0.85);
static const real ratio = R(0.7); /* of two sizes */

typedef struct tested {
    int looked, made, slopes, order;
    real worst, last;
    real slope[SIZES];
} tested;

static void take_slope(tested *t, real truth, real err)
{
    if (t->last > 0 && truth < largest && err > smallest)
        t->slope[t->slopes++] = -log(t->last / err) / log(ratio);
    t->last = err;
}

static real largest_test(const ivp_trial *x)
{
    real err = 0;
    for (int j = 0; j < x->ntests; j++) err = ivp_max(err, x->test[j].err);
    return err;
}

/* A first step that is refused is made again: a method may refuse the first one after each
 * restart, whatever its error. */
static void try_size(hand *b, real h, tested *t)
{
    ivp_trial x;
    real t1;
    if (hand_begin(b, b->t0, h) || hand_step(b, h, &t1, &x)) return;
    if (largest_test(&x) > 1) {
        if (b->s->verdict) b->s->verdict(b->self, IVP_REJECTED, b->y1);
        if (hand_step(b, h, &t1, &x)) return;
    }
    const real err = largest_test(&x);
    if (hand_exact(b, t1, b->at, b->yp)) return;
    t->made++;
    for (int j = 0; j < b->n; j++) b->e[j] = b->y1[j] - b->at[j];
    const real truth = ivp_error_norm(b->m, &b->tol, b->y, b->y1, b->e);
    t->order = x.ntests == 1 ? x.test[0].order : 0;
    take_slope(t, truth, err);
    if (!(truth >= least && truth <= most)) return;
    t->looked++;
    t->worst = ivp_min(t->worst, err / truth);
}

static int by_size(const void *a, const void *b)
{
    const real x = *(const real *)a, y = *(const real *)b;
    return (x > y) - (x < y);
}

/* Errors of a test are as h^(order + 1): the middle half of the slopes says so. Of high orders
 * too few sizes are clean. */
static bool has_order(tested *t, reason *why)
{
    if (t->order < 1 || t->order > ORDER_MOST || t->slopes < SLOPES_LEAST) return true;
    qsort(t->slope, (size_t)t->slopes, sizeof *t->slope, by_size);
    const real slope = t->slope[t->slopes / 2], due = t->order + 1;
    const real low = t->slope[t->slopes / 4], high = t->slope[3 * t->slopes / 4];
    return (low <= due + away && high >= due - away) ||
           reason_set(why, "a test of order %d falls with h^%.2f, not with h^%d", t->order,
                      (double)slope, t->order + 1);
}

/* context: is the order looked at too? */
static contract_verdict tests_see(hand *b, void *context, reason *why)
{
    const bool *orders = context;
    tested t = { .worst = INFINITY };
    for (int k = 0; k < SIZES; k++) try_size(b, 20 * b->unit * pow(ratio, k), &t);
    if (!t.made) return verdict(reason_set(why, "no step can be made"));
    if (*orders && !has_order(&t, why)) return CONTRACT_BROKEN;
    if (!t.looked)
        return contract_idle(why, "none of its steps has an error of 10 to 1e4 tolerances");
    reason_set(why, "estimates from %.2g times the error on", (double)t.worst);
    return verdict(
        t.worst >= seen ||
        reason_set(why, "a test says %.2g times the true error of a step", (double)t.worst));
}

static contract_verdict tests_at(const ivp_solver *s, const pair *p, int parts, reason *why)
{
    bool orders = parts == PARTS_OF_CELL && p->i->problem->form != IVP_LIN;
    return by_hand(s, p, parts, R(1e-6), 0, tests_see, &orders, why);
}

contract_verdict contract_estimate(const ivp_solver *s, reason *why)
{
    if (!s->adaptive) return contract_idle(why, "it takes no tolerances");
    if (!s->attempt) return contract_idle(why, "it wraps a library, whose tests are its own");
    return everywhere(s, tests_at, why);
}

/* ---- after a projection ------------------------------------------------------------------ */

/* The state after a step is moved by a thousandth; the next step must be that of a restart
 * there. What is kept of the old state shows as a part of h (f(moved) - f(old)). */
static contract_verdict starts_anew(hand *b, void *context, reason *why)
{
    const real h = b->unit / 4;
    const size_t size = (size_t)b->n * sizeof(real);
    real t1, t2;
    (void)context;
    ivp_status st = hand_begin(b, b->t0, h);
    if (!st) st = hand_step(b, h, &t1, NULL);
    if (!st) st = ivp_rhs(b->m, t1, b->y1, b->e);
    if (st) return verdict(reason_set(why, "the first step fails: %s", status_name(st)));
    for (int j = 0; j < b->n; j++) b->y[j] = b->y1[j] + R(1e-3) * (1 + ivp_abs(b->y1[j]));
    b->t = t1;
    b->s->verdict(b->self, IVP_MOVED, b->y);
    st = hand_step(b, h, &t2, NULL);
    memcpy(b->at, b->y1, size);
    if (!st) st = ivp_rhs(b->m, t1, b->y, b->yp);
    if (!st) st = b->s->restart(b->self, t1, b->y, b->yp, h);
    if (!st) st = hand_step(b, h, &t2, NULL);
    if (st) return verdict(reason_set(why, "the step after it fails: %s", status_name(st)));
    const real change = h * distance(b->n, b->yp, b->e), off = distance(b->n, b->at, b->y1);
    return verdict(
        off <= R(1e-3) * change ||
        reason_set(
            why,
            "after IVP_MOVED a step ends %.1e away from that of a restart there: part of "
            "it belongs to the state before",
            (double)off));
}

static contract_verdict starts_at(const ivp_solver *s, const pair *p, int parts, reason *why)
{
    if (formulation_by_name(p->formulation) == IVP_AS_LIN)
        return contract_idle(why, "no formulation of M y' = f moves states");
    return by_hand(s, p, parts, R(1e-6), 0, starts_anew, NULL, why);
}

contract_verdict contract_moved(const ivp_solver *s, reason *why)
{
    if (!formulation_taken(s, IVP_PROJECTED) || !(s->views & IVP_FIRST))
        return contract_idle(why, "it takes no formulation that moves states");
    if (s->projects) return contract_idle(why, "it projects by itself");
    if (s->keeps_history) return contract_idle(why, "it keeps a history: nothing is fed back");
    if (!s->attempt || !s->verdict)
        return contract_idle(why, "it is restarted, or keeps nothing from step to step");
    return everywhere(s, starts_at, why);
}
