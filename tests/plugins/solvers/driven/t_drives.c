/* t_drives.c -- drives itself, with dense output inside the callback.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/driven.h"

DRIVEN(t_drives, .drive = driven_drive, .dense = driven_dense);
