/* gragg.c -- extrapolation of the explicit midpoint rule (Gragg, Bulirsch, Stoer), of variable
 * order and step size.
 *
 * Row j makes the step h in n_j = 2 j parts h_j = h / n_j (4 j - 2 where events are looked for,
 * see gragg_dense.c):
 *
 *     z_0 = y,  z_1 = y + h_j f(t, y),  z_(i+1) = z_(i-1) + 2 h_j f(t + i h_j, z_i)
 *     T_(j,1) = z_(n_j),  or smoothed  (z_(n_j - 1) + z_(n_j) + h_j f(t + h, z_(n_j))) / 2
 *
 * Its error has an expansion in h_j^2, so that
 *
 *     T_(j,l+1) = T_(j,l) + (T_(j,l) - T_(j-1,l)) / ((n_j / n_(j-l))^2 - 1)
 *
 * is of order 2 l + 2. The error of T_(j,j-1), of order 2 j - 2, is taken for T_(j,j) -
 * T_(j,j-1). With A_j evaluations for j rows, the step size H_j that row j would like and the
 * work per unit step W_j,
 *
 *     H_j = 0.94 h (0.65 / err_j)^(1/(2j-1)),     W_j = A_j / H_j
 *
 * a step is expected to converge in row k, and is looked at in rows k - 1, k and k + 1; it is
 * given up as soon as err_j says that row k + 1 will not do. The next k is that of least W,
 * with a bias for a change of 0.8 down and 0.9 up. Rows that are not computed cost nothing. A
 * step ends with f at its end, where no row has been: the first of the next one, unless the
 * state is moved.
 *
 * Hairer, Norsett, Wanner: Solving ODEs I, II.9 (GBS method, order and step size control);
 * Deuflhard: Order and stepsize control in extrapolation methods, Numer. Math. 41 (1983).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/extrapolation/gragg.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/arena.h"
#include "kernel/formulation/model_private.h"

enum { VECTORS = 7 };

static const real rounding = 16 * IVP_EPS;

/* ---- set-up ----------------------------------------------------------------------------- */

static size_t carve(gragg *s, real *store)
{
    arena w = { store, 0 };
    real **const vectors[VECTORS] = { &s->y, &s->f0, &s->f1, &s->a, &s->b, &s->e, &s->y1 };
    for (int k = 0; k < VECTORS; k++) *vectors[k] = arena_vec(&w, s->n);
    for (int j = 1; j <= GRAGG_ROWS; j++) s->T[j] = arena_vec(&w, s->n);
    for (int i = 0; i <= GRAGG_PARTS; i++) s->F[i] = arena_vec(&w, s->n);
    for (int k = 0; k <= GRAGG_DERIVATIVES; k++)
        for (int j = (k + 1) / 2 > 1 ? (k + 1) / 2 : 1; j <= GRAGG_ROWS; j++)
            s->D[k][j] = arena_vec(&w, s->n);
    return w.used;
}

/* A_j; the first evaluation is shared */
static void set_costs(gragg *s)
{
    s->cost[0] = 1;
    for (int j = 1; j <= GRAGG_ROWS; j++)
        s->cost[j] =
            s->cost[j - 1] + (real)(gragg_parts(s, j) - (s->smoothing || s->keeps ? 0 : 1));
}

ivp_status gragg_create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    gragg empty = { .m = m,
                    .tol = tol,
                    .n = ivp_n(m),
                    .columns = (int)option[GRAGG_COLUMNS],
                    .smoothing = option[GRAGG_SMOOTHING] > 0,
                    .inside = model_looks_inside(m) };
    if (tol->h > 0 && empty.columns == 0) empty.columns = 4;
    gragg *s = calloc(1, sizeof *s + carve(&empty, NULL) * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    *s = empty;
    carve(s, s->store);
    s->keeps = s->inside;
    set_costs(s);
    *self = s;
    return IVP_OK;
}

