/* shuffle.c -- finds algebraic equations, differentiates them, and repeats this.
 *
 * Rows [E | A] = [F_y' | F_y]. Elimination with full pivoting makes some rows of E zero: these
 * are algebraic, w F = 0. Each is replaced by its derivative along the solution,
 *
 *     w (F_t + F_y y') = 0,     a row [w F_y | 0] of the next pencil,
 *
 * until E is regular: the number of times is the index (D. G. Luenberger, Time-invariant
 * descriptor systems, Automatica 14, 1978, 473-480). A combination of these rows in which y'
 * cancels is a hidden constraint on y: it must vanish at the start. Its residual is known for
 * the first derivatives; those of F_y are neglected, so further ones are counted here and
 * judged by shuffle_higher.c.
 *
 * Does not count: a combination that is linear in the differential unknowns with constant
 * coefficients and no function of time, such as the charges of nodes without a capacitance to
 * the outside, which sum to zero. Every method keeps it exactly, so that its derivative costs
 * no order: the Test Set's adder has index 1.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/shuffle_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/cstep.h"

/* Starts are printed with few digits: those of the Test Set's wheelset, with five, leave 2e-3
 * in a hidden row. Entries of F_y' that are no part of F_y over the interval are rounding. */
static const real no_pivot = R(1e-9), tolerated = R(1e-2), no_entry = R(1e-25);
/* A complex step of 1e-100 carries no smaller derivative with all digits. */
static const real underflow = R(1e-150);

static real *row_of(const sheet *s, int k) { return s->row + (size_t)k * (size_t)s->width; }

static bool make(sheet *s, int n)
{
    const size_t m = (size_t)n, width = 4 * m + 2;
    *s = (sheet){ .n = n, .width = (int)width };
    s->row = calloc(m * width + 4 * m * m + 2 * m + 2 * (1 + 2 * m), sizeof *s->row);
    s->used = calloc(m, sizeof *s->used);
    if (!s->row || !s->used) return false;
    s->E = s->row + m * width;
    s->A = s->E + m * m;
    s->B = s->A + m * m;
    s->h = s->B + m * m;
    s->r = s->h + m * m;
    s->Ft = s->r + m;
    s->z = s->Ft + m;
    s->dz = s->z + 1 + 2 * m;
    return true;
}

static void drop(sheet *s)
{
    free(s->row);
    free(s->used);
}

/* ---- derivatives ------------------------------------------------------------------------- */

/* Derivative of M y' - f along dz = (dt, dy); M varies or not. */
static ivp_status derive_linear(const instance *i, const sheet *s, real *d, real *M)
{
    const int n = s->n;
    ivp_status status = cstep_f(i->twin, s->z, s->dz, d);
    if (!status) status = cstep_mass(i->twin, s->z, s->dz, s->n, 0, M);
    for (int k = 0; k < n; k++) d[k] = -d[k];
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) d[k] += M[k + j * n] * s->z[1 + n + j];
    return status;
}

/* By coordinate k of (t, y, y'). */
static ivp_status derive(const instance *i, const sheet *s, int k, real *d, real *M)
{
    s->dz[k] = 1;
    const ivp_status status = i->problem->form == IVP_DAE ? cstep_F(i->twin, s->z, s->dz, d)
                                                          : derive_linear(i, s, d, M);
    s->dz[k] = 0;
    return status;
}

static ivp_status mass_here(const instance *i, const sheet *s)
{
    const int n = s->n;
    const ivp_state at = instance_view(i, s->z[0], s->z + 1, NULL);
    memset(s->E, 0, (size_t)n * (size_t)n * sizeof *s->E);
    return i->problem->ode.mass(&at, (ivp_mat){ n, n, n, s->E }, i->p);
}

