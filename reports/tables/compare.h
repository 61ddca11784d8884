/* compare.h -- two stores, base and head, cell by cell. */
#ifndef REPORTS_COMPARE_H
#define REPORTS_COMPARE_H

#include "reports/board/board.h"
#include "reports/text/table.h"

typedef struct compare_limits {
    double slower; /* a head whose ratio is above 1 + slower beyond doubt fails */
    double digits; /* loss of scd or mescd that fails */
} compare_limits;

typedef struct comparison {
    int cells; /* found in both stores */
    int only_base, only_head;
    int slower, faster, worse, changed; /* changed: another outcome */
    int untimed;                        /* measured on another machine or without samples */
    table *table;                       /* cells that differ; the caller's to free */
} comparison;

/* Cells are matched by what they are, not by key: the key holds the digests of the plug-ins. */
comparison compare_boards(const board *base, const board *head, const compare_limits *limits);
/* Is head no worse than base? */
bool compare_passes(const comparison *c);

#endif
