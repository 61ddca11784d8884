/* decimal.h -- decimals of more digits than a double has.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_DECIMAL_H
#define REPORTS_DECIMAL_H

/* |a - b| in units of the last digit of a, up to 33 digits. */
double decimal_units(const char *a, const char *b);
/* One unit of the last digit: 1e-3 of "0.250", 1e-5 of "1.200e-2". */
double decimal_unit(const char *text);

#endif
