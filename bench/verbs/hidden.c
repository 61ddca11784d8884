/* hidden.c -- which plug-ins of a plan hide others of the same name. */
#include "bench/verbs/hidden.h"

#include "bench/base/cli.h"
#include "bench/plan/names.h"

#include <stddef.h>
#include <string.h>

/* One kind: the names of the cells at this place, each once; cells of one problem are
 * neighbours, solvers are not. */
static void say_of(const plan *p, const char *kind, size_t place)
{
    char path[4096], other[4096];
    for (int i = 0; i < p->ncells; i++) {
        const char *name = (const char *)&p->cells[i].cell + place;
        int k = 0;
        while (k < i && strcmp((const char *)&p->cells[k].cell + place, name)) k++;
        if (k < i || !names_hides(kind, name, path, other, sizeof path)) continue;
        cli_say("%s is %s, which hides %s", name, path, other);
    }
}

void say_hidden(const plan *p)
{
    say_of(p, "problems", offsetof(cell, problem));
    say_of(p, "solvers", offsetof(cell, solver));
}
