/* chain.c -- a pendulum of four links: unit point masses on massless links of unit length, from
 * the horizontal at rest, in the angles of the links.
 *
 *     sum_j (4 - max(i, j)) [cos(a_i - a_j) a_j'' + sin(a_i - a_j) a_j'^2] = -(4 - i) g cos a_i
 *
 * for i = 0 .. 3; solved by elimination, the matrix being positive definite. With e_i the
 * direction of link i and its constraint |d_i|^2 - 1 the part of the chain from mass i on gives
 *
 *     lambda_i = -e_i . sum_(j >= i) (p_j'' + g e_y) / 2
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/system.h"

enum { GRAVITY, LINKS = 4, N = 2 * LINKS };

static const system_param params[] = { [GRAVITY] = { .name = "g", .value = "9.81" }, { 0 } };

static void start(const scene *s, num *x)
{
    for (int i = 0; i < N; i++) x[i] = integer(s->f, 0);
}

/* b := A^-1 b */
static void solve(num A[LINKS][LINKS], num *b)
{
    for (int k = 0; k < LINKS; k++)
        for (int i = k + 1; i < LINKS; i++) {
            const num factor = divide(A[i][k], A[k][k]);
            for (int j = k + 1; j < LINKS; j++) A[i][j] = sub(A[i][j], mul(factor, A[k][j]));
            b[i] = sub(b[i], mul(factor, b[k]));
        }
    for (int i = LINKS - 1; i >= 0; i--) {
        for (int j = i + 1; j < LINKS; j++) b[i] = sub(b[i], mul(A[i][j], b[j]));
        b[i] = divide(b[i], A[i][i]);
    }
}

static void slope(const scene *s, num *dx)
{
    num A[LINKS][LINKS], sine[LINKS], cosine[LINKS], *b = dx + LINKS;
    for (int i = 0; i < LINKS; i++) {
        dx[i] = s->x[LINKS + i];
        turn(s->x[i], &sine[i], &cosine[i]);
        b[i] = times(i - LINKS, mul(s->p[GRAVITY], cosine[i]));
    }
    for (int i = 0; i < LINKS; i++)
        for (int j = 0; j < LINKS; j++) {
            const int mass = LINKS - (i > j ? i : j);
            A[i][j] = times(mass, add(mul(cosine[i], cosine[j]), mul(sine[i], sine[j])));
            if (i == j) continue;
            const num turned = sub(mul(sine[i], cosine[j]), mul(cosine[i], sine[j]));
            b[i] = sub(b[i], times(mass, mul(turned, sqr(dx[j]))));
        }
    solve(A, b);
}

static const char *components(const scene *s)
{
    (void)s;
    return "q1 q2 q3 q4 q5 q6 q7 q8 u1 u2 u3 u4 u5 u6 u7 u8 "
           "a1 a2 a3 a4 a5 a6 a7 a8 lambda1 lambda2 lambda3 lambda4";
}

/* Position, velocity and acceleration, x and y, of the masses one after the other. */
static void show_masses(const scene *s, const num *sine, const num *cosine, const num *dx,
                        num *out)
{
    num sum[6];
    for (int k = 0; k < 6; k++) sum[k] = integer(s->f, 0);
    for (int i = 0; i < LINKS; i++) {
        const num w = s->x[LINKS + i], dw = dx[LINKS + i];
        const num terms[6] = { cosine[i],
                               sine[i],
                               neg(mul(w, sine[i])),
                               mul(w, cosine[i]),
                               neg(add(mul(dw, sine[i]), mul(sqr(w), cosine[i]))),
                               sub(mul(dw, cosine[i]), mul(sqr(w), sine[i])) };
        for (int k = 0; k < 6; k++) {
            sum[k] = add(sum[k], terms[k]);
            out[N * (k / 2) + 2 * i + k % 2] = sum[k];
        }
    }
}

static void show(const scene *s, num *out)
{
    num sine[LINKS], cosine[LINKS], dx[N], force[2] = { integer(s->f, 0), integer(s->f, 0) };
    for (int i = 0; i < LINKS; i++) turn(s->x[i], &sine[i], &cosine[i]);
    slope(s, dx);
    show_masses(s, sine, cosine, dx, out);
    for (int i = LINKS - 1; i >= 0; i--) {
        const num *a = out + 2 * N + 2 * i;
        force[0] = add(force[0], a[0]);
        force[1] = add(force[1], add(a[1], s->p[GRAVITY]));
        const num along = add(mul(force[0], cosine[i]), mul(force[1], sine[i]));
        out[3 * N + i] = neg(over(along, 2));
    }
}

const enclosed_system system_chain = {
    .name = "chain",
    .source = "N-link pendulum, textbook",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .times = "0.25 0.5 0.75 1",
    .n = N,
    .start = start,
    .slope = slope,
    .components = components,
    .show = show,
};
