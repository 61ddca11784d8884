/* requirements.c -- the file of what is asked, row by row judged.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/speed/requirements.h"

#include <math.h>
#include <string.h>

#include "bench/base/config.h"
#include "reports/speed/fastest.h"

typedef struct judge {
    const char *path;
    const board *b;
    const calls_file *c;
    table *t;
    int missed, widest; /* lanes of this machine */
    reason *why;
} judge;

static const char *text_in(const config_setting_t *s, const char *name)
{
    const char *text = NULL;
    config_setting_lookup_string(s, name, &text);
    return text;
}

static double value_of(const config_setting_t *s)
{
    double v;
    return s && setting_number(s, &v) ? v : NAN;
}

static double number_in(const config_setting_t *s, const char *name, int k)
{
    const config_setting_t *list = config_setting_get_member(s, name);
    if (!list) return NAN;
    if (!config_setting_is_aggregate(list)) return k ? NAN : value_of(list);
    return k < config_setting_length(list)
               ? value_of(config_setting_get_elem(list, (unsigned)k))
               : NAN;
}

enum { ANY_LANES = 1000 };

static int lanes_of(const config_setting_t *s)
{
    const double lanes = number_in(s, "lanes", 0);
    return isnan(lanes) ? ANY_LANES : (int)lanes;
}

static bool complain(const judge *j, const config_setting_t *s, const char *sentence)
{
    return fail_at(s, j->path, j->why, sentence);
}

/* asked and measured; NAN: not measured. less: measured must not be above. */
static void row(judge *j, const config_setting_t *s, const char *what, double required,
                double measured, bool less, const char *unit, const char *by)
{
    const char *point = text_in(s, "point");
    const bool known = isfinite(measured),
               enough = less ? measured <= required : measured >= required;
    table_text(j->t, "%s", point ? point : "");
    table_text(j->t, "%s", what);
    table_text(j->t, "%s %.3g%s", less ? "at most" : "at least", required, unit);
    if (known)
        table_text(j->t, "%.4g%s%s%s", measured, unit, *by ? ", " : "", by);
    else
        table_text(j->t, "%s", by);
    table_text(j->t, "%s", !known ? "not measured" : enough ? "yes" : "NO");
    j->missed += known && !enough;
}

/* What a group of the file asks at each level of digits. */
static bool each_level(judge *j, config_setting_t *s,
                       bool (*ask)(judge *, config_setting_t *, int, double))
{
    const config_setting_t *list = config_setting_get_member(s, "digits");
    const int n = list && config_setting_is_aggregate(list) ? config_setting_length(list) : 0;
    if (!text_in(s, "problem") || !n) return complain(j, s, "problem and digits are expected");
    bool good = true;
    for (int k = 0; good && k < n; k++) good = ask(j, s, k, number_in(s, "digits", k));
    return good;
}

static double in_house(const judge *j, const config_setting_t *s, double level, char by[256])
{
    const fastest_of ours = { .problem = text_in(s, "problem"),
                              .configuration = text_in(s, "solver"),
                              .lanes = lanes_of(s) };
    const double t = fastest_at(j->b, &ours, level, by, 256);
    if (lanes_of(s) < ANY_LANES && lanes_of(s) > j->widest) {
        snprintf(by, 256, "no %d lanes here", lanes_of(s));
        return NAN;
    }
    return t;
}

/* ", 8 lanes", or nothing where the row does not say */
static const char *lanes_text(const config_setting_t *s, char text[32])
{
    const bool said = lanes_of(s) < ANY_LANES;
    text[0] = '\0';
    if (said) snprintf(text, 32, ", %d lanes", lanes_of(s));
    return text;
}

enum { ALONE = 1000 }; /* times faster than who does not arrive */

static double times_faster(const judge *j, double ours, const fastest_of *other, double t)
{
    const bool alone = isfinite(ours) && !isfinite(t) && fastest_ran(j->b, other);
    return alone ? ALONE : t / ours;
}

static bool ask_faster(judge *j, config_setting_t *s, int k, double level)
{
    const fastest_of other = { .problem = text_in(s, "problem"),
                               .configuration = text_in(s, "against") };
    const double times = number_in(s, "times", k);
    char what[512], by[256], lanes[32];
    if (!other.configuration || isnan(times))
        return complain(j, s, "against and times are expected");
    const double ours = in_house(j, s, level, by), t = fastest_at(j->b, &other, level, what, 0);
    const char *solver = text_in(s, "solver");
    snprintf(what, sizeof what, "%s, %g digits%s: times %s%sfaster than %s", other.problem,
             level, lanes_text(s, lanes), solver ? solver : "", solver ? " is " : "",
             other.configuration);
    row(j, s, what, times, times_faster(j, ours, &other, t), false, "", by);
    return true;
}

