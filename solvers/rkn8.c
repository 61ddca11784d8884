/* rkn8.c -- Runge-Kutta-Nystrom 8(6) of Dormand, El-Mikkawy and Prince: explicit, nine stages,
 * the last one first of the next step, for v'' = f(t, v).
 *
 *     v1, v1'    order 8; b is row 8 of a, whose stage is k_8 = f(t + h, v1)
 *     e, e'      differences to an embedded formula of order 6
 *
 * The step and its dense output: kernel/methods/runge_kutta/nystrom.h. Dormand, El-Mikkawy,
 * Prince, High-order embedded Runge-Kutta-Nystrom formulae, IMA J. Numer. Anal. 7 (1987)
 * 423-430: RKN8(6)9FM. The coefficients are as OrdinaryDiffEq.jl has them (DPRKN8); the test of
 * the order conditions is tests/methods/test_quad_rkn8.c. Stages count from 0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/runge_kutta/nystrom.h"

enum { STAGES = 9, LAST = STAGES - 1 };

static const real c[LAST + 1] = { R(0.0),           R(1.0) / R(20.0), R(1.0) / R(10.0),
                                  R(3.0) / R(10.0), R(1.0) / R(2.0),  R(7.0) / R(10.0),
                                  R(9.0) / R(10.0), R(1.0),           R(1.0) };

static const nystrom_row a[LAST + 1] = {
    [1] = { [0] = R(1.0) / R(800.0) },
    [2] = { [0] = R(1.0) / R(600.0), [1] = R(1.0) / R(300.0) },
    [3] = { [0] = R(9.0) / R(200.0), [1] = -R(9.0) / R(100.0), [2] = R(9.0) / R(100.0) },
    [4] = { [0] = -R(66701.0) / R(197352.0),
            [1] = R(28325.0) / R(32892.0),
            [2] = -R(2665.0) / R(5482.0),
            [3] = R(2170.0) / R(24669.0) },
    [5] = { [0] = R(227015747.0) / R(304251000.0),
            [1] = -R(54897451.0) / R(30425100.0),
            [2] = R(12942349.0) / R(10141700.0),
            [3] = -R(9499.0) / R(304251.0),
            [4] = R(539.0) / R(9250.0) },
    [6] = { [0] = -R(1131891597.0) / R(901789000.0),
            [1] = R(41964921.0) / R(12882700.0),
            [2] = -R(6663147.0) / R(3220675.0),
            [3] = R(270954.0) / R(644135.0),
            [4] = -R(108.0) / R(5875.0),
            [5] = R(114.0) / R(1645.0) },
    [7] = { [0] = R(13836959.0) / R(3667458.0),
            [1] = -R(17731450.0) / R(1833729.0),
            [2] = R(1063919505.0) / R(156478208.0),
            [3] = -R(33213845.0) / R(39119552.0),
            [4] = R(13335.0) / R(28544.0),
            [5] = -R(705.0) / R(14272.0),
            [6] = R(1645.0) / R(57088.0) },
    [8] = { [0] = R(223.0) / R(7938.0),
            [2] = R(1175.0) / R(8064.0),
            [3] = R(925.0) / R(6048.0),
            [4] = R(41.0) / R(448.0),
            [5] = R(925.0) / R(14112.0),
            [6] = R(1175.0) / R(72576.0) },
};

static const nystrom_row rates = {
    [0] = R(223.0) / R(7938.0), [2] = R(5875.0) / R(36288.0), [3] = R(4625.0) / R(21168.0),
    [4] = R(41.0) / R(224.0),   [5] = R(4625.0) / R(21168.0), [6] = R(5875.0) / R(36288.0),
    [7] = R(223.0) / R(7938.0)
};

static const nystrom_row error = {
    [0] = -R(544307.0) / R(12215700.0), [2] = R(544307.0) / R(4963840.0),
    [3] = -R(544307.0) / R(3722880.0),  [4] = R(1632921.0) / R(12409600.0),
    [5] = -R(544307.0) / R(8686720.0),  [6] = R(544307.0) / R(44674560.0)
};

static const nystrom_row error_rate = {
    [0] = -R(544307.0) / R(12215700.0), [2] = R(544307.0) / R(4467456.0),
    [3] = -R(544307.0) / R(2606016.0),  [4] = R(1632921.0) / R(6204800.0),
    [5] = -R(544307.0) / R(2606016.0),  [6] = R(544307.0) / R(4467456.0),
    [7] = R(322012.0) / R(3053925.0),   [8] = -R(3.0) / R(20.0)
};

static const nystrom_table table = { .stages = STAGES,
                                     .last = LAST,
                                     .c = c,
                                     .a = a,
                                     .rates = rates,
                                     .error = error,
                                     .error_rate = error_rate,
                                     .error_order = 6 };

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    return nystrom_create(self, m, tol, &table);
}

static const char *declines(const ivp_model *m)
{
    return nystrom_declines(ivp_velocity_free(m));
}

IVP_SOLVER(rkn8,
    .title = "Runge-Kutta-Nystrom 8(6) for v'' = f(t, v)",
    .family = "explicit_rk",
    .source = "Dormand, El-Mikkawy, Prince, IMA J. Numer. Anal. 7 (1987)",
    .order = 8,
    NYSTROM_METHOD);
