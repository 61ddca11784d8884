/* shuffle_higher.c -- hidden constraints of second and higher derivatives, for index 3 and
 * more.
 *
 * Along y(s) = sum y_l s^l / l! with the start's y_0 the derivatives F_j = d^j/ds^j F(t + s, y,
 * y') must vanish for j = 0 .. k, k = index - 1, with some y_1 .. y_k+1 (derivative arrays: S.
 * L. Campbell, C. W. Gear, The index of general nonlinear DAEs, Numer. Math. 72, 1995,
 * 173-196). By Newton's method with
 *
 *     dF_j/dy_l = C(j, l) F_y^(j-l) + C(j, l-1) F_y'^(j-l+1)
 *
 * and full pivoting; a combination of rows in which all y_l cancel is a constraint on y_0. F_1
 * is a complex step along the curve, what is higher comes from differences of four of these to
 * one side: functions may begin with the interval.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/shuffle_inner.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/problem/cstep.h"

enum { ORDERS = SHUFFLE_MOST, SAMPLES = 4, TRIALS = 4, LARGEST = 1200 };

static const real no_pivot = R(1e-5), tolerated = R(1e-2);

typedef struct higher {
    const instance *i;
    int n, k, rows, width;       /* unknowns, orders, n (k + 1), columns of a row */
    real t, step, scale;         /* between samples; time in which y changes by its size */
    real *y[ORDERS + 1];         /* y_0 .. y_k+1 */
    real *F[ORDERS];             /* F_0 .. F_k, F_0 = 0 */
    real *A[ORDERS], *E[ORDERS]; /* derivatives of F_y and F_y' along the curve, by columns */
    real *A_at[SAMPLES], *E_at[SAMPLES]; /* at the samples, */
    real *F_at[SAMPLES];                 /* with F_1 */
    real *z, *dz, *work;                 /* (t, y, y'), a direction; n x n */
    real *row; /* rows x width: matrix, residual, combination of rows, size */
    real *moved;
    bool *used;
    int *pivot; /* of each row: its column */
    real *store;
} higher;

static real *row_of(const higher *s, int k) { return s->row + (size_t)k * (size_t)s->width; }
static int residual_of(const higher *s) { return s->rows; }
static int weight_of(const higher *s, int k) { return s->rows + 1 + k; }
static int size_of(const higher *s) { return s->width - 1; }

static bool make(higher *s, const instance *i, real t, int k)
{
    const size_t n = (size_t)i->sizes.n, nn = n * n, rows = n * (size_t)(k + 1);
    const size_t width = 2 * rows + 2;
    *s =
        (higher){ .i = i, .n = (int)n, .k = k, .rows = (int)rows, .width = (int)width, .t = t };
    const size_t vectors = ORDERS + 1 + ORDERS + SAMPLES;
    const size_t matrices = 2 * (ORDERS + SAMPLES) + 1;
    s->store = calloc(vectors * n + matrices * nn + 2 * (1 + 2 * n) + rows * width + rows,
                      sizeof *s->store);
    s->used = calloc(rows, sizeof *s->used);
    s->pivot = calloc(rows, sizeof *s->pivot);
    if (!s->store || !s->used || !s->pivot) return false;
    real *at = s->store;
    for (int j = 0; j <= ORDERS; j++, at += n) s->y[j] = at;
    for (int j = 0; j < ORDERS; j++, at += n) s->F[j] = at;
    for (int j = 0; j < SAMPLES; j++, at += n) s->F_at[j] = at;
    for (int j = 0; j < ORDERS; j++, at += 2 * nn) s->A[j] = at, s->E[j] = at + nn;
    for (int j = 0; j < SAMPLES; j++, at += 2 * nn) s->A_at[j] = at, s->E_at[j] = at + nn;
    s->work = at, at += nn;
    s->z = at, at += 1 + 2 * n;
    s->dz = at, at += 1 + 2 * n;
    s->moved = at, at += rows;
    s->row = at;
    return true;
}

