/* test_confined.c -- verbs that load plug-ins in other programs, or in this one: a plug-in that
 * writes and removes when it is loaded gets nowhere, and one that hangs does not outlive the
 * verb.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

#include "bench/process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>

/* An ODE whose file misbehaves before anybody calls it. */
static const char hostile[] =
    "#define _GNU_SOURCE\n#include <fcntl.h>\n#include <signal.h>\n#include "
    "<stdlib.h>\n#include <unistd.h>\n"
    "#include <string.h>\n#include <stdio.h>\n" FUNCTIONS_OF_A_PROBLEM
    "__attribute__((constructor)) static void begin(void)\n"
    "{\n"
    "    char path[600];\n"
    "    const char *target = getenv(\"IVPBENCH_TEST_TARGET\");\n"
    "    if (!target) return;\n"
    "    snprintf(path, sizeof path, \"%s/owned\", target);\n"
    "    close(open(path, O_CREAT | O_WRONLY, 0666));\n"
    "    snprintf(path, sizeof path, \"%s/precious\", target);\n"
    "    unlink(path);\n"
    "    truncate(path, 0);\n"
    "    if (fork() == 0) { setsid(); if (fork() == 0) for (;;) pause(); _exit(0); }\n"
    "    if (!getenv(\"IVPBENCH_TEST_HANG\")) return;\n"
    "    snprintf(path, sizeof path, \"%s/hangs\", getenv(\"TMPDIR\"));\n"
    "    close(open(path, O_CREAT | O_WRONLY, 0666));\n"
    "    sigset_t all;\n"
    "    sigfillset(&all);\n"
    "    sigprocmask(SIG_SETMASK, &all, NULL);\n"
    "    for (;;) pause();\n"
    "}\n"
    "IVP_PROBLEM(small, .title = \"t\", .source = \"s\", .tags = \"ode\",\n"
    "  .t0 = \"0\", .t1 = \"1\", .form = IVP_ODE, .sizes = { .n = 1 },\n"
    "  .init = start, .ode = { .f = f });\n";

static void set_up(void)
{
    make_scratch_folder();
    static const char *const ariths[] = { "double", "complex",      "quad",
                                          "cquad",  "quad_rounded", "cquad_rounded" };
    for (int i = 0; i < 6; i++) compile(hostile, "problems", ariths[i], i < 4 ? i + 1 : i - 1);
    use_folder();
    write_text("precious", "precious");
    setenv("IVPBENCH_TEST_TARGET", folder, 1);
}

static void tear_down(void)
{
    unsetenv("IVPBENCH_TEST_TARGET");
    remove_folder();
}

static const char *const commands[] = {
    "$ivpbench reference show small --at 0.5",
    "$ivpbench reference make small -o made",
    "$ivpbench reference catalogue small -o pages",
    "$ivpbench speed calls small",
    "$ivpbench plugin test small",
    "$ivpbench info small",
    "$ivpbench list problems",
};
enum { COMMANDS = sizeof commands / sizeof *commands, MAKES = 1 };

/* Processes of this program that have the folder in their environment. */
static int left(void)
{
    char output[16384];
    return !shell("grep -sl IVPBENCH_TEST_TARGET=$PWD /proc/[0-9]*/environ |"
                  " grep -v -e self -e /$$/ | xargs -r -n 1 dirname | xargs -r -n 1 sh -c"
                  " 'grep -q ivpbench $0/comm && echo left' | grep left",
                  output, sizeof output);
}

START_TEST(nothing_is_touched)
{
    char output[16384],
        *line = text_of("mkdir -p made; %s; ls -d made/small.ref", commands[_i]);
    if (!(confine_offers() & CONFINE_FILES)) return;
    const int code = shell(line, output, sizeof output);
    ck_assert_msg(_i != MAKES || code == 0, "%s", output);
    ck_assert_msg(shell("cat precious", output, sizeof output) == 0, "%s", commands[_i]);
    assert_says(output, "precious");
    ck_assert_msg(shell("ls owned", output, sizeof output) != 0, "%s", commands[_i]);
    line[0] = '\0';
    free(line);
    ck_assert(!left());
}
END_TEST

