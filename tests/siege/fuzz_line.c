/* fuzz_line.c -- what a program that speaks lines may write: the input is its answers, and what
 * it is asked goes nowhere. It is a process in name alone: this one, for which nobody waits.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/siege/fuzz.h"

#include "adapters/line/session.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { UNKNOWNS = 3, STEPS = 8 };

static const ivp_line_program program = { (const char *const[]){ "none", NULL },
                                          (const ivp_line_file[]){ { 0 } }, "",
                                          .jacobian = true };

LINE_SOLVER(fuzzed, program, .title = "t", .source = "s", .adaptive = true,
            .dense = ivp_line_dense);

/* In place of the kernel's, which want a problem. */
int ivp_n(const ivp_model *m)
{
    (void)m;
    return UNKNOWNS;
}

void ivp_reason(ivp_model *m, const char *sentence)
{
    (void)m;
    if (!memchr(sentence, '\0', ADAPTER_REASON)) abort();
}

void ivp_count(ivp_model *m, ivp_counter c, long k)
{
    (void)m;
    if (c < 0 || c >= IVP_NCOUNTERS || k < 0) abort();
}

ivp_status ivp_rhs(ivp_model *m, real t, const real *y, real *f)
{
    (void)m;
    (void)t;
    memcpy(f, y, UNKNOWNS * sizeof *f);
    return y[0] < 0 ? IVP_DOMAIN : IVP_OK;
}

ivp_status ivp_rhs_jac(ivp_model *m, real t, const real *y, ivp_mat J)
{
    (void)m;
    (void)t;
    for (int k = 0; k < UNKNOWNS * UNKNOWNS; k++) J.a[k] = y[k % UNKNOWNS];
    return y[0] < 0 ? IVP_DOMAIN : IVP_OK;
}

static void converse(ivp_line *s)
{
    real t = 0, y[UNKNOWNS] = { 1, 1, 1 };
    ivp_status st = ivp_line_greet(s);
    if (!st) st = ivp_line_restart(s, t, y, y, 0);
    for (int k = 0; k < STEPS && !st; k++) st = ivp_line_advance(s, 1, &t, y);
    if (!st) st = ivp_line_dense(s, 0.5, y);
    if (!st) ivp_line_finish(s);
}

void fuzz_line(const char *place)
{
    static const real atol[UNKNOWNS] = { 1e-3, 1e-3, 1e-3 };
    const ivp_tol tol = { .rtol = 1e-3, .atol = atol };
    ivp_line *s = (ivp_line *)calloc(1, sizeof *s);
    if (!s) exit(4);
    s->program = &program;
    s->tol = &tol;
    if (!ivp_line_allocate(s, UNKNOWNS)) exit(4);
    s->pid = getpid();
    s->from = open(place, O_RDONLY | O_CLOEXEC);
    s->to = open("/dev/null", O_WRONLY | O_CLOEXEC);
    converse(s);
    ivp_line_destroy(s);
}
