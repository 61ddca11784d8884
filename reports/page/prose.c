/* prose.c -- a problem's results in words, and how to make them again.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/prose.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/board/outcomes.h"
#include "reports/figures/diagrams.h"
#include "reports/tables/rank.h"

enum { LABEL = 512, MOST_FAILED = 3 };

/* ---- what was run ------------------------------------------------------------------------ */

static const ladder *ladder_of(const board *b, const entry *e)
{
    const int at = (int)(e - b->entries);
    for (int i = 0; i < b->nladders; i++)
        if (at >= b->ladders[i].first && at < b->ladders[i].first + b->ladders[i].n)
            return &b->ladders[i];
    return NULL;
}

void prose_run(const board *b, const entry *e, char *text, size_t size)
{
    char label[LABEL], rung[64];
    ladder_label(b, ladder_of(b, e), label, sizeof label);
    snprintf(text, size, "%s at %s", label, entry_rung_text(e, rung, sizeof rung));
}

/* Distinct values of a member among the entries of a group. */
static int count_distinct(const board *b, const group *g, const char *(*of)(const entry *e))
{
    int n = 0;
    for (int i = g->first; i < g->first + g->n; i++) {
        int k = g->first;
        while (strcmp(of(&b->entries[k]), of(&b->entries[i])) != 0) k++;
        n += k == i;
    }
    return n;
}

static const char *solver_of(const entry *e) { return e->r.cell.solver; }
static const char *formulation_of(const entry *e) { return e->r.cell.formulation; }

/* " at rtol from 0.001 to 1e-10": of tolerances or of constant steps. */
static void say_rungs(const board *b, const group *g, bool steps, FILE *f)
{
    double low = INFINITY, high = 0;
    for (int i = g->first; i < g->first + g->n; i++) {
        const cell *c = &b->entries[i].r.cell;
        const double v = steps ? c->h : c->h > 0 ? 0 : c->rtol;
        if (!(v > 0)) continue;
        low = fmin(low, v);
        high = fmax(high, v);
    }
    if (high > 0)
        fprintf(f, "%s %s from %.3g to %.3g", steps ? ", constant steps" : ", tolerances",
                steps ? "h" : "rtol", high, low);
}

static void say_count(int n, const char *what, const char *behind, FILE *f)
{
    fprintf(f, "%d %s%s%s", n, what, n == 1 ? "" : "s", behind);
}

static void say_what(const board *b, const group *g, FILE *f)
{
    say_count(g->n, "run", ": ", f);
    say_count(g->nladders, "configuration", " of ", f);
    say_count(count_distinct(b, g, solver_of), "solver", " in ", f);
    say_count(count_distinct(b, g, formulation_of), "formulation", "", f);
    say_rungs(b, g, false, f);
    say_rungs(b, g, true, f);
    fputs(". ", f);
}

/* ---- what came out ----------------------------------------------------------------------- */

/* The fastest at so many digits, and the runner-up; false: none reaches them. *open: some were
 * not asked for so many. */
static bool say_cheapest(const board *b, const group *g, const char *machine, double level,
                         bool *open, FILE *f)
{
    const rank_request q = { level, "CPU [s]", RANK_BY_CONFIGURATION };
    ranking r = ranking_of(b, g, machine, &q);
    char label[LABEL];
    const bool there = r.arrived > 0;
    if (there) {
        ladder_label(b, r.runners[0].ladder, label, sizeof label);
        fprintf(f, "For %g digits (%s) %s is fastest with %.3g s", level, b->metric, label,
                r.runners[0].s);
    }
    if (r.arrived > 1) {
        const cost_ratio next = cost_compare(r.runners[1].curve, r.runners[0].curve, level);
        ladder_label(b, r.runners[1].ladder, label, sizeof label);
        fprintf(f, "; %s needs %.3g [%.3g, %.3g] times that%s", label, next.ratio,
                next.sure_low, next.sure_high,
                next.verdict == COST_SAME ? ", a statistical tie" : "");
    }
    if (there) fprintf(f, " (%d of %d reach it). ", r.arrived, r.n);
    *open = ranking_is_open(&r);
    ranking_free(&r);
    return there;
}

static void say_answers(const board *b, const group *g, const char *machine, FILE *f)
{
    if (!group_has_costs(b, g)) {
        fputs("No run was timed. ", f);
        return;
    }
    bool open;
    for (int level = 3; level <= 9; level += 3)
        if (!say_cheapest(b, g, machine, level, &open, f)) {
            fprintf(f,
                    group_is_untimed(b, g, level) ? "For %d digits (%s) timings are to come. "
                    : open ? "No configuration was asked for %d digits (%s). "
                           : "No configuration reaches %d digits (%s). ",
                    level, b->metric);
            return;
        }
}

