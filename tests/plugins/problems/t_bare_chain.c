/* t_bare_chain.c -- problems/chain.c without G, gt and gamma. */
#define BARE t_bare_chain
#include "tests/plugins/bare.h"

#include "problems/chain.c"
