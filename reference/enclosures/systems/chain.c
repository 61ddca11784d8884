/* chain.c -- a pendulum of four links: unit point masses on massless links of unit length, from the
 * horizontal at rest, in the angles of the links.
 *
 *     sum_j (4 - max(i, j)) [cos(a_i - a_j) a_j'' + sin(a_i - a_j) a_j'^2] = -(4 - i) g cos a_i
 *
 * for i = 0 .. 3; solved by elimination, the matrix being positive definite.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference/enclosures/system.h"

enum { GRAVITY, LINKS = 4, N = 2 * LINKS };

static const system_param params[] = { [GRAVITY] = { .name = "g", .value = "9.81" }, { 0 } };

static void start(const scene *s, num *x)
{
    for (int i = 0; i < N; i++) x[i] = whole(s->f, 0);
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
    return "x1 y1 x2 y2 x3 y3 x4 y4 vx1 vy1 vx2 vy2 vx3 vy3 vx4 vy4";
}

static void show(const scene *s, num *out)
{
    num place[4];
    for (int k = 0; k < 4; k++) place[k] = whole(s->f, 0);
    for (int i = 0; i < LINKS; i++) {
        num sine, cosine;
        turn(s->x[i], &sine, &cosine);
        place[0] = add(place[0], cosine);
        place[1] = add(place[1], sine);
        place[2] = sub(place[2], mul(s->x[LINKS + i], sine));
        place[3] = add(place[3], mul(s->x[LINKS + i], cosine));
        for (int k = 0; k < 2; k++) {
            out[2 * i + k] = place[k];
            out[N + 2 * i + k] = place[2 + k];
        }
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
