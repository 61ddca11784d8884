/* test_hostile_text.c -- a poisoned store and a poisoned paper: every text in them tries to be
 * a command, a page of its own or another column. */
#include <sys/stat.h>
#include <unistd.h>

#include "bench/base/digest.h"
#include "bench/base/program.h"
#include "reports/page/report.h"
#include "reports/text/base64.h"
#include "reports/papers/papers.h"
#include "reports/tables/export.h"
#include "reports/text/escape.h"
#include "tests/reports/synthetic.h"

#include "tests/suite.h" /* last: it has macros of common names */

static char folder[] = "/tmp/test_hostile_XXXXXX";
static char store_path[64], out_path[64], why[BOARD_WHY];

static const char *const attacks[] = {
    "`touch owned`",
    "\"; system(\"touch owned\"); print \"",
    "x\nsystem(\"touch owned\")\n",
    "'; system('touch owned'); '",
    "\\\"; system('touch owned') #",
    "}\nsystem(\"touch owned\")\ndo for [i=1:1] {",
    "$(touch owned)",
    "<script>alert(1)</script>",
    "</summary><script>alert(1)</script>",
    "\"><script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "a\n\n# heading\n\n<script>alert(1)</script>",
    "x,\"y\"\nz",
    "\\input{/etc/passwd}\\write18{touch owned} ^^5cinput 100% & $x_1$ #1",
    "[2ex] \xc3\xa9 \xe2\x86\x92 } \\end{document}",
};
enum { ATTACKS = sizeof attacks / sizeof *attacks };

/* The scoring of the swing with the attack wherever a problem has a word to say. */
static char *poisoned(const char *attack)
{
    static const char *const words[] = { "title", "source", "tags" };
    json_t *o = json_loads(swing_scoring, 0, NULL);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        json_object_set_new(o, words[i], json_string(attack));
    json_t *height = json_array_get(json_object_get(o, "observables"), 0);
    json_object_set_new(height, "unit", json_string(attack));
    json_object_set_new(height, "meaning", json_string(attack));
    json_t *second =
        json_pack("{s:s, s:s, s:s}", "name", attack, "unit", attack, "meaning", "");
    json_array_append_new(json_object_get(o, "observables"), second);
    json_array_append_new(json_object_get(o, "events"),
                          json_pack("{s:s, s:i}", "name", attack, "direction", 0));
    json_object_set_new(o, "solver_family", json_string(attack));
    json_object_set_new(o, "solver_times", json_string(attack));
    char *text = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    return text;
}

static void replace(char **text, char *by)
{
    free(*text);
    *text = by;
}

static void poison(record *r, const char *attack)
{
    cell *c = &r->cell;
    snprintf(c->solver, sizeof c->solver, "%s", attack);
    snprintf(c->options, sizeof c->options, "%s", attack);
    snprintf(c->formulation, sizeof c->formulation, "%s", attack);
    replace(&r->detail, copied(attack));
    replace(&r->status, copied(attack));
    replace(&r->output, copied(attack));
    replace(&r->scoring, poisoned(attack));
    for (int i = 0; i < r->nevents; i++) replace(&r->events[i].guard, copied(attack));
    for (int i = 0; i < r->nseries; i++)
        if (!strcmp(r->series[i].name, "inv:energy"))
            replace(&r->series[i].name, text_of("obs:%s", attack));
}

/* One problem an attack, three solvers each, one of them named by the attack itself. */
static void put_all(store *s)
{
    static const outcome outcomes[] = { OUTCOME_OK, OUTCOME_OK, OUTCOME_DIVERGED };
    for (int a = 0; a < ATTACKS; a++)
        for (int k = 0; k < 3; k++) {
            const swing row = { .solver = "ida",
                                .formulation = "ggl",
                                .parameters = attacks[a],
                                .rtol = pow(10, -3 - k),
                                .order = 1,
                                .cost = 1e-4,
                                .outcome = outcomes[k] };
            record r = swing_record(&row);
            snprintf(r.cell.key, sizeof r.cell.key, "%064d", 10 * a + k);
            poison(&r, attacks[a]);
            ck_assert_msg(store_put(s, &r), "%s", store_error(s));
            record_free(&r);
        }
}

