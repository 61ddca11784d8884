/* plugin_case.h -- a folder for plug-ins that tests write, and commands run in it. */
#ifndef TESTS_BENCH_PLUGIN_CASE_H
#define TESTS_BENCH_PLUGIN_CASE_H

#include "bench/base/util.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 512 };

static char folder[64]; /* of the present test */

static inline void make_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/ivpbench-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static inline void remove_folder(void)
{
    char command[PATH];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static inline void write_text(const char *name, const char *text)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
}

/* Runs a shell command in the folder, with ivpbench as $ivpbench; its exit code, and its output
 * from both streams. */
static inline int shell(const char *command, char *output, size_t size)
{
    char own[PATH], line[4 * PATH];
    own_folder(own, sizeof own);
    snprintf(line, sizeof line, "cd %s && ivpbench=%s/../ivpbench && { %s; } 2>&1", folder, own,
             command);
    FILE *pipe = popen(line, "r");
    ck_assert_ptr_nonnull(pipe);
    const size_t n = fread(output, 1, size - 1, pipe);
    output[n] = '\0';
    while (fgetc(pipe) != EOF) continue;
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static inline void assert_says(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part), "'%s' does not say '%s'", text, part);
}

/* A problem of one equation whose macro argument, .abi, .arith and .name are given. */
static inline char *small_problem(const char *id, const char *abi, const char *arith,
                                  const char *name)
{
    return text_of(
        "#include <ivp/problem.h>\n"
        "static const ivp_param params[] = { { 0 } };\n"
        "static ivp_status start(real t0, real *y, real *yp, const real *p)\n"
        "{ (void)t0, (void)yp, (void)p; y[0] = 1; return IVP_OK; }\n"
        "static ivp_status f(real t, const real *y, real *f, const real *p)\n"
        "{ (void)t, (void)p; f[0] = -y[0]; return IVP_OK; }\n"
        "IVP_PROBLEM(%s) = { .abi = %s, .arith = %s, .name = \"%s\", .title = \"t\",\n"
        "  .source = \"s\", .tags = \"ode\", .params = params, .t0 = \"0\",\n"
        "  .t1 = \"1\", .form = IVP_ODE, .sizes = { .n = 1 }, .init = start,\n"
        "  .ode = { .f = f } };\n",
        id, abi, arith, name);
}

#endif
