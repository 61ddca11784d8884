/* reference_case.h -- a folder for a test of references, and files with a digest that fits.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_REFERENCE_CASE_H
#define TESTS_REFERENCE_CASE_H

#include "bench/base/util.h"
#include "reference/file/ref.h"

#include "tests/suite.h"
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1024 };

/* Each test has a folder of its own. */
typedef struct place {
    char folder[ROOM], file[ROOM + 64];
    reason why;
} place;

static inline void place_make(place *p)
{
    snprintf(p->folder, ROOM, "%s", "/tmp/ivpbench-reference-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(p->folder));
    ref_path(p->folder, "toy", "a=1 b=word", p->file, sizeof p->file);
}

static inline void place_remove(const place *p)
{
    char *command = text_of("rm -rf '%s'", p->folder);
    ck_assert_int_eq(system(command), 0);
    free(command);
}

/* Writes text with a digest that fits. */
static inline void write_signed(const char *path, const char *text, size_t length)
{
    char digest[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const unsigned char *)text, length, digest);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fwrite(text, 1, length, f);
    fprintf(f, "sha256 %s\n", digest);
    fclose(f);
}

#endif
