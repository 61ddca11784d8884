/* papers.c -- all papers in one folder: printed and measured values side by side.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/papers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/figures/figure.h"
#include "reports/page/page.h"
#include "papers/paper_figure.h"
#include "papers/paper_table.h"
#include "papers/summary.h"

typedef struct writer {
    page *page;
    datasets *all;
    char *figures; /* folder */
    char **names;  /* figures to be drawn */
    int nnames;
    reason *why; /* the first complaint */
    bool good;
} writer;

static void complain(writer *w, const char *where, const char *id, const char *sentence)
{
    page_text(w->page, "Missing: %s", sentence);
    if (w->good) reason_set(w->why, "%s, %s: %s", where, id, sentence);
    w->good = false;
}

static const char *text_of_member(const config_setting_t *s, const char *name)
{
    const char *text = "";
    config_setting_lookup_string(s, name, &text);
    return text;
}

/* ---- claims ------------------------------------------------------------------------------ */

static const char *holds_word(const claim *c, const claim_row *r)
{
    if (!r->judged) return "not printed";
    if (r->unsure) return "not judged here";
    if (r->holds) return "yes";
    if (c->correction && r->holds_corrected) return "corrected";
    return r->opposed ? "contradicts" : "no";
}

static void add_shown(table *t, const char *says, const char *printed)
{
    char *text = band_shown(says, printed);
    table_text(t, "%s", text);
    free(text);
}

/* Columns that say nothing for this claim are left out. */
static table *claim_table(const claim *c)
{
    bool labels = false, printed = false;
    for (int i = 0; i < c->nrows; i++) {
        labels = labels || *c->rows[i].label;
        printed = printed || *c->rows[i].printed;
    }
    char *headers = text_of("%s%s%smeasured|holds", labels ? "at|" : "",
                            printed ? "printed|" : "", c->correction ? "corrected|" : "");
    table *t = table_new(headers);
    free(headers);
    for (int i = 0; i < c->nrows; i++) {
        const claim_row *r = &c->rows[i];
        if (labels) table_text(t, "%s", r->label);
        if (printed) add_shown(t, c->says, r->printed);
        if (c->correction) add_shown(t, c->says, r->corrected);
        table_text(t, "%s", r->measured);
        table_text(t, "%s", holds_word(c, r));
    }
    return t;
}

/* What is said and compared. */
static void write_setting(writer *w, const claim *c)
{
    if (*c->said) page_item(w->page, "The paper's words", "%s", c->said);
    if (c->of) page_item(w->page, "Another reading of", "%s", c->of);
    if (*c->theirs) page_item(w->page, "The paper's setting", "%s", c->theirs);
    if (*c->ours) page_item(w->page, "Setting here", "%s", c->ours);
    if (*c->differs) page_item(w->page, "What differs", "%s", c->differs);
}

static void write_judged(writer *w, const claim *c)
{
    if (!c->needs && !c->peer) page_item(w->page, "Criterion", "%s", band_text(c->says));
    if (c->verdict == JUDGED_CORRECTED) page_item(w->page, "Correction", "%s", c->correction);
    if (c->verdict == JUDGED_BY_DESIGN) page_item(w->page, "Why by design", "%s", c->by_design);
    if (c->reservation) page_item(w->page, "Reservation", "%s", c->reservation);
    if (c->verdict == JUDGED_MIXED || c->verdict == JUDGED_NOT_REPRODUCED ||
        c->verdict == JUDGED_CONTRADICTED)
        page_item(w->page, "What is known", "%s", c->known ? c->known : "nothing");
    if (c->verdict == JUDGED_CONTRADICTED)
        page_item(w->page, "The code is ruled out by", "%s", c->experiment);
}

static void write_claim(writer *w, const paper *p, const claim *c)
{
    char *said = claim_verdict(c);
    page_heading(w->page, 4, "%s: %s", c->place, c->statement);
    page_item(w->page, "Verdict", "%s", said);
    write_setting(w, c);
    if (c->needs) page_item(w->page, "It needs", "%s", c->needs);
    write_judged(w, c);
    page_text(w->page, "%s", "");
    free(said);
    if (c->needs || c->peer) return;
    if (c->verdict == JUDGED_UNDECIDED) complain(w, p->name, c->id, c->why.text);
    char *name = text_of("%s-%s", p->name, c->id);
    table *t = claim_table(c);
    page_table(w->page, name, c->place, "", t);
    table_free(t);
    free(name);
}

static void write_verdicts(writer *w, const paper *p, const char *which, const claim *list,
                           int n)
{
    char *name = text_of("%s-%s", p->name, which);
    table *t = table_new("place|verdict|claim|the paper's words|what differs");
    for (int i = 0; i < n; i++) {
        char *said = claim_verdict(&list[i]);
        table_text(t, "%s", list[i].place);
        table_text(t, "%s", said);
        free(said);
        table_text(t, "%s", list[i].statement);
        table_text(t, "%s", list[i].said);
        table_text(t, "%s", list[i].differs);
    }
    page_table(w->page, name, "Verdicts", "", t);
    table_free(t);
    free(name);
}

