/* reason.h -- the sentence of a failure, kept where it outlives the solver object.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_REASON_H
#define ADAPTERS_REASON_H

#include <ivp/model.h>

enum { ADAPTER_REASON = 256 }; /* bytes of a sentence; what is longer is cut */

#pragma GCC visibility push(hidden)

/* Gives the model a sentence, formatted as by printf(), and returns `st`. A process has one
 * solver: the next sentence overwrites this one. */
__attribute__((format(printf, 3, 4))) ivp_status adapter_fails(ivp_model *m, ivp_status st,
                                                               const char *format, ...);

#pragma GCC visibility pop

#endif
