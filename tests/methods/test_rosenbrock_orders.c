/* test_rosenbrock_orders.c -- orders of both Rosenbrock methods, component by component, from
 * ladders of constant steps.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/ladder.h"
#include "tests/method.h"

/* ---- errors on common times ----------------------------------------------------------------
 *
 * The error of a component is the largest at SAMPLES common times: at a single one it may
 * vanish by chance. */
enum { SAMPLES = 16, COMPONENTS = 12 };

struct samples {
    double t1, y[SAMPLES][COMPONENTS];
    int n, found;
};

static void sample(void *watcher, const evolve_point *point)
{
    struct samples *s = watcher;
    const double k = point->t / s->t1 * SAMPLES;
    const int j = (int)lround(k) - 1;
    if (j < 0 || fabs(k - j - 1) > 1e-6) return;
    /* q, u and x follow one another */
    const double *y = point->state->q ? point->state->q : point->state->y;
    memcpy(s->y[j], y, (size_t)s->n * sizeof *y);
    s->found |= 1 << j;
}

static struct samples run_sampled(const char *problem, const char *settings,
                                  const evolve_setup *setup)
{
    reason why = { "" };
    instance *i = open_problem(problem, settings);
    evolve *e = NULL;
    struct samples s = { .t1 = setup->t1, .n = i->sizes.n };
    ck_assert_int_le(s.n, COMPONENTS);
    ck_assert_msg(evolve_create(&e, i, setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_int_eq(evolve_run(e, sample, &s), IVP_OK);
    ck_assert_int_eq(s.found, (1 << SAMPLES) - 1);
    evolve_destroy(e);
    instance_close(i);
    return s;
}

/* ---- orders ----------------------------------------------------------------------------- */

static const char soft[] = "form=angles k2=50 c2=1", soft_bodies[] = "k2=50 c2=1";

/* A mechanism, or the equations of a reaction. */
static const struct setting {
    const char *problem, *settings, *formulation;
    double t1;
    int reference; /* steps between samples of dop853 */
} settings[] = {
    { "double_pendulum_rsda", soft, "ode", 1, 256 },
    { "double_pendulum_rsda", soft_bodies, "state_space", 1, 256 },
    { "double_pendulum_rsda", soft_bodies, "index1", 1, 256 },
    { "double_pendulum_rsda", "form=angles", "ode", 2, 4096 }, /* stiff */
    { "double_pendulum_rsda", "form=cartesian", "state_space", 2, 4096 },
    { "car_axle", "", "state_space", 0.5, 256 }, /* constraints that move: f_t matters */
    { "car_axle", "", "index1", 0.1, 128 },
    { "circular_track", "", "state_space", 0.5, 256 }, /* first-order states */
    { "hires", "", "ode", 4, 256 },
};
enum { ANGLES, BODIES, FIRST_ORDER, STIFF, STIFF_BODIES, AXLE, AXLE_INDEX1, TRACK, HIRES };

static const struct {
    const char *solver, *options;
    int setting, steps, rungs; /* the coarsest has `steps` steps between samples */
    double order;
} cases[] = {
    { "rosenbrock_nystrom", "", ANGLES, 4, 12, 4 },
    { "rosenbrock_nystrom", "", BODIES, 4, 12, 4 },
    { "rosenbrock_nystrom", "", FIRST_ORDER, 4, 12, 4 },
    { "rosenbrock_nystrom", "", AXLE, 8, 12, 4 },
    { "rosenbrock_nystrom", "", TRACK, 1, 12, 4 },
    { "rosenbrock_nystrom", "", HIRES, 4, 12, 4 },
    { "rosenbrock_nystrom", "", STIFF, 4, 10, 2 },
    { "rosenbrock_nystrom", "", STIFF_BODIES, 4, 10, 2 },
    { "w_method", "jacobian=exact", ANGLES, 64, 10, 2 },
    { "w_method", "jacobian=frozen", ANGLES, 64, 10, 2 },
    { "w_method", "jacobian=frozen freeze=17", ANGLES, 64, 10, 2 },
    { "w_method", "jacobian=velocity", ANGLES, 64, 10, 2 },
    { "w_method", "jacobian=zero", ANGLES, 64, 10, 2 },
    { "w_method", "jacobian=exact", BODIES, 64, 10, 2 },
    { "w_method", "jacobian=frozen", BODIES, 64, 10, 2 },
    { "w_method", "jacobian=zero", BODIES, 64, 10, 2 },
    { "w_method", "jacobian=exact", AXLE_INDEX1, 32, 10, 2 },
    { "w_method", "jacobian=frozen", AXLE_INDEX1, 32, 10, 2 },
    { "w_method", "jacobian=velocity", AXLE_INDEX1, 32, 10, 2 },
    { "w_method", "jacobian=zero", AXLE_INDEX1, 32, 10, 2 },
    { "w_method", "jacobian=zero", TRACK, 32, 10, 2 },
    { "w_method", "jacobian=frozen", HIRES, 32, 10, 2 },
};
enum { NCASES = sizeof cases / sizeof *cases };

static evolve_setup constant(const char *solver, const char *options, const struct setting *s,
                             double steps)
{
    return (evolve_setup){ .formulation = s->formulation,
                           .solver = solver,
                           .options = options,
                           .h = s->t1 / SAMPLES / steps,
                           .t1 = s->t1 };
}

static double largest(const struct samples *a, const struct samples *b, int component)
{
    double most = 0;
    for (int j = 0; j < SAMPLES; j++)
        most = fmax(most, fabs(a->y[j][component] - b->y[j][component]));
    return most;
}

START_TEST(every_component_has_its_order)
{
    const struct setting *at = &settings[cases[_i].setting];
    const char *solver = cases[_i].solver, *options = cases[_i].options;
    const evolve_setup fine = constant("dop853", NULL, at, at->reference);
    const struct samples exact = run_sampled(at->problem, at->settings, &fine);
    ladder ladders[COMPONENTS] = { 0 };
    for (int k = 0; k < cases[_i].rungs; k++) {
        const double steps = round(cases[_i].steps * pow(2, k / 2.0));
        const evolve_setup setup = constant(solver, options, at, steps);
        const struct samples s = run_sampled(at->problem, at->settings, &setup);
        for (int c = 0; c < s.n; c++) ladder_add(&ladders[c], setup.h, largest(&s, &exact, c));
    }
    for (int c = 0; c < exact.n; c++) {
        const double found = ladder_order(&ladders[c], 0.2);
        ck_assert_msg(fabs(found - cases[_i].order) < 0.2,
                      "%s %s on %s %s@%s: component %d has order %.3f, expected %g%s", solver,
                      options, at->problem, at->settings, at->formulation, c, found,
                      cases[_i].order, ladder_text(&ladders[c]));
    }
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("rosenbrock orders");
    tcase_add_loop_test(t, every_component_has_its_order, 0, NCASES);
    return suite_run("rosenbrock orders", t);
}
