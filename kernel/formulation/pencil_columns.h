/* pencil_columns.h -- iteration matrices a M - b J of problems that declare a pattern, by
 * columns (jac_columns.h), and their factors by KLU. */
#ifndef IVP_PENCIL_COLUMNS_H
#define IVP_PENCIL_COLUMNS_H

#include "kernel/formulation/jac_columns.h"

typedef struct pencil_columns pencil_columns;

/* count: as of pencils. IVP_E_NOMEM */
ivp_status pencil_columns_open(jac_columns *columns, int count, pencil_columns **out);
void pencil_columns_close(pencil_columns *p); /* accepts NULL */
/* Starts a run: discards the row order of earlier factors. */
void pencil_columns_begin(pencil_columns *p);

/* Of the last jac_columns_at() */
void pencil_columns_mass(const pencil_columns *p, const real *x, real *Mx);
ivp_status pencil_columns_factor(pencil_columns *p, int k, real a, real b);
void pencil_columns_solve(pencil_columns *p, int k, real *x);

#endif
