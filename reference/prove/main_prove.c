/* main_prove.c -- ivpbench-prove: the solution of a problem between proved bounds, and the
 * reference held against them. A program of its own: FLINT stays out of the harness.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/proof_record.h"
#include "reference/file/enclosure.h"

#include <getopt.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OK = 0, FAILED = 1, USAGE = 2, INFRA = 3, PATH_ROOM = 1200 };

static const char usage[] =
    "ivpbench-prove PROBLEM [--parameters S] [--reference FOLDER] [--output FILE or FOLDER]\n"
    "\n"
    "Encloses the solution at the times of the reference, writes the enclosure beside it, and "
    "says\n"
    "whether every certified digit lies within; `ivpbench reference prove` calls it.\n"
    "  --reference FOLDER  where references are (default: reference/data)\n"
    "  --output            default: beside the reference\n"
    "  --goal N            remainder of a step below 2^-N of a component\n"
    "  --order N, --bits N of the Taylor series, of its numbers\n"
    "  --quiet             no progress on stderr\n"
    "Exit code 1: a value of the reference is not enclosed, the enclosure ends early, or a "
    "ball does not\n"
    "meet the one on file; that one is then kept.\n";

typedef struct options {
    const char *parameters, *folder, *output;
    step_rule rule;
    bool quiet;
} options;

static int complain(int code, const char *sentence)
{
    fprintf(stderr, "ivpbench-prove: %s\n", sentence);
    return code;
}

/* ---- the reference ----------------------------------------------------------------------- */

/* Reads the one with these parameters among all of the problem; NULL where there is none. */
static ref *find_reference(const enclosed_system *s, const options *o, char path[PATH_ROOM])
{
    ref *found = NULL;
    glob_t files = { 0 };
    char pattern[PATH_ROOM];
    reason why;
    snprintf(pattern, sizeof pattern, "%s/%s.ref", o->folder, s->name);
    glob(pattern, 0, NULL, &files);
    snprintf(pattern, sizeof pattern, "%s/%s--*.ref", o->folder, s->name);
    glob(pattern, files.gl_pathc ? GLOB_APPEND : 0, NULL, &files);
    for (size_t k = 0; k < files.gl_pathc && !found; k++) {
        ref *r;
        if (!ref_read(&r, files.gl_pathv[k], &why)) {
            complain(0, why.text);
            continue;
        }
        snprintf(path, PATH_ROOM, "%s", files.gl_pathv[k]);
        if (proof_same_settings(s, r->parameters, o->parameters))
            found = r;
        else
            ref_free(r);
    }
    globfree(&files);
    return found;
}

