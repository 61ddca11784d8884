/* json.c -- JSON written as it comes.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/text/json.h"

#include <math.h>

#include "reports/text/table.h"

static void put_string(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(f, "\\%c", c);
        else if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == 0x7f)
            fprintf(f, "\\u%04x", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}

static void begin(json_out *o, const char *name)
{
    if (o->some[o->depth]) fputc(',', o->f);
    o->some[o->depth] = true;
    if (!name) return;
    put_string(o->f, name);
    fputc(':', o->f);
}

void json_open(json_out *o, const char *name, char bracket)
{
    begin(o, name);
    fputc(bracket, o->f);
    o->some[++o->depth] = false;
}

void json_close(json_out *o, char bracket)
{
    o->depth--;
    fputc(bracket, o->f);
}

void json_text(json_out *o, const char *name, const char *text)
{
    begin(o, name);
    put_string(o->f, text);
}

void json_number(json_out *o, const char *name, double v)
{
    char text[40] = "null";
    if (isfinite(v)) number_text(v, text, sizeof text);
    begin(o, name);
    fputs(text, o->f);
}

void json_short(json_out *o, double v)
{
    begin(o, NULL);
    fprintf(o->f, isfinite(v) ? "%.9g" : "null", v);
}

void json_long(json_out *o, const char *name, long v)
{
    begin(o, name);
    fprintf(o->f, "%ld", v);
}

void json_truth(json_out *o, const char *name, bool v)
{
    begin(o, name);
    fputs(v ? "true" : "false", o->f);
}
