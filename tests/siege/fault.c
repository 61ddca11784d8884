/* fault.c -- preloaded into ivpbench by tools/siege.sh: one write or one allocation goes wrong.
 *
 *     FAULT_WRITE=K   at the K-th write, sync, cut, naming or removal of a file ...
 *                     FAULT_HOW=kill  dies by SIGKILL     FAULT_HOW=full  the disk is full
 *     FAULT_MALLOC=K  the K-th allocation fails, and its place is printed
 *     FAULT_PLACE=P   the first allocation at this place does, whatever its number is in this run
 *     FAULT_FORK=K    the K-th start of a process or a thread fails as if there were no room, once;
 *                     with FAULT_HOW=never that and all that follow as if they were forbidden
 *     FAULT_PIPE=K    the same for what gives two descriptors or one without a name: a pipe, a pair of
 *                     sockets, a file in memory
 *     FAULT_CLOCK=W   all clocks, also those of workers: "jump" back and forth by a day, are "late"
 *                     by thirty years, "stand" still, run "back", jump "seconds" back each
 *                     second, "stutter" 20 ms back every 50 ms, or "leap" a day forth after half
 *                     a second, once, or are "slow" or "fast"; of the day alone: "day"; of times
 *                     of solves alone: "raw_...", as a preloaded library alone says: "lib_..."
 *     FAULT_COUNT=1   nothing fails; the counts are printed at the end, and with
 *     FAULT_PLACES=F  a line "PLACE K" for each allocation is left in F (tests/siege/places.c)
 *
 * Writes alone change a store, so every boundary of a transaction lies between two of them.
 * Only the process that is started counts: what it starts itself runs unharmed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/siege/places.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pid_t own;
static long writes, mallocs, forks, pipes;
static long fail_write = -1, fail_malloc = -1, fail_fork = -1, fail_pipe = -1;
static unsigned long fail_place;
static int full, never, count, after, noted;

static long number_of(const char *name)
{
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : -1;
}

__attribute__((constructor)) static void begin(void)
{
    const char *how = getenv("FAULT_HOW");
    fail_write = number_of("FAULT_WRITE");
    full = how && !strcmp(how, "full");
    never = how && !strcmp(how, "never");
    fail_fork = number_of("FAULT_FORK");
    fail_pipe = number_of("FAULT_PIPE");
    count = getenv("FAULT_COUNT") != NULL;
    if (!getenv("FAULT_CLOCK")) unsetenv("LD_PRELOAD");
    noted = places_begin(getenv("FAULT_PLACES"));
    own = getpid();
    fail_malloc = number_of("FAULT_MALLOC");
    const char *at = getenv("FAULT_PLACE");
    fail_place = at ? strtoul(at, NULL, 16) : 0;
    mallocs = 0;
}

__attribute__((destructor)) static void end(void)
{
    if (getpid() != own) return;
    places_end();
    if (count)
        dprintf(2, "fault: %ld writes, %ld allocations, %ld forks, %ld descriptors\n", writes,
                mallocs, forks, pipes);
}

/* Regular files only: pipes and terminals are not a disk. From the K-th on a full disk stays
 * full. true: this one fails. */
static int strikes(int fd)
{
    struct stat st;
    if (getpid() != own || fstat(fd, &st) || !S_ISREG(st.st_mode)) return 0;
    if (++writes == fail_write) {
        if (!full) kill(own, SIGKILL);
        after = 1;
        dprintf(2, "fault: struck\n");
    }
    if (after) errno = ENOSPC;
    return after;
}

/* Between two names of a file, too, a process may be killed. On a full disk files get names. */
static void strikes_name(void)
{
    if (getpid() != own || ++writes != fail_write) return;
    if (!full) kill(own, SIGKILL);
    after = 1;
    dprintf(2, "fault: struck\n");
}

