/* pleiades.c -- seven stars in the plane: xi'' = sum of m_j (x_j - x_i) / r_ij^3, m_j = j.
 *
 * State (x, y, x', y'). Hairer, Norsett, Wanner, Solving ODEs I, II.10; Test Set for IVP
 * Solvers 2.4.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/system.h"

enum { STARS = 7, N = 4 * STARS };

static void start(const scene *s, num *x)
{
    static const char *const values[N] = {
        "3", "3", "-1", "-3", "2", "-2",   "2",    "3", "-3", "2", "0",     "0", "-4", "4",
        "0", "0", "0",  "0",  "0", "1.75", "-1.5", "0", "0",  "0", "-1.25", "1", "0",  "0",
    };
    for (int i = 0; i < N; i++) x[i] = number(s->f, values[i]);
}

static void slope(const scene *s, num *dx)
{
    const num *x = s->x, *y = s->x + STARS;
    for (int i = 0; i < 2 * STARS; i++) dx[i] = s->x[2 * STARS + i];
    for (int i = 2 * STARS; i < N; i++) dx[i] = integer(s->f, 0);
    num *ax = dx + 2 * STARS, *ay = ax + STARS;
    for (int i = 0; i < STARS; i++)
        for (int j = 0; j < i; j++) {
            const num gx = sub(x[j], x[i]), gy = sub(y[j], y[i]);
            const num square = add(sqr(gx), sqr(gy));
            const num cube = mul(square, root(square));
            const num px = divide(gx, cube), py = divide(gy, cube);
            ax[i] = add(ax[i], times(j + 1, px));
            ay[i] = add(ay[i], times(j + 1, py));
            ax[j] = sub(ax[j], times(i + 1, px));
            ay[j] = sub(ay[j], times(i + 1, py));
        }
}

const enclosed_system system_pleiades = {
    .name = "pleiades",
    .source = "Hairer, Norsett, Wanner, Solving ODEs I, II.10",
    .t0 = "0",
    .t1 = "3",
    .times = "0.25 0.5 0.75 1 1.25 1.5 1.75 2 2.25 2.5 2.75 3",
    .n = N,
    .start = start,
    .slope = slope,
    .goal = 120,
    .order = 36,
};
