/* elimination_plan.c -- the order of the pivots, and the program that follows from it.
 *
 * Greedy: of the pivots that are safe the one that costs least (entries of its column, then
 * fill). Safe means that in every sample, eliminated so far, it is at least `threshold` of the
 * largest entry of its column; where no pivot is that, the threshold gives way. The numeric
 * check is what a structural one cannot do: it sees that M is singular with Euler parameters,
 * and that two constraints which meet one eliminated variable leave a pivot that cancels.
 *
 * Samples are equilibrated first, for what is safe does not depend on units: small masses
 * beside G of size 1 (car axle) may all be taken before any constraint, which costs less, and
 * whose inverses need not wait for each other. Where that order's solutions of the samples
 * would have to be refined (bricard), as those of masses of many sizes are, the samples are
 * taken as they are.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/elimination_run.h"

#include <stdlib.h>
#include <string.h>

static const real thresholds[] = { R(1e-1), R(1e-2), R(1e-3), R(1e-6) };

struct search {
    int n, nsamples;
    real *samples; /* each n x n, eliminated so far */
    real *scale;   /* n */
    bool *filled;  /* n x n: the pattern of what is left and of L */
    bool *pattern; /* n x n: of the samples */
    bool *taken;
    int *order, *position; /* pivots as they are taken; when each one is */
    int *slot; /* n x n: number of the slot of an entry, row >= column in the order taken */
};

static real *sample(const struct search *s, int k, int i, int j)
{
    return s->samples + ((size_t)k * (size_t)s->n + (size_t)j) * (size_t)s->n + i;
}

static bool *filled(const struct search *s, int i, int j)
{
    return s->filled + (size_t)j * (size_t)s->n + i;
}

/* Rows and columns so that the diagonal, where there is one, is of size 1, and what is largest
 * of the others. */
static void scale_of(int n, const real *K, real *scale)
{
    for (int i = 0; i < n; i++) {
        const real d = ivp_abs(K[i + i * n]);
        scale[i] = d > 0 ? 1 / sqrt(d) : 1;
    }
    for (int i = 0; i < n; i++) {
        real largest = 0;
        for (int j = 0; j < n; j++)
            if (K[j + j * n] != 0) largest = ivp_max(largest, ivp_abs(K[i + j * n]) * scale[j]);
        if (K[i + i * n] == 0 && largest > 0) scale[i] = 1 / largest;
    }
}

static void equilibrate(const struct search *s, int k)
{
    scale_of(s->n, sample(s, k, 0, 0), s->scale);
    for (int j = 0; j < s->n; j++)
        for (int i = 0; i < s->n; i++) *sample(s, k, i, j) *= s->scale[i] * s->scale[j];
}

static void read_pattern(struct search *s)
{
    for (int k = 0; k < s->nsamples; k++)
        for (int j = 0; j < s->n; j++)
            for (int i = 0; i < s->n; i++)
                if (*sample(s, k, i, j) != 0) *filled(s, i, j) = *filled(s, j, i) = true;
}

static bool safe(const struct search *s, int p, real threshold)
{
    for (int k = 0; k < s->nsamples; k++) {
        real largest = 0;
        for (int i = 0; i < s->n; i++)
            if (!s->taken[i]) largest = ivp_max(largest, ivp_abs(*sample(s, k, i, p)));
        const real pivot = ivp_abs(*sample(s, k, p, p));
        if (!(pivot > 0) || pivot < threshold * largest) return false;
    }
    return true;
}

/* What taking p costs: products of its updates, and new entries on top. */
static long cost(const struct search *s, int p)
{
    long degree = 0, fill = 0;
    for (int i = 0; i < s->n; i++) {
        if (s->taken[i] || i == p || !*filled(s, i, p)) continue;
        degree++;
        for (int j = 0; j < i; j++)
            if (!s->taken[j] && j != p && *filled(s, j, p) && !*filled(s, i, j)) fill++;
    }
    return degree * (degree + 3) / 2 + 4 * fill;
}

static int cheapest(const struct search *s)
{
    for (size_t t = 0; t < sizeof thresholds / sizeof *thresholds; t++) {
        int best = -1;
        long least = 0;
        for (int p = 0; p < s->n; p++) {
            if (s->taken[p]) continue;
            const long c = cost(s, p);
            if ((best < 0 || c < least) && safe(s, p, thresholds[t])) best = p, least = c;
        }
        if (best >= 0) return best;
    }
    return -1;
}

