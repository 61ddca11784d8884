/* catalogue.c -- the overview of all problems, and a part for each.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/catalogue/catalogue.h"

#include "bench/base/util.h"
#include "reference/file/enclosure.h"
#include "reports/catalogue/gallery.h"
#include "reports/catalogue/portrait.h"
#include "reports/catalogue/survey_text.h"
#include "reports/figures/figure.h"
#include "reports/page/assets.h"
#include "reports/page/page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 2048 };

typedef struct catalogue {
    page *page;
    const char *reference;
    char *figures; /* folder */
    char **names;  /* of figures to be drawn */
    int nnames;
    reason *why;
} catalogue;

static ref *reference_of(const catalogue *c, const char *problem)
{
    reason why;
    ref *r;
    return ref_open(&r, c->reference, problem, "", &why) ? r : NULL;
}

/* ---- overview ---------------------------------------------------------------------------- */

static void add_row(const catalogue *c, table *t, const catalogue_entry *e)
{
    char text[LINE];
    ref *r = reference_of(c, e->name);
    const survey_spectrum s = survey_extremes(e->survey);
    const bool known = s.points > 0;
    table_text(t, "%s", e->name);
    survey_class(e->survey, text, sizeof text);
    table_text(t, "%s", text);
    survey_size(e->survey, text, sizeof text);
    table_text(t, "%s", text);
    table_number(t, "%.1e", known ? s.least : NAN);
    table_number(t, "%.1e", known ? s.most : NAN);
    table_number(t, "%.1e", known ? s.turn : NAN);
    table_number(t, "%.1e",
                 known && r ? fmax(fmax(-s.least, s.most), s.turn) * (r->t1 - r->t0) : NAN);
    table_number(t, "%.1f", survey_certified(e->survey));
    table_number(t, "%.1f", survey_published(e->survey, NULL, 0));
    survey_line(e->survey, "tags", 0, text, sizeof text);
    table_text(t, "%s", text);
    ref_free(r);
}

static void write_overview(const catalogue *c, const catalogue_entry *entries, int n)
{
    table *t = table_new("problem|class|n|least Re|largest Re|largest Im|times interval|"
                         "digits of the reference|published digits right|tags");
    for (int k = 0; k < n; k++) add_row(c, t, &entries[k]);
    page_text(
        c->page,
        "%d problem%s. n counts unknowns, of mechanisms (q, u, x) and multipliers. Eigenvalues "
        "are those of the linearised equations at the start, at the stored states of the "
        "reference and "
        "half way between its events: extremes over all of them. The largest modulus times the "
        "interval says how stiff or how long a problem is. Digits of the reference are the "
        "fewest of the end state, by its error bars; of grade double they are not certified. "
        "Those of published values are the fewest of the components that scd "
        "counts.",
        n, n == 1 ? "" : "s");
    gallery_begin(c->page);
    for (int k = 0; k < n; k++) {
        ref *r = reference_of(c, entries[k].name);
        gallery_add(c->page, entries[k].name, entries[k].survey, r);
        ref_free(r);
    }
    gallery_end(c->page);
    page_table(c->page, "problems", "Problems", "", t);
    table_free(t);
}

/* ---- one problem ------------------------------------------------------------------------- */

static void write_item(const catalogue *c, const catalogue_entry *e, const char *term,
                       const char *key)
{
    char text[LINE];
    if (survey_line(e->survey, key, 0, text, sizeof text)) page_item(c->page, term, "%s", text);
}

/* Numbers that begin a text, one after the other; how many there are of n. */
static int numbers(const char *text, int n, int *v)
{
    int k = 0;
    for (char *end = NULL; k < n; k++, text = end) {
        v[k] = (int)strtol(text, &end, 10);
        if (end == text) break;
    }
    return k;
}

static void write_features(const catalogue *c, const catalogue_entry *e)
{
    char text[LINE], breaks[16];
    enum { PARAMETERS, EVENTS, BREAKS, LAWS, JACOBIAN, PATTERN, EXACT, FEATURES };
    enum { ML = 4, MU, SIZES };
    int has[FEATURES], size[SIZES];
    survey_line(e->survey, "features", 0, text, sizeof text);
    if (numbers(text, FEATURES, has) < FEATURES) return;
    survey_line(e->survey, "sizes", 0, text, sizeof text);
    if (numbers(text, SIZES, size) < SIZES) return;
    snprintf(text, sizeof text, "%s",
             size[ML] || size[MU] ? "banded"
             : has[PATTERN]       ? "of known structure"
                                  : "full");
    snprintf(breaks, sizeof breaks, "%d", has[BREAKS]);
    page_item(c->page, "Parameters",
              "%d; events: %d; discontinuities: %s; invariants: %d; Jacobian %s, %s%s",
              has[PARAMETERS], has[EVENTS], has[BREAKS] ? breaks : "none", has[LAWS],
              has[JACOBIAN] ? "by hand" : "by complex step", text,
              has[EXACT] ? "; an exact solution" : "");
}

