/* plot_area.h -- how much of a picture is plot, measured in its SVG.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLOT_AREA_H
#define TESTS_PLOT_AREA_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/suite.h"

/* Of two ends "x,y" of a path's points the rectangle; returns its area. */
static inline double area_of(const char *points)
{
    double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY }, at[2];
    int n;
    for (; sscanf(points, " %*1[ML]%lf,%lf%n", &at[0], &at[1], &n) == 2; points += n)
        for (int i = 0; i < 2; i++) {
            low[i] = fmin(low[i], at[i]);
            high[i] = fmax(high[i], at[i]);
        }
    return isfinite(low[0]) ? (high[0] - low[0]) * (high[1] - low[1]) : 0;
}

/* Frames are the closed paths in the colour of the border, each drawn twice: before and after
 * the curves. Most of a picture is plot. */
static inline void assert_mostly_plot(const char *svg, const char *title, const char *name)
{
    static const char border[] = "<path stroke='rgb( 64,  64,  64)'  d='";
    double width, height, area = 0;
    const char *box = strstr(svg, "viewBox=\"0 0 ");
    ck_assert_msg(box && sscanf(box, "viewBox=\"0 0 %lf %lf", &width, &height) == 2, "%s",
                  name);
    for (const char *p = svg; (p = strstr(p, border)); p++) {
        const char *points = p + strlen(border), *end = strchr(points, '\'');
        if (end && memchr(points, 'Z', (size_t)(end - points))) area += area_of(points) / 2;
    }
    /* gnuplot leaves out a title that has no room */
    ck_assert_msg(strstr(svg, title) != NULL, "%s: no room for the title", name);
    ck_assert_msg(area >= 0.7 * width * height && area < 0.9 * width * height,
                  "%s: the plot takes %.3f of the picture", name, area / (width * height));
}

#endif
