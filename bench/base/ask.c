/* ask.c -- one worker with our own standard output. */
#include "bench/base/ask.h"

#include "bench/base/cli.h"
#include "bench/base/process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* One plug-in has 20 s; a list looks at each for 5 s at most. */
static const process_patience patience = { .seconds = 20, .memory_mb = 2048 },
                              for_lists = { .seconds = 300, .memory_mb = 2048 };

static const process_patience *patience_for(const char *task)
{
    return strcmp(task, "info") ? &for_lists : &patience;
}

static pid_t start(const char *task, const char *name, const ward *w, int done)
{
    char parent[16], fd[16], t[32], n[256];
    snprintf(parent, sizeof parent, "%d", (int)getpid());
    snprintf(fd, sizeof fd, "%d", done);
    snprintf(t, sizeof t, "%s", task);
    snprintf(n, sizeof n, "%s", name);
    char *argv[] = { "ivpbench", "worker", "--parent", parent, "--fd", fd, "--", t, n, NULL };
    const process_limits limits = { .core = -1,
                                    .cpu_s = (long)patience_for(task)->seconds,
                                    .address_mb = 4 * patience.memory_mb,
                                    .cage = &w->cage,
                                    .patience_s = PROCESS_PATIENCE_S,
                                    .announce = w->keeper.groups };
    return process_start(argv, -1, STDOUT_FILENO, STDERR_FILENO, &done, 1, &limits);
}

/* A worker that has said all says so: a plug-in that ends the process, with whatever code, leaves
 * a list that looks complete. */
static int judge(bool in_time, int status, bool done, const char *name, const char *why)
{
    if (!in_time)
        cli_say("asking about %s %s: a plug-in does not come to an end", name, why);
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE)
        return CLI_OK; /* enough was read */
    else if (WIFSIGNALED(status))
        cli_say("a plug-in crashed (%s) while it was asked about %s",
                strsignal(WTERMSIG(status)), name);
    else if (!done)
        cli_say("a plug-in ended the process, with code %d, while it was asked about %s",
                WEXITSTATUS(status), name);
    else
        return WEXITSTATUS(status) ? CLI_USAGE : CLI_OK;
    return CLI_INFRA;
}

/* The worker writes on our standard output itself; we wait and judge how it ended. */
int ask_worker(const char *task, const char *name)
{
    char why[128] = "", word[8] = "";
    int ends[2], status = 0;
    ward w = ward_open();
    bool in_time = false;
    pid_t pid = -1;
    if (!pipe2(ends, O_CLOEXEC)) {
        pid = start(task, name, &w, ends[1]);
        close(ends[1]);
        in_time =
            pid > 0 && process_wait(&w, pid, patience_for(task), &status, why, sizeof why);
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
        const bool done = read(ends[0], word, sizeof word) > 0;
        close(ends[0]);
        if (pid > 0) status = judge(in_time, status, done, name, why);
    }
    ward_close(&w);
    if (pid > 0) return status;
    cli_say("a worker cannot be started");
    return CLI_INFRA;
}
