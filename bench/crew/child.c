/* child.c -- listening to a worker, its phases and limits, ending it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/child_inner.h"

#include "bench/base/fork_retry.h"
#include "bench/process/process.h"
#include "bench/base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const double grace_s = 0.5;
static const double least_wait_s = 2; /* a slow disk is no reason to stop */
enum { MOST_MESSAGE = 1 << 28, MOST_RUBBISH = 1 << 20 };

static void hang_up(child *c)
{
    int *const ends[] = { &c->messages, &c->output, &c->orders };
    for (int i = 0; i < 3; i++) {
        if (*ends[i] >= 0) close(*ends[i]);
        *ends[i] = -1;
    }
}

void child_free(child *c)
{
    hang_up(c);
    if (c->columns >= 0) close(c->columns);
    if (c->packed >= 0) close(c->packed);
    if (c->beat) munmap(c->beat, PAGE_BYTES);
    free(c->in.at);
    free(c);
}

/* Where whole columns go: a file without a name in the scratch folder, else memory. */
static int scratch_file(const char *folder)
{
    const int fd = folder ? open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) : -1;
    return fd >= 0 ? fd : memfd_create("columns", MFD_CLOEXEC);
}

/* For a trajectory. */
static bool make_files(child *c)
{
    c->columns = scratch_file(c->place->cage.scratch);
    c->packed = c->columns < 0 ? -1 : memfd_create("record", MFD_CLOEXEC);
    if (c->columns >= 0) c->columns = child_raise_fd(c->columns);
    if (c->packed >= 0) c->packed = child_raise_fd(c->packed);
    return c->packed >= 0;
}

child *child_start(const cell *of, const child_duty *duty, child_place *place, void *owner,
                   reason *why)
{
    child *c = need(calloc(1, sizeof *c));
    *c = (child){ .cell = of,
                  .duty = *duty,
                  .timing = duty->timing,
                  .turn = duty->waits ? TURN_LATER : TURN_NOW,
                  .place = place,
                  .owner = owner,
                  .messages = -1,
                  .output = -1,
                  .orders = -1,
                  .columns = -1,
                  .packed = -1 };
    c->started = now_s();
    if ((duty->timing || duty->check || make_files(c)) && child_launch(c, "solve")) return c;
    const int error = errno;
    reason_set(why, "a worker cannot be started: %s", strerror(error));
    child_free(c);
    errno = error;
    return NULL;
}

/* Of a file, holes left out. */
static long megabytes(int fd)
{
    struct stat st;
    return fd < 0 || fstat(fd, &st) ? 0 : st.st_blocks / 2048;
}

/* Columns and record are read as a whole, and worked on in copies. A record with holes was not
 * written by the harness. */
static bool may_be_reduced(child *c)
{
    enum { LEAST_MB = 256, COPIES = 6 };
    struct stat st;
    c->reduce_mb = LEAST_MB + COPIES * (megabytes(c->columns) + megabytes(c->packed));
    return fstat(c->packed, &st) || st.st_size < MOST_MESSAGE;
}

/* The heartbeat's page is kept as it is. */
static bool begin_second(child *c)
{
    evolve_beat *seen = c->beat;
    c->second = true;
    const bool begun = child_launch(c, "reduce");
    const int error = errno;
    if (c->beat && c->beat != seen) munmap(c->beat, PAGE_BYTES);
    c->beat = seen;
    errno = error;
    return begun;
}

/* What it has left in its group was ended, so that it does not write to its files any more. */
bool child_goes_on(child *c)
{
    child_serve(c);
    const bool due = c->waiting || (!c->second && c->phase == REDUCING && !c->status);
    const bool late = c->waiting && now_s() > c->room_until;
    if (!due || late || c->end != BY_ITSELF) return false;
    if (!c->waiting && !may_be_reduced(c)) {
        c->end = BAD_MESSAGE;
        return false;
    }
    const double until = c->waiting ? c->room_until : now_s() + child_startup_s;
    hang_up(c);
    c->in.n = c->result_at = 0;
    c->waiting = false;
    if (begin_second(c)) return true;
    c->unborn = errno;
    c->room_until = until;
    return c->waiting = forked_has_no_room(c->unborn);
}

void child_pollfds(const child *c, struct pollfd fds[2])
{
    fds[0] = (struct pollfd){ .fd = c->messages, .events = POLLIN };
    fds[1] = (struct pollfd){ .fd = c->output, .events = POLLIN };
}

