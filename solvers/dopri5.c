/* dopri5.c -- Dormand-Prince 5(4): explicit, seven stages, the last one first of the next step.
 *
 *     k_i = f(t + c_i h, y + h sum_(j<i) a_ij k_j)
 *     y1  = y + h sum b_i k_i              b_i = a_7i, so that k_7 = f(t + h, y1)
 *     e   = h sum (b_i - bhat_i) k_i       difference to the embedded formula of order 4
 *
 * Continuous extension of order 4, once continuously differentiable: the cubic that
 * interpolates y, y' at both ends, and a quartic that vanishes there to second order,
 *
 *     y(theta) = H3(theta) + theta^2 (1 - theta)^2 h sum d_i k_i
 *
 * Dormand, Prince, J. Comput. Appl. Math. 6 (1980); Shampine, Math. Comp. 46 (1986); Hairer,
 * Norsett, Wanner, Solving Ordinary Differential Equations I, sections II.5 and II.6.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/runge_kutta/explicit_rk.h"

enum { STAGES = 7 };

static const real c[STAGES] = { R(0.0),          R(1.0) / R(5.0), R(3.0) / R(10.0),
                                R(4.0) / R(5.0), R(8.0) / R(9.0), R(1.0),
                                R(1.0) };

static const explicit_rk_row a[STAGES] = {
    { R(0.0) },
    { R(1.0) / R(5.0) },
    { R(3.0) / R(40.0), R(9.0) / R(40.0) },
    { R(44.0) / R(45.0), -R(56.0) / R(15.0), R(32.0) / R(9.0) },
    { R(19372.0) / R(6561.0), -R(25360.0) / R(2187.0), R(64448.0) / R(6561.0),
      -R(212.0) / R(729.0) },
    { R(9017.0) / R(3168.0), -R(355.0) / R(33.0), R(46732.0) / R(5247.0), R(49.0) / R(176.0),
      -R(5103.0) / R(18656.0) },
    { R(35.0) / R(384.0), R(0.0), R(500.0) / R(1113.0), R(125.0) / R(192.0),
      -R(2187.0) / R(6784.0), R(11.0) / R(84.0) },
};

static const explicit_rk_row error = { R(71.0) / R(57600.0),      R(0.0),
                                       -R(71.0) / R(16695.0),     R(71.0) / R(1920.0),
                                       -R(17253.0) / R(339200.0), R(22.0) / R(525.0),
                                       -R(1.0) / R(40.0) };

static const explicit_rk_row quartic[1] = {
    { -R(12715105075.0) / R(11282082432.0), R(0.0), R(87487479700.0) / R(32700410799.0),
      -R(10690763975.0) / R(1880347072.0), R(701980252875.0) / R(199316789632.0),
      -R(1453857185.0) / R(822651844.0), R(69997945.0) / R(29380423.0) }
};

static const explicit_rk_table table = { .stages = STAGES,
                                         .last = STAGES - 1,
                                         .all = STAGES,
                                         .c = c,
                                         .a = a,
                                         .error = error,
                                         .error_order = 4,
                                         .d = quartic,
                                         .rows = 1,
                                         .stability = R(3.25) };

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    return explicit_rk_create(self, m, tol, option, &table);
}

/* Step control of MATLAB's ode45, the code that the papers compare with (Shampine, Reichelt,
 * The MATLAB ODE Suite, SIAM J. Sci. Comput. 18, 1997). */
static const ivp_control ode45 = {
    .name = "ode45", .kI = R(1.0), .safety = R(0.8), .shrink = R(0.1), .grow = R(5.0)
};

IVP_SOLVER(dopri5,
    .title = "Dormand-Prince 5(4) with dense output",
    .family = "explicit_rk",
    .source = "Dormand, Prince 1980; Hairer, Norsett, Wanner, Solving ODEs I, II.5-6",
    .order = 5,
    .control = &ode45,
    EXPLICIT_RK_METHOD);
