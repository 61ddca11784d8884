/* ref.c -- a reference solution in memory: finding, freeing; reading is in ref_read.c,
 * writing in ref_write.c. */
#include "reference/file/ref.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef PREFIX
#define PREFIX "/usr/local"
#endif

void ref_free(ref *r)
{
    if (!r) return;
    for (int k = 0; k < r->nstates; k++) free(r->states[k].v);
    for (int h = 0; h < REF_HALVES; h++) {
        free(r->half[h].family);
        free(r->half[h].method);
    }
    void *const parts[] = { r->problem,      r->parameters, r->equations,   r->made,
                            r->states,       r->components, r->observables, r->events,
                            r->laws,         r->pieces.t,   r->pieces.seam, r->pieces.c,
                            r->pieces.names, r->pieces.bar };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
    free(r);
}

/* ---- finding ----------------------------------------------------------------------------- */

void ref_path(const char *folder, const char *problem, const char *settings, char *path,
              size_t size)
{
    size_t used = (size_t)snprintf(path, size, "%s/%s", folder, problem);
    const char *word = settings ? settings : "";
    for (word += strspn(word, " "); *word && used < size; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        used += (size_t)snprintf(path + used, size - used, "--%.*s", (int)length, word);
        word += length;
    }
    if (used < size) snprintf(path + used, size - used, ".ref");
}

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* Folder of the running executable, or "." */
static void executable_folder(char *path, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", path, size - 1);
    path[n > 0 ? n : 0] = 0;
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = 0;
    else
        snprintf(path, size, ".");
}

/* Standard places follow one another behind IVPBENCH_REFERENCE. */
bool ref_place(int k, char *path, size_t size)
{
    const char *chosen = getenv("IVPBENCH_REFERENCE");
    char here[1024];
    executable_folder(here, sizeof here);
    const struct {
        const char *base, *rest;
    } places[] = { { chosen ? chosen : "", "" },
                   { "reference/data", "" },
                   { PREFIX, "/share/ivpbench/reference" },
                   { here, "/../share/ivpbench/reference" },
                   { here, "/../reference/data" } };
    if (!chosen || !*chosen) k++;
    if (k >= (int)(sizeof places / sizeof *places)) return false;
    snprintf(path, size, "%s%s", places[k].base, places[k].rest);
    return true;
}

bool ref_search(const char *file, char *path, size_t size)
{
    char folder[1200];
    for (int k = 0; ref_place(k, folder, sizeof folder); k++) {
        snprintf(path, size, "%s/%s", folder, file);
        if (access(path, R_OK) == 0) return true;
    }
    return false;
}

void ref_folder(char *path, size_t size)
{
    const char *chosen = getenv("IVPBENCH_REFERENCE");
    for (int k = 0; ref_place(k, path, size); k++)
        if (is_folder(path) || (k == 0 && chosen && *chosen)) return;
    snprintf(path, size, "reference/data");
}

const ref_state *ref_at(const ref *r, double t)
{
    const ref_state *best = NULL;
    double gap = 1e-12 * fabs(r->t1 - r->t0);
    for (int k = 0; k < r->nstates; k++) {
        const double d = fabs(r->states[k].t - t);
        if (d <= gap) {
            gap = d;
            best = &r->states[k];
        }
    }
    return best;
}

const ref_value *ref_find(const ref_state *s, const char *name)
{
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->v[i].name, name)) return &s->v[i];
    return NULL;
}
