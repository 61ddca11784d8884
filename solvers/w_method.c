/* w_method.c -- W-method of two stages, order 2(1): second order whatever the Jacobian.
 *
 *     gamma    = 1 + 1/sqrt 2
 *     alpha_21 = 1
 *     gamma_21 = -2 gamma
 *     b        = (1/2, 1/2)
 *     bhat     = (0, 1)
 *
 * (Table 3 has the transformed coefficients.) With the exact Jacobian it is L-stable; with none
 * it is Heun's explicit method. f_t is treated like a part of J.
 * kernel/methods/rosenbrock/rosenbrock.h has the formulas; on y'' = f(t, y, y') they are those
 * of a Rosenbrock-Nystrom method. Dense output of order 2. Step control (4)-(7) with q = 1, as
 * in rosenbrock_nystrom.c.
 *
 * Verwer, Spee, Blom, Hundsdorfer 1997, as quoted by Negrut, Sandu, Haug, Potra, Sandu: A
 * Rosenbrock-Nystrom state space implicit approach for the dynamic analysis of mechanical
 * systems II, whose numbers are in brackets.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/rosenbrock/rosenbrock.h"

enum option { JACOBIAN, FREEZE };

static const ivp_param options[] = {
    /* in the order of rosenbrock_jacobian */
    [JACOBIAN] = { "jacobian", "exact",
                   "what stands for J; velocity: accelerations do not depend on positions",
                   "exact frozen velocity zero" },
    [FREEZE] = { "freeze", "5", "accepted steps that a frozen Jacobian serves", NULL },
    { 0 },
};

static const ivp_control law = { .name = "w_method", ROSENBROCK_LAW };

static const char *refuses(const ivp_tol *tol, const double *option)
{
    (void)tol;
    const double freeze = option[FREEZE];
    return freeze >= 1 && freeze <= 1000000 && freeze - (int)freeze <= 0
               ? NULL
               : "freeze of w_method must be a whole number from 1 to 1000000";
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    rosenbrock_set set;
    rosenbrock_w2(&set);
    const rosenbrock_choice choice = { .jacobian = (rosenbrock_jacobian)option[JACOBIAN],
                                       .freeze = (int)option[FREEZE] };
    return rosenbrock_create(self, m, tol, &set, choice);
}

IVP_SOLVER(w_method,
    .title = "W-method 2(1): second order for any Jacobian",
    .family = "rosenbrock",
    .source =
        "Verwer, Spee, Blom, Hundsdorfer 1997; Negrut, Sandu, Haug, Potra, Sandu, Table 3",
    .order = 2,
    .control = &law,
    .options = options,
    .refuses = refuses,
    ROSENBROCK_METHOD);
