/* allocations.c -- malloc, calloc and realloc that count, and that do not return without memory
 * to libraries that would go on: libconfig follows the pointer, what is no text to jansson for
 * want of memory is no text to its caller.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/allocations.h"

#include "bench/base/util.h"

#include <stdlib.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
long (*allocations_counter(void))(void) { return NULL; }
void allocations_must_succeed(void) {}
#else
static pid_t needing;

void allocations_must_succeed(void) { needing = getpid(); }

static void *given(void *p, bool wanted)
{
    if (p || !wanted || !needing || getpid() != needing) return p;
    needing = 0; /* what ends the program may ask for more */
    return need(p);
}

static long taken;
static long allocations(void) { return taken; }

long (*allocations_counter(void))(void) { return allocations; }

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);

void *malloc(size_t size)
{
    taken++;
    return given(__libc_malloc(size), size > 0);
}

void *calloc(size_t n, size_t size)
{
    taken++;
    return given(__libc_calloc(n, size), n > 0 && size > 0);
}

void *realloc(void *p, size_t size)
{
    taken++;
    return given(__libc_realloc(p, size), size > 0);
}
#endif
