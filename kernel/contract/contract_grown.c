/* contract_grown.c -- the pattern that a problem declares holds for 2 N + 1 too, where N is its
 * parameter. Dense vectors v are multiplied in two ways,
 *
 *     (dF/dy + c dF/dy') v      one complex step through all of F
 *     (c M - J) v               over the declared pattern (jac_columns.h)
 *
 * and each row agrees. An entry outside the pattern shows in the first product alone, and a
 * vector without zeros misses none. A vector costs one evaluation, all columns cost n.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/formulation.h"
#include "kernel/formulation/jac_columns.h"
#include "kernel/formulation/precondition.h"

enum { VECTORS = 3 };
static const plain agrees = 1e-9, c = 0.37;

static int place_of_N(const instance *i)
{
    const ivp_param *q = i->problem->params;
    for (int k = 0; k < i->nparams; k++)
        if (!strcmp(q[k].name, "N")) return k;
    return -1;
}

const char *contract_no_grown(const instance *i)
{
    const bool grows = i->problem->pattern && i->problem->size && place_of_N(i) >= 0;
    if (IVP_ARITH != IVP_DOUBLE || i->problem->form == IVP_MECH || !grows)
        return "it has no pattern that grows with a parameter N";
    return NULL;
}

/* The settings of i with another N; false: they are too long. */
static bool grown_settings(const instance *i, char *text, size_t size)
{
    char given[SETTINGS_MAX], *rest = NULL;
    const int N = (int)i->p[place_of_N(i)];
    instance_settings(i, given, sizeof given);
    size_t used = (size_t)snprintf(text, size, "N=%d", 2 * N + 1);
    for (char *word = strtok_r(given, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (strncmp(word, "N=", 2) && used < size)
            used += (size_t)snprintf(text + used, size - used, " %s", word);
    return used < size;
}

/* ---- products ---------------------------------------------------------------------------- */

typedef struct products {
    ivp_model *m;
    real t, *y, *yp, *v, *direct, *over, *scale; /* n each */
    unsigned long seed;
} products;

static real uniform(products *p)
{
    p->seed = p->seed * 6364136223846793005u + 1442695040888963407u;
    return (real)(p->seed >> 11) / (1ul << 52) - 1;
}

/* over := (c M - J) v; scale := the same of absolute values */
static void multiply(products *p)
{
    const jac_columns *k = p->m->columns;
    const sparse_pattern *s = &k->pattern;
    memset(p->over, 0, 2 * (size_t)s->n * sizeof *p->over);
    for (int j = 0; j < s->n; j++)
        for (int e = s->first[j]; e < s->first[j + 1]; e++) {
            const real of_M = k->M ? k->M[e] : s->row[e] == j;
            const real a = (c * of_M - k->J[e]) * p->v[j];
            p->over[s->row[e]] += a;
            p->scale[s->row[e]] += ivp_abs(a);
        }
}

static bool rows_agree(const products *p, const char *settings, reason *why)
{
    for (int k = 0; k < ivp_n(p->m); k++)
        if (!(ivp_abs(p->direct[k] - p->over[k]) <= agrees * (1 + p->scale[k])))
            return reason_set(
                why,
                "with %s row %d of the Jacobian times a vector is %g, and %g over "
                "the declared pattern, which lacks an entry there",
                settings, k + 1, (double)p->direct[k], (double)p->over[k]);
    return true;
}

/* At a point beside the start; true where the equations are not defined. */
static bool probe_once(products *p, const char *settings, reason *why)
{
    const int n = ivp_n(p->m);
    for (int k = 0; k < n; k++) {
        p->v[k] = 1 + uniform(p) / 2;
        p->y[k] += R(0.001) * ivp_abs(p->y[k]) * uniform(p);
    }
    const ivp_status st = jac_columns_at(p->m->columns, p->t, p->y, p->yp, NULL);
    if (st == IVP_E_INVALID && p->m->reason)
        return reason_set(why, "with %s: %s", settings, p->m->reason);
    if (st || ivp_res_along(p->m, p->t, p->y, p->yp, c, p->v, p->direct)) return true;
    multiply(p);
    return rows_agree(p, settings, why);
}

/* ---- the larger problem ------------------------------------------------------------------ */

static bool probe_model(ivp_model *m, real t, const char *settings, reason *why)
{
    const size_t n = (size_t)ivp_n(m);
    real *at = calloc(6 * n, sizeof *at);
    if (!at) return reason_set(why, "not enough memory for the check");
    products p = { m, t, at, at + n, at + 2 * n, at + 3 * n, at + 4 * n, at + 5 * n, 1 };
    bool good = true;
    if (!model_start(m, p.y, p.yp))
        for (int k = 0; good && k < VECTORS; k++) good = probe_once(&p, settings, why);
    free(at);
    return good;
}

static ivp_formulation form_of(const ivp_problem *p)
{
    return p->form == IVP_DAE ? IVP_AS_DAE : p->form == IVP_LIN ? IVP_AS_LIN : IVP_AS_ODE;
}

bool contract_grown(instance *i, reason *why)
{
    char settings[SETTINGS_MAX];
    reason refusal = { "" };
    instance *grown = NULL;
    ivp_model *m = NULL;
    if (!grown_settings(i, settings, sizeof settings)) return true;
    bool good = !instance_open(&grown, i->problem->name, settings, &refusal) &&
                !model_open(&m, grown, form_of(grown->problem), NULL, IVP_RES, &refusal);
    if (!good) reason_set(why, "with %s: %s", settings, refusal.text);
    if (good && m->columns)
        good = probe_model(m, (real)grown->t0, settings, why);
    else if (good)
        reason_set(why, "with %s matrices are full or banded, and the pattern is not used",
                   settings);
    model_close(m);
    instance_close(grown);
    return good;
}
