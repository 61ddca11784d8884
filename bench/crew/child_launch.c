/* child_launch.c -- the process of a worker: its descriptors, its limits, its first line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/child_inner.h"

#include "bench/base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HIGH_FD = 100 };

/* 128 bits from the kernel. */
static void make_token(char token[33])
{
    unsigned char noise[16];
    if (getrandom(noise, sizeof noise, 0) != (ssize_t)sizeof noise)
        memset(noise, 7, sizeof noise);
    for (int i = 0; i < 16; i++) snprintf(token + 2 * i, 3, "%02x", noise[i]);
}

/* The shared page: heartbeat and token, which no list of processes shows. Returns its
 * descriptor. */
static int make_page(child *c)
{
    const int fd = memfd_create("heartbeat", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0 || ftruncate(fd, PAGE_BYTES)) return -1;
    fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL); /* it stays mapped */
    void *page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    c->beat = page == MAP_FAILED ? NULL : page;
    if (c->beat) memcpy((char *)page + PAGE_TOKEN, c->token, TOKEN_BYTES);
    return fd;
}

/* High numbers, out of the way of plug-ins that scribble on 3 or 4. */
int child_raise_fd(int fd)
{
    const int error = errno, high = fcntl(fd, F_DUPFD_CLOEXEC, HIGH_FD);
    if (high < 0) {
        errno = error; /* that of what is lacking, where fd is none */
        return fd;
    }
    close(fd);
    return high;
}

/* Timing workers solve once within the limit, perhaps once more from a moved start, and then go
 * on for a few times min_time_s. */
double child_solve_limit(const child *c)
{
    const double once = c->cell->timeout_s;
    return c->timing ? 2 * once + 1 + 10 * c->cell->min_time_s : once;
}

/* The descriptors that a process is given, and their numbers in words. */
typedef struct gift {
    int to_parent, page, out, orders;
    char text[5][16];
} gift;

static void print_numbers(gift *g, const child *c)
{
    const int numbers[5] = { g->to_parent, g->page, (int)getpid(), c->columns, c->packed };
    for (int i = 0; i < 5; i++) snprintf(g->text[i], sizeof g->text[i], "%d", numbers[i]);
}

/* A limit on CPU time makes the kernel count the process's CPU clock in ticks of milliseconds,
 * so workers whose time is taken have none; the parent's limits hold for all. */
static pid_t launch(const child *c, gift *g, const char *what)
{
    print_numbers(g, c);
    char *argv[] = { "ivpbench", "worker",   (char *)what, "--fd",     g->text[0],
                     "--beat",   g->text[1], "--parent",   g->text[2], "--columns",
                     g->text[3], "--record", g->text[4],   NULL };
    if (c->columns < 0) argv[9] = NULL; /* no watched run that is recorded */
    const process_limits limits = {
        .address_mb = (c->second ? 8 : 2) * c->cell->memory_mb,
        .cpu_s = c->timing ? 0 : (long)ceil(2 * child_startup_s + child_solve_limit(c)) + 5,
        .core = c->place->core,
        .cage = c->second ? c->place->reducing : &c->place->cage,
        .announce = c->place->announce,
        .at_once = true, /* crew_add() waits, and looks after the others meanwhile */
    };
    const int pass[] = { g->to_parent, g->page, c->columns, c->packed };
    return process_start(argv, g->orders, g->out, g->out, pass, c->columns < 0 ? 2 : 4,
                         &limits);
}

/* A line for the worker. Where it has closed its end, its own end says so. */
void child_order(const child *c, const char *line)
{
    const ssize_t k = send(c->orders, line, strlen(line), MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)k;
}

/* What it is to do: on no command line, which other processes could read. */
static bool open_orders(child *c, gift *g)
{
    int ends[2];
    char line[REQUEST_BYTES];
    const request requested = { *c->cell, c->duty.timing, c->duty.check };
    if (!request_write(&requested, line)) {
        errno = EMSGSIZE;
        return false;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return false;
    c->orders = ends[0];
    g->orders = ends[1];
    child_order(c, line);
    return true;
}

static void drop(gift *g)
{
    const int error = errno, all[] = { g->page, g->out, g->to_parent, g->orders };
    for (int i = 0; i < 4; i++)
        if (all[i] >= 0) close(all[i]);
    errno = error;
}

/* Pipes, page, token and the process; false with errno: a process that lacks one of them would
 * fail, and a plug-in be blamed for it. */
bool child_launch(child *c, const char *what)
{
    int messages[2], output[2];
    c->pid = 0;
    if (pipe2(messages, O_CLOEXEC)) return false;
    c->messages = messages[0];
    gift g = { .to_parent = child_raise_fd(messages[1]), .page = -1, .out = -1, .orders = -1 };
    if (open_orders(c, &g) && !pipe2(output, O_CLOEXEC)) {
        c->output = output[0];
        g.out = output[1];
        fcntl(c->messages, F_SETFL, O_NONBLOCK);
        fcntl(c->output, F_SETFL, O_NONBLOCK);
        make_token(c->token);
        g.page = make_page(c);
        if (g.page >= 0 && c->beat) {
            g.page = child_raise_fd(g.page);
            c->pid = launch(c, &g, what);
        }
        c->limit_s = child_startup_s;
        c->watch = watch_new(c->pid);
    }
    drop(&g);
    return c->pid > 0;
}
