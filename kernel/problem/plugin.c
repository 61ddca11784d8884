/* plugin.c -- finds plug-ins by name and checks each once when it is loaded; a refusal has a
 * sentence.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define _GNU_SOURCE /* dladdr */
#include "kernel/problem/plugin.h"

#include "kernel/linear/elimination.h"
#include "kernel/problem/later.h"
#include "kernel/problem/sized.h"

#include <ivp/solver.h>

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 1024, ROOTS = 18 };

#if IVP_ARITH == IVP_QUAD && defined IVP_ROUNDED
#define HERE       "quad_rounded"
#define TWIN       "cquad_rounded"
#define TWIN_ARITH IVP_CQUAD
#elif IVP_ARITH == IVP_QUAD
#define HERE       "quad"
#define TWIN       "cquad"
#define TWIN_ARITH IVP_CQUAD
#else
#define HERE       "double"
#define TWIN       "complex"
#define TWIN_ARITH IVP_COMPLEX
#endif

/* Folder of the running executable, "" if it cannot be told. */
static void executable_folder(char *folder, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", folder, size - 1);
    folder[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash) *slash = '\0';
}

/* Adds a folder below the one of this library, unless an earlier root is the same. So another
 * program that has loaded the library finds what lies beside it. */
static int add_library(char (*root)[PATH], int n, const char *below)
{
    Dl_info info;
    char path[PATH] = "";
    if (dladdr(__extension__(const void *) executable_folder, &info) && *info.dli_fname == '/')
        snprintf(path, sizeof path - 16, "%s", info.dli_fname);
    if (!strrchr(path, '/')) return n;
    strcpy(strrchr(path, '/'), below);
    char *here = realpath(path, NULL);
    bool is_new = here && strlen(here) < PATH;
    for (int k = 0; is_new && k < n; k++) {
        char *there = realpath(root[k], NULL);
        is_new = !there || strcmp(here, there);
        free(there);
    }
    if (is_new) snprintf(root[n++], PATH, "%s", here);
    free(here);
    return n;
}

/* What is looked through, and the list in the environment that it was made of. */
typedef struct search_path {
    char list[ROOTS * PATH];
    char root[ROOTS][PATH];
    int n;
} search_path;

static void find_roots(search_path *s, const char *list)
{
    char(*root)[PATH] = s->root;
    int n = 0;
    snprintf(s->list, sizeof s->list, "%s", list); /* one that is longer is read each time */
    while (*list && n < ROOTS - 5) {
        const size_t length = strcspn(list, ":");
        if (length && length < PATH) snprintf(root[n++], PATH, "%.*s", (int)length, list);
        list += length + (list[length] == ':');
    }
    char exe[PATH - 32];
    executable_folder(exe, sizeof exe);
    snprintf(root[n++], PATH, "%s", exe);
    snprintf(root[n++], PATH, "%s/..", exe); /* test programs live one folder below */
    snprintf(root[n++], PATH, "%s/../lib/ivpbench", exe);
    n = add_library(root, n, "");
    s->n = add_library(root, n, "/ivpbench");
}

/* Each thread finds them once: that takes eighty system calls, and a run names a dozen
 * plug-ins. */
static const search_path *roots(void)
{
    static _Thread_local search_path known;
    const char *list = getenv("IVPBENCH_PLUGIN_PATH");
    if (!list) list = "";
    if (!known.n || strcmp(known.list, list) != 0) find_roots(&known, list);
    return &known;
}

bool plugin_place(const char *kind, const char *arith, const char *name, int place, char *path,
                  size_t size)
{
    const search_path *s = roots();
    for (int i = 0; i < s->n; i++) {
        snprintf(path, size, "%s/%s/%s/%s.so", s->root[i], arith, kind, name);
        if (access(path, R_OK) == 0 && !place--) return true;
    }
    return false;
}

bool plugin_path(const char *kind, const char *arith, const char *name, char *path, size_t size)
{
    return plugin_place(kind, arith, name, 0, path, size);
}

