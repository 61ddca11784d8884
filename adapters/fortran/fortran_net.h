/* fortran_net.h -- codes in Fortran in shared libraries of others, without the language that
 * they were packed for.
 *
 * Such libraries print, and give up, through functions of their host: libR, or SLATEC's XERRWD
 * and XERMSG. Neither is allowed here. So fortran_net.c defines the functions that the codes
 * call, and makes the plug-in's symbols visible before it opens the library. The text that a
 * code prints is kept as the reason of a failure. If a code would end the process, or the model
 * has failed permanently, control returns to NET_TRY.
 *
 * The codes keep their state in COMMON blocks: one run at a time in a process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FORTRAN_FORTRAN_NET_H
#define ADAPTERS_FORTRAN_FORTRAN_NET_H

#include <ivp/solver.h>

#include <setjmp.h>

typedef struct fortran_net {
    jmp_buf escape;
    ivp_status status;
    char said[240];
} fortran_net;

/* Why a work array is declined */
#define FORTRAN_TOO_LONG                                                                       \
    "its work array has more than 2^31 - 1 numbers, which an integer of 4 bytes cannot count"

#pragma GCC visibility push(hidden)

/* Several plug-ins of one process share a library, which reaches the net of the first. NULL
 * before net_library(). */
extern fortran_net *net_shared;

/* The library at this path, with functions of ours in place of its host's; or NULL. */
void *net_library(const char *path);

/* Leaves the code: NET_TRY() goes on with this status. */
_Noreturn void net_escape(fortran_net *net, ivp_status status);

/* For functions that the codes call: f, of length n, is made huge where a smaller step may
 * help; a permanent failure leaves the code. */
void net_answer(ivp_status st, real *f, int n);

#pragma GCC visibility pop

/* Runs the call; from then on `status` is what made it escape, or IVP_OK. No automatic variable
 * is to be changed in between. */
#define NET_TRY(call, outcome)                                                                 \
    do {                                                                                       \
        net_shared->status = IVP_OK;                                                           \
        *net_shared->said = '\0';                                                              \
        if (setjmp(net_shared->escape) == 0) call;                                             \
        (outcome) = net_shared->status;                                                        \
    } while (0)

#endif
