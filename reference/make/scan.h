/* scan.h -- a reference looked at in double by ivpbench-scan, at far more times than quad
 * allows.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_SCAN_H
#define REFERENCE_SCAN_H

#include "reference/file/ref.h"

/* Fills r->scan. false: it found what is wrong, with all complaints in why. Without a
 * trajectory, without the program or without the problem in double nothing is scanned: true,
 * r->scan.times is 0 and `why` says why not. */
bool scan_in_double(ref *r, reason *why);

#endif
