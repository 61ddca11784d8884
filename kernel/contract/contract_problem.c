/* contract_problem.c -- the promises of a problem: its functions, at the start and at points
 * near it; its events; its start.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/contract/contract_probe.h"
#include "kernel/linear/mat.h"
#include "kernel/problem/elements.h"
#include "kernel/problem/mech.h"

static const plain exact = 5000 * IVP_EPS; /* 1e-12 in double */

/* Elsewhere and back, and once more: the same bits. */
static bool repeats(probe *p, reason *why)
{
    for (int j = 0; j < p->nz; j++) p->dz[j] = p->z[j] + R(0.01) * p->dz[j];
    const char *name = NULL;
    probe_evaluate(p, PROBE_ALL, p->dz, p->e);
    for (int k = 0; !name && k < 2; k++) {
        probe_evaluate(p, PROBE_ALL, p->z, p->e);
        name = probe_differs(p, p->out, p->e);
    }
    return !name ||
           reason_set(why, "%s differs when it is evaluated again at the same point", name);
}

static bool pure(instance *i, reason *why) { return probe_everywhere(i, repeats, why); }

/* A block asked for alone is the block asked for with all others. */
static bool alone_as_together(probe *p, reason *why)
{
    for (int b = 0; p->m && b < p->nblocks; b++) {
        const probe_block *k = &p->block[b];
        if (probe_evaluate(p, k->want, p->z, p->e))
            return reason_set(why, "%s cannot be evaluated alone", k->name);
        for (int j = k->offset; j < k->offset + k->rows * k->cols; j++)
            if (p->out[j] != p->e[j])
                return reason_set(why,
                                  "%s alone differs from %s together with the other blocks",
                                  k->name, k->name);
    }
    return true;
}

static bool blocks(instance *i, reason *why)
{
    return probe_everywhere(i, alone_as_together, why);
}

/* Over the blocks of another point a problem that assigns writes what it writes over zeros. */
static bool written_over(probe *p, unsigned want, reason *why)
{
    mech *m = p->m;
    ivp_state at = mech_state(m, p->z[0], p->z + 1), other = mech_state(m, p->dz[0], p->dz + 1);
    at.lambda = at.x + m->nx;
    other.lambda = other.x + m->nx;
    if (mech_terms(m, PROBE_ALL, &other) || m->problem.terms(want, &at, &m->at, m->p))
        return true; /* not defined there */
    for (int b = 0; b < p->nblocks; b++) {
        const probe_block *k = &p->block[b];
        for (int j = k->offset; k->want & want && j < k->offset + k->rows * k->cols; j++)
            if (p->out[j] != m->at.M.a[j])
                return reason_set(
                    why,
                    "%s is not what it is over zeros when it is written over the one of "
                    "another point: the problem says .assigns",
                    k->name);
    }
    return true;
}

static bool assigned(probe *p, reason *why)
{
    if (!p->m || !terms_assign(&p->m->problem)) return true;
    for (int j = 0; j < p->nz; j++) p->dz[j] = p->z[j] + R(0.01) * p->dz[j];
    bool good = written_over(p, PROBE_ALL, why);
    for (int b = 0; good && b < p->nblocks; b++) good = written_over(p, p->block[b].want, why);
    return good;
}

static bool assigns(instance *i, reason *why) { return probe_everywhere(i, assigned, why); }

static void exchange(ivp_mat M, int a, int b)
{
    for (int k = 0; k < M.rows && a != b; k++) {
        const real row = *ivp_at(M, a, k);
        *ivp_at(M, a, k) = *ivp_at(M, b, k);
        *ivp_at(M, b, k) = row;
    }
    for (int k = 0; k < M.rows && a != b; k++) {
        const real column = *ivp_at(M, k, a);
        *ivp_at(M, k, a) = *ivp_at(M, k, b);
        *ivp_at(M, k, b) = column;
    }
}

/* By Cholesky, in place. A pivot that vanishes is what rounding leaves of its diagonal; the
 * largest one comes first, or a small one before it would magnify that (Higham, Accuracy and
 * Stability of Numerical Algorithms, 10.3). */
