/* pencil_columns.c -- see pencil_columns.h. */
#include "kernel/formulation/pencil_columns.h"

#include <stdlib.h>
#include <string.h>

struct pencil_columns {
    jac_columns *columns;
    int count;
    sparse **factors;
    real *values; /* of one matrix */
};

ivp_status pencil_columns_open(jac_columns *columns, int count, pencil_columns **out)
{
    pencil_columns *p = *out = calloc(1, sizeof *p);
    if (!p) return IVP_E_NOMEM;
    *p = (pencil_columns){ .columns = columns, .count = count };
    p->factors = calloc((size_t)count, sizeof *p->factors);
    p->values = malloc(((size_t)columns->entries + 1) * sizeof *p->values);
    bool good = p->factors && p->values;
    for (int k = 0; good && k < count; k++)
        good = (p->factors[k] = sparse_create(&columns->pattern)) != NULL;
    if (good) return IVP_OK;
    pencil_columns_close(p);
    *out = NULL;
    return IVP_E_NOMEM;
}

void pencil_columns_close(pencil_columns *p)
{
    if (!p) return;
    for (int k = 0; p->factors && k < p->count; k++) sparse_destroy(p->factors[k]);
    free(p->factors);
    free(p->values);
    free(p);
}

void pencil_columns_begin(pencil_columns *p)
{
    for (int k = 0; k < p->count; k++) sparse_forget(p->factors[k]);
}

void pencil_columns_mass(const pencil_columns *p, const real *x, real *Mx)
{
    const jac_columns *c = p->columns;
    const sparse_pattern *s = &c->pattern;
    memset(Mx, 0, (size_t)s->n * sizeof *Mx);
    for (int j = 0; j < s->n; j++)
        for (int e = s->first[j]; e < s->first[j + 1]; e++) Mx[s->row[e]] += c->M[e] * x[j];
}

ivp_status pencil_columns_factor(pencil_columns *p, int k, real a, real b)
{
    const jac_columns *c = p->columns;
    if (b == 0 && c->M) { /* J may not be known */
        for (int e = 0; e < c->entries; e++) p->values[e] = a * c->M[e];
    } else if (c->M) {
        for (int e = 0; e < c->entries; e++) p->values[e] = a * c->M[e] - b * c->J[e];
    } else {
        for (int e = 0; e < c->entries; e++) p->values[e] = -b * c->J[e];
        for (int j = 0; j < c->pattern.n; j++) p->values[c->diagonal[j]] += a;
    }
    return sparse_factor(p->factors[k], p->values);
}

void pencil_columns_solve(pencil_columns *p, int k, real *x)
{
    sparse_solve(p->factors[k], x);
}
