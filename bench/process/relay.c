/* relay.c -- a thread reads what a process prints, and tames it.
 *
 * A read may end within a sign of UTF-8; its bytes wait for the next one.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/relay.h"

#include "bench/base/fork_retry.h"
#include "bench/base/printable.h"
#include "bench/base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes at the end that begin a sign and do not complete it. */
static size_t begun_sign(const char *text, size_t n)
{
    for (size_t back = 1; back <= 3 && back <= n; back++) {
        const unsigned char c = (unsigned char)text[n - back];
        const size_t length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
        if ((c & 0xc0) == 0x80) continue;
        return length > back ? back : 0;
    }
    return 0;
}

static size_t begun(const char *text, size_t n)
{
    const size_t of_sign = begun_sign(text, n);
    return of_sign ? of_sign : tame_begun(text, n);
}

static void write_all(int to, const char *text, size_t n)
{
    while (n > 0) {
        const ssize_t k = write(to, text, n);
        if (k < 0 && errno != EINTR) return;
        if (k < 0) continue;
        text += k;
        n -= (size_t)k;
    }
}

static void write_tame(relay *r, char *text)
{
    tame_part(text, "\n\t");
    r->begins = tame_lines(text, r->begins);
    write_all(r->outside, text, strlen(text));
}

/* Text between the places where a line is shown anew. */
static void hand_on(relay *r, char *text, size_t n)
{
    static const char anew[] = "\r\033[K";
    const size_t length = sizeof anew - 1;
    for (size_t i = 0; i < n; i++)
        if (!text[i]) text[i] = '?';
    text[n] = '\0';
    for (char *at; (at = strstr(text, anew)); text = at + length) {
        *at = '\0';
        write_tame(r, text);
        write_all(r->outside, anew, length);
    }
    write_tame(r, text);
}

static void *read_on(void *context)
{
    enum { ROOM = 4096 };
    relay *r = context;
    char text[ROOM + 1], rest[TAME_BEGUN];
    size_t kept = 0;
    ssize_t k;
    while ((k = read(r->from, text + kept, ROOM - kept)) > 0 || (k < 0 && errno == EINTR)) {
        if (k < 0) continue;
        const size_t n = kept + (size_t)k;
        kept = begun(text, n);
        memcpy(rest, text + n - kept, kept);
        hand_on(r, text, n - kept);
        memcpy(text, rest, kept);
    }
    hand_on(r, text, kept);
    return NULL;
}

static bool is_file(int descriptor)
{
    struct stat st;
    return fstat(descriptor, &st) || S_ISREG(st.st_mode);
}

/* Signals are for the others. */
static bool start_reader(relay *r)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const double until = now_s() + FORKED_PATIENCE_S;
    int error;
    while ((error = pthread_create(&r->reader, NULL, read_on, r)) && forked_waits(error, until))
        continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return !error;
}

void relay_begin(relay *r, int descriptor)
{
    int ends[2];
    *r = (relay){ .to = descriptor, .from = -1, .outside = descriptor, .begins = true };
    if (is_file(descriptor)) return;
    r->to = -1;
    if (pipe2(ends, O_CLOEXEC)) return;
    r->from = ends[0];
    if (start_reader(r)) {
        r->to = ends[1];
        return;
    }
    close(ends[0]);
    close(ends[1]);
    r->from = -1;
}

void relay_end(relay *r)
{
    if (r->from < 0) return;
    close(r->to);
    pthread_join(r->reader, NULL);
    close(r->from);
    r->from = -1;
}
