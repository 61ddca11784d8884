/* compare_print.c -- a comparison for people and as JUnit XML.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>

#include "bench/base/util.h"
#include "reports/tables/compare.h"

const char *compare_word(compare_verdict v)
{
    static const char *const names[] = { [COMPARE_ALIKE] = "alike",
                                         [COMPARE_CHANGED] = "outcome changed",
                                         [COMPARE_WORSE] = "digits lost",
                                         [COMPARE_SLOWER] = "slower",
                                         [COMPARE_FASTER] = "faster" };
    return names[v];
}

static void add_ratio(table *t, const compared_cell *c)
{
    const cost_ratio *r = &c->ratio;
    if (r->verdict == COST_LESS || r->verdict == COST_MORE)
        table_text(t, "%.3f [%.3f, %.3f]", r->ratio, r->low, r->high);
    else
        table_text(t, "%s", r->verdict == COST_SAME ? "~" : "");
}

static double cost_in(const comparison *c, const entry *e)
{
    return c->instructions ? e->instructions : e->cpu.median;
}

table *compare_table(const comparison *c)
{
    const char *unit = c->instructions ? "instructions" : "CPU [s]";
    char *head = text_of("cell|base %s|head %s|head/base|base %s|head %s|base|head|verdict",
                         unit, unit, c->metric, c->metric);
    table *t = table_new(head);
    free(head);
    for (int i = 0; i < c->cells; i++) {
        const compared_cell *one = &c->cell[i];
        char title[1024];
        if (one->verdict == COMPARE_ALIKE) continue;
        cell_title(&one->base->r.cell, title, sizeof title);
        table_text(t, "%s", title);
        table_number(t, c->instructions ? "%.0f" : "%.3g", cost_in(c, one->base));
        table_number(t, c->instructions ? "%.0f" : "%.3g", cost_in(c, one->head));
        add_ratio(t, one);
        table_number(t, "%.2f", one->base->digits.value);
        table_number(t, "%.2f", one->head->digits.value);
        table_text(t, "%s", outcome_name(one->base->r.outcome));
        table_text(t, "%s", outcome_name(one->head->r.outcome));
        table_text(t, "%s", compare_word(one->verdict));
    }
    return t;
}

/* ---- JUnit ------------------------------------------------------------------------------- */

static void write_failure(const compared_cell *c, FILE *f)
{
    const entry *a = c->base, *b = c->head;
    char *said =
        c->verdict == COMPARE_CHANGED
            ? text_of("%s: %s, then %s", compare_word(c->verdict), outcome_name(a->r.outcome),
                      outcome_name(b->r.outcome))
        : c->verdict == COMPARE_WORSE
            ? text_of("%s: scd %.2f, then %.2f; mescd %.2f, then %.2f",
                      compare_word(c->verdict), a->scd.value, b->scd.value, a->mescd.value,
                      b->mescd.value)
            : text_of("%s: %.4g times, 95 %% interval %.4g to %.4g", compare_word(c->verdict),
                      c->ratio.ratio, c->ratio.low, c->ratio.high);
    fputs("\n    <failure message=\"", f);
    html_text(f, said);
    fputs("\"/>\n  ", f);
    free(said);
}

void compare_junit(const comparison *c, FILE *f)
{
    fprintf(f,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuite name=\"ivpbench compare\" tests=\"%d\" failures=\"%d\">\n",
            c->cells, c->slower + c->worse + c->changed);
    for (int i = 0; i < c->cells; i++) {
        const compared_cell *one = &c->cell[i];
        char title[1024];
        cell_title(&one->base->r.cell, title, sizeof title);
        fputs("  <testcase classname=\"", f);
        html_text(f, one->base->r.cell.problem);
        fputs("\" name=\"", f);
        html_text(f, title);
        fputs("\">", f);
        if (one->verdict != COMPARE_ALIKE && one->verdict != COMPARE_FASTER)
            write_failure(one, f);
        fputs("</testcase>\n", f);
    }
    fputs("</testsuite>\n", f);
}
