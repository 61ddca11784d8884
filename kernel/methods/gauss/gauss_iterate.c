/* gauss_iterate.c -- the stages of a step of gauss.c: their first iterate, and the iteration.
 *
 * Where a diagonal stands for the Jacobian (gauss_diagonal.h), steps are several radians of the
 * fastest oscillation long, and a polynomial of degree 7 continued over them means nothing.
 * There
 *
 *     F_k = S_k + lambda_k V_k,     V_k = v_k + c h v'_k + h^2 A A F_k
 *
 * is solved for F_k, with the slow part S_k = F_k - lambda_k V_k of the step before. Over long
 * steps the first three Legendre coefficients of that are continued (exact for linear springs
 * that polynomials of degree 2 drive, but for the ladder of z), over short ones all eight.
 *
 * The iteration ends when what is left is small. With d_k the change of iteration k and
 * r_k = d_k / d_(k-1),
 *
 *     v'' = f     left = d_k r_k / (1 - r_k)                                                (1)
 *     y' = f      left = d_k (r + theta^2) / (1 - theta^2),                                 (2)
 *                 theta^2 = r_k r_(k-1),  r = max(r_k, r_(k-1))
 *
 * Where y' = f is x' = v, v' = -w^2 x, a change of v' passes to x' in one iteration (r about h)
 * and back in the next one (r about h w^2): one ratio alone says nothing, the product of two
 * does. After iteration 2, theta = r_2, and r is not less than the largest ratio of the last
 * trial that had three iterations, in proportion to h; without such a trial a third iteration
 * follows.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/gauss/gauss_inner.h"
#include "kernel/formulation/batch.h"

#include <string.h>

enum { S = GAUSS_STAGES, MOST_ITERATIONS = 16, PATIENCE = 100 };

enum { HIGH_DEGREE = S - 1, LOW_DEGREE = 2 };
static const real long_step = R(10.0); /* -lambda h^2 from which on the low degree is better */

static const real rounding = 32 * IVP_EPS;
static const real left_over_shifted =
    R(0.03); /* with a number for f_y: half an iteration more */

/* ---- sizes in units of the tolerance ----------------------------------------------------- */

/* F changes v', which begins at y + n - nf. Steps of constant size are iterated to rounding. */
static void weigh(gauss *s, const real *y)
{
    const int first = s->n - s->nf;
    const bool exactly = s->tol->h > 0;
    for (int k = 0; k < s->nf; k++) {
        const real atol = exactly ? rounding : s->tol->atol[first + k];
        const real rtol = exactly ? rounding : s->tol->rtol;
        s->weight[k] = 1 / (atol + rtol * ivp_abs(y[first + k]));
    }
}

real gauss_size_of(const gauss *s, const real *x, const real *y)
{
    return s->scale * batch_distance(s->m, s->nf, s->weight, x, y);
}

/* ---- stages ------------------------------------------------------------------------------ */

static ivp_status evaluate(gauss *s, real *F)
{
    return s->second ? batch_accel(s->m, s->times, s->Y, s->Y + s->nf * S, F)
                     : batch_rhs(s->m, s->times, s->Y, F);
}

/* Y from F; of v'' = f(t, v) the positions alone */
static void place(gauss *s, const real *y, const real *F)
{
    const batch_sums sums[2] = { { s->g.AA, s->g.c, s->h, s->h * s->h },
                                 { s->g.A, s->g.c, 0, s->h } };
    if (s->velocity_free)
        batch_collocate(s->m, s->nf, &sums[0], y, y + s->nf, F, s->Y);
    else if (s->second)
        batch_collocate_second(s->m, s->nf, sums, y, F, s->Y);
    else
        batch_collocate(s->m, s->nf, &sums[1], y, NULL, F, s->Y);
}

/* ---- the first iterate ------------------------------------------------------------------- */

