/* hht.c -- Hilber-Hughes-Taylor for mechanical systems with constraints, directly at index 3 or
 * stabilised (ggl).
 *
 * Unknowns of a step are z = (a, lambda, x') at t_(n+1):
 *
 *     gamma = 1/2 - alpha,     beta = (1 - alpha)^2 / 4                                     (6)
 *     q_(n+1) = q_n + h u_n + h^2 ((1/2 - beta) a_n + beta a_(n+1))                        (2a)
 *     u_(n+1) = u_n + h ((1 - gamma) a_n + gamma a_(n+1))                                  (2b)
 *     x_(n+1) = x_n + h ((1 - rho) x'_n + rho x'_(n+1))                                    (9a)
 *     0 = M a_(n+1) / (1 + alpha) + p_(n+1) - alpha p_n / (1 + alpha)                     (11a)
 *     0 = g(t_(n+1), q_(n+1)) / (beta h^2)                                          (11b), (13)
 *     0 = x'_(n+1) - d(t_(n+1), q_(n+1), u_(n+1), x_(n+1), lambda_(n+1))                  (11c)
 *
 * where p = G^T lambda - f. The weights of p make a_(n+1) approximate q'' at t_(n+1) + alpha h.
 * So M belongs there too, at (1 + alpha) q_(n+1) - alpha q_n: with M at q_(n+1), as printed,
 * the method is of first order when M depends on q. Option mass chooses.
 *
 * Local errors and their tests (25), (33), (34), with Y_i = max(1, largest |q_i| so far) and
 * eps = rtol (atol has no place in this norm):
 *
 *     |C h^2 (a_(n+1) - a_n)|_Y <= eps,     C = beta - 1 / (6 (1 + alpha))
 *     |(rho - 1/2) h (x'_(n+1) - x'_n)|_Y <= eps
 *
 * That C takes a_n for q''(t_n). In a running integration a_n approximates q''(t_n + alpha h),
 * and the constant is C = 1/12 + alpha^2 / 4; option error chooses. With constant steps there
 * is no eps to measure the corrector by, and it iterates to rounding level.
 *
 * With alpha = 0 gamma and beta are free, which is Newmark's method (2), (3). The stabilised
 * form is that of kernel/methods/newmark/newmark.h: the paper only points to Gear, Gupta and
 * Leimkuhler.
 *
 * Negrut, Rampalli, Ottarsson, Sajdak: On the use of the HHT method in the context of index 3
 * differential algebraic equations of multibody dynamics. Numbers in brackets are theirs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/newmark/newmark_method.h"

enum option { ALPHA, RHO, MASS, ERROR, CORRECTOR, PREDICTOR, GAMMA, BETA };
enum { MASS_SHIFTED, MASS_PRINTED };
enum { ERROR_PRINTED, ERROR_TRUE };
enum { CORRECTOR_PAPER, CORRECTOR_ROUNDING };

static const ivp_param options[] = {
    [ALPHA] = { "alpha", "-0.3", "numerical damping, from -1/3 to 0 (none)", NULL },
    /* (1 - alpha) / 2 damps first-order states at infinity as much as the default alpha does */
    [RHO] = { "rho", "0.65", "weight of x'_(n+1), above 1/2 up to 1", NULL },
    [MASS] = { "mass", "shifted", "where M is taken", "shifted printed" },
    [ERROR] = { "error", "printed", "constant of the position error", "printed true" },
    [CORRECTOR] = { "corrector", "paper", "stop by (47b), (48b) or at rounding level",
                    "paper rounding" },
    [PREDICTOR] = { "predictor", "2", "degree of extrapolation", NEWMARK_PREDICTORS },
    [GAMMA] = { "gamma", "0", "Newmark's gamma, with alpha = 0; 0: 1/2 - alpha", NULL },
    [BETA] = { "beta", "0", "Newmark's beta, with alpha = 0; 0: (gamma + 1/2)^2 / 4", NULL },
    { 0 },
};

struct hht {
    newmark_method method;
    bool p_known; /* p of the step belongs to the accepted state */
};

