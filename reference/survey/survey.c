/* survey.c -- a descriptor in words, and eigenvalues along the solution that is on file.
 *
 * Linearised about a state, y' = f(t, y) has the eigenvalues of df/dy, M y' = f(t, y) with
 * constant M those of the pencil det(df/dy - lambda M) = 0, of which the infinite ones are left
 * out. A mechanism with constraints is taken with accelerations eliminated: 2 ng of its
 * eigenvalues are zeros. Fully implicit problems are not measured, for their slopes are not on
 * file.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/survey/survey.h"

#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/model_inner.h"

enum { MOST_UNKNOWNS = 450 };

/* ---- the descriptor ---------------------------------------------------------------------- */

static int count(const ivp_observable *o)
{
    int n = 0;
    while (o && o[n].name) n++;
    return n;
}

static void print_index(const instance *i, FILE *out)
{
    int n[4] = { 0 };
    if (i->problem->form == IVP_MECH || i->problem->form == IVP_ODE) return;
    for (int k = 0; k < i->sizes.n; k++) n[i->problem->index ? i->problem->index[k] : 1]++;
    fprintf(out, "index %d %d %d\n", n[1], n[2], n[3]);
}

static void print_descriptor(const instance *i, FILE *out)
{
    static const char *const forms[] = {
        [IVP_ODE] = "ode", [IVP_LIN] = "lin", [IVP_DAE] = "dae", [IVP_MECH] = "mechanical"
    };
    const ivp_problem *p = i->problem;
    const ivp_sizes *s = &i->sizes;
    const ivp_protocol *l = &p->protocol;
    fprintf(out, "title %s\nsource %s\ntags %s\nform %s\n", p->title, p->source, p->tags,
            forms[p->form]);
    fprintf(out, "sizes %d %d %d %d %d %d\n", s->n, s->nq, s->nx, s->ng, s->ml, s->mu);
    print_index(i, out);
    fprintf(out, "features %d %d %d %d %d %d %d\n", i->nparams, i->nevents, i->nbreaks,
            count(p->invariants), p->ode.jac || p->dae.jac || p->mech.tangent,
            p->pattern != NULL, p->exact != NULL);
    if (l->per_decade)
        fprintf(out, "protocol %d %d %d %s %s\n", l->from, l->to, l->per_decade, l->atol,
                l->h0 ? l->h0 : "solver");
}

/* ---- eigenvalues ------------------------------------------------------------------------- */

typedef struct spectrum {
    ivp_model *m;
    int n, found;
    ivp_mat J, M; /* M without storage: the identity */
    gsl_matrix *a, *b;
    gsl_vector_complex *alpha;
    gsl_vector *beta;
    double least, most, turn; /* real parts, imaginary part */
} spectrum;

static void take(gsl_matrix *to, ivp_mat from)
{
    for (int i = 0; i < from.rows; i++)
        for (int j = 0; j < from.cols; j++)
            gsl_matrix_set(to, (size_t)i, (size_t)j, (double)*ivp_at(from, i, j));
}

static void see(spectrum *s, gsl_complex z, double over)
{
    const double size = gsl_complex_abs(z), zero = (double)R(1e-13);
    if (!(fabs(over) > zero * size) || !isfinite(size)) return; /* infinite */
    const double re = GSL_REAL(z) / over, im = fabs(GSL_IMAG(z) / over);
    s->least = s->found ? fmin(s->least, re) : re;
    s->most = s->found ? fmax(s->most, re) : re;
    s->turn = fmax(s->turn, im);
    s->found++;
}

static bool solve(spectrum *s)
{
    const size_t n = (size_t)s->n;
    bool good;
    s->found = 0;
    s->turn = 0;
    take(s->a, s->J);
    if (s->M.a) {
        gsl_eigen_gen_workspace *w = gsl_eigen_gen_alloc(n);
        take(s->b, s->M);
        good = w && !gsl_eigen_gen(s->a, s->b, s->alpha, s->beta, w);
        if (w) gsl_eigen_gen_free(w);
    } else {
        gsl_eigen_nonsymm_workspace *w = gsl_eigen_nonsymm_alloc(n);
        if (w) gsl_eigen_nonsymm_params(0, 1, w);
        good = w && !gsl_eigen_nonsymm(s->a, s->alpha, w);
        if (w) gsl_eigen_nonsymm_free(w);
    }
    for (size_t k = 0; k < n && good; k++)
        see(s, gsl_vector_complex_get(s->alpha, k), s->M.a ? gsl_vector_get(s->beta, k) : 1);
    return good && s->found;
}

static bool at(spectrum *s, real t, const real *y)
{
    ivp_status status = ivp_rhs_jac(s->m, t, y, s->J);
    if (!status && s->M.a) status = ivp_mass(s->m, t, y, s->M);
    return !status && solve(s);
}

static bool prepare(spectrum *s, instance *i)
{
    char why[PLUGIN_WHY_MAX];
    const bool linear = i->problem->form == IVP_LIN;
    const ivp_formulation f = linear                                        ? IVP_AS_LIN
                              : i->problem->form == IVP_MECH && i->sizes.ng ? IVP_INDEX1
                                                                            : IVP_AS_ODE;
    if (i->problem->form == IVP_DAE || i->sizes.n > MOST_UNKNOWNS ||
        model_open(&s->m, i, f, NULL, linear ? IVP_LINEAR : IVP_FIRST, why))
        return false;
    const size_t n = (size_t)ivp_n(s->m);
    s->n = (int)n;
    s->J = (ivp_mat){ s->n, s->n, s->n, calloc(n * n, sizeof(real)) };
    s->M = (ivp_mat){ s->n, s->n, s->n, linear ? calloc(n * n, sizeof(real)) : NULL };
    s->a = gsl_matrix_alloc(n, n);
    s->b = gsl_matrix_alloc(n, n);
    s->alpha = gsl_vector_complex_alloc(n);
    s->beta = gsl_vector_alloc(n);
    return s->J.a && (!linear || s->M.a) && s->a && s->b && s->alpha && s->beta;
}

static void done(spectrum *s)
{
    if (s->m) model_close(s->m);
    free(s->J.a);
    free(s->M.a);
    if (s->a) gsl_matrix_free(s->a);
    if (s->b) gsl_matrix_free(s->b);
    if (s->alpha) gsl_vector_complex_free(s->alpha);
    if (s->beta) gsl_vector_free(s->beta);
}

static void print_spectrum(instance *i, const ref *r, FILE *out)
{
    spectrum s = { 0 };
    real *y = calloc((size_t)instance_ncomponents(i) + 1, sizeof *y);
    gsl_set_error_handler_off();
    const bool good = y && prepare(&s, i);
    for (int k = -1; good && k < (r ? r->nstates : 0); k++) {
        for (int j = 0; j < s.n; j++)
            y[j] = k < 0 ? i->start[j] : (real)r->states[k].v[j].half[REF_A];
        const double t = k < 0 ? i->t0 : r->states[k].t;
        if (at(&s, t, y))
            fprintf(out, "spectrum %.17g %.6e %.6e %.6e\n", t, s.least, s.most, s.turn);
    }
    done(&s);
    free(y);
}

bool survey_print(instance *i, const ref *r, FILE *out)
{
    print_descriptor(i, out);
    print_spectrum(i, r, out);
    return !ferror(out);
}
