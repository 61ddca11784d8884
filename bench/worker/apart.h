/* apart.h -- a look at one plug-in, in a process of its own. */
#ifndef BENCH_APART_H
#define BENCH_APART_H

#include <stdbool.h>
#include <stddef.h>

/* Calls act() in a child of this process and flushes what it prints. false with a sentence
 * where the child does not come back from it: it ended, crashed, or took too long. */
bool apart(void (*act)(void *context), void *context, char *why, size_t size);

#endif
