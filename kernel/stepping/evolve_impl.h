/* evolve_impl.h -- the run object. Its files: evolve.c (set-up), run.c (the loop), drive.c (the
 * loop inside a callback), accept.c (around a step, for both loops). Further: attempt.c (one
 * step), locate.c (events), settle.c (functions that all share).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_EVOLVE_IMPL_H
#define IVP_EVOLVE_IMPL_H

#include <ivp/solver.h>

#include "kernel/stepping/ceiling.h"
#include "kernel/stepping/control.h"
#include "kernel/stepping/event.h"
#include "kernel/stepping/evolve.h"
#include "kernel/stepping/slopes.h"
#include "kernel/formulation/model_inner.h"

struct evolve {
    instance *instance;
    ivp_model *model;
    const ivp_solver *solver;
    void *self;
    double *option;
    ivp_tol tol;
    double t1;
    long max_steps;
    evolve_beat *beat;
    const ivp_control *law; /* set by the user; NULL: the method's, or the default */
    control control;
    ceiling ceiling;
    events *events; /* NULL: nothing to locate */
    bool deep;      /* a guard reads a or lambda */
    slopes *slopes; /* for implicit problems with restarts; NULL otherwise */

    evolve_watch watch; /* of the present run; NULL: not watched */
    void *watcher;
    reason message, told;
    char options[SETTINGS_MAX]; /* those that were given, spelled alike */

    int n;
    real t, h;        /* present time; step size to try next */
    real t_new;       /* end of the trial */
    real wall;        /* no step may cross it: a break point or the end */
    bool at_break;    /* it is a break point */
    int landing;      /* equal steps to the end of the piece; 0: it is far away */
    real size;        /* of the last accepted step */
    bool stopped;     /* an event ended the run */
    bool hooked;      /* the problem has accepted(): called after each step */
    bool jump;        /* the last step ended at an event or a break point */
    bool disturbed;   /* a wrapped solver was moved by a search: restart it */
    bool repartition; /* the formulation wants new coordinates */
    bool moved;       /* raw != y_new */
    bool left;        /* drive() was told to return, with this status */
    ivp_status left_with;
    long left_count[IVP_NCOUNTERS]; /* where the code cannot return: the counters there */
    real *y, *yp;                   /* settled state at t; y' at the last restart */
    real *raw, *y_new;              /* state at t_new, before and after settling */
    real *probe, *f0, *f1;          /* state inside the step; slopes at its ends for Hermite */
    bool have_slopes;
    bool hidden;         /* the cubic of the step may miss zeros, so it is not used */
    real *along, *slope; /* for cubic_hides(), */
    real *guards;        /* eight of each */
    real *canonical;     /* with a and lambda; ncomponents */
    real *atol, atol_scalar;
    real *store;
};

/* attempt.c: the next accepted trial: fills t_new and raw, sets h. Never beyond the end of the
 * piece. */
ivp_status take_step(evolve *e);
/* Result of a code with its own loop: t_new and raw, or the status of its failure */
ivp_status check_step(evolve *e, ivp_status st);
ivp_status gave_up(evolve *e, ivp_status st);
const char *told_reason(evolve *e); /* ": the sentence" of ivp_reason(), or "" */
void control_begin(evolve *e);
/* y' in the views that have one */
ivp_status evolve_slope(evolve *e, real t, const real *y, real *f);
/* First step size at (t, y), by the descriptor's rule; 0: the solver's own. */
real first_step(evolve *e);

/* accept.c: actions before and after a step, for all kinds of solvers. */
void enter_piece(evolve *e);        /* end of the piece: the break points around e->t */
ivp_status accept_trial(evolve *e); /* a settled trial: events, verdict, the next state */
static inline bool is_over(const evolve *e) { return e->stopped || e->t >= e->t1; }
bool must_restart(const evolve *e);
ivp_status begin_again(evolve *e); /* where it must */
ivp_status enough_steps(evolve *e);
void look_between(evolve *e); /* sets how many steps a wrapped code may take unseen */
void tell_totals(evolve *e);  /* what a wrapped library counts for itself */

/* drive.c: runs a code with its own loop from here to the next restart */
ivp_status drive(evolve *e);

/* locate.c: looks for events in (t, t_new]. Either nothing happens, or t_new and y_new are
 * moved back to the first event that ends the step, and *restart says so. */
ivp_status meet_events(evolve *e, bool *restart);

/* cubic.c: for solvers without dense output, of the step from t to t_new */
ivp_status cubic_at(evolve *e, real theta, real *y);
/* Returns whether it may miss zeros of guards; then only shorter steps find them. */
ivp_status cubic_hides(evolve *e, bool *hides);

/* An IVP_E_EVENT_LOST with its sentence; other statuses as they are. */
ivp_status event_lost(evolve *e, ivp_status st, real t);

/* evolve.c: atol per unknown; again whenever the coordinates change */
void scale_tolerances(evolve *e);

/* settle.c: raw -> y_new by the formulation's hook, unless the method has done that itself;
 * sets moved and repartition. at_end: at the end of the method's own step. */
ivp_status settle(evolve *e, bool at_end);
/* The state of guards at a time and unknowns inside the step. */
ivp_status state_inside(evolve *e, real t, const real *y, ivp_state *s);
ivp_status unsettled(evolve *e, ivp_status st); /* the sentence for that */
ivp_status went_beyond(evolve *e, real wall, real t);
ivp_status show_watcher(evolve *e, real t, const real *y, real h, int event, int direction);
static inline ivp_status show(evolve *e, real t, const real *y, real h, int event,
                              int direction)
{
    return e->watch ? show_watcher(e, t, y, h, event, direction) : IVP_OK;
}

ivp_status evolve_fail(evolve *e, ivp_status st, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
