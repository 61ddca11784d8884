/* censored.c -- see the header.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/censored.h"

#include <math.h>
#include <stdio.h>

/* Pixels: from the point to the begin and to the tip. */
static const double begin = 6, tip = 26;

/* The last two points in the order of rungs; how many there are. */
static int last_points(const censored_chart *c, const board *b, const ladder *l,
                       double at[2][2])
{
    double here[2];
    int n = 0;
    for (int k = l->first; k < l->first + l->n; k++) {
        if (!c->place(c->chart, &b->entries[k], here)) continue;
        for (int i = 0; i < 2; i++) {
            at[1][i] = n ? at[0][i] : here[i];
            at[0][i] = here[i];
        }
        n++;
    }
    return n;
}

bool censored_arrow(const censored_chart *c, figure *f, const board *b, const ladder *l,
                    int number, unsigned rgb)
{
    double at[2][2];
    if (!c->letter(c->chart, &b->entries[l->first + l->n - 1]) || !last_points(c, b, l, at))
        return false;
    double across = (at[0][0] - at[1][0]) * c->width, up = (at[0][1] - at[1][1]) * c->height;
    double length = hypot(across, up);
    if (!(length > 0)) across = length = 1; /* one point: to the right */
    across /= length * c->width;
    up /= length * c->height;
    fprintf(f->script,
            "set arrow %d from graph %.4f, graph %.4f to graph %.4f, graph %.4f head nofilled "
            "size screen 0.011,28 front lc rgb \"#%06x\" lw 1.5\n",
            number, at[0][0] + begin * across, at[0][1] + begin * up, at[0][0] + tip * across,
            at[0][1] + tip * up, rgb);
    return true;
}
