/* plugin_python.c -- what a Python file says of itself in lines NAME = "text" or NAME = value
 * at their beginning becomes a descriptor, and the file a text inside it. Nothing of it is
 * executed here.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/plugin_python.h"

#include "bench/base/program.h"
#include "bench/base/util.h"
#include "bench/plugin/stub.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What follows `NAME = ` at the start of a line, up to its end; NULL: no such line. */
static const char *value_of(const char *text, const char *name, size_t *n)
{
    const size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += length) {
        if ((at != text && at[-1] != '\n') || strncmp(at + length, " = ", 3)) continue;
        at += length + 3;
        *n = strcspn(at, "\n");
        return at;
    }
    return NULL;
}

static void put_word(FILE *f, const char *text, const char *name, const char *member,
                     const char *otherwise)
{
    size_t n;
    const char *value = value_of(text, name, &n);
    const bool quoted = value && n >= 2 && *value == '"' && value[n - 1] == '"';
    if (!quoted && !otherwise) return;
    fprintf(f, "    .%s = ", member);
    if (quoted)
        stub_text(f, value + 1, n - 2);
    else
        stub_text(f, otherwise, strlen(otherwise));
    fputs(",\n", f);
}

static bool is_true(const char *text, const char *name)
{
    size_t n;
    const char *value = value_of(text, name, &n);
    return value && n == 4 && !strncmp(value, "True", 4);
}

/* The number of a line NAME = 3; false: there is none */
static bool number_of(const char *text, const char *name, double *x)
{
    size_t n;
    char *end = NULL;
    const char *value = value_of(text, name, &n);
    if (value) *x = strtod(value, &end);
    return value && end != value && (strchr(" #\r\n", *end) || !*end) && isfinite(*x);
}

static void put_solver(FILE *f, const plugin_source *s, const char *text)
{
    size_t n;
    double full, factors;
    const char *order = value_of(text, "ORDER", &n);
    fputs("#include <ivp/python.h>\n\nstatic const ivp_python_file file = {\n", f);
    fprintf(f, "    .name = \"%s\",\n    .source =\n", s->name);
    stub_text(f, text, strlen(text));
    fputs(",\n", f);
    put_word(f, text, "NEEDS", "needs", "");
    if (number_of(text, "FULL_MATRICES", &full))
        fprintf(f, "    .full_matrices = %.17g,\n", full);
    if (number_of(text, "FIRST_FACTORS", &factors))
        fprintf(f, "    .first_factors = %.17g,\n", factors);
    fprintf(f, "};\n\nPYTHON_SOLVER(%s, file,\n", s->name);
    put_word(f, text, "TITLE", "title", s->name);
    put_word(f, text, "SOURCE", "source", "a file in Python");
    put_word(f, text, "FAMILY", "family", NULL);
    put_word(f, text, "NOT_DETERMINISTIC", "not_deterministic", NULL);
    fprintf(f, "    .order = %ld,\n", order ? strtol(order, NULL, 10) : 0);
    if (is_true(text, "FIXED_STEP")) fputs("    .fixed_step = true,\n", f);
    if (is_true(text, "ADAPTIVE") || !is_true(text, "FIXED_STEP"))
        fputs("    .adaptive = true,\n", f);
    if (is_true(text, "KEEPS_HISTORY")) fputs("    .keeps_history = true,\n", f);
    if (is_true(text, "DENSE")) fputs("    .dense = ivp_python_dense,\n", f);
    fputs("    .library = \"CPython\");\n", f);
}

static bool put_problem(FILE *f, const plugin_source *s, const char *text, reason *why)
{
    double n = 0, t0 = 0, t1 = 0;
    if (!number_of(text, "N", &n) || !number_of(text, "T0", &t0) || !number_of(text, "T1", &t1))
        return reason_set(
            why,
            "%s: a problem in Python has lines N = 2, T0 = 0, T1 = 10 with its own numbers",
            s->path);
    if (!(n >= 1 && n <= 20000) || fabs(n - floor(n)) > 0)
        return reason_set(why, "%s: N = %g is not an integer from 1 to 20000", s->path, n);
    fputs("#include <ivp/problem.h>\n#include <ivp/python.h>\n\n"
          "static const ivp_python_problem python = {\n",
          f);
    fprintf(f,
            "    .name = \"%s\",\n    .n = %.0f,\n    .t0 = %a,\n    .t1 = %a,\n    .text =\n",
            s->name, n, t0, t1);
    stub_text(f, text, strlen(text));
    fputs(",\n", f);
    put_word(f, text, "TITLE", "title", s->name);
    put_word(f, text, "SOURCE", "source", "a file in Python");
    put_word(f, text, "NOT_DETERMINISTIC", "not_deterministic", NULL);
    fprintf(f, "    .jacobian = %s,\n    .exact = %s,\n};\n\nPYTHON_PROBLEM(%s, python)\n",
            strstr(text, "\ndef jac(") ? "true" : "false",
            strstr(text, "\ndef exact(") ? "true" : "false", s->name);
    return true;
}

/* What Python says of the syntax; compile() executes nothing. Without Python nothing is
 * said. */
static bool is_python(const plugin_source *s, reason *why)
{
    static char script[] =
        "import sys\n"
        "try:\n    compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')\n"
        "except (SyntaxError, ValueError) as e:\n"
        "    print(' '.join(('%s: %s' % (type(e).__name__, e)).split()))\n";
    static char usual[] = "/usr/bin/python3", other[] = "python3", alone[] = "-I", c[] = "-c";
    char line[512];
    char *arguments[] = {
        access(usual, X_OK) ? other : usual, alone, c, script, (char *)s->path, NULL
    };
    return !program_line(arguments, line, sizeof line) || !*line || reason_set(why, "%s", line);
}

bool plugin_python_write(const plugin_source *s, const char *path, reason *why)
{
    if (!is_python(s, why)) return false;
    char *text = file_text(s->path);
    FILE *f = text ? fopen(path, "w") : NULL;
    bool good = true;
    if (f && s->solver)
        put_solver(f, s, text);
    else if (f)
        good = put_problem(f, s, text, why);
    free(text);
    if (!f || fclose(f))
        return reason_set(why, "%s cannot be written: %s", path, strerror(errno));
    return good;
}
