/* ref_reader.h -- a reference file being read, line by line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_REF_READER_H
#define REFERENCE_REF_READER_H

#include "reference/file/ref.h"

typedef struct ref_reader {
    ref *r;
    char *rest;       /* of the present line; NULL: nothing is left */
    const char *flaw; /* what is wrong with it */
    int line;
    int filled; /* values of the last state */
    int pieces; /* so far, and columns of the last one */
    int columns;
} ref_reader;

/* The lines before the digest, to be freed; NULL with a sentence if the file is missing, cut or
 * changed. remedy: the action of `ivpbench reference` that makes it anew. */
char *ref_text(const char *path, const char *remedy, reason *why);

/* Words and numbers of the present line: false with a flaw. */
char *ref_word(ref_reader *in); /* NULL: nothing is left */
bool ref_flawed(ref_reader *in, const char *flaw);
bool ref_number(ref_reader *in, double *x);
bool ref_known(ref_reader *in, double *x); /* not negative; -1 for "?" */
bool ref_count(ref_reader *in, int *n);
bool ref_name(ref_reader *in, char *to, size_t size);

/* One line, by its keyword; the whole, behind the last line. */
bool ref_take_line(ref_reader *in, const char *keyword);
bool ref_complete(ref_reader *in);

#endif
