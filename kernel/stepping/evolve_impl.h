/* evolve_impl.h -- the run object, in parts. Each part has files that write it; the others
 * read.
 *
 *     instance .. self, n   what runs                     evolve.c
 *     setting               what was asked for            evolve.c
 *     piece                 up to the next break point    accept.c
 *     now                   the accepted state            accept.c; the start: run.c
 *     pace                  the next step size            attempt.c
 *     trial.t, .raw         the end of a step             attempt.c, settle.c (trial_end())
 *     trial.y, .moved       the same, settled             settle.c
 *     restart               causes                        accept.c, locate.c, drive.c, settle.c
 *                           y' there; no cause any more   restart.c
 *     search                events inside a trial         locate.c
 *     cubic                 a trial without dense output  cubic.c
 *     call                  a code with its own loop      drive.c
 *     report                what is told                  report.c
 *
 * evolve.c sets up; run.c has the loop, and drive.c the loop inside a callback. Vectors hold n
 * numbers; evolve.c allocates them. Between steps first_step.c uses those of cubic.
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

/* What was asked for. */
typedef struct evolve_setting {
    ivp_tol tol; /* its atol: weights times atol below, by scale_tolerances() */
    real *weighted, atol;
    double t1;
    double *option;
    char options[SETTINGS_MAX]; /* those that were given, spelled alike */
    const ivp_control *law;     /* set by the user; NULL: the method's, or the default */
    bool hooked;                /* the problem has accepted(): called after each step */
} evolve_setting;

/* The interval up to the next break point or the end. */
typedef struct evolve_piece {
    real wall;     /* no step may cross it */
    bool at_break; /* it is a break point */
} evolve_piece;

/* The last accepted state, settled. */
typedef struct evolve_now {
    real t, *y;
    real size; /* of the step that ended here */
} evolve_now;

typedef struct evolve_pace {
    real h; /* to try next */
    control control;
    ceiling ceiling;
    int landing; /* equal steps to the end of the piece; 0: it is far away */
} evolve_pace;

/* The end of a step that is not accepted yet: before and after settling. */
typedef struct evolve_trial {
    real t, *raw, *y;
    bool moved; /* raw != y */
} evolve_trial;

/* Why the method must begin anew at `now`, and what for. */
typedef struct evolve_restart {
    bool jump;        /* the last step ended at an event or a break point */
    bool disturbed;   /* a wrapped solver was moved by a search, or by settling */
    bool repartition; /* the formulation wants new coordinates */
    real *yp;         /* y' there */
    slopes *slopes;   /* finds it for implicit problems; NULL otherwise */
} evolve_restart;

typedef struct evolve_search {
    events *events; /* NULL: nothing to locate */
    bool deep;      /* a guard reads a or lambda */
    bool hidden;    /* the cubic of the step may miss zeros, so it is not used */
    bool stopped;   /* an event ended the run */
    real *y;        /* state inside the step */
} evolve_search;

typedef struct evolve_cubic {
    bool known;              /* f0 and f1 are those of this trial */
    real *f0, *f1;           /* slopes at the ends of the step */
    real *y, *along, *slope; /* on the cubic, beside it, and its slope */
    real *guards;            /* eight of each */
} evolve_cubic;

/* The present call of a code with its own loop. */
typedef struct evolve_call {
    bool left; /* the code was told to return, with this status */
    ivp_status with;
    long count[IVP_NCOUNTERS]; /* where the code cannot return: the counters there */
} evolve_call;

typedef struct evolve_report {
    evolve_watch watch; /* of the present run; NULL: not watched */
    void *watcher;
    evolve_beat *beat; /* NULL: nobody waits */
    reason message, told;
} evolve_report;

struct evolve {
    instance *instance;
    ivp_model *model;
    const ivp_solver *solver;
    void *self;
    int n;
    evolve_setting setting;
    evolve_piece piece;
    evolve_now now;
    evolve_pace pace;
    evolve_trial trial;
    evolve_restart restart;
    evolve_search search;
    evolve_cubic cubic;
    evolve_call call;
    evolve_report report;
    real *canonical; /* scratch of all: a state with a and lambda, ncomponents */
    real *store;
};

/* attempt.c: the next accepted trial: sets trial and pace. Never beyond the end of the
 * piece. */
ivp_status take_step(evolve *e);
/* Result of a code with its own loop: the trial, or the status of its failure */
ivp_status check_step(evolve *e, ivp_status st);
ivp_status gave_up(evolve *e, ivp_status st);
void pace_begin(evolve *e, real h); /* the law without a history */

/* first_step.c: first step size at `now`, by the descriptor's rule; 0: the solver's own. */
real first_step(evolve *e);

/* accept.c: actions before and after a step, for all kinds of solvers. */
void enter_piece(evolve *e);        /* end of the piece: the break points around now.t */
ivp_status accept_trial(evolve *e); /* a settled trial: events, verdict, the next state */
static inline bool is_over(const evolve *e)
{
    return e->search.stopped || e->now.t >= e->setting.t1;
}
ivp_status enough_steps(evolve *e);
void look_between(evolve *e); /* sets how many steps a wrapped code may take unseen */
void tell_totals(evolve *e);  /* what a wrapped library counts for itself */

/* restart.c */
bool must_restart(const evolve *e);
ivp_status begin_again(evolve *e); /* where it must */
void restart_none(evolve *e);      /* nothing asks for it */

/* drive.c: runs a code with its own loop from here to the next restart */
ivp_status drive(evolve *e);

/* locate.c: looks for events in (now.t, trial.t]. Either nothing happens, or the trial is moved
 * back to the first event that ends the step, and *restart says so. */
ivp_status meet_events(evolve *e, bool *restart);

/* cubic.c: for solvers without dense output, of the step from now.t to trial.t. Begins with a
 * trial: whether it may miss zeros of guards; then only shorter steps find them. */
ivp_status cubic_hides(evolve *e, bool *hides);
ivp_status cubic_at(evolve *e, real theta, real *y);

/* evolve.c: atol per unknown; again whenever the coordinates change */
void scale_tolerances(evolve *e);

/* settle.c: trial.raw -> trial.y by the formulation's hook, unless the method has done that
 * itself; sets trial.moved and restart.repartition. at_end: at the end of the method's own
 * step. */
ivp_status settle(evolve *e, bool at_end);
void trial_end(evolve *e, real t, const real *y); /* where a trial ends, not settled */
/* The state of guards at a time and unknowns inside the step. */
ivp_status state_inside(evolve *e, real t, const real *y, ivp_state *s);
/* y' in the views that have one */
ivp_status evolve_slope(evolve *e, real t, const real *y, real *f);

/* report.c */
void report_begin(evolve *e, evolve_watch watch, void *watcher);
void report_end(evolve *e); /* the method's remark */
ivp_status show_watcher(evolve *e, real t, const real *y, real h, int event, int direction);
static inline ivp_status show(evolve *e, real t, const real *y, real h, int event,
                              int direction)
{
    return e->report.watch ? show_watcher(e, t, y, h, event, direction) : IVP_OK;
}
ivp_status evolve_fail(evolve *e, ivp_status st, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
const char *told_reason(evolve *e); /* ": the sentence" of ivp_reason(), or "" */
ivp_status unsettled(evolve *e, ivp_status st);
ivp_status went_beyond(evolve *e, real wall, real t);
/* An IVP_E_EVENT_LOST with its sentence; other statuses as they are. */
ivp_status event_lost(evolve *e, ivp_status st, real t);
/* A step that becomes too small may be what an accumulation of events looks like. */
ivp_status blame_events(evolve *e, ivp_status st);

#endif
