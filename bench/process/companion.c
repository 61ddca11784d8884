/* companion.c -- found by the folder of this program; caged, for they load plug-ins.
 *
 * They write below one folder that the caller names and their scratch folder. Each has a group
 * of its own, which is ended with it, so what a terminal sends to this program is passed on.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/relay.h"
#include "bench/base/fork_retry.h"
#include "bench/process/companion.h"

#include "bench/base/message.h"
#include "bench/base/printable.h"
#include "bench/process/process.h"
#include "bench/base/util.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_ROOM = 1200 };

static void program_path(const char *program, char path[PATH_ROOM])
{
    char folder[PATH_ROOM - 64];
    program_folder(folder, sizeof folder);
    snprintf(path, PATH_ROOM, "%s/%s", folder, program);
}

bool companion_exists(const char *program)
{
    char path[PATH_ROOM];
    program_path(program, path);
    return access(path, X_OK) == 0;
}

/* argv[0] and the arguments behind it. */
static char **with_program(char *path, char *const arguments[])
{
    size_t n = 0;
    while (arguments[n]) n++;
    char **argv = need(calloc(n + 2, sizeof *argv));
    argv[0] = path;
    memcpy(argv + 1, arguments, n * sizeof *argv);
    return argv;
}

static int exit_code(const char *program, int status)
{
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    if (WTERMSIG(status) == SIGINT) return CLI_INTERRUPTED;
    cli_say("%s was ended by signal %d", program, WTERMSIG(status));
    return CLI_INFRA;
}

/* Of a file the folder that it lies in. */
static char *folder_to_write(const char *output)
{
    struct stat st;
    char *place = copied(output), *slash = strrchr(place, '/');
    if (!stat(place, &st) && S_ISDIR(st.st_mode)) return place;
    if (slash) slash[slash == place] = '\0';
    if (slash) return place;
    free(place);
    return copied(".");
}

/* ---- signals are passed on --------------------------------------------------------------- */

static volatile pid_t below;
static volatile sig_atomic_t told; /* to come to an end */

/* It may not have its group yet. */
static void tell(int signal_number)
{
    if (kill(-below, signal_number)) kill(below, signal_number);
}

static void pass_on(int signal_number)
{
    if (signal_number == SIGTSTP) {
        tell(SIGSTOP);
        raise(SIGSTOP); /* until somebody goes on with us */
        tell(SIGCONT);
    } else {
        told = 1;
        tell(signal_number);
    }
}

static const int passed[] = { SIGINT, SIGTERM, SIGHUP, SIGTSTP };
enum { PASSED = sizeof passed / sizeof *passed };

static void wake(int signal_number) { (void)signal_number; }

typedef struct listening {
    struct sigaction passed[PASSED], child; /* as they were before */
    sigset_t mask, open;                    /* as it was; while we sleep */
} listening;

/* From now on signals come only while we sleep, so that none falls between a look and the
 * sleep. */
static void listen_for(pid_t pid, listening *l)
{
    const struct sigaction act = { .sa_handler = pass_on }, end = { .sa_handler = wake };
    sigset_t all;
    sigemptyset(&all);
    sigaddset(&all, SIGCHLD);
    for (int i = 0; i < PASSED; i++) sigaddset(&all, passed[i]);
    sigprocmask(SIG_BLOCK, &all, &l->mask);
    l->open = l->mask;
    sigdelset(&l->open, SIGCHLD);
    for (int i = 0; i < PASSED; i++) sigdelset(&l->open, passed[i]);
    told = 0;
    below = pid;
    sigaction(SIGCHLD, &end, &l->child);
    for (int i = 0; i < PASSED; i++) {
        sigaction(passed[i], NULL, &l->passed[i]);
        if (l->passed[i].sa_handler != SIG_IGN) sigaction(passed[i], &act, NULL);
    }
}

static void listen_no_more(const listening *l)
{
    for (int i = 0; i < PASSED; i++) sigaction(passed[i], &l->passed[i], NULL);
    sigaction(SIGCHLD, &l->child, NULL);
    sigprocmask(SIG_SETMASK, &l->mask, NULL);
}

