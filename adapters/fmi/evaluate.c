/* evaluate.c -- the functions of a problem, answered by the FMU.
 *
 * An importer shows the FMU a state event when an indicator has changed its sign. The kernel
 * stops at the zero itself, where rounding decides the sign. So where an indicator is about to
 * change its sign within 64 roundings of t, the FMU is shown the state there,
 *
 *     y + dt f(t, y),     dt = 64 eps max(|t|, (t1 - t0) / 10^4)
 *
 * at the time t. Components that the FMU does not change then keep their values.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fmi/modes.h"
#include "adapters/fmi/twin.h"

#include <stdlib.h>
#include <string.h>

#define model ivp_fmi_here

ivp_status ivp_fmi_start(real t0, real *y, real *yp, const real *p)
{
    (void)t0, (void)yp;
    y[0] = 0;
    const ivp_status st = fmi_reach(p);
    if (!st && fmi_ended(p)) {
        fmi_tell("%s ends the simulation where it begins", model.name);
        return IVP_E_LIBRARY;
    }
    for (int i = 0; !st && i < model.nstates; i++) y[i] = fmi_first()[i];
    return st;
}

ivp_status ivp_fmi_value(double t, const double *y, double *f, const double *p)
{
    const ivp_status st = fmi_at(t, y, p);
    f[0] = 0;
    if (st || !model.nstates) return st;
    return fmi_status(fmi_call.get_derivatives(fmi_instance(), f, (size_t)model.nstates));
}

ivp_status ivp_fmi_along(double t, const double *y, const double *dy, double *out,
                         const double *p)
{
    if (!model.gives_derivatives || !model.nstates) return IVP_E_DECLINED;
    const ivp_status st = fmi_at(t, y, p);
    return st ? st : fmi_status(fmi_of_version()->along(fmi_instance(), &model, dy, out));
}

ivp_status ivp_fmi_f(const ivp_state *s, real *f, const real *p)
{
    return ivp_fmi_value(s->t, s->y, f, p);
}

void ivp_fmi_weights(const real *p, double *w)
{
    for (int i = 0; i < model.nstates; i++) w[i] = model.nominals[i];
}

ivp_status ivp_fmi_accepted(real t, const real *y, const real *p)
{
    bool event = false, ends = false;
    ivp_status st = fmi_at(t, y, p);
    if (!st) st = fmi_status(fmi_of_version()->completed(fmi_instance(), &event, &ends));
    if (st || !(event || ends)) return st;
    fmi_tell("%s asks for %s after the step to t = %.17g, which is not supported", model.name,
             event ? "an event" : "the end", t);
    return IVP_E_LIBRARY;
}

real ivp_fmi_output(int k, const ivp_state *s, const real *p)
{
    double x = (double)NAN;
    if (fmi_at(s->t, s->y, p)) return x;
    return fmi_status(fmi_of_version()->get(fmi_instance(), &model.outputs[k], &x))
               ? (double)NAN
               : x;
}

/* ---- events ------------------------------------------------------------------------------ */

static ivp_status indicators(double t, const double *y, double *z, const double *p)
{
    const ivp_status st = fmi_at(t, y, p);
    if (st) return st;
    return fmi_status(fmi_call.get_indicators(fmi_instance(), z, (size_t)model.nindicators));
}

/* Storage of this process: two rows of states and two of indicators for events, one of each for
 * the last row of indicators that was asked for */
static double *storage(void)
{
    static double *store;
    const size_t n = (size_t)model.nstates, m = (size_t)model.nindicators;
    if (!store) store = calloc(3 * (n + m) + 1, sizeof *store);
    return store;
}

/* The kernel asks for the indicators of a point one after the other: the FMU is asked once. */
static const double *row_at(double t, const double *y, const double *p)
{
    static double t_last;
    static long visit = -1;
    const size_t n = (size_t)model.nstates;
    double *at = storage();
    if (!at || fmi_reach(p)) return NULL;
    at += 2 * (n + (size_t)model.nindicators);
    double *z = at + n;
    if (visit == fmi_visit() && !memcmp(&t_last, &t, sizeof t) && !memcmp(at, y, n * sizeof *y))
        return z;
    visit = -1;
    if (indicators(t, y, z, p)) return NULL;
    visit = fmi_visit();
    t_last = t;
    memcpy(at, y, n * sizeof *y);
    return z;
}

real ivp_fmi_indicator(const ivp_state *s, const real *p, const void *data)
{
    const double *z = row_at(s->t, s->y, p);
    return z ? z[*(const int *)data] : (double)NAN;
}

/* No infinity: the kernel interpolates it. */
real ivp_fmi_pause(const ivp_state *s, const real *p)
{
    const double next = fmi_next(p), far = 2 * fabs(model.t1) + fabs(model.t0) + 1;
    return (next > far ? far : next) - s->t;
}

static double resolution(double t)
{
    return 64 * IVP_EPS * fmax(fabs(t), 1e-4 * (model.t1 - model.t0));
}

/* Does an indicator change its sign between these rows? */
static bool crossed(const double *z, const double *ahead)
{
    for (int k = 0; k < model.nindicators; k++)
        if ((z[k] > 0) != (ahead[k] > 0)) return true;
    return false;
}

/* at := y, or the state behind the zero of an indicator */
static ivp_status show(double t, const double *y, double *at, const double *p)
{
    double *f = at + model.nstates, *z = f + model.nstates, *ahead = z + model.nindicators;
    const double dt = resolution(t);
    for (int i = 0; i < model.nstates; i++) at[i] = y[i];
    if (!model.nindicators || !model.nstates || model.rounds_guards) return IVP_OK;
    ivp_status st = ivp_fmi_value(t, y, f, p);
    if (!st) st = indicators(t, y, z, p);
    for (int i = 0; i < model.nstates; i++) at[i] = y[i] + dt * f[i];
    if (!st) st = indicators(t, at, ahead, p);
    if (st || crossed(z, ahead)) return st;
    for (int i = 0; i < model.nstates; i++) at[i] = y[i];
    return IVP_OK;
}

void ivp_fmi_reset(real t, real *y, real *p)
{
    double *at = storage();
    const double next = fmi_next(p);
    if (fabs(next - t) <= resolution(t)) t = next;
    if (at && !show(t, y, at, p) && !fmi_event(t, y, at, p)) return;
    y[0] = (double)NAN; /* the run ends there: the state is not finite */
}

bool ivp_fmi_stops(real t, const real *y, const real *p)
{
    (void)t, (void)y;
    return fmi_ended(p);
}
