/* run_file.c -- a finished run on file, where an interrupted `make` finds it again.
 *
 * A file of a run is complete or ignored:
 *
 *     KEY                digest of all that the numbers depend on: program and kernel,
 *                        equations, parameters, problem, method, tolerance, whether data are
 *                        rounded, times
 *     row X1 X2 ...      decimals, a line for each time
 *     peak X1 X2 ...     largest moduli of q, u, x or y on the way
 *     steps N T1 T2 ...  ends of the steps
 *     events N           then a line for each: GUARD DIRECTION T
 *     end
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/file/regular.h"
#include "reference/make/run_file.h"

#include <dlfcn.h>
#include <errno.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "reference/job/quad_text.h"

/* Digests of this program and of the kernel that it uses: a run that another build has left may
 * be wrong where this one is right. */
static const char *build_digests(void)
{
    static char text[2 * SHA256_DIGEST_STRING_LENGTH];
    Dl_info kernel;
    if (*text || !SHA256File("/proc/self/exe", text)) return text;
    if (dladdr(__extension__(const void *) instance_open, &kernel))
        SHA256File(kernel.dli_fname, text + strlen(text));
    return text;
}

void run_key(const job *j, const one_run *r, const char *equations, char key[RUN_KEY_ROOM])
{
    char text[64];
    SHA2_CTX sha;
    SHA256Init(&sha);
    const char *const parts[] = { build_digests(),
                                  equations,
                                  j->settings,
                                  j->i->problem->name,
                                  r->run.method,
                                  r->run.tol,
                                  r->rounded ? "rounded" : "" };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        const char *word = parts[k] ? parts[k] : "";
        SHA256Update(&sha, (const unsigned char *)word, strlen(word) + 1);
    }
    for (int k = 0; k < r->n; k++) {
        snprintf(text, sizeof text, "%.17g", r->times[k]);
        SHA256Update(&sha, (const unsigned char *)text, strlen(text) + 1);
    }
    SHA256End(&sha, key);
}

void run_path(const job *j, const char *folder, const char *key, char path[RUN_PATH_ROOM])
{
    snprintf(path, RUN_PATH_ROOM, "%s/%s-%.16s.run", folder, j->i->problem->name, key);
}

static void write_numbers(FILE *f, const char *keyword, const real *x, int n)
{
    fputs(keyword, f);
    for (int i = 0; i < n; i++) {
        char text[DECIMAL_MAX];
        decimal(x[i], DECIMAL_ALL, text);
        fprintf(f, " %s", text);
    }
    fputc('\n', f);
}

static void write_run(FILE *f, const job *j, const one_run *r, const char *key)
{
    fprintf(f, "%s\n", key);
    for (int k = 0; k < r->n; k++)
        write_numbers(f, "row", r->rows + (size_t)k * (size_t)j->width, j->width);
    write_numbers(f, "peak", r->steps.peak, j->i->sizes.n);
    fprintf(f, "steps %d", r->steps.n);
    for (int k = 0; k < r->steps.n; k++) fprintf(f, " %.17g", r->steps.t[k]);
    const flow_breaks *events = &r->steps.events;
    fprintf(f, "\nevents %d", events->n);
    for (int k = 0; k < events->n; k++) {
        char text[DECIMAL_MAX];
        decimal(events->at[k].t, DECIMAL_ALL, text);
        fprintf(f, "\n%d %d %s", events->at[k].event, events->at[k].direction, text);
    }
    fputs("\nend\n", f);
}

static bool read_numbers(FILE *f, const char *keyword, real *x, int n)
{
    char word[DECIMAL_MAX];
    if (fscanf(f, "%63s", word) != 1 || strcmp(word, keyword) != 0) return false;
    for (int i = 0; i < n; i++) {
        if (fscanf(f, "%63s", word) != 1) return false;
        x[i] = decimal_read(word);
    }
    return true;
}

static bool read_rows(FILE *f, const job *j, one_run *r)
{
    for (int k = 0; k < r->n; k++)
        if (!read_numbers(f, "row", r->rows + (size_t)k * (size_t)j->width, j->width))
            return false;
    const int n = j->i->sizes.n;
    r->steps.peak = calloc((size_t)n, sizeof *r->steps.peak);
    return r->steps.peak && read_numbers(f, "peak", r->steps.peak, n);
}

static bool read_steps(FILE *f, one_run *r)
{
    int n = 0;
    if (fscanf(f, " steps %9d", &n) != 1 || n < 0) return false;
    r->steps.n = n;
    r->steps.t = calloc((size_t)n + 1, sizeof(double));
    for (int k = 0; k < n && r->steps.t; k++) {
        char number[40], *end;
        if (fscanf(f, "%39s", number) != 1) return false;
        r->steps.t[k] = strtod(number, &end);
        if (*end) return false;
    }
    return r->steps.t;
}

static bool read_events(FILE *f, const job *j, one_run *r)
{
    char word[DECIMAL_MAX];
    int n = 0;
    if (fscanf(f, " events %9d", &n) != 1 || n < 0) return false;
    for (int k = 0; k < n; k++) {
        flow_break one = { 0 };
        if (fscanf(f, "%9d %9d %63s", &one.event, &one.direction, word) != 3) return false;
        one.t = decimal_read(word);
        if (one.event < 0 || one.event >= j->i->nevents || !ivp_finite(one.t) ||
            !flow_breaks_add(&r->steps.events, one))
            return false;
    }
    return fscanf(f, "%63s", word) == 1 && !strcmp(word, "end");
}

bool run_read(const job *j, one_run *r, const char *key, const char *path)
{
    FILE *f = regular_open(path);
    char found[RUN_KEY_ROOM] = "";
    if (!f) return false;
    r->rows = calloc((size_t)r->n * (size_t)j->width, sizeof *r->rows);
    r->done = r->rows && fscanf(f, "%64s", found) == 1 && !strcmp(found, key) &&
              read_rows(f, j, r) && read_steps(f, r) && read_events(f, j, r);
    fclose(f);
    if (!r->done) run_free(r);
    return r->done;
}

/* The last run of another make may have taken the folder away. */
static bool make_folder_of(const char *path)
{
    char folder[RUN_PATH_ROOM];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash) *slash = 0;
    return slash && mkdir(folder, 0777) == 0;
}

ivp_status run_to_file(job *j, one_run *r, const char *key, const char *path, job_watch watch,
                       void *watcher, reason *why)
{
    r->rows = calloc((size_t)r->n * (size_t)j->width, sizeof *r->rows);
    if (!r->rows) return IVP_E_NOMEM;
    ivp_status status =
        job_run(j, &r->run, r->times, r->n, r->rows, &r->steps, watch, watcher, why);
    if (status) return status;
    char partial[RUN_PATH_ROOM + 16];
    snprintf(partial, sizeof partial, "%s.partial", path);
    FILE *f = fopen(partial, "w");
    if (!f && make_folder_of(partial)) f = fopen(partial, "w");
    if (f) write_run(f, j, r, key);
    if (!f || fclose(f) || !regular_place(partial, path)) {
        reason_set(why, "%s: cannot be written: %s", path, strerror(errno));
        status = IVP_E_NOMEM;
    }
    return status;
}

void run_free(one_run *r)
{
    free(r->rows);
    job_forget_steps(&r->steps);
    r->rows = NULL;
    r->done = false;
}
