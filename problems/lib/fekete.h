/* fekete.h -- twenty points on the unit sphere that repel each other, and a drag: what the
 * forms of the Fekete problem share.
 *
 *     F_i = sum_(j != i) (p_i - p_j) / |p_i - p_j|^2
 *     dF_i/dp_j = -K_ij,     dF_i/dp_i = sum_j K_ij,     K = (I - 2 d d^T / |d|^2) / |d|^2
 *
 * On the sphere <p_i, F_i> = (N - 1)/2, so p_i' = q_i, q_i' = -alpha q_i + F_i - (N - 1)/2 p_i
 * at rest.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_FEKETE_H
#define PROBLEMS_FEKETE_H

#include <ivp/problem.h>

enum { FEKETE_POINTS = 20, FEKETE_COORDINATES = 3 * FEKETE_POINTS };
enum { FEKETE_DRAG };

static const ivp_param fekete_params[] = {
    [FEKETE_DRAG] = { "alpha", "0.5", "drag over mass [1/s]" },
    { 0 },
};

/* Four rings: points up to `last`, at angle 2 pi (i - before)/count + pi/turn and at height
 * pi part/whole over the equator. */
static inline void fekete_start(real *p)
{
    static const struct {
        int before, last, count, turn, part, parts;
    } ring[] = { { 0, 3, 3, 13, 3, 8 },
                 { 3, 10, 7, 29, 1, 8 },
                 { 10, 16, 6, 7, -2, 15 },
                 { 17, 20, 4, 17, -3, 10 } };
    for (int i = 1, r = 0; i <= FEKETE_POINTS; i++, p += 3) {
        r += i > ring[r].last;
        const plain a =
            2 * IVP_PI * (i - ring[r].before) / ring[r].count + IVP_PI / ring[r].turn;
        const plain b = IVP_PI * ring[r].part / ring[r].parts;
        p[0] = ivp_of(cos(a) * cos(b));
        p[1] = ivp_of(sin(a) * cos(b));
        p[2] = ivp_of(sin(b));
    }
}

/* d = p_i - p_j and 1/|d|^2 */
static inline real fekete_apart(const real *p, int i, int j, real d[3])
{
    for (int k = 0; k < 3; k++) d[k] = p[3 * i + k] - p[3 * j + k];
    return 1 / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

static inline void fekete_force(const real *p, real *F)
{
    for (int k = 0; k < FEKETE_COORDINATES; k++) F[k] = ivp_of(0);
    for (int i = 0; i < FEKETE_POINTS; i++)
        for (int j = 0; j < i; j++) {
            real d[3];
            const real over = fekete_apart(p, i, j, d);
            for (int k = 0; k < 3; k++) {
                F[3 * i + k] += over * d[k];
                F[3 * j + k] -= over * d[k];
            }
        }
}

/* Adds factor * dF/dp to the block of A that begins at (row, column). */
static inline void fekete_force_jac(const real *p, int factor, ivp_mat A, int row, int column)
{
    for (int i = 0; i < FEKETE_POINTS; i++)
        for (int j = 0; j < i; j++) {
            real d[3];
            const real over = fekete_apart(p, i, j, d);
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) {
                    const real K = factor * ((k == l) - 2 * over * d[k] * d[l]) * over;
                    *ivp_at(A, row + 3 * i + k, column + 3 * i + l) += K;
                    *ivp_at(A, row + 3 * j + k, column + 3 * j + l) += K;
                    *ivp_at(A, row + 3 * i + k, column + 3 * j + l) -= K;
                    *ivp_at(A, row + 3 * j + k, column + 3 * i + l) -= K;
                }
        }
}

/* |p_i|^2 - 1 */
static inline real fekete_off(const real *p, int i)
{
    const real *x = p + 3 * i;
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2] - 1;
}

/* 2 <p_i, q_i> */
static inline real fekete_off_rate(const real *p, const real *q, int i)
{
    const real *x = p + 3 * i, *v = q + 3 * i;
    return 2 * (x[0] * v[0] + x[1] * v[1] + x[2] * v[2]);
}

/* -sum_(j < i) log |p_i - p_j|, the potential of F */
static inline real fekete_potential(const real *p)
{
    real sum = ivp_of(0);
    for (int i = 0; i < FEKETE_POINTS; i++)
        for (int j = 0; j < i; j++) {
            real d[3];
            sum += log(fekete_apart(p, i, j, d)) / 2;
        }
    return sum;
}

#endif
