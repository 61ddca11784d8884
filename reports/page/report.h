/* report.h -- the whole report of a store in one folder.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_REPORT_H
#define REPORTS_REPORT_H

#include "reports/custom/custom_figures.h"
#include "reports/page/compared.h"

typedef enum report_end { REPORT_DONE, REPORT_NO_GNUPLOT, REPORT_FAILED } report_end;

/* index.md, index.html, figures/, tables/. Without gnuplot everything but the pictures is
 * written, their scripts and data too, and the page says so.
 * e: earlier stores beside it; own: NULL: no figures of a reader's own. why: what is missing or
 * went wrong. */
report_end report_write(const board *b, const earlier *e, const custom_figures *custom,
                        const char *folder, bool latex, reason *why);

#endif