static batch_sums continued(gauss *s)
{
    const real ratio = s->h / s->h_old, off = ivp_abs(ratio - s->wanted);
    s->ratio =
        gauss_onward_of(&s->onward, &s->g, off < 4 * IVP_EPS * ratio ? s->wanted : ratio);
    return (batch_sums){ s->ratio->P, s->g.c, s->h, 1 };
}

/* F at the new nodes from the polynomial of the step before. */
static void continue_polynomial(gauss *s, real *F)
{
    const batch_sums values = continued(s);
    batch_collocate(s->m, s->nf, &values, s->zero, NULL, s->old, F);
}

static bool slowly(const gauss *s) { return s->second && s->shifted && s->placed; }

int gauss_degree(const gauss *s)
{
    return slowly(s) && s->diagonal.most > long_step ? LOW_DEGREE : HIGH_DEGREE;
}

/* The same from its slow part; y = (v, v'). */
static void continue_slowly(gauss *s, const real *y, real *F)
{
    const batch_sums values = continued(s);
    const int degree = gauss_degree(s);
    real *at = s->start, *along = at + s->nf; /* lambda v, lambda v' */
    real *sum = s->Y;                         /* S + lambda (v + c h v') */
    for (int k = 0; k < s->nf; k++) {
        const real lambda = s->diagonal.used[k];
        at[k] = lambda * y[k];
        along[k] = lambda * y[s->nf + k];
        for (int j = 0; j < S; j++) {
            const real slow = s->old[k * S + j] - lambda * s->old_V[k * S + j];
            s->slow[k * S + j] = j <= degree ? slow : 0;
        }
    }
    batch_collocate(s->m, s->nf, &values, at, along, s->slow, sum);
    memset(F, 0, (size_t)(s->nf * S) * sizeof *F);
    batch_relax(s->m, s->nf, s->weight, s->B, F, sum);
}

/* Numbers for the Jacobian of this step. */
static void shift(gauss *s, real t, const real *y)
{
    if (s->second) {
        gauss_diagonal_ask(&s->diagonal, s->m, t, y, s->Y, s->first);
        s->shifted = gauss_diagonal_take(&s->diagonal, &s->inverses, s->g.AA, s->h, s->B);
        return;
    }
    const gauss_inverse *one =
        gauss_inverse_at(&s->inverses, s->g.A, gauss_shift_z(&s->shift, s->h));
    s->shifted = one != NULL;
    for (int k = 0; s->shifted && k < s->nf; k++) s->B[k] = one->B;
}

/* Without a polynomial all stages have the slope of the start. */
static ivp_status predict(gauss *s, real t, const real *y)
{
    real *F = s->F = s->first;
    for (int j = 0; j < S; j++) s->times[j] = t + s->g.c[j] * s->h;
    s->ratio = NULL;
    if (s->continued) {
        if (slowly(s))
            continue_slowly(s, y, F);
        else
            continue_polynomial(s, F);
        return IVP_OK;
    }
    const ivp_status st =
        s->second ? ivp_accel(s->m, t, y, y + s->nf, s->start) : ivp_rhs(s->m, t, y, s->start);
    for (int k = 0; k < s->nf; k++)
        for (int j = 0; j < S; j++) F[k * S + j] = s->start[k];
    return st;
}

/* ---- the iteration ----------------------------------------------------------------------- */

/* The iterate moves; how far f(Y) was from it. */
static real change(gauss *s)
{
    if (s->shifted) return s->scale * batch_relax(s->m, s->nf, s->weight, s->B, s->F, s->next);
    const real delta = gauss_size_of(s, s->next, s->F);
    s->F = s->next;
    return delta;
}

static void swap(real **x, real **y)
{
    real *z = *x;
    *x = *y;
    *y = z;
}

