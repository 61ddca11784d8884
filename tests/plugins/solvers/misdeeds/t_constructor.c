/* t_constructor.c -- misbehaves when it is loaded, as IVPBENCH_TEST_CONSTRUCTOR says.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define _GNU_SOURCE
#include "tests/plugins/euler.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static void quit(void) { _exit(0); }
static void fail(void) { abort(); }
static void kill_itself(void) { raise(SIGKILL); }
static void stop(void) { raise(SIGSTOP); }

static void fall(void)
{
    volatile int *volatile nowhere = NULL;
    *nowhere = 1;
}

static void become(void)
{
    char *const argv[] = { (char *)(unsigned long)"true", NULL };
    execv("/bin/true", argv);
}

/* Answers of its own into whatever is open. */
static void forge(void)
{
    static const char text[] = "{\"name\":\"forged\",\"title\":\"forged\"}\n\0\0\0\377";
    for (int fd = 0; fd < 64; fd++)
        if (write(fd, text, sizeof text) < 0) continue;
}

/* What a terminal obeys. */
static void shout(void)
{
    static const char *const texts[] = { "\033[2J\033]0;owned\a\xc2\x9b\r\n::error::forged\n",
                                         "  ",
                                         "\u00a0",
                                         "::error::forged\nx##",
                                         "vso[task]y##",
                                         "[error]\n" };
    for (int fd = 1; fd < 64; fd++)
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            if (write(fd, texts[i], strlen(texts[i])) < 0) break;
            if (fd < 3) usleep(2000); /* so that each is read by itself */
        }
}

/* A gigabyte of output. */
static void flood(void)
{
    static char block[1 << 20];
    memset(block, 'x', sizeof block);
    for (int fd = 1; fd <= 2; fd++)
        for (int i = 0; i < 1000; i++)
            if (write(fd, block, sizeof block) < 0) break;
}

static void shut(void)
{
    for (int fd = 0; fd < 64; fd++) close(fd);
}

/* A child has all pipes open when the process is gone. */
static void hold(void)
{
    if (fork()) _exit(0);
    for (;;) pause();
}

static void hog(void)
{
    // NOLINTNEXTLINE(clang-analyzer-unix.Malloc): a leak is its attack
    for (;;) {
        char *volatile p = malloc(1 << 24); /* or there would be none, as nobody reads it */
        memset(p, 1, 1 << 24);
    }
}

static void wait_deaf(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (;;) pause();
}

static void fork_and_wait(void)
{
    fork();
    wait_deaf();
}

static void bomb(void)
{
    for (;;)
        if (fork() < 0) usleep(1000);
}

static void spin(void)
{
    for (volatile long i = 0;; i = i + 1) continue;
}

static const struct {
    const char *word;
    void (*act)(void);
} words[] = {
    { "quit", quit },   { "abort", fail },      { "kill", kill_itself },
    { "stop", stop },   { "fall", fall },       { "become", become },
    { "forge", forge }, { "shut", shut },       { "hold", hold },
    { "hog", hog },     { "pause", wait_deaf }, { "fork", fork_and_wait },
    { "shout", shout }, { "bomb", bomb },       { "spin", spin },
    { "flood", flood },
};

__attribute__((constructor)) static void load(void)
{
    const char *word = getenv("IVPBENCH_TEST_CONSTRUCTOR");
    for (size_t i = 0; word && i < sizeof words / sizeof *words; i++)
        if (!strcmp(word, words[i].word)) words[i].act();
}

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s;
    (void)x;
    return IVP_OK;
}

EULER(t_constructor);
