/* problem_cases.h -- every problem plug-in with its defaults and with each other choice of its
 * word parameters, as cases of Check's loop tests.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEM_CASES_H
#define PROBLEM_CASES_H

#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/instance.h"

enum { CASES = 1024 };

typedef struct problem_case {
    char name[PLUGIN_NAME_MAX], settings[2 * PLUGIN_NAME_MAX];
} problem_case;

static problem_case cases[CASES];
static int ncases;

static inline void add_case(const char *name, const char *parameter, const char *word, size_t n)
{
    problem_case *c = &cases[ncases++];
    snprintf(c->name, sizeof c->name, "%s", name);
    if (parameter)
        snprintf(c->settings, sizeof c->settings, "%s=%.*s", parameter, (int)n, word);
}

static inline void add_problem(const char *name)
{
    const void *twin;
    reason why;
    const ivp_problem *p = plugin_problem(name, &twin, &why);
    add_case(name, NULL, NULL, 0);
    for (const ivp_param *q = p ? p->params : NULL; q && q->name; q++)
        for (const char *c = q->choices; c && *c; c += strspn(c, " ")) {
            const size_t n = strcspn(c, " ");
            const bool is_default = strlen(q->value) == n && !strncmp(q->value, c, n);
            if (!is_default && ncases < CASES) add_case(name, q->name, c, n);
            c += n;
        }
}

/* Plug-ins that lie beside the test programs are made to be caught: they are left out. */
static inline void collect_cases(void)
{
    static char names[CASES][PLUGIN_NAME_MAX];
    char path[1200];
    const int n = plugin_list("problems", names, CASES);
    for (int k = 0; k < n && k < CASES && ncases < CASES; k++)
        if (plugin_path("problems", "double", names[k], path, sizeof path) &&
            !strstr(path, "/tests/double/"))
            add_problem(names[k]);
}

static inline instance *open_settings(const char *name, const char *settings)
{
    reason why = { "" };
    instance *i;
    const ivp_status st = instance_open(&i, name, settings, &why);
    ck_assert_msg(st == IVP_OK, "%s %s: %s", name, settings, why.text);
    return i;
}

static inline instance *open_case(int k)
{
    return open_settings(cases[k].name, cases[k].settings);
}

#define REQUIRE(condition, what)                                                               \
    ck_assert_msg(condition, "%s %s: %s", cases[_i].name, cases[_i].settings, what)

static inline double *vector(int n)
{
    double *v = calloc((size_t)n + 1, sizeof *v);
    ck_assert_ptr_nonnull(v);
    return v;
}

static inline double largest(const double *v, int n)
{
    double max = 0;
    for (int k = 0; k < n; k++) max = fmax(max, fabs(v[k]));
    return max;
}

/* Runs each test on all cases; returns the number of failures, and 1 when there is no problem.
 * The list ends with NULL. */
static inline int run_on_all_cases(const char *name, const TTest *const *tests)
{
    collect_cases();
    TCase *t = tcase_create("all problems");
    for (; *tests; tests++) tcase_add_loop_test(t, *tests, 0, ncases);
    const int failed = suite_run(name, t);
    return failed + (ncases == 0);
}

#endif
