/* readable.h -- what a confined process may read. */
#ifndef BENCH_PROCESS_READABLE_H
#define BENCH_PROCESS_READABLE_H

/* Calls show() with each file and folder, all that lies below included: the system without what
 * is its administrator's alone, the plug-ins, and the interpreters and libraries that the
 * environment names. Paths have no links in them; some may not exist. */
void sight_each(void (*show)(void *context, const char *path), void *context);

#endif
