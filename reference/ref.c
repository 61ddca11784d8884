/* ref.c -- a reference solution in memory: writing, finding, freeing; reading is in ref_read.c.
 */
#include "reference/ref.h"

#include <errno.h>
#include <math.h>
#include <sha2.h>
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
    void *const parts[] = { r->problem, r->parameters, r->equations,   r->method,   r->made,
                            r->states,  r->components, r->observables, r->events,   r->grid_t,
                            r->grid,    r->grid_names, r->grid_bar,    r->grid_text };
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

void ref_folder(char *path, size_t size)
{
    const char *chosen = getenv("IVPBENCH_REFERENCE");
    if (chosen && *chosen) {
        snprintf(path, size, "%s", chosen);
        return;
    }
    char here[1024];
    executable_folder(here, sizeof here);
    const struct {
        const char *base, *rest;
    } places[] = { { "reference/data", "" },
                   { PREFIX, "/share/ivpbench/reference" },
                   { here, "/../share/ivpbench/reference" },
                   { here, "/../reference/data" } };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, size, "%s%s", places[i].base, places[i].rest);
        if (is_folder(path)) return;
    }
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

/* ---- writing ----------------------------------------------------------------------------- */

static void write_bar(FILE *f, double bar)
{
    if (bar < 0)
        fputs(" ?", f);
    else
        fprintf(f, " %.3g", bar);
}

static void write_names(FILE *f, const char *keyword, char (*names)[32], int n)
{
    fputs(keyword, f);
    for (int i = 0; i < n; i++) fprintf(f, " %s", names[i]);
    fputc('\n', f);
}

static void write_head(FILE *f, const ref *r)
{
    fprintf(f, "ivpbench-reference 1\nproblem %s\n", r->problem);
    fprintf(f, *r->parameters ? "parameters %s\n" : "parameters%s\n", r->parameters);
    fprintf(f, "equations %s\nmethod %s\nmade %s\n", r->equations, r->method, r->made);
    fprintf(f, "interval %.17g %.17g\n", r->t0, r->t1);
    write_names(f, "components", r->components, r->ncomponents);
    write_names(f, "observables", r->observables, r->nobservables);
}

static void write_state(FILE *f, const ref *r, const ref_state *s)
{
    fprintf(f, "state %.17g\n", s->t);
    for (int i = 0; i < s->n; i++) {
        fprintf(f, "%c %s %s", i < r->ncomponents ? 'c' : 'o', s->v[i].name, s->v[i].text);
        write_bar(f, s->v[i].bar);
        fputc('\n', f);
    }
}

static void write_grid(FILE *f, const ref *r)
{
    const int w = r->width;
    fprintf(f, "grid %d %d\n", r->ngrid, w);
    for (int k = 0; k < r->ngrid; k++) {
        fprintf(f, "g %.17g", r->grid_t[k]);
        for (int i = 0; i < w; i++)
            if (r->grid_text)
                fprintf(f, " %s", r->grid_text[k * w + i]);
            else
                fprintf(f, " %.17g", r->grid[k * w + i]);
        fputc('\n', f);
    }
    fputs("gridbar", f);
    for (int i = 0; i < w; i++) write_bar(f, r->grid_bar[i]);
    fputc('\n', f);
}

static char *compose(const ref *r, size_t *length)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, length);
    if (!f) return NULL;
    write_head(f, r);
    for (int k = 0; k < r->nstates; k++) write_state(f, r, &r->states[k]);
    for (int k = 0; k < r->nevents; k++) {
        const ref_event *e = &r->events[k];
        fprintf(f, "event %s %s %d", e->text, e->name, e->direction);
        write_bar(f, e->bar);
        fputc('\n', f);
    }
    write_grid(f, r);
    if (fclose(f)) {
        free(text);
        return NULL;
    }
    return text;
}

static bool put(const char *path, const char *text, size_t length)
{
    char digest[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const unsigned char *)text, length, digest);
    FILE *f = fopen(path, "w");
    if (!f) return false;
    const bool written =
        fwrite(text, 1, length, f) == length && fprintf(f, "sha256 %s\n", digest) > 0;
    return fclose(f) == 0 && written;
}

bool ref_write(const ref *r, const char *path, char *why, size_t size)
{
    char partial[1200];
    snprintf(partial, sizeof partial, "%s.partial", path);
    size_t length = 0;
    char *text = compose(r, &length);
    errno = text ? 0 : ENOMEM;
    const bool done = text && put(partial, text, length) && rename(partial, path) == 0;
    if (!done) {
        snprintf(why, size, "%s: cannot be written: %s", path, strerror(errno ? errno : EIO));
        unlink(partial);
    }
    free(text);
    return done;
}
