/* base64.h -- bytes as text, RFC 4648 section 4.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_BASE64_H
#define REPORTS_BASE64_H

#include <stdio.h>

void base64_text(FILE *f, const unsigned char *bytes, size_t n);

#endif
