/* claim.c -- a published statement, what was measured, and the verdict that follows.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/claim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "papers/member.h"
#include "reports/text/table.h"

/* Ratios of times on two machines of which neither is busy. */
#define LEAST_SPREAD 1.1

static const struct {
    const char *name, *text;
} verdicts[NJUDGEMENTS] = {
    [JUDGED_REPRODUCED] = { "reproduced", "reproduced" },
    [JUDGED_BY_DESIGN] = { "by_design", "by design" },
    [JUDGED_CORRECTED] = { "corrected", "corrected" },
    [JUDGED_MIXED] = { "mixed", "mixed" },
    [JUDGED_NOT_REPRODUCED] = { "not_reproduced", "not reproduced" },
    [JUDGED_CONTRADICTED] = { "contradicted", "contradicted" },
    [JUDGED_NOT_ATTEMPTED] = { "not_attempted", "not attempted" },
    [JUDGED_NOT_HERE] = { "not_here", "not judged here" },
    [JUDGED_UNDECIDED] = { "undecided", "undecided: a measurement is missing" },
};

const char *judgement_name(judgement v) { return verdicts[v].name; }
const char *judgement_text(judgement v) { return verdicts[v].text; }

bool judgement_by_name(const char *name, judgement *v)
{
    for (int i = 0; i < NJUDGEMENTS; i++)
        if (!strcmp(verdicts[i].name, name)) {
            *v = (judgement)i;
            return true;
        }
    return false;
}

/* ---- rows -------------------------------------------------------------------------------- */

typedef struct judging {
    const config_setting_t *group, *set;
    datasets *all;
    const char *says;
    double rounding;
    double spread; /* of times; 1: nothing is timed */
    bool all_must,
        refuted; /* a reading that other claims rule out is shown, and never counts */
    claim *out;
} judging;

/* A number or a text as text; "" where there is none. */
static char *value_text(const config_setting_t *s)
{
    double v;
    char number[40];
    if (!s) return copied("");
    if (config_setting_type(s) == CONFIG_TYPE_STRING)
        return copied(config_setting_get_string(s));
    if (!setting_number(s, &v)) return copied("");
    number_text(v, number, sizeof number);
    return copied(number);
}

/* One value stands for all rows. */
static char *element_text(const config_setting_t *list, int i)
{
    if (!list) return copied("");
    if (config_setting_is_scalar(list)) return value_text(list);
    return value_text(config_setting_get_elem(list, (unsigned)i));
}

static char *shown(const judging *j, double v, const char *text)
{
    int digits = 4;
    if (v == 0) return copied("0"); /* and not -0 */
    if (text && !strcmp(j->says, "digits")) return copied(text);
    config_setting_lookup_int(j->group, "digits", &digits);
    return text_of("%.*g", digits, v);
}

/* Compares a value with both readings. */
static void compare_with(const judging *j, const band *as_printed, const band *corrected,
                         claim_row *r, double v, const char *text)
{
    const char *other = *r->corrected ? r->corrected : r->printed;
    r->holds = !j->refuted && band_holds(as_printed, r->printed, v, text);
    r->holds_corrected = band_holds(corrected, other, v, text);
    r->opposed = band_against(as_printed, r->printed, v, text);
}

/* Compares the measured value, and where it is timed what another run might have measured. */
static bool compare(const judging *j, claim_row *r, double v, const char *text)
{
    band as_printed, corrected;
    const char *other = *r->corrected ? r->corrected : r->printed;
    r->judged = *r->printed || !band_needs_printed(j->says);
    if (!r->judged) return true;
    if (!band_of(j->says, r->printed, j->rounding, &as_printed, &j->out->why) ||
        !band_of(j->says, other, j->rounding, &corrected, &j->out->why))
        return false;
    as_printed.all = as_printed.all || j->all_must;
    claim_row low = *r, high = *r;
    compare_with(j, &as_printed, &corrected, &low, v / j->spread, text);
    compare_with(j, &as_printed, &corrected, &high, v * j->spread, text);
    compare_with(j, &as_printed, &corrected, r, v, text);
    r->unsure = low.holds != high.holds || low.opposed != high.opposed ||
                r->holds != low.holds || r->holds_corrected != low.holds_corrected;
    return true;
}

