/* double_ladders.c -- see double_ladders.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/double_ladders.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/util.h"
#include "bench/store/store.h"

enum { NEEDED = 2, FAMILIES = 3 };
static const double FIRST_S = 0.25, GROWTH = 8;

/* What is known of each cell of the plan. */
typedef struct fate {
    bool tried;
    bool out;     /* its ladder goes no further */
    bool slow;    /* it ended at the limit */
    char *family; /* of one that arrived; else NULL */
} fate;

typedef struct course_of_plan {
    const plan *p;
    fate *v;
} course_of_plan;

static bool same_ladder(const cell *a, const cell *b)
{
    return !strcmp(a->solver, b->solver) && !strcmp(a->formulation, b->formulation) &&
           !strcmp(a->options, b->options);
}

/* ---- what a store says ------------------------------------------------------------------- */

static char *family_of(const record *r)
{
    json_t *o = json_loads(r->scoring, 0, NULL);
    const char *family = json_string_value(json_object_get(o, "solver_family"));
    char *name = copied(family ? family : r->cell.solver);
    json_decref(o);
    return name;
}

static bool note(void *context, const record *r, const char *machine)
{
    course_of_plan *k = context;
    (void)machine;
    for (int i = 0; i < k->p->ncells; i++) {
        if (strcmp(k->p->cells[i].cell.key, r->cell.key)) continue;
        fate *f = &k->v[i];
        f->slow = r->outcome == OUTCOME_TIMEOUT;
        if (r->outcome == OUTCOME_OK && !f->family) f->family = family_of(r);
    }
    return true;
}

static int read_fates(course_of_plan *k, const char *path)
{
    reason why;
    store *s = store_open(path, false, &why);
    if (!s) {
        cli_say("%s", why.text);
        return CLI_INFRA;
    }
    const bool good = store_each(s, false, note, k);
    if (!good) cli_say("%s: %s", path, store_error(s));
    store_close(s);
    return good ? CLI_OK : CLI_INFRA;
}

/* ---- one rung ---------------------------------------------------------------------------- */

/* rtol 0: any rung */
static bool waits(const course_of_plan *k, int i, double rtol)
{
    const bool here = rtol == 0 || k->p->cells[i].cell.rtol == rtol;
    return here && !k->v[i].out && !k->v[i].family;
}

static int run_some(course_of_plan *k, const run_options *o, const char *path, double rtol,
                    bool again, double limit_s)
{
    plan some = *k->p;
    some.ncells = 0;
    some.cells = need(calloc((size_t)k->p->ncells + 1, sizeof *some.cells));
    for (int i = 0; i < k->p->ncells; i++) {
        if (!waits(k, i, rtol) || (again ? !k->v[i].slow : k->v[i].tried)) continue;
        k->v[i].tried = true;
        plan_cell *c = &some.cells[some.ncells++];
        *c = k->p->cells[i];
        c->coarser = 0;
        c->cell.timeout_s = fmin(c->cell.timeout_s, limit_s);
    }
    int code = some.ncells ? run_cells(&some, o, path) : CLI_OK;
    free(some.cells);
    if (code == CLI_SOLVER) code = CLI_OK;
    return code == CLI_OK ? read_fates(k, path) : code;
}

static int families_at(const course_of_plan *k, double rtol)
{
    int n = 0;
    for (int i = 0; i < k->p->ncells; i++) {
        const char *here = k->p->cells[i].cell.rtol == rtol ? k->v[i].family : NULL;
        bool seen = !here;
        for (int j = 0; j < i && !seen; j++)
            seen = k->p->cells[j].cell.rtol == rtol && k->v[j].family &&
                   !strcmp(k->v[j].family, here);
        n += !seen;
    }
    return n;
}

static int slow_at(const course_of_plan *k, double rtol)
{
    int n = 0;
    for (int i = 0; i < k->p->ncells; i++) n += waits(k, i, rtol) && k->v[i].slow;
    return n;
}

static void end_slow(course_of_plan *k, double rtol)
{
    const plan_cell *c = k->p->cells;
    for (int i = 0; i < k->p->ncells; i++) {
        if (!waits(k, i, rtol) || !k->v[i].slow) continue;
        for (int j = 0; j < k->p->ncells; j++)
            if (same_ladder(&c[i].cell, &c[j].cell)) k->v[j].out = true;
    }
}

/* Does a longer limit pay? For a third family it is raised once: the two that are needed are
 * there. */
static bool pays(const course_of_plan *k, double rtol, bool *raised)
{
    const int n = families_at(k, rtol);
    const bool once = n >= NEEDED && !*raised;
    *raised |= n >= NEEDED;
    return slow_at(k, rtol) && (n < NEEDED || (n < FAMILIES && once));
}

static int run_rung(course_of_plan *k, const run_options *o, const char *path, double rtol,
                    double *limit_s)
{
    const double most = k->p->cells[0].cell.timeout_s;
    bool raised = false;
    int code = run_some(k, o, path, rtol, false, *limit_s);
    while (code == CLI_OK && *limit_s < most && pays(k, rtol, &raised)) {
        *limit_s = fmin(*limit_s * GROWTH, most);
        code = run_some(k, o, path, rtol, true, *limit_s);
    }
    end_slow(k, rtol);
    return code;
}

/* The loosest tolerance below `rtol`; 0: none. */
static double next_rtol(const plan *p, double rtol)
{
    double next = 0;
    for (int i = 0; i < p->ncells; i++)
        if (p->cells[i].cell.rtol < rtol) next = fmax(next, p->cells[i].cell.rtol);
    return next;
}

int double_ladders_run(const plan *p, const run_options *o, const char *path, double until_s)
{
    course_of_plan k = { p, need(calloc((size_t)p->ncells + 1, sizeof *k.v)) };
    double limit = FIRST_S;
    int code = CLI_OK;
    for (int i = 0; i < p->ncells; i++) k.v[i].out = p->cells[i].declined != NULL;
    for (double rtol = next_rtol(p, INFINITY); code == CLI_OK && rtol > 0;
         rtol = next_rtol(p, rtol)) {
        if (until_s > 0 && now_s() > until_s) break;
        const bool first = rtol == next_rtol(p, INFINITY);
        code = run_rung(&k, o, path, rtol, &limit);
        if (code == CLI_OK && first) code = run_some(&k, o, path, 0, false, limit);
    }
    for (int i = 0; i < p->ncells; i++) free(k.v[i].family);
    free(k.v);
    return code;
}
