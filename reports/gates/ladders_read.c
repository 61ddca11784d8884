/* ladders_read.c -- the rules of ladders from a gate file.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/gates/ladders.h"

static bool read_outcomes(const reader *r, const config_setting_t *s, void *to)
{
    return condition_outcomes(r, s, &((ladder_exception *)to)->outcomes);
}

static int read_where(const reader *r, const config_setting_t *s, void *to)
{
    return condition_member(&((ladder_exception *)to)->where, r, s);
}

static const member_table exception_members = {
    .fields = (const field_row[]){ FIELD_ROW(REAL, ladder_exception, fall, FIELD_ZERO, 0),
                                   FIELD_ROW(STRING, ladder_exception, reason, 0, 0),
                                   FIELD_ROW(STRING, ladder_exception, experiment, 0, 0),
                                   FIELD_ROW(STRING, ladder_exception, shows, 0, 0),
                                   { 0 } },
    .others = (const member[]){ { "outcomes", read_outcomes }, { 0 } },
    .rest = read_where
};

static bool read_exception(const reader *r, const config_setting_t *s, void *rules)
{
    ladder_rules *to = rules;
    to->exceptions = grown(to->exceptions, (size_t)to->n + 1, sizeof *to->exceptions);
    ladder_exception *x = &to->exceptions[to->n++];
    *x = (ladder_exception){ .where = condition_any(),
                             .reason = copied(""),
                             .experiment = copied(""),
                             .shows = copied(""),
                             .fall = NAN,
                             .line = (int)config_setting_source_line(s) };
    if (!members_read(r, s, &exception_members, x)) return false;
    if (!*x->reason) return reader_wrong(r, s, "an exception has a reason");
    if (!*x->experiment != !*x->shows)
        return reader_wrong(r, s, "an experiment is a command, and shows something");
    return x->outcomes || !isnan(x->fall) ||
           reader_wrong(r, s, "an exception names outcomes, or the fall that it allows");
}

static bool read_exceptions(const reader *r, const config_setting_t *s, void *to)
{
    return members_list(r, s, to, read_exception);
}

static const member_table rules_members = {
    .fields = (const field_row[]){ FIELD_ROW(REAL, ladder_rules, fall, FIELD_ZERO, 0),
                                   FIELD_ROW(REAL, ladder_rules, floor, FIELD_ZERO, 0),
                                   FIELD_ROW(REAL, ladder_rules, fall_at_floor, FIELD_ZERO, 0),
                                   { 0 } },
    .others = (const member[]){ { "exceptions", read_exceptions }, { 0 } }
};

ladder_rules *ladder_rules_read(const reader *r, const config_setting_t *s)
{
    ladder_rules *to = need(calloc(1, sizeof *to));
    *to = (ladder_rules){ .fall = 1, .floor = 8, .fall_at_floor = 3 };
    if (members_read(r, s, &rules_members, to)) return to;
    ladder_rules_free(to);
    return NULL;
}

void ladder_rules_free(ladder_rules *r)
{
    for (int k = 0; r && k < r->n; k++) {
        condition_free(&r->exceptions[k].where);
        free(r->exceptions[k].reason);
        free(r->exceptions[k].experiment);
        free(r->exceptions[k].shows);
    }
    if (r) free(r->exceptions);
    free(r);
}
