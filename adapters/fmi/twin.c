/* twin.c -- the complex twin of an FMU: f(x + i d) = f(x) + i f'(x) d, to first order.
 *
 * f'(x) d is what the FMU's directional derivative says, else a central difference along d,
 * which leaves some ten digits. The derivative with respect to t is always a difference. The
 * twin has no instance of the FMU: it asks the plug-in in double, of the folder beside its
 * functions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fmi/twin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define model ivp_fmi_here

static __typeof__(ivp_fmi_value) *value;
static __typeof__(ivp_fmi_along) *along;
static double *store; /* parameters, then six rows of states */

/* ROOT/complex/problems/NAME.so -> ROOT/double/problems/NAME.so */
static bool name_double(char *path, size_t size)
{
    static const char here[] = "/complex/problems/", there[] = "/double/problems/";
    Dl_info info;
    const char *at = NULL;
    if (!dladdr(&ivp_fmi_here, &info)) return false;
    for (const char *next = info.dli_fname; (next = strstr(next, here)); next++) at = next;
    if (!at) return false;
    snprintf(path, size, "%.*s%s%s", (int)(at - info.dli_fname), info.dli_fname, there,
             at + sizeof here - 1);
    return true;
}

static bool find_double(void)
{
    char path[2000];
    if (value) return true;
    void *object = name_double(path, sizeof path) ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    void *found[2] = { object ? dlsym(object, "ivp_fmi_value") : NULL,
                       object ? dlsym(object, "ivp_fmi_along") : NULL };
    store = calloc((size_t)(model.nparameters + 1 + 6 * (model.nstates + 1)), sizeof *store);
    if (!found[0] || !found[1] || !store) return false;
    memcpy(&along, &found[1], sizeof found[1]);
    memcpy(&value, &found[0], sizeof found[0]);
    return true;
}

typedef struct point {
    int n;
    double t, dt, *p, *y, *dy, *moved, *f, *minus, *df;
} point;

static point split(const ivp_state *s, const real *p)
{
    const int n = model.nstates ? model.nstates : 1;
    point x = { .n = n, .t = creal(s->t), .dt = cimag(s->t), .p = store };
    x.y = store + model.nparameters + 1;
    x.dy = x.y + n;
    x.moved = x.dy + n;
    x.f = x.moved + n;
    x.minus = x.f + n;
    x.df = x.minus + n;
    for (int k = 0; k <= model.nparameters; k++) x.p[k] = creal(p[k]);
    for (int i = 0; i < n; i++) x.y[i] = creal(s->y[i]), x.dy[i] = cimag(s->y[i]);
    return x;
}

/* The length of a difference along d: 6e-6 (a third of the digits) of what moves most. */
static double length(const point *x, bool all)
{
    double size = 1e-300, most = fabs(x->dt) / fmax(fabs(x->t), 1e-3);
    for (int i = 0; i < x->n; i++) size = fmax(size, fabs(x->y[i]));
    for (int i = 0; all && i < x->n; i++)
        most = fmax(most, fabs(x->dy[i]) / fmax(fabs(x->y[i]), 1e-3 * size));
    return most > 0 ? 6e-6 / most : 0;
}

/* df := df + f'(x) d by central differences; all: along y too, else along t alone */
static ivp_status differences(point *x, bool all)
{
    const double h = length(x, all);
    ivp_status st = IVP_OK;
    if (!(h > 0)) return IVP_OK;
    for (int side = -1; !st && side <= 1; side += 2) {
        for (int i = 0; i < x->n; i++) x->moved[i] = x->y[i] + (all ? side * h * x->dy[i] : 0);
        st = value(x->t + side * h * x->dt, x->moved, side > 0 ? x->f : x->minus, x->p);
    }
    for (int i = 0; i < x->n; i++) x->df[i] += (x->f[i] - x->minus[i]) / (2 * h);
    return st;
}

/* The directional derivative is linear: along a vector of length 1, where no digit is lost. */
static ivp_status directional(point *x)
{
    double size = 0;
    for (int i = 0; i < x->n; i++) size = fmax(size, fabs(x->dy[i]));
    for (int i = 0; i < x->n; i++) x->moved[i] = size > 0 ? x->dy[i] / size : 0;
    const ivp_status st = along(x->t, x->y, x->moved, x->df, x->p);
    for (int i = 0; i < x->n; i++) x->df[i] = st ? 0 : x->df[i] * size;
    return st;
}

ivp_status ivp_fmi_f(const ivp_state *s, real *f, const real *p)
{
    if (!find_double()) return IVP_E_LIBRARY;
    point x = split(s, p);
    ivp_status st = directional(&x);
    const bool all = st == IVP_E_DECLINED;
    if (!st || all) st = differences(&x, all);
    if (!st) st = value(x.t, x.y, x.f, x.p);
    for (int i = 0; i < x.n; i++) f[i] = ivp_complex(x.f[i], x.df[i]);
    return st;
}

/* The start is asked of the double alone. */
ivp_status ivp_fmi_start(real t0, real *y, real *yp, const real *p)
{
    (void)t0, (void)yp, (void)p, (void)y;
    return IVP_E_INVALID;
}
