/* contract_hand.c -- a method stepped by hand from the closed form of a problem.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_hand.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/contract/contract_probe.h"
#include "kernel/formulation/formulation.h"
#include "kernel/formulation/model_inner.h"
#include "kernel/linear/mat.h"
#include "kernel/problem/status.h"

enum { MOST_OPTIONS = 64 };

static bool create(hand *b, reason *why)
{
    double option[MOST_OPTIONS] = { 0 };
    real value[MOST_OPTIONS];
    char text[MOST_OPTIONS][SETTING_MAX];
    const int n = settings_count(b->s->options);
    if (n > MOST_OPTIONS) return reason_set(why, "more than %d options", MOST_OPTIONS);
    if (!settings_parse(b->s->options, NULL, b->s->name, text, value, why)) return false;
    for (int k = 0; k < n; k++) option[k] = (double)value[k];
    const ivp_status st = b->s->create(&b->self, b->m, &b->tol, option);
    return !st || reason_set(why, "create() fails: %s", status_name(st));
}

/* ---- arrays, each between two guards
 * ------------------------------------------------------ */

enum { PARTS = 7 };
/* Each another number: one that is copied from guard to guard shows. */
static real guard(size_t k) { return R(-1.2345678e123) * (real)(k + 1); }

static bool carve(hand *b)
{
    const size_t n = (size_t)b->n, nc = (size_t)instance_ncomponents(b->i);
    const size_t total = PARTS * n + nc + (PARTS + 2) * HAND_GUARD;
    real **const part[PARTS] = { &b->y, &b->yp, &b->y1, &b->at, &b->e, &b->atol, &b->other };
    b->store = malloc(total * sizeof *b->store);
    if (!b->store) return false;
    for (size_t k = 0; k < total; k++) b->store[k] = guard(k);
    real *at = b->store + HAND_GUARD;
    for (int k = 0; k < PARTS; k++, at += n + HAND_GUARD) {
        *part[k] = at;
        memset(at, 0, n * sizeof *at);
    }
    b->canonical = at;
    memset(at, 0, nc * sizeof *at);
    return true;
}

bool hand_intact(const hand *b)
{
    const size_t n = (size_t)b->n;
    for (size_t k = 0; k <= PARTS; k++)
        for (size_t j = 0; j < HAND_GUARD; j++) {
            const size_t at = k * (n + HAND_GUARD) + j;
            if (b->store[at] != guard(at)) return false;
        }
    return true;
}

/* ---- open -------------------------------------------------------------------------------- */

/* which < 0: all unknowns have the same atol */
static bool open_hand(hand *b, const ivp_solver *s, const pair *p, int parts, real rtol, real h,
                      int which, reason *why)
{
    const ivp_formulation f = formulation_by_name(p->formulation);
    const real length = (real)p->i->t1 - (real)p->i->t0;
    *b = (hand){ .s = s, .i = p->i, .unit = length / (real)parts };
    b->t0 = p->i->t0 + 3 * length / 1000;
    if (model_open(&b->m, p->i, f, NULL, formulation_view(p->i, f, formulation_through(s, f)),
                   why))
        return false;
    b->n = b->m->n;
    bool good = carve(b) || reason_set(why, "not enough memory");
    if (good) {
        for (int k = 0; k < b->n; k++) b->atol[k] = which < 0 || k == which ? rtol : R(1e9);
        b->tol = (ivp_tol){ .rtol = rtol, .atol = b->atol, .h = h * b->unit };
        good = create(b, why);
    }
    if (!good) hand_close(b);
    return good;
}

bool hand_open(hand *b, const ivp_solver *s, const pair *p, int parts, real rtol, real h,
               reason *why)
{
    return open_hand(b, s, p, parts, rtol, h, -1, why);
}

bool hand_open_for(hand *b, const ivp_solver *s, const pair *p, int parts, real rtol, int which,
                   reason *why)
{
    return open_hand(b, s, p, parts, rtol, 0, which, why);
}

