/* process.c -- fork, limits, exec.
 *
 * What the child leaves behind between fork and exec: the parent's session and process group
 * (so that it can be killed with all it starts, and has no terminal), blocked signals, open
 * descriptors, the terminal as standard input, core dumps. What it gets: one core or all,
 * bounds on its address space, files, descriptors and processes, an environment in which
 * libraries do not start threads, death with its parent, a cage.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/relay.h"
#include "bench/process/process.h"

#include "bench/base/util.h"
#include "bench/base/fork_retry.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#if defined __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* Test programs live one folder below the executable. */
void process_program(char *path, size_t size)
{
    char folder[4000];
    program_folder(folder, sizeof folder);
    for (int i = 0; i < 2; i++) {
        char *place = text_of(i ? "%s/../ivpbench" : "%s/ivpbench", folder);
        const bool found = access(place, X_OK) == 0 && fits_into(path, size, place);
        free(place);
        if (found) return;
    }
    snprintf(path, size, "/proc/self/exe");
}

/* A sanitizer must not turn a crash into an exit code, nor complain about what _exit leaves. */
static void set_environment(void)
{
    static const char *const singles[] = { "OMP_NUM_THREADS",  "OPENBLAS_NUM_THREADS",
                                           "GOTO_NUM_THREADS", "MKL_NUM_THREADS",
                                           "BLIS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS" };
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++) setenv(singles[i], "1", 1);
    if (!SANITIZED) return;
    setenv("ASAN_OPTIONS",
           "handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:"
           "abort_on_error=1:detect_leaks=0:allocator_may_return_null=1",
           1);
    setenv("UBSAN_OPTIONS", "abort_on_error=1:print_stacktrace=1", 1);
}

static void limit(__rlimit_resource_t which, long soft)
{
    const struct rlimit r = { (rlim_t)soft, (rlim_t)soft };
    setrlimit(which, &r);
}

/* Of output, too, where that is a file. mb 0: the usual size. */
static void limit_files(long mb)
{
    enum { FILE_MB = 1024 };
    limit(RLIMIT_FSIZE, (mb > 0 ? mb : FILE_MB) * 1024 * 1024);
}

/* Threads of the whole system: the last number of "0.10 0.20 0.30 1/234". 0: not known. */
static long system_threads(void)
{
    char text[64] = "";
    const int fd = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0) close(fd);
    const char *total = n > 0 ? strchr(text, '/') : NULL;
    return total ? strtol(total + 1, NULL, 10) : 0;
}

/* Of the user, who has at most those of the system now: a loop of forks that nobody has time to
 * end leaves numbers of processes to others. Root becomes another user (rights.h). */
static void limit_processes(void)
{
    enum { SPARE = 4096 };
    const long threads = system_threads();
    if (threads > 0) limit(RLIMIT_NPROC, threads + SPARE);
}

/* The bound on the address space is a backstop, twice what the parent allows to be resident:
 * libraries lie or hang when malloc fails. A sanitizer reserves terabytes and has none. */
static void set_limits(const process_limits *l)
{
    enum { DESCRIPTORS = 512 };
    limit(RLIMIT_CORE, 0);
    limit_files(l->file_mb);
    limit_processes();
    limit(RLIMIT_NOFILE, DESCRIPTORS);
    if (l->address_mb > 0 && !SANITIZED) limit(RLIMIT_AS, l->address_mb * 1024 * 1024);
    if (l->cpu_s > 0) limit(RLIMIT_CPU, l->cpu_s);
    if (l->core < 0) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)l->core, &set);
    sched_setaffinity(0, sizeof set, &set);
}

static void set_standard(int from, int to)
{
    const int fd = from >= 0 ? from : open("/dev/null", O_RDWR);
    dup2(fd, to);
    if (fd > 2 && from < 0) close(fd);
}

/* Masks and ignored signals survive exec; a worker must not inherit the harness's. */
static void default_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error, no crash */
}

