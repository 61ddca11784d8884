/* t_setting.c -- recommends an option that it does not have.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_SETTING
#include "tests/plugins/pair.h"

PAIR(t_setting);
