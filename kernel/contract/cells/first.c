/* first.c -- y' = f(t, y) with closed forms.
 *
 *     time      y1' = cos t                 y1 = 1 + sin t
 *               y2' = y2 cos t              y2 = exp(sin t)
 *               y3' = -2 t y3^2             y3 = 1 / (1 + t^2)
 *     state     y1' = y2 |(y1 - 2, y2)|^2   y1 = 2 + sin t
 *               y2' = 2 - y1                y2 = cos t
 *               y3' = -y1 y3 / 2            y3 = exp(cos t / 2 - t)
 *     slope     y' = s' - c (y^2 - s^2) / 2, s = 2 + sin t       y = s     (c = `rate`)
 *     rate      y' = s' - c (y - s)                              y = s
 *     row       y_i' = s_i' - (y_i - s_i) + (y_(i-1) - s_(i-1)) + (y_(i+1)^2 - s_(i+1)^2) / 8,
 *               s_i = sin(t + i), i = 1 .. n                     y_i = s_i
 *     hole      y' = -y + (cos t + sin t), NaN where |y - sin t| > 1/50     y = sin t
 *     follow    x' = v,  v' = -c^2 (x - sin t) - sin t           x = sin t
 *     powers    y_i' = i t^(i - 1), i = 1 .. n                   y_i = t^i
 *
 * `state` is there n / 3 times. `slope` needs df/dt in a method that linearises; in `follow` a
 * fast undamped spring keeps the error of every step.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/cells/cell.h"

enum { CASE, COUNT, RATE };
enum { TIME, STATE, SLOPE, STIFF, CHAIN, GAP, FOLLOW, POWERS };
static const ivp_param params[] = {
    [CASE] = { "case", "time", "equations",
               .choices = "time state slope rate row hole follow powers" },
    [COUNT] = { "n", "3", "equations of row and powers, and of copies of state",
                .kind = IVP_STRUCTURAL },
    [RATE] = { "rate", "2", "c" },
    { 0 },
};

static const int counts[POWERS + 1] = {
    [TIME] = 3, [SLOPE] = 1, [STIFF] = 1, [GAP] = 1, [FOLLOW] = 2
};

static int case_of(const real *p) { return (int)re(p[CASE]); }

static void size(const real *p, ivp_sizes *s)
{
    const bool chain = case_of(p) == CHAIN;
    s->n = counts[case_of(p)] ? counts[case_of(p)] : (int)re(p[COUNT]);
    s->ml = s->mu = chain && s->n > 2 ? 1 : 0;
}

/* t, t^2 .. t^n */
static void powers(int n, real t, real *y)
{
    real power = 1;
    for (int k = 0; k < n; k++) y[k] = power *= t;
}

static ivp_status exact(real t, real *y, const real *p)
{
    switch (case_of(p)) {
    case TIME:
        y[0] = 1 + sin(t);
        y[1] = exp(sin(t));
        y[2] = 1 / (1 + t * t);
        break;
    case STATE:
        for (int k = 0; k + 2 < (int)re(p[COUNT]); k += 3) {
            y[k] = 2 + sin(t);
            y[k + 1] = cos(t);
            y[k + 2] = exp(cos(t) / 2 - t);
        }
        break;
    case CHAIN:
        for (int i = 0; i < (int)re(p[COUNT]); i++) y[i] = sin(t + i + 1);
        break;
    case FOLLOW:
        y[1] = cos(t);
        y[0] = sin(t);
        break;
    case GAP:
        y[0] = sin(t);
        break;
    case POWERS:
        powers((int)re(p[COUNT]), t, y);
        break;
    default:
        y[0] = 2 + sin(t);
    }
    return IVP_OK;
}

static void chain(const ivp_state *s, real *f, const real *p)
{
    const int n = (int)re(p[COUNT]);
    for (int i = 0; i < n; i++) {
        const real t = s->t + i + 1, before = sin(t - 1), after = sin(t + 1);
        f[i] = cos(t) - (s->y[i] - sin(t));
        if (i > 0) f[i] += s->y[i - 1] - before;
        if (i < n - 1) f[i] += (s->y[i + 1] * s->y[i + 1] - after * after) / 8;
    }
}

static long calls;
long cell_calls(void); /* one of the two arithmetics is asked */
#if IVP_ARITH == IVP_DOUBLE
long cell_calls(void) { return calls; }
#endif

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real t = s->t, *y = s->y, c = p[RATE], at = 2 + sin(t);
    calls++;
    switch (case_of(p)) {
    case TIME:
        f[0] = cos(t);
        f[1] = y[1] * cos(t);
        f[2] = -2 * t * y[2] * y[2];
        break;
    case STATE:
        for (int k = 0; k + 2 < (int)re(p[COUNT]); k += 3) {
            f[k] = y[k + 1] * ((y[k] - 2) * (y[k] - 2) + y[k + 1] * y[k + 1]);
            f[k + 1] = 2 - y[k];
            f[k + 2] = -y[k] * y[k + 2] / 2;
        }
        break;
    case SLOPE:
        f[0] = cos(t) - c * (y[0] * y[0] - at * at) / 2;
        break;
    case STIFF:
        f[0] = cos(t) - c * (y[0] - at);
        break;
    case CHAIN:
        chain(s, f, p);
        break;
    case GAP:
        f[0] = cos(t) - (y[0] - sin(t));
        if (fabs(re(y[0] - sin(t))) > R(0.02)) f[0] = (real)NAN;
        break;
    case POWERS:
        f[0] = 1;
        powers((int)re(p[COUNT]) - 1, t, f + 1);
        for (int k = 1; k < (int)re(p[COUNT]); k++) f[k] *= k + 1;
        break;
    default:
        f[0] = y[1];
        f[1] = -c * c * (y[0] - sin(t)) - sin(t);
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p) { return exact(t0, y, p); }

CELL(cell_first, .title = "First-order equations with closed forms", .params = params,
     .t0 = "0.25", .t1 = "1.75", .form = IVP_ODE, .size = size, .init = start, .exact = exact,
     .ode = { .f = rhs });
