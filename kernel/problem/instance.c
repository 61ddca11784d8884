/* instance.c -- opens a problem with parameter values; canonical components and their names. */
#include "kernel/problem/instance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/cstep.h"
#include "kernel/linear/lu.h"
#include "kernel/problem/mech.h"
#include "kernel/problem/start.h"

static int count_events(const ivp_problem *p)
{
    int n = 0;
    while (p->events && p->events[n].name) n++;
    return n;
}

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

bool instance_mask(const instance *i, const char *words, bool *mask, char *why)
{
    memset(mask, 0, (size_t)instance_ncomponents(i) * sizeof *mask);
    while (*words) {
        char word[64];
        const size_t n = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, words);
        if (n && !mask_word(i, word, mask)) {
            snprintf(why, PLUGIN_WHY_MAX,
                     "%s: '%s' names no component; write q, u3, q1-7, lambda, y2 or all",
                     i->problem->name, word);
            return false;
        }
        words += n + strspn(words + n, " ");
    }
    return true;
}

ivp_state instance_view(const instance *i, real t, real *canonical, real *yp)
{
    if (i->problem->form != IVP_MECH) return (ivp_state){ .t = t, .y = canonical, .yp = yp };
    const ivp_sizes *s = &i->sizes;
    real *u = canonical + s->nq, *x = u + s->nq, *a = x + s->nx;
    return (ivp_state){ .t = t, .q = canonical, .u = u, .x = x, .a = a, .lambda = a + s->nq };
}

real instance_scalar(const instance *i, ivp_scalar f, const ivp_state *s) { return f(s, i->p); }

ivp_status instance_complete(instance *i, real t, real *canonical)
{
    if (i->problem->form != IVP_MECH) return IVP_OK;
    ivp_state s = instance_view(i, t, canonical, NULL);
    mech *m = i->mech;
    ivp_status st = mech_accelerate(m, t, s.q, s.u, s.x);
    if (!st) memcpy(s.a, m->a, (size_t)(m->nq + m->ng) * sizeof(real));
    return st;
}

/* r := max |A x + b| */
static real residual(ivp_mat A, const real *x, const real *b)
{
    real max = 0;
    for (int k = 0; k < A.rows; k++) {
        real r = b[k];
        for (int j = 0; j < A.cols; j++) r += *ivp_at(A, k, j) * x[j];
        max = ivp_max(max, ivp_abs(r));
    }
    return max;
}

/* |G a - gamma| for the acceleration that this lambda means, M a = f - G^T lambda; -1 where M
 * is singular. */
static ivp_status acceleration_drift(mech *m, const ivp_state *s, real *drift)
{
    ivp_status st =
        mech_terms(m, IVP_M | IVP_F | IVP_GQ | IVP_GAMMA, s->t, s->q, s->u, s->x, NULL);
    if (st) return st;
    for (int k = 0; k < m->nq; k++) {
        m->rhs[k] = m->at.f[k];
        for (int l = 0; l < m->ng; l++) m->rhs[k] -= *ivp_at(m->at.G, l, k) * s->lambda[l];
    }
    *drift = -1;
    if (lu_factor(m->at.M, m->pivots)) return IVP_OK;
    lu_solve(m->at.M, m->pivots, m->rhs);
    for (int k = 0; k < m->ng; k++) m->at.gamma[k] = -m->at.gamma[k];
    *drift = residual(m->at.G, m->rhs, m->at.gamma);
    return IVP_OK;
}

ivp_status instance_drift(instance *i, const ivp_state *s, real drift[3])
{
    drift[0] = drift[1] = drift[2] = 0;
    mech *m = i->mech;
    if (i->problem->form != IVP_MECH || !m->ng) return IVP_OK;
    ivp_status st = mech_terms(m, IVP_CON | IVP_GQ | IVP_GT, s->t, s->q, s->u, s->x, NULL);
    if (st) return st;
    for (int k = 0; k < m->ng; k++) drift[0] = ivp_max(drift[0], ivp_abs(m->at.g[k]));
    drift[1] = residual(m->at.G, s->u, m->at.gt);
    return s->a ? acceleration_drift(m, s, &drift[2]) : IVP_OK;
}

void instance_sync(instance *i) { cstep_parameters(i->twin, i->p); }

