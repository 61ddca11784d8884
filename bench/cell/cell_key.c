/* cell_key.c -- the key: SHA-256 of the deciding fields and of the files that compute.
 *
 * Time limits and the number of repetitions do not decide a result and are left out; a rebuilt
 * kernel or plug-in does, so results of old code are never taken for those of the new.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cell/cell_key.h"

#include "bench/base/util.h"

#include "kernel/problem/plugin.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The library with the loop over steps, as it was loaded. */
static bool kernel_path(char *path, size_t size)
{
    Dl_info info;
    void *at = dlsym(RTLD_DEFAULT, "evolve_run");
    if (!at || !dladdr(at, &info) || !info.dli_fname) return false;
    return fits_into(path, size, info.dli_fname);
}

static const struct part {
    const char *kind, *arith;
} parts[] = {
    { "problems", "double" },
    { "problems", "complex" },
    { "solvers", "double" },
    { NULL, NULL }, /* the kernel */
};
enum { NPARTS = sizeof parts / sizeof *parts, PART_NAME = 160 };

static bool part_path(const struct part *p, const cell *c, char *path, size_t size, reason *why)
{
    if (!p->kind)
        return kernel_path(path, size) || reason_set(why, "libivp.so cannot be found");
    const char *name = p->kind[0] == 'p' ? c->problem : c->solver;
    if (plugin_path(p->kind, p->arith, name, path, size)) return true;
    return reason_set(why, "unknown %.*s \"%s\": no %s/%s/%s.so on the plug-in path",
                      (int)strlen(p->kind) - 1, p->kind, name, p->arith, p->kind, name);
}

/* "double/solvers/ida.so" */
static void part_name(const struct part *p, const cell *c, char name[PART_NAME])
{
    if (!p->kind)
        snprintf(name, PART_NAME, "libivp.so");
    else
        snprintf(name, PART_NAME, "%s/%s/%.100s.so", p->arith, p->kind,
                 p->kind[0] == 'p' ? c->problem : c->solver);
}

/* Cells share their files: each is looked for and read once. */
static bool part_digest(const struct part *p, const cell *c, digest_table *files,
                        char hex[DIGEST_HEX], reason *why)
{
    char name[PART_NAME], path[PATH_MAX];
    part_name(p, c, name);
    if (digest_known(files, name, hex)) return true;
    if (!part_path(p, c, path, sizeof path, why)) return false;
    return digest_file(files, name, path, hex) || reason_set(why, "%s cannot be read", path);
}

/* "double/solvers/ida.so:DIGEST", behind a blank from the second on; names are bounded. */
static void add_file(const struct part *p, const cell *c, const char *hex, char *files)
{
    const size_t n = strlen(files);
    char name[PART_NAME];
    part_name(p, c, name);
    snprintf(files + n, CELL_FILES - n, "%s%s:%s", n ? " " : "", name, hex);
}

/* What is hashed is text, which can be checked by hand; 17 digits tell all doubles apart. */
static void key_line(FILE *to, const field_row *f, const cell *c)
{
    if (field_is_text(f))
        fprintf(to, "%s=%s\n", f->name, field_text(f, c));
    else if (f->kind == FIELD_COUNT)
        fprintf(to, "%s=%ld\n", f->name,
                *(const long *)(const void *)((const char *)c + f->at));
    else
        fprintf(to, "%s=%.17g\n", f->name, field_number(f, c));
}

bool cell_make_key_with(cell *c, digest_table *files, reason *why)
{
    char hex[NPARTS][DIGEST_HEX], *text;
    size_t n;
    *c->files = '\0';
    for (int i = 0; i < NPARTS; i++) {
        if (!part_digest(&parts[i], c, files, hex[i], why)) return false;
        add_file(&parts[i], c, hex[i], c->files);
    }
    FILE *to = need(open_memstream(&text, &n));
    CELL_EACH(k, CELL_KEYED)
    {
        const field_row *f = &cell_fields[k];
        if (field_is_told(f, c)) key_line(to, f, c);
    }
    fprintf(to, "files=%s %s %s %s\n", hex[0], hex[1], hex[2], hex[3]);
    fclose(to);
    digest_bytes(text, n, c->key);
    free(text);
    return true;
}

bool cell_make_key(cell *c, reason *why)
{
    digest_table files = { 0 };
    const bool good = cell_make_key_with(c, &files, why);
    digest_table_free(&files);
    return good;
}
