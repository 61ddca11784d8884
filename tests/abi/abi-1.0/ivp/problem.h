/* problem.h -- the interface of a test problem: one const descriptor, exported by one file.
 *
 * File foo.c defines IVP_PROBLEM(foo, .title = ..., ...), which fills abi, arith, name and
 * bytes. NULL and zero are the default of every member, so a short problem has a short
 * descriptor. The descriptor is the only source of facts about the problem. Functions are pure:
 * no globals, no statics. They take a point of the solution and
 *
 *     p = (parameters in the order of .params, values of prepare(), sides of the events)
 *
 * Arrays that a function receives belong to the caller. Strings and tables of the descriptor
 * belong to the plug-in and must exist as long as it is loaded. Functions that return an
 * ivp_status return IVP_OK, or IVP_DOMAIN if the point lies outside the domain. A solver must
 * not include this file, since it contains the exact solution.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_PROBLEM_H
#define IVP_PROBLEM_H

#if defined IVP_SOLVER_H && !defined IVP_KERNEL
#error "a solver sees ivp/model.h and ivp/solver.h, never ivp/problem.h"
#endif

#include <ivp/base.h>

#if defined __GNUC__ && !defined IVP_KERNEL /* functions of a kind take the same, used or not */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

/* The form in which a problem is stated; the kernel derives the formulations from it. */
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

/* Dimensions. Mechanical problems: nq positions and as many velocities, nx first-order states,
 * ng constraints. Other problems: n. ml, mu: df/dy, M and dF/dy + c dF/dy' have no entry (i, j)
 * with i > j + ml or j > i + mu. If both are 0, the matrices are full. */
typedef struct ivp_sizes {
    int n, nq, nx, ng;
    int nderived; /* values that prepare() computes */
    int ml, mu;
} ivp_sizes;

/* A scalar function of a point */
typedef real (*ivp_scalar)(const ivp_state *s, const real *p);

/* ---- mechanical problems ----------------------------------------------------------------- */

/* Storage of the blocks (shapes: base.h, IVP_M ...), owned by the caller. It arrives zeroed, so
 * a problem writes only nonzeros; see `assigns` for the exception. */
typedef struct ivp_terms {
    ivp_mat M, G;
    real *f, *d, *g, *gt, *gamma;
} ivp_terms;

/* Fills at least the blocks in `want`. It may write more: all pointers are valid. Only d uses
 * lambda, which may be NULL if IVP_D is not wanted. */
typedef ivp_status (*ivp_terms_fn)(unsigned want, const ivp_state *s, ivp_terms *out,
                                   const real *p);

/* Derivatives at frozen a, lambda (and mu), all arriving zeroed:
 *     r = M a + G^T lambda - f     rq, ru: nq x nq; rx: nq x nx
 *     s = G a - gamma              sq, su: ng x nq
 *     v = G u + g_t                vq: ng x nq
 *     w = G^T mu                   wq: nq x nq   (only when mu is given)
 *     d                            dq, du: nx x nq; dx: nx x nx; dl: nx x ng
 * A problem may define it for speed; otherwise the kernel takes complex steps through terms().
 * rt, st, vt, dt: the partial derivatives with respect to time. The kernel always computes
 * them, by one complex step, and does not read what a problem writes there. */
typedef struct ivp_tangent {
    ivp_mat rq, ru, rx, sq, su, vq, wq, dq, du, dx, dl;
    real *rt, *st, *vt, *dt;
} ivp_tangent;

/* s: the point with its a and lambda; mu: ng, or NULL */
typedef ivp_status (*ivp_tangent_fn)(const ivp_state *s, const real *mu, ivp_tangent *out,
                                     const real *p);

/* Derivatives of the stiff terms of f alone (springs, dampers), nq x nq, arriving zeroed. */
typedef ivp_status (*ivp_stiff_fn)(const ivp_state *s, ivp_mat fq, ivp_mat fu, const real *p);

/* Forces that couple few coordinates each: contacts, springs, bushings. The kernel adds them to
 * the f of terms(). Their derivatives take as many local complex steps as an element has
 * coordinates, whatever the size of the problem. q, u and f hold the values of the coordinates
 * `on`. Values that depend only on real parts (a sine, a cosine) need not be computed for every
 * complex step. The element caches them in `kept` from the first step to the last one; if
 * `again` is true, it has been filled. */
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
    /* Writes the coordinates on which element `e` acts at q and u, each once, in any order, and
     * returns their number; 0: the element is inactive. If q is NULL, returns the usual
     * coordinates. Coordinates that appear later are added, up to IVP_ELEMENT_MOST in all; each
     * addition repeats the symbolic analysis of sparse matrices. */
    int (*on)(int e, const real *q, const real *u, int *on, const real *p);
    void (*force)(const ivp_element *e, const real *p);
} ivp_elements;

