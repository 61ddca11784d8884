/* template.h -- the HTML of the page: parts of web/page.html with named places.
 *
 * A part begins behind a line "%% NAME" and ends before the line break in front of the next
 * such line. {{place}} stands for a text, which is escaped; {{{place}}} for HTML, which is
 * not.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_TEMPLATE_H
#define REPORTS_TEMPLATE_H

#include <stdbool.h>
#include <stdio.h>

/* Behind `part`: names of places and their texts in turn; NULL alone: there are none. false:
 * there is no such part, or it has a place that is not named; nothing of the part from there on
 * is written. */
#define template_write(f, part, ...) template_fill(f, part, TEMPLATE_PLACES(__VA_ARGS__))
/* The same as a text, which the caller frees; NULL where that is false. */
#define template_text(part, ...) template_filled(part, TEMPLATE_PLACES(__VA_ARGS__))

#define TEMPLATE_PLACES(...) ((const char *const[]){ __VA_ARGS__, NULL, NULL })
bool template_fill(FILE *f, const char *part, const char *const *places);
char *template_filled(const char *part, const char *const *places);

#endif
