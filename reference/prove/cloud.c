/* cloud.c -- see cloud.h; matrices in `low` bits, the axes without their radii.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/cloud.h"

#include <stdlib.h>

void cloud_init(cloud *c, int n, slong low)
{
    *c = (cloud){ .n = n, .low = low };
    c->centre = _arb_vec_init(n);
    arb_mat_init(c->axes, n, n);
    c->half = _mag_vec_init(n);
}

void cloud_clear(cloud *c)
{
    _arb_vec_clear(c->centre, c->n);
    arb_mat_clear(c->axes);
    _mag_vec_clear(c->half, c->n);
}

void cloud_copy(cloud *to, const cloud *from)
{
    _arb_vec_set(to->centre, from->centre, to->n);
    arb_mat_set(to->axes, from->axes);
    for (int i = 0; i < to->n; i++) mag_set(to->half + i, from->half + i);
}

void cloud_set(cloud *c, arb_srcptr box)
{
    arb_mat_one(c->axes);
    for (int i = 0; i < c->n; i++) {
        arb_get_mid_arb(c->centre + i, box + i);
        mag_set(c->half + i, arb_radref(box + i));
    }
}

/* out = |A| v, rounded up */
static void mag_times(mag_ptr out, const arb_mat_t A, mag_srcptr v, int n)
{
    mag_t bound;
    mag_init(bound);
    for (int i = 0; i < n; i++) {
        mag_zero(out + i);
        for (int k = 0; k < n; k++) {
            arb_get_mag(bound, arb_mat_entry(A, i, k));
            mag_addmul(out + i, bound, v + k);
        }
    }
    mag_clear(bound);
}

void cloud_box(const cloud *c, arb_ptr box, slong prec)
{
    mag_ptr r = _mag_vec_init(c->n);
    mag_times(r, c->axes, c->half, c->n);
    for (int i = 0; i < c->n; i++) {
        arb_set_round(box + i, c->centre + i, prec);
        arb_add_error_mag(box + i, r + i);
    }
    _mag_vec_clear(r, c->n);
}

/* ---- new axes ---------------------------------------------------------------------------- */

/* A column that competes for a place. */
typedef struct column {
    arb_ptr v;
    double length; /* logarithm to base 2 */
} column;

static int longer_first(const void *a, const void *b)
{
    const double x = ((const column *)a)->length, y = ((const column *)b)->length;
    return x < y ? 1 : x > y ? -1 : 0;
}

static void norm(arb_t out, arb_srcptr v, int n, slong prec)
{
    arb_dot(out, NULL, 0, v, 1, v, 1, n, prec);
    arb_get_mid_arb(out, out);
    arb_sqrt(out, out, prec);
    arb_get_mid_arb(out, out);
}

/* Logarithm that knows no overflow; very negative for zero. */
static double log2_of(const arb_t x)
{
    arf_t a;
    fmpz_t e;
    arf_init(a);
    fmpz_init(e);
    double l = -1e300;
    if (!arf_is_zero(arb_midref(x))) {
        arf_frexp(a, e, arb_midref(x));
        l = fmpz_get_d(e);
    }
    arf_clear(a);
    fmpz_clear(e);
    return l;
}

/* v minus its parts along the first m columns of Q, twice. */
static void purge(arb_ptr v, arb_ptr *Q, int m, int n, slong prec)
{
    arb_t part;
    arb_init(part);
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < m; k++) {
            arb_dot(part, NULL, 0, v, 1, Q[k], 1, n, prec);
            arb_get_mid_arb(part, part);
            for (int i = 0; i < n; i++) {
                arb_submul(v + i, Q[k] + i, part, prec);
                arb_get_mid_arb(v + i, v + i);
            }
        }
    arb_clear(part);
}

/* Columns of S times half over the sizes; behind them unit vectors in case they do not span. */
static void candidates(const cloud *c, const arb_mat_t S, const double *size, column *list)
{
    const int n = c->n;
    arb_t l;
    arb_init(l);
    bool point = true;
    for (int k = 0; k < n; k++) point = point && mag_is_zero(c->half + k);
    for (int k = 0; k < 2 * n; k++) {
        arb_ptr v = list[k].v;
        for (int i = 0; i < n && k < n; i++) {
            arb_set_d(l, size[i]);
            arb_get_mid_arb(v + i, arb_mat_entry(S, i, k));
            arb_div(v + i, v + i, l, c->low);
            arf_set_mag(arb_midref(l), c->half + k);
            if (!point) arb_mul(v + i, v + i, l, c->low);
            arb_get_mid_arb(v + i, v + i);
        }
        if (k >= n) arb_one(v + k - n);
        norm(l, v, n, c->low);
        list[k].length = log2_of(l);
    }
    arb_clear(l);
    qsort(list, (size_t)n, sizeof *list, longer_first);
}

/* axes = diag(size) Q with Q from the candidates by Gram and Schmidt. */
static void orthogonalise(cloud *c, column *list, const double *size)
{
    const int n = c->n;
    arb_ptr Q[64];
    arb_t l;
    arb_init(l);
    for (int k = 0, m = 0; k < 2 * n && m < n; k++) {
        arb_ptr v = list[k].v;
        purge(v, Q, m, n, c->low);
        norm(l, v, n, c->low);
        if (list[k].length < -1e200 || log2_of(l) < list[k].length - (double)c->low / 2)
            continue; /* nothing new */
        for (int i = 0; i < n; i++) {
            arb_div(v + i, v + i, l, c->low);
            arb_get_mid_arb(v + i, v + i);
        }
        Q[m] = v;
        for (int i = 0; i < n; i++) {
            arb_ptr a = arb_mat_entry(c->axes, i, m);
            arb_set_d(a, size[i]);
            arb_mul(a, a, v + i, c->low);
            arb_get_mid_arb(a, a);
        }
        m++;
    }
    arb_clear(l);
}

static void choose_axes(cloud *c, const arb_mat_t S, const double *size)
{
    const int n = c->n;
    column list[128];
    for (int k = 0; k < 2 * n; k++) list[k].v = _arb_vec_init(n);
    candidates(c, S, size, list);
    orthogonalise(c, list, size);
    for (int k = 0; k < 2 * n; k++) _arb_vec_clear(list[k].v, n);
}

bool cloud_map(cloud *c, arb_srcptr image, const arb_mat_t S, const double *size)
{
    const int n = c->n;
    arb_mat_t inverse, product;
    arb_mat_init(inverse, n, n);
    arb_mat_init(product, n, n);
    mag_ptr spread = _mag_vec_init(n), e = _mag_vec_init(n), from_e = _mag_vec_init(n);
    choose_axes(c, S, size);
    bool good = arb_mat_inv(inverse, c->axes, c->low);
    arb_mat_mul(product, inverse, S, c->low);
    mag_times(spread, product, c->half, n);
    for (int i = 0; i < n; i++) {
        arb_get_mid_arb(c->centre + i, image + i);
        mag_set(e + i, arb_radref(image + i));
    }
    mag_times(from_e, inverse, e, n);
    for (int i = 0; i < n; i++) {
        mag_add(c->half + i, spread + i, from_e + i);
        good = good && mag_is_finite(c->half + i) && arb_is_finite(c->centre + i);
    }
    _mag_vec_clear(spread, n);
    _mag_vec_clear(e, n);
    _mag_vec_clear(from_e, n);
    arb_mat_clear(inverse);
    arb_mat_clear(product);
    return good;
}
