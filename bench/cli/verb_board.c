/* verb_board.c -- opening a store on behalf of a verb.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/verb_board.h"

#include <errno.h>
#include <unistd.h>

#include "bench/base/message.h"

static board *opened(const char *path, const char *reference, bool so_far)
{
    reason why;
    if (*path != '@' && access(path, F_OK) && errno == ENOENT) { /* @: in the archive */
        cli_say("there is no store %s: ivpbench run PLAN makes it, --store FILE names another",
                path);
        return NULL;
    }
    board *b = (so_far ? board_open_so_far : board_open)(path, reference, &why);
    if (!b)
        cli_say("%s", why.text);
    else if (*b->note)
        cli_say("%s", b->note);
    return b;
}

board *verb_board(const char *path, const char *reference)
{
    return opened(path, reference, false);
}

board *verb_board_so_far(const char *path, const char *reference)
{
    return opened(path, reference, true);
}

/* Without them nothing is scored, which must not look like a problem that has none. */
static int say_unreadable(const board *b)
{
    int n = 0;
    for (int i = 0; b && i < b->ngroups; i++)
        if (b->groups[i].unreadable) {
            const group *g = &b->groups[i];
            const char *other = group_stand_in(g);
            n++;
            if (*other)
                cli_say("%s; %s is scored by the %s", g->why, g->problem, other);
            else
                cli_say("%s; nothing of %s is scored", g->why, g->problem);
        }
    return n;
}

int verb_board_close(board *b, int code)
{
    int n = 0;
    for (const char *text; b && (text = store_damage(b->store, n)); n++) cli_say("%s", text);
    const int unreadable = say_unreadable(b);
    board_close(b);
    if (n) cli_say("damaged: ivpbench store repair saves what is whole; these cells run again");
    return (n || unreadable) && code == CLI_OK ? CLI_INFRA : code;
}
