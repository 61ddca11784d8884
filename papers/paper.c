/* paper.c -- one paper as data: reads PAPER.cfg and judges its claims.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/paper.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/config.h"
#include "bench/base/util.h"

/* ---- a file ------------------------------------------------------------------------------ */

paper *paper_read(const char *path, const char *name, reason *why)
{
    paper *p = need(calloc(1, sizeof *p));
    config_init(&p->config);
    config_set_options(&p->config, CONFIG_OPTION_AUTOCONVERT);
    p->name = copied(name);
    if (config_load(&p->config, path, why) && paper_check(p, path, why)) return p;
    paper_free(p);
    return NULL;
}

void paper_free(paper *p)
{
    if (!p) return;
    for (int i = 0; i < p->nclaims; i++) claim_free(&p->claims[i]);
    for (int i = 0; i < p->nreadings; i++) claim_free(&p->readings[i]);
    free(p->claims);
    free(p->readings);
    free(p->name);
    config_destroy(&p->config);
    free(p);
}

/* Of the claim itself or of one of its rows. */
static bool is_absent(const config_setting_t *c, const config_setting_t *set,
                      const datasets *all)
{
    const config_setting_t *rows = config_setting_get_member(c, "rows");
    scope s = { .group = { c, set }, .n = set ? 2 : 1 };
    if (measure_absent(all, &s)) return true;
    for (int i = 0; rows && i < config_setting_length(rows); i++) {
        const scope deeper = { .group = { config_setting_get_elem(rows, (unsigned)i), c, set },
                               .n = set ? 3 : 2 };
        if (measure_absent(all, &deeper)) return true;
    }
    return false;
}

static const config_setting_t *setting_of(const paper *p, const config_setting_t *c)
{
    const char *name = NULL;
    const config_setting_t *all = config_lookup(&p->config, "settings");
    if (!all || !config_setting_lookup_string(c, "setting", &name)) return NULL;
    return config_setting_get_member(all, name);
}

static claim *judge_list(paper *p, const char *name, datasets *all, bool present, int *judged)
{
    const config_setting_t *list = config_lookup(&p->config, name);
    const int n = list ? config_setting_length(list) : 0;
    claim *to = need(calloc((size_t)n + 1, sizeof *to));
    for (int i = 0; i < n; i++) {
        const config_setting_t *c = config_setting_get_elem(list, (unsigned)i);
        const config_setting_t *set = paper_set(p, c);
        if (present && is_absent(c, set, all))
            p->nabsent++;
        else
            to[(*judged)++] = claim_judge(c, set, setting_of(p, c), all);
    }
    return to;
}

const claim *paper_claim(const paper *p, const char *id)
{
    for (int i = 0; i < p->nclaims; i++)
        if (!strcmp(p->claims[i].id, id)) return &p->claims[i];
    for (int i = 0; i < p->nreadings; i++)
        if (!strcmp(p->readings[i].id, id)) return &p->readings[i];
    return NULL;
}

/* An experiment that fails rules out nothing: the claim is then not reproduced. */
static void check_experiments(paper *p)
{
    for (int i = 0; i < p->nclaims; i++) {
        claim *c = &p->claims[i];
        if (c->verdict != JUDGED_CONTRADICTED) continue;
        const claim *e = paper_claim(p, c->experiment);
        if (!e || e->verdict != JUDGED_REPRODUCED) c->verdict = JUDGED_NOT_REPRODUCED;
    }
}

void paper_judge(paper *p, datasets *all, bool present)
{
    p->claims = judge_list(p, "claims", all, present, &p->nclaims);
    p->readings = judge_list(p, "readings", all, present, &p->nreadings);
    check_experiments(p);
}

void paper_count(const paper *p, long *count)
{
    for (int i = 0; i < p->nclaims; i++) count[p->claims[i].verdict]++;
}

/* ---- all of them ------------------------------------------------------------------------- */

static int is_paper(const struct dirent *e)
{
    const char *dot = strrchr(e->d_name, '.');
    return dot && dot > e->d_name && !strcmp(dot, ".cfg");
}

paper **papers_read(const char *folder, int *n, reason *why)
{
    struct dirent **files = NULL;
    const int found = scandir(folder, &files, is_paper, alphasort);
    paper **list = need(calloc((size_t)(found > 0 ? found : 0) + 1, sizeof *list));
    bool good = found > 0 || reason_set(why, "%s holds no file of claims (PAPER.cfg)", folder);
    *n = 0;
    for (int i = 0; i < found; i++) {
        char *path = text_of("%s/%s", folder, files[i]->d_name);
        char *name = text_of("%.*s", (int)strlen(files[i]->d_name) - 4, files[i]->d_name);
        if (good) good = (list[*n] = paper_read(path, name, why)) != NULL;
        *n += good;
        free(name);
        free(path);
        free(files[i]);
    }
    free(files);
    if (good) return list;
    papers_free(list, *n);
    return NULL;
}

void papers_free(paper **list, int n)
{
    for (int i = 0; i < n; i++) paper_free(list[i]);
    free(list);
}
