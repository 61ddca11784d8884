/* ref.h -- a reference solution on file: numbers made twice, with an error bar.
 *
 * Every number has two halves, A and B, made by families of methods that have nothing in common
 * but the problem. The file is text, PROBLEM.ref for the default parameters, otherwise
 * PROBLEM--NAME=VALUE--... .ref; one item a line, words separated by one blank:
 *
 *     ivpbench-reference 2
 *     problem NAME
 *     parameters SETTINGS                 as instance_settings() writes them; may be empty
 *     equations SHA256                    digest of the problem as it was (see equations.h)
 *     half A FAMILY METHOD                FAMILY: radau, extrapolation, closed_form, published,
 *                                         or none where there is no such half;
 *                                         METHOD: free text
 *     half B FAMILY METHOD
 *     made DATE
 *     grade double                        digits on which two families of solvers in double
 *                                         agree (reference/double/agreement.h); missing: in
 *                                         quad
 *     interval T0 T1
 *     components q1 q2 ... lambda6        canonical order
 *     observables theta1 ...
 *     law NAME SIZE A B                   an invariant: size, variation along A and along B;
 *                                         drift:g and drift:v: largest residuals
 *     witness N WIDTH DEFECT EVENTS JUMPS EXACT PUBLISHED
 *                                         what it was held against beside the runs
 *                                         (docs/references.md): the equations at N times, no
 *                                         two further apart than WIDTH; largest defect over
 *                                         what is allowed; events where guards change sign,
 *                                         jumps that resets make; digits of closed form and
 *                                         published values, "?" where there are none. May be
 *                                         missing
 *     scan N WIDTH DEFECT                 the equations in double at N times, likewise. May be
 *                                         missing
 *     state T                             chosen inner times, and the end
 *     c NAME A B BAR SHIFT                for each component: 36 digits, absolute errors
 *     o NAME A B BAR SHIFT                for each observable
 *     event NAME DIRECTION A B BAR        in order of time; A, B: times
 *     pieces N DEGREE WIDTH               the trajectory: WIDTH columns, the components without
 *                                         a and lambda, then the observables
 *     piece T0 T1 smooth|seam             seam: at T0 the right-hand side or the state changes
 *     p C0 C1 ... CDEGREE                 a line for each column: Chebyshev coefficients
 *     piecebar B1 ... BWIDTH              largest errors of the pieces, column by column
 *     sha256 HEX                          of all lines before this one
 *
 * Times are the exact decimal expansion of doubles to 17 digits. "?" means not known, for a
 * half too. Reading is in double and, for those who ask, as the decimal strings. Used by
 * reports and by the reference verb; depends on neither kernel nor plug-ins.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_REF_H
#define REFERENCE_REF_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

enum { REF_A, REF_B, REF_HALVES };

typedef struct ref_half {
    char *family; /* "none": no such half */
    char *method;
} ref_half;

typedef struct ref_value {
    char name[32];
    char text[REF_HALVES][64]; /* decimal, all digits; "?" where a half is missing */
    double half[REF_HALVES];   /* NAN where it is missing */
    double bar; /* largest of |A - B| and each half's change by tightening; negative: unknown */
    double shift; /* what rounding of constants and times to double moves; negative: unknown */
} ref_value;

typedef struct ref_state {
    double t;
    int n; /* components, then observables */
    ref_value *v;
} ref_state;

typedef struct ref_event {
    double t, bar; /* t is A's */
    char text[REF_HALVES][64];
    char name[64];
    int direction;
} ref_event;

typedef struct ref_law {
    char name[32];
    double size, variation[REF_HALVES]; /* negative: unknown */
} ref_law;

/* What lies between the steps of the runs: features of the equations narrower than `width` may
 * be unseen. */
typedef struct ref_witness {
    int times; /* 0: the equations were not checked */
    double width, defect;
    int events, jumps;
    double exact, published; /* digits; negative: there are none */
    bool there;              /* false: the file says nothing of all this */
} ref_witness;

enum { REF_COUNT_MOST = 1 << 20 }; /* the largest count that a file may contain */

