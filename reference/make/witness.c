/* witness.c -- what would have to be true of a reference if it were right. */
#include "reference/make/witness.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/problem/mech.h"
#include "reference/make/quad_text.h"

enum { TIMES = 20000, SECONDS = 3 };

typedef struct look {
    const ref *r;
    job *j;
    instance *i;
    int n;      /* q, u, x or y */
    real *peak; /* largest values of the columns, n */
    real *y, *yp, *z, *zp, *F, *G, *H;
    double worst; /* defect over what is allowed */
    int times, crossings, jumps;
    char *why;
} look;

#define refuse(l, ...) (snprintf((l)->why, PLUGIN_WHY_MAX, __VA_ARGS__), false)

/* Another sentence behind those that are there. */
static void also(look *l, bool *ok, const char *format, ...)
{
    va_list args;
    size_t at = *ok ? 0 : strlen(l->why);
    if (!*ok && at + 2 < PLUGIN_WHY_MAX) at += (size_t)snprintf(l->why + at, PLUGIN_WHY_MAX - at, "; ");
    va_start(args, format);
    vsnprintf(l->why + at, PLUGIN_WHY_MAX - at, format, args);
    va_end(args);
    *ok = false;
}

/* ---- beside the equations ---------------------------------------------------------------- */

/* What the twelfth digit of the state does to an invariant: it may be zero by cancellation. */
static double wobble_of(look *l, const char *name)
{
    const ivp_observable *o = l->i->problem->invariants;
    real least = INFINITY, most = -INFINITY;
    while (o && o->name && strcmp(o->name, name) != 0) o++;
    if (!o || !o->name) return INFINITY;
    for (int turn = 0; turn < 4; turn++) {
        memcpy(l->z, l->i->start, (size_t)instance_ncomponents(l->i) * sizeof *l->z);
        for (int k = 0; k < l->n; k++)
            l->z[k] += R(1e-12) * ivp_max(l->peak[k], R(1e-12)) * ((k >> (turn / 2) ^ turn) % 2 ? 1 : -1);
        const ivp_state s = instance_view(l->i, l->i->t0, l->z, l->i->start_yp);
        const real x = instance_observe(l->i, o, &s);
        least = ivp_min(least, x);
        most = ivp_max(most, x);
    }
    return (double)(most - least);
}

static bool beside(look *l, char *said, size_t size)
{
    const ref *r = l->r;
    const ivp_problem *p = l->i->problem;
    real *exact = calloc((size_t)instance_ncomponents(l->i) + 1, sizeof *exact);
    double least = 40;
    bool ok = true;
    l->why[0] = 0;
    for (int s = 0; p->exact && s < r->nstates && ok; s++) {
        if (p->exact(r->states[s].t, exact, l->i->p)) continue;
        for (int k = 0; k < l->n && ok; k++) {
            const ref_value *v = &r->states[s].v[k];
            const real off = ivp_abs(decimal_read(v->text[REF_A]) - exact[k]);
            const real scale = ivp_max(ivp_abs(exact[k]), l->peak[k]);
            if (off > 0 && scale > 0) least = fmin(least, -log10((double)(off / scale)));
            if (off > R(1e4) * (real)v->bar + R(1e-12) * scale + R(1e-25))
                ok = refuse(l, "%s: the closed form has %s = %.12g at t = %.9g, the certified solution %.12g", r->problem,
                            v->name, (double)exact[k], r->states[s].t, v->half[REF_A]);
        }
    }
    free(exact);
    if (p->exact) snprintf(said, size, "; closed form to %.1f digits", least);
    for (int k = 0; k < r->nlaws; k++) {
        const ref_law *law = &r->laws[k];
        const double most = fmax(law->variation[REF_A], law->variation[REF_B]);
        if (law->size > 0 && most > (double)R(1e-8) * law->size && most > wobble_of(l, law->name))
            also(l, &ok, "the invariant %s is %.3g and varies by %.1e", law->name, law->size, most);
    }
    const ivp_published *v = job_published(l->j);
    const ref_state *end = &r->states[r->nstates - 1];
    const char *words = p->scd ? p->scd : p->form == IVP_MECH ? "q" : "all";
    bool counts[2048] = { false };
    char unused[PLUGIN_WHY_MAX];
    if (v && r->ncomponents < 2048) instance_mask(l->i, words, counts, unused);
    double digits = 40;
    for (int k = 0; v && k < r->ncomponents; k++) {
        char text[64];
        if (!counts[k] || !published_value(v, end->v[k].name, text)) continue;
        const real ours = decimal_read(end->v[k].text[REF_A]), off = ivp_abs(decimal_read(text) - ours);
        const real scale = ivp_max(ivp_abs(ours), k < l->n ? l->peak[k] : 0);
        if (off > 0 && scale > 0) digits = fmin(digits, -log10((double)(off / scale)));
    }
    if (digits < 2)
        also(l, &ok, "the published end state (%s) has %.1f digits of the certified one", v->source, digits);
    if (v) snprintf(said + strlen(said), size - strlen(said), "; published to %.1f", digits);
    return ok;
}