#define REAL(name, ...)                                                                        \
    static __VA_ARGS__;                                                                        \
    if (!real) {                                                                               \
        void *at = dlsym(RTLD_NEXT, name);                                                     \
        memcpy(&real, &at, sizeof at);                                                         \
    }

ssize_t write(int fd, const void *from, size_t n)
{
    REAL("write", ssize_t(*real)(int, const void *, size_t))
    return strikes(fd) ? -1 : real(fd, from, n);
}

ssize_t pwrite64(int fd, const void *from, size_t n, off64_t at_byte)
{
    REAL("pwrite64", ssize_t(*real)(int, const void *, size_t, off64_t))
    return strikes(fd) ? -1 : real(fd, from, n, at_byte);
}

int fdatasync(int fd)
{
    REAL("fdatasync", int (*real)(int))
    return strikes(fd) ? -1 : real(fd);
}

int fsync(int fd)
{
    REAL("fsync", int (*real)(int))
    return strikes(fd) ? -1 : real(fd);
}

int ftruncate64(int fd, off64_t length)
{
    REAL("ftruncate64", int (*real)(int, off64_t))
    return strikes(fd) ? -1 : real(fd, length);
}

int rename(const char *from, const char *to)
{
    REAL("rename", int (*real)(const char *, const char *))
    strikes_name();
    return real(from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    REAL("renameat2", int (*real)(int, const char *, int, const char *, unsigned))
    strikes_name();
    return real(from_folder, from, to_folder, to, flags);
}

int link(const char *from, const char *to)
{
    REAL("link", int (*real)(const char *, const char *))
    strikes_name();
    return real(from, to);
}

int unlink(const char *path)
{
    REAL("unlink", int (*real)(const char *))
    strikes_name();
    return real(path);
}

static int lacks_room(void)
{
    const int now = getpid() == own && ++forks == fail_fork;
    if (now) dprintf(2, "fault: struck\n");
    errno = never ? EPERM : EAGAIN;
    return now || (never && fail_fork > 0 && getpid() == own && forks > fail_fork);
}

pid_t fork(void)
{
    REAL("fork", pid_t(*real)(void))
    return lacks_room() ? -1 : real();
}

/* A thread needs as much room as a process. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*act)(void *),
                   void *context)
{
    REAL("pthread_create",
         int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))
    return lacks_room() ? errno : real(thread, attributes, act, context);
}

/* A program that is started: the same, but the reason is returned. */
int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const argv[], char *const envp[])
{
    REAL("posix_spawnp", int (*real)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                                     const posix_spawnattr_t *, char *const[], char *const[]))
    return lacks_room() ? errno : real(pid, file, actions, attributes, argv, envp);
}

/* ---- descriptors ------------------------------------------------------------------------- */

static int has_none(void)
{
    const int now = getpid() == own && ++pipes == fail_pipe;
    if (now) dprintf(2, "fault: struck\n");
    if (!now && !(never && fail_pipe > 0 && getpid() == own && pipes > fail_pipe)) return 0;
    errno = EMFILE;
    return -1;
}

int pipe2(int ends[2], int flags)
{
    REAL("pipe2", int (*real)(int[2], int))
    return has_none() ? -1 : real(ends, flags);
}

int pipe(int ends[2])
{
    REAL("pipe", int (*real)(int[2]))
    return has_none() ? -1 : real(ends);
}

int socketpair(int domain, int type, int protocol, int ends[2])
{
    REAL("socketpair", int (*real)(int, int, int, int[2]))
    return has_none() ? -1 : real(domain, type, protocol, ends);
}

int memfd_create(const char *name, unsigned flags)
{
    REAL("memfd_create", int (*real)(const char *, unsigned))
    return has_none() ? -1 : real(name, flags);
}

/* ---- clocks ------------------------------------------------------------------------------ */

static const double day_s = 86400;