void instance_reset(instance *i)
{
    memcpy(i->p, i->p0, (size_t)(i->nparams + i->nevents) * sizeof(real));
    instance_sync(i);
}

/* Everything of the instance that is an array: one allocation. */
static bool allocate(instance *i)
{
    const ivp_sizes *s = &i->sizes;
    const size_t np = (size_t)(i->nparams + i->nevents), nc = (size_t)instance_ncomponents(i);
    const size_t n = (size_t)s->n;
    real *at = calloc(nc + 2 * n + n * n + 1, sizeof *at);
    if (!at) return false;
    i->start = at;
    i->start_yp = at + nc;
    i->twin = cstep_open(i->complex_problem, s->n, s->nq, s->nx, s->ng, (int)np);
    return i->twin != NULL;
}

static bool read_parameters(instance *i, const char *settings, char *why)
{
    const ivp_problem *p = i->problem;
    i->nparams = settings_count(p->params);
    i->nevents = count_events(p);
    const size_t np = (size_t)(i->nparams + i->nevents);
    i->p = calloc(2 * np + 1, sizeof *i->p);
    i->text = calloc(np + 1, sizeof *i->text);
    if (!i->p || !i->text) return false;
    i->p0 = i->p + np;
    if (!settings_parse(p->params, settings, p->name, i->text, i->p, why)) return false;
    memcpy(i->p0, i->p, np * sizeof(real));
    return true;
}

static void read_sizes(instance *i)
{
    const ivp_problem *p = i->problem;
    i->sizes = p->sizes;
    if (p->size) p->size(i->p, &i->sizes);
    if (p->form == IVP_MECH) i->sizes.n = 2 * i->sizes.nq + i->sizes.nx;
    i->t0 = strtod(p->t0, NULL);
    i->t1 = p->end ? p->end(i->p) : strtod(p->t1, NULL);
}

static ivp_status open_parts(instance *i, const char *settings, char *why)
{
    if (!read_parameters(i, settings, why)) return *why ? IVP_E_INVALID : IVP_E_NOMEM;
    read_sizes(i);
    if (i->sizes.n < 1 || !(i->t1 > i->t0)) {
        snprintf(why, PLUGIN_WHY_MAX,
                 "%s: %d unknowns on the interval %g .. %g make no problem", i->problem->name,
                 i->sizes.n, i->t0, i->t1);
        return IVP_E_INVALID;
    }
    if (!allocate(i)) return IVP_E_NOMEM;
    instance_sync(i);
    ivp_status st = IVP_OK;
    if (i->problem->form == IVP_MECH)
        st = mech_create(&i->mech, i->problem, &i->sizes, i->p, i->twin, i->uncounted);
    return st ? st : start_consistent(i, why);
}

ivp_status instance_open(instance **out, const char *name, const char *settings, char *why)
{
    *out = NULL;
    *why = '\0';
    const void *twin = NULL;
    const ivp_problem *p = plugin_problem(name, &twin, why);
    if (!p) return IVP_E_INVALID;
    instance *i = calloc(1, sizeof *i);
    if (!i) return IVP_E_NOMEM;
    i->problem = p;
    i->complex_problem = twin;
    ivp_status st = open_parts(i, settings, why);
    if (!st) {
        *out = i;
        return IVP_OK;
    }
    if (!*why)
        snprintf(why, PLUGIN_WHY_MAX, "%s cannot be opened (%s)", name, ivp_status_name(st));
    instance_close(i);
    return st < 0 ? st : IVP_E_INCONSISTENT;
}

void instance_close(instance *i)
{
    if (!i) return;
    mech_destroy(i->mech);
    cstep_close(i->twin);
    free(i->start);
    free(i->text);
    free(i->p);
    free(i);
}

void instance_settings(const instance *i, char *text, size_t size)
{
    size_t at = 0;
    if (size) *text = '\0';
    for (int k = 0; k < i->nparams && at < size; k++) {
        const ivp_param *p = &i->problem->params[k];
        char standard[1][SETTING_MAX], why[PLUGIN_WHY_MAX];
        real value;
        const ivp_param one[] = { *p, { 0 } };
        settings_parse(one, NULL, "", standard, &value, why);
        if (strcmp(standard[0], i->text[k]) != 0)
            at += (size_t)snprintf(text + at, size - at, "%s%s=%s", at ? " " : "", p->name,
                                   i->text[k]);
    }
}
