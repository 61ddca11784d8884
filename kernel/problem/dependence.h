/* dependence.h -- constraints that depend on each other. */
#ifndef IVP_DEPENDENCE_H
#define IVP_DEPENDENCE_H

#include "kernel/problem/instance.h"

/* Rows of G at (t, q), a full matrix, in their order: a row of which those before leave less than 1e-10
 * depends on them. IVP_E_INCONSISTENT with the rank, the row and those that it follows from; IVP_E_NOMEM. */
ivp_status rank_of_constraints(const instance *i, ivp_mat G, char *why);

#endif
