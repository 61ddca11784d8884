/* paper_check.c -- refuses a file of claims that it does not understand.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "papers/paper.h"

static bool complain(const config_setting_t *s, reason *why, const char *sentence,
                     const char *word)
{
    char *place = setting_place(s);
    reason_set(why, "%s: %s%s%s%s", place, sentence, word ? " \"" : "", word ? word : "",
               word ? "\"" : "");
    free(place);
    return false;
}

/* ---- which members a group may have ------------------------------------------------------ */

#define MEASURE " data where value x reduce scale over set "
#define JUDGED                                                                                 \
    MEASURE "id place statement words setting theirs ours differs key keys printed rows says " \
            "rounding all correction known reservation digits needs peer by_design timed "     \
            "refutation "

enum { CLAIMS, READINGS, FIGURES, TABLES, PRINTED, NSECTIONS };

static const struct section {
    const char *list, *name, *may, *must;
} sections[NSECTIONS] = {
    [CLAIMS] = { "claims", "id", JUDGED, "id place statement words" },
    [READINGS] = { "readings", "id", JUDGED "of ", "id place statement of" },
    [FIGURES] = { "figures", "id",
                  " id place title caption layout height plots x y y2 curves printed key equal "
                  "note ",
                  "id place title caption" },
    [TABLES] = { "tables", "id",
                 " id place title note headers printed set data where columns per_decade from "
                 "collect ",
                 "id place title headers" },
    [PRINTED] = { "printed_figures", "number", " number shows figures reason ",
                  "number shows" },
};

static bool is_word_of(const char *list, const char *name)
{
    const size_t n = strlen(name);
    for (const char *p = list; (p = strstr(p, name)); p += n)
        if ((p == list || p[-1] == ' ') && (p[n] == ' ' || !p[n])) return true;
    return false;
}

static bool check_members(const config_setting_t *s, const char *may, reason *why)
{
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *m = config_setting_get_elem(s, (unsigned)i);
        if (!is_word_of(may, config_setting_name(m)))
            return complain(m, why, "unknown setting", config_setting_name(m));
    }
    return true;
}

static bool check_required(const config_setting_t *s, const char *must, reason *why)
{
    char *list = copied(must), *rest = list;
    const char *lacking = NULL;
    for (char *word; !lacking && (word = strsep(&rest, " "));)
        if (!config_setting_get_member(s, word)) lacking = word;
    const bool good = !lacking || complain(s, why, "missing setting", lacking);
    free(list);
    return good;
}

/* A claim about what is not here has no form to judge by, every other one must have it. */
static bool check_keys(const config_setting_t *c, reason *why)
{
    const char *says = NULL;
    double rounding = 0;
    const config_setting_t *given = config_setting_get_member(c, "rounding");
    if (config_setting_get_member(c, "needs"))
        return check_members(c, " id place statement words needs ", why);
    if (!config_setting_lookup_string(c, "says", &says))
        return complain(c, why, "missing setting", "says");
    if (!band_known(says))
        return complain(c, why, "no form of words (docs/claims.md) is called", says);
    if (given && !band_takes_rounding(says))
        return complain(given, why, "nothing is rounded in the form of words", says);
    if (given &&
        !(setting_number(given, &rounding) && rounding >= 0 && rounding <= ROUNDING_MOST))
        return complain(given, why,
                        "rounding is what arithmetic leaves, at most 1e-7; it is no band",
                        NULL);
    return true;
}

/* What a verdict compares must be said of each claim that is judged. */
static bool check_setting(const paper *p, const config_setting_t *c, reason *why)
{
    static const char *const said[] = { "theirs", "ours", "differs" };
    const char *name = NULL;
    const config_setting_t *all = config_lookup(&p->config, "settings"), *s = NULL;
    if (config_setting_get_member(c, "needs")) return true;
    if (config_setting_lookup_string(c, "setting", &name) &&
        !(s = all ? config_setting_get_member(all, name) : NULL))
        return complain(c, why, "there is no setting called", name);
    if (s && !check_members(s, " theirs ours differs reservation ", why)) return false;
    for (int i = 0; i < 3; i++)
        if (!config_setting_get_member(c, said[i]) &&
            !(s && config_setting_get_member(s, said[i])))
            return complain(c, why, "a claim names a setting, or says itself", said[i]);
    return true;
}

static int entries(const config_setting_t *group, const char *name)
{
    const config_setting_t *list = config_setting_get_member(group, name);
    return list ? config_setting_length(list) : 0;
}

/* A claim is contradicted in the paper's own setting only, by an experiment that rules out the
 * code; a general claim by two starts and two problems at least. */
