/* synthetic.h -- a store and a reference whose every number is known, for the tests of reports.
 *
 * Problem "swing": q1 = cos t, u1 = -sin t on [0, 6], one constraint, an invariant, an
 * observable, an event at each zero of q1. The relative error of q1 at the end is a power of
 * rtol or h, the cost grows by ten for each two digits.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_SYNTHETIC_H
#define TESTS_SYNTHETIC_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/store/store.h"
#include "bench/base/util.h"
#include "reference/file/ref.h"
#include "tests/chebyshev_case.h"

enum { SWING_STEPS = 97, SWING_EVENTS = 2, SWING_SAMPLES = 24 };
static const double swing_end = 6,
                    swing_event[SWING_EVENTS] = { 1.5707963267948966, 4.7123889803846897 };

static const char swing_scoring[] =
    "{\"title\":\"A swing, made up\",\"source\":\"tests\",\"tags\":\"mechanical events\","
    "\"t0\":0,\"t1\":6,\"form\":\"mech\",\"scd\":[\"q1\"],\"mescd\":[\"q1\",\"u1\",\"lambda1\"]"
    ","
    "\"absolute\":false,\"weights\":{\"lambda1\":10},"
    "\"observables\":[{\"name\":\"height\",\"unit\":\"m\",\"meaning\":\"q1\"}],"
    "\"invariants\":[{\"name\":\"energy\",\"unit\":\"J\",\"meaning\":\"\"}],"
    "\"events\":[{\"name\":\"axis\",\"direction\":0}],"
    "\"published\":[{\"source\":\"nobody\",\"values\":{\"q1\":\"0.960170\"}}]}";

/* What a test may change before a record is made. */
typedef struct swing {
    const char *solver, *formulation;
    const char *parameters;       /* of the problem; NULL: none */
    const char *family, *library; /* of the solver; NULL: none */
    double rtol, h;               /* one of them */
    double rung;                  /* of a run with jitter; 0 */
    double order;                 /* error = (rtol or h)^order */
    double cost;                  /* seconds at error 1 */
    outcome outcome;
    bool no_events;
    double slower;      /* factor on all samples; 0: 1 */
    double extra_error; /* factor on the error; 0: 1 */
    long extra_f;
    double setup_s;   /* least CPU time of its set-ups */
    double timeout_s; /* 0: 10 */
} swing;

static inline double swing_error(const swing *s)
{
    return (s->extra_error > 0 ? s->extra_error : 1) * pow(s->h > 0 ? s->h : s->rtol, s->order);
}

static inline void swing_series(record *r, const char *name, int n)
{
    r->series = grown(r->series, (size_t)r->nseries + 1, sizeof *r->series);
    r->series[r->nseries++] =
        (record_series){ copied(name), n, need(calloc((size_t)n, sizeof(double))) };
}

static inline void swing_trajectory(record *r, const swing *s)
{
    static const char *const names[] = { "t",          "h",         "q1",      "u1",
                                         "lambda1",    "drift:g",   "drift:v", "drift:a",
                                         "obs:height", "inv:energy" };
    const double e = swing_error(s);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        swing_series(r, names[k], SWING_STEPS);
    for (int i = 0; i < SWING_STEPS; i++) {
        const double w = (double)i / (SWING_STEPS - 1), t = swing_end * w;
        const double v[] = { t,
                             i ? swing_end / (SWING_STEPS - 1) * (1.2 + sin(5 * t)) : 0,
                             cos(t) + e * w,
                             -sin(t),
                             0.5,
                             e * 1e-3 * w,
                             e * 1e-2 * w,
                             e * w,
                             cos(t) + e * w,
                             2 + e * w };
        for (int k = 0; k < r->nseries; k++) r->series[k].v[i] = v[k];
    }
}

