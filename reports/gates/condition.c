/* condition.c -- which cells a condition is true of.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/gates/condition.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/tags.h"
#include "bench/base/util.h"

condition condition_any(void)
{
    condition c = { .tags = copied("") };
    CELL_EACH(k, CELL_LADDER) c.of[k] = copied("*");
    return c;
}

void condition_free(condition *c)
{
    for (int k = 0; k < CELL_NFIELDS; k++) free(c->of[k]);
    free(c->tags);
}

static int replaced(char **to, const char *text)
{
    free(*to);
    *to = copied(text);
    return 1;
}

static int wrong(const reader *r, const config_setting_t *s, const char *sentence)
{
    reader_wrong(r, s, sentence);
    return -1;
}

/* A truth that is false says as much as nothing. */
int condition_member(condition *c, const reader *r, const config_setting_t *s)
{
    reason why;
    const char *name = config_setting_name(s), *text = config_setting_get_string(s);
    const bool tags = !strcmp(name, "tags");
    const field_row *f = field_named(cell_fields, name, CELL_LADDER);
    if (!f && !tags) return 0;
    if (f && f->kind == FIELD_TRUTH)
        return config_setting_type(s) == CONFIG_TYPE_BOOL
                   ? replaced(&c->of[f - cell_fields],
                              config_setting_get_bool(s) ? "true" : "*")
                   : wrong(r, s, "true or false is expected");
    if (!text) return wrong(r, s, "a string is expected");
    if (tags && !tags_check(text, &why))
        return wrong(r, s, "a condition on tags such as \"stiff & !core\" is expected");
    return replaced(tags ? &c->tags : &c->of[f - cell_fields], text);
}

/* Settings have blanks in them, which would separate globs. */
static bool fits(const field_row *f, const char *glob, const cell *of)
{
    if (f->kind == FIELD_SETTINGS) return !fnmatch(glob, field_text(f, of), 0);
    if (field_is_text(f)) return cli_match(glob, field_text(f, of));
    return *glob == '*' || field_is_set(f, of);
}

bool condition_fits(const condition *c, const cell *of, const char *tags)
{
    CELL_EACH(k, CELL_LADDER) if (!fits(&cell_fields[k], c->of[k], of)) return false;
    return tags_fit(c->tags, tags);
}

bool outcome_is_excusable(outcome o)
{
    return o != OUTCOME_CRASH && o != OUTCOME_EXIT && o != OUTCOME_MEMORY &&
           o != OUTCOME_INFRASTRUCTURE && o != OUTCOME_MISBEHAVED;
}

bool condition_outcomes(const reader *r, const config_setting_t *s, unsigned *bits)
{
    *bits = 0;
    for (int k = 0; k < config_setting_length(s); k++) {
        const char *word = config_setting_get_string_elem(s, k);
        outcome o;
        if (!word || !outcome_by_name(word, &o))
            return reader_wrong(r, s,
                                "outcomes such as \"diverged\", \"timeout\" are expected");
        if (!outcome_is_excusable(o))
            return reader_wrong(r, s,
                                "a crash, an exit, memory and infrastructure have no excuse");
        *bits |= 1u << o;
    }
    return *bits || reader_wrong(r, s, "a list [ \"...\" ] of outcomes is expected");
}
