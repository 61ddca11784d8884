/* main_quad.c -- ivpbench-quad: makes and verifies references in quadruple precision.
 *
 * A program of its own, because its kernel and its problems are compiled in another arithmetic.
 * The same source is also ivpbench-quad-rounded, where constants and parameters are rounded to
 * doubles: `make` starts it with `run` for the shift that this causes.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reference/job/quad_text.h"
#include "reference/make/maker.h"
#include "reference/make/processes.h"
#include "reference/survey/survey.h"
#include "reference/make/verify.h"

enum { OK = 0, FAILED = 1, USAGE = 2, INFRA = 3 };

static const char usage[] =
    "ivpbench-quad make [PROBLEM] [--parameters S] [--output FILE or FOLDER]\n"
    "ivpbench-quad at PROBLEM --at T [--parameters S] [--format csv|text] [--observables]\n"
    "ivpbench-quad check FILE...\n"
    "ivpbench-quad witness FILE...\n"
    "ivpbench-quad compare FILE\n"
    "ivpbench-quad published\n"
    "ivpbench-quad settings PROBLEM [--parameters S]\n"
    "ivpbench-quad survey PROBLEM [--parameters S] [--output FOLDER]\n"
    "\n"
    "Makes and verifies reference solutions in quadruple precision; `ivpbench reference` calls "
    "it.\n"
    "make       integrates by two families of methods, twice each, and writes a reference\n"
    "           (default folder: reference/data); without a problem all that are missing or\n"
    "           outdated. Runs that are finished are found again after an interruption.\n"
    "at         integrates to T and prints the state with its error bars\n"
    "check      digests, and an integration at lower cost against the stored digits\n"
    "witness    looks along the trajectory between the steps and writes what it saw into the "
    "file\n"
    "compare    published end values beside those of the file\n"
    "survey     what it is in words, and eigenvalues along the solution on file\n"
    "published  a page of all published end values and how many of their digits are right\n"
    "settings   the parameters as references write them: what differs from the defaults\n"
    "  --method-a M, --loose-a TOL, --tight-a TOL, --method-b ... instead of the recipe's;\n"
    "             methods: gbs, iex, iex_wide, exact, radau9, radau11, radau13\n"
    "  --published N   make: the published end values, N digits of them right\n"
    "  --jobs N        processes at once (default: the number of cores)\n";

typedef struct options {
    const char *parameters, *output, *at, *format, *method, *tight, *key;
    const char *methods[REF_HALVES], *tol[REF_HALVES][RECIPE_RUNS];
    const char *digits, *jobs;
    bool observables, quiet;
    reason why; /* the last complaint */
} options;

static int complain(const options *o, int code)
{
    fprintf(stderr, "ivpbench-quad: %s\n", o->why.text);
    return code;
}

/* Bad requests are the caller's, full disks the machine's, all else is the problem's. */
static int code_of(ivp_status status)
{
    if (status == IVP_E_NOMEM) return INFRA;
    return status == IVP_E_INVALID || status == IVP_E_INCONSISTENT ? USAGE : FAILED;
}

/* What the command line says instead of the recipe. */
static bool change_recipe(recipe *r, options *o)
{
    if (o->digits) r->digits = o->digits;
    for (int h = 0; h < REF_HALVES; h++) {
        const char *m = o->methods[h];
        if (m && !flow_method_by_name(m))
            return reason_set(&o->why,
                              "'%s' is no method; the methods are gbs, iex, "
                              "iex_wide, exact, radau9, radau11, radau13",
                              m);
        for (int k = 0; k < RECIPE_RUNS; k++) {
            if (m) r->half[h][k].method = m;
            if (o->tol[h][k]) r->half[h][k].tol = o->tol[h][k];
        }
        if (m && h == REF_B) r->published = false;
        if (m && !strcmp(m, "exact")) r->half[h][RECIPE_LOOSE].method = NULL;
    }
    return true;
}

static bool open_job(job *j, const char *problem, options *o, int *code)
{
    const ivp_status status = job_open(j, problem, o->parameters, &o->why);
    if (status) {
        *code = complain(o, code_of(status));
        return false;
    }
    if (change_recipe(&j->recipe, o)) return true;
    *code = complain(o, USAGE);
    job_close(j);
    return false;
}

