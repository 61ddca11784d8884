/* hostile_case.h -- a poisoned store: every text in it tries to be a command, a page of its own
 * or another column.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_HOSTILE_CASE_H
#define TESTS_HOSTILE_CASE_H

#include <sys/stat.h>
#include <unistd.h>

#include "bench/base/digest.h"
#include "bench/base/program.h"
#include "reports/board/board.h"
#include "reports/text/base64.h"
#include "tests/reports/synthetic.h"

#include "tests/suite.h" /* last: it has macros of common names */

static char folder[] = "/tmp/test_hostile_XXXXXX";
static char store_path[64], out_path[64];
static reason why;

static const char *const attacks[] = {
#ifdef ATTACKS_OF_HOSTILE_CASE /* of a test that has others */
    ATTACKS_OF_HOSTILE_CASE
#else
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
#endif
};
enum { ATTACKS = sizeof attacks / sizeof *attacks };

/* The scoring of the swing with the attack wherever a problem has a word to say. */
static inline char *poisoned(const char *attack)
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

static inline void replace(char **text, char *by)
{
    free(*text);
    *text = by;
}

static inline void poison(record *r, const char *attack)
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
static inline void put_all(store *s)
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

static inline void setup(void)
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
    ck_assert_msg(swing_reference(folder, &why), "%s", why.text);
    store *s = store_open(store_path, true, &why);
    ck_assert_msg(s && store_begin_run(s, &run), "%s", why.text);
    put_all(s);
    store_close(s);
    free(environment);
    json_decref(env);
}

static inline void teardown(void)
{
    char *argv[] = { "rm", "-rf", folder, NULL }, line[8];
    ck_assert(program_line(argv, line, sizeof line));
    snprintf(folder, sizeof folder, "/tmp/test_hostile_XXXXXX");
}

static inline char *slurp(const char *name)
{
    char *path = text_of("%s/%s", folder, name), *text = file_text(path);
    ck_assert_msg(text != NULL, "%s", path);
    free(path);
    return text;
}

/* Anything that a command of an attack would have left, anywhere. */
static inline void expect_untouched(void)
{
    char *argv[] = { "find", folder, ".", "-name", "owned", NULL }, line[256];
    ck_assert(program_line(argv, line, sizeof line));
    ck_assert_str_eq(line, "");
}

/* A page's own scripts are let in by their digests; their text is left out here. */
static inline void leave_out_own(char *text)
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

static inline void expect_no_script(const char *name)
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

#endif
