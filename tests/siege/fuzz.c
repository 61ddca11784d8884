/* fuzz.c -- changed inputs for the parsers: fuzz PLACE SEED COUNT KIND FILE...
 *
 * Each round takes one of the files, changes it (bits, bytes, numbers, pieces taken out,
 * doubled, or taken from another file), leaves it as PLACE and has it read as KIND says. What
 * crashes or hangs is the file that stays at PLACE. Built with sanitizers by tools/siege.sh;
 * with -DLIBFUZZER the same parsers serve libFuzzer, the first byte chooses the kind.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/siege/fuzz.h"

#include "bench/base/util.h"
#include "bench/cell/pack.h"
#include "bench/plan/plan_inner.h"
#include "bench/plugin/plugin_line.h"
#include "bench/store/blob.h"
#include "bench/store/place.h"
#include "reference/file/ref.h"
#include "reports/gates/gate.h"
#include "reports/custom/custom_figures.h"
#include "papers/paper.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *place;
static reason why;

static void as_plan(const unsigned char *at, size_t n)
{
    plan_file f;
    (void)at;
    (void)n;
    plan_file_read(&f, place, &why);
    plan_file_free(&f);
}

static void as_gate(const unsigned char *at, size_t n)
{
    (void)at;
    (void)n;
    gate_free(gate_read(place, &why));
}

static void as_base(const unsigned char *at, size_t n)
{
    (void)at;
    (void)n;
    base_free(base_read(place, &why));
}

static void as_reference(const unsigned char *at, size_t n)
{
    ref *r = NULL;
    (void)at;
    (void)n;
    if (ref_read(&r, place, &why)) ref_free(r);
}

static void as_paper(const unsigned char *at, size_t n)
{
    (void)at;
    (void)n;
    paper_free(paper_read(place, "p", &why));
}

static void as_cell(const unsigned char *at, size_t n)
{
    cell c;
    char *text = text_of("%.*s", (int)n, (const char *)at);
    cell_from_json(&c, text, &why);
    free(text);
}

static void as_record(const unsigned char *at, size_t n)
{
    record r;
    if (record_unpack(&r, at, n)) record_free(&r);
}

/* The digest is made to fit, so that what lies behind it is reached. */
static void as_blob(const unsigned char *at, size_t n)
{
    unsigned char digest[DIGEST_BYTES];
    int count = 0;
    if (n < sizeof count) return;
    memcpy(&count, at, sizeof count);
    digest_raw(at + sizeof count, n - sizeof count, digest);
    free(blob_unpack(at + sizeof count, n - sizeof count, count, digest, &why));
}

/* A reader's own figures, of a store with one problem and no runs. */
static void as_figures(const unsigned char *at, size_t n)
{
    static group one = { .problem = "andrews", .parameters = "" };
    static const board b = { .groups = &one, .ngroups = 1 };
    custom_figures own;
    (void)at;
    (void)n;
    if (custom_read(&b, place, &own, &why)) custom_free(&own);
}

/* Of the archive: whatever the name, a place in its folder or none. */
static void as_name(const unsigned char *at, size_t n)
{
    char *name = text_of("%.*s", (int)n, (const char *)at);
    setenv("IVPBENCH_ARCHIVE", "/archive", 1);
    char *path = place_of(name, &why);
    if (path && (strncmp(path, "/archive/", 9) || strchr(path + 9, '/') || path[9] == '.'))
        abort();
    free(path);
    free(name);
}

/* The data file of a program that speaks lines. */
static void as_program(const unsigned char *at, size_t n)
{
    const plugin_source s = { .path = place, .name = "p" };
    (void)at;
    (void)n;
    plugin_line_write(&s, "/dev/null", &why);
}

static void as_line(const unsigned char *at, size_t n)
{
    (void)at;
    (void)n;
    fuzz_line(place);
}

static void as_store(const unsigned char *at, size_t n)
{
    (void)at;
    (void)n;
    fuzz_store(place);
}

static void as_rows(const unsigned char *at, size_t n) { fuzz_rows(place, at, n); }

static const struct kind {
    const char *name;
    void (*read)(const unsigned char *at, size_t n);
} kinds[] = {
    { "plan", as_plan },       { "gate", as_gate },       { "reference", as_reference },
    { "paper", as_paper },     { "cell", as_cell },       { "record", as_record },
    { "blob", as_blob },       { "figures", as_figures }, { "name", as_name },
    { "program", as_program }, { "line", as_line },       { "store", as_store },
    { "rows", as_rows },       { "base", as_base },
};
enum { NKINDS = sizeof kinds / sizeof *kinds };

