/* ask.c -- one worker with our own standard output. */
#include "bench/verbs/ask.h"

#include "bench/base/cli.h"
#include "bench/base/process.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The worker writes on our standard output itself; we wait and judge how it ended. */
int ask_worker(const char *task, const char *name)
{
    char parent[16], t[32], n[256];
    snprintf(parent, sizeof parent, "%d", (int)getpid());
    snprintf(t, sizeof t, "%s", task);
    snprintf(n, sizeof n, "%s", name);
    char *argv[] = { "ivpbench", "worker", "--parent", parent, "--", t, n, NULL };
    const process_limits limits = { .core = -1, .cpu_s = 60 };
    const pid_t pid = process_start(argv, -1, STDOUT_FILENO, STDERR_FILENO, NULL, 0, &limits);
    int status = 0;
    if (pid < 0 || waitpid(pid, &status, 0) != pid) {
        cli_say("a worker cannot be started");
        return CLI_INFRA;
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE) return CLI_OK; /* enough was read */
    if (WIFSIGNALED(status)) {
        cli_say("a plug-in crashed (%s) while it was asked about %s",
                strsignal(WTERMSIG(status)), name);
        return CLI_INFRA;
    }
    return WEXITSTATUS(status) ? CLI_USAGE : CLI_OK;
}