static int read_times(const enclosed_system *s, const ref *r, double **times)
{
    const int most = r ? r->nstates : (int)strlen(s->times) / 2 + 1;
    int n = 0;
    *times = calloc((size_t)most, sizeof **times);
    const double last = strtod(s->t1, NULL);
    for (int k = 0; r && k < r->nstates; k++)
        if (r->states[k].t <= last) (*times)[n++] = r->states[k].t;
    for (const char *at = s->times; !r && *at;) {
        char *end;
        (*times)[n++] = strtod(at, &end);
        at = end + (*end == ' ');
    }
    return n;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

static void choose_path(const enclosed_system *s, const options *o, const ref *r,
                        const char *ref_file, char path[PATH_ROOM])
{
    char plain[PATH_ROOM];
    if (o->output && ends_with(o->output, ".enclosure")) {
        snprintf(path, PATH_ROOM, "%s", o->output);
        return;
    }
    if (r && !o->output)
        snprintf(plain, sizeof plain, "%s", ref_file);
    else
        ref_path(o->output ? o->output : o->folder, s->name, r ? r->parameters : o->parameters,
                 plain, sizeof plain);
    enclosure_path(plain, path, PATH_ROOM);
}

/* The enclosure on file beside the reference, where the new one went elsewhere: they must
 * meet. */
static bool meets_file(const char *path, const char *ref_file)
{
    char stored[PATH_ROOM];
    reason why;
    enclosure_path(ref_file, stored, sizeof stored);
    if (!strcmp(stored, path) || access(stored, R_OK)) return true;
    return record_meets(path, stored, &why) || complain(false, why.text);
}

/* ---- the verdict ------------------------------------------------------------------------- */

/* A system that says itself where its proof ends need not go further. */
static int judge(const char *path, const enclosed_system *s, const ref *r)
{
    enclosure *e;
    enclosure_verdict v = { .inside = 0 };
    double there, largest;
    reason why;
    if (!enclosure_read(&e, path, &why)) return complain(INFRA, why.text);
    if (r) enclosure_compare(e, r, &v);
    enclosure_digits(e, &there, &largest);
    printf("%s\n%d states, fewest digits %.1f (%.1f of the largest value), %d steps, %.1f s\n",
           path, e->nstates, there, largest, e->steps, e->seconds);
    if (r)
        printf("reference: %d values inside, %d outside, %d not enclosed\n", v.inside,
               v.outside, v.missing);
    if (v.outside) printf("outside: %s\n", v.first);
    if (e->ends) printf("ends: %s\n", e->ends);
    const bool good = !v.outside && (s->ends || (!v.missing && !e->ends));
    enclosure_free(e);
    return good ? OK : FAILED;
}

static int prove(const char *problem, options *o)
{
    char ref_file[PATH_ROOM], path[PATH_ROOM];
    const enclosed_system *s = system_by_name(problem);
    proof p;
    if (!s) {
        fprintf(stderr,
                "ivpbench-prove: %s is not written for enclosures: "
                "reference/prove/systems/%s.c would be its file\n",
                problem, problem);
        return USAGE;
    }
    if (!proof_open(&p, s, o->parameters, o->rule)) {
        const int code = complain(USAGE, p.why.text);
        proof_close(&p);
        return code;
    }
    ref *r = find_reference(s, o, ref_file);
    record one = { .parameters = r ? r->parameters : o->parameters,
                   .against = r,
                   .quiet = o->quiet };
    one.ntimes = read_times(s, r, &one.times);
    choose_path(s, o, r, ref_file, path);
    const bool made = record_make(&one, &p, path);
    int code = made ? judge(path, s, r) : complain(FAILED, p.why.text);
    if (made && r && !meets_file(path, ref_file)) code = FAILED;
    free(one.times);
    ref_free(r);
    proof_close(&p);
    return code;
}

static bool read_options(int argc, char **argv, options *o)
{
    static const struct option known[] = { { "parameters", required_argument, NULL, 'p' },
                                           { "reference", required_argument, NULL, 'r' },
                                           { "output", required_argument, NULL, 'o' },
                                           { "goal", required_argument, NULL, 'g' },
                                           { "order", required_argument, NULL, 'n' },
                                           { "bits", required_argument, NULL, 'b' },
                                           { "quiet", no_argument, NULL, 'q' },
                                           { 0 } };
    for (int c; (c = getopt_long(argc, argv, "p:o:q", known, NULL)) != -1;) {
        if (c == 'p') o->parameters = optarg;
        if (c == 'r') o->folder = optarg;
        if (c == 'o') o->output = optarg;
        if (c == 'g') o->rule.goal = atoi(optarg);
        if (c == 'n') o->rule.order = atoi(optarg);
        if (c == 'b') o->rule.bits = atoi(optarg);
        if (c == 'q') o->quiet = true;
        if (c == '?') return false;
    }
    const step_rule *r = &o->rule;
    if (r->goal < 0 || r->goal > 4000 || r->order < 0 || r->order > 500 || r->bits < 0)
        return complain(false, "--goal is at most 4000, --order at most 500");
    return true;
}

int main(int argc, char **argv)
{
    options o = { .parameters = "", .folder = "reference/data" };
    if (argc > 1 && !strcmp(argv[1], "--help")) return fputs(usage, stdout), OK;
    if (!read_options(argc, argv, &o)) return USAGE;
    if (optind != argc - 1) return fputs(usage, stderr), USAGE;
    const int code = prove(argv[optind], &o);
    flint_cleanup();
    return code;
}
