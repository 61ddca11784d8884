/* maker.c -- where references go, and which of them are outdated.
 *
 * Outdated is what cannot be read, what belongs to other equations, and what was made by
 * another recipe. Finished runs wait in .runs beside the files, not in a temporary folder: they
 * are worth minutes, and whoever interrupts a `make` starts it again from the same place.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/maker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/problem/shuffle.h"
#include "reference/make/equations.h"
#include "reference/make/verify.h"

enum { PATH_ROOM = 1024 };

static bool is_file_name(const char *output)
{
    const size_t n = strlen(output);
    return n > 4 && !strcmp(output + n - 4, ".ref");
}

static void folder_of(const maker *m, char *folder, size_t size)
{
    snprintf(folder, size, "%s", m->output);
    if (!is_file_name(m->output)) return;
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = 0;
    else
        snprintf(folder, size, ".");
}

static void path_of(const maker *m, const job *j, char *path, size_t size)
{
    if (is_file_name(m->output))
        snprintf(path, size, "%s", m->output);
    else
        ref_path(m->output, j->i->problem->name, j->settings, path, size);
}

/* What verify_made() says goes to stderr, or where nobody reads it. */
static ivp_status hold(const maker *m, ref *r, job *j, reason *why)
{
    char *unread = NULL;
    size_t size = 0;
    FILE *said = m->quiet ? open_memstream(&unread, &size) : stderr;
    if (!said) return IVP_E_NOMEM;
    const bool good = verify_made(r, j, said, why);
    if (m->quiet) fclose(said);
    free(unread);
    return good ? IVP_OK : IVP_DOMAIN;
}

ivp_status maker_make(maker *m, job *j, reason *why)
{
    char folder[PATH_ROOM], cache[PATH_ROOM + 8], path[PATH_ROOM + 64], hex[EQUATIONS_MAX];
    folder_of(m, folder, sizeof folder);
    path_of(m, j, path, sizeof path);
    snprintf(cache, sizeof cache, "%s/.runs", folder);
    if (access(folder, W_OK)) {
        reason_set(why, "%s: cannot be written: %s", path, strerror(errno));
        return IVP_E_NOMEM;
    }
    ref *r = NULL;
    const runs_context context = {
        .folder = cache, .equations = hex, .jobs = m->jobs, .quiet = m->quiet
    };
    if (!shuffle_agrees(j->i, why)) return IVP_E_INCONSISTENT;
    ivp_status status = equations_digest(j->i, hex);
    if (!status) status = generate(j, &context, &r, why);
    if (!status) status = hold(m, r, j, why);
    if (!status && !ref_write(r, path, why)) status = IVP_E_NOMEM;
    if (!status) printf("%s\n", path);
    fflush(stdout);
    m->made += !status;
    ref_free(r);
    return status;
}

/* Readable, of these equations, by this recipe. */
static bool up_to_date(const maker *m, job *j)
{
    char path[PATH_ROOM + 64], hex[EQUATIONS_MAX], text[160];
    reason why;
    ref *r;
    path_of(m, j, path, sizeof path);
    if (!ref_read(&r, path, &why)) return false;
    bool same = !equations_digest(j->i, hex) && !strcmp(hex, r->equations);
    for (int h = 0; h < REF_HALVES && same; h++) {
        generate_method(&j->recipe, h, text, sizeof text);
        same = !strcmp(text, r->half[h].method);
    }
    ref_free(r);
    return same;
}

static ivp_status make_if_outdated(maker *m, const char *problem, const char *settings,
                                   reason *why)
{
    job j;
    ivp_status status = job_open(&j, problem, settings, why);
    if (status) return status;
    const bool kept = up_to_date(m, &j);
    m->kept += kept;
    if (!kept) status = maker_make(m, &j, why);
    job_close(&j);
    return status;
}

/* All sets of parameters of one problem. */
static ivp_status make_sets(maker *m, const char *problem, reason *why)
{
    job j;
    ivp_status last = job_open(&j, problem, "", why);
    if (last) fprintf(stderr, "ivpbench-quad: %s\n", why->text);
    if (last) return last;
    for (int k = 0; k < j.recipe.nsets; k++) {
        const ivp_status status = make_if_outdated(m, problem, j.recipe.parameters[k], why);
        if (status) fprintf(stderr, "ivpbench-quad: %s\n", why->text);
        if (status) last = status;
    }
    job_close(&j);
    return last;
}

ivp_status maker_make_all(maker *m, reason *why)
{
    ivp_status last = IVP_OK;
    for (char name[64] = ""; recipe_next(name);) {
        const ivp_status status = make_sets(m, name, why);
        if (status) last = status;
    }
    return last;
}
