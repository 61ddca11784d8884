/* worker_solve.c -- one run in a worker: set up, solve, collect, release.
 *
 * A watched run records every step and gives the record; a timed one records nothing, is
 * repeated, and gives times and its end state, to be compared with the other to the bit. A
 * check solves one start of a timing process again, watched, and gives its digest.
 * Between "solve-begin" and "solve-end" no system call is made on behalf of the harness, but
 * for the clocks. Everything is released before the result is sent, so that a damaged heap
 * shows as a crash of this cell and not as a result.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/worker.h"

#include "bench/worker/changed.h"
#include "bench/worker/fpenv.h"
#include "bench/worker/recorder.h"
#include "bench/worker/repeats.h"
#include "bench/worker/scoring.h"
#include "bench/worker/timing.h"
#include "bench/base/util.h"
#include "kernel/problem/status.h"

#include <ivp/solver.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    ivp_status status;
    outcome outcome;
} outcomes[] = {
    { IVP_OK, OUTCOME_OK },
    { IVP_DOMAIN, OUTCOME_NONFINITE },
    { IVP_E_STEP_TOO_SMALL, OUTCOME_STEP_TOO_SMALL },
    { IVP_E_TOO_MANY_STEPS, OUTCOME_TOO_MANY_STEPS },
    { IVP_E_DIVERGED, OUTCOME_DIVERGED },
    { IVP_NO_CONVERGENCE, OUTCOME_DIVERGED },
    { IVP_SINGULAR, OUTCOME_DIVERGED },
    { IVP_ERROR_TEST, OUTCOME_DIVERGED },
    { IVP_E_LIBRARY, OUTCOME_DIVERGED },
    { IVP_E_INCONSISTENT, OUTCOME_INCONSISTENT_START },
    { IVP_E_EVENT_LOST, OUTCOME_EVENT_LOST },
    { IVP_E_NONFINITE, OUTCOME_NONFINITE },
    { IVP_E_NOMEM, OUTCOME_MEMORY },
    { IVP_E_DECLINED, OUTCOME_DECLINED },
};

/* What is not in the table is `other`: before a solver was asked anything the cell could not
 * start; a solver that returns such a status misbehaves. */
static void note_status(record *r, ivp_status status, outcome other, const char *detail)
{
    r->outcome = other;
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
        if (outcomes[i].status == status) r->outcome = outcomes[i].outcome;
    free(r->status);
    free(r->detail);
    r->status = copied(status_name(status));
    r->detail = copied(detail);
}

/* Whatever else it may have been. */
static void accuse(record *r, const char *misdeed)
{
    r->outcome = OUTCOME_MISBEHAVED;
    free(r->detail);
    r->detail = copied(misdeed);
}

bool worker_split(const char *text, char name[CELL_TEXT], char settings[CELL_TEXT])
{
    const char *open = strchr(text, '(');
    const size_t n = strlen(text);
    *settings = '\0';
    if (!open) return fits_into(name, CELL_TEXT, text);
    if (text[n - 1] != ')' || n >= CELL_TEXT) return false;
    snprintf(name, CELL_TEXT, "%.*s", (int)(open - text), text);
    snprintf(settings, CELL_TEXT, "%.*s", (int)(text + n - open) - 2, open + 1);
    return true;
}

typedef struct bench_run {
    instance *i;
    evolve *e;
    real *first; /* canonical end state */
    long counters[IVP_NCOUNTERS];
    double t;   /* time reached */
    bool unfit; /* it arrived at a state that is not finite */
    ivp_status status;
    multipliers *multipliers; /* of a watched run; NULL: its formulation has none to compare */
    fpenv arithmetic;         /* as it was before any plug-in */
    reason misdeed;           /* "": none seen */
} bench_run;

/* Found once, told once, and put right for those who come after. */
static void check_arithmetic(bench_run *run)
{
    if (*run->misdeed.text) return;
    if (!fpenv_same(run->arithmetic, fpenv_read(), &run->misdeed)) fpenv_write(run->arithmetic);
}

ivp_status worker_open(const cell *c, evolve_beat *beat, instance **i, evolve **e, bool *called,
                       reason *why)
{
    char name[CELL_TEXT], settings[CELL_TEXT];
    if (!worker_split(c->formulation, name, settings)) {
        reason_set(why, "formulation: a closing parenthesis is missing");
        return IVP_E_INVALID;
    }
    const ivp_status status = instance_open(i, c->problem, c->parameters, why);
    const evolve_setup setup = {
        .formulation = name,
        .formulation_options = settings,
        .solver = c->solver,
        .options = c->options,
        .rtol = c->rtol,
        .atol = c->atol,
        .h0 = c->h0,
        .h = c->h,
        .max_steps = c->max_steps,
        .cpu_s = c->timeout_s,
        .no_events = c->no_events,
        .beat = beat,
        .called = called,
    };
    return status ? status : evolve_create(e, *i, &setup, why);
}

