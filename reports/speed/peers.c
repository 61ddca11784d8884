/* peers.c -- see peers.h. Both sides come from the ranking that `rank` prints.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/speed/peers.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/board/rungs.h"
#include "reports/tables/rank.h"

static const double levels[] = { 3, 6, 9 };
enum { NLEVELS = sizeof levels / sizeof *levels, LABEL = 512 };

static const entry *head_of(const board *b, const rank_runner *r)
{
    return &b->entries[r->ladder->first];
}

/* By what a problem's descriptor says. */
static const char *class_of(const group *g)
{
    const bool stiff = strstr(group_text(g, "tags"), "stiff"),
               mechanical = !strcmp(group_text(g, "form"), "mech");
    if (mechanical) return stiff ? "stiff mechanisms" : "mechanisms";
    if (strcmp(group_text(g, "form"), "ode") != 0) return "other DAEs";
    return stiff ? "stiff ODEs" : "ODEs";
}

/* ---- one comparison ---------------------------------------------------------------------- */

typedef struct meeting {
    const board *b;
    const group *g;
    double level;
    const rank_runner *ours, *peer; /* ours NULL: nobody in house arrives */
    bool arrives;                   /* the peer does */
    rank_fate fate;                 /* of one that does not */
    cost_ratio ratio;               /* peer / ours; NAN: one of them does not arrive */
} meeting;

typedef void (*meeting_visitor)(void *context, const meeting *m);

/* Loading a library may take longer than a short solve. A peer is compared all the same: its
 * solves have less to do, if anything. */
static bool arrives(const ranking *f, int i) { return i < f->arrived + f->apart; }

/* What is said of a peer that does not arrive: of its configurations the one that might have. */
static int hope(const ranking *f, int i)
{
    static const int of[RANK_NFATES] = {
        [RANK_TIMELESS] = 5, [RANK_NOT_REQUESTED] = 4, [RANK_MAY_DIFFER] = 3,
        [RANK_UNSCORED] = 2, [RANK_SHORT] = 1,         [RANK_FAILED] = 0
    };
    return of[ranking_fate(f, i)];
}

/* Of two configurations of one solver, the one that stands for it. */
static bool stands_before(const ranking *f, int i, int k)
{
    if (arrives(f, i) != arrives(f, k)) return arrives(f, i);
    if (!arrives(f, i)) return hope(f, i) > hope(f, k) || (hope(f, i) == hope(f, k) && i < k);
    const double x = f->runners[i].s, y = f->runners[k].s;
    return x < y || (!(y < x) && i < k);
}

static bool stands_for_its_solver(const ranking *f, int i)
{
    const char *solver = head_of(f->b, &f->runners[i])->r.cell.solver;
    for (int k = 0; k < f->n; k++)
        if (k != i && !strcmp(head_of(f->b, &f->runners[k])->r.cell.solver, solver) &&
            stands_before(f, k, i))
            return false;
    return true;
}

static void visit_ranking(const ranking *f, meeting_visitor visit, void *context)
{
    const rank_runner *ours = NULL;
    for (int i = 0; i < f->arrived && !ours; i++)
        if (!*head_of(f->b, &f->runners[i])->library) ours = &f->runners[i];
    for (int i = 0; i < f->n; i++) {
        const rank_runner *r = &f->runners[i];
        if (!*head_of(f->b, r)->library || !stands_for_its_solver(f, i)) continue;
        meeting m = { f->b, f->g, f->q->level, ours, r, arrives(f, i), RANK_APART, { 0 } };
        if (!m.arrives) m.fate = ranking_fate(f, i);
        m.ratio = ours && m.arrives ? cost_compare(r->curve, ours->curve, m.level)
                                    : (cost_ratio){ COST_NO_OVERLAP, NAN, NAN, NAN, NAN, NAN };
        visit(context, &m);
    }
}

static void visit_all(const board *b, meeting_visitor visit, void *context)
{
    for (int m = 0; m < b->nmachines; m++)
        for (int g = 0; g < b->ngroups; g++)
            for (int k = 0; k < NLEVELS; k++) {
                const rank_request q = { levels[k], "CPU [s]", RANK_BY_CONFIGURATION };
                ranking f = ranking_of(b, &b->groups[g], b->machines[m], &q);
                visit_ranking(&f, visit, context);
                ranking_free(&f);
            }
}

/* ---- the table --------------------------------------------------------------------------- */

/* "2.04, optimised": of the library that the last run calibrated. */
static void calibration_of(const board *b, const char *library, char *text, size_t size)
{
    store_run run;
    snprintf(text, size, "not calibrated");
    if (!store_last_run(b->store, &run)) return;
    json_t *o = json_loads(run.environment, 0, NULL), *one;
    size_t k;
    json_array_foreach(json_object_get(o, "calibration"), k, one)
    {
        const char *name = json_string_value(json_object_get(one, "library")),
                   *said = json_string_value(json_object_get(one, "verdict"));
        if (!name || !said || strncmp(library, name, strlen(name)) != 0) continue;
        snprintf(text, size, "%.2f, %s", json_number_value(json_object_get(one, "largest")),
                 said);
    }
    json_decref(o);
    free(run.plan);
    free(run.environment);
}

typedef struct writing {
    table *t;
    const calls_file *calls;
} writing;

static void add_runner(table *t, const board *b, const rank_runner *r, bool there)
{
    char label[LABEL];
    ladder_label(b, r->ladder, label, sizeof label);
    if (there && r->setup_s > 0)
        table_text(t, "%s, set-up %.2g s", label, r->setup_s);
    else
        table_text(t, "%s", label);
    table_number(t, "%.3g", there ? r->s : NAN);
}

