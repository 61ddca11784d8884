/* spell.h -- one spelling for every decimal number. */
#ifndef IVP_SPELL_H
#define IVP_SPELL_H

#include <stdbool.h>

/* Significant digits that a word may have: more than quad tells apart. A spelled word has at
 * most SPELL_MAX - 1 characters. */
enum { SPELL_DIGITS = 50, SPELL_MAX = 72 };

typedef enum spelling { SPELLED, SPELL_NO_NUMBER, SPELL_TOO_LONG } spelling;

/* "0.10", "1e-1", "+.1" become "0.1": the same number, digit by digit, in no arithmetic at
 * all. */
spelling spell_decimal(const char *word, char text[SPELL_MAX]);

#endif
