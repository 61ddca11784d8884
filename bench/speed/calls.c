/* calls.c -- the blocks of one problem, its elimination, and whole evaluations, at its
 * start.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/speed/speed.h"
#include "kernel/formulation/batch.h"

#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "kernel/formulation/formulation.h"
#include "kernel/formulation/model_inner.h"
#include "kernel/lanes/lanes.h"
#include "kernel/linear/elimination.h"
#include "kernel/problem/instance.h"
#include "kernel/problem/mech.h"

enum { MOST = 4 * 1024 };

typedef struct bench {
    char title[1200]; /* "andrews", "chain(N=5)" in the one spelling of settings */
    speed_rows *to;
    instance *i;
    ivp_model *model;
    mech *m;
    ivp_state at;
    double *y, *f, *vector;
    double *many, *out;      /* eight points, all of them the start */
    double t[2][LANES_MOST]; /* the start, and a little later */
    unsigned turn;
} bench;

static void print(const bench *b, const char *what, const char *how, double ns)
{
    speed_row(b->to, b->title, what, how, "ns", ns);
}

/* ---- one point --------------------------------------------------------------------------- */

static void call_terms(void *self)
{
    bench *b = self;
    b->i->problem->mech.terms(IVP_M | IVP_F | IVP_GQ | IVP_GAMMA, &b->at, &b->m->at, b->i->p);
}

static void call_f(void *self)
{
    bench *b = self;
    b->i->problem->ode.f(&b->at, b->f, b->i->p);
}

static void call_factor(void *self) { mech_factor(((bench *)self)->m); }

static void call_solve(void *self)
{
    bench *b = self;
    memcpy(b->vector, b->f, (size_t)(b->m->nq + b->m->ng) * sizeof *b->f);
    mech_solve(b->m, b->vector);
}

/* A method asks for one point at another time in nearly every call. */
static void call_model(void *self)
{
    bench *b = self;
    const double t = b->t[b->turn ^= 1][0];
    if (b->model->view == IVP_SECOND)
        ivp_accel(b->model, t, b->y, b->y + b->model->n / 2, b->f);
    else
        ivp_rhs(b->model, t, b->y, b->f);
}

static void set_times(bench *b)
{
    for (int s = 0; s < LANES_MOST; s++) {
        b->t[0][s] = b->i->t0;
        b->t[1][s] = b->i->t0 + (b->i->t1 - b->i->t0) / 1024;
    }
}

static bool open_model(bench *b, const char *formulation, const char *options, reason *why)
{
    const ivp_formulation f = formulation_by_name(formulation);
    const ivp_view view = formulation_view(b->i, f, IVP_SECOND | IVP_FIRST);
    if (!formulation_fits(b->i, f, why) || !view) return false;
    if (model_open(&b->model, b->i, f, options, view, why)) return false;
    memset(b->f, 0, MOST * sizeof *b->f);
    return model_start(b->model, b->y, b->f) == IVP_OK;
}

static void close_model(bench *b)
{
    model_close(b->model);
    b->model = NULL;
    b->m = NULL;
}

/* ---- eight points ------------------------------------------------------------------------ */

/* gauss asks for the stages of a step at the same times in each of its iterations, of which
 * there are 5.6 to 6.8 a step in the mean of a ladder: what a problem keeps of a time is of use
 * here in three calls of four. */
static const double *times(bench *b) { return b->t[b->turn++ / 4 % 2]; }

static void call_many(void *self)
{
    bench *b = self;
    if (b->model->view == IVP_SECOND)
        batch_accel(b->model, times(b), b->many, b->many + b->model->n / 2 * LANES_MOST,
                    b->out);
    else
        batch_rhs(b->model, times(b), b->many, b->out);
}

static void call_lane_terms(void *self)
{
    bench *b = self;
    model_terms_many(b->model, times(b), b->many, b->many + b->model->nq * LANES_MOST);
}