/* Measures a row and compares it; false when there is nothing to compare. */
static bool judge_row(const judging *j, claim_row *r, const scope *s, row_key key)
{
    char *text = NULL;
    double v;
    bool good = measure_value(j->all, s, key, &v, &text, &j->out->why);
    if (good) {
        r->measured = shown(j, v, text);
        good = compare(j, r, v, text);
    }
    free(text);
    return good;
}

static scope scope_of(const judging *j, const config_setting_t *row)
{
    scope s = { .n = 0 };
    if (row) s.group[s.n++] = row;
    s.group[s.n++] = j->group;
    if (j->set) s.group[s.n++] = j->set;
    return s;
}

static bool add_row(judging *j, const config_setting_t *row, int i, char *label, row_key key)
{
    claim *c = j->out;
    const scope s = scope_of(j, row);
    const config_setting_t *correction = member(j->group, "correction");
    c->rows = grown(c->rows, (size_t)c->nrows + 1, sizeof *c->rows);
    claim_row *r = &c->rows[c->nrows++];
    *r = (claim_row){
        .label = label,
        .printed = row && member(row, "printed") ? value_text(member(row, "printed"))
                                                 : element_text(member(j->group, "printed"), i),
        .corrected = row ? value_text(member(row, "corrected"))
                         : element_text(member(correction, "printed"), i),
    };
    const bool good = judge_row(j, r, &s, key);
    if (!r->measured) r->measured = copied("");
    return good;
}

/* From `rows`, from `keys`, or a single one. */
static bool add_rows(judging *j)
{
    const config_setting_t *rows = member(j->group, "rows");
    const scope s = scope_of(j, NULL);
    const config_setting_t *keys = scope_find(&s, "keys");
    const char *column = scope_text(&s, "key", NULL);
    bool good = true;
    for (int i = 0; rows && i < config_setting_length(rows); i++) {
        const config_setting_t *row = config_setting_get_elem(rows, (unsigned)i);
        good = add_row(j, row, i, value_text(member(row, "label")), (row_key){ 0 }) && good;
    }
    if (rows) return good;
    for (int i = 0; keys && i < config_setting_length(keys); i++) {
        char *label = element_text(keys, i);
        good = add_row(j, NULL, i, label, (row_key){ column, label }) && good;
    }
    return keys ? good : add_row(j, NULL, 0, copied(""), (row_key){ 0 });
}

/* ---- verdict ----------------------------------------------------------------------------- */

typedef struct tally {
    int as_printed, opposed, corrected, unsure;
} tally;

static tally count_rows(claim *c)
{
    tally n = { 0 };
    for (int i = 0; i < c->nrows; i++) {
        const claim_row *r = &c->rows[i];
        c->judged += r->judged;
        n.as_printed += r->holds;
        n.corrected += r->holds_corrected;
        n.opposed += r->opposed;
        n.unsure += r->unsure;
        c->holding += r->holds || (c->correction && r->holds_corrected);
    }
    return n;
}

/* A row that speaks against a claim which must hold in all rows decides it alone. Nothing is
 * contradicted without a refutation. */
static judgement decide(const judging *j)
{
    claim *c = j->out;
    const tally n = count_rows(c);
    const bool measured_corrected =
        c->correction && !member(member(j->group, "correction"), "printed");
    if (!c->judged) {
        reason_set(&c->why, "%s: there is no printed value to compare with", c->id);
        return JUDGED_UNDECIDED;
    }
    if (n.unsure) {
        reason_set(&c->why,
                   "equal work takes times up to %.3g times the least, which "
                   "decides in %d of %d cases",
                   j->spread, n.unsure, c->judged);
        return JUDGED_NOT_HERE;
    }
    if (n.as_printed == c->judged && !measured_corrected)
        return c->by_design ? JUDGED_BY_DESIGN : JUDGED_REPRODUCED;
    if (c->correction && n.corrected == c->judged) return JUDGED_CORRECTED;
    if (c->holding && !(j->all_must && n.opposed)) return JUDGED_MIXED;
    return n.opposed && c->experiment ? JUDGED_CONTRADICTED : JUDGED_NOT_REPRODUCED;
}

