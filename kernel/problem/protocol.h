/* protocol.h -- the words of a protocol (ivp_protocol) as numbers. */
#ifndef IVP_PROTOCOL_H
#define IVP_PROTOCOL_H

#include <stdbool.h>

/* "rtol", "1e-2*rtol": *factor; "1e-9": *fixed; "solver", "" or NULL: neither. False where it
 * is none of these, or not positive and finite. */
bool protocol_size(const char *text, double *factor, double *fixed);

#endif
