/* test_weaker.c -- a machine that cannot keep plug-ins from something: `run` says so before a
 * plug-in is loaded, `doctor` names it, the store keeps it, the report has it in its head. And
 * gnuplot, which is not confined, reads no file of the user's.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/harness_case.h"

#include "bench/process/confine.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static const struct {
    const char *confine; /* IVPBENCH_CONFINE */
    bool no_filter;      /* a kernel that has no seccomp */
    const char *says;    /* of what is lacking; NULL: nothing is */
} machines[] = {
    { "", false, NULL },
    { "landlock=6", false, NULL },
    { "landlock=1", false, NULL },
    { "landlock=0", false, "files (no Landlock" },
    { "off", false, "anything: IVPBENCH_CONFINE=off" },
    { "", true, "system calls (no seccomp in this kernel)" },
    { "landlock=0", true, "signals to other processes" },
};
enum { MACHINES = sizeof machines / sizeof *machines };

/* prctl(PR_SET_SECCOMP) and seccomp() fail from now on, as where there is none. */
static void forbid_filters(void)
{
    struct sock_filter f[] = {
        { BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr) },
        { BPF_JMP | BPF_JEQ | BPF_K, 4, 0, SYS_seccomp },
        { BPF_JMP | BPF_JEQ | BPF_K, 0, 2, SYS_prctl },
        { BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, args) },
        { BPF_JMP | BPF_JEQ | BPF_K, 1, 0, PR_SET_SECCOMP },
        { BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW },
        { BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EINVAL },
    };
    const struct sock_fprog all = { sizeof f / sizeof *f, f };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, 2, &all, 0, 0))
        _exit(125);
}

/* `ivpbench WORDS` on that machine; what it says is in "log". */
static int tell(int machine, const char *words)
{
    char *line = text_of("cd %s && PATH=%s:$PATH HOME=%s %s %s >log 2>&1", folder, folder,
                         folder, program, words);
    const pid_t pid = fork();
    if (!pid) {
        setenv("IVPBENCH_CONFINE", machines[machine].confine, 1);
        if (machines[machine].no_filter) forbid_filters();
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(126);
    }
    free(line);
    return wait_for(pid);
}

static char *slurp(const char *name)
{
    char *path = text_of("%s/%s", folder, name), *text = file_text(path);
    ck_assert_msg(text != NULL, "%s", path);
    free(path);
    return text;
}

static void expect(const char *name, const char *text, const char *part, bool there)
{
    const bool found = strstr(text, part);
    ck_assert_msg(found == there, "%s: \"%s\" is %sthere: %.300s", name, part,
                  there ? "not " : "", text);
}

START_TEST(a_weaker_cage_is_told)
{
    const char *says = machines[_i].says;
    if (confine_offers() != CONFINE_ALL) return; /* this machine is one of them itself */
    plan_for("\"t_good\"");
    ck_assert_int_eq(tell(_i, "run plan.cfg -qo bench.db --only-accuracy"), 0);
    char *log = slurp("log");
    expect("run", log, "warning: a weaker cage", says);
    if (says) expect("run", log, says, true);
    free(log);
    ck_assert_int_eq(count_of("SELECT count(*) FROM run WHERE json_extract(environment,"
                              " '$.\"not confined\"') IS NOT NULL"),
                     says != NULL);
    ck_assert_int_eq(tell(_i, "report -s bench.db -o out"), 0);
    char *page = slurp("out/index.html");
    expect("report", page, "not confined", says);
    free(page);
    tell(_i, "doctor");
    log = slurp("log");
    if (says) expect("doctor", log, says, true);
    free(log);
}
END_TEST

/* Where nothing keeps a compiler from files that a source names. */
START_TEST(a_compiler_without_a_cage_is_told)
{
    if (confine_offers() != CONFINE_ALL) return;
    const char *confine = machines[_i].confine;
    char *line = text_of("printf '#include <ivp/solver.h>\nIVP_SOLVER(x, .title = \"t\");\n' "
                         ">%s/x.c",
                         folder);
    ck_assert_int_eq(system(line), 0);
    free(line);
    tell(_i, "plugin build x.c");
    char *log = slurp("log");
    expect("plugin build", log, "warning: a weaker cage: compilers read any file of yours",
           !strcmp(confine, "off") || !strcmp(confine, "landlock=0"));
    free(log);
}
END_TEST

/* A program of the user's name that says with what it was started. */
START_TEST(gnuplot_reads_no_file_of_the_user)
{
    char *line =
        text_of("printf '#!/bin/sh\\necho \"$@\" >>%s/started\\ncat >/dev/null\\n' >%s/"
                "gnuplot; chmod +x %s/gnuplot",
                folder, folder, folder);
    ck_assert_int_eq(system(line), 0);
    plan_for("\"t_good\"");
    ck_assert_int_eq(tell(0, "run plan.cfg -qo bench.db --only-accuracy"), 0);
    tell(0, "report -s bench.db -o out");
    char *started = slurp("started"), *rest = started;
    int n = 0;
    for (char *words; (words = strsep(&rest, "\n")) && *words; n++)
        ck_assert_msg(!strncmp(words, "-d", 2) || !strncmp(words, "--version", 9), "%s", words);
    ck_assert_int_gt(n, 0);
    free(started);
    free(line);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("weaker");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_loop_test(t, a_weaker_cage_is_told, 0, MACHINES);
    tcase_add_loop_test(t, a_compiler_without_a_cage_is_told, 0, MACHINES);
    tcase_add_test(t, gnuplot_reads_no_file_of_the_user);
    return suite_run("weaker", t);
}
