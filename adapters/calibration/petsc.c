/* petsc.c -- PETSc: opened, as the solvers do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/calibration/calibration.h"
#include "adapters/petsc/petsc.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef int with_array(void *, int, int, const double *, void **);
typedef int quotient(void *, void *, double *);
typedef int product(void *, void *, void *);
typedef int combine(void *, double, double, double, void *, void *);
typedef int release(char *, size_t);

enum { QUOTIENT, PRODUCT, COMBINE };

static bool open(workpiece *w, char *version, size_t size)
{
    static const char *const names[] = { "VecMaxPointwiseDivide", "VecPointwiseMult",
                                         "VecAXPBYPCZ" };
    const petsc_api *api = petsc_missing() ? NULL : petsc_open();
    with_array *make =
        api ? (with_array *)(size_t)dlsym(RTLD_DEFAULT, "VecCreateSeqWithArray") : NULL;
    release *tell = api ? (release *)(size_t)dlsym(RTLD_DEFAULT, "PetscGetVersion") : NULL;
    if (!make || !tell) return false;
    for (int k = 0; k < 3; k++)
        if (!(w->function[k] = dlsym(RTLD_DEFAULT, names[k]))) return false;
    char text[256] = "";
    tell(text, sizeof text);
    const char *number = strstr(text, "Version ");
    snprintf(version, size, "%.*s", number ? (int)strcspn(number + 8, ", ") : 0,
             number ? number + 8 : "");
    return !make(api->comm, 1, CALIBRATION_N, w->x, &w->x_) &&
           !make(api->comm, 1, CALIBRATION_N, w->y, &w->y_) &&
           !make(api->comm, 1, CALIBRATION_N, w->z, &w->z_);
}

static void most(workpiece *w)
{
    double found;
    ((quotient *)(size_t)w->function[QUOTIENT])(w->x_, w->y_, &found);
    w->sum += found;
}

static void products(workpiece *w)
{
    ((product *)(size_t)w->function[PRODUCT])(w->z_, w->x_, w->y_);
}

static void sums(workpiece *w)
{
    ((combine *)(size_t)w->function[COMBINE])(w->z_, 1.7, 0.3, 0, w->x_, w->y_);
}

const calibration calibrate_petsc = { "PETSc",
                                      open,
                                      { { "VecMaxPointwiseDivide", most, loop_quotient },
                                        { "VecPointwiseMult", products, loop_product },
                                        { "VecAXPBYPCZ", sums, loop_sum } } };
