/* paper.h -- one paper as data: its claims, figures and tables, read from PAPER.cfg.
 *
 *     title = "..."; source = "..."; about = "...";
 *     sets = { NAME = { data = ...; where = { ... }; }; ... };   shared settings
 *     settings = { NAME = { theirs; ours; differs; reservation; }; ... };   a verdict compares
 *     claims = ( { ... }, ... );                                 claim.h
 *     readings = ( { ...; of = "a claim"; }, ... );              the same, not counted: other
 *                                                                readings, and proofs of
 *                                                                refutations
 *     printed_figures = ( { number; shows; figures = [ ID, ... ] }, { number; shows; reason });
 *     figures = ( { ... }, ... );                                paper_figure.h
 *     tables = ( { ... }, ... );                                 paper_table.h
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_PAPER_H
#define PAPERS_PAPER_H

#include "papers/claim.h"

typedef struct paper {
    config_t config;
    char *name; /* of the file, without .cfg */
    const char *title, *source, *about;
    claim *claims, *readings; /* judged ones */
    int nclaims, nreadings, nabsent;
} paper;

/* NULL with "FILE:LINE: sentence". Unknown or missing members and equal ids are errors. So are
 * a claim without words or setting, an incomplete refutation, and a printed figure without
 * figure or reason. */
paper *paper_read(const char *path, const char *name, reason *why);
void paper_free(paper *p);

/* Title, source and `about` of the file that has been loaded; false with "FILE:LINE:
 * sentence". */
bool paper_check(paper *p, const char *path, reason *why);

/* Judges all claims; with `present`, claims whose data file does not exist are counted in
 * nabsent and left out. */
void paper_judge(paper *p, datasets *all, bool present);

/* Adds its claims by verdict to count[NJUDGEMENTS]; readings are not counted. */
void paper_count(const paper *p, long *count);

/* All PAPER.cfg of a folder, by name; NULL with a sentence. */
paper **papers_read(const char *folder, int *n, reason *why);
void papers_free(paper **list, int n);

/* The claim or reading of this id, NULL if there is none. */
const claim *paper_claim(const paper *p, const char *id);

/* The entry of that id in one of the lists; NULL if there is none. */
const config_setting_t *paper_entry(const paper *p, const char *list, const char *id);

/* The named set of a claim, curve or table; NULL if it names none. */
const config_setting_t *paper_set(const paper *p, const config_setting_t *s);

#endif