/* ---- along the trajectory ---------------------------------------------------------------- */

/* Column k on piece i at s: value, and slope in t. */
static void at_place(const ref_pieces *p, int i, int k, real s, real *y, real *yp)
{
    const double *c = p->c + ((size_t)i * (size_t)p->width + (size_t)k) * ((size_t)p->degree + 1);
    real T0 = 1, T1 = s, U0 = 1, U1 = 2 * s; /* T_n' = n U_(n-1) */
    *y = (real)c[0] + (real)c[1] * s;
    *yp = (real)c[1];
    for (int n = 2; n <= p->degree; n++) {
        const real T = 2 * s * T1 - T0;
        *y += (real)c[n] * T;
        *yp += (real)c[n] * (real)n * U1;
        const real U = 2 * s * U1 - U0;
        T0 = T1, T1 = T, U0 = U1, U1 = U;
    }
    *yp *= 2 / ((real)p->t[i + 1] - (real)p->t[i]);
}

static int piece_at(const ref_pieces *p, double t)
{
    int low = 0, high = p->n;
    while (high - low > 1) {
        const int mid = low + (high - low) / 2;
        if (p->t[mid] <= t) low = mid;
        else high = mid;
    }
    return low;
}

static void state_at(look *l, double t)
{
    const ref_pieces *p = &l->r->pieces;
    const int i = piece_at(p, t);
    const real a = p->t[i], b = p->t[i + 1], s = (((real)t - a) - (b - (real)t)) / (b - a);
    for (int k = 0; k < l->n; k++) at_place(p, i, k, s, &l->y[k], &l->yp[k]);
}

/* Rows of the equations; of F(t, y, y') they have other units, and `size` says what they are made of. */
static ivp_status rows(look *l, real t, const real *y, const real *yp, real *F, real *size)
{
    instance *i = l->i;
    const ivp_problem *p = i->problem;
    const int n = l->n, nq = i->sizes.nq;
    ivp_status st = IVP_OK;
    memcpy(l->z, y, (size_t)n * sizeof *y);
    for (int k = 0; k < n; k++) F[k] = size[k] = 0;
    if (p->form == IVP_MECH) {
        st = instance_complete(i, t, l->z);
        for (int k = 0; k < n && !st; k++) {
            const real f = k < nq ? y[nq + k] : k < 2 * nq ? l->z[n - nq + k] : i->mech->at.d[k - 2 * nq];
            F[k] = yp[k] - f;
            size[k] = ivp_abs(f) + ivp_abs(yp[k]);
        }
        return st;
    }
    if (p->form == IVP_DAE) {
        ivp_state s = instance_view(i, t, l->z, l->zp);
        memset(l->zp, 0, (size_t)n * sizeof *y);
        st = p->dae.F(&s, size, i->p);
        s.yp = yp;
        if (!st) st = p->dae.F(&s, F, i->p);
        for (int k = 0; k < n; k++) size[k] = ivp_abs(size[k]);
        return st;
    }
    const ivp_state s = instance_view(i, t, l->z, yp);
    st = p->ode.f(&s, F, i->p);
    for (int k = 0; k < n; k++) size[k] = ivp_abs(F[k]) + (p->form == IVP_ODE ? ivp_abs(yp[k]) : 0);
    if (!st && p->form == IVP_LIN) {
        real *M = calloc((size_t)n * (size_t)n, sizeof *M);
        st = p->ode.mass(&s, (ivp_mat){ n, n, n, M }, i->p);
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                F[k] -= M[k + j * n] * yp[j];
                size[k] += ivp_abs(M[k + j * n] * yp[j]);
            }
        free(M);
    } else {
        for (int k = 0; k < n; k++) F[k] -= yp[k];
    }
    return st;
}

