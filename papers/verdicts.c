/* verdicts.c -- the gate of the papers: blessed verdicts against those of today.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "bench/base/config.h"
#include "bench/base/util.h"
#include "papers/papers.h"

static const char *blessed_of(const config_setting_t *group, const char *id)
{
    const char *word = NULL;
    if (group) config_setting_lookup_string(group, id, &word);
    return word;
}

static const claim *claim_of(const paper *p, const char *id)
{
    for (int i = 0; i < p->nclaims; i++)
        if (!strcmp(p->claims[i].id, id)) return &p->claims[i];
    return NULL;
}

static bool check_claim(const paper *p, const claim *c, const char *blessed, FILE *f)
{
    judgement v;
    if (blessed && c->peer) return true; /* judged where the code is installed */
    if (blessed && judgement_by_name(blessed, &v) && v == c->verdict) return true;
    char *now = claim_verdict(c);
    if (!blessed)
        fprintf(f, "%s, %s (%s): %s, but no verdict is blessed for it\n", p->name, c->id,
                c->place, now);
    else
        fprintf(f, "%s, %s (%s): the verdict is \"%s\", expected \"%s\"\n", p->name, c->id,
                c->place, now, judgement_by_name(blessed, &v) ? judgement_text(v) : blessed);
    free(now);
    if (c->verdict == JUDGED_UNDECIDED) fprintf(f, "    %s\n", c->why);
    for (int i = 0; i < c->nrows; i++) {
        const claim_row *r = &c->rows[i];
        if (r->judged && !r->holds)
            fprintf(f, "    %s%sprinted %s, measured %s, criterion %s\n", r->label,
                    *r->label ? ": " : "", *r->printed ? r->printed : "no number", r->measured,
                    c->band);
    }
    return false;
}

/* Blessed claims that are no longer there; without absent ones all must be. */
static int check_gone(const paper *p, const config_setting_t *group, FILE *f)
{
    int bad = 0;
    for (int i = 0; group && !p->nabsent && i < config_setting_length(group); i++) {
        const char *id = config_setting_name(config_setting_get_elem(group, (unsigned)i));
        if (claim_of(p, id)) continue;
        fprintf(f, "%s, %s: a verdict is blessed, but there is no such claim\n", p->name, id);
        bad++;
    }
    return bad;
}

static int check_paper(const paper *p, const config_setting_t *root, FILE *f)
{
    const config_setting_t *group = config_setting_get_member(root, p->name);
    int bad = 0;
    for (int i = 0; i < p->nclaims; i++)
        bad += !check_claim(p, &p->claims[i], blessed_of(group, p->claims[i].id), f);
    return bad + check_gone(p, group, f);
}

/* A blessed paper whose claims are gone altogether. */
static int check_papers_gone(const config_setting_t *root, paper *const *list, int n, FILE *f)
{
    int bad = 0;
    for (int i = 0; i < config_setting_length(root); i++) {
        const char *name = config_setting_name(config_setting_get_elem(root, (unsigned)i));
        bool there = false;
        for (int k = 0; k < n; k++) there = there || !strcmp(list[k]->name, name);
        if (!there) fprintf(f, "%s: verdicts are blessed, but there is no such paper\n", name);
        bad += !there;
    }
    return bad;
}

int verdicts_check(const char *path, paper *const *list, int n, FILE *f, char *why, size_t size)
{
    config_t file;
    int bad = -1;
    config_init(&file);
    if (!config_read_file(&file, path)) {
        fail_parsing(&file, path, why, size);
    } else {
        const config_setting_t *root = config_root_setting(&file);
        bad = check_papers_gone(root, list, n, f);
        for (int i = 0; i < n; i++) bad += check_paper(list[i], root, f);
    }
    config_destroy(&file);
    return bad;
}

bool verdicts_bless(FILE *f, paper *const *list, int n, char *why, size_t size)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < list[i]->nclaims; k++) {
            const claim *c = &list[i]->claims[k];
            if (c->verdict == JUDGED_UNDECIDED)
                return fail(why, size, "%s, %s is undecided and cannot be blessed: %s",
                            list[i]->name, c->id, c->why);
            if (c->peer)
                return fail(why, size, "%s, %s cannot be blessed where %s is not installed",
                            list[i]->name, c->id, c->peer);
        }
    fputs("# Verdicts that must stay true; see docs/claims.md. Written by `ivpbench papers "
          "--bless`.\n",
          f);
    for (int i = 0; i < n; i++) {
        fprintf(f, "%s = {\n", list[i]->name);
        for (int k = 0; k < list[i]->nclaims; k++)
            fprintf(f, "    %s = \"%s\";\n", list[i]->claims[k].id,
                    judgement_name(list[i]->claims[k].verdict));
        fputs("};\n", f);
    }
    return true;
}