static bool is_positive(ivp_mat M, bool semidefinite)
{
    real largest = 1;
    for (int k = 0; k < M.rows; k++) largest = ivp_max(largest, *ivp_at(M, k, k));
    for (int k = 0; k < M.rows; k++) {
        int best = k;
        for (int j = k; j < M.rows && semidefinite; j++)
            if (*ivp_at(M, j, j) > *ivp_at(M, best, best)) best = j;
        exchange(M, k, best);
        const real pivot = *ivp_at(M, k, k);
        if (semidefinite && ivp_abs(pivot) < exact * largest) continue;
        if (!(pivot > 0)) return false;
        for (int j = k + 1; j < M.rows; j++)
            for (int r = k + 1; r < M.rows && *ivp_at(M, j, k) != 0; r++)
                *ivp_at(M, r, j) -= *ivp_at(M, r, k) * *ivp_at(M, j, k) / pivot;
    }
    return true;
}

/* Semidefinite where the tags say so. */
static bool symmetric_positive(probe *p, reason *why)
{
    if (!p->m) return true;
    const ivp_mat A = probe_view(p, PROBE_M, p->out), T = probe_view(p, PROBE_M, p->e);
    for (int j = 0; j < A.cols; j++)
        for (int k = 0; k < A.rows; k++) *ivp_at(T, j, k) = *ivp_at(A, k, j);
    if (!probe_agree("M against its transpose", A, T, exact, 0, why)) return false;
    return is_positive(T, strstr(p->i->problem->tags, "semidefinite")) ||
           reason_set(why, "M is not positive definite; where it may be singular, .tags says "
                           "\"semidefinite\"");
}

static bool mass(instance *i, reason *why)
{
    return probe_everywhere(i, symmetric_positive, why);
}

/* M of M y' = f as it was at the start; NULL: not seen yet. */
static bool as_at_the_start(probe *p, void *context, reason *why)
{
    real **start = context;
    const ivp_mat M = probe_view(p, 1, p->out);
    const size_t bytes = (size_t)(M.rows * M.cols) * sizeof(real);
    if (*start)
        return probe_agree("M, which .ode.mass_varies does not say to vary", M,
                           (ivp_mat){ M.rows, M.cols, M.rows, *start }, 0, 0, why);
    *start = malloc(bytes);
    if (!*start) return reason_set(why, "not enough memory for the check");
    memcpy(*start, M.a, bytes);
    return true;
}

static bool constant_mass(instance *i, reason *why)
{
    real *M = NULL;
    const bool good = probe_visit(i, as_at_the_start, &M, why);
    free(M);
    return good;
}

/* df/dt = 0 */
static bool time_has_no_effect(probe *p, reason *why)
{
    memset(p->dz, 0, (size_t)p->nz * sizeof(real));
    p->dz[0] = 1;
    if (probe_derive(p, p->dz, p->d)) return true;
    for (int k = 0; k < p->n; k++)
        if (p->d[k] != 0)
            return reason_set(
                why, "f(%d) depends on t, and .ode.autonomous says that it does not", k + 1);
    return true;
}

static bool autonomous(instance *i, reason *why)
{
    return probe_everywhere(i, time_has_no_effect, why);
}

/* ---- start ------------------------------------------------------------------------------- */

/* Functions of the state: finite at the start. */
static bool finite_there(instance *i, const char *kind, const ivp_observable *o,
                         const ivp_state *s, reason *why)
{
    for (; o && o->name; o++) {
        if (!ivp_finite(instance_observe(i, o, s)))
            return reason_set(why, "%s %s is not finite at the start", kind, o->name);
    }
    return true;
}

static bool scalars(instance *i, reason *why)
{
    const ivp_state s = instance_view(i, i->t0, i->start, i->start_yp);
    for (const ivp_event *e = i->problem->events; e && e->name; e++)
        if (!ivp_finite(instance_guard(i, e, &s)))
            return reason_set(why, "the guard of event %s is not finite at the start", e->name);
    return finite_there(i, "observable", i->problem->observables, &s, why) &&
           finite_there(i, "invariant", i->problem->invariants, &s, why);
}

