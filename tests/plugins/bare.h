/* bare.h -- a stock mechanism without its G, gt and gamma: #include this, then its file. The
 * stock terms() runs, but what it writes into these blocks is lost; the kernel derives them.
 * A tangent by hand is left out too. BARE: the name of the plug-in.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BARE_H
#define BARE_H

#include <string.h>

#include <ivp/problem.h>

enum { BARE_MOST = 32 }; /* unknowns, constraints */

#pragma GCC diagnostic ignored "-Woverride-init"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Winitializer-overrides"
#endif
#undef IVP_PROBLEM
#define IVP_PROBLEM(id, ...)  BARE_PROBLEM(BARE, __VA_ARGS__)
#define BARE_PROBLEM(id, ...) BARE_DESCRIPTOR(id, __VA_ARGS__)
#define BARE_DESCRIPTOR(id, ...)                                                               \
    static ivp_status bare_terms(unsigned want, const ivp_state *s, ivp_terms *out,            \
                                 const real *p)                                                \
    {                                                                                          \
        real G[BARE_MOST * BARE_MOST], gt[BARE_MOST], gamma[BARE_MOST];                        \
        ivp_terms all = *out;                                                                  \
        memset(G, 0, (size_t)(out->G.rows * out->G.cols) * sizeof *G);                         \
        all.G.a = G;                                                                           \
        all.gt = gt;                                                                           \
        all.gamma = gamma;                                                                     \
        return terms(want, s, &all, p);                                                        \
    }                                                                                          \
    IVP_EXTERN const ivp_problem ivp_problem_##id;                                             \
    const ivp_problem ivp_problem_##id = { IVP_PROBLEM_HEAD(id), __VA_ARGS__,                  \
                                           .mech.terms = bare_terms, .mech.tangent = NULL,     \
                                           .mech.omits = IVP_GQ | IVP_GT | IVP_GAMMA }

#endif
