/* tags.h -- conditions on tags, as --tags and plans take them:
 *
 *     alternative := all { ("|" | ",") all }
 *     all         := one { "&" one }
 *     one         := "!" one | "(" alternative ")" | word
 *
 * A word is a shell glob and true where one of the tags fits it. Two terms with only a blank
 * between them are alternatives too: "stiff circuit" is "stiff | circuit".
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_TAGS_H
#define BENCH_TAGS_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

/* tags: words with blanks between. NULL or an empty condition is true. */
bool tags_fit(const char *condition, const char *tags);
/* False and a sentence where the condition cannot be read. */
bool tags_check(const char *condition, reason *why);

#endif
