/* gauss_onward.c -- the last ratios; the formulas stand in gauss_table.c and gauss_law.c. */
#include "kernel/methods/gauss/gauss_onward.h"

#include "kernel/methods/gauss/gauss_law.h"

const gauss_ratio *gauss_onward_of(gauss_onward *o, const gauss_table *g, real ratio)
{
    for (int k = 0; k < GAUSS_RATIOS; k++)
        if (o->kept[k].ratio == ratio) return &o->kept[k];
    gauss_ratio *r = &o->kept[o->next];
    o->next = (o->next + 1) % GAUSS_RATIOS;
    r->ratio = ratio;
    r->reach = gauss_law_reach(ratio);
    gauss_table_continue(g, ratio, r->P);
    return r;
}