/* By how much a clock is wrong that has passed so many seconds since the first process began. */
static double shift(const char *way, double since)
{
    static long calls;
    if (!strcmp(way, "jump")) return ++calls % 2 ? day_s : -day_s;
    if (!strcmp(way, "late")) return 30 * 365 * day_s;
    if (!strcmp(way, "stand")) return -since;
    if (!strcmp(way, "back")) return -2 * since;
    if (!strcmp(way, "seconds")) return -2 * (double)(long)since;
    if (!strcmp(way, "stutter")) return -0.02 * (double)(long)(since / 0.05);
    if (!strcmp(way, "leap")) return since > 0.5 ? day_s : 0;
    if (!strcmp(way, "slow")) return -0.9 * since;
    if (!strcmp(way, "fast")) return since;
    return 0;
}

/* The same for all processes: what the first one has read. */
static double first_time(clockid_t clock, double t)
{
    char name[32], text[32];
    snprintf(name, sizeof name, "FAULT_CLOCK_%d", (int)clock);
    snprintf(text, sizeof text, "%.17g", t);
    setenv(name, text, 0);
    return strtod(getenv(name), NULL);
}

/* Clocks of time that passes; those of CPU time are the kernel's account. */
int clock_gettime(clockid_t clock, struct timespec *t)
{
    REAL("clock_gettime", int (*real)(clockid_t, struct timespec *))
    static const char raw_alone[] = "raw_";
    const size_t n = sizeof raw_alone - 1;
    const char *way = getenv("FAULT_CLOCK");
    const int code = real(clock, t), day = clock == CLOCK_REALTIME,
              raw = clock == CLOCK_MONOTONIC_RAW;
    if (!way || code || (!day && !raw && clock != CLOCK_MONOTONIC)) return code;
    if (!strncmp(way, "lib_", 4)) way += 4;
    if (!strcmp(way, "day")) way = day ? "jump" : "";
    if (!strncmp(way, raw_alone, n)) way = raw ? way + n : "";
    const double said = (double)t->tv_sec + 1e-9 * (double)t->tv_nsec;
    const long second = 1000000000,
               wrong = (long)(1e9 * shift(way, said - first_time(clock, said)));
    const long nanoseconds = t->tv_sec * second + t->tv_nsec + wrong;
    t->tv_sec = nanoseconds / second;
    t->tv_nsec = nanoseconds % second;
    return code;
}

/* The kernel's own answer, too, but where "lib_" stands before the way. */
long syscall(long number, ...)
{
    REAL("syscall", long (*real)(long, long, long, long, long, long, long))
    const char *way = getenv("FAULT_CLOCK");
    long a[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
    va_end(list);
    if (number == SYS_clock_gettime && way && strncmp(way, "lib_", 4))
        return clock_gettime((clockid_t)a[0], (struct timespec *)a[1]);
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

time_t time(time_t *to)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (to) *to = t.tv_sec;
    return t.tv_sec;
}

/* ---- allocations ------------------------------------------------------------------------- */

extern void *__libc_memalign(size_t alignment, size_t n);

static int lacks(void)
{
    if (!own || getpid() != own) return 0;
    int now = ++mallocs == fail_malloc;
    if (!now && !noted && !fail_place) return 0;
    const unsigned long at = place();
    if (fail_place && at == fail_place) now = 1;
    if (now) {
        fail_place = 0;
        dprintf(2, "fault: struck %016lx\n", at);
        errno = ENOMEM;
    }
    if (noted) places_note(at, mallocs);
    return now;
}

void *__libc_malloc(size_t n) { return lacks() ? NULL : __libc_memalign(16, n); }

void *__libc_calloc(size_t n, size_t size)
{
    size_t all;
    if (__builtin_mul_overflow(n, size, &all) || lacks()) return NULL;
    void *p = __libc_memalign(16, all);
    return p ? memset(p, 0, all) : NULL;
}

void *__libc_realloc(void *p, size_t n)
{
    REAL("__libc_realloc", void *(*real)(void *, size_t))
    return n && lacks() ? NULL : real(p, n);
}