/* Who was told to end and does not is killed. */
static void wait_for(pid_t pid, const listening *l, int *status)
{
    static const double grace_s = 2;
    static const struct timespec nap = { .tv_nsec = 10000000 };
    double until = HUGE_VAL;
    pid_t gone;
    while (!(gone = process_reap(pid, status, WNOHANG, NULL)) || (gone < 0 && errno == EINTR)) {
        if (told && isinf(until)) until = now_s() + grace_s;
        if (now_s() > until) process_kill_family(pid);
        ppoll(NULL, 0, told ? &nap : NULL, &l->open);
    }
}

/* Below `base`; nothing where there is no base. */
static void show_below(confinement *c, const char *base, const char *name)
{
    char *path = base && *base ? text_of("%s/%s", base, name) : NULL;
    if (path) confine_show(c, path);
    free(path);
}

/* These programs make and compare references: they read all places of references, the
 * equations, and files that their command line names. */
static void show_references(confinement *c, char *const *paths)
{
    static const char *const around[] = { "reference", "problems", "share/ivpbench" };
    const char *list = getenv("IVPBENCH_REFERENCE");
    char programs[PATH_ROOM], *places = copied(list), *rest = places;
    program_path("..", programs);
    for (int i = 0; i < 3; i++) {
        show_below(c, programs, around[i]);
        show_below(c, ".", around[i]);
    }
    show_below(c, PREFIX, "share/ivpbench");
    show_below(c, getenv("XDG_DATA_HOME"), "ivpbench");
    show_below(c, getenv("HOME"), ".local/share/ivpbench");
    for (char *place; (place = strsep(&rest, ":"));)
        if (*place) confine_show(c, place);
    for (; *paths; paths++) confine_show(c, *paths);
    free(places);
}

/* In a cage. */
static int start_and_wait(const char *program, char **argv, const char *writes, int out,
                          int err)
{
    relay said, complaints;
    int status = 0;
    listening l;
    sandbox w = sandbox_open();
    char *place = writes ? folder_to_write(writes) : NULL;
    if (place) confine_allow(&w.cage, place);
    free(place);
    show_references(&w.cage, argv + 1);
    const process_limits limits = { .core = -1,
                                    .cage = &w.cage,
                                    .program = argv[0],
                                    .here = true,
                                    .announce = w.reaper.groups };
    relay_begin(&said, out);
    relay_begin(&complaints, err);
    if (isatty(err)) setenv(RELAY_SHOWS, "1", 1);
    const pid_t pid = process_start(argv, -1, said.to, complaints.to, NULL, 0, &limits);
    const int error = errno;
    unsetenv(RELAY_SHOWS);
    if (pid > 0) {
        listen_for(pid, &l);
        wait_for(pid, &l, &status);
        listen_no_more(&l);
    }
    sandbox_close(&w);
    relay_end(&said);
    relay_end(&complaints);
    if (pid > 0) return exit_code(program, status);
    cli_say("%s cannot be started: %s", argv[0], strerror(error));
    return CLI_INFRA;
}

static int run(const char *program, char *const arguments[], const char *writes, int out,
               int err)
{
    char path[PATH_ROOM];
    program_path(program, path);
    if (access(path, X_OK)) {
        cli_say("%s is not there: in the source tree `make quad` builds it", path);
        return CLI_INFRA;
    }
    char **argv = with_program(path, arguments);
    const int code = start_and_wait(program, argv, writes, out, err);
    free(argv);
    return code;
}

int companion_run(const char *program, char *const arguments[], const char *writes)
{
    return run(program, arguments, writes, STDOUT_FILENO, STDERR_FILENO);
}

static char *read_all(FILE *f)
{
    const long n = fseek(f, 0, SEEK_END) ? 0 : ftell(f);
    char *text = need(calloc((size_t)(n > 0 ? n : 0) + 1, 1));
    rewind(f);
    if (n > 0) text[fread(text, 1, (size_t)n, f)] = '\0';
    return text;
}

int companion_text(const char *program, char *const arguments[], char **text)
{
    FILE *f = tmpfile(), *said = tmpfile();
    int code = CLI_INFRA;
    if (f && said)
        code = run(program, arguments, NULL, fileno(f), fileno(said));
    else
        cli_say("no file for what %s says: %s", program, strerror(errno));
    *text = f ? read_all(f) : copied("");
    char *complaints = said ? tame_file(fileno(said)) : copied("");
    cli_repeat(complaints);
    free(complaints);
    if (f) fclose(f);
    if (said) fclose(said);
    return code;
}
