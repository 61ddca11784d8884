/* compare_json.c -- a comparison as a JSON document: all cells with the results of both sides.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/util.h"
#include "reports/tables/compare.h"

static const schema_row sides[] = {
    { "outcome", SCHEMA_TEXT, 0, "`ok`, or how the run ended (docs/glossary.md)", NULL },
    { "machine", SCHEMA_TEXT, 0, "digest of the machine that measured", NULL },
    { "scd", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "significant correct digits (docs/metrics.md)",
      NULL },
    { "mescd", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "mixed significant correct digits", NULL },
    { "cpu_median_s", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "median CPU time of a solve in seconds",
      NULL },
    { "cpu_low_s", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "lower end of its 95 % interval", NULL },
    { "cpu_high_s", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "upper end of its 95 % interval", NULL },
    { "instructions", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "instructions of a solve", NULL },
    { 0 }
};

static const schema_row cells[] = {
    { "cell", SCHEMA_TEXT, 0, "the cell as the table has it", NULL },
    { "problem", SCHEMA_TEXT, 0, "name of the problem", NULL },
    { "parameters", SCHEMA_TEXT, 0, "those of the problem that are no defaults", NULL },
    { "formulation", SCHEMA_TEXT, 0, "the equations that were integrated", NULL },
    { "solver", SCHEMA_TEXT, 0, "name of the solver", NULL },
    { "options", SCHEMA_TEXT, 0, "those of the solver that are no defaults", NULL },
    { "rtol", SCHEMA_NUMBER, 0, "relative tolerance; 0 with constant steps", NULL },
    { "h", SCHEMA_NUMBER, 0, "constant step size; 0 with tolerances", NULL },
    { "no_events", SCHEMA_TRUTH, 0, "events were not located", NULL },
    { "verdict", SCHEMA_TEXT, 0,
      "`alike`, `outcome changed`, `digits lost`, `slower` or `faster`", NULL },
    { "base", SCHEMA_OBJECT, 0, "result of the base", sides },
    { "head", SCHEMA_OBJECT, 0, "result of the head", sides },
    { "ratio", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "cost of head over that of base", NULL },
    { "ratio_low", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "lower end of the 95 % interval of `ratio`",
      NULL },
    { "ratio_high", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "upper end of the 95 % interval", NULL },
    { "ratio_sure_low", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "lower end of the 99.9 % interval",
      NULL },
    { "ratio_sure_high", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "upper end of the 99.9 % interval",
      NULL },
    { 0 }
};

static const schema_row rows[] = {
    { "passes", SCHEMA_TRUTH, 0, "head is not worse than base", NULL },
    { "slower", SCHEMA_COUNT, 0, "cells that cost more beyond doubt", NULL },
    { "faster", SCHEMA_COUNT, 0, "cells that cost less beyond doubt", NULL },
    { "digits_lost", SCHEMA_COUNT, 0, "cells that lost more digits than allowed", NULL },
    { "outcome_changed", SCHEMA_COUNT, 0, "cells that end otherwise", NULL },
    { "only_in_base", SCHEMA_COUNT, 0, "cells that head does not hold", NULL },
    { "only_in_head", SCHEMA_COUNT, 0, "cells that base does not hold", NULL },
    { "not_timed", SCHEMA_COUNT, 0, "cells that end well in both without comparable costs",
      NULL },
    { "timed", SCHEMA_COUNT, 0, "cells that end well in both with comparable costs", NULL },
    { "geometric_mean", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "of the ratios of these", NULL },
    { "cells", SCHEMA_OBJECT, SCHEMA_LIST, "all cells that both hold", cells },
    { 0 }
};

const schema compare_schema = { "ivpbench.compare", "1.0.0", "two stores cell by cell", rows };

static json_t *side_json(const entry *e)
{
    json_t *o = need(json_object());
    schema_text(o, "outcome", outcome_name(e->r.outcome));
    schema_text(o, "machine", e->machine);
    schema_number(o, "scd", e->scd.value);
    schema_number(o, "mescd", e->mescd.value);
    schema_number(o, "cpu_median_s", e->cpu.median);
    schema_number(o, "cpu_low_s", e->cpu.low);
    schema_number(o, "cpu_high_s", e->cpu.high);
    schema_number(o, "instructions", e->instructions);
    return o;
}

static json_t *cell_json(const compared_cell *c)
{
    const cell *k = &c->base->r.cell;
    char title[1024];
    json_t *o = need(json_object());
    cell_title(k, title, sizeof title);
    schema_text(o, "cell", title);
    cell_tell(k, CELL_BRIEF, o);
    schema_text(o, "verdict", compare_word(c->verdict));
    json_object_set_new(o, "base", side_json(c->base));
    json_object_set_new(o, "head", side_json(c->head));
    schema_number(o, "ratio", c->ratio.ratio);
    schema_number(o, "ratio_low", c->ratio.low);
    schema_number(o, "ratio_high", c->ratio.high);
    schema_number(o, "ratio_sure_low", c->ratio.sure_low);
    schema_number(o, "ratio_sure_high", c->ratio.sure_high);
    return o;
}

json_t *compare_json(const comparison *c)
{
    const struct {
        const char *name;
        int value;
    } counts[] = {
        { "slower", c->slower },          { "faster", c->faster },
        { "digits_lost", c->worse },      { "outcome_changed", c->changed },
        { "only_in_base", c->only_base }, { "only_in_head", c->only_head },
        { "not_timed", c->untimed },      { "timed", c->timed },
    };
    json_t *o = schema_begin(&compare_schema), *list = need(json_array());
    for (int i = 0; i < c->cells; i++) json_array_append_new(list, cell_json(&c->cell[i]));
    json_object_set_new(o, "passes", json_boolean(compare_passes(c)));
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        json_object_set_new(o, counts[k].name, json_integer(counts[k].value));
    schema_number(o, "geometric_mean", c->mean);
    json_object_set_new(o, "cells", list);
    return o;
}
