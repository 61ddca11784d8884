/* instance.c -- canonical components of an opened problem: names, views, completion, drift.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/instance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/cstep.h"
#include "kernel/problem/declared.h"
#include "kernel/linear/mat.h"
#include "kernel/problem/mech.h"

int instance_ncomponents(const instance *i)
{
    return i->sizes.n + (i->problem->form == IVP_MECH ? i->sizes.nq + i->sizes.ng : 0);
}

/* Blocks of a canonical mechanical vector, in order. */
static void blocks(const instance *i, const char *names[5], int sizes[5])
{
    static const char *const mechanical[5] = { "q", "u", "x", "a", "lambda" };
    const ivp_sizes *s = &i->sizes;
    const int n[5] = { s->nq, s->nq, s->nx, s->nq, s->ng };
    for (int b = 0; b < 5; b++) {
        names[b] = mechanical[b];
        sizes[b] = n[b];
    }
    if (i->problem->form != IVP_MECH) {
        names[0] = "y";
        sizes[0] = s->n;
        for (int b = 1; b < 5; b++) sizes[b] = 0;
    }
}

void instance_component_name(const instance *i, int k, char *name, size_t size)
{
    const char *names[5];
    int sizes[5], b = 0;
    blocks(i, names, sizes);
    while (b < 4 && k >= sizes[b]) k -= sizes[b++];
    snprintf(name, size, "%s%d", names[b], k + 1);
}

/* One word: "all", "q", "q3", "q1-7". */
static bool mask_word(const instance *i, const char *word, bool *mask)
{
    const char *names[5];
    int sizes[5], offset = 0;
    blocks(i, names, sizes);
    if (strcmp(word, "all") == 0) {
        for (int k = 0; k < instance_ncomponents(i); k++) mask[k] = true;
        return true;
    }
    for (int b = 0; b < 5; offset += sizes[b++]) {
        const size_t length = strlen(names[b]);
        if (strncmp(word, names[b], length) != 0) continue;
        int from = 1, to = sizes[b];
        char *end = NULL;
        const char *rest = word + length;
        if (*rest) {
            from = to = (int)strtol(rest, &end, 10);
            if (end != rest && *end == '-') to = (int)strtol(rest = end + 1, &end, 10);
            if (end == rest || *end || from < 1 || to < from || to > sizes[b]) continue;
        }
        for (int k = from; k <= to; k++) mask[offset + k - 1] = true;
        return true;
    }
    return false;
}

bool instance_mask(const instance *i, const char *components, bool *mask, reason *why)
{
    memset(mask, 0, (size_t)instance_ncomponents(i) * sizeof *mask);
    while (*components) {
        char word[64];
        const size_t n = strcspn(components, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, components);
        if (n && !mask_word(i, word, mask))
            return reason_set(
                why, "%s: '%s' names no component; write q, u3, q1-7, lambda, y2 or all",
                i->problem->name, word);
        components += n + strspn(components + n, " ");
    }
    return true;
}

ivp_state instance_view(const instance *i, real t, const real *canonical, const real *yp)
{
    if (i->problem->form != IVP_MECH) return (ivp_state){ .t = t, .y = canonical, .yp = yp };
    const ivp_sizes *n = &i->sizes;
    ivp_state s = { .t = t, .y = canonical, .yp = yp, .q = canonical };
    s.u = s.q + n->nq;
    s.x = s.u + n->nq;
    s.a = s.x + n->nx;
    s.lambda = s.a + n->nq;
    return s;
}

real instance_guard(const instance *i, const ivp_event *e, const ivp_state *s)
{
    return e->guard ? e->guard(s, i->p) : e->guard_with(s, i->p, e->data);
}

/* Block and position, from 0, of a component such as "q2"; block -1: there is none. */
static int component(const instance *i, const char *name, int *at)
{
    const char *names[5];
    int sizes[5];
    blocks(i, names, sizes);
    for (int b = 0; b < 5; b++) {
        const size_t length = strlen(names[b]);
        if (strncmp(name, names[b], length) != 0) continue;
        char *end;
        const long k = strtol(name + length, &end, 10);
        *at = (int)k - 1;
        if (end != name + length && !*end && k >= 1 && k <= sizes[b]) return b;
    }
    return -1;
}

bool instance_has_component(const instance *i, const char *name)
{
    int at;
    return component(i, name, &at) >= 0;
}

