/* radau5_structure.c -- see radau5_structure.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/radau5_structure.h"

#include <string.h>

/* ---- structure --------------------------------------------------------------------------- */

/* Unknowns of index 1, 2, 3 in this order */
static void sort_by_index(struct radau5 *s)
{
    int k = 0;
    for (int index = 1; index <= 3; index++)
        for (int i = 0; i < s->n; i++) {
            if (ivp_index(s->m)[i] != index) continue;
            s->sizes[index - 1]++;
            s->order[k++] = i;
        }
}

/* Of M only what is declared */
static ivp_band diagonals(const ivp_model *m)
{
    return ivp_view_of(m) == IVP_LINEAR ? ivp_band_of(m) : ivp_diagonals_of(m);
}

/* The code has the model's order, and not the structure of accelerations. */
static bool is_sorted(const ivp_model *m)
{
    for (int k = 1; k < ivp_n(m); k++)
        if (ivp_index(m)[k] < ivp_index(m)[k - 1]) return false;
    return ivp_nq(m) == 0 || ivp_nx(m) > 0;
}

static bool is_narrow(const ivp_model *m)
{
    const ivp_band band = diagonals(m);
    return is_sorted(m) && band.lower + band.upper + 1 < ivp_n(m);
}

static bool has_mass(const ivp_model *m) { return ivp_view_of(m) == IVP_LINEAR; }

/* Structure of y' = f and M y' = f */
static void look_at_model(struct radau5 *s)
{
    const ivp_band band = diagonals(s->m);
    const bool second = ivp_nq(s->m) > 0 && ivp_nx(s->m) == 0;
    sort_by_index(s);
    s->has_mass = has_mass(s->m);
    s->narrow = is_narrow(s->m);
    s->first = second ? s->n / 2 : 0;
    s->lower = s->narrow ? band.lower : s->n - s->first;
    s->upper = s->narrow ? band.upper : 0;
    s->plain = is_sorted(s->m) && !s->has_mass && !s->narrow;
    const int *order = s->narrow && !s->has_mass ? ivp_order_of(s->m) : NULL;
    if (order) memcpy(s->order, order, (size_t)s->n * sizeof *order);
}

static void look_at_mechanism(struct radau5 *s)
{
    s->has_mass = true;
    s->first = s->mechanism->nx ? 0 : 2 * s->mechanism->nq;
    s->lower = s->n - s->first;
    mechanism_sizes(s->mechanism, s->sizes);
}

void radau5_look(struct radau5 *s)
{
    if (s->mechanism)
        look_at_mechanism(s);
    else
        look_at_model(s);
}

/* ---- memory ------------------------------------------------------------------------------ */

/* Numbers of matrices in the code's work: J, M, and three factors that have room for exchanges
 * of rows. */
double radau5_reals_of_work(const ivp_model *m, double n)
{
    const ivp_band band = diagonals(m);
    const double rows = band.lower + band.upper + 1.0;
    const bool narrow = ivp_view_of(m) != IVP_MECH_VIEW && is_narrow(m);
    return narrow ? n * (2 * rows + 3 * (rows + band.lower)) : 5 * n * n;
}

/* Of M, as the model gives it */
double radau5_reals_of_mass(const ivp_model *m)
{
    const ivp_band band = diagonals(m);
    const double n = ivp_n(m);
    return !has_mass(m) ? 0 : n * (is_narrow(m) ? band.lower + band.upper + 1.0 : n);
}

/* Of J, where the code has another order or M */
double radau5_reals_of_jacobian(const ivp_model *m)
{
    const double n = ivp_n(m);
    const bool direct =
        ivp_view_of(m) == IVP_MECH_VIEW || is_narrow(m) || (is_sorted(m) && !has_mass(m));
    return direct ? 0 : n * n;
}

/* Accelerations are unknowns of the code, and not of the model. */
double radau5_memory(const ivp_model *m, const double *option)
{
    (void)option;
    const double n = ivp_n(m) + (ivp_view_of(m) == IVP_MECH_VIEW ? ivp_nq(m) : 0);
    return sizeof(double) *
           (radau5_reals_of_work(m, n) + radau5_reals_of_mass(m) + radau5_reals_of_jacobian(m));
}

/* Of mechanisms, whose structure the code uses, nothing is known. */
double radau5_least_s(const ivp_model *m, const double *option)
{
    (void)option;
    enum { REAL_AND_COMPLEX = 1 + 4 };
    const ivp_band band = diagonals(m);
    if (ivp_nq(m) > 0) return 0;
    return REAL_AND_COMPLEX * (is_narrow(m) ? ivp_least_band(ivp_n(m), band, IVP_LOOPS)
                                            : ivp_least_full(ivp_n(m), IVP_LOOPS));
}
