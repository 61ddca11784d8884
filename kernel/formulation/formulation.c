/* formulation.c -- the table of formulations: names, options, views, and which problems have
 * them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <string.h>

#include "kernel/formulation/formulation.h"
#include "kernel/formulation/model_inner.h"
#include "kernel/lanes/lanes.h"

/* RT paper: section 3.1 (index reduction), 3.2 (Baumgarte), 3.3 (projection). The defaults of
 * alpha and beta, asked for by 0, are those of a critically damped oscillator that settles in a
 * hundredth of the interval:
 *
 *     alpha = w,     beta = w^2,     w = 100 / (t1 - t0) */
/* How the equations of a mechanism are solved, in every formulation: see elimination.h,
 * lanes.h */
#define SOLVED                                                                                 \
    { "elimination", "static",                                                                 \
      "of the saddle point: in an order found once, as compiled code or interpreted; dense "   \
      "or sparse with pivoting; many unknowns in place of the first two are taken as sparse",  \
      FORMULATION_ELIMINATIONS },                                                              \
    {                                                                                          \
        "lanes", "widest",                                                                     \
            "points side by side in the processor, for methods that ask for eight at once",    \
            FORMULATION_LANES                                                                  \
    }
/* Corners of the equations (IVP_KINK), in every formulation: see docs/events.md */
#define CORNERS                                                                                \
    { "kinks", "passed",                                                                       \
      "corners that the problem's source does not announce: passed as they are, or "           \
      "located, and the method begins anew",                                                   \
      FORMULATION_KINKS },                                                                     \
    {                                                                                          \
        "noise", "0", "seed of a relative error of one unit of rounding in f; 0: none", NULL   \
    }
static const ivp_param solved[] = { SOLVED, CORNERS, { 0 } };
static const ivp_param corners[] = { CORNERS, { 0 } };
static const ivp_param baumgarte1[] = {
    { "alpha", "0", "feedback of G u + g_t, 1/s; 0: 100 / interval", NULL },
    { "beta", "0", "feedback of g, 1/s^2; 0: alpha^2", NULL },
    SOLVED,
    CORNERS,
    { 0 },
};
static const ivp_param baumgarte2[] = {
    { "alpha", "0", "feedback of g, 1/s; 0: 100 / interval", NULL },
    SOLVED,
    CORNERS,
    { 0 },
};
static const ivp_param projected[] = {
    { "newton", "default",
      "Newton steps of the position projection; default: converged, or "
      "the method's own number",
      "default converged 1 2 3 4 5" },
    { "base", "index1", "what a step is made in, before the projection", "index1 index2" },
    SOLVED,
    CORNERS,
    { 0 },
};

/* of FORMULATION_LANES */
static const int lanes_of_word[] = { LANES_MOST, 8, 4, 2, 0 };

static const struct {
    ivp_formulation id;
    const char *name;
    const ivp_param *options;
    unsigned views;
} table[] = {
    { IVP_INDEX3, "index3", solved, IVP_RES | IVP_MECH_VIEW },
    { IVP_INDEX2, "index2", solved, IVP_RES | IVP_MECH_VIEW },
    { IVP_GGL, "ggl", solved, IVP_RES | IVP_MECH_VIEW },
    { IVP_INDEX1, "index1", solved, IVP_SECOND | IVP_FIRST | IVP_RES | IVP_MECH_VIEW },
    { IVP_BAUMGARTE1, "baumgarte1", baumgarte1,
      IVP_SECOND | IVP_FIRST | IVP_RES | IVP_MECH_VIEW },
    { IVP_BAUMGARTE2, "baumgarte2", baumgarte2, IVP_RES | IVP_MECH_VIEW },
    { IVP_PROJECTED, "projected", projected, IVP_SECOND | IVP_FIRST | IVP_MECH_VIEW },
    { IVP_STATE_SPACE, "state_space", solved, IVP_SECOND | IVP_FIRST },
    { IVP_AS_ODE, "ode", solved, IVP_SECOND | IVP_FIRST | IVP_RES | IVP_MECH_VIEW },
    { IVP_AS_LIN, "lin", corners, IVP_LINEAR | IVP_RES },
    { IVP_AS_DAE, "dae", corners, IVP_RES },
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

void formulation_solved(ivp_formulation f, const real *option, formulation_solving *how)
{
    const ivp_param *options = table[row(f)].options;
    *how = (formulation_solving){ ELIMINATION_STATIC, LANES_MOST, false, 0 };
    for (int k = 0; options && options[k].name; k++) {
        const int word = (int)option[k];
        if (!strcmp(options[k].name, "elimination")) how->elimination = (ivp_elimination)word;
        if (!strcmp(options[k].name, "lanes")) how->lanes = lanes_of_word[word];
        if (!strcmp(options[k].name, "kinks")) how->kinks = word == 1;
        if (!strcmp(options[k].name, "noise")) how->noise = (long)option[k];
    }
    if (how->noise) how->lanes = 0;
}

static bool is_second_order(const instance *i)
{
    return i->problem->form == IVP_MECH ? i->sizes.nx == 0 : i->problem->second_order;
}

unsigned formulation_views(const instance *i, ivp_formulation f)
{
    unsigned views = table[row(f)].views;
    if (i->problem->form != IVP_MECH) views &= ~(unsigned)IVP_MECH_VIEW;
    if (!is_second_order(i)) views &= ~(unsigned)IVP_SECOND;
    return views;
}

ivp_view formulation_view(const instance *i, ivp_formulation f, unsigned views)
{
    const unsigned both = views & formulation_views(i, f);
    return (ivp_view)(both & (~both + 1u));
}

unsigned formulation_through(const ivp_solver *s, ivp_formulation f)
{
    const bool blocks = !s->blocks || s->blocks & f;
    return blocks ? s->views : s->views & ~(unsigned)IVP_MECH_VIEW;
}

bool formulation_taken(const ivp_solver *s, ivp_formulation f)
{
    return s->formulations ? s->formulations & f : table[row(f)].views & s->views;
}

bool formulation_fits(const instance *i, ivp_formulation f, reason *why)
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
    if (has & f & IVP_STATE_SPACE && i->sizes.nq + i->sizes.ng > FULL_MOST)
        return reason_set(
            why,
            "state_space chooses and recovers coordinates by full matrices, which more than "
            "%d coordinates and multipliers are too many for; %s has %d: take index1, "
            "projected or index3",
            FULL_MOST, i->problem->name, i->sizes.nq + i->sizes.ng);
    if (has & f) return true;
    reason_set(why, "%s has no formulation '%s'; it has:", i->problem->name,
               table[row(f)].name);
    for (int k = 0; k < ROWS; k++)
        if (table[k].id & has) reason_add(why, " %s", table[k].name);
    return false;
}
