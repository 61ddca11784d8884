/* condition.c -- which cells a condition is true of. */
#include "reports/gates/condition.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/config.h"
#include "bench/base/tags.h"
#include "bench/base/util.h"

static const struct word {
    const char *name, *usual;
    size_t at;
} words[] = {
    { "problem", "*", offsetof(condition, problem) },
    { "parameters", "*", offsetof(condition, parameters) },
    { "solver", "*", offsetof(condition, solver) },
    { "options", "*", offsetof(condition, options) },
    { "formulation", "*", offsetof(condition, formulation) },
    { "tags", "", offsetof(condition, tags) },
};
enum { WORDS = sizeof words / sizeof *words };

static char **word_at(condition *c, int k)
{
    return (char **)(void *)((char *)c + words[k].at);
}

condition condition_any(void)
{
    condition c = { 0 };
    for (int k = 0; k < WORDS; k++) *word_at(&c, k) = copied(words[k].usual);
    return c;
}

void condition_free(condition *c)
{
    for (int k = 0; k < WORDS; k++) free(*word_at(c, k));
}

static int take_word(condition *c, const config_setting_t *s, int k, const char **sentence)
{
    char why[512];
    *sentence = "a string is expected";
    const char *text = config_setting_get_string(s);
    if (!text) return -1;
    *sentence = "a condition on tags such as \"stiff & !core\" is expected";
    if (!strcmp(words[k].name, "tags") && !tags_check(text, why, sizeof why)) return -1;
    free(*word_at(c, k));
    *word_at(c, k) = copied(text);
    return 1;
}

int condition_member(condition *c, const config_setting_t *s, const char **sentence)
{
    const char *name = config_setting_name(s);
    for (int k = 0; k < WORDS; k++)
        if (!strcmp(words[k].name, name)) return take_word(c, s, k, sentence);
    if (strcmp(name, "no_events") != 0) return 0;
    *sentence = "true or false is expected";
    c->no_events = config_setting_get_bool(s) != 0;
    return config_setting_type(s) == CONFIG_TYPE_BOOL ? 1 : -1;
}

bool condition_fits(const condition *c, const cell *of, const char *tags)
{
    return cli_match(c->problem, of->problem) && cli_match(c->solver, of->solver) &&
           cli_match(c->formulation, of->formulation) &&
           !fnmatch(c->parameters, of->parameters, 0) && !fnmatch(c->options, of->options, 0) &&
           (!c->no_events || of->no_events) && tags_fit(c->tags, tags);
}

bool outcome_is_excusable(outcome o)
{
    return o != OUTCOME_CRASH && o != OUTCOME_EXIT && o != OUTCOME_MEMORY &&
           o != OUTCOME_INFRASTRUCTURE && o != OUTCOME_MISBEHAVED;
}

bool condition_outcomes(const config_setting_t *s, unsigned *bits, const char **sentence)
{
    *bits = 0;
    for (int k = 0; k < config_setting_length(s); k++) {
        const char *word = config_setting_get_string_elem(s, k);
        outcome o;
        *sentence = "outcomes such as \"diverged\", \"timeout\" are expected";
        if (!word || !outcome_by_name(word, &o)) return false;
        *sentence = "a crash, an exit, memory and infrastructure have no excuse";
        if (!outcome_is_excusable(o)) return false;
        *bits |= 1u << o;
    }
    *sentence = "a list [ \"...\" ] of outcomes is expected";
    return *bits != 0;
}
