/* solver.h -- the interface of a solver: one const descriptor, exported by one file.
 *
 * File foo.c defines IVP_SOLVER(foo, .title = ..., ...), which fills abi, arith, name and
 * bytes. A method written for ivpbench defines attempt(): one trial step with its error tests,
 * without a decision. The kernel controls the first step size, acceptance, step size, events,
 * dense output, break points and counters, and passes its verdict to the method. A wrapped
 * library keeps its own step control and defines advance(). A code that integrates over the
 * interval and calls back after each step defines drive().
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_SOLVER_H
#define IVP_SOLVER_H

#if defined IVP_PROBLEM_H && !defined IVP_KERNEL
#error "a solver sees ivp/model.h and ivp/solver.h, never ivp/problem.h"
#endif

#include <ivp/model.h>

/* Tolerances and step sizes of a run. The kernel owns this struct and its arrays, which outlive
 * the solver object. It may change atol before a restart (state_space, when the coordinates
 * change). Step sizes have the unit of t. */
typedef struct ivp_tol {
    real rtol;
    const real *atol; /* n, one per unknown */
    real h0;          /* first step size; 0: the solver's own rule */
    real h;           /* > 0: constant step size, no error control */
    real hmax;        /* 0: none */
    long max_steps;   /* 0: none */
} ivp_tol;

/* An error test of an attempt. The attempt passes if err <= 1; err is proportional to h^(order
 * + 1). */
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

/* The kernel's answer to drive() after a step. */
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

/* A named set of option values, such as "max_order=2 newton=4", and its purpose */
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
    const char *family;  /* "radau", "extrapolation", "bdf": family of its method. No reference
                            of this family scores it; figures give it one colour. NULL: none */
    const char *library; /* "SUNDIALS 6.4.1": wrapped library and its version, from its header;
                            or NULL */
    const char
        *times_contain;    /* overhead in its times that no method needs: "the interpreter of
                              Python"; reports mark these times. NULL: none */
    unsigned views;        /* IVP_FIRST | ...: views it can use; the lowest bit offered is
                              taken */
    unsigned formulations; /* formulations it accepts; 0: all that offer one of its views */
    unsigned blocks;       /* formulations it takes through IVP_MECH_VIEW, others through its
                              further views; 0: all that offer the blocks */
    int order;             /* classical order; 0: variable */
    bool fixed_step;       /* takes ivp_tol.h > 0 */
    bool adaptive;         /* takes tolerances */
    bool keeps_history;    /* multistep: projection P does not change its history; the
                              right-hand side is f(P(y)), the result is P(y) */
    bool projects;         /* its formula contains the projection of formulation projected; the
                              kernel does not project its steps */
    bool steers;           /* the method chooses step sizes (ivp_trial.h_next), so there is no
                              control law; after a failure the kernel takes a quarter */
    const ivp_control *control; /* NULL: the kernel's default */
    ivp_h0_rule h0_rule;
    double h0_fraction;
    const ivp_param *options; /* create() gets their values in this order */
    /* Returns NULL, or a sentence why these options or tolerances are invalid. Called before
     * create(). */
    const char *(*refuses)(const ivp_tol *tol, const double *option);
    const char *(*declines)(const ivp_model *m); /* returns NULL, or a sentence why the solver
                                                    cannot take m */
    /* Optional plug-ins: returns NULL, or a sentence why the solver cannot run on this machine,
     * such as a missing package. It then declines every model. */
    const char *(*missing)(void);
    ivp_status (*create)(void **self, ivp_model *m, const ivp_tol *tol, const double *option);
    void (*destroy)(void *self); /* frees self; accepts NULL and a partly created object */
    /* Starts at (t, y, yp) and discards all history: after a restart the same calls give the
     * same bits. The arrays belong to the caller and are valid during the call. h0: first step
     * size to try (0: the library's own rule). */
    ivp_status (*restart)(void *self, real t, const real *y, const real *yp, real h0);
    /* A solver has exactly one of these three functions. attempt() makes one trial step.
     * advance() makes one step of its own that does not pass tmax; *t and y return the new time
     * and state. drive() steps until tmax, calls host->step() after each step and obeys its
     * answer. Inside that call the kernel calls verdict() and dense(); dense() must work until
     * drive() or restart() is entered again. Without dense(), events are located on the cubic
     * Hermite interpolant of a step. */
    ivp_status (*attempt)(void *self, ivp_trial *trial);
    ivp_status (*advance)(void *self, real tmax, real *t, real *y);
    ivp_status (*drive)(void *self, real tmax, const ivp_host *host);
    /* drive() continues from a state that the kernel changed in place. If false, the kernel
     * makes it return and restarts it there. */
    bool takes_moved;
    /* drive() returns only at tmax. After an event it continues to tmax; the kernel discards
     * these steps. Counters stop at the event; times include the discarded steps. */
    bool cannot_return;
    /* Passes the statistics of a wrapped library to ivp_count(), and calls ivp_not_counted()
     * for those that the library lacks. Called once before each restart inside a run and at its
     * end. NULL: no statistics. */
    void (*finish)(void *self);
    /* CPU time in seconds that the solver's own processes have used since create(); it is added
     * to the solver's times. NULL: no such processes. */
    double (*elsewhere_s)(void *self);
    /* The kernel's decision on the last trial or step. y1: the settled state, n. */
    void (*verdict)(void *self, ivp_verdict verdict, const real *y1);
    /* Dense output: y (n) at t_old + theta (t_new - t_old), 0 <= theta <= 1, in the last step.
     * For attempt() it is the last trial, also before its verdict. NULL: none. */
    ivp_status (*dense)(void *self, real theta, real *y);
    /* Options that the author recommends, for tuning grids; ends with { 0 }. `ivpbench plugin
     * test` runs them, and `ivpbench info` shows them. */
    const ivp_setting *settings;
    /* s := dy/dp_k at the end of the last accepted step, n numbers. No run uses it yet. */
    ivp_status (*sens)(void *self, int k, real *s);
    /* Why two runs with the same input may differ in a bit: "its threads add in any order".
     * Such results are shown and not ranked. NULL: they do not differ. */
    const char *not_deterministic;
    /* Bytes that the matrices of this solver take for m with these options. Where a run may not
     * take so many, the kernel declines m before create(). NULL: it has no matrices, or
     * create() looks itself. */
    double (*memory)(const ivp_model *m, const double *option);
    /* CPU seconds that the first factors of m take at least with these options, on any
     * processor: operations over a rate that none exceeds. A run that may not take so many is
     * declined before create(). NULL: nothing is known. */
    double (*least_s)(const ivp_model *m, const double *option);
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

/* Root mean square of e_i / (atol_i + rtol max(|y0_i|, |y1_i|)) over the differential unknowns;
 * multipliers are left out. y0, y1, e: n numbers. It is the usual err of a test. */
IVP_EXTERN real ivp_error_norm(const ivp_model *m, const ivp_tol *tol, const real *y0,
                               const real *y1, const real *e);

#endif
