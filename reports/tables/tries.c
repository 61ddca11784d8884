/* tries.c -- a few results side by side: what they got right, what they did, what it took.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/tables/tries.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/printable.h"
#include "bench/base/util.h"
#include "bench/cell/stop.h"
#include "reports/tables/tables.h"

/* Who arrived before who did not, and before them who is not deterministic. */
static int place(const entry *e)
{
    return e->r.outcome != OUTCOME_OK ? 2 : *e->not_deterministic != 0;
}

/* Then by time, where there is one. */
static int by_time(const void *x, const void *y)
{
    const entry *a = *(const entry *const *)x, *b = *(const entry *const *)y;
    if (place(a) != place(b)) return place(a) - place(b);
    return (a->cpu.median > b->cpu.median) - (a->cpu.median < b->cpu.median);
}

int tries_choose(const board *b, const char *const *keys, int n, const entry **to)
{
    int count = 0;
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < n; k++)
            if (!strcmp(b->entries[i].r.cell.key, keys[k])) {
                to[count++] = &b->entries[i];
                break;
            }
    qsort(to, (size_t)count, sizeof *to, by_time);
    return count;
}

cost_ratio tries_ratio(const entry *first, const entry *e)
{
    const cost_ratio none = { .ratio = NAN, .verdict = COST_NO_OVERLAP };
    return place(first) || place(e) ? none : cost_compare_costs(&e->cpu, &first->cpu);
}

static void add_ratio(table *t, const entry *first, const entry *e)
{
    const cost_ratio r = tries_ratio(first, e);
    if (e == first && e->cpu.n > 0 && !place(e))
        table_text(t, "%s", "1");
    else if (r.verdict == COST_NO_OVERLAP || !isfinite(r.ratio))
        table_text(t, "%s", "");
    else
        table_text(t, "%.3g [%.3g, %.3g]%s", r.ratio, r.sure_low, r.sure_high,
                   r.verdict == COST_SAME ? " ~" : "");
}

/* ---- what is kept along the way: constraints and invariants ------------------------------ */

enum { KEPT_INVARIANTS = 3 }; /* so many have columns of their own */

typedef struct kept {
    bool events, constraints, multipliers;
    int ninvariants;
} kept;

static kept kept_by(const entry *const *list, int n)
{
    kept k = { 0 };
    for (int i = 0; i < n && list[i]->r.outcome == OUTCOME_OK; i++) {
        k.events |= list[i]->r.nevents > 0;
        k.multipliers |= isfinite(list[i]->multipliers.rms);
        k.constraints |= isfinite(list[i]->drift[0]);
        if (list[i]->ninvariants > k.ninvariants) k.ninvariants = list[i]->ninvariants;
    }
    if (k.ninvariants > KEPT_INVARIANTS) k.ninvariants = KEPT_INVARIANTS;
    return k;
}

/* Behind the columns that every problem has. */
static table *new_table(const kept *k, const entry *first)
{
    char *head = text_of(
        "configuration|mescd|scd|steps|#f|#Jac|#LU|CPU [s]|ratio [99.9 %%]%s%s%s",
        k->events ? "|events" : "", k->constraints ? "|drift of g|drift of G u + g_t" : "",
        k->multipliers ? "|lambda at the end|lambda along" : "");
    for (int i = 0; i < k->ninvariants; i++) {
        char *more = text_of("%s|drift of %s", head, first->invariants[i].name);
        free(head);
        head = more;
    }
    table *t = table_new(head);
    free(head);
    return t;
}

static void add_kept(table *t, const kept *k, const entry *e)
{
    if (k->events) table_count(t, e->r.cell.no_events ? -1 : e->r.nevents);
    for (int i = 0; k->constraints && i < 2; i++) table_number(t, "%.1e", e->drift[i]);
    const double off[] = { e->multipliers.end, e->multipliers.rms };
    for (int i = 0; k->multipliers && i < 2; i++) table_number(t, "%.1e", off[i]);
    for (int i = 0; i < k->ninvariants; i++)
        table_number(t, "%.1e", i < e->ninvariants ? e->invariants[i].drift : NAN);
}

static void add_row(table *t, const board *b, const kept *k, const entry *first, const entry *e)
{
    char label[1024];
    ladder_label(b, tables_ladder(b, e), label, sizeof label);
    table_text(t, "%s", label);
    table_number(t, "%.2f", e->mescd.value);
    table_number(t, "%.2f", e->scd.value);
    table_count(t, entry_steps(e));
    table_count(t, entry_counter(e, "n_f"));
    table_count(t, entry_counter(e, "n_jac"));
    table_count(t, entry_counter(e, "n_lu"));
    table_number(t, "%.3g", e->cpu.median);
    add_ratio(t, first, e);
    add_kept(t, k, e);
}

