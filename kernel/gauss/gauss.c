/* gauss.c -- Gauss collocation, eight stages, order 16, by fixed-point iteration; its stages are
 * one batch, eight points side by side in the lanes of the processor.
 *
 * On v'' = f(t, v, v'), with F_j = f at the stages:
 *
 *     V'_i = v' + h sum A_ij F_j        V_i = v + c_i h v' + h^2 sum (A A)_ij F_j
 *     v'_1 = v' + h sum b_j F_j         v_1 = v + h v' + h^2 sum b_j (1 - c_j) F_j
 *
 * and on y' = f alike without the second line. The iteration begins at the previous step's
 * polynomial, continued; it contracts by theta = O(h^2) (O(h) on y' = f) an iteration, and it is
 * this, not the error, that limits the step at loose tolerances; on y' = f, where f_y is like
 * a number along what contracts slowest, gauss_shift.h makes use of that. It ends when what is left,
 * delta theta / (1 - theta), is a tenth of the tolerance, with that number a fortieth.
 *
 * The next step size is the least of 0.75 h err^(-1/16), with the error of gauss_error.h, and that which costs fewest
 * iterations per unit of time (gauss_law.h), where theta is known.
 *
 * Antonana, Makazaga, Murua, Efficient implementation of symplectic implicit Runge-Kutta schemes
 * with simplified Newton iterations, Numer. Algorithms 78 (2018), and IRKGaussLegendre with
 * vectorised stages; Hairer, Norsett, Wanner, Solving ODEs I, II.7.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "kernel/gauss/gauss.h"

#include "kernel/gauss/gauss_error.h"
#include "kernel/gauss/gauss_law.h"
#include "kernel/gauss/gauss_shift.h"
#include "kernel/gauss/gauss_table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { S = GAUSS_STAGES, MOST_ITERATIONS = 16, PATIENCE = 100 };

/* Bytes of a row of stages in double, which lanes load at once where it begins at a multiple. */
enum { ROW = 64 };

/* A problem is stiff for this method where the polynomial of the last step, continued, is within
 * the tolerance nearly all the time: the iteration alone keeps the steps short. */
enum { STIFF_STEPS = 13000 };

static const real safety = R(0.75), shrink = R(0.2), grow = R(4.0);
static const real rounding = 32 * IVP_EPS;
static const real left_over = R(0.1); /* of the tolerance: error of the iteration */
static const real left_over_shifted =
    R(0.025); /* the same: digits for half an iteration more */

typedef struct gauss {
    ivp_model *m;
    const ivp_tol *tol;
    gauss_table g;
    gauss_law law;
    gauss_shift shift;
    const real *B;        /* of this step's iteration; NULL: I */
    int n, nf;            /* unknowns; of them those with a right-hand side of their own */
    real scale;           /* of the last trial: h over the root of nf */
    bool second;          /* v'' = f */
    bool continued;       /* old holds the polynomial of the step before */
    real h, h_old;        /* of the last trial, of the step of old */
    real ratio, P[S * S]; /* h / h_old; on it alone hangs how old goes on at the new nodes */
    int iterations;
    int stiff; /* accepted steps that the iteration alone kept short, 5 off for any other */
    real first_change, last_change; /* of the iteration of the last trial */
    real theta;                     /* contraction of the last trial; 0: not known */
    real *y, *slope, *zero;         /* n: start of the last trial, a right-hand side, nothing */
    real *weight;                   /* nf: 1 / tolerance of what F changes */
    real times[S];                  /* of the stages */
    real *Y, *F; /* stages: n x S; nf x S, the iterate: in `first` or where f(Y) is */
    real *first; /* nf x S */
    real *next;  /* nf x S: f(Y) */
    real *Y_before, *next_before; /* of the iteration before */
    real *coef,
        *old; /* Legendre coefficients of F, nf x S: of this trial, of the step before */
    const real *shown; /* the coefficients of the last trial */
    real store[];
} gauss;

ivp_status gauss_create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const int n = ivp_n(m);
    const bool second = ivp_view_of(m) == IVP_SECOND;
    const size_t nf = (size_t)(second ? n / 2 : n),
                 reals = 3 * (size_t)n + nf + 2 * S * (size_t)n + 5 * S * nf;
    gauss *s = calloc(1, sizeof *s + reals * sizeof(real) + ROW);
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->n = n;
    s->nf = (int)nf;
    s->second = second;
    gauss_table_make(&s->g);
    gauss_law_make(&s->law);
    gauss_shift_reset(&s->shift);
    real *at = (real *)(((uintptr_t)s->store + ROW - 1) / ROW * ROW);
    s->Y = at, at += S * n;
    s->Y_before = at, at += S * n;
    s->first = at, at += S * nf;
    s->coef = at, at += S * nf;
    s->old = at, at += S * nf;
    s->next = at, at += S * nf;
    s->next_before = at, at += S * nf;
    s->y = at, at += n;
    s->slope = at, at += n;
    s->zero = at, at += n;
    s->weight = at;
    *self = s;
    return ivp_open_batch(m);
}

