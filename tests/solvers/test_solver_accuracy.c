/* test_solver_accuracy.c -- every solver that is found is as accurate as it was asked to be,
 * shows its order with constant steps, is right inside its steps too, and finds all events. The
 * test knows the rules, not the solvers.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/formulation.h"
#include "kernel/formulation/model_inner.h"
#include "kernel/problem/status.h"
#include "tests/solver_cases.h"

/* ---- accuracy --------------------------------------------------------------------------- */

/* At index 3 a method may give up, for a reason that it names; it may not be wrong. The few
 * steps of a high order may be right by luck where little is asked. */
static void follow_tolerance(instance *i, const ivp_solver *s, const char *formulation)
{
    static const double rtols[] = { 1e-3, 1e-5, 1e-7 };
    double error[3];
    for (int k = 0; k < 3; k++) {
        evolve_setup setup = setup_for(s, formulation, 2, rtols[k]);
        const result r = run(i, &setup);
        if (r.status < 0 && strcmp(formulation, "index3") == 0) return;
        REQUIRE(r.status == IVP_OK, "%s@%s at rtol %g: %s", s->name, formulation, rtols[k],
                r.why.text);
        error[k] = error_at(i, 2, r.state);
        REQUIRE(error[k] <= allowed(rtols[k]), "%s@%s at rtol %g: error %.3g", s->name,
                formulation, rtols[k], error[k]);
    }
    REQUIRE(error[2] < (error[0] > rtols[2] ? error[0] / 50 : rtols[2]),
            "%s@%s: error %.3g at rtol 1e-3, %.3g at 1e-7", s->name, formulation, error[0],
            error[2]);
}

START_TEST(error_follows_the_tolerance)
{
    const ivp_solver *s = solver_at(_i);
    instance *i = opened("circular_track");
    for (int k = 0; s->adaptive && formulation_name(k); k++)
        if (fits(i, s->name, formulation_name(k))) follow_tolerance(i, s, formulation_name(k));
    instance_close(i);
}
END_TEST

START_TEST(constant_steps_show_the_order)
{
    const ivp_solver *s = solver_at(_i);
    /* above 12 the errors fall from the largest possible step to rounding within an octave:
     * quad shows such orders (test_quad_gauss) */
    if (!s->fixed_step || s->order == 0 || s->order > 12) return;
    instance *i = opened("double_pendulum_rsda");
    const char *formulation = easiest_fit(i, s->name);
    instance_close(i);
    if (!formulation) return;
    const ladder l = approach((evolve_setup){ .formulation = formulation, .solver = s->name });
    expect_order(&l, s->order, s->name);
}
END_TEST

/* ---- single steps --------------------------------------------------------------------- */

typedef struct stepper {
    const ivp_solver *solver;
    instance *instance;
    ivp_model *model;
    void *self;
    bool tested; /* errors decide on a trial */
    double t_old, t, h, y_old[UNKNOWNS], y[UNKNOWNS], atol[UNKNOWNS];
    ivp_tol tol;
    const double *moved; /* where the next step's end is moved to; NULL: stays */
} stepper;

static bool takes_the_track(const ivp_solver *s)
{
    instance *i = opened("circular_track");
    const bool takes = easiest_fit(i, s->name) != NULL;
    instance_close(i);
    return takes;
}

/* h > 0: constant steps; 0: as the solver likes it best. */
static void stepper_open(stepper *p, const ivp_solver *s, double rtol, double h)
{
    char text[MOST][SETTING_MAX];
    reason why = { "" };
    double value[MOST] = { 0 }, yp[UNKNOWNS];
    memset(p, 0, sizeof *p);
    p->solver = s;
    p->instance = opened("circular_track");
    const ivp_formulation f = formulation_by_name(easiest_fit(p->instance, s->name));
    ck_assert_int_eq(model_open(&p->model, p->instance, f, NULL,
                                formulation_view(p->instance, f, formulation_through(s, f)),
                                &why),
                     IVP_OK);
    ck_assert(settings_parse(s->options, NULL, s->name, text, value, &why));
    for (int k = 0; k < UNKNOWNS; k++) p->atol[k] = rtol;
    p->tol = (ivp_tol){ .rtol = rtol, .atol = p->atol, .h = h > 0 || s->adaptive ? h : 1e-3 };
    ck_assert_int_eq(s->create(&p->self, p->model, &p->tol, value), IVP_OK);
    model_start(p->model, p->y, yp);
    p->h = h > 0 ? h : 1e-3;
    p->tested = s->adaptive && h <= 0;
    ck_assert_int_eq(s->restart(p->self, 0, p->y, yp, s->attempt ? p->h : 0), IVP_OK);
}

