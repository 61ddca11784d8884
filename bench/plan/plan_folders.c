/* plan_folders.c -- plans that a name alone finds.
 *
 * A name without a slash is looked for in the current folder, in bench/plans, and among the
 * installed plans.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plan/plan.h"

#include "bench/base/util.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Folders that are searched for NAME.cfg; NULL ends. */
static char *plan_folder(int i)
{
    char folder[4000];
    program_folder(folder, sizeof folder);
    switch (i) {
    case 0:
        return text_of("%s/tree/bench/plans", folder);
    case 1:
        return text_of("%s/../share/ivpbench/plans", folder);
    case 2:
        return copied(PREFIX "/share/ivpbench/plans");
    default:
        return NULL;
    }
}

char *plan_find(const char *name)
{
    if (access(name, R_OK) == 0) return copied(name);
    char *folder;
    for (int i = 0; !strchr(name, '/') && (folder = plan_folder(i)); i++) {
        char *path = text_of("%s/%s.cfg", folder, name);
        free(folder);
        if (access(path, R_OK) == 0) return path;
        free(path);
    }
    return NULL;
}

static int is_plan(const struct dirent *e)
{
    const size_t n = strlen(e->d_name);
    return n > 4 && !strcmp(e->d_name + n - 4, ".cfg");
}

int plan_list(char ***paths)
{
    char *folder, **list = NULL;
    int count = 0;
    for (int i = 0; (folder = plan_folder(i)); i++) {
        struct dirent **found;
        const int n = scandir(folder, &found, is_plan, alphasort);
        list = grown(list, (size_t)(count + (n > 0 ? n : 0)), sizeof *list);
        for (int k = 0; k < n; k++) {
            list[count++] = text_of("%s/%s", folder, found[k]->d_name);
            free(found[k]);
        }
        if (n >= 0) free(found);
        free(folder);
    }
    *paths = list;
    return count;
}

void plan_list_free(char **paths, int n)
{
    for (int i = 0; i < n; i++) free(paths[i]);
    free(paths);
}

const char *plan_name(char *path)
{
    char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    name[strlen(name) - strlen(".cfg")] = '\0';
    return name;
}
