/* recipe.c -- one row per problem; problems from outside fall into the last two. */
#include "reference/make/recipe.h"

#include <string.h>

/* Half A by collocation (Radau IIA), half B by extrapolation: of the midpoint rule where an
 * explicit method can run, of implicit Euler for what is stiff or implicit. */
#define RADAU(loose_tol, tight_tol)                                                            \
    {                                                                                          \
        { "radau11", loose_tol }, { "radau13", tight_tol }                                     \
    }
#define GBS(loose_tol, tight_tol)                                                              \
    {                                                                                          \
        { "gbs", loose_tol }, { "gbs", tight_tol }                                             \
    }
#define IEX(loose_tol, tight_tol)                                                              \
    {                                                                                          \
        { "iex_wide", loose_tol }, { "iex_wide", tight_tol }                                   \
    }
#define CLOSED_FORM                                                                            \
    {                                                                                          \
        { NULL, NULL }, { "exact", NULL }                                                      \
    }

static const recipe recipes[] = {
    { .problem = "andrews",
      .half = { RADAU("1e-17", "1e-20"), GBS("1e-24", "1e-27") },
      .check = { "radau9", "1e-14" },
      .times = "0.0025 0.005 0.0075 0.01 0.0125 0.015 0.0175 0.02 0.0225 0.025 0.0275",
      .settings = "",
      .least = 16 },
    { .problem = "car_axle",
      .half = { RADAU("1e-17", "1e-20"), GBS("1e-24", "1e-27") },
      .check = { "radau9", "1e-14" },
      .times = "0.1 0.25 0.5 0.75 1 1.25 1.5 1.75 2 2.5",
      .settings = "",
      .least = 16 },
    { .problem = "double_pendulum_rsda",
      .half = { RADAU("1e-21", "1e-24"), IEX("3e-23", "8e-24") },
      .check = { "radau9", "1e-14" },
      .times = "0.001 0.01 0.1 0.2 0.5 0.75 1 1.25 1.5 1.75",
      .settings = "|start=printed|k2=5e+01 c2=1|form=angles|form=angles start=printed|"
                  "form=angles k2=5e+01 c2=1",
      .least = 13 },
    { .problem = "double_pendulum_spring",
      .half = { RADAU("1e-17", "1e-20"), GBS("1e-24", "1e-27") },
      .check = { "radau9", "1e-14" },
      .settings = "|delta=0.1|delta=1|form=angles|form=angles delta=0.1|form=angles delta=1",
      .least = 15 },
    { .problem = "bouncing_balls",
      .half = { CLOSED_FORM, GBS("1e-24", "1e-27") },
      .check = { "gbs", "1e-20" },
      .settings = "|case=B",
      .least = 16 },
    { .problem = "circular_track",
      .half = { CLOSED_FORM, GBS("1e-24", "1e-27") },
      .check = { "gbs", "1e-20" },
      .times = "0.1 0.5 1 2 5 10 20 40 60 80",
      .settings = "",
      .least = 16 },
    { .problem = "hires",
      .half = { RADAU("1e-19", "1e-22"), GBS("1e-24", "1e-26") },
      .check = { "radau9", "1e-14" },
      .times = "0.001 0.01 0.1 1 5 10 50 100 200 300",
      .settings = "",
      .least = 13 },
    { .problem = "van_der_pol",
      .half = { RADAU("1e-21", "1e-24"), IEX("1e-22", "1e-23") },
      .check = { "radau9", "1e-14" },
      .settings = "|scaling=mu",
      .least = 12 },
    { .problem = "transistor_amplifier",
      .half = { RADAU("1e-18", "1e-21"), { { "iex", "2e-20" }, { "iex", "2e-21" } } },
      .check = { "radau9", "1e-14" },
      .settings = "",
      .least = 12 },
    /* ten thousand steps; implicit Euler would take hours for nine digits of index 2 */
    { .problem = "wheelset",
      .half = { { { "radau9", "1e-13" }, { "radau11", "1e-16" } } },
      .check = { "radau9", "1e-9" },
      .settings = "",
      .least = 4,
      .bare = true,
      .published = true },
    { .problem = NULL, /* stiff or implicit */
      .half = { RADAU("1e-16", "1e-19"), IEX("1e-18", "1e-20") },
      .check = { "radau9", "1e-13" },
      .least = 11 },
    { .problem = NULL,
      .half = { RADAU("1e-16", "1e-19"), GBS("1e-22", "1e-25") },
      .check = { "radau9", "1e-13" },
      .least = 11 },
};

enum { ROWS = sizeof recipes / sizeof *recipes, NAMED = ROWS - 2 };

const recipe *recipe_all(int *n)
{
    *n = NAMED;
    return recipes;
}

const recipe *recipe_for(const ivp_problem *p)
{
    for (int k = 0; k < NAMED; k++)
        if (!strcmp(recipes[k].problem, p->name)) return &recipes[k];
    const bool implicit = p->form == IVP_LIN || p->form == IVP_DAE;
    return &recipes[implicit || (p->tags && strstr(p->tags, "stiff")) ? NAMED : NAMED + 1];
}
