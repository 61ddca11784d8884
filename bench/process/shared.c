/* shared.c -- mapped without a file, so that it lives as long as a process that sees it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/shared.h"

#include <sys/mman.h>

void *shared_open(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void shared_close(void *memory, size_t size)
{
    if (memory) munmap(memory, size);
}
