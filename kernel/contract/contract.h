/* contract.h -- what every plug-in promises, one promise at a time: the descriptor is complete,
 * functions are pure, derivatives agree. Looped over all plug-ins by the tests, over one by
 * `ivpbench plugin test`.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_CONTRACT_H
#define IVP_CONTRACT_H

#include "kernel/problem/instance.h"
#include "kernel/reason/reason.h"

struct ivp_solver;

typedef enum contract_verdict {
    CONTRACT_KEPT,
    CONTRACT_BROKEN,
    CONTRACT_IDLE /* nothing was tried */
} contract_verdict;

/* Each table ends with { 0 }. check() leaves in why a sentence when the promise
 * is broken or does not apply; what was observed, or nothing, when it is kept. */
typedef struct problem_promise {
    const char *text;
    bool (*kept)(instance *i, reason *why);
    const char *(*idle)(const instance *i); /* why it does not apply, or NULL */
    contract_verdict (*check)(instance *i, reason *why); /* in place of both */
} problem_promise;

/* Either check, or a feature of contract_battery.h */
typedef struct solver_promise {
    const char *text;
    contract_verdict (*check)(const struct ivp_solver *s, reason *why);
    int feature;
} solver_promise;

/* contract_ends.c */
contract_verdict contract_published(instance *i, reason *why);
/* Is the closed form where a run ends? true where none arrives */
bool contract_closed_end(instance *i, reason *why);
contract_verdict problem_check(const problem_promise *promise, instance *i, reason *why);
contract_verdict solver_check(const solver_promise *promise, const struct ivp_solver *s,
                              reason *why);

extern const problem_promise problem_promises[];
extern const solver_promise solver_promises[];

/* Set by programs that count how often memory is taken; NULL: nobody counts. */
extern long (*contract_allocations)(void);

/* Memory that is held now. Set by programs that can tell; NULL: nobody.
 *     heap    bytes in use
 *     pages   bytes of the process and its children that are no file's; 0: not known */
typedef struct contract_held {
    double heap, pages;
} contract_held;
extern contract_held (*contract_memory)(void);

/* The file of this plug-in in each arithmetic it must have exists, exports its symbol, and
 * agrees on ABI, arithmetic and name. kind is "problems" or "solvers". Calls none of its
 * functions. */
bool contract_files(const char *kind, const char *name, reason *why);

#endif