void hand_close(hand *b)
{
    if (b->self) b->s->destroy(b->self);
    free(b->store);
    if (b->m) model_close(b->m);
    *b = (hand){ 0 };
}

ivp_status hand_exact(hand *b, real t, real *y, real *yp)
{
    ivp_status st = b->i->problem->exact(t, b->canonical, b->i->p);
    if (!st) st = instance_complete(b->i, t, b->canonical);
    return st ? st : model_unknowns(b->m, t, b->canonical, y, yp);
}

ivp_status hand_begin(hand *b, real t, real h0)
{
    ivp_status st = IVP_OK;
    if (b->i->problem->exact)
        st = hand_exact(b, t, b->y, b->yp);
    else
        model_start(b->m, b->y, b->yp);
    b->t = b->i->problem->exact ? t : b->i->t0;
    memcpy(b->y1, b->y, (size_t)b->n * sizeof *b->y1);
    b->left = false;
    return st ? st : b->s->restart(b->self, b->t, b->y, b->yp, h0);
}

/* ---- a code that drives itself is left after its first step ------------------------------ */

struct first_step {
    hand *b;
    real *t1;
    bool made;
};

static ivp_step_reply take_first(void *kernel, real t, real *y)
{
    struct first_step *f = kernel;
    if (!f->made) {
        *f->t1 = t;
        memcpy(f->b->y1, y, (size_t)f->b->n * sizeof *y);
    }
    f->made = true;
    return IVP_RETURN;
}

/* It begins anew wherever it is: only restart() may follow after it was left. */
static ivp_status drive_once(hand *b, real *t1)
{
    struct first_step first = { b, t1, false };
    const ivp_host host = { take_first, &first };
    ivp_status st = IVP_OK;
    if (b->left) st = b->m->view == IVP_FIRST ? ivp_rhs(b->m, b->t, b->y, b->yp) : IVP_OK;
    if (!st && b->left) st = b->s->restart(b->self, b->t, b->y, b->yp, 0);
    b->left = true;
    if (!st) st = b->s->drive(b->self, (real)b->i->t1, &host);
    return first.made ? IVP_OK : st ? st : IVP_E_LIBRARY;
}

ivp_status hand_step(hand *b, real h, real *t1, ivp_trial *trial)
{
    ivp_trial fresh = { 0 }, *x = trial ? trial : &fresh;
    *x = (ivp_trial){ .t = b->t, .h = h, .y = b->y, .y1 = b->y1 };
    *t1 = b->t + h;
    if (b->s->attempt) return b->s->attempt(b->self, x);
    if (b->s->drive) return drive_once(b, t1);
    *t1 = b->t;
    return b->s->advance(b->self, b->i->t1, t1, b->y1);
}

real hand_error(hand *b, real t, const real *y)
{
    const int n = b->i->sizes.n;
    real *exact = b->canonical, worst = 0;
    if (model_positions(b->m, t, y, exact)) return INFINITY;
    memcpy(b->e, exact, (size_t)ivp_min(n, b->n) * sizeof *b->e);
    if (b->i->problem->exact(t, exact, b->i->p)) return INFINITY;
    for (int k = 0; k < n && k < b->n; k++) worst = ivp_max(worst, ivp_abs(b->e[k] - exact[k]));
    return worst;
}

static int by_size(const void *a, const void *b)
{
    const real x = *(const real *)a, y = *(const real *)b;
    return (x > y) - (x < y);
}

real hand_slope(const real *error, int n, real least)
{
    real slope[HAND_LEVELS];
    int found = 0;
    for (int k = 1; k < n && found < HAND_LEVELS; k++)
        if (ivp_finite(error[k - 1]) && error[k] > least && error[k - 1] > 0)
            slope[found++] = log2(error[k - 1] / error[k]);
    if (found < 3) return (real)NAN;
    qsort(slope, (size_t)found, sizeof *slope, by_size);
    return slope[found / 2];
}