static void write_claims(writer *w, const paper *p)
{
    page_heading(w->page, 3, "%s: verdicts", p->title);
    write_verdicts(w, p, "claims", p->claims, p->nclaims);
    page_heading(w->page, 3, "%s: printed and measured", p->title);
    for (int i = 0; i < p->nclaims; i++) write_claim(w, p, &p->claims[i]);
}

/* Readings of ivpbench, and experiments that rule out its code. */
static void write_readings(writer *w, const paper *p)
{
    if (!p->nreadings) return;
    page_heading(w->page, 3, "%s: other readings, not counted", p->title);
    write_verdicts(w, p, "readings", p->readings, p->nreadings);
    for (int i = 0; i < p->nreadings; i++) write_claim(w, p, &p->readings[i]);
}

/* ---- figures and tables ------------------------------------------------------------------ */

static void write_figure(writer *w, const paper *p, const config_setting_t *s)
{
    reason why = { "" };
    const char *id = text_of_member(s, "id");
    char *name = text_of("%s-%s", p->name, id);
    char *caption = text_of("%s: %s", text_of_member(s, "place"), text_of_member(s, "caption"));
    if (paper_figure(p, s, w->all, w->figures, name, &why)) {
        w->names = grown(w->names, (size_t)w->nnames + 1, sizeof *w->names);
        w->names[w->nnames++] = copied(name);
        page_picture(w->page, name, caption);
    } else {
        complain(w, p->name, id, why.text);
    }
    free(caption);
    free(name);
}

static void write_table(writer *w, const paper *p, const config_setting_t *s)
{
    reason why = { "" };
    const char *id = text_of_member(s, "id");
    char *name = text_of("%s-%s", p->name, id);
    char *title = text_of("%s: %s", text_of_member(s, "place"), text_of_member(s, "title"));
    table *t = paper_table(p, s, w->all, &why);
    if (t)
        page_table(w->page, name, title, text_of_member(s, "note"), t);
    else
        complain(w, p->name, id, why.text);
    table_free(t);
    free(title);
    free(name);
}

static void write_all(writer *w, const paper *p, const char *list,
                      void (*write)(writer *, const paper *, const config_setting_t *))
{
    const config_setting_t *s = config_lookup(&p->config, list);
    if (s && config_setting_length(s)) page_heading(w->page, 3, "%s: %s", p->title, list);
    for (int i = 0; s && i < config_setting_length(s); i++)
        write(w, p, config_setting_get_elem(s, (unsigned)i));
}

/* ---- the page ---------------------------------------------------------------------------- */

static void write_summary(writer *w, paper *const *list, int n)
{
    table *t = summary_counts(list, n);
    page_table(w->page, "papers", "Verdicts", "", t);
    table_free(t);
    for (int i = 0; i < n; i++) page_link(w->page, list[i]->title);
    page_text(w->page, "%s", "");
}

static void write_printed_figures(writer *w, const paper *p)
{
    table *t = summary_figures(p);
    if (table_rows(t)) {
        char *name = text_of("%s-printed-figures", p->name);
        page_heading(w->page, 3, "%s: printed figures", p->title);
        page_table(w->page, name, "Printed figures and what is drawn here", "", t);
        free(name);
    }
    table_free(t);
}

static void write_paper(writer *w, const paper *p)
{
    page_heading(w->page, 2, "%s", p->title);
    page_text(w->page, "%s", p->source);
    if (*p->about) page_text(w->page, "%s", p->about);
    write_claims(w, p);
    write_readings(w, p);
    write_printed_figures(w, p);
    write_all(w, p, "figures", write_figure);
    write_all(w, p, "tables", write_table);
}

static bool make_folders(const char *folder, const char *figures, reason *why)
{
    char *tables = text_of("%s/tables", folder);
    const bool good =
        make_folder(folder, why) && make_folder(figures, why) && make_folder(tables, why);
    free(tables);
    return good;
}

static void draw(writer *w)
{
    reason why = { "" };
    bool good = true;
    if (!figure_gnuplot())
        good = reason_set(&why, "gnuplot is not there: scripts and data are written, "
                                "pictures are not");
    else if (w->nnames)
        good = figure_draw(w->figures, w->names, w->nnames, &why);
    if (!good && w->good) reason_set(w->why, "%s", why.text);
    w->good = w->good && good;
}

bool papers_write(paper *const *list, int n, datasets *all, const char *folder, reason *why)
{
    reason late = { "" };
    writer w = { .all = all, .why = why, .good = true };
    w.figures = text_of("%s/figures", folder);
    if (!make_folders(folder, w.figures, why) ||
        !(w.page = page_begin(folder, "Printed and measured", false, why))) {
        free(w.figures);
        return false;
    }
    page_text(w.page,
              "Every claim of the papers, and the tables and figures that the problems here "
              "allow, beside what this program measures. Verdicts follow from the data by the "
              "bands that the paper's words and figures mean (docs/claims.md); claims about "
              "models that are not here stand as not attempted. docs/papers.md tells what was "
              "learnt.");
    write_summary(&w, list, n);
    for (int i = 0; i < n; i++) write_paper(&w, list[i]);
    draw(&w);
    if (!page_end(w.page, &late) && w.good) w.good = reason_set(why, "%s", late.text);
    for (int i = 0; i < w.nnames; i++) free(w.names[i]);
    free(w.names);
    free(w.figures);
    return w.good;
}
