/* t_drives_moved.c -- drives itself, and goes on from a state that was moved in the
 * callback. */
#include "tests/plugins/driven.h"

DRIVEN(t_drives_moved, .drive = driven_drive, .dense = driven_dense, .takes_moved = true);
