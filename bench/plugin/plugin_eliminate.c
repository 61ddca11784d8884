/* plugin_eliminate.c -- from a plan to straight code: every slot a local variable, so that the
 * compiler sees the whole elimination and keeps what it can in registers.
 *
 * The operations and their order are those of elimination_run.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_KERNEL /* opens problems */
#include "bench/plugin/plugin_eliminate.h"

#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "kernel/linear/elimination.h"
#include "kernel/problem/instance.h"

enum { MOST_PLANS = 16, MOST_SETTINGS = 64, SETTINGS = 512 };

/* ---- one plan --------------------------------------------------------------------------- */

static void write_pivot(FILE *out, const elimination_plan *p, int k)
{
    const int d = p->pivot[k];
    fprintf(out, "    s%d = slot[%d] = 1 / s%d;\n", d, d, d);
    for (int e = p->first_entry[k]; e < p->first_entry[k + 1]; e++)
        fprintf(out, "    const real s%d = slot[%d] = s%d * s%d;\n", p->entry[e].slot,
                p->entry[e].slot, p->entry[e].from, d);
    for (int u = p->first_update[k]; u < p->first_update[k + 1]; u++)
        fprintf(out, "    s%d -= s%d * s%d;\n", p->update[u].to, p->update[u].left,
                p->update[u].right);
}

/* Into whole(), unless it is so long that the compiler would take its time. */
static const char *inlined(const elimination_plan *p)
{
    enum { MOST_INLINED = 500 };
    return p->first_update[p->n] > MOST_INLINED ? "" : "inline __attribute__((always_inline)) ";
}

static void write_factor(FILE *out, const elimination_plan *p, int number)
{
    fprintf(out,
            "static %sreal factor_%d(const real *restrict numbers, real *restrict value, "
            "real *restrict slot)\n{\n"
            "    elimination_sweep largest = ELIMINATION_NOTHING;\n",
            inlined(p), number);
    bool *given = calloc((size_t)p->nlower + 1, sizeof *given);
    for (int k = 0; k < p->nnonzero; k++) {
        const int s = p->nonzero[k].slot;
        if (given) given[s] = true;
        fprintf(out, "    real s%d = value[%d] = numbers[%d];\n", s, k, p->nonzero[k].from);
        if (k % 2 || k == p->nnonzero - 1)
            fprintf(out, "    largest = elimination_larger(largest, s%d, s%d);\n",
                    p->nonzero[k - k % 2].slot, s);
    }
    for (int s = 0; given && s < p->nlower; s++)
        if (!given[s]) fprintf(out, "    real s%d = ivp_of(0);\n", s);
    free(given);
    for (int k = 0; k < p->n; k++) write_pivot(out, p, k);
    fprintf(out, "    return elimination_most(largest);\n}\n\n");
}

static void write_solve(FILE *out, const elimination_plan *p, int number)
{
    const int end = p->first_entry[p->n];
    fprintf(out,
            "static %svoid solve_%d(const real *restrict slot, const real *restrict b, "
            "real *restrict x)\n{\n",
            inlined(p), number);
    for (int i = 0; i < p->n; i++) fprintf(out, "    real x%d = b[%d];\n", i, i);
    for (int e = 0; e < end; e++)
        fprintf(out, "    x%d -= slot[%d] * x%d;\n", p->entry[e].row, p->entry[e].slot,
                p->entry[e].column);
    for (int k = 0; k < p->n; k++)
        fprintf(out, "    x%d *= slot[%d];\n", p->order[k], p->pivot[k]);
    for (int e = end; e-- > 0;)
        fprintf(out, "    x%d -= slot[%d] * x%d;\n", p->entry[e].column, p->entry[e].slot,
                p->entry[e].row);
    for (int i = 0; i < p->n; i++) fprintf(out, "    x[%d] = x%d;\n", i, i);
    fprintf(out, "}\n\n");
}

/* Two by two; the last one alone. */
static void write_sweep(FILE *out, const char *most, const char *x, int n)
{
    for (int i = 0; i < n; i += 2)
        fprintf(out, "    %s = elimination_larger(%s, %s%d, %s%d);\n", most, most, x, i, x,
                i + 1 < n ? i + 1 : i);
}

