/* problem.h -- what a test problem gives: one const descriptor, exported by one file.
 *
 * File foo.c defines IVP_PROBLEM(foo, .title = ..., ...), which fills abi, arith, name and
 * bytes. NULL and zero mean the default everywhere, so a short problem has a short descriptor.
 * Everything that other code would have to know about the problem is a member. Functions are
 * pure: no globals, no statics; they take a point of the solution and
 *
 *     p = (parameters in the order of .params, values of prepare(), sides of the events)
 *
 * A solver must not see this file: the answer is in here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IVP_PROBLEM_H
#define IVP_PROBLEM_H

#if defined IVP_SOLVER_H && !defined IVP_KERNEL
#error "a solver sees ivp/model.h and ivp/solver.h, never ivp/problem.h"
#endif

#include <ivp/base.h>

#if defined __GNUC__ && !defined IVP_KERNEL /* functions of a kind take the same, used or not */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

/* The form a problem is born in; the kernel derives the weaker ones. */
typedef enum ivp_form {
    IVP_ODE = 1, /* y' = f(t, y)                                                             */
    IVP_LIN,     /* M(t, y) y' = f(t, y), M may be singular                                  */
    IVP_DAE,     /* F(t, y, y') = 0                                                          */
    IVP_MECH     /* q' = u
                    M(t, q) u' = f(t, q, u, x) - G(t, q)^T lambda,     G = dg/dq
                    x' = d(t, q, u, x, lambda)
                    0 = g(t, q)
                    velocity level      0 = G u + g_t
                    acceleration level  G u' = gamma(t, q, u)
                                        gamma = -(g_qq(u, u) + 2 g_qt u + g_tt) */
} ivp_form;

/* Dimensions. Of a mechanical problem nq = number of positions = of velocities, nx first-order
 * states, ng constraints; of the others only n. ml, mu: df/dy, M and dF/dy + c dF/dy' have no
 * entry (i, j) with i > j + ml or j > i + mu; both 0: they are full. */
typedef struct ivp_sizes {
    int n, nq, nx, ng;
    int nderived; /* values that prepare() computes */
    int ml, mu;
} ivp_sizes;

typedef real (*ivp_scalar)(const ivp_state *s, const real *p);

/* ---- mechanical problems ----------------------------------------------------------------- */

/* Where the blocks go. Everything arrives zeroed, so only nonzeros need to be written; but see
 * `assigns`. */
typedef struct ivp_terms {
    ivp_mat M, G;
    real *f, *d, *g, *gt, *gamma;
} ivp_terms;

/* Fills at least the blocks in `want` (writing more is allowed: all pointers are valid).
 * lambda is used by d alone and may be NULL when IVP_D is not wanted. */
typedef ivp_status (*ivp_terms_fn)(unsigned want, const ivp_state *s, ivp_terms *out,
                                   const real *p);

/* Derivatives at frozen a, lambda (and mu), all arriving zeroed:
 *     r = M a + G^T lambda - f     rq, ru: nq x nq; rx: nq x nx
 *     s = G a - gamma              sq, su: ng x nq
 *     v = G u + g_t                vq: ng x nq
 *     w = G^T mu                   wq: nq x nq   (only when mu is given)
 *     d                            dq, du: nx x nq; dx: nx x nx; dl: nx x ng
 * and rt, st, vt, dt: the partial derivatives with respect to time.
 * Optional in a problem, for speed; otherwise the kernel takes complex steps through terms().
 * A problem that gives it by hand may leave the time derivatives to the kernel. */
typedef struct ivp_tangent {
    ivp_mat rq, ru, rx, sq, su, vq, wq, dq, du, dx, dl;
    real *rt, *st, *vt, *dt;
} ivp_tangent;

typedef ivp_status (*ivp_tangent_fn)(const ivp_state *s, const real *mu, ivp_tangent *out,
                                     const real *p);

/* Derivatives of the stiff terms of f alone (springs, dampers), nq x nq, arriving zeroed. */
typedef ivp_status (*ivp_stiff_fn)(const ivp_state *s, ivp_mat fq, ivp_mat fu, const real *p);

/* Forces that couple few coordinates each: contacts, springs, bushings. The kernel adds them to
 * the f of terms(), and has their derivatives from as many local complex steps as an element
 * has coordinates, whatever the size of the problem. q, u and f are those of the coordinates
 * `on`. What depends on their real parts alone (a sine, a cosine) need not be found for every
 * step: `kept` is the element's from the first to the last of them, and `again` says that it
 * has been filled. */
