/* process.h -- starting a process that cannot hurt its parent. */
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

enum { PROCESS_ARGS = 24 };

typedef struct process_limits {
    long address_mb, cpu_s; /* 0: none */
    int core;               /* to be pinned to; -1: none */
} process_limits;

/* The executable whose verb `worker` is to be run. */
void process_program(char *path, size_t size);

/* Starts argv in a process group of its own: signals unblocked, one thread for BLAS and OpenMP,
 * no core dump. in, out, err become its standard descriptors (-1: /dev/null); npass descriptors
 * in `pass` survive the exec, all others close. Returns the pid, or -1 with errno. */
pid_t process_start(char *const argv[], int in, int out, int err, const int *pass, int npass,
                    const process_limits *limits);

/* First line that a program of the search path prints, without its end; errors go away. No shell
 * sees the arguments. false unless it exits with 0. */
bool process_line(char *const argv[], char *line, size_t size);

void process_kill(pid_t pid, int signal_number); /* the whole group */
long process_resident_kb(pid_t pid);

#endif
