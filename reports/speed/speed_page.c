/* speed_page.c -- tables and figure in one folder.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/speed/speed_page.h"

#include <stdlib.h>

#include "bench/base/util.h"
#include "reports/figures/figure.h"
#include "reports/page/page.h"
#include "reports/speed/requirements.h"
#include "reports/speed/shares.h"

static bool make_folders(const char *folder, reason *why)
{
    static const char *const parts[] = { "figures", "tables" };
    bool good = folders_above(folder, why) && make_folder(folder, why);
    for (int k = 0; good && k < 2; k++) {
        char *path = text_of("%s/%s", folder, parts[k]);
        good = make_folder(path, why);
        free(path);
    }
    return good;
}

static bool draw(const board *b, const calls_file *c, const char *folder, reason *why)
{
    char *figures = text_of("%s/figures", folder), name[] = "shares";
    char *const names[] = { name };
    bool good = shares_figure(b, c, SPEED_LEVEL, figures, name, why);
    if (good && figure_gnuplot()) good = figure_draw(figures, names, 1, why);
    free(figures);
    return good;
}

static void write_body(page *p, const board *b, const calls_file *c, const table *requirements)
{
    page_heading(p, 2, "Asked and measured");
    page_table(p, "asked", "Requirements on the speed of ivpbench", "", requirements);
    page_heading(p, 2, "Where the time goes");
    page_figure(
        p, "shares",
        "Shares of the CPU time; of runs with a star, which ask for Jacobians, of their "
        "instructions. The cross is the limit: the right-hand sides of the run at the "
        "cost of the cheapest evaluation alone.");
    table *t = shares_table(b, c);
    page_table(p, "runs", "All runs", "CPU: the least of all samples.", t);
    table_free(t);
    page_heading(p, 2, "Calls");
    t = calls_table(c);
    page_table(p, "calls", "Single calls", "The least of many short batches.", t);
    table_free(t);
}

bool speed_page(const board *b, const calls_file *c, const char *requirements,
                const char *folder, int *missed, reason *why)
{
    table *t = requirements_table(requirements, b, c, missed, why);
    bool good = t && make_folders(folder, why) && draw(b, c, folder, why);
    page *p = good ? page_begin(folder, "Speed", false, why) : NULL;
    if (p) {
        write_body(p, b, c, t);
        good = page_end(p, why);
        table_plain(t, stdout);
    }
    table_free(t);
    return p && good;
}
