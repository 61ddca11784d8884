/* frontal.c -- see frontal.h.
 *
 * Source: T. A. Davis, Algorithm 832: UMFPACK V4.3, an unsymmetric-pattern multifrontal method,
 * ACM TOMS 30 (2004) 196-199.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/frontal.h"

#if IVP_ARITH == IVP_DOUBLE

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <umfpack.h>

struct frontal {
    const sparse_pattern *p;
    void *library, *symbolic, *numeric; /* numeric NULL: not factored */
    __typeof__(umfpack_di_symbolic) *symbolic_real;
    __typeof__(umfpack_di_numeric) *numeric_real;
    __typeof__(umfpack_di_wsolve) *solve_real;
    __typeof__(umfpack_zi_symbolic) *symbolic_complex;
    __typeof__(umfpack_zi_numeric) *numeric_complex;
    __typeof__(umfpack_zi_wsolve) *solve_complex;
    __typeof__(umfpack_di_free_symbolic) *free_symbolic;
    __typeof__(umfpack_di_free_numeric) *free_numeric;
    bool is_complex;
    double control[UMFPACK_CONTROL];
    int *integers;        /* work of solutions, n */
    double *right, *work; /* a right-hand side; work of solutions */
};

/* Of Debian 12 and 13 */
static void *open_library(void)
{
    static const char *const names[] = { "libumfpack.so.5", "libumfpack.so.6" };
    void *library = NULL;
    for (size_t k = 0; !library && k < sizeof names / sizeof *names; k++)
        library = dlopen(names[k], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    return library;
}

static bool find(frontal *f)
{
    const struct {
        void *to;
        const char *name;
    } functions[] = {
        { &f->symbolic_real, "umfpack_di_symbolic" },
        { &f->numeric_real, "umfpack_di_numeric" },
        { &f->solve_real, "umfpack_di_wsolve" },
        { &f->symbolic_complex, "umfpack_zi_symbolic" },
        { &f->numeric_complex, "umfpack_zi_numeric" },
        { &f->solve_complex, "umfpack_zi_wsolve" },
        { &f->free_symbolic,
          f->is_complex ? "umfpack_zi_free_symbolic" : "umfpack_di_free_symbolic" },
        { &f->free_numeric,
          f->is_complex ? "umfpack_zi_free_numeric" : "umfpack_di_free_numeric" },
    };
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        void *function = dlsym(f->library, functions[k].name);
        if (!function) return false;
        memcpy(functions[k].to, &function, sizeof function);
    }
    return true;
}

/* Defaults, but for refinement: Newton's iteration corrects itself. */
static bool set_defaults(frontal *f)
{
    void *function = dlsym(f->library, "umfpack_di_defaults");
    __typeof__(umfpack_di_defaults) *defaults;
    if (!function) return false;
    memcpy(&defaults, &function, sizeof function);
    defaults(f->control);
    f->control[UMFPACK_IRSTEP] = 0;
    return true;
}

/* The order of columns, by the pattern alone. Without values the library would not take the
 * strategy of symmetric patterns, which fills half as much there: all are 1. */
static bool analyse(frontal *f)
{
    const sparse_pattern *p = f->p;
    const int n = p->n;
    const size_t count = (f->is_complex ? 2 : 1) * ((size_t)p->first[n] + 1);
    double *ones = malloc(count * sizeof *ones);
    if (!ones) return false;
    for (size_t k = 0; k < count; k++) ones[k] = 1;
    const int st = f->is_complex ? f->symbolic_complex(n, n, p->first, p->row, ones, NULL,
                                                       &f->symbolic, f->control, NULL)
                                 : f->symbolic_real(n, n, p->first, p->row, ones, &f->symbolic,
                                                    f->control, NULL);
    free(ones);
    return st == UMFPACK_OK;
}

frontal *frontal_create(const sparse_pattern *p, bool is_complex)
{
    const size_t n = (size_t)p->n, parts = is_complex ? 2 : 1;
    frontal *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    *f = (frontal){ .p = p, .is_complex = is_complex, .library = open_library() };
    f->integers = malloc((n + 1) * sizeof *f->integers);
    f->right = malloc(((parts + (is_complex ? 4 : 1)) * n + 1) * sizeof *f->right);
    if (f->library && f->integers && f->right && find(f) && set_defaults(f) && analyse(f)) {
        f->work = f->right + parts * n;
        return f;
    }
    frontal_destroy(f);
    return NULL;
}

void frontal_destroy(frontal *f)
{
    if (!f) return;
    if (f->numeric) f->free_numeric(&f->numeric);
    if (f->symbolic) f->free_symbolic(&f->symbolic);
    if (f->library) dlclose(f->library);
    free(f->integers);
    free(f->right);
    free(f);
}

ivp_status frontal_factor(frontal *f, const real *values)
{
    const sparse_pattern *p = f->p;
    double info[UMFPACK_INFO];
    if (f->numeric) f->free_numeric(&f->numeric);
    const int st = f->is_complex
                       ? f->numeric_complex(p->first, p->row, values, NULL, f->symbolic,
                                            &f->numeric, f->control, info)
                       : f->numeric_real(p->first, p->row, values, f->symbolic, &f->numeric,
                                         f->control, info);
    if (st == UMFPACK_ERROR_out_of_memory) return IVP_E_NOMEM;
    if (st == UMFPACK_OK && info[UMFPACK_RCOND] > 0) return IVP_OK; /* not if it is no number */
    if (f->numeric) f->free_numeric(&f->numeric);
    return IVP_SINGULAR;
}

void frontal_solve(frontal *f, real *x)
{
    const sparse_pattern *p = f->p;
    memcpy(f->right, x, (size_t)p->n * (f->is_complex ? 2 : 1) * sizeof *x);
    if (f->is_complex)
        f->solve_complex(UMFPACK_A, p->first, p->row, NULL, NULL, x, NULL, f->right, NULL,
                         f->numeric, f->control, NULL, f->integers, f->work);
    else
        f->solve_real(UMFPACK_A, p->first, p->row, NULL, x, f->right, f->numeric, f->control,
                      NULL, f->integers, f->work);
}

#else

frontal *frontal_create(const sparse_pattern *p, bool is_complex)
{
    (void)p, (void)is_complex;
    return NULL;
}

void frontal_destroy(frontal *f) { (void)f; }

ivp_status frontal_factor(frontal *f, const real *values)
{
    (void)f, (void)values;
    return IVP_E_INVALID;
}

void frontal_solve(frontal *f, real *x) { (void)f, (void)x; }

#endif
