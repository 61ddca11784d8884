/* report.c -- what a run tells: accepted states to the observer, and why it failed, in a
 * sentence.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernel/problem/status.h"
#include "kernel/stepping/evolve_impl.h"

void report_begin(evolve *e, evolve_watch watch, void *watcher)
{
    e->report.watch = watch;
    e->report.watcher = watcher;
    *e->report.message.text = '\0';
    e->model->reason = e->model->remark = NULL;
}

void report_end(evolve *e)
{
    reason *said = &e->report.message;
    if (e->model->remark) reason_add(said, "%s%s", *said->text ? "; " : "", e->model->remark);
}

const char *evolve_message(const evolve *e) { return e->report.message.text; }

ivp_status evolve_fail(evolve *e, ivp_status st, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!*e->report.message.text) reason_vadd(&e->report.message, format, args);
    va_end(args);
    return st < 0 ? st : IVP_E_LIBRARY;
}

ivp_status show_watcher(evolve *e, real t, const real *y, real h, int event, int direction)
{
    instance *i = e->instance;
    ivp_status st = model_canonical(e->model, t, y, e->canonical);
    if (st)
        return evolve_fail(e, IVP_E_NONFINITE, "the state at t = %.9g cannot be completed (%s)",
                           (double)t, status_name(st));
    const ivp_state s = instance_view(i, t, e->canonical, NULL);
    e->report.watch(e->report.watcher,
                    &(evolve_point){ (double)t, (double)h, &s, event, direction });
    return IVP_OK;
}

const char *told_reason(evolve *e)
{
    const char *sentence = e->model->reason;
    reason_set(&e->report.told, "%s%s", sentence ? ": " : "", sentence ? sentence : "");
    return e->report.told.text;
}

ivp_status went_beyond(evolve *e, real wall, real t)
{
    return evolve_fail(e, IVP_E_LIBRARY, "the solver went beyond t = %.9g, to %.9g",
                       (double)wall, (double)t);
}

ivp_status unsettled(evolve *e, ivp_status st)
{
    return evolve_fail(e, st < 0 ? st : IVP_E_DIVERGED, "projection at t = %.9g: %s",
                       (double)e->trial.t, status_name(st));
}

ivp_status event_lost(evolve *e, ivp_status st, real t)
{
    const char *name, *what = events_what(e->search.events, &name);
    if (st != IVP_E_EVENT_LOST || !what) return st;
    return evolve_fail(e, st, "guard %s at t = %.9g %s", name, (double)t, what);
}

ivp_status blame_events(evolve *e, ivp_status st)
{
    if (events_blame(e->search.events, st) == st) return st;
    *e->report.message.text = '\0';
    return event_lost(e, IVP_E_EVENT_LOST, e->now.t);
}
