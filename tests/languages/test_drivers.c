/* test_drivers.c -- docs/examples/drivers: the drivers of codes that no package has. Each is
 * built with a code of a few lines that has the argument lists (tests/plugins/drivers): its end
 * state, events and counters are those of an own method. Where IVPBENCH_CODES names a folder
 * with the authors' sources, one folder a code, `plugin test` holds the drivers with these.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"
#include "tests/method.h"

static char own[PATH]; /* folder of this program */

static const struct {
    const char *name, *stub, *code;
    bool reads_lin, has_lu;
    double digits; /* scd of hires at 1e-7 with the authors' code, less half a digit */
} drivers[] = {
    { "bimd", "bimd.f eliminate.f", "[bB]*.f", true, true, 5.7 },
    { "gamd", "gamd.f90 eliminate.f", "gamda.f90 gamd.f90", true, true, 5.5 },
    { "mebdfi", "mebdfi.f eliminate.f", "mebdfi.f", true, true, 3.7 },
    { "pside", "pside.f eliminate.f", "pside.f psidea.f", true, true, 4.9 },
    { "ddeabm", "ddeabm.f", "*.f", false, false, 2.6 },
};
enum { DRIVERS = sizeof drivers / sizeof *drivers };

static void do_in_folder(const char *command)
{
    char output[8192];
    ck_assert_msg(shell(command, output, sizeof output) == 0, "%s", output);
    ck_assert_msg(!strstr(output, "warning"), "%s", output);
}

static void build(int k, const char *sources, const char *files)
{
    char *command = text_of("cp %s . && cp %s/../tree/docs/examples/drivers/%s.c . && "
                            "$ivpbench plugin build %s %s.c",
                            sources, own, drivers[k].name, files, drivers[k].name);
    do_in_folder(command);
    free(command);
    use_folder();
}

static void build_stub(int k)
{
    char *sources = text_of("%s/../tree/tests/plugins/drivers/*.f*", own);
    build(k, sources, drivers[k].stub);
    free(sources);
}

/* The stubs make steps of rtol: methods of order 1 and 2. */
static void assert_same_end(const char *problem, const char *formulation, const char *solver,
                            double t1, int n)
{
    const evolve_setup setup = {
        .formulation = formulation, .solver = solver, .rtol = 1e-3, .atol = 1e-3, .t1 = t1
    };
    evolve_setup fine = setup;
    fine.solver = strcmp(formulation, "lin") ? "dopri5" : "radau_iia";
    fine.rtol = fine.atol = 1e-9;
    const outcome_of_run a = run_method(problem, NULL, &setup);
    const outcome_of_run b = run_method(problem, NULL, &fine);
    ck_assert_msg(a.status == IVP_OK, "%s: %s", solver, a.message);
    ck_assert_msg(b.status == IVP_OK, "%s", b.message);
    ck_assert_double_eq(a.t, b.t);
    ck_assert_int_eq(a.nevents, b.nevents);
    for (int i = 0; i < n; i++) ck_assert_double_eq_tol(a.state[i], b.state[i], 0.01);
    for (int i = 0; i < a.nevents; i++) {
        ck_assert_int_eq(a.guard[i], b.guard[i]);
        ck_assert_double_eq_tol(a.event_t[i], b.event_t[i], 0.01);
    }
}

static void assert_counters(int k)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = drivers[k].name, .rtol = 1e-2, .atol = 1e-2, .t1 = 1
    };
    const outcome_of_run o = run_method("van_der_pol", "mu=1", &setup);
    ck_assert_msg(o.status == IVP_OK, "%s", o.message);
    ck_assert_int_ge(o.counters[IVP_N_ACCEPTED], 50);
    ck_assert_int_eq(o.counters[IVP_N_LU] >= o.counters[IVP_N_ACCEPTED], drivers[k].has_lu);
}

START_TEST(a_driver_serves_its_code)
{
    if (!is_there("gfortran")) return;
    build_stub(_i);
    assert_same_end("circular_track", "index1", drivers[_i].name, 2, 4);
    assert_same_end("stick_slip", "ode", drivers[_i].name, 5, 2);
    if (drivers[_i].reads_lin) assert_same_end("chemical_akzo", "lin", drivers[_i].name, 1, 6);
    assert_counters(_i);
}
END_TEST

/* F(t, y, y') = 0 has no y' to draw a cubic with: events are declined, and the rest is run. */
START_TEST(events_ask_for_dense_output)
{
    enum { MEBDFI = 2 };
    if (!is_there("gfortran")) return;
    char *sources = text_of("%s/../tree/tests/plugins/drivers/*.f*", own);
    reason why;
    char *command =
        text_of("cp %s %s/../tree/docs/examples/drivers/mebdfi.c . && "
                "sed -i 's/^static \\(.* dense(\\)/\\1/; /\\.dense =/d' mebdfi.c && "
                "$ivpbench plugin build %s mebdfi.c",
                sources, own, drivers[MEBDFI].stub);
    do_in_folder(command);
    use_folder();
    evolve_setup setup = {
        .formulation = "ode", .solver = "mebdfi", .rtol = 1e-2, .atol = 1e-2, .t1 = 1
    };
    instance *i = open_problem("stick_slip", NULL);
    evolve *e = NULL;
    ck_assert_int_eq(evolve_create(&e, i, &setup, &why), IVP_E_DECLINED);
    assert_says(why.text, "mebdfi has no dense output");
    instance_close(i);
    setup.no_events = true;
    ck_assert_int_eq(run_method("stick_slip", NULL, &setup).status, IVP_OK);
    setup.no_events = false;
    ck_assert_int_eq(run_method("van_der_pol", NULL, &setup).status, IVP_OK);
    free(command);
    free(sources);
}
END_TEST

static double digits_of(const char *name, const char *table)
{
    char *start = text_of("\n%s@ode ", name);
    const char *row = strstr(table, start);
    double mescd, scd;
    ck_assert_msg(row && sscanf(row + strlen(start), "%lf %lf", &mescd, &scd) == 2, "%s",
                  table);
    free(start);
    return scd;
}

START_TEST(the_authors_code_keeps_the_contract)
{
    const char *codes = getenv("IVPBENCH_CODES");
    if (!codes || !is_there("gfortran")) return;
    char output[16384], *name = text_of("%s", drivers[_i].name);
    char *sources = text_of("%s/%s/*.f*", codes, name);
    build(_i, sources, drivers[_i].code);
    char *command = text_of("IVPBENCH_PLUGIN_PATH=plugins $ivpbench plugin test %s", name);
    ck_assert_msg(shell(command, output, sizeof output) == 0, "%s", output);
    free(command);
    command = text_of("IVPBENCH_PLUGIN_PATH=plugins $ivpbench try hires --solver %s "
                      "--rtol 1e-7 --workers 0",
                      name);
    ck_assert_msg(shell(command, output, sizeof output) == 0, "%s", output);
    ck_assert_double_ge(digits_of(name, output), drivers[_i].digits);
    free(command);
    free(sources);
    free(name);
}
END_TEST

int main(void)
{
    program_folder(own, sizeof own);
    TCase *c = tcase_create("drivers");
    tcase_set_timeout(c, 300);
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_loop_test(c, a_driver_serves_its_code, 0, DRIVERS);
    tcase_add_test(c, events_ask_for_dense_output);
    tcase_add_loop_test(c, the_authors_code_keeps_the_contract, 0, DRIVERS);
    return suite_run("drivers", c);
}
