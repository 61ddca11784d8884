/* program.h -- the interactive part of a page: data, D3, and the program of web/. */
#ifndef REPORTS_PROGRAM_H
#define REPORTS_PROGRAM_H

#include "reports/board/board.h"
#include "reports/page/compared.h"

/* Where the program draws: to be written before the static parts. */
void program_place(page *p);
/* Data and scripts, behind everything else. Without D3 the page says so and stays static. */
void program_write(page *p, const board *b, const earlier *e);

#endif
