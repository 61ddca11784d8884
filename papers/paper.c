/* paper.c -- one paper as data: reads PAPER.cfg and refuses what it does not understand.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/paper.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/config.h"
#include "bench/base/util.h"

static bool complain(const config_setting_t *s, char *why, size_t size, const char *sentence,
                     const char *word)
{
    char *place = setting_place(s);
    fail(why, size, "%s: %s%s%s%s", place, sentence, word ? " \"" : "", word ? word : "",
         word ? "\"" : "");
    free(place);
    return false;
}

/* ---- which members a group may have ------------------------------------------------------ */

#define MEASURE " data where value x reduce scale over set "

static const struct section {
    const char *list, *may, *must;
} sections[] = {
    { "claims",
      MEASURE "id place statement key keys printed rows says rounding all correction known "
              "reservation digits needs peer ",
      "id place statement" },
    { "figures", " id place caption layout width height plots title x y y2 curves printed key ",
      "id place caption" },
    { "tables",
      " id place title note headers printed set data where columns per_decade from "
      "collect ",
      "id place title headers" },
};
enum { NSECTIONS = sizeof sections / sizeof *sections };

static bool is_word_of(const char *list, const char *name)
{
    const size_t n = strlen(name);
    for (const char *p = list; (p = strstr(p, name)); p += n)
        if ((p == list || p[-1] == ' ') && (p[n] == ' ' || !p[n])) return true;
    return false;
}

static bool check_members(const config_setting_t *s, const char *may, char *why, size_t size)
{
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *m = config_setting_get_elem(s, (unsigned)i);
        if (!is_word_of(may, config_setting_name(m)))
            return complain(m, why, size, "unknown setting", config_setting_name(m));
    }
    return true;
}

static bool check_required(const config_setting_t *s, const char *must, char *why, size_t size)
{
    char *list = copied(must), *rest = list;
    const char *lacking = NULL;
    for (char *word; !lacking && (word = strsep(&rest, " "));)
        if (!config_setting_get_member(s, word)) lacking = word;
    const bool good = !lacking || complain(s, why, size, "missing setting", lacking);
    free(list);
    return good;
}

/* A claim about what is not here has no words to judge by, every other one must have them. */
static bool check_keys(const config_setting_t *c, char *why, size_t size)
{
    const char *says = NULL;
    double rounding = 0;
    const config_setting_t *given = config_setting_get_member(c, "rounding");
    if (config_setting_get_member(c, "needs"))
        return check_members(c, " id place statement needs ", why, size);
    if (!config_setting_lookup_string(c, "says", &says))
        return complain(c, why, size, "missing setting", "says");
    if (!band_known(says))
        return complain(c, why, size, "no form of words (docs/claims.md) is called", says);
    if (given && !band_takes_rounding(says))
        return complain(given, why, size, "nothing is rounded in the form of words", says);
    if (given &&
        !(setting_number(given, &rounding) && rounding >= 0 && rounding <= ROUNDING_MOST))
        return complain(given, why, size,
                        "rounding is what arithmetic leaves, at most 1e-7; it is no band",
                        NULL);
    return true;
}

/* What a claim measures must be well formed before anything is measured. */
static bool check_claim(const config_setting_t *c, const config_setting_t *set, char *why,
                        size_t size)
{
    const scope s = { .group = { c, set }, .n = set ? 2 : 1 };
    const char *how = scope_text(&s, "reduce", "only");
    if (!check_keys(c, why, size)) return false;
    const config_setting_t *correction = config_setting_get_member(c, "correction");
    if (correction && (!check_members(correction, " name printed refuted ", why, size) ||
                       !check_required(correction, "name", why, size)))
        return false;
    return measure_known_reduction(how) || complain(c, why, size, "unknown reduction", how);
}

const config_setting_t *paper_set(const paper *p, const config_setting_t *s)
{
    const char *name = NULL;
    const config_setting_t *sets = config_lookup(&p->config, "sets");
    if (!config_setting_lookup_string(s, "set", &name) || !sets) return NULL;
    return config_setting_get_member(sets, name);
}

/* It becomes part of names of files. */
static bool is_name(const char *text)
{
    return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789-_")];
}