static void eliminate(struct search *s, int p)
{
    s->taken[p] = true;
    for (int i = 0; i < s->n; i++) {
        if (s->taken[i] || !*filled(s, i, p)) continue;
        for (int j = 0; j < s->n; j++) {
            if (s->taken[j] || !*filled(s, j, p)) continue;
            *filled(s, i, j) = true;
            for (int k = 0; k < s->nsamples; k++)
                *sample(s, k, i, j) -=
                    *sample(s, k, i, p) * *sample(s, k, p, j) / *sample(s, k, p, p);
        }
    }
}

static bool find_order(struct search *s)
{
    for (int k = 0; k < s->n; k++) {
        const int p = cheapest(s);
        if (p < 0) return false;
        s->order[k] = p;
        eliminate(s, p);
    }
    return true;
}

/* ---- the program ------------------------------------------------------------------------ */

/* A slot for every entry of the lower triangle in the order taken, found from either side. */
static int number_slots(struct search *s)
{
    int slots = 0;
    for (int k = 0; k < s->n; k++)
        for (int i = 0; i < s->n; i++) {
            const int j = s->order[k];
            if (s->position[i] < k || (i != j && !*filled(s, i, j))) continue;
            s->slot[j * s->n + i] = s->slot[i * s->n + j] = slots++;
        }
    return slots;
}

static void write_column(elimination_plan *p, const struct search *s, int k)
{
    const int j = s->order[k], n = s->n, first = p->first_entry[k];
    int end = first, updates = p->first_update[k];
    for (int i = 0; i < n; i++)
        if (s->position[i] > k && *filled(s, i, j))
            p->entry[end++] = (elimination_entry){ i, j, p->nslots++, s->slot[j * n + i] };
    for (int a = first; a < end; a++)
        for (int b = first; b <= a; b++) {
            const int row = p->entry[a].row, column = p->entry[b].row;
            p->update[updates++] = (elimination_update){ .to = s->slot[column * n + row],
                                                         .left = p->entry[a].slot,
                                                         .right = s->slot[j * n + column] };
        }
    p->pivot[k] = s->slot[j * n + j];
    p->first_entry[k + 1] = end;
    p->first_update[k + 1] = updates;
}

static void write_nonzeros(elimination_plan *p, const struct search *s)
{
    for (int j = 0; j < s->n; j++)
        for (int i = j; i < s->n; i++)
            if (s->pattern[j * s->n + i])
                p->nonzero[p->nnonzero++] =
                    (elimination_entry){ i, j, s->slot[j * s->n + i], i + j * s->n };
}

static elimination_plan *write_plan(struct search *s)
{
    const size_t n = (size_t)s->n, most = n * (n + 1) / 2, updates = n * (n + 1) * (n + 2) / 6;
    elimination_plan *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->n = s->n;
    p->left = ELIMINATION_LEFT;
    p->order = malloc(n * sizeof *p->order);
    p->pivot = malloc(n * sizeof *p->pivot);
    p->first_entry = calloc(n + 1, sizeof *p->first_entry);
    p->first_update = calloc(n + 1, sizeof *p->first_update);
    p->nonzero = malloc(most * sizeof *p->nonzero);
    p->entry = calloc(most, sizeof *p->entry);
    p->update = malloc(updates * sizeof *p->update);
    if (!p->order || !p->pivot || !p->first_entry || !p->first_update || !p->nonzero ||
        !p->entry || !p->update) {
        elimination_plan_destroy(p);
        return NULL;
    }
    memcpy(p->order, s->order, n * sizeof *p->order);
    for (int k = 0; k < s->n; k++) s->position[s->order[k]] = k;
    p->nlower = p->nslots = number_slots(s);
    for (int k = 0; k < s->n; k++) write_column(p, s, k);
    write_nonzeros(p, s);
    return p;
}

/* ---- which order ------------------------------------------------------------------------- */

