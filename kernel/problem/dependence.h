/* dependence.h -- constraints that depend on each other. */
#ifndef KERNEL_PROBLEM_DEPENDENCE_H
#define KERNEL_PROBLEM_DEPENDENCE_H

#include <ivp/base.h>

/* Rows of G at (t, q), a full matrix, in their order: a row of which those before leave less
 * than 1e-10 depends on them. IVP_E_INCONSISTENT with the rank, the row and those that it
 * follows from in why[size]; `whose` names the problem. IVP_E_NOMEM. */
ivp_status constraints_depend(const char *whose, ivp_mat G, char *why, size_t size);

#endif
