/* figure.c -- a figure as a gnuplot script and a data file that redo it.
 *
 * The script loops over PNG and SVG, so that both show the same. Data are blocks that gnuplot
 * finds by number; a block without points still holds a line of "?", or all later numbers would
 * shift.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/figure.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/text/escape.h"

static FILE *open_part(const char *folder, const char *name, const char *suffix, reason *why)
{
    char *path = text_of("%s/%s.%s", folder, name, suffix);
    FILE *f = fopen(path, "w");
    if (!f) reason_set(why, "cannot write %s: %s", path, strerror(errno));
    free(path);
    return f;
}

/* One body, two formats: the loop closes in figure_end(). */
static void write_head(FILE *f, const char *name, int height)
{
    fprintf(f,
            "# gnuplot %s.gp -- draws %s.png and %s.svg in the folder it is run in\n"
            "reset session\n"
            "do for [format in \"png svg\"] {\n"
            "if (format eq \"svg\") {\n"
            "    set terminal svg size %d,%d font \"DejaVu Sans,13\" background \"white\"\n"
            "} else { if (strstrt(GPVAL_TERMINALS, \"pngcairo\") > 0) {\n"
            "    set terminal pngcairo size %d,%d font \"DejaVu Sans,10\"\n"
            "} else {\n"
            "    set terminal png size %d,%d\n"
            "} }\n"
            "set output \"%s.\" . format\n"
            "set encoding utf8\nset minussign\n"
            "set border lw 0.8 lc rgb \"#404040\"\n"
            "set grid lt 1 lc rgb \"#dcdcdc\" lw 0.7\n"
            "set datafile missing \"?\"\n"
            "set tics nomirror out\n"
            "set key outside right top vertical Left reverse noenhanced samplen 3.2 "
            "spacing 1.15\n",
            name, name, name, FIGURE_WIDTH, height, FIGURE_WIDTH, height, FIGURE_WIDTH, height,
            name);
}

figure *figure_begin(const char *folder, const char *name, int height, reason *why)
{
    figure *f = need(calloc(1, sizeof *f));
    f->name = copied(name);
    f->height = height;
    f->script = open_part(folder, name, "gp", why);
    f->data = f->script ? open_part(folder, name, "dat", why) : NULL;
    if (f->data) {
        write_head(f->script, name, height);
        return f;
    }
    if (f->script) fclose(f->script);
    free(f->name);
    free(f);
    return NULL;
}

bool figure_end(figure *f, reason *why)
{
    fprintf(f->script, "unset output\n}\n");
    const bool bad = ferror(f->script) || ferror(f->data);
    const int late = fclose(f->script) | fclose(f->data);
    if (bad || late) reason_set(why, "writing figure %s failed: %s", f->name, strerror(errno));
    free(f->name);
    free(f);
    return !bad && !late;
}

void figure_frame(figure *f, int from, int tall)
{
    const double width = FIGURE_WIDTH, height = f->height;
    fprintf(f->script,
            "set lmargin at screen %g\nset rmargin at screen %g\n"
            "set tmargin at screen %g\nset bmargin at screen %g\n",
            FRAME_LEFT / width, (FRAME_LEFT + FRAME_WIDE) / width, (from + tall) / height,
            from / height);
}

int figure_tall(const figure *f) { return f->height - FRAME_BELOW - FRAME_ABOVE; }

void figure_one_frame(figure *f) { figure_frame(f, FRAME_BELOW, figure_tall(f)); }

/* "alpha = -0.3": a hyphen before a digit, at the begin or behind a blank. */
static void write_text(FILE *f, const char *text)
{
    static const char minus[] = "\342\210\222";
    char *signs = need(calloc(strlen(text) + 1, sizeof minus)), *to = signs;
    for (const char *c = text; *c; c++) {
        const bool sign =
            *c == '-' && isdigit((unsigned char)c[1]) && (c == text || strchr(" (=[,", c[-1]));
        const size_t n = sign ? strlen(minus) : 1;
        memcpy(to, sign ? minus : c, n);
        to += n;
    }
    gnuplot_text(f, signs);
    free(signs);
}

void figure_label(figure *f, const char *what, const char *text, const char *how)
{
    fprintf(f->script, "set %s ", what);
    write_text(f->script, text);
    fprintf(f->script, " %s\n", how);
}

const char *figure_with_unit(const char *what, const char *unit, char *text, size_t size)
{
    snprintf(text, size, *unit ? "%.200s [%.200s]" : "%.200s%s", what, unit);
    return text;
}

static void axis_label(figure *f, char axis, const char *label)
{
    const char what[] = { axis, 'l', 'a', 'b', 'e', 'l', '\0' };
    figure_label(f, what, label, "");
}

