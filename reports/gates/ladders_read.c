/* ladders_read.c -- the rules of ladders from a gate file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/config.h"
#include "bench/base/tags.h"
#include "bench/base/util.h"
#include "reports/gates/ladders.h"

typedef struct reader {
    const char *path;
    char *why;
    size_t size;
} reader;

static bool complain(const reader *r, const config_setting_t *s, const char *sentence)
{
    return fail_at(s, r->path, r->why, r->size, sentence);
}

static bool read_digits(const reader *r, const config_setting_t *s, double *v)
{
    if (!config_setting_is_number(s)) return complain(r, s, "a number of digits is expected");
    *v = config_setting_type(s) == CONFIG_TYPE_FLOAT ? config_setting_get_float(s)
                                                     : config_setting_get_int(s);
    return *v >= 0 || complain(r, s, "a number of digits is not negative");
}

/* What no reason excuses. */
static bool is_excusable(outcome o)
{
    return o != OUTCOME_CRASH && o != OUTCOME_EXIT && o != OUTCOME_MEMORY &&
           o != OUTCOME_INFRASTRUCTURE && o != OUTCOME_MISBEHAVED;
}

static bool read_outcomes(const reader *r, const config_setting_t *s, unsigned *bits)
{
    for (int k = 0; k < config_setting_length(s); k++) {
        const char *word = config_setting_get_string_elem(s, k);
        outcome o;
        if (!word || !outcome_by_name(word, &o))
            return complain(r, s, "outcomes such as \"diverged\", \"timeout\" are expected");
        if (!is_excusable(o))
            return complain(r, s, "a crash, an exit, memory and infrastructure have no excuse");
        *bits |= 1u << o;
    }
    return *bits || complain(r, s, "a list [ \"...\" ] of outcomes is expected");
}

static const struct word {
    const char *name, *usual;
    size_t at;
} words[] = {
    { "problem", "*", offsetof(ladder_exception, problem) },
    { "parameters", "*", offsetof(ladder_exception, parameters) },
    { "solver", "*", offsetof(ladder_exception, solver) },
    { "options", "*", offsetof(ladder_exception, options) },
    { "formulation", "*", offsetof(ladder_exception, formulation) },
    { "tags", "", offsetof(ladder_exception, tags) },
    { "reason", "", offsetof(ladder_exception, reason) },
};
enum { WORDS = sizeof words / sizeof *words };

static char **word_at(ladder_exception *x, int k)
{
    return (char **)(void *)((char *)x + words[k].at);
}

static bool read_member(const reader *r, const config_setting_t *s, ladder_exception *x)
{
    const char *name = config_setting_name(s);
    if (!strcmp(name, "outcomes")) return read_outcomes(r, s, &x->outcomes);
    if (!strcmp(name, "fall")) return read_digits(r, s, &x->fall);
    for (int k = 0; k < WORDS; k++) {
        if (strcmp(words[k].name, name) != 0) continue;
        if (!config_setting_get_string(s)) return complain(r, s, "a string is expected");
        free(*word_at(x, k));
        *word_at(x, k) = copied(config_setting_get_string(s));
        return true;
    }
    return complain(r, s, "unknown member of an exception; see docs/gates.md");
}

static bool read_exception(const reader *r, const config_setting_t *s, ladder_rules *to)
{
    to->exceptions = grown(to->exceptions, (size_t)to->n + 1, sizeof *to->exceptions);
    ladder_exception *x = &to->exceptions[to->n++];
    *x = (ladder_exception){ .fall = NAN, .line = (int)config_setting_source_line(s) };
    for (int k = 0; k < WORDS; k++) *word_at(x, k) = copied(words[k].usual);
    for (int k = 0; k < config_setting_length(s); k++)
        if (!read_member(r, config_setting_get_elem(s, (unsigned)k), x)) return false;
    char why[512];
    if (!tags_check(x->tags, why, sizeof why)) return complain(r, s, why);
    if (!*x->reason) return complain(r, s, "an exception has a reason");
    return x->outcomes || !isnan(x->fall) ||
           complain(r, s, "an exception names outcomes, or the fall that it allows");
}

static bool read_rules(const reader *r, const config_setting_t *s, ladder_rules *to)
{
    for (int k = 0; k < config_setting_length(s); k++) {
        const config_setting_t *one = config_setting_get_elem(s, (unsigned)k);
        const char *name = config_setting_name(one);
        bool good = true;
        if (!strcmp(name, "fall"))
            good = read_digits(r, one, &to->fall);
        else if (!strcmp(name, "floor"))
            good = read_digits(r, one, &to->floor);
        else if (!strcmp(name, "fall_at_floor"))
            good = read_digits(r, one, &to->fall_at_floor);
        else if (strcmp(name, "exceptions") != 0)
            return complain(r, one,
                            "unknown; ladders hold fall, floor, fall_at_floor and "
                            "exceptions");
        else
            for (int i = 0; good && i < config_setting_length(one); i++)
                good = read_exception(r, config_setting_get_elem(one, (unsigned)i), to);
        if (!good) return false;
    }
    return true;
}

ladder_rules *ladder_rules_read(const struct config_setting_t *s, const char *path, char *why,
                                size_t size)
{
    const reader r = { path, why, size };
    ladder_rules *to = need(calloc(1, sizeof *to));
    *to = (ladder_rules){ .fall = 1, .floor = 8, .fall_at_floor = 3 };
    if (config_setting_is_group(s) ? read_rules(&r, s, to)
                                   : complain(&r, s, "a group { ... } is expected"))
        return to;
    ladder_rules_free(to);
    return NULL;
}

void ladder_rules_free(ladder_rules *r)
{
    for (int k = 0; r && k < r->n; k++)
        for (int w = 0; w < WORDS; w++) free(*word_at(&r->exceptions[k], w));
    if (r) free(r->exceptions);
    free(r);
}