static bool stopped(const entry *e)
{
    json_t *scoring = e->r.scoring ? json_loads(e->r.scoring, 0, NULL) : NULL;
    const bool is = e->r.outcome == OUTCOME_OK && record_stopped(&e->r, scoring);
    json_decref(scoring);
    return is;
}

/* One cause, told once: of the same outcome at the same time with the same sentence. */
static bool same_cause(const entry *a, const entry *b)
{
    return a->r.outcome == b->r.outcome &&
           !(a->r.t_reached < b->r.t_reached || a->r.t_reached > b->r.t_reached) &&
           *a->r.detail && !strcmp(a->r.detail, b->r.detail);
}

/* "", or how many more than the first say the same. */
static void print_more(const entry *const *list, int n, int i, FILE *f)
{
    int more = 0;
    for (int k = i + 1; k < n; k++) more += same_cause(list[i], list[k]);
    if (more) fprintf(f, " and %d more", more);
}

static bool is_told(const entry *const *list, int i)
{
    for (int k = 0; k < i; k++)
        if (same_cause(list[k], list[i])) return true;
    return false;
}

static const char *stop_of(const entry *e)
{
    return stopped(e) ? e->r.events[e->r.nevents - 1].guard : NULL;
}

/* One line for each guard that stopped runs: how many, and when. */
static void print_stops(const entry *const *list, int n, FILE *f)
{
    for (int i = 0; i < n; i++) {
        const char *guard = stop_of(list[i]);
        double from = INFINITY, to = -INFINITY;
        int count = 0, earlier = 0;
        for (int k = 0; guard && k < n; k++) {
            const char *other = stop_of(list[k]);
            if (!other || strcmp(guard, other)) continue;
            earlier += k < i;
            count++;
            from = fmin(from, list[k]->r.t_reached);
            to = fmax(to, list[k]->r.t_reached);
        }
        if (!guard || earlier) continue;
        put_tame(f, guard);
        fprintf(f, " stopped %d run%s at t = %.6g", count, count > 1 ? "s" : "", from);
        if (count > 1) fprintf(f, " .. %.6g", to);
        fputc('\n', f);
    }
}

static bool begins_with(const char *text, const char *word)
{
    return !strncmp(text, word, strlen(word));
}

/* What did not end well, and what did and has something to say. */
static void print_sentences(const board *b, const entry *const *list, int n, FILE *f)
{
    char label[1024];
    for (int i = 0; i < n; i++) {
        const record *r = &list[i]->r;
        if ((r->outcome == OUTCOME_OK && !*r->detail) || is_told(list, i)) continue;
        ladder_label(b, tables_ladder(b, list[i]), label, sizeof label);
        fputs(label, f);
        print_more(list, n, i, f);
        const bool told = begins_with(r->detail, outcome_name(r->outcome)), more = *r->detail;
        if (!told) fprintf(f, ": %s at t = %.6g", outcome_name(r->outcome), r->t_reached);
        if (told || more) fputs(": ", f);
        put_tame(f, r->detail);
        fputs(strcmp(r->cell.formulation, "*") ? "\n" : "; no formulation was tried\n", f);
    }
}

char *tries_standing(const group *g)
{
    const char *other = *g->why ? group_stand_in(g) : "";
    char *text = *other ? text_of("scored by the %s: %s", other, g->why) : copied(g->why);
    tame(text, "");
    return text;
}

static void print_standing(const group *g, FILE *f)
{
    char *text = tries_standing(g);
    if (*text) fprintf(f, "%s\n", text);
    free(text);
}

void tries_print(const board *b, const char *const *keys, int n, FILE *f)
{
    const entry **list = need(calloc((size_t)b->n + 1, sizeof *list));
    const int count = tries_choose(b, keys, n, list);
    const kept k = kept_by(list, count);
    table *t = new_table(&k, list[0]);
    for (int i = 0; i < count && list[i]->r.outcome == OUTCOME_OK; i++)
        add_row(t, b, &k, list[0], list[i]);
    if (table_rows(t)) table_plain(t, f);
    tables_times(list, count, f);
    print_stops(list, count, f);
    print_sentences(b, list, count, f);
    for (int g = 0; g < b->ngroups && count; g++) print_standing(&b->groups[g], f);
    table_free(t);
    free(list);
}