/* A row for every 1.7 digits that are asked for */
static int first_rows(const gragg *s)
{
    const int rows = (int)(R(1.5) - R(0.6) * log10(s->tol->rtol));
    if (s->columns > 0) return s->columns;
    return rows < 2 ? 2 : rows < GRAGG_ROWS - 1 ? rows : GRAGG_ROWS - 1;
}

ivp_status gragg_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)yp, (void)h0;
    gragg *s = self;
    s->wanted = first_rows(s);
    s->rejected = s->f_known = false;
    return IVP_OK;
}

/* ---- the step --------------------------------------------------------------------------- */

static real norm_of(const gragg *s, const real *v)
{
    return ivp_error_norm(s->m, s->tol, s->y, s->y, v);
}

static real distance_of(const gragg *s, const real *v, const real *w)
{
    for (int i = 0; i < s->n; i++) s->e[i] = v[i] - w[i];
    return norm_of(s, s->e);
}

/* |f(t + h_j, z_1) - f(t + h_j, y)| > 2 |f0|, where z_1 - y = h_j f0: the step does not resolve
 * the decay of what f0 drives. Where stability sets the step, the error test alone lets too
 * much pass. Rows 1 and 2 are tested. ODEX compares f(t + h_j, z_1) with f0, which needs no
 * evaluation, but calls a step unstable where f depends on t and f0 vanishes: here that
 * comparison only decides whether the evaluation is made. */
static ivp_status look_for_instability(gragg *s, int j, ivp_trial *x, bool *unstable)
{
    *unstable = false;
    if (j > 2) return IVP_OK;
    const real hj = x->h / (real)gragg_parts(s, j), size = norm_of(s, s->f0);
    if (distance_of(s, s->F[1], s->f0) <= 2 * size) return IVP_OK;
    if (hj * size <= rounding * norm_of(s, s->y)) return IVP_OK; /* z_1 is y */
    const ivp_status status = ivp_rhs(s->m, x->t + hj, s->y, s->a);
    if (status == IVP_OK) *unstable = distance_of(s, s->F[1], s->a) > 2 * size;
    return status;
}

/* err_j, with H_j and W_j */
static real judge(gragg *s, int j, real h, const real *y)
{
    for (int i = 0; i < s->n; i++) s->e[i] = s->T[1][i] - s->T[2][i];
    const real err = ivp_error_norm(s->m, s->tol, y, s->T[1], s->e);
    const real power = 1 / (real)(2 * j - 1), least = pow(R(0.02), power);
    const real factor = pow(R(0.65) / ivp_max(err, R(1e-30)), power) * R(0.94);
    s->size[j] = h * ivp_min(4 / least, ivp_max(least / 4, factor));
    s->work[j] = s->cost[j] / s->size[j];
    return err;
}

/* ---- order and step size ---------------------------------------------------------------- */

static int at_most(int k, int most) { return k < most ? k : most; }

/* Converged in row j. */
static real onward(gragg *s, int j, real h)
{
    const real *work = s->work, *size = s->size;
    const int most = GRAGG_ROWS - 1, k = s->wanted;
    int best = j;
    if (j == 2) {
        best = 3;
    } else if (j <= k) {
        if (work[j - 1] < R(0.8) * work[j]) best = j - 1;
        if (work[j] < R(0.9) * work[j - 1]) best = at_most(j + 1, most);
    } else {
        best = j - 1;
        if (j > 3 && work[j - 2] < R(0.8) * work[j - 1]) best = j - 2;
        if (work[j] < R(0.9) * work[best]) best = at_most(j, most);
    }
    if (s->rejected) {
        s->wanted = at_most(best, j);
        return ivp_min(h, size[s->wanted]);
    }
    s->wanted = best;
    if (best <= j) return size[best];
    const bool steep = j < k && work[j] < R(0.9) * work[j - 1];
    return size[j] * s->cost[steep ? best + 1 : best] / s->cost[j];
}

