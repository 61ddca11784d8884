/* solver.h -- what a solver gives: one const descriptor, exported by one file.
 *
 * File foo.c defines IVP_SOLVER(foo, .title = ..., ...), which fills abi, arith, name and
 * bytes. An in-house method gives attempt(): one trial step with its error tests, and no
 * decision. The kernel owns the first step size, acceptance, step control, events, dense
 * output, break points and counters, and tells the method the verdict. A wrapped library keeps
 * its own law and gives advance(); a code that runs over the interval and calls back after each
 * step gives drive().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IVP_SOLVER_H
#define IVP_SOLVER_H

#if defined IVP_PROBLEM_H && !defined IVP_KERNEL
#error "a solver sees ivp/model.h and ivp/solver.h, never ivp/problem.h"
#endif

#include <ivp/model.h>

/* What is asked of a run. It and its arrays outlive the solver object; atol may be written anew
 * before a restart (state_space, when the coordinates change). */
typedef struct ivp_tol {
    real rtol;
    const real *atol; /* n, one per unknown */
    real h0;          /* first step size; 0: the solver's own rule */
    real h;           /* > 0: constant step size, no error control */
    real hmax;        /* 0: none */
    long max_steps;   /* 0: none */
} ivp_tol;

/* A test that an attempt must pass: err <= 1, where err behaves like h^(order + 1). */
typedef struct ivp_test {
    real err;
    int order;
} ivp_test;

/* One attempted step from t to t + h. */
typedef struct ivp_trial {
    real t, h;
    const real *y;    /* n, the accepted (settled) state at t */
    real *y1;         /* n, out: the new state */
    int ntests;       /* out; 0 means nothing to test */
    ivp_test test[2]; /* out: all must pass, the smallest growth wins */
    real h_next;      /* out, of methods that steer: the step size to try next, whether the
                         tests are passed or not */
} ivp_trial;

typedef enum ivp_verdict {
    IVP_REJECTED, /* the step is tried again with another size */
    IVP_KEPT,     /* accepted as it was */
    IVP_MOVED /* accepted, but the state was moved (projection): recompute what depends on it */
} ivp_verdict;

/* Step control law: with the errors e1, e2, e3 of the last three steps and p = order + 1
 *
 *     h_new / h = safety * e1^(-kI/p) e2^(-kP/p) e3^(-kD/p) (h / h_old)^(-memory)
 *
 * limited to [shrink, grow]. After a rejection the elementary rule is used. */
typedef struct ivp_control {
    const char *name;
    real kI, kP, kD, memory;
    real safety, shrink, grow;
} ivp_control;

/* Rule of the first step size where the user gives none. */
typedef enum ivp_h0_rule {
    IVP_H0_GUESS = 0, /* Hairer, Norsett, Wanner, Solving ODEs I, II.4 */
    IVP_H0_OWN,       /* a wrapped library's: restart() gets 0 */
    IVP_H0_RTOL,      /* h0 = rtol, as in the test set's protocol */
    IVP_H0_FRACTION   /* h0 = h0_fraction * interval */
} ivp_h0_rule;

/* What a code that drives itself is told after a step. */
typedef enum ivp_step_reply {
    IVP_GO_ON,
    IVP_GO_ON_MOVED, /* y was changed in place */
    IVP_RETURN       /* leave drive(); restart() or destroy() follows */
} ivp_step_reply;

/* The kernel, as drive() sees it. */
typedef struct ivp_host {
    ivp_step_reply (*step)(void *kernel, real t,
                           real *y); /* to be called after each accepted step */
    void *kernel;
} ivp_host;

/* Values of options with a name, "max_order=2 newton=4", and what they are good for */
typedef struct ivp_setting {
    const char *name, *options, *meaning;
} ivp_setting;

