/* formulation.c -- the table of formulations: names, options, views, and which problems have
 * them. */
#include <stdio.h>
#include <string.h>

#include "kernel/formulation/formulation.h"
#include "kernel/formulation/model_inner.h"

/* RT paper: section 3.1 (index reduction), 3.2 (Baumgarte), 3.3 (projection). The defaults of
 * alpha and beta, asked for by 0, are those of a critically damped oscillator that settles in a
 * hundredth of the interval:
 *
 *     alpha = w,     beta = w^2,     w = 100 / (t1 - t0) */
static const ivp_param baumgarte1[] = {
    { "alpha", "0", "feedback of G u + g_t, 1/s; 0: 100 / interval", NULL },
    { "beta", "0", "feedback of g, 1/s^2; 0: alpha^2", NULL },
    { 0 },
};
static const ivp_param baumgarte2[] = {
    { "alpha", "0", "feedback of g, 1/s; 0: 100 / interval", NULL },
    { 0 },
};
static const ivp_param projected[] = {
    { "newton", "default",
      "Newton steps of the position projection; default: converged, or "
      "the method's own number",
      "default converged 1 2 3 4 5" },
    { "base", "index1", "what a step is made in, before the projection", "index1 index2" },
    { 0 },
};

static const struct {
    ivp_formulation id;
    const char *name;
    const ivp_param *options;
    unsigned views;
} table[] = {
    { IVP_INDEX3, "index3", NULL, IVP_RES | IVP_MECH_VIEW },
    { IVP_INDEX2, "index2", NULL, IVP_RES | IVP_MECH_VIEW },
    { IVP_GGL, "ggl", NULL, IVP_RES | IVP_MECH_VIEW },
    { IVP_INDEX1, "index1", NULL, IVP_SECOND | IVP_FIRST | IVP_RES | IVP_MECH_VIEW },
    { IVP_BAUMGARTE1, "baumgarte1", baumgarte1,
      IVP_SECOND | IVP_FIRST | IVP_RES | IVP_MECH_VIEW },
    { IVP_BAUMGARTE2, "baumgarte2", baumgarte2, IVP_RES | IVP_MECH_VIEW },
    { IVP_PROJECTED, "projected", projected, IVP_SECOND | IVP_FIRST | IVP_MECH_VIEW },
    { IVP_STATE_SPACE, "state_space", NULL, IVP_SECOND | IVP_FIRST },
    { IVP_AS_ODE, "ode", NULL, IVP_SECOND | IVP_FIRST | IVP_RES | IVP_MECH_VIEW },
    { IVP_AS_LIN, "lin", NULL, IVP_RES },
    { IVP_AS_DAE, "dae", NULL, IVP_RES },
};
enum { ROWS = sizeof table / sizeof *table };

ivp_formulation formulation_by_name(const char *name)
{
    for (int k = 0; k < ROWS; k++)
        if (strcmp(table[k].name, name) == 0) return table[k].id;
    return (ivp_formulation)0;
}

const char *formulation_name(int i) { return i >= 0 && i < ROWS ? table[i].name : NULL; }

static int row(ivp_formulation f)
{
    int k = 0;
    while (k < ROWS - 1 && table[k].id != f) k++;
    return k;
}

const ivp_param *formulation_options(ivp_formulation f) { return table[row(f)].options; }

unsigned formulation_views(const instance *i, ivp_formulation f)
{
    unsigned views = table[row(f)].views;
    const bool mechanical = i->problem->form == IVP_MECH;
    if (!mechanical) views &= ~(unsigned)(IVP_MECH_VIEW | IVP_SECOND);
    if (mechanical && i->sizes.nx) views &= ~(unsigned)IVP_SECOND;
    return views;
}

ivp_view formulation_view(const instance *i, ivp_formulation f, unsigned views)
{
    const unsigned both = views & formulation_views(i, f);
    return (ivp_view)(both & (~both + 1u));
}

bool formulation_taken(const ivp_solver *s, ivp_formulation f)
{
    return s->formulations ? s->formulations & f : table[row(f)].views & s->views;
}

bool formulation_fits(const instance *i, ivp_formulation f, char *why)
{
    const unsigned constrained = IVP_INDEX3 | IVP_INDEX2 | IVP_GGL | IVP_INDEX1 |
                                 IVP_BAUMGARTE1 | IVP_BAUMGARTE2 | IVP_PROJECTED |
                                 IVP_STATE_SPACE;
    unsigned has = 0;
    switch (i->problem->form) {
    case IVP_ODE:
        has = IVP_AS_ODE;
        break;
    case IVP_LIN:
        has = IVP_AS_LIN;
        break;
    case IVP_DAE:
        has = IVP_AS_DAE;
        break;
    case IVP_MECH:
        has = i->sizes.ng ? constrained : IVP_AS_ODE;
        break;
    }
    if (has & f) return true;
    size_t at = (size_t)snprintf(why, PLUGIN_WHY_MAX,
                                 "%s has no formulation '%s'; it has:", i->problem->name,
                                 table[row(f)].name);
    for (int k = 0; k < ROWS && at < PLUGIN_WHY_MAX; k++)
        if (table[k].id & has)
            at += (size_t)snprintf(why + at, PLUGIN_WHY_MAX - at, " %s", table[k].name);
    return false;
}