/* kind without its plural s; NULL with a sentence */
static const void *lookup(const char *kind, const char *arith, const char *name, reason *why)
{
    char path[PATH + 128], symbol[PLUGIN_NAME_MAX + 32], folder[32];
    snprintf(folder, sizeof folder, "%ss", kind);
    if (!*name || strlen(name) >= PLUGIN_NAME_MAX ||
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != strlen(name)) {
        reason_set(
            why, "'%.60s' is not the name of a %s: names are lower-case letters, digits and _",
            name, kind);
        return NULL;
    }
    if (!plugin_path(folder, arith, name, path, sizeof path)) {
        if (strstr(arith, "quad") && plugin_path(folder, "double", name, path, sizeof path)) {
            reason_set(
                why,
                "the %s '%s' is there in double (%s), not in quad: other languages than C "
                "know double alone",
                kind, name, path);
            return NULL;
        }
        reason_set(
            why,
            "there is no %s '%s' (%s arithmetic); `ivpbench list %ss` names those that are",
            kind, name, arith, kind);
        return NULL;
    }
    snprintf(symbol, sizeof symbol, strcmp(kind, "elimination") ? "ivp_%s_%s" : "ivp_%ss_%s",
             kind, name);
    void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!so) {
        reason_set(why, "%s cannot be loaded: %s", path, dlerror());
        return NULL;
    }
    const void *descriptor = dlsym(so, symbol);
    if (!descriptor)
        reason_set(why, "%s does not export %s: the file name, the symbol and .name must agree",
                   path, symbol);
    return descriptor;
}

static bool admit(const sized_head *d, const char *kind, const char *name, int arith,
                  reason *why)
{
    if (d->abi != IVP_ABI)
        reason_set(why,
                   "%s '%s' was built for ABI %u, this program has %u: build it anew with its "
                   "headers",
                   kind, name, d->abi, IVP_ABI);
    else if (d->arith != arith)
        reason_set(
            why,
            "%s '%s' says arithmetic %d where %d is wanted: leave .arith to the macro and "
            "build it anew",
            kind, name, d->arith, arith);
    else if (!d->name || strcmp(d->name, name) != 0)
        reason_set(why, "%s '%s' calls itself '%s': file name and .name must agree", kind, name,
                   d->name ? d->name : "(nothing)");
    else
        return true;
    return false;
}

/* One that fills itself when it is loaded, and could not, says why in .source; with the tag
 * "missing" nothing is wrong with it but that a package is not there. */
static bool is_unfilled(const ivp_problem *p, const char *tag)
{
    return !p->title && p->source && p->tags && strstr(p->tags, tag);
}

static const char *problem_defect(const ivp_problem *p)
{
    if (is_unfilled(p, "double_only")) return p->source;
    if (!p->title) return "it lacks .title";
    if (!p->source) return "it lacks .source";
    if (!p->init) return "it lacks .init, the initial values";
    if (!p->t0) return "it lacks .t0, where the interval begins";
    if (!p->t1 && !p->end) return "it lacks .t1 or .end, where the interval ends";
    if (p->sizes.nderived && !p->prepare) return ".sizes.nderived needs .prepare";
    switch (p->form) {
    case IVP_ODE:
        return p->ode.f ? NULL : "form IVP_ODE needs .ode.f";
    case IVP_LIN:
        return !p->ode.f     ? "form IVP_LIN needs .ode.f"
               : p->ode.mass ? NULL
                             : "form IVP_LIN needs .ode.mass";
    case IVP_DAE:
        return p->dae.F ? NULL : "form IVP_DAE needs .dae.F";
    case IVP_MECH:
        return p->mech.terms ? NULL : "form IVP_MECH needs .mech.terms";
    }
    return "it lacks .form, one of IVP_ODE, IVP_LIN, IVP_DAE, IVP_MECH";
}

static const char *omission_defect(const ivp_problem *p)
{
    if (!p->mech.omits) return NULL;
    if (p->form != IVP_MECH) return ".mech.omits belongs to form IVP_MECH";
    if (p->mech.omits & ~(unsigned)(IVP_GQ | IVP_GT | IVP_GAMMA))
        return ".mech.omits names a block that cannot be derived from g: IVP_GQ, IVP_GT and "
               "IVP_GAMMA can";
    return NULL;
}

static const char *event_defect(const ivp_problem *p)
{
    for (const ivp_event *e = p->events; e && e->name; e++)
        if (!e->guard == !e->guard_with)
            return "an event needs exactly one of .guard and .guard_with";
        else if (e->stops && e->then != IVP_RESTART)
            return ".stops of an event belongs to IVP_RESTART";
    return NULL;
}

/* A problem in one arithmetic as this program has it; NULL with a sentence */
static const ivp_problem *one_problem(const char *name, const char *folder, int arith,
                                      reason *why)
{
    const sized_head *raw = lookup("problem", folder, name, why);
    return raw && admit(raw, "problem", name, arith, why) ? sized_problem(raw, why) : NULL;
}

