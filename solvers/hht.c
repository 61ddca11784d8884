/* hht.c -- Hilber-Hughes-Taylor for mechanical systems with constraints, directly at index 3.
 *
 * Unknowns of a step are z = (a, lambda, x') at t_(n+1); with gamma = 1/2 - alpha and
 * beta = (1 - alpha)^2 / 4 (eq. 6),
 *
 *     q_(n+1) = q_n + h u_n + h^2 ((1/2 - beta) a_n + beta a_(n+1))                        (2a)
 *     u_(n+1) = u_n + h ((1 - gamma) a_n + gamma a_(n+1))                                  (2b)
 *     x_(n+1) = x_n + h ((1 - rho) x'_n + rho x'_(n+1))                                    (9a)
 *     0 = M a_(n+1) / (1 + alpha) + p_(n+1) - alpha p_n / (1 + alpha)                     (11a)
 *     0 = g(t_(n+1), q_(n+1)) / (beta h^2)                                           (11b),
 * (13) 0 = x'_(n+1) - d(t_(n+1), q_(n+1), u_(n+1), x_(n+1), lambda_(n+1)) (11c)
 *
 * where p = G^T lambda - f. The weights of p make a_(n+1) approximate q'' at t_(n+1) + alpha h.
 * So M belongs there too, at (1 + alpha) q_(n+1) - alpha q_n: with M at q_(n+1), as printed,
 * the method is of first order when M depends on q. Option mass chooses.
 *
 * Local errors and their tests (25), (33), (34), with Y_i = max(1, largest |q_i| so far) and
 * eps = rtol (atol has no place in this norm):
 *
 *     |C h^2 (a_(n+1) - a_n)|_Y <= eps             C = beta - 1 / (6 (1 + alpha))
 *     |(rho - 1/2) h (x'_(n+1) - x'_n)|_Y <= eps
 *
 * That C takes a_n as q''(t_n); running, it approximates q''(t_n + alpha h) and the constant is
 * 1/12 + alpha^2 / 4. Option error chooses. With constant steps there is no eps to measure the
 * corrector by, and it iterates to rounding level.
 *
 * Negrut, Rampalli, Ottarsson, Sajdak: On the use of the HHT method in the context of index 3
 * differential algebraic equations of multibody dynamics. Numbers in brackets are theirs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <ivp/solver.h>

#include <stdlib.h>
#include <string.h>

#include "extrapolation.h"
#include "newmark.h"

enum option { ALPHA, RHO, MASS, ERROR, CORRECTOR, PREDICTOR };
enum { MASS_SHIFTED, MASS_PRINTED };
enum { ERROR_PRINTED, ERROR_TRUE };
enum { CORRECTOR_PAPER, CORRECTOR_ROUNDING };
enum { PREDICTOR_ADAPTIVE = EXTRAPOLATION_MAX + 1 };

static const ivp_param options[] = {
    [ALPHA] = { "alpha", "-0.3", "numerical damping, from -1/3 to 0 (none)", NULL },
    /* (1 - alpha) / 2 damps first-order states at infinity as much as the default alpha does */
    [RHO] = { "rho", "0.65", "weight of x'_(n+1), above 1/2 up to 1", NULL },
    [MASS] = { "mass", "shifted", "where M is taken", "shifted printed" },
    [ERROR] = { "error", "printed", "constant of the position error", "printed true" },
    [CORRECTOR] = { "corrector", "paper", "stop by (47b), (48b) or at rounding level",
                    "paper rounding" },
    [PREDICTOR] = { "predictor", "2", "degree of extrapolation", "0 1 2 3 adaptive" },
    { 0 },
};

static const ivp_control law = {
    /* (37b), (38b) */
    .name = "hht", .kI = R(1.0), .safety = R(0.9), .shrink = R(0.2), .grow = R(5.0),
};

#define SMALLEST R(1e-10) /* of the interval: a corrector that fails below has diverged */

struct hht {
    newmark step;
    extrapolation past; /* z at the accepted points */
    int predictor;
    bool p_known; /* step.p belongs to the accepted state */
    real store[];
};

static const char *refuses(const ivp_tol *tol, const double *option)
{
    const double alpha = option[ALPHA], rho = option[RHO];
    if (!(3 * alpha >= -1 && alpha <= 0)) return "alpha of hht must lie between -1/3 and 0";
    if (!(2 * rho > 1 && rho <= 1)) return "rho of hht must be above 1/2 and at most 1";
    if (tol->h > 0) return NULL;
    if (!(tol->rtol > 0)) return "hht needs rtol > 0: it is the eps of its error tests";
    if (alpha == 0)
        return "alpha = 0 of hht damps nothing: the multipliers oscillate and step control "
               "takes the step to zero; take alpha <= -0.05, or constant steps";
    return NULL;
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    if (refuses(tol, option)) return IVP_E_INVALID;
    const real alpha = option[ALPHA], rho = option[RHO], beta = (1 - alpha) * (1 - alpha) / 4;
    const real printed = beta - 1 / (6 * (1 + alpha)),
               running = 1 / R(12.0) + alpha * alpha / 4;
    newmark step = {
        .m = m,
        .nq = ivp_nq(m),
        .nx = ivp_nx(m),
        .ng = ivp_ng(m),
        .alpha = alpha,
        .beta = beta,
        .gamma = R(0.5) - alpha,
        .rho = rho,
        .shift = (int)option[MASS] == MASS_SHIFTED ? alpha : 0,
        .eps = tol->h > 0 ? 0 : tol->rtol,
        .rounding = tol->h > 0 || (int)option[CORRECTOR] == CORRECTOR_ROUNDING,
        .q.constant = (int)option[ERROR] == ERROR_TRUE ? running : printed,
        .x.constant = rho - R(0.5),
    };
    const size_t reals = newmark_carve(&step, NULL), n = (size_t)step.n;
    struct hht *s = calloc(1, sizeof *s + (reals + (EXTRAPOLATION_MAX + 1) * n) * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    s->step = step;
    newmark_carve(&s->step, s->store);
    s->past.n = step.n;
    for (size_t j = 0; j <= EXTRAPOLATION_MAX; j++)
        s->past.divided[j] = s->store + reals + j * n;
    s->predictor = (int)option[PREDICTOR];
    *self = s;
    return IVP_OK;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)h0;
    struct hht *s = self;
    newmark *step = &s->step;
    const int nq = step->nq, nx = step->nx, ng = step->ng;
    memcpy(step->z1, yp + nq, (size_t)nq * sizeof(real));
    memcpy(step->z1 + nq, y + 2 * nq + nx, (size_t)ng * sizeof(real));
    memcpy(step->z1 + nq + ng, yp + 2 * nq, (size_t)nx * sizeof(real));
    extrapolation_forget(&s->past);
    extrapolation_add(&s->past, t, step->z1);
    newmark_forget_scales(step);
    newmark_widen_scales(step, y);
    step->h_matrix = 0;
    s->p_known = false;
    return IVP_OK;
}

