/* foreign.h -- the descriptor of a solver that is not compiled; LINE_SOLVER and PYTHON_SOLVER
 * share it. Included by line.h and python.h alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_FOREIGN_H
#define IVP_FOREIGN_H

#include <ivp/solver.h>

/* IVP_FOREIGN_SOLVER(name, ivp_line, &program, .title = ..., ...): defines a descriptor whose
 * functions are ivp_line_create() and so on. `what` is passed to ivp_line_missing() and
 * ivp_line_create(). */
#define IVP_FOREIGN_SOLVER(id, adapter, what, ...)                                             \
    static const char *missing(void) { return adapter##_missing(what); }                       \
    static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol,                    \
                             const double *option)                                             \
    {                                                                                          \
        (void)option;                                                                          \
        return adapter##_create(self, m, tol, what);                                           \
    }                                                                                          \
    IVP_SOLVER(id, __VA_ARGS__, .views = IVP_FIRST, .h0_rule = IVP_H0_OWN, .missing = missing, \
               .create = create, .destroy = adapter##_destroy, .restart = adapter##_restart,   \
               .advance = adapter##_advance, .finish = adapter##_finish)

#endif