enum { IVP_ELEMENT_MOST = 24, IVP_ELEMENT_KEPT = 8 };
typedef struct ivp_element {
    int number, n;
    const int *on; /* its coordinates, n of them */
    real t;
    const real *q, *u;
    real *f;     /* arrives zeroed */
    plain *kept; /* IVP_ELEMENT_KEPT numbers of the problem's own */
    bool again;  /* real parts, and kept, are those of the call before */
} ivp_element;

typedef struct ivp_elements {
    int (*count)(const real *p); /* NULL: there are none */
    /* The coordinates that element `e` touches at q and u, in an order of its own; how many, 0:
     * it is at rest. q NULL: what it touches as a rule; what it meets later is added, no more
     * than IVP_ELEMENT_MOST in all, at the cost of another analysis of sparse matrices. No
     * coordinate twice. */
    int (*on)(int e, const real *q, const real *u, int *on, const real *p);
    void (*force)(const ivp_element *e, const real *p);
} ivp_elements;

typedef struct ivp_mech_problem {
    ivp_terms_fn terms;
    ivp_tangent_fn tangent; /* optional; of all forces, elements too */
    ivp_stiff_fn stiff;     /* optional, for methods that treat only these terms implicitly */
    ivp_elements elements;  /* optional */
    /* A promise of terms(): every entry that it ever writes of a block it assigns anew, without
     * a look at what is there, in every call that wants the block, wherever the state is. Then
     * blocks are not zeroed before each call. Tried by the contract test. Of no effect with
     * elements, and where M and G are sparse. */
    bool assigns;
    /* Blocks that terms() never writes, a sum of IVP_GQ, IVP_GT and IVP_GAMMA: the kernel
     * derives them from g. Not done yet: a problem that says so is refused. (Of f_t nothing is
     * asked.) */
    unsigned omits;
} ivp_mech_problem;

/* ---- events ------------------------------------------------------------------------------ */

typedef enum ivp_action {
    IVP_RECORD = 0, /* note time and state, go on */
    IVP_RESTART,    /* the right-hand side or the state jumps: methods with a memory restart */
    IVP_STOP,       /* the integration ends here */
    IVP_KINK        /* a corner of the equations that solvers are not told, as in the source of
                       the problem: references end a step there, and whoever asks for it by
                       kinks=located, an option of every formulation */
} ivp_action;

/* A zero of guard(state). While events are located, the kernel keeps the side of every guard at
 * the end of p: p[number of parameters + nderived + k] is +1 or -1, the sign that guard k has
 * on the present piece of the solution, and changes only at an event, so that the right-hand
 * side is smooth inside a piece. It is 0 when events are not located: then the problem decides
 * by the sign of the guard itself. ivp_side() does both. */
typedef struct ivp_event {
    const char *name;
    int direction; /* +1 rising only, -1 falling only, 0 both */
    ivp_scalar guard;
    ivp_action then;
    void (*reset)(real t, real *y, real *p); /* y = (q, u, x) or y, and the parameters, in
                                                place; NULL: nothing jumps */
    double spacing; /* shortest time between two zeros of this guard; 0: unknown */
    bool needs_a;   /* the guard reads a or lambda, which are NULL in its state otherwise */
    /* In place of guard: the same with data, so that one function serves many events. The data
     * is the plug-in's and stays as it is. */
    real (*guard_with)(const ivp_state *s, const real *p, const void *data);
    const void *data;
    /* Asked after the reset of this event, with the state and the parameters that it left: true
     * ends the run there, as IVP_STOP does. With IVP_RESTART alone. */
    bool (*stops)(real t, const real *y, const real *p);
    /* Resets at its time, of any event, may take this guard through zero without firing it.
     * Its side is then that of its sign behind them. Not done yet: a problem that says so is
     * refused. */
    bool side_anew;
} ivp_event;

static inline bool ivp_side(real side, real guard)
{
    return (re(side) != 0 ? re(side) : re(guard)) > 0;
}

/* ---- scoring and documentation ----------------------------------------------------------- */

/* A named scalar function of the state, or one of its components: "q2", "lambda1", "y3". An
 * array ends with { 0 }. */
typedef struct ivp_observable {
    const char *name, *unit, *meaning;
    ivp_scalar value;
    const char *component; /* in place of value */
} ivp_observable;

/* Where blocks may have nonzeros: pattern() calls ivp_entry() once or more for each of them, in
 * any order. Blocks are IVP_M and IVP_GQ of mechanical problems, else IVP_M and IVP_JAC. */
