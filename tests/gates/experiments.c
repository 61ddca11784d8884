/* experiments.c -- the experiments of gate files, for tools/exceptions.sh: a line each,
 * "FILE:LINE<TAB>command<TAB>what it shows".
 *
 *     experiments FILE...
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>

#include "reports/gates/gate.h"

static void put(const gate *g, int line, const char *experiment, const char *shows)
{
    printf("%s:%d\t%s\t%s\n", g->path, line, experiment, shows);
}

static bool put_all(const char *path)
{
    reason why;
    gate *g = gate_read(path, &why);
    if (!g) {
        fprintf(stderr, "experiments: %s\n", why.text);
        return false;
    }
    for (int k = 0; g->layers && k < g->layers->nexceptions; k++) {
        const exception *x = &g->layers->exceptions[k];
        put(g, x->line, x->experiment, x->shows);
    }
    for (int k = 0; g->ladders && k < g->ladders->n; k++) {
        const ladder_exception *x = &g->ladders->exceptions[k];
        put(g, x->line, x->experiment, x->shows);
    }
    gate_free(g);
    return true;
}

int main(int argc, char **argv)
{
    bool good = argc > 1;
    for (int k = 1; k < argc; k++) good = put_all(argv[k]) && good;
    return good ? 0 : 2;
}
