/* contract_probe.h -- all functions of a problem as one map z -> out, with directional
 * derivatives by complex step from the complex twin:
 *
 *     IVP_MECH   z = (t, q, u, x, lambda)   out = (M, G, f, gamma, g, g_t, d)
 *     IVP_ODE    z = (t, y)                 out = f
 *     IVP_LIN    z = (t, y)                 out = (f, M)
 *     IVP_DAE    z = (t, y, y')             out = F
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_CONTRACT_PROBE_H
#define IVP_CONTRACT_PROBE_H

#include "kernel/problem/instance.h"
#include "kernel/reason/reason.h"

/* Blocks of a mechanical probe, in this order. */
enum { PROBE_M, PROBE_G, PROBE_F, PROBE_GAMMA, PROBE_CON, PROBE_GT, PROBE_D };
enum { PROBE_ALL = IVP_M | IVP_F | IVP_D | IVP_CON | IVP_GQ | IVP_GT | IVP_GAMMA };

typedef struct probe_block { /* a part of out, column-major */
    const char *name;
    unsigned want; /* of ivp_terms */
    int rows, cols, offset;
} probe_block;

typedef struct probe {
    instance *i;
    struct mech *m; /* or NULL */
    int n, nz, nout, nblocks;
    int point; /* the start is 0 */
    probe_block block[7];
    real *z, *dz;    /* a point and a direction */
    real *out;       /* the map at z */
    real *d, *e, *w; /* nout each, for derivatives and comparisons */
    unsigned long seed;
} probe;

/* The blocks that `want` names at z; the other entries of out are zero. */
ivp_status probe_evaluate(probe *p, unsigned want, const real *z, real *out);
/* Guard k there; a and lambda of the start where it needs them. */
real probe_guard(const probe *p, int k, const real *z);
/* d := derivative of the map at z along dz */
ivp_status probe_derive(probe *p, const real *dz, real *d);
/* true if coordinate k of z is checked at this point. A few coordinates are checked at every
 * point; many are checked at one point each; of very many, about 300 are checked. The cost
 * grows with the cube of their number. */
enum { PROBE_MANY = 200 };
bool probe_turn(const probe *p, int k);
/* in [-1, 1], the same sequence every time */
real probe_uniform(probe *p);
ivp_mat probe_view(const probe *p, int block, real *out);

/* Calls test at the start, and at those points around it where the problem is defined; z, dz
 * and out are set. */
bool probe_everywhere(instance *i, bool (*test)(probe *, reason *), reason *why);
/* The same for a test that remembers something from point to point. */
bool probe_visit(instance *i, bool (*test)(probe *, void *, reason *), void *context,
                 reason *why);

/* The name of a block in which two values of the map differ, or NULL */
const char *probe_differs(const probe *p, const real *a, const real *b);

/* Is A = B to `tolerance` of the rows of B and, a thousand times weaker, of all of B, or to
 * `floor`? Else a sentence that names the entry. */
bool probe_agree(const char *what, ivp_mat A, ivp_mat B, real tolerance, real floor,
                 reason *why);

/* contract_derivatives.c: complex steps against differences; what is written by hand against
 * complex steps */
bool contract_complex_steps(instance *i, reason *why);
bool contract_derivatives(instance *i, reason *why);
/* contract_descriptor.c: what can be read without evaluating anything */
bool contract_descriptor(instance *i, reason *why);
/* contract_kept.c: what is kept from call to call; why there is nothing to try, or NULL */
bool contract_kept(instance *i, reason *why);
const char *contract_keeps_nothing(const instance *i);
/* contract_said.c: what the descriptor says beside the equations; why it does not apply, or
 * NULL */
bool contract_index(instance *i, reason *why);
/* Slopes of y' = f and of mechanical problems at a canonical vector, which is completed. */
ivp_status contract_slopes(instance *i, real t, real *z, real *f);
/* contract_closed.c: the closed form */
bool contract_closed_form(instance *i, reason *why);
/* Sides of guards as at that point, so that differences do not reach over a guard that it lies
 * on. */
void contract_hold_sides(instance *i, const ivp_state *s);
/* The time until which the equations are those of the start, along the closed form. No reset
 * has changed a parameter before it, and no event has ended the run. */
real contract_same_equations(instance *i);
/* The first event behind `from` that ends the run or whose reset changes parameters, and its
 * time. It is looked for along the closed form with the parameters p. NULL: none, and *until is
 * the end. */
const ivp_event *contract_next_mode(instance *i, const real *p, real from, real *until);
/* contract_index.c: the index of each component */
bool contract_component_index(instance *i, reason *why);
const char *contract_no_component_index(const instance *i);
bool contract_invariants(instance *i, reason *why);
const char *contract_no_index(const instance *i);
const char *contract_no_closed_form(const instance *i);
const char *contract_no_invariant(const instance *i);
/* contract_guards.c: what the side of a guard does to the equations */
bool contract_sides(instance *i, reason *why);
/* contract_pieces.c: jumps and kinks in time */
bool contract_pieces(instance *i, reason *why);
/* contract_structure.c: patterns and bands */
bool contract_structure(instance *i, reason *why);
/* contract_second.c: v'' = a; why it does not apply, or NULL */
bool contract_second(instance *i, reason *why);
const char *contract_no_second(const instance *i);
/* contract_grown.c: patterns at another size; why it does not apply, or NULL */
bool contract_grown(instance *i, reason *why);
const char *contract_no_grown(const instance *i);

#endif
