/* message.c -- messages, globs and the nearest word, shared by all verbs.
 *
 * The nearest word is found by Levenshtein's distance
 *
 *     D(i, j) = min(D(i-1, j) + 1, D(i, j-1) + 1, D(i-1, j-1) + [a_i != b_j])
 *
 * More wrong letters than half of them and one are no guess worth making.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"

#include "bench/base/options.h"
#include "bench/base/printable.h"
#include "bench/base/util.h"

#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool keeping;
static char *kept;

void cli_keep(void) { keeping = true; }
const char *cli_kept(void) { return kept ? kept : ""; }

/* Each sentence a line, without the name of the program. */
static void keep(const char *text)
{
    static const char name[] = "ivpbench: ";
    if (!keeping || !*text) return;
    if (!strncmp(text, name, strlen(name))) text += strlen(name);
    const size_t n = strlen(text) - (text[strlen(text) - 1] == '\n');
    char *all = text_of("%s%s%.*s", cli_kept(), kept ? "\n" : "", (int)n, text);
    free(kept);
    kept = all;
}

void cli_repeat(const char *text)
{
    fputs(text, stderr);
    fflush(stderr);
    keep(text);
}

/* What was printed before comes first, also where both streams go to one file. */
void cli_say(const char *format, ...)
{
    va_list list;
    char *text = NULL;
    fflush(stdout);
    va_start(list, format);
    if (vasprintf(&text, format, list) < 0) text = NULL;
    va_end(list);
    if (text) tame(text, "\t"); /* names of plug-ins, plans and stores are among it */
    fprintf(stderr, "ivpbench: %s\n", text ? text : format);
    keep(text ? text : format);
    free(text);
}

/* Quotes are needed in a shell, or it expands the pattern itself. */
bool cli_match(const char *patterns, const char *name)
{
    if (!patterns) return true;
    char *list = copied(patterns), *rest = list, *word;
    bool empty = true, hit = false;
    while (!hit && (word = strsep(&rest, ", \t\n"))) {
        if (!*word) continue;
        empty = false;
        hit = fnmatch(word, name, 0) == 0;
    }
    free(list);
    return empty || hit;
}

static int min3(int a, int b, int c)
{
    const int m = a < b ? a : b;
    return m < c ? m : c;
}

/* Levenshtein's distance; words longer than the row count as far away. */
static int distance(const char *a, const char *b)
{
    enum { LONGEST = 64 };
    int row[LONGEST + 1];
    const size_t na = strlen(a), nb = strlen(b);
    if (na > LONGEST || nb > LONGEST) return LONGEST;
    for (size_t j = 0; j <= nb; j++) row[j] = (int)j;
    for (size_t i = 1; i <= na; i++) {
        int corner = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            const int up = row[j];
            row[j] = min3(up + 1, row[j - 1] + 1, corner + (a[i - 1] != b[j - 1]));
            corner = up;
        }
    }
    return row[nb];
}

const char *nearest_word(const char *word, const char *const *list, int n)
{
    const char *best = NULL;
    int least = (int)strlen(word) / 2 + 2;
    for (int i = 0; i < n; i++) {
        const int d = distance(word, list[i]);
        if (d >= least) continue;
        least = d;
        best = list[i];
    }
    return best;
}