static real allowed_of_y(const look *l, int k) { return (real)l->r->pieces.bar[k] + R(2e-16) * l->peak[k]; }

/* The defect, beside what the trajectory's own errors do to it. */
static bool defect(look *l, double t)
{
    const ref_pieces *p = &l->r->pieces;
    const int i = piece_at(p, t), n = l->n;
    const real length = (real)p->t[i + 1] - (real)p->t[i], span = (real)l->r->t1 - (real)l->r->t0;
    real *size = l->H, *other = l->G, *moved = l->zp + n, *movedp = moved + n, *unused = movedp + n;
    if (rows(l, t, l->y, l->yp, l->F, size)) return true;
    real noise[2] = { 0, 0 };
    for (int turn = 0; turn < 2; turn++) {
        for (int k = 0; k < n; k++) {
            const real by = ((k * 7 + turn * (k + 1)) % 2 ? 1 : -1) * allowed_of_y(l, k);
            moved[k] = l->y[k] + by;
            movedp[k] = l->yp[k] + ((k + turn) % 2 ? 800 : -800) * by / length;
        }
        if (rows(l, t, moved, movedp, turn ? l->F + n : other, unused)) return true;
    }
    (void)noise;
    for (int k = 0; k < n; k++) {
        const real wobble = ivp_max(ivp_abs(other[k] - l->F[k]), ivp_abs(l->F[n + k] - l->F[k]));
        real floor = R(1e-6) * size[k] + 100 * wobble;
        if (l->i->problem->form == IVP_ODE || l->i->problem->form == IVP_MECH) floor += R(1e-7) * l->peak[k] / span;
        const double part = (double)(ivp_abs(l->F[k]) / ivp_max(floor, R(1e-300)));
        l->worst = fmax(l->worst, part);
        if (part > 1)
            return refuse(l, "%s: at t = %.9g row %d of the equations is off by %.2g (of %.2g) along the certified trajectory: "
                             "steps saw nothing of what happens there, or a guard is on its other side",
                          l->r->problem, t, k + 1, (double)l->F[k], (double)size[k]);
    }
    return true;
}

/* ---- guards ------------------------------------------------------------------------------ */

static int guard_of(const look *l, const char *name)
{
    int k = 0;
    while (k < l->i->nevents && strcmp(l->i->problem->events[k].name, name) != 0) k++;
    return k;
}

static void guards(look *l, double t, real *g)
{
    const bool mechanical = l->i->problem->form == IVP_MECH;
    memcpy(l->z, l->y, (size_t)l->n * sizeof *l->z);
    if (mechanical) instance_complete(l->i, t, l->z);
    const ivp_state s = instance_view(l->i, t, l->z, l->yp);
    for (int k = 0; k < l->i->nevents; k++) g[k] = instance_scalar(l->i, l->i->problem->events[k].guard, &s);
}

