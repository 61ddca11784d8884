/* test_export.c -- exports and tables: every column, every quote, every bit.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <unistd.h>

#include <jansson.h>

#include "reports/tables/export.h"
#include "reports/text/table.h"
#include "tests/reports/synthetic.h"

#include "tests/suite.h" /* last: it has macros of common names */

static char folder[] = "/tmp/test_export_XXXXXX";
static char store_path[64];
static reason why;

static void setup(void)
{
    const swing rows[] = {
        { .solver = "ida", .formulation = "ggl", .rtol = 1e-3, .order = 1, .cost = 1e-4 },
        { .solver = "ida", .formulation = "ggl", .rtol = 1e-7, .order = 1, .cost = 1.0 / 3 },
        { .solver = "hht", .formulation = "index3", .h = 0.1, .order = 2, .cost = 1e-4 },
        { .solver = "ida",
          .formulation = "index3",
          .rtol = 1e-3,
          .order = 1,
          .outcome = OUTCOME_DIVERGED },
    };
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(store_path, sizeof store_path, "%s/bench.db", folder);
    ck_assert_msg(swing_reference(folder, &why), "%s", why.text);
    ck_assert_msg(swing_store(store_path, rows, 4, &why), "%s", why.text);
}

static void teardown(void)
{
    char *command = text_of("rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    free(command);
}

static board *open_board(void)
{
    board *b = board_open(store_path, folder, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    return b;
}

/* ---- export ------------------------------------------------------------------------------ */

static char *exported(void (*write)(const board *, FILE *))
{
    board *b = open_board();
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    write(b, f);
    fclose(f);
    board_close(b);
    return text;
}

/* Next field of a CSV line, unquoted in place; *p moves on, NULL after the last. */
static char *next_field(char **p)
{
    char *from = *p, *to = *p, *start = *p;
    bool quoted = *from == '"';
    if (quoted) from++;
    for (; *from && (quoted || (*from != ',' && *from != '\n')); from++) {
        if (quoted && *from == '"') {
            if (from[1] != '"') {
                quoted = false;
                continue;
            }
            from++;
        }
        *to++ = *from;
    }
    const bool more = *from == ',';
    *p = more ? from + 1 : NULL;
    *to = '\0';
    return start;
}

enum { MOST_FIELDS = 80 };

static int split(char *line, char **fields)
{
    int n = 0;
    while (line && n < MOST_FIELDS) fields[n++] = next_field(&line);
    return n;
}

static int column(char **header, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(header[i], name)) return i;
    ck_abort_msg("export has no column %s", name);
    return -1;
}

START_TEST(csv_has_the_columns_and_reads_back)
{
    static const char *const wanted[] = {
        "problem",  "parameters", "formulation", "solver", "options",      "rtol",      "atol",
        "h",        "outcome",    "scd",         "mescd",  "cpu_median_s", "cpu_min_s", "steps",
        "accepted", "rejected",   "n_f",         "n_jac",  "n_lu",         "drift_g",
    };
    char *text = exported(export_csv), *rest = text, *header[MOST_FIELDS], *row[MOST_FIELDS];
    const int n = split(strsep(&rest, "\n"), header);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) column(header, n, wanted[i]);
    board *b = open_board();
    for (int i = 0; i < b->n; i++) {
        const entry *e = &b->entries[i];
        ck_assert_int_eq(split(strsep(&rest, "\n"), row), n);
        ck_assert_str_eq(row[column(header, n, "solver")], e->r.cell.solver);
        ck_assert_str_eq(row[column(header, n, "detail")], e->r.detail); /* quotes, commas */
        ck_assert_double_eq(strtod(row[column(header, n, "rtol")], NULL), e->r.cell.rtol);
        ck_assert_str_eq(row[column(header, n, "elimination")], "dense");
        ck_assert_str_eq(row[column(header, n, "lanes")], "4");
        const char *scd = row[column(header, n, "scd")];
        if (e->scd.known)
            ck_assert_double_eq(strtod(scd, NULL), e->scd.value);
        else
            ck_assert_str_eq(scd, "");
        const char *cpu = row[column(header, n, "cpu_median_s")];
        if (e->cpu.n)
            ck_assert_double_eq(strtod(cpu, NULL), e->cpu.median);
        else
            ck_assert_str_eq(cpu, "");
    }
    ck_assert_str_eq(rest, "");
    board_close(b);
    free(text);
}
END_TEST

