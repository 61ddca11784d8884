/* flow_inner.h -- what the files of a flow share: its integrators, and the step just made.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_FLOW_INNER_H
#define REFERENCE_FLOW_INNER_H

#include "kernel/stepping/event.h"
#include "kernel/stepping/slopes.h"
#include "kernel/formulation/model_inner.h"
#include "reference/integrators/basic.h"
#include "reference/flow/flow.h"
#include "reference/integrators/radau.h"

/* Eight inner states of a step say where to look for zeros of guards: with both ends they are a
 * polynomial of degree nine. */
enum { FLOW_INNER = 8, FLOW_NODES = FLOW_INNER + 2 };

/* Integrators of one kind. The first one advances the solution; the second repeats steps with
 * smaller sizes. The third does that with half the digits; only extrapolation needs it, since
 * Radau has a polynomial. */
enum { FLOW_ONWARDS, FLOW_AGAIN, FLOW_ROUGHLY, FLOW_INTEGRATORS };

/* Exact states inside the step; those of place 0 are free. */
enum { FLOW_TRIALS = 4 };

typedef struct flow_trial {
    real theta, *y;
} flow_trial;

struct flow {
    instance *i;
    flow_method method;
    ivp_model *m;
    midpoint *mid;
    euler *eul;
    extrapolation *e[FLOW_INTEGRATORS];
    radau_table table;
    radau *radau[FLOW_INTEGRATORS];
    const flow_breaks *breaks;
    int passed; /* breaks behind us */
    real from;  /* the last of them */
    real t;
    real *y, *yp, *canonical;
    bool *counted;
    double *weight;
    real began, *began_y, reached; /* the last step: its start, and its end but for events */
    flow_watch watch;
    void *watcher;
    /* of problems with guards */
    events *events;
    slopes *slopes;  /* of LIN and DAE */
    real start, *y0; /* where the last step began */
    real *node;      /* FLOW_NODES x n, by methods without a polynomial of their own */
    flow_trial trial[FLOW_TRIALS];
    unsigned tried;
    real *probe, *probed; /* n, canonical: a state inside the step */
    flow_breaks met;
    real soon; /* the first step behind a reset ends here at the latest */
    bool stopped;
};

/* Shorter times are rounding: of the interval, or of a clock that began long ago, of which an
 * integrator takes a hundred. */
static inline real flow_least(const flow *f)
{
    const real span = (real)f->i->t1 - (real)f->i->t0;
    return ivp_max(R(1e-30) * span, 128 * IVP_EPS * ivp_abs(f->t));
}

/* Guards take the side of the start. Does nothing for a problem without guards. */
ivp_status flow_watch_guards(flow *f);
void flow_forget_guards(flow *f);
/* The step that is about to be made begins here. */
void flow_mark(flow *f);
/* What happens inside the step just made. It is cut at the first event that restarts or stops:
 * then t and y are those behind it, and the integrators have forgotten the past. */
ivp_status flow_meet(flow *f);

#endif
