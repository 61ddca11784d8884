/* child.c -- starting a worker, listening to it, ending it. */
#include "bench/crew/child.h"

#include "bench/base/process.h"
#include "bench/base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

static const double startup_s = 30, grace_s = 0.5;
enum { HIGH_FD = 100, MOST_MESSAGE = 1 << 30, MOST_RUBBISH = 1 << 24 };

/* The token need not be secret, only unlikely: 128 bits from the kernel. */
static void make_token(char token[33])
{
    unsigned char noise[16];
    if (getrandom(noise, sizeof noise, 0) != (ssize_t)sizeof noise)
        memset(noise, 7, sizeof noise);
    for (int i = 0; i < 16; i++) snprintf(token + 2 * i, 3, "%02x", noise[i]);
}

/* The heartbeat's page; returns its descriptor. */
static int make_beat(child *c)
{
    const int fd = memfd_create("heartbeat", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, sizeof *c->beat)) return -1;
    void *page = mmap(NULL, sizeof *c->beat, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    c->beat = page == MAP_FAILED ? NULL : page;
    return fd;
}

/* High numbers, out of the way of plug-ins that scribble on 3 or 4. */
static int raise_fd(int fd)
{
    const int high = fcntl(fd, F_DUPFD_CLOEXEC, HIGH_FD);
    if (high < 0) return fd;
    close(fd);
    return high;
}

/* Timing workers solve once within the limit and then go on for a few times min_time_s. */
static double solve_limit(const child *c)
{
    return c->cell->timeout_s + (c->timing ? 1 + 10 * c->cell->min_time_s : 0);
}

/* A limit on CPU time makes the kernel count the process's CPU clock in ticks of milliseconds,
 * so workers whose time is taken have none; the parent's limits hold for all. */
static pid_t launch(child *c, int core, int to_parent, int beat, int out)
{
    char fd[16], page[16], number[16], parent[16];
    snprintf(fd, sizeof fd, "%d", to_parent);
    snprintf(page, sizeof page, "%d", beat);
    snprintf(number, sizeof number, "%d", c->timing);
    snprintf(parent, sizeof parent, "%d", (int)getpid());
    char *json = cell_to_json(c->cell);
    char *argv[] = { "ivpbench", "worker",
                     "solve",    "--cell",
                     json,       "--fd",
                     fd,         "--beat",
                     page,       "--token",
                     c->token,   "--parent",
                     parent,     c->timing ? "--timing" : NULL,
                     number,     NULL };
    const process_limits limits = {
        .address_mb = 2 * c->cell->memory_mb,
        .cpu_s = c->timing ? 0 : (long)ceil(2 * startup_s + solve_limit(c)) + 5,
        .core = core,
    };
    const int pass[] = { to_parent, beat };
    const pid_t pid = process_start(argv, -1, out, out, pass, 2, &limits);
    free(json);
    return pid;
}

void child_free(child *c)
{
    if (c->messages >= 0) close(c->messages);
    if (c->output >= 0) close(c->output);
    if (c->beat) munmap(c->beat, sizeof *c->beat);
    free(c->in.at);
    free(c);
}

child *child_start(const cell *of, int timing, int core, void *owner, char *why, size_t size)
{
    child *c = need(calloc(1, sizeof *c));
    int messages[2], output[2];
    *c = (child){
        .cell = of, .timing = timing, .core = core, .owner = owner, .messages = -1, .output = -1
    };
    make_token(c->token);
    if (pipe2(messages, O_CLOEXEC) || pipe2(output, O_CLOEXEC)) {
        fail(why, size, "pipes: %s", strerror(errno));
        child_free(c);
        return NULL;
    }
    const int beat = raise_fd(make_beat(c)), to_parent = raise_fd(messages[1]);
    c->messages = messages[0];
    c->output = output[0];
    fcntl(c->messages, F_SETFL, O_NONBLOCK);
    fcntl(c->output, F_SETFL, O_NONBLOCK);
    c->started = now_s();
    c->deadline = c->started + startup_s;
    c->pid = launch(c, core, to_parent, beat, output[1]);
    const int reason = errno;
    if (beat >= 0) close(beat);
    close(to_parent);
    close(output[1]);
    if (c->pid > 0) return c;
    fail(why, size, "a worker cannot be started: %s", strerror(reason));
    child_free(c);
    return NULL;
}