static bool start(instance *i, reason *why)
{
    static const char *const level[3] = { "position", "velocity", "acceleration" };
    real drift[3] = { 0 };
    const ivp_state s = instance_view(i, i->t0, i->start, i->start_yp);
    if (instance_drift(i, &s, drift))
        return reason_set(why, "the constraints fail at the start");
    const real size = 1 + vec_max(i->start, instance_ncomponents(i));
    for (int k = 0; k < 3; k++)
        if (!(drift[k] <= R(1e4) * exact * size))
            return reason_set(why, "the start violates the %s level by %.3g", level[k],
                              (double)drift[k]);
    return true;
}

/* ---- where nothing is to be tested ------------------------------------------------------- */

static const char *may_differ(const instance *i)
{
    return i->problem->not_deterministic ? "it is declared not deterministic" : NULL;
}

static const char *without_blocks(const instance *i)
{
    return i->problem->form == IVP_MECH ? NULL : "it is no mechanical problem";
}

static const char *without_promise(const instance *i)
{
    return i->mech && terms_assign(&i->problem->mech) ? NULL : "it does not say .assigns";
}

static const char *without_mass(const instance *i)
{
    return i->problem->form == IVP_MECH ? NULL : "it has no mass matrix of mechanics";
}

static const char *with_time(const instance *i)
{
    return i->problem->ode.autonomous ? NULL : "it does not say that time has no effect";
}

static const char *without_constant_mass(const instance *i)
{
    const ivp_problem *p = i->problem;
    if (p->form != IVP_LIN) return "it has no M y' = f";
    return p->ode.mass_varies ? "its matrix varies" : NULL;
}

static const char *without_derivatives(const instance *i)
{
    const ivp_problem *p = i->problem;
    if (p->form == IVP_MECH || (p->form == IVP_DAE ? p->dae.jac != NULL : p->ode.jac != NULL))
        return NULL;
    return "it gives none";
}

static const char *without_structure(const instance *i)
{
    const bool banded = i->sizes.ml || i->sizes.mu;
    return i->problem->pattern || banded ? NULL : "it declares none";
}

static const char *without_guards(const instance *i)
{
    return i->nevents ? NULL : "it has no events";
}

const problem_promise problem_promises[] = {
    { "the descriptor is complete", contract_descriptor, NULL },
    { "the start is consistent on all levels", start, NULL },
    { "index and hidden constraints are right at the start", contract_index,
      contract_no_index },
    { "the index of each component is right at the start", contract_component_index,
      contract_no_component_index },
    { "the closed form solves the equations", contract_closed_form, contract_no_closed_form },
    { "invariants do not vary along the equations", contract_invariants,
      contract_no_invariant },
    { "functions are pure", pure, may_differ },
    { "a block alone equals the block among others", blocks, without_blocks },
    { "blocks are assigned, not added to", assigns, without_promise },
    { "what is kept depends on time alone", contract_kept, contract_keeps_nothing },
    { "the mass matrix is symmetric and positive", mass, without_mass },
    { "a mass matrix that is not said to vary is constant", constant_mass,
      without_constant_mass },
    { "what is said to be autonomous does not depend on time", autonomous, with_time },
    { "what is said to be of second order is", contract_second, contract_no_second },
    { "complex steps agree with central differences", contract_complex_steps, NULL },
    { "derivatives by hand agree with complex steps", contract_derivatives,
      without_derivatives },
    { "the equations jump and bend in time at breaks alone", contract_pieces, NULL },
    { "nothing lies outside the structure that is declared", contract_structure,
      without_structure },
    { "the pattern that is declared holds for a larger N", contract_grown, contract_no_grown },
    { "the side of a guard is honoured", contract_sides, without_guards },
    { "guards, observables and invariants are finite at the start", scalars, NULL },
    { "published values are those of a run", .check = contract_published },
    { 0 },
};

contract_verdict problem_check(const problem_promise *promise, instance *i, reason *why)
{
    const char *idle = promise->idle ? promise->idle(i) : NULL;
    *why->text = 0;
    if (promise->check) return promise->check(i, why);
    if (!idle) return promise->kept(i, why) ? CONTRACT_KEPT : CONTRACT_BROKEN;
    reason_set(why, "%s", idle);
    return CONTRACT_IDLE;
}
