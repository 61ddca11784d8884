/* paper_axes.h -- axes of a figure of a paper, as its entry describes them.
 *
 *     x = { label = "t [s]"; from = 0.0; to = 2.0; log = false; };
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_PAPER_AXES_H
#define PAPERS_PAPER_AXES_H

#include <libconfig.h>

#include "reports/figures/figure.h"

/* s NULL: found from the data. space: the share of the frame that is left free beyond `to`. */
void paper_axis(figure *f, char axis, const config_setting_t *s, double space);
/* The axis on the right; s NULL: none. */
void paper_right_axis(figure *f, const config_setting_t *s);
/* Where a value is along the frame; NAN where the axis has no ends. */
double paper_axis_part(const config_setting_t *s, double space, double v);

#endif
