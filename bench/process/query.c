/* query.c -- one worker, whose output is read when it has come to its end.
 *
 * It writes to files without names; what plug-ins have written into them is text for a terminal
 * only after tame().
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/fork_retry.h"
#include "bench/process/query.h"

#include "bench/base/message.h"
#include "bench/process/process.h"
#include "bench/base/printable.h"
#include "bench/base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* One plug-in has 20 s; a list looks at each for 5 s at most. */
static const process_patience patience = { .seconds = 20, .memory_mb = 2048 },
                              for_lists = { .seconds = 300, .memory_mb = 2048 };

/* What it prints lies in memory. */
enum { FILE_MB = 64 };

static const process_patience *patience_for(const char *task)
{
    return strcmp(task, "info") ? &for_lists : &patience;
}

static pid_t start(const char *task, const char *name, const sandbox *w, int done,
                   const int out[2])
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
                                    .file_mb = FILE_MB,
                                    .cage = &w->cage,
                                    .announce = w->reaper.groups };
    return process_start(argv, -1, out[0], out[1], &done, 1, &limits);
}

/* A worker that has said all says so: a plug-in that ends the process, with whatever code,
 * leaves a list that looks complete. */
static int judge(bool in_time, int status, bool done, const char *name, const char *why)
{
    if (!in_time)
        cli_say("asking about %s %s: a plug-in does not come to an end", name, why);
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

/* -1: it cannot be started. */
static int ask(const char *task, const char *name, const int out[2], char **text)
{
    char word[8] = "";
    reason why = { "" };
    int ends[2], status = 0;
    sandbox w = sandbox_open();
    bool in_time = false, done = false;
    pid_t pid = -1;
    if (!pipe2(ends, O_CLOEXEC)) {
        pid = start(task, name, &w, ends[1], out);
        close(ends[1]);
        in_time = pid > 0 && process_wait(&w, pid, patience_for(task), &status, &why);
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
        done = read(ends[0], word, sizeof word) > 0;
        close(ends[0]);
    }
    const int unborn = errno;
    sandbox_close(&w);
    errno = unborn;
    if (pid < 0) return -1;
    char *complaints = tame_file(out[1]);
    *text = tame_file(out[0]);
    cli_repeat(complaints);
    free(complaints);
    return judge(in_time, status, done, name, why.text);
}

int ask_worker_text(const char *task, const char *name, char **text)
{
    const int out[2] = { memfd_create("said", MFD_CLOEXEC), memfd_create("said", MFD_CLOEXEC) };
    *text = NULL;
    const int code = out[0] < 0 || out[1] < 0 ? -1 : ask(task, name, out, text);
    for (int i = 0; i < 2; i++)
        if (out[i] >= 0) close(out[i]);
    if (code < 0) cli_say("a worker cannot be started: %s", strerror(errno));
    if (!*text) *text = copied("");
    return code < 0 ? CLI_INFRA : code;
}
