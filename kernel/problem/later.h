/* later.h -- members of a descriptor that the interface has and this program does not use
 * yet.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_LATER_H
#define IVP_LATER_H

#include <ivp/problem.h>

struct ivp_solver;

/* A sentence about a member without which the equations are others, or NULL: such a problem is
 * refused. */
const char *later_refused(const ivp_problem *p);

/* Sentence number k, from 0, about a member that is given and not used; NULL: there are no
 * more. */
const char *later_unused(const ivp_problem *p, int k);
const char *later_unused_of_solver(const struct ivp_solver *s, int k);

#endif
