/* verb_board.c -- opening a store on behalf of a verb. */
#include "bench/verbs/verb_board.h"

#include "bench/base/cli.h"

board *verb_board(const char *path, const char *reference)
{
    char why[BOARD_WHY];
    board *b = board_open(path, reference, why, sizeof why);
    if (!b)
        cli_say("%s", why);
    else if (*b->note)
        cli_say("%s", b->note);
    return b;
}
