/* plan_word.c -- words of a plan: NAME(settings), SOLVER(options)@FORMULATION(options); rungs.
 *
 *     tolerances   rtol = 10^-(from + k / per_decade), k = 0, 1 ... while not beyond `to`
 *     steps        h = hmax / 2^k, k = 0 .. halvings
 *
 * --quick takes every second rung, from the coarse end. */
#include "bench/plan/plan_inner.h"

#include "bench/base/util.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Blanks at the ends go, and commas between settings become blanks. */
static bool tidy(char *to, const char *from, size_t n)
{
    while (n && (*from == ' ' || *from == ',')) from++, n--;
    while (n && (from[n - 1] == ' ' || from[n - 1] == ',')) n--;
    if (n >= CELL_TEXT) return false;
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        const char c = from[i] == ',' ? ' ' : from[i];
        if (c != ' ' || to[k - 1] != ' ') to[k++] = c;
    }
    to[k] = '\0';
    return true;
}

/* NAME or NAME(settings); a name with * ? [ is a pattern. */
static bool read_part(plan_word *w, const char *text, size_t n)
{
    const char *open = memchr(text, '(', n);
    *w = (plan_word){ 0 };
    if (open && text[n - 1] != ')') return false;
    if (!tidy(w->name, text, open ? (size_t)(open - text) : n) || !*w->name) return false;
    if (open && !tidy(w->settings, open + 1, (size_t)(text + n - open) - 2)) return false;
    w->glob = strpbrk(w->name, "*?[") != NULL;
    return true;
}

bool plan_word_read(plan_word *w, const char *text) { return read_part(w, text, strlen(text)); }

bool plan_solver_read(plan_solver *s, const char *text)
{
    const char *at = strchr(text, '@');
    *s = (plan_solver){ 0 };
    if (!read_part(&s->word, text, at ? (size_t)(at - text) : strlen(text))) return false;
    if (!at) return true;
    s->nforms = 1;
    s->forms = need(calloc(1, sizeof *s->forms));
    return fits_into(s->forms[0], CELL_TEXT, at + 1);
}

/* 10^-x; whole numbers are the decimals that people write. */
static double power(double x)
{
    char text[32];
    const double whole = nearbyint(x);
    if (fabs(x - whole) > 1e-9) return pow(10, -x);
    snprintf(text, sizeof text, "1e%ld", -lround(whole));
    return strtod(text, NULL);
}

/* v NULL: only counted. */
static int tolerance_rungs(const plan_group *g, int every, cell *v)
{
    const plan_tolerances *t = &g->tolerances;
    const int n = (int)floor((t->to - t->from) * t->per_decade + 1e-9) + 1;
    int m = 0;
    for (int k = 0; k < n; k += every) {
        cell c = g->base;
        c.rtol = t->rtol > 0 ? t->rtol : power(t->from + (double)k / t->per_decade);
        c.atol = t->atol > 0 ? t->atol : t->atol_factor * c.rtol;
        c.h0 = t->h0_factor > 0 ? t->h0_factor * c.rtol : t->h0;
        if (v) v[m] = c;
        m++;
    }
    return m;
}

/* Halving is exact: all grids share their points. */
static int step_rungs(const plan_group *g, int every, cell *v)
{
    int m = 0;
    for (int k = 0; k <= g->steps.halvings; k += every) {
        cell c = g->base;
        c.h = ldexp(g->steps.hmax, -k);
        if (v) v[m] = c;
        m++;
    }
    return m;
}

int plan_rungs(const plan_group *g, bool tolerances, bool steps, bool quick, cell **rungs)
{
    const int every = quick ? 2 : 1;
    const bool t = tolerances && g->tolerances.given, s = steps && g->steps.given;
    const int nt = t ? tolerance_rungs(g, every, NULL) : 0;
    const int ns = s ? step_rungs(g, every, NULL) : 0, n = nt + ns;
    const int doubled = g->with_events && g->without_events ? 2 : 1;
    cell *v = grown(NULL, (size_t)(n * doubled), sizeof *v);
    if (t) tolerance_rungs(g, every, v);
    if (s) step_rungs(g, every, v + nt);
    for (int k = 0; k < n; k++) v[k].no_events = !g->with_events;
    for (int k = n; k < n * doubled; k++) {
        v[k] = v[k - n];
        v[k].no_events = true;
    }
    *rungs = v;
    return n * doubled;
}