static void setup(void)
{
    json_t *env = json_object();
    for (int a = 0; a < ATTACKS; a++)
        json_object_set_new(env, attacks[a], json_string(attacks[a]));
    char plan[] = "", *environment = json_dumps(env, 0);
    store_run run = { .uuid = "0", .started = "", .plan = plan, .environment = environment };
    snprintf(run.machine, sizeof run.machine, "%s", attacks[0]);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(store_path, sizeof store_path, "%s/bench.db", folder);
    snprintf(out_path, sizeof out_path, "%s/out", folder);
    ck_assert_msg(swing_reference(folder, why, sizeof why), "%s", why);
    store *s = store_open(store_path, true, why, sizeof why);
    ck_assert_msg(s && store_begin_run(s, &run), "%s", why);
    put_all(s);
    store_close(s);
    free(environment);
    json_decref(env);
}

static void teardown(void)
{
    char *argv[] = { "rm", "-rf", folder, NULL }, line[8];
    ck_assert(program_line(argv, line, sizeof line));
    snprintf(folder, sizeof folder, "/tmp/test_hostile_XXXXXX");
}

static char *slurp(const char *name)
{
    char *path = text_of("%s/%s", folder, name), *text = file_text(path);
    ck_assert_msg(text != NULL, "%s", path);
    free(path);
    return text;
}

/* Anything that a command of an attack would have left, anywhere. */
static void expect_untouched(void)
{
    char *argv[] = { "find", folder, ".", "-name", "owned", NULL }, line[256];
    ck_assert(program_line(argv, line, sizeof line));
    ck_assert_str_eq(line, "");
}

/* A page's own scripts are let in by their digests; their text is left out here. */
static void leave_out_own(char *text)
{
    const char *allowed = strstr(text, "script-src '");
    ck_assert_msg(allowed != NULL, "the page allows any script");
    for (char *at = text, *end; (at = strstr(at, "<script>")); at = end) {
        unsigned char digest[DIGEST_BYTES];
        char *code = NULL;
        size_t size;
        at += strlen("<script>");
        ck_assert_ptr_nonnull(end = strstr(at, "</script>"));
        digest_raw(at, (size_t)(end - at), digest);
        FILE *f = open_memstream(&code, &size);
        base64_text(f, digest, sizeof digest);
        fclose(f);
        ck_assert_msg(strstr(allowed, code) != NULL, "a script that is not allowed: %.60s", at);
        free(code);
        memset(at - strlen("<script>"), ' ', strlen("<script>") + (size_t)(end - at));
    }
    /* data are no script, and nothing in them begins an element */
    char *data = strstr(text, "<script type=\"application/json\" id=\"data\">");
    if (!data) return;
    char *end = strchr(data + 1, '<');
    ck_assert_msg(end && !strncmp(end, "</script>", 9), "data hold a tag: %.60s", end);
    *data = ' ';
}

static void expect_no_script(const char *name)
{
    char *text = slurp(name);
    if (strstr(name, ".html")) leave_out_own(text);
    ck_assert_msg(!strcasestr(text, "<script"), "%s holds a script", name);
    const bool markdown = strstr(name, ".md") != NULL;
    ck_assert_msg(!markdown || !strstr(text, "\n# heading"), "%s: a stranger's heading", name);
    ck_assert_msg(!markdown || !strstr(text, "[x](javascript"), "%s: a stranger's link", name);
    ck_assert_msg(strstr(text, "alert(1)") != NULL, "%s does not show the text", name);
    free(text);
}