static void stepper_close(stepper *p)
{
    p->solver->destroy(p->self);
    model_close(p->model);
    instance_close(p->instance);
}

/* The kernel's part in its simplest form: half the step until the tests are passed. */
static void attempt_until_kept(stepper *p)
{
    const ivp_solver *s = p->solver;
    for (;;) {
        REQUIRE(p->h > 1e-9, "%s: no step is good enough", s->name);
        ivp_trial x = { .t = p->t_old, .h = p->h, .y = p->y_old, .y1 = p->y };
        bool good = s->attempt(p->self, &x) == IVP_OK;
        for (int k = 0; good && p->tested && k < x.ntests; k++) good = x.test[k].err <= 1;
        if (good) break;
        if (s->verdict) s->verdict(p->self, IVP_REJECTED, p->y_old);
        p->h /= 2;
    }
    p->t = p->t_old + p->h;
}

static void settle(stepper *p)
{
    if (p->moved) memcpy(p->y, p->moved, (size_t)ivp_n(p->model) * sizeof *p->y);
    if (p->solver->verdict) p->solver->verdict(p->self, p->moved ? IVP_MOVED : IVP_KEPT, p->y);
    p->moved = NULL;
}

static void stepper_step(stepper *p, double tmax)
{
    p->t_old = p->t;
    memcpy(p->y_old, p->y, sizeof p->y);
    if (p->solver->attempt) {
        attempt_until_kept(p);
    } else {
        const ivp_status st = p->solver->advance(p->self, tmax, &p->t, p->y);
        REQUIRE(st == IVP_OK, "%s: %s", p->solver->name, status_name(st));
        REQUIRE(p->t > p->t_old && p->t <= tmax, "%s: a step from %.17g to %.17g, wall %.17g",
                p->solver->name, p->t_old, p->t, tmax);
    }
    settle(p);
}

static double gap(const stepper *p, double theta, const double *y)
{
    double at[UNKNOWNS], most = 0;
    ck_assert_int_eq(p->solver->dense(p->self, theta, at), IVP_OK);
    for (int k = 0; k < p->instance->sizes.n; k++) most = fmax(most, fabs(at[k] - y[k]));
    return most;
}

static double error_inside(const stepper *p, double theta)
{
    double at[UNKNOWNS];
    ck_assert_int_eq(p->solver->dense(p->self, theta, at), IVP_OK);
    return error_at(p->instance, p->t_old + theta * (p->t - p->t_old), at);
}

static void look_inside(const stepper *p)
{
    const char *name = p->solver->name;
    REQUIRE(gap(p, 0, p->y_old) < 1e-11 && gap(p, 1, p->y) < 1e-11,
            "%s at t = %g: misses an end of the step, by %.3g and %.3g", name, p->t,
            gap(p, 0, p->y_old), gap(p, 1, p->y));
    for (int k = 1; k < 8; k++)
        REQUIRE(error_inside(p, k / 8.0) < allowed(p->tol.rtol),
                "%s: error %.3g at theta = %g of the step %g .. %g", name,
                error_inside(p, k / 8.0), k / 8.0, p->t_old, p->t);
}

/* A code that drives itself is looked at in its callback. */
static ivp_step_reply look(void *kernel, real t, real *y)
{
    stepper *p = kernel;
    p->t_old = p->t;
    p->t = t;
    memcpy(p->y_old, p->y, sizeof p->y);
    memcpy(p->y, y, (size_t)ivp_n(p->model) * sizeof *y);
    look_inside(p);
    return IVP_GO_ON;
}

