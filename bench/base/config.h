/* config.h -- what is wrong in a file that libconfig reads, and where.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CONFIG_H
#define BENCH_CONFIG_H

#include "kernel/reason/reason.h"

#include <libconfig.h>
#include <stdbool.h>
#include <stddef.h>

/* Of a file that could not be parsed: writes PATH:LINE: what is wrong, returns false. */
bool fail_parsing(const config_t *c, const char *path, reason *why);
/* Parses a file; what is no regular file is refused, for reading it may never end. */
bool config_parse(config_t *c, const char *path, reason *why);
/* Checks a configuration file before libconfig reads it. All included files must be regular,
 * since reading another one may never end. No group may have so many members that reading takes
 * minutes: libconfig compares each with all before it. */
bool config_includes(const char *path, reason *why);
/* Whether no string of what was read has a control character: they are names and sentences,
 * which stand in lines. Says which one has. */
bool config_strings(const config_t *c, const char *path, reason *why);
/* As config_read_file(), with a sentence, and with the looks at what is included and at its
 * strings. */
bool config_load(config_t *c, const char *path, reason *why);
/* false where it is no finite number. */
bool setting_number(const config_setting_t *s, double *v);
/* Of an entry: PATH:LINE: name: sentence, the name where it has one; returns false. */
bool fail_at(const config_setting_t *s, const char *path, reason *why, const char *sentence);

#endif
