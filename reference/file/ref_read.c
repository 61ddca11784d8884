/* ref_read.c -- reads a reference file: digest first, then line by line, refusing what it
 * cannot read with the number of the line. */
#include "reference/file/ref_reader.h"

#include <errno.h>
#include <math.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DIGEST_LINE = 7 + 64 + 1 }; /* "sha256 HEX\n" */

/* ---- words and numbers of a line --------------------------------------------------------- */

char *ref_word(ref_reader *in)
{
    char *w = in->rest;
    if (!w || !*w) return NULL;
    char *blank = strchr(w, ' ');
    in->rest = blank ? blank + 1 : NULL;
    if (blank) *blank = 0;
    return w;
}

bool ref_flawed(ref_reader *in, const char *flaw)
{
    in->flaw = flaw;
    return false;
}

bool ref_number(ref_reader *in, double *x)
{
    const char *w = ref_word(in);
    char *end;
    if (!w) return ref_flawed(in, "a number is missing");
    *x = strtod(w, &end);
    return (end != w && !*end && isfinite(*x)) || ref_flawed(in, "this is not a number");
}

bool ref_count(ref_reader *in, int *n)
{
    double x;
    if (!ref_number(in, &x)) return false;
    if (x < 0 || x > 1e6 || x != floor(x)) return ref_flawed(in, "this is not a count");
    *n = (int)x;
    return true;
}

bool ref_known(ref_reader *in, double *x)
{
    if (in->rest && *in->rest == '?' && (in->rest[1] == ' ' || !in->rest[1])) {
        ref_word(in);
        *x = -1;
        return true;
    }
    return ref_number(in, x) && (*x >= 0 || ref_flawed(in, "an error must not be negative"));
}

bool ref_name(ref_reader *in, char *to, size_t size)
{
    const char *w = ref_word(in);
    if (!w) return ref_flawed(in, "a name is missing");
    if (strlen(w) >= size) return ref_flawed(in, "this name is too long");
    memcpy(to, w, strlen(w) + 1);
    return true;
}

/* ---- the file ---------------------------------------------------------------------------- */

static char *slurp(const char *path, size_t *length)
{
    FILE *f = fopen(path, "r");
    if (!f) return NULL;
    struct stat s;
    char *text = NULL;
    *length = 0;
    if (fstat(fileno(f), &s) == 0 && S_ISREG(s.st_mode)) {
        text = malloc((size_t)s.st_size + 1);
        if (text) *length = fread(text, 1, (size_t)s.st_size, f);
        if (text) text[*length] = 0;
    } else {
        errno = EINVAL;
    }
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

bool ref_read(ref **out, const char *path, char *why, size_t size)
{
    size_t length = 0;
    char *text = slurp(path, &length);
    ref_reader in = { .r = calloc(1, sizeof(ref)) };
    const char *flaw = digest_flaw(text ? text : (char[]){ "" }, length);
    *out = NULL;
    if (!text || !in.r)
        snprintf(why, size, "%s: cannot be read: %s", path, strerror(errno));
    else if (flaw)
        snprintf(why, size, "%s: %s; `ivpbench reference make` makes it anew", path, flaw);
    else if (!parse(&in, text))
        snprintf(why, size, "%s:%d: %s", path, in.line, in.flaw);
    else
        *out = in.r;
    free(text);
    if (!*out) ref_free(in.r);
    return *out != NULL;
}
