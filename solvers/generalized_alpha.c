/* generalized_alpha.c -- the generalized-alpha method for mechanical systems with constraints,
 * directly at index 3 or stabilised (GGL), of second order in positions, velocities and
 * multipliers.
 *
 * The equations hold at t_(n+1) exactly, for v = u'; Newmark's formulas run on auxiliary
 * accelerations a:
 *
 *     M(q_(n+1)) v_(n+1) = f_(n+1) - G^T lambda_(n+1)                                  [AB]
 *     0 = g(t_(n+1), q_(n+1))
 *     (1 - alpha_m) a_(n+1) + alpha_m a_n = (1 - alpha_f) v_(n+1) + alpha_f v_n        [AB]
 *     q_(n+1) = q_n + h u_n + h^2 ((1/2 - beta) a_n + beta a_(n+1))
 *     u_(n+1) = u_n + h ((1 - gamma) a_n + gamma a_(n+1))
 *
 * with a spectral radius rho at h omega = infinity [CH]:
 *
 *     alpha_m = (2 rho - 1) / (rho + 1)
 *     alpha_f = rho / (rho + 1)
 *     gamma   = 1/2 + alpha_f - alpha_m
 *     beta    = (gamma + 1/2)^2 / 4
 *
 * First-order states have auxiliary derivatives w of their own [JWH]:
 *
 *     (1 - delta_m) w_(n+1) + delta_m w_n = (1 - alpha_f) x'_(n+1) + alpha_f x'_n
 *     x_(n+1) = x_n + h ((1 - zeta) w_n + zeta w_(n+1))
 *     delta_m = (3 rho - 1) / (2 (rho + 1))
 *     zeta    = 1/2 + alpha_f - delta_m
 *
 * a_n approximates v at t_n + D h, and w_n approximates x' at t_n + D_x h. The first step has
 *
 *     a_0 = v_0 + D h v'_0            D   = alpha_m - alpha_f
 *     w_0 = x'_0 + D_x h x''_0        D_x = delta_m - alpha_f
 *
 * On a smooth solution of the index-3 form [ABC]
 *
 *     G u_n + g_t = K h^2 G u''       K = 1/6 - beta - D/2
 *
 * and the first velocity is moved there. Else a and lambda begin with errors of first order,
 * which decay like n^2 rho^n. The stabilised form has exact velocities and needs no such thing.
 * A change of h excites the same errors, of the size of the change: w_n follows it, as
 * x'_n + (h / h_before) (w_n - x'_n); a_n does not, as the multipliers would feed its
 * oscillation back and step control end at zero.
 *
 * Local errors, of q and of x:
 *
 *     K h^3 u''
 *     (1/12 + D_x (alpha_f - 1/2)) h^3 x'''
 *     h u''    = a_(n+1) - a_n
 *     h^2 x''' = (w_(n+1) - w_n - (w_n - x'_n) / D_x) / (1 - alpha_f)
 *
 * [CH]  Chung, Hulbert: A time integration algorithm for structural dynamics with improved
 *       numerical dissipation: the generalized-alpha method, J. Appl. Mech. 60 (1993)
 * [JWH] Jansen, Whiting, Hulbert: A generalized-alpha method for integrating the filtered
 *       Navier-Stokes equations, Comput. Methods Appl. Mech. Engrg. 190 (2000)
 * [AB]  Arnold, Bruels: Convergence of the generalized-alpha scheme for constrained mechanical
 *       systems, Multibody Syst. Dyn. 18 (2007)
 * [ABC] Arnold, Bruels, Cardona: Error analysis of generalized-alpha Lie group time integration
 *       methods for constrained mechanical systems, Numer. Math. 129 (2015)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/methods/newmark/newmark_method.h"
#include "kernel/methods/newmark/newmark_start.h"

enum option { RHO_INF, START, CORRECTOR, PREDICTOR };
enum { START_SMOOTH, START_PLAIN };
enum { CORRECTOR_PAPER, CORRECTOR_ROUNDING };

static const ivp_param options[] = {
    [RHO_INF] = { "rho_inf", "0.6", "spectral radius at infinity, from 0 to 1 (no damping)",
                  NULL },
    [START] = { "start", "smooth",
                "a and u of the first step: on the smooth numerical "
                "solution, or those of the problem",
                "smooth plain" },
    [CORRECTOR] = { "corrector", "paper", "stop by the rule of hht or at rounding level",
                    "paper rounding" },
    [PREDICTOR] = { "predictor", "2", "degree of extrapolation", NEWMARK_PREDICTORS },
    { 0 },
};

/* (1 - m) a_(n+1) + m a_n = (1 - f) v_(n+1) + f v_n */
typedef struct weights {
    real m, f;
} weights;

