/* svg.h -- a picture of gnuplot's made smaller. */
#ifndef REPORTS_SVG_H
#define REPORTS_SVG_H

#include <stddef.h>

/* In place: empty groups, and blanks that mean nothing. Returns the new length. */
size_t svg_squeeze(char *text);

#endif
