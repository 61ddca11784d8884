/* realtime_axle.c -- the car axle by the partitioned linear-implicit Euler method: drift over
 * time and over the step size, stability, global error.
 *
 * Burgermeister, Arnold, Esterl, section 4.2, Figs. 5 to 8.
 *
 *     drift      Fig. 5: form, t, |g| with h = 10 ms, J2
 *     ladder     Figs. 6, 8: jacobian, form, h, max |g|, max |G u + g_t|, max and last error
 *                of q
 *     slopes     jacobian, form, powers of h in these from 10 to 1 ms
 *     gains      Fig. 8: jacobian, h = 3/N with 41 numbers of steps N from 300 to 3000; errors
 *                of q of index 1 and projected, at the end and the largest; what projection
 *                gains
 *     fine       form, power of h in max |g| from 0.5 to 0.1 ms, J2
 *     traces     Fig. 7: jacobian, t, q1 .. q4 with h = 1 ms, projected; and the reference, every 5 ms; distance
 *                from the reference every 10 ms
 *     long       h, T, largest error of q up to T of index 1, the same coupled, and projected;
 *                what projection gains; J1
 *     reversed   section 4.3: alpha, outcome, max |g|: Baumgarte's parameters for positions
 *                that come last, h = 1 ms
 *     cost       jacobian, form, h: evaluations of forces and of their derivatives and
 *                factorisations, each per step; projected
 *
 * The reference is dopri5 with steps of 0.25 ms, projected; errors are taken every 10 ms, which
 * all step sizes divide but those of `gains`: there at every step, between the reference's by
 * cubics through positions and velocities.
 *
 * tables: drift ladder slopes gains fine traces long reversed cost
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/studies/runs.h"

#include "kernel/problem/status.h"

/* name, formulation, its options, multiplier of index 1: from data before the step, as the text
 * has it, or solved together with the step */
static const char *const forms[][4] = {
    { "index1", "index1", "", "explicit" },
    { "index2", "index2", "", "coupled" },
    { "baumgarte1", "baumgarte1", "", "explicit" },
    { "baumgarte2", "baumgarte2", "", "coupled" },
    { "projected1", "projected", "base=index1", "explicit" },
    { "projected2", "projected", "base=index2", "coupled" },
    { "ggl", "ggl", "", "coupled" },
    { "coupled1", "index1", "", "coupled" },
};
enum { NFORMS = sizeof forms / sizeof *forms };
static const char *const jacobians[] = { "exact", "J1", "J2", "J3", "none" };
static const double steps[] = { 1e-2, 5e-3, 2.5e-3, 2e-3, 1e-3 };
enum { NJACOBIANS = 5, NSTEPS = 5, NQ = 4, SAMPLES = 1201 };

static double reference[SAMPLES][NQ];

static int sample_of(double t)
{
    const int k = (int)lround(t * 100);
    return k < SAMPLES && fabs(t - k / 100.0) < 1e-7 ? k : -1;
}

static void keep_reference(void *unused, const evolve_point *point)
{
    (void)unused;
    const int k = sample_of(point->t);
    if (k >= 0) memcpy(reference[k], point->state->q, sizeof *reference);
}

static void make_reference(double t1)
{
    const evolve_setup setup = {
        .formulation = "projected", .solver = "dopri5", .h = 2.5e-4, .t1 = t1
    };
    const run r = solve("car_axle", NULL, &setup, keep_reference, NULL);
    if (r.status != IVP_OK) give_up("the reference ends as %s", status_name(r.status));
}

static evolve_setup setup_of(int form, int jacobian, double h)
{
    static char option[60];
    snprintf(option, sizeof option, "jacobian=%s multiplier=%s", jacobians[jacobian],
             forms[form][3]);
    return (evolve_setup){ .formulation = forms[form][1],
                           .formulation_options = forms[form][2],
                           .solver = "linear_implicit_euler",
                           .options = option,
                           .h = h };
}

struct watch {
    const char *name;
    instance *instance;
    double error, last;
};

static void print_drift(void *self, const evolve_point *point)
{
    struct watch *w = self;
    real drift[3] = { 0, 0, 0 };
    if (instance_drift(w->instance, point->state, drift) == IVP_OK)
        printf("%s,%.17g,%.17g\n", w->name, point->t, drift[0]);
}

static void drift(void)
{
    puts("form,t,g");
    for (int k = 0; k < NFORMS; k++) {
        struct watch w = { .name = forms[k][0], .instance = open_problem("car_axle", NULL) };
        const evolve_setup setup = setup_of(k, 2, 1e-2);
        solve_on(w.instance, &setup, print_drift, &w);
        instance_close(w.instance);
    }
}

