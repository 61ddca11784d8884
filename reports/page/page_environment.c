/* page_environment.c -- the head of a page: how far the runs are; where, when and what was
 * measured, and by which plan.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/prose.h"

#include <libconfig.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

static char *plan_title(const char *text)
{
    const char *title = NULL;
    config_t c;
    config_init(&c);
    if (config_read_string(&c, text ? text : "")) config_lookup_string(&c, "title", &title);
    char *copy = copied(title);
    config_destroy(&c);
    return copy;
}

static table *environment_table(const json_t *o)
{
    table *t = table_new("what|value");
    const char *name;
    json_t *v;
    json_object_foreach((json_t *)o, name, v)
    {
        char *shown = json_is_string(v) ? copied(json_string_value(v))
                                        : json_dumps(v, JSON_ENCODE_ANY | JSON_COMPACT);
        table_text(t, "%s", name);
        table_text(t, "%.1500s", shown ? shown : "");
        free(shown);
    }
    return t;
}

/* Where, when and what, in one line that unfolds. */
void prose_environment(page *p, const board *b)
{
    store_run run;
    if (!store_last_run(b->store, &run)) return;
    json_t *o = json_loads(run.environment, 0, NULL);
    const json_t *warnings = json_object_get(o, "warnings");
    const char *cpu = json_string_value(json_object_get(o, "cpu"));
    const char *lacks = json_string_value(json_object_get(o, "not confined"));
    char *title = plan_title(run.plan), count[64] = "";
    const size_t n = json_array_size(warnings);
    if (n)
        snprintf(count, sizeof count, "; %zu warning%s about its timings", n,
                 n == 1 ? "" : "s");
    char *line = text_of("%s%s%.10s; %s; %d result%s%s%s", cpu ? cpu : "", cpu ? ", " : "",
                         run.started, *title ? title : "a plan without a title", b->n,
                         b->n == 1 ? "" : "s", count, lacks ? "; a weaker cage" : "");
    page_open(p, "head", false, line);
    page_text(p, "Last run: %s, seed %lu, machine %s.", run.started, run.seed, run.machine);
    if (lacks) page_item(p, "Warning", "plug-ins were not kept from: %s", lacks);
    for (size_t i = 0; i < n; i++) {
        const char *said = json_string_value(json_array_get(warnings, i));
        page_item(p, "Warning", "%s", said ? said : "");
    }
    page_text(p, "%s", "");
    table *t = environment_table(o);
    page_table(p, "environment", "Where it was measured (last run)", "", t);
    table_free(t);
    page_open(p, "plan", false, "The plan");
    page_code(p, run.plan);
    page_close(p);
    page_close(p);
    free(line);
    free(title);
    free(run.plan);
    free(run.environment);
    json_decref(o);
}

/* ---- how far the runs are ---------------------------------------------------------------- */

/* What is to come: accuracies first, then timings. */
static char *to_come(const course *c)
{
    if (c->known == c->finished) return copied("");
    if (c->known < c->planned) return copied("; timings to come");
    return text_of("; timings of %ld to come", c->known - c->finished);
}

void prose_course(page *p, const course *c)
{
    if (c->finished == c->planned) return;
    char *rest = to_come(c);
    char *text = text_of(
        c->growing ? "Still running: %ld of %ld cells%s. This page is renewed: load it again."
                   : "Not complete: %ld of %ld cells%s. The command that began the run goes on "
                     "from there.",
        c->known, c->planned, rest);
    page_notice(p, text);
    free(text);
    free(rest);
}
