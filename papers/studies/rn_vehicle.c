/* rn_vehicle.c -- the vehicle of the Rosenbrock-Nystrom paper by that method and by explicit
 * ones: its fastest eigenvalue, steps, the motion over the bump.
 *
 * Sandu, Negrut, Haug, Potra, Sandu, section 3.2, Fig. 4, Tables 7 and 8, on the model hmmwv.
 * What is not smooth is not located, as there; steps of the implicit method are at most 0.05 s,
 * so that none leaps over the bump. The explicit codes meet the bump after 1 ms and run for 11
 * ms.
 *
 *     eigenvalue  the largest of the linearised motion at the start, by the power method: real
 *     part, and
 *                 what remains of its equation, relative to it
 *     explicit    solver, rtol; accepted steps, mean step, CPU time of 1 s in s
 *     implicit    solver, rtol, T; accepted and rejected steps, largest step, CPU time, the
 *                 same over that at 1e-2
 *     height      t, height of the chassis, step; at 1e-3, as in Fig. 4
 *
 * tables: eigenvalue height
 * long: explicit implicit
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define _POSIX_C_SOURCE 199309L
#include "papers/studies/runs.h"
#include "kernel/problem/mech.h"
#include <time.h>

enum { Q = 98, UNKNOWNS = 2 * Q };

static instance *open_vehicle(const char *settings)
{
    reason why = { "" };
    instance *i = NULL;
    if (instance_open(&i, "hmmwv", settings, &why) != IVP_OK) give_up("%s", why.text);
    return i;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* (u, a) at y + move, less that at y, over epsilon */
static void along(instance *i, const double *move, double *rate)
{
    const double epsilon = 1e-7;
    double y[UNKNOWNS], a[2][Q];
    for (int k = 0; k < 2; k++) {
        for (int j = 0; j < UNKNOWNS; j++) y[j] = i->start[j] + (k ? epsilon * move[j] : 0);
        const ivp_state s = mech_state(i->mech, 0, y);
        if (mech_accelerate(i->mech, &s) != IVP_OK) give_up("no accelerations");
        memcpy(a[k], i->mech->a, sizeof *a);
    }
    for (int j = 0; j < Q; j++) {
        rate[j] = move[Q + j];
        rate[Q + j] = (a[1][j] - a[0][j]) / epsilon;
    }
}

static void eigenvalue(void)
{
    instance *i = open_vehicle("");
    double v[UNKNOWNS] = { 0 }, w[UNKNOWNS], lambda = 0, rest = 0;
    for (int j = 0; j < Q; j++) v[Q + j] = sin(1.0 + j);
    for (int k = 0; k < 2000; k++) {
        const double size = norm2(v, UNKNOWNS);
        for (int j = 0; j < UNKNOWNS; j++) v[j] /= size;
        along(i, v, w);
        lambda = rest = 0;
        for (int j = 0; j < UNKNOWNS; j++) lambda += v[j] * w[j];
        for (int j = 0; j < UNKNOWNS; j++) rest += pow(w[j] - lambda * v[j], 2);
        memcpy(v, w, sizeof v);
    }
    printf("real,rest\n%.17g,%.17g\n", lambda, sqrt(rest) / fabs(lambda));
    instance_close(i);
}

struct watch {
    double largest, height;
    bool print;
};

static void note(void *self, const evolve_point *point)
{
    struct watch *w = self;
    w->largest = fmax(w->largest, point->h);
    w->height = point->state->q[2];
    if (w->print && point->h > 0) printf("%.17g,%.17g,%.17g\n", point->t, w->height, point->h);
}

struct cost {
    double steps, rejected, seconds;
};

/* w NULL: not watched. What the kernel computes before it calls a watch is on the clock. */
static struct cost drive_car(const char *settings, const char *solver, double rtol, double t1,
                             struct watch *w)
{
    const evolve_setup setup = { .formulation = "state_space",
                                 .solver = solver,
                                 .rtol = rtol,
                                 .atol = rtol,
                                 .hmax = 0.05,
                                 .no_events = true,
                                 .t1 = t1 };
    instance *i = open_vehicle(settings);
    evolve *e = set_up(i, &setup);
    const double before = seconds();
    const ivp_status status = evolve_run(e, w ? note : NULL, w);
    const double after = seconds();
    if (status != IVP_OK) give_up("%s: %s", solver, evolve_message(e));
    const long *count = evolve_counters(e);
    const struct cost c = { (double)count[IVP_N_ACCEPTED], (double)count[IVP_N_REJECTED],
                            after - before };
    evolve_destroy(e);
    instance_close(i);
    return c;
}

static const double tolerances[] = { 1e-2, 1e-3, 1e-4, 1e-5 };

static void explicit_codes(void)
{
    static const char *const solvers[] = { "adams", "dopri5" };
    const double T = 0.011;
    puts("solver,rtol,steps,h,cpu_s");
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 4; k++) {
            const struct cost c = drive_car("xb=1.8195", solvers[s], tolerances[k], T, NULL);
            printf("%s,%.17g,%.17g,%.17g,%.17g\n", solvers[s], tolerances[k], c.steps,
                   T / c.steps, c.seconds / T);
        }
}

static void implicit_code(void)
{
    puts("solver,rtol,T,steps,rejected,largest,cpu_s,growth");
    for (int T = 1; T <= 4; T += 3) {
        double first = NAN;
        for (int k = 0; k < 4; k++) {
            struct watch w = { 0 };
            const struct cost c = drive_car("", "rosenbrock_nystrom", tolerances[k], T, &w);
            if (!k) first = c.seconds;
            printf("rosenbrock_nystrom,%.17g,%d,%.17g,%.17g,%.17g,%.17g,%.17g\n", tolerances[k],
                   T, c.steps, c.rejected, w.largest, c.seconds, c.seconds / first);
        }
    }
}

static void height(void)
{
    struct watch w = { .print = true };
    puts("t,height,h");
    drive_car("", "rosenbrock_nystrom", 1e-3, 5, &w);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } tables[] = { { "eigenvalue", eigenvalue },
                   { "explicit", explicit_codes },
                   { "implicit", implicit_code },
                   { "height", height } };
    for (size_t k = 0; argc == 2 && k < sizeof tables / sizeof *tables; k++)
        if (!strcmp(argv[1], tables[k].name)) {
            tables[k].print();
            return 0;
        }
    give_up("usage: rn_vehicle eigenvalue|explicit|implicit|height");
}
