/* ladders_read.c -- the rules of ladders from a gate file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/config.h"
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

static bool read_member(const reader *r, const config_setting_t *s, ladder_exception *x)
{
    const char *name = config_setting_name(s), *sentence;
    if (!strcmp(name, "outcomes"))
        return condition_outcomes(s, &x->outcomes, &sentence) || complain(r, s, sentence);
    if (!strcmp(name, "fall")) return read_digits(r, s, &x->fall);
    if (!strcmp(name, "reason")) {
        free(x->reason);
        x->reason = copied(config_setting_get_string(s));
        return *x->reason || complain(r, s, "a string is expected");
    }
    const int taken = condition_member(&x->where, s, &sentence);
    if (taken < 0) return complain(r, s, sentence);
    return taken || complain(r, s, "unknown member of an exception; see docs/gates.md");
}

static bool read_exception(const reader *r, const config_setting_t *s, ladder_rules *to)
{
    to->exceptions = grown(to->exceptions, (size_t)to->n + 1, sizeof *to->exceptions);
    ladder_exception *x = &to->exceptions[to->n++];
    *x = (ladder_exception){ .where = condition_any(),
                             .reason = copied(""),
                             .fall = NAN,
                             .line = (int)config_setting_source_line(s) };
    for (int k = 0; k < config_setting_length(s); k++)
        if (!read_member(r, config_setting_get_elem(s, (unsigned)k), x)) return false;
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
    for (int k = 0; r && k < r->n; k++) {
        condition_free(&r->exceptions[k].where);
        free(r->exceptions[k].reason);
    }
    if (r) free(r->exceptions);
    free(r);
}
