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

/* What is said of a peer that does not arrive: its configuration that might have. */
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

typedef struct writing {
    table *t;
    const calls_file *calls;
    json_t *environment; /* of the last run; NULL: not known */
} writing;

static writing writing_begin(const board *b, const calls_file *calls, const char *head)
{
    store_run run;
    writing w = { table_new(head), calls, NULL };
    if (!store_last_run(b->store, &run)) return w;
    w.environment = json_loads(run.environment, 0, NULL);
    free(run.plan);
    free(run.environment);
    return w;
}

static table *writing_end(writing *w)
{
    json_decref(w->environment);
    return w->t;
}

/* "2.04, optimised": of the library that the last run calibrated. */
static void add_calibration(const writing *w, const char *library)
{
    json_t *one;
    size_t k;
    json_array_foreach(json_object_get(w->environment, "calibration"), k, one)
    {
        const char *name = json_string_value(json_object_get(one, "library")),
                   *said = json_string_value(json_object_get(one, "verdict"));
        if (!name || !said || strncmp(library, name, strlen(name)) != 0) continue;
        table_text(w->t, "%.2f, %s", json_number_value(json_object_get(one, "largest")), said);
        return;
    }
    table_text(w->t, "%s", "not calibrated");
}

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

/* The ratio that a bare program around the code would have: less by what the adapter costs.
 * NAN: not counted. */
static double bare_ratio(const calls_file *calls, const meeting *m)
{
    const char *solver = head_of(m->b, m->peer)->r.cell.solver;
    char *bare = text_of("%s bare", solver);
    const double x = calls ? calls_of(calls, m->g, "instructions", solver) : NAN,
                 y = calls ? calls_of(calls, m->g, "instructions", bare) : NAN;
    free(bare);
    return m->ratio.ratio * y / x;
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
    char title[LABEL];
    group_title(m->g, title, sizeof title);
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
    table_number(w->t, "%.3g", bare_ratio(w->calls, m));
    add_calibration(w, e->library);
}

table *peers_table(const board *b, const calls_file *calls)
{
    char *head = text_of("peer|class|problem|digits (%s)|as|CPU [s]|in house|its CPU [s]|"
                         "peer / in house [99.9 %%]|bare / in house|calibration",
                         b->metric);
    writing w = writing_begin(b, calls, head);
    free(head);
    visit_all(b, add_row, &w);
    return writing_end(&w);
}

/* ---- the summary ------------------------------------------------------------------------- */

typedef struct tally {
    const char *peer, *class, *library;
    int n, wins, losses, ties, short_of, open, unknown;
    int alone; /* the peer gets there, nobody in house does */
    int bare;  /* comparisons with a bare program */
    double logs, low_logs, high_logs, bare_logs;
    cost_ratio least;
} tally;

typedef struct tallies {
    const calls_file *calls;
    int n;
    tally *list;
} tallies;

static tally *tally_of(tallies *all, const entry *e, const char *class)
{
    const char *peer = e->r.cell.solver;
    for (int k = 0; k < all->n; k++)
        if (!strcmp(all->list[k].peer, peer) && !strcmp(all->list[k].class, class))
            return &all->list[k];
    all->list = grown(all->list, (size_t)all->n + 1, sizeof *all->list);
    all->list[all->n] =
        (tally){ .peer = peer, .class = class, .library = e->library, .least.ratio = INFINITY };
    return &all->list[all->n++];
}

static void count_ratio(tally *t, const meeting *m, double bare)
{
    const cost_ratio *r = &m->ratio;
    t->n++;
    t->wins += r->verdict == COST_MORE;
    t->losses += r->verdict == COST_LESS;
    t->ties += r->verdict == COST_SAME;
    t->logs += log(r->ratio);
    t->low_logs += log(r->sure_low);
    t->high_logs += log(r->sure_high);
    t->bare += isfinite(bare);
    if (isfinite(bare)) t->bare_logs += log(bare);
    if (r->ratio < t->least.ratio) t->least = *r;
}

static void count(void *context, const meeting *m)
{
    tallies *all = context;
    tally *t = tally_of(all, head_of(m->b, m->peer), class_of(m->g));
    const bool failed = m->fate == RANK_SHORT || m->fate == RANK_FAILED;
    if (!m->arrives)
        *(m->fate == RANK_NOT_REQUESTED ? &t->open : failed ? &t->short_of : &t->unknown) += 1;
    else if (m->ours)
        count_ratio(t, m, bare_ratio(all->calls, m));
    else
        t->alone++;
}

static int by_name(const void *a, const void *b)
{
    const tally *x = a, *y = b;
    const int order = strcmp(x->class, y->class);
    return order ? order : strcmp(x->peer, y->peer);
}

static void add_interval(table *t, int n, double ratio, double low, double high)
{
    if (n)
        table_text(t, "%.3g [%.3g, %.3g]", ratio, low, high);
    else
        table_text(t, "%s", "");
}

/* The ends of the interval of the mean are the means of the ends: the widest that it can be,
 * since all comparisons of a problem share one side. */
static void add_tally(const writing *w, const tally *one)
{
    const int counts[] = { one->n, one->wins, one->losses, one->ties },
              others[] = { one->short_of, one->open, one->unknown, one->alone };
    table_text(w->t, "%s", one->class);
    table_text(w->t, "%s", one->peer);
    for (int c = 0; c < 4; c++) table_count(w->t, counts[c]);
    add_interval(w->t, one->n, exp(one->logs / one->n), exp(one->low_logs / one->n),
                 exp(one->high_logs / one->n));
    add_interval(w->t, one->n, one->least.ratio, one->least.sure_low, one->least.sure_high);
    if (one->bare)
        table_text(w->t, "%.3g of %d", exp(one->bare_logs / one->bare), one->bare);
    else
        table_text(w->t, "%s", "");
    add_calibration(w, one->library);
    for (int c = 0; c < 4; c++) table_count(w->t, others[c]);
}

table *peers_summary(const board *b, const calls_file *calls)
{
    writing w = writing_begin(
        b, calls,
        "class|peer|compared|in house cheaper|dearer|cannot be told|geometric mean, peer / in "
        "house [99.9 %]|least [99.9 %]|bare / in house|calibration|peer falls short|peer not "
        "asked|peer not known|in house falls short");
    tallies all = { .calls = calls };
    visit_all(b, count, &all);
    if (all.n) qsort(all.list, (size_t)all.n, sizeof *all.list, by_name);
    for (int k = 0; k < all.n; k++) add_tally(&w, &all.list[k]);
    free(all.list);
    return writing_end(&w);
}