static ivp_status predict_correct(struct hht *s, bool build)
{
    newmark *step = &s->step;
    const int top = s->predictor == PREDICTOR_ADAPTIVE
                        ? extrapolation_smooth_degree(&s->past, step->t1, step->nq)
                        : extrapolation_degree(&s->past, s->predictor);
    extrapolation_at(&s->past, top, step->t1, step->z1);
    return newmark_correct(step, build);
}

static real error(const newmark *step, const newmark_part *part)
{
    return part->unit * newmark_norm(part, step->rise) / step->eps;
}

static ivp_status attempt(void *self, ivp_trial *trial)
{
    struct hht *s = self;
    newmark *step = &s->step;
    if (!s->p_known) {
        const ivp_status status = newmark_forces(step, trial->t, trial->y);
        if (status != IVP_OK) return status;
        s->p_known = true;
    }
    newmark_begin(step, trial->t, trial->h, trial->y, s->past.divided[0]);
    const bool stale = newmark_stale(step);
    ivp_status status = predict_correct(s, stale);
    if (status > IVP_OK && !stale) status = predict_correct(s, true);
    if (status > IVP_OK && trial->h < SMALLEST * ivp_span(step->m)) return IVP_E_DIVERGED;
    if (status != IVP_OK) return status;

    memcpy(trial->y1, step->y1, (size_t)(step->nq + step->n) * sizeof(real));
    if (step->eps > 0) {
        trial->ntests = step->nx > 0 ? 2 : 1;
        trial->test[0] = (ivp_test){ error(step, &step->q), 2 };
        trial->test[1] = (ivp_test){ error(step, &step->x), 1 };
    }
    return IVP_OK;
}

/* An accepted z enters the past; of a moved state the multipliers are its own. */
static void verdict(void *self, ivp_verdict verdict, const real *y1)
{
    struct hht *s = self;
    newmark *step = &s->step;
    if (verdict == IVP_REJECTED) return;
    newmark_keep(step);
    s->p_known = verdict == IVP_KEPT;
    memcpy(step->z1 + step->nq, y1 + 2 * step->nq + step->nx, (size_t)step->ng * sizeof(real));
    extrapolation_add(&s->past, step->t1, step->z1);
    newmark_widen_scales(step, y1);
}

/* v at theta between v0 and v1: the cubic with these slopes (times h) at the ends */
static real cubic(real theta, real v0, real v1, real slope0, real slope1)
{
    const real rest = 1 - theta, rise = v1 - v0;
    return rest * v0 + theta * v1 +
           theta * rest * (rest * (slope0 - rise) - theta * (slope1 - rise));
}

static ivp_status dense(void *self, real theta, real *y)
{
    const struct hht *s = self;
    const newmark *step = &s->step;
    const int nq = step->nq, nx = step->nx, ny = nq + step->n;
    const real h = step->h, *y0 = step->y0, *y1 = step->y1, *z0 = step->z0, *z1 = step->z1;
    for (int i = 0, k = nq; i < nq; i++, k++) {
        y[i] = cubic(theta, y0[i], y1[i], h * y0[k], h * y1[k]);
        y[k] = cubic(theta, y0[k], y1[k], h * z0[i], h * z1[i]);
    }
    for (int i = 2 * nq, k = step->x.at; k < step->n; i++, k++)
        y[i] = cubic(theta, y0[i], y1[i], h * z0[k], h * z1[k]);
    for (int i = 2 * nq + nx; i < ny; i++) y[i] = (1 - theta) * y0[i] + theta * y1[i];
    return IVP_OK;
}

IVP_SOLVER(hht) = {
    .abi = IVP_ABI,
    .arith = IVP_ARITH,
    .name = "hht",
    .title = "Hilber-Hughes-Taylor, directly on index 3",
    .source = "Negrut, Rampalli, Ottarsson, Sajdak: HHT for index 3 DAEs of multibody dynamics",
    .views = IVP_MECH_VIEW,
    .formulations = IVP_INDEX3 | IVP_AS_ODE,
    .order = 2,
    .fixed_step = true,
    .adaptive = true,
    .control = &law,
    .h0_rule = IVP_H0_FRACTION,
    .h0_fraction = (double)R(1e-3),
    .options = options,
    .refuses = refuses,
    .create = create,
    .destroy = free,
    .restart = restart,
    .attempt = attempt,
    .verdict = verdict,
    .dense = dense,
};
