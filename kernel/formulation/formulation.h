/* formulation.h -- the table of formulations, by name; tests whether a problem offers one.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_FORMULATION_H
#define IVP_FORMULATION_H

#include <ivp/model.h>
#include <ivp/solver.h>

#include "kernel/problem/instance.h"
#include "kernel/reason/reason.h"

enum {
    FULL_MOST = 3000
}; /* coordinates and multipliers of state_space, which are chosen by full matrices */

/* Formulation names, "index3" ...; 0 for an unknown name. For i = 0, 1, ... NULL ends the
 * list. */
ivp_formulation formulation_by_name(const char *name);
const char *formulation_name(int i);
/* Returns whether the problem offers this formulation; if not, with a sentence in
 * why. */
bool formulation_fits(const instance *i, ivp_formulation f, reason *why);
/* Does a solver take it, as its descriptor says? */
bool formulation_taken(const ivp_solver *s, ivp_formulation f);
/* The views that it works through in this formulation. */
unsigned formulation_through(const ivp_solver *s, ivp_formulation f);

#endif
