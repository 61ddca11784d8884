/* report.c -- the whole report of a store in one folder: problem by problem.
 *
 *     index.md, index.html    text, figures and tables
 *     figures/                PNG, SVG, and the gnuplot scripts and data that redo them
 *     tables/                 CSV, LaTeX on request
 *
 * Without gnuplot all but the pictures is written.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/figures/diagrams.h"
#include "reports/figures/figure.h"
#include "reports/figures/histories.h"
#include "reports/custom/printed_runs.h"
#include "reports/page/answers.h"
#include "reports/page/assets.h"
#include "reports/page/by_commit.h"
#include "reports/page/page.h"
#include "reports/page/problem_head.h"
#include "reports/page/prose.h"
#include "reports/page/script.h"
#include "reports/figures/profile.h"
#include "reports/tables/tables.h"

enum { MOST_TRAJECTORIES = 3, NAME = 512 };
/* Pictures in the page, and figures that are drawn at once; of more only those in the page
 * are. */
enum { MOST_PICTURES = 60, MOST_FIGURES = 600 };

typedef struct report {
    const board *b;
    const earlier *earlier;
    const custom_figures *custom;
    page *page;
    char *figures; /* folder */
    char **names;  /* of the figures to be drawn */
    bool *inside;  /* a flag each: it stands in the page itself */
    int nnames;
    bool drawn; /* there is a gnuplot */
    bool good;
    reason *why;
} report;

/* ---- figures of one problem -------------------------------------------------------------- */

static diagram diagram_named(report *r, int g, char *name, const char *what)
{
    char title[1024], file[NAME / 2];
    group_title(&r->b->groups[g], title, sizeof title);
    figure_file_name(title, file, sizeof file);
    snprintf(name, NAME, "%s-%s", file, what);
    return (diagram){
        .board = r->b, .group = g, .folder = r->figures, .name = name, .why = r->why
    };
}

/* The figure stands in the page, or is a link. */
static void show_as(report *r, const diagram *d, bool good, bool drawn, const char *caption,
                    void (*put)(page *p, const char *name, const char *caption))
{
    r->good = r->good && good;
    if (!good || !drawn) return;
    r->names = grown(r->names, (size_t)r->nnames + 1, sizeof *r->names);
    r->inside = grown(r->inside, (size_t)r->nnames + 1, sizeof *r->inside);
    r->inside[r->nnames] = put == page_picture;
    r->names[r->nnames++] = copied(d->name);
    put(r->page, d->name, caption);
}

typedef struct sight { /* what to see: prose.h */
    prose_kind kind;
    bool mescd;
    int which;
} sight;

/* The caption names the problem and says what to see: a picture may be taken away from its
 * heading. */
static void show_problem(report *r, const diagram *d, bool good, bool drawn,
                         const char *caption, sight see,
                         void (*put)(page *p, const char *name, const char *caption))
{
    char title[1024];
    const group *g = &d->board->groups[d->group];
    group_title(g, title, sizeof title);
    char *prose = drawn ? prose_figure(r->b, g, see.kind, see.mescd, see.which) : copied("");
    char *text = text_of("%s: %s%s%s", title, caption, *prose ? ". " : "", prose);
    show_as(r, d, good, drawn, text, put);
    free(prose);
    free(text);
}

static void show(report *r, const diagram *d, bool good, bool drawn, const char *caption,
                 sight see)
{
    show_problem(r, d, good, drawn, caption, see, page_figure);
}

static void draw_work(report *r, int g)
{
    char name[NAME], what[64], caption[256];
    for (const digit_axis *x = digit_axes; x->name; x++)
        for (const cost_axis *y = cost_axes; y->name; y++) {
            bool drawn = false;
            snprintf(what, sizeof what, "%s-%s", x->name, y->name);
            const diagram d = diagram_named(r, g, name, what);
            snprintf(caption, sizeof caption, "work-precision diagram, %s against %s", x->name,
                     strcmp(y->name, "cpu") ? "evaluations of f" : "CPU time");
            const bool good = diagram_work(&d, x, y, &drawn);
            const bool first =
                x == digit_axes && y == cost_axes && r->b->ngroups <= MOST_PICTURES;
            const sight see = { y == cost_axes ? PROSE_CPU : PROSE_F, x != digit_axes, 0 };
            show_problem(r, &d, good, drawn, caption, see, first ? page_picture : page_figure);
        }
}

static void draw_errors(report *r, int g)
{
    static const char *const captions[] = { "error against tolerance",
                                            "error against step size, with observed orders" };
    char name[NAME], what[64], caption[256];
    for (int steps = 0; steps < 2; steps++)
        for (const digit_axis *y = digit_axes; y->name; y++) {
            bool drawn = false;
            snprintf(what, sizeof what, "%s-%s", y->name, steps ? "h" : "rtol");
            diagram d = diagram_named(r, g, name, what);
            d.no_events = true;
            snprintf(caption, sizeof caption, "%s (%s)", captions[steps], y->name);
            const bool good = diagram_error(&d, y, steps, &drawn);
            const sight see = { steps ? PROSE_STEP : PROSE_TOLERANCE, y != digit_axes, 0 };
            show(r, &d, good, drawn, caption, see);
        }
}

