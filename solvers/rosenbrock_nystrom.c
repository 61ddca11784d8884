/* rosenbrock_nystrom.c -- Rosenbrock-Nystrom method of four stages, order 4(3), L-stable, with
 * three evaluations of f.
 *
 * On y'' = f(t, y, y'), which is what state_space makes of a constrained mechanical system, it
 * is the Rosenbrock-Nystrom formula of Table 2; on y' = f(t, y) the Rosenbrock method of
 * Table 1 that it comes from. In Table 1 gamma_21 lacks its minus sign.
 * kernel/methods/rosenbrock/rosenbrock.h has the formulas,
 * kernel/methods/rosenbrock/rosenbrock_sets.c computes the coefficients from
 * gamma = 0.57281606. Dense output of order 4, without an evaluation.
 *
 * Step control (4)-(7) over independent positions and velocities. The paper leaves open fac,
 * facmin, facmax and the first step: 0.85, 0.2, 5 and 1e-5 of the interval, which reproduce the
 * step counts of Table 5. Option error=scaled tests (I - h gamma df/dy)^-1 (yhat - y1), which
 * the paper names as future work.
 *
 * Negrut, Sandu, Haug, Potra, Sandu: A Rosenbrock-Nystrom state space implicit approach for the
 * dynamic analysis of mechanical systems II. Numbers in brackets are theirs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/rosenbrock/rosenbrock.h"

enum option { ERROR };
enum { ERROR_PLAIN, ERROR_SCALED };

static const ivp_param options[] = {
    [ERROR] = { "error", "plain", "what is tested: yhat - y1, or that solved with the matrix",
                "plain scaled" },
    { 0 },
};

static const ivp_control law = { .name = "rosenbrock", ROSENBROCK_LAW };

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    rosenbrock_set set;
    rosenbrock_order4(&set);
    const rosenbrock_choice choice = { .jacobian = ROSENBROCK_EXACT,
                                       .scaled = (int)option[ERROR] == ERROR_SCALED };
    return rosenbrock_create(self, m, tol, &set, choice);
}

IVP_SOLVER(rosenbrock_nystrom,
    .title = "Rosenbrock-Nystrom 4(3), L-stable",
    .family = "rosenbrock",
    .source = "Negrut, Sandu, Haug, Potra, Sandu: A Rosenbrock-Nystrom state space implicit "
              "approach II",
    .order = 4,
    .control = &law,
    .options = options,
    ROSENBROCK_METHOD);
