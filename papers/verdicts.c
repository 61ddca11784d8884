/* verdicts.c -- the gate of the papers: blessed verdicts against those of today.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "bench/base/config.h"
#include "bench/base/util.h"
#include "papers/papers.h"

#define READINGS_OF "-readings" /* the group of those of a paper */

static const char *blessed_of(const config_setting_t *group, const char *id)
{
    const char *word = NULL;
    if (group) config_setting_lookup_string(group, id, &word);
    return word;
}

static bool check_claim(const paper *p, const claim *c, const char *blessed, FILE *f)
{
    judgement v;
    if (blessed && c->verdict == JUDGED_NOT_HERE) return true; /* another machine judges it */
    if (blessed && judgement_by_name(blessed, &v) && v == c->verdict) return true;
    char *now = claim_verdict(c);
    if (!blessed)
        fprintf(f, "%s, %s (%s): %s, but no verdict is blessed for it\n", p->name, c->id,
                c->place, now);
    else
        fprintf(f, "%s, %s (%s): the verdict is \"%s\", expected \"%s\"\n", p->name, c->id,
                c->place, now, judgement_by_name(blessed, &v) ? judgement_text(v) : blessed);
    free(now);
    if (c->verdict == JUDGED_UNDECIDED) fprintf(f, "    %s\n", c->why.text);
    for (int i = 0; i < c->nrows; i++) {
        const claim_row *r = &c->rows[i];
        if (!r->judged || r->holds) continue;
        char *shown = band_shown(c->says, r->printed);
        fprintf(f, "    %s%sprinted %s, measured %s, criterion %s\n", r->label,
                *r->label ? ": " : "", *shown ? shown : "no number", r->measured,
                band_text(c->says));
        free(shown);
    }
    return false;
}

/* Blessed claims that are no longer there; without absent ones all must be. */
static int check_gone(const paper *p, const char *name, const config_setting_t *group, FILE *f)
{
    int bad = 0;
    for (int i = 0; group && !p->nabsent && i < config_setting_length(group); i++) {
        const char *id = config_setting_name(config_setting_get_elem(group, (unsigned)i));
        if (paper_claim(p, id)) continue;
        fprintf(f, "%s, %s: a verdict is blessed, but there is no such claim\n", name, id);
        bad++;
    }
    return bad;
}

static int check_list(const paper *p, const char *name, const claim *list, int n,
                      const config_setting_t *root, FILE *f)
{
    const config_setting_t *group = config_setting_get_member(root, name);
    int bad = 0;
    for (int i = 0; i < n; i++)
        bad += !check_claim(p, &list[i], blessed_of(group, list[i].id), f);
    return bad + check_gone(p, name, group, f);
}

static int check_paper(const paper *p, const config_setting_t *root, FILE *f)
{
    char *readings = text_of("%s" READINGS_OF, p->name);
    const int bad = check_list(p, p->name, p->claims, p->nclaims, root, f) +
                    check_list(p, readings, p->readings, p->nreadings, root, f);
    free(readings);
    return bad;
}

static bool names_paper(const char *group, const paper *p)
{
    const size_t n = strlen(p->name);
    return !strncmp(group, p->name, n) && (!group[n] || !strcmp(group + n, READINGS_OF));
}

/* A blessed paper whose claims are gone altogether. */
static int check_papers_gone(const config_setting_t *root, paper *const *list, int n, FILE *f)
{
    int bad = 0;
    for (int i = 0; i < config_setting_length(root); i++) {
        const char *name = config_setting_name(config_setting_get_elem(root, (unsigned)i));
        bool there = false;
        for (int k = 0; k < n; k++) there = there || names_paper(name, list[k]);
        if (!there) fprintf(f, "%s: verdicts are blessed, but there is no such paper\n", name);
        bad += !there;
    }
    return bad;
}

int verdicts_check(const char *path, paper *const *list, int n, FILE *f, reason *why)
{
    config_t file;
    int bad = -1;
    config_init(&file);
    if (config_parse(&file, path, why)) {
        const config_setting_t *root = config_root_setting(&file);
        bad = check_papers_gone(root, list, n, f);
        for (int i = 0; i < n; i++) bad += check_paper(list[i], root, f);
    }
    config_destroy(&file);
    return bad;
}

/* Undecided claims, and those that this machine cannot judge, are not blessed. */
static bool may_bless(const paper *p, const claim *list, int n, reason *why)
{
    for (int k = 0; k < n; k++) {
        const claim *c = &list[k];
        if (c->verdict == JUDGED_UNDECIDED)
            return reason_set(why, "%s, %s is undecided and cannot be blessed: %s", p->name,
                              c->id, c->why.text);
        if (c->verdict == JUDGED_NOT_HERE)
            return reason_set(why, "%s, %s cannot be blessed here: %s", p->name, c->id,
                              c->why.text);
    }
    return true;
}

static void bless_list(FILE *f, const char *name, const char *end, const claim *list, int n)
{
    if (!n) return;
    fprintf(f, "%s%s = {\n", name, end);
    for (int k = 0; k < n; k++)
        fprintf(f, "    %s = \"%s\";\n", list[k].id, judgement_name(list[k].verdict));
    fputs("};\n", f);
}

bool verdicts_bless(FILE *f, paper *const *list, int n, reason *why)
{
    for (int i = 0; i < n; i++)
        if (!may_bless(list[i], list[i]->claims, list[i]->nclaims, why) ||
            !may_bless(list[i], list[i]->readings, list[i]->nreadings, why))
            return false;
    fputs("# Verdicts that must stay true; see docs/claims.md. Written by `ivpbench papers "
          "--bless`.\n",
          f);
    for (int i = 0; i < n; i++) {
        bless_list(f, list[i]->name, "", list[i]->claims, list[i]->nclaims);
        bless_list(f, list[i]->name, READINGS_OF, list[i]->readings, list[i]->nreadings);
    }
    return true;
}