static void write_residual(FILE *out, const elimination_plan *p, int number)
{
    fprintf(out,
            "static %sreal residual_%d(const real *restrict value, real largest, "
            "const real *restrict b, const real *restrict x, real *restrict r, "
            "elimination_size *size)\n{\n"
            "    elimination_sweep most = ELIMINATION_NOTHING, most_x = most, most_b = most;\n"
            "    real sum = ivp_of(0);\n",
            inlined(p), number);
    for (int i = 0; i < p->n; i++)
        fprintf(out, "    real r%d = b[%d];\n    const real x%d = x[%d];\n    sum += x%d;\n", i,
                i, i, i, i);
    write_sweep(out, "most_b", "r", p->n);
    write_sweep(out, "most_x", "x", p->n);
    for (int k = 0; k < p->nnonzero; k++) {
        const int i = p->nonzero[k].row, j = p->nonzero[k].column;
        fprintf(out, "    r%d -= value[%d] * x%d;\n", i, k, j);
        if (i != j) fprintf(out, "    r%d -= value[%d] * x%d;\n", j, k, i);
    }
    for (int i = 0; i < p->n; i++) fprintf(out, "    r[%d] = r%d;\n", i, i);
    write_sweep(out, "most", "r", p->n);
    fprintf(out, "    size->b = elimination_most(most_b);\n"
                 "    size->unit = largest * elimination_most(most_x) + size->b + "
                 "0 * (sum + largest);\n    return elimination_most(most);\n}\n\n");
}

/* Arrays of its own, of which a compiler that has all three in line leaves nothing. */
static void write_system(FILE *out, const elimination_plan *p, int number)
{
    fprintf(out,
            "static real whole_%d(const real *restrict numbers, const real *restrict b, "
            "real *restrict x, elimination_size *size)\n{\n"
            "    real value[%d], slot[%d], r[%d];\n"
            "    const real largest = factor_%d(numbers, value, slot);\n"
            "    solve_%d(slot, b, x);\n"
            "    return residual_%d(value, largest, b, x, r, size);\n}\n\n",
            number, p->nnonzero, p->nslots, p->n, number, number, number);
}

/* Which numbers of M and G, which lie behind one another, an elimination leaves out; of M the
 * lower triangle. Their count. */
static int find_strays(const elimination_plan *p, const ivp_sizes *sizes, bool *is_stray)
{
    const int nq = sizes->nq, numbers = nq * (nq + sizes->ng);
    int count = 0;
    for (int k = 0; k < numbers; k++) is_stray[k] = k >= nq * nq || k % nq >= k / nq;
    for (int k = 0; k < p->nnonzero; k++) is_stray[p->nonzero[k].from] = false;
    for (int k = 0; k < numbers; k++) count += is_stray[k];
    return count;
}

static void write_each(FILE *out, const bool *is_stray, int numbers)
{
    for (int k = 0; k < numbers; k++)
        if (is_stray[k]) fprintf(out, "    bits |= elimination_bits_of(numbers[%d]);\n", k);
}

/* Those that lie side by side: the first, and how many. */
static void write_runs(FILE *out, const bool *is_stray, int numbers)
{
    fprintf(out, "    static const int run[][2] = {\n");
    for (int k = 0; k < numbers; k++) {
        if (!is_stray[k]) continue;
        const int first = k;
        while (k < numbers && is_stray[k]) k++;
        fprintf(out, "        { %d, %d },\n", first, k - first);
    }
    fprintf(out, "    };\n"
                 "    for (unsigned r = 0; r < sizeof run / sizeof *run; r++)\n"
                 "        bits |= elimination_bits_among(numbers + run[r][0], run[r][1]);\n");
}

/* Of a sparse system of some size nearly all numbers are strays: straight code of thousands of
 * loads would be most of the file. */