static bool has_pdflatex(void)
{
    char *argv[] = { "pdflatex", "--version", NULL }, line[256];
    return program_line(argv, line, sizeof line);
}

/* No command of an attack is one in the document, and where LaTeX is installed it makes a PDF of it. */
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

START_TEST(a_report_of_a_poisoned_store_runs_nothing)
{
    board *b = board_open(store_path, folder, why, sizeof why);
    ck_assert_msg(b != NULL, "%s", why);
    const report_end end = report_write(b, out_path, true, why, sizeof why);
    ck_assert_msg(end == REPORT_DONE || end == REPORT_NO_GNUPLOT, "%s", why);
    board_close(b);
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
    board *b = board_open(store_path, folder, why, sizeof why);
    ck_assert_msg(b != NULL, "%s", why);
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

static void write_text(const char *name, const char *text)
{
    char *path = text_of("%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
    free(path);
}

static bool write_papers(const char *figures)
{
    char *text = text_of("title = \"<script>\"; source = \"<script>alert(1)</script>\";\n"
                         "figures = ( %s );\n",
                         figures);
    int n;
    write_text("claims/p.cfg", text);
    free(text);
    char *claims = text_of("%s/claims", folder);
    paper **list = papers_read(claims, &n, why, sizeof why);
    free(claims);
    if (!list) return false;
    datasets *all = datasets_in(folder);
    paper_judge(list[0], all, true);
    const bool good = papers_write(list, n, all, out_path, why, sizeof why);
    datasets_free(all);
    papers_free(list, n);
    return good;
}

static void make_claims(void)
{
    char *path = text_of("%s/claims", folder);
    mkdir(path, 0777);
    free(path);
    FILE *f;
    char *data = text_of("%s/made.csv", folder);
    f = fopen(data, "w");
    fputs("solver,formulation,x,y\n", f);
    for (int a = 0; a < ATTACKS; a++)
        for (int k = 1; k < 4; k++) {
            csv_field(f, attacks[a]);
            fputc(',', f);
            csv_field(f, attacks[a]);
            fprintf(f, ",%d,%d\n", k, k * a + 1);
        }
    fclose(f);
    free(data);
}

#define CURVES                                                                                 \
    "curves = ( { data = \"made\"; x = \"x\"; y = \"y\"; group = [ \"solver\" ]; } ); "
#define PLACE "place = \"`touch owned`\"; caption = \"\\\"><script>alert(1)</script>\"; "

START_TEST(papers_about_poisoned_data_run_nothing)
{
    make_claims();
    write_papers("{ id = \"f\"; " PLACE CURVES "title = \"\\\"; system('touch owned') #\"; "
                 "x = { label = \"`touch owned`\"; }; y = { label = \"`touch owned`\"; }; }");
    expect_untouched();
    expect_no_script("out/index.md");
    expect_no_script("out/index.html");
}
END_TEST

START_TEST(a_key_and_an_id_of_a_paper_are_words)
{
    make_claims();
    ck_assert(!write_papers("{ id = \"f\"; " PLACE CURVES "key = \"top; !touch owned\"; }"));
    ck_assert_ptr_nonnull(strstr(why, "key is"));
    ck_assert(!write_papers("{ id = \"../../f\"; " PLACE CURVES "}"));
    ck_assert_ptr_nonnull(strstr(why, "an id is"));
    expect_untouched();
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
    tcase_set_timeout(c, 60); /* a hundred pictures, on a machine that has other work */
    tcase_add_test(c, a_report_of_a_poisoned_store_runs_nothing);
    tcase_add_test(c, every_word_of_a_poisoned_store_survives_its_export);
    tcase_add_test(c, papers_about_poisoned_data_run_nothing);
    tcase_add_test(c, a_key_and_an_id_of_a_paper_are_words);
    tcase_add_test(c, arguments_of_other_programs_are_seen_by_no_shell);
    return suite_run("hostile text", c);
}