static void spread(bench *b)
{
    for (int k = 0; k < b->model->n; k++)
        for (int s = 0; s < LANES_MOST; s++) b->many[k * LANES_MOST + s] = b->y[k];
}

/* In every width that the processor has. */
static void time_lanes(bench *b, const char *formulation, reason *why)
{
    for (int width = LANES_MOST; width > 1; width /= 2) {
        char options[32], how[32];
        snprintf(options, sizeof options, "lanes=%d", width);
        snprintf(how, sizeof how, "lanes%d", width);
        if (!open_model(b, formulation, options, why)) return;
        if (!batch_open(b->model) && model_lanes(b->model) == width) {
            spread(b);
            print(b, "evaluation", how, speed_best_ns(call_many, b) / LANES_MOST);
            if (b->model->mech)
                print(b, "terms", how, speed_best_ns(call_lane_terms, b) / LANES_MOST);
        }
        close_model(b);
    }
}

/* ---- a problem --------------------------------------------------------------------------- */

static void time_elimination(bench *b, const char *formulation, reason *why)
{
    static const char *const ways[] = { "static", "interpreted", "dense" };
    for (int k = 0; k < 3; k++) {
        char options[64];
        snprintf(options, sizeof options, "elimination=%s", ways[k]);
        if (!open_model(b, formulation, options, why)) return;
        b->m = b->model->mech;
        if (k == 2) print(b, "terms", "double", speed_best_ns(call_terms, b));
        if (!strcmp(model_elimination(b->model), ways[k])) {
            print(b, "evaluation", ways[k], speed_best_ns(call_model, b));
            call_model(b); /* terms() alone adds to what is there */
            print(b, "factor", ways[k], speed_best_ns(call_factor, b));
            print(b, "solve", ways[k], speed_best_ns(call_solve, b));
        }
        close_model(b);
    }
}

static bool time_ode(bench *b, reason *why)
{
    if (!open_model(b, "ode", "", why)) return false;
    b->at = (ivp_state){ .t = b->i->t0, .y = b->y };
    print(b, "f", "double", speed_best_ns(call_f, b));
    print(b, "evaluation", "double", speed_best_ns(call_model, b));
    close_model(b);
    time_lanes(b, "ode", why);
    return true;
}

static void time_mechanism(bench *b, reason *why)
{
    const char *formulation = b->i->sizes.ng ? "index1" : "ode";
    b->at = (ivp_state){ .t = b->i->t0,
                         .y = b->y,
                         .q = b->y,
                         .u = b->y + b->i->sizes.nq,
                         .x = b->y + 2 * b->i->sizes.nq };
    time_elimination(b, formulation, why);
    time_lanes(b, formulation, why);
}

bool speed_calls(const char *problem, speed_rows *to, reason *why)
{
    bench b = { .to = to };
    char *name = copied(problem), *open = strchr(name, '(');
    if (open) *open++ = '\0', open[strcspn(open, ")")] = '\0';
    bool good = !instance_open(&b.i, name, open, why);
    if (good && b.i->sizes.n > MOST / LANES_MOST)
        good = reason_set(why, "%s has %d unknowns, at most %d can be timed", problem,
                          b.i->sizes.n, MOST / LANES_MOST);
    if (good) {
        char settings[1024];
        instance_settings(b.i, settings, sizeof settings);
        snprintf(b.title, sizeof b.title, *settings ? "%s(%s)" : "%s", name, settings);
        b.y = need(calloc(3 * MOST, sizeof *b.y));
        b.f = b.y + MOST;
        b.vector = b.f + MOST;
        b.many = need(aligned_alloc(64, 2 * MOST * sizeof *b.many));
        b.out = b.many + MOST;
        set_times(&b);
        if (b.i->problem->form == IVP_MECH) time_mechanism(&b, why);
        if (b.i->problem->form == IVP_ODE) time_ode(&b, why);
        free(b.y);
        free(b.many);
    }
    instance_close(b.i);
    free(name);
    return good;
}
