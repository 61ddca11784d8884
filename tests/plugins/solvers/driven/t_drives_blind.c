/* t_drives_blind.c -- drives itself, without dense output. */
#include "tests/plugins/driven.h"

DRIVEN(t_drives_blind, .drive = driven_drive);