/* A new phase has a new time limit, and each comes once: a worker that says "solve-begin" again
 * gains nothing. false: out of order. */
static bool enter(child *c, child_phase phase, double allowed)
{
    if (phase <= c->phase) return false;
    c->solved |= phase == SOLVING;
    c->phase = phase;
    c->limit_s = allowed;
    watch_again(&c->watch);
    return true;
}

/* The result follows the solve, or a set-up that failed. */
static bool announce(child *c, const char *number)
{
    c->result_size = strtoul(number, NULL, 10);
    const bool due = c->second || c->phase == CLOSING ||
                     (c->phase == SETTING_UP && enter(c, CLOSING, child_startup_s));
    return due && c->result_size > 0 && c->result_size < MOST_MESSAGE;
}

/* Only now, when the solver is set up, does it learn where it begins. */
static bool begin_solve(child *c)
{
    char line[REQUEST_BYTES];
    if (!enter(c, SOLVING, child_solve_limit(c))) return false;
    if (c->duty.waits) process_pin(c->pid, c->place->core);
    request_write_start(&c->duty.from, line);
    if (c->timing || c->duty.check) child_order(c, line);
    return true;
}

static bool is_set_up(child *c)
{
    if (c->turn == TURN_NOW) return begin_solve(c);
    if (c->turn == TURN_AWAITED || c->phase != SETTING_UP) return false;
    c->turn = TURN_AWAITED;
    return true;
}

void child_begin(child *c, int core)
{
    const bool awaited = c->turn == TURN_AWAITED;
    c->turn = TURN_NOW;
    c->place->core = core;
    if (awaited) begin_solve(c);
}

/* One line. What does not hold the token was not written by the harness and is passed over;
 * what a plug-in wrote without ending its line may stand before it. false: out of order, or of
 * a length beyond reason. */
static bool understand(child *c, const unsigned char *line, size_t length)
{
    char word[32] = "";
    const size_t n = strlen(c->token);
    const unsigned char *at = memmem(line, length, c->token, n);
    if (!at || at + n == line + length) return true;
    const size_t left = (size_t)(line + length - at) - n - 1;
    memcpy(word, at + n + 1, left < sizeof word ? left : sizeof word - 1);
    if (!strcmp(word, "ready")) return enter(c, SETTING_UP, child_startup_s);
    if (!strcmp(word, "solve-begin")) return is_set_up(c);
    if (!strcmp(word, "solve-end"))
        return c->phase == SOLVING && enter(c, CLOSING, child_startup_s);
    if (!strcmp(word, "reducing"))
        return c->phase == CLOSING && enter(c, REDUCING, child_startup_s);
    return strncmp(word, "result ", 7) != 0 || announce(c, word + 7);
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
    const bool more = c->result_size && c->in.n > c->result_at + c->result_size;
    if (!good || more || (!c->result_size && c->in.n > MOST_RUBBISH))
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
    for (int i = 0; i < BLOCKS && (k = read_some(&c->messages, buffer, block)) > 0; i++) {
        if (c->end == BAD_MESSAGE) continue; /* drained, not kept */
        bytes_add(&c->in, buffer, (size_t)k);
        parse(c);
    }
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
    if (why == TIMED_OUT || why == WAITED || why == CANCELLED)
        process_kill(c->pid, SIGTERM);
    else
        process_kill_family(c->pid);
}

static double wait_limit(const child *c)
{
    if (c->turn == TURN_AWAITED) return INFINITY;
    const bool short_one = c->hung_before && c->phase == SETTING_UP;
    return short_one || c->limit_s < least_wait_s ? least_wait_s : c->limit_s;
}

/* Called every few milliseconds. The worker cannot know its own limits are over: it may be deep
 * in native code. */
void child_check(child *c, double now)
{
    if (c->gone || c->waiting) return;
    const process_family f = process_look(c->pid);
    const long most_mb = c->second ? c->reduce_mb : c->cell->memory_mb;
    if (f.resident_kb > c->family.resident_kb) c->family = f;
    if (f.threads > PROCESS_THREADS) {
        c->family = f;
        child_stop(c, TOO_MANY, now);
    }
    if (most_mb && f.resident_kb > 1024 * most_mb) child_stop(c, TOO_LARGE, now);
    const process_excess excess = watch_look(&c->watch, &f, c->limit_s, wait_limit(c));
    if (excess) child_stop(c, excess == WATCH_WAITED ? WAITED : TIMED_OUT, now);
    if (c->end != BY_ITSELF && now > c->kill_at) process_kill_family(c->pid);
}
