/* fortran.c -- the codes in deSolve and liboctave: opened, as the solvers do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/calibration/calibration.h"
#include "adapters/fortran/desolve.h"
#include "adapters/fortran/octave.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef double norm_code(const int *n, const double *v, const double *w);
typedef double dassl_code(const int *n, const double *v, const double *w, double *, int *);
typedef void weights_code(const int *n, const int *kind, const double *rtol, const double *atol,
                          const double *y, double *w);
typedef void lu_code(double *a, const int *lda, const int *n, int *pivots, int *info);

enum { NORM, WEIGHTS, LU };

static bool find(workpiece *w, void *(*function)(const char *), const char *const names[3])
{
    for (int k = 0; k < 3 && names[k]; k++)
        if (!(w->function[k] = function(names[k]))) return false;
    return true;
}

/* The path of the library that a function lies in, without so many last parts. */
static void folder_of(const void *function, int parts, char *path, size_t size)
{
    Dl_info at;
    snprintf(path, size, "%s", dladdr(function, &at) ? at.dli_fname : "");
    for (char *end; parts-- > 0 && (end = strrchr(path, '/'));) *end = '\0';
}

/* The version that the description of a package of R, two folders above libs/, has. */
static void described(const void *function, char *version, size_t size)
{
    char path[500], line[200];
    folder_of(function, 2, path, sizeof path - sizeof "/DESCRIPTION");
    FILE *f = fopen(strcat(path, "/DESCRIPTION"), "r");
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, "Version: ", 9))
            snprintf(version, size, "%.*s", (int)strcspn(line + 9, "\n\"\\"), line + 9);
    if (f) fclose(f);
}

/* .../octave/7.3.0/liboctave.so.9 */
static void from_folder(const void *function, char *version, size_t size)
{
    char path[500];
    folder_of(function, 1, path, sizeof path);
    const char *last = strrchr(path, '/');
    snprintf(version, size, "%s", last && last[1] >= '0' && last[1] <= '9' ? last + 1 : "");
}

static bool open_desolve(workpiece *w, char *version, size_t size)
{
    static const char *const names[3] = { "dvnorm_", "dewset_", "dgefa_" };
    if (desolve_missing() || !find(w, desolve_function, names)) return false;
    described(w->function[NORM], version, size);
    return true;
}

static bool open_octave(workpiece *w, char *version, size_t size)
{
    static const char *const names[3] = { "ddanrm_", "dewset_", NULL };
    if (octave_missing() || !find(w, octave_function, names)) return false;
    from_folder(w->function[NORM], version, size);
    return true;
}

static void norm(workpiece *w)
{
    const int n = CALIBRATION_N;
    w->sum += ((norm_code *)(size_t)w->function[NORM])(&n, w->x, w->y);
}

static void dassl_norm(workpiece *w)
{
    const int n = CALIBRATION_N;
    double unused = 0;
    int integer = 0;
    w->sum += ((dassl_code *)(size_t)w->function[NORM])(&n, w->x, w->y, &unused, &integer);
}

static void weights(workpiece *w)
{
    const int n = CALIBRATION_N, scalars = 1;
    const double rtol = 1e-6, atol = 1e-9;
    ((weights_code *)(size_t)w->function[WEIGHTS])(&n, &scalars, &rtol, &atol, w->x, w->z);
}

static void lu(workpiece *w)
{
    const int m = CALIBRATION_M;
    int info;
    memcpy(w->LU, w->A, sizeof w->A);
    ((lu_code *)(size_t)w->function[LU])(w->LU, &m, &m, w->pivots, &info);
}

const calibration calibrate_desolve = { "deSolve",
                                        open_desolve,
                                        { { "dvnorm", norm, loop_norm },
                                          { "dewset", weights, loop_weights },
                                          { "dgefa", lu, loop_lu } } };
const calibration calibrate_octave = { "liboctave",
                                       open_octave,
                                       { { "ddanrm", dassl_norm, loop_dassl },
                                         { "dewset", weights, loop_weights } } };
