/* json.h -- JSON written as it comes, safe inside a page.
 *
 * Commas and nesting are kept here. Every "<", ">" and "&" of a text is written as \u003c ...,
 * so that no text can end the element of a page that it stands in.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_JSON_H
#define REPORTS_JSON_H

#include <stdbool.h>
#include <stdio.h>

enum { JSON_DEPTH = 16 };

typedef struct json_out {
    FILE *f;
    int depth;
    bool some[JSON_DEPTH]; /* does this level hold something already? */
} json_out;

void json_open(json_out *o, const char *name,
               char bracket);               /* '{' or '['; name NULL in a list */
void json_close(json_out *o, char bracket); /* '}' or ']' */
void json_text(json_out *o, const char *name, const char *text);
/* The shortest decimal that reads back the same; null for NaN. */
void json_number(json_out *o, const char *name, double v);
/* Nine digits of it, in a list: enough to be printed with fewer. */
void json_short(json_out *o, double v);
void json_long(json_out *o, const char *name, long v);
void json_truth(json_out *o, const char *name, bool v);

#endif
