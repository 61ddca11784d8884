/* survey.c -- a descriptor in words, and eigenvalues along the solution that is on file.
 *
 * Linearised about a state, y' = f(t, y) has the eigenvalues of df/dy, M y' = f(t, y) with
 * constant M those of the pencil det(df/dy - lambda M) = 0, of which the infinite ones are left
 * out. A mechanism with constraints is taken with accelerations eliminated: 2 ng of its
 * eigenvalues are zeros. Fully implicit problems are not measured, for their slopes are not on
 * file. Stored states of a problem with contacts may all lie outside of them, so the trajectory
 * is looked at between events, too.
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

/* ---- the drawing ------------------------------------------------------------------------- */

/* What points to the reader goes down to the left, as in pictures of runs
 * (bench/worker/picture.c). */
static void print_line(void *to, int n, const real (*x)[3])
{
    fputs("draw", to);
    for (int k = 0; k < n; k++)
        fprintf(to, " %.5g %.5g", (double)(x[k][0] - R(0.4) * x[k][2]),
                (double)(x[k][1] - R(0.3) * x[k][2]));
    fputc('\n', to);
}

static void print_point(void *to, const char *name, const real x[3])
{
    (void)name;
    print_line(to, 1, (const real(*)[3])x);
}

static void print_drawing(const instance *i, FILE *out)
{
    const ivp_sizes *z = &i->sizes;
    const real *q = i->start, *u = q + z->nq, *x = u + z->nq;
    const bool mechanical = i->problem->form == IVP_MECH;
    const ivp_state s = { .t = i->t0,
                          .y = mechanical ? NULL : i->start,
                          .q = mechanical ? q : NULL,
                          .u = mechanical ? u : NULL,
                          .x = mechanical ? x : NULL,
                          .a = mechanical ? x + z->nx : NULL,
                          .lambda = mechanical ? x + z->nx + z->nq : NULL };
    const ivp_canvas canvas = { print_point, print_line, out };
    if (i->problem->draw) i->problem->draw(&s, &canvas, i->p);
}

/* Of large systems every second or every tenth unknown, so that no line is long. */
static void print_start(const instance *i, FILE *out)
{
    enum { MOST = 180 };
    const int n = i->problem->form == IVP_MECH ? i->sizes.nq : i->sizes.n;
    const int step = (n + MOST - 1) / MOST;
    fputs("start", out);
    for (int k = 0; k < n; k += step) fprintf(out, " %d %.5g", k + 1, (double)i->start[k]);
    fputc('\n', out);
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
    reason why;
    const bool linear = i->problem->form == IVP_LIN;
    const ivp_formulation f = linear                                        ? IVP_AS_LIN
                              : i->problem->form == IVP_MECH && i->sizes.ng ? IVP_INDEX1
                                                                            : IVP_AS_ODE;
    if (i->problem->form == IVP_DAE || i->sizes.n > MOST_UNKNOWNS ||
        model_open(&s->m, i, f, NULL, linear ? IVP_LINEAR : IVP_FIRST, &why))
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

static void print_at(spectrum *s, double t, const real *y, FILE *out)
{
    if (at(s, t, y))
        fprintf(out, "spectrum %.17g %.6e %.6e %.6e\n", t, s->least, s->most, s->turn);
}

/* The components half way between two events; false: the reference has no trajectory of all. */
static bool between(const ref *r, int event, int n, double *t, real *y)
{
    *t = (r->events[event].t + r->events[event + 1].t) / 2;
    for (int j = 0; j < n; j++) {
        const int column = r->pieces.n ? ref_column(r, r->components[j]) : -1;
        if (column < 0) return false;
        y[j] = (real)ref_value_at(r, column, *t, -1);
    }
    return true;
}

static void print_spectra(spectrum *s, const instance *i, const ref *r, real *y, FILE *out)
{
    enum { MOST_EVENTS = 40 };
    double t;
    for (int k = -1; k < (r ? r->nstates : 0); k++) {
        for (int j = 0; j < s->n; j++)
            y[j] = k < 0 ? i->start[j] : (real)r->states[k].v[j].half[REF_A];
        print_at(s, k < 0 ? i->t0 : r->states[k].t, y, out);
    }
    for (int k = 0; r && k + 1 < r->nevents && k < MOST_EVENTS; k++)
        if (between(r, k, s->n, &t, y)) print_at(s, t, y, out);
}

static void print_spectrum(instance *i, const ref *r, FILE *out)
{
    spectrum s = { 0 };
    real *y = calloc((size_t)instance_ncomponents(i) + 1, sizeof *y);
    gsl_set_error_handler_off();
    if (y && prepare(&s, i)) print_spectra(&s, i, r, y, out);
    done(&s);
    free(y);
}

bool survey_print(instance *i, const ref *r, FILE *out)
{
    print_descriptor(i, out);
    print_drawing(i, out);
    print_start(i, out);
    print_spectrum(i, r, out);
    return !ferror(out);
}
