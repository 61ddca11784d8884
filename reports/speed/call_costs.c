/* call_costs.c -- a small CSV of our own making: fields without quotes or in them, none doubled. */
#include "reports/speed/call_costs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

enum { PROBLEM, WHAT, HOW, UNIT, VALUE, FIELDS };

typedef struct row {
    char *field[FIELDS];
    double value;
} row;

struct calls_file {
    int n;
    row *rows;
};

/* Cuts the next field off; NULL: there is none. */
static char *next_field(char **rest)
{
    char *at = *rest;
    if (!at) return NULL;
    const char end = *at == '"' ? '"' : ',';
    if (end == '"') at++;
    char *stop = strchr(at, end);
    *rest = stop ? stop + 1 : NULL;
    if (stop) *stop = '\0';
    if (end == '"' && *rest && **rest == ',') (*rest)++;
    return at;
}

static bool take_row(calls_file *c, char *line)
{
    row r = { .value = NAN };
    char *rest = line;
    for (int k = 0; k < FIELDS; k++) {
        char *field = next_field(&rest);
        if (!field) return false;
        r.field[k] = field;
    }
    char *end;
    r.value = strtod(r.field[VALUE], &end);
    if (*end || end == r.field[VALUE] || !isfinite(r.value)) return false;
    for (int k = 0; k < FIELDS; k++) r.field[k] = copied(r.field[k]);
    c->rows = grown(c->rows, (size_t)c->n + 1, sizeof *c->rows);
    c->rows[c->n++] = r;
    return true;
}

calls_file *calls_read(const char *path, char *why, size_t size)
{
    char *text = file_text(path), *rest = text, *line;
    if (!text) {
        fail(why, size, "%s: %s", path, strerror(errno));
        return NULL;
    }
    calls_file *c = need(calloc(1, sizeof *c));
    bool good = true;
    for (int number = 0; good && (line = strsep(&rest, "\n")); number++)
        if (number && *line && !take_row(c, line))
            good = fail(why, size, "%s:%d: five fields are expected, the last a number", path,
                        number + 1);
    free(text);
    if (good) return c;
    calls_free(c);
    return NULL;
}

void calls_free(calls_file *c)
{
    if (!c) return;
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < FIELDS; k++) free(c->rows[i].field[k]);
    free(c->rows);
    free(c);
}

double calls_find(const calls_file *c, const char *problem, const char *what, const char *how)
{
    for (int i = 0; i < c->n; i++) {
        char *const *f = c->rows[i].field;
        if (!strcmp(f[PROBLEM], problem) && !strcmp(f[WHAT], what) && !strcmp(f[HOW], how))
            return c->rows[i].value;
    }
    return NAN;
}

double calls_any(const calls_file *c, const char *what)
{
    for (int i = 0; i < c->n; i++)
        if (!strcmp(c->rows[i].field[WHAT], what)) return c->rows[i].value;
    return NAN;
}

double calls_of(const calls_file *c, const group *g, const char *what, const char *how)
{
    char *problem =
        *g->parameters ? text_of("%s(%s)", g->problem, g->parameters) : copied(g->problem);
    const double value = calls_find(c, problem, what, how);
    free(problem);
    return value;
}

static bool seen(const calls_file *c, int i)
{
    for (int k = 0; k < i; k++)
        if (!strcmp(c->rows[k].field[PROBLEM], c->rows[i].field[PROBLEM]) &&
            !strcmp(c->rows[k].field[HOW], c->rows[i].field[HOW]))
            return true;
    return false;
}

table *calls_table(const calls_file *c)
{
    static const char *const columns[] = { "terms",      "f",       "factor", "solve",
                                           "evaluation", "attempt", "loop",   "memory" };
    enum { COLUMNS = sizeof columns / sizeof *columns };
    table *t = table_new("problem|how|terms [ns]|f [ns]|factor [ns]|solve [ns]|evaluation [ns]|"
                         "attempt [ns]|loop [ns a step]|memory [kB]");
    for (int i = 0; i < c->n; i++) {
        char *const *f = c->rows[i].field;
        if (seen(c, i)) continue;
        table_text(t, "%s", f[PROBLEM]);
        table_text(t, "%s", f[HOW]);
        for (int k = 0; k < COLUMNS; k++)
            table_number(t, "%.3g", calls_find(c, f[PROBLEM], columns[k], f[HOW]));
    }
    return t;
}
