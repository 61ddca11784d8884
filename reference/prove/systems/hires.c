/* hires.c -- the high irradiance response: eight reactants, as the reactions that they take
 * part in.
 *
 *     Pr and Pfr turn into each other (k1, k2), alone (1, 2), bound to X (3, 4) and X' (5, 6),
 *     Pr to (5) and Pfr' bound to the enzyme (7); y8 is the enzyme
 *     y2 -> y4 (k3),  y3 -> y1 (k6),  y4 -> y6 (k4),  y5 -> y3 (k5)
 *     y6 + y8 -> y7 (k+),  y7 -> y6 + y8 (k-),  y7 -> y8 (k*),  y7 -> y5 + y8 (k2)
 *     -> y1 (oks)
 *
 * Schaefer 1975; Test Set for IVP Solvers 2.4, hires.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/system.h"

enum { K1, K2, K3, K4, K5, K6, K_PLUS, K_MINUS, K_STAR, OKS, ENZYME };
enum { NOTHING = 8, N = 8 };

static const system_param params[] = {
    [K1] = { .name = "k1", .value = "1.71" },
    [K2] = { .name = "k2", .value = "0.43" },
    [K3] = { .name = "k3", .value = "8.32" },
    [K4] = { .name = "k4", .value = "0.69" },
    [K5] = { .name = "k5", .value = "0.035" },
    [K6] = { .name = "k6", .value = "8.32" },
    [K_PLUS] = { .name = "k_plus", .value = "280" },
    [K_MINUS] = { .name = "k_minus", .value = "0.69" },
    [K_STAR] = { .name = "k_star", .value = "0.69" },
    [OKS] = { .name = "oks", .value = "0.0007" },
    [ENZYME] = { .name = "enzyme", .value = "0.0057" },
    { 0 },
};

/* Of first order, from one reactant into one or two. */
static const struct {
    int rate, from, to, and;
} reactions[] = {
    { K1, 0, 1, NOTHING }, { K2, 1, 0, NOTHING }, { K3, 1, 3, NOTHING },
    { K6, 2, 0, NOTHING }, { K1, 2, 3, NOTHING }, { K2, 3, 2, NOTHING },
    { K4, 3, 5, NOTHING }, { K5, 4, 2, NOTHING }, { K1, 4, 5, NOTHING },
    { K2, 5, 4, NOTHING }, { K_MINUS, 6, 5, 7 },  { K_STAR, 6, 7, NOTHING },
    { K2, 6, 4, 7 },
};

static void start(const scene *s, num *x)
{
    for (int i = 0; i < N; i++) x[i] = integer(s->f, 0);
    x[0] = integer(s->f, 1);
    x[7] = s->p[ENZYME];
}

static void slope(const scene *s, num *dx)
{
    const num binding = mul(s->p[K_PLUS], mul(s->x[5], s->x[7]));
    for (int i = 0; i < N; i++) dx[i] = integer(s->f, 0);
    dx[0] = s->p[OKS];
    dx[5] = dx[7] = neg(binding);
    dx[6] = binding;
    for (unsigned k = 0; k < sizeof reactions / sizeof *reactions; k++) {
        const num flux = mul(s->p[reactions[k].rate], s->x[reactions[k].from]);
        const int from = reactions[k].from, to = reactions[k].to, and = reactions[k].and;
        dx[from] = sub(dx[from], flux);
        dx[to] = add(dx[to], flux);
        if (and != NOTHING) dx[and] = add(dx[and], flux);
    }
}

const enclosed_system system_hires = {
    .name = "hires",
    .source = "Schaefer 1975; Test Set for IVP Solvers 2.4, hires",
    .params = params,
    .t0 = "0",
    .t1 = "321.8122",
    .times = "0.001 0.01 0.1 1 5 10 50 100 200 300 321.8122",
    .n = N,
    .start = start,
    .slope = slope,
    .goal = 130,
    .stiff = true,
};
