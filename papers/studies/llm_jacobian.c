/* llm_jacobian.c -- the system Jacobian (10) by the printed formulas (11) to (15), against the
 * Jacobian of the index-1 form by complex steps.
 *
 * Gil, Sanfelice, Nikravesh, section 2, on the oscillatory double pendulum along its motion.
 * Their D is G, their lambda ours with the other sign. The derivatives of the blocks that the
 * formulas ask for are central differences; those of M vanish.
 *
 * Columns: t, block (q or u), largest difference over the largest entry.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/lu.h"
#include "papers/studies/runs.h"

enum { NQ = 6, NG = 4 };

typedef struct point {
    double M[NQ * NQ], D[NG * NQ], h[NQ], gamma[NG], lambda[NG], a[NQ];
} point;

static void blocks_at(const instance *i, double t, const double *q, const double *u, point *b)
{
    double d[1], g[NG], gt[NG], y[2 * NQ + 1] = { 0 };
    ivp_terms terms = { .M = { NQ, NQ, NQ, b->M },
                        .G = { NG, NQ, NG, b->D },
                        .f = b->h,
                        .d = d,
                        .g = g,
                        .gt = gt,
                        .gamma = b->gamma };
    memset(b->M, 0, sizeof b->M);
    memset(b->D, 0, sizeof b->D);
    memset(b->h, 0, sizeof b->h);
    memcpy(y, q, NQ * sizeof *q);
    memcpy(y + NQ, u, NQ * sizeof *u);
    const ivp_state s = { .t = t, .y = y, .q = y, .u = y + NQ, .x = y + 2 * NQ };
    if (i->problem->mech.terms(IVP_M | IVP_F | IVP_CON | IVP_GQ | IVP_GAMMA, &s, &terms, i->p))
        give_up("the blocks fail at t = %g", t);
}

static double inverse_mass(const point *b, int k) { return 1 / b->M[k + k * NQ]; }

/* to := M^-1 (D^T l + r) */
static void accelerate(const point *b, const double *l, const double *r, double *to)
{
    for (int k = 0; k < NQ; k++) {
        to[k] = r[k];
        for (int c = 0; c < NG; c++) to[k] += b->D[c + k * NG] * l[c];
        to[k] *= inverse_mass(b, k);
    }
}

/* l := (D M^-1 D^T)^-1 r, in place */
static void solve_multipliers(const point *b, double *r)
{
    double store[NG * NG];
    int pivots[NG];
    const ivp_mat S = { NG, NG, NG, store };
    for (int i = 0; i < NG; i++)
        for (int j = 0; j < NG; j++) {
            *ivp_at(S, i, j) = 0;
            for (int k = 0; k < NQ; k++)
                *ivp_at(S, i, j) += b->D[i + k * NG] * inverse_mass(b, k) * b->D[j + k * NG];
        }
    if (lu_factor(S, pivots)) give_up("D M^-1 D^T is singular");
    lu_solve(S, pivots, r);
}

/* to -= D M^-1 r */
static void less_projected(const point *b, const double *r, double *to)
{
    for (int i = 0; i < NG; i++)
        for (int k = 0; k < NQ; k++) to[i] -= b->D[i + k * NG] * inverse_mass(b, k) * r[k];
}

static void solve_point(const instance *i, double t, const double *q, const double *u, point *b)
{
    blocks_at(i, t, q, u, b);
    memcpy(b->lambda, b->gamma, sizeof b->lambda);
    less_projected(b, b->h, b->lambda);
    solve_multipliers(b, b->lambda); /* (13) */
    accelerate(b, b->lambda, b->h, b->a);
}

/* Column of d q''/d z, z being component k of q or of u: (14), (15), then (11), (12). */
static void column(const instance *i, double t, const point *b, const double *q,
                   const double *u, int k, bool by_u, double *to)
{
    const double step = 1e-5;
    double z[2][2][NQ], dl[NG], force[NQ];
    point side[2];
    for (int s = 0; s < 2; s++) {
        memcpy(z[s][0], q, sizeof z[s][0]);
        memcpy(z[s][1], u, sizeof z[s][1]);
        z[s][by_u][k] += s ? step : -step;
        blocks_at(i, t, z[s][0], z[s][1], &side[s]);
    }
    for (int r = 0; r < NQ; r++) { /* dh/dz + (dD/dz)^T lambda */
        force[r] = (side[1].h[r] - side[0].h[r]) / (2 * step);
        for (int c = 0; c < NG; c++)
            force[r] +=
                (side[1].D[c + r * NG] - side[0].D[c + r * NG]) / (2 * step) * b->lambda[c];
    }
    for (int c = 0; c < NG; c++) { /* dgamma/dz - (dD/dz) q'' */
        dl[c] = (side[1].gamma[c] - side[0].gamma[c]) / (2 * step);
        for (int r = 0; r < NQ; r++)
            dl[c] -= (side[1].D[c + r * NG] - side[0].D[c + r * NG]) / (2 * step) * b->a[r];
    }
    less_projected(b, force, dl);
    solve_multipliers(b, dl);
    accelerate(b, dl, force, to);
}

static void compare(method *s, double t, const double *y)
{
    double store[4 * NQ * NQ], difference[2] = { 0 }, size[2] = { 0 }, to[NQ];
    const ivp_mat J = { 2 * NQ, 2 * NQ, 2 * NQ, store };
    point b;
    solve_point(s->instance, t, y, y + NQ, &b);
    if (ivp_rhs_jac(s->model, t, y, J)) give_up("the Jacobian fails at t = %g", t);
    for (int by_u = 0; by_u < 2; by_u++)
        for (int k = 0; k < NQ; k++) {
            column(s->instance, t, &b, y, y + NQ, k, by_u, to);
            for (int r = 0; r < NQ; r++) {
                const double exact = *ivp_at(J, NQ + r, by_u * NQ + k);
                difference[by_u] = fmax(difference[by_u], fabs(to[r] - exact));
                size[by_u] = fmax(size[by_u], fabs(exact));
            }
        }
    for (int by_u = 0; by_u < 2; by_u++)
        printf("%.17g,%s,%.17g\n", t, by_u ? "u" : "q", difference[by_u] / size[by_u]);
}

int main(void)
{
    method s;
    const evolve_setup setup = { .formulation = "index1", .solver = "llm", .h = 0.02 };
    method_open(&s, "double_pendulum_spring", "delta=1", &setup);
    method_start(&s);
    puts("t,block,difference");
    for (int k = 1; k <= 100; k++) {
        method_attempt(&s, 0.02);
        method_verdict(&s, IVP_KEPT);
        if (k % 10 == 0) compare(&s, s.t, s.y);
    }
    method_close(&s);
    return 0;
}
