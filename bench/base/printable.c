/* printable.c -- UTF-8 read sign by sign.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/printable.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/util.h"

/* Control characters; signs that turn the direction of a line, or end it; and signs that nobody
 * sees, with which two names look the same (Unicode 15, Default_Ignorable_Code_Point). */
static const struct {
    unsigned first, last;
} unseen[] = {
    { 0x80, 0x9f },       { 0xad, 0xad },       { 0x34f, 0x34f },   { 0x61c, 0x61c },
    { 0x115f, 0x1160 },   { 0x17b4, 0x17b5 },   { 0x180b, 0x180f }, { 0x200b, 0x200f },
    { 0x2028, 0x202e },   { 0x2060, 0x206f },   { 0x3164, 0x3164 }, { 0xfe00, 0xfe0f },
    { 0xfeff, 0xfeff },   { 0xffa0, 0xffa0 },   { 0xfff0, 0xfff8 }, { 0x1bca0, 0x1bca3 },
    { 0x1d173, 0x1d17a }, { 0xe0000, 0xe0fff },
};

/* c: a sign of n bytes, at least two, of which the first has its n highest bits set. */
static bool is_seen(const unsigned char *c, int n)
{
    unsigned code = *c & (0x7fu >> n);
    for (int i = 1; i < n; i++) code = code << 6 | (c[i] & 0x3fu);
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        if (code >= unseen[i].first && code <= unseen[i].last) return false;
    return true;
}

/* Length of the sign that begins here; 0: none does that may be printed. */
static int sign(const unsigned char *c)
{
    const int n = *c < 0x20 || *c == 0x7f ? 0
                  : *c < 0x80             ? 1
                  : *c < 0xc2             ? 0
                  : *c < 0xe0             ? 2
                  : *c < 0xf0             ? 3
                  : *c < 0xf5             ? 4
                                          : 0;
    for (int i = 1; i < n; i++)
        if ((c[i] & 0xc0) != 0x80) return 0;
    return n < 2 || is_seen(c, n) ? n : 0;
}

static const char command[] = "##";

size_t tame_begun(const char *text, size_t n)
{
    size_t back = 0;
    while (back < n && islower((unsigned char)text[n - 1 - back])) back++;
    const size_t word = back;
    while (back < n && strchr(":#", text[n - 1 - back])) back++;
    const bool begun = word < TAME_WORD && back - word >= (word ? strlen(command) : 1);
    return !begun ? 0 : back < TAME_BEGUN ? back : TAME_BEGUN;
}

/* "##[error]", "##vso[task.setvariable ...]", "##teamcity[...]": some readers obey them
 * anywhere in a line. */
static void tame_commands(char *text)
{
    for (char *at = text; (at = strstr(at, command)); at++) {
        const char *word = at + strlen(command);
        while (islower((unsigned char)*word)) word++;
        if (*word == '[') *at = '?';
    }
}

void tame_part(char *text, const char *keep)
{
    unsigned char *c = (unsigned char *)text;
    while (*c) {
        const int n = sign(c);
        if (!n && !strchr(keep, *c)) *c = '?';
        c += n ? n : 1;
    }
    tame_commands(text);
}

/* Behind the blanks of ASCII and Unicode: readers pass over them. */
static char *behind_blanks(char *line)
{
    static const char *const blanks[] = { " ",      "\t",     "\n",     "\u00a0", "\u1680",
                                          "\u202f", "\u205f", "\u3000", "\u2000", "\u2001",
                                          "\u2002", "\u2003", "\u2004", "\u2005", "\u2006",
                                          "\u2007", "\u2008", "\u2009", "\u200a" };
    enum { BLANKS = sizeof blanks / sizeof *blanks };
    for (int i = 0; i < BLANKS; i++) {
        const size_t n = strlen(blanks[i]);
        if (strncmp(line, blanks[i], n)) continue;
        line += n;
        i = -1;
    }
    return line;
}

bool tame_lines(char *text, bool begins)
{
    for (char *line = begins ? text : strchr(text, '\n'); line; line = strchr(line, '\n')) {
        line = behind_blanks(line);
        if (!*line) return true;
        if (!strncmp(line, "::", 2)) *line = '?';
    }
    return false;
}

void tame(char *text, const char *keep)
{
    tame_part(text, keep);
    tame_lines(text, true);
}

void put_tame(FILE *f, const char *text)
{
    char *copy = copied(text);
    tame(copy, "");
    fputs(copy, f);
    free(copy);
}

/* ---- standard output -------------------------------------------------------------------- */

static FILE *raw; /* what was standard output */

static ssize_t write_tame(void *nothing, const char *text, size_t n)
{
    static bool begins = true;
    (void)nothing;
    char *copy = need(malloc(n + 1));
    memcpy(copy, text, n);
    for (size_t i = 0; i < n; i++)
        if (!copy[i]) copy[i] = '?';
    copy[n] = '\0';
    tame_part(copy, "\n\t");
    begins = tame_lines(copy, begins);
    const bool good = fwrite(copy, 1, n, raw) == n && !fflush(raw);
    free(copy);
    return good ? (ssize_t)n : 0;
}

/* Lines are written as a whole, so no sign is cut in two. */
void tame_output(bool data)
{
    enum { LONGEST = 1 << 20 };
    const cookie_io_functions_t calls = { .write = write_tame };
    const bool wanted = !data || isatty(STDOUT_FILENO);
    FILE *f = wanted ? fopencookie(NULL, "w", calls) : NULL;
    if (!f) return;
    setvbuf(f, NULL, _IOLBF, LONGEST);
    raw = stdout;
    stdout = f;
}

char *tame_file(int fd)
{
    enum { MOST = 1 << 20 };
    char *text = need(calloc(MOST + 1, 1));
    ssize_t n = 0;
    for (ssize_t k; n < MOST && (k = pread(fd, text + n, (size_t)(MOST - n), n)) > 0;) n += k;
    for (ssize_t i = 0; i < n; i++)
        if (!text[i]) text[i] = '?';
    tame(text, "\n\t");
    return text;
}
