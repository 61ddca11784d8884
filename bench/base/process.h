/* process.h -- starting a process that cannot hurt its parent. */
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include "bench/base/confine.h"

#include <stdbool.h>
#include <sys/types.h>

enum { PROCESS_ARGS = 24 };

typedef struct process_limits {
    long address_mb, cpu_s;   /* 0: none */
    int core;                 /* to be pinned to; -1: none */
    const confinement *cage;  /* NULL: none */
    const char *program;      /* NULL: ivpbench; without a slash sought in the search path */
    bool together;            /* in our group, and in our folder: not that of the cage */
    volatile pid_t *announce; /* where the new process writes its number first; NULL: nowhere */
} process_limits;

/* The executable whose verb `worker` is to be run. */
void process_program(char *path, size_t size);

/* Starts argv in a process group of its own: signals unblocked, one thread for BLAS and OpenMP,
 * no core dump. in, out, err become its standard descriptors (-1: /dev/null); npass descriptors
 * in `pass` survive the exec, all others close. Returns the pid, or -1 with errno. */
pid_t process_start(char *const argv[], int in, int out, int err, const int *pass, int npass,
                    const process_limits *limits);

void process_kill(pid_t pid, int signal_number); /* it and its whole group */
void process_end_group(pid_t pid);               /* what is left of it after its end */

/* A process and all that it started, as long as they can be found below it. */
typedef struct process_family {
    int n;            /* processes */
    long resident_kb; /* all together */
} process_family;

process_family process_look(pid_t pid);
void process_kill_family(pid_t pid); /* by SIGKILL, the youngest included */
/* Children of this process; at most `most` are written, all are counted. */
int process_children(pid_t pid, pid_t *list, int most);
/* All that is below this process, where nothing of it is wanted any more. */
void process_end_orphans(void);

/* Waits for a process that may be asked but not trusted: killed with its family when it takes
 * longer or more memory. false with a sentence then; else *status is that of waitpid(). */
typedef struct process_patience {
    double seconds;
    long memory_mb;
} process_patience;
bool process_wait(pid_t pid, const process_patience *p, int *status, char *why, size_t size);
/* Calls act() in a caged process of its own, in this folder; what it returns is the exit code. */
bool process_call(int (*act)(void *context), void *context, const process_patience *p,
                  int *status, char *why, size_t size);

#endif
