/* taped.h -- a matrix that a problem compiled with IVP_SPARSE writes element by element, as
 * values in the order of a pattern.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_TAPED_H
#define IVP_TAPED_H

#include "kernel/linear/sparse.h"
#include "kernel/linear/tape.h"

typedef struct taped {
    const sparse_pattern *pattern; /* of the caller */
    tape_sheet *sheet;
    ivp_tape tape;
    int *place, places; /* of a slot in the pattern, -1: outside of it; how many are known */
} taped;

/* false: no memory; what there is then is for taped_close(). The matrix is n x n as the
 * pattern. */
bool taped_open(taped *t, const sparse_pattern *pattern);
void taped_close(taped *t);

/* taped_begin(): an empty matrix to write, in *out; false: no memory. taped_again(): must it be
 * written again? Then the capacity has grown, unless memory is short: *status. */
bool taped_begin(taped *t, ivp_mat *out);
bool taped_again(taped *t, ivp_status *status);
/* value := the elements in the order of the pattern. IVP_E_INVALID if one that is not zero lies
 * outside of it; IVP_E_NOMEM. */
ivp_status taped_values(taped *t, real *value);

#endif
