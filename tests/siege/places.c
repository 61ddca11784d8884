/* places.c -- a place is the hash (FNV-1a) of the last DEPTH returns on the stack, each as the
 * number of its library and the bytes from where that begins. Calls within this library do not
 * count: the compiler may double them. Unwinding (libgcc) allocates at its first use alone,
 * which is in places_begin().
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/siege/places.h"

#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { DEPTH = 40, LIBRARIES = 64, NOTES = 4096 };

static struct {
    uintptr_t from, to;
} library[LIBRARIES];
static int nlibraries, out = -1, nnotes;
static struct {
    unsigned long place;
    long k;
} note[NOTES];

static int enter(struct dl_phdr_info *of, size_t size, void *unused)
{
    uintptr_t from = of->dlpi_addr, to = from;
    (void)size;
    (void)unused;
    for (int i = 0; i < of->dlpi_phnum; i++) {
        const uintptr_t end = from + of->dlpi_phdr[i].p_vaddr + of->dlpi_phdr[i].p_memsz;
        if (of->dlpi_phdr[i].p_type == PT_LOAD && end > to) to = end;
    }
    if (nlibraries == LIBRARIES) return 1;
    library[nlibraries].from = from;
    library[nlibraries++].to = to;
    return 0;
}

static int library_of(uintptr_t at)
{
    int i = 0;
    while (i < nlibraries && !(library[i].from <= at && at < library[i].to)) i++;
    return i;
}

static uint64_t relative(uintptr_t at)
{
    const int i = library_of(at);
    return i < nlibraries ? ((uint64_t)i << 48) + (at - library[i].from) : 0;
}

unsigned long place(void)
{
    void *at[DEPTH];
    const int n = backtrace(at, DEPTH), ours = library_of((uintptr_t)place);
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < n; i++)
        if (library_of((uintptr_t)at[i]) != ours)
            hash = (hash ^ relative((uintptr_t)at[i])) * 0x100000001b3u;
    return hash;
}

int places_begin(const char *path)
{
    void *at[DEPTH];
    backtrace(at, DEPTH);
    dl_iterate_phdr(enter, NULL);
    if (path) out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    return out >= 0;
}

/* Not by dprintf, which allocates. */
static void flush(void)
{
    char line[64];
    for (int i = 0; i < nnotes; i++) {
        const int n = snprintf(line, sizeof line, "%016lx %ld\n", note[i].place, note[i].k);
        if (syscall(SYS_write, out, line, (size_t)n) != n) _exit(4);
    }
    nnotes = 0;
}

void places_note(unsigned long at, long k)
{
    if (nnotes == NOTES) flush();
    note[nnotes].place = at;
    note[nnotes++].k = k;
}

void places_end(void)
{
    if (out >= 0) flush();
}
