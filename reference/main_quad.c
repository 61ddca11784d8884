/* main_quad.c -- ivpbench-quad: makes and verifies references in quadruple precision. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "reference/decimal.h"
#include "reference/verify.h"

enum { OK = 0, FAILED = 1, USAGE = 2, INFRA = 3 };

static const char usage[] =
    "ivpbench-quad make PROBLEM [--parameters S] [--output FILE or FOLDER]\n"
    "ivpbench-quad at PROBLEM --at T [--parameters S] [--format csv|text] [--observables]\n"
    "ivpbench-quad check FILE...\n"
    "ivpbench-quad compare FILE\n"
    "ivpbench-quad settings PROBLEM [--parameters S]\n"
    "\n"
    "Makes and verifies reference solutions in quadruple precision; `ivpbench reference` calls it.\n"
    "make       integrates twice and writes a reference (default folder: reference/data)\n"
    "at         integrates to T and prints the state with its error bars\n"
    "check      digests, and an integration at lower cost against the stored digits\n"
    "compare    published end values beside those of the file\n"
    "settings   the parameters as references write them: what differs from the defaults\n"
    "  --method gbs|iex|iex_wide|exact, --loose TOL, --tight TOL   instead of the recipe's\n"
    "  --method published --digits N   make: the published end values, N digits of them right\n";

typedef struct options {
    const char *parameters, *output, *at, *format, *method, *loose, *tight, *digits;
    bool observables, quiet;
    char why[PLUGIN_WHY_MAX]; /* the last complaint */
} options;

static int complain(const options *o, int code)
{
    fprintf(stderr, "ivpbench-quad: %s\n", o->why);
    return code;
}

static int code_of(ivp_status status)
{
    return status == IVP_E_INVALID || status == IVP_E_INCONSISTENT ? USAGE : FAILED;
}

static void progress(const char *problem, const char *what, double t, double t1)
{
    fprintf(stderr, "%s: %s: t = %.6g of %.6g\n", problem, what, t, t1);
}

static bool open_job(job *j, const char *problem, options *o, int *code)
{
    const ivp_status status = job_open(j, problem, o->parameters, o->why);
    if (status) {
        *code = complain(o, code_of(status));
        return false;
    }
    if (!o->quiet) j->progress = progress;
    if (o->loose) j->recipe.loose = o->loose;
    if (o->tight) j->recipe.tight = o->tight;
    if (o->method) j->recipe.method = flow_method_by_name(o->method);
    if (!o->method || j->recipe.method) return true;
    j->recipe.digits = o->digits;
    if (!strcmp(o->method, "published") && o->digits) return true;
    snprintf(
        o->why, sizeof o->why,
        "'%s' is no method; the methods are gbs, iex, iex_wide, exact, and published with --digits N",
        o->method);
    *code = complain(o, USAGE);
    job_close(j);
    return false;
}

static void output_path(const job *j, const char *output, char *path, size_t size)
{
    const char *dot = output ? strrchr(output, '.') : NULL;
    if (dot && !strcmp(dot, ".ref"))
        snprintf(path, size, "%s", output);
    else
        ref_path(output ? output : "reference/data", j->i->problem->name, j->settings, path,
                 size);
}

static int make(int argc, char **argv, options *o)
{
    job j;
    int code = USAGE;
    if (argc != 1) return fputs(usage, stderr), USAGE;
    if (!open_job(&j, argv[0], o, &code)) return code;
    char path[1024];
    output_path(&j, o->output, path, sizeof path);
    ref *r = NULL;
    const ivp_status status = generate(&j, &r, o->why);
    code = status ? complain(o, code_of(status)) : OK;
    if (!status && !ref_write(r, path, o->why, sizeof o->why)) code = complain(o, INFRA);
    if (code == OK) printf("%s\n", path);
    ref_free(r);
    job_close(&j);
    return code;
}

