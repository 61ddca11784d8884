/* util.h -- what all files of the harness need: allocation that cannot fail, texts, a clock.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_UTIL_H
#define BENCH_UTIL_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stdio.h>
#include <stddef.h>

/* p itself; NULL ends the program: out of memory */
void *need(void *p) __attribute__((returns_nonnull));
void *grown(void *p, size_t n, size_t size); /* realloc to n elements, never NULL */
char *copied(const char *text);              /* strdup, never NULL; NULL gives "" */
char *text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Copies; false if it does not fit. */
bool fits_into(char *to, size_t size, const char *from);

double now_s(void); /* monotonic (clock.h) */

void sort_numbers(double *v, int n); /* ascending */
double median_of(double *v, int n);  /* sorts them; NAN of none */

/* Folder of the running executable, without a slash at the end. */
void program_folder(char *path, size_t size);
/* The folder of the Python package in which `file` can be read, in the source tree or where it
 * is installed; the caller frees it. NULL: there is none. */
char *python_package(const char *file);
/* A new folder ivpbench-WHAT-XXXXXX below TMPDIR or /tmp, open to its owner alone; the caller
 * removes the folder and frees its path. NULL with errno: none can be made. */
char *temporary_folder(const char *what);
/* Makes a folder, unless it is there. */
bool make_folder(const char *path, reason *why);
/* Makes the folders of a path up to its last slash. */
bool folders_above(const char *path, reason *why);
/* To read; NULL with errno: it is not there, or no regular file (EINVAL). A pipe that somebody
 * has put in the place of a file would make the reader wait for ever, a device has no end. */
FILE *file_open(const char *path);
const char *file_reason(void); /* why not, after file_open() or file_text() */
/* The whole file as a string; NULL if it cannot be read. */
char *file_text(const char *path);

#endif
