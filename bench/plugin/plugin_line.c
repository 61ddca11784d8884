/* plugin_line.c -- the data file of a program that speaks lines becomes a descriptor; files
 * beside it that its command names are taken in, so that whoever has the plug-in has the
 * program, and a cell's key knows it. Nothing of them is executed here.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/plugin_line.h"

#include "bench/base/config.h"
#include "bench/base/util.h"
#include "bench/plugin/stub.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ARGUMENTS_MOST = 32, BYTES_MOST = 1 << 20 };

static const struct {
    const char *name;
    int type;
    bool needed;
} members[] = {
    { "title", CONFIG_TYPE_STRING, true },
    { "source", CONFIG_TYPE_STRING, true },
    { "command", CONFIG_TYPE_ARRAY, true },
    { "needs", CONFIG_TYPE_STRING, false },
    { "family", CONFIG_TYPE_STRING, false },
    { "order", CONFIG_TYPE_INT, false },
    { "adaptive", CONFIG_TYPE_BOOL, false },
    { "fixed_step", CONFIG_TYPE_BOOL, false },
    { "keeps_history", CONFIG_TYPE_BOOL, false },
    { "dense", CONFIG_TYPE_BOOL, false },
    { "jacobian", CONFIG_TYPE_BOOL, false },
    { "not_deterministic", CONFIG_TYPE_STRING, false },
};
enum { MEMBERS = sizeof members / sizeof *members };

typedef struct reading {
    config_t config;
    const char *path;
    reason *why;
} reading;

static bool is_known(reading *r, const config_setting_t *s)
{
    static const char *const kinds[] = { [CONFIG_TYPE_STRING] = "a text in quotation marks",
                                         [CONFIG_TYPE_ARRAY] =
                                             "a list of texts, [ \"perl\", \"./x.pl\" ]",
                                         [CONFIG_TYPE_INT] = "a whole number",
                                         [CONFIG_TYPE_BOOL] = "true or false" };
    for (int k = 0; k < MEMBERS; k++) {
        if (strcmp(config_setting_name(s), members[k].name)) continue;
        if (config_setting_type(s) == members[k].type) return true;
        char sentence[80];
        snprintf(sentence, sizeof sentence, "should be %s", kinds[members[k].type]);
        return fail_at(s, r->path, r->why, sentence);
    }
    return fail_at(s, r->path, r->why,
                   "unknown key; there are title, source, command, needs, family, order, "
                   "adaptive, fixed_step, keeps_history, dense, jacobian, not_deterministic");
}

static bool is_command(reading *r, const config_setting_t *s)
{
    const int n = config_setting_length(s);
    if (n < 1 || n > ARGUMENTS_MOST)
        return fail_at(s, r->path, r->why, "should have 1 to 32 words");
    for (int k = 0; k < n; k++)
        if (!config_setting_get_string_elem(s, k) || !*config_setting_get_string_elem(s, k))
            return fail_at(s, r->path, r->why, "should hold texts that are not empty");
    return true;
}

static bool is_sound(reading *r)
{
    const config_setting_t *root = config_root_setting(&r->config);
    for (int k = 0; k < config_setting_length(root); k++)
        if (!is_known(r, config_setting_get_elem(root, (unsigned)k))) return false;
    for (int k = 0; k < MEMBERS; k++)
        if (members[k].needed && !config_lookup(&r->config, members[k].name))
            return reason_set(r->why, "%s lacks %s", r->path, members[k].name);
    return is_command(r, config_lookup(&r->config, "command"));
}

/* ---- the files of the command ------------------------------------------------------------ */

static const char *word_of(const reading *r, int k)
{
    return config_setting_get_string_elem(config_lookup(&r->config, "command"), k);
}

static int count_names(const reading *r)
{
    return config_setting_length(config_lookup(&r->config, "command"));
}

/* "./rk4.pl" of the folder of the data file */
static char *path_in_folder(const reading *r, const char *word)
{
    const char *slash = strrchr(r->path, '/');
    return text_of("%.*s%s", slash ? (int)(slash - r->path) + 1 : 0, r->path, word + 2);
}

static bool is_in_folder(const char *word) { return !strncmp(word, "./", 2); }

