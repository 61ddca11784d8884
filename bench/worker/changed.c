/* changed.c -- tries one parameter after the other; a problem may refuse a value.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/changed.h"

#include "bench/base/util.h"
#include "kernel/problem/instance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double share = 0.01, felt = 1e-5;

/* The words of the list but for the parameter's own, and it. false: too long. */
static bool replace(const char *list, const char *name, double value, char to[CELL_TEXT])
{
    char parts[CELL_TEXT], *rest = parts, *word;
    size_t at = 0;
    snprintf(parts, sizeof parts, "%s", list);
    while ((word = strsep(&rest, " "))) {
        const size_t n = strlen(name);
        if (!*word || (!strncmp(word, name, n) && word[n] == '=')) continue;
        at += (size_t)snprintf(to + at, CELL_TEXT - at, "%s ", word);
    }
    at += (size_t)snprintf(to + at, CELL_TEXT - at, "%s=%.15g", name, value);
    return at < CELL_TEXT;
}

/* Does a derivative at the start differ by a share that a solver feels? */
static bool differ(const instance *a, const instance *b)
{
    double most = 0, size = 0;
    for (int k = 0; k < a->sizes.n; k++) {
        most = fmax(most, fabs(a->start_yp[k] - b->start_yp[k]));
        size = fmax(size, fabs(a->start_yp[k]));
    }
    return most > felt * size;
}

static bool is_felt(const instance *i, const char *problem, const char *settings)
{
    reason why;
    instance *other = NULL;
    const bool felt_there = !instance_open(&other, problem, settings, &why) && differ(i, other);
    instance_close(other);
    return felt_there;
}

static bool change_one(const instance *i, cell *c)
{
    char settings[CELL_TEXT];
    for (int k = 0; k < i->nparams; k++) {
        const ivp_param *p = &i->problem->params[k];
        if (p->choices || p->hidden || p->kind != IVP_REAL || i->p0[k] == 0) continue;
        if (!replace(c->parameters, p->name, i->p0[k] * (1 + share), settings)) continue;
        if (!is_felt(i, c->problem, settings)) continue;
        snprintf(c->parameters, sizeof c->parameters, "%s", settings);
        return true;
    }
    return false;
}

bool changed_parameters(cell *c, reason *why)
{
    reason sentence;
    instance *i = NULL;
    if (instance_open(&i, c->problem, c->parameters, &sentence))
        return reason_set(why, "%s", sentence.text);
    const bool found = change_one(i, c);
    instance_close(i);
    return found || reason_set(why, "no parameter changes a derivative at the start");
}
