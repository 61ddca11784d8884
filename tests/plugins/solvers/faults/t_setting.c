/* t_setting.c -- recommends an option that it does not have. */
#define FAULT FAULT_SETTING
#include "tests/plugins/pair.h"

PAIR(t_setting);
