/* model.h -- a problem of ivpbench, y' = f(t, y), as the model of an FMU: its numbers, its
 * start and what happens at its events.
 *
 * chosen.h declares PROBLEM, the descriptor of the problem's file, and `chosen`, a text for
 * each parameter. Value references:
 *
 *     0                 time
 *     1 .. n            y
 *     n+1 .. 2n         y'
 *     2n+1 ..           parameters, then observables, then guards
 *
 * The discrete state is what events change: p, and for each guard the sign that it has on the
 * present piece of the solution. A guard has changed its sign when it does so within
 *
 *     dt = 64 eps max(|t|, (t1 - t0) / 10^4)
 *
 * along y + dt f(t, y), because importers stop at a zero up to rounding.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "chosen.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_OK, STATUS_WARNING, STATUS_DISCARD, STATUS_ERROR };
enum { ROUNDS = 100 };

typedef struct model {
    int n, nparams, np, nguards, nobservables; /* np: all of p */
    double t1;
    void (*say)(void *whom, const char *text);
    void *whom;
    size_t size;     /* of the numbers: t, ended, y, p, signs */
    double *numbers; /* what a state of the FMU is */
    double *y, *p, *sign;
    double *f, *moved, *work; /* n each; n */
} model;

static int count_params(void)
{
    int n = 0;
    while (PROBLEM.params && PROBLEM.params[n].name) n++;
    return n;
}

static int count_events(void)
{
    int n = 0;
    while (PROBLEM.events && PROBLEM.events[n].name) n++;
    return n;
}

static int count_observables(void)
{
    int n = 0;
    while (PROBLEM.observables && PROBLEM.observables[n].name) n++;
    return n;
}

/* What solvers are told of; others change neither equations nor state. */
static bool is_guard(const ivp_event *e)
{
    return e->then == IVP_RESTART || e->then == IVP_STOP;
}

/* A word of its choices, or a number */
static double parse(const ivp_param *param, const char *text)
{
    const char *at = param->choices;
    for (int k = 0; at; k++) {
        const size_t n = strcspn(at, " ");
        if (n == strlen(text) && !strncmp(at, text, n)) return k;
        at = at[n] ? at + n + 1 : NULL;
    }
    return strtod(text, NULL);
}

static void parse_all(double *p)
{
    for (int k = 0; k < count_params(); k++) p[k] = parse(&PROBLEM.params[k], chosen[k]);
}

static ivp_sizes sizes_of(const double *p)
{
    ivp_sizes s = PROBLEM.sizes;
    if (PROBLEM.size) PROBLEM.size(p, &s);
    return s;
}

static double end_of(const double *p)
{
    return PROBLEM.end ? PROBLEM.end(p) : strtod(PROBLEM.t1, NULL);
}

/* What an absolute tolerance is multiplied by, which FMI calls a nominal value */
static void weigh(const double *p, int n, double *w)
{
    for (int i = 0; i < n; i++) w[i] = 1;
    if (PROBLEM.weights) PROBLEM.weights(p, w);
}

/* ---- create and start -------------------------------------------------------------------- */

static void model_free(model *m)
{
    if (!m) return;
    free(m->numbers);
    free(m->f);
    free(m);
}

static model *model_new(void)
{
    model *m = calloc(1, sizeof *m);
    double *p = calloc((size_t)count_params() + 1, sizeof *p);
    if (m && p) {
        parse_all(p);
        const ivp_sizes s = sizes_of(p);
        m->n = s.n;
        m->nparams = count_params();
        m->nguards = count_events();
        m->nobservables = count_observables();
        m->np = m->nparams + s.nderived + m->nguards;
        m->size = (size_t)(2 + m->n + m->np + m->nguards);
        m->numbers = calloc(m->size, sizeof *m->numbers);
        m->f = calloc((size_t)(3 * m->n), sizeof *m->f);
    }
    free(p);
    if (!m || !m->numbers || !m->f) {
        model_free(m);
        return NULL;
    }
    m->y = m->numbers + 2;
    m->p = m->y + m->n;
    m->sign = m->p + m->np;
    m->moved = m->f + m->n;
    m->work = m->moved + m->n;
    m->numbers[0] = strtod(PROBLEM.t0, NULL);
    parse_all(m->p);
    return m;
}

static void model_says(const model *m, const char *format, ...)
{
    char text[300];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (m->say) m->say(m->whom, text);
}