const ivp_problem *plugin_problem(const char *name, const void **twin, reason *why)
{
    const ivp_problem *p = one_problem(name, HERE, IVP_ARITH, why);
    if (!p) return NULL;
    const char *defect = problem_defect(p);
    if (!defect) defect = omission_defect(p);
    if (!defect) defect = event_defect(p);
    if (!defect) defect = later_refused(p);
    if (defect) {
        reason_set(why, "problem '%s': %s", name, defect);
        return NULL;
    }
    *twin = one_problem(name, TWIN, TWIN_ARITH, why);
    return *twin ? p : NULL;
}

bool plugin_lacks(const char *name)
{
    reason why;
    const ivp_problem *p = one_problem(name, HERE, IVP_ARITH, &why);
    return p && is_unfilled(p, "missing");
}

/* Whoever hides a problem by another one of the same name hides its lanes too: both arithmetics
 * are found under one root, or the second is not taken. */
static bool side_by_side(const char *name, const char *arith)
{
    char here[PATH + 128], there[PATH + 128], end[2][PLUGIN_NAME_MAX + 64];
    if (!plugin_path("problems", HERE, name, here, sizeof here)) return false;
    if (!plugin_path("problems", arith, name, there, sizeof there)) return false;
    snprintf(end[0], sizeof end[0], "/%s/problems/%s.so", HERE, name);
    snprintf(end[1], sizeof end[1], "/%s/problems/%s.so", arith, name);
    const size_t root = strlen(here) - strlen(end[0]);
    return strlen(there) == root + strlen(end[1]) && strncmp(here, there, root) == 0;
}

const void *plugin_lanes(const char *name, const char *arith)
{
    reason why;
    if (!side_by_side(name, arith)) return NULL;
    return one_problem(name, arith, IVP_LANES, &why);
}

const elimination_code *plugin_elimination(const char *name, const char *arith,
                                           unsigned long long digest)
{
    char path[PATH + 128];
    reason why;
    if (!arith) arith = HERE;
    if (!plugin_path("eliminations", arith, name, path, sizeof path)) return NULL;
    const elimination_codes *c = lookup("elimination", arith, name, &why);
    for (const elimination_code *k = c && c->abi == ELIMINATION_ABI ? c->codes : NULL;
         k && k->digest; k++)
        if (k->digest == digest) return k;
    return NULL;
}

static const char *solver_defect(const ivp_solver *s)
{
    if (!s->title) return "it lacks .title";
    if (!s->source) return "it lacks .source";
    if (!s->views) return "it lacks .views: the way in which it sees a problem";
    if (!s->create) return "it lacks .create";
    if (!s->destroy) return "it lacks .destroy";
    if (!s->restart) return "it lacks .restart";
    if (!s->adaptive && !s->fixed_step)
        return "it lacks .adaptive or .fixed_step: it takes neither tolerances nor constant "
               "steps";
    if (!!s->attempt + !!s->advance + !!s->drive != 1)
        return "it needs exactly one of .attempt, .advance and .drive";
    if (!s->drive && (s->takes_moved || s->cannot_return))
        return ".takes_moved and .cannot_return belong to .drive";
    return NULL;
}

const ivp_solver *plugin_solver(const char *name, reason *why)
{
    const sized_head *raw = lookup("solver", HERE, name, why);
    if (!raw || !admit(raw, "solver", name, IVP_ARITH, why)) return NULL;
    const ivp_solver *s = sized_solver(raw, why);
    if (!s) return NULL;
    const char *defect = solver_defect(s);
    if (!defect) return s;
    reason_set(why, "solver '%s': %s", name, defect);
    return NULL;
}

static int compare_names(const void *a, const void *b) { return strcmp(a, b); }

static bool known(char (*names)[PLUGIN_NAME_MAX], int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

int plugin_list(const char *kind, char (*names)[PLUGIN_NAME_MAX], int max)
{
    const search_path *s = roots();
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        char folder[PATH + 64];
        snprintf(folder, sizeof folder, "%s/%s/%s", s->root[i], HERE, kind);
        DIR *dir = opendir(folder);
        for (struct dirent *e; dir && (e = readdir(dir));) {
            const size_t length = strlen(e->d_name);
            if (length < 4 || length - 3 >= PLUGIN_NAME_MAX) continue;
            if (strcmp(e->d_name + length - 3, ".so") != 0) continue;
            char name[PLUGIN_NAME_MAX];
            snprintf(name, sizeof name, "%.*s", (int)length - 3, e->d_name);
            if (n < max && !known(names, n, name)) memcpy(names[n++], name, sizeof name);
        }
        if (dir) closedir(dir);
    }
    qsort(names, (size_t)n, sizeof *names, compare_names);
    return n;
}