char *claim_verdict(const claim *c)
{
    const char *end = c->reservation ? ", with a reservation" : "";
    if (c->verdict == JUDGED_NOT_HERE)
        return text_of("%s: %s", judgement_text(c->verdict), c->why.text);
    if (c->verdict == JUDGED_MIXED)
        return text_of("%s: %d of %d hold%s", judgement_text(c->verdict), c->holding, c->judged,
                       end);
    return text_of("%s%s", judgement_text(c->verdict), end);
}

static judging judging_of(const config_setting_t *c, const config_setting_t *set, datasets *all,
                          claim *out)
{
    judging j = { .group = c,
                  .set = set,
                  .all = all,
                  .says = member_text(c, "says", ""),
                  .refuted = member_flag(member(c, "correction"), "refuted"),
                  .spread = 1,
                  .out = out };
    band plain;
    reason ignored;
    if (member(c, "rounding")) setting_number(member(c, "rounding"), &j.rounding);
    j.all_must =
        member_flag(c, "all") || (band_of(j.says, "1", 0, &plain, &ignored) && plain.all);
    return j;
}

/* The optional code that the claim speaks of, if the data have no row of it. */
static const char *missing_peer(const judging *j)
{
    const char *peer = member_text(j->group, "peer", member_text(j->set, "peer", NULL));
    const scope s = scope_of(j, NULL);
    return peer && measure_lacks(j->all, &s, peer) ? peer : NULL;
}

/* What equal work has taken at most over the least, or 1 where the claim is about no times. */
static bool find_spread(judging *j)
{
    const scope s = { .group = { j->group, j->set }, .n = j->set ? 2 : 1 };
    const config_setting_t *timed = scope_find(&s, "timed");
    if (!timed || !config_setting_get_bool(timed)) return true;
    const dataset *d = datasets_get(j->all, "machine-spread", &j->out->why);
    const int column = d ? dataset_column(d, "spread") : -1;
    if (d && column < 0)
        reason_set(&j->out->why, "machine-spread.csv has no column \"spread\"");
    if (column < 0) return false;
    j->spread = LEAST_SPREAD;
    for (int i = 0; i < d->nrows; i++)
        j->spread = fmax(j->spread, dataset_number(d, i, column));
    return true;
}

static const char *setting_text(const config_setting_t *c, const config_setting_t *setting,
                                const char *name)
{
    return member_text(c, name, member_text(setting, name, ""));
}

static claim claim_of(const config_setting_t *c, const config_setting_t *setting)
{
    return (claim){ .id = member_text(c, "id", ""),
                    .place = member_text(c, "place", ""),
                    .statement = member_text(c, "statement", ""),
                    .said = member_text(c, "words", ""),
                    .theirs = setting_text(c, setting, "theirs"),
                    .ours = setting_text(c, setting, "ours"),
                    .differs = setting_text(c, setting, "differs"),
                    .correction = member_text(member(c, "correction"), "name", NULL),
                    .known = member_text(c, "known", NULL),
                    .reservation = member_text(c, "reservation",
                                               member_text(setting, "reservation", NULL)),
                    .needs = member_text(c, "needs", NULL),
                    .by_design = member_text(c, "by_design", NULL),
                    .experiment = member_text(member(c, "refutation"), "experiment", NULL),
                    .of = member_text(c, "of", NULL),
                    .says = member_text(c, "says", "") };
}

claim claim_judge(const config_setting_t *c, const config_setting_t *set,
                  const config_setting_t *setting, datasets *all)
{
    claim out = claim_of(c, setting);
    judging j = judging_of(c, set, all, &out);
    out.peer = missing_peer(&j);
    if (out.needs) {
        out.verdict = JUDGED_NOT_ATTEMPTED;
    } else if (out.peer) {
        out.verdict = JUDGED_NOT_HERE;
        reason_set(&out.why, "%s is not installed", out.peer);
    } else {
        out.verdict = find_spread(&j) && add_rows(&j) ? decide(&j) : JUDGED_UNDECIDED;
    }
    return out;
}

void claim_free(claim *c)
{
    for (int i = 0; i < c->nrows; i++) {
        free(c->rows[i].label);
        free(c->rows[i].printed);
        free(c->rows[i].corrected);
        free(c->rows[i].measured);
    }
    free(c->rows);
}