static bool check_entry(const paper *p, const struct section *k, const config_setting_t *s,
                        char *why, size_t size)
{
    const char *name = NULL;
    if (!config_setting_is_group(s)) return complain(s, why, size, "a group is expected", NULL);
    if (!check_members(s, k->may, why, size) || !check_required(s, k->must, why, size))
        return false;
    if (!config_setting_lookup_string(s, "id", &name) || !is_name(name))
        return complain(s, why, size, "an id is letters, digits, - and _, not",
                        name ? name : "");
    const config_setting_t *set = paper_set(p, s);
    if (config_setting_lookup_string(s, "set", &name) && !set)
        return complain(s, why, size, "there is no set called", name);
    return k != sections || check_claim(s, set, why, size);
}

static bool same_id(const config_setting_t *a, const config_setting_t *b)
{
    const char *ia = "", *ib = "";
    config_setting_lookup_string(a, "id", &ia);
    config_setting_lookup_string(b, "id", &ib);
    return !strcmp(ia, ib);
}

static bool check_section(const paper *p, const struct section *k, char *why, size_t size)
{
    const config_setting_t *list = config_lookup(&p->config, k->list);
    const int n = list ? config_setting_length(list) : 0;
    for (int i = 0; i < n; i++) {
        const config_setting_t *s = config_setting_get_elem(list, (unsigned)i);
        if (!check_entry(p, k, s, why, size)) return false;
        for (int j = 0; j < i; j++)
            if (same_id(s, config_setting_get_elem(list, (unsigned)j)))
                return complain(s, why, size, "the id stands twice in", k->list);
    }
    return true;
}

/* ---- a file ------------------------------------------------------------------------------ */

static bool check(paper *p, const char *path, char *why, size_t size)
{
    const config_setting_t *root = config_root_setting(&p->config);
    if (!check_members(root, " title source about sets claims figures tables ", why, size))
        return false;
    if (!config_lookup_string(&p->config, "title", &p->title) ||
        !config_lookup_string(&p->config, "source", &p->source))
        return fail(why, size, "%s: title and source must be given", path);
    p->about = "";
    config_lookup_string(&p->config, "about", &p->about);
    for (int i = 0; i < NSECTIONS; i++)
        if (!check_section(p, &sections[i], why, size)) return false;
    return true;
}

paper *paper_read(const char *path, const char *name, char *why, size_t size)
{
    paper *p = need(calloc(1, sizeof *p));
    config_init(&p->config);
    config_set_options(&p->config, CONFIG_OPTION_AUTOCONVERT);
    p->name = copied(name);
    if (config_load(&p->config, path, why, size) && check(p, path, why, size)) return p;
    paper_free(p);
    return NULL;
}

void paper_free(paper *p)
{
    if (!p) return;
    for (int i = 0; i < p->nclaims; i++) claim_free(&p->claims[i]);
    free(p->claims);
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

void paper_judge(paper *p, datasets *all, bool present)
{
    const config_setting_t *list = config_lookup(&p->config, "claims");
    const int n = list ? config_setting_length(list) : 0;
    p->claims = need(calloc((size_t)n + 1, sizeof *p->claims));
    for (int i = 0; i < n; i++) {
        const config_setting_t *c = config_setting_get_elem(list, (unsigned)i);
        const config_setting_t *set = paper_set(p, c);
        if (present && is_absent(c, set, all))
            p->nabsent++;
        else
            p->claims[p->nclaims++] = claim_judge(c, set, all);
    }
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

paper **papers_read(const char *folder, int *n, char *why, size_t size)
{
    struct dirent **files = NULL;
    const int found = scandir(folder, &files, is_paper, alphasort);
    paper **list = need(calloc((size_t)(found > 0 ? found : 0) + 1, sizeof *list));
    bool good = found > 0 || fail(why, size, "%s holds no file of claims (PAPER.cfg)", folder);
    *n = 0;
    for (int i = 0; i < found; i++) {
        char *path = text_of("%s/%s", folder, files[i]->d_name);
        char *name = text_of("%.*s", (int)strlen(files[i]->d_name) - 4, files[i]->d_name);
        if (good) good = (list[*n] = paper_read(path, name, why, size)) != NULL;
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
