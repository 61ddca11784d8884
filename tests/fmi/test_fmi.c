/* test_fmi.c -- an FMU with discrete states that its continuous states do not show is solved as
 * the closed form says, by both versions of FMI, with saved states and without; what it cannot
 * do is refused in a run.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/fmi/fmi_case.h"

#include <math.h>

static void import_toy(const char *version, const char *flags)
{
    char command[PATH], own[PATH];
    program_folder(own, sizeof own);
    snprintf(command, sizeof command,
             "python3 -B %s/../tree/tests/fmi/toy.py toy.fmu %s %s && $ivpbench import toy.fmu",
             own, version, flags);
    expect(0, "2 states, 1 event indicator, 4 parameters, 2 further outputs", command);
}

typedef struct seen {
    int n;
    double t[16];
} seen;

/* Times of the bounces: events of guard 0 */
static void note(void *context, const evolve_point *p)
{
    seen *s = context;
    if (p->event == 0 && s->n < 16) s->t[s->n++] = p->t;
}

static double out(instance *i, const evolve_point *p, const char *name)
{
    for (const ivp_observable *o = i->problem->observables; o->name; o++)
        if (!strcmp(o->name, name)) return o->value(p->state, i->p);
    ck_abort_msg("no observable %s", name);
    return 0;
}

static const struct {
    const char *version, *flags, *solver, *parameters;
    double e;
} rows[] = {
    { "2", "", "gauss", "", 0.8 },
    { "2", "-DSAVES=0", "gauss", "", 0.8 },
    { "3", "", "gauss", "e=0.85", 0.85 },
    { "3", "-DSAVES=0", "dop853", "", 0.8 },
    { "2", "", "radau_iia", "", 0.8 },
    { "3", "-DRISES", "gauss", "", 0.8 }, /* these are shown the state behind the zero */
    { "2", "-DRISES", "radau_iia", "", 0.8 },
};
enum { ROWS = sizeof rows / sizeof *rows };

typedef struct watcher {
    seen seen;
    instance *i;
} watcher;

/* The outputs tell how many bounces and half seconds there were; a step that ends at an event
 * is reported before its reset. */
static void watch(void *context, const evolve_point *p)
{
    watcher *w = context;
    const int before = w->seen.n;
    if (p->h > 0 || p->event >= 0) ck_assert_double_eq(out(w->i, p, "n"), before);
    note(&w->seen, p);
}

static void expect_impacts(const seen *s, double e)
{
    double t = sqrt(2 / 9.81), v = 9.81 * t;
    for (int k = 0; k < s->n; k++) {
        ck_assert_msg(fabs(s->t[k] - t) < 1e-11, "bounce %d at %.17g, not %.17g", k, s->t[k],
                      t);
        v *= e;
        t += 2 * v / (9.81 * (1 + (k + 1) / 10.0));
    }
    ck_assert_msg(t > 2.2 && s->n > 3, "%d bounces, the next at %.17g", s->n, t);
}

START_TEST(it_bounces_as_the_closed_form_says)
{
    reason why, because;
    instance *i = NULL;
    evolve *e = NULL;
    const evolve_setup setup = {
        .formulation = "ode", .solver = rows[_i].solver, .rtol = 1e-12, .atol = 1e-12
    };
    import_toy(rows[_i].version, rows[_i].flags);
    ck_assert_msg(!instance_open(&i, "toy", rows[_i].parameters, &why), "%s", why.text);
    ck_assert_msg(!evolve_create(&e, i, &setup, &because), "%s", because.text);
    double y[2][2];
    for (int run = 0; run < 2; run++) { /* back to the start, through the events anew */
        watcher w = { .i = i };
        ck_assert_msg(evolve_run(e, watch, &w) == IVP_OK, "%s", evolve_message(e));
        expect_impacts(&w.seen, rows[_i].e);
        ck_assert_int_eq(evolve_state(e, y[run]), IVP_OK);
    }
    ck_assert(!memcmp(y[0], y[1], sizeof y[0]));
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

/* A time event raises the counter each half second; reaching the limit ends the simulation,
 * unless a boolean parameter says no. */
START_TEST(the_fmu_ends_the_simulation)
{
    import_toy("2", "");
    ending a = run_for("toy", "limit=3", "gauss", 1e-9, 0),
           b = run_for("toy", "limit=3 stop=false", "gauss", 1e-9, 0);
    ck_assert_double_eq(a.t, 1.5);
    ck_assert_double_eq(b.t, 2.2);
    free(a.y);
    free(b.y);
}
END_TEST

/* In a worker: outcomes, sentences and the cage */
START_TEST(what_fails_in_a_run_says_so)
{
    import_toy("2", "-DSTEP_EVENT");
    expect(0, "asks for an event after the step",
           "IVPBENCH_PLUGIN_PATH=plugins $ivpbench try toy -S gauss --workers 0");
    import_toy("3", "-DFAILS=0.3");
    expect(0, "it printed: Toy fails: status 3 of FMI",
           "IVPBENCH_PLUGIN_PATH=plugins $ivpbench try toy -S gauss --workers 0");
    import_toy("2", "");
    expect(0, "time stopped 1 run at t = 0.5",
           "IVPBENCH_PLUGIN_PATH=plugins $ivpbench try 'toy(limit=1)' -S gauss --workers 0");
}
END_TEST

/* The FMU's library is loaded by a confined worker, when it is solved; nothing else loads
 * it. */
START_TEST(a_library_runs_in_the_cage_alone)
{
    char flags[PATH];
    snprintf(flags, sizeof flags, "-DINTRUDES='\"%s/intruded\"'", folder);
    import_toy("2", flags);
    expect(0, "toy", "IVPBENCH_PLUGIN_PATH=plugins $ivpbench info toy && test ! -e intruded");
    expect(0, "gauss",
           "IVPBENCH_PLUGIN_PATH=plugins $ivpbench try toy -S gauss --workers 0 && "
           "if $ivpbench doctor | grep -q 'kept from: files'; then test ! -e intruded; fi");
}
END_TEST

START_TEST(an_exported_problem_comes_back)
{
    round_trip("lorenz", "rho=25", "3.0",
               "&& unzip -p x.fmu documentation/index.html | grep -q Rayleigh");
    ending a = run_for("lorenz", "rho=25", "dop853", 1e-8, 0),
           b = run_for("again", "", "dop853", 1e-8, 0);
    ck_assert(!memcmp(a.y, b.y, (size_t)a.n * sizeof *a.y));
    free(a.y);
    free(b.y);
}
END_TEST

START_TEST(what_cannot_be_exported_says_why)
{
    expect(2, "andrews is mechanical: FMI knows y' = f(t, y) alone",
           "$ivpbench export-fmu andrews");
    expect(2, "no problem of", "$ivpbench export-fmu ../x");
    expect(2, "there is no parameter 'a'", "$ivpbench export-fmu lorenz -p a=1");
    expect(2, "expected is a number", "$ivpbench export-fmu lorenz -p rho=x");
    expect(0, "0", "ls | wc -l");
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("fmi");
    tcase_add_checked_fixture(c, begin, remove_folder);
    tcase_add_loop_test(c, it_bounces_as_the_closed_form_says, 0, ROWS);
    tcase_add_test(c, the_fmu_ends_the_simulation);
    tcase_add_test(c, what_fails_in_a_run_says_so);
    tcase_add_test(c, a_library_runs_in_the_cage_alone);
    tcase_add_test(c, an_exported_problem_comes_back);
    tcase_add_test(c, what_cannot_be_exported_says_why);
    return suite_run("fmi", c);
}
