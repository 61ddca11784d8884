/* andrews_rk4.c -- Andrews' mechanism by the classical Runge-Kutta method, outside the tree:
 *
 *     cc andrews_rk4.c $(pkg-config --cflags --libs ivpbench) -o andrews_rk4 && ./andrews_rk4
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ivp/system.h>

#include <stdio.h>

enum { N = 14, STEPS = 20000 };

static int rk4(ivp_system *s, double t, double h, double *y)
{
    const double node[] = { 0, 0.5, 0.5, 1 }, weight[] = { 1, 2, 2, 1 };
    double k[N] = { 0 }, at[N], sum[N] = { 0 };
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < N; i++) at[i] = y[i] + node[stage] * h * k[i];
        const int st = ivp_system_rhs(s, t + node[stage] * h, at, k);
        if (st) return st;
        for (int i = 0; i < N; i++) sum[i] += weight[stage] * h / 6 * k[i];
    }
    for (int i = 0; i < N; i++) y[i] += sum[i];
    return 0;
}

int main(void)
{
    ivp_system *s;
    char why[512];
    double y[N];
    const ivp_system_request ask = {
        .bytes = sizeof ask, .problem = "andrews", .formulation = "index1"
    };
    if (ivp_system_open(&s, &ask, why, sizeof why)) return fprintf(stderr, "%s\n", why), 1;
    ivp_system_facts facts = { .bytes = sizeof facts };
    ivp_system_score score = { .bytes = sizeof score };
    int st = ivp_system_describe(s, &facts);
    const double h = (facts.t1 - facts.t0) / STEPS;
    if (!st) st = ivp_system_start(s, y, NULL);
    for (int k = 0; !st && k < STEPS; k++) st = rk4(s, facts.t0 + k * h, h, y);
    if (!st) st = ivp_system_scd(s, facts.t1, y, &score);
    printf(st ? "%s\n" : "%sscd = %.2f\n", ivp_system_why(s), score.scd);
    ivp_system_close(s);
    return st != 0;
}
