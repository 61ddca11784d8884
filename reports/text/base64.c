/* base64.c -- bytes as text: three of them are four letters, the last are filled up by "=".
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/text/base64.h"

static const char letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_text(FILE *f, const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i += 3) {
        const size_t left = n - i;
        const unsigned three = (unsigned)bytes[i] << 16 |
                               (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                               (left > 2 ? bytes[i + 2] : 0u);
        fputc(letters[three >> 18 & 63], f);
        fputc(letters[three >> 12 & 63], f);
        fputc(left > 1 ? letters[three >> 6 & 63] : '=', f);
        fputc(left > 2 ? letters[three & 63] : '=', f);
    }
}
