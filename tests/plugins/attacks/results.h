/* results.h -- misdeeds against the truth: messages, statuses, counters, arithmetic.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_ATTACKS_RESULTS_H
#define TESTS_PLUGINS_ATTACKS_RESULTS_H

#include "tests/plugins/attacks/processes.h"

#include <fenv.h>

#if defined __x86_64__
#include <xmmintrin.h>
#endif

enum { MOST_DESCRIPTORS = 512 };

/* Descriptors of pipes above the standard ones: the one to the parent is among them. */
static inline long tell_parent(const char *text, size_t n, long times)
{
    long sent = 0;
    for (int fd = 3; fd < MOST_DESCRIPTORS; fd++) {
        struct stat st;
        if (fstat(fd, &st) || !S_ISFIFO(st.st_mode)) continue;
        for (long k = 0; k < times; k++) {
            const ssize_t one = write(fd, text, n);
            if (one < 0) break;
            sent += one;
        }
    }
    return sent;
}

ATTACK(flood_of_lines)
{
    UNUSED;
    static char lines[1 << 16];
    memset(lines, '\n', sizeof lines);
    return tried(tell_parent(lines, sizeof lines, 320));
}

ATTACK(flood_without_lines)
{
    UNUSED;
    static char text[1 << 16];
    memset(text, 'x', sizeof text);
    return tried(tell_parent(text, sizeof text, 320));
}

ATTACK(close_everything)
{
    UNUSED;
    for (int fd = 0; fd < MOST_DESCRIPTORS; fd++) close(fd);
    return IVP_OK;
}

/* The word after --token in our own command line, where older versions had it. */
static inline const char *stolen_token(void)
{
    static char text[1 << 16];
    const int fd = open("/proc/self/cmdline", O_RDONLY);
    const ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    for (char *w = text; n > 0 && w < text + n; w += strlen(w) + 1)
        if (!strcmp(w, "--token")) return w + 8;
    return NULL;
}

/* With the token a plug-in may say what the harness says. */
static inline ivp_status say(const char *what, long times)
{
    char line[128];
    const char *token = stolen_token();
    if (!token) puts("no token");
    snprintf(line, sizeof line, "%s %s\n", token ? token : "x", what);
    return tried(tell_parent(line, strlen(line), times));
}

ATTACK(begin_again)
{
    UNUSED;
    for (;;) {
        say("solve-begin", 1);
        usleep(100000);
    }
    return IVP_OK;
}

ATTACK(announce_a_gigabyte)
{
    UNUSED;
    static char block[1 << 20];
    say("result 1000000000", 1);
    return tried(tell_parent(block, sizeof block, 1000));
}

ATTACK(short_result)
{
    UNUSED;
    say("solve-end", 1);
    say("result 100", 1);
    tell_parent("nothing", 7, 1);
    _exit(0);
}

/* The page of the heartbeat, found in our own memory. */
static inline char *heartbeat(void)
{
    char line[512], *found = NULL;
    FILE *f = fopen("/proc/self/maps", "r");
    while (f && !found && fgets(line, sizeof line, f))
        if (strstr(line, "heartbeat")) found = (char *)strtoul(line, NULL, 16);
    if (f) fclose(f);
    return found;
}

/* Another page in its place: what the stepping writes from now on, nobody sees. */
ATTACK(hide_heartbeat)
{
    UNUSED;
    char *page = heartbeat();
    if (!page) return IVP_DOMAIN;
    const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    return tried(mmap(page, 4096, PROT_READ | PROT_WRITE, how, -1, 0) == MAP_FAILED);
}

ATTACK(read_token_in_page)
{
    UNUSED;
    const char *page = heartbeat();
    for (int i = 16; page && i < 4096; i++)
        if (page[i]) puts("READ IT");
    return IVP_OK;
}

ATTACK(unknown_status)
{
    UNUSED;
    return (ivp_status)-77;
}

ATTACK(invalid_status)
{
    UNUSED;
    return IVP_E_INVALID;
}

ATTACK(unknown_status_early)
{
    UNUSED;
    return (ivp_status)-77;
}

ATTACK(invalid_status_early)
{
    UNUSED;
    return IVP_E_INVALID;
}

ATTACK(positive_status_early)
{
    UNUSED;
    return (ivp_status)99;
}

ATTACK(tests_below_zero)
{
    (void)m;
    x->ntests = -3;
    return IVP_OK;
}

ATTACK(tests_too_many)
{
    (void)m;
    x->ntests = 1000;
    return IVP_OK;
}

ATTACK(error_below_zero)
{
    (void)m;
    x->ntests = 1;
    x->test[0] = (ivp_test){ .err = R(-1e300), .order = 1 };
    return IVP_OK;
}

ATTACK(count_backwards)
{
    (void)x;
    ivp_count(m, IVP_N_F, -1000000);
    return IVP_OK;
}

ATTACK(count_to_and_fro)
{
    (void)x;
    ivp_count(m, IVP_N_F, -1000000);
    ivp_count(m, IVP_N_F, 1000000);
    return IVP_OK;
}

ATTACK(count_elsewhere)
{
    (void)x;
    ivp_count(m, (ivp_counter)100000, 1);
    return IVP_OK;
}

ATTACK(count_steps)
{
    (void)x;
    ivp_count(m, IVP_N_ACCEPTED, 100000);
    return IVP_OK;
}

static inline void flush_small(void)
{
#if defined __x86_64__
    _mm_setcsr(_mm_getcsr() | 0x8040);
#else
    fesetround(FE_TOWARDZERO);
#endif
}

ATTACK(flush_early)
{
    UNUSED;
    flush_small();
    return IVP_OK;
}

ATTACK(flush_in_step)
{
    UNUSED;
    flush_small();
    return IVP_OK;
}

/* The traps of divisions by zero: none need happen for the change to be one. */
ATTACK(trap_in_step)
{
    UNUSED;
    return tried(feenableexcept(FE_DIVBYZERO) < 0);
}

ATTACK(round_early)
{
    UNUSED;
    return tried(fesetround(FE_UPWARD));
}

ATTACK(round_in_step)
{
    UNUSED;
    return tried(fesetround(FE_DOWNWARD));
}

ATTACK(print_much)
{
    UNUSED;
    for (int i = 0; i < 400000; i++) puts("0123456789012345678901234567890123456789");
    return IVP_OK;
}

ATTACK(print_controls)
{
    UNUSED;
    puts("\033[2J\033]0;owned\007\x7f");
    return IVP_OK;
}

ATTACK(none)
{
    UNUSED;
    return IVP_OK;
}

#endif
