/* t_constructor.c -- misbehaves when it is loaded, as IVPBENCH_TEST_CONSTRUCTOR says.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define _GNU_SOURCE
#include "tests/plugins/euler.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

__attribute__((constructor)) static void load(void)
{
    const char *word = getenv("IVPBENCH_TEST_CONSTRUCTOR");
    if (!word) return;
    if (!strcmp(word, "quit")) _exit(0);
    // NOLINTNEXTLINE(clang-analyzer-unix.Malloc): a leak is its attack
    while (!strcmp(word, "hog")) {
        char *volatile p = malloc(1 << 24); /* or there would be none, as nobody reads it */
        memset(p, 1, 1 << 24);
    }
    if (!strcmp(word, "fork")) fork();
    while (!strcmp(word, "pause") || !strcmp(word, "fork")) {
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_SETMASK, &all, NULL);
        pause();
    }
}

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    return IVP_OK;
}

EULER(t_constructor);
