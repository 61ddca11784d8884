/* test_papers_said.c -- what the page of papers says of a claim, and of which claims it does not.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/verbs.h"
#include "tests/papers/papers_case.h"

/* The page of a paper with these claims and lists; the caller frees. */
static char *page_of(const char *claims_text, const char *lists)
{
    char name[] = "papers", c[] = "--claims", d[] = "--data", o[] = "--output", out[80],
         path[96];
    char *argv[] = { name, c, claims, d, folder, o, out, NULL };
    char *paper_text =
        text_of("title = \"Made up\"; source = \"nobody\";\n"
                "sets = { a = { data = \"made\"; where = { solver = \"a\"; }; }; };\n" SETTINGS
                "claims = ( %s );\n%s",
                claims_text, lists);
    snprintf(out, sizeof out, "%s/out", folder);
    snprintf(path, sizeof path, "%s/index.md", out);
    write_text(paper_path, paper_text);
    free(paper_text);
    ck_assert_int_eq(verb_papers.run(7, argv), 0);
    char *text = file_text(path);
    ck_assert_ptr_nonnull(text);
    return text;
}

static int count(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word)) n++;
    return n;
}

enum { MIXED, BY_DESIGN, CONTRADICTED, ORDERS, PAGES };

static const struct {
    const char *claims, *lists;
} pages[PAGES] = {
    [MIXED] = { "{ " HEAD "value = \"steps\"; " KEYS
                "printed = ( 29, 40, \"\" ); says = \"equals\"; known = \"one alone\"; }",
                "" },
    [BY_DESIGN] = { "{ " HEAD "value = \"steps\"; " KEYS
                    "printed = [ 29, 50, 85 ]; says = \"equals\"; by_design = \"so made\"; }",
                    "printed_figures = ( { number = \"Fig. 1\"; shows = \"a rod\"; reason = \"a "
                    "sketch\"; } );" },
    [CONTRADICTED] = { "{ " HEAD REFUTED "value = \"steps\"; " KEYS "says = \"less\"; }",
                       PROOF },
    [ORDERS] = { "{ " HEAD
                 "value = \"steps\"; where = { rtol = 1e-3; }; over = { where = { rtol "
                 "= 1e-2; }; }; printed = 2; says = \"orders\"; }",
                 "" },
};

/* How often a page says it. A reading has neither words nor setting. */
static const struct said {
    const char *text;
    int times[PAGES];
} said[] = {
    { "**The paper's words:** few steps", { 1, 1, 1, 1 } },
    { "**The paper's setting:** their run", { 1, 1, 1, 1 } },
    { "**Setting here:** our run", { 1, 1, 1, 1 } },
    { "**What differs:** all", { 1, 1, 1, 1 } },
    { "**Another reading of:** x", { 0, 0, 1, 0 } },
    { "**Why by design:** so made", { 0, 1, 0, 0 } },
    { "**What is known:** one alone", { 1, 0, 0, 0 } },
    { "**What is known:** nothing", { 0, 0, 1, 1 } },
    { "**The code is ruled out by:** proof", { 0, 0, 1, 0 } },
    { "| not printed |", { 1, 0, 0, 0 } },
    { "| contradicts |", { 0, 0, 3, 0 } },
    { "Made up: printed figures", { 0, 1, 0, 0 } },
    { "Printed figures and what is drawn here", { 0, 1, 0, 0 } },
    { "not drawn: a sketch", { 0, 1, 0, 0 } },
    { "| 100 (2 orders of magnitude) | 1.724 |", { 0, 0, 0, 1 } },
};

START_TEST(each_is_said_of_some_and_not_of_others)
{
    for (int p = 0; p < PAGES; p++) {
        char *text = page_of(pages[p].claims, pages[p].lists);
        for (size_t i = 0; i < sizeof said / sizeof *said; i++)
            ck_assert_msg(count(text, said[i].text) == said[i].times[p],
                          "page %d, %s: %d times in\n%s", p, said[i].text,
                          count(text, said[i].text), text);
        free(text);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { each_is_said_of_some_and_not_of_others };
    return papers_run("papers, said", tests, sizeof tests / sizeof *tests);
}
