/* picture.c -- a canvas that counts, and one that writes.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/picture.h"

#include "bench/base/util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct spot { /* of a line */
    int line, number;
} spot;

struct picture {
    const instance *i;
    int lines, points; /* those of the state that is being drawn */
    int width;
    spot spots[PICTURE_POINTS];
    double at[PICTURE_POINTS][2];
};

static double rounded(double v)
{
    enum { BITS = 16 };
    int power;
    const double part = frexp(v, &power);
    return ldexp(nearbyint(ldexp(part, BITS)), power - BITS);
}

static void put_line(void *self, int n, const real (*x)[3])
{
    picture *p = self;
    for (int k = 0; k < n; k++, p->points++) {
        if (p->points >= PICTURE_POINTS) continue;
        p->spots[p->points] = (spot){ p->lines, k };
        p->at[p->points][0] = rounded(x[k][0] - 0.4 * x[k][2]);
        p->at[p->points][1] = rounded(x[k][1] - 0.3 * x[k][2]);
    }
    p->lines++;
}

static void put_point(void *self, const char *name, const real x[3])
{
    (void)name;
    put_line(self, 1, (const real(*)[3])x);
}

static bool drawn(picture *p, const ivp_state *s)
{
    const ivp_canvas canvas = { put_point, put_line, p };
    p->lines = p->points = 0;
    return p->i->problem->draw(s, &canvas, p->i->p) == IVP_OK;
}

picture *picture_new(const instance *i)
{
    if (!i->problem->draw) return NULL;
    picture *p = need(calloc(1, sizeof *p));
    p->i = i;
    return p;
}

void picture_free(picture *p) { free(p); }
int picture_width(const picture *p) { return p ? p->width : 0; }

char *picture_name(const picture *p, int k)
{
    return text_of("draw:%d.%d.%c", p->spots[k / 2].line, p->spots[k / 2].number,
                   k % 2 ? 'y' : 'x');
}

bool picture_begin(picture *p, const ivp_state *s)
{
    if (!drawn(p, s) || p->points > PICTURE_POINTS) return false;
    p->width = 2 * p->points;
    return true;
}

void picture_put(picture *p, const ivp_state *s, double *to)
{
    const bool good = drawn(p, s) && 2 * p->points == p->width;
    for (int k = 0; k < p->width; k++) to[k] = good ? p->at[k / 2][k % 2] : NAN;
}