/* What f did along the last change of the stages. */
static void learn(gauss *s)
{
    const real *Y[] = { s->Y, s->Y_before }, *f[] = { s->next, s->next_before };
    if (s->second) {
        gauss_diagonal_learn(&s->diagonal, s->iterations, s->h, s->weight, Y, f);
        return;
    }
    if (s->iterations < 2) return;
    real moments[3];
    batch_moments(s->m, s->nf, s->weight, Y, f, moments);
    gauss_shift_learn(&s->shift, moments);
}

static void fail(gauss *s)
{
    if (s->second)
        gauss_diagonal_fail(&s->diagonal, s->iterations);
    else
        gauss_shift_fail(&s->shift);
}

/* Rounding alone changes h F by this much. */
static real noise(const gauss *s) { return 64 * IVP_EPS * gauss_size_of(s, s->F, NULL); }

/* Is delta small enough after so many more? Most often after one, for which no power is
 * needed. */
static bool gets_there(real delta, real theta, int more)
{
    return delta * theta <= gauss_left_over ||
           delta * gauss_power(theta, more) <= gauss_left_over;
}

/* Sets theta after iteration k > 1; returns r of (2), on v'' = f r_k. */
static real contraction(gauss *s, int k, real before, real delta)
{
    const real ratio = before > 0 ? delta / before : 0, last = s->last_ratio;
    s->last_ratio = ratio;
    s->largest_ratio = ivp_max(s->largest_ratio, ratio);
    s->theta = k > 2 && !s->second ? sqrt(ratio * last) : ratio;
    if (s->second) return ratio;
    return ivp_max(ratio, k > 2 ? last : s->known_ratio * s->h);
}

/* (1) and (2), and whether they can be told */
static bool is_left(const gauss *s, int k, real delta, real r, real enough)
{
    const real theta2 = s->theta * s->theta;
    if (!s->second && k == 2 && !(s->known_ratio > 0)) return true;
    return !(theta2 < 1 && delta * (r + theta2) <= enough * (1 - theta2));
}

/* After iteration k with the change delta: 1 done, 0 go on, -1 hopeless. */
static int judge(gauss *s, int k, real before, real delta)
{
    if (k == 1) return delta <= gauss_left_over * gauss_one_is_enough;
    const real r = contraction(s, k, before, delta), theta = s->theta;
    const real enough = s->shifted && !s->second ? left_over_shifted : gauss_left_over;
    if (!is_left(s, k, delta, r, enough)) return 1;
    const int most = s->tol->h > 0 ? PATIENCE : MOST_ITERATIONS; /* nothing else to try */
    if (theta < 1 && k < most && gets_there(delta, theta, most - k)) return 0;
    /* far from the fixed point theta is not its own; on y' = f, r_2 alone is no contraction */
    if (k == 2 && (theta < 2 || !s->second)) return 0;
    return delta <= noise(s) ? 1 : -1;
}

static ivp_status iterate(gauss *s, const real *y)
{
    int end = 0;
    s->theta = s->last_change = s->last_ratio = s->largest_ratio = 0;
    for (s->iterations = 1; !end; s->iterations++) {
        swap(&s->Y, &s->Y_before);
        swap(&s->next, &s->next_before);
        place(s, y, s->F);
        const ivp_status st = evaluate(s, s->next);
        if (st) return st;
        const real delta = change(s);
        if (!ivp_finite(delta)) return IVP_DOMAIN;
        const real before = s->last_change;
        if (s->iterations == 1) s->first_change = delta;
        s->last_change = delta;
        end = judge(s, s->iterations, before, delta);
    }
    s->iterations--;
    ivp_count(s->m, IVP_N_NEWTON, s->iterations);
    if (end < 0) fail(s);
    if (end > 0) learn(s);
    if (s->iterations > 2) s->known_ratio = s->largest_ratio / s->h;
    return end > 0 ? IVP_OK : IVP_NO_CONVERGENCE;
}

ivp_status gauss_iterate(gauss *s, real t, const real *y)
{
    weigh(s, y);
    shift(s, t, y);
    const ivp_status st = predict(s, t, y);
    return st ? st : iterate(s, y);
}
