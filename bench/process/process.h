/* process.h -- starting a process that cannot hurt its parent.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PROCESS_PROCESS_H
#define BENCH_PROCESS_PROCESS_H

#include "bench/process/confine.h"
#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

enum { PROCESS_ARGS = 24 };

typedef struct process_limits {
    long address_mb, cpu_s;  /* 0: none */
    long file_mb;            /* what a file may be large; 0: 1 GB */
    int core;                /* to be pinned to; -1: none */
    const confinement *cage; /* NULL: none */
    const char *program;     /* NULL: ivpbench; without a slash sought in the search path */
    bool here;               /* in the current folder, not in the scratch folder */
    bool at_once; /* where the system has no free process that is an error, else it is
                                 waited for others to end (fork_retry.h) */
    volatile pid_t *announce; /* where the new process writes its number first; NULL: nowhere */
} process_limits;

/* The executable whose verb `worker` is to be run. */
void process_program(char *path, size_t size);

/* Starts argv in a new session and process group, without a terminal. Signals are unblocked,
 * BLAS and OpenMP have one thread, and there is no core dump. in, out, err become its standard
 * descriptors (-1: /dev/null). The npass descriptors in `pass` survive the exec, all others
 * close. Returns the pid, or -1 with errno. */
pid_t process_start(char *const argv[], int in, int out, int err, const int *pass, int npass,
                    const process_limits *limits);

void process_kill(pid_t pid, int signal_number); /* it and its whole group */
void process_end_group(pid_t pid);               /* by SIGKILL */
/* As wait4(): 0 is not gone yet, with WNOHANG; -1 with errno. What is left of its group is
 * ended before its number can be another's; used, if not NULL, has the CPU time of that too. */
pid_t process_reap(pid_t pid, int *status, int options, struct rusage *used);

double process_cpu_s(const struct rusage *u); /* user and system */

/* A process and all that it started, as long as they can be found below it. */
enum { PROCESS_THREADS = 64 }; /* more than a worker may have */
typedef struct process_family {
    int n,
        threads; /* processes; theirs, each has one at least. Counted to a little beyond 64 */
    long resident_kb; /* all together */
    double cpu_s;     /* likewise, with what they waited for; in steps of 10 ms */
} process_family;

process_family process_look(pid_t pid);
void process_pin(pid_t pid, int core); /* all threads of all of them */
void process_kill_family(pid_t pid);   /* by SIGKILL, the youngest included */
/* Children of a process, of all its threads; at most `most` are written, all are counted. */
int process_children(pid_t pid, pid_t *list, int most);

/* ---- how long they have computed, and waited ------------------------------------------------
 *
 *     computed = their CPU time
 *     waited   = wall time - computed - time for which they were ready to run and others ran
 *
 * so that other work on the machine makes neither longer. A process that sleeps, hangs in a
 * system call or was stopped (SIGSTOP) waits. Between two looks one second of wall time counts
 * at most: if more passes, the harness itself was stopped, or the clock has jumped. The CPU time
 * of a process that nobody waited for is lost when it is gone; the largest sum that was seen is
 * kept. Two that compute at the same time count twice. */
typedef struct process_watch {
    pid_t pid;
    double passed_s; /* since it began, as far as somebody looked */
    double looked;   /* when, by the monotonic clock */
    double cpu_s;    /* of the family, when it began */
    double ready_s;  /* likewise: ready, without a processor */
    double most_s;   /* largest CPU time seen */
} process_watch;

typedef enum process_excess { WATCH_WITHIN, WATCH_COMPUTED, WATCH_WAITED } process_excess;

process_watch watch_new(pid_t pid); /* from its start */
void watch_again(process_watch *w); /* from now on */

/* Has it computed, or waited, for longer than this? now: what process_look() says. */
process_excess watch_look(process_watch *w, const process_family *now, double computing_s,
                          double waiting_s);

/* ---- what must not be left behind -------------------------------------------------------- */

/* A process that tidies up after a harness that was killed. It sleeps on a pipe whose other end
 * the harness alone holds. When that end closes it kills the groups of all processes that still
 * have a place in the list, and removes the scratch folder. A process that we start dies with
 * us by itself; what a plug-in has forked does not. */
enum { REAPER_BEFORE = 64 };
typedef struct reaper {
    pid_t pid;
    int pipe;
    int n;
    volatile pid_t *groups;      /* shared; 0: none. NULL: there is no reaper */
    pid_t before[REAPER_BEFORE]; /* children that this process had when it was opened */
    int nbefore;
} reaper;

bool reaper_open(reaper *k, int places, const char *scratch, reason *why);
void reaper_close(reaper *k); /* after the last process */

/* Ends children of this process that nobody here has started, neither k nor those of started[]:
 * what the dead have left behind. One round; how many there were. cpu_s[n], or NULL: gets what
 * those have used that were in the group of started[i], in addition. */
int process_end_others(const reaper *k, const pid_t *started, int n, double *cpu_s);
/* All of them, until none is left: what they had started since they were looked for is ours
 * when they are gone. */
void process_end_orphans(const reaper *k);

/* Confinement of one process at a time, its scratch folder, and a reaper. */
typedef struct sandbox {
    char *scratch;
    confinement cage;
    reaper reaper;
} sandbox;

sandbox sandbox_open(void);
void sandbox_empty(sandbox *w); /* after the end of the process that was in it */
void sandbox_close(sandbox *w);

/* Waits for an untrusted process. If it exceeds its limits of CPU time, waiting (process_watch)
 * or memory, kills it with its descendants and returns false with a sentence. Otherwise *status
 * is that of waitpid(). */
typedef struct process_patience {
    double seconds;
    long memory_mb;
    int descriptor; /* that process_call() leaves open beside the standard streams; 0: none */
} process_patience;
bool process_wait(const sandbox *w, pid_t pid, const process_patience *p, int *status,
                  reason *why);
/* Calls act() in a caged process of its own, in this folder; what it returns is the exit
 * code. What it prints reaches a terminal by a relay (relay.h). */
bool process_call(int (*act)(void *context), void *context, const process_patience *p,
                  int *status, reason *why);

#endif
