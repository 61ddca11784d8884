/* stub.c -- bytes of others inside a C file: as literals, so that nothing in them is code.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/stub.h"

void stub_text(FILE *f, const char *text, size_t n)
{
    fputc('"', f);
    for (size_t k = 0; k < n; k++) {
        const unsigned char c = (unsigned char)text[k];
        if (c == '\n')
            fputs("\\n\"\n\"", f);
        else if (c < 32 || c > 126 || c == '"' || c == '\\' || c == '?')
            fprintf(f, "\\%03o", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}

void stub_bytes(FILE *f, const unsigned char *at, size_t n)
{
    for (size_t k = 0; k < n; k++) fprintf(f, "%d,%s", at[k], k % 20 == 19 ? "\n" : "");
    fputs("0", f);
}
