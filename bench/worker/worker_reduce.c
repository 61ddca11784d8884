/* worker_reduce.c -- a worker gives its place to a process that has never seen a plug-in.
 *
 * Errors along a trajectory need the reference, which a solver must not reach; and the parent,
 * which serves all workers, does no numerics. So the worker executes this very program anew: the
 * record waits in memory, the whole columns on a scratch file, both as descriptors. */
#include "bench/worker/worker.h"

#include "bench/base/process.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* A descriptor with the packed record, or -1. */
static int park(const record *r)
{
    bytes b = { 0 };
    record_pack(r, &b);
    const int fd = memfd_create("record", 0);
    size_t at = 0;
    while (fd >= 0 && at < b.n) {
        const ssize_t k = write(fd, b.at + at, b.n - at);
        if (k <= 0) break;
        at += (size_t)k;
    }
    const bool all = at == b.n;
    free(b.at);
    if (fd >= 0 && !all) close(fd);
    return all ? fd : -1;
}

void worker_reduce(const worker_task *task, const char *json, const record *r,
                   whole_rows *whole)
{
    char link[16], columns[16], parked[16], program[4096];
    const int scratch = whole_hand_over(whole), packed = park(r);
    if (scratch < 0 || packed < 0) return;
    snprintf(link, sizeof link, "%d", task->link.fd);
    snprintf(columns, sizeof columns, "%d", scratch);
    snprintf(parked, sizeof parked, "%d", packed);
    char *argv[] = { "ivpbench",  "worker",     "reduce",
                     "--cell",    (char *)json, "--fd",
                     link,        "--token",    (char *)task->link.token,
                     "--columns", columns,      "--record",
                     parked,      NULL };
    process_program(program, sizeof program);
    link_say(&task->link, "reducing");
    fcntl(task->link.fd, F_SETFD, 0);
    execv(program, argv);
}
