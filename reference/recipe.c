/* recipe.c -- one row per problem; problems from outside fall into the last one. */
#include "reference/recipe.h"

#include <string.h>

/* GBS where an explicit method can run, implicit Euler for what is stiff or implicit. A closed
 * form is compared with GBS at `loose`. */
static const recipe recipes[] = {
    { .problem = "andrews",
      .method = FLOW_GBS,
      .loose = "1e-24",
      .tight = "1e-27",
      .check = "1e-18",
      .times = "0.005 0.01 0.015 0.02 0.025",
      .points = 2001 },
    { .problem = "car_axle",
      .method = FLOW_GBS,
      .loose = "1e-24",
      .tight = "1e-27",
      .check = "1e-18",
      .times = "0.1 0.5 1 2",
      .points = 4001 },
    { .problem = "double_pendulum_rsda",
      .method = FLOW_IEX_WIDE,
      .loose = "1e-22",
      .tight = "1e-23",
      .check = "1e-15",
      .times = "0.001 0.01 0.1 0.2 0.5 1 1.5",
      .points = 1201 },
    { .problem = "double_pendulum_spring",
      .method = FLOW_GBS,
      .loose = "1e-24",
      .tight = "1e-27",
      .check = "1e-18",
      .points = 2501 },
    { .problem = "bouncing_balls",
      .method = FLOW_EXACT,
      .loose = "1e-27",
      .check = "1e-20",
      .points = 4001 },
    { .problem = "circular_track",
      .method = FLOW_EXACT,
      .loose = "1e-27",
      .check = "1e-20",
      .times = "0.1 0.5 1 2 5 10 20 40 60 80",
      .points = 4001 },
    { .problem = "hires",
      .method = FLOW_GBS,
      .loose = "1e-24",
      .tight = "1e-26",
      .check = "1e-18",
      .times = "0.001 0.01 0.1 1 5 10 50 100 200 300",
      .points = 2501 },
    { .problem = "van_der_pol",
      .method = FLOW_IEX_WIDE,
      .loose = "1e-20",
      .tight = "1e-22",
      .check = "1e-15",
      .points = 3001 },
    { .problem = "transistor_amplifier",
      .method = FLOW_IEX_WIDE,
      .loose = "1e-18",
      .tight = "1e-20",
      .check = "1e-14",
      .points = 3001 },
    /* slow: some 4000 steps of 2000 residuals each */
    { .problem = "wheelset",
      .method = FLOW_IEX,
      .loose = "1e-8",
      .tight = "1e-9",
      .check = "1e-6",
      .least = 4,
      .points = 1501 },
    { .method = FLOW_GBS,
      .loose = "1e-20",
      .tight = "1e-23",
      .check = "1e-17",
      .points = 2001 },
};

const recipe *recipe_for(const char *problem)
{
    const recipe *r = recipes;
    while (r->problem && strcmp(r->problem, problem)) r++;
    return r;
}