static void keep_error(void *self, const evolve_point *point)
{
    struct watch *w = self;
    const int k = sample_of(point->t);
    if (k < 0) return;
    w->last = distance(point->state->q, reference[k], NQ);
    w->error = fmax(w->error, w->last);
}

struct rung {
    double g, velocity, error, last;
};

static bool measure(int form, int jacobian, double h, struct rung *rung)
{
    struct watch w = { 0 };
    const evolve_setup setup = setup_of(form, jacobian, h);
    const run r = solve("car_axle", NULL, &setup, keep_error, &w);
    *rung =
        (struct rung){ r.drift[0], r.drift[1], w.error, distance(r.state, reference[300], NQ) };
    return r.status == IVP_OK;
}

static void ladder(void)
{
    puts("jacobian,form,h,g,velocity,error,last_error");
    for (int j = 0; j < NJACOBIANS; j++)
        for (int f = 0; f < NFORMS; f++)
            for (int k = 0; k < NSTEPS; k++) {
                struct rung x;
                const bool arrived = measure(f, j, steps[k], &x);
                printf("%s,%s,%.17g,", jacobians[j], forms[f][0], steps[k]);
                if (arrived)
                    printf("%.17g,%.17g,%.17g,%.17g\n", x.g, x.velocity, x.error, x.last);
                else
                    puts(",,,");
            }
}

static void powers(void)
{
    puts("jacobian,form,g,velocity,error");
    double h[NSTEPS], y[3][NSTEPS];
    struct rung x;
    for (int j = 0; j < NJACOBIANS - 1; j++)
        for (int f = 0; f < NFORMS; f++) {
            for (int k = 0; k < NSTEPS; k++) {
                if (!measure(f, j, steps[k], &x)) give_up("a ladder of the car axle broke off");
                h[k] = steps[k];
                y[0][k] = x.g, y[1][k] = x.velocity, y[2][k] = x.error;
            }
            printf("%s,%s,%.17g,%.17g,%.17g\n", jacobians[j], forms[f][0],
                   log_slope(h, y[0], NSTEPS), log_slope(h, y[1], NSTEPS),
                   log_slope(h, y[2], NSTEPS));
        }
}

/* ---- what projection gains --------------------------------------------------------------- */

enum { FINE = 12001, GAINS = 41 };
static double fine_q[FINE][NQ], fine_u[FINE][NQ];
static const double fine_h = 2.5e-4;

static void keep_fine(void *unused, const evolve_point *point)
{
    (void)unused;
    const long k = lround(point->t / fine_h);
    if (k >= FINE) return;
    memcpy(fine_q[k], point->state->q, sizeof *fine_q);
    memcpy(fine_u[k], point->state->u, sizeof *fine_u);
}

static void make_fine(void)
{
    const evolve_setup setup = {
        .formulation = "projected", .solver = "dopri5", .h = fine_h, .t1 = 3
    };
    const run r = solve("car_axle", NULL, &setup, keep_fine, NULL);
    if (r.status != IVP_OK) give_up("the reference ends as %s", status_name(r.status));
}

/* The cubic through positions and velocities at the two neighbours. */
static void fine_at(double t, double q[NQ])
{
    const long most = FINE - 2, at = (long)floor(t / fine_h), k = at < most ? at : most;
    const double s = t / fine_h - (double)k, r = 1 - s;
    for (int i = 0; i < NQ; i++)
        q[i] = r * r * ((1 + 2 * s) * fine_q[k][i] + s * fine_h * fine_u[k][i]) +
               s * s * ((1 + 2 * r) * fine_q[k + 1][i] - r * fine_h * fine_u[k + 1][i]);
}

static void keep_each_error(void *self, const evolve_point *point)
{
    struct watch *w = self;
    double q[NQ];
    fine_at(point->t, q);
    w->last = distance(point->state->q, q, NQ);
    w->error = fmax(w->error, w->last);
}

static struct watch error_of(int form, int jacobian, double h)
{
    struct watch w = { 0 };
    evolve_setup setup = setup_of(form, jacobian, h);
    setup.t1 = 3;
    const run r = solve("car_axle", NULL, &setup, keep_each_error, &w);
    if (r.status) give_up("a run of the car axle with h = %g broke off", h);
    return w;
}

static void gains(void)
{
    make_fine();
    puts("jacobian,h,index1_end,projected_end,index1,projected,end_gain,gain");
    for (int j = 0; j < NJACOBIANS - 1; j++)
        for (int k = 0; k < GAINS; k++) {
            const double h = 3 / round(300 * pow(10, k / (GAINS - 1.0)));
            const struct watch index1 = error_of(0, j, h), projected = error_of(4, j, h);
            printf("%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", jacobians[j], h,
                   index1.last, projected.last, index1.error, projected.error,
                   index1.last / projected.last, index1.error / projected.error);
        }
}

