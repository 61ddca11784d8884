/* data.h -- the board as JSON, for the program of the page (web/model.js reads it):
 *
 *     { "head": {"date", "plan", "seed", "machines": [...], "note", "environment": {...}},
 *       "problems": [...], "ladders": [...],
 *       "columns": {name: [a value a run]},        the columns of `ivpbench export`, and some
 *       "answers": ...,                            answers.h
 *       "compared": [...],                         compared.h
 *       "figures": [...],                          those of a reader, own.h
 *       "printed": {...},                          those of others, printed.h
 *       "drawing": [an object or null a run] }     drawing.h
 *
 * Runs stand in the order of the board, those of a ladder from "first" on.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_PAGE_DATA_H
#define REPORTS_PAGE_DATA_H

#include "reports/custom/custom_figures.h"
#include "reports/page/compared.h"
#include "reports/text/json.h"

void data_json(const board *b, const earlier *e, const custom_figures *custom, json_out *o);

#endif
