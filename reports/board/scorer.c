/* scorer.c -- see scorer.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/board/scorer.h"

#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

struct scorer {
    char *references;
    group of; /* of the last problem */
};

scorer *scorer_new(const char *references)
{
    scorer *s = need(calloc(1, sizeof *s));
    s->references = references ? copied(references) : NULL;
    return s;
}

static void forget(group *g)
{
    free(g->problem);
    free(g->parameters);
    free(g->why);
    json_decref(g->scoring);
    ref_free(g->ref);
    *g = (group){ 0 };
}

void scorer_free(scorer *s)
{
    if (!s) return;
    forget(&s->of);
    free(s->references);
    free(s);
}

static const group *group_of(scorer *s, const record *r)
{
    group *g = &s->of;
    const cell *c = &r->cell;
    if (g->problem && !strcmp(g->problem, c->problem) && !strcmp(g->parameters, c->parameters))
        return g;
    forget(g);
    *g = (group){ .problem = copied(c->problem),
                  .parameters = copied(c->parameters),
                  .why = copied(""),
                  .scoring = r->scoring ? json_loads(r->scoring, 0, NULL) : NULL };
    score_attach_reference(g, s->references);
    return g;
}

digits scorer_digits(scorer *s, const record *r)
{
    if (r->outcome != OUTCOME_OK) return metrics_unknown();
    const group *g = group_of(s, r);
    json_t *scoring = r->scoring ? json_loads(r->scoring, 0, NULL) : NULL;
    const char *family = json_string_value(json_object_get(scoring, "solver_family"));
    entry e = { .r = *r };
    e.half = score_reference_half(g->ref, family ? family : "");
    score_digits(g, &e);
    json_decref(scoring);
    return e.scd;
}
