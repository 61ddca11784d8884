/* catalogue.h -- a page of all problems: what they are, what was measured along their
 * solutions, how well these are known.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_CATALOGUE_H
#define REPORTS_CATALOGUE_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

/* What ivpbench-quad's survey says of a problem (reference/survey/survey.h). */
typedef struct catalogue_entry {
    const char *name;
    char *survey;
} catalogue_entry;

/* Surveys of these problems and the page of them; an enum cli_exit, after a sentence. */
int catalogue_make(const char *const *names, int n, const char *reference, const char *folder);

/* docs/lab/published.md to stdout, of the references in the folder; NULL: of the search
 * path. */
int catalogue_published(const char *folder);

/* index.html, index.md, figures and tables into the folder; references from the folder
 * `reference`, or with NULL by the search path. False with a sentence. */
bool catalogue_write(const catalogue_entry *entries, int n, const char *reference,
                     const char *folder, reason *why);

#endif