real instance_observe(const instance *i, const ivp_observable *o, const ivp_state *s)
{
    if (o->value) return o->value(s, i->p);
    int at;
    const int block = component(i, o->component, &at);
    const real *const of[5] = { i->problem->form == IVP_MECH ? s->q : s->y, s->u, s->x, s->a,
                                s->lambda };
    return of[block][at];
}

ivp_status instance_complete(instance *i, real t, real *canonical)
{
    if (i->problem->form != IVP_MECH) return IVP_OK;
    mech *m = i->mech;
    const ivp_state s = mech_state(m, t, canonical);
    ivp_status st = mech_accelerate_at(m, &s);
    if (!st) memcpy(canonical + i->sizes.n, m->a, (size_t)(m->nq + m->ng) * sizeof(real));
    return st;
}

ivp_status instance_project(instance *i, real t, real *canonical)
{
    if (i->problem->form != IVP_MECH || !i->sizes.ng) return IVP_OK;
    const ivp_status st = mech_project_q(i->mech, 0, t, canonical, NULL);
    return st ? st : mech_project_u(i->mech, t, canonical, NULL);
}

/* max |A x + b|; r: the vector, work */
static real residual(ivp_mat A, const real *x, const real *b, real *r)
{
    memcpy(r, b, (size_t)A.rows * sizeof *r);
    mat_multiply_add(A, x, r);
    return vec_max(r, A.rows);
}

/* |G a - gamma| for the acceleration that this lambda means, M a = f - G^T lambda; -1 where M
 * is singular. */
static ivp_status acceleration_drift(mech *m, const ivp_state *s, real *drift)
{
    ivp_status st = mech_terms(m, IVP_M | IVP_F | IVP_GQ | IVP_GAMMA, s);
    if (st) return st;
    for (int k = 0; k < m->nq; k++) m->rhs[k] = -m->at.f[k];
    mat_transposed_add(m->at.G, s->lambda, m->rhs);
    for (int k = 0; k < m->nq; k++) m->rhs[k] = -m->rhs[k];
    *drift = -1;
    if (mech_solve_mass(m, m->rhs)) return IVP_OK;
    for (int k = 0; k < m->ng; k++) m->at.gamma[k] = -m->at.gamma[k];
    *drift = residual(m->at.G, m->rhs, m->at.gamma, m->lambda);
    return IVP_OK;
}

ivp_status instance_drift(instance *i, const ivp_state *s, real drift[3])
{
    drift[0] = drift[1] = drift[2] = 0;
    mech *m = i->mech;
    if (i->problem->form != IVP_MECH || !m->ng) return IVP_OK;
    ivp_status st = mech_terms(m, IVP_CON | IVP_GQ | IVP_GT, s);
    if (st) return st;
    for (int k = 0; k < m->ng; k++) drift[0] = ivp_max(drift[0], ivp_abs(m->at.g[k]));
    drift[1] = residual(m->at.G, s->u, m->at.gt, m->at.gamma);
    return s->a ? acceleration_drift(m, s, &drift[2]) : IVP_OK;
}

void instance_sync(instance *i)
{
    if (i->problem->prepare) i->problem->prepare(i->p, i->p + i->nparams);
    cstep_parameters(i->twin, i->p);
    i->syncs++;
}

void instance_reset(instance *i)
{
    memcpy(i->p, i->p0, (size_t)i->nparams * sizeof(real));
    memset(i->side, 0, (size_t)i->nevents * sizeof(real));
    instance_sync(i);
}

void instance_close(instance *i)
{
    if (!i) return;
    mech_destroy(i->mech);
    elimination_plan_destroy(i->plan);
    cstep_close(i->twin);
    declared_release(i->declared);
    free(i->start);
    free(i->text);
    free(i->p0);
    free(i->p);
    free(i);
}

void instance_settings(const instance *i, char *text, size_t size)
{
    size_t at = 0;
    if (size) *text = '\0';
    for (int k = 0; k < i->nparams && at < size; k++) {
        const ivp_param *p = &i->problem->params[k];
        char standard[1][SETTING_MAX];
        reason why;
        real value;
        const ivp_param one[] = { *p, { 0 } };
        settings_parse(one, NULL, "", standard, &value, &why);
        if (strcmp(standard[0], i->text[k]) != 0)
            at += (size_t)snprintf(text + at, size - at, "%s%s=%s", at ? " " : "", p->name,
                                   i->text[k]);
    }
}
