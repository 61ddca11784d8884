/* problem_cases.h -- every problem plug-in with its defaults and with each choice of its word
 * parameters, as cases of Check's loop tests; points to evaluate them at.
 *
 * A point z is (t, q, u, x, lambda) of a mechanical problem, (t, y) of an ODE or a linearly
 * implicit one, (t, y, y') of an implicit one; the values w at z are all blocks in a row. */
#ifndef PROBLEM_CASES_H
#define PROBLEM_CASES_H

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cstep.h"
#include "instance.h"

enum { CASES = 1024, BLOCKS = 7, POINTS = 6, ALL_TERMS = 127 };

typedef struct problem_case {
    char name[PLUGIN_NAME_MAX], settings[2 * PLUGIN_NAME_MAX];
} problem_case;

static problem_case cases[CASES];
static int ncases;

static inline void add_case(const char *name, const char *parameter, const char *word, size_t n)
{
    problem_case *c = &cases[ncases++];
    snprintf(c->name, sizeof c->name, "%s", name);
    if (parameter)
        snprintf(c->settings, sizeof c->settings, "%s=%.*s", parameter, (int)n, word);
}

static inline void add_problem(const char *name)
{
    const void *twin;
    char why[PLUGIN_WHY_MAX];
    const ivp_problem *p = plugin_problem(name, &twin, why);
    add_case(name, NULL, NULL, 0);
    for (const ivp_param *q = p ? p->params : NULL; q && q->name; q++)
        for (const char *c = q->choices; c && *c; c += strspn(c, " ")) {
            const size_t n = strcspn(c, " ");
            if (ncases < CASES) add_case(name, q->name, c, n);
            c += n;
        }
}

/* Plug-ins that lie beside the test programs are made to be caught: they are left out. */
static inline void collect_cases(void)
{
    static char names[CASES][PLUGIN_NAME_MAX];
    char path[1200];
    const int n = plugin_list("problems", names, CASES);
    for (int k = 0; k < n && k < CASES && ncases < CASES; k++)
        if (plugin_path("problems", "double", names[k], path, sizeof path) &&
            !strstr(path, "/tests/double/"))
            add_problem(names[k]);
}

static inline instance *open_settings(const char *name, const char *settings)
{
    char why[PLUGIN_WHY_MAX] = "";
    instance *i;
    const ivp_status st = instance_open(&i, name, settings, why);
    ck_assert_msg(st == IVP_OK, "%s %s: %s", name, settings, why);
    return i;
}

static inline instance *open_case(int k)
{
    return open_settings(cases[k].name, cases[k].settings);
}

#define REQUIRE(condition, what)                                                               \
    ck_assert_msg(condition, "%s %s: %s", cases[_i].name, cases[_i].settings, what)

/* ---- blocks ------------------------------------------------------------------------ */

typedef struct layout {
    int nz, nw, nblocks;
    struct block {
        const char *name;
        int at, n;
    } block[BLOCKS];
} layout;

static inline void add_block(layout *l, const char *name, int n)
{
    l->block[l->nblocks++] = (struct block){ name, l->nw, n };
    l->nw += n;
}

/* The blocks of a mechanical problem stand in the order of the bits IVP_M .. IVP_GAMMA. */
static inline layout layout_of(const instance *i)
{
    const ivp_sizes *s = &i->sizes;
    const ivp_form form = i->problem->form;
    layout l = { .nz = form == IVP_MECH  ? 1 + s->n + s->ng
                       : form == IVP_DAE ? 1 + 2 * s->n
                                         : 1 + s->n };
    if (form == IVP_MECH) {
        static const char *const names[BLOCKS] = { "M", "f", "d", "g", "G", "gt", "gamma" };
        const int n[BLOCKS] = {
            s->nq * s->nq, s->nq, s->nx, s->ng, s->ng * s->nq, s->ng, s->ng
        };
        for (int b = 0; b < BLOCKS; b++) add_block(&l, names[b], n[b]);
        return l;
    }
    add_block(&l, form == IVP_DAE ? "F" : "f", s->n);
    if (form == IVP_LIN) add_block(&l, "M", s->n * s->n);
    return l;
}

static inline double *vector(int n)
{
    double *v = calloc((size_t)n + 1, sizeof *v);
    ck_assert_ptr_nonnull(v);
    return v;
}

static inline double largest(const double *v, int n)
{
    double max = 0;
    for (int k = 0; k < n; k++) max = fmax(max, fabs(v[k]));
    return max;
}

static inline bool all_finite(const double *v, int n)
{
    for (int k = 0; k < n; k++)
        if (!isfinite(v[k])) return false;
    return true;
}

