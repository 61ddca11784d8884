/* t_bare_car_axle.c -- problems/car_axle.c without G, gt and gamma. */
#define BARE t_bare_car_axle
#include "tests/plugins/bare.h"

#include "problems/car_axle.c"
