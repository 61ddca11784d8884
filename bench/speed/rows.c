/* rows.c -- the rows of speed.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/speed/speed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

typedef struct row {
    char *key; /* problem, what, how, unit, as in CSV */
    double value;
} row;

struct speed_rows {
    row *row;
    size_t n;
};

speed_rows *speed_rows_new(void) { return need(calloc(1, sizeof(speed_rows))); }

/* Names of plug-ins and settings hold no quotes; a comma may stand between settings. */
void speed_row(speed_rows *rows, const char *problem, const char *what, const char *how,
               const char *unit, double value)
{
    char *key = text_of("\"%s\",%s,%s,%s", problem, what, how, unit);
    for (size_t k = 0; k < rows->n; k++)
        if (!strcmp(rows->row[k].key, key)) {
            rows->row[k].value = fmin(rows->row[k].value, value);
            free(key);
            return;
        }
    rows->row = grown(rows->row, rows->n + 1, sizeof *rows->row);
    rows->row[rows->n++] = (row){ key, value };
}

void speed_rows_write(speed_rows *rows, FILE *to)
{
    fputs("problem,what,how,unit,value\n", to);
    for (size_t k = 0; k < rows->n; k++) {
        fprintf(to, "%s,%.4g\n", rows->row[k].key, rows->row[k].value);
        free(rows->row[k].key);
    }
    free(rows->row);
    free(rows);
}
