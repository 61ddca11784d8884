/* paper.h -- one paper as data: its claims, figures and tables, read from PAPER.cfg.
 *
 *     title = "..."; source = "..."; about = "...";
 *     sets = { NAME = { data = ...; where = { ... }; }; ... };   shared settings
 *     claims = ( { ... }, ... );                                 claim.h
 *     figures = ( { ... }, ... );                                paper_figure.h
 *     tables = ( { ... }, ... );                                 paper_table.h
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_PAPER_H
#define PAPERS_PAPER_H

#include "papers/claim.h"

enum { PAPER_WHY = 1024 };

typedef struct paper {
    config_t config;
    char *name; /* of the file, without .cfg */
    const char *title, *source, *about;
    claim *claims; /* judged ones */
    int nclaims, nabsent;
} paper;

/* NULL with "FILE:LINE: sentence"; unknown or missing members and equal ids are errors. */
paper *paper_read(const char *path, const char *name, char *why, size_t size);
void paper_free(paper *p);

/* Judges all claims; with `present`, claims whose data file does not exist are counted in
 * nabsent and left out. */
void paper_judge(paper *p, datasets *all, bool present);

/* Adds its claims by verdict to count[NJUDGEMENTS]. */
void paper_count(const paper *p, long *count);

/* All PAPER.cfg of a folder, by name; NULL with a sentence. */
paper **papers_read(const char *folder, int *n, char *why, size_t size);
void papers_free(paper **list, int n);

/* The named set of a claim, curve or table; NULL if it names none. */
const config_setting_t *paper_set(const paper *p, const config_setting_t *s);

#endif
