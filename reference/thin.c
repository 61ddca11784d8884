/* thin.c -- equidistribution of the interpolation error over the points of a trajectory. */
#include "reference/thin.h"

#include <stdlib.h>

enum { STENCIL = 5 };

static real value(const samples *s, int point, int column)
{
    return s->rows[(size_t)point * (size_t)s->width + (size_t)s->column[column]];
}

static real size_of(const samples *s, int column)
{
    real size = 0;
    for (int i = 0; i < s->n; i++) size = ivp_max(size, ivp_abs(value(s, i, column)));
    return size;
}

/* f[t_i, ..., t_i+4], about a 24th of the fourth derivative */
static real difference(const samples *s, int i, int column)
{
    real d[STENCIL];
    for (int k = 0; k < STENCIL; k++) d[k] = value(s, i + k, column);
    for (int order = 1; order < STENCIL; order++)
        for (int k = 0; k < STENCIL - order; k++)
            d[k] = (d[k + 1] - d[k]) / ((real)s->t[i + k + order] - (real)s->t[i + k]);
    return ivp_abs(d[0]);
}

/* End of the part that begins at `from`: the last point before a repeated time. */
static int part_end(const samples *s, int from)
{
    int to = from;
    while (to + 1 < s->n && s->t[to + 1] > s->t[to]) to++;
    return to;
}

/* weight[i]: number of points that the interval before point i asks for, up to a factor. */
static void weigh(const samples *s, const real *size, real *weight)
{
    for (int from = 0; from < s->n; from = part_end(s, from) + 1) {
        const int to = part_end(s, from);
        weight[from] = 0;
        for (int i = from + 1; i <= to; i++) {
            real worst = 0;
            int first = i - STENCIL / 2 - 1;
            first = first < from ? from : first > to - STENCIL + 1 ? to - STENCIL + 1 : first;
            for (int c = 0; c < s->ncolumns && to - from + 1 >= STENCIL; c++)
                if (size[c] > 0) worst = ivp_max(worst, difference(s, first, c) / size[c]);
            weight[i] = sqrt(sqrt(worst)) * ((real)s->t[i] - (real)s->t[i - 1]);
        }
    }
}

void thin(const samples *s, int target, bool *keep)
{
    real *weight = calloc((size_t)s->n + (size_t)s->ncolumns, sizeof *weight);
    real *size = weight + s->n, total = 0, sum = 0;
    if (!weight || s->n < 2) {
        for (int i = 0; i < s->n; i++) keep[i] = true;
        free(weight);
        return;
    }
    for (int c = 0; c < s->ncolumns; c++) size[c] = size_of(s, c);
    weigh(s, size, weight);
    for (int i = 0; i < s->n; i++) total += weight[i];
    /* a tenth of the points evenly over time, a twentieth evenly over the candidates */
    const real span = (real)s->t[s->n - 1] - (real)s->t[0];
    for (int i = 1; i < s->n; i++)
        weight[i] += total * (R(0.1) * ((real)s->t[i] - (real)s->t[i - 1]) / span +
                              R(0.05) / (real)s->n);
    const real share = R(1.15) * total / (real)target;
    for (int i = 0, last = -1; i < s->n; i++) {
        sum += weight[i];
        const int now = share > 0 ? (int)(sum / share) : i;
        const bool edge =
            i == 0 || i == s->n - 1 || s->t[i] == s->t[i - 1] || s->t[i] == s->t[i + 1];
        keep[i] = keep[i] || edge || now > last;
        last = now;
    }
    free(weight);
}
