/* base.c -- the table of what each cell gave: reading, looking up, writing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/gates/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

/* ---- the table in memory ----------------------------------------------------------------- */

base *base_empty(const char *path)
{
    base *b = need(calloc(1, sizeof *b));
    b->path = copied(path);
    return b;
}

void base_free(base *b)
{
    if (!b) return;
    for (int i = 0; i < b->n; i++) {
        free(b->rows[i].cell);
        free(b->rows[i].library);
        free(b->rows[i].set);
    }
    for (int i = 0; i < b->naccepted; i++) free(b->accepted[i]);
    free(b->accepted);
    free(b->rows);
    free(b->path);
    free(b);
}

void base_add(base *b, const base_row *row)
{
    b->rows = grown(b->rows, (size_t)b->n + 1, sizeof *b->rows);
    base_row *r = &b->rows[b->n++];
    *r = *row;
    r->cell = copied(row->cell);
    r->library = copied(row->library);
    r->set = copied(row->set);
}

void base_accepted(base *b, const char *date, const char *cause)
{
    b->accepted = grown(b->accepted, (size_t)b->naccepted + 1, sizeof *b->accepted);
    char *line = text_of("%s\t%s", date, cause);
    for (char *c = line + strlen(date) + 1; *c; c++)
        if (*c == '\n' || *c == '\t') *c = ' ';
    b->accepted[b->naccepted++] = line;
}

static int by_cell(const void *x, const void *y)
{
    const base_row *a = x, *b = y;
    const int c = strcmp(a->cell, b->cell);
    return c ? c : strcmp(a->library, b->library);
}

bool base_sort(base *b, reason *why)
{
    if (b->n) qsort(b->rows, (size_t)b->n, sizeof *b->rows, by_cell);
    for (int i = 1; i < b->n; i++) {
        const base_row *x = &b->rows[i - 1], *y = &b->rows[i];
        if (by_cell(x, y)) continue;
        const int first = x->line < y->line ? x->line : y->line;
        return reason_set(why, "%s:%d: %s stands here again; it stands in line %d", b->path,
                          x->line + y->line - first, y->cell, first);
    }
    return true;
}

const base_row *base_find(const base *b, const char *title, const char *library)
{
    int low = 0, high = b->n;
    while (low < high) { /* the first row behind the cell */
        const int middle = (low + high) / 2;
        if (strcmp(b->rows[middle].cell, title) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    const base_row *last = low > 0 ? &b->rows[low - 1] : NULL;
    if (!last || strcmp(last->cell, title) != 0) return NULL;
    for (const base_row *r = last; r >= b->rows && !strcmp(r->cell, title); r--)
        if (!strcmp(r->library, library)) return r;
    return last;
}

/* ---- reading ----------------------------------------------------------------------------- */

static char nothing[] = "";

typedef struct reader {
    base *to;
    char *set;
    int line;
    reason *why;
} reader;

static bool complain(const reader *r, const char *sentence)
{
    return reason_set(r->why, "%s:%d: %s", r->to->path, r->line, sentence);
}

/* "-": there is none. */
static bool take_number(const char *text, double *v)
{
    char *end;
    *v = NAN;
    if (!strcmp(text, "-")) return true;
    *v = strtod(text, &end);
    return *text && !*end && isfinite(*v);
}

static bool read_row(reader *r, char *text)
{
    char *field[5], *rest = text;
    int n = 0;
    cell named;
    while (n < 5 && (field[n] = strsep(&rest, "\t"))) n++;
    if (n < 5 || rest)
        return complain(r, "cell, outcome, mescd, n_f and library are expected, tabs between");
    base_row row = { .cell = field[0], .set = r->set, .line = r->line };
    if (!cell_from_title(&named, row.cell))
        return complain(
            r, "no cell; one is named as in \"problem solver@formulation rtol=1e-06\"");
    if (!outcome_by_name(field[1], &row.outcome))
        return complain(r,
                        "an outcome such as ok, diverged, timeout is expected behind the cell");
    if (!take_number(field[2], &row.mescd) || !take_number(field[3], &row.n_f))
        return complain(r, "mescd and n_f are numbers, or - where there is none");
    if (!*field[4]) return complain(r, "the library is missing; - where there is none");
    row.library = strcmp(field[4], "-") ? field[4] : nothing;
    base_add(r->to, &row);
    return true;
}

static bool read_accepted(reader *r, char *rest)
{
    char *date = strsep(&rest, "\t");
    if (!rest || !*rest || strlen(date) != 10)
        return complain(r, "a date (2026-11-25), a tab and a reason are expected");
    base_accepted(r->to, date, rest);
    return true;
}

static bool read_line(reader *r, char *text)
{
    static const char word[] = "accepted\t";
    const size_t n = strlen(text);
    if (!n || (*text == '#' && !r->to->n)) return true;
    if (!strncmp(text, word, sizeof word - 1)) return read_accepted(r, text + sizeof word - 1);
    if (*text != '[') return read_row(r, text);
    if (text[n - 1] != ']' || n < 3) return complain(r, "a set is named as in [core]");
    text[n - 1] = '\0';
    r->set = text + 1;
    return true;
}

base *base_read(const char *path, reason *why)
{
    char *text = file_text(path), *rest = text, *line;
    if (!text) {
        reason_set(why, "%s: cannot be read: %s", path, file_reason());
        return NULL;
    }
    base *b = base_empty(path);
    reader r = { .to = b, .set = nothing, .why = why };
    bool good = true;
    while (good && (line = strsep(&rest, "\n"))) {
        r.line++;
        good = read_line(&r, line);
    }
    good = good && base_sort(b, why);
    free(text);
    if (good) return b;
    base_free(b);
    return NULL;
}

/* ---- writing ----------------------------------------------------------------------------- */

static int by_set(const void *x, const void *y)
{
    const base_row *a = *(const base_row *const *)x, *b = *(const base_row *const *)y;
    const int c = strcmp(a->set, b->set);
    return c ? c : by_cell(a, b);
}

static void write_number(FILE *f, const char *format, double v)
{
    fputc('\t', f);
    if (isnan(v))
        fputc('-', f);
    else
        fprintf(f, format, v);
}

static void write_row(const base_row *r, FILE *f)
{
    fprintf(f, "%s\t%s", r->cell, outcome_name(r->outcome));
    write_number(f, "%.3f", r->mescd);
    write_number(f, "%.0f", r->n_f);
    fprintf(f, "\t%s\n", *r->library ? r->library : "-");
}

void base_write(const base *b, FILE *f)
{
    const base_row **rows = need(calloc((size_t)b->n + 1, sizeof *rows));
    const char *set = "";
    fputs("# What each cell gave when its results were accepted:\n"
          "# cell, outcome, mescd, n_f, library.\n"
          "# Data, no limits. Written by `ivpbench gate --accept`; docs/gates.md.\n",
          f);
    for (int i = 0; i < b->naccepted; i++) fprintf(f, "accepted\t%s\n", b->accepted[i]);
    for (int i = 0; i < b->n; i++) rows[i] = &b->rows[i];
    qsort(rows, (size_t)b->n, sizeof *rows, by_set);
    for (int i = 0; i < b->n; i++) {
        if (strcmp(rows[i]->set, set) != 0) fprintf(f, "[%s]\n", rows[i]->set);
        set = rows[i]->set;
        write_row(rows[i], f);
    }
    free(rows);
}
