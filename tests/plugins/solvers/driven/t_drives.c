/* t_drives.c -- drives itself, with dense output inside the callback. */
#include "tests/plugins/driven.h"

DRIVEN(t_drives, .drive = driven_drive, .dense = driven_dense);