typedef struct ivp_mech_problem {
    ivp_terms_fn terms;
    ivp_tangent_fn tangent; /* optional; of all forces, elements too */
    ivp_stiff_fn stiff;     /* optional, for methods that treat only these terms implicitly */
    ivp_elements elements;  /* optional */
    /* terms() assigns every entry that it touches, in each call that wants the block, at every
     * state; it does not read or add to entries. So blocks are not zeroed before a call. The
     * contract test checks this. It has no effect with elements or with sparse M and G. */
    bool assigns;
    /* Blocks that terms() leaves out, a sum of IVP_GQ, IVP_GT and IVP_GAMMA: the kernel derives
     * them from g by the complex twin (kernel/problem/derived.h). g must be smooth around the
     * point, not only at it. gamma is within 1e-12, all others exact to rounding. Such a
     * problem has neither lanes nor sparse blocks. */
    unsigned omits;
} ivp_mech_problem;

/* ---- events ------------------------------------------------------------------------------ */

typedef enum ivp_action {
    IVP_RECORD = 0, /* note time and state, go on */
    IVP_RESTART,    /* the right-hand side or the state jumps: methods with a memory restart */
    IVP_STOP,       /* the integration ends here */
    IVP_KINK        /* a kink of the equations that solvers are not told, as in the problem's
                       source. References end a step there. Runs do so with kinks=located, an
                       option of every formulation */
} ivp_action;

/* An event is a zero of guard(state). While events are located, the end of p holds the side of
 * every guard: p[number of parameters + nderived + k] is +1 or -1. It is the sign of guard k on
 * the present piece of the solution. It changes only at an event, so the right-hand side is
 * smooth inside a piece. If events are not located, it is 0, and the problem uses the sign of
 * the guard itself. ivp_side() handles both cases. */
typedef struct ivp_event {
    const char *name;
    int direction; /* +1 rising only, -1 falling only, 0 both */
    ivp_scalar guard;
    ivp_action then;
    void (*reset)(real t, real *y, real *p); /* y = (q, u, x) or y, and the parameters, in
                                                place; NULL: nothing jumps */
    double spacing; /* shortest time between two zeros of this guard; 0: unknown */
    bool needs_a;   /* the guard reads a or lambda, which are NULL in its state otherwise */
    /* Replaces guard: the same with data, so one function serves many events. The plug-in owns
     * the data and does not change it. */
    real (*guard_with)(const ivp_state *s, const real *p, const void *data);
    const void *data;
    /* Called after the reset of this event with the new state and parameters; true ends the
     * run, as IVP_STOP does. Allowed with IVP_RESTART only. */
    bool (*stops)(real t, const real *y, const real *p);
    /* Resets of other events may change the sign of this guard without an event. Its side then
     * follows its sign after the resets. */
    bool side_anew;
} ivp_event;

/* true if the guard counts as positive: by its side if that is known, else by its sign */
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

/* Receiver of the nonzero pattern: pattern() calls ivp_entry() at least once for each entry (i,
 * j) that may be nonzero, in any order; indices start at 0. Blocks are IVP_M and IVP_GQ for
 * mechanical problems, IVP_M and IVP_JAC for others. */
typedef struct ivp_pattern {
    void (*entry)(void *to, unsigned block, int i, int j);
    void *to;
} ivp_pattern;

static inline void ivp_entry(const ivp_pattern *out, unsigned block, int i, int j)
{
    out->entry(out->to, block, i, j);
}

/* Receiver of the points and lines of a state, for pictures. Their numbers and names are the
 * same at every state. x points right, up, towards the reader, in one unit of length. The page
 * of a report moves what is drawn; a picture has at most 96 points. */
typedef struct ivp_canvas {
    void (*point)(void *to, const char *name, const real x[3]); /* name: or NULL */
    void (*line)(void *to, int n, const real (*x)[3]);          /* through n points */
    void *to;
} ivp_canvas;

/* ---- reserved for later versions -------------------------------------------------------- */

/* Members of this group do not change the solution. The program does not use them yet: it
 * ignores them, and `ivpbench info` says so. */

/* Derivatives for large problems. J is df/dy (c is not read), or dF/dy + c dF/dy' of
 * IVP_DAE. */
