/* f.c -- f or F of a problem in the interface of the Test Set. In the complex twin, which gives
 * derivatives,
 *
 *     f(x + i d) = f(x) + i f'(x) d
 *
 * with f'(x) d from jeval() and meval() where prob() says that there is a Jacobian, else by
 * central differences, which leave some ten digits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/testset/code.h"

#include <string.h>

#if IVP_IS_COMPLEX

typedef struct point {
    double t, dt, *y, *dy, *yp, *dyp;
} point;

static double larger(double a, double b) { return a > b ? a : b; }

/* Real and imaginary part, in storage of the caller: 4 n */
static point split(const ivp_state *s, double *store)
{
    const int n = testset.n;
    point p = { creal(s->t), cimag(s->t), store, store + n, store + 2 * n, store + 3 * n };
    for (int i = 0; i < n; i++) {
        p.y[i] = creal(s->y[i]);
        p.dy[i] = cimag(s->y[i]);
        p.yp[i] = testset.residual ? creal(s->yp[i]) : 0;
        p.dyp[i] = testset.residual ? cimag(s->yp[i]) : 0;
    }
    return p;
}

/* The length of a difference along d: 6e-6 (a third of the digits) of what moves most. */
static double length(const point *p, bool all)
{
    double size = 1e-300, most = fabs(p->dt) / larger(fabs(p->t), 1e-3);
    for (int i = 0; i < testset.n; i++) size = larger(size, fabs(p->y[i]));
    for (int i = 0; all && i < testset.n; i++) {
        most = larger(most, fabs(p->dy[i]) / larger(fabs(p->y[i]), 1e-3 * size));
        most = larger(most, fabs(p->dyp[i]) / larger(fabs(p->yp[i]), 1e-3 * size));
    }
    return most > 0 ? 6e-6 / most : 0;
}

/* out := f'(x) d by central differences; all: along y and y' too, else along t alone */
static ivp_status differences(const point *p, bool all, double *out)
{
    const double h = length(p, all);
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
static ivp_status product(const point *p, bool mass, double *out)
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

ivp_status testset_f(const ivp_state *s, real *f, const real *q)
{
    const int n = testset.n;
    double *df = testset.g + 3 * n;
    const point p = split(s, testset.g + 4 * n);
    (void)q;
    ivp_status st = differences(&p, testset.numjac, df);
    if (!st && !testset.numjac) st = product(&p, false, df);
    if (!st && !testset.numjac && testset.residual) st = product(&p, true, df);
    if (!st) st = testset_value(p.t, p.y, p.yp, testset.f);
    for (int i = 0; i < n; i++) f[i] = ivp_complex(testset.f[i], df[i]);
    return st;
}

#else

ivp_status testset_f(const ivp_state *s, real *f, const real *q)
{
    (void)q;
    return testset_value(s->t, s->y, s->yp, f);
}

#endif