void figure_axis(figure *f, char axis, const char *label, double from, double to)
{
    fprintf(f->script, "unset logscale %c\nset %ctics autofreq\nset format %c \"%%g\"\n", axis,
            axis, axis);
    axis_label(f, axis, label);
    if (from < to || from > to)
        fprintf(f->script, "set %crange [%.17g:%.17g]\n", axis, from, to);
    else
        fprintf(f->script, "set %crange [*:*]\n", axis);
}

/* Whole decades, so that the frame begins and ends at a labelled power of ten. */
void figure_decades(double *from, double *to)
{
    double low = floor(log10(*from) + 1e-9), high = ceil(log10(*to) - 1e-9);
    if (high - low < 1) high = low + 1;
    *from = pow(10, low);
    *to = pow(10, high);
}

void figure_log_axis(figure *f, char axis, const char *label, double from, double to)
{
    const bool reversed = from > to;
    double low = reversed ? to : from, high = reversed ? from : to;
    figure_decades(&low, &high);
    const double decades = log10(high / low), each = ceil(decades / 10);
    fprintf(f->script,
            "set logscale %c 10\nset format %c \"10^{%%L}\"\n"
            "set %crange [%.17g:%.17g]\nset %ctics %g\n",
            axis, axis, axis, reversed ? high : low, reversed ? low : high, axis,
            pow(10, each));
    axis_label(f, axis, label);
}

static void write_tick(figure *f, int part, int power, double v)
{
    const char *sign = power < 0 ? "\342\210\222" : "";
    if (part > 1)
        fprintf(f->script, "\"%d\302\26710^{%s%d}\" %.10g", part, sign, abs(power), v);
    else
        fprintf(f->script, "\"10^{%s%d}\" %.10g", sign, abs(power), v);
}

/* gnuplot leaves out ticks by rule where an axis of logarithms falls: they are told one by
 * one. */
void figure_falling_ticks(figure *f, double low, double high, double most)
{
    static const int parts[] = { 1, 2, 5 };
    const int from = (int)floor(log10(low)), to = (int)ceil(log10(high));
    const int each = (int)fmax(1, ceil((to - from) / most)), n = to - from > 3 ? 1 : 3;
    bool any = false;
    fputs("set xtics (", f->script);
    for (int power = from; power <= to; power++)
        for (int k = 0; k < n; k++) {
            const double v = parts[k] * pow(10, power);
            if (v < low * (1 - 1e-9) || v > high * (1 + 1e-9) || power % each) continue;
            if (any) fputs(", ", f->script);
            write_tick(f, parts[k], power, v);
            any = true;
        }
    fputs(")\n", f->script);
}

/* Number n: line and filled marker; n + 100: hollow marker, for capped points and failures. */
void figure_line_style(figure *f, int number, const style *s)
{
    fprintf(f->script,
            "set style line %d lc rgb \"#%06x\" lw 1.7 dt %s pt %d ps 1.0\n"
            "set style line %d lc rgb \"#%06x\" lw 1.4 dt 1 pt %d ps 1.15\n",
            number, s->rgb, s->dash, s->filled, number + 100, s->rgb, s->hollow);
}

int figure_block(figure *f, const char *title)
{
    if (f->blocks) fputs("\n\n", f->data);
    /* gnuplot does not count a block without a line: this one holds nothing but counts */
    fputs("# ", f->data);
    for (; *title; title++) fputc(iscntrl((unsigned char)*title) ? ' ' : *title, f->data);
    fputs("\n? ? ? ? ?\n", f->data);
    return f->blocks++;
}

void figure_plot(figure *f)
{
    fputs("plot ", f->script);
    f->first = true;
}

static void add_curve(figure *f, int block, const char *format, va_list args)
{
    if (!f->first) fputs(", \\\n    ", f->script);
    f->first = false;
    if (block >= 0) fprintf(f->script, "\"%s.dat\" index %d ", f->name, block);
    vfprintf(f->script, format, args);
}

void figure_curve(figure *f, int block, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_curve(f, block, format, args);
    va_end(args);
}

void figure_titled(figure *f, const char *title, int block, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_curve(f, block, format, args);
    va_end(args);
    fputs(" title ", f->script);
    write_text(f->script, title);
}

void figure_plot_done(figure *f) { fputc('\n', f->script); }

void figure_file_name(const char *title, char *name, size_t size)
{
    size_t n = 0;
    for (; *title && n + 1 < size; title++)
        name[n++] = isalnum((unsigned char)*title) || strchr("_.-", *title) ? *title : '-';
    name[n] = '\0';
}
