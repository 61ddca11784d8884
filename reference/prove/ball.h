/* ball.h -- Arb's real balls [m +- r], a library of its own in Debian 12, a part of FLINT in
 * 13.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_PROVE_BALL_H
#define REFERENCE_PROVE_BALL_H

#if __has_include(<flint/arb_mat.h>)
#include <flint/arb.h>
#include <flint/arb_mat.h>
#include <flint/fmpq.h>
#else
#include <arb.h>
#include <arb_mat.h>
#include <flint/fmpq.h>
#endif

#endif
