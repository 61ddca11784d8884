/* ref_version1.h -- what version 1 had instead of pieces. */
#ifndef REFERENCE_REF_VERSION1_H
#define REFERENCE_REF_VERSION1_H

#include "reference/ref_reader.h"

typedef struct ref_version1 {
    bool is;
    int n, width, rows;
    double *t, *v;
} ref_version1;

bool ref_take_line_1(ref_reader *in, const char *keyword, ref_version1 *old);

#endif
