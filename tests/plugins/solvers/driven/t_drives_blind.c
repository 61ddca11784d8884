/* t_drives_blind.c -- drives itself, without dense output.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/driven.h"

DRIVEN(t_drives_blind, .drive = driven_drive);
