/* verb_board.h -- opening a store on behalf of a verb. */
#ifndef REPORTS_VERB_BOARD_H
#define REPORTS_VERB_BOARD_H

#include "reports/board/board.h"

/* NULL after a sentence on standard error. */
board *verb_board(const char *path, const char *reference);

#endif