static ivp_status linearise(const instance *i, sheet *s, real t, const real *y, const real *yp)
{
    const int n = s->n;
    const bool dae = i->problem->form == IVP_DAE;
    s->z[0] = t;
    memcpy(s->z + 1, y, (size_t)n * sizeof *y);
    memcpy(s->z + 1 + n, yp, (size_t)n * sizeof *yp);
    real *room = s->h; /* still free: n x n for the derivative of M */
    ivp_status status = derive(i, s, 0, s->Ft, room);
    for (int j = 0; j < n && !status; j++) {
        status = derive(i, s, 1 + j, s->A + j * n, room);
        if (dae && !status) status = derive(i, s, 1 + n + j, s->E + j * n, room);
    }
    return status || dae ? status : mass_here(i, s);
}

/* ---- elimination ------------------------------------------------------------------------- */

static void fill(sheet *s, real span)
{
    const int n = s->n;
    memset(s->row, 0, (size_t)n * (size_t)s->width * sizeof *s->row);
    for (int k = 0; k < n; k++) {
        real *row = row_of(s, k), most = 0;
        for (int j = 0; j < n; j++) {
            row[j] = s->E[k + j * n];
            row[n + j] = s->A[k + j * n];
            most = ivp_max(most, ivp_abs(row[n + j]));
        }
        for (int j = 0; j < n; j++)
            if (ivp_abs(row[j]) <= no_entry * most * span) row[j] = 0;
        row[2 * n + k] = 1;
    }
}

/* Largest entries of the E part become one: by columns, in A too, then by rows. */
static void equilibrate(sheet *s)
{
    const int n = s->n;
    for (int j = 0; j < n; j++) {
        real most = 0;
        for (int k = 0; k < n; k++) most = ivp_max(most, ivp_abs(row_of(s, k)[j]));
        for (int k = 0; most > 0 && k < n; k++) {
            row_of(s, k)[j] /= most;
            row_of(s, k)[n + j] /= most;
        }
    }
    for (int k = 0; k < n; k++) {
        real *row = row_of(s, k), most = 0;
        for (int j = 0; j < n; j++) most = ivp_max(most, ivp_abs(row[j]));
        for (int j = 0; most > 0 && j < s->width; j++) row[j] /= most;
    }
}

static bool find_pivot(const sheet *s, int *row, int *column)
{
    real most = no_pivot;
    for (int k = 0; k < s->n; k++)
        for (int j = 0; j < s->n && !s->used[k]; j++)
            if (ivp_abs(row_of(s, k)[j]) > most) {
                most = ivp_abs(row_of(s, k)[j]);
                *row = k;
                *column = j;
            }
    return most > no_pivot;
}

/* Row k loses its entry in the pivot's column; sizes add up. */
static void subtract(const sheet *s, int k, int pivot, int column)
{
    real *row = row_of(s, k);
    const real *from = row_of(s, pivot), factor = row[column] / from[column];
    const int size = s->width - 1;
    if (factor == 0) return;
    for (int j = 0; j < size; j++) row[j] -= factor * from[j];
    row[size] += ivp_abs(factor) * from[size];
    row[column] = 0;
}

/* How many rows of E vanish: those that are not `used`. */
static int eliminate(sheet *s)
{
    int row, column, left = s->n;
    equilibrate(s);
    for (int k = 0; k < s->n; k++) s->used[k] = false;
    for (; left && find_pivot(s, &row, &column); left--) {
        s->used[row] = true;
        for (int k = 0; k < s->n; k++)
            if (!s->used[k]) subtract(s, k, row, column);
    }
    return left;
}

/* ---- hidden constraints ------------------------------------------------------------------ */

