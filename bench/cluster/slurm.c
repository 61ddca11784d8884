/* slurm.c -- Slurm's programs: sbatch, squeue, scancel; started without a shell.
 *
 * An array of one task a shard. A task whose node dies is queued again by Slurm (--requeue) and
 * goes on from the copy of its store; one that comes to its time limit is told so a minute
 * before.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cluster/cluster.h"

#include "bench/base/program.h"
#include "bench/base/util.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 24 };

typedef struct command { /* words that end with NULL; those that were made are freed */
    char *argv[MOST_ARGUMENTS];
    int n;
} command;

static void add(command *c, const char *option, const char *value)
{
    if (!value || c->n + 2 > MOST_ARGUMENTS) return;
    c->argv[c->n++] = text_of("%s%s", option, value);
}

static void command_free(command *c)
{
    for (int i = 0; i < c->n; i++) free(c->argv[i]);
}

static void describe(command *q, const cluster *c, const slurm_wishes *w)
{
    char *array = text_of("1-%ld", c->shards), *shards = text_of("%ld", c->shards);
    char *every = text_of("%ld", w->every_s);
    add(q, "sbatch", "");
    add(q, "--parsable", "");
    add(q, "--requeue", "");
    add(q, "--signal=B:TERM@60", "");
    add(q, "--job-name=", "ivpbench");
    add(q, "--array=", array);
    add(q, "--chdir=", c->folder);
    add(q, "--output=", "log/%a.txt");
    add(q, "--open-mode=", "append");
    add(q, "--time=", w->time);
    add(q, "--partition=", w->partition);
    add(q, "--constraint=", w->constraint);
    if (!w->shared) add(q, "--exclusive", "");
    add(q, c->folder, "/job.sh");
    add(q, shards, "");
    add(q, w->local, "");
    add(q, every, "");
    free(array);
    free(shards);
    free(every);
}

/* "1234" or "1234;cluster" */
static bool take_number(cluster *c, const char *line)
{
    const size_t n = strspn(line, "0123456789");
    if (!n || n >= sizeof c->job || (line[n] && line[n] != ';')) return false;
    memcpy(c->job, line, n);
    c->job[n] = '\0';
    return true;
}

static bool absent(const char *program, reason *why)
{
    return reason_set(
        why,
        "%s cannot be started: %s; without Slurm leave --slurm away and run the shards "
        "by hand or by GNU parallel",
        program, strerror(errno));
}

bool slurm_submit(cluster *c, const slurm_wishes *w, reason *why)
{
    command q = { 0 };
    char line[256];
    describe(&q, c, w);
    const pid_t pid = program_ask(q.argv, PROGRAM_OURS, line, sizeof line);
    const bool good =
        pid < 0 ? absent("sbatch", why)
                : (program_end(pid) == 0 && take_number(c, line)) ||
                      reason_set(why, "sbatch refused the array; what it says stands above");
    command_free(&q);
    return good;
}

bool slurm_cancel(const cluster *c, reason *why)
{
    if (!*c->job)
        return reason_set(why, "%s: no Slurm array was submitted from here", c->folder);
    char *const argv[] = { "scancel", (char *)c->job, NULL };
    const pid_t pid = program_start(argv, NULL);
    if (pid < 0) return absent("scancel", why);
    return program_end(pid) == 0 ||
           reason_set(why, "scancel failed; what it says stands above");
}

/* "3 RUNNING node2" */
static void take_state(const cluster *c, char *line, slurm_state *states)
{
    char word[32] = "", nodes[32] = "", *rest;
    const long shard = strtol(line, &rest, 10);
    if (rest == line || sscanf(rest, "%31s %31s", word, nodes) < 1) return;
    if (shard < 1 || shard > c->shards) return;
    snprintf(states[shard - 1], sizeof *states, "%.24s%s%.32s", word, *nodes ? " on " : "",
             nodes);
}

bool slurm_states(const cluster *c, slurm_state *states, reason *why)
{
    char line[256];
    if (!*c->job) return true;
    FILE *said = tmpfile();
    if (!said) return reason_set(why, "a temporary file: %s", strerror(errno));
    char *const argv[] = { "squeue",       "--noheader", "--array",  "--jobs",
                           (char *)c->job, "--format",   "%K %T %N", NULL };
    const program_setting s = { .in = PROGRAM_NONE, .out = fileno(said), .err = PROGRAM_NONE };
    const pid_t pid = program_start(argv, &s);
    const bool good = pid > 0 || absent("squeue", why);
    if (good && program_end(pid) == 0) /* an array that is over is unknown to squeue */
        for (rewind(said); fgets(line, sizeof line, said);) take_state(c, line, states);
    fclose(said);
    return good;
}