/* Untimed: loading, consistent start, workspace. A failure here has a sentence, no result. */
static bool open_all(const worker_task *task, bench_run *run, record *r)
{
    reason why = { "" };
    bool called = false;
    cell c = task->cell;
    if (task->check == REQUEST_CHANGED && !changed_parameters(&c, &why)) {
        note_status(r, IVP_E_DECLINED, OUTCOME_DECLINED, why.text);
        return false;
    }
    const ivp_status status = worker_open(&c, task->beat, &run->i, &run->e, &called, &why);
    if (task->check) r->scoring = copied(c.parameters);
    if (status)
        note_status(r, status, called ? OUTCOME_MISBEHAVED : OUTCOME_INFRASTRUCTURE, why.text);
    return !status;
}

static size_t state_size(const bench_run *run)
{
    return (size_t)instance_ncomponents(run->i) * sizeof(real);
}

/* The parent's words; run by hand there are none. */
static request_start where_it_begins(const worker_task *task)
{
    request_start from = { 0 };
    if (task->input >= 0) request_read_start(&from, task->input);
    return from;
}

static void solve_timed(const worker_task *task, bench_run *run, record *r)
{
    const timing_goal goal = { task->cell.min_time_s, task->cell.precision, task->worker };
    const request_start from = where_it_begins(task);
    record_repeats *told = &r->repeats;
    repeats of;
    repeats_open(&of, run->i, run->e, &from, told);
    const double begin = timing_cpu_s(), elsewhere = repeats_elsewhere(&of);
    const double others = timing_others_s();
    timing_run(&goal, &of, r);
    told->others_s += timing_others_s() - others; /* the solves have taken theirs off */
    told->elsewhere_s = of.elsewhere_s - elsewhere;
    told->started_s = elsewhere;
    told->between_s = timing_cpu_s() - begin - (told->solves_s - told->elsewhere_s);
    run->status = of.status;
    run->unfit = of.unfit;
    r->irreproducible = of.differs;
    run->t = of.t;
    memcpy(run->counters, of.counters, sizeof run->counters);
    memcpy(run->first, of.first, state_size(run));
    if (*of.misdeed.text && !*run->misdeed.text)
        reason_set(&run->misdeed, "%s", of.misdeed.text);
    repeats_close(&of);
}

static void note_run(bench_run *run)
{
    run->t = evolve_t(run->e);
    memcpy(run->counters, evolve_counters(run->e), sizeof run->counters);
}

typedef struct watch {
    bench_run *run;
    recorder *recorder;
    long seen; /* points: accepted steps, events, restarts */
} watch;

/* Every accepted step is a point: a solver that claims more of them has not taken them. */
static void check_steps(const watch *w)
{
    const long claimed = evolve_counters(w->run->e)[IVP_N_ACCEPTED];
    if (claimed > w->seen && !*w->run->misdeed.text)
        reason_set(&w->run->misdeed, "%ld accepted steps are counted, %ld seen", claimed,
                   w->seen);
}

/* Stages that an explicit Runge-Kutta method of this order needs at least (Hairer, Norsett,
 * Wanner, Solving ODEs I, II.5: theorems 5.1 to 5.3). Methods of higher orders iterate on the
 * stages of a collocation, of which order / 2 are needed (Gauss). */
static int least_stages(int order)
{
    static const int stages[] = { 0, 1, 2, 3, 4, 6, 7, 9, 11 };
    enum { KNOWN = sizeof stages / sizeof *stages - 1 };
    return order < 0 ? 0 : order <= KNOWN ? stages[order] : (order + 1) / 2;
}

/* A one-step method without Jacobians evaluates so often in each step. Options may choose
 * another order, so only the method as it comes is judged. */
static void check_evaluations(const worker_task *task, bench_run *run)
{
    reason why;
    const ivp_solver *s = plugin_solver(task->cell.solver, &why);
    const long *n = evolve_counters(run->e);
    const bool explicit = s && !s->keeps_history && !n[IVP_N_JAC] && n[IVP_N_LU] <= 0 &&
                          !*task->cell.options && evolve_view(run->e) == IVP_FIRST;
    const long least = explicit ? least_stages(s->order) : 0;
    if (run->status || n[IVP_N_F] >= least * n[IVP_N_ACCEPTED] || *run->misdeed.text) return;
    reason_set(
        &run->misdeed,
        "implausible: %ld evaluations are counted in %ld steps; an explicit method of order %d "
        "that keeps no history needs %d a step",
        n[IVP_N_F], n[IVP_N_ACCEPTED], s->order, least_stages(s->order));
}

static void watch_step(void *self, const evolve_point *p)
{
    watch *w = self;
    w->seen++;
    if (!fpenv_usual()) check_arithmetic(w->run);
    recorder_watch(w->recorder, p);
    multipliers_watch(w->run->multipliers, p);
}

