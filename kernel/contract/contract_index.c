/* contract_index.c -- the index of each component of M y' = f and F(t, y, y') = 0 at and beside
 * the start.
 *
 * With E = F_y' and A = F_y, a perturbation exp(s t) of the equations changes y by (s E + A)^-1
 * times it. As s grows, the row of a component of index k grows as s^(k - 1): the component
 * contains derivative k - 1 of the perturbation (Hairer, Lubich, Roche, The Numerical Solution
 * of Differential-Algebraic Systems, LNM 1409, 1.2). E and A are scaled. Rows are compared at
 * s = 1e10, 1e12 and 1e14, in numbers longer than double. Where the two slopes differ, or
 * points near the start say something else, nothing is said.
 *
 * With an index that is too low an error test sees components that it cannot judge; one that is
 * too high hides them from it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128, LEVELS = 3 };

typedef long double wide;

typedef struct pencil {
    int n;
    real *E, *A;        /* n x n, by columns */
    wide *W, *R;        /* s E + A; its inverse times the pivots */
    wide *most[LEVELS]; /* largest entries of rows of the inverse */
} pencil;

static wide size_of(wide x) { return x < 0 ? -x : x; }

/* ---- E and A ----------------------------------------------------------------------------- */

/* Column j of A, and of E of F(t, y, y') = 0 */
static bool take_column(probe *p, const pencil *k, int j)
{
    const int n = k->n;
    const bool dae = p->i->problem->form == IVP_DAE;
    memset(p->dz, 0, (size_t)p->nz * sizeof(real));
    p->dz[1 + j] = 1;
    if (probe_derive(p, p->dz, p->d)) return false;
    for (int r = 0; r < n; r++) k->A[r + j * n] = dae ? p->d[r] : -p->d[r];
    for (int c = 0; !dae && c < n; c++)
        for (int r = 0; r < n; r++) k->A[r + j * n] += p->d[n + r + c * n] * p->i->start_yp[c];
    if (!dae) {
        memcpy(k->E + j * n, p->out + n + j * n, (size_t)n * sizeof(real));
        return true;
    }
    p->dz[1 + j] = 0;
    p->dz[1 + n + j] = 1;
    if (probe_derive(p, p->dz, p->d)) return false;
    memcpy(k->E + j * n, p->d, (size_t)n * sizeof(real));
    return true;
}

/* Rows of (E, A) get the largest entry 1, by turns with columns of both. */
static void equilibrate(const pencil *k)
{
    const int n = k->n;
    for (int turn = 0; turn < 4; turn++)
        for (int a = 0; a < n; a++) {
            real most = 0;
            for (int b = 0; b < n; b++) {
                const int at = turn % 2 ? b + a * n : a + b * n;
                most = ivp_max(most, ivp_max(ivp_abs(k->E[at]), ivp_abs(k->A[at])));
            }
            for (int b = 0; most > 0 && b < n; b++) {
                const int at = turn % 2 ? b + a * n : a + b * n;
                k->E[at] /= most;
                k->A[at] /= most;
            }
        }
}

/* ---- growth ------------------------------------------------------------------------------ */

static void exchange(wide *W, int n, int a, int b)
{
    for (int j = 0; j < n && a != b; j++) {
        const wide x = W[a + j * n];
        W[a + j * n] = W[b + j * n];
        W[b + j * n] = x;
    }
}

/* W := its diagonal of pivots, R := that times W^-1, by Gauss and Jordan */
static bool invert(const pencil *k)
{
    const int n = k->n;
    for (int a = 0; a < n * n; a++) k->R[a] = a / n == a % n;
    for (int j = 0; j < n; j++) {
        int best = j;
        for (int r = j; r < n; r++)
            if (size_of(k->W[r + j * n]) > size_of(k->W[best + j * n])) best = r;
        if (k->W[best + j * n] == 0) return false;
        exchange(k->W, n, j, best);
        exchange(k->R, n, j, best);
        for (int r = 0; r < n; r++) {
            const wide f = k->W[r + j * n] / k->W[j + j * n];
            if (r == j || f == 0) continue;
            for (int c = j; c < n; c++) k->W[r + c * n] -= f * k->W[j + c * n];
            for (int c = 0; c < n; c++) k->R[r + c * n] -= f * k->R[j + c * n];
        }
    }
    return true;
}

