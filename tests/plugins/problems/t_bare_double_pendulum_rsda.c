/* t_bare_double_pendulum_rsda.c -- problems/double_pendulum_rsda.c without G, gt and gamma. */
#define BARE t_bare_double_pendulum_rsda
#include "tests/plugins/bare.h"

#include "problems/double_pendulum_rsda.c"
