/* nonblocking.h -- standard error that waits for nobody. */
#ifndef BENCH_BASE_NONBLOCKING_H
#define BENCH_BASE_NONBLOCKING_H

/* From now on what is written to stderr and cannot be taken at once (a terminal that was
 * stopped, a pipe that nobody reads) is kept, up to a megabyte, and what comes then is
 * dropped. */
void unhurried_begin(void);
void unhurried_go_on(void); /* hands over what can be taken now */
void unhurried_end(void);   /* waits until all is taken; stderr is as before */

#endif
