/* line_process.h -- a program started beside a solver, and lines to and from it; for line.h alone.
 *
 * It is started without a shell, gets two pipes and standard error, and no other descriptor. It ends
 * when its input ends; one that does not gets a second, then a signal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IVP_LINE_PROCESS_H
#define IVP_LINE_PROCESS_H

#include <ivp/solver.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct ivp_line_file {
    const char *name; /* "./rk4.pl", as in the command */
    const unsigned char *bytes;
    size_t size;
} ivp_line_file;

typedef struct ivp_line_program {
    const char *const *command; /* words, ends with NULL */
    const ivp_line_file *files; /* those of its words that came with it; ends with { 0 } */
    const char *needs;          /* "octave": the package that is named where it is missing */
    bool jacobian;              /* it may ask for it */
} ivp_line_program;

enum { IVP_LINE_NUMBER = 32, IVP_LINE_WORDS = 32, IVP_LINE_PATH = 512, IVP_LINE_SAID = 256 };

typedef struct ivp_line {
    ivp_model *m;
    const ivp_tol *tol;
    const ivp_line_program *program;
    int n, to, from; /* pipes */
    pid_t pid;       /* 0: it does not run */
    bool decimal, lost;
    double before_s; /* CPU time of its predecessors */
    char folder[IVP_LINE_PATH];
    size_t room, have, used; /* of `in`: its size, what was read, what was looked at */
    char *in, *out;
    double *x, *J; /* 2 n + 1: a question and f; n * n, where it may ask for it */
} ivp_line;

static char ivp_line_said[IVP_LINE_SAID];

__attribute__((format(printf, 2, 3))) static ivp_status ivp_line_fail(ivp_line *s,
                                                                      const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(ivp_line_said, sizeof ivp_line_said, format, list);
    va_end(list);
    ivp_reason(s->m, ivp_line_said);
    s->lost = true; /* nobody knows where it stands */
    return IVP_E_LIBRARY;
}

/* ---- the process -------------------------------------------------------------------------- */

static bool ivp_line_is_program(const char *word)
{
    const char *path = getenv("PATH");
    char file[IVP_LINE_PATH];
    if (strchr(word, '/')) return !strncmp(word, "./", 2) || access(word, X_OK) == 0;
    for (; path && *path; path += strcspn(path, ":"), path += *path == ':') {
        snprintf(file, sizeof file, "%.*s/%s", (int)strcspn(path, ":"), path, word);
        if (access(file, X_OK) == 0) return true;
    }
    return false;
}

static const char *ivp_line_missing(const ivp_line_program *p)
{
    static char sentence[160];
    if (ivp_line_is_program(p->command[0])) return NULL;
    snprintf(sentence, sizeof sentence, "%.60s is not installed",
             *p->needs ? p->needs : p->command[0]);
    return sentence;
}

/* Where a file of its own lies: in a folder of this object, by its last name. */
static void ivp_line_place(const ivp_line *s, const char *word, char path[IVP_LINE_PATH])
{
    const char *slash = strrchr(word, '/');
    snprintf(path, IVP_LINE_PATH, "%.300s/%.200s", s->folder, slash ? slash + 1 : word);
}

static bool ivp_line_unpack(ivp_line *s)
{
    const char *place = getenv("TMPDIR");
    char path[IVP_LINE_PATH];
    snprintf(s->folder, sizeof s->folder, "%.300s/ivpbench-line-XXXXXX",
             place ? place : "/tmp");
    bool good = mkdtemp(s->folder);
    if (!good) *s->folder = '\0';
    for (const ivp_line_file *f = s->program->files; good && f->name; f++) {
        ivp_line_place(s, f->name, path);
        const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
        good = fd >= 0 && write(fd, f->bytes, f->size) == (ssize_t)f->size;
        if (fd >= 0) good &= !close(fd);
    }
    return good;
}

static void ivp_line_clean(ivp_line *s)
{
    char path[IVP_LINE_PATH];
    if (!*s->folder) return;
    for (const ivp_line_file *f = s->program->files; f->name; f++) {
        ivp_line_place(s, f->name, path);
        unlink(path);
    }
    rmdir(s->folder);
    *s->folder = '\0';
}