typedef struct ivp_pattern {
    void (*entry)(void *to, unsigned block, int i, int j);
    void *to;
} ivp_pattern;

static inline void ivp_entry(const ivp_pattern *out, unsigned block, int i, int j)
{
    out->entry(out->to, block, i, j);
}

/* ---- what later versions use ------------------------------------------------------------- */

/* Nothing in this group changes what a solution is. The program does not use it yet: such a
 * problem runs as if it were not there, and `ivpbench info` says so. */

/* Points and lines of a state, for pictures: as many of both, with the same names, at every
 * state. x: right, up, towards the reader, all in one unit. */
typedef struct ivp_canvas {
    void (*point)(void *to, const char *name, const real x[3]); /* name: or NULL */
    void (*line)(void *to, int n, const real (*x)[3]);          /* through n points */
    void *to;
} ivp_canvas;

/* Derivatives for large problems. J is df/dy (c is not read), or dF/dy + c dF/dy' of
 * IVP_DAE. */
typedef struct ivp_large {
    /* Values of block IVP_M or IVP_JAC in the order in which pattern() calls ivp_entry() for
     * it. */
    ivp_status (*entries)(unsigned block, const ivp_state *s, real c, real *value,
                          const real *p);
    /* Colour, from 0, of each column: columns of a colour have no row in common. */
    void (*colours)(int *colour, const real *p);
    /* Jv := J v, different vectors of length n */
    ivp_status (*times)(const ivp_state *s, real c, const real *v, real *Jv, const real *p);
    /* P into nwork numbers, close to a M - b J at the point, or to J with c = a (IVP_DAE); then
     * x := P^-1 x, n numbers. Positive: a smaller step may cure it. */
    int (*nwork)(const real *p);
    ivp_status (*precondition)(const ivp_state *s, real a, real b, real *work, const real *p);
    ivp_status (*solve)(const real *work, real *x, const real *p);
} ivp_large;

/* Published end values, kept beside our own reference as something to compare with. */
typedef struct ivp_published {
    const char *params; /* "" for the defaults, else the setting they belong to: "form=mu" */
    const char *source;
    const char *values;   /* "q1=15.81 q2=-15.7 ...": component=decimal, separated by blanks */
    const char *verified; /* digits of what scd counts that an independent integration of the
                             definition confirmed, as a decimal; NULL: not known */
} ivp_published;

/* Ladder of work-precision runs that goes with a problem, for plans that ask for it: rtol =
 * 10^-(from + m/per_decade) down to 10^-to; atol, times .weights, and the first step in words:
 * "rtol", "1e-2*rtol" or a number; h0 "solver" or NULL: its own. per_decade 0: none. */
typedef struct ivp_protocol {
    int from, to, per_decade;
    const char *atol, *h0;
} ivp_protocol;

