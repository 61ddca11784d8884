/* compare.h -- two stores, base and head, cell by cell.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_COMPARE_H
#define REPORTS_COMPARE_H

#include "bench/base/schema.h"
#include "reports/board/board.h"
#include "reports/text/table.h"

typedef struct compare_limits {
    bool instructions; /* are compared instead of times */
    double slower;     /* a head whose ratio is above 1 + slower beyond doubt fails */
    double digits;     /* loss of scd or mescd that fails */
} compare_limits;

typedef enum compare_verdict {
    COMPARE_ALIKE,
    COMPARE_CHANGED, /* another outcome */
    COMPARE_WORSE,   /* digits lost */
    COMPARE_SLOWER,
    COMPARE_FASTER
} compare_verdict;

typedef struct compared_cell {
    const entry *base, *head;
    bool timed;       /* on one machine, with samples or counts on both sides */
    cost_ratio ratio; /* head over base; NAN: not timed */
    compare_verdict verdict;
} compared_cell;

typedef struct comparison {
    int cells; /* found in both stores */
    int only_base, only_head;
    int slower, faster, worse, changed;
    bool instructions;
    const char *metric;  /* of the digits that are shown */
    int untimed;         /* ended well in both, yet not timed */
    int timed;           /* ended well in both, and timed: ... */
    double mean;         /* ... the geometric mean of their ratios; NAN: none */
    compared_cell *cell; /* the caller's to free; entries live as long as the boards */
} comparison;

/* Cells are matched by what they are, not by key: the key holds the digests of the plug-ins. */
comparison compare_boards(const board *base, const board *head, const compare_limits *limits);
/* Is head no worse than base? */
bool compare_passes(const comparison *c);

/* "slower", "digits lost" ...; "alike" */
const char *compare_word(compare_verdict v);

/* Cells that differ, for people; all of them for machines. The caller frees the document. */
table *compare_table(const comparison *c);
extern const schema compare_schema;
json_t *compare_json(const comparison *c);
void compare_junit(const comparison *c, FILE *f);

#endif
