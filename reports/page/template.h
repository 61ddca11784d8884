/* template.h -- the HTML of the page: parts of web/page.html with named places.
 *
 * A part begins behind a line "%% NAME" and ends before the line break in front of the next
 * such line. {{place}} stands for a text, which is escaped; {{{place}}} for HTML, which is
 * not. */
#ifndef REPORTS_TEMPLATE_H
#define REPORTS_TEMPLATE_H

#include <stdbool.h>
#include <stdio.h>

/* Behind `part`: names of places and their texts in turn, NULL behind the last. false: there is
 * no such part, or it has a place that is not named; nothing of the part from there on is
 * written. */
bool template_write(FILE *f, const char *part, ...) __attribute__((sentinel));
/* The same as a text, which the caller frees; NULL where that is false. */
char *template_text(const char *part, ...) __attribute__((sentinel));

#endif
