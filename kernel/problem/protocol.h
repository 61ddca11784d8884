/* protocol.h -- the words of a protocol (ivp_protocol) as numbers.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_PROTOCOL_H
#define IVP_PROTOCOL_H

#include <stdbool.h>

/* "rtol", "1e-2*rtol" set *factor; "1e-9" sets *fixed; "solver", "" or NULL set neither.
 * Returns false for any other text, or a number that is not positive and finite. */
bool protocol_size(const char *text, double *factor, double *fixed);

#endif
