/* formulation.h -- the table of formulations, by name; which problem has which. */
#ifndef IVP_FORMULATION_H
#define IVP_FORMULATION_H

#include <ivp/model.h>
#include <ivp/solver.h>

#include "kernel/problem/instance.h"

enum {
    FULL_MOST = 3000
}; /* unknowns of full matrices; in the sentence of ivp_declines_full() too */

/* Formulation names: "index3" ...; 0 for an unknown one. NULL ends the list of i = 0, 1, ... */
ivp_formulation formulation_by_name(const char *name);
const char *formulation_name(int i);
/* Does this problem have this formulation? why[PLUGIN_WHY_MAX] gets a sentence when not. */
bool formulation_fits(const instance *i, ivp_formulation f, char *why);
/* Does a solver take it, as its descriptor says? */
bool formulation_taken(const ivp_solver *s, ivp_formulation f);
/* The views that it works through in this formulation. */
unsigned formulation_through(const ivp_solver *s, ivp_formulation f);

#endif
