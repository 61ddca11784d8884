/* system.h -- test problems as a library: a problem opened by its name in one formulation.
 *
 *     ivp_system *s;
 *     char why[512];
 *     const ivp_system_request ask = { sizeof ask, .problem = "andrews", .formulation = "index1" };
 *     if (ivp_system_open(&s, &ask, why, sizeof why)) puts(why);
 *
 * Link with `pkg-config --cflags --libs ivpbench`. Problems are looked for in the folders of
 * IVPBENCH_PLUGIN_PATH, beside the program and beside libivp.so.
 *
 * Three views of the equations, of which a system has one:
 *
 *     IVP_SYSTEM_FIRST       y' = f(t, y)            rhs jac mass (the identity) res res_jac
 *     IVP_SYSTEM_LINEAR      M(t, y) y' = f(t, y)    rhs jac mass res res_jac
 *     IVP_SYSTEM_RESIDUAL    F(t, y, y') = 0                      res res_jac
 *
 * <ivp/model.h> lists the unknowns y of each formulation and view. A call that the view does
 * not have returns IVP_SYSTEM_INVALID and a sentence. Matrices are full, n x n, by columns:
 * element (i, j) is A[i + j n]. Arrays belong to the caller and hold n numbers unless a comment
 * says otherwise. A call with a pointer that must not be NULL, and is, returns
 * IVP_SYSTEM_INVALID.
 *
 * A positive status, such as IVP_SYSTEM_DOMAIN: the equations have no finite value there, and
 * results are undefined. A negative one: no other point helps. ivp_system_why() has the
 * sentence. Several systems may be open; one system belongs to one thread at a time.
 *
 * Structs begin with their size. The program reads and writes no more than that, so a program
 * that was compiled with an older header keeps working.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_SYSTEM_H
#define IVP_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ivp_system ivp_system;

/* Statuses, with the numbers of ivp_status in <ivp/base.h>, which has further ones. */
enum {
    IVP_SYSTEM_OK = 0,
    IVP_SYSTEM_DOMAIN = 1,   /* no finite value there */
    IVP_SYSTEM_NOMEM = -7,   /* no memory */
    IVP_SYSTEM_INVALID = -8, /* a wrong argument, or a call that the view does not have */
    IVP_SYSTEM_DECLINED = -9 /* it does not exist at these values, as a reference may not */
};
/* Views, with the numbers of ivp_view, and kinds of mass matrices, with those of
 * ivp_mass_kind. */
enum { IVP_SYSTEM_FIRST = 4, IVP_SYSTEM_LINEAR = 8, IVP_SYSTEM_RESIDUAL = 16 };
enum {
    IVP_SYSTEM_MASS_ONE,      /* the identity */
    IVP_SYSTEM_MASS_REGULAR,  /* constant, invertible */
    IVP_SYSTEM_MASS_SINGULAR, /* constant, singular */
    IVP_SYSTEM_MASS_VARIES    /* depends on t or y */
};

/* ---- open and close ---------------------------------------------------------------------- */

/* Zero and NULL are the default of every member but bytes and problem. */
typedef struct ivp_system_request {
    size_t bytes;        /* sizeof(ivp_system_request) */
    const char *problem; /* "andrews" */
    const char
        *formulation;       /* "index1"; NULL: the first of ode, lin, dae, index1 that it has */
    const char *parameters; /* "form=angles delta=0.1" */
    const char *options;    /* of the formulation: "alpha=10 beta=100" */
    int view;               /* IVP_SYSTEM_FIRST ...; 0: the first that it has */
} ivp_system_request;

/* On failure *out is NULL and why[size] has a sentence; why may be NULL. IVP_SYSTEM_INVALID: no
 * such problem, parameter, formulation or view. Another negative status: it cannot
 * be opened with these values. */
int ivp_system_open(ivp_system **out, const ivp_system_request *ask, char *why, size_t size);
void ivp_system_close(ivp_system *s); /* accepts NULL */

/* The sentence of the last call that failed; "" before the first one. Valid until the next
 * call. */
const char *ivp_system_why(const ivp_system *s);

/* Names of the problems that are there, sorted: number k, from 0. Copies at most size bytes
 * with the final 0; false: there are no more, or size is too small. */
bool ivp_system_problem(int k, char *name, size_t size);
/* Names of the formulations, number k; NULL: there are no more. */
const char *ivp_system_formulation(int k);

/* ---- what it is -------------------------------------------------------------------------- */

