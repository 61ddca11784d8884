/* condition.h -- of which cells a rule speaks: globs over the names of a cell, and a condition
 * on the tags of its problem.
 *
 *     problem = "robertson*,e5"; solver = "bdf,ndf"; formulation = "index3";
 *     parameters = "*"; options = ""; tags = "stiff & !core"; no_events = true;
 *
 * What is left out is true of every cell. problem, solver and formulation may be several globs,
 * separated by commas.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_GATES_CONDITION_H
#define REPORTS_GATES_CONDITION_H

#include "bench/base/members.h"
#include "bench/cell/record.h"

typedef struct condition {
    /* globs of the fields with CELL_LADDER; of a truth "true", or "*" for any */
    char *of[CELL_NFIELDS];
    char *tags; /* bench/base/tags.h */
} condition;

/* True of every cell; condition_free() frees its texts. */
condition condition_any(void);
void condition_free(condition *c);

/* Reads one member of a group of a gate file. 1: it belongs to the condition; 0: it does not;
 * -1: it is malformed, and a message was printed. */
int condition_member(condition *c, const reader *r, const config_setting_t *s);

/* tags: of the problem's descriptor, with blanks between. */
bool condition_fits(const condition *c, const cell *of, const char *tags);

/* May a reason allow it? None does for a crash, an exit, memory, infrastructure and
 * misbehaviour. */
bool outcome_is_excusable(outcome o);

/* A list [ "diverged", ... ] of outcomes that a reason may allow, as bits. */
bool condition_outcomes(const reader *r, const config_setting_t *s, unsigned *bits);

#endif
