/* t_ros3p.c -- ROS3P of Lang and Verwer, BIT 41 (2001), order 3(2), for y' = f(t, y) and M y' =
 * f with a constant, regular M.
 *
 *     (M - g h J) u_i = g h (f(t + alpha_i h, y + sum a_ij u_j) + M sum c_ij u_j / h
 *                            + gamma_i h f_t)
 *     y1 = y + sum m_i u_i,   error = sum (m_i - mhat_i) u_i
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdlib.h>

enum { STAGES = 3 };
static const real g = R(0.7886751345948129);
static const real alpha[STAGES] = { 0, 1, 1 };
static const real slope[STAGES] = { R(0.7886751345948129), -R(0.2113248654051871),
                                    -R(1.0773502691896260) };
static const real a[STAGES] = { 0, R(1.2679491924311228), R(1.2679491924311228) }; /* of u_1 */
static const real c[STAGES][STAGES] = { { 0 },
                                        { -R(1.6076951545867364) },
                                        { -R(3.4641016151377553), -R(1.7320508075688774) } };
static const real weight[STAGES] = { 2, R(0.5773502691896258), R(0.4226497308103742) };
static const real other[STAGES] = { R(2.1132486540518712), 1, R(0.4226497308103742) };

struct ros {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    ivp_pencil *p;
    real *u[STAGES], *ft, *w, *v;
    real store[];
};

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const size_t n = (size_t)ivp_n(m);
    struct ros *s = calloc(1, sizeof *s + (STAGES + 3) * n * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->n = (int)n;
    for (int i = 0; i < STAGES; i++) s->u[i] = s->store + (size_t)i * n;
    s->ft = s->store + STAGES * n;
    s->w = s->ft + n;
    s->v = s->w + n;
    *self = s;
    return ivp_pencil_open(m, 1, &s->p);
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)self, (void)t, (void)y, (void)yp, (void)h0;
    return IVP_OK;
}

static ivp_status stage(struct ros *s, const ivp_trial *x, int i)
{
    const real h = x->h;
    for (int j = 0; j < s->n; j++) {
        s->w[j] = x->y[j] + (i ? a[i] * s->u[0][j] : 0);
        s->v[j] = 0;
        for (int l = 0; l < i; l++) s->v[j] += c[i][l] * s->u[l][j];
    }
    const ivp_status st = ivp_rhs(s->m, x->t + alpha[i] * h, s->w, s->u[i]);
    if (st) return st;
    ivp_pencil_mass(s->p, s->v, s->w);
    for (int j = 0; j < s->n; j++)
        s->u[i][j] = g * (h * s->u[i][j] + s->w[j] + slope[i] * h * h * s->ft[j]);
    ivp_pencil_solve(s->p, 0, s->u[i]);
    return IVP_OK;
}

static ivp_status attempt(void *self, ivp_trial *x)
{
    struct ros *s = self;
    ivp_status st = ivp_pencil_linearise(s->p, x->t, x->y, NULL, s->ft);
    if (!st) st = ivp_pencil_factor(s->p, 0, 1, g * x->h);
    for (int i = 0; i < STAGES && !st; i++) st = stage(s, x, i);
    if (st) return st;
    for (int j = 0; j < s->n; j++) {
        x->y1[j] = x->y[j];
        s->w[j] = 0;
        for (int i = 0; i < STAGES; i++) {
            x->y1[j] += weight[i] * s->u[i][j];
            s->w[j] += (weight[i] - other[i]) * s->u[i][j];
        }
    }
    x->ntests = 1;
    x->test[0] = (ivp_test){ ivp_error_norm(s->m, s->tol, x->y, x->y1, s->w), 2 };
    return IVP_OK;
}

static const char *declines(const ivp_model *m)
{
    return ivp_mass_of(m) == IVP_MASS_SINGULAR || ivp_mass_of(m) == IVP_MASS_VARIES
               ? "M must be constant and regular"
               : NULL;
}

IVP_SOLVER(t_ros3p, .title = "ROS3P", .source = "Lang, Verwer, BIT 41 (2001)",
           .views = IVP_FIRST | IVP_LINEAR, .order = 3, .fixed_step = true, .adaptive = true,
           .declines = declines, .create = create, .destroy = free, .restart = restart,
           .attempt = attempt);