static void print_trace(void *self, const evolve_point *point)
{
    const struct watch *w = self;
    const int k = (int)lround(point->t * 1000);
    const real *q = point->state->q;
    if (k % 5) return;
    printf("%s,%.17g,%.17g,%.17g,%.17g,%.17g,", w->name, point->t, q[0], q[1], q[2], q[3]);
    if (k % 10)
        puts("");
    else
        printf("%.17g\n", distance(q, reference[k / 10], NQ));
}

static void traces(void)
{
    puts("jacobian,t,xl,yl,xr,yr,error");
    for (int j = 0; j < NJACOBIANS; j++) {
        struct watch w = { .name = jacobians[j] };
        const evolve_setup setup = setup_of(4, j, 1e-3);
        solve("car_axle", NULL, &setup, print_trace, &w);
    }
    for (int k = 0; k <= 300; k++)
        printf("reference,%.17g,%.17g,%.17g,%.17g,%.17g,\n", k / 100.0, reference[k][0],
               reference[k][1], reference[k][2], reference[k][3]);
}

static void fine(void)
{
    static const double h[] = { 5e-4, 2.5e-4, 2e-4, 1e-4 };
    puts("form,g");
    for (int f = 0; f < NFORMS; f++) {
        double g[4];
        struct rung x;
        for (int k = 0; k < 4; k++) {
            if (!measure(f, 2, h[k], &x)) give_up("a ladder of the car axle broke off");
            g[k] = x.g;
        }
        printf("%s,%.17g\n", forms[f][0], log_slope(h, g, 4));
    }
}

static void longer(void)
{
    static const int of[] = { 0, 7, 4 }; /* index 1, coupled, projected */
    static const double ends[] = { 3, 6, 12 };
    puts("h,T,index1,coupled1,projected,gain,gain_coupled");
    for (int k = 0; k < NSTEPS; k++)
        for (int e = 0; e < 3; e++) {
            double error[3];
            for (int f = 0; f < 3; f++) {
                struct watch w = { 0 };
                evolve_setup setup = setup_of(of[f], 1, steps[k]);
                setup.t1 = ends[e];
                const run r = solve("car_axle", NULL, &setup, keep_error, &w);
                error[f] = r.status ? INFINITY : w.error;
            }
            if (!isfinite(error[0] + error[1])) continue;
            printf("%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", steps[k], ends[e], error[0],
                   error[1], error[2], error[0] / error[2], error[1] / error[2]);
        }
}

/* `exact` updates positions with the new velocities, as the vehicle code of section 4.3. */
static void reversed(void)
{
    static const struct {
        double alpha;
        const char *text;
    } given[] = { { 1000, "alpha=1000 beta=1e6" },
                  { 500, "alpha=500 beta=1e6" },
                  { 100, "alpha=100 beta=1e4" } };
    puts("alpha,status,arrived,g");
    for (int k = 0; k < 3; k++) {
        evolve_setup setup = setup_of(2, 0, 1e-3);
        setup.formulation_options = given[k].text;
        const run r = solve("car_axle", NULL, &setup, NULL, NULL);
        printf("%g,%s,%d,%.17g\n", given[k].alpha, status_name(r.status), r.status == IVP_OK,
               r.drift[0]);
    }
}

static void cost(void)
{
    puts("jacobian,form,h,forces,derivatives,factorisations");
    for (int j = 0; j < NJACOBIANS; j++)
        for (int k = 0; k < NSTEPS - 1; k += 3) {
            const evolve_setup setup = setup_of(4, j, steps[k]);
            const run r = solve("car_axle", NULL, &setup, NULL, NULL);
            const double n = (double)r.count[IVP_N_ACCEPTED];
            printf("%s,%s,%.17g,%.17g,%.17g,%.17g\n", jacobians[j], forms[4][0], steps[k],
                   (double)r.count[IVP_N_F] / n, (double)r.count[IVP_N_JAC_EVALS] / n,
                   (double)r.count[IVP_N_LU] / n);
        }
}

static const struct {
    const char *name;
    void (*print)(void);
    double reference; /* its end; 0: not needed */
} tables[] = {
    { "slopes", powers, 3 },     { "ladder", ladder, 3 }, { "drift", drift, 0 },
    { "fine", fine, 3 },         { "traces", traces, 3 }, { "long", longer, 12 },
    { "reversed", reversed, 0 }, { "cost", cost, 0 },     { "gains", gains, 0 },
};

int main(int argc, char **argv)
{
    const char *part = argc > 1 ? argv[1] : "slopes";
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        if (strcmp(tables[k].name, part) != 0) continue;
        if (tables[k].reference > 0) make_reference(tables[k].reference);
        tables[k].print();
        return 0;
    }
    give_up("there is no table '%s'", part);
}