typedef struct ivp_solver {
    unsigned abi;     /* IVP_ABI */
    int arith;        /* IVP_ARITH */
    const char *name; /* = file name */
    ivp_bytes bytes;
    /* All above is filled by IVP_SOLVER. */
    const char *title, *source;
    const char *family;  /* "radau", "extrapolation": the family of methods, where references
                              are made by one too: no half of that family judges it; or NULL */
    const char *library; /* "SUNDIALS 6.4.1": what is wrapped and its version, from the header
                              of the library; or NULL */
    const char
        *times_contain;    /* what its times contain that no method needs: "the interpreter of
                                  Python"; reports mark them and say it. NULL: nothing */
    unsigned views;        /* IVP_FIRST | ...: what it works through; lowest bit offered wins */
    unsigned formulations; /* those it can take; 0: all that offer one of the views */
    unsigned blocks;       /* those that it takes through IVP_MECH_VIEW, the others through its
                              further views; 0: all that offer the blocks */
    int order;             /* classical order; 0: variable */
    bool fixed_step;       /* takes ivp_tol.h > 0 */
    bool adaptive;         /* takes tolerances */
    bool keeps_history;    /* multistep: a projected state is not fed back; the right-hand
                              side is f(P(y)) and P(y) is delivered */
    bool projects;         /* in the formulation projected it does so inside its own
                              formula: the kernel leaves whole steps as they are */
    bool steers;           /* the step sizes are the method's own (ivp_trial.h_next): there is
                              no law to choose; after a failure the kernel's quarter */
    const ivp_control *control; /* NULL: the kernel's default */
    ivp_h0_rule h0_rule;
    double h0_fraction;
    const ivp_param *options; /* numbers reach create() in this order */
    /* A sentence why these options or tolerances will not do, or NULL; asked before create() */
    const char *(*refuses)(const ivp_tol *tol, const double *option);
    const char *(*declines)(const ivp_model *m); /* a sentence why not, or NULL */
    /* Of optional plug-ins: a sentence why it cannot run on this machine at all, such as a
     * package that is not installed, or NULL; everything is declined then. */
    const char *(*missing)(void);
    ivp_status (*create)(void **self, ivp_model *m, const ivp_tol *tol, const double *option);
    void (*destroy)(void *self); /* accepts NULL and half-built */
    /* Begin at (t, y, yp), forgetting everything: a restarted solver repeats itself to the bit.
     * h0: first step to try (0: the library's own rule). */
    ivp_status (*restart)(void *self, real t, const real *y, const real *yp, real h0);
    /* Exactly one of these three. attempt(): one trial step. advance(): one step of its own,
     * not beyond tmax; *t and y are the new time and state. drive(): steps until tmax, with a
     * call of host->step() after each, whose answer it obeys; verdict() is called and dense()
     * must work inside that call, and dense() until drive() or restart() is entered again.
     * Without dense() events are located on the cubic through both ends of a step. */
    ivp_status (*attempt)(void *self, ivp_trial *trial);
    ivp_status (*advance)(void *self, real tmax, real *t, real *y);
    ivp_status (*drive)(void *self, real tmax, const ivp_host *host);
    /* drive(): it goes on from a state that was changed in place; otherwise it is told to
     * return and restarted there */
    bool takes_moved;
    /* drive(): it can be left by reaching tmax alone. After an event it goes on in vain until
     * then: counters are those of the event, times contain what follows. */
    bool cannot_return;
    /* Totals that a wrapped library keeps for itself, into ivp_count(): called once before each
     * restart inside a run and at its end. NULL: nothing to tell. */
    void (*finish)(void *self);
    /* CPU time in seconds that processes of its own have used since create(): part of its
     * times. NULL: it has none. */
    double (*elsewhere_s)(void *self);
    /* y1: the settled state. */
    void (*verdict)(void *self, ivp_verdict verdict, const real *y1);
    /* y at t_old + theta (t_new - t_old), 0 <= theta <= 1, of the last step (for attempt(): of
     * the last trial, also before its verdict). NULL: none. */
    ivp_status (*dense)(void *self, real theta, real *y);
    /* Options that its author recommends, for tuning grids; ends with { 0 }. They are tried by
     * `ivpbench plugin test`, and `ivpbench info` shows them. */
    const ivp_setting *settings;
    /* dy/dp_k at the end of the last accepted step, n numbers. No run asks for it yet. */
    ivp_status (*sens)(void *self, int k, real *s);
} ivp_solver;

/* IVP_SOLVER(foo, .title = "Foo", ...); the descriptor of foo.c */
#define IVP_SOLVER(id, ...)                                                                    \
    IVP_EXTERN const ivp_solver ivp_solver_##id;                                               \
    const ivp_solver ivp_solver_##id = { .abi = IVP_ABI,                                       \
                                         .arith = IVP_ARITH,                                   \
                                         .name = #id,                                          \
                                         .bytes = { sizeof(ivp_solver), sizeof(ivp_param), 0,  \
                                                    0, 0, sizeof(ivp_setting) },               \
                                         __VA_ARGS__ }

/* Weighted root mean square of e with weights atol_i + rtol max(|y0_i|, |y1_i|) over the
 * differential unknowns (multipliers are left out). The default err of a test. */
IVP_EXTERN real ivp_error_norm(const ivp_model *m, const ivp_tol *tol, const real *y0,
                               const real *y1, const real *e);

#endif
