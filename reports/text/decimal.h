/* decimal.h -- decimals of more digits than a double has. */
#ifndef REPORTS_DECIMAL_H
#define REPORTS_DECIMAL_H

/* |a - b| in units of the last digit of a, up to 33 digits. */
double decimal_units(const char *a, const char *b);

#endif
