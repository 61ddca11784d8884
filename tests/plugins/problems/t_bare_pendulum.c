/* t_bare_pendulum.c -- problems/pendulum.c without G, gt and gamma. */
#define BARE t_bare_pendulum
#include "tests/plugins/bare.h"

#include "problems/pendulum.c"