/* The first result that has quantities names them for all. */
static const entry *spokesman(const board *b, const group *g)
{
    for (int i = g->first; i < g->first + g->n; i++)
        if (b->entries[i].nquantities) return &b->entries[i];
    return NULL;
}

static void draw_histories(report *r, int g)
{
    char name[NAME], what[128], caption[256];
    bool drawn = false;
    diagram d = diagram_named(r, g, name, "steps");
    bool good = history_steps(&d, &drawn);
    show(r, &d, good, drawn, "accepted step sizes against time",
         (sight){ PROSE_STEPS, false, 0 });
    d = diagram_named(r, g, name, "drift");
    good = history_drift(&d, &drawn);
    show(r, &d, good, drawn, "violation of the constraints against time",
         (sight){ PROSE_DRIFT, false, 0 });
    const entry *e = spokesman(r->b, &r->b->groups[g]);
    for (int i = 0; e && i < e->nquantities && i < MOST_TRAJECTORIES; i++) {
        char file[64];
        figure_file_name(e->quantities[i].name, file, sizeof file);
        snprintf(what, sizeof what, "trajectory-%s", file);
        snprintf(caption, sizeof caption,
                 "trajectory of %s, computed and reference above, "
                 "their difference below",
                 e->quantities[i].name);
        drawn = false;
        d = diagram_named(r, g, name, what);
        good = history_trajectory(&d, &e->quantities[i], &drawn);
        show(r, &d, good, drawn, caption, (sight){ PROSE_TRAJECTORY, false, i });
    }
}

/* ---- one problem ------------------------------------------------------------------------- */

static void write_tables(report *r, const group *g)
{
    char title[1024], file[NAME / 2], name[NAME];
    group_title(g, title, sizeof title);
    figure_file_name(title, file, sizeof file);
    for (const tables_row *row = tables_list; row->name; row++) {
        table *t = row->make(r->b, g);
        snprintf(name, sizeof name, "%s-%s", file, row->name);
        page_table(r->page, name, row->title, row->note, t);
        table_free(t);
    }
    json_t *all = printed_read(asset_printed.at, asset_size(&asset_printed));
    table *t = printed_table(all, g);
    snprintf(name, sizeof name, "%s-printed", file);
    page_table(r->page, name,
               "Published results, for comparison, also of codes that are not here",
               json_string_value(json_object_get(all, "source")), t);
    table_free(t);
    json_decref(all);
}

static void write_problem(report *r, int g)
{
    char title[1024];
    group_title(&r->b->groups[g], title, sizeof title);
    page_heading(r->page, 2, "%s", title);
    page_text(r->page, "%s", group_text(&r->b->groups[g], "title"));
    prose_problem(r->page, r->b, &r->b->groups[g]);
    problem_head(r->page, r->b, &r->b->groups[g]);
    prose_source(r->page, r->b, &r->b->groups[g]);
    draw_work(r, g);
    draw_errors(r, g);
    draw_histories(r, g);
    write_tables(r, &r->b->groups[g]);
}

/* ---- the whole --------------------------------------------------------------------------- */

/* What a profile leaves out, in words. */
static void profile_caption(const profile_counts *c, double level, const char *metric,
                            char *text, size_t size)
{
    snprintf(
        text, size,
        "Performance profile: share of %d problems that a solver solves to at least %g "
        "digits (%s) within a factor of the CPU time of the fastest. Each solver has "
        "its best formulation and options. All solvers here were run on all these problems; a "
        "problem that is not solved counts as a failure. Times below %g s count as that",
        c->problems, level, metric, profile_floor);
    const size_t n = strlen(text);
    snprintf(
        text + n, size - n,
        ". Problems left out: %d not run by all, not asked for so many digits or not ranked, "
        "%d whose reference has too few digits, %d that no solver solves. Solvers left out, "
        "run on too "
        "few problems: %d",
        c->alone, c->unknown, c->unsolved, c->apart);
}

static void draw_profiles(report *r)
{
    static const double levels[] = { 3, 5, 7 };
    for (int m = 0; m < r->b->nmachines; m++)
        for (size_t k = 0; k < sizeof levels / sizeof *levels; k++) {
            char name[64], caption[768];
            bool drawn = false;
            profile_counts counts;
            snprintf(name, sizeof name, m ? "profile-%g-machine-%d" : "profile-%g", levels[k],
                     m + 1);
            const diagram d = {
                .board = r->b, .folder = r->figures, .name = name, .why = r->why
            };
            const bool good =
                diagram_profile(&d, r->b->machines[m], levels[k], &counts, &drawn);
            profile_caption(&counts, levels[k], r->b->metric, caption, sizeof caption);
            show_as(r, &d, good, drawn, caption, page_picture);
        }
}

