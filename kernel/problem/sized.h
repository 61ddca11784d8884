/* sized.h -- descriptors of plug-ins that an older or a newer header compiled, as this program
 * has them ("How the interface grows" in ivp/base.h). */
#ifndef IVP_SIZED_H
#define IVP_SIZED_H

#include <ivp/problem.h>

struct ivp_solver;

/* The head of every descriptor. abi, arith and name are where they have always been. */
typedef struct sized_head {
    unsigned abi;
    int arith;
    const char *name;
    ivp_bytes bytes;
} sized_head;

/* The descriptor itself where its sizes are those of this program. Otherwise a copy that lasts
 * as long as the process, in which members that are missing are zero. NULL with a sentence in
 * why[PLUGIN_WHY_MAX] where it gives no sizes, or where something that this program does not
 * know is not zero. In every arithmetic. */
const ivp_problem *sized_problem(const sized_head *raw, char *why);
const struct ivp_solver *sized_solver(const sized_head *raw, char *why);

/* Copies min(knows, gives) bytes and makes the others of `knows` zero. Returns where, from
 * knows on, the first byte is that is not zero; 0: there is none. */
size_t sized_take(void *to, size_t knows, const void *from, size_t gives);

#endif
