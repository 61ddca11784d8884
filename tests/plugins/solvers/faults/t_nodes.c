/* t_nodes.c -- the classical Runge-Kutta method with one node that is wrong: it solves y' =
 * f(y), but not y' = f(t, y).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define NODE_3 R(0.0)
#include "tests/plugins/rk4.h"

RK4(t_nodes);
