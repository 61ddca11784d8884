/* cell.h -- small problems with closed forms, in which each feature of the interface appears:
 * the battery of a solver's contract (contract_battery.h) opens them.
 *
 * They are part of libivp.so, in double and in complex arithmetic, and no plug-ins: nothing
 * in a search path hides them. A cell takes milliseconds. CELL(foo, ...) defines the
 * descriptor of problem foo in the arithmetic of the compilation.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_CONTRACT_CELL_H
#define IVP_CONTRACT_CELL_H

#include <ivp/problem.h>

#ifdef __GNUC__ /* functions of a kind take the same, used or not */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

#define CELL_DESCRIPTOR(id, suffix, ...)                                                       \
    extern const ivp_problem id##suffix;                                                       \
    const ivp_problem id##suffix = { IVP_PROBLEM_HEAD(id), .source = "made for the contract",  \
                                     __VA_ARGS__ }
#if IVP_ARITH == IVP_COMPLEX
#define CELL(id, ...) CELL_DESCRIPTOR(id, _twin, __VA_ARGS__)
#else
#define CELL(id, ...) CELL_DESCRIPTOR(id, _cell, __VA_ARGS__)
#endif

/* Calls of cell_first's f in double arithmetic since the program began. */
long cell_calls(void);

#endif