static inline ivp_mat matrix(const layout *l, double *w, int block, int rows, int cols)
{
    return (ivp_mat){ rows, cols, rows > 0 ? rows : 1, w + l->block[block].at };
}

static inline ivp_terms terms_in(const instance *i, const layout *l, double *w)
{
    const ivp_sizes *s = &i->sizes;
    return (ivp_terms){ .M = matrix(l, w, 0, s->nq, s->nq),
                        .G = matrix(l, w, 4, s->ng, s->nq),
                        .f = w + l->block[1].at,
                        .d = w + l->block[2].at,
                        .g = w + l->block[3].at,
                        .gt = w + l->block[5].at,
                        .gamma = w + l->block[6].at };
}

/* w(z), zeroed before; IVP_DOMAIN too where a value is not finite. */
static inline ivp_status evaluate(const instance *i, unsigned want, const double *z, double *w)
{
    const ivp_problem *p = i->problem;
    const layout l = layout_of(i);
    const int n = i->sizes.n, nq = i->sizes.nq;
    const double *y = z + 1, *x = y + 2 * nq;
    ivp_status st = IVP_OK;
    memset(w, 0, (size_t)l.nw * sizeof *w);
    if (p->form == IVP_MECH) {
        ivp_terms t = terms_in(i, &l, w);
        st = p->mech.terms(want, z[0], y, y + nq, x, x + i->sizes.nx, &t, i->p);
    } else if (p->form == IVP_DAE)
        st = p->dae.F(z[0], y, y + n, w, i->p);
    else
        st = p->ode.f(z[0], y, w, i->p);
    if (!st && p->form == IVP_LIN) st = p->ode.mass(z[0], y, (ivp_mat){ n, n, n, w + n }, i->p);
    return !st && !all_finite(w, l.nw) ? IVP_DOMAIN : st;
}

/* dw/ds of w(z + s dz), by complex step */
static inline ivp_status differentiate(const instance *i, const double *z, const double *dz,
                                       double *dw)
{
    const layout l = layout_of(i);
    memset(dw, 0, (size_t)l.nw * sizeof *dw);
    if (i->problem->form == IVP_MECH) {
        const ivp_terms t = terms_in(i, &l, dw);
        const cstep_blocks out = { t.M.a, t.G.a, t.f, t.d, t.g, t.gt, t.gamma };
        return cstep_terms(i->twin, ALL_TERMS, z, dz, &out);
    }
    if (i->problem->form == IVP_DAE) return cstep_F(i->twin, z, dz, dw);
    ivp_status st = cstep_f(i->twin, z, dz, dw);
    if (!st && i->problem->form == IVP_LIN) st = cstep_mass(i->twin, z, dz, dw + i->sizes.n);
    return st;
}

/* ---- points ------------------------------------------------------------------------ */

/* Uniform on [-1, 1); the same sequence in every run. */
static inline double noise(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-52 - 1;
}

static inline void start_point(const instance *i, double *z)
{
    const ivp_sizes *s = &i->sizes;
    const size_t n = (size_t)s->n;
    z[0] = i->t0;
    memcpy(z + 1, i->start, n * sizeof *z);
    if (i->problem->form == IVP_DAE) memcpy(z + 1 + n, i->start_yp, n * sizeof *z);
    if (i->problem->form == IVP_MECH)
        memcpy(z + 1 + n, i->start + n + s->nq, (size_t)s->ng * sizeof *z);
}

/* Point k of a problem: 0 the start, else a random neighbour of it, for odd k with all signs
 * turned. A neighbour outside the domain is pulled towards the start; false if none lies
 * inside. */
static inline bool point(const instance *i, int k, double *z, double *w)
{
    const int nz = layout_of(i).nz;
    for (double reach = 0.1; reach > 1e-6; reach /= 10) {
        uint64_t state = 77u + (uint64_t)k;
        start_point(i, z);
        for (int j = 0; k > 0 && j < nz; j++) {
            z[j] += reach * (1 + fabs(z[j])) * noise(&state);
            if (k % 2 && j > 0) z[j] = -z[j];
        }
        if (!evaluate(i, ALL_TERMS, z, w)) return true;
    }
    return false;
}

/* Runs each test on all cases; returns the number of failures, and 1 when there is no problem.
 * The list ends with NULL. */
static inline int run_on_all_cases(const char *name, const TTest *const *tests)
{
    collect_cases();
    Suite *suite = suite_create(name);
    TCase *t = tcase_create("all problems");
    for (; *tests; tests++) tcase_add_loop_test(t, *tests, 0, ncases);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed + (ncases == 0);
}

#endif