/* It gets its pipes and standard error, and no other descriptor of this process. */
static int ivp_line_spawn(ivp_line *s, const int in[2], const int out[2])
{
    static char words[IVP_LINE_WORDS][IVP_LINE_PATH];
    char *argv[IVP_LINE_WORDS + 1];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual;
    int k = 0;
    for (; k < IVP_LINE_WORDS && s->program->command[k]; k++) {
        const char *word = s->program->command[k];
        snprintf(words[k], sizeof words[k], "%s", word);
        for (const ivp_line_file *f = s->program->files; f->name; f++)
            if (!strcmp(word, f->name)) ivp_line_place(s, word, words[k]);
        argv[k] = words[k];
    }
    if (k == 0) return ENOENT; /* a command of no words */
    argv[k] = NULL;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    const int error = posix_spawnp(&s->pid, argv[0], &actions, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error) s->pid = 0;
    return error;
}

static double ivp_line_clock(const ivp_line *s)
{
    clockid_t id;
    struct timespec t;
    if (!s->pid || clock_getcpuclockid(s->pid, &id) || clock_gettime(id, &t)) return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double ivp_line_elsewhere(void *self)
{
    const ivp_line *s = (const ivp_line *)self;
    return s->before_s + ivp_line_clock(s);
}

/* Its input ends, so it should end: it gets a second, then a signal. How it ended, -1: it did not. */
static int ivp_line_wait(ivp_line *s)
{
    int status = -1;
    const struct timespec pause = { 0, 1000000 };
    s->before_s += ivp_line_clock(s);
    for (int k = 0; k < 1200; k++) {
        if (waitpid(s->pid, &status, WNOHANG)) break;
        if (k == 1000) kill(s->pid, SIGKILL);
        nanosleep(&pause, NULL);
    }
    s->pid = 0;
    return status;
}

static void ivp_line_stop(ivp_line *s)
{
    if (s->to >= 0) close(s->to);
    if (s->from >= 0) close(s->from);
    s->to = s->from = -1;
    if (s->pid) ivp_line_wait(s);
}

/* ---- lines -------------------------------------------------------------------------------- */

static ivp_status ivp_line_ended(ivp_line *s)
{
    close(s->to);
    s->to = -1;
    const int status = s->pid ? ivp_line_wait(s) : -1;
    if (status != -1 && WIFEXITED(status))
        return ivp_line_fail(s, "the program ended with exit code %d", WEXITSTATUS(status));
    if (status != -1 && WIFSIGNALED(status))
        return ivp_line_fail(s, "the program was ended by signal %d", WTERMSIG(status));
    return ivp_line_fail(s, "the program closed its output");
}

static ivp_status ivp_line_send(ivp_line *s, size_t n)
{
    if (!s->pid) return ivp_line_fail(s, "the program has ended");
    s->out[n++] = '\n';
    for (size_t done = 0; done < n;) {
        const ssize_t k = write(s->to, s->out + done, n - done);
        if (k < 0 && errno != EINTR) return ivp_line_ended(s);
        if (k > 0) done += (size_t)k;
    }
    return IVP_OK;
}

/* Numbers behind what stands in `out`; its new length. */
static size_t ivp_line_numbers(ivp_line *s, size_t at, const double *x, size_t n)
{
    for (size_t k = 0; k < n; k++)
        at +=
            (size_t)snprintf(s->out + at, IVP_LINE_NUMBER, s->decimal ? " %.17g" : " %a", x[k]);
    return at;
}

static size_t ivp_line_word(ivp_line *s, const char *word)
{
    memcpy(s->out, word, strlen(word));
    return strlen(word);
}

/* The next line without its end, or NULL with a status. */
static char *ivp_line_read(ivp_line *s, ivp_status *st)
{
    memmove(s->in, s->in + s->used, s->have - s->used);
    s->have -= s->used;
    s->used = 0;
    for (;;) {
        char *end = (char *)memchr(s->in, '\n', s->have);
        if (end) {
            s->used = (size_t)(end - s->in) + 1;
            *end = '\0';
            if (strlen(s->in) == (size_t)(end - s->in)) return s->in;
            *st = ivp_line_fail(s, "the program wrote a byte 0 into a line");
            return NULL;
        }
        if (s->have == s->room) {
            *st = ivp_line_fail(s, "the program wrote a line of more than %zu bytes", s->room);
            return NULL;
        }
        const ssize_t k = read(s->from, s->in + s->have, s->room - s->have);
        if (k > 0) s->have += (size_t)k;
        if (k == 0 || (k < 0 && errno != EINTR)) {
            *st = ivp_line_ended(s);
            return NULL;
        }
    }
}

#endif