static void drop(higher *s)
{
    free(s->store);
    free(s->used);
    free(s->pivot);
}

/* ---- samples ----------------------------------------------------------------------------- */

/* M y' - f along dz = (dt, dy, dy'). */
static ivp_status derive_linear(const higher *s, real *d)
{
    const int n = s->n;
    const instance *i = s->i;
    ivp_status status = cstep_f(i->twin, s->z, s->dz, d);
    for (int k = 0; k < n; k++) d[k] = -d[k];
    if (!status) status = cstep_mass(i->twin, s->z, s->dz, s->n, 0, s->work);
    for (int j = 0; j < n && !status; j++)
        for (int k = 0; k < n; k++) d[k] += s->work[k + j * n] * s->z[1 + n + j];
    const ivp_state at = instance_view(i, s->z[0], s->z + 1, NULL);
    memset(s->work, 0, (size_t)n * (size_t)n * sizeof *s->work);
    if (!status) status = i->problem->ode.mass(&at, (ivp_mat){ n, n, n, s->work }, i->p);
    for (int j = 0; j < n && !status; j++)
        for (int k = 0; k < n; k++) d[k] += s->work[k + j * n] * s->dz[1 + n + j];
    return status;
}

static ivp_status derive(const higher *s, real *d)
{
    return s->i->problem->form == IVP_DAE ? cstep_F(s->i->twin, s->z, s->dz, d)
                                          : derive_linear(s, d);
}

static ivp_status by_coordinate(const higher *s, int k, real *d)
{
    memset(s->dz, 0, (size_t)(1 + 2 * s->n) * sizeof *s->dz);
    s->dz[k] = 1;
    return derive(s, d);
}

/* Derivative number l of the curve at time x behind the start. */
static real curve(const higher *s, int l, int k, real x)
{
    real sum = 0, part = 1;
    for (int j = l; j <= s->k + 1; j++) {
        sum += part * s->y[j][k];
        part *= x / (real)(j - l + 1);
    }
    return sum;
}

static ivp_status sample(const higher *s, int m)
{
    const int n = s->n;
    const real x = (real)m * s->step;
    s->z[0] = s->t + x;
    for (int k = 0; k < n; k++) {
        s->z[1 + k] = curve(s, 0, k, x);
        s->z[1 + n + k] = curve(s, 1, k, x);
    }
    ivp_status status = IVP_OK;
    for (int j = 0; j < n && !status; j++) {
        status = by_coordinate(s, 1 + j, s->A_at[m] + j * n);
        if (!status) status = by_coordinate(s, 1 + n + j, s->E_at[m] + j * n);
    }
    s->dz[0] = 1;
    for (int k = 0; k < n; k++) {
        s->dz[1 + k] = curve(s, 1, k, x);
        s->dz[1 + n + k] = curve(s, 2, k, x);
    }
    return status ? status : derive(s, s->F_at[m]);
}

/* Derivative number m at the first of four samples. */
static void difference(real *const at[SAMPLES], int m, int n, real step, real *out)
{
    static const real weight[SAMPLES][SAMPLES] = { { 1, 0, 0, 0 },
                                                   { R(-11.0) / 6, 3, R(-1.5), R(1.0) / 3 },
                                                   { 2, -5, 4, -1 },
                                                   { -1, 3, -3, 1 } };
    real scale = 1;
    for (int j = 0; j < m; j++) scale /= step;
    for (int k = 0; k < n; k++) {
        real sum = 0;
        for (int j = 0; j < SAMPLES; j++) sum += weight[m][j] * at[j][k];
        out[k] = sum * scale;
    }
}

/* The shortest time in which a derivative makes as much as y is; steps a fourth root of the
 * rounding of it. */
