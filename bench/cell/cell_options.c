/* cell_options.c -- what a command line gives of a cell.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cell/cell_options.h"

cell cell_not_given(void)
{
    cell c = { 0 };
    for (const field_row *f = cell_fields; f->name; f++)
        if (f->kind != FIELD_TRUTH) field_set_number(f, -1, &c);
    return c;
}

void cell_override(cell *c, const cell *given, unsigned use)
{
    CELL_EACH(k, use)
    {
        const field_row *f = &cell_fields[k];
        if (field_is_text(f) ? field_is_set(f, given) : field_number(f, given) >= 0)
            field_copy(f, c, given);
    }
}
