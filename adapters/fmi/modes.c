/* modes.c -- see modes.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fmi/modes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MODES_MOST = 1000000,
    SAVED_MOST = 64, /* states of the FMU that are kept; mode 0 is among them */
    ITERATIONS = 1000
};

typedef struct mode {
    int parent, sibling, child; /* -1: none; child: the youngest */
    bool ends;
    double t, next;
    void *state; /* of the FMU; NULL: not kept */
    double *at;  /* nstates: what was shown to the FMU there, */
    double *y;   /* ... and what it made of it */
} mode;

static const ivp_fmi_model *const model = &ivp_fmi_here;

static mode *modes;
static int nmodes, room, now = -1; /* now: mode of the instance; -1: none */
static int saved[SAVED_MOST], next_saved;
static void *it;
static double *parameters; /* of the table */
static bool lost;          /* for good */
static long visits;

const fmi_version *fmi_of_version(void) { return model->version == 2 ? &fmi_2 : &fmi_3; }
void *fmi_instance(void) { return it; }
long fmi_visit(void) { return visits; }

static size_t bytes_of_states(void) { return (size_t)model->nstates * sizeof(double); }
static int number(const double *p) { return (int)p[model->nparameters]; }

/* ---- the instance ------------------------------------------------------------------------ */

static void forget_state(mode *m)
{
    if (m->state && it && !lost) fmi_call.free_fmu_state(it, &m->state);
    m->state = NULL;
}

static void end_instance(void)
{
    for (int k = 0; k < nmodes; k++) forget_state(&modes[k]);
    if (it && !lost) fmi_call.free_instance(it);
    it = NULL;
    now = -1;
    visits++;
    next_saved = 0;
    memset(saved, 0, sizeof saved);
}

ivp_status fmi_status(int st)
{
    if (st == FMI_OK || st == FMI_WARNING) return IVP_OK;
    if (st == FMI_DISCARD) return IVP_DOMAIN;
    fmi_say(model->name, st, st == FMI_FATAL ? "status 4 of FMI" : "status 3 of FMI");
    lost = lost || st == FMI_FATAL;
    end_instance();
    return IVP_E_LIBRARY;
}

static void clear_modes(void)
{
    end_instance();
    for (int k = 0; k < nmodes; k++) free(modes[k].at);
    nmodes = 0;
}

/* Event iteration until nothing is left to do at t, then continuous time. */
static ivp_status settle(double t, fmi_update *all, double *y)
{
    *all = (fmi_update){ 0 };
    for (int k = 0; k < ITERATIONS; k++) {
        fmi_update u;
        const ivp_status st = fmi_status(fmi_of_version()->update(it, &u));
        if (st) return st;
        const bool due = u.has_next && u.next <= t;
        u.moved = u.moved || all->moved;
        *all = u;
        if (u.ends || (!u.again && !due)) {
            ivp_status done = fmi_status(fmi_call.enter_continuous_time(it));
            if (!done && model->nstates)
                done = fmi_status(fmi_call.get_states(it, y, (size_t)model->nstates));
            return done;
        }
    }
    fmi_tell("%s: %d event iterations at t = %.17g have no end", model->name, (int)ITERATIONS,
             t);
    return IVP_E_LIBRARY;
}

/* A new instance in mode 0; what it is like there */
static ivp_status begin(fmi_update *u, double *y)
{
    if (lost || !fmi_load(model, fmi_of_version())) return IVP_E_LIBRARY;
    it = fmi_of_version()->instantiate(model, fmi_resources());
    if (!it) {
        fmi_tell("%s cannot be instantiated", model->name);
        return IVP_E_LIBRARY;
    }
    ivp_status st = IVP_OK;
    for (int k = 0; !st && k < model->nparameters; k++)
        st = fmi_status(fmi_of_version()->set(it, &model->parameters[k], parameters[k]));
    if (!st) st = fmi_status(fmi_of_version()->enter_initialization(it, model->t0));
    if (!st) st = fmi_status(fmi_call.exit_initialization(it));
    if (!st) st = settle(model->t0, u, y);
    if (st == IVP_DOMAIN) end_instance();
    return st;
}

/* ---- the table --------------------------------------------------------------------------- */

static bool make_room(void)
{
    if (nmodes < room) return true;
    if (room == MODES_MOST) return false;
    const int more = room ? 2 * room : 64;
    mode *grown =
        realloc(modes, (size_t)(more > MODES_MOST ? MODES_MOST : more) * sizeof *modes);
    if (!grown) return false;
    modes = grown;
    room = more > MODES_MOST ? MODES_MOST : more;
    return true;
}

/* The instance is in mode k: its state is kept, and the oldest of the others is not. */
static ivp_status save(int k)
{
    if (!model->saves_state || !fmi_call.get_fmu_state || modes[k].state) return IVP_OK;
    const ivp_status st = fmi_status(fmi_call.get_fmu_state(it, &modes[k].state));
    if (st || k == 0) return st;
    int *place = &saved[next_saved++ % SAVED_MOST];
    if (*place) forget_state(&modes[*place]);
    *place = k;
    return IVP_OK;
}