/* Before any foreign code. */
static void enter_cage(const confinement *c, bool here)
{
    if (!confine_enter(c, here)) _exit(127);
}

/* Relative places of the search path would be others in the scratch folder. */
static void enter_scratch(const confinement *c)
{
    const char *old = getenv("IVPBENCH_PLUGIN_PATH");
    char *list = copied(old), *rest = list, *path = copied("");
    for (char *word; (word = strsep(&rest, ":"));) {
        char *resolved = *word ? realpath(word, NULL) : NULL;
        char *longer = text_of("%s%s%s", path, *path ? ":" : "", resolved ? resolved : word);
        free(path);
        free(resolved);
        path = longer;
    }
    if (old) setenv("IVPBENCH_PLUGIN_PATH", path, 1);
    free(path);
    free(list);
    enter_cage(c, false);
}

/* As forked(); none begins in a weaker cage than this machine offers. */
static pid_t fork_caged(const confinement *c, double patience_s)
{
    if (!c || !c->lacks) return forked(patience_s);
    errno = c->lacks;
    return -1;
}

pid_t process_start(char *const argv[], int in, int out, int err, const int *pass, int npass,
                    const process_limits *limits)
{
    char program[4096];
    process_program(program, sizeof program);
    const char *what = limits->program ? limits->program : program;
    fflush(NULL);
    const pid_t parent = getpid(),
                pid = fork_caged(limits->cage, limits->at_once ? 0 : FORKED_PATIENCE_S);
    if (pid) return pid;
    if (limits->announce) *limits->announce = getpid();
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    default_signals();
    set_standard(in, STDIN_FILENO);
    set_standard(out, STDOUT_FILENO);
    set_standard(err, STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0u,
                CLOSE_RANGE_CLOEXEC); /* whatever we were given ourselves */
    for (int i = 0; i < npass; i++) fcntl(pass[i], F_SETFD, 0);
    set_environment();
    set_limits(limits);
    if (limits->cage && limits->here) enter_cage(limits->cage, true);
    if (limits->cage && !limits->here) enter_scratch(limits->cage);
    if (getppid() != parent) _exit(127);
    execvp(what, argv);
    _exit(127);
}

/* All but the standard streams and one more: the pipe of the reaper, what the shell has given
 * to this verb, and what nobody had to write to but the verb. */
static void close_others(int kept)
{
    if (kept > STDERR_FILENO + 1) close_range(STDERR_FILENO + 1, (unsigned)kept - 1, 0);
    close_range(kept > STDERR_FILENO ? (unsigned)kept + 1 : STDERR_FILENO + 1, ~0u, 0);
}

/* Before any of other people's code. */
static void begin_call(const sandbox *w, pid_t parent, int kept)
{
    if (w->reaper.groups) *w->reaper.groups = getpid();
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    limit_files(0);
    limit_processes();
    signal(SIGXFSZ, SIG_IGN);
    enter_cage(&w->cage, true);
    if (getppid() != parent) _exit(127);
    close_others(kept);
}

bool process_call(int (*act)(void *context), void *context, const process_patience *p,
                  int *status, reason *why)
{
    relay said, complaints;
    sandbox w = sandbox_open();
    fflush(NULL);
    relay_begin(&said, STDOUT_FILENO);
    relay_begin(&complaints, STDERR_FILENO);
    const pid_t parent = getpid(), pid = fork_caged(&w.cage, FORKED_PATIENCE_S);
    if (!pid) {
        set_standard(said.to, STDOUT_FILENO);
        set_standard(complaints.to, STDERR_FILENO);
        begin_call(&w, parent, p->descriptor);
        const int code = act(context);
        fflush(NULL);
        _exit(code);
    }
    const bool good = pid < 0 ? reason_set(why, "no process: %s", strerror(errno))
                              : process_wait(&w, pid, p, status, why);
    sandbox_close(&w);
    relay_end(&said);
    relay_end(&complaints);
    return good;
}