static bool check_refutation(const paper *p, const config_setting_t *c, reason *why)
{
    const config_setting_t *r = config_setting_get_member(c, "refutation");
    const char *id = "";
    int general = 0;
    if (!r) return true;
    if (!check_members(r, " setting starts problems general experiment ", why) ||
        !check_required(r, "setting starts problems general experiment", why))
        return false;
    config_setting_lookup_bool(r, "general", &general);
    if (entries(r, "starts") < 1 + general || entries(r, "problems") < 1 + general)
        return complain(r, why,
                        "a general claim is refuted from two starts and on two "
                        "problems at least",
                        NULL);
    config_setting_lookup_string(r, "experiment", &id);
    if (!paper_entry(p, "claims", id) && !paper_entry(p, "readings", id))
        return complain(r, why, "there is no claim or reading called", id);
    return true;
}

/* What a claim measures must be well formed before anything is measured. */
static bool check_claim(const config_setting_t *c, const config_setting_t *set, reason *why)
{
    const scope s = { .group = { c, set }, .n = set ? 2 : 1 };
    const char *how = scope_text(&s, "reduce", "only");
    if (!check_keys(c, why)) return false;
    const config_setting_t *correction = config_setting_get_member(c, "correction");
    if (correction && (!check_members(correction, " name printed refuted ", why) ||
                       !check_required(correction, "name", why)))
        return false;
    return measure_known_reduction(how) || complain(c, why, "unknown reduction", how);
}

/* Either figures that are drawn here, or why none is. */
static bool check_printed(const paper *p, const config_setting_t *s, reason *why)
{
    const config_setting_t *ids = config_setting_get_member(s, "figures");
    if (!ids == !config_setting_get_member(s, "reason"))
        return complain(s, why, "a printed figure has figures or a reason", NULL);
    for (int i = 0; i < entries(s, "figures"); i++) {
        const char *id = config_setting_get_string_elem(ids, i);
        if (!id || !paper_entry(p, "figures", id))
            return complain(ids, why, "there is no figure called", id ? id : "");
    }
    return true;
}

/* It becomes part of names of files. */
static bool is_name(const char *text)
{
    return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789-_")];
}

static bool check_id(const config_setting_t *s, reason *why)
{
    const char *name = NULL;
    if (config_setting_lookup_string(s, "id", &name) && is_name(name)) return true;
    return complain(s, why, "an id is letters, digits, - and _, not", name ? name : "");
}

static bool check_entry(const paper *p, int k, const config_setting_t *s, reason *why)
{
    const char *name = NULL;
    if (!config_setting_is_group(s)) return complain(s, why, "a group is expected", NULL);
    if (!check_members(s, sections[k].may, why) || !check_required(s, sections[k].must, why))
        return false;
    if (k == PRINTED) return check_printed(p, s, why);
    if (!check_id(s, why)) return false;
    const config_setting_t *set = paper_set(p, s);
    if (config_setting_lookup_string(s, "set", &name) && !set)
        return complain(s, why, "there is no set called", name);
    if (k == READINGS) return check_claim(s, set, why);
    return k != CLAIMS || (check_claim(s, set, why) && check_setting(p, s, why) &&
                           check_refutation(p, s, why));
}

static const char *name_in(const config_setting_t *s, const char *member)
{
    const char *name = "";
    config_setting_lookup_string(s, member, &name);
    return name;
}

/* Claims and readings share their names. */
static bool check_names(const paper *p, int k, reason *why)
{
    const config_setting_t *list = config_lookup(&p->config, sections[k].list);
    const char *key = sections[k].name;
    for (int i = 0; list && i < config_setting_length(list); i++) {
        const config_setting_t *s = config_setting_get_elem(list, (unsigned)i);
        const char *name = name_in(s, key);
        for (int j = 0; j < i; j++)
            if (!strcmp(name, name_in(config_setting_get_elem(list, (unsigned)j), key)))
                return complain(s, why, "the name stands twice in", sections[k].list);
        if (k == READINGS && paper_entry(p, "claims", name))
            return complain(s, why, "a claim has the id", name);
        if (k == READINGS && !paper_entry(p, "claims", name_in(s, "of")))
            return complain(s, why, "there is no claim called", name_in(s, "of"));
    }
    return true;
}

static bool check_section(const paper *p, int k, reason *why)
{
    const config_setting_t *list = config_lookup(&p->config, sections[k].list);
    for (int i = 0; list && i < config_setting_length(list); i++)
        if (!check_entry(p, k, config_setting_get_elem(list, (unsigned)i), why)) return false;
    return check_names(p, k, why);
}

/* ---- a file ------------------------------------------------------------------------------ */

bool paper_check(paper *p, const char *path, reason *why)
{
    const config_setting_t *root = config_root_setting(&p->config);
    if (!check_members(root,
                       " title source about sets settings claims readings figures tables "
                       "printed_figures ",
                       why))
        return false;
    if (!config_lookup_string(&p->config, "title", &p->title) ||
        !config_lookup_string(&p->config, "source", &p->source))
        return reason_set(why, "%s: title and source must be given", path);
    p->about = "";
    config_lookup_string(&p->config, "about", &p->about);
    for (int i = 0; i < NSECTIONS; i++)
        if (!check_section(p, i, why)) return false;
    return true;
}
