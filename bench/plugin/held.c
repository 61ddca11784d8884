/* held.c -- the memory that this process and its children hold now.
 *
 *     heap    mallinfo2: bytes in use, those of mapped blocks too
 *     pages   RssAnon of /proc/PID/status, of all processes below this one
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/allocations.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
contract_held (*allocations_held(void))(void) { return NULL; }
#else
static double anonymous(int pid)
{
    char path[64], line[256];
    double kb = 0;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) sscanf(line, "RssAnon: %lf", &kb);
    if (f) fclose(f);
    return 1024 * kb;
}

/* Of a process and those below it. */
static double pages_of(int pid)
{
    char path[96];
    double sum = anonymous(pid);
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, pid);
    FILE *f = fopen(path, "r");
    for (int child; f && fscanf(f, "%d", &child) == 1;) sum += pages_of(child);
    if (f) fclose(f);
    return sum;
}

static void (*named(const char *name))(void)
{
    return (void (*)(void))(size_t)dlsym(RTLD_DEFAULT, name);
}

/* Where CPython runs in this process: objects in circles are held until it collects them, which
 * may be after thousands of runs. */
static void collect(void)
{
    int (*const started)(void) = (int (*)(void))named("Py_IsInitialized");
    int (*const ensure)(void) = (int (*)(void))named("PyGILState_Ensure");
    void (*const release)(int) = (void (*)(int))named("PyGILState_Release");
    ssize_t (*const all)(void) = (ssize_t(*)(void))named("PyGC_Collect");
    if (!started || !ensure || !release || !all || !started()) return;
    const int state = ensure();
    all();
    release(state);
}

/* The heap first: reading the files takes some of it, and gives it back. */
static contract_held held(void)
{
    collect();
    const struct mallinfo2 m = mallinfo2();
    return (contract_held){ .heap = (double)m.uordblks + (double)m.hblkhd,
                            .pages = pages_of((int)getpid()) };
}

contract_held (*allocations_held(void))(void) { return held; }
#endif
