/* doctor.h -- the checks of `ivpbench doctor`.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_DOCTOR_H
#define BENCH_DOCTOR_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum doctor_verdict {
    DOCTOR_FINE,
    DOCTOR_NOTE,
    DOCTOR_WARN,
    DOCTOR_BAD
} doctor_verdict;

enum { DOCTOR_TEXT = 512 };

/* Writes what was found and, unless it is fine, what would be better. */
typedef doctor_verdict (*doctor_check)(char text[DOCTOR_TEXT]);

extern const struct doctor_row {
    const char *name;
    doctor_check check;
    bool timing; /* what it warns of spoils timings, and is quickly seen */
} doctor_rows[]; /* ends with a NULL name */

/* "gnuplot 5.4 patchlevel 4"; false if it is missing */
bool doctor_gnuplot(char *text, size_t size);

doctor_verdict doctor_calibration(char text[DOCTOR_TEXT]); /* of wrapped libraries */
/* The same of what build/calibrate said. */
doctor_verdict doctor_calibrated(const json_t *list, char text[DOCTOR_TEXT]);
doctor_verdict doctor_noise(char text[DOCTOR_TEXT]); /* takes half a second */

#endif
