/* shell_case.h -- a command in a shell: what is typed and what comes back.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_SHELL_CASE_H
#define TESTS_SHELL_CASE_H

#include "tests/bench/harness_case.h"

static char tree[1100], build[1100]; /* the source tree, the folder of the build */
static char *said;                   /* both streams of the last command */

static inline void begin(void)
{
    set_up();
    program_folder(build, sizeof build);
    *strrchr(build, '/') = '\0';                   /* programs of tests lie one below */
    snprintf(tree, sizeof tree, "%s/tree", build); /* a link that make makes */
    setenv("BUILD", build, 1);
    setenv("HERE", folder, 1);
    unsetenv("MAKEFLAGS"); /* those of a `make test` around us */
    unsetenv("MAKELEVEL");
}

static inline void end(void)
{
    free(said);
    said = NULL;
    tear_down();
}

/* Runs a line in the source tree with $BUILD and $HERE; its exit code, its words in `said`. */
static inline int shell(const char *line)
{
    char *log = text_of("%s/said", folder);
    char *whole = text_of("cd '%s' && { %s\n} >'%s' 2>&1", tree, line, log);
    const int status = system(whole);
    free(said);
    said = file_text(log);
    free(whole);
    free(log);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static inline void says(const char *words)
{
    ck_assert_msg(strstr(said, words) != NULL, "\"%s\" is missing in: %.3000s", words, said);
}

static inline void says_not(const char *words)
{
    ck_assert_msg(strstr(said, words) == NULL, "\"%s\" should not be in: %.3000s", words, said);
}

#endif
