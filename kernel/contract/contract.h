/* contract.h -- what every plug-in promises, one promise at a time: the descriptor is complete,
 * functions are pure, derivatives agree. Looped over all plug-ins by the tests, over one by
 * `ivpbench plugin test`. */
#ifndef IVP_CONTRACT_H
#define IVP_CONTRACT_H

#include "kernel/problem/instance.h"

struct ivp_solver;

/* Each table ends with { 0 }. kept() leaves a sentence in why[PLUGIN_WHY_MAX] when the promise
 * is broken. */
typedef struct problem_promise {
    const char *text;
    bool (*kept)(instance *i, char *why);
} problem_promise;

typedef struct solver_promise {
    const char *text;
    bool (*kept)(const struct ivp_solver *s, char *why);
} solver_promise;

extern const problem_promise problem_promises[];
extern const solver_promise solver_promises[];

/* The file of this plug-in in each arithmetic it must have exists, exports its symbol, and
 * agrees on ABI, arithmetic and name. kind is "problems" or "solvers". Calls none of its
 * functions. */
bool contract_files(const char *kind, const char *name, char *why);

#endif
