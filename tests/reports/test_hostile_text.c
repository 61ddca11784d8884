/* test_hostile_text.c -- a report and an export of a poisoned store run nothing and lose
 * nothing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <dirent.h>

#include "bench/base/printable.h"
#include "reports/figures/figure.h"
#include "reports/page/report.h"
#include "reports/tables/export.h"
#include "tests/page/hostile_case.h"

static bool has_pdflatex(void)
{
    char *argv[] = { "pdflatex", "--version", NULL }, line[256];
    return program_line(argv, line, sizeof line);
}

/* No command of an attack is one in the document, and where LaTeX is installed it makes a PDF
 * of it. */
static void expect_a_document(void)
{
    static const char *const commands[] = { "\\input{/", "\\write18", "\\end{document} ",
                                            "^^5c" };
    char *text = slurp("out/report.tex");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        ck_assert_msg(!strstr(text, commands[i]), "%s is a command", commands[i]);
    ck_assert_ptr_nonnull(strstr(text, "\\textbackslash{}input\\{/etc/passwd\\}"));
    ck_assert_ptr_nonnull(strstr(text, "{[}2ex] \xc3\xa9 (U+2192) \\}"));
    free(text);
    if (!has_pdflatex()) return;
    char *into = text_of("-output-directory=%s/out", folder), where[4096], line[4096];
    char *argv[] = { "pdflatex",
                     "-no-shell-escape",
                     "-interaction=batchmode",
                     "-halt-on-error",
                     into,
                     "report.tex",
                     NULL };
    char *out = text_of("%s/out", folder);
    ck_assert_ptr_nonnull(getcwd(where, sizeof where));
    ck_assert_int_eq(chdir(out), 0);
    const bool made = program_line(argv, line, sizeof line);
    ck_assert_int_eq(chdir(where), 0);
    ck_assert_msg(made, "%s", line);
    char *pdf = text_of("%s/report.pdf", out);
    ck_assert_int_eq(access(pdf, R_OK), 0);
    free(pdf);
    free(out);
    free(into);
}

/* A script draws the same body in each format, and diagrams of mescd are those of scd with
 * other numbers: one format of one of them runs every text that a store can bring into a
 * script. */
static bool is_drawn(const char *name)
{
    const char *end = strrchr(name, '.');
    return end && !strcmp(end, ".gp") && !strstr(name, "-mescd-");
}

static void keep_one_format(const char *path)
{
    static const char both[] = "\"png svg\"", one[] = "    \"svg\"";
    char *text = file_text(path), *at = text ? strstr(text, both) : NULL;
    ck_assert_msg(at != NULL, "%s", path);
    if (at) memcpy(at, one, strlen(both));
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
    free(text);
}

/* By gnuplot, where it is installed. */
static void draw_scripts(void)
{
    char *figures = text_of("%s/figures", out_path), **names = NULL;
    int n = 0;
    DIR *d = opendir(figures);
    ck_assert_ptr_nonnull(d);
    for (const struct dirent *e; (e = readdir(d));) {
        if (!is_drawn(e->d_name)) continue;
        char *path = text_of("%s/%s", figures, e->d_name);
        keep_one_format(path);
        free(path);
        names = grown(names, (size_t)n + 1, sizeof *names);
        names[n++] = text_of("%.*s", (int)strlen(e->d_name) - 3, e->d_name);
    }
    closedir(d);
    ck_assert_int_gt(n, 6 * ATTACKS);
    if (figure_gnuplot()) ck_assert_msg(figure_draw(figures, names, n, &why), "%s", why.text);
    for (int i = 0; i < n; i++) free(names[i]);
    free(names);
    free(figures);
}

/* One of a reader's own that is named by every attack. */
static void write_custom(void)
{
    json_t *list = json_array();
    for (int a = 0; a < ATTACKS; a++) {
        char *p = text_of("swing %s", attacks[a]);
        tame(p, ""); /* as the board names it */
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "title", attacks[a], "p",
                                              p, "y", "steps", "off", attacks[a]));
        free(p);
    }
    json_t *o = json_pack("{s:o}", "figures", list);
    char *path = text_of("%s/own.json", folder);
    ck_assert_int_eq(json_dump_file(o, path, 0), 0);
    free(path);
    json_decref(o);
}

/* Scripts alone: the pictures are drawn one by one below. */
static void write_report(const board *b)
{
    custom_figures own;
    char *path = copied(getenv("PATH")), *file = text_of("%s/own.json", folder);
    write_custom();
    ck_assert_msg(custom_read(b, file, &own, &why), "%s", why.text);
    setenv("PATH", "/nowhere", 1);
    const report_end end = report_write(b, &(earlier){ 0 }, &own, out_path, true, &why);
    setenv("PATH", path, 1);
    ck_assert_msg(end == REPORT_NO_GNUPLOT, "%s", why.text);
    custom_free(&own);
    free(path);
    free(file);
}

START_TEST(a_report_of_a_poisoned_store_runs_nothing)
{
    board *b = board_open(store_path, folder, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    write_report(b);
    board_close(b);
    draw_scripts();
    expect_untouched();
    expect_no_script("out/index.md");
    expect_no_script("out/index.html");
    expect_a_document();
}
END_TEST

/* Text and quotes of one field of CSV taken apart again. */
static char *field_of(const char *csv, int row, int column)
{
    char *text = need(calloc(strlen(csv) + 1, 1)), *to = text;
    bool quoted = false;
    for (const char *c = csv; *c; c++) {
        const bool here = row == 0 && column == 0;
        if (*c == '"' && quoted && c[1] == '"') {
            if (here) *to++ = '"';
            c++;
        } else if (*c == '"')
            quoted = !quoted;
        else if (!quoted && *c == ',')
            column -= row == 0;
        else if (!quoted && *c == '\n') {
            if (row-- == 0) break;
        } else if (here)
            *to++ = *c;
    }
    *to = '\0';
    return text;
}

START_TEST(every_word_of_a_poisoned_store_survives_its_export)
{
    board *b = board_open(store_path, folder, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    char *csv = NULL, *series = NULL;
    size_t n, m;
    FILE *f = open_memstream(&csv, &n), *g = open_memstream(&series, &m);
    export_csv(b, f);
    export_series(b, g);
    fclose(f);
    fclose(g);
    for (int i = 0; i < b->n; i++) {
        char *solver = field_of(csv, i + 1, 3);
        ck_assert_str_eq(solver, b->entries[i].r.cell.solver);
        free(solver);
    }
    char *first = field_of(series, 1, 0);
    ck_assert_str_eq(first, "swing"); /* the header has no line too many */
    free(first);
    free(csv);
    free(series);
    board_close(b);
}
END_TEST

START_TEST(arguments_of_other_programs_are_seen_by_no_shell)
{
    char line[256];
    for (int a = 0; a < ATTACKS; a++) {
        char text[256], *argv[] = { "printf", "%s", text, NULL };
        snprintf(text, sizeof text, "%s", attacks[a]);
        ck_assert(program_line(argv, line, sizeof line));
        ck_assert_int_eq(strncmp(line, text, strcspn(text, "\n")), 0);
    }
    expect_untouched();
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("all");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_report_of_a_poisoned_store_runs_nothing);
    tcase_add_test(c, every_word_of_a_poisoned_store_survives_its_export);
    tcase_add_test(c, arguments_of_other_programs_are_seen_by_no_shell);
    return suite_run("hostile text", c);
}
