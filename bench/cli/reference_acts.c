/* reference_acts.c -- what `ivpbench reference` does. ivpbench-quad does what needs quadruple
 * precision, and ivpbench-prove what needs ball arithmetic; both programs are in the folder of
 * this one.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/reference_acts.h"

#include "bench/base/message.h"
#include "bench/base/util.h"
#include "bench/process/companion.h"
#include "bench/cli/document.h"
#include "bench/cli/proofs.h"
#include "bench/cli/reference_double.h"
#include "bench/cli/reference_print.h"
#include "reference/file/enclosure.h"
#include "reports/catalogue/catalogue.h"

#include "kernel/problem/plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char quad[] = "ivpbench-quad";
enum { PATH_ROOM = 1200, JOBS_ROOM = 16, SETTINGS_ROOM = 512 };

typedef reference_request request;

/* The same where nothing is in quad. */
static int locate_double(const request *q, char settings[SETTINGS_ROOM], char *path,
                         size_t size)
{
    reason why;
    const double_request d = { .problem = q->operands[0], .parameters = q->parameters };
    if (!reference_double_settings(&d, settings, SETTINGS_ROOM, &why)) {
        cli_say("%s", why.text);
        return CLI_USAGE;
    }
    if (!ref_locate(q->folder, q->operands[0], settings, path, size)) *path = '\0';
    return CLI_OK;
}

/* The parameters as references write them, and the file of the problem with them, "" if there
 * is none. */
static int locate(const request *q, char settings[SETTINGS_ROOM], char *path, size_t size)
{
    char word[] = "settings", option[] = "--parameters";
    if (reference_double_only(q->operands[0])) return locate_double(q, settings, path, size);
    char *given = copied(q->parameters);
    char *const arguments[] = { word, q->operands[0], option, given, NULL };
    char *said;
    const int code = companion_text(quad, arguments, &said);
    snprintf(settings, SETTINGS_ROOM, "%.*s", (int)strcspn(said, "\n"), said);
    free(said);
    free(given);
    *path = '\0';
    if (code == CLI_OK && !ref_locate(q->folder, q->operands[0], settings, path, size))
        *path = '\0';
    return code;
}

/* ---- make, compare, check ---------------------------------------------------------------- */

static void jobs_text(const request *q, char text[JOBS_ROOM])
{
    snprintf(text, JOBS_ROOM, "%ld", q->jobs);
}

static bool make_home(const char *folder, reason *why)
{
    char *inside = text_of("%s/", folder);
    const bool good = folders_above(inside, why);
    free(inside);
    return good;
}

/* One problem, or all that are missing or outdated. */
static int make_one(const request *q, char *problem)
{
    char word[] = "make", option[] = "--parameters", to[] = "--output", quiet[] = "--quiet";
    char jobs[] = "--jobs", count[JOBS_ROOM];
    char home[PATH_ROOM];
    reason why;
    ref_home(home, sizeof home);
    if (!q->output && !q->folder && !make_home(home, &why)) {
        cli_say("%s", why.text);
        return CLI_INFRA;
    }
    char *given = copied(q->parameters);
    char *folder = copied(q->output ? q->output : q->folder ? q->folder : home);
    if (problem && (q->in_double || reference_double_only(problem))) {
        const int code =
            reference_double(&(double_request){ problem, given, folder, q->jobs, q->quiet });
        free(given);
        free(folder);
        return code;
    }
    char *arguments[] = { word, option, given, to, folder, jobs, count, NULL, NULL, NULL };
    size_t n = 7;
    jobs_text(q, count);
    if (q->quiet) arguments[n++] = quiet;
    if (problem) arguments[n++] = problem;
    const int code = companion_run(quad, arguments, folder);
    free(given);
    free(folder);
    return code;
}

static int make(const request *q)
{
    if (q->in_double && !q->n) {
        cli_say("option --double: give PROBLEM");
        return CLI_USAGE;
    }
    int code = q->n ? CLI_OK : make_one(q, NULL);
    for (int k = 0; k < q->n && code == CLI_OK; k++) code = make_one(q, q->operands[k]);
    return code;
}