static const char *const killed[] = {
    "KILL $ivpbench reference show small --at 0.5",
    "TERM $ivpbench reference show small --at 0.5",
    "KILL $ivpbench speed calls small",
};
enum { KILLED = sizeof killed / sizeof *killed };

/* The plug-in and its children are deaf to what can be heard. */
START_TEST(nothing_outlives_the_verb)
{
    enum { MOST_NAPS = 4000 };
    char output[16384];
    char *line =
        text_of("mkdir tmp; export TMPDIR=$PWD/tmp IVPBENCH_TEST_HANG=1; %s >log 2>&1 & "
                "for i in $(seq 4000); do ls tmp/*/hangs >found 2>/dev/null && break;"
                " sleep 0.01; done; kill -%.4s $!; wait $!; cat log; grep -q hangs found",
                killed[_i] + 5, killed[_i]);
    ck_assert_msg(!shell(line, output, sizeof output), "%s", output);
    free(line);
    for (int i = 0; i < MOST_NAPS && (left() || !shell("ls -d tmp/*", output, sizeof output));
         i++)
        usleep(10000);
    ck_assert(!left());
    ck_assert_msg(shell("ls -d tmp/*", output, sizeof output) != 0, "%s", output);
}
END_TEST

/* Folders of any mode, made by somebody who may not do everything. */
static int make_and_remove(void)
{
    char place[] = "/tmp/ivpbench-test-XXXXXX";
    umask(0);
    if ((!geteuid() && setresuid(65534, 65534, 65534)) || prctl(PR_SET_DUMPABLE, 1) ||
        !mkdtemp(place) || chdir(place))
        return 2;
    if (mkdir("a", 0700) || mkdir("a/b", 0700) || symlink("/etc", "a/b/link") ||
        close(creat("a/b/file", 0600)) || mkdir("c", 0300) || close(creat("c/file", 0600)) ||
        chmod("a/b", 0500) || chmod("a", 0000) || symlink("a", "link") || chmod(place, 0100))
        return 3;
    confine_remove(place);
    return access(place, F_OK) ? 0 : 1;
}

START_TEST(folders_of_any_mode_are_removed)
{
    int status;
    const pid_t pid = fork();
    if (!pid) _exit(make_and_remove());
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(status, 0);
}
END_TEST

/* A process in this cage; -1 with errno: it is not begun. */
static pid_t begin_in(const confinement *c)
{
    char *argv[] = { "true", NULL };
    const process_limits limits = { .core = -1, .cage = c, .program = "true", .here = true };
    return process_start(argv, -1, -1, -1, NULL, 0, &limits);
}

/* Without descriptors nobody knows what this machine offers, and no process begins with less. */
START_TEST(a_lack_is_no_weaker_cage)
{
    struct rlimit before, none;
    const int next = dup(STDIN_FILENO);
    close(next);
    getrlimit(RLIMIT_NOFILE, &before);
    none = (struct rlimit){ (rlim_t)next, before.rlim_max };
    setrlimit(RLIMIT_NOFILE, &none);
    ck_assert_int_eq(confine_unknown(), EMFILE);
    confinement few = confine_open(NULL, NULL);
    setrlimit(RLIMIT_NOFILE, &before);
    ck_assert_int_eq(few.lacks, EMFILE);
    ck_assert_int_eq(begin_in(&few), -1);
    ck_assert_int_eq(errno, EMFILE);
    ck_assert_int_eq(confine_unknown(), 0);
    confinement all = confine_open(NULL, NULL);
    ck_assert_int_eq(all.lacks, 0);
    int status = 0;
    const pid_t pid = begin_in(&all);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(status, 0);
    confine_close(&few);
    confine_close(&all);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("confined");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_loop_test(t, nothing_is_touched, 0, COMMANDS);
    tcase_add_loop_test(t, nothing_outlives_the_verb, 0, KILLED);
    tcase_add_test(t, folders_of_any_mode_are_removed);
    tcase_add_test(t, a_lack_is_no_weaker_cage);
    return suite_run("confined", t);
}
