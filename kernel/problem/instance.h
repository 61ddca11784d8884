/* instance.h -- a problem opened with parameter values: sizes, interval, consistent start.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_INSTANCE_H
#define IVP_INSTANCE_H

#include <ivp/model.h>
#include <ivp/problem.h>

#include "kernel/problem/plugin.h"
#include "kernel/problem/spell.h"
#include "kernel/reason/reason.h"

struct cstep;
struct declared;
struct mech;

enum { SETTING_MAX = SPELL_MAX, SETTINGS_MAX = 512 }; /* of one, of all in one line */

typedef struct instance {
    const ivp_problem *problem;
    const void *complex_problem; /* the same problem in complex arithmetic */
    struct cstep *twin;          /* and its complex-step derivatives */
    ivp_sizes sizes;             /* n is filled for mechanical problems too: 2 nq + nx */
    int nparams, nevents, nbreaks;
    double t0, t1;
    real *p;    /* nparams values, sizes.nderived derived values, nevents sides */
    long syncs; /* so many times p was changed */
    real *side; /* there; 0: events not located */
    real *p0;   /* the nparams initial values; a reset may change the present ones during a
                   run */
    /* canonical start, completed; y' of LIN and DAE, else derivatives of (q, u, x) or y */
    real *start, *start_yp;
    char (*text)[SETTING_MAX];     /* the parameters' values in words, normalised */
    struct elimination_plan *plan; /* of the saddle point, for models; NULL: none is safe */
    const struct elimination_code *code; /* the same compiled; NULL: not */
    struct declared *declared; /* the pattern for models; NULL: none has asked for it */
    bool sparse;       /* its own blocks are, and those of models unless they ask for others */
    struct mech *mech; /* workspace of mechanical problems; its evaluations are not counted */
    long uncounted[IVP_NCOUNTERS];
} instance;

/* Opens `name` with settings "a=1 b=word", separated by blanks; NULL or "": the defaults.
 * IVP_E_INVALID: unknown problem, parameter or value. IVP_E_INCONSISTENT: the start violates a
 * constraint. why gets a sentence that names it. */
ivp_status instance_open(instance **out, const char *name, const char *settings, reason *why);
/* The same of a descriptor and its version in complex arithmetic, which outlive the
 * instance. */
ivp_status instance_open_of(instance **out, const ivp_problem *p, const void *twin,
                            const char *settings, reason *why);
void instance_close(instance *i);
/* start.c, when a problem is opened: fills i->start and i->start_yp. A violation of up to 1e-6
 * of the scale (rounded data) is removed by projection. IVP_E_INCONSISTENT, with a sentence in
 * why: it is larger, and the worst row is named; or rows of G depend on others,
 * which are named. */
ivp_status start_consistent(instance *i, reason *why);
/* Returns whether the problem can have sparse blocks. They are used from this number of
 * unknowns of the saddle point on. */
bool instance_takes_sparse(const instance *i);
enum { SPARSE_FROM = 100 };

/* Settings that differ from the defaults, in the order of the descriptor, as "a=1 b=word". */
void instance_settings(const instance *i, char *text, size_t size);

/* Canonical components: mechanical q1.. u1.. x1.. a1.. lambda1.., all others y1.. */
int instance_ncomponents(const instance *i);
void instance_component_name(const instance *i, int k, char *name, size_t size);
/* Views into a canonical vector of instance_ncomponents() numbers. yp may be NULL. */
ivp_state instance_view(const instance *i, real t, const real *canonical, const real *yp);
/* Sets mask[instance_ncomponents()] from words such as "q1-7 lambda"; false: a word is
 * unknown. */
bool instance_mask(const instance *i, const char *components, bool *mask, reason *why);

/* Completes a canonical vector with given q, u, x: a and lambda at the acceleration level. */
ivp_status instance_complete(instance *i, real t, real *canonical);

/* Projects q and u onto their constraints; nothing else changes. IVP_OK where there are
 * none. */
ivp_status instance_project(instance *i, real t, real *canonical);

/* Largest violation at the three levels. At the acceleration level a follows from the lambda of
 * the state; -1 there if M is singular. Zeros without constraints. */
ivp_status instance_drift(instance *i, const ivp_state *s, real drift[3]);

/* Parameters and sides as they were opened. */
void instance_reset(instance *i);
/* Call it after a change of p: updates derived values and the twin. */
void instance_sync(instance *i);

/* Parses "a=1 b=word" against a table of parameters into numbers and normalised texts
 * (spell.h); others get their defaults. `whose` names the owner in messages. */
bool settings_parse(const ivp_param *table, const char *settings, const char *whose,
                    char (*text)[SETTING_MAX], real *value, reason *why);
/* The given settings, in the order of the table, spelled as in `text`. */
void settings_spell(const ivp_param *table, const char *settings, char (*text)[SETTING_MAX],
                    char *to, size_t size);
int settings_count(const ivp_param *table); /* table may be NULL */

/* The guard of an event of its problem. */
real instance_guard(const instance *i, const ivp_event *e, const ivp_state *s);
/* An observable or invariant: its function, or its component. */
real instance_observe(const instance *i, const ivp_observable *o, const ivp_state *s);
bool instance_has_component(const instance *i, const char *name);

#endif