/* (3): the unconditionally stable part of Newmark's family; option 0 is the rule */
static const char *refuses_newmark(const double *option)
{
    const double gamma = option[GAMMA] > 0 ? option[GAMMA] : 0.5 - option[ALPHA];
    if (!(option[GAMMA] >= 0 && option[BETA] >= 0))
        return "gamma and beta of hht must be positive, or 0 for the rule";
    if (option[GAMMA] <= 0 && option[BETA] <= 0) return NULL;
    if (option[ALPHA] < 0) return "gamma and beta make hht Newmark's method: they need alpha=0";
    if (!(gamma >= 0.5 && gamma <= 1)) return "gamma of hht must lie between 1/2 and 1";
    if (option[BETA] > 0 && !(4 * option[BETA] >= (gamma + 0.5) * (gamma + 0.5)))
        return "beta of hht must be at least (gamma + 1/2)^2 / 4: below it large steps are "
               "unstable";
    return NULL;
}

static const char *refuses(const ivp_tol *tol, const double *option)
{
    const double alpha = option[ALPHA], rho = option[RHO];
    if (!(3 * alpha >= -1 && alpha <= 0)) return "alpha of hht must lie between -1/3 and 0";
    if (!(2 * rho > 1 && rho <= 1)) return "rho of hht must be above 1/2 and at most 1";
    const char *reason = refuses_newmark(option);
    if (reason || tol->h > 0) return reason;
    if (!(tol->rtol > 0)) return "hht needs rtol > 0: it is the eps of its error tests";
    if (alpha == 0 && !(option[GAMMA] > 0.5))
        return "alpha = 0 of hht damps nothing: the multipliers oscillate and step control "
               "takes the step to zero; take alpha <= -0.05, gamma > 1/2, or constant steps";
    return NULL;
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    if (refuses(tol, option)) return IVP_E_INVALID;
    const real alpha = option[ALPHA], rho = option[RHO];
    const real gamma = option[GAMMA] > 0 ? option[GAMMA] : R(0.5) - alpha;
    const real beta = option[BETA] > 0 ? option[BETA] : (gamma + R(0.5)) * (gamma + R(0.5)) / 4;
    const real printed = beta - 1 / (6 * (1 + alpha)), running = beta + alpha / 2 - 1 / R(6.0);
    const newmark step = {
        .beta = beta,
        .gamma = gamma,
        .rho = rho,
        .kept = alpha / (1 + alpha),
        .shift = (int)option[MASS] == MASS_SHIFTED ? alpha : 0,
        .rounding = (int)option[CORRECTOR] == CORRECTOR_ROUNDING,
        .q = { .lead = 1 / (1 + alpha),
               .constant = (int)option[ERROR] == ERROR_TRUE ? running : printed },
        .x = { .lead = 1, .constant = rho - R(0.5) },
    };
    *self = newmark_method_create(sizeof(struct hht), &step, m, tol, 0, (int)option[PREDICTOR]);
    return *self ? IVP_OK : IVP_E_NOMEM;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)h0;
    struct hht *s = self;
    newmark_method_restart(&s->method, t, y, yp);
    s->p_known = false;
    return IVP_OK;
}

static ivp_status attempt(void *self, ivp_trial *trial)
{
    struct hht *s = self;
    newmark *step = &s->method.step;
    ivp_status status = IVP_OK;
    if (!s->p_known) status = newmark_forces(step, trial->t, trial->y);
    if (status != IVP_OK) return status;
    s->p_known = true;
    status = newmark_begin(step, trial->t, trial->h, trial->y, s->method.past.divided[0]);
    return status != IVP_OK ? status : newmark_method_solve(&s->method, trial);
}

static void verdict(void *self, ivp_verdict verdict, const real *y1)
{
    struct hht *s = self;
    if (verdict == IVP_REJECTED) return;
    newmark_keep(&s->method.step);
    s->p_known = verdict == IVP_KEPT;
    newmark_method_keep(&s->method, y1);
}

IVP_SOLVER(hht,
    .title = "Hilber-Hughes-Taylor, directly on index 3 or stabilised",
    .family = "newmark",
    .source = "Negrut, Rampalli, Ottarsson, Sajdak: HHT for index 3 DAEs of multibody dynamics",
    NEWMARK_METHOD);
