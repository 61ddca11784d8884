/* compare_print.c -- a comparison for people, as JSON and as JUnit XML.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <jansson.h>
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

/* ---- JSON -------------------------------------------------------------------------------- */

/* What does not exist is left out: JSON has no NaN. */
static void put_number(json_t *o, const char *name, double v)
{
    if (isfinite(v)) json_object_set_new(o, name, json_real(v));
}

static json_t *side_json(const entry *e)
{
    json_t *o = need(
        json_pack("{s:s, s:s}", "outcome", outcome_name(e->r.outcome), "machine", e->machine));
    put_number(o, "scd", e->scd.value);
    put_number(o, "mescd", e->mescd.value);
    put_number(o, "cpu_median_s", e->cpu.median);
    put_number(o, "cpu_low_s", e->cpu.low);
    put_number(o, "cpu_high_s", e->cpu.high);
    put_number(o, "instructions", e->instructions);
    return o;
}

static json_t *cell_json(const compared_cell *c)
{
    const cell *k = &c->base->r.cell;
    char title[1024];
    cell_title(k, title, sizeof title);
    json_t *o = need(json_pack("{s:s}", "cell", title));
    cell_tell(k, CELL_BRIEF, o);
    json_object_set_new(o, "verdict", json_string(compare_word(c->verdict)));
    json_object_set_new(o, "base", side_json(c->base));
    json_object_set_new(o, "head", side_json(c->head));
    put_number(o, "ratio", c->ratio.ratio);
    put_number(o, "ratio_low", c->ratio.low);
    put_number(o, "ratio_high", c->ratio.high);
    put_number(o, "ratio_sure_low", c->ratio.sure_low);
    put_number(o, "ratio_sure_high", c->ratio.sure_high);
    return o;
}

void compare_json(const comparison *c, FILE *f)
{
    json_t *cells = need(json_array());
    for (int i = 0; i < c->cells; i++) json_array_append_new(cells, cell_json(&c->cell[i]));
    json_t *o = need(json_pack("{s:b, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "passes",
                               (int)compare_passes(c), "slower", c->slower, "faster", c->faster,
                               "digits_lost", c->worse, "outcome_changed", c->changed,
                               "only_in_base", c->only_base, "only_in_head", c->only_head,
                               "not_timed", c->untimed, "timed", c->timed));
    put_number(o, "geometric_mean", c->mean);
    json_object_set_new(o, "cells", cells);
    json_dumpf(o, f, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    fputc('\n', f);
    json_decref(o);
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
