/* beside.h -- programs that lie beside this one, each in its own arithmetic. */
#ifndef BENCH_BESIDE_H
#define BENCH_BESIDE_H

#include <stdbool.h>
#include <stddef.h>

/* Runs the program with arguments up to NULL; its first line goes to `line` if that is given, else
 * its output to ours. Returns its exit code. */
int beside(const char *program, char *const arguments[], char *line, size_t size);
/* Whether there is such a program. */
bool beside_is(const char *program);

#endif