static void say_most(const board *b, const group *g, FILE *f)
{
    const entry *best = NULL;
    char name[2 * LABEL];
    for (int i = g->first; i < g->first + g->n; i++) {
        const entry *e = &b->entries[i];
        if (e->digits.known && (!best || e->digits.value > best->digits.value)) best = e;
    }
    if (!best) return;
    prose_run(b, best, name, sizeof name);
    fprintf(f, "Most digits has %s: %s%.2f (%s)", name, best->digits.capped ? "at least " : "",
            best->digits.value, b->metric);
    if (best->cpu.median > 0) fprintf(f, " for %.3g s", best->cpu.median);
    fputs(". ", f);
}

static bool is_failure(const entry *e) { return diagram_failed(e) || entry_is_wrong(e); }

/* The first failure of a ladder, and how many it has. */
static const entry *failures_of(const board *b, const ladder *l, int *n)
{
    const entry *first = NULL;
    *n = 0;
    for (int k = l->first; k < l->first + l->n; k++) {
        if (!is_failure(&b->entries[k])) continue;
        if (!first) first = &b->entries[k];
        ++*n;
    }
    return first;
}

static void say_failed(const board *b, const ladder *l, const entry *e, int n, FILE *f)
{
    char label[LABEL];
    ladder_label(b, l, label, sizeof label);
    fprintf(f, "%s %d of %d (%s", label, n, l->n, outcome_text(e));
    if (*e->r.detail) fprintf(f, ": %.120s", e->r.detail);
    fputc(')', f);
}

/* How many runs of a ladder failed at most, and how many ladders have failures at all. */
static int count_failures(const board *b, const group *g, int *all, int *ladders)
{
    int most = 0, n;
    *all = *ladders = 0;
    for (int i = g->ladder; i < g->ladder + g->nladders; i++) {
        failures_of(b, &b->ladders[i], &n);
        most = n > most ? n : most;
        *all += n;
        *ladders += n > 0;
    }
    return most;
}

/* Those with most of them first. */
static void say_failures(const board *b, const group *g, FILE *f)
{
    int all, ladders, said = 0, n;
    const int most = count_failures(b, g, &all, &ladders);
    if (!all) {
        fputs("No run failed.", f);
        return;
    }
    fprintf(f, "%d of %d runs failed or finished inaccurate: ", all, g->n);
    for (int count = most; count > 0 && said < MOST_FAILED; count--)
        for (int i = g->ladder; i < g->ladder + g->nladders && said < MOST_FAILED; i++) {
            const entry *e = failures_of(b, &b->ladders[i], &n);
            if (!e || n != count) continue;
            if (said++) fputs("; ", f);
            say_failed(b, &b->ladders[i], e, n, f);
        }
    if (ladders > said)
        fprintf(f, "; and %d more configuration%s", ladders - said,
                ladders > said + 1 ? "s" : "");
    fputc('.', f);
}

void prose_problem(page *p, const board *b, const group *g)
{
    for (int m = 0; m < b->nmachines; m++) {
        char *text = NULL;
        size_t size;
        FILE *f = need(open_memstream(&text, &size));
        if (m)
            fprintf(f, "On machine %d: ", m + 1);
        else
            say_what(b, g, f);
        say_answers(b, g, b->machines[m], f);
        if (m + 1 == b->nmachines) {
            say_most(b, g, f);
            say_failures(b, g, f);
        }
        fclose(f);
        page_text(p, "%s", text);
        free(text);
    }
}

/* ---- how to make it again ---------------------------------------------------------------- */

/* In single quotes for a shell, unless it is a plain word. */
static void say_word(const char *text, FILE *f)
{
    const char *c = text;
    while (isalnum((unsigned char)*c) || (*c && strchr("_.-", *c))) c++;
    if (*text && !*c) {
        fputs(text, f);
        return;
    }
    fputc('\'', f);
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", f);
        else
            fputc(iscntrl((unsigned char)*text) ? '?' : *text, f);
    fputc('\'', f);
}

static void say_line(const char *before, const char *word, const char *behind, FILE *f)
{
    fputs(before, f);
    say_word(word, f);
    fprintf(f, "%s\n", behind);
}

void prose_source(page *p, const board *b, const group *g)
{
    char *text = NULL, *equations = definition_head(g->problem),
         *id = text_of("made-%d", (int)(g - b->groups));
    size_t size;
    FILE *f = need(open_memstream(&text, &size));
    say_line("ivpbench info ", g->problem, "             # equations, parameters, events", f);
    say_line("ivpbench run plan.cfg --problems ", g->problem,
             " --output again.db   # the plan is at the head of this page", f);
    say_line("ivpbench rank ", g->problem, " --digits 6 --store again.db", f);
    fputs("ivpbench report --store again.db --output again\n"
          "cd again/figures && gnuplot NAME.gp   # one figure, from NAME.dat\n",
          f);
    fclose(f);
    page_open(p, id, false, "How this was made: the problem and the commands");
    page_code(p, text);
    if (equations) page_code(p, equations);
    page_close(p);
    free(equations);
    free(text);
    free(id);
}
