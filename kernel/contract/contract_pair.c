/* contract_pair.c -- the problem and formulation on which a solver is tried.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_pair.h"

#include <stdio.h>
#include <string.h>

#include <ivp/solver.h>

#include "kernel/contract/contract_battery.h"
#include "kernel/contract/contract_probe.h"
#include "kernel/stepping/evolve.h"

enum { MOST_PROBLEMS = 512 };

static const char *const formulations[] = { "ode",        "lin",    "dae",        "projected",
                                            "index1",     "ggl",    "baumgarte1", "index2",
                                            "baumgarte2", "index3", NULL };

const char *pair_formulation(instance *i, const char *solver, reason *why)
{
    for (const char *const *f = formulations; *f; f++)
        if (!evolve_fits(i, solver, *f, why)) return *f;
    return NULL;
}

static bool is_core(const ivp_problem *p)
{
    for (const char *word = p->tags; word && *word; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        if (length == strlen("core") && !strncmp(word, "core", length)) return true;
        word += length;
    }
    return false;
}

static bool is_smooth(const instance *i) { return i->nevents == 0 && i->nbreaks == 0; }

static bool takes(pair *p, const ivp_solver *s, const char *name, bool closed, bool pure,
                  reason *why)
{
    if (instance_open(&p->i, name, NULL, why)) return false;
    const ivp_problem *problem = p->i->problem;
    if (is_core(problem) && is_smooth(p->i) && !problem->exact == !closed &&
        !(pure && p->i->sizes.nx)) {
        p->formulation = pair_formulation(p->i, s->name, why);
        p->is_cell = false;
        if (p->formulation) return true;
    }
    instance_close(p->i);
    return false;
}

static bool find(pair *p, const ivp_solver *s, bool pure, reason *why)
{
    char names[MOST_PROBLEMS][PLUGIN_NAME_MAX];
    reason last = { "" };
    int n = plugin_list("problems", names, MOST_PROBLEMS);
    if (n > MOST_PROBLEMS) n = MOST_PROBLEMS;
    for (int k = 0; k < 2 * n; k++)
        if (takes(p, s, names[k % n], k < n, pure, &last)) return true;
    return battery_first(p, s, pair_formulation) ||
           reason_set(why, "%s takes none of the smooth problems with the tag core%s%s",
                      s->name, *last.text ? "; at last: " : "", last.text);
}

bool pair_find(pair *p, const ivp_solver *s, reason *why) { return find(p, s, false, why); }

bool pair_find_mechanical(pair *p, const ivp_solver *s, reason *why)
{
    return find(p, s, true, why);
}

long (*contract_allocations)(void) = NULL;
contract_held (*contract_memory)(void) = NULL;

contract_verdict contract_idle(reason *why, const char *sentence)
{
    reason_set(why, "%s", sentence);
    return CONTRACT_IDLE;
}
