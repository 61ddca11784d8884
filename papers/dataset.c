/* dataset.c -- the CSV files of a folder.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/dataset.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/util.h"

struct datasets {
    char *folder;
    dataset **list;
    int n;
};

datasets *datasets_in(const char *folder)
{
    datasets *s = need(calloc(1, sizeof *s));
    s->folder = copied(folder);
    return s;
}

void datasets_free(datasets *s)
{
    if (!s) return;
    for (int i = 0; i < s->n; i++) dataset_free(s->list[i]);
    free(s->list);
    free(s->folder);
    free(s);
}

bool datasets_has(const datasets *s, const char *name)
{
    char *path = text_of("%s/%s.csv", s->folder, name);
    const bool there = !access(path, R_OK);
    free(path);
    return there;
}

const dataset *datasets_get(datasets *s, const char *name, reason *why)
{
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->list[i]->name, name)) return s->list[i];
    char *path = text_of("%s/%s.csv", s->folder, name);
    dataset *d = dataset_read(path, name, why);
    free(path);
    if (!d) return NULL;
    s->list = grown(s->list, (size_t)s->n + 1, sizeof *s->list);
    return s->list[s->n++] = d;
}