/* Whether a solution is to be refined; *left: of b. */
static bool is_rough(elimination *e, const real *K, const real *b, real *x, real *r,
                     double *left)
{
    elimination_size size;
    const real most = elimination_solve_system(e, K, b, x, r, &size);
    *left = size.b > 0 ? (double)(most / size.b) : 0;
    return !(most <= ELIMINATION_STABLE * size.unit);
}

/* Whether there is a sample whose solution is to be refined; p->left: four times the mean of
 * what they leave. */
static bool needs_refinement(elimination_plan *p, const elimination_samples *s)
{
    const size_t n = (size_t)p->n;
    real *w = calloc(2 * n + (size_t)(p->nnonzero + p->nslots), sizeof *w);
    if (!w) return true;
    elimination e = { .plan = p, .value = w + 2 * n, .slot = w + 2 * n + p->nnonzero };
    double left, sum = 0;
    bool needed = false;
    for (size_t k = 0; k < (size_t)s->count; k++) {
        needed |= is_rough(&e, s->K + k * n * n, s->b + k * n, w, w + n, &left);
        sum += left;
    }
    if (4 * sum / s->count > p->left) p->left = 4 * sum / s->count;
    free(w);
    return needed;
}

static void search_free(struct search *s)
{
    free(s->samples);
    free(s->scale);
    free(s->filled);
    free(s->slot);
}

static bool search_make(struct search *s, int n, const elimination_samples *of)
{
    const size_t nn = (size_t)n * (size_t)n, all = nn * (size_t)of->count * sizeof(real);
    *s = (struct search){ .n = n, .nsamples = of->count };
    s->samples = malloc(all);
    s->scale = calloc((size_t)n, sizeof *s->scale);
    s->filled = calloc(2 * nn + (size_t)n, sizeof *s->filled);
    s->slot = calloc(nn + 2 * (size_t)n, sizeof *s->slot);
    if (!s->samples || !s->scale || !s->filled || !s->slot) return false;
    memcpy(s->samples, of->K, all);
    s->pattern = s->filled + nn;
    s->taken = s->filled + 2 * nn;
    s->order = s->slot + nn;
    s->position = s->order + n;
    return true;
}

static elimination_plan *plan_of(int n, const elimination_samples *of, bool equilibrated)
{
    struct search s;
    elimination_plan *p = NULL;
    if (search_make(&s, n, of)) {
        read_pattern(&s);
        memcpy(s.pattern, s.filled, (size_t)n * (size_t)n * sizeof *s.pattern);
        for (int k = 0; equilibrated && k < of->count; k++) equilibrate(&s, k);
        if (find_order(&s)) p = write_plan(&s);
    }
    search_free(&s);
    return p;
}

elimination_plan *elimination_plan_create(int n, const elimination_samples *of)
{
    elimination_plan *p = plan_of(n, of, true);
    if (p && !needs_refinement(p, of)) return p;
    elimination_plan *as_it_is = plan_of(n, of, false);
    if (!as_it_is) return p;
    elimination_plan_destroy(p);
    (void)needs_refinement(as_it_is, of);
    return as_it_is;
}

static unsigned long long mix(unsigned long long hash, int number)
{
    return (hash ^ (unsigned long long)(unsigned)number) * 1099511628211ULL;
}

static unsigned long long mix_entry(unsigned long long hash, const elimination_entry *e)
{
    return mix(mix(mix(mix(hash, e->row), e->column), e->slot), e->from);
}

unsigned long long elimination_plan_digest(const elimination_plan *p)
{
    unsigned long long hash = mix(14695981039346656037ULL, p->n);
    for (int k = 0; k < p->nnonzero; k++) hash = mix_entry(hash, &p->nonzero[k]);
    for (int k = 0; k < p->n; k++) hash = mix(hash, p->order[k]);
    for (int k = 0; k < p->first_entry[p->n]; k++) hash = mix_entry(hash, &p->entry[k]);
    for (int k = 0; k < p->first_update[p->n]; k++)
        hash = mix(mix(mix(hash, p->update[k].to), p->update[k].left), p->update[k].right);
    return hash ? hash : 1;
}

void elimination_plan_destroy(elimination_plan *p)
{
    if (!p) return;
    free(p->order);
    free(p->pivot);
    free(p->first_entry);
    free(p->first_update);
    free(p->nonzero);
    free(p->entry);
    free(p->update);
    free(p);
}