ivp_status gauss_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)yp, (void)h0;
    gauss *s = self;
    s->continued = false;
    s->stiff = 0;
    gauss_shift_reset(&s->shift);
    return IVP_OK;
}

/* ---- sizes in units of the tolerance --------------------------------------------------------- */

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

/* h times the root mean square over all components of the sizes of rows x - y. */
static real size_of(const gauss *s, const real *x, const real *y)
{
    return s->scale * ivp_distance(s->m, s->nf, s->weight, x, y);
}

/* ---- stages ------------------------------------------------------------------------------------ */

static ivp_status evaluate(gauss *s, real *F)
{
    return s->second ? ivp_accel_many(s->m, s->times, s->Y, s->Y + s->nf * S, F)
                     : ivp_rhs_many(s->m, s->times, s->Y, F);
}

/* Y from F */
static void place(gauss *s, const real *y, const real *F)
{
    const ivp_sums sums[2] = { { s->g.AA, s->g.c, s->h, s->h * s->h },
                               { s->g.A, s->g.c, 0, s->h } };
    if (s->second)
        ivp_collocate_second(s->m, s->nf, sums, y, F, s->Y);
    else
        ivp_collocate(s->m, s->nf, &sums[1], y, NULL, F, s->Y);
}

/* F at the new nodes from the polynomial of the step before. */
static void continue_polynomial(gauss *s, real *F)
{
    const real ratio = s->h / s->h_old;
    if (ratio != s->ratio) gauss_table_continue(&s->g, ratio, s->P);
    s->ratio = ratio;
    const ivp_sums values = { s->P, s->g.c, 0, 1 };
    ivp_collocate(s->m, s->nf, &values, s->zero, NULL, s->old, F);
}

/* F of the first iterate; without a polynomial all stages have the slope of the start. */
static ivp_status predict(gauss *s, real t, const real *y)
{
    real *F = s->F = s->first;
    for (int j = 0; j < S; j++) s->times[j] = t + s->g.c[j] * s->h;
    if (s->continued) {
        continue_polynomial(s, F);
        return IVP_OK;
    }
    const ivp_status st =
        s->second ? ivp_accel(s->m, t, y, y + s->nf, s->slope) : ivp_rhs(s->m, t, y, s->slope);
    for (int k = 0; k < s->nf; k++)
        for (int j = 0; j < S; j++) F[k * S + j] = s->slope[k];
    return st;
}

/* The iterate moves; how far f(Y) was from it. */
static real change(gauss *s)
{
    if (s->B) return s->scale * ivp_relax(s->m, s->nf, s->weight, s->B, s->F, s->next);
    const real delta = size_of(s, s->next, s->F);
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
    if (s->second || s->iterations < 2) return;
    const real *Y[] = { s->Y, s->Y_before }, *f[] = { s->next, s->next_before };
    real moments[3];
    ivp_moments(s->m, s->nf, s->weight, Y, f, moments);
    gauss_shift_learn(&s->shift, moments);
}

/* Rounding alone changes h F by this much. */
static real noise(const gauss *s) { return 64 * IVP_EPS * size_of(s, s->F, NULL); }

/* After iteration k with the change delta: 1 done, 0 go on, -1 hopeless. */
static int judge(const gauss *s, int k, real before, real delta)
{
    const real theta = s->theta;
    if (k == 1) return delta <= left_over * gauss_one_is_enough;
    const real enough = s->B ? left_over_shifted : left_over;
    if (theta < 1 && delta * delta <= enough * (before - delta)) return 1;
    const int most = s->tol->h > 0 ? PATIENCE : MOST_ITERATIONS; /* nothing else to try */
    if (theta < 1 && k < most && delta * gauss_power(theta, most - k) <= left_over) return 0;
    if (k == 2 && theta < 2) return 0; /* far from the fixed point theta is not its own */
    return delta <= noise(s) ? 1 : -1;
}

/* Fixed point of F = f(Y(F)); IVP_NO_CONVERGENCE: theta says how badly. */
static ivp_status iterate(gauss *s, const real *y)
{
    int end = 0;
    s->theta = s->last_change = 0;
    s->B = s->second ? NULL : gauss_shift_matrix(&s->shift, s->g.A, s->h);
    for (s->iterations = 1; !end; s->iterations++) {
        swap(&s->Y, &s->Y_before);
        swap(&s->next, &s->next_before);
        place(s, y, s->F);
        const ivp_status st = evaluate(s, s->next);
        if (st) return st;
        const real delta = change(s);
        if (!ivp_finite(delta)) return IVP_DOMAIN;
        const real before = s->last_change;
        if (s->iterations > 1) s->theta = before > 0 ? delta / before : 0;
        if (s->iterations == 1) s->first_change = delta;
        s->last_change = delta;
        end = judge(s, s->iterations, before, delta);
    }
    s->iterations--;
    ivp_count(s->m, IVP_N_NEWTON, s->iterations);
    if (end < 0) gauss_shift_fail(&s->shift);
    if (end > 0) learn(s);
    return end > 0 ? IVP_OK : IVP_NO_CONVERGENCE;
}

