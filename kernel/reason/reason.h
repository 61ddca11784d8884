/* reason.h -- the sentence that says why something failed.
 *
 * What can fail takes a `reason *why` as its last argument and writes into it when it fails.
 * The caller owns the object. It begins with { "" } where the text is read in any case.
 * This is the one header of the kernel that every folder may include.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_REASON_H
#define KERNEL_REASON_H

#include <stdarg.h>
#include <stdbool.h>

/* A sentence with two paths fits; what is longer is cut between two characters of UTF-8. */
enum { REASON_ROOM = 2048 };

typedef struct reason {
    char text[REASON_ROOM]; /* ends with '\0'; "": nothing is said */
} reason;

/* Formats as printf() does and returns false: a failure is one statement. NULL: nobody asks.
 * An argument may be why->text: reason_set(why, "%s: %s", path, why->text) says where. */
bool reason_set(reason *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same behind what is there. */
bool reason_add(reason *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool reason_vadd(reason *why, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

#endif
