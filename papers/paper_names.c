/* paper_names.c -- see the header.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/paper_names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "papers/member.h"
#include "papers/paper_axes.h"

/* The share of a frame for names. */
static const double names_room = 0.3;

static bool has_groups(const config_setting_t *curves)
{
    for (int i = 0; curves && i < config_setting_length(curves); i++)
        if (member(config_setting_get_elem(curves, (unsigned)i), "group")) return true;
    return false;
}

bool paper_names_begin(paper_names *p, const config_setting_t *plot, reason *why)
{
    *p = (paper_names){ .x = member(plot, "x"), .y = member(plot, "y") };
    snprintf(p->note, sizeof p->note, "%s", member_text(plot, "note", ""));
    if (!has_groups(member(plot, "curves"))) return true;
    p->room = names_room;
    const bool ends =
        isfinite(paper_axis_part(p->x, p->room, 1)) && isfinite(paper_axis_part(p->y, 0, 1));
    return ends ||
           reason_set(why, "curves by groups have names: x and y need \"from\" and \"to\"");
}

void paper_names_avoid(paper_names *p, const points *at)
{
    for (int i = 0; i < at->n; i++)
        front_mark(&p->marks, false, paper_axis_part(p->x, p->room, at->x[i]),
                   paper_axis_part(p->y, 0, at->y[i]));
}

void paper_names_add(paper_names *p, const char *title, const points *at, unsigned rgb,
                     bool behind)
{
    const int last = at->n - 1;
    if (behind) {
        const size_t n = strlen(p->note);
        const char *before = p->behind++ ? ", " : n ? "; grey: " : "grey: ";
        snprintf(p->note + n, sizeof p->note - n, "%s%s", before, title);
        return;
    }
    double x = NAN, y = NAN;
    for (int i = 0; i <= last; i++) {
        x = paper_axis_part(p->x, p->room, at->x[i]);
        y = paper_axis_part(p->y, 0, at->y[i]);
        front_mark(&p->marks, i > 0, x, y);
    }
    if (p->n < PAPER_NAMES) p->list[p->n++] = (front_name){ x, y, rgb, copied(title) };
}

void paper_names_write(paper_names *p, figure *f)
{
    if (!(p->room > 0)) return;
    figure_one_frame(f);
    front_names(f, p->list, p->n, &p->marks, FRAME_WIDE, figure_tall(f));
    front_note(f, 0, p->note);
    *p = (paper_names){ 0 };
}

void paper_names_free(paper_names *p)
{
    for (int i = 0; i < p->n; i++) free(p->list[i].text);
    free(p->marks.at);
    *p = (paper_names){ 0 };
}