/* ---- step size ---------------------------------------------------------------------------------- */

/* Legendre coefficients of F */
static void analyse(gauss *s)
{
    const ivp_sums sums = { s->g.coefficient, s->g.c, 0, 1 };
    ivp_collocate(s->m, s->nf, &sums, s->zero, NULL, s->F, s->coef);
}

static gauss_series series_of(const gauss *s)
{
    return (gauss_series){ s->nf, s->h, s->weight, s->coef, s->continued ? s->old : NULL };
}

static real economic(const gauss *s)
{
    const gauss_iteration i = { .count = s->iterations,
                                .first = s->first_change / left_over,
                                .last = s->last_change / left_over,
                                .ratio = s->continued ? s->h / s->h_old : 0,
                                .power = s->second ? 2 : 1 };
    return gauss_law_growth(&s->law, &i);
}

/* The least of 0.75 err^(-1/16) and what is wanted; roots are drawn only where it may be the first. */
static real growth(real err, real wanted)
{
    const real ratio = wanted / safety;
    if (err * gauss_power(ratio, 2 * S) < R(0.99)) return wanted;
    real by_error = 1 / ivp_max(err, R(1e-30));
    for (int k = 1; k < 2 * S; k *= 2) by_error = sqrt(by_error);
    return ivp_min(safety * by_error, wanted);
}

static real clamp(real x, real lo, real hi) { return x < lo ? lo : x > hi ? hi : x; }

/* ---- a step ------------------------------------------------------------------------------------- */

/* With P_0 and P_1 alone: the others are orthogonal to 1 and to 1 - tau. */
static void finish(const gauss *s, const real *y, real *y1)
{
    const int first = s->n - s->nf;
    const real h = s->h;
    for (int k = 0; k < s->nf; k++) {
        const real *a = s->coef + k * S;
        y1[first + k] = y[first + k] + h * a[0];
        if (s->second) y1[k] = y[k] + h * (y[first + k] + h * (a[0] / 2 - a[1] / 6));
    }
}

ivp_status gauss_attempt(void *self, ivp_trial *x)
{
    gauss *s = self;
    if (s->stiff > STIFF_STEPS && s->tol->h == 0) {
        ivp_reason(s->m, "the problem is stiff here: the iteration, not the error, keeps the "
                         "steps short; take a method for stiff problems");
        return IVP_E_STEP_TOO_SMALL;
    }
    s->h = x->h;
    s->scale = x->h / sqrt((real)s->nf);
    weigh(s, x->y);
    ivp_status st = predict(s, x->t, x->y);
    if (!st) st = iterate(s, x->y);
    if (st == IVP_NO_CONVERGENCE && s->tol->h == 0) { /* a shorter step contracts */
        x->ntests = 1;
        x->test[0] = (ivp_test){ 2, S };
        x->h_next = x->h * clamp(R(0.5) / sqrt(ivp_max(s->theta, R(0.5))), shrink, R(0.7));
        memcpy(x->y1, x->y, (size_t)s->n * sizeof(real));
        return IVP_OK;
    }
    if (st) return st;
    analyse(s);
    s->shown = s->coef;
    const gauss_series series = series_of(s);
    real err = gauss_error(&series, size_of(s, s->F, NULL));
    if (ivp_looks_inside(s->m)) err = ivp_max(err, gauss_error_inside(&series));
    finish(s, x->y, x->y1);
    memcpy(s->y, x->y, (size_t)s->n * sizeof(real));
    x->ntests = 1;
    x->test[0] = (ivp_test){ err, 2 * S };
    x->h_next = x->h * clamp(growth(err, economic(s)), shrink, grow);
    return IVP_OK;
}

void gauss_verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    gauss *s = self;
    if (verdict == IVP_REJECTED) return;
    s->stiff = s->first_change < 1 ? s->stiff + 1 : s->stiff > 5 ? s->stiff - 5 : 0;
    real *old = s->old;
    s->old = s->coef;
    s->coef = old;
    s->h_old = s->h;
    s->continued = true;
}

ivp_status gauss_dense(void *self, real theta, real *y)
{
    const gauss *s = self;
    real once[S], twice[S];
    const int first = s->n - s->nf;
    gauss_integrals(theta, once, twice);
    for (int k = 0; k < s->nf; k++) {
        real sum = 0, moment = 0;
        for (int j = 0; j < S; j++) {
            sum += once[j] * s->shown[k * S + j];
            moment += twice[j] * s->shown[k * S + j];
        }
        y[first + k] = s->y[first + k] + s->h * sum;
        if (s->second) y[k] = s->y[k] + s->h * (theta * s->y[first + k] + s->h * moment);
    }
    return IVP_OK;
}
