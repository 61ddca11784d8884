/* plan_case.h -- a plan written to a file and read.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PLAN_CASE_H
#define PLAN_CASE_H

#include "bench/plan/plan_inner.h"

#include "tests/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char file[] = "/tmp/ivpbench-test-XXXXXX";
static reason why;

static void set_up(void)
{
    snprintf(file, sizeof file, "/tmp/ivpbench-test-XXXXXX");
    const int fd = mkstemp(file);
    ck_assert_int_ge(fd, 0);
    close(fd);
}

static void tear_down(void) { unlink(file); }

static bool read_text(plan *p, const char *text, const plan_choice *choice)
{
    static const plan_choice all = { 0 };
    FILE *f = fopen(file, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
    return plan_read(p, file, choice ? choice : &all, &why);
}

static inline plan good(const char *text, const plan_choice *choice)
{
    plan p;
    ck_assert_msg(read_text(&p, text, choice), "%s", why.text);
    return p;
}

#define GROUP(body) "groups = {\n g = {\n" body "\n };\n};\n"
#define LADDER      "tolerances = { from = 3; to = 6; };"
#define BALLS       "problems = [ \"bouncing_balls\" ];\n"

#endif
