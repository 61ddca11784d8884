/* verb_board.h -- opening a store on behalf of a verb.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_VERB_BOARD_H
#define BENCH_CLI_VERB_BOARD_H

#include "bench/cli/verb.h"
#include "reports/board/board.h"

/* The row of an option by which a board is judged; board_judge_by() takes it. */
#define METRIC_ROW(request) METRIC_ROW_OF(request, "scd|mescd")
#define METRIC_ROW_OF(request, parts)                                                          \
    {                                                                                          \
        "metric", 0, OPTION_WORD, offsetof(request, metric), "WORD", WORD_TEXT,                \
            .meaning = "how correct digits are counted (docs/metrics.md)", .choices = parts,   \
            .initial = "scd"                                                                   \
    }

/* NULL after a sentence on standard error. */
board *verb_board(const char *path, const char *reference);
/* The same with results whose timings are not complete. */
board *verb_board_so_far(const char *path, const char *reference);

/* Closes it and says what was found damaged; the code of the verb: 3 where there was any. */
int verb_board_close(board *b, int code);

#endif
