/* plan.c -- finding a plan file, reading and expanding it, printing what it means.
 *
 * A name without a slash is looked for in the current folder, in bench/plans, and among the
 * installed plans. */
#include "bench/plan/plan_inner.h"

#include "bench/store/store_inner.h"
#include "bench/base/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double guess_s = 0.1; /* accuracy run of a cell that was never seen */

char *plan_folder(int i)
{
    char folder[4000];
    own_folder(folder, sizeof folder);
    switch (i) {
    case 0:
        return text_of("%s/../bench/plans", folder);
    case 1:
        return text_of("%s/../share/ivpbench/plans", folder);
    case 2:
        return copied(PREFIX "/share/ivpbench/plans");
    default:
        return NULL;
    }
}

/* A file as it is called, or NAME.cfg in one of the folders. */
static char *find_plan(const char *name)
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

/* --quick: one short timing per cell. */
static void shorten(plan *p)
{
    for (int i = 0; i < p->ncells; i++) {
        cell *c = &p->cells[i].cell;
        if (c->workers > 1) c->workers = 1;
        if (c->min_time_s > 0.02) c->min_time_s = 0.02;
    }
}

bool plan_read(plan *p, const char *name, const plan_choice *choice, char *why, size_t size)
{
    plan_file f;
    *p = (plan){ .path = find_plan(name) };
    if (!p->path)
        return fail(why, size, "plan \"%s\": no such file; see ivpbench list plans", name);
    p->text = file_text(p->path);
    const bool good =
        plan_file_read(&f, p->path, why, size) && plan_expand(p, &f, choice, why, size);
    plan_file_free(&f);
    if (good && choice->quick) shorten(p);
    if (!good) plan_free(p);
    return good;
}

void plan_free(plan *p)
{
    for (int i = 0; i < p->ncells; i++) {
        free(p->cells[i].group);
        free(p->cells[i].declined);
    }
    for (int i = 0; i < p->nskips; i++) {
        free(p->skips[i].what);
        free(p->skips[i].why);
    }
    free(p->cells);
    free(p->skips);
    free(p->path);
    free(p->text);
    *p = (plan){ 0 };
}

/* Seconds of a cell: what it took before, else a guess. */
static double estimate(store *s, const cell *c, bool *measured)
{
    const double before = s ? store_seconds(s, c) : -1;
    *measured = before >= 0;
    return *measured ? before : guess_s + c->workers * (0.05 + 1.5 * c->min_time_s);
}

void plan_print(const plan *p, store *s, int jobs)
{
    double total = 0;
    for (int i = 0; i < p->ncells; i++) {
        char title[1024];
        bool measured;
        const double seconds = estimate(s, &p->cells[i].cell, &measured);
        cell_title(&p->cells[i].cell, title, sizeof title);
        printf("%-10.10s  %-70s", p->cells[i].group, title);
        if (p->cells[i].declined)
            printf("  declined: %s\n", p->cells[i].declined);
        else
            printf("  %8.3g s%s\n", seconds, measured ? "" : "?");
        if (!p->cells[i].declined) total += seconds;
    }
    for (int i = 0; i < p->nskips; i++)
        printf("%-10s  %s: %s\n", "skipped", p->skips[i].what, p->skips[i].why);
    printf(
        "%d cells, about %.3g s of work (? marks guesses); timings use one core, accuracy runs "
        "%d\n",
        p->ncells, total, jobs);
}