static bool put_file(FILE *f, const reading *r, const char *word, int k)
{
    struct stat st;
    char *path = path_in_folder(r, word);
    FILE *in = file_open(path);
    unsigned char *bytes = NULL;
    const bool no_file = in ? false : errno == EISDIR || errno == EINVAL;
    bool good = in && !fstat(fileno(in), &st);
    if (no_file || (good && st.st_size > BYTES_MOST))
        good = reason_set(
            r->why,
            "%s: %s is no file of at most 1 MB, which the plug-in could take in: give its "
            "whole path, beginning with /",
            r->path, path);
    else if (!good)
        reason_set(r->why, "%s: %s: %s", r->path, path, strerror(errno));
    if (good) {
        const size_t n = (size_t)st.st_size;
        bytes = need(malloc(n + 1));
        good = fread(bytes, 1, n, in) == n || reason_set(r->why, "%s cannot be read", path);
        fprintf(f, "static const unsigned char bytes%d[] = {\n", k);
        stub_bytes(f, bytes, n);
        fputs(" };\n", f);
    }
    free(bytes);
    if (in) fclose(in);
    free(path);
    return good;
}

static bool put_files(FILE *f, const reading *r)
{
    for (int k = 0; k < count_names(r); k++)
        if (is_in_folder(word_of(r, k)) && !put_file(f, r, word_of(r, k), k)) return false;
    fputs("static const ivp_line_file files[] = {\n", f);
    for (int k = 0; k < count_names(r); k++) {
        if (!is_in_folder(word_of(r, k))) continue;
        fputs("    { ", f);
        stub_text(f, word_of(r, k), strlen(word_of(r, k)));
        fprintf(f, ", bytes%d, sizeof bytes%d - 1 },\n", k, k);
    }
    fputs("    { 0 },\n};\nstatic const char *const command[] = { ", f);
    for (int k = 0; k < count_names(r); k++) {
        stub_text(f, word_of(r, k), strlen(word_of(r, k)));
        fputs(", ", f);
    }
    fputs("NULL };\n", f);
    return true;
}

/* ---- the descriptor ---------------------------------------------------------------------- */

static void put_string(FILE *f, const reading *r, const char *name)
{
    const char *text = NULL;
    if (!config_lookup_string(&r->config, name, &text)) return;
    fprintf(f, "    .%s = ", name);
    stub_text(f, text, strlen(text));
    fputs(",\n", f);
}

static bool says(const reading *r, const char *name)
{
    int yes = 0;
    return config_lookup_bool(&r->config, name, &yes) && yes;
}

static bool put_solver(FILE *f, const reading *r, const char *name)
{
    const char *needs = "";
    int order = 0;
    config_lookup_string(&r->config, "needs", &needs);
    config_lookup_int(&r->config, "order", &order);
    fputs("#include <ivp/line.h>\n\n", f);
    if (!put_files(f, r)) return false;
    fputs("static const ivp_line_program program = { command, files, ", f);
    stub_text(f, needs, strlen(needs));
    fprintf(f, ", %d };\n\nLINE_SOLVER(%s, program,\n", says(r, "jacobian"), name);
    put_string(f, r, "title");
    put_string(f, r, "source");
    put_string(f, r, "family");
    put_string(f, r, "not_deterministic");
    fprintf(f, "    .order = %d,\n", order);
    if (says(r, "fixed_step")) fputs("    .fixed_step = true,\n", f);
    if (says(r, "adaptive") || !says(r, "fixed_step")) fputs("    .adaptive = true,\n", f);
    if (says(r, "keeps_history")) fputs("    .keeps_history = true,\n", f);
    if (says(r, "dense")) fputs("    .dense = ivp_line_dense,\n", f);
    fputs("    .library = \"line protocol 1\");\n", f);
    return true;
}

bool plugin_line_write(const plugin_source *s, const char *path, reason *why)
{
    reading r = { .path = s->path, .why = why };
    config_init(&r.config);
    bool good = config_parse(&r.config, s->path, why);
    good = good && is_sound(&r);
    FILE *f = good ? fopen(path, "w") : NULL;
    if (good && !f) good = reason_set(why, "%s cannot be written: %s", path, strerror(errno));
    if (f) {
        good = put_solver(f, &r, s->name);
        if (fclose(f) && good)
            good = reason_set(why, "%s cannot be written: %s", path, strerror(errno));
    }
    config_destroy(&r.config);
    return good;
}