typedef struct ivp_problem {
    unsigned abi;     /* IVP_ABI */
    int arith;        /* IVP_ARITH: which of the arithmetics this object is */
    const char *name; /* = file name */
    ivp_bytes bytes;
    bool sparse; /* compiled with IVP_SPARSE, it may be given sparse blocks */
    /* All above is filled by IVP_PROBLEM. */
    const char *title, *source, *tags; /* tags: words such as "mechanical stiff index3" */
    const ivp_param *params;           /* NULL: none */

    const char *t0, *t1;          /* interval; decimal strings, rounded to double everywhere */
    double (*end)(const real *p); /* end of the interval where it depends on parameters */

    ivp_form form;
    ivp_sizes sizes;
    void (*size)(const real *p, ivp_sizes *s); /* where they depend on parameters */

    /* Numbers that depend on parameters alone (products, tables): nderived of them, which lie
     * behind the parameters in p. Called whenever parameters change, in every arithmetic. */
    void (*prepare)(const real *p, real *derived);
    /* Structure of M and G or of the Jacobian, so that they can be eliminated without looking;
     * NULL: found where it is needed. An entry outside of it is zero at every point. */
    void (*pattern)(const ivp_pattern *out, const real *p);

    /* Start. Mechanical: y = (q, u, x) contiguous, yp is ignored (a and lambda are computed).
     * ODE: y; yp is ignored. LIN and DAE: y and yp, consistent. */
    ivp_status (*init)(real t0, real *y, real *yp, const real *p);

    struct {
        ivp_status (*f)(const ivp_state *s, real *f, const real *p);
        /* df/dy; optional */
        ivp_status (*jac)(const ivp_state *s, ivp_mat J, const real *p);
        ivp_status (*mass)(const ivp_state *s, ivp_mat M, const real *p); /* LIN */
        bool autonomous;  /* f does not depend on t: spares df/dt */
        bool mass_varies; /* M depends on t or y; else it is read once and kept */
    } ode;                /* IVP_ODE and IVP_LIN */

    struct {
        ivp_status (*F)(const ivp_state *s, real *F, const real *p);
        /* dF/dy + c dF/dy'; optional */
        ivp_status (*jac)(const ivp_state *s, real c, ivp_mat J, const real *p);
    } dae; /* IVP_DAE */

    ivp_mech_problem mech; /* IVP_MECH */

    const int *index; /* index (1, 2, 3) of each component of y; LIN and DAE; NULL: 1 */
    void (*weights)(const real *p, double *w); /* per component of (q,u,x) or y: atol is
                                                  multiplied by it; arrives filled with 1 */
    const ivp_event *events;                   /* ends with { 0 } */
    /* Known break points in time, ascending: IVP_BREAKS(1, 2.5) gives them and their count.
     * f(b) at a break b belongs to the piece behind it; solvers see the left limits on the
     * piece that ends there. */
    const double *breaks;
    int nbreaks; /* 0: a 0 ends the list, and is no break; refused where the interval has a 0 */
    const ivp_observable *observables; /* ends with { 0 } */
    const ivp_observable *invariants;  /* constant along every solution; ends with { 0 } */

    /* Components that count: blanks between words "q", "u3", "q1-7", "lambda", "y2", or "all"
     * (mechanical: q, u, x, lambda and a). NULL: scd q (mechanical) or all; mescd all but a. */
    const char *scd, *mescd;
    bool scored_absolute; /* scd counts absolute errors */

    ivp_protocol protocol;

    /* Exact solution at time t: fills y, of mechanical problems (q, u, x); optional. */
    ivp_status (*exact)(real t, real *y, const real *p);

    const ivp_published *published; /* ends with { 0 } */

    /* The same solution in another form: map() makes y of this problem from the completed
     * (q, u, x, a, lambda) or y of that one, which takes the same parameters. For references:
     * an unlike method on unlike equations. */
    struct {
        const char *problem;
        void (*map)(const real *twin, real *y, const real *p);
    } twin;

    /* Called once after each accepted step, with its settled state (q, u, x) or y; not where a
     * reference is made. It changes nothing of the problem; a status other than IVP_OK ends the
     * run. */
    ivp_status (*accepted)(real t, const real *y, const real *p);
    /* For all functions of the problem, in a member that ivp_state does not have yet: a problem
     * that says so is refused. */
    const void *data;

    ivp_status (*draw)(const ivp_state *s, const ivp_canvas *to, const real *p);
    ivp_large large;
    /* Partial derivatives by parameter k at the point, with its yp, a and lambda, for
     * sensitivities. Of f, f - M y' or F: n numbers. Of a mechanical problem those of
     * f - M a - G^T lambda, d and g: nq + nx + ng. fk arrives zeroed. */
    ivp_status (*sens)(const ivp_state *s, int k, real *fk, const real *p);
} ivp_problem;

/* Break points with their count: IVP_PROBLEM(foo, ..., IVP_BREAKS(-1, 0, 1), ...) */
#define IVP_BREAKS(...)                                                                        \
    .breaks = (const double[]){ __VA_ARGS__ },                                                 \
    .nbreaks = (int)(sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))

#ifdef IVP_SPARSE
#define IVP_WRITES_SPARSE true
#else
#define IVP_WRITES_SPARSE false
#endif

/* What IVP_PROBLEM fills by itself, in the order of the members */
#define IVP_PROBLEM_HEAD(id)                                                                   \
    .abi = IVP_ABI, .arith = IVP_ARITH, .name = #id,                                           \
    .bytes = { sizeof(ivp_problem),    sizeof(ivp_param),     sizeof(ivp_event),               \
               sizeof(ivp_observable), sizeof(ivp_published), 0 },                             \
    .sparse = IVP_WRITES_SPARSE

/* IVP_PROBLEM(foo, .title = "Foo", ...); the descriptor of foo.c */
#define IVP_PROBLEM(id, ...)                                                                   \
    IVP_EXTERN const ivp_problem ivp_problem_##id;                                             \
    const ivp_problem ivp_problem_##id = { IVP_PROBLEM_HEAD(id), __VA_ARGS__ }

#endif