static int make(int argc, char **argv, options *o)
{
    job j;
    int code = USAGE;
    maker m = { .output = o->output ? o->output : "reference/data",
                .jobs = o->jobs ? (int)strtol(o->jobs, NULL, 10) : 0,
                .quiet = o->quiet };
    if (argc > 1) return fputs(usage, stderr), USAGE;
    if (!argc) {
        code = maker_make_all(&m, &o->why) ? FAILED : OK;
        printf("%d made, %d up to date\n", m.made, m.kept);
        return code;
    }
    if (!open_job(&j, argv[0], o, &code)) return code;
    const ivp_status status = maker_make(&m, &j, &o->why);
    code = status ? complain(o, code_of(status)) : OK;
    job_close(&j);
    return code;
}

static void print_value(options *o, const char *name, real value, real bar)
{
    char text[DECIMAL_MAX];
    decimal(value, DECIMAL_ALL, text);
    const bool csv = o->format && !strcmp(o->format, "csv");
    printf(csv ? "%s,%s,%.3g\n" : "%-12s %44s  +- %.3g\n", name, text, (double)bar);
}

static int print_at(job *j, double t, options *o)
{
    char folder[1200];
    const char *place = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/ivpbench-runs-XXXXXX",
             place && *place ? place : "/tmp");
    if (!mkdtemp(folder)) return reason_set(&o->why, "no folder %.1000s", folder), INFRA;
    generated_state s;
    const runs_context context = { .folder = folder, .equations = "", .quiet = o->quiet };
    const ivp_status status = generate_at(j, t, &context, &s, &o->why);
    const int n = o->observables ? j->width : j->nc;
    if (!status && o->format && !strcmp(o->format, "csv")) puts("component,value,bar");
    for (int k = 0; k < n && !status; k++) {
        char name[32];
        job_name(j, k, name);
        print_value(o, name, s.a[k], s.bar[k]);
    }
    free(s.a);
    return status ? complain(o, code_of(status)) : OK;
}

static int at(int argc, char **argv, options *o)
{
    job j;
    int code = USAGE;
    char *end = NULL;
    const double t = o->at ? strtod(o->at, &end) : 0;
    if (argc != 1 || !o->at) return fputs(usage, stderr), USAGE;
    if (!open_job(&j, argv[0], o, &code)) return code;
    if (end == o->at || *end || !(t >= j.i->t0 && t <= j.i->t1))
        reason_set(&o->why, "%s: --at %s is no time in the interval %.15g to %.15g", argv[0],
                   o->at, j.i->t0, j.i->t1);
    else if (j.recipe.digits)
        reason_set(&o->why, "%s: only published values at the end are known", argv[0]);
    else
        code = print_at(&j, t, o);
    if (code == USAGE) complain(o, USAGE);
    job_close(&j);
    return code;
}

/* One run into a file: what `make` asks of ivpbench-quad-rounded. */
static int run(int argc, char **argv, options *o)
{
    job j;
    double times[64];
    int code = USAGE, n = 0;
    if (argc != 1 || !o->method || !o->tight || !o->at || !o->key || !o->output)
        return fputs(usage, stderr), USAGE;
    for (char *next = (char *)(size_t)o->at, *end; n < 64; next = end) {
        const double t = strtod(next, &end);
        if (end == next) break;
        times[n++] = t;
    }
    if (!open_job(&j, argv[0], o, &code)) return code;
    one_run r = { .run = { o->method, o->tight }, .times = times, .n = n };
    const ivp_status status = run_to_file(&j, &r, o->key, o->output, NULL, NULL, &o->why);
    runs_free(&r, 1);
    job_close(&j);
    return status ? complain(o, code_of(status)) : OK;
}

/* Files by turns in as many processes as there are cores. */
static int each_file(int argc, char **argv, options *o,
                     bool (*verify)(const char *path, FILE *out, reason *why))
{
    const int most = runs_at_once(o->jobs ? (int)strtol(o->jobs, NULL, 10) : 0);
    int bad = 0, running = 0, status;
    if (!argc) return fputs(usage, stderr), USAGE;
    for (int k = 0; k < argc || running;) {
        if (k < argc && running < most) {
            fflush(NULL);
            const pid_t parent = getpid(), pid = fork();
            if (pid == 0) {
                die_with(parent);
                const bool good = verify(argv[k], stdout, &o->why);
                if (!good) complain(o, FAILED);
                fflush(stdout);
                _exit(good ? OK : FAILED);
            }
            if (pid > 0) running++;
            if (pid < 0) bad++;
            k++;
        } else if (wait(&status) > 0) {
            running--;
            bad += !WIFEXITED(status) || WEXITSTATUS(status);
        }
    }
    printf("%d references, %d bad\n", argc, bad);
    return bad ? FAILED : OK;
}

