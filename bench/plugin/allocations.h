/* allocations.h -- how often this process takes memory: programs that use it have an allocator
 * that counts and hands on to the C library's. */
#ifndef BENCH_ALLOCATIONS_H
#define BENCH_ALLOCATIONS_H

/* The counter; NULL with a sanitizer, whose allocator is not ours to replace. */
long (*allocations_counter(void))(void);

#endif
