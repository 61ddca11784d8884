/* counting.c -- runs valgrind's tools and stores their counts.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/counting.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/message.h"
#include "bench/cell/request.h"
#include "bench/base/fork_retry.h"
#include "bench/process/process.h"
#include "bench/base/util.h"
#include "bench/crew/callgrind.h"
#include "bench/store/store_inner.h"

/* So many further solves that what loading varies by, some hundred instructions, is lost in
 * them. */
enum { FURTHER = 8, PATH = 4096 };
static const double slowdown = 100; /* of valgrind, at most: how long to wait */

/* "summary: 6865207" is the last line that cachegrind writes. */
static double read_sum(const char *path)
{
    char *text = file_text(path);
    const char *line = text ? strstr(text, "\nsummary: ") : NULL;
    const double sum = line ? strtod(line + strlen("\nsummary: "), NULL) : -1;
    free(text);
    return sum;
}

/* A tool of valgrind: its options but for the last, the file that it writes. */
typedef struct tool {
    const char *options[5], *file;
} tool;

static const tool cachegrind = { { "--tool=cachegrind", "--cache-sim=no", "-q" },
                                 "--cachegrind-out-file" };
/* From the first step to the last; names and lines in full. */
static const tool callgrind = { { "--tool=callgrind", "-q", "--toggle-collect=evolve_run",
                                  "--compress-strings=no", "--compress-pos=no" },
                                "--callgrind-out-file" };

/* Where a worker reads it; -1 with errno. A pipe takes more than a line. */
static int cell_on_pipe(const cell *c)
{
    int ends[2];
    char line[REQUEST_BYTES];
    const request requested = { .cell = *c };
    if (!request_write(&requested, line) || pipe2(ends, O_CLOEXEC)) return -1;
    const size_t n = strlen(line);
    const bool complete = write(ends[1], line, n) == (ssize_t)n;
    close(ends[1]);
    if (complete) return ends[0];
    close(ends[0]);
    return -1;
}

/* A process that solves so often, under a tool; PATH characters of where that has written. */
static bool run_process(const cell *c, int solves, const tool *by, const sandbox *w, char *file,
                        reason *why)
{
    char program[PATH], number[16];
    int status = 0, n = 0;
    process_program(program, sizeof program);
    snprintf(file, PATH, "%s/sums", w->cage.scratch);
    snprintf(number, sizeof number, "%d", solves);
    char *out = text_of("%s=%s", by->file, file);
    const int in = cell_on_pipe(c);
    const char *const rest[] = { out, program, "worker", "count", "--solves", number };
    const char *argv[PROCESS_ARGS] = { "valgrind" };
    for (int k = 0; k < 5 && by->options[k]; k++) argv[++n] = by->options[k];
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++) argv[++n] = rest[k];
    const process_limits limits = {
        .core = -1, .cage = &w->cage, .program = argv[0], .announce = w->reaper.groups
    };
    const process_patience patience = { .seconds = slowdown * (c->timeout_s + 1),
                                        .memory_mb = 4 * c->memory_mb + 1024 };
    const pid_t pid = process_start((char *const *)argv, in, -1, -1, NULL, 0, &limits);
    if (in >= 0) close(in);
    bool good = pid > 0 || reason_set(why, "valgrind cannot be started: %s", strerror(errno));
    good = good && process_wait(w, pid, &patience, &status, why);
    if (good && status)
        good = reason_set(why, "the solve fails in valgrind (status %d)", status);
    free(out);
    return good;
}

/* Instructions of a process that solves so often. */
static double count_process(const cell *c, int solves, const sandbox *w, reason *why)
{
    char file[PATH];
    const bool good = run_process(c, solves, &cachegrind, w, file, why);
    const double sum = good ? read_sum(file) : -1;
    if (good && sum < 0) reason_set(why, "valgrind left no sum in %s", file);
    return sum;
}

static bool sandbox_is_open(const sandbox *w, reason *why)
{
    return w->cage.scratch ||
           reason_set(why, "no folder for temporary files: %s", strerror(errno));
}