/* All events at this time: resets, and what the trajectory makes of them. */
static bool pass(look *l, int *next)
{
    const ref *r = l->r;
    const double t = r->events[*next].t;
    const ref_pieces *p = &r->pieces;
    bool jumps = false;
    int i = piece_at(p, t); /* the seam may be a rounding beside */
    if (i + 1 < p->n && p->t[i + 1] - t < t - p->t[i]) i++;
    const double seam = fabs(p->t[i] - t) < (double)R(1e-12) * (fabs(t) + r->t1 - r->t0) ? p->t[i] : t;
    for (int k = 0; k < l->n; k++) l->z[k] = ref_value_at(r, k, seam, -1);
    if (l->i->problem->form == IVP_MECH) instance_complete(l->i, t, l->z);
    for (; *next < r->nevents && r->events[*next].t - t <= (double)R(1e-14) * fabs(t); ++*next) {
        const ivp_event *e = &l->i->problem->events[guard_of(l, r->events[*next].name)];
        if (e->reset) e->reset((real)t, l->z, l->i->p);
        jumps = jumps || e->reset;
    }
    instance_sync(l->i);
    if (!jumps) return true;
    l->jumps++;
    for (int k = 0; k < l->n; k++) {
        const real on = ref_value_at(r, k, seam, 1);
        if (ivp_abs(on - l->z[k]) <= R(1e-9) * ivp_max(l->peak[k], ivp_abs(l->z[k])) + 100 * (real)r->pieces.bar[k]) continue;
        if (l->i->problem->form != IVP_ODE && l->i->problem->form != IVP_MECH) continue; /* algebraic ones are solved for */
        return refuse(l, "%s: behind the reset at t = %.9g %s is %.9g on the trajectory, the reset makes it %.9g", r->problem, t,
                      r->components[k], (double)on, (double)l->z[k]);
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int sign_of(real g, real noise) { return ivp_abs(g) <= noise ? 0 : g > 0 ? 1 : -1; }

static bool along(look *l)
{
    const ref *r = l->r;
    const ivp_event *events = l->i->problem->events;
    const int ne = l->i->nevents;
    const double span = r->t1 - r->t0, beside_t = (double)R(1e-9) * span;
    double *t = calloc(TIMES + 1, sizeof *t), end = r->t1;
    real *g = calloc((size_t)ne + 1, sizeof *g), *most = calloc((size_t)ne + 1, sizeof *most);
    int *before = calloc((size_t)ne + 1, sizeof *before), *due = calloc((size_t)ne + 1, sizeof *due), next = 0;
    double *since = calloc((size_t)ne + 1, sizeof *since);
    for (int k = 0; k < TIMES; k++) {
        const double x = (k + (double)R(0.5)) * (double)R(0.6180339887498949);
        t[k] = r->t0 + span * (x - floor(x));
    }
    if (r->nevents && events[guard_of(l, r->events[r->nevents - 1].name)].then == IVP_STOP) end = r->events[r->nevents - 1].t;
    const clock_t began = clock();
    int n = TIMES;
    for (int k = 0; k < 20; k++) { /* how dear are they? */
        state_at(l, t[k]);
        rows(l, t[k], l->y, l->yp, l->F, l->H);
    }
    const double each = (double)(clock() - began) / CLOCKS_PER_SEC / 20 * 4;
    if (each * n > SECONDS) n = (int)(SECONDS / each) + 50;
    n = n < TIMES ? n : TIMES;
    qsort(t, (size_t)n, sizeof *t, compare);
    bool ok = true;
    for (int k = 0; k < n && t[k] < end - beside_t && ok; k++) {
        while (next < r->nevents && r->events[next].t < t[k] && ok) {
            const int from = next;
            ok = pass(l, &next);
            for (int e = from; e < next; e++) {
                const int w = guard_of(l, r->events[e].name);
                due[w] = r->events[e].direction * (events[w].reset || due[w] ? 2 : 1);
                l->crossings++;
            }
            bool reset = false;
            for (int e = from; e < next; e++) reset = reset || events[guard_of(l, r->events[e].name)].reset;
            for (int w = 0; w < ne && reset; w++) /* it may have gone anywhere */
                if (due[w] == 0) due[w] = 2;
        }
        if (!ok || (next < r->nevents && r->events[next].t - t[k] < beside_t) || (next && t[k] - r->events[next - 1].t < beside_t))
            continue;
        state_at(l, t[k]);
        l->times++;
        ok = defect(l, t[k]);
        if (!ok) break;
        state_at(l, t[k]);
        guards(l, t[k], g);
        for (int w = 0; w < ne && ok; w++) {
            if (events[w].then == IVP_KINK) continue;
            most[w] = ivp_max(most[w], ivp_abs(g[w]));
            const int now = sign_of(g[w], R(1e-11) * most[w]);
            if (!now) continue;
            const int way = now - before[w] > 0 ? 1 : -1;
            const bool wanted = !events[w].direction || events[w].direction == way;
            if (before[w] && before[w] != now && !due[w] && wanted)
                ok = refuse(l, "%s: guard %s goes through zero (%s) between t = %.9g and %.9g along the certified trajectory, where no "
                               "event is on file",
                            r->problem, events[w].name, way > 0 ? "rising" : "falling", since[w], t[k]);
            if (before[w] && before[w] == now && (due[w] == 1 || due[w] == -1))
                ok = refuse(l, "%s: guard %s is on the same side at t = %.9g and %.9g along the certified trajectory, with one event in "
                               "between on file",
                            r->problem, events[w].name, since[w], t[k]);
            before[w] = now;
            since[w] = t[k];
            due[w] = 0;
        }
    }
    free(t), free(g), free(most), free(before), free(due), free(since);
    l->times = n;
    return ok;
}

bool witness(const ref *r, job *j, FILE *out, char *why)
{
    const size_t nc = (size_t)instance_ncomponents(j->i), n = (size_t)j->i->sizes.n;
    real *room = calloc(16 * (nc + n), sizeof *room);
    look l = { .r = r, .j = j, .i = j->i, .n = (int)n, .why = why };
    const clock_t began = clock();
    char said[160] = "";
    if (!room) return false;
    real **const parts[] = { &l.peak, &l.y, &l.yp, &l.z, &l.H, &l.G };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) *parts[k] = room + k * (nc + n);
    l.F = room + 6 * (nc + n);  /* two */
    l.zp = room + 8 * (nc + n); /* four and more */
    for (int s = 0; s < r->nstates; s++)
        for (int k = 0; k < l.n; k++) l.peak[k] = ivp_max(l.peak[k], (real)fabs(r->states[s].v[k].half[REF_A]));
    for (int i = 0; i < r->pieces.n; i++)
        for (int k = 0; k < l.n; k++)
            l.peak[k] = ivp_max(l.peak[k], (real)fabs(ref_value_at(r, k, (r->pieces.t[i] + r->pieces.t[i + 1]) / 2, 1)));
    instance_reset(j->i);
    bool ok = beside(&l, said, sizeof said);
    if (ok && r->pieces.n) ok = along(&l);
    instance_reset(j->i);
    const double s = (double)(clock() - began) / CLOCKS_PER_SEC;
    if (ok && r->pieces.n)
        fprintf(out, "%s %s: equations at %d times, defect %.1e of what is allowed: nothing wider than %.2g is unseen; %d events, %d jumps%s; %.2f s\n",
                r->problem, r->parameters, l.times, l.worst, 2 * (r->t1 - r->t0) / l.times, l.crossings, l.jumps, said, s);
    else if (ok)
        fprintf(out, "%s %s: no trajectory to look along%s; %.2f s\n", r->problem, r->parameters, said, s);
    free(room);
    return ok;
}
