/* assets.h -- files of web/ that are part of this program: the linker puts them in as they
 * are.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_ASSETS_H
#define REPORTS_ASSETS_H

#include <stddef.h>

typedef struct asset {
    const char *at, *end;
} asset;

size_t asset_size(const asset *a);

extern const asset asset_style;
extern const asset asset_page;    /* template.h */
extern const asset asset_printed; /* reports/custom/printed_runs.h */
extern const asset asset_tags;    /* of the catalogue */
/* In the order in which they see each other; ends with { 0 }. */
extern const asset asset_scripts[];

#endif
