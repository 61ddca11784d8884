/* rkc.c -- the second-order Runge-Kutta-Chebyshev method: explicit, with as many stages as
 * stability asks for. s stages take h |lambda| up to 0.65 s^2 along the negative real axis.
 *
 *     e = (12 (y - y1) + 6 h (f(t, y) + f(t + h, y1))) / 15                        (2.9)
 *
 * is the estimate of the local error, of order h^3; f(t + h, y1) is the first stage of the next
 * step, and with it dense output is the cubic of hermite.h. The number of stages follows from
 * the spectral radius (spectral_radius.h). It is estimated at the start, 25 steps after the
 * last time, behind a rejected step, and where the state was moved.
 *
 * Rounding grows with s^2. So s is at most sqrt(rtol / (10 u)), u the rounding of one
 * operation, and at most the option `stages`, which rkc.f lacks: where h |lambda| is a million
 * and more, a step would take thousands. A longer step is a rejected one, before it costs an
 * evaluation.
 *
 * Sommeijer, Shampine, Verwer, "RKC: an explicit solver for parabolic PDEs", J. Comput. Appl.
 * Math. 88 (1998), 315-326; law of steps and constants as in the authors' code rkc.f.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/arena.h"
#include "kernel/linear/hermite.h"
#include "kernel/methods/runge_kutta/chebyshev.h"
#include "kernel/methods/runge_kutta/spectral_radius.h"

enum { RADIUS_STEPS = 25 };
enum option { STAGES };

static const ivp_param options[] = {
    [STAGES] = { "stages", "500", "most stages of a step; a longer step is refused",
                 .kind = IVP_INTEGER },
    { 0 },
};

struct rkc {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    int most;         /* stages */
    bool first_known; /* f0 = f(t, y) at the accepted state */
    bool next_known;  /* f1 is f0 of the next step */
    bool radius_known;
    bool tried; /* the last trial was not too long */
    int steps;  /* accepted since the radius was estimated */
    spectral_radius radius;
    real h;          /* of the last trial: */
    real *y, *y1;    /* start and end, */
    real *f0, *f1;   /* f there */
    real *a, *b, *f; /* two stages, f of one */
    char text[160];
    real store[];
};

static size_t carve(struct rkc *s, real *store)
{
    arena w = { store, 0 };
    real **const vectors[] = {
        &s->y, &s->y1, &s->f0, &s->f1, &s->a, &s->b, &s->f, &s->radius.v
    };
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        *vectors[k] = arena_vec(&w, s->n);
    return w.used;
}

/* Constant steps have no tolerance: rounding may then reach a hundredth. */
static int most_stages(const ivp_tol *tol, double option)
{
    const real accuracy = tol->h > 0 ? R(0.01) : tol->rtol;
    const real most = ivp_min(sqrt(accuracy / (10 * IVP_EPS)), (real)option);
    return most > CHEBYSHEV_LEAST + 1 ? (int)most : CHEBYSHEV_LEAST + 1;
}

static const char *refuses(const ivp_tol *tol, const double *option)
{
    (void)tol;
    return option[STAGES] > CHEBYSHEV_LEAST && option[STAGES] <= 1e6
               ? NULL
               : "stages is a number from 4 to 1000000";
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    struct rkc empty = {
        .m = m, .tol = tol, .n = ivp_n(m), .most = most_stages(tol, option[STAGES])
    };
    empty.radius = (spectral_radius){ .m = m, .n = empty.n };
    struct rkc *s = calloc(1, sizeof *s + carve(&empty, NULL) * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    *s = empty;
    carve(s, s->store);
    *self = s;
    return IVP_OK;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)yp, (void)h0;
    struct rkc *s = self;
    s->first_known = s->next_known = s->radius_known = s->radius.known = false;
    return IVP_OK;
}

static ivp_status first_stage(struct rkc *s, const ivp_trial *trial)
{
    if (s->next_known) {
        real *const f = s->f0;
        s->f0 = s->f1;
        s->f1 = f;
    }
    s->first_known |= s->next_known;
    s->next_known = false;
    if (s->first_known) return IVP_OK;
    const ivp_status status = ivp_rhs(s->m, trial->t, trial->y, s->f0);
    s->first_known = status == IVP_OK;
    return status;
}

static ivp_status estimate_radius(struct rkc *s, const ivp_trial *trial)
{
    if (s->radius_known) return IVP_OK;
    const ivp_status status = spectral_radius_estimate(&s->radius, trial->t, trial->y, s->f0,
                                                       1 / trial->h, s->a, s->f);
    if (status) return status;
    s->radius_known = true;
    s->steps = 0;
    if (s->radius.settled) return IVP_OK;
    snprintf(
        s->text, sizeof s->text,
        "at t = %.6g the power method did not settle in %d evaluations: eigenvalues may be "
        "complex, and this method is for real ones",
        (double)trial->t, SPECTRAL_RADIUS_MOST);
    ivp_remark(s->m, s->text);
    return IVP_OK;
}

