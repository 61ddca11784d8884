/* verb_conform.c -- `ivpbench conform COMMAND`: a program that speaks the line protocol, or the
 * data file of one, under the contract of solvers; its passport.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/base/partial.h"
#include "bench/base/util.h"
#include "bench/cli/verbs.h"
#include "bench/plugin/passport.h"
#include "bench/plugin/plugin_build.h"
#include "bench/process/confine.h"
#include "bench/process/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct request {
    const char *format, *output, *name;
    long order;
    bool fixed_step, adaptive, dense, jacobian;
} request;

/* ---- the data file of a command ---------------------------------------------------------- */

static const char *base_of(const char *word)
{
    const char *slash = strrchr(word, '/');
    return slash ? slash + 1 : word;
}

static void put_word(FILE *f, const char *before, const char *word)
{
    fprintf(f, "\"%s", before);
    for (const char *c = word; *c; c++) {
        if (*c == '"' || *c == '\\') putc('\\', f);
        putc(*c, f);
    }
    putc('"', f);
}

/* A file that a word names from the current folder becomes part of the plug-in: a confined
 * process reads and starts nothing else outside the system. */
static bool is_file(const char *word)
{
    struct stat st;
    return *word != '/' && strchr(word, '/') && !stat(word, &st) && S_ISREG(st.st_mode);
}

/* The plug-in finds it beside the data file. */
static bool take_in(const char *folder, const char *word, reason *why)
{
    char *path = realpath(word, NULL), *copy = text_of("%s/%s", folder, base_of(word));
    const bool good = path && !symlink(path, copy);
    if (!good) reason_set(why, "%s cannot be taken in: %s", word, strerror(errno));
    free(path);
    free(copy);
    return good;
}

static bool put_command(FILE *f, char *const *word, const char *folder, reason *why)
{
    for (int k = 0; word[k]; k++) {
        if (k) fputs(", ", f);
        const bool file = is_file(word[k]);
        if (!file && !strncmp(word[k], "./", 2))
            return reason_set(why, "%s is no file of the current folder", word[k]);
        if (file && !take_in(folder, word[k], why)) return false;
        put_word(f, file ? "./" : "", file ? base_of(word[k]) : word[k]);
    }
    return true;
}

static bool write_data(const request *q, char *const *word, const char *folder,
                       const char *path, reason *why)
{
    FILE *f = fopen(path, "w");
    if (!f) return reason_set(why, "%s cannot be written: %s", path, strerror(errno));
    fputs("title = \"A program over the line protocol\";\nsource = \"ivpbench conform\";\n"
          "command = [ ",
          f);
    const bool good = put_command(f, word, folder, why);
    fputs(" ];\n", f);
    if (q->order) fprintf(f, "order = %ld;\n", q->order);
    if (q->fixed_step) fputs("fixed_step = true;\n", f);
    if (q->adaptive || !q->fixed_step) fputs("adaptive = true;\n", f);
    if (q->dense) fputs("dense = true;\n", f);
    if (q->jacobian) fputs("jacobian = true;\n", f);
    if (fclose(f)) return reason_set(why, "%s cannot be written: %s", path, strerror(errno));
    return good;
}

static bool is_data(char *const *word)
{
    return !word[1] && plugin_language_of(word[0]) == PLUGIN_LINE;
}

/* ---- the process ------------------------------------------------------------------------- */

typedef struct trial {
    passport *p; /* shared with the process that fills it */
    const char *name;
} trial;

static int fill(void *context)
{
    trial *t = context;
    reason why;
    if (passport_fill(t->p, t->name, &why)) return CLI_OK;
    cli_say("conform: %s", why.text);
    return CLI_CHECK;
}

static int put_passport(const request *q, const passport *p)
{
    reason why;
    FILE *to = q->output ? partial_open(q->output) : stdout;
    if (!to) {
        cli_say("conform: %s cannot be written: %s", q->output, strerror(errno));
        return CLI_INFRA;
    }
    (!strcmp(q->format, "json")   ? passport_json
     : !strcmp(q->format, "html") ? passport_html
                                  : passport_text)(p, to);
    if (to != stdout && !partial_close(to, q->output, true, true, &why)) {
        cli_say("conform: writing failed: %s", why.text);
        return CLI_INFRA;
    }
    return passport_holds(p) ? CLI_OK : CLI_CHECK;
}

