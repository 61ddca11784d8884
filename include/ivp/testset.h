/* testset.h -- a problem in the Fortran interface of the Test Set for IVP Solvers as a problem here.
 *
 *     prob init feval jeval meval solut      Mazzia, Magherini, Test Set for IVP Solvers, release 2.4,
 *                                            part I.3, "Format of the problem codes"
 *
 * `ivpbench plugin build --testset crank.f` writes a file of two lines that includes this one. The
 * descriptor is filled from prob() when the object is loaded. Such a problem is in double alone (tag
 * double_only): no reference in quad can be made. In the complex twin, which gives derivatives,
 *
 *     f(x + i d) = f(x) + i f'(x) d
 *
 * with f'(x) d from jeval() and meval() where prob() says that there is a Jacobian, else by central
 * differences, which leave some ten digits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IVP_TESTSET_H
#define IVP_TESTSET_H

#include <ivp/problem.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TESTSET_MOST = 20000, TESTSET_BREAKS = 1000, TESTSET_TEXT = 80 };

void prob_(char *fullnm, char *problm, char *type, int *neqn, int *ndisc, double *t,
           int *numjac, int *mljac, int *mujac, int *nummas, int *mlmas, int *mumas, int *ind,
           size_t, size_t, size_t);
void init_(int *neqn, double *t, double *y, double *yprime, int *consis);
void feval_(int *neqn, double *t, double *y, double *yprime, double *f, int *ierr, double *rpar,
            int *ipar);
void jeval_(int *ldim, int *neqn, double *t, double *y, double *yprime, double *dfdy, int *ierr,
            double *rpar, int *ipar);
void meval_(int *ldim, int *neqn, double *t, double *y, double *yprime, double *dfddy,
            int *ierr, double *rpar, int *ipar);
void solut_(int *neqn, double *t, double *y);

static struct {
    int n, numjac, mljac, mujac, nummas, mlmas, mumas, ndisc;
    double t[TESTSET_BREAKS + 2], *y, *yp, *f, *g, *J;
    char title[TESTSET_TEXT + 1], type[4], t0[40], t1[40], *values;
    int *index;
    bool residual; /* F(t, y, y'): y' is read there alone */
} testset;

/* f at a point in double; it may not change what it is given */
static inline ivp_status testset_value(double t, const double *y, const double *yp, double *f)
{
    double rpar = 0;
    int ierr = 0, ipar = 0, n = testset.n;
    memcpy(testset.y, y, (size_t)n * sizeof *y);
    if (testset.residual)
        memcpy(testset.yp, yp, (size_t)n * sizeof *yp);
    else
        memset(testset.yp, 0, (size_t)n * sizeof *testset.yp);
    feval_(&n, &t, testset.y, testset.yp, f, &ierr, &rpar, &ipar);
    return ierr ? IVP_DOMAIN : IVP_OK;
}

/* Jacobian or mass matrix into testset.J: full, or by diagonals J(i - j + mu + 1, j) */
static inline ivp_status testset_matrix(bool mass, double t)
{
    double rpar = 0;
    int ierr = 0, ipar = 0, n = testset.n;
    const int ml = mass ? testset.mlmas : testset.mljac,
              mu = mass ? testset.mumas : testset.mujac;
    int ld = ml < n ? ml + mu + 1 : n;
    memset(testset.J, 0, (size_t)n * (size_t)(2 * n + 1) * sizeof *testset.J);
    (mass ? meval_ : jeval_)(&ld, &n, &t, testset.y, testset.yp, testset.J, &ierr, &rpar,
                             &ipar);
    return ierr ? IVP_DOMAIN : IVP_OK;
}

/* Element i, j of it */
static inline double testset_element(bool mass, int i, int j)
{
    const int n = testset.n, ml = mass ? testset.mlmas : testset.mljac,
              mu = mass ? testset.mumas : testset.mujac;
    if (ml >= n) return testset.J[i + j * n];
    if (i - j > ml || j - i > mu) return 0;
    return testset.J[i - j + mu + j * (ml + mu + 1)];
}

#if IVP_ARITH == IVP_COMPLEX
typedef struct testset_point {
    double t, dt, *y, *dy, *yp, *dyp;
} testset_point;

static inline double testset_larger(double a, double b) { return a > b ? a : b; }

