/* realtime_track.c -- drift-off on the circular track, steps of 10 ms.
 *
 * Burgermeister, Arnold, Esterl, section 4.1 and Fig. 3: distance of the mass from the centre
 * over time for index 1, index 2 and index 1 with projection. The paper gives no data; ours are
 * those of problems/circular_track.c.
 *
 *     distance   form, t, distance
 *     feedback   h alpha, h^2 beta, h; what an error (w, h v) of the position and velocity
 *                constraint has become after two steps (section 3.2): four derivatives, by
 *                differences, and the largest
 *     growth     form, largest |g| until t = 1, 10, 100 and the power of t from 1 to 10
 *
 * tables: distance growth feedback
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/studies/runs.h"

#include "kernel/problem/status.h"

static const char *const forms[] = { "index1", "index2", "baumgarte1", "baumgarte2",
                                     "projected" };
enum { NFORMS = sizeof forms / sizeof *forms };

static evolve_setup setup_of(const char *form)
{
    return (evolve_setup){ .formulation = form,
                           .solver = "linear_implicit_euler",
                           .options = "jacobian=J2 multiplier=explicit",
                           .h = 1e-2 };
}

struct drift {
    const char *form;
    long step;
    double until[3];
};

static void print_distance(void *watcher, const evolve_point *point)
{
    struct drift *d = watcher;
    const ivp_state *s = point->state;
    if (d->step++ % 20 == 0)
        printf("%s,%.17g,%.17g\n", d->form, point->t, hypot(s->q[0], s->q[1]));
}

static void keep_largest(void *watcher, const evolve_point *point)
{
    static const double ends[] = { 1, 10, 100 };
    struct drift *d = watcher;
    const ivp_state *s = point->state;
    const double g = fabs(s->q[0] * s->q[0] + s->q[1] * s->q[1] - 1);
    for (int k = 0; k < 3; k++)
        if (point->t <= ends[k] * (1 + 1e-12)) d->until[k] = fmax(d->until[k], g);
}

/* ---- Baumgarte's parameters -------------------------------------------------------------- */

enum { NQ = 2, N = 5 };

/* (w, h v) two steps after the exact state at t = 0.3 with errors (w, h v) added radially. */
static void two_steps(method *s, double h, const double before[2], double after[2])
{
    double canonical[METHOD_UNKNOWNS] = { 0 }, yp[METHOD_UNKNOWNS] = { 0 };
    const double t = 0.3;
    if (s->instance->problem->exact(t, canonical, s->instance->p)) give_up("no exact solution");
    for (int k = 0; k < NQ; k++) { /* g = |q|^2 - 1: g' = 2 q.u */
        canonical[k] *= 1 + before[0] / 2;
        canonical[NQ + k] += before[1] / h / 2 * canonical[k];
    }
    method_restart(s, t, canonical, yp);
    for (int k = 0; k < 2; k++) {
        method_attempt(s, h);
        method_verdict(s, IVP_KEPT);
    }
    const double *q = s->y, *u = s->y + NQ;
    after[0] = q[0] * q[0] + q[1] * q[1] - 1;
    after[1] = 2 * h * (q[0] * u[0] + q[1] * u[1]);
}

static void print_feedback(double ha, double hb, double h)
{
    static const double none[2] = { 0, 0 };
    char given[80];
    method s;
    double still[2], moved[2], map[2][2];
    snprintf(given, sizeof given, "alpha=%.17g beta=%.17g", ha / h, hb / h / h);
    const evolve_setup setup = { .formulation = "baumgarte1",
                                 .formulation_options = given,
                                 .solver = "linear_implicit_euler",
                                 .options = "jacobian=none",
                                 .h = h };
    method_open(&s, "circular_track", NULL, &setup);
    two_steps(&s, h, none, still);
    for (int k = 0; k < 2; k++) {
        const double size = 1e-7, error[2] = { k == 0 ? size : 0, k == 1 ? size : 0 };
        two_steps(&s, h, error, moved);
        for (int i = 0; i < 2; i++) map[i][k] = (moved[i] - still[i]) / size;
    }
    method_close(&s);
    printf(
        "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", ha, hb, h, map[0][0], map[0][1],
        map[1][0], map[1][1],
        fmax(fmax(fabs(map[0][0]), fabs(map[0][1])), fmax(fabs(map[1][0]), fabs(map[1][1]))));
}

static void feedback(void)
{
    static const double parameters[][2] = { { 1, 1 }, { 0.5, 0.25 }, { 0.1, 0.01 } };
    puts("h_alpha,h2_beta,h,w_by_w,w_by_v,v_by_w,v_by_v,largest");
    for (int p = 0; p < 3; p++)
        for (int k = 0; k < 4; k++)
            print_feedback(parameters[p][0], parameters[p][1], 1e-2 * ldexp(1, -k));
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "feedback")) {
        feedback();
        return 0;
    }
    const bool growth = argc < 2 || strcmp(argv[1], "distance") != 0;
    puts(growth ? "form,until_1,until_10,until_100,power" : "form,t,distance");
    for (int k = 0; k < NFORMS; k++) {
        const evolve_setup setup = setup_of(forms[k]);
        struct drift d = { .form = forms[k] };
        const run r =
            solve("circular_track", NULL, &setup, growth ? keep_largest : print_distance, &d);
        if (r.status != IVP_OK)
            give_up("%s ends as %s at t = %g", forms[k], status_name(r.status), r.t);
        if (growth)
            printf("%s,%.17g,%.17g,%.17g,%.17g\n", d.form, d.until[0], d.until[1], d.until[2],
                   log10(d.until[1] / d.until[0]));
    }
    return 0;
}
