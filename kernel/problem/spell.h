/* spell.h -- one spelling for every decimal number.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_SPELL_H
#define IVP_SPELL_H

#include <stdbool.h>

/* Largest number of significant digits of a word, more than quad resolves. A normalised word
 * has at most SPELL_MAX - 1 characters. */
enum { SPELL_DIGITS = 50, SPELL_MAX = 72 };

typedef enum spelling { SPELLED, SPELL_NO_NUMBER, SPELL_TOO_LONG } spelling;

/* Normalises a decimal: "0.10", "1e-1", "+.1" become "0.1". It works on digits, without
 * arithmetic. */
spelling spell_decimal(const char *word, char text[SPELL_MAX]);

#endif