/* Given up in row j. */
static real backward(gragg *s, int j)
{
    int k = at_most(s->wanted, j);
    if (k > 2 && s->work[k - 1] < R(0.8) * s->work[k]) k--;
    s->wanted = k;
    return s->size[k];
}

/* Is it sure in row j that row k + 1 will not do? */
static bool hopeless(const gragg *s, int j, real err)
{
    const int k = s->wanted;
    real reach = 1;
    for (int i = j + 1; i <= k + 1; i++)
        reach *= (real)gragg_parts(s, i) / (real)gragg_parts(s, 1);
    return err > reach * reach;
}

static ivp_status constant_attempt(gragg *s, ivp_trial *x)
{
    ivp_status status = IVP_OK;
    for (int j = 1; j <= s->columns && status == IVP_OK; j++)
        status = gragg_row(s, j, x->t, x->h, x->y);
    s->used = s->columns;
    return status;
}

/* After row j: nothing, or what becomes of the trial. */
static bool decide(gragg *s, int j, int first, int last, ivp_trial *x)
{
    const real err = judge(s, j, x->h, x->y);
    const bool fixed = s->columns > 0;
    s->used = j;
    x->test[0] = (ivp_test){ err, 2 * j - 2 };
    if (j < first) return false;
    if (err <= 1) {
        x->h_next = fixed ? s->size[j] : onward(s, j, x->h);
        s->rejected = false;
        return true;
    }
    if (j < last && !hopeless(s, j, err)) return false;
    x->h_next = fixed ? s->size[j] : backward(s, j);
    x->h_next = ivp_min(x->h_next, R(0.9) * x->h);
    s->rejected = true;
    return true;
}

static ivp_status variable_attempt(gragg *s, ivp_trial *x)
{
    const bool fixed = s->columns > 0;
    const int last = fixed ? s->columns : s->wanted + 1;
    const int first = fixed ? last : last > 3 ? last - 2 : 2;
    x->ntests = 1;
    for (int j = 1; j <= last; j++) {
        bool unstable;
        ivp_status status = gragg_row(s, j, x->t, x->h, x->y);
        if (status == IVP_OK) status = look_for_instability(s, j, x, &unstable);
        if (status != IVP_OK) return status;
        if (unstable) {
            x->test[0] = (ivp_test){ 2, 2 };
            x->h_next = x->h / 2;
            s->rejected = true;
            break;
        }
        if (j > 1 && decide(s, j, first, last, x)) break;
    }
    return ivp_finite(x->test[0].err) ? IVP_OK : IVP_DOMAIN;
}

ivp_status gragg_attempt(void *self, ivp_trial *x)
{
    gragg *s = self;
    ivp_status status = IVP_OK;
    if (!s->f_known) status = ivp_rhs(s->m, x->t, x->y, s->f0);
    if (status != IVP_OK) return status;
    s->f_known = true;
    s->t = x->t;
    s->h = x->h;
    s->f1_known = s->drawn = false;
    s->kept = s->inside;
    memcpy(s->y, x->y, (size_t)s->n * sizeof(real));
    status = s->tol->h > 0 ? constant_attempt(s, x) : variable_attempt(s, x);
    memcpy(x->y1, s->T[1], (size_t)s->n * sizeof(real));
    memcpy(s->y1, s->T[1], (size_t)s->n * sizeof(real));
    const bool ends = status == IVP_OK && (x->ntests == 0 || x->test[0].err <= 1);
    if (ends) status = ivp_rhs(s->m, x->t + x->h, x->y1, s->f1);
    s->f1_known = ends && status == IVP_OK;
    return status;
}

/* f1 is the next f0, if the state stays where it is. */
void gragg_verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    gragg *s = self;
    if (verdict == IVP_REJECTED) return;
    s->f_known = verdict == IVP_KEPT && s->f1_known;
    if (s->f_known) memcpy(s->f0, s->f1, (size_t)s->n * sizeof(real));
}
