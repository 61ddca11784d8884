/* clock.h -- a clock of the harness's own, replaced: clock_gettime() of the program that has
 * loaded the plug-in. CPU time that is held back is missing at the next reading of the
 * process's clock, and there again at the one behind it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_CHEATS_CLOCK_H
#define TESTS_PLUGINS_CHEATS_CLOCK_H

#include "tests/plugins/cheats/core.h"

#include <elf.h>
#include <link.h>
#include <stdint.h>

static double clock_held; /* s */

static inline void clock_hold(double s) { clock_held += s; }

static inline int slow_clock(clockid_t id, struct timespec *t)
{
    const int bad = clock_gettime(id, t);
    if (bad || id != CLOCK_PROCESS_CPUTIME_ID) return bad;
    const long ns = (long)(1e9 * clock_held);
    clock_held = 0;
    t->tv_nsec -= ns % 1000000000;
    t->tv_sec -= ns / 1000000000;
    if (t->tv_nsec < 0) {
        t->tv_sec--;
        t->tv_nsec += 1000000000;
    }
    return 0;
}

typedef struct clock_tables {
    const Elf64_Sym *symbols;
    const char *names;
    const Elf64_Rela *of[2];
    size_t n[2];
} clock_tables;

static inline void clock_read_tables(const ElfW(Dyn) * d, clock_tables *to)
{
    for (; d->d_tag != DT_NULL; d++) {
        const uintptr_t at = d->d_un.d_ptr;
        if (d->d_tag == DT_SYMTAB) to->symbols = (const Elf64_Sym *)at;
        if (d->d_tag == DT_STRTAB) to->names = (const char *)at;
        if (d->d_tag == DT_JMPREL) to->of[0] = (const Elf64_Rela *)at;
        if (d->d_tag == DT_PLTRELSZ) to->n[0] = d->d_un.d_val / sizeof(Elf64_Rela);
        if (d->d_tag == DT_RELA) to->of[1] = (const Elf64_Rela *)at;
        if (d->d_tag == DT_RELASZ) to->n[1] = d->d_un.d_val / sizeof(Elf64_Rela);
    }
}

static inline void clock_put(uintptr_t at)
{
    int (*const clock)(clockid_t, struct timespec *) = slow_clock;
    const uintptr_t page = at & ~(uintptr_t)4095;
    if (mprotect((void *)page, 4096, PROT_READ | PROT_WRITE)) return;
    memcpy((void *)at, &clock, sizeof clock);
}

/* The first object of the list is the program. */
static inline int clock_replace(struct dl_phdr_info *in, size_t size, void *context)
{
    clock_tables t = { 0 };
    (void)size, (void)context;
    for (int i = 0; i < in->dlpi_phnum; i++)
        if (in->dlpi_phdr[i].p_type == PT_DYNAMIC)
            clock_read_tables((const ElfW(Dyn) *)(in->dlpi_addr + in->dlpi_phdr[i].p_vaddr),
                              &t);
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; t.of[k] && i < t.n[k]; i++) {
            const char *name = t.names + t.symbols[ELF64_R_SYM(t.of[k][i].r_info)].st_name;
            if (!strcmp(name, "clock_gettime")) clock_put(in->dlpi_addr + t.of[k][i].r_offset);
        }
    return 1;
}

static inline void create_slow_clock(cheat *me)
{
    (void)me;
    dl_iterate_phdr(clock_replace, NULL);
}

#endif
