/* proof.h -- a system carried rigorously from its start over given times.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_PROVE_PROOF_H
#define REFERENCE_PROVE_PROOF_H

#include "kernel/reason/reason.h"
#include "reference/prove/step.h"
#include "reference/prove/system.h"

enum { PROOF_MODES = 4 };

/* The equations of one mode, and its steps. */
typedef struct proof_law {
    formula f;
    int slope[SYSTEM_STATES], guard[SYSTEM_GUARDS];
    step step;
} proof_law;

/* Values that follow from a state: components, or the state behind a reset. */
typedef struct proof_map {
    formula f;
    int n, at[SYSTEM_OUTPUTS];
    jets value;
} proof_map;

typedef struct proof_event {
    int guard, direction;
    arb_t t;
} proof_event;

typedef struct proof {
    const enclosed_system *system;
    scene given; /* parameters alone */
    char values[SYSTEM_PARAMS][64];
    step_rule rule;
    int modes, mode;
    proof_law law[PROOF_MODES];
    proof_map show, guard, reset[SYSTEM_GUARDS];
    cloud state;
    arb_t t; /* exact */
    long steps, refused;
    int nevents, room;
    proof_event *event;
    bool broken; /* an event was passed without proof of what follows */
    reason why;
} proof;

/* The system by its name, or NULL. */
const enclosed_system *system_by_name(const char *name);

/* Parameters as "name=value name=value". false with a sentence in p->why; close it all the
 * same. */
bool proof_open(proof *p, const enclosed_system *s, const char *settings, step_rule rule);
void proof_close(proof *p);
/* Whether both settings give every parameter the same value. */
bool proof_same_settings(const enclosed_system *s, const char *a, const char *b);

/* Carries the state to `until`, an exact time. false with the reason and the time in p->why. */
bool proof_reach(proof *p, const arb_t until);
/* Values over a box. */
void proof_map_box(proof_map *m, const arb_t t, arb_srcptr box, arb_ptr out);
/* Components there: as many as their names. */
void proof_show(proof *p, arb_ptr out);
/* All components' names, separated by blanks. */
const char *proof_components(const proof *p);
int proof_ncomponents(const proof *p);

/* Looks for an event within the verified [0, h] of the current step and passes it. Returns 1:
 * it did, 0: there is none, -1: it could not be decided over this h. A state that was passed
 * and is not proved is in p->broken. */
int proof_event_within(proof *p, const arb_t h);

#endif
