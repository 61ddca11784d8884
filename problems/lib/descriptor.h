/* descriptor.h -- parts of a descriptor that many problems share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_DESCRIPTOR_H
#define PROBLEMS_DESCRIPTOR_H

#include <ivp/problem.h>

/* Both scores count all components. */
#define SCORED_ALL .scd = "all", .mescd = "all"
/* Tolerances of the Test Set for IVP Solvers 2.4: rtol = atol = 10^-(4 + k/4), k = 0 .. 24,
 * with a first step size that is a text, "1e-2*rtol". */
#define TESTSET_PROTOCOL(first_step)                                                           \
    .protocol = { .from = 4, .to = 10, .per_decade = 4, .atol = "rtol", .h0 = first_step }
/* End values that the test set prints, of the default parameters: by which code (", RADAU5 at
 * 1.1e-18") and how many digits of them an independent integration confirms */
#define TESTSET_VALUES(by, digits)                                                             \
    .params = "", .source = "Test Set for IVP Solvers 2.4" by, .verified = digits
/* Break points that rhs() needs too, in an array of the file */
#define BREAKS_OF(list) .breaks = list, .nbreaks = sizeof list / sizeof *list
/* y' = f(y) with the functions start(), rhs() and jacobian() */
#define AUTONOMOUS_ODE(count)                                                                  \
    .form = IVP_ODE, .sizes = { .n = count }, .init = start,                                   \
    .ode = { .f = rhs, .jac = jacobian, .autonomous = true }
/* A mechanism of elements: size(), prepare(), start(), terms(), and count(), on(), force() */
#define MECHANISM_OF_ELEMENTS                                                                  \
    .size = size, .prepare = prepare, .init = start,                                           \
    .mech = { .terms = terms, .elements = { count, on, force } }
/* The one invariant of a conservative mechanism is energy(). */
#define ENERGY_IS_KEPT                                                                         \
    .invariants = (const ivp_observable[])                                                     \
    {                                                                                          \
        { "energy", "J", "kinetic and potential, kept", energy }, { 0 },                       \
    }

#endif