static int try_plugin(const request *q, const plugin_source *source, char *const *word)
{
    static const process_patience patience = { .seconds = 310, .memory_mb = 4096 };
    passport *p =
        mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    reason why = { "" };
    int status = 0;
    if (p == MAP_FAILED) {
        cli_say("conform: no memory");
        return CLI_INFRA;
    }
    snprintf(p->name, sizeof p->name, "%s", source->name);
    for (int k = 0, n = 0; word[k] && n < (int)sizeof p->command; k++)
        n += snprintf(p->command + n, sizeof p->command - (size_t)n, "%s%s", k ? " " : "",
                      word[k]);
    trial t = { p, source->name };
    if (!process_call(fill, &t, &patience, &status, &why))
        cli_say("conform: %s %s", source->name, why.text);
    else if (WIFSIGNALED(status))
        cli_say("conform: the process died of signal %d (%s)", WTERMSIG(status),
                strsignal(WTERMSIG(status)));
    const int code = put_passport(q, p);
    munmap(p, sizeof *p);
    return code;
}

/* ---- the verb ---------------------------------------------------------------------------- */

static int build_and_try(const request *q, char *const *word, const char *folder)
{
    char *none[] = { NULL };
    reason why = { "" };
    char *path = is_data(word) ? copied(word[0]) : text_of("%s/%s.cfg", folder, q->name);
    char *files[] = { path, NULL };
    plugin_source source;
    int code = CLI_USAGE;
    if ((is_data(word) || write_data(q, word, folder, path, &why)) &&
        plugin_identify(&source, files, 1, &why) &&
        plugin_compile(&source, folder, none, &why)) {
        const char *old = getenv("IVPBENCH_PLUGIN_PATH");
        char *roots = text_of("%s%s%s", folder, old && *old ? ":" : "", old ? old : "");
        setenv("IVPBENCH_PLUGIN_PATH", roots, 1);
        free(roots);
        code = try_plugin(q, &source, word);
    } else {
        cli_say("conform: %s", why.text);
    }
    free(path);
    return code;
}

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int at = verb_read(&verb_conform, &q, argc, argv);
    if (at < 0) return CLI_USAGE;
    char *folder = temporary_folder("conform");
    if (!folder) {
        cli_say("conform: no folder can be made below TMPDIR: %s", strerror(errno));
        return CLI_INFRA;
    }
    const int code = build_and_try(&q, argv + at, folder);
    confine_remove(folder);
    free(folder);
    return code;
}

static const option_row options[] = {
    { "name", 0, OPTION_TEXT, offsetof(request, name), "NAME", WORD_TEXT,
      .meaning = "name of the solver in its passport: lower-case letters, digits and _",
      .initial = "program" },
    { "order", 0, OPTION_COUNT, offsetof(request, order), "N", WORD_TEXT,
      .meaning = "classical order of the method", .otherwise = "variable" },
    { "fixed-step", 0, OPTION_FLAG, offsetof(request, fixed_step), NULL, WORD_TEXT,
      .meaning = "the program takes constant steps" },
    { "adaptive", 0, OPTION_FLAG, offsetof(request, adaptive), NULL, WORD_TEXT,
      .meaning = "the program takes tolerances; so it is understood without --fixed-step" },
    { "dense", 0, OPTION_FLAG, offsetof(request, dense), NULL, WORD_TEXT,
      .meaning = "the program answers `dense`" },
    { "jacobian", 0, OPTION_FLAG, offsetof(request, jacobian), NULL, WORD_TEXT,
      .meaning = "the program asks for Jacobians" },
    { "format", 0, OPTION_WORD, offsetof(request, format), "WORD", WORD_TEXT,
      .meaning = "what to write", .choices = "text|json|html", .initial = "text" },
    { "output", 'o', OPTION_TEXT, offsetof(request, output), "FILE", WORD_FILE,
      .meaning = "file to write", .otherwise = "standard output" },
    { 0 }
};

const cli_verb verb_conform = {
    .name = "conform",
    .summary = "try a program over the line protocol against the contract of solvers",
    .synopsis = { "conform [OPTION...] COMMAND...", "conform [OPTION...] FILE.cfg" },
    .description = { "The command starts a program that speaks the line protocol "
                     "(docs/line-protocol.md) as a solver, and tries each promise of the "
                     "contract. It writes a passport: one page with what is kept, broken and "
                     "not tried, and what three runs cost.",
                     "A data file says the same of the program as the options do." },
    .operands = { { "COMMAND", WORD_FILE, .repeated = true,
                    .meaning = "program with its arguments, or its data file" } },
    .options = options,
    .exits = { { CLI_CHECK, "a promise is broken, or the program ended the process" } },
    .examples = { { "ivpbench conform --order 2 --fixed-step python3 ./mine.py",
                    "Print the passport of a program." },
                  { "ivpbench conform --format html --output mine.html mine.cfg",
                    "Write it as a page." } },
    .run = run,
};
