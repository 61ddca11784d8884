/* driven.h -- the method of dopri5.c as a code with step control and a loop of its own, like
 * the codes of Hairer and Wanner: drive() calls back after each accepted step, advance()
 * returns instead. A file ends with DRIVEN(name, members).
 *
 * The option `attack` makes it misbehave at its fifth step, or where it is restarted.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_DRIVEN_H
#define TESTS_DRIVEN_H

#include <math.h>
#include <string.h>

#include "solvers/dopri5.c"

enum { DRIVEN_STEP = 5, DRIVEN_TRIALS = 100 };
enum {
    ATTACK_NONE,
    ATTACK_NAN,
    ATTACK_BACK,
    ATTACK_DISOBEYS,
    ATTACK_BEYOND,
    ATTACK_GIVES_UP,
    ATTACK_PAST
};
static const ivp_param driven_options[] = {
    { "attack", "none", "what it does wrong", "none nan back disobeys beyond gives_up past" },
    { 0 },
};

struct driven {
    void *rk; /* explicit_rk */
    ivp_model *m;
    int n, attack;
    long steps, restarts;
    real t, h, hmax;       /* hmax 0: none */
    bool pending;          /* the last step has not heard its verdict */
    real *y, *y1, *handed; /* y1 as it was given to the callback */
    real store[];
};

static void driven_destroy(void *self)
{
    struct driven *s = self;
    if (s) free(s->rk);
    free(s);
}

static ivp_status driven_create(void **self, ivp_model *m, const ivp_tol *tol,
                                const double *option)
{
    const size_t n = (size_t)ivp_n(m);
    struct driven *s = calloc(1, sizeof *s + 3 * n * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    *self = s;
    s->m = m;
    s->n = (int)n;
    s->hmax = tol->hmax;
    s->attack = (int)option[0];
    s->y = s->store;
    s->y1 = s->y + n;
    s->handed = s->y1 + n;
    static const double options[] = { [EXPLICIT_RK_STIFF] = EXPLICIT_RK_GO_ON };
    return explicit_rk_create(&s->rk, m, tol, options, &table);
}

static ivp_status driven_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    struct driven *s = self;
    memcpy(s->y, y, (size_t)s->n * sizeof *y);
    s->t = t;
    s->h = h0;
    s->steps = 0;
    s->restarts++;
    s->pending = false;
    return explicit_rk_restart(s->rk, t, y, yp, h0);
}

/* The end of the last step, or where it was moved to, is where the next one begins. */
static void driven_believe(struct driven *s, bool moved)
{
    if (s->pending) explicit_rk_verdict(s->rk, moved ? IVP_MOVED : IVP_KEPT, s->y1);
    if (s->pending) memcpy(s->y, s->y1, (size_t)s->n * sizeof *s->y);
    s->pending = false;
}

/* One accepted step, to y1. */
static ivp_status driven_step(struct driven *s, real tmax)
{
    for (int k = 0; k < DRIVEN_TRIALS; k++) {
        if (s->hmax > 0) s->h = fmin(s->h, s->hmax);
        const bool last = s->t + R(1.01) * s->h >= tmax;
        ivp_trial x = { .t = s->t, .h = last ? tmax - s->t : s->h, .y = s->y, .y1 = s->y1 };
        const ivp_status st = explicit_rk_attempt(s->rk, &x);
        if (st < 0) return st;
        const real err = st ? R(1e3) : x.test[0].err;
        const real grow = fmin(R(5.0), fmax(R(0.1), R(0.8) * pow(err, -R(0.2))));
        s->h = x.h * (err <= 1 ? grow : fmin(grow, R(0.9)));
        if (err <= 1) {
            s->t = last ? tmax : s->t + x.h;
            s->pending = true;
            s->steps++;
            return IVP_OK;
        }
        explicit_rk_verdict(s->rk, IVP_REJECTED, s->y);
        ivp_count(s->m, IVP_N_REJECTED, 1);
    }
    return IVP_ERROR_TEST;
}

static void driven_misbehave(struct driven *s, real tmax)
{
    if (s->attack == ATTACK_NAN) s->y1[0] = (real)NAN;
    if (s->attack == ATTACK_BEYOND) s->t = tmax + R(0.1);
}

__attribute__((unused)) static ivp_status driven_drive(void *self, real tmax,
                                                       const ivp_host *host)
{
    struct driven *s = self;
    while (s->t < tmax) {
        const ivp_status st = driven_step(s, tmax);
        if (st) return st;
        if (s->steps == DRIVEN_STEP) driven_misbehave(s, tmax);
        if (s->steps == DRIVEN_STEP && s->attack == ATTACK_BACK) return IVP_OK;
        if (s->steps == DRIVEN_STEP && s->attack == ATTACK_GIVES_UP) return IVP_NO_CONVERGENCE;
        memcpy(s->handed, s->y1, (size_t)s->n * sizeof *s->y);
        const ivp_step_reply reply = host->step(host->kernel, s->t, s->y1);
        if (memcmp(s->handed, s->y1, (size_t)s->n * sizeof *s->y))
            ivp_count(s->m, IVP_N_NEWTON, 1); /* states that were moved */
        driven_believe(s, reply == IVP_GO_ON_MOVED);
        if (reply == IVP_RETURN && s->attack != ATTACK_DISOBEYS) return IVP_OK;
    }
    return IVP_OK;
}

__attribute__((unused)) static ivp_status driven_advance(void *self, real tmax, real *t,
                                                         real *y)
{
    struct driven *s = self;
    driven_believe(s, false);
    const ivp_status st = driven_step(s, tmax);
    if (s->attack == ATTACK_PAST && s->restarts > 1 && s->t >= tmax) s->t = tmax + R(1e-6);
    *t = s->t;
    memcpy(y, s->y1, (size_t)s->n * sizeof *y);
    return st;
}

__attribute__((unused)) static ivp_status driven_dense(void *self, real theta, real *y)
{
    return explicit_rk_dense(((struct driven *)self)->rk, theta, y);
}

#define DRIVEN(id, ...)                                                                        \
    IVP_SOLVER(id, .title = "Dormand-Prince 5(4) with a loop of its own", .source = "tests",   \
               .views = IVP_FIRST, .order = 5, .adaptive = true, .options = driven_options,    \
               .create = driven_create, .destroy = driven_destroy, .restart = driven_restart,  \
               __VA_ARGS__)

#endif
