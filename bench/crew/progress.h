/* progress.h -- how a campaign is coming along: a bar on a terminal, plain lines elsewhere. */
#ifndef BENCH_PROGRESS_H
#define BENCH_PROGRESS_H

#include "bench/cell/record.h"

typedef struct progress {
    bool terminal, color, quiet, verbose;
    int done, total; /* worker runs */
    int cells, ncells;
    double began;
} progress;

/* color: "auto", "always" or "never"; NO_COLOR is honoured by auto. */
bool progress_color(const char *color, bool terminal);

void progress_begin(progress *p, int total, int ncells);
void progress_run(progress *p, int runs);         /* so many worker runs done, or given up */
void progress_cell(progress *p, const record *r); /* a cell is finished */
void progress_tick(progress *p);                  /* redraws */
void progress_end(progress *p);

#endif