static ivp_state point(const model *m, double t, const double *y)
{
    (void)m;
    return (ivp_state){ .t = t, .y = y };
}

static int status_of(const model *m, ivp_status st)
{
    if (!st) return STATUS_OK;
    model_says(m, "f cannot be evaluated at t = %.17g", m->numbers[0]);
    return st > 0 ? STATUS_DISCARD : STATUS_ERROR;
}

static int model_derivatives(model *m, double *f)
{
    const ivp_state s = point(m, m->numbers[0], m->y);
    return status_of(m, PROBLEM.ode.f(&s, f, m->p));
}

static double guard(const model *m, int k, double t, const double *y)
{
    const ivp_event *e = &PROBLEM.events[k];
    const ivp_state s = point(m, t, y);
    return e->guard ? e->guard(&s, m->p) : e->guard_with(&s, m->p, e->data);
}

static double side_of(double g) { return g > 0 ? 1 : -1; }

/* The sign of a guard behind t, with the sides in p */
static double sign_ahead(model *m, int k)
{
    const double t = m->numbers[0], t0 = strtod(PROBLEM.t0, NULL);
    const double dt = 64 * DBL_EPSILON * fmax(fabs(t), 1e-4 * (m->t1 - t0));
    const ivp_state s = point(m, t, m->y);
    if (PROBLEM.ode.f(&s, m->f, m->p)) return side_of(guard(m, k, t, m->y));
    for (int i = 0; i < m->n; i++) m->moved[i] = m->y[i] + dt * m->f[i];
    return side_of(guard(m, k, t + dt, m->moved));
}

/* The side of guard k in p; the equations do not read that of a guard with a direction */
static void set_side(model *m, int k, double side)
{
    m->sign[k] = side;
    if (!PROBLEM.events[k].direction) m->p[m->np - m->nguards + k] = side;
}

static int model_start(model *m)
{
    const double t0 = m->numbers[0];
    m->t1 = end_of(m->p);
    if (PROBLEM.prepare) PROBLEM.prepare(m->p, m->p + m->nparams);
    memset(m->work, 0, (size_t)m->n * sizeof *m->work);
    const int st = status_of(m, PROBLEM.init(t0, m->y, m->work, m->p));
    for (int k = 0; !st && k < m->nguards; k++)
        if (is_guard(&PROBLEM.events[k])) set_side(m, k, sign_ahead(m, k));
    return st;
}

/* ---- events ------------------------------------------------------------------------------ */

static bool has_fired(model *m, int k)
{
    const ivp_event *e = &PROBLEM.events[k];
    const double now = sign_ahead(m, k), before = m->sign[k];
    if (now * before > 0) return false;
    if (!e->direction || e->direction * now > 0) return true;
    m->sign[k] = now;
    return false;
}

static void fire(model *m, int k)
{
    const ivp_event *e = &PROBLEM.events[k];
    const double t = m->numbers[0];
    if (e->reset) {
        e->reset(t, m->y, m->p);
        if (PROBLEM.prepare) PROBLEM.prepare(m->p, m->p + m->nparams);
    }
    if (e->then == IVP_STOP || (e->stops && e->stops(t, m->y, m->p))) m->numbers[1] = 1;
    set_side(m, k, -m->sign[k]);
    set_side(m, k, sign_ahead(m, k));
}

static void model_event(model *m)
{
    bool again = true;
    for (int round = 0; again && round < ROUNDS; round++) {
        again = false;
        for (int k = 0; k < m->nguards; k++) {
            if (!is_guard(&PROBLEM.events[k]) || !has_fired(m, k)) continue;
            fire(m, k);
            again = true;
        }
    }
}

/* Has the event changed y? */
static bool model_update(model *m)
{
    const size_t bytes = (size_t)m->n * sizeof *m->y;
    memcpy(m->work, m->y, bytes);
    model_event(m);
    return memcmp(m->work, m->y, bytes) != 0;
}

/* The first break point after t; false: there is none */
static bool next_break(const model *m, double *next)
{
    const double *b = PROBLEM.breaks, t = m->numbers[0];
    for (int k = 0; b && (PROBLEM.nbreaks ? k < PROBLEM.nbreaks : fabs(b[k]) > 0); k++)
        if (b[k] > t && b[k] < m->t1) {
            *next = b[k];
            return true;
        }
    return false;
}

