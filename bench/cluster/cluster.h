/* cluster.h -- a campaign in a folder, cut into shards that run wherever there is a free node.
 *
 *     FOLDER/plan.cfg      the plan, as it was submitted
 *     FOLDER/options       words for `ivpbench run`, one a line
 *     FOLDER/ivpbench      a link to the program
 *     FOLDER/job.sh        one shard: `job.sh SHARDS LOCAL EVERY SHARD`, or a task of a Slurm
 *                          array
 *     FOLDER/campaign.cfg  shards = 8; job = "1234";
 *     FOLDER/shards/I.db   what shard I has so far
 *     FOLDER/log/I.txt     what it said
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLUSTER_H
#define BENCH_CLUSTER_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

enum { CLUSTER_MOST = 10000, CLUSTER_JOB = 32 };

typedef struct cluster {
    char *folder;
    long shards;
    char job[CLUSTER_JOB]; /* number of the Slurm array; empty: none */
} cluster;

/* Writes the folder. One that is there goes on, if plan, options and shards are the same.
 * options ends with NULL. */
bool cluster_make(cluster *c, const char *plan, char *const options[], reason *why);
bool cluster_read(cluster *c, const char *folder, reason *why);
bool cluster_note(const cluster *c, reason *why);  /* writes campaign.cfg */
char *cluster_store(const cluster *c, long shard); /* path; caller frees */
void cluster_free(cluster *c);

/* How an array is to be run; NULL: as Slurm does without a word. */
typedef struct slurm_wishes {
    const char *time, *partition, *constraint, *local;
    long every_s;
    bool shared; /* other jobs may run on the same node */
} slurm_wishes;

/* sbatch; c->job becomes the number of the array. */
bool slurm_submit(cluster *c, const slurm_wishes *w, reason *why);
bool slurm_cancel(const cluster *c, reason *why);

/* States of the shards as squeue tells them, "RUNNING on node2"; those that it does not know
 * stay empty. Shard i is states[i - 1]. */
typedef char slurm_state[64];
bool slurm_states(const cluster *c, slurm_state *states, reason *why);

#endif
