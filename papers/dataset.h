/* dataset.h -- tables of measured values: CSV files with a header line, each read once.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_DATASET_H
#define PAPERS_DATASET_H

#include "kernel/reason/reason.h"
#include "reports/text/csv.h"

/* All files of a folder, opened when they are asked for. */
typedef struct datasets datasets;
datasets *datasets_in(const char *folder);
void datasets_free(datasets *s);
/* NULL with a sentence if FOLDER/NAME.csv is not there or malformed. */
const dataset *datasets_get(datasets *s, const char *name, reason *why);
bool datasets_has(const datasets *s, const char *name); /* is there such a file? */

#endif
