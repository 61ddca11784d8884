/* machine.h -- what is known of the machine and the build, for the record and the doctor.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* First line of a file of /proc or /sys, "" if there is none. */
void machine_line(const char *path, char *text, size_t size);
void machine_cpu(char *text, size_t size);
int machine_cores(int *cores, int most); /* this process may use; their numbers */
double machine_load(void);
bool machine_turbo(bool *known);
void machine_governor(char *text, size_t size); /* "" if unknown */
void machine_digest(char hex[65]);              /* of host and CPU */

/* Version of library number i, "" if it is absent; NULL name ends. */
const char *machine_library(int i, char *version, size_t size);

/* The objects of a file of build/calibrate, empty where it cannot be read. */
json_t *calibrations_in(const char *path);
/* What build/calibrate wrote of the wrapped libraries: an array of objects, empty where it did
 * not run. The caller frees both. */
json_t *machine_calibrations(void);

char *machine_environment(void); /* JSON; caller frees */

#endif
