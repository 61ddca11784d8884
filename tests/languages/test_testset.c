/* test_testset.c -- a problem in the Fortran interface of the Test Set: it is what the same
 * problem is in C, with its Jacobian and without, and is said to be in double alone.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"
#include "tests/method.h"

/* relay.f in C */
static const char in_c[] =
    "#include <ivp/problem.h>\n"
    "static const double breaks[] = { 1, 0 };\n"
    "static ivp_status start(real t0, real *y, real *yp, const real *p)\n"
    "{ y[0] = y[2] = 1; yp[1] = 1; yp[2] = 0.5; return IVP_OK; }\n"
    "static ivp_status f(const ivp_state *s, real *f, const real *p)\n"
    "{ const real *y = s->y; f[0] = y[2] - y[0]; f[1] = y[0] - y[1];\n"
    "  f[2] = y[2] - y[0] * y[1] / 2 - (re(s->t) > 1 ? 0.5 : 1); return IVP_OK; }\n"
    "static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)\n"
    "{ *ivp_at(M, 0, 0) = 1; *ivp_at(M, 1, 1) = 1; return IVP_OK; }\n"
    "IVP_PROBLEM(small, .title = \"t\", .source = \"s\", .tags = \"dae\", .t0 = \"0\", .t1 = "
    "\"3\",\n"
    "  .form = IVP_LIN, .sizes = { .n = 3 }, .init = start, .ode = { .f = f, .mass = mass },\n"
    "  .breaks = breaks);\n";

static char own[PATH], output[16384];

static bool no_fortran(void)
{
    if (!shell("command -v gfortran", output, sizeof output)) return false;
    printf("skipped: gfortran is not installed\n");
    return true;
}

/* relay.f and, with the words replaced, another one */
static void build(const char *replace, const char *name)
{
    char *command = text_of("sed '%s' %s/../tree/tests/plugins/languages/relay.f >%s.f && "
                            "$ivpbench plugin build --testset %s.f",
                            replace, own, name, name);
    ck_assert_msg(!shell(command, output, sizeof output), "%s", output);
    ck_assert_msg(!strstr(output, "warning"), "%s", output);
    free(command);
}

static outcome_of_run run_of(const char *problem, const char *formulation, const char *solver)
{
    const evolve_setup setup = {
        .formulation = formulation, .solver = solver, .rtol = 1e-6, .atol = 1e-6
    };
    const outcome_of_run o = run_method(problem, NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o;
}

START_TEST(it_is_the_problem_that_it_is_in_c)
{
    if (no_fortran()) return;
    build("", "relay");
    build("s/numjac = .false./numjac = .true./", "differences");
    build("s/'DAE'/'IDE'/; s/^ *f(1) = .*/&-yprime(1)/; s/^ *f(2) = .*/&-yprime(2)/; "
          "s/dfddy(1,\\([12]\\)) = 1d0/dfddy(1,\\1) = -1d0/",
          "residual");
    compile(in_c, "problems", "double", 1);
    compile(in_c, "problems", "complex", 2);
    use_folder();
    const outcome_of_run c = run_of("small", "lin", "radau_iia"),
                         f = run_of("relay", "lin", "radau_iia"),
                         d = run_of("differences", "lin", "radau_iia"),
                         i = run_of("small", "lin", "ida"),
                         r = run_of("residual", "dae", "ida");
    ck_assert_double_lt(distance(c.state, f.state, 3), 1e-12);
    ck_assert_double_lt(distance(c.state, d.state, 3), 1e-8);
    ck_assert_double_lt(distance(i.state, r.state, 3), 1e-12);
    ck_assert_mem_eq(c.counters, f.counters, sizeof c.counters);
}
END_TEST

START_TEST(it_keeps_its_contract_in_double_alone)
{
    if (no_fortran()) return;
    build("", "relay");
    ck_assert_msg(!shell("$ivpbench plugin test relay", output, sizeof output), "%s", output);
    assert_says(output, "it is in double alone");
    assert_says(output, "complex steps agree with central differences                  kept");
    ck_assert(!shell(
        "IVPBENCH_PLUGIN_PATH=plugins $ivpbench try relay --solver bdf --rtol 1e-9 --workers 0 "
        "-o s.db && $ivpbench report --store s.db --output out >/dev/null; cat out/index.md",
        output, sizeof output));
    assert_says(output, "makes one of grade double");
    assert_says(output, "9.");
}
END_TEST

START_TEST(what_is_wrong_is_said)
{
    static const struct {
        const char *make, *says;
    } cases[] = {
        { "echo 'int x;' >a.c; $ivpbench plugin build --testset a.c", "a.c is no Fortran" },
        { "cp relay.f A.f; $ivpbench plugin build --testset A.f",
          "named after its file, by lower-case" },
        { "echo '      SUBROUTINE A(' >a.f; $ivpbench plugin build --testset a.f",
          "a.f does not compile" },
        { "FC=/nowhere/fc $ivpbench plugin build --testset relay.f",
          "(Debian package gfortran)" },
        { "sed s/solut/other/ relay.f >a.f; $ivpbench plugin build --testset a.f >/dev/null; "
          "$ivpbench plugin test a",
          "solut_" },
    };
    if (no_fortran()) return;
    build("", "relay");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        ck_assert_msg(shell(cases[k].make, output, sizeof output) > 0, "%s", cases[k].make);
        assert_says(output, cases[k].says);
    }
}
END_TEST

int main(void)
{
    program_folder(own, sizeof own);
    TCase *c = tcase_create("testset");
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_test(c, it_is_the_problem_that_it_is_in_c);
    tcase_add_test(c, it_keeps_its_contract_in_double_alone);
    tcase_add_test(c, what_is_wrong_is_said);
    return suite_run("testset", c);
}
