/* plugin_case.h -- a folder for plug-ins that tests write, and commands run in it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_BENCH_PLUGIN_CASE_H
#define TESTS_BENCH_PLUGIN_CASE_H

#include "kernel/problem/plugin.h"
#include "bench/base/util.h"

#include <ivp/solver.h>

#include "tests/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 512 };

static char folder[64]; /* of the present test */

static inline void make_scratch_folder(void)
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
    program_folder(own, sizeof own);
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

static inline bool is_there(const char *program)
{
    char output[512];
    char *command = text_of("command -v %s", program);
    const bool there = shell(command, output, sizeof output) == 0;
    free(command);
    return there;
}

static inline void assert_says(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part), "'%s' does not say '%s'", text, part);
}

#define FUNCTIONS_OF_A_PROBLEM                                                                 \
    "#include <ivp/problem.h>\n"                                                               \
    "static ivp_status start(real t0, real *y, real *yp, const real *p)\n"                     \
    "{ y[0] = 1; return IVP_OK; }\n"                                                           \
    "static ivp_status f(const ivp_state *s, real *f, const real *p)\n"                        \
    "{ f[0] = -s->y[0]; return IVP_OK; }\n"

/* Compiles text into plugins/ARITH/KIND/small.so, past all checks of `plugin build`. */
static inline void compile(const char *text, const char *kind, const char *arith, int number)
{
    char own[PATH], command[3 * PATH], output[4096];
    program_folder(own, sizeof own);
    write_text("source.c", text);
    snprintf(command, sizeof command,
             "mkdir -p plugins/%s/%s && ${CC:-gcc} -std=c11 -fPIC -shared -I%s/../tree/include "
             "-D__STDC_WANT_IEC_60559_TYPES_EXT__ -D__STDC_WANT_IEC_60559_FUNCS_EXT__ "
             "-DIVP_ARITH=%d -o plugins/%s/%s/small.so source.c -lm",
             arith, kind, own, number, arith, kind);
    ck_assert_msg(shell(command, output, sizeof output) == 0, "%s", output);
}

static inline void use_folder(void)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/plugins", folder);
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
}

static inline void assert_refused(const char *part)
{
    reason why = { "" };
    const void *twin;
    ck_assert_ptr_null(plugin_problem("small", &twin, &why));
    assert_says(why.text, "small");
    assert_says(why.text, part);
}

#endif
