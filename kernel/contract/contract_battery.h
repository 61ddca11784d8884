/* contract_battery.h -- a solver on small problems with closed forms (cells/cell.h), by
 * features of the interface. Each cell is tried in every formulation that the solver takes.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_CONTRACT_BATTERY_H
#define IVP_CONTRACT_BATTERY_H

#include <ivp/solver.h>

#include "kernel/contract/contract_pair.h"

typedef enum battery_feature {
    BATTERY_TIME = 1, /* f(t, y) */
    BATTERY_STATE,    /* f(y), not linear */
    BATTERY_SLOPE,    /* df/dt */
    BATTERY_SIZES,    /* 1 to 50 unknowns */
    BATTERY_FAST,     /* an undamped fast part that is not excited */
    BATTERY_STIFF,
    BATTERY_MASS, /* M constant */
    BATTERY_MASS_TIME,
    BATTERY_MASS_STATE,
    BATTERY_INDEX1,
    BATTERY_INDEX2,
    BATTERY_INDEX3,
    BATTERY_SECOND,     /* v'' = a, written as y' = f */
    BATTERY_MECHANICAL, /* without constraints */
    BATTERY_RIGID,      /* constraints that do not move */
    BATTERY_MOVING,     /* constraints that move */
    BATTERY_STATES,     /* first-order states of a mechanism */
    BATTERY_BREAKS,
    BATTERY_RECORDED, /* events that are recorded */
    BATTERY_SWITCH,   /* events at which equations change */
    BATTERY_RESET,    /* events at which state and parameters jump */
    BATTERY_GAP,      /* f is NaN near the solution */
    BATTERY_COPIES,   /* two systems in one */
    BATTERY_REST,     /* unknowns that rest */
    BATTERY_POWERS    /* y is t, t^2 .. */
} battery_feature;

/* A cell, opened in a formulation that the solver takes. */
typedef struct battery_place {
    const ivp_solver *s;
    battery_feature feature;
    pair on;
    const char *settings;
} battery_place;

typedef contract_verdict battery_test(const battery_place *p, void *context, reason *why);

/* Calls test at every place of the feature, 0: of all, until a promise is broken. Kept, if one
 * place kept it; else idle, with the last reason in why. */
contract_verdict battery_visit(const ivp_solver *s, battery_feature feature, battery_test *test,
                               void *context, reason *why);

/* Opens the first cell with a smooth solution that the solver takes: for methods that take no
 * problem of the tree. formulation() chooses one, as pair_formulation(). The caller closes it by instance_close(). */
bool battery_first(pair *on, const ivp_solver *s,
                   const char *(*formulation)(instance *i, const char *solver, reason *why));

/* Is the solution smooth, in one piece, and its index at most 1? */
bool battery_is_plain(battery_feature feature);

/* "cell_first case=time@ode" */
void battery_name(const battery_place *p, char *name, size_t size);

/* The promise of one feature. With constant steps the errors of all components fall with the
 * order that is due. With tolerances they stay near them. Events are found in time. */
contract_verdict battery_check(battery_feature feature, const ivp_solver *s, reason *why);

#endif