static void choose_step(higher *s)
{
    const real span = (real)s->i->t1 - (real)s->i->t0;
    real size[ORDERS + 1] = { 0 };
    for (int l = 0; l <= s->k + 1; l++)
        for (int k = 0; k < s->n; k++) size[l] = ivp_max(size[l], ivp_abs(s->y[l][k]));
    s->scale = span;
    for (int l = 1; l <= s->k + 1 && size[0] > 0; l++)
        if (size[l] > 0) s->scale = ivp_min(s->scale, pow(size[0] / size[l], 1 / (real)l));
    s->step = sqrt(sqrt(IVP_EPS)) * s->scale;
}

static ivp_status derivatives(higher *s)
{
    const int n = s->n;
    ivp_status status = IVP_OK;
    choose_step(s);
    for (int m = 0; m < SAMPLES && !status; m++) status = sample(s, m);
    for (int j = 0; j <= s->k && !status; j++) {
        difference(s->A_at, j, n * n, s->step, s->A[j]);
        difference(s->E_at, j, n * n, s->step, s->E[j]);
        if (j) difference(s->F_at, j - 1, n, s->step, s->F[j]);
    }
    return status;
}

/* ---- rows -------------------------------------------------------------------------------- */

static real binomial(int j, int l)
{
    real c = l >= 0 && l <= j ? 1 : 0;
    for (int m = 1; m <= l && l <= j; m++) c = c * (real)(j - l + m) / (real)m;
    return c;
}

/* dF_j / dy_l, its entry (k, c). */
static real entry(const higher *s, int j, int l, int k, int c)
{
    const int at = k + c * s->n;
    real x = 0;
    if (l <= j) x += binomial(j, l) * s->A[j - l][at];
    if (l >= 1 && l - 1 <= j) x += binomial(j, l - 1) * s->E[j - l + 1][at];
    return x;
}

/* Unknowns count in `scale`^l; each row's largest entry becomes one. What the row is made of:
 * its terms, what they leave, and a little of F_y y_0 where all is at rest. */
static void fill_row(const higher *s, int j, int k, real rest)
{
    const int n = s->n;
    real *row = row_of(s, j * n + k), size = 0, sum = 0, most = 0, unit = 1;
    memset(row, 0, (size_t)s->width * sizeof *row);
    for (int l = 1; l <= s->k + 1; l++) {
        unit /= s->scale;
        for (int c = 0; c < n; c++) {
            const real x = entry(s, j, l, k, c), part = x * s->y[l][c];
            row[(l - 1) * n + c] = x * unit;
            most = ivp_max(most, ivp_abs(x * unit));
            sum += part;
            size += ivp_abs(part);
        }
    }
    size += ivp_abs(s->F[j][k] - sum);
    for (int c = 0; c < n; c++) size += rest * ivp_abs(s->A[0][k + c * n] * s->y[0][c]);
    row[residual_of(s)] = s->F[j][k];
    row[weight_of(s, j * n + k)] = 1;
    row[size_of(s)] = size;
    for (int c = 0; c < s->width && most > 0; c++) row[c] /= most;
}

static void fill(const higher *s)
{
    real rest = R(1e-6);
    for (int j = 0; j <= s->k; j++) {
        for (int k = 0; k < s->n; k++) fill_row(s, j, k, rest);
        rest /= (real)s->i->t1 - (real)s->i->t0;
    }
}

static bool find_pivot(const higher *s, int *row, int *column)
{
    real most = no_pivot;
    bool found = false;
    for (int k = 0; k < s->rows; k++)
        for (int c = 0; c < s->rows && !s->used[k]; c++)
            if (ivp_abs(row_of(s, k)[c]) > most) {
                most = ivp_abs(row_of(s, k)[c]);
                *row = k;
                *column = c;
                found = true;
            }
    return found;
}

/* Gauss and Jordan: sizes add up where rows are not used yet. */
static void subtract(const higher *s, int k, int pivot, int column)
{
    real *row = row_of(s, k);
    const real *from = row_of(s, pivot), factor = row[column] / from[column];
    const int last = size_of(s);
    if (factor == 0 || k == pivot) return;
    for (int c = 0; c < last; c++) row[c] -= factor * from[c];
    row[last] += ivp_abs(factor) * from[last];
    row[column] = 0;
}

