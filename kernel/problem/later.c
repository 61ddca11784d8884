/* later.c -- members that are not implemented: for each a test whether it is set, and a
 * message.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/later.h"

#include <ivp/solver.h>

struct member {
    bool given;
    const char *sentence;
};

/* Of those that are given, number k */
static const char *given(const struct member *m, int n, int k)
{
    for (int j = 0; j < n; j++)
        if (m[j].given && k-- == 0) return m[j].sentence;
    return NULL;
}
#define GIVEN(members, k) given(members, (int)(sizeof(members) / sizeof *(members)), k)

static bool asks_for_sides(const ivp_event *e)
{
    while (e && e->name && !e->side_anew) e++;
    return e && e->name;
}

const char *later_refused(const ivp_problem *p)
{
    const struct member m[] = {
        { p->data, ".data is given, which functions of the problem are not handed yet" },
        { asks_for_sides(p->events),
          ".side_anew of an event is set: sides are not taken anew after a reset yet" },
    };
    return GIVEN(m, 0);
}

const char *later_unused(const ivp_problem *p, int k)
{
    const ivp_large *l = &p->large;
    const struct member m[] = {
        { l->entries, ".large.entries: Jacobians are formed by complex steps or .jac" },
        { l->colours, ".large.colours: columns are grouped by the pattern" },
        { l->times, ".large.times: no linear solver asks for products J v yet" },
        { l->nwork || l->precondition || l->solve,
          ".large.precondition: no linear solver takes a preconditioner yet" },
        { p->sens, ".sens: no sensitivities are integrated yet" },
    };
    return GIVEN(m, k);
}

const char *later_unused_of_solver(const ivp_solver *s, int k)
{
    const struct member m[] = { { s->sens, ".sens: no run asks for sensitivities yet" } };
    return GIVEN(m, k);
}
