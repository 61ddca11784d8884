/* pencil_sparse.c -- a M - b J by columns over the pattern that a problem declares. */
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/pencil_sparse.h"

struct pencil_sparse {
    sparse_pattern pattern;
    int count, entries;
    sparse **factors;
    real *values; /* of one matrix */
};

/* ---- the pattern: M, df/dy and the diagonal ---------------------------------------------- */

typedef struct marks {
    int n;
    bool *may; /* n x n, by columns */
} marks;

static void mark(void *to, unsigned block, int i, int j)
{
    const marks *s = to;
    (void)block;
    if (i >= 0 && j >= 0 && i < s->n && j < s->n) s->may[i + j * s->n] = true;
}

static int compress(const marks *s, sparse_pattern *p)
{
    int k = 0;
    for (int j = 0; j < s->n; j++) {
        if (p) p->first[j] = k;
        for (int i = 0; i < s->n; i++) {
            if (!s->may[i + j * s->n]) continue;
            if (p) p->row[k] = i;
            k++;
        }
    }
    if (p) p->first[s->n] = k;
    return k;
}

static bool read_pattern(pencil_sparse *s, const instance *i, int n)
{
    marks all = { n, calloc((size_t)n * (size_t)n, sizeof(bool)) };
    if (!all.may) return false;
    i->problem->pattern(&(ivp_pattern){ mark, &all }, i->p);
    for (int k = 0; k < n; k++) mark(&all, IVP_JAC, k, k);
    s->entries = compress(&all, NULL);
    s->pattern.n = n;
    s->pattern.first = malloc((size_t)(n + 1) * sizeof(int));
    s->pattern.row = malloc((size_t)s->entries * sizeof(int));
    const bool good = s->pattern.first && s->pattern.row;
    if (good) compress(&all, &s->pattern);
    free(all.may);
    return good;
}

/* ---- opening ---------------------------------------------------------------------------- */

/* Below, the loops of a full matrix are faster. */
enum { LEAST = 24, FULL_FROM = 4 };

pencil_sparse *pencil_sparse_open(const instance *i, int n, int count)
{
    if (i->problem->form == IVP_MECH || !i->problem->pattern || n < LEAST) return NULL;
    pencil_sparse *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->count = count;
    bool good = read_pattern(s, i, n) && FULL_FROM * s->entries < n * n;
    if (good) {
        s->factors = calloc((size_t)count, sizeof(sparse *));
        s->values = malloc((size_t)s->entries * sizeof(real));
        good = s->factors && s->values;
    }
    for (int k = 0; good && k < count; k++) {
        s->factors[k] = sparse_create(&s->pattern);
        good = s->factors[k] != NULL;
    }
    if (good) return s;
    pencil_sparse_close(s);
    return NULL;
}

void pencil_sparse_close(pencil_sparse *s)
{
    if (!s) return;
    for (int k = 0; s->factors && k < s->count; k++) sparse_destroy(s->factors[k]);
    free(s->factors);
    free(s->values);
    free(s->pattern.first);
    free(s->pattern.row);
    free(s);
}

void pencil_sparse_begin(pencil_sparse *s)
{
    for (int k = 0; k < s->count; k++) sparse_forget(s->factors[k]);
}

/* ---- factors ---------------------------------------------------------------------------- */

ivp_status pencil_sparse_factor(pencil_sparse *s, int k, real a, ivp_mat M, real b, ivp_mat J)
{
    const sparse_pattern *p = &s->pattern;
    for (int j = 0; j < p->n; j++) {
        const real *mj = M.a ? ivp_at(M, 0, j) : NULL, *column = ivp_at(J, 0, j);
        for (int e = p->first[j]; e < p->first[j + 1]; e++) {
            const int i = p->row[e];
            s->values[e] = a * (mj ? mj[i] : (real)(i == j)) - b * column[i];
        }
    }
    return sparse_factor(s->factors[k], s->values);
}

void pencil_sparse_solve(pencil_sparse *s, int k, real *x) { sparse_solve(s->factors[k], x); }
