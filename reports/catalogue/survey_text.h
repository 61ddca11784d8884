/* survey_text.h -- the lines of a survey read back.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_SURVEY_TEXT_H
#define REPORTS_SURVEY_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* What stands behind the key in its k-th line, counted from 0; false: there are fewer. */
bool survey_line(const char *survey, const char *key, int k, char *text, size_t size);

/* Extremes of the eigenvalues along the solution. */
typedef struct survey_spectrum {
    int points;               /* 0: not measured */
    double least, most, turn; /* real parts, imaginary part */
} survey_spectrum;
survey_spectrum survey_extremes(const char *survey);

/* Digits that are certified of the end state; NAN: there is no reference. */
double survey_certified(const char *survey);
/* Most digits of published values that are right; NAN: none are known. source may be NULL. */
double survey_published(const char *survey, char *source, size_t size);

/* "ODE", "M y' = f, index 1", "mechanical, index 3" ... */
void survey_class(const char *survey, char *text, size_t size);
/* "80", "14 + 6 multipliers" */
void survey_size(const char *survey, char *text, size_t size);

#endif
