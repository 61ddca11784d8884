/* allocations.c -- malloc, calloc and realloc that count. */
#include "bench/plugin/allocations.h"

#include <stdlib.h>

#ifdef __SANITIZE_ADDRESS__
long (*allocations_counter(void))(void) { return NULL; }
#else
static long taken;
static long allocations(void) { return taken; }

long (*allocations_counter(void))(void) { return allocations; }

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);

void *malloc(size_t size)
{
    taken++;
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    taken++;
    return __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    taken++;
    return __libc_realloc(p, size);
}
#endif