static bool rows_at(const pencil *k, wide s, wide *most)
{
    const int n = k->n;
    for (int a = 0; a < n * n; a++) k->W[a] = s * (wide)k->E[a] + (wide)k->A[a];
    if (!invert(k)) return false;
    for (int r = 0; r < n; r++) {
        most[r] = 0;
        for (int c = 0; c < n; c++) {
            const wide x = size_of(k->R[r + c * n] / k->W[r + r * n]);
            if (x > most[r]) most[r] = x;
        }
    }
    return true;
}

/* ---- the check --------------------------------------------------------------------------- */

/* 0: the slopes do not say */
static int index_of(const pencil *k, int c)
{
    double slope[LEVELS - 1];
    for (int l = 1; l < LEVELS; l++)
        slope[l - 1] = log10((double)(k->most[l][c] / k->most[l - 1][c])) / 2;
    const double integer = round(slope[0]);
    if (!(fabs(slope[0] - integer) < 0.15 && fabs(slope[1] - integer) < 0.15)) return 0;
    return integer > 0 ? (int)integer + 1 : 1;
}

static int said(const instance *i, int c)
{
    return i->problem->index ? i->problem->index[c] : 1;
}

static bool open_pencil(pencil *k, int n)
{
    const size_t all = (size_t)n * (size_t)n;
    *k = (pencil){ .n = n, .E = calloc(2 * all, sizeof *k->E) };
    k->W = calloc(2 * all + LEVELS * (size_t)n, sizeof *k->W);
    if (!k->E || !k->W) return false;
    k->A = k->E + all;
    k->R = k->W + all;
    for (int l = 0; l < LEVELS; l++) k->most[l] = k->R + all + l * n;
    return true;
}

/* The indices here: those that earlier points do not share become 0. */
static void note(const pencil *k, int point, int *found)
{
    for (int c = 0; c < k->n; c++) {
        const int here = index_of(k, c);
        found[c] = !point || here == found[c] ? here : 0;
    }
}

static bool look(probe *p, void *found, reason *why)
{
    static const double at[LEVELS] = { 1e10, 1e12, 1e14 };
    enum { LAST_POINT = 2 };
    pencil k;
    if (p->point > LAST_POINT) return true;
    const bool room = open_pencil(&k, p->n);
    bool known = room;
    for (int j = 0; known && j < p->n; j++) known = take_column(p, &k, j);
    if (known) equilibrate(&k);
    for (int l = 0; known && l < LEVELS; l++) known = rows_at(&k, at[l], k.most[l]);
    if (known) note(&k, p->point, found);
    free(k.E);
    free(k.W);
    return room || reason_set(why, "not enough memory for the check");
}

/* A largest index that is wrong is the fault of another promise. */
static bool compare(const instance *i, const int *found, reason *why)
{
    int most = 1, most_said = 1, wrong = -1;
    for (int c = 0; c < i->sizes.n; c++) {
        most = found[c] > most ? found[c] : most;
        most_said = said(i, c) > most_said ? said(i, c) : most_said;
        if (found[c] && found[c] != said(i, c) && wrong < 0) wrong = c;
    }
    return wrong < 0 || most != most_said ||
           reason_set(why, ".index of y%d is %d; at the start and beside it, it is %d",
                      wrong + 1, said(i, wrong), found[wrong]);
}

bool contract_component_index(instance *i, reason *why)
{
    int *found = calloc((size_t)i->sizes.n, sizeof *found);
    if (!found) return reason_set(why, "not enough memory for the check");
    const bool good = probe_visit(i, look, found, why) && compare(i, found, why);
    free(found);
    return good;
}

const char *contract_no_component_index(const instance *i)
{
    if (i->sizes.n > MOST) return "it has more than 128 unknowns";
    return contract_no_index(i);
}