static inline void swing_events(record *r, const swing *s)
{
    if (s->no_events) return;
    r->nevents = SWING_EVENTS;
    r->events = need(calloc(SWING_EVENTS, sizeof *r->events));
    for (int i = 0; i < SWING_EVENTS; i++)
        r->events[i] = (record_event){ swing_event[i] + 0.1 * swing_error(s), copied("axis"),
                                       i % 2 ? 1 : -1 };
}

static inline void swing_samples(record *r, const swing *s)
{
    const double seconds = s->cost / sqrt(swing_error(s)) * (s->slower > 0 ? s->slower : 1);
    r->nsamples = SWING_SAMPLES;
    r->samples = need(calloc(SWING_SAMPLES, sizeof *r->samples));
    for (int i = 0; i < SWING_SAMPLES; i++) {
        const double noisy = seconds * (1 + 0.01 * sin(78.233 * i));
        r->samples[i] = (record_sample){ i / 8, noisy, noisy, -1 };
    }
}

static inline void swing_state(record *r, const swing *s)
{
    static const char *const names[] = { "q1", "u1", "lambda1" };
    const double e = swing_error(s);
    const double v[] = { cos(swing_end) * (1 + e), -sin(swing_end), 0.5 * (1 + 20 * e) };
    r->ncomponents = 3;
    r->components = need(calloc(3, sizeof *r->components));
    r->end_state = need(calloc(3, sizeof *r->end_state));
    for (int i = 0; i < 3; i++) {
        r->components[i] = copied(names[i]);
        r->end_state[i] = v[i];
    }
}

static inline record swing_record(const swing *s)
{
    const long steps = (long)(40 / pow(swing_error(s), 0.25));
    record r = { .outcome = s->outcome, .t_reached = s->outcome ? 0.37 : swing_end };
    cell *c = &r.cell;
    snprintf(c->problem, sizeof c->problem, "swing");
    snprintf(c->parameters, sizeof c->parameters, "%s", s->parameters ? s->parameters : "");
    snprintf(c->formulation, sizeof c->formulation, "%s", s->formulation);
    snprintf(c->solver, sizeof c->solver, "%s", s->solver);
    c->rtol = s->rtol;
    c->atol = s->rtol;
    c->h = s->h;
    c->rung = s->rung;
    c->h0 = s->rtol;
    c->no_events = s->no_events;
    c->timeout_s = s->timeout_s > 0 ? s->timeout_s : 10;
    c->memory_mb = 100;
    c->workers = 3;
    char *text =
        text_of("%s %s %s %.17g %.17g %d %.17g %g", c->parameters, s->solver, s->formulation,
                s->rtol, s->h, s->no_events, s->extra_error, s->timeout_s);
    unsigned long hash = 5381;
    for (const char *p = text; *p; p++) hash = hash * 33 + (unsigned char)*p;
    snprintf(c->key, sizeof c->key, "%016lx%048d", hash, 0);
    snprintf(c->files, sizeof c->files, "double/solvers/%s.so:%g libivp.so:0", s->solver,
             s->extra_error);
    free(text);
    r.status = copied(s->outcome ? "diverged" : "ok");
    r.detail =
        copied(s->outcome ? "corrector failed with h = 1e-12 at t = 0.37, \"again\"" : "");
    r.output = copied("");
    r.scoring =
        text_of("{\"elimination\":\"dense\",\"lanes\":4,\"solver_family\":\"%s\","
                "\"solver_library\":\"%s\",\"workers\":[{\"setup_s\":%g},{\"setup_s\":%g}],%s",
                s->family ? s->family : "", s->library ? s->library : "", s->setup_s,
                3 * s->setup_s, swing_scoring + 1);
    for (int i = 0; i < RECORD_COUNTERS; i++) r.counters[i] = steps / (i + 1);
    r.counters[0] = 6 * steps + s->extra_f;
    swing_state(&r, s);
    if (s->outcome) return r;
    swing_samples(&r, s);
    swing_trajectory(&r, s);
    swing_events(&r, s);
    return r;
}

