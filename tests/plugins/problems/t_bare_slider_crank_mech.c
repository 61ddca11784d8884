/* t_bare_slider_crank_mech.c -- problems/slider_crank_mech.c without G, gt and gamma. */
#define BARE t_bare_slider_crank_mech
#include "tests/plugins/bare.h"

#include "problems/slider_crank_mech.c"
