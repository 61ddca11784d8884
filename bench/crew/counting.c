/* counting.c -- cachegrind's sums, and where they are kept. */
#include "bench/crew/counting.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/cli.h"
#include "bench/base/process.h"
#include "bench/base/util.h"
#include "bench/store/store_inner.h"

/* So many further solves that what loading varies by, some hundred instructions, is lost in them. */
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

/* Instructions of a process that solves so often. */
static double count_process(const cell *c, int solves, const ward *w, char *why, size_t size)
{
    char program[PATH], number[16], file[PATH];
    int status = 0;
    process_program(program, sizeof program);
    snprintf(file, sizeof file, "%s/sums", w->cage.scratch);
    snprintf(number, sizeof number, "%d", solves);
    char *json = cell_to_json(c), *out = text_of("--cachegrind-out-file=%s", file);
    char *argv[] = { "valgrind",
                     "--tool=cachegrind",
                     "--cache-sim=no",
                     "-q",
                     out,
                     program,
                     "worker",
                     "count",
                     "--cell",
                     json,
                     "--solves",
                     number,
                     NULL };
    const process_limits limits = {
        .core = -1, .cage = &w->cage, .program = argv[0], .announce = w->keeper.groups
    };
    const process_patience patience = { slowdown * (c->timeout_s + 1),
                                        4 * c->memory_mb + 1024 };
    const pid_t pid = process_start(argv, -1, -1, -1, NULL, 0, &limits);
    bool good = pid > 0 || fail(why, size, "valgrind cannot be started: %s", strerror(errno));
    good = good && process_wait(w, pid, &patience, &status, why, size);
    if (good && status)
        good = fail(why, size, "the solve fails in valgrind (status %d)", status);
    free(json);
    free(out);
    const double sum = good ? read_sum(file) : -1;
    if (good && sum < 0) fail(why, size, "valgrind left no sum in %s", file);
    return sum;
}

double counting_solve(const cell *c, char *why, size_t size)
{
    ward w = ward_open();
    if (!w.cage.scratch) fail(why, size, "no folder for temporary files: %s", strerror(errno));
    const double once = w.cage.scratch ? count_process(c, 1, &w, why, size) : -1;
    const double often = once < 0 ? -1 : count_process(c, 1 + FURTHER, &w, why, size);
    ward_close(&w);
    return once < 0 || often < once ? -1 : (often - once) / FURTHER;
}

/* ---- a store ---------------------------------------------------------------------------------- */

typedef struct job {
    cell cell;
    char *scoring, *machine;
} job;

typedef struct job_list {
    const char *problems;
    int n;
    job *jobs;
} job_list;

static bool note_job(void *context, const record *r, const char *machine)
{
    job_list *l = context;
    if (r->outcome != OUTCOME_OK || !cli_match(l->problems, r->cell.problem)) return true;
    l->jobs = grown(l->jobs, (size_t)l->n + 1, sizeof *l->jobs);
    l->jobs[l->n++] = (job){ r->cell, copied(r->scoring), copied(machine) };
    return true;
}

static bool keep_count(store *s, const job *j, double instructions)
{
    json_t *o = json_loads(j->scoring, 0, NULL);
    if (!o) o = need(json_object());
    json_object_set_new(o, "instructions",
                        json_pack("{s:f, s:s}", "n", instructions, "by", "cachegrind"));
    char *text = need(json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(17)));
    const bool good = store_set_scoring(s, j->cell.key, j->machine, text);
    free(text);
    json_decref(o);
    return good;
}

/* What would be counted is what was stored: the same plug-ins. */
static bool is_of_these_files(const job *j)
{
    char why[512];
    cell now = j->cell;
    return cell_make_key(&now, why, sizeof why) && !strcmp(now.key, j->cell.key);
}

static bool count_job(store *s, const job *j, counting_tally *tally,
                      void (*each)(const cell *, double, const char *))
{
    char why[512] = "";
    if (!is_of_these_files(j)) {
        tally->elsewhere++;
        return true;
    }
    const double n = counting_solve(&j->cell, why, sizeof why);
    if (each) each(&j->cell, n, why);
    if (n < 0)
        tally->failed++;
    else
        tally->counted++;
    return n < 0 || keep_count(s, j, n);
}

bool counting_store(const char *path, const char *problems, counting_tally *tally,
                    void (*each)(const cell *c, double instructions, const char *why),
                    char *why, size_t size)
{
    *tally = (counting_tally){ 0 };
    job_list l = { .problems = problems };
    store *s = store_open(path, false, why, size);
    bool good = s && store_lock(s, path, why, size);
    if (good && !store_each(s, false, note_job, &l))
        good = fail(why, size, "%s", store_error(s));
    for (int i = 0; i < l.n; i++) {
        if (good && !count_job(s, &l.jobs[i], tally, each))
            good = fail(why, size, "%s", store_error(s));
        free(l.jobs[i].scoring);
        free(l.jobs[i].machine);
    }
    free(l.jobs);
    store_close(s);
    return good;
}