/* Where was looked. */
static void places(const request *q, char text[PATH_ROOM])
{
    if (q->folder)
        snprintf(text, PATH_ROOM, "%s", q->folder);
    else
        ref_places(text, PATH_ROOM);
}

static bool exists(const char *path, const request *q)
{
    char where[PATH_ROOM];
    if (*path) return true;
    places(q, where);
    cli_say("no reference of %s in %s; `ivpbench reference make %s` makes it", q->operands[0],
            where, q->operands[0]);
    return false;
}

static int compare(const request *q)
{
    char settings[SETTINGS_ROOM], path[PATH_ROOM], word[] = "compare";
    const int code = locate(q, settings, path, sizeof path);
    if (code != CLI_OK) return code;
    if (!exists(path, q)) return CLI_USAGE;
    char *const arguments[] = { word, path, NULL };
    return companion_run(quad, arguments, NULL);
}

/* Files of grade double rest on nothing that could be checked in quad. */
static void leave_doubles_out(const request *q, ref_files *l)
{
    reason why;
    size_t kept = 0;
    for (size_t k = 0; k < l->n; k++) {
        ref *r = NULL;
        const bool out = ref_read(&r, l->v[k], &why) && r->in_double;
        ref_free(r);
        if (out && !q->quiet) cli_say("%s: grade double: not checked", l->v[k]);
        if (out)
            free(l->v[k]);
        else
            l->v[kept++] = l->v[k];
    }
    l->n = kept;
}

static int check_files(const request *q, const ref_files *l)
{
    char word[] = "check", quiet[] = "--quiet", jobs[] = "--jobs", count[JOBS_ROOM];
    char **arguments = need(calloc(l->n + 5, sizeof *arguments));
    size_t n = 0;
    jobs_text(q, count);
    arguments[n++] = word;
    arguments[n++] = jobs;
    arguments[n++] = count;
    for (size_t k = 0; k < l->n; k++) arguments[n++] = l->v[k];
    if (q->quiet) arguments[n++] = quiet;
    const int code = companion_run(quad, arguments, NULL);
    free(arguments);
    return code;
}

static int check(const request *q)
{
    ref_files files = { 0 };
    char where[PATH_ROOM];
    int code = CLI_OK;
    places(q, where);
    if (!q->n) ref_files_add(&files, q->folder, "*");
    for (int k = 0; k < q->n && code == CLI_OK; k++) {
        const size_t before = files.n;
        ref_files_add(&files, q->folder, q->operands[k]);
        if (files.n > before) continue;
        cli_say("no reference of %s in %s", q->operands[k], where);
        code = CLI_USAGE;
    }
    if (code == CLI_OK && !files.n) {
        cli_say("no references in %s", where);
        code = CLI_INFRA;
    }
    if (code == CLI_OK) leave_doubles_out(q, &files);
    if (code == CLI_OK && files.n) code = check_files(q, &files);
    ref_files_free(&files);
    return code;
}

/* ---- show -------------------------------------------------------------------------------- */

/* The program answers in rows where a document is asked for. */
static int integrated(const request *q, char *const arguments[])
{
    char *rows;
    if (!q->json) return companion_run(quad, arguments, NULL);
    int code = companion_text(quad, arguments, &rows);
    if (code == CLI_OK)
        code = document_give(
            &reference_schema,
            reference_json_of_rows(q->operands[0], q->parameters, strtod(q->at, NULL), rows),
            code);
    free(rows);
    return code;
}

static int integrate(const request *q)
{
    char word[] = "at", option[] = "--parameters", at[] = "--at", format[] = "--format";
    char observables[] = "--observables";
    char *given = copied(q->parameters), *time = copied(q->at);
    char *form = copied(q->json ? "csv" : q->format ? q->format : "text");
    char *const arguments[] = { word,
                                q->operands[0],
                                option,
                                given,
                                at,
                                time,
                                format,
                                form,
                                q->observables ? observables : NULL,
                                NULL };
    const int code = integrated(q, arguments);
    free(given);
    free(time);
    free(form);
    return code;
}