START_TEST(every_json_line_parses)
{
    char *text = exported(export_jsonl), *rest = text;
    board *b = open_board();
    for (int i = 0; i < b->n; i++) {
        json_error_t e;
        json_t *o = json_loads(strsep(&rest, "\n"), 0, &e);
        ck_assert_msg(o != NULL, "%s", e.text);
        const json_t *scd = json_object_get(o, "scd");
        ck_assert((scd != NULL) == b->entries[i].scd.known);
        if (scd) ck_assert_double_eq(json_real_value(scd), b->entries[i].scd.value);
        ck_assert_str_eq(json_string_value(json_object_get(o, "detail")),
                         b->entries[i].r.detail);
        json_decref(o);
    }
    board_close(b);
    free(text);
}
END_TEST

/* ---- tables ------------------------------------------------------------------------------ */

static void as_html(const table *t, FILE *f) { table_html(t, "name", "a \"title\"", f); }

START_TEST(tables_escape_and_leave_out_what_does_not_exist)
{
    table *t = table_new("a|b");
    table_text(t, "x, \"y\" | <z>");
    table_number(t, "%.2f", NAN);
    table_text(t, "%s", "plain_text");
    table_number(t, "%.2f", 1.0 / 3);
    static const struct {
        void (*write)(const table *, FILE *);
        const char *wanted;
    } forms[] = {
        { table_csv, "a,b\n\"x, \"\"y\"\" | <z>\",\nplain_text,0.3333333333333333\n" },
        { table_markdown, "| a | b |\n|:---|---:|\n| x, \"y\" \\| &lt;z&gt; |  |\n"
                          "| plain\\_text | 0.33 |\n\n" },
        { as_html, "<caption>a &quot;title&quot;</caption>" },
        { as_html, "<td>x, &quot;y&quot; | &lt;z&gt;</td><td class=\"n\"></td>" },
        { table_latex, "plain\\_text & 0.33 \\\\" },
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *f = open_memstream(&text, &size);
        forms[i].write(t, f);
        fclose(f);
        ck_assert_msg(strstr(text, forms[i].wanted) != NULL, "%s", text);
        free(text);
    }
    table_free(t);
}
END_TEST

/* Rows of a long table whose solver and rtol are given; the last one stays in row[]. */
static int find_rows(char *rest, char **header, int n, const char *rtol, char **row)
{
    const int solver = column(header, n, "solver"), tolerance = column(header, n, "rtol");
    int found = 0;
    for (char *line; (line = strsep(&rest, "\n")) && *line;) {
        char *one[MOST_FIELDS];
        ck_assert_int_eq(split(line, one), n);
        if (strcmp(one[solver], "ida") != 0 || strcmp(one[tolerance], rtol) != 0) continue;
        memcpy(row, one, sizeof one);
        found++;
    }
    return found;
}

START_TEST(long_tables)
{
    char *text = exported(export_series), *rest = text, *header[MOST_FIELDS], *row[MOST_FIELDS];
    int n = split(strsep(&rest, "\n"), header);
    ck_assert_int_eq(find_rows(rest, header, n, "0.001", row), SWING_STEPS);
    ck_assert_double_eq(strtod(row[column(header, n, "t")], NULL), swing_end);
    ck_assert_double_eq(strtod(row[column(header, n, "obs:height")], NULL),
                        cos(swing_end) + 1e-3);
    ck_assert_str_ne(row[column(header, n, "drift:g")], "");
    free(text);

    rest = text = exported(export_errors);
    n = split(strsep(&rest, "\n"), header);
    ck_assert_int_eq(find_rows(rest, header, n, "0.001", row), 1);
    ck_assert_str_eq(row[column(header, n, "observable")], "height");
    ck_assert_double_eq_tol(strtod(row[column(header, n, "max")], NULL), 1e-3, 1e-5);
    ck_assert_double_eq_tol(strtod(row[column(header, n, "t_max")], NULL), swing_end, 1e-9);
    free(text);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        csv_has_the_columns_and_reads_back,
        long_tables,
        every_json_line_parses,
        tables_escape_and_leave_out_what_does_not_exist,
    };
    TCase *c = tcase_create("export");
    tcase_add_checked_fixture(c, setup, teardown);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    return suite_run("export", c);
}
