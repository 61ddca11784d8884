/* protocol.c -- "rtol", "1e-2*rtol", "1e-9", "solver". */
#include "kernel/problem/protocol.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool protocol_size(const char *words, double *factor, double *fixed)
{
    *factor = *fixed = 0;
    if (!words || !*words || !strcmp(words, "solver")) return true;
    if (!strcmp(words, "rtol")) {
        *factor = 1;
        return true;
    }
    char *end;
    const double size = strtod(words, &end);
    if (end == words || !(size > 0) || !isfinite(size)) return false;
    if (!*end) *fixed = size;
    if (!strcmp(end, "*rtol")) *factor = size;
    return *fixed > 0 || *factor > 0;
}