/* What a bare program around the code would have: less by what the adapter costs. */
static void add_bare(table *t, const writing *w, const meeting *m)
{
    const char *solver = head_of(m->b, m->peer)->r.cell.solver;
    char *bare = text_of("%s bare", solver);
    const double x = w->calls ? calls_of(w->calls, m->g, "instructions", solver) : NAN,
                 y = w->calls ? calls_of(w->calls, m->g, "instructions", bare) : NAN;
    table_number(t, "%.3g", m->ratio.ratio * y / x);
    free(bare);
}

static void add_ratio(table *t, const meeting *m)
{
    static const char *const says[RANK_NFATES] = { [RANK_SHORT] = "does not get there",
                                                   [RANK_FAILED] = "no run arrives",
                                                   [RANK_TIMELESS] = "is not timed",
                                                   [RANK_UNSCORED] = "is not scored",
                                                   [RANK_MAY_DIFFER] = "is not deterministic" };
    char text[256];
    if (isfinite(m->ratio.ratio)) {
        table_text(t, "%.3g [%.3g, %.3g]%s", m->ratio.ratio, m->ratio.sure_low,
                   m->ratio.sure_high, m->ratio.verdict == COST_SAME ? " ~" : "");
    } else if (!m->arrives && m->fate == RANK_NOT_REQUESTED) {
        const ladder_end end = ladder_ended(m->b, m->peer->ladder);
        ladder_end_text(&end, text, sizeof text);
        table_text(t, "%s", text);
    } else
        table_text(t, "%s", m->arrives ? "nobody in house gets there" : says[m->fate]);
}

static void add_row(void *context, const meeting *m)
{
    const writing *w = context;
    const entry *e = head_of(m->b, m->peer);
    char title[LABEL], text[128];
    group_title(m->g, title, sizeof title);
    calibration_of(m->b, e->library, text, sizeof text);
    table_text(w->t, "%s", e->r.cell.solver);
    table_text(w->t, "%s", class_of(m->g));
    table_text(w->t, "%s", title);
    table_text(w->t, "%g", m->level);
    add_runner(w->t, m->b, m->peer, m->arrives);
    if (m->ours) {
        add_runner(w->t, m->b, m->ours, true);
    } else {
        table_text(w->t, "%s", "");
        table_number(w->t, "%.3g", NAN);
    }
    add_ratio(w->t, m);
    add_bare(w->t, w, m);
    table_text(w->t, "%s", text);
}

table *peers_table(const board *b, const calls_file *calls)
{
    char *head = text_of("peer|class|problem|digits (%s)|as|CPU [s]|in house|its CPU [s]|"
                         "peer / in house [99.9 %%]|bare / in house|calibration",
                         b->metric);
    writing w = { table_new(head), calls };
    free(head);
    visit_all(b, add_row, &w);
    return w.t;
}

/* ---- the summary ------------------------------------------------------------------------- */

typedef struct tally {
    const char *peer, *class;
    int n, wins, losses, ties, short_of, open, unknown;
    int alone; /* the peer gets there, nobody in house does */
    double logs;
    cost_ratio least;
} tally;

typedef struct tallies {
    int n;
    tally *list;
} tallies;

static tally *tally_of(tallies *all, const char *peer, const char *class)
{
    for (int k = 0; k < all->n; k++)
        if (!strcmp(all->list[k].peer, peer) && !strcmp(all->list[k].class, class))
            return &all->list[k];
    all->list = grown(all->list, (size_t)all->n + 1, sizeof *all->list);
    all->list[all->n] = (tally){ .peer = peer, .class = class, .least.ratio = INFINITY };
    return &all->list[all->n++];
}

static void count(void *context, const meeting *m)
{
    tally *t = tally_of(context, head_of(m->b, m->peer)->r.cell.solver, class_of(m->g));
    if (!m->arrives) {
        const bool failed = m->fate == RANK_SHORT || m->fate == RANK_FAILED;
        *(m->fate == RANK_NOT_REQUESTED ? &t->open : failed ? &t->short_of : &t->unknown) += 1;
        return;
    }
    if (!m->ours) {
        t->alone++;
        return;
    }
    t->n++;
    t->wins += m->ratio.verdict == COST_MORE;
    t->losses += m->ratio.verdict == COST_LESS;
    t->ties += m->ratio.verdict == COST_SAME;
    t->logs += log(m->ratio.ratio);
    if (m->ratio.ratio < t->least.ratio) t->least = m->ratio;
}

static int by_name(const void *a, const void *b)
{
    const tally *x = a, *y = b;
    const int order = strcmp(x->class, y->class);
    return order ? order : strcmp(x->peer, y->peer);
}

table *peers_summary(const board *b)
{
    table *t = table_new("class|peer|compared|in house cheaper|dearer|cannot be told|"
                         "geometric mean, peer / in house|least [99.9 %]|peer falls short|"
                         "peer not asked|peer not known|in house falls short");
    tallies all = { 0 };
    visit_all(b, count, &all);
    if (all.n) qsort(all.list, (size_t)all.n, sizeof *all.list, by_name);
    for (int k = 0; k < all.n; k++) {
        const tally *one = &all.list[k];
        const int counts[] = { one->n, one->wins, one->losses, one->ties };
        table_text(t, "%s", one->class);
        table_text(t, "%s", one->peer);
        for (int c = 0; c < 4; c++) table_count(t, counts[c]);
        table_number(t, "%.3g", one->n ? exp(one->logs / one->n) : NAN);
        if (one->n)
            table_text(t, "%.3g [%.3g, %.3g]", one->least.ratio, one->least.sure_low,
                       one->least.sure_high);
        else
            table_text(t, "%s", "");
        table_count(t, one->short_of);
        table_count(t, one->open);
        table_count(t, one->unknown);
        table_count(t, one->alone);
    }
    free(all.list);
    return t;
}
