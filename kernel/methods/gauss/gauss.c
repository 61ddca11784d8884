/* gauss.c -- Gauss collocation, eight stages, order 16, by fixed-point iteration; its stages
 * are one batch, eight points side by side in the lanes of the processor.
 *
 * On v'' = f(t, v, v'), with F_j = f at the stages:
 *
 *     V'_i = v' + h sum A_ij F_j        V_i = v + c_i h v' + h^2 sum (A A)_ij F_j
 *     v'_1 = v' + h sum b_j F_j         v_1 = v + h v' + h^2 sum b_j (1 - c_j) F_j
 *
 * and on y' = f alike without the second line. The iteration begins at the previous step's
 * polynomial, continued; it contracts by theta = O(h^2) (O(h) on y' = f) an iteration, and it
 * is this, not the error, that limits the step at loose tolerances; on y' = f, where f_y is
 * like a number along what contracts slowest, gauss_shift.h makes use of that, and on v'' = f,
 * where f_v is nearly diagonal, gauss_diagonal.h. It ends when what is left is a tenth of the
 * tolerance, with a number for f_y a thirtieth (gauss_iterate.c).
 *
 * The next step size is the least of 0.75 h err^(-1/16), with the error of gauss_error.h, and
 * that which costs fewest iterations per unit of time (gauss_law.h), where theta is known.
 *
 * Antonana, Makazaga, Murua, Efficient implementation of symplectic implicit Runge-Kutta
 * schemes with simplified Newton iterations, Numer. Algorithms 78 (2018), and IRKGaussLegendre
 * with vectorised stages; Hairer, Norsett, Wanner, Solving ODEs I, II.7.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/gauss/gauss.h"

#include "kernel/methods/gauss/gauss_error.h"
#include "kernel/methods/gauss/gauss_inner.h"
#include "kernel/formulation/batch.h"
#include "kernel/formulation/model_private.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { S = GAUSS_STAGES };

/* Bytes of a row of stages in double, which lanes load at once where it begins at a
 * multiple. */
enum { ROW = 64 };

/* A problem is stiff for this method where the polynomial of the last step, continued, is
 * within the tolerance nearly all the time: the iteration alone keeps the steps short. */
enum { STIFF_STEPS = 13000 };

static const real safety = R(0.75), over_safety = R(4.0) / 3, shrink = R(0.2), grow = R(4.0);

/* Cuts up the store; what lanes load comes first. */
static void lay_out(gauss *s)
{
    real *at = (real *)(((uintptr_t)s->store + ROW - 1) / ROW * ROW);
    const int n = s->n, nf = s->nf;
    s->Y = at, at += S * n;
    s->Y_before = at, at += S * n;
    s->first = at, at += S * nf;
    s->coef = at, at += S * nf;
    s->old = at, at += S * nf;
    s->next = at, at += S * nf;
    s->next_before = at, at += S * nf;
    s->old_V = at, at += S * nf;
    s->slow = at, at += S * nf;
    s->y = at, at += n;
    s->start = at, at += n;
    s->zero = at, at += n;
    s->weight = at, at += nf;
    s->diagonal.lambda = at, at += nf;
    s->diagonal.used = at, at += nf;
    s->B = (const real **)at;
}

ivp_status gauss_create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const bool second = ivp_view_of(m) == IVP_SECOND;
    const size_t n = (size_t)ivp_n(m), nf = second ? n / 2 : n;
    const size_t reals = (3 + 2 * S) * n + (3 + 7 * S) * nf, pointers = nf;
    gauss *s = calloc(1, sizeof *s + reals * sizeof(real) + pointers * sizeof(void *) + ROW);
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->n = (int)n;
    s->nf = (int)nf;
    s->second = second;
    s->velocity_free = ivp_velocity_free(m);
    s->over_root = 1 / sqrt((real)nf);
    s->diagonal.n = second ? (int)nf : 0;
    gauss_table_make(&s->g);
    gauss_law_make(&s->law);
    lay_out(s);
    *self = s;
    return batch_open(m);
}

ivp_status gauss_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)yp, (void)h0;
    gauss *s = self;
    s->continued = s->placed = false;
    s->known_ratio = 0;
    s->stiff = 0;
    gauss_shift_reset(&s->shift);
    gauss_diagonal_reset(&s->diagonal);
    return IVP_OK;
}

/* ---- step size --------------------------------------------------------------------------- */

/* Legendre coefficients of F, or of V */
static void analyse(const gauss *s, const real *stages, real *coef)
{
    const batch_sums sums = { s->g.coefficient, s->g.c, 0, 1 };
    batch_collocate(s->m, s->nf, &sums, s->zero, NULL, stages, coef);
}

static gauss_series series_of(const gauss *s)
{
    return (gauss_series){ s->nf, s->h, s->weight, s->coef, s->continued ? s->old : NULL };
}

static real economic(const gauss *s)
{
    const gauss_iteration i = { .count = s->iterations,
                                .first = s->first_change,
                                .last = s->last_change,
                                .left_over = gauss_left_over,
                                .reach = s->ratio ? s->ratio->reach : 0,
                                .degree = gauss_degree(s),
                                .power = s->second ? 2 : 1 };
    return gauss_law_growth(&s->law, &i);
}

/* The least of 0.75 err^(-1/16) and what is wanted; roots are drawn only where it may be the
 * first. */
static real growth(real err, real wanted)
{
    if (err * gauss_power(wanted * over_safety, 2 * S) < R(0.99)) return wanted;
    real by_error = 1 / ivp_max(err, R(1e-30));
    for (int k = 1; k < 2 * S; k *= 2) by_error = sqrt(by_error);
    return ivp_min(safety * by_error, wanted);
}

static real clamp(real x, real lo, real hi) { return x < lo ? lo : x > hi ? hi : x; }

/* ---- a step ------------------------------------------------------------------------------ */

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
    s->scale = x->h * s->over_root;
    const ivp_status st = gauss_iterate(s, x->t, x->y);
    if (st == IVP_NO_CONVERGENCE && s->tol->h == 0) { /* a shorter step contracts */
        x->ntests = 1;
        x->test[0] = (ivp_test){ 2, S };
        x->h_next = x->h * clamp(R(0.5) / sqrt(ivp_max(s->theta, R(0.5))), shrink, R(0.7));
        memcpy(x->y1, x->y, (size_t)s->n * sizeof(real));
        return IVP_OK;
    }
    if (st) return st;
    analyse(s, s->F, s->coef);
    s->shown = s->coef;
    const gauss_series series = series_of(s);
    real err = gauss_error(&series, gauss_size_of(s, s->F, NULL));
    if (model_looks_inside(s->m)) err = ivp_max(err, gauss_error_inside(&series));
    finish(s, x->y, x->y1);
    memcpy(s->y, x->y, (size_t)s->n * sizeof(real));
    x->ntests = 1;
    x->test[0] = (ivp_test){ err, 2 * S };
    s->wanted = clamp(growth(err, economic(s)), shrink, grow);
    x->h_next = x->h * s->wanted;
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
    s->placed = s->diagonal.on;
    if (s->placed) analyse(s, s->Y, s->old_V);
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
