/* script.h -- the interactive part of a page: data, D3, and the program of web/.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_PAGE_SCRIPT_H
#define REPORTS_PAGE_SCRIPT_H

#include "reports/board/board.h"
#include "reports/custom/custom_figures.h"
#include "reports/page/compared.h"

/* Begin and end of what stands there instead of the program. A browser that runs the program
 * keeps it as text until a reader opens it; without D3 nothing is kept back. */
void program_instead(page *p, bool begin);
/* Where the program draws: to be written before the static parts. */
void program_place(page *p);
/* An element with a JSON text of `size` bytes; of more than `most` compressed (zlib,
 * base64). */
void program_data(FILE *to, const char *json, size_t size, size_t most);
/* Data and scripts, behind everything else. Without D3 the page says so and stays static. */
void program_write(page *p, const board *b, const earlier *e, const custom_figures *custom);

#endif