/* v := (1 - mu - nu) y + mu last + nu v + h (h_f f + h_f0 f0) */
static void combine(const struct rkc *s, real h, chebyshev_stage x, const real *y,
                    const real *last, real *v)
{
    const real rest = 1 - x.mu - x.nu, hf = h * x.h_f, hf0 = h * x.h_f0;
    const real *f = s->f, *f0 = s->f0;
    for (int i = 0; i < s->n; i++)
        v[i] = rest * y[i] + x.mu * last[i] + x.nu * v[i] + hf * f[i] + hf0 * f0[i];
}

static ivp_status run_stages(struct rkc *s, const ivp_trial *trial, int stages)
{
    const real h = trial->h, *y = trial->y;
    real *last = s->a, *older = s->b;
    chebyshev x;
    chebyshev_begin(&x, stages);
    memcpy(older, y, (size_t)s->n * sizeof *y);
    for (int i = 0; i < s->n; i++) last[i] = y[i] + h * x.c[0] * s->f0[i];
    for (int j = 2; j <= stages; j++) {
        const chebyshev_stage stage = chebyshev_next(&x);
        const ivp_status status = ivp_rhs(s->m, trial->t + stage.c_of_last_f * h, last, s->f);
        if (status) return status;
        combine(s, h, stage, y, last, older);
        real *const done = older;
        older = last;
        last = done;
    }
    memcpy(trial->y1, last, (size_t)s->n * sizeof *y);
    return IVP_OK;
}

/* (2.9), of f1 at y1 */
static real error_test(struct rkc *s, const ivp_trial *trial)
{
    const real *y = trial->y, *y1 = trial->y1, h = trial->h;
    for (int i = 0; i < s->n; i++)
        s->f[i] = R(0.8) * (y[i] - y1[i]) + R(0.4) * h * (s->f0[i] + s->f1[i]);
    return ivp_error_norm(s->m, s->tol, y, y1, s->f);
}

/* The step is longer than `most` stages take. */
static ivp_status too_long(struct rkc *s, ivp_trial *trial, real bound)
{
    trial->ntests = 1;
    trial->test[0] = (ivp_test){ trial->h / bound, 0 };
    memcpy(trial->y1, trial->y, (size_t)s->n * sizeof *trial->y);
    if (!(s->tol->h > 0)) return IVP_OK;
    snprintf(s->text, sizeof s->text,
             "the constant step takes more than %d stages: h |lambda| = %.3g", s->most,
             (double)(trial->h * s->radius.estimate));
    ivp_reason(s->m, s->text);
    return IVP_E_DIVERGED;
}

/* That of rkc.f */
static const ivp_control law = { .name = "rkc",
                                 .kI = R(2.0),
                                 .kP = R(-1.0),
                                 .memory = R(-1.0),
                                 .safety = R(0.8),
                                 .shrink = R(0.1),
                                 .grow = R(10.0) };

static ivp_status attempt(void *self, ivp_trial *trial)
{
    struct rkc *s = self;
    const real h = trial->h;
    s->tried = false;
    ivp_status status = first_stage(s, trial);
    if (!status) status = estimate_radius(s, trial);
    if (status) return status;
    const real bound = chebyshev_bound(s->most - 1) / s->radius.estimate;
    if (h > bound) return too_long(s, trial, bound);
    s->tried = true;

    status = run_stages(s, trial, chebyshev_stages(h * s->radius.estimate));
    if (!status) status = ivp_rhs(s->m, trial->t + h, trial->y1, s->f1);
    if (status) return status;
    s->h = h;
    memcpy(s->y, trial->y, (size_t)s->n * sizeof *s->y);
    memcpy(s->y1, trial->y1, (size_t)s->n * sizeof *s->y);
    trial->ntests = 1;
    trial->test[0] = (ivp_test){ error_test(s, trial), 2 };
    if (law.grow * h > bound) /* the next step shall not be too long */
        trial->test[trial->ntests++] = (ivp_test){ h / bound, 0 };
    return IVP_OK;
}

/* f0 and f1 stay where they are until the next attempt: dense output may ask for them. */
static void verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    struct rkc *s = self;
    const bool moved = verdict == IVP_MOVED;
    s->next_known = verdict == IVP_KEPT;
    s->steps += s->next_known;
    if (moved) s->first_known = false;
    if (moved || s->steps == RADIUS_STEPS || (verdict == IVP_REJECTED && s->tried))
        s->radius_known = false;
}

static ivp_status dense(void *self, real theta, real *y)
{
    struct rkc *s = self;
    for (int i = 0; i < s->n; i++)
        y[i] = hermite_cubic(theta, s->y[i], s->y1[i], s->h * s->f0[i], s->h * s->f1[i]);
    return IVP_OK;
}

IVP_SOLVER(rkc,
    .title = "Runge-Kutta-Chebyshev of order 2",
    .family = "stabilised_rk",
    .source = "Sommeijer, Shampine, Verwer 1998",
    .views = IVP_FIRST,
    .formulations = IVP_AS_ODE,
    .order = 2,
    .fixed_step = true,
    .adaptive = true,
    .control = &law,
    .options = options,
    .refuses = refuses,
    .create = create,
    .destroy = free,
    .restart = restart,
    .attempt = attempt,
    .verdict = verdict,
    .dense = dense);