/* ---- variables --------------------------------------------------------------------------- */

static double observable(const model *m, int k)
{
    const ivp_observable *o = &PROBLEM.observables[k];
    const ivp_state s = point(m, m->numbers[0], m->y);
    return o->value ? o->value(&s, m->p) : m->y[atoi(o->component + 1) - 1];
}

/* false: there is no such variable */
static bool get_value(model *m, unsigned reference, double *x)
{
    const unsigned n = (unsigned)m->n, np = (unsigned)m->nparams,
                   no = (unsigned)m->nobservables, ng = (unsigned)m->nguards;
    unsigned r = reference - 1;
    if (!reference) return *x = m->numbers[0], true;
    if (r < n) return *x = m->y[r], true;
    if ((r -= n) < n) {
        const bool good = !model_derivatives(m, m->f);
        *x = m->f[r];
        return good;
    }
    if ((r -= n) < np) return *x = m->p[r], true;
    if ((r -= np) < no) return *x = observable(m, (int)r), true;
    if ((r -= no) < ng) return *x = guard(m, (int)r, m->numbers[0], m->y), true;
    return false;
}

/* Parameters alone can be set. */
static bool set_value(model *m, unsigned reference, double x)
{
    const unsigned first = 2 * (unsigned)m->n + 1;
    if (reference < first || reference - first >= (unsigned)m->nparams) {
        model_says(m, "variable %u cannot be set: parameters can", reference);
        return false;
    }
    m->p[reference - first] = x;
    return true;
}

static int model_indicators(model *m, double *z)
{
    for (int k = 0, j = 0; k < m->nguards; k++)
        if (is_guard(&PROBLEM.events[k])) z[j++] = guard(m, k, m->numbers[0], m->y);
    return STATUS_OK;
}

/* out := (df/dy) seed, where unknowns are derivatives and knowns are states */
static int model_along(model *m, const unsigned *unknown, size_t nunknown,
                       const unsigned *known, size_t nknown, const double *seed, double *out)
{
    const size_t n = (size_t)m->n;
    double *J = PROBLEM.ode.jac ? calloc(n * n, sizeof *J) : NULL;
    const ivp_state s = point(m, m->numbers[0], m->y);
    int st = J ? status_of(m, PROBLEM.ode.jac(&s, (ivp_mat){ m->n, m->n, m->n, J }, m->p))
               : STATUS_ERROR;
    for (size_t i = 0; !st && i < nunknown; i++) {
        const size_t row = (size_t)unknown[i] - n - 1;
        if (row >= n) st = STATUS_ERROR;
        out[i] = 0;
        for (size_t j = 0; !st && j < nknown; j++)
            if ((size_t)known[j] - 1 < n)
                out[i] += J[row + n * ((size_t)known[j] - 1)] * seed[j];
            else
                st = STATUS_ERROR;
    }
    free(J);
    return st;
}

/* ---- states of the FMU ------------------------------------------------------------------- */

static int state_get(const model *m, void **state)
{
    if (!*state) *state = malloc(m->size * sizeof(double));
    if (!*state) return STATUS_ERROR;
    memcpy(*state, m->numbers, m->size * sizeof(double));
    return STATUS_OK;
}

static int state_set(model *m, const void *state)
{
    if (!state) return STATUS_ERROR;
    memcpy(m->numbers, state, m->size * sizeof(double));
    return STATUS_OK;
}

static int state_free(void **state)
{
    if (state) free(*state), *state = NULL;
    return STATUS_OK;
}

static size_t state_bytes(const model *m) { return m->size * sizeof(double); }

static int state_pack(const model *m, const void *state, void *bytes, size_t size)
{
    if (!state || size < state_bytes(m)) return STATUS_ERROR;
    memcpy(bytes, state, state_bytes(m));
    return STATUS_OK;
}

static int state_unpack(const model *m, const void *bytes, size_t size, void **state)
{
    if (size < state_bytes(m)) return STATUS_ERROR;
    const int st = state_get(m, state);
    if (!st) memcpy(*state, bytes, state_bytes(m));
    return st;
}

static int model_reset(model *m)
{
    memset(m->numbers, 0, m->size * sizeof(double));
    m->numbers[0] = strtod(PROBLEM.t0, NULL);
    parse_all(m->p);
    return STATUS_OK;
}