/* The same in double, at far more times (ivpbench-scan). */
typedef struct ref_scan {
    int times; /* 0: no scan; at most REF_COUNT_MOST */
    double width, defect;
} ref_scan;

/* The trajectory, half A. Column k on piece i, with s from -1 to 1 along it:
 *
 *     sum over j = 0 .. degree of c[(i width + k)(degree + 1) + j] T_j(s) */
typedef struct ref_pieces {
    int n, degree, width;
    double *t;         /* n + 1 break points, ascending */
    bool *seam;        /* n: the sides of t[i] belong to different right-hand sides or states */
    double *c;         /* n x width x (degree + 1) */
    char (*names)[32]; /* width: components without a and lambda, then observables */
    double *bar;       /* width: absolute; negative: unknown */
} ref_pieces;

typedef struct ref {
    char *file; /* where it was read from; NULL: nowhere */
    char *problem, *parameters, *equations, *made;
    char digest[65]; /* of the file that was read, from its last line */
    ref_half half[REF_HALVES];
    bool in_double; /* line "grade double": not certified, digits on which solvers agree */
    double t0, t1;
    int ncomponents, nobservables;
    char (*components)[32], (*observables)[32];
    int nstates, nevents, nlaws;
    ref_state *states; /* ascending in time; the last one is the end state */
    ref_event *events;
    ref_law *laws;
    ref_witness witness;
    ref_scan scan;
    ref_pieces pieces; /* n = 0: no trajectory */
} ref;

/* false with a sentence: missing, truncated, digest wrong, another version, line that cannot be
 * read (number). */
bool ref_read(ref **out, const char *path, reason *why);
/* The file is read back before it takes its place; false with a sentence, and no file. */
bool ref_write(const ref *r, const char *path, reason *why);
void ref_free(ref *r);
/* The witness, and the scan, in one sentence. */
void ref_witnessed(const ref *r, char *text, size_t size);
/* Features of the equations narrower than this may be unseen; the interval where nothing was
 * looked at. */
double ref_unseen(const ref *r);
/* ref_read() of the file for this problem and these settings, which must be those inside;
 * folder NULL: the first one on the search path. */
bool ref_open(ref **out, const char *folder, const char *problem, const char *settings,
              reason *why);

/* File name for a problem and its settings. */
void ref_path(const char *folder, const char *problem, const char *settings, char *path,
              size_t size);

/* ---- where files are (ref_places.c) ------------------------------------------------------ */

/* Folder k of the search path, whether it exists or not; false behind the last one. */
bool ref_place(int k, char *path, size_t size);
/* The first of them that has such a file; false: none, and path is not of use. */
bool ref_search(const char *file, char *path, size_t size);
/* The file of a problem in `folder`, or with NULL the first one on the search path; false:
 * there is none. */
bool ref_locate(const char *folder, const char *problem, const char *settings, char *path,
                size_t size);
/* All files of a problem ("*": of any) in `folder`, or with NULL on the search path, each name
 * once. They are added to the list, which begins as { 0 }. */
typedef struct ref_files {
    size_t n;
    char **v;
} ref_files;
void ref_files_add(ref_files *l, const char *folder, const char *problem);
void ref_files_free(ref_files *l);
/* The folder for new references. It is the first one of IVPBENCH_REFERENCE; else reference/data
 * or reference in the current folder, if it exists; else the user's. */
void ref_home(char *path, size_t size);
void ref_places(char *text, size_t size); /* the search path in words */

/* ---- states ------------------------------------------------------------------------------ */

/* State at time t (to 1e-12 of the interval), or NULL. */
const ref_state *ref_at(const ref *r, double t);
/* Of a component "y1", or of an observable "obs:y1", which may be called like a component; so
 * it is for columns. */
const ref_value *ref_find(const ref_state *s, const char *name);
const char *ref_plain_name(const char *name); /* without "obs:" */

/* ---- trajectory: anywhere in [t0, t1], to about 2e-16 of a column's size ----------------- */

/* Number of the column, -1 if there is none. */
int ref_column(const ref *r, const char *name);
/* One column at t; at a seam side > 0 gives the value after it, else before. NAN outside. */
double ref_value_at(const ref *r, int column, double t, int side);

#endif