/* Strings and arrays belong to the system. */
typedef struct ivp_system_facts {
    size_t bytes; /* the caller's: sizeof(ivp_system_facts) */
    const char *problem, *title, *source, *tags, *formulation;
    const char *parameters; /* those that differ from the defaults, "a=1 b=word" */
    int view;               /* IVP_SYSTEM_FIRST ... */
    int n;                  /* unknowns */
    int nq, nx, ng;  /* positions, first-order states, constraints of a mechanism, or 0 */
    int ncomponents; /* of ivp_system_components() */
    int nguards, nbreaks;
    int mass;                 /* IVP_SYSTEM_MASS_ONE ... */
    int lower, upper;         /* diagonals below and above the main one that may be nonzero */
    double t0, t1;            /* the interval */
    const double *breaks;     /* nbreaks times at which the equations jump, ascending */
    const int *index;         /* n: index of each unknown */
    const bool *differential; /* n: its derivative appears */
    const double *weights;    /* n: factors of an absolute tolerance */
} ivp_system_facts;

int ivp_system_describe(ivp_system *s, ivp_system_facts *out);
/* Name of component k, such as "q1": at most size bytes with the final 0 */
int ivp_system_component(ivp_system *s, int k, char *name, size_t size);

/* ---- the equations ----------------------------------------------------------------------- */

/* Consistent initial values at t0; yp may be NULL. Undoes what events have changed. yp of a
 * multiplier is 0. */
int ivp_system_start(ivp_system *s, double *y, double *yp);
int ivp_system_rhs(ivp_system *s, double t, const double *y, double *f);
int ivp_system_jac(ivp_system *s, double t, const double *y, double *J);  /* df/dy */
int ivp_system_mass(ivp_system *s, double t, const double *y, double *M); /* n x n */
/* F(t, y, y'); M y' - f where there is an f */
int ivp_system_res(ivp_system *s, double t, const double *y, const double *yp, double *F);
/* dF/dy + c dF/dy', n x n */
int ivp_system_res_jac(ivp_system *s, double t, const double *y, const double *yp, double c,
                       double *J);

/* The components of a state, which do not depend on the formulation: q, u, x, a (q''), lambda
 * of a mechanism, y of any other problem. a, and lambda where it is no unknown, solve the
 * equations at (t, q, u, x). */
int ivp_system_components(ivp_system *s, double t, const double *y, double *component);

/* ---- events ------------------------------------------------------------------------------ */

typedef struct ivp_system_guard {
    size_t bytes; /* the caller's: sizeof(ivp_system_guard) */
    const char *name;
    int direction;       /* its zero is an event: +1 rising only, -1 falling only, 0 both */
    bool restarts;       /* the equations or the state jump there: integrate anew */
    bool stops;          /* the interval ends there */
    bool resets;         /* ivp_system_happen() changes the state */
    bool may_stop_later; /* ivp_system_happen() says whether it ends there */
} ivp_system_guard;

int ivp_system_guard_at(ivp_system *s, int k, ivp_system_guard *out);
/* Values of all guards, nguards numbers */
int ivp_system_guards(ivp_system *s, double t, const double *y, double *g);
/* What happens at event k: changes y, and modes of the system; *ends (may be NULL): the
 * interval ends here. In state_space it is declined. */
int ivp_system_happen(ivp_system *s, int k, double t, double *y, bool *ends);

/* ---- the reference solution -------------------------------------------------------------- */

/* The solution at t, from the reference on file, else from the closed form.
 * IVP_SYSTEM_DECLINED: there is neither, or none at this time. Unknowns that a reference does
 * not hold between its stored states (lambda) solve the equations there; mu of ggl is 0. */
int ivp_system_reference(ivp_system *s, double t, double *y);

typedef struct ivp_system_score {
    size_t bytes; /* the caller's: sizeof(ivp_system_score) */
    double scd;   /* -log10 of the largest relative error of a component that is scored */
    double limit; /* digits that the reference itself has; scd is no larger */
    int worst;    /* the component that decides; see ivp_system_component() */
    bool capped;  /* scd == limit */
} ivp_system_score;

/* Correct digits of y at t, as `ivpbench try` counts them (docs/metrics.md). t is a time at
 * which the reference has a stored state, such as t1; else IVP_SYSTEM_DECLINED. */
int ivp_system_scd(ivp_system *s, double t, const double *y, ivp_system_score *out);

#ifdef __cplusplus
}
#endif

#endif
