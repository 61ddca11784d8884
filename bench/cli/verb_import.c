/* verb_import.c -- `ivpbench import FILE`: a model of another world becomes a problem.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/base/util.h"
#include "bench/cli/verbs.h"
#include "bench/plugin/import.h"
#include "bench/plugin/skeleton.h"

#include "kernel/problem/plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A kind of files: by its ending, else by a text that its first bytes have. */
static const struct kind {
    const char *ending, *mark, *is;
    bool (*import)(const import_request *q, char *told, size_t size, reason *why);
} kinds[] = {
    { ".fmu", "PK\003\004", "an FMU", import_fmu },
    { ".xml", "<sbml", "a model in SBML", import_sbml },
    { ".sbml", "<sbml", "a model in SBML", import_sbml },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool has_ending(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);
    return n > m && !strcmp(path + n - m, ending);
}

/* The first bytes of a file, without bytes 0 */
static bool peek(const char *path, char *text, size_t size)
{
    FILE *f = file_open(path);
    const size_t n = f ? fread(text, 1, size - 1, f) : 0;
    if (f) fclose(f);
    for (size_t k = 0; k < n; k++)
        if (!text[k]) text[k] = ' ';
    text[n] = '\0';
    return f;
}

static const struct kind *kind_of(const char *path)
{
    char text[4096], list[200] = "";
    if (!peek(path, text, sizeof text)) {
        cli_say("%s: %s", path, file_reason());
        return NULL;
    }
    for (int k = 0; k < KINDS; k++)
        if (has_ending(path, kinds[k].ending)) return &kinds[k];
    for (int k = 0; k < KINDS; k++)
        if (strstr(text, kinds[k].mark)) return &kinds[k];
    for (int k = 0, n = 0; k < KINDS; k++)
        n += snprintf(list + n, sizeof list - (size_t)n, "%s%s (%s)", k ? ", " : "",
                      kinds[k].is, kinds[k].ending);
    cli_say("%s is of no kind that can be imported: there are %s", path, list);
    return NULL;
}

/* "my/BouncingBall.fmu" -> "bouncingball" */
static void name_of(const char *path, const char *ending, char name[64])
{
    const char *slash = strrchr(path, '/');
    char *base = copied(slash ? slash + 1 : path);
    if (has_ending(base, ending)) base[strlen(base) - strlen(ending)] = '\0';
    skeleton_similar(base, name, 64);
    free(base);
}

/* One that was imported before is replaced, another problem is not hidden. */
static bool is_free(const char *name, const char *root)
{
    char path[1024], *ours = text_of("%s/double/problems/%s.so", root, name);
    reason why;
    FILE *before = fopen(ours, "rb");
    free(ours);
    if (before) fclose(before);
    if ((before && !plugin_place("problems", "double", name, 1, path, sizeof path)) ||
        skeleton_name("problem", name, &why))
        return true;
    cli_say("%s; --name NAME gives another", why.text);
    return false;
}

static int import(const struct kind *kind, const import_request *q)
{
    char told[1200] = "";
    reason why;
    if (!kind->import(q, told, sizeof told, &why)) {
        cli_say("%s", why.text);
        return CLI_USAGE;
    }
    char *full = realpath(q->root, NULL);
    printf(
        "%s\nexport IVPBENCH_PLUGIN_PATH=%s\nnext: ivpbench try %s --solver '*' --workers 0\n",
        told, full ? full : q->root, q->name);
    free(full);
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    import_request q = { NULL };
    char name[64];
    const int at = verb_read(&verb_import, &q, argc, argv);
    if (at < 0) return CLI_USAGE;
    q.file = argv[at];
    const struct kind *kind = kind_of(q.file);
    if (!kind) return CLI_USAGE;
    if (!q.name) {
        name_of(q.file, kind->ending, name);
        q.name = name;
    }
    return is_free(q.name, q.root) ? import(kind, &q) : CLI_USAGE;
}

static const option_row options[] = {
    { "name", 0, OPTION_TEXT, offsetof(import_request, name), "NAME", WORD_TEXT,
      .meaning = "name of the problem", .otherwise = "that of the file, in lower case" },
    { "end", 0, OPTION_TEXT, offsetof(import_request, end), "T", WORD_TEXT,
      .meaning = "end of the interval",
      .otherwise = "what the file says; a model in SBML says nothing" },
    { "root", 0, OPTION_TEXT, offsetof(import_request, root), "DIR", WORD_FOLDER,
      .meaning = "folder of the shared objects", .initial = "plugins" },
    { 0 }
};

const cli_verb verb_import = {
    .name = "import",
    .summary = "make a problem of an FMU or of a model in SBML",
    .synopsis = { "import FILE [--name NAME] [--end T] [--root DIR]" },
    .description = { "The command reads a model of another program and compiles a problem from "
                     "it. The kind of the file follows from its ending, or from its first "
                     "bytes. What cannot be a problem is refused by the name of what it uses.",
                     "The shared library of an FMU (FMI 2.0 or 3.0, model exchange) goes into "
                     "the plug-in. Only confined workers load it. The problem is in double. "
                     "docs/fmi.md describes what is taken and what is refused.",
                     "A model in SBML becomes a C file in the current folder, which is "
                     "compiled in all arithmetics. --end gives the end of its interval. "
                     "docs/sbml.md describes what is taken and what is refused." },
    .operands = { { "FILE", WORD_FILE, .meaning = "model to read: an FMU, or SBML" } },
    .options = options,
    .exits = { { CLI_USAGE, "the file is refused; the sentence says why" } },
    .examples = { { "ivpbench import model.fmu", "Make the problem `model` in ./plugins." },
                  { "ivpbench import network.xml --end 100",
                    "Write and compile network.c from a model in SBML." } },
    .run = run,
};