/* "ggl" of "ggl(elimination=dense)" */
static multipliers *multipliers_of(const cell *c, instance *i)
{
    char name[CELL_TEXT], settings[CELL_TEXT];
    return worker_split(c->formulation, name, settings) ? multipliers_new(i, name) : NULL;
}

static void solve_watched(const worker_task *task, bench_run *run, record *r, whole_rows **rows)
{
    recorder *watcher = recorder_new(run->i, task->columns, task->cell.series);
    watch w = { run, watcher, 0 };
    run->multipliers = multipliers_of(&task->cell, run->i);
    const double begin = now_s();
    run->status = evolve_run(run->e, watch_step, &w);
    check_steps(&w);
    check_evaluations(task, run);
    r->overhead_s = -(now_s() - begin); /* the parent adds the life of the process */
    recorder_finish(watcher, r, rows);
    const ivp_status status =
        repeats_end(run->e, run->status, run->first, instance_ncomponents(run->i));
    run->unfit = !run->status && status == IVP_E_NONFINITE;
    run->status = status;
    note_run(run);
}

static void look_at_step(void *self, const evolve_point *p)
{
    watch *w = self;
    (void)p;
    w->seen++;
    if (!fpenv_usual()) check_arithmetic(w->run);
}

static void solve_check(const worker_task *task, bench_run *run, record *r)
{
    const request_start from = where_it_begins(task);
    watch w = { .run = run };
    repeats of;
    repeats_open(&of, run->i, run->e, &from, &r->repeats);
    run->status = repeats_check(&of, look_at_step, &w);
    check_steps(&w);
    memcpy(run->first, of.end, state_size(run));
    note_run(run);
    repeats_close(&of);
}

static void collect(bench_run *run, record *r)
{
    note_status(r, run->status, OUTCOME_MISBEHAVED,
                run->unfit ? "the state at the end is not finite" : evolve_message(run->e));
    memcpy(r->counters, run->counters, sizeof r->counters);
    r->t_reached = run->t;
    r->ncomponents = instance_ncomponents(run->i);
    r->components = grown(NULL, (size_t)r->ncomponents, sizeof *r->components);
    for (int k = 0; k < r->ncomponents; k++) {
        char name[PLUGIN_NAME_MAX];
        instance_component_name(run->i, k, name, sizeof name);
        r->components[k] = copied(name);
    }
    r->end_state = run->first;
    run->first = NULL;
}

/* VmHWM: the largest resident size so far, in kB. */
static long peak_kb(void)
{
    char *text = file_text("/proc/self/status");
    const char *line = text ? strstr(text, "VmHWM:") : NULL;
    const long kb = line ? strtol(line + 6, NULL, 10) : 0;
    free(text);
    return kb;
}

static char *scoring_of(const bench_run *run, const cell *c, const record *r)
{
    reason why;
    const scoring_run of = { run->e, r, run->multipliers };
    return scoring_json(run->i, plugin_solver(c->solver, &why), &of);
}

static void solve_as_requested(const worker_task *task, bench_run *run, record *r,
                               whole_rows **rows)
{
    link_say(&task->link, "solve-begin");
    if (task->timing)
        solve_timed(task, run, r);
    else if (task->check)
        solve_check(task, run, r);
    else
        solve_watched(task, run, r, rows);
    link_say(&task->link, "solve-end");
}

void worker_solve(const worker_task *task, record *r, whole_rows **rows)
{
    bench_run run = { .arithmetic = fpenv_read() };
    *rows = NULL;
    const double begin = now_s(), begin_cpu = timing_cpu_s();
    const bool open = open_all(task, &run, r);
    check_arithmetic(&run);
    if (open) {
        r->setup_s = now_s() - begin;
        r->repeats.before_s = timing_cpu_s();
        r->repeats.setup_s = r->repeats.before_s - begin_cpu;
        run.first = need(calloc(1, state_size(&run) + 1));
        solve_as_requested(task, &run, r, rows);
        check_arithmetic(&run);
        collect(&run, r);
        if (!task->timing && !task->check) r->scoring = scoring_of(&run, &task->cell, r);
    }
    if (*run.misdeed.text) accuse(r, run.misdeed.text);
    r->peak_kb = peak_kb();
    const double end = timing_cpu_s();
    free(run.first);
    multipliers_free(run.multipliers);
    evolve_destroy(run.e);
    instance_close(run.i);
    r->repeats.after_s = timing_cpu_s() - end;
}

/* Nothing else: for whoever counts from outside. */
int worker_count(const cell *c, int solves)
{
    reason why = { "" };
    bool called = false;
    instance *i = NULL;
    evolve *e = NULL;
    ivp_status status = worker_open(c, NULL, &i, &e, &called, &why);
    double *end = status ? NULL : need(calloc((size_t)instance_ncomponents(i), sizeof *end));
    for (int k = 0; !status && k < solves; k++) {
        status = evolve_run(e, NULL, NULL);
        if (!status) status = evolve_state(e, end);
    }
    free(end);
    evolve_destroy(e);
    instance_close(i);
    return status != 0;
}