static void write_strays(FILE *out, const elimination_plan *p, const ivp_sizes *sizes,
                         int number)
{
    enum { FEW = 256 };
    const int numbers = sizes->nq * (sizes->nq + sizes->ng);
    bool *is_stray = need(calloc((size_t)numbers + 1, sizeof *is_stray));
    fprintf(out,
            "static elimination_bits strays_%d(const real *numbers)\n{\n"
            "    (void)numbers; /* there may be none */\n"
            "    elimination_bits bits = elimination_bits_of(ivp_of(0));\n",
            number);
    const bool few = find_strays(p, sizes, is_stray) <= FEW;
    (few ? write_each : write_runs)(out, is_stray, numbers);
    free(is_stray);
    fprintf(out, "    return bits;\n}\n\n");
}

/* ---- all plans of a problem -------------------------------------------------------------- */

struct writer {
    FILE *out;
    unsigned long long digest[MOST_PLANS];
    int nplans;
};

/* Straight code of more operations takes a compiler minutes, and a processor's cache: it is
 * interpreted. */
enum { MOST_UPDATES = 5000 };

static void write_plan(struct writer *w, const elimination_plan *p, const ivp_sizes *sizes)
{
    if (p->first_update[p->n] > MOST_UPDATES) return;
    const unsigned long long digest = elimination_plan_digest(p);
    for (int k = 0; k < w->nplans; k++)
        if (w->digest[k] == digest) return;
    if (w->nplans == MOST_PLANS) return;
    write_factor(w->out, p, w->nplans);
    write_solve(w->out, p, w->nplans);
    write_residual(w->out, p, w->nplans);
    write_system(w->out, p, w->nplans);
    write_strays(w->out, p, sizes, w->nplans);
    w->digest[w->nplans++] = digest;
}

static bool write_settings(struct writer *w, const char *name, const char *settings,
                           reason *why)
{
    instance *i = NULL;
    if (instance_open(&i, name, settings, why))
        return *settings != '\0'; /* words may not go together */
    if (i->plan) write_plan(w, i->plan, &i->sizes);
    instance_close(i);
    return true;
}

/* The k-th combination of the words of all parameters that are words; false: there is none. */
static bool combine(const ivp_param *params, int k, char *settings, size_t size)
{
    size_t at = 0;
    *settings = '\0';
    for (; params && params->name; params++) {
        if (!params->choices) continue;
        int count = 0;
        for (const char *c = params->choices; *c; c += strcspn(c, " "), c += strspn(c, " "))
            count++;
        if (!count) continue;
        const char *word = params->choices;
        for (int skip = k % count; skip > 0; skip--) {
            word += strcspn(word, " ");
            word += strspn(word, " ");
        }
        k /= count;
        at += (size_t)snprintf(settings + at, at < size ? size - at : 0, "%s%s=%.*s",
                               at ? " " : "", params->name, (int)strcspn(word, " "), word);
    }
    return k == 0 && at < size;
}

static void write_list(const struct writer *w, const char *name)
{
    fprintf(w->out, "static const elimination_code codes[] = {\n");
    for (int k = 0; k < w->nplans; k++)
        fprintf(w->out,
                "    { 0x%llxULL, factor_%d, solve_%d, residual_%d, whole_%d, strays_%d },\n",
                w->digest[k], k, k, k, k, k);
    fprintf(
        w->out,
        "    { 0, NULL, NULL, NULL, NULL, NULL },\n};\n\n"
        "extern const elimination_codes ivp_eliminations_%s;\n"
        "const elimination_codes ivp_eliminations_%s = { ELIMINATION_ABI, IVP_ARITH, \"%s\", "
        "codes };\n",
        name, name, name);
}

bool plugin_eliminate(const char *name, FILE *out, reason *why)
{
    struct writer w = { .out = out };
    char settings[SETTINGS];
    const void *twin = NULL;
    const ivp_problem *p = plugin_problem(name, &twin, why);
    if (!p) return false;
    fprintf(out, "#include \"kernel/linear/elimination_sweep.h\"\n\n");
    if (!write_settings(&w, name, "", why)) return false;
    for (int k = 0; k < MOST_SETTINGS && combine(p->params, k, settings, sizeof settings); k++)
        write_settings(&w, name, settings, why);
    write_list(&w, name);
    return fflush(out) == 0;
}