struct generalized_alpha {
    newmark_method method;
    weights q, x;
    real K;
    bool smooth;   /* option start */
    bool moves_u;  /* the first velocity is moved onto the smooth solution */
    bool at_start; /* no step was accepted yet */
    bool v_known;  /* v belongs to the accepted state */
    real h_before;
    real *v;      /* u' and x', in the places of a and w in z; n, as what follows */
    real *change; /* v' at the start */
    real *normal; /* the part of it that is normal to the constraints */
    real *z0, *work;
};
enum { VECTORS = 6 }; /* work takes two */

static real distance(weights k) { return k.m - k.f; } /* D, D_x */

static const char *refuses(const ivp_tol *tol, const double *option)
{
    if (!(option[RHO_INF] >= 0 && option[RHO_INF] <= 1))
        return "rho_inf of generalized_alpha must lie between 0 and 1";
    if (tol->h > 0) return NULL;
    if (!(tol->rtol > 0))
        return "generalized_alpha needs rtol > 0: it is the eps of its error tests";
    if (option[RHO_INF] > 0.9)
        return "rho_inf above 0.9 of generalized_alpha damps too little for step control: "
               "oscillations of the multipliers take the step to zero; take constant steps";
    return NULL;
}

static newmark coefficients(const double *option, weights q, weights x)
{
    const real gamma = R(0.5) - distance(q), beta = (gamma + R(0.5)) * (gamma + R(0.5)) / 4;
    const real Dx = distance(x);
    return (newmark){
        .beta = beta,
        .gamma = gamma,
        .rho = R(0.5) - Dx,
        .rounding = (int)option[CORRECTOR] == CORRECTOR_ROUNDING,
        .q = { .lead = (1 - q.m) / (1 - q.f), .constant = beta + distance(q) / 2 - 1 / R(6.0) },
        .x = { .lead = (1 - x.m) / (1 - x.f),
               .constant = (1 / R(12.0) + Dx * (x.f - R(0.5))) / (1 - x.f) },
    };
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    if (refuses(tol, option)) return IVP_E_INVALID;
    const real rho = option[RHO_INF];
    if (rho == 1 && ivp_ng(m) > 0) {
        ivp_reason(m,
                   "rho_inf = 1 of generalized_alpha is unstable with constraints: errors of "
                   "the multipliers grow like n^2; take rho_inf < 1");
        return IVP_E_INVALID;
    }
    const weights q = { (2 * rho - 1) / (rho + 1), rho / (rho + 1) };
    const weights x = { (3 * rho - 1) / (2 * (rho + 1)), q.f };
    const newmark step = coefficients(option, q, x);
    struct generalized_alpha *s =
        newmark_method_create(sizeof *s, &step, m, tol, VECTORS, (int)option[PREDICTOR]);
    if (!s) return IVP_E_NOMEM;
    real **const vectors[] = { &s->v, &s->change, &s->normal, &s->z0, &s->work };
    real *at = s->method.spare;
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++, at += s->method.step.n)
        *vectors[k] = at;
    s->q = q;
    s->x = x;
    s->K = -step.q.constant;
    s->smooth = (int)option[START] == START_SMOOTH;
    s->moves_u = s->smooth && ivp_formulation_of(m) == IVP_INDEX3;
    *self = s;
    return IVP_OK;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)h0;
    struct generalized_alpha *s = self;
    const size_t bytes = (size_t)s->method.step.n * sizeof(real);
    newmark_method_restart(&s->method, t, y, yp);
    memcpy(s->v, s->method.past.divided[0], bytes);
    memset(s->change, 0, bytes);
    memset(s->normal, 0, bytes);
    s->at_start = s->v_known = true;
    return IVP_OK;
}

