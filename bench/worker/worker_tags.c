/* worker_tags.c -- the tags of a problem: the words of its descriptor, and those that follow
 * from it.
 *
 *     ode lin dae mechanical   its form
 *     index1 index2 index3     the highest index of its unknowns, where they are given; of
 *                              mechanisms with constraints 3
 *     events breaks banded     what it declares
 *     large                    a hundred unknowns or more
 *     closed                   an exact solution is known
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/worker.h"

#include "bench/base/tags.h"
#include "bench/base/util.h"

#include <stdlib.h>

enum { LARGE = 100 };

static void add(char **tags, bool holds, const char *word)
{
    if (!holds || tags_fit(word, *tags)) return;
    char *longer = text_of("%s%s%s", *tags, **tags ? " " : "", word);
    free(*tags);
    *tags = longer;
}

static int highest_index(const instance *i)
{
    int most = i->problem->form == IVP_MECH && i->sizes.ng ? 3 : 0;
    for (int k = 0; i->problem->index && k < i->sizes.n; k++)
        if (i->problem->index[k] > most) most = i->problem->index[k];
    return most;
}

char *worker_tags(const instance *i)
{
    static const char *const forms[] = {
        [IVP_ODE] = "ode", [IVP_LIN] = "lin", [IVP_DAE] = "dae", [IVP_MECH] = "mechanical"
    };
    static const char *const indices[] = { "", "index1", "index2", "index3" };
    const ivp_problem *p = i->problem;
    const int index = highest_index(i);
    char *tags = copied(p->tags);
    add(&tags, true, forms[p->form]);
    add(&tags, index > 0 && index <= 3, index > 0 && index <= 3 ? indices[index] : "");
    add(&tags, i->nevents > 0, "events");
    add(&tags, i->nbreaks > 0, "breaks");
    add(&tags, i->sizes.ml > 0 || i->sizes.mu > 0, "banded");
    add(&tags, i->sizes.n >= LARGE, "large");
    add(&tags, p->exact != NULL, "closed");
    return tags;
}
