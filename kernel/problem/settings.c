/* settings.c -- "a=1 b=word": named parameters and options, checked against their table.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/instance.h"
#include "kernel/problem/protocol.h"

int settings_count(const ivp_param *table)
{
    int n = 0;
    while (table && table[n].name) n++;
    return n;
}

/* Position of `word` among blank-separated choices, or -1. */
static int choice(const char *choices, const char *word)
{
    const size_t length = strlen(word);
    for (int k = 0; *choices; k++) {
        const size_t n = strcspn(choices, " ");
        if (n == length && strncmp(choices, word, n) == 0) return k;
        choices += n + strspn(choices + n, " ");
    }
    return -1;
}

static real parse_real(const char *text)
{
#if IVP_ARITH == IVP_QUAD && !defined IVP_ROUNDED
    return strtof128(text, NULL);
#else
    return strtod(text, NULL);
#endif
}

static bool assign_choice(const ivp_param *p, const char *word, const char *whose, char *text,
                          real *value, reason *why)
{
    const int k = choice(p->choices, word);
    *value = k;
    snprintf(text, SETTING_MAX, "%s", word);
    if (k < 0)
        reason_set(why, "%s: '%s' is no choice for %s; the choices are: %s", whose, word,
                   p->name, p->choices);
    return k >= 0;
}

static bool is_of_kind(const ivp_param *p, const char *word, const char *whose, reason *why)
{
    const double number = strtod(word, NULL);
    if (p->kind == IVP_REAL || number == (double)(long)number) return true;
    return reason_set(why, "%s: %s=%s is not an integer (meant: %s)", whose, p->name, word,
                      p->meaning ? p->meaning : "an integer");
}

/* The word as it is written is read in this arithmetic; what names it is its one spelling. */
static bool assign(const ivp_param *p, const char *word, const char *whose, char *text,
                   real *value, reason *why)
{
    if (p->choices) return assign_choice(p, word, whose, text, value, why);
    const spelling how = spell_decimal(word, text);
    if (how == SPELL_TOO_LONG)
        reason_set(why, "%s: %s=%s has more than %d digits", whose, p->name, word,
                   SPELL_DIGITS);
    else if (how != SPELLED || !isfinite(strtod(word, NULL)))
        reason_set(why, "%s: %s=%s is not a finite number (meant: %s)", whose, p->name, word,
                   p->meaning ? p->meaning : "a number");
    *value = parse_real(word);
    return how == SPELLED && isfinite(strtod(word, NULL)) && is_of_kind(p, word, whose, why);
}

static int find(const ivp_param *table, const char *name, size_t length)
{
    for (int k = 0; table && table[k].name; k++)
        if (!table[k].hidden && strlen(table[k].name) == length &&
            strncmp(table[k].name, name, length) == 0)
            return k;
    return -1;
}

static void list_names(const ivp_param *table, char *to, size_t size)
{
    size_t at = 0;
    *to = '\0';
    for (int k = 0; table && table[k].name && at < size; k++)
        if (!table[k].hidden)
            at += (size_t)snprintf(to + at, size - at, "%s%s", at ? ", " : "", table[k].name);
}

static bool assign_word(const ivp_param *table, const char *word, const char *whose,
                        char (*text)[SETTING_MAX], real *value, reason *why)
{
    const char *equals = strchr(word, '=');
    const int k = find(table, word, equals ? (size_t)(equals - word) : strlen(word));
    if (!equals || k < 0) {
        char names[200];
        list_names(table, names, sizeof names);
        return reason_set(why, "%s: '%s' should be NAME=VALUE with one of these names: %s",
                          whose, word, *names ? names : "(it has none)");
    }
    return assign(&table[k], equals + 1, whose, text[k], &value[k], why);
}

/* Does a word of the settings begin with these n characters, "NAME="? */
static bool named(const char *settings, const char *name, size_t n)
{
    for (settings += strspn(settings, " ,"); *settings; settings += strspn(settings, " ,")) {
        if (strncmp(settings, name, n) == 0) return true;
        settings += strcspn(settings, " ,");
    }
    return false;
}

static bool is_set(const char *settings, const char *name)
{
    char word[128];
    const int n = snprintf(word, sizeof word, "%s=", name);
    return named(settings, word, (size_t)n);
}

bool settings_parse(const ivp_param *table, const char *settings, const char *whose,
                    char (*text)[SETTING_MAX], real *value, reason *why)
{
    for (int k = 0; table && table[k].name; k++)
        if (!assign(&table[k], table[k].value, whose, text[k], &value[k], why)) return false;

    while (settings && *settings) {
        char word[128];
        const size_t n = strcspn(settings, " ,");
        if (n >= sizeof word)
            return reason_set(why, "%s: setting '%.40s...' is too long", whose, settings);
        snprintf(word, sizeof word, "%.*s", (int)n, settings);
        const size_t name = strcspn(word, "=");
        if (n && word[name] && named(settings + n, word, name + 1))
            return reason_set(why, "%s: '%.*s' is given twice", whose, (int)name, word);
        if (n && !assign_word(table, word, whose, text, value, why)) return false;
        settings += n + strspn(settings + n, " ,");
    }
    return true;
}

void settings_spell(const ivp_param *table, const char *settings, char (*text)[SETTING_MAX],
                    char *to, size_t size)
{
    size_t at = 0;
    if (size) *to = '\0';
    for (int k = 0; table && table[k].name && at < size; k++)
        if (settings && is_set(settings, table[k].name))
            at += (size_t)snprintf(to + at, size - at, "%s%s=%s", at ? " " : "", table[k].name,
                                   text[k]);
}

/* ---- protocols --------------------------------------------------------------------------- */

/* "rtol", "1e-2*rtol", "1e-9", "solver" */
bool protocol_size(const char *text, double *factor, double *fixed)
{
    *factor = *fixed = 0;
    if (!text || !*text || !strcmp(text, "solver")) return true;
    if (!strcmp(text, "rtol")) {
        *factor = 1;
        return true;
    }
    char *end;
    const double size = strtod(text, &end);
    if (end == text || !(size > 0) || !isfinite(size)) return false;
    if (!*end) *fixed = size;
    if (!strcmp(end, "*rtol")) *factor = size;
    return *fixed > 0 || *factor > 0;
}
