/* ref.h -- a reference solution on file: numbers with a pedigree and an error bar.
 *
 * A text file reference/data/PROBLEM.ref (defaults) or PROBLEM--NAME=VALUE--... .ref, one item
 * a line, words separated by one blank:
 *
 *     ivpbench-reference 1
 *     problem NAME
 *     parameters SETTINGS                 as instance_settings() writes them; may be empty
 *     equations SHA256                    digest of the problem as it was (see ref_digest)
 *     method TEXT                         how it was made
 *     made DATE
 *     interval T0 T1
 *     components q1 q2 ... lambda6        canonical order
 *     observables theta1 ...
 *     state T                             full precision, at the end and at chosen inner times,
 *     c NAME VALUE BAR                    one line a component: 36 digits; absolute error bar
 *     o NAME VALUE BAR                    one line an observable
 *     event T NAME DIRECTION BAR          in order of time
 *     grid N K                            trajectory: N lines of T and K = components (without
 * a g T V1 V2 ... VK                    and lambda) + observables, 20 digits; event times occur
 *                                         twice (before and after)
 *     gridbar B1 ... BK                   bars of the grid
 *     sha256 HEX                          of all lines before this one
 *
 * Times are the exact decimal expansion of doubles to 17 digits. A bar of "?" means not known.
 * Reading is in double and, for those who ask, as the decimal strings. Used by reports and by
 * the reference verb; depends on neither kernel nor plug-ins. */
#ifndef REFERENCE_REF_H
#define REFERENCE_REF_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ref_value {
    char name[32];
    char text[64]; /* decimal, all digits */
    double value;
    double bar; /* absolute; negative: not known */
} ref_value;

typedef struct ref_state {
    double t;
    int n; /* components, then observables */
    ref_value *v;
} ref_state;

typedef struct ref_event {
    double t, bar;
    char text[64];
    char name[64];
    int direction;
} ref_event;

typedef struct ref {
    char *problem, *parameters, *equations, *method, *made;
    double t0, t1;
    int ncomponents, nobservables;
    char (*components)[32], (*observables)[32];
    int nstates, nevents, ngrid, width;
    ref_state *states; /* ascending in time; the last one is the end state */
    ref_event *events;
    double *grid_t;         /* ngrid */
    double *grid;           /* ngrid x width, row by row */
    char (*grid_names)[32]; /* width: component names without a and lambda, then observables */
    double *grid_bar;       /* width */
    char (*grid_text)[32];  /* ngrid x width decimals to be written, or NULL: 17 digits of grid;
                               not filled by ref_read */
} ref;

/* false with a sentence: missing, truncated, digest wrong, line that cannot be read (number).
 */
bool ref_read(ref **out, const char *path, char *why, size_t size);
bool ref_write(const ref *r, const char *path, char *why, size_t size);
void ref_free(ref *r);

/* File name for a problem and its settings. */
void ref_path(const char *folder, const char *problem, const char *settings, char *path,
              size_t size);
/* Where references live: IVPBENCH_REFERENCE, else reference/data below the current folder, else
 * the installed folder, else next to the executable. */
void ref_folder(char *path, size_t size);
/* State at time t (to 1e-12 of the interval), or NULL. */
const ref_state *ref_at(const ref *r, double t);
const ref_value *ref_find(const ref_state *s, const char *name);

#endif