/* The state that is stored at exactly this time, or NULL. */
static const ref_state *stored(const ref *r, double t)
{
    const ref_state *s = ref_at(r, t);
    return s && s->t == t ? s : NULL;
}

static int show_time(const ref *r, const request *q)
{
    char *end;
    const double t = q->at ? strtod(q->at, &end) : r->t1;
    if (q->at && (end == q->at || *end || !(t >= r->t0 && t <= r->t1))) {
        cli_say("%s: --at %s is no time in the interval %.15g to %.15g", r->problem, q->at,
                r->t0, r->t1);
        return CLI_USAGE;
    }
    const ref_state *s = stored(r, t);
    if (!s) return integrate(q);
    if (q->json)
        return document_give(&reference_schema, reference_json(r, s, q->observables), CLI_OK);
    reference_print(r, s, q->format && !strcmp(q->format, "csv"), q->observables);
    return CLI_OK;
}

static int show(const request *q)
{
    char settings[SETTINGS_ROOM], path[PATH_ROOM];
    reason why;
    int code = locate(q, settings, path, sizeof path);
    if (code != CLI_OK) return code;
    if (q->at && !*path) return integrate(q);
    if (!exists(path, q)) return CLI_USAGE;
    ref *r;
    if (!ref_open(&r, q->folder, q->operands[0], settings, &why)) {
        cli_say("%s", why.text);
        return CLI_INFRA;
    }
    code = show_time(r, q);
    ref_free(r);
    return code;
}

/* ---- enclosures -------------------------------------------------------------------------- */

static int prove(const request *q)
{
    char home[PATH_ROOM];
    int code = CLI_OK;
    ref_home(home, sizeof home);
    for (int k = 0; k < q->n && code != CLI_INFRA && code != CLI_INTERRUPTED; k++) {
        const int one = proofs_make(&(proofs_request){ .problem = q->operands[k],
                                                       .parameters = q->parameters,
                                                       .folder = q->folder ? q->folder : home,
                                                       .output = q->output,
                                                       .quiet = q->quiet });
        if (one != CLI_OK) code = one;
    }
    return code;
}

static int catalogue(const request *q)
{
    enum { MOST = 4096 };
    static char names[MOST][PLUGIN_NAME_MAX];
    const char *list[MOST], *const folder = q->output ? q->output : "out/catalogue";
    int n = q->n < MOST ? q->n : MOST;
    if (!n) n = plugin_list("problems", names, MOST);
    int kept = 0;
    for (int k = 0; k < n; k++) {
        const char *name = q->n ? q->operands[k] : names[k];
        if (reference_double_only(name))
            cli_say("%s: left out of the catalogue, which needs quadruple precision", name);
        else
            list[kept++] = name;
    }
    return kept ? catalogue_make(list, kept, q->folder, folder) : CLI_USAGE;
}

static int published(const request *q) { return catalogue_published(q->folder); }

static int enclosures(const request *q)
{
    char path[PATH_ROOM] = "reference/data";
    for (int k = 0; !q->folder && ref_place(k, path, sizeof path); k++)
        if (access(path, R_OK) == 0 && proofs_in(path)) break;
    return proofs_table(q->folder ? q->folder : path);
}

/* ---- all of them ------------------------------------------------------------------------- */

static const struct {
    const char *name;
    int (*act)(const request *q);
} actions[] = {
    { "make", make },
    { "check", check },
    { "show", show },
    { "compare", compare },
    { "prove", prove },
    { "published", published },
    { "enclosures", enclosures },
    { "catalogue", catalogue },
};

int reference_act(const char *name, const request *q)
{
    for (size_t k = 0; k < sizeof actions / sizeof *actions; k++)
        if (!strcmp(actions[k].name, name)) return actions[k].act(q);
    return CLI_USAGE;
}
