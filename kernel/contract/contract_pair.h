/* contract_pair.h -- the problem and formulation on which a solver is tried.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_CONTRACT_PAIR_H
#define IVP_CONTRACT_PAIR_H

#include "kernel/contract/contract.h"

typedef struct pair {
    instance *i;
    const char *formulation;
    bool is_cell; /* of contract_battery.h: short and smooth */
} pair;

/* Opens the first problem that the solver accepts, in the formulation with the weakest
 * requirements. Candidates have the tag "core" and a smooth right-hand side (no events, no
 * breaks). They are sorted by name, those with a closed form first. If it accepts none of them,
 * it is tried on a cell (contract_battery.h). The caller closes it by instance_close(). */
bool pair_find(pair *p, const struct ivp_solver *s, reason *why);
/* The same among problems without first-order states x, which may cost a method for
 * second-order equations an order. */
bool pair_find_mechanical(pair *p, const struct ivp_solver *s, reason *why);

/* The first formulation, from those that ask least of a method on, in which the solver takes
 * the problem, or NULL with a sentence. */
const char *pair_formulation(instance *i, const char *solver, reason *why);

/* Sentence why nothing was tested. */
contract_verdict contract_idle(reason *why, const char *sentence);

#endif
