/* fill.c -- the descriptor of a problem in the interface of the Test Set, filled from what its
 * code says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/testset/code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *q)
{
    (void)q;
    const ivp_status st = testset_matrix(true, re(s->t));
    for (int j = 0; j < testset.n; j++)
        for (int i = 0; i < testset.n; i++)
            if (fabs(testset_element(true, i, j)) > 0)
                *ivp_at(M, i, j) = testset_element(true, i, j);
    return st;
}

static ivp_status init(real t0, real *y, real *yp, const real *q)
{
    int n = testset.n, consistent = 0;
    double t = re(t0);
    (void)q;
    memset(testset.y, 0, (size_t)n * sizeof *testset.y);
    memset(testset.yp, 0, (size_t)n * sizeof *testset.yp);
    testset.code->init(&n, &t, testset.y, testset.yp, &consistent);
    for (int i = 0; i < n; i++) {
        y[i] = testset.y[i];
        if (yp) yp[i] = testset.yp[i];
    }
    return IVP_OK;
}

/* ---- the descriptor ---------------------------------------------------------------------- */

/* solut() as text, for whom no reference can be made; NULL: it knows nothing */
static const char *solution(void)
{
    int n = testset.n, at = 0;
    double end = testset.t[testset.ndisc + 1];
    char *values = calloc((size_t)n, 48);
    if (!values) return NULL;
    for (int i = 0; i < n; i++) testset.y[i] = (double)NAN;
    testset.code->solut(&n, &end, testset.y);
    for (int i = 0; i < n; i++)
        if (isfinite(testset.y[i]))
            at += sprintf(values + at, "%sy%d=%.17g", at ? " " : "", i + 1, testset.y[i]);
    if (at) return values;
    free(values);
    return NULL;
}

static void fill_interval(ivp_problem *p)
{
    static char t0[40], t1[40];
    static double breaks[TESTSET_BREAKS];
    snprintf(t0, sizeof t0, "%.17g", testset.t[0]);
    snprintf(t1, sizeof t1, "%.17g", testset.t[testset.ndisc + 1]);
    for (int k = 0; k < testset.ndisc; k++) breaks[k] = testset.t[k + 1];
    p->t0 = t0;
    p->t1 = t1;
    if (testset.ndisc) p->breaks = breaks;
    p->nbreaks = testset.ndisc;
}

static void fill_equations(ivp_problem *p)
{
    const bool ode = !strcmp(testset.type, "ODE"), lin = !strcmp(testset.type, "DAE");
    p->tags = ode ? "ode double_only" : "dae double_only";
    p->form = ode ? IVP_ODE : lin ? IVP_LIN : IVP_DAE;
    p->sizes.n = testset.n;
    p->init = init;
    if (ode || lin) p->ode.f = testset_f;
    if (lin) p->ode.mass = mass;
    if (!ode && !lin) p->dae.F = testset_f;
    if (!ode) p->index = testset.index;
}

void testset_fill(ivp_problem *p, const testset_code *code)
{
    static ivp_published published[2] = { { "", "solut() of the file", NULL, NULL }, { 0 } };
    if (!testset_ask(code)) return;
    p->title = testset.title;
    p->source =
        "a file in the Fortran interface of the Test Set for IVP Solvers; in double alone";
    fill_interval(p);
    fill_equations(p);
    published[0].values = solution();
    if (published[0].values) p->published = published;
}
