/* places.h -- where an allocation is asked for: a number for the calls that lead to it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef SIEGE_PLACES_H
#define SIEGE_PLACES_H

/* Before anything is asked of the others. path: where places go, or NULL. Whether they are
 * noted. */
int places_begin(const char *path);
void places_end(void);

/* Of the caller: the same wherever the loader puts programs and libraries. */
unsigned long place(void);
/* Leaves the place of the K-th allocation in the file. */
void places_note(unsigned long at, long k);

#endif