static bool ask_leads(judge *j, config_setting_t *s, int k, double level)
{
    (void)k;
    const fastest_of other = { .problem = text_in(s, "problem"),
                               .wrapped = true,
                               .lanes = ANY_LANES };
    char what[512], by[256], who[256], both[600];
    const double ours = in_house(j, s, level, by),
                 t = fastest_at(j->b, &other, level, who, sizeof who);
    snprintf(what, sizeof what, "%s, %g digits: times faster than every wrapped code",
             other.problem, level);
    snprintf(both, sizeof both, "%s against %s", *by ? by : "nobody", *who ? who : "nobody");
    const bool alone = isfinite(ours) && !isfinite(t);
    row(j, s, what, 1, alone ? ALONE : t / ours, false, "", both);
    return true;
}

static bool ask_goal(judge *j, config_setting_t *s, int k, double level)
{
    char what[512], by[256], lanes[32];
    const double us = number_in(s, "us", k), ours = in_house(j, s, level, by);
    if (isnan(us)) return complain(j, s, "us, microseconds, are expected");
    snprintf(what, sizeof what, "%s, %g digits%s: fastest in house", text_in(s, "problem"),
             level, lanes_text(s, lanes));
    row(j, s, what, us, 1e6 * ours, true, " us", by);
    return true;
}

/* Of one call, or of two. */
static bool ask_call(judge *j, config_setting_t *s)
{
    const char *problem = text_in(s, "problem"), *call = text_in(s, "what"),
               *how = text_in(s, "how"), *against = text_in(s, "against");
    const double most = number_in(s, "most", 0);
    if (!problem || !call || !how || isnan(most))
        return complain(j, s, "problem, what, how and most are expected");
    char what[512], by[128] = "";
    double x = calls_find(j->c, problem, call, how);
    if (against) {
        const double y = calls_find(j->c, problem, call, against);
        snprintf(what, sizeof what, "%s, %s: %s over %s", problem, call, how, against);
        const double more = calls_find(j->c, problem, "overhead", how);
        if (isfinite(more)) /* of instructions, not of times */
            snprintf(by, sizeof by, "%.0f over %.0f instructions, %.1f more a call of f", x, y,
                     more);
        else
            snprintf(by, sizeof by, "%.3g over %.3g ns", x, y);
        x /= y;
    } else
        snprintf(what, sizeof what, "%s, %s: %s [ns]", problem, call, how);
    row(j, s, what, most, x, true, "", by);
    return true;
}

static bool all_faster(judge *j, config_setting_t *s) { return each_level(j, s, ask_faster); }
static bool all_leads(judge *j, config_setting_t *s) { return each_level(j, s, ask_leads); }
static bool all_goals(judge *j, config_setting_t *s) { return each_level(j, s, ask_goal); }

static const struct {
    const char *name;
    bool (*ask)(judge *j, config_setting_t *s);
} kinds[] = { { "faster", all_faster }, { "leads", all_leads }, { "goals", all_goals },
              { "ratios", ask_call },   { "calls", ask_call },  { NULL, NULL } };

static bool read_list(judge *j, config_setting_t *list)
{
    int k = 0;
    while (kinds[k].name && strcmp(kinds[k].name, config_setting_name(list))) k++;
    if (!kinds[k].name)
        return complain(j, list, "one of faster, leads, goals, ratios, calls is expected");
    bool good = config_setting_is_list(list) || complain(j, list, "a list ( ) is expected");
    for (int i = 0; good && i < config_setting_length(list); i++) {
        config_setting_t *s = config_setting_get_elem(list, (unsigned)i);
        good = config_setting_is_group(s) ? kinds[k].ask(j, s)
                                          : complain(j, list, "groups { } are expected");
    }
    return good;
}

table *requirements_table(const char *path, const board *b, const calls_file *c, int *missed,
                          reason *why)
{
    judge j = { .path = path, .b = b, .c = c, .why = why };
    for (int i = 0; i < b->n; i++)
        if (b->entries[i].lanes > j.widest) j.widest = b->entries[i].lanes;
    j.t = table_new("point|what|asked|measured|met");
    config_t file;
    config_init(&file);
    bool good = config_parse(&file, path, why);
    config_setting_t *root = good ? config_root_setting(&file) : NULL;
    for (int i = 0; good && i < config_setting_length(root); i++)
        good = read_list(&j, config_setting_get_elem(root, (unsigned)i));
    config_destroy(&file);
    *missed = j.missed;
    if (good) return j.t;
    table_free(j.t);
    return NULL;
}