double counting_solve(const cell *c, reason *why)
{
    sandbox w = sandbox_open();
    const double once = sandbox_is_open(&w, why) ? count_process(c, 1, &w, why) : -1;
    const double often = once < 0 ? -1 : count_process(c, 1 + FURTHER, &w, why);
    sandbox_close(&w);
    return once < 0 || often < once ? -1 : (often - once) / FURTHER;
}

/* The same by callgrind, and the share of each part: of 1. */
static double count_shares(const cell *c, double share[NSHARES], reason *why)
{
    char file[PATH];
    double sum = -1;
    sandbox w = sandbox_open();
    if (sandbox_is_open(&w, why) && run_process(c, 1, &callgrind, &w, file, why)) {
        FILE *f = fopen(file, "r");
        sum = f ? callgrind_sums(f, share) : -1;
        if (f) fclose(f);
        if (sum < 0) reason_set(why, "callgrind left no sums in %s", file);
    }
    sandbox_close(&w);
    for (int k = 0; sum > 0 && k < NSHARES; k++) share[k] /= sum;
    return sum;
}

/* ---- a store ----------------------------------------------------------------------------- */

typedef struct job {
    cell cell;
    char *scoring, *machine;
} job;

typedef struct job_list {
    const counting_choice *choice;
    int n;
    job *jobs;
} job_list;

static bool is_chosen(const counting_choice *q, const record *r)
{
    bool found = !q->keys;
    for (int k = 0; !found && k < q->nkeys; k++) found = !strcmp(q->keys[k], r->cell.key);
    return found && r->outcome == OUTCOME_OK && cli_match(q->problems, r->cell.problem);
}

static bool note_job(void *context, const record *r, const char *machine)
{
    job_list *l = context;
    if (!is_chosen(l->choice, r)) return true;
    l->jobs = grown(l->jobs, (size_t)l->n + 1, sizeof *l->jobs);
    l->jobs[l->n++] = (job){ r->cell, copied(r->scoring), copied(machine) };
    return true;
}

/* Into "instructions" of the scoring: {"n", "by"}, with {"shares"} where there are some. */
static bool keep_count(store *s, const job *j, double instructions, const double *share)
{
    json_t *o = json_loads(j->scoring, 0, NULL), *parts = json_object();
    if (!o) o = need(json_object());
    for (int k = 0; share && k < NSHARES; k++)
        json_object_set_new(parts, share_names[k], json_real(share[k]));
    json_t *counted =
        json_pack("{s:f, s:s}", "n", instructions, "by", share ? "callgrind" : "cachegrind");
    if (share) json_object_set(counted, "shares", parts);
    json_object_set_new(o, "instructions", counted);
    char *text = need(json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(17)));
    const bool good = store_set_scoring(s, j->cell.key, j->machine, text);
    free(text);
    json_decref(parts);
    json_decref(o);
    return good;
}

/* What would be counted is what was stored: the same plug-ins. */
static bool is_of_these_files(const job *j)
{
    reason why;
    cell now = j->cell;
    return cell_make_key(&now, &why) && !strcmp(now.key, j->cell.key);
}

static bool count_job(store *s, const job *j, const counting_choice *q, counting_tally *tally)
{
    reason why = { "" };
    double share[NSHARES] = { 0 };
    if (!is_of_these_files(j)) {
        tally->elsewhere++;
        return true;
    }
    const double n =
        q->shares ? count_shares(&j->cell, share, &why) : counting_solve(&j->cell, &why);
    if (q->each) q->each(&j->cell, n, why.text);
    if (n < 0)
        tally->failed++;
    else
        tally->counted++;
    return n < 0 || keep_count(s, j, n, q->shares ? share : NULL);
}

bool counting_store(const char *path, const counting_choice *choice, counting_tally *tally,
                    reason *why)
{
    *tally = (counting_tally){ 0 };
    job_list l = { .choice = choice };
    store *s = store_open(path, false, why);
    bool good = s && store_lock(s, path, why);
    if (good && !store_each(s, false, note_job, &l))
        good = reason_set(why, "%s", store_error(s));
    for (int i = 0; i < l.n; i++) {
        if (good && !count_job(s, &l.jobs[i], choice, tally))
            good = reason_set(why, "%s", store_error(s));
        free(l.jobs[i].scoring);
        free(l.jobs[i].machine);
    }
    free(l.jobs);
    store_close(s);
    return good;
}