static void write_answers(report *r)
{
    table *t = answers_table(r->b);
    page_table(
        r->page, "answers", "Fastest solver for 3, 6 and 9 digits",
        "Each solver by its fastest formulation; ratios with the 99.9 % interval that decides.",
        t);
    table_free(t);
}

/* A reader's own, first of all figures. */
static void draw_custom(report *r)
{
    for (int i = 0; r->custom && i < r->custom->n; i++) {
        const custom_figure *o = &r->custom->list[i];
        char name[64], caption[1100];
        bool drawn = false;
        snprintf(name, sizeof name, "own-%d", i + 1);
        const diagram d = {
            .board = r->b, .group = o->group, .folder = r->figures, .name = name, .why = r->why
        };
        if (!i) page_heading(r->page, 2, "My figures");
        const bool good = custom_draw(&d, o, &drawn);
        custom_caption(r->b, o, caption, sizeof caption);
        show_as(r, &d, good, drawn, caption, page_picture);
        if (!drawn) page_text(r->page, "%s: no run has both", caption);
    }
}

static void write_front(report *r)
{
    table *t = tables_overview(r->b);
    page_text(
        r->page,
        "%d result%s on %d machine%s. One line in a diagram is one solver in one "
        "formulation along its ladder of tolerances or steps; colour and marker belong to "
        "the solver, the dash to the formulation, other shades to variants. Better is to "
        "the right and down. Hollow points lie within a factor 10 of the error bar of the "
        "reference: nothing is ranked there. "
        "Failures stand at the border with a letter and their number.",
        r->b->n, r->b->n == 1 ? "" : "s", r->b->nmachines, r->b->nmachines == 1 ? "" : "s");
    if (*r->b->note) page_text(r->page, "%s.", r->b->note);
    write_answers(r);
    compared_tables(r->page, r->b, r->earlier);
    by_commit_table(r->page, r->earlier->history);
    page_table(r->page, "overview", "Outcomes", "", t);
    draw_profiles(r);
    for (int g = 0; g < r->b->ngroups; g++) {
        char title[1024];
        group_title(&r->b->groups[g], title, sizeof title);
        page_link(r->page, title);
    }
    page_text(r->page, "%s", "");
    table_free(t);
}

static const char no_gnuplot[] =
    "gnuplot was not found, so no figure is drawn (tables, scripts and data are "
    "written); install gnuplot-nox and run the same again";

static void write_page(report *r)
{
    prose_course(r->page, &r->b->course);
    prose_environment(r->page, r->b);
    if (!r->drawn) {
        page_text(r->page, "%s", no_gnuplot);
        page_without_pictures(r->page);
    }
    program_place(r->page);
    page_open(r->page, "static", true, "All figures and tables");
    program_instead(r->page, true);
    draw_custom(r);
    write_front(r);
    if (r->b->ngroups > MOST_PICTURES) page_longest_table(r->page, 0);
    for (int g = 0; g < r->b->ngroups && r->good; g++) write_problem(r, g);
    if (r->nnames > MOST_FIGURES)
        page_text(r->page,
                  "Of these %d figures only those in this page were drawn; the others wait as "
                  "scripts: cd figures && gnuplot NAME.gp",
                  r->nnames);
    program_instead(r->page, false);
    page_close(r->page);
    program_write(r->page, r->b, r->earlier, r->custom);
}

static report_end draw(report *r)
{
    if (!r->drawn) {
        reason_set(r->why, "%s", no_gnuplot);
        return REPORT_NO_GNUPLOT;
    }
    char **names = need(calloc((size_t)r->nnames + 1, sizeof *names));
    int n = 0;
    for (int i = 0; i < r->nnames; i++)
        if (r->inside[i] || r->nnames <= MOST_FIGURES) names[n++] = r->names[i];
    const bool good = figure_draw(r->figures, names, n, r->why);
    free(names);
    return good ? REPORT_DONE : REPORT_FAILED;
}

report_end report_write(const board *b, const earlier *e, const custom_figures *custom,
                        const char *folder, bool latex, reason *why)
{
    report r = { .b = b,
                 .earlier = e,
                 .custom = custom,
                 .drawn = figure_gnuplot(),
                 .good = true,
                 .why = why };
    char *tables = text_of("%s/tables", folder);
    r.figures = text_of("%s/figures", folder);
    report_end end = REPORT_FAILED;
    if (make_folder(folder, why) && make_folder(r.figures, why) && make_folder(tables, why))
        r.page = page_begin(folder, "ivpbench: report", latex, why);
    if (r.page) {
        write_page(&r);
        if (r.good) end = draw(&r); /* the page has some of them in itself */
        if (!page_end(r.page, why)) end = REPORT_FAILED;
    }
    for (int i = 0; i < r.nnames; i++) free(r.names[i]);
    free(r.names);
    free(r.inside);
    free(r.figures);
    free(tables);
    return end;
}
