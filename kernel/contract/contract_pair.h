/* contract_pair.h -- the problem and formulation on which a solver is tried. */
#ifndef IVP_CONTRACT_PAIR_H
#define IVP_CONTRACT_PAIR_H

#include "kernel/contract/contract.h"

typedef struct pair {
    instance *i;
    const char *formulation;
} pair;

/* Of the problems with the tag "core" and a smooth right-hand side - no events, no breaks -
 * those with a closed form first, then by name: the first one that the solver takes, in the
 * formulation that asks least of it. To be closed by instance_close(). */
bool pair_find(pair *p, const struct ivp_solver *s, char *why);
/* The same among problems without first-order states x, which may cost a method for
 * second-order equations an order. */
bool pair_find_mechanical(pair *p, const struct ivp_solver *s, char *why);

/* The first formulation, from those that ask least of a method on, in which the solver takes
 * the problem, or NULL with a sentence. */
const char *pair_formulation(instance *i, const char *solver, char *why);

/* Sentence why nothing was tested. */
contract_verdict contract_idle(char *why, const char *sentence);

#endif