static int check(int argc, char **argv, options *o)
{
    return each_file(argc, argv, o, verify_file);
}

static int look_again(int argc, char **argv, options *o)
{
    return each_file(argc, argv, o, verify_witness);
}

static int compare(int argc, char **argv, options *o)
{
    ref *r;
    job j;
    int code = OK;
    if (argc != 1) return fputs(usage, stderr), USAGE;
    if (!ref_read(&r, argv[0], &o->why)) return complain(o, USAGE);
    options of_file = *o;
    of_file.parameters = r->parameters;
    if (open_job(&j, r->problem, &of_file, &code)) {
        if (!verify_published(r, &j, stdout, &o->why)) code = complain(o, USAGE);
        job_close(&j);
    }
    ref_free(r);
    return code;
}

/* With the reference in the folder --output, if there is one. */
static int survey(int argc, char **argv, options *o)
{
    job j;
    ref *r;
    int code = OK;
    reason none;
    if (argc != 1) return fputs(usage, stderr), USAGE;
    if (!open_job(&j, argv[0], o, &code)) return code;
    if (!ref_open(&r, o->output, argv[0], j.settings, &none)) r = NULL;
    if (!survey_print(j.i, r, stdout)) code = INFRA;
    if (r && r->nstates) verify_digits(r, &j, stdout);
    ref_free(r);
    job_close(&j);
    return code;
}

/* Of the references in the folder --output. */
static int published(int argc, char **argv, options *o)
{
    (void)argv;
    if (argc) return fputs(usage, stderr), USAGE;
    return published_page(o->output, stdout) ? OK : FAILED;
}

static int settings(int argc, char **argv, options *o)
{
    instance *i;
    char text[512];
    if (argc != 1) return fputs(usage, stderr), USAGE;
    const ivp_status status = instance_open(&i, argv[0], o->parameters, &o->why);
    if (status) return complain(o, code_of(status));
    instance_settings(i, text, sizeof text);
    puts(text);
    instance_close(i);
    return OK;
}

static const struct {
    const char *name;
    int (*run)(int argc, char **argv, options *o);
} verbs[] = { { "make", make },       { "at", at },
              { "check", check },     { "witness", look_again },
              { "compare", compare }, { "settings", settings },
              { "survey", survey },   { "published", published },
              { "run", run } };

static bool read_options(int argc, char **argv, options *o)
{
    const struct {
        const char *name;
        const char **text;
    } texts[] = { { "parameters", &o->parameters },
                  { "output", &o->output },
                  { "at", &o->at },
                  { "format", &o->format },
                  { "method", &o->method },
                  { "tight", &o->tight },
                  { "key", &o->key },
                  { "method-a", &o->methods[REF_A] },
                  { "loose-a", &o->tol[REF_A][RECIPE_LOOSE] },
                  { "tight-a", &o->tol[REF_A][RECIPE_TIGHT] },
                  { "method-b", &o->methods[REF_B] },
                  { "loose-b", &o->tol[REF_B][RECIPE_LOOSE] },
                  { "tight-b", &o->tol[REF_B][RECIPE_TIGHT] },
                  { "published", &o->digits },
                  { "jobs", &o->jobs } };
    enum { TEXTS = sizeof texts / sizeof *texts };
    struct option known[TEXTS + 3] = { { "observables", no_argument, NULL, 'O' },
                                       { "quiet", no_argument, NULL, 'q' } };
    for (int k = 0; k < TEXTS; k++)
        known[k + 2] = (struct option){ texts[k].name, required_argument, NULL, k };
    for (int c; (c = getopt_long(argc, argv, "q", known, NULL)) != -1;) {
        if (c == '?') return false;
        if (c == 'O')
            o->observables = true;
        else if (c == 'q')
            o->quiet = true;
        else
            *texts[c].text = optarg;
    }
    return true;
}

int main(int argc, char **argv)
{
    options o = { 0 };
    if (argc > 1 && !strcmp(argv[1], "--help")) return fputs(usage, stdout), OK;
    if (!read_options(argc, argv, &o) || optind >= argc) return fputs(usage, stderr), USAGE;
    for (size_t k = 0; k < sizeof verbs / sizeof *verbs; k++)
        if (!strcmp(argv[optind], verbs[k].name))
            return verbs[k].run(argc - optind - 1, argv + optind + 1, &o);
    return fputs(usage, stderr), USAGE;
}