typedef struct ivp_large {
    /* Values of block IVP_M or IVP_JAC in the order in which pattern() calls ivp_entry() for
     * it. */
    ivp_status (*entries)(unsigned block, const ivp_state *s, real c, real *value,
                          const real *p);
    /* Colour, from 0, of each column (n): columns of one colour share no row. */
    void (*colours)(int *colour, const real *p);
    /* Jv := J v, different vectors of length n */
    ivp_status (*times)(const ivp_state *s, real c, const real *v, real *Jv, const real *p);
    /* Computes a preconditioner P in work, nwork numbers. P approximates a M - b J at the
     * point, or J with c = a (IVP_DAE). solve(): x := P^-1 x, n numbers. A positive status asks
     * for a smaller step. */
    int (*nwork)(const real *p);
    ivp_status (*precondition)(const ivp_state *s, real a, real b, real *work, const real *p);
    ivp_status (*solve)(const real *work, real *x, const real *p);
} ivp_large;

/* Published end values, for comparison with the reference. */
typedef struct ivp_published {
    const char *params; /* "" for the defaults, else the setting they belong to: "form=mu" */
    const char *source;
    const char *values;   /* "q1=15.81 q2=-15.7 ...": component=decimal, separated by blanks */
    const char *verified; /* digits of the components of scd that an independent integration
                             confirmed, as a decimal; NULL: not known */
} ivp_published;

/* The problem's ladder of tolerances for work-precision runs, used by plans that request it.
 * rtol = 10^-(from + m/per_decade) for m = 0, 1, ..., down to 10^-to. atol (multiplied by
 * .weights) and h0 are texts: "rtol", "1e-2*rtol" or a number. h0 "solver" or NULL: the
 * solver's own rule. per_decade 0: no ladder. */
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

    /* Computes nderived numbers that depend only on parameters (products, tables); they follow
     * the parameters in p. Called whenever parameters change, in every arithmetic. */
    void (*prepare)(const real *p, real *derived);
    /* Nonzero pattern of M and G or of the Jacobian. Entries outside it must be zero at every
     * point. NULL: the program detects the pattern numerically. */
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
    /* Known break points in time, ascending; IVP_BREAKS(1, 2.5) defines them and their number.
     * f(b) at a break b belongs to the piece after it; on the piece before it solvers see the
     * left limit. */
    const double *breaks;
    int nbreaks; /* 0: a 0 ends the list and is no break; the problem is refused if the interval
                    contains 0 */
    const ivp_observable *observables; /* ends with { 0 } */
    const ivp_observable *invariants;  /* constant along every solution; ends with { 0 } */

    /* Components that are scored: words "q", "u3", "q1-7", "lambda", "y2" separated by blanks,
     * or "all" (mechanical: q, u, x, lambda and a). NULL: scd of q (mechanical) or all; mescd
     * of all but a. */
    const char *scd, *mescd;
    bool scored_absolute; /* scd counts absolute errors */

    ivp_protocol protocol;

    /* Exact solution at time t: fills y, of mechanical problems (q, u, x); optional. */
    ivp_status (*exact)(real t, real *y, const real *p);

    const ivp_published *published; /* ends with { 0 } */

    /* Another problem with the same solution and the same parameters. map() computes y of this
     * problem from the other's (q, u, x, a, lambda) or y. References use it as an independent
     * method on independent equations. */
    struct {
        const char *problem;
        void (*map)(const real *twin, real *y, const real *p);
    } twin;

    /* Called once after each accepted step with its settled state, (q, u, x) or y, but not
     * during the computation of a reference. It must not change the problem. Any status other
     * than IVP_OK ends the run. */
    ivp_status (*accepted)(real t, const real *y, const real *p);
    /* Data for all functions of the problem. Not implemented yet: must be NULL, or the problem
     * is refused. */
    const void *data;

    ivp_status (*draw)(const ivp_state *s, const ivp_canvas *to, const real *p);
    ivp_large large;
    /* fk := partial derivatives with respect to parameter k at the point, with its yp, a and
     * lambda, for sensitivities: those of f, f - M y' or F, n numbers. For a mechanical
     * problem: those of f - M a - G^T lambda, d and g, nq + nx + ng numbers. fk arrives
     * zeroed. */
    ivp_status (*sens)(const ivp_state *s, int k, real *fk, const real *p);
    /* Why a function may differ in a bit when it is called again with the same input. Results
     * on this problem are shown and not ranked. NULL: none differs. */
    const char *not_deterministic;
    /* IVP_ODE: n is even, y = (v, v'), and f = (v', a) with a = v''. Methods for v'' = a(t, v,
     * v') then see a alone. */
    bool second_order;
    /* The accelerations do not depend on velocities: v'' = a(t, v). For IVP_ODE with
     * second_order, and for IVP_MECH, where it counts without constraints and states x. */
    bool velocity_free;
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

/* Members that IVP_PROBLEM fills, in their order */
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
