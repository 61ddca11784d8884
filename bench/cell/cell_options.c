/* cell_options.c -- rows of options from the table of fields. */
#include "bench/cell/cell_options.h"

#define OPTION_NAME(kind, name, store, uses, most, place, title, option) option,
static const char *const names[CELL_NFIELDS] = { CELL_FIELDS(OPTION_NAME) };

void cell_options(option_row *rows, cell *c, unsigned use)
{
    while (rows->kind) rows++;
    CELL_EACH(k, use)
    {
        const bool letter = names[k][1] == ' ';
        *rows++ = (option_row){ .name = names[k] + (letter ? 2 : 0),
                                .letter = letter ? names[k][0] : '\0',
                                .kind = OPTION_FIELD,
                                .target = c,
                                .more = &cell_fields[k] };
    }
}

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
