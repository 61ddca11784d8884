/* overhead.c -- what the harness costs: CVODE called from a bare C program against CVODE in the
 * kernel and against CVODE in a worker of ivpbench, on the same problem; the time that a cell
 * takes beyond its solve; and what the looks at the processor's arithmetic cost. A benchmark,
 * not a test: run it on a quiet machine.
 *
 *     build/tests/overhead [RTOL [RUNS]]
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/stepping/evolve.h"
#include "kernel/problem/instance.h"
#include "kernel/problem/plugin.h"
#include "bench/store/store_inner.h"
#include "bench/base/util.h"
#include "bench/worker/fpenv.h"

#include "adapters/sundials/sundials_versions.h"

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { CELLS = 40 };

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Of all processes started and ended so far, their own included. */
static double children_s(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* ---- the bare program ------------------------------------------------------------------- */

typedef struct bare {
    const ivp_problem *problem;
    const real *p;
    double t0, t1;
    SUNContext context;
    N_Vector start, y, atol;
    SUNMatrix J;
    SUNLinearSolver linear;
    void *memory;
    long steps;
} bare;

static int bare_rhs(sunrealtype t, N_Vector y, N_Vector f, void *self)
{
    const bare *b = self;
    const ivp_state s = { .t = t, .y = NV_DATA_S(y) };
    return b->problem->ode.f(&s, NV_DATA_S(f), b->p);
}

static int bare_jacobian(sunrealtype t, N_Vector y, N_Vector f, SUNMatrix J, void *self,
                         N_Vector a, N_Vector c, N_Vector d)
{
    (void)f, (void)a, (void)c, (void)d;
    const bare *b = self;
    const int n = b->problem->sizes.n;
    const ivp_mat A = { n, n, n, SM_DATA_D(J) };
    const ivp_state s = { .t = t, .y = NV_DATA_S(y) };
    return b->problem->ode.jac(&s, A, b->p);
}

static void bare_open(bare *b, const instance *i, double rtol)
{
    const int n = i->sizes.n;
    *b = (bare){ .problem = i->problem, .p = i->p, .t0 = i->t0, .t1 = i->t1 };
    SUNContext_Create(SUN_COMM_NULL, &b->context);
    b->y = N_VNew_Serial(n, b->context);
    b->start = N_VNew_Serial(n, b->context);
    memcpy(NV_DATA_S(b->start), i->start, (size_t)n * sizeof(real));
    b->memory = CVodeCreate(CV_BDF, b->context);
    CVodeInit(b->memory, bare_rhs, b->t0, b->start);
    b->atol = N_VNew_Serial(n, b->context);
    N_VConst(rtol, b->atol);
    CVodeSVtolerances(b->memory, rtol, b->atol);
    CVodeSetUserData(b->memory, b);
    b->J = SUNDenseMatrix(n, n, b->context);
    b->linear = SUNLinSol_Dense(b->y, b->J, b->context);
    CVodeSetLinearSolver(b->memory, b->linear, b->J);
    CVodeSetJacFn(b->memory, bare_jacobian);
}

static void bare_run(bare *b)
{
    sunrealtype t = b->t0;
    b->steps = 0;
    CVodeReInit(b->memory, b->t0, b->start);
    CVodeSetStopTime(b->memory, b->t1);
    while (t < b->t1 && CVode(b->memory, b->t1, b->y, &t, CV_ONE_STEP) >= 0) b->steps++;
}

static void bare_close(bare *b)
{
    CVodeFree(&b->memory);
    SUNLinSolFree(b->linear);
    SUNMatDestroy(b->J);
    N_VDestroy(b->y);
    N_VDestroy(b->atol);
    N_VDestroy(b->start);
    SUNContext_Free(&b->context);
}

/* ---- medians ----------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, ascending);
    return n ? 0.5 * (v[(n - 1) / 2] + v[n / 2]) : 0;
}

/* Both in turn, so that a drift of the machine meets both. */
static void in_process(double rtol, int runs)
{
    reason why;
    instance *i;
    evolve *e;
    bare b;
    const evolve_setup setup = {
        .formulation = "ode", .solver = "cvode_bdf", .rtol = rtol, .atol = rtol
    };
    if (instance_open(&i, "hires", "", &why) || evolve_create(&e, i, &setup, &why)) {
        fprintf(stderr, "overhead: %s\n", why.text);
        exit(3);
    }
    bare_open(&b, i, rtol);
    double *alone = grown(NULL, (size_t)runs, sizeof *alone);
    double *within = grown(NULL, (size_t)runs, sizeof *within);
    double *ratio = grown(NULL, (size_t)runs, sizeof *ratio);
    for (int k = 0; k < runs; k++) {
        for (int turn = 0; turn < 2; turn++) {
            const bool alone_now = (k + turn) % 2 == 0;
            const double begin = cpu_s();
            if (alone_now)
                bare_run(&b);
            else
                evolve_run(e, NULL, NULL);
            *(alone_now ? &alone[k] : &within[k]) = cpu_s() - begin;
        }
        ratio[k] = within[k] / alone[k];
    }
    printf("bare C program   %10.3f ms  (%ld steps)\n", 1e3 * median(alone, runs), b.steps);
    printf("in the kernel    %10.3f ms  (%ld steps)  %+.2f %%\n", 1e3 * median(within, runs),
           evolve_counters(e)[IVP_N_ACCEPTED], 100 * (median(ratio, runs) - 1));
    free(alone);
    free(within);
    free(ratio);
    bare_close(&b);
    evolve_destroy(e);
    instance_close(i);
}

/* ---- looks at the arithmetic ------------------------------------------------------------- */

static bool look_at_all(void) { return fpenv_read().scalar != 0; }
static bool look_at_none(void) { return true; }

/* Seconds a call: the least of many rounds. */
static double look_s(bool (*volatile look)(void))
{
    enum { ROUNDS = 50, CALLS = 100000 };
    double least = HUGE_VAL;
    for (int round = 0; round < ROUNDS; round++) {
        const double begin = cpu_s();
        for (int i = 0; i < CALLS; i++)
            if (!look()) exit(3);
        least = fmin(least, (cpu_s() - begin) / CALLS);
    }
    return least;
}

static void arithmetic(void)
{
    printf(
        "looks at the processor's arithmetic, with the call: %.1f ns quick, %.1f ns all of it, "
        "%.1f ns an empty call\n",
        1e9 * look_s(fpenv_usual), 1e9 * look_s(look_at_all), 1e9 * look_s(look_at_none));
}

/* ---- in the harness ---------------------------------------------------------------------- */

typedef struct sums {
    int cells;
    double overhead, setup, cpu, wall, children; /* the last two: of the whole command */
} sums;

static bool add(void *context, const record *r, const char *machine)
{
    sums *s = context;
    (void)machine;
    s->cells++;
    s->overhead += r->overhead_s;
    s->setup += r->setup_s;
    double *v = grown(NULL, (size_t)r->nsamples, sizeof *v);
    for (int k = 0; k < r->nsamples; k++) v[k] = r->samples[k].cpu_s;
    s->cpu += median(v, r->nsamples);
    free(v);
    return true;
}

static sums run_plan_text(const char *folder, const char *text, const char *options)
{
    char own[1024];
    reason why;
    sums s = { 0 };
    program_folder(own, sizeof own);
    char *plan = text_of("%s/plan.cfg", folder), *db = text_of("%s/bench.db", folder);
    char *command =
        text_of("%s/../ivpbench run %s -o %s -q --rerun all %s", own, plan, db, options);
    FILE *f = need(fopen(plan, "w"));
    fputs(text, f);
    fclose(f);
    const double begin = now_s(), before = children_s();
    if (system(command) != 0) exit(3);
    s.wall = now_s() - begin;
    s.children = children_s() - before;
    store *opened = store_open(db, false, &why);
    if (opened) store_each(opened, false, add, &s);
    store_close(opened);
    unlink(db);
    unlink(plan);
    free(plan);
    free(db);
    free(command);
    return s;
}

static void in_harness(double rtol)
{
    char folder[] = "/tmp/ivpbench-overhead-XXXXXX";
    need(mkdtemp(folder));
    char *text =
        text_of("defaults = { min_time_s = 0.5; workers = 5; precision = 0.001; };\n"
                "groups = { g = { problems = [ \"hires\" ]; solvers = [ \"cvode_bdf\" ];\n"
                "tolerances = { from = %.17g; to = %.17g; }; }; };\n",
                -log10(rtol), -log10(rtol));
    sums s = run_plan_text(folder, text, "--timing-jobs 1");
    printf("in ivpbench run  %10.3f ms\n", s.cells ? 1e3 * s.cpu / s.cells : 0.0);
    free(text);
    text = text_of("defaults = { workers = 0; };\n"
                   "groups = { g = { problems = [ \"hires\" ]; solvers = [ \"cvode_bdf\" ];\n"
                   "tolerances = { from = 2; to = 2.975; per_decade = %d; }; }; };\n",
                   CELLS);
    s = run_plan_text(folder, text, "--jobs 1");
    printf(
        "%d cells of hardly any work, each: %.2f ms, %.2f ms of CPU; %.2f ms set-up (plug-ins, "
        "libraries), %.2f ms life of the worker beyond set-up and solve\n",
        s.cells, 1e3 * s.wall / s.cells, 1e3 * s.children / s.cells, 1e3 * s.setup / s.cells,
        1e3 * s.overhead / s.cells);
    free(text);
    rmdir(folder);
}

int main(int argc, char **argv)
{
    const double rtol = argc > 1 ? strtod(argv[1], NULL) : 1e-9;
    const int runs = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 400;
    if (!(rtol > 0) || runs < 1) {
        fputs("usage: overhead [RTOL [RUNS]]\n", stderr);
        return 2;
    }
    printf("hires by CVODE's BDF formulas, rtol = atol = %g, CPU time, medians of %d\n", rtol,
           runs);
    arithmetic();
    in_process(rtol, runs);
    in_harness(rtol);
    return 0;
}
