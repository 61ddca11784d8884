/* tries.c -- a few results side by side: what they got right, what they did, what it took. */
#include "reports/tables/tries.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/tables/tables.h"

/* Who arrived before who did not, then by time, where there is one. */
static int by_time(const void *x, const void *y)
{
    const entry *a = *(const entry *const *)x, *b = *(const entry *const *)y;
    const bool p = a->r.outcome != OUTCOME_OK, q = b->r.outcome != OUTCOME_OK;
    if (p != q) return p - q;
    return (a->cpu.median > b->cpu.median) - (a->cpu.median < b->cpu.median);
}

static int choose(const board *b, const char *const *keys, int n, const entry **to)
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

static void add_ratio(table *t, const entry *first, const entry *e)
{
    const cost_ratio r = cost_compare_costs(&e->cpu, &first->cpu);
    if (e == first && e->cpu.n > 0)
        table_text(t, "%s", "1");
    else if (r.verdict == COST_NO_OVERLAP || !isfinite(r.ratio))
        table_text(t, "%s", "");
    else
        table_text(t, "%.3g [%.3g, %.3g]%s", r.ratio, r.low, r.high,
                   r.verdict == COST_SAME ? " ~" : "");
}

static void add_row(table *t, const board *b, const entry *first, const entry *e)
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
}

/* What did not end well, and what did and has something to say. */
static void print_sentences(const board *b, const entry *const *list, int n, FILE *f)
{
    char label[1024];
    for (int i = 0; i < n; i++) {
        const record *r = &list[i]->r;
        if (r->outcome == OUTCOME_OK && !*r->detail) continue;
        ladder_label(b, tables_ladder(b, list[i]), label, sizeof label);
        fprintf(f, "%s: %s at t = %.6g%s%s\n", label, outcome_name(r->outcome), r->t_reached,
                *r->detail ? ": " : "", r->detail);
    }
}

void tries_print(const board *b, const char *const *keys, int n, FILE *f)
{
    const entry **list = need(calloc((size_t)b->n + 1, sizeof *list));
    const int count = choose(b, keys, n, list);
    table *t = table_new("configuration|mescd|scd|steps|#f|#Jac|#LU|CPU [s]|ratio [95 %]");
    for (int i = 0; i < count && list[i]->r.outcome == OUTCOME_OK; i++)
        add_row(t, b, list[0], list[i]);
    if (table_rows(t)) table_plain(t, f);
    tables_times(list, count, f);
    print_sentences(b, list, count, f);
    for (int g = 0; g < b->ngroups; g++)
        if (*b->groups[g].why && count) fprintf(f, "%s\n", b->groups[g].why);
    table_free(t);
    free(list);
}