static void eliminate(higher *s)
{
    int row, column;
    memset(s->used, 0, (size_t)s->rows * sizeof *s->used);
    while (find_pivot(s, &row, &column)) {
        s->used[row] = true;
        s->pivot[row] = column;
        for (int k = 0; k < s->rows; k++) subtract(s, k, row, column);
    }
}

/* y_l go where the rows that are used say; false: they stay. */
static bool step(higher *s)
{
    real most = 0;
    for (int k = 0; k < s->rows; k++) {
        if (!s->used[k]) continue;
        const int l = 1 + s->pivot[k] / s->n, c = s->pivot[k] % s->n;
        real unit = 1;
        for (int j = 0; j < l; j++) unit /= s->scale;
        const real change = -row_of(s, k)[residual_of(s)] / row_of(s, k)[s->pivot[k]] * unit;
        s->y[l][c] += change;
        most = ivp_max(most, ivp_abs(change) / (ivp_abs(s->y[l][c]) + unit * R(1e-6)));
    }
    return most > R(1e-6);
}

/* ---- what is hidden ---------------------------------------------------------------------- */

static int order_of(const higher *s, const real *row)
{
    real most = 0;
    for (int k = 0; k < s->rows; k++) most = ivp_max(most, ivp_abs(row[weight_of(s, k)]));
    int k = s->rows - 1;
    while (k && ivp_abs(row[weight_of(s, k)]) <= R(1e-6) * most) k--;
    return k / s->n;
}

/* The equation whose derivative of that order has the largest part. */
static int equation_of(const higher *s, const real *row, int order)
{
    int best = 0;
    for (int k = 1; k < s->n; k++)
        if (ivp_abs(row[weight_of(s, order * s->n + k)]) >
            ivp_abs(row[weight_of(s, order * s->n + best)]))
            best = k;
    return best;
}

static void judge(const higher *s, int k, shuffle_result *out)
{
    const real *row = row_of(s, k);
    const real residual = row[residual_of(s)], size = row[size_of(s)];
    const int order = order_of(s, row), equation = equation_of(s, row, order);
    const real part = ivp_abs(row[weight_of(s, order * s->n + equation)]);
    if (order < 2 || !(ivp_abs(residual) > tolerated * size)) return;
    if (out->row >= 0 && ivp_abs(residual) / size <= ivp_abs(out->violation) / out->size)
        return;
    out->row = equation;
    out->order = order;
    out->violation = residual / part;
    out->size = size / part;
}

static ivp_status look(higher *s, shuffle_result *out)
{
    ivp_status status = IVP_OK;
    bool moves = true;
    for (int trial = 0; trial < TRIALS && moves && !status; trial++) {
        status = derivatives(s);
        if (status) break;
        fill(s);
        eliminate(s);
        moves = trial + 1 < TRIALS && step(s);
    }
    for (int k = 0; k < s->rows && !status; k++)
        if (!s->used[k]) judge(s, k, out);
    return status;
}

ivp_status shuffle_higher(const instance *i, real t, const real *y, const real *yp, int index,
                          shuffle_result *out)
{
    higher s;
    const size_t n = (size_t)i->sizes.n;
    *out = (shuffle_result){ .index = index, .row = -1, .component = -1 };
    if (index < 3 || index > SHUFFLE_MOST || index * i->sizes.n > LARGEST) return IVP_OK;
    ivp_status status = make(&s, i, t, index - 1) ? IVP_OK : IVP_E_NOMEM;
    if (!status) {
        memcpy(s.y[0], y, n * sizeof *y);
        memcpy(s.y[1], yp, n * sizeof *yp);
        status = look(&s, out);
    }
    drop(&s);
    return status;
}