/* Row k, w F = 0, becomes w (F_t + F_y y') = 0. */
static void differentiate(const sheet *s, int k)
{
    const int n = s->n;
    real *row = row_of(s, k);
    const real *w = row + 2 * n, *yp = s->z + 1 + n;
    real residual = 0, size = 0;
    for (int j = 0; j < n; j++) {
        residual += w[j] * s->Ft[j];
        size += ivp_abs(w[j] * s->Ft[j]);
    }
    for (int j = 0; j < n; j++) {
        real slope = 0;
        for (int i = 0; i < n; i++) slope += w[i] * s->A[i + j * n];
        residual += slope * yp[j];
        size += ivp_abs(slope * yp[j]);
    }
    memcpy(row, row + n, (size_t)n * sizeof *row);
    memset(row + n, 0, (size_t)n * sizeof *row);
    memcpy(row + 3 * n, w, (size_t)n * sizeof *row);
    memset(row + 2 * n, 0, (size_t)n * sizeof *row);
    row[s->width - 2] = residual;
    row[s->width - 1] = size;
}

/* F_y at y moved by parts of 1e-4, through rows that are not used yet. */
static bool look_beside(const instance *i, sheet *s)
{
    const int n = s->n;
    real *room = s->h;
    ivp_status status = IVP_OK;
    for (int j = 0; j < n; j++)
        s->z[1 + j] += R(1e-4) * (1 + ivp_abs(s->z[1 + j])) * (j % 3 - R(0.7));
    for (int j = 0; j < n && !status; j++) status = derive(i, s, 1 + j, s->B + j * n, room);
    return !status;
}

/* Is the combination of row k linear, with constant coefficients and without time? */
static bool is_kept_exactly(const sheet *s, int k)
{
    const int n = s->n;
    const real *w = row_of(s, k) + 3 * n;
    real by_time = 0, size = 0;
    for (int l = 0; l < n; l++) by_time += w[l] * s->Ft[l];
    for (int j = 0; j < n; j++) {
        real change = 0, parts = 0;
        for (int l = 0; l < n; l++) {
            change += w[l] * (s->A[l + j * n] - s->B[l + j * n]);
            parts += ivp_abs(w[l] * s->A[l + j * n]);
        }
        if (ivp_abs(change) > R(1e-9) * parts) return false;
        size += parts;
    }
    return ivp_abs(by_time) <= R(1e-12) * size;
}

/* All that vanished? Then this differentiation does not count. */
static bool all_kept_exactly(const instance *i, sheet *s, const shuffle_result *out)
{
    bool all = !s->hidden && out->row < 0;
    if (!s->beside && all) {
        real *here = malloc((size_t)s->n * sizeof *here);
        if (!here) return false;
        memcpy(here, s->z + 1, (size_t)s->n * sizeof *here);
        s->beside = look_beside(i, s);
        memcpy(s->z + 1, here, (size_t)s->n * sizeof *here);
        free(here);
    }
    all = all && s->beside;
    for (int k = 0; k < s->n && all; k++) all = s->used[k] || is_kept_exactly(s, k);
    return all;
}

/* y' has cancelled in row k, which was differentiated once at most: its residual must be
 * zero. */
static void judge(sheet *s, int k, real floor, shuffle_result *out)
{
    const int n = s->n;
    const real *row = row_of(s, k), *w = row + 3 * n;
    const real residual = row[s->width - 2], size = row[s->width - 1] + floor;
    if (!(ivp_abs(residual) > tolerated * size) || size < underflow) return;
    for (int j = 0; j < n; j++) {
        real slope = 0;
        for (int i = 0; i < n; i++) slope += w[i] * s->A[i + j * n];
        s->h[s->hidden + j * n] = slope;
    }
    s->r[s->hidden++] = residual;
    if (out->row >= 0 && ivp_abs(residual) / size <= ivp_abs(out->violation) / out->size)
        return;
    out->violation = residual;
    out->size = size;
    out->order = 1;
    out->row = 0;
    for (int j = 1; j < n; j++)
        if (ivp_abs(w[j]) > ivp_abs(w[out->row])) out->row = j;
}

/* ---- the whole --------------------------------------------------------------------------- */

