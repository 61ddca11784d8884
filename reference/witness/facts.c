/* facts.c -- see facts.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/witness/facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/job/quad_text.h"

enum { DIGITS_ALL = 40 };

static double digits_of(real off, real scale)
{
    return off > 0 && scale > 0 ? fmax(0, -log10((double)(off / scale))) : DIGITS_ALL;
}

/* ---- closed form ------------------------------------------------------------------------- */

/* One state: fewest digits, and the first component that is contradicted. */
static double compare_state(const ref_state *s, const real *exact, const real *peak, int n,
                            complaints *c)
{
    double least = DIGITS_ALL;
    bool told = false;
    for (int k = 0; k < n; k++) {
        const ref_value *v = &s->v[k];
        const real off = ivp_abs(decimal_read(v->text[REF_A]) - exact[k]);
        const real scale = ivp_max(ivp_abs(exact[k]), peak[k]);
        least = fmin(least, digits_of(off, scale));
        if (told || off <= R(1e4) * (real)v->bar + R(1e-12) * scale + R(1e-25)) continue;
        told = true;
        complaints_add(
            c, "the closed form has %s = %.12g at t = %.9g, the certified solution %.12g",
            v->name, (double)exact[k], s->t, v->half[REF_A]);
    }
    return least;
}

double facts_exact(const ref *r, const job *j, const real *peak, complaints *c)
{
    const ivp_problem *p = j->i->problem;
    double least = DIGITS_ALL;
    if (!p->exact) return -1;
    real *exact = calloc((size_t)j->nc + 1, sizeof *exact);
    const int before = c->n;
    for (int s = 0; exact && s < r->nstates && c->n == before; s++)
        if (!p->exact((real)r->states[s].t, exact, j->i->p))
            least = fmin(least, compare_state(&r->states[s], exact, peak, j->i->sizes.n, c));
    free(exact);
    return least;
}

/* ---- invariants -------------------------------------------------------------------------- */

/* One state with its twelfth digits, and ten bars, moved: an invariant may be zero by
 * cancellation. */
static real wobble_at(const job *j, const ivp_observable *o, const ref_state *of,
                      const real *peak)
{
    const int n = j->i->sizes.n;
    real least = INFINITY, most = -INFINITY;
    for (int turn = 0; turn < 4; turn++) {
        for (int k = 0; k < j->nc; k++) j->row[k] = decimal_read(of->v[k].text[REF_A]);
        for (int k = 0; k < n; k++) {
            const real by =
                R(1e-12) * ivp_max(peak[k], R(1e-12)) + 10 * ivp_max((real)of->v[k].bar, 0);
            j->row[k] += (k >> (turn / 2) ^ turn) % 2 ? by : -by;
        }
        const ivp_state s = instance_view(j->i, (real)of->t, j->row, j->i->start_yp);
        const real x = instance_observe(j->i, o, &s);
        least = ivp_min(least, x);
        most = ivp_max(most, x);
    }
    return most - least;
}

static real wobble_of(const ref *r, const job *j, const ivp_observable *o, const real *peak)
{
    real most = 0;
    for (int s = 0; s < r->nstates; s++)
        most = ivp_max(most, wobble_at(j, o, &r->states[s], peak));
    return most;
}

static const ivp_observable *invariant_of(const job *j, const char *name)
{
    const ivp_observable *o = j->i->problem->invariants;
    while (o && o->name && strcmp(o->name, name) != 0) o++;
    return o && o->name ? o : NULL;
}

void facts_invariants(const ref *r, const job *j, const real *peak, complaints *c)
{
    for (int k = 0; k < r->nlaws; k++) {
        const ref_law *law = &r->laws[k];
        const ivp_observable *o = invariant_of(j, law->name);
        const double most = fmax(law->variation[REF_A], law->variation[REF_B]);
        if (o && most > (double)R(1e-12) * law->size && (real)most > wobble_of(r, j, o, peak))
            complaints_add(c, "the invariant %s is %.3g and varies by %.1e along the solution",
                           law->name, law->size, most);
    }
}

/* ---- published values -------------------------------------------------------------------- */

double facts_published(const ref *r, const job *j, const real *peak)
{
    const ivp_problem *p = j->i->problem;
    const ivp_published *v = job_published(j);
    const ref_state *end = &r->states[r->nstates - 1];
    const char *scored = p->scd ? p->scd : p->form == IVP_MECH ? "q" : "all";
    char text[64];
    reason unused;
    double least = DIGITS_ALL;
    bool *counts = calloc((size_t)j->nc + 1, sizeof *counts);
    const bool known = v && counts && instance_mask(j->i, scored, counts, &unused);
    for (int k = 0; known && k < r->ncomponents; k++) {
        if (!counts[k] || !published_value(v, end->v[k].name, text)) continue;
        const real ours = decimal_read(end->v[k].text[REF_A]),
                   off = ivp_abs(decimal_read(text) - ours);
        least = fmin(least,
                     digits_of(off, ivp_max(ivp_abs(ours), k < j->i->sizes.n ? peak[k] : 0)));
    }
    free(counts);
    return known ? least : -1;
}