/* The number of a new mode, or -1 */
static int add_mode(int parent, double t, const double *at)
{
    double *store = make_room() ? malloc(2 * bytes_of_states() + 1) : NULL;
    if (!store) {
        fmi_tell("%s: no memory for discrete state %d", model->name, nmodes);
        return -1;
    }
    const int k = nmodes++;
    modes[k] = (mode){ .parent = parent, .sibling = -1, .child = -1, .t = t };
    modes[k].at = store;
    modes[k].y = store + model->nstates;
    if (bytes_of_states()) memcpy(modes[k].at, at, bytes_of_states());
    if (parent < 0) return k;
    modes[k].sibling = modes[parent].child;
    modes[parent].child = k;
    return k;
}

/* The youngest mode, to which the FMU has not gone */
static void drop_mode(void)
{
    const mode *m = &modes[--nmodes];
    modes[m->parent].child = m->sibling;
    free(m->at);
}

static bool same(const void *a, const void *b, size_t n) { return !n || !memcmp(a, b, n); }

static int find_mode(int parent, double t, const double *at)
{
    int k = modes[parent].child;
    while (k >= 0 &&
           !(same(&modes[k].t, &t, sizeof t) && same(modes[k].at, at, bytes_of_states())))
        k = modes[k].sibling;
    return k;
}

static void describe(mode *m, const fmi_update *u)
{
    m->ends = u->ends;
    m->next = u->has_next ? u->next : HUGE_VAL;
}

/* ---- ways to a mode ---------------------------------------------------------------------- */

static ivp_status place(double t, const double *y)
{
    const ivp_status st = fmi_status(fmi_call.set_time(it, t));
    if (st || !model->nstates) return st;
    return fmi_status(fmi_call.set_states(it, y, (size_t)model->nstates));
}

/* The event that leads to mode k, from its parent */
static ivp_status enter(int k)
{
    fmi_update u;
    const mode *m = &modes[k];
    now = -1;
    visits++;
    ivp_status st = place(m->t, m->at);
    if (!st) st = fmi_status(fmi_call.enter_event_mode(it));
    if (!st) st = settle(m->t, &u, m->y);
    if (st) {
        end_instance();
        return st;
    }
    if (!u.moved && bytes_of_states()) memcpy(m->y, m->at, bytes_of_states());
    describe(&modes[k], &u);
    now = k;
    return save(k);
}

static ivp_status restart(void)
{
    fmi_update u;
    end_instance();
    if (!nmodes && add_mode(-1, model->t0, parameters) < 0) return IVP_E_NOMEM;
    const ivp_status st = begin(&u, modes[0].y);
    if (st) return st;
    describe(&modes[0], &u);
    now = 0;
    return save(0);
}

/* The nearest ancestor whose state was kept, and from there the events anew */
static ivp_status go_to(int k)
{
    int from = k;
    while (from > 0 && from != now && !modes[from].state) from = modes[from].parent;
    ivp_status st = IVP_OK;
    visits++;
    if (from != now && modes[from].state) {
        st = fmi_status(fmi_call.set_fmu_state(it, modes[from].state));
        if (!st) now = from;
    } else if (from != now)
        st = restart();
    while (!st && now != k) {
        int step = k;
        while (modes[step].parent != now) step = modes[step].parent;
        st = enter(step);
    }
    return st;
}

static bool take_parameters(const double *p)
{
    const size_t n = (size_t)model->nparameters * sizeof *p;
    if (parameters && same(parameters, p, n)) return true;
    if (!parameters)
        parameters = calloc((size_t)(model->nparameters + model->nstates) + 1, sizeof *p);
    if (!parameters) return false;
    clear_modes();
    if (n) memcpy(parameters, p, n);
    return true;
}

ivp_status fmi_reach(const double *p)
{
    if (!take_parameters(p)) return IVP_E_NOMEM;
    const int k = number(p);
    if (it && k == now) return IVP_OK;
    if (!nmodes) {
        const ivp_status st = restart();
        if (st) return st;
    }
    return k >= 0 && k < nmodes ? go_to(k) : IVP_E_INVALID;
}

ivp_status fmi_at(double t, const double *y, const double *p)
{
    const ivp_status st = fmi_reach(p);
    return st ? st : place(t, y);
}

const double *fmi_first(void) { return modes[0].y; }

double fmi_next(const double *p) { return fmi_reach(p) ? (double)NAN : modes[number(p)].next; }

bool fmi_ended(const double *p) { return !fmi_reach(p) && modes[number(p)].ends; }

ivp_status fmi_event(double t, double *y, const double *at, double *p)
{
    ivp_status st = fmi_reach(p);
    if (st) return st;
    const int parent = number(p);
    int k = find_mode(parent, t, at);
    if (k < 0) {
        k = add_mode(parent, t, at);
        st = k < 0 ? IVP_E_NOMEM : enter(k);
        if (st && k >= 0) drop_mode();
    }
    if (st) return st;
    for (int i = 0; i < model->nstates; i++)
        if (!same(&modes[k].y[i], &at[i], sizeof *at)) y[i] = modes[k].y[i];
    p[model->nparameters] = k;
    return IVP_OK;
}
