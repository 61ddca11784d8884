/* fork_retry.h -- a further process, when there is room for it. */
#ifndef BENCH_PROCESS_FORK_RETRY_H
#define BENCH_PROCESS_FORK_RETRY_H

#include <stdbool.h>
#include <sys/types.h>

enum { FORKED_PATIENCE_S = 20 };

/* As fork(), but waits so long for others to end where the system has no room for a further
 * process. */
pid_t forked(double patience_s);
/* Whether an errno says so: that passes, and is nobody's fault. */
bool forked_has_no_room(int error);

#endif
