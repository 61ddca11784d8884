/* rows.c -- the rows of speed.h. */
#include "bench/speed/speed.h"

void speed_head(FILE *to) { fputs("problem,what,how,unit,value\n", to); }

/* Names of plug-ins and settings hold no quotes; a comma may stand between settings. */
void speed_row(FILE *to, const char *problem, const char *what, const char *how,
               const char *unit, double value)
{
    fprintf(to, "\"%s\",%s,%s,%s,%.4g\n", problem, what, how, unit, value);
    fflush(to);
}
