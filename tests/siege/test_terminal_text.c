/* test_terminal_text.c -- a store whose texts are commands of a terminal, and a plug-in that
 * prints such: no verb passes one on to a terminal, nor to a reader of lines but as data.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define ATTACKS_OF_HOSTILE_CASE                                                                \
    "\033[2J\033]0;owned\a", "a\rok 1", "b\b\b\b\x7f",                                         \
        "\xc2\x9b"                                                                             \
        "31m",                                                                                 \
        "\xe2\x80\xae"                                                                         \
        "dlroc",                                                                               \
        "\n::error::forged", "::error::forged", "\u00a0\u2003::error::forged",                 \
        "x##vso[task.setvariable variable=PATH]forged", "##[error]forged"
#include "tests/page/hostile_case.h"

#include <pty.h>
#include <sys/wait.h>

static const struct {
    const char *verb;
    bool data; /* what a file or a pipe gets is the text as it is */
} stores[] = {
    { "rank -s %1$s --digits 3", false },
    { "rank -s %1$s --digits 3 --metric mescd", false },
    { "rank -s %1$s --digits 3 --json", false },
    { "compare %1$s %1$s", false },
    { "compare %1$s %1$s --json", false },
    { "store check %1$s", false },
    { "store repair %1$s -o %2$s/repaired.db", false },
    { "store compact %1$s -o %2$s/compact.db", false },
    { "merge %1$s -o %2$s/merged.db", false },
    { "report -s %1$s -o %2$s/out", false },
    { "gate reports/gates/pins_core.cfg -s %1$s", false },
    { "archive add x %1$s", false },
    { "archive list", false },
    { "export -s %1$s", true },
    { "export -s %1$s --format jsonl", true },
    { "export -s %1$s --table series", true },
};
enum { STORES = sizeof stores / sizeof *stores };

/* t_constructor shouts when it is loaded. */
static const char *const plug_ins[] = {
    "list solvers",
    "info t_constructor",
    "plugin test t_constructor",
    "try bouncing_balls --solver t_constructor --workers 0",
    "try bouncing_balls --solver t_constructor --workers 0 --json",
    "speed calls t_constructor",
};
enum { PLUG_INS = sizeof plug_ins / sizeof *plug_ins };

/* First byte that a terminal obeys, or the first one of a sign that turns the line round. */
static const char *command_in(const char *text)
{
    for (const char *c = text; *c; c++) {
        const unsigned char b = (unsigned char)*c, next = (unsigned char)c[1];
        if ((b < 0x20 && b != '\n' && b != '\t') || b == 0x7f) return c;
        if (b == 0xc2 && next >= 0x80 && next < 0xa0) return c;
        if (b == 0xe2 && next == 0x80 && (unsigned char)c[2] == 0xae) return c;
    }
    return NULL;
}

static char *command_of(const char *verb)
{
    char own[1024], *words = need(malloc(4096));
    program_folder(own, sizeof own);
    snprintf(words, 4096, verb, store_path, folder);
    char *line = text_of(
        "export IVPBENCH_ARCHIVE=%s/archive IVPBENCH_REFERENCE=%s "
        "IVPBENCH_PLUGIN_PATH=%s/../testroot:%s/.. "
        "IVPBENCH_TEST_CONSTRUCTOR=shout PATH=%s:$PATH; exec timeout 60 %s/../ivpbench %s",
        folder, folder, own, own, folder, own, words);
    free(words);
    return line;
}

/* Draws nothing: pictures take long. */
static void put_gnuplot(void)
{
    char *line = text_of("printf '#!/bin/sh\\nexec cat >/dev/null\\n' >%s/gnuplot;"
                         " chmod +x %s/gnuplot",
                         folder, folder);
    ck_assert_int_eq(system(line), 0);
    free(line);
}

