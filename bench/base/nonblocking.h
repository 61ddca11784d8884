/* nonblocking.h -- standard error that waits for nobody.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_BASE_NONBLOCKING_H
#define BENCH_BASE_NONBLOCKING_H

/* Makes stderr non-blocking. If its reader is stopped (a suspended terminal, a full pipe), up
 * to a megabyte of text is kept; later text is dropped. */
void unhurried_begin(void);
void unhurried_go_on(void); /* hands over what can be taken now */
void unhurried_end(void);   /* waits until all is taken; stderr is as before */

#endif
