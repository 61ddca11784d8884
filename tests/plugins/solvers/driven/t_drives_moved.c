/* t_drives_moved.c -- drives itself, and goes on from a state that was moved in the
 * callback.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/driven.h"

DRIVEN(t_drives_moved, .drive = driven_drive, .dense = driven_dense, .takes_moved = true);