/* A run with the given rows added to a store; false with a sentence. */
static inline bool swing_store(const char *path, const swing *rows, int n, reason *why)
{
    static int number;
    char plan[] = "", environment[] = "{\"cpu\":\"made up\"}";
    store_run run = { .started = "2000-01-01T00:00:00Z",
                      .machine = "here",
                      .plan = plan,
                      .environment = environment };
    snprintf(run.uuid, sizeof run.uuid, "0-%d", number++);
    store *s = store_open(path, true, why);
    bool good = s && store_begin_run(s, &run);
    for (int i = 0; good && i < n; i++) {
        record r = swing_record(&rows[i]);
        good = store_put(s, &r);
        record_free(&r);
    }
    if (s && !good) reason_set(why, "%s", store_error(s));
    store_close(s);
    return good;
}

static inline long double swing_q(long double t) { return cosl(t); }
static inline long double swing_u(long double t) { return -sinl(t); }

/* cos, -sin, cos on pieces between the events. */
static inline void swing_pieces(ref_pieces *p)
{
    enum { N = SWING_EVENTS + 1 };
    static double t[N + 1], c[N][3][CHEBYSHEV_DEGREE + 1], bars[3] = { 1e-13, 1e-13, 1e-13 };
    static bool seam[N];
    static char names[3][32] = { "q1", "u1", "height" };
    t[N] = swing_end;
    for (int i = 0; i < SWING_EVENTS; i++) {
        t[i + 1] = swing_event[i];
        seam[i + 1] = true;
    }
    for (int i = 0; i < N; i++) {
        chebyshev_case(swing_q, t[i], t[i + 1], c[i][0]);
        chebyshev_case(swing_u, t[i], t[i + 1], c[i][1]);
        memcpy(c[i][2], c[i][0], sizeof c[i][2]);
    }
    *p = (ref_pieces){ N, CHEBYSHEV_DEGREE, 3, t, seam, &c[0][0][0], names, bars };
}

/* DIR/swing.ref with bars of 1e-13; half B is half A. */
static inline bool swing_reference(const char *folder, reason *why)
{
    static char problem[] = "swing", none[] = "", method[] = "closed form",
                made[] = "2000-01-01", exact[] = "closed_form", other[] = "radau";
    ref_value v[4] = { { .name = "q1", .half = { cos(6.0) } },
                       { .name = "u1", .half = { -sin(6.0) } },
                       { .name = "lambda1", .half = { 0.5 } },
                       { .name = "height", .half = { cos(6.0) } } };
    for (int i = 0; i < 4; i++) {
        v[i].bar = 1e-13;
        v[i].shift = -1;
        v[i].half[REF_B] = v[i].half[REF_A];
        for (int h = 0; h < REF_HALVES; h++)
            snprintf(v[i].text[h], sizeof v[i].text[h], "%.17g", v[i].half[h]);
    }
    ref_state end = { swing_end, 4, v };
    ref_event events[SWING_EVENTS];
    for (int i = 0; i < SWING_EVENTS; i++) {
        events[i] = (ref_event){
            .t = swing_event[i], .bar = 1e-15, .name = "axis", .direction = i % 2 ? 1 : -1
        };
        for (int h = 0; h < REF_HALVES; h++)
            snprintf(events[i].text[h], sizeof events[i].text[h], "%.17g", swing_event[i]);
    }
    char components[3][32] = { "q1", "u1", "lambda1" }, observables[1][32] = { "height" };
    ref r = { .problem = problem,
              .parameters = none,
              .equations = none,
              .made = made,
              .half = { { exact, method }, { other, method } },
              .t0 = 0,
              .t1 = swing_end,
              .ncomponents = 3,
              .nobservables = 1,
              .components = components,
              .observables = observables,
              .nstates = 1,
              .nevents = SWING_EVENTS,
              .states = &end,
              .events = events };
    swing_pieces(&r.pieces);
    char path[4096];
    ref_path(folder, "swing", "", path, sizeof path);
    return ref_write(&r, path, why);
}

#endif