static void print_value(options *o, const char *name, real value, real other)
{
    char text[DECIMAL_MAX];
    decimal(value, DECIMAL_ALL, text);
    const bool csv = o->format && !strcmp(o->format, "csv");
    printf(csv ? "%s,%s,%.3g\n" : "%-12s %44s  +- %.3g\n", name, text,
           (double)job_bar(value, other));
}

static int print_at(job *j, double t, options *o)
{
    real *rows = calloc(2 * (size_t)j->width, sizeof *rows);
    if (!rows) return snprintf(o->why, sizeof o->why, "no memory"), complain(o, INFRA);
    const ivp_status status = job_pair(j, &t, 1, rows, rows + j->width, NULL, o->why);
    const int n = o->observables ? j->width : j->nc;
    if (!status && o->format && !strcmp(o->format, "csv")) puts("component,value,bar");
    for (int k = 0; k < n && !status; k++) {
        char name[32];
        job_name(j, k, name);
        print_value(o, name, rows[k], rows[j->width + k]);
    }
    free(rows);
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
        snprintf(o->why, sizeof o->why, "%s: --at %s is no time in the interval %.17g to %.17g",
                 argv[0], o->at, j.i->t0, j.i->t1);
    else if (!j.recipe.method)
        snprintf(o->why, sizeof o->why,
                 "%s: only published values at the end are known; --method iex "
                 "integrates",
                 argv[0]);
    else
        code = print_at(&j, t, o);
    if (code == USAGE) complain(o, USAGE);
    job_close(&j);
    return code;
}

static int check(int argc, char **argv, options *o)
{
    int code = argc ? OK : USAGE;
    if (!argc) fputs(usage, stderr);
    for (int k = 0; k < argc; k++)
        if (!verify_file(argv[k], o->quiet ? NULL : progress, stdout, o->why))
            code = complain(o, FAILED);
    return code;
}

static int compare(int argc, char **argv, options *o)
{
    ref *r;
    job j;
    int code = OK;
    if (argc != 1) return fputs(usage, stderr), USAGE;
    if (!ref_read(&r, argv[0], o->why, sizeof o->why)) return complain(o, USAGE);
    options of_file = *o;
    of_file.parameters = r->parameters;
    if (open_job(&j, r->problem, &of_file, &code)) {
        if (!verify_published(r, &j, stdout, o->why)) code = complain(o, USAGE);
        job_close(&j);
    }
    ref_free(r);
    return code;
}

static int settings(int argc, char **argv, options *o)
{
    instance *i;
    char text[512];
    if (argc != 1) return fputs(usage, stderr), USAGE;
    const ivp_status status = instance_open(&i, argv[0], o->parameters, o->why);
    if (status) return complain(o, code_of(status));
    instance_settings(i, text, sizeof text);
    puts(text);
    instance_close(i);
    return OK;
}

static const struct {
    const char *name;
    int (*run)(int argc, char **argv, options *o);
} verbs[] = { { "make", make },
              { "at", at },
              { "check", check },
              { "compare", compare },
              { "settings", settings } };

static bool read_options(int argc, char **argv, options *o)
{
    static const struct option known[] = {
        { "parameters", required_argument, NULL, 0 },
        { "output", required_argument, NULL, 1 },
        { "at", required_argument, NULL, 2 },
        { "format", required_argument, NULL, 3 },
        { "method", required_argument, NULL, 4 },
        { "loose", required_argument, NULL, 5 },
        { "tight", required_argument, NULL, 6 },
        { "digits", required_argument, NULL, 7 },
        { "observables", no_argument, NULL, 'O' },
        { "quiet", no_argument, NULL, 'q' },
        { 0 },
    };
    const char **const texts[] = { &o->parameters, &o->output, &o->at,    &o->format,
                                   &o->method,     &o->loose,  &o->tight, &o->digits };
    for (int c; (c = getopt_long(argc, argv, "q", known, NULL)) != -1;) {
        if (c == '?') return false;
        if (c == 'O')
            o->observables = true;
        else if (c == 'q')
            o->quiet = true;
        else
            *texts[c] = optarg;
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