START_TEST(dense_output_is_right)
{
    const ivp_solver *s = solver_at(_i);
    if (!s->dense || !takes_the_track(s)) return; /* test_peers has those for y' = f alone */
    stepper p;
    stepper_open(&p, s, 1e-6, 0);
    if (s->drive) ck_assert_int_eq(s->drive(p.self, 0.5, &(ivp_host){ look, &p }), IVP_OK);
    while (p.t < 0.5 - 1e-12) {
        stepper_step(&p, 0.5);
        look_inside(&p);
    }
    stepper_close(&p);
}
END_TEST

/* A state that was moved after a step is where the next one begins, and nothing of the old end
 * is left: as after a restart there. */
START_TEST(moved_state_is_believed)
{
    const ivp_solver *s = solver_at(_i);
    if (s->keeps_history || !s->fixed_step || !formulation_taken(s, IVP_PROJECTED)) return;
    if (s->drive) return; /* it is restarted, or believes what its callback says */
    stepper p, q;
    double elsewhere[UNKNOWNS] = { 0 }, yp[UNKNOWNS] = { 0 };
    stepper_open(&p, s, 1e-6, 0.01);
    stepper_open(&q, s, 1e-6, 0.01);
    ck_assert_int_eq(p.instance->problem->exact(0.3, elsewhere, p.instance->p), IVP_OK);

    p.moved = elsewhere;
    stepper_step(&p, 1);
    stepper_step(&p, 1);
    memcpy(q.y, elsewhere, sizeof q.y);
    q.t = p.t_old;
    ck_assert_int_eq(s->restart(q.self, q.t, q.y, yp, s->attempt ? q.h : 0), IVP_OK);
    stepper_step(&q, 1);
    REQUIRE(distance(p.y, q.y, p.instance->sizes.n) < 1e-14, "%s: %.3g from a restart", s->name,
            distance(p.y, q.y, p.instance->sizes.n));
    stepper_close(&p);
    stepper_close(&q);
}
END_TEST

/* ---- events ------------------------------------------------------------------------------ */

typedef struct seen {
    int n;
    double last;
} seen;

static void see(void *watcher, const evolve_point *point)
{
    seen *v = watcher;
    if (point->event < 0) return;
    v->n++;
    v->last = point->t;
}

/* The dense output of ARKStep loses up to two and a half digits here:
 * docs/methods/wrapped.md. */
static double allowed_time(const ivp_solver *s, double rtol)
{
    return strcmp(s->name, "arkode_dirk") == 0 ? 10 * allowed(rtol) : allowed(rtol);
}

/* Case A of the balls has 24 events until t = 2; the last one from the closed solution. */
START_TEST(events_are_found)
{
    const double last = 1.97849065798019200;
    const ivp_solver *s = solver_at(_i);
    instance *i = opened("bouncing_balls");
    const char *formulation = easiest_fit(i, s->name);
    if (formulation && s->adaptive) {
        reason why = { "" };
        const double rtol = s->missing && s->order <= 2 ? 1e-6 : 1e-10;
        evolve_setup setup = setup_for(s, formulation, 0, rtol);
        setup.max_steps = 0;
        seen v = { 0 };
        evolve *e;
        REQUIRE(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
        const ivp_status st = evolve_run(e, see, &v);
        REQUIRE(st == IVP_OK, "%s: %s", s->name, evolve_message(e));
        REQUIRE(v.n == 24 && fabs(v.last - last) < allowed_time(s, setup.rtol),
                "%s: %d events of 24, the last one %.2g s off", s->name, v.n, v.last - last);
        evolve_destroy(e);
    }
    instance_close(i);
}
END_TEST

int main(void)
{
    return run_on_all_solvers("solver accuracy",
                              (const loop_test[]){ { error_follows_the_tolerance, 1, 0 },
                                                   { constant_steps_show_the_order, 1, 0 },
                                                   { dense_output_is_right, 1, 0 },
                                                   { moved_state_is_believed, 1, 0 },
                                                   { events_are_found, 1, 0 },
                                                   { NULL, 0, 0 } });
}
