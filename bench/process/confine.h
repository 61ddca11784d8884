/* confine.h -- confinement of processes that run foreign code.
 *
 * Three mechanisms are used as far as the operating system has them. Landlock allows writes
 * into a scratch folder only. It allows reads of the system, plug-ins, interpreters and their
 * libraries, but not of home folders. It forbids signals and sockets to processes outside. A
 * filter allows only the system calls that numerical code needs. Root becomes another user,
 * whose processes the kernel counts (rights.h). A machine without one of them runs without it
 * and says so; no cell fails for that. A mechanism that this machine offers, and that one
 * process cannot have (for want of descriptors or memory), ends that process before it runs
 * foreign code. Variables of the environment are removed (variables.h).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PROCESS_CONFINE_H
#define BENCH_PROCESS_CONFINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct confinement {
    int ruleset;                /* of Landlock, or -1 */
    int version;                /* of Landlock; 0: none */
    char *writes;               /* elsewhere, too: confine_allow(); NULL: nowhere */
    char *scratch;              /* folder: HOME, TMPDIR and working directory; NULL: none */
    char **hidden;              /* true places */
    const struct filter *calls; /* NULL: none */
    int lacks; /* errno: weaker than what this machine offers, no process may begin; 0: it is not */
} confinement;

/* Folder `scratch` is made and owned (NULL: none); files and folders in hidden[] (NULL ends it)
 * cannot be read inside, wherever they lie. */
confinement confine_open(const char *scratch, char *const *hidden);
/* It may read this file, or below this folder, too; nothing where there is none. */
void confine_show(confinement *c, const char *path);
/* It may write below this folder, too. */
void confine_allow(confinement *c, const char *folder);
void confine_clean(const confinement *c); /* empties the scratch folder */
void confine_close(confinement *c);       /* ... and removes it */

/* A folder for scratch folders below TMPDIR; caller frees; NULL if there is none. */
char *confine_base(void);
void confine_remove(const char *folder); /* with all that is in it, following no link */

/* Confines the calling process permanently. here: in the current folder, with the HOME that it
 * has, else in the scratch folder. false: not by all that this machine offers. */
bool confine_enter(const confinement *c, bool here);

/* What takes hold on this machine, tried once in a process of its own. */
enum {
    CONFINE_FILES = 1,
    CONFINE_SIGNALS = 2,
    CONFINE_CALLS = 4,
    CONFINE_RIGHTS = 8,
    CONFINE_PROCESSES = 16,
    CONFINE_KINDS = 5,
    CONFINE_ALL = 31
};
unsigned confine_offers(void);
/* 0: it is known. Else errno of what the trial lacks: descriptors, memory, a process. */
int confine_unknown(void);
void confine_text(unsigned offers, char *text, size_t size);
/* What plug-ins are not kept from. false: they are kept from everything. */
bool confine_lacks(unsigned offers, char *text, size_t size);

#endif
