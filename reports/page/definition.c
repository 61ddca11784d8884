/* definition.c -- found by the folder of this program; a name from a store is a word, or
 * nothing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/prose.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

enum { LONGEST = 4000, FOLDER = 1024 };

/* What names of plug-ins have. */
static bool is_word(const char *name)
{
    const char *c = name;
    while (isalnum((unsigned char)*c) || *c == '_') c++;
    return *name && !*c;
}

static char *read_source(const char *problem)
{
    static const char *const places[] = { "tree", "../tree", "../share/doc/ivpbench" };
    char folder[FOLDER];
    char *text = NULL;
    program_folder(folder, sizeof folder);
    for (size_t i = 0; !text && i < sizeof places / sizeof *places; i++) {
        char *path = text_of("%s/%s/problems/%s.c", folder, places[i], problem);
        text = file_text(path);
        free(path);
    }
    return text;
}

/* In place: the lines of a comment without what frames them. */
static void unframe(char *comment)
{
    char *to = comment;
    for (char *line = comment, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (line[0] == ' ' && line[1] == '*') line += line[2] == ' ' ? 3 : 2;
        if (!strncmp(line, "SPDX-", 5)) line = end;
        memmove(to, line, (size_t)(end - line));
        to += end - line;
        if (*end) *to++ = *end++;
    }
    while (to > comment && isspace((unsigned char)to[-1])) to--;
    *to = '\0';
}

char *definition_head(const char *problem)
{
    char *text = is_word(problem) ? read_source(problem) : NULL;
    char *begin = text && !strncmp(text, "/* ", 3) ? text + 3 : NULL;
    char *end = begin ? strstr(begin, "*/") : NULL;
    char *head = NULL;
    if (end && end - begin < LONGEST) {
        *end = '\0';
        unframe(begin);
        head = copied(begin);
    }
    free(text);
    return head;
}
