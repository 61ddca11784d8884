/* gallery.h -- a small drawing of every problem, each a link to its part of the page.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_GALLERY_H
#define REPORTS_GALLERY_H

#include "reference/file/ref.h"
#include "reports/page/page.h"

void gallery_begin(page *p);
/* Draws the mechanism at the start, if the survey has its lines. Else it draws two observables
 * of the reference against each other, or one over time. Without these it draws the unknowns
 * at the start, one beside the other. r may be NULL. */
void gallery_add(page *p, const char *problem, const char *survey, const ref *r);
void gallery_end(page *p);

#endif
