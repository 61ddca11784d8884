/* problem_head.c -- what stands above a problem's figures: where it is from, how its cells
 * ended, and how far its reference can be trusted: both halves, the error bar, what the
 * rounding of constants moves, and who is judged by which half.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/problem_head.h"

#include "reference/file/enclosure.h"
#include "reports/board/outcomes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Relative; a value below its bar is a zero, and has none. */
static double worst_bar(const ref *r)
{
    const ref_state *end = r->nstates ? &r->states[r->nstates - 1] : NULL;
    const int half = score_reference_half(r, "");
    double worst = NAN;
    for (int i = 0; end && half >= 0 && i < r->ncomponents && i < end->n; i++) {
        const double size = fabs(end->v[i].half[half]), bar = end->v[i].bar;
        if (bar >= 0 && size > bar) worst = fmax(worst, bar / size);
    }
    return worst;
}

/* What the solvers' families leave to judge, where that is not the usual half. */
static void write_families(page *p, const board *b, const group *g)
{
    for (int i = g->first; i < g->first + g->n; i++) {
        const entry *e = &b->entries[i];
        const char *said = score_reference_half_text(g, e);
        const bool again = i > g->first && !strcmp(e[-1].r.cell.solver, e->r.cell.solver);
        if (*said && !again)
            page_item(p, "Scored against", "%s (%s): %s", e->r.cell.solver, e->family, said);
    }
}

static void write_half(page *p, const group *g, int h)
{
    static const char *const terms[REF_HALVES] = { "Reference, half A", "Reference, half B" };
    const ref_half *half = &g->ref->half[h];
    const bool exists = strcmp(half->family, "none") != 0;
    page_item(p, terms[h], "%s%s%s", exists ? half->family : "none",
              exists && *half->method ? ": " : "", exists ? half->method : "");
}

static void write_grade(page *p, const ref *r)
{
    reason why;
    const ref_grade grade = ref_graded(r, &why);
    page_item(p, "Grade of the reference", "%s%s%s", ref_grade_text(grade),
              *why.text ? "; " : "", why.text);
    ref_witnessed(r, why.text, sizeof why.text);
    page_item(p, "Checked between steps", "%s", why.text);
}

static void write_reference(page *p, const board *b, const group *g)
{
    if (!g->ref) {
        page_item(p, "Reference",
                  g->closed ? "none on file (%s); the closed form of the problem stands in, "
                              "as far as double precision goes"
                  : g->published ? "none on file (%s); the published end values stand in, with "
                                   "their printed digits"
                                 : "none (%s); nothing is scored",
                  g->why);
        return;
    }
    const digits d = score_published(g), certified = score_reference(g);
    const double bar = worst_bar(g->ref);
    char bars[64] = "not known", limit[96] = "", published[128] = "";
    if (isfinite(bar)) snprintf(bars, sizeof bars, "%.1e relative or better", bar);
    if (certified.known)
        snprintf(limit, sizeof limit, "; scores (scd) count up to %.1f digits",
                 certified.limit);
    if (d.known)
        snprintf(published, sizeof published, "; published end values agree to %.1f digits",
                 d.value);
    for (int h = 0; h < REF_HALVES; h++) write_half(p, g, h);
    write_grade(p, g->ref);
    page_item(p, "Error bars of the end state", "%s (made %s)%s%s", bars, g->ref->made, limit,
              published);
    if (isfinite(certified.shift))
        page_item(p, "Rounding of constants",
                  "constants and times rounded to double leave %.1f digits (scd)",
                  certified.shift);
    write_families(p, b, g);
}

/* "31 finished, 2 finished, inaccurate, 3 diverged" */
static void write_counts(const board *b, const group *g, char *text, size_t size)
{
    enum { WRONG = NOUTCOMES };
    int counts[NOUTCOMES + 1] = { 0 };
    *text = '\0';
    for (int i = g->first; i < g->first + g->n; i++)
        counts[entry_is_wrong(&b->entries[i]) ? WRONG : (int)b->entries[i].r.outcome]++;
    for (int o = 0; o <= NOUTCOMES; o++) {
        const size_t n = strlen(text);
        if (counts[o])
            snprintf(text + n, size - n, "%s%d %s", n ? ", " : "", counts[o],
                     o == WRONG ? outcome_inaccurate : outcome_label((outcome)o));
    }
}

void problem_head(page *p, const board *b, const group *g)
{
    char counts[512];
    write_counts(b, g, counts, sizeof counts);
    page_item(p, "Source", "%s", group_text(g, "source"));
    page_item(p, "Tags", "%s", group_text(g, "tags"));
    page_item(p, "Interval", "%.10g .. %.10g",
              json_number_value(json_object_get(g->scoring, "t0")),
              json_number_value(json_object_get(g->scoring, "t1")));
    write_reference(p, b, g);
    page_item(p, "Cells", "%d: %s", g->n, counts);
    page_text(p, "%s", "");
}
