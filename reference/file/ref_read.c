/* ref_read.c -- reads a reference file: digest first, then line by line, refusing what it
 * cannot read with the number of the line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/file/ref_reader.h"
#include "reference/file/regular.h"

#include <errno.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DIGEST_LINE = 7 + 64 + 1 }; /* "sha256 HEX\n" */

static char *slurp(const char *path, size_t *length)
{
    FILE *f = regular_open(path);
    if (!f) return NULL;
    struct stat s;
    *length = 0;
    char *text = fstat(fileno(f), &s) ? NULL : malloc((size_t)s.st_size + 1);
    if (text) *length = fread(text, 1, (size_t)s.st_size, f);
    if (text) text[*length] = 0;
    fclose(f);
    return text;
}

/* What is wrong with the digest in the last line, or NULL; cuts that line off. */
static const char *digest_flaw(char *text, size_t length)
{
    if (length < DIGEST_LINE || text[length - 1] != '\n' ||
        strncmp(text + length - DIGEST_LINE, "sha256 ", 7) != 0)
        return "truncated: the last line should be its sha256";
    char *last = text + length - DIGEST_LINE, digest[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const unsigned char *)text, length - DIGEST_LINE, digest);
    if (strncmp(last + 7, digest, 64) != 0)
        return "the digest does not fit: the file was changed after it was made";
    *last = 0;
    return NULL;
}

static bool first_line(ref_reader *in, const char *keyword)
{
    if (!keyword || strcmp(keyword, "ivpbench-reference") != 0 || !in->rest)
        return ref_flawed(in, "the first line must be \"ivpbench-reference 2\"");
    if (!strcmp(in->rest, "1"))
        return ref_flawed(in, "version 1 has one half and no pieces; version 2 is read: "
                              "`ivpbench reference make` makes it anew");
    return !strcmp(in->rest, "2") ||
           ref_flawed(in, "this version is not known; the first line must be "
                          "\"ivpbench-reference 2\"");
}

static bool take_line(ref_reader *in, char *line)
{
    in->line++;
    in->rest = line;
    const char *keyword = ref_word(in);
    if (in->line == 1) return first_line(in, keyword);
    if (!ref_take_line(in, keyword ? keyword : "")) return false;
    return !in->rest || ref_flawed(in, "there is too much on this line");
}

static bool parse(ref_reader *in, char *text)
{
    for (char *line = text, *next; *line; line = next) {
        char *end = strchr(line, '\n');
        next = end ? end + 1 : line + strlen(line);
        if (end) *end = 0;
        if (!take_line(in, line)) return false;
    }
    return ref_complete(in);
}

char *ref_text(const char *path, const char *remedy, reason *why)
{
    size_t length = 0;
    char *text = slurp(path, &length);
    const char *flaw = text ? digest_flaw(text, length) : NULL;
    if (!text)
        reason_set(why, "%s: cannot be read: %s", path, strerror(errno));
    else if (flaw)
        reason_set(why, "%s: %s; `ivpbench reference %s` makes it anew", path, flaw, remedy);
    else
        return text;
    free(text);
    return NULL;
}

bool ref_read(ref **out, const char *path, reason *why)
{
    char *text = ref_text(path, "make", why);
    ref_reader in = { .r = text ? calloc(1, sizeof(ref)) : NULL };
    *out = NULL;
    if (in.r) /* behind the end of the text, which was cut before "sha256 " */
        snprintf(in.r->digest, sizeof in.r->digest, "%.64s", text + strlen(text) + 7);
    if (text && !in.r)
        reason_set(why, "%s: cannot be read: %s", path, strerror(errno));
    else if (text && !parse(&in, text))
        reason_set(why, "%s:%d: %s", path, in.line, in.flaw);
    else
        *out = in.r;
    if (*out) in.r->file = strdup(path);
    free(text);
    if (!*out) ref_free(in.r);
    return *out != NULL;
}

bool ref_open(ref **out, const char *folder, const char *problem, const char *settings,
              reason *why)
{
    char path[1200];
    *out = NULL;
    if (!ref_locate(folder, problem, settings, path, sizeof path) && !folder) {
        const bool set = settings && *settings;
        return reason_set(why, "no reference of %s%s%s is on file", problem, set ? " " : "",
                          set ? settings : "");
    }
    if (!ref_read(out, path, why)) return false;
    const ref *r = *out;
    if (!strcmp(r->problem, problem) && !strcmp(r->parameters, settings ? settings : ""))
        return true;
    reason_set(why, "%s: is the reference of \"%s %s\", not of \"%s %s\"", path, r->problem,
               r->parameters, problem, settings ? settings : "");
    ref_free(*out);
    *out = NULL;
    return false;
}
