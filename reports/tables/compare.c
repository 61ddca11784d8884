/* compare.c -- two stores, base and head, cell by cell: time, digits, outcomes.
 *
 * Slower counts only beyond the resolution of the samples: the lower end of the interval of the
 * ratio must exceed 1 + threshold. Times of different machines are not compared, digits are. */
#include "reports/tables/compare.h"

#include <math.h>
#include <string.h>

static bool same_cell(const cell *a, const cell *b)
{
    const char *const pairs[][2] = {
        { a->problem, b->problem },         { a->parameters, b->parameters },
        { a->formulation, b->formulation }, { a->solver, b->solver },
        { a->options, b->options },
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(pairs[i][0], pairs[i][1])) return false;
    const double numbers[][2] = {
        { a->rtol, b->rtol }, { a->atol, b->atol }, { a->h0, b->h0 }, { a->h, b->h }
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (fabs(numbers[i][0] - numbers[i][1]) > 1e-12 * fabs(numbers[i][0])) return false;
    return a->no_events == b->no_events;
}

/* The same cell of the same machine, else of any. */
static const entry *partner(const board *b, const entry *e)
{
    const entry *any = NULL;
    for (int i = 0; i < b->n; i++) {
        if (!same_cell(&b->entries[i].r.cell, &e->r.cell)) continue;
        if (!strcmp(b->entries[i].machine, e->machine)) return &b->entries[i];
        any = &b->entries[i];
    }
    return any;
}

/* A score that vanished is a loss without bound; one that appeared is none. */
static double lost(const digits *base, const digits *head)
{
    if (!base->known) return 0;
    return head->known ? base->value - head->value : INFINITY;
}

static void add_row(comparison *c, const entry *a, const entry *b, const cost_ratio *r,
                    bool timed, const char *judgement)
{
    char title[1024];
    cell_title(&a->r.cell, title, sizeof title);
    table_text(c->table, "%s", title);
    table_number(c->table, "%.3g", a->cpu.median);
    table_number(c->table, "%.3g", b->cpu.median);
    if (timed && (r->verdict == COST_LESS || r->verdict == COST_MORE))
        table_text(c->table, "%.3f [%.3f, %.3f]", r->ratio, r->low, r->high);
    else
        table_text(c->table, "%s", timed && r->verdict == COST_SAME ? "~" : "");
    table_number(c->table, "%.2f", a->scd.value);
    table_number(c->table, "%.2f", b->scd.value);
    table_text(c->table, "%s", outcome_name(a->r.outcome));
    table_text(c->table, "%s", outcome_name(b->r.outcome));
    table_text(c->table, "%s", judgement);
}

static void compare_entries(comparison *c, const entry *a, const entry *b,
                            const compare_limits *limits)
{
    const bool timed = !strcmp(a->machine, b->machine) && a->cpu.n > 0 && b->cpu.n > 0;
    cost_ratio r = { COST_NO_OVERLAP, NAN, NAN, NAN };
    if (timed) r = cost_compare_costs(&b->cpu, &a->cpu);
    const bool slower = r.verdict == COST_MORE && r.low > 1 + limits->slower;
    const bool faster = r.verdict == COST_LESS && r.high < 1 / (1 + limits->slower);
    const bool changed = a->r.outcome != b->r.outcome;
    const bool worse = !changed && (lost(&a->scd, &b->scd) > limits->digits ||
                                    lost(&a->mescd, &b->mescd) > limits->digits);
    c->cells++;
    c->untimed += !timed && a->r.outcome == OUTCOME_OK && b->r.outcome == OUTCOME_OK;
    c->slower += slower;
    c->faster += faster;
    c->changed += changed;
    c->worse += worse;
    if (slower || faster || changed || worse)
        add_row(c, a, b, &r, timed,
                changed  ? "outcome changed"
                : worse  ? "digits lost"
                : slower ? "slower"
                         : "faster");
}

comparison compare_boards(const board *base, const board *head, const compare_limits *limits)
{
    comparison c = { .table = table_new("cell|base CPU [s]|head CPU [s]|head/base|base scd|"
                                        "head scd|base|head|verdict") };
    for (int i = 0; i < base->n; i++) {
        const entry *b = partner(head, &base->entries[i]);
        if (b)
            compare_entries(&c, &base->entries[i], b, limits);
        else
            c.only_base++;
    }
    for (int i = 0; i < head->n; i++) c.only_head += !partner(base, &head->entries[i]);
    return c;
}

bool compare_passes(const comparison *c) { return !c->slower && !c->worse && !c->changed; }