/* Real and imaginary part, in storage of the caller: 4 n */
static inline testset_point testset_apart(const ivp_state *s, double *store)
{
    const int n = testset.n;
    testset_point p = {
        creal(s->t), cimag(s->t), store, store + n, store + 2 * n, store + 3 * n
    };
    for (int i = 0; i < n; i++) {
        p.y[i] = creal(s->y[i]);
        p.dy[i] = cimag(s->y[i]);
        p.yp[i] = testset.residual ? creal(s->yp[i]) : 0;
        p.dyp[i] = testset.residual ? cimag(s->yp[i]) : 0;
    }
    return p;
}

/* The length of a difference along d: 6e-6 (a third of the digits) of what moves most. */
static inline double testset_length(const testset_point *p, bool all)
{
    double size = 1e-300, most = fabs(p->dt) / testset_larger(fabs(p->t), 1e-3);
    for (int i = 0; i < testset.n; i++) size = testset_larger(size, fabs(p->y[i]));
    for (int i = 0; all && i < testset.n; i++) {
        most =
            testset_larger(most, fabs(p->dy[i]) / testset_larger(fabs(p->y[i]), 1e-3 * size));
        most =
            testset_larger(most, fabs(p->dyp[i]) / testset_larger(fabs(p->yp[i]), 1e-3 * size));
    }
    return most > 0 ? 6e-6 / most : 0;
}

/* out := f'(x) d by central differences; all: along y and y' too, else along t alone */
static inline ivp_status testset_differences(const testset_point *p, bool all, double *out)
{
    const double h = testset_length(p, all);
    const int n = testset.n;
    double *z = testset.g, *zp = z + n, *minus = z + 2 * n;
    ivp_status st = IVP_OK;
    memset(out, 0, (size_t)n * sizeof *out);
    for (int side = 1; h > 0 && !st && side >= -1; side -= 2) {
        for (int i = 0; i < n; i++) {
            z[i] = p->y[i] + (all ? side * h * p->dy[i] : 0);
            zp[i] = p->yp[i] + (all ? side * h * p->dyp[i] : 0);
        }
        st = testset_value(p->t + side * h * p->dt, z, zp, side > 0 ? out : minus);
    }
    for (int i = 0; h > 0 && i < n; i++) out[i] = (out[i] - minus[i]) / (2 * h);
    return st;
}

/* out := out + A d with the Jacobian or, of F(t, y, y'), with dF/dy' */
static inline ivp_status testset_product(const testset_point *p, bool mass, double *out)
{
    const double *d = mass ? p->dyp : p->dy;
    memcpy(testset.y, p->y, (size_t)testset.n * sizeof *p->y);
    memcpy(testset.yp, p->yp, (size_t)testset.n * sizeof *p->yp);
    const ivp_status st = testset_matrix(mass, p->t);
    for (int j = 0; !st && j < testset.n; j++)
        for (int i = 0; i < testset.n; i++)
            if (fabs(d[j]) > 0) out[i] += testset_element(mass, i, j) * d[j];
    return st;
}

static ivp_status testset_f(const ivp_state *s, real *f, const real *q)
{
    const int n = testset.n;
    double *df = testset.g + 3 * n;
    const testset_point p = testset_apart(s, testset.g + 4 * n);
    (void)q;
    ivp_status st = testset_differences(&p, testset.numjac, df);
    if (!st && !testset.numjac) st = testset_product(&p, false, df);
    if (!st && !testset.numjac && testset.residual) st = testset_product(&p, true, df);
    if (!st) st = testset_value(p.t, p.y, p.yp, testset.f);
    for (int i = 0; i < n; i++) f[i] = ivp_complex(testset.f[i], df[i]);
    return st;
}
#else
static ivp_status testset_f(const ivp_state *s, real *f, const real *q)
{
    (void)q;
    return testset_value(s->t, s->y, s->yp, f);
}
#endif

static ivp_status testset_mass(const ivp_state *s, ivp_mat M, const real *q)
{
    (void)q;
    const ivp_status st = testset_matrix(true, re(s->t));
    for (int j = 0; j < testset.n; j++)
        for (int i = 0; i < testset.n; i++)
            if (fabs(testset_element(true, i, j)) > 0)
                *ivp_at(M, i, j) = testset_element(true, i, j);
    return st;
}

