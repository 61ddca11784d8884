/* t_hostile.c -- explicit Euler that tries one misdeed, chosen by the option `attack`.
 *
 * IVPBENCH_TEST_TARGET is the folder of the test, with the store in it. Each attack is one
 * function; what is expected of the harness stands in tests/bench/test_hostile.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define _GNU_SOURCE
#include "tests/plugins/attacks/all.h"

#include "tests/plugins/euler.h"

#include <math.h>

struct hostile {
    struct euler e; /* first: euler.h's functions see it as theirs */
    int attack;
};

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    return attacks[((struct hostile *)s)->attack].act(s->m, x);
}

/* A worker that solves, not one that answers whether a solver fits. */
static bool solving(void)
{
    char text[256] = "";
    const int fd = open("/proc/self/cmdline", O_RDONLY);
    const ssize_t n = read(fd, text, sizeof text);
    close(fd);
    return n > 0 && memmem(text, (size_t)n, "solve", 6);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    struct hostile *s = calloc(1, sizeof *s);
    (void)tol;
    if (!s) return IVP_E_NOMEM;
    s->attack = (int)lround(option[0]);
    s->e.m = m;
    s->e.n = ivp_n(m);
    s->e.f = calloc((size_t)s->e.n, sizeof *s->e.f);
    *self = s;
    return attacks[s->attack].early && solving() ? attacks[s->attack].act(m, NULL) : IVP_OK;
}

/* An early attack is not done again in the tenth step. */
static ivp_status attempt(void *self, ivp_trial *x)
{
    struct hostile *s = self;
    if (attacks[s->attack].early && s->e.steps + 1 == EULER_STEP) s->e.steps++;
    return euler_attempt(self, x);
}

static const ivp_param options[] = { { "attack", "0", "row of hostile_attacks.h", NULL },
                                     { 0 } };

IVP_SOLVER(t_hostile, .title = "Explicit Euler, hostile", .source = "tests",
           .views = IVP_FIRST, .formulations = IVP_AS_ODE, .order = 1, .fixed_step = true,
           .create = create, .destroy = euler_destroy, .restart = euler_restart,
           .attempt = attempt, .options = options);