void child_pollfds(const child *c, struct pollfd fds[2])
{
    fds[0] = (struct pollfd){ .fd = c->messages, .events = POLLIN };
    fds[1] = (struct pollfd){ .fd = c->output, .events = POLLIN };
}

/* A new phase has a new time limit. */
static void enter(child *c, child_phase phase, double allowed)
{
    c->phase = phase;
    c->deadline = now_s() + allowed;
}

/* One line. What does not hold the token was not written by the harness and is passed over;
 * what a plug-in wrote without ending its line may stand before it. false: a length beyond
 * reason. */
static bool understand(child *c, const unsigned char *line, size_t length)
{
    char word[32] = "";
    const size_t n = strlen(c->token);
    const unsigned char *at = memmem(line, length, c->token, n);
    if (!at || at + n == line + length) return true;
    const size_t left = (size_t)(line + length - at) - n - 1;
    memcpy(word, at + n + 1, left < sizeof word ? left : sizeof word - 1);
    if (!strcmp(word, "ready"))
        enter(c, SETTING_UP, startup_s);
    else if (!strcmp(word, "solve-begin"))
        enter(c, SOLVING, solve_limit(c));
    else if (!strcmp(word, "solve-end"))
        enter(c, CLOSING, startup_s);
    else if (!strcmp(word, "reducing"))
        enter(c, REDUCING, startup_s);
    else if (!strncmp(word, "result ", 7)) {
        if (c->phase != REDUCING) enter(c, CLOSING, startup_s);
        c->result_size = strtoul(word + 7, NULL, 10);
        return c->result_size > 0 && c->result_size < MOST_MESSAGE;
    }
    return true;
}

/* Takes whole lines off the front until the result begins. */
static void parse(child *c)
{
    bool good = true;
    while (good && !c->result_size) {
        const unsigned char *line = c->in.at + c->result_at;
        const unsigned char *end = memchr(line, '\n', c->in.n - c->result_at);
        if (!end) break;
        c->result_at += (size_t)(end - line) + 1;
        good = understand(c, line, (size_t)(end - line));
    }
    if (!good || (!c->result_size && c->in.n > MOST_RUBBISH))
        child_stop(c, BAD_MESSAGE, now_s());
}

/* > 0: so many bytes; < 0: none at the moment; 0: the end, and the descriptor is closed. */
static ssize_t read_some(int *fd, char *to, size_t n)
{
    const ssize_t k = *fd >= 0 ? read(*fd, to, n) : 0;
    if (k > 0 || (k < 0 && (errno == EAGAIN || errno == EINTR))) return k;
    if (*fd >= 0) close(*fd);
    *fd = -1;
    return 0;
}

/* At most so many blocks of output at a time: a flood must not keep the parent busy. */
void child_serve(child *c)
{
    enum { BLOCKS = 64 };
    static const size_t block = 65536;
    char *buffer = grown(NULL, block, 1);
    ssize_t k;
    for (int i = 0; i < BLOCKS && (k = read_some(&c->messages, buffer, block)) > 0; i++)
        bytes_add(&c->in, buffer, (size_t)k);
    if (c->in.n) parse(c);
    for (int i = 0; i < BLOCKS && (k = read_some(&c->output, buffer, block)) > 0; i++)
        capture_add(&c->captured, buffer, (size_t)k);
    free(buffer);
}

/* TERM first; KILL follows when the grace is over. */
void child_stop(child *c, child_end why, double now)
{
    if (c->gone || c->end != BY_ITSELF) return;
    c->end = why;
    c->kill_at = now + grace_s;
    process_kill(c->pid, why == TOO_LARGE ? SIGKILL : SIGTERM);
}

/* Called every few milliseconds. The worker cannot know its own limits are over: it may be deep
 * in native code. */
void child_check(child *c, double now)
{
    if (c->gone) return;
    c->resident_kb = process_resident_kb(c->pid);
    if (c->phase != REDUCING && c->cell->memory_mb &&
        c->resident_kb > 1024 * c->cell->memory_mb)
        child_stop(c, TOO_LARGE, now);
    if (now > c->deadline) child_stop(c, TIMED_OUT, now);
    if (c->end != BY_ITSELF && now > c->kill_at) process_kill(c->pid, SIGKILL);
}
