/* summary.c -- verdicts by paper, and what becomes of the figures that are printed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/summary.h"

#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

/* Undecided claims fail elsewhere; they stand in no column. */
enum { SHOWN = JUDGED_UNDECIDED };

static void count_row(table *t, const char *title, const long *count)
{
    long claims = 0;
    for (int k = 0; k < NJUDGEMENTS; k++) claims += count[k];
    table_text(t, "%s", title);
    table_count(t, claims);
    table_count(t, claims - count[JUDGED_NOT_ATTEMPTED] - count[JUDGED_NOT_HERE] -
                       count[JUDGED_UNDECIDED]);
    for (int k = 0; k < SHOWN; k++) table_count(t, count[k]);
}

static table *counts_table(void)
{
    char *headers = copied("paper|claims|judged");
    for (int k = 0; k < SHOWN; k++) {
        char *longer = text_of("%s|%s", headers, judgement_text((judgement)k));
        free(headers);
        headers = longer;
    }
    table *t = table_new(headers);
    free(headers);
    return t;
}

typedef void (*counter)(const paper *p, const config_setting_t *blessed, long *count);

static table *count_all(paper *const *list, int n, const config_setting_t *blessed, counter of)
{
    long total[NJUDGEMENTS] = { 0 };
    table *t = counts_table();
    for (int i = 0; i < n; i++) {
        long count[NJUDGEMENTS] = { 0 };
        of(list[i], blessed, count);
        for (int k = 0; k < NJUDGEMENTS; k++) total[k] += count[k];
        count_row(t, list[i]->title, count);
    }
    if (n > 1) count_row(t, "all", total);
    return t;
}

static void count_judged(const paper *p, const config_setting_t *blessed, long *count)
{
    (void)blessed;
    paper_count(p, count);
}

static void count_blessed(const paper *p, const config_setting_t *blessed, long *count)
{
    const config_setting_t *group = config_setting_get_member(blessed, p->name),
                           *all = config_lookup(&p->config, "claims");
    for (int i = 0; all && i < config_setting_length(all); i++) {
        const char *id = "", *word = "";
        judgement v = JUDGED_UNDECIDED;
        config_setting_lookup_string(config_setting_get_elem(all, (unsigned)i), "id", &id);
        if (group) config_setting_lookup_string(group, id, &word);
        judgement_by_name(word, &v);
        count[v]++;
    }
}

table *summary_counts(paper *const *list, int n)
{
    return count_all(list, n, NULL, count_judged);
}

static char *drawn_as(const paper *p, const config_setting_t *s)
{
    const config_setting_t *ids = config_setting_get_member(s, "figures");
    const char *sentence = "";
    if (config_setting_lookup_string(s, "reason", &sentence))
        return text_of("not drawn: %s", sentence);
    char *text = copied("");
    for (int i = 0; i < config_setting_length(ids); i++) {
        char *longer = text_of("%s%sfigures/%s-%s.svg", text, i ? ", " : "", p->name,
                               config_setting_get_string_elem(ids, i));
        free(text);
        text = longer;
    }
    return text;
}

table *summary_figures(const paper *p)
{
    const config_setting_t *all = config_lookup(&p->config, "printed_figures");
    table *t = table_new("printed|shows|here");
    for (int i = 0; all && i < config_setting_length(all); i++) {
        const config_setting_t *s = config_setting_get_elem(all, (unsigned)i);
        const char *number = "", *shows = "";
        config_setting_lookup_string(s, "number", &number);
        config_setting_lookup_string(s, "shows", &shows);
        char *here = drawn_as(p, s);
        table_text(t, "%s", number);
        table_text(t, "%s", shows);
        table_text(t, "%s", here);
        free(here);
    }
    return t;
}

bool summary_blessed(FILE *f, paper *const *list, int n, const char *path, reason *why)
{
    config_t file;
    config_init(&file);
    const bool good = config_load(&file, path, why);
    if (good) {
        table *t = count_all(list, n, config_root_setting(&file), count_blessed);
        table_markdown(t, f);
        table_free(t);
    }
    for (int i = 0; good && i < n; i++) {
        table *t = summary_figures(list[i]);
        if (table_rows(t)) {
            fprintf(f, "**%s**\n\n", list[i]->title);
            table_markdown(t, f);
        }
        table_free(t);
    }
    config_destroy(&file);
    return good;
}