/* What counts as zero among derivatives where all is at rest. */
static real floor_of(const instance *i, const sheet *s, int k)
{
    const int n = s->n;
    const real *w = row_of(s, k) + 3 * n;
    real sum = 0;
    for (int j = 0; j < n; j++)
        for (int l = 0; l < n; l++) sum += ivp_abs(w[l] * s->A[l + j * n] * s->z[1 + j]);
    return R(1e-6) * sum / ((real)i->t1 - (real)i->t0);
}

static void shuffle(const instance *i, sheet *s, shuffle_result *out)
{
    int exact = 0; /* differentiations that do not count */
    fill(s, (real)i->t1 - (real)i->t0);
    for (int stage = 0; stage <= SHUFFLE_MOST; stage++) {
        if (!eliminate(s)) {
            out->index = stage - exact;
            return;
        }
        for (int k = 0; k < s->n; k++)
            if (!s->used[k] && stage == 1) judge(s, k, floor_of(i, s, k), out);
        if (stage == 1) exact = all_kept_exactly(i, s, out);
        for (int k = 0; k < s->n; k++)
            if (!s->used[k]) differentiate(s, k);
    }
}

ivp_status shuffle_at(const instance *i, real t, const real *y, const real *yp,
                      shuffle_result *out)
{
    sheet s;
    *out = (shuffle_result){ .index = -1, .row = -1, .component = -1 };
    ivp_status status = make(&s, i->sizes.n) ? linearise(i, &s, t, y, yp) : IVP_E_NOMEM;
    if (!status) shuffle(i, &s, out);
    if (!status && s.hidden) shuffle_change(&s, out);
    drop(&s);
    return status;
}

static int said_index(const instance *i)
{
    int most = 1;
    for (int k = 0; i->problem->index && k < i->sizes.n; k++)
        most = i->problem->index[k] > most ? i->problem->index[k] : most;
    return most;
}

/* A point beside the start, where no structure is an accident. */
static ivp_status shuffle_beside(const instance *i, shuffle_result *out)
{
    const size_t n = (size_t)i->sizes.n;
    real *y = calloc(2 * n, sizeof *y), *yp = y ? y + n : NULL;
    unsigned long seed = 11;
    if (!y) return IVP_E_NOMEM;
    for (size_t k = 0; k < 2 * n; k++) {
        seed = (seed * 1103515245ul + 12345ul) & 0x7ffffffful;
        const real x = k < n ? i->start[k] : i->start_yp[k - n];
        y[k] = x + R(1e-4) * (1 + ivp_abs(x)) * ((real)seed / (real)0x3fffffff - 1);
    }
    const ivp_status status = shuffle_at(i, (real)i->t0, y, yp, out);
    free(y);
    return status;
}

bool shuffle_agrees(const instance *i, reason *why)
{
    const ivp_form form = i->problem->form;
    shuffle_result at, beside;
    const int said = said_index(i);
    if (form != IVP_DAE && form != IVP_LIN) return true;
    if (shuffle_at(i, (real)i->t0, i->start, i->start_yp, &at))
        return true; /* no derivatives there */
    if (shuffle_beside(i, &beside)) beside = at;
    const int found = at.index > 0 ? at.index : 1;
    if (at.index >= 0 && at.index == beside.index && found != said)
        return reason_set(
            why,
            "index %d is said (.index%s), F_y' and F_y have index %d at the start and "
            "beside it",
            said, i->problem->index ? "" : " is missing: 1", found);
    if (at.row < 0 && found >= 3 &&
        shuffle_higher(i, (real)i->t0, i->start, i->start_yp, found, &at))
        return true;
    if (at.row < 0) return true;
    static const char *const orders[] = { "", "", "second ", "third " };
    reason_set(
        why,
        "the start violates a hidden constraint: the %sderivative of row %d along y' is %.6g, "
        "should be 0 (it is made of %.3g)",
        orders[at.order], at.row + 1, (double)at.violation, (double)at.size);
    if (at.component >= 0)
        reason_add(why, "; y%d = %.9g would have to be %.9g", at.component + 1,
                   (double)i->start[at.component], (double)at.value);
    return false;
}