/* Both streams into a terminal (which changes nothing), or a pipe. */
static char *said_by(const char *verb, bool terminal)
{
    int from[2], n = 0, status;
    char *line = command_of(verb), *text = need(calloc(1 << 20, 1));
    put_gnuplot();
    struct termios raw = { 0 };
    cfmakeraw(&raw);
    ck_assert_int_eq(terminal ? 0 : pipe(from), 0);
    const pid_t pid = terminal ? forkpty(from, NULL, &raw, NULL) : fork();
    if (!pid) {
        if (!terminal && (dup2(from[1], 1) < 0 || dup2(from[1], 2) < 0)) _exit(126);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(126);
    }
    if (!terminal) close(from[1]);
    for (ssize_t k; n < 1 << 19 && (k = read(from[0], text + n, 4096)) > 0;) n += (int)k;
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) < 124, "%s", line);
    close(from[0]);
    free(line);
    return text;
}

/* What a service that reads the log obeys: "::" behind the blanks of a line, "##WORD["
 * anywhere. */
static char *command_of_service(char *text)
{
    for (char *line = text; line; line = strchr(line, '\n')) {
        for (; *line && (strchr(" \t\n", *line) || (unsigned char)*line >= 0x80);) line++;
        if (!strncmp(line, "::", 2)) return line;
    }
    char *any = strstr(text, "##[");
    return any ? any : strstr(text, "##vso[");
}

static void expect_harmless(const char *verb, bool terminal)
{
    char *said = said_by(verb, terminal);
    const char *at = command_in(said);
    ck_assert_msg(*said || !strncmp(verb, "archive", 7), "%s says nothing", verb);
    ck_assert_msg(!at, "%s: byte %d of: %.60s", verb, at ? (int)(at - said) : 0, at ? at : "");
    char *at_service = terminal ? NULL : command_of_service(said);
    ck_assert_msg(!at_service, "%s: %.60s", verb, at_service);
    free(said);
}

START_TEST(no_text_of_a_store_commands_a_terminal) { expect_harmless(stores[_i].verb, true); }
END_TEST

START_TEST(no_text_of_a_store_forges_a_line_of_a_log)
{
    if (!stores[_i].data) expect_harmless(stores[_i].verb, false);
}
END_TEST

static const char *const names[] = { "::error::f.db", "a\n::error::f.db", "a##vso[task]f.db",
                                     "a\033[2J\u202ef.db" };
enum { NAMES = sizeof names / sizeof *names };

START_TEST(no_name_of_a_file_forges_a_line_of_a_log)
{
    char *verb = text_of("store check '%s'", names[_i]);
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert_int_eq(link(store_path, names[_i]), 0);
    expect_harmless(verb, false);
    char *said = said_by(verb, false);
    ck_assert_ptr_nonnull(strstr(said, "f.db: sound"));
    free(said);
    free(verb);
}
END_TEST

START_TEST(no_plug_in_commands_the_terminal_of_a_verb) { expect_harmless(plug_ins[_i], true); }
END_TEST

START_TEST(no_plug_in_forges_a_line_of_a_log) { expect_harmless(plug_ins[_i], false); }
END_TEST

/* Descriptors that a shell has given to the verb are none of the plug-in's. */
START_TEST(no_plug_in_writes_to_what_its_verb_inherited)
{
    char *line = command_of(plug_ins[_i]),
         *all = text_of("%s 7>%s/mine >%s/said 2>&1", line, folder, folder);
    ck_assert_int_ge(system(all), 0);
    char *mine = slurp("mine");
    ck_assert_msg(!*mine, "%s", plug_ins[_i]);
    free(mine);
    free(line);
    free(all);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("terminal text");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, no_text_of_a_store_commands_a_terminal, 0, STORES);
    tcase_add_loop_test(t, no_text_of_a_store_forges_a_line_of_a_log, 0, STORES);
    tcase_add_loop_test(t, no_name_of_a_file_forges_a_line_of_a_log, 0, NAMES);
    tcase_add_loop_test(t, no_plug_in_commands_the_terminal_of_a_verb, 0, PLUG_INS);
    tcase_add_loop_test(t, no_plug_in_forges_a_line_of_a_log, 0, PLUG_INS);
    tcase_add_loop_test(t, no_plug_in_writes_to_what_its_verb_inherited, 0, PLUG_INS);
    return suite_run("terminal text", t);
}
