/* radau5_structure.h -- which structure RADAU5 is told of, and what its matrices take.
 *
 *     mechanism          radau5_mechanism.h
 *     y' = f, M y' = f   diagonals, where the problem declares them or a pattern and the unknowns
 *                        are in the order of their index (of a pattern also in ivp_order_of());
 *                        accelerations as y_i' = y_(i + n/2); else full
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FORTRAN_RADAU5_STRUCTURE_H
#define ADAPTERS_FORTRAN_RADAU5_STRUCTURE_H

#include "adapters/fortran/radau5_run.h"

#pragma GCC visibility push(hidden)

/* Sets order, sizes, first, lower, upper, has_mass, narrow and plain. s->n, s->mechanism and
 * s->order (n) are given. */
void radau5_look(struct radau5 *s);

/* Numbers of 8 bytes: matrices in the work array of the code with n unknowns; M and J that are
 * kept beside it */
double radau5_reals_of_work(const ivp_model *m, double n);
double radau5_reals_of_mass(const ivp_model *m);
double radau5_reals_of_jacobian(const ivp_model *m);
/* Member of ivp_solver: bytes of all of them */
double radau5_memory(const ivp_model *m, const double *option);
/* The same: CPU seconds of the first factors, of one real and one complex matrix */
double radau5_least_s(const ivp_model *m, const double *option);

#pragma GCC visibility pop

#endif
