/* callgrind.c -- see callgrind.h; the format is in Valgrind's manual, "Callgrind Format
 * Specification":
 *
 *     ob=OBJECT  fl=FILE  fn=FUNCTION        of the lines that follow
 *     fi=FILE, fe=FILE                       ... inlined from there, and back
 *     cob=OBJECT  cfn=FUNCTION  calls=N LINE the next line is what those calls took in all
 *     LINE COST
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/callgrind.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *folder;
    share_part part;
} rooms[] = {
    { "/problems/", SHARE_MODEL },
    { "kernel/problem/", SHARE_MODEL },
    { "kernel/lanes/", SHARE_MODEL },
    { "kernel/linear/", SHARE_ALGEBRA },
    { "kernel/methods/phi/", SHARE_ALGEBRA },
    { "eliminations/", SHARE_ALGEBRA },
    { "kernel/stepping", SHARE_KERNEL },
    { "kernel/formulation/", SHARE_KERNEL },
    { "bench/", SHARE_KERNEL },
    { "libivp.so", SHARE_KERNEL },
    { "/ld-linux", SHARE_KERNEL },
    { "/solvers/", SHARE_METHOD },
    { "kernel/", SHARE_METHOD },
};

/* By the last folder of a path that names a room: whoever built it may have folders of such
 * names above. `none` where there is none. */
static int part_of(const char *path, int none)
{
    int part = none;
    const char *last = NULL;
    for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++) {
        const char *at = NULL;
        for (const char *p = path; (p = strstr(p, rooms[k].folder)) != NULL; p++) at = p;
        if (!at || at <= last) continue;
        last = at;
        part = (int)rooms[k].part;
    }
    return part;
}

/* The loader is not one of them: whom it finds at a first call is called by it. */
static bool is_of_c(const char *object)
{
    static const char *const names[] = { "/libc.so", "/libm.so", "/libmvec.so" };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strstr(object, names[k])) return true;
    return false;
}

typedef struct reading {
    int object, file, here; /* parts: of the object, of its file, of what was inlined there */
    bool library, callee;   /* is it the C library's; is what is called? */
    bool call;              /* the next line is what a call took */
    double *sum;
} reading;

static void read_cost(reading *r, const char *line)
{
    const char *cost = strchr(line, ' ');
    const bool counts = !r->library && (!r->call || r->callee);
    if (cost && counts) r->sum[r->here] += strtod(cost, NULL);
    r->call = false;
    r->callee = r->library;
}

static void read_line(reading *r, const char *line)
{
    const char *value = strchr(line, '=');
    if (line[0] >= '0' && line[0] <= '9')
        read_cost(r, line);
    else if (!value)
        return;
    else if (!strncmp(line, "ob=", 3)) {
        r->object = part_of(value + 1, SHARE_METHOD);
        r->callee = r->library = is_of_c(value + 1);
    } else if (!strncmp(line, "fl=", 3))
        r->here = r->file = part_of(value + 1, r->object);
    else if (!strncmp(line, "fi=", 3) || !strncmp(line, "fe=", 3))
        r->here = part_of(value + 1, r->file);
    else if (!strncmp(line, "cob=", 4))
        r->callee = is_of_c(value + 1);
    else if (!strncmp(line, "cfn=__libc_start_main", 21))
        r->callee = false; /* it calls main() */
    else if (!strncmp(line, "calls=", 6))
        r->call = true;
}

double callgrind_sums(FILE *f, double sum[NSHARES])
{
    double all = 0;
    char *line = NULL;
    size_t size = 0;
    reading r = { .sum = sum };
    memset(sum, 0, NSHARES * sizeof *sum);
    while (getline(&line, &size, f) >= 0) read_line(&r, line);
    free(line);
    for (int k = 0; k < NSHARES; k++) all += sum[k];
    return all > 0 ? all : -1;
}
