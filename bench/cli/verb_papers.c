/* verb_papers.c -- `ivpbench papers`: what the papers print beside what is measured.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/base/partial.h"
#include "bench/base/util.h"
#include "papers/papers.h"
#include "papers/summary.h"

typedef struct request {
    const char *claims, *data, *output, *gate, *bless;
    bool present, summary;
} request;

static int bless(const request *q, paper *const *list, int n)
{
    reason why = { "" };
    FILE *f = partial_open(q->bless);
    bool good = f || reason_set(&why, "cannot write %s: %s", q->bless, strerror(errno));
    if (f) {
        good = verdicts_bless(f, list, n, &why);
        good = partial_close(f, q->bless, good, true, &why);
    }
    if (!good) cli_say("%s", why.text);
    return good ? CLI_OK : CLI_INFRA;
}

static bool is_judged(int k) { return k != JUDGED_NOT_ATTEMPTED && k != JUDGED_NOT_HERE; }

static int gate(const request *q, paper *const *list, int n)
{
    reason why = { "" };
    long count[NJUDGEMENTS] = { 0 }, judged = 0;
    int absent = 0;
    for (int i = 0; i < n; i++) {
        paper_count(list[i], count);
        absent += list[i]->nabsent;
    }
    for (int k = 0; k < NJUDGEMENTS; k++) judged += is_judged(k) ? count[k] : 0;
    const int bad = verdicts_check(q->gate, list, n, stdout, &why);
    if (bad < 0) {
        cli_say("%s", why.text);
        return CLI_USAGE;
    }
    printf("%ld claims judged:", judged);
    for (int k = 0; k < NJUDGEMENTS; k++)
        if (count[k] && is_judged(k))
            printf(" %ld %s,", count[k], judgement_text((judgement)k));
    printf(" and %ld not attempted, %ld not judged here; %d verdicts not as blessed, %d claims "
           "left out without data\n",
           count[JUDGED_NOT_ATTEMPTED], count[JUDGED_NOT_HERE], bad, absent);
    if (!judged) cli_say("no claim could be judged: %s holds no data for any", q->data);
    return bad ? CLI_CHECK : judged ? CLI_OK : CLI_INFRA;
}

static int count_list(const char *name, const claim *list, int n)
{
    int undecided = 0;
    for (int k = 0; k < n; k++) {
        if (list[k].verdict != JUDGED_UNDECIDED) continue;
        cli_say("%s, %s: %s", name, list[k].id, list[k].why.text);
        undecided++;
    }
    return undecided;
}

/* Missing data is an error even where nothing is gated. */
static int count_undecided(paper *const *list, int n)
{
    int undecided = 0;
    for (int i = 0; i < n; i++) {
        undecided += count_list(list[i]->name, list[i]->claims, list[i]->nclaims);
        undecided += count_list(list[i]->name, list[i]->readings, list[i]->nreadings);
    }
    return undecided;
}

static int summarise(const request *q, paper *const *list, int n)
{
    reason why = { "" };
    if (!q->gate)
        cli_say("--summary counts accepted verdicts: name their file by --gate FILE");
    else if (!summary_blessed(stdout, list, n, q->gate, &why))
        cli_say("%s", why.text);
    else
        return CLI_OK;
    return CLI_USAGE;
}

static int judge(const request *q, paper *const *list, int n)
{
    reason why = { "" };
    int code = CLI_OK;
    datasets *all = datasets_in(q->data);
    for (int i = 0; i < n; i++) paper_judge(list[i], all, q->present);
    if (count_undecided(list, n)) code = CLI_CHECK;
    if (q->output && !papers_write(list, n, all, q->output, &why)) {
        cli_say("%s", why.text);
        code = CLI_CHECK;
    }
    if (q->output) printf("%s/index.html\n", q->output);
    if (q->bless && code == CLI_OK) code = bless(q, list, n);
    if (q->gate) {
        const int gated = gate(q, list, n);
        code = gated > code ? gated : code;
    }
    datasets_free(all);
    return code;
}

static int run(int argc, char **argv)
{
    request q = { 0 };
    reason why = { "" };
    int n = 0;
    if (verb_read(&verb_papers, &q, argc, argv) < 0) return CLI_USAGE;
    paper **list = papers_read(q.claims, &n, &why);
    if (!list) {
        cli_say("%s", why.text);
        return CLI_USAGE;
    }
    const int code = q.summary ? summarise(&q, list, n) : judge(&q, list, n);
    papers_free(list, n);
    return code;
}

static const option_row options[] = {
    { "claims", 0, OPTION_TEXT, offsetof(request, claims), "DIR", WORD_FOLDER,
      .meaning = "folder of the files of claims", .initial = "papers" },
    { "data", 0, OPTION_TEXT, offsetof(request, data), "DIR", WORD_FOLDER,
      .meaning = "folder of the measured data", .initial = "out/papers/data" },
    { "output", 'o', OPTION_TEXT, offsetof(request, output), "DIR", WORD_FOLDER,
      .meaning = "folder to write into", .otherwise = "nothing is written" },
    { "gate", 0, OPTION_TEXT, offsetof(request, gate), "FILE", WORD_FILE,
      .meaning = "compare the verdicts with the accepted verdicts of this file" },
    { "bless", 0, OPTION_TEXT, offsetof(request, bless), "FILE", WORD_FILE,
      .meaning = "write the verdicts of today to this new file of accepted verdicts" },
    { "present", 0, OPTION_FLAG, offsetof(request, present), NULL, WORD_TEXT,
      .meaning = "leave out claims whose data file does not exist" },
    { "summary", 0, OPTION_FLAG, offsetof(request, summary), NULL, WORD_TEXT,
      .meaning = "print the accepted verdicts of --gate by paper, and the printed figures, and "
                 "judge nothing" },
    { 0 }
};

const cli_verb verb_papers = {
    .name = "papers",
    .summary = "compare the claims of published papers with measurements",
    .synopsis = { "papers [options]" },
    .description = { "The command judges the claims of papers by measured data. A file "
                     "PAPER.cfg lists the claims of one paper, and CSV files hold the data. "
                     "The command writes index.md, index.html, figures and tables with printed "
                     "and measured "
                     "values. It runs no solver: `make papers` measures the data first." },
    .options = options,
    .exits = { { CLI_OK, "the page is written, and all verdicts are as accepted" },
               { CLI_CHECK, "a verdict differs, or a claim, figure or table has no data" },
               { CLI_USAGE, "a file of claims or verdicts is malformed" },
               { CLI_INFRA, "a file could not be read or written" } },
    .examples = { { "ivpbench papers --output out/papers", "Write the page of all papers." } },
    .run = run,
};