static void leave(const unsigned char *at, size_t n)
{
    FILE *f = fopen(place, "w");
    if (!f || fwrite(at, 1, n, f) != n || fclose(f)) exit(4);
}

#ifdef LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
    static char name[] = "/tmp/fuzz-XXXXXX";
    if (!place) place = mkstemp(name) < 0 ? "/dev/null" : name;
    if (!n) return 0;
    leave(at + 1, n - 1);
    kinds[*at % NKINDS].read(at + 1, n - 1);
    return 0;
}
#else

static uint64_t state;

static size_t below(size_t n)
{
    state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return n ? (size_t)((z ^ (z >> 31)) % n) : 0;
}

/* A string of bytes in its own memory, so that a sanitizer sees a step beyond its end. */
typedef struct input {
    unsigned char *at;
    size_t n;
} input;

static void cut(input *x, size_t from, size_t n)
{
    memmove(x->at + from, x->at + from + n, x->n - from - n);
    x->n -= n;
}

static void put(input *x, size_t at, const void *what, size_t n)
{
    x->at = grown(x->at, x->n + n, 1);
    memmove(x->at + at + n, x->at + at, x->n - at);
    if (n > 0) memcpy(x->at + at, what, n);
    x->n += n;
}

static void mutate(input *x, const input *other)
{
    static const char *const words[] = { "-1",   "0",      "1e400", "nan", "2147483648", "{",
                                         "}",    "\"",     "\\",    "(",   "%s%n",       "@",
                                         "\n\n", "1e-400", "[",     ";",   "\377\376",   "=" };
    const size_t at = below(x->n), length = below(x->n - at > 40 ? 40 : x->n - at);
    switch (below(7)) {
    case 0:
        if (x->n) x->at[at] ^= (unsigned char)(1u << below(8));
        break;
    case 1:
        if (x->n) x->at[at] = (unsigned char)below(256);
        break;
    case 2:
        cut(x, at, length);
        break;
    case 3: {
        const char *w = words[below(sizeof words / sizeof *words)];
        put(x, at, w, strlen(w));
        break;
    }
    case 4: {
        const size_t from = below(other->n),
                     n = below(other->n - from > 60 ? 60 : other->n - from);
        put(x, at, other->at + from, n);
        break;
    }
    case 5:
        x->n = at;
        break;
    default:
        if (x->n > 8) {
            const int32_t odd[] = { -1, INT32_MAX, INT32_MIN, 0 };
            memcpy(x->at + below(x->n - 4), &odd[below(4)], 4);
        }
    }
}

static input slurp(const char *path)
{
    input x = { NULL, 0 };
    FILE *f = fopen(path, "r");
    unsigned char block[4096];
    if (!f) exit(4);
    for (size_t k; (k = fread(block, 1, sizeof block, f)) > 0;) put(&x, x.n, block, k);
    fclose(f);
    return x;
}

int main(int argc, char **argv)
{
    enum { FIRST = 5, HANGS_S = 20 };
    if (argc <= FIRST) return 2;
    int k = 0;
    while (k < NKINDS && strcmp(kinds[k].name, argv[4])) k++;
    if (k == NKINDS) return 2;
    place = argv[1];
    state = strtoul(argv[2], NULL, 10);
    const long count = strtol(argv[3], NULL, 10);
    const size_t files = (size_t)(argc - FIRST);
    input *seeds = need(calloc(files, sizeof *seeds));
    for (size_t i = 0; i < files; i++) seeds[i] = slurp(argv[FIRST + (int)i]);
    for (long i = 0; i < count; i++) {
        const input *from = &seeds[below(files)];
        input x = { NULL, 0 };
        put(&x, 0, from->at, from->n);
        for (size_t n = 1 + below(6); n > 0; n--) mutate(&x, &seeds[below(files)]);
        x.at = grown(x.at, x.n, 1);
        leave(x.at, x.n);
        alarm(HANGS_S);
        kinds[k].read(x.at, x.n);
        free(x.at);
    }
    for (size_t i = 0; i < files; i++) free(seeds[i].at);
    free(seeds);
    unlink(place);
    printf("%ld\n", count);
    return 0;
}
#endif
