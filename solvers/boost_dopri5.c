/* boost_dopri5.c -- the pair of Dormand and Prince in Boost.odeint; see
 * adapters/boost/boost_dopri5.cpp.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/boost/boost_dopri5.h"

#if __has_include(<boost/version.hpp>)
#include <boost/version.hpp>
#define BOOST_LIBRARY "Boost " BOOST_LIB_VERSION
#else
#define BOOST_LIBRARY "Boost"
#endif

static const char *missing(void)
{
    return boost_dopri5_open ? NULL : "libboost-dev is not installed";
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    *self = boost_dopri5_open(m, tol);
    return *self ? IVP_OK : IVP_E_NOMEM;
}

static void destroy(void *self) { boost_dopri5_close(self); }

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)yp;
    boost_dopri5_begin(self, t, y, h0);
    return IVP_OK;
}

static ivp_status advance(void *self, real tmax, real *t, real *y)
{
    return boost_dopri5_step(self, tmax, t, y);
}

static void verdict(void *self, ivp_verdict verdict, const real *y1)
{
    if (verdict == IVP_MOVED) boost_dopri5_move(self, y1);
}

static ivp_status dense(void *self, real theta, real *y)
{
    return boost_dopri5_dense(self, theta, y);
}

IVP_SOLVER(boost_dopri5,
    .title = "Boost.odeint, Dormand-Prince 5(4)",
    .family = "explicit_rk",
    .source = "K. Ahnert, M. Mulansky, Odeint: solving ordinary differential equations in C++, "
              "AIP Conf. Proc. 1389 (2011) 1586-1589; " BOOST_LIBRARY
              "; settings: controlled_runge_kutta with its defaults",
    .library = BOOST_LIBRARY,
    .views = IVP_FIRST,
    .order = 5,
    .adaptive = true,
    .missing = missing,
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .advance = advance,
    .verdict = verdict,
    .dense = dense);
