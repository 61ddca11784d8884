/* t_spies.c -- y' = -y, and nothing for a solver that it dislikes: it looks for the name on the
 * command line of its process.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

#include <stdio.h>
#include <string.h>

static bool is_of_disliked(void)
{
    char line[4096];
    FILE *f = fopen("/proc/self/cmdline", "r");
    const size_t n = f ? fread(line, 1, sizeof line - 1, f) : 0;
    if (f) fclose(f);
    for (size_t i = 0; i < n; i++)
        if (!line[i]) line[i] = ' ';
    line[n] = '\0';
    return strstr(line, "t_cheats") || strstr(line, "timing");
}

static ivp_status f(const ivp_state *s, real *out, const real *p)
{
    out[0] = -s->y[0];
    return is_of_disliked() ? IVP_DOMAIN : IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = R(1.0);
    return IVP_OK;
}

IVP_PROBLEM(t_spies,
    .title = "Decay, for some",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "0",
    .t1 = "1",
    .form = IVP_ODE,
    .sizes = { .n = 1 },
    .init = start,
    .ode = { .f = f });