/* Parts of z that have derivatives */
static bool derived(const newmark *step, int i)
{
    return i < step->nq || (i >= step->x.at && i < step->x.at + step->nx);
}

/* What the step needs to know at its beginning. */
static ivp_status prepare(struct generalized_alpha *s, const ivp_trial *trial)
{
    newmark *step = &s->method.step;
    const real t = trial->t, h = trial->h, *y = trial->y;
    ivp_status status = IVP_OK;
    if (!s->v_known) status = newmark_accelerations(step, t, y, s->v);
    if (status != IVP_OK || !s->at_start || !s->smooth) return status;
    status = newmark_trend(step, t, h, y, s->v, s->change, s->work);
    for (int i = 0; i < step->n; i++) s->change[i] /= h;
    if (status != IVP_OK || !s->moves_u) return status;
    return newmark_normal_part(step, t, y, s->change, s->normal);
}

/* a_n and w_n, and what they hold of the new derivatives */
static void set_derivatives(struct generalized_alpha *s, real h)
{
    newmark *step = &s->method.step;
    const real ratio = s->at_start ? 1 : h / s->h_before;
    memcpy(s->z0, s->method.past.divided[0], (size_t)step->n * sizeof(real));
    for (int i = 0; i < step->n; i++) {
        if (!derived(step, i)) continue;
        const weights k = i < step->nq ? s->q : s->x;
        const real v = s->v[i];
        if (s->at_start)
            s->z0[i] = v + distance(k) * h * s->change[i];
        else if (i >= step->nq)
            s->z0[i] = v + ratio * (s->z0[i] - v);
        step->held[i] = (k.m * s->z0[i] - k.f * v) / (1 - k.f);
    }
}

/* Of third order; unlike that of positions it compares two slopes. */
static real state_error(struct generalized_alpha *s)
{
    const newmark *step = &s->method.step;
    for (int i = step->x.at; i < step->x.at + step->nx; i++)
        s->work[i] = step->rise[i] - (s->z0[i] - s->v[i]) / distance(s->x);
    return step->x.unit * newmark_norm(&step->x, s->work) / step->eps;
}

static ivp_status attempt(void *self, ivp_trial *trial)
{
    struct generalized_alpha *s = self;
    newmark *step = &s->method.step;
    const real h = trial->h;
    ivp_status status = prepare(s, trial);
    if (status != IVP_OK) return status;
    s->v_known = true;
    set_derivatives(s, h);
    status = newmark_begin(step, trial->t, h, trial->y, s->z0);
    if (status != IVP_OK) return status;
    real *u = step->y0 + step->nq;
    if (s->at_start) {
        for (int i = 0; i < step->nq; i++) u[i] += s->K * h * h * s->normal[i];
        newmark_base(step);
    }
    status = newmark_method_solve(&s->method, trial);
    memcpy(u, trial->y + step->nq, (size_t)step->nq * sizeof(real));
    if (status == IVP_OK && trial->ntests > 1) trial->test[1] = (ivp_test){ state_error(s), 2 };
    return status;
}

static void verdict(void *self, ivp_verdict verdict, const real *y1)
{
    struct generalized_alpha *s = self;
    newmark *step = &s->method.step;
    if (verdict == IVP_REJECTED) return;
    memcpy(s->v, step->v, (size_t)step->n * sizeof(real));
    s->h_before = step->h;
    s->at_start = false;
    s->v_known = verdict == IVP_KEPT;
    newmark_method_keep(&s->method, y1);
}

IVP_SOLVER(generalized_alpha,
    .title = "generalized-alpha, directly on index 3 or stabilised",
    .family = "newmark",
    .source = "Chung, Hulbert; Arnold, Bruels: Convergence of the generalized-alpha scheme",
    NEWMARK_METHOD);
