/* papers_case.h -- a small table of measured values and papers made up about it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PAPERS_CASE_H
#define TESTS_PAPERS_CASE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/base/util.h"
#include "papers/papers.h"

#include "tests/suite.h" /* last: it has macros of common names */

static char folder[] = "/tmp/test_papers_XXXXXX";
static char claims[64], paper_path[96], gate_path[96];
static reason why;

static const char data[] = "solver,rtol,steps,error,empty,wide,parameters\n"
                           "a,0.01,29,2e-2,,3.14159265358979323846264338327950288,\n"
                           "a,0.001,50,2e-3,nan,1,delta=0.5\n"
                           "a,0.0001,85,2e-4,7,1,form=x delta=0.25\n"
                           "b,0.01,290,1e-2,7,\"1,000\",delta=0.50 form=x\n"
                           "b,0.001,291,1.1e-2,7,1,delta=0.25\n";

static inline void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
}

static inline void make_files(void)
{
    char path[96];
    snprintf(claims, sizeof claims, "%s/claims", folder);
    snprintf(paper_path, sizeof paper_path, "%s/made_up.cfg", claims);
    snprintf(gate_path, sizeof gate_path, "%s/verdicts", folder);
    snprintf(path, sizeof path, "%s/made.csv", folder);
    mkdir(claims, 0777);
    write_text(path, data);
}

/* What each claim must say; and by what a claim may be contradicted. */
#define SETTINGS                                                                               \
    "settings = { s = { theirs = \"their run\"; ours = \"our run\"; differs = \"all\"; }; };\n"
#define SAID "words = \"few steps\"; setting = \"s\"; "
#define HEAD "id = \"x\"; place = \"Table 1\"; statement = \"steps\"; set = \"a\"; " SAID
#define REFUTED                                                                                \
    "refutation = { setting = \"theirs\"; starts = ( \"rest\" ); problems = ( \"made\" ); "    \
    "general = false; experiment = \"proof\"; }; "

#define PROOF                                                                                  \
    "readings = ( { id = \"proof\"; of = \"x\"; place = \"\"; statement = \"\"; set = \"a\"; " \
    "value = \"steps\"; where = { rtol = 1e-2; }; printed = 29; says = \"exactly\"; } );\n"

/* A paper of the given claims, judged; the caller frees it. Where one of them speaks of the
 * proof, that reading is there. */
static inline paper *judged(const char *list, bool present)
{
    char *text =
        text_of("title = \"Made up\"; source = \"nobody\";\n"
                "sets = { a = { data = \"made\"; where = { solver = \"a\"; }; }; };\n" SETTINGS
                "claims = ( %s );\n%s",
                list, strstr(list, "proof") ? PROOF : "");
    write_text(paper_path, text);
    free(text);
    paper *p = paper_read(paper_path, "made_up", &why);
    ck_assert_msg(p != NULL, "%s", why.text);
    datasets *all = datasets_in(folder);
    paper_judge(p, all, present);
    datasets_free(all);
    return p;
}

#define KEYS "key = \"rtol\"; keys = [ \"1e-2\", \"1e-3\", \"1e-4\" ]; "

static inline judgement verdict_of(const char *settings)
{
    char *text = text_of("{ " HEAD "%s }", settings);
    paper *p = judged(text, false);
    ck_assert_int_eq(p->nclaims, 1);
    const judgement v = p->claims[0].verdict;
    reason_set(&why, "%s", p->claims[0].why.text);
    paper_free(p);
    free(text);
    return v;
}

#define expect(verdict, settings) ck_assert_int_eq(verdict_of(settings), verdict)

/* Runs the tests; did one fail? */
static inline int papers_run(const char *name, const TTest *const *tests, int n)
{
    TCase *c = tcase_create(name);
    if (!mkdtemp(folder)) return EXIT_FAILURE;
    tcase_add_checked_fixture(c, make_files, NULL);
    for (int i = 0; i < n; i++) tcase_add_test(c, tests[i]);
    const int failed = suite_run(name, c);
    char *command = text_of("rm -rf %s", folder);
    const int left = system(command);
    free(command);
    return failed ? failed : left;
}

#endif