static void write_protocol(const catalogue *c, const catalogue_entry *e)
{
    enum { FROM, TO, PER, RUNGS };
    char text[LINE], atol[64], h0[64];
    int rung[RUNGS];
    survey_line(e->survey, "protocol", 0, text, sizeof text);
    if (numbers(text, RUNGS, rung) == RUNGS &&
        sscanf(text, "%*s %*s %*s %63s %63s", atol, h0) == 2)
        page_item(c->page, "Protocol",
                  "rtol = 10^-(%d + m/%d) down to 1e-%d, atol = %s, h0 = %s", rung[FROM],
                  rung[PER], rung[TO], atol, h0);
}

static void write_spectrum(const catalogue *c, const catalogue_entry *e)
{
    const survey_spectrum s = survey_extremes(e->survey);
    if (s.points)
        page_item(c->page, "Eigenvalues",
                  "real parts from %.3g to %.3g, imaginary parts up to %.3g, at %d states",
                  s.least + 0.0, s.most + 0.0, s.turn, s.points);
}

static void write_reference(catalogue *c, const catalogue_entry *e, const ref *r)
{
    char source[LINE] = "", name[128];
    reason why;
    const double right = survey_published(e->survey, source, sizeof source);
    if (!r) {
        page_item(c->page, "Reference", "none on file");
        return;
    }
    page_item(c->page, "Interval", "%.10g .. %.10g", r->t0, r->t1);
    const double certified = survey_certified(e->survey);
    char known[32] = "";
    if (isfinite(certified)) snprintf(known, sizeof known, "; %.1f digits", certified);
    page_item(c->page, "Reference", "%s; half A: %s; half B: %s%s",
              ref_grade_text(ref_graded(r, &why)), r->half[REF_A].method, r->half[REF_B].method,
              known);
    if (isfinite(right))
        page_item(c->page, "Published", "%.1f digits right: %s", right, source);
    page_text(c->page, "%s", "");
    if (!r->nobservables) return;
    figure_file_name(e->name, name, sizeof name);
    if (!portrait_write(r, c->figures, name, c->why)) return;
    c->names = grown(c->names, (size_t)c->nnames + 1, sizeof *c->names);
    c->names[c->nnames++] = copied(name);
    page_picture(c->page, name, "Observables of the reference over their largest values");
}

static void write_problem(catalogue *c, const catalogue_entry *e)
{
    char text[LINE];
    ref *r = reference_of(c, e->name);
    page_heading(c->page, 2, "%s", e->name);
    survey_line(e->survey, "title", 0, text, sizeof text);
    page_text(c->page, "%s", text);
    write_item(c, e, "Source", "source");
    survey_class(e->survey, text, sizeof text);
    page_item(c->page, "Class", "%s", text);
    write_item(c, e, "Tags", "tags");
    write_features(c, e);
    write_protocol(c, e);
    write_spectrum(c, e);
    write_reference(c, e, r);
    page_text(c->page, "%s", "");
    ref_free(r);
}

bool catalogue_write(const catalogue_entry *entries, int n, const char *reference,
                     const char *folder, reason *why)
{
    catalogue c = { .reference = reference, .why = why };
    c.figures = text_of("%s/figures", folder);
    char *inside = text_of("%s/", c.figures), *tables = text_of("%s/tables/", folder);
    *why->text = '\0';
    bool good = folders_above(inside, why) && folders_above(tables, why);
    if (good) c.page = page_begin(folder, "Catalogue of problems", false, why);
    good = good && c.page;
    if (good) {
        write_overview(&c, entries, n);
        for (int k = 0; k < n; k++) write_problem(&c, &entries[k]);
        page_script(c.page, asset_tags.at, asset_size(&asset_tags));
        good = !*why->text;
        if (good && figure_gnuplot()) good = figure_draw(c.figures, c.names, c.nnames, why);
        good = page_end(c.page, why) && good;
    }
    for (int k = 0; k < c.nnames; k++) free(c.names[k]);
    free(c.names);
    free(c.figures);
    free(inside);
    free(tables);
    return good;
}
