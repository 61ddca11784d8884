/* boost_dopri5.h -- between the plug-in in C and Boost.odeint in C++, which is compiled only
 * where its headers are: without them these functions are NULL.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_BOOST_BOOST_DOPRI5_H
#define ADAPTERS_BOOST_BOOST_DOPRI5_H

#include <ivp/solver.h>

#ifdef __cplusplus
extern "C" {
#define BOOST_DOPRI5_FUNCTION
#else
#define BOOST_DOPRI5_FUNCTION __attribute__((weak))
#endif

typedef struct boost_dopri5 boost_dopri5;

/* NULL: no memory */
BOOST_DOPRI5_FUNCTION boost_dopri5 *boost_dopri5_open(ivp_model *m, const ivp_tol *tol);
BOOST_DOPRI5_FUNCTION void boost_dopri5_close(boost_dopri5 *s); /* accepts NULL */
BOOST_DOPRI5_FUNCTION void boost_dopri5_begin(boost_dopri5 *s, double t, const double *y,
                                              double h);
/* The state was moved to y: the derivative at it is unknown. */
BOOST_DOPRI5_FUNCTION void boost_dopri5_move(boost_dopri5 *s, const double *y);
/* One accepted step, not beyond tmax. */
BOOST_DOPRI5_FUNCTION ivp_status boost_dopri5_step(boost_dopri5 *s, double tmax, double *t,
                                                   double *y);
BOOST_DOPRI5_FUNCTION ivp_status boost_dopri5_dense(boost_dopri5 *s, double theta, double *y);

#ifdef __cplusplus
}
#endif
#endif
