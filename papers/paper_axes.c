/* paper_axes.c -- see the header.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/paper_axes.h"

#include <math.h>

#include "papers/member.h"

static bool is_power_of_ten(double v) { return fabs(log10(v) - round(log10(v))) < 1e-9; }

/* The range asked for, not whole decades. */
static void decades_axis(figure *f, char axis, const config_setting_t *s, double from,
                         double to)
{
    figure_log_axis(f, axis, member_text(s, "label", ""), from, to);
    fprintf(f->script, "set %crange [%.10g:%.10g]\n", axis, from, to);
    if (!is_power_of_ten(from)) /* else every decade has a tick */
        fprintf(f->script, "set %ctics autofreq\n", axis);
}

/* Free beyond the last tick. */
static void leave_space(figure *f, char axis, double from, double to, double space)
{
    const double each = to - from > 8 ? 2 : 1;
    fprintf(f->script, "set %crange [%.10g:%.10g]\nset %ctics %.10g,%g,%.10g\n", axis, from,
            from + (to - from) / (1 - space), axis, from, each, to);
}

void paper_axis(figure *f, char axis, const config_setting_t *s, double space)
{
    const double from = member_number(s, "from", 0), to = member_number(s, "to", 0);
    const bool decades = member_flag(s, "log");
    if (decades && from > 0) {
        decades_axis(f, axis, s, from, to);
        return;
    }
    figure_axis(f, axis, member_text(s, "label", ""), from, to);
    if (decades)
        fprintf(f->script, "set logscale %c 10\nset format %c \"10^{%%L}\"\n", axis, axis);
    else if (space > 0 && from < to)
        leave_space(f, axis, from, to, space);
}

void paper_right_axis(figure *f, const config_setting_t *s)
{
    if (!s) {
        fputs("unset y2tics\nunset y2label\nunset logscale y2\n", f->script);
        return;
    }
    fputs("set ytics nomirror\nset y2tics\n", f->script);
    figure_label(f, "y2label", member_text(s, "label", ""), "");
    fprintf(f->script, "set y2range [%.10g:%.10g]\n", member_number(s, "from", 0),
            member_number(s, "to", 1));
    fputs(member_flag(s, "log") ? "set logscale y2 10\nset format y2 \"10^{%L}\"\n"
                                : "unset logscale y2\n",
          f->script);
}

double paper_axis_part(const config_setting_t *s, double space, double v)
{
    const double from = member_number(s, "from", 0), to = member_number(s, "to", 0);
    if (!(from < to)) return NAN;
    if (member_flag(s, "log")) return log(v / from) / log(to / from);
    return (v - from) / (to - from) * (1 - space);
}