static ivp_status testset_init(real t0, real *y, real *yp, const real *q)
{
    int n = testset.n, consistent = 0;
    double t = re(t0);
    (void)q;
    memset(testset.y, 0, (size_t)n * sizeof *testset.y);
    memset(testset.yp, 0, (size_t)n * sizeof *testset.yp);
    init_(&n, &t, testset.y, testset.yp, &consistent);
    for (int i = 0; i < n; i++) {
        y[i] = testset.y[i];
        if (yp) yp[i] = testset.yp[i];
    }
    return IVP_OK;
}

/* ---- the descriptor ----------------------------------------------------------------------- */

static inline void testset_trim(char *text, int n)
{
    while (n && text[n - 1] == ' ') n--;
    text[n] = '\0';
}

/* solut() as text, for whom no reference can be made */
static inline void testset_solution(void)
{
    int n = testset.n, at = 0;
    double end = testset.t[testset.ndisc + 1];
    testset.values = (char *)calloc((size_t)n, 48);
    if (!testset.values) return;
    for (int i = 0; i < n; i++) testset.y[i] = (double)NAN;
    solut_(&n, &end, testset.y);
    for (int i = 0; i < n; i++)
        if (isfinite(testset.y[i]))
            at +=
                sprintf(testset.values + at, "%sy%d=%.17g", at ? " " : "", i + 1, testset.y[i]);
}

static inline bool testset_ask(void)
{
    static int ind[TESTSET_MOST];
    char short_name[TESTSET_TEXT];
    prob_(testset.title, short_name, testset.type, &testset.n, &testset.ndisc, testset.t,
          &testset.numjac, &testset.mljac, &testset.mujac, &testset.nummas, &testset.mlmas,
          &testset.mumas, ind, TESTSET_TEXT, TESTSET_TEXT, 3);
    testset_trim(testset.title, TESTSET_TEXT);
    testset_trim(testset.type, 3);
    testset.residual = !strcmp(testset.type, "IDE");
    if (testset.n < 1 || testset.n > TESTSET_MOST || testset.ndisc < 0 ||
        testset.ndisc > TESTSET_BREAKS)
        return false;
    const size_t n = (size_t)testset.n;
    testset.y = (double *)calloc(n * (11 + 2 * n + 1), sizeof *testset.y);
    testset.index = (int *)calloc(n, sizeof *testset.index);
    if (!testset.y || !testset.index) return false;
    testset.yp = testset.y + n;
    testset.f = testset.yp + n;
    testset.g = testset.f + n;     /* 8 n */
    testset.J = testset.g + 8 * n; /* n (2 n + 1) */
    for (size_t i = 0; i < n; i++) testset.index[i] = ind[i] > 1 ? ind[i] : 1;
    return true;
}

/* A descriptor that is not filled is refused at the door: it lacks .title. */
static inline void testset_fill(ivp_problem *p)
{
    static double breaks[TESTSET_BREAKS];
    static ivp_published published[2] = { { "", "solut() of the file", NULL, NULL }, { 0 } };
    if (!testset_ask()) return;
    const bool ode = !strcmp(testset.type, "ODE"), lin = !strcmp(testset.type, "DAE");
    snprintf(testset.t0, sizeof testset.t0, "%.17g", testset.t[0]);
    snprintf(testset.t1, sizeof testset.t1, "%.17g", testset.t[testset.ndisc + 1]);
    for (int k = 0; k < testset.ndisc; k++) breaks[k] = testset.t[k + 1];
    testset_solution();
    published[0].values = testset.values;
    p->title = testset.title;
    p->source =
        "a file in the Fortran interface of the Test Set for IVP Solvers; in double alone";
    p->tags = ode ? "ode double_only" : "dae double_only";
    p->t0 = testset.t0;
    p->t1 = testset.t1;
    p->form = ode ? IVP_ODE : lin ? IVP_LIN : IVP_DAE;
    p->sizes.n = testset.n;
    p->init = testset_init;
    if (ode || lin) p->ode.f = testset_f;
    if (lin) p->ode.mass = testset_mass;
    if (!ode && !lin) p->dae.F = testset_f;
    if (!ode) p->index = testset.index;
    if (testset.ndisc) p->breaks = breaks;
    p->nbreaks = testset.ndisc;
    if (testset.values && *testset.values) p->published = published;
}

#define TESTSET_PROBLEM(id)                                                                    \
    extern ivp_problem ivp_problem_##id;                                                       \
    ivp_problem ivp_problem_##id = { IVP_PROBLEM_HEAD(id) };                                   \
    __attribute__((constructor)) static void fill(void) { testset_fill(&ivp_problem_##id); }

#endif
