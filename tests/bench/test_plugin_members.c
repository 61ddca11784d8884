/* test_plugin_members.c -- a descriptor without one of the members that it must have is refused
 * at the door, with the member's name.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/instance.h"
#include "tests/bench/plugin_case.h"

typedef struct omission {
    const char *member;
    const char *instead; /* of it, or NULL */
    const char *says;
} omission;

#define WITH_EVENT(members)                                                                    \
    ".ode = { .f = f }, .events = (const ivp_event[]){ { \"e\", " members " }, { 0 } }"

static const omission of_a_problem[] = {
    { ".title = \"t\"", NULL, "lacks .title" },
    { ".source = \"s\"", NULL, "lacks .source" },
    { ".init = start", NULL, "lacks .init" },
    { ".t0 = \"0\"", NULL, "lacks .t0" },
    { ".t1 = \"1\"", NULL, "lacks .t1" },
    { ".sizes = { .n = 1 }", ".sizes = { .n = 1, .nderived = 1 }", "needs .prepare" },
    { ".form = IVP_ODE", NULL, "lacks .form" },
    { ".form = IVP_ODE", ".form = IVP_LIN", "needs .ode.mass" },
    { ".form = IVP_ODE", ".form = IVP_DAE", "needs .dae.F" },
    { ".form = IVP_ODE", ".form = IVP_MECH", "needs .mech.terms" },
    { ".form = IVP_ODE", ".form = IVP_MECH, .mech = { .terms = terms, .omits = IVP_M }",
      "a block that cannot be derived" },
    { ".ode = { .f = f }", NULL, "needs .ode.f" },
    { ".ode = { .f = f }", ".ode = { .f = f }, .data = \"mine\"", ".data is given" },
    { ".ode = { .f = f }", ".ode = { .f = f }, .mech = { .omits = IVP_GQ }",
      ".mech.omits belongs to form IVP_MECH" },
    { ".ode = { .f = f }", WITH_EVENT(".guard = g, .stops = stops"),
      ".stops of an event belongs to IVP_RESTART" },
    { ".ode = { .f = f }", WITH_EVENT(".then = IVP_STOP"), "exactly one of .guard and" },
};

static const omission of_a_solver[] = {
    { ".title = \"t\"", NULL, "lacks .title" },
    { ".source = \"s\"", NULL, "lacks .source" },
    { ".views = IVP_FIRST", NULL, "lacks .views" },
    { ".create = create", NULL, "lacks .create" },
    { ".destroy = destroy", NULL, "lacks .destroy" },
    { ".restart = restart", NULL, "lacks .restart" },
    { ".fixed_step = true", NULL, "lacks .adaptive or .fixed_step" },
    { ".attempt = attempt", NULL, "exactly one of .attempt, .advance and .drive" },
    { ".attempt = attempt", ".attempt = attempt, .drive = drive", "exactly one of" },
    { ".attempt = attempt", ".attempt = attempt, .takes_moved = true", "belong to .drive" },
};

enum {
    OF_A_PROBLEM = sizeof of_a_problem / sizeof *of_a_problem,
    OF_A_SOLVER = sizeof of_a_solver / sizeof *of_a_solver
};

static const char functions_of_a_solver[] =
    "#include <ivp/solver.h>\n"
    "static ivp_status create(void **s, ivp_model *m, const ivp_tol *t, const double *o)\n"
    "{ return IVP_OK; }\n"
    "static void destroy(void *s) {}\n"
    "static ivp_status restart(void *s, real t, const real *y, const real *yp, real h)\n"
    "{ return IVP_OK; }\n"
    "static ivp_status attempt(void *s, ivp_trial *x) { return IVP_OK; }\n"
    "static ivp_status drive(void *s, real tmax, const ivp_host *h) { return IVP_OK; }\n";

/* Compiles functions and MACRO(small, ...) with each member of the table once, but number k. */
static void compile_without(const char *functions, const char *macro, const char *kind,
                            const omission *table, int n, int k)
{
    char text[4096];
    size_t at = (size_t)snprintf(text, sizeof text, "%s%s(small", functions, macro);
    for (int j = 0; j < n; j++) {
        const bool again = j > 0 && !strcmp(table[j].member, table[j - 1].member);
        const bool gone = !strcmp(table[j].member, table[k].member);
        const char *member = gone ? table[k].instead : table[j].member;
        if (again || !member) continue;
        at += (size_t)snprintf(text + at, sizeof text - at, ",\n  %s", member);
    }
    snprintf(text + at, sizeof text - at, ");\n");
    compile(text, kind, "double", IVP_DOUBLE);
    use_folder();
}

START_TEST(problem_without)
{
    compile_without(FUNCTIONS_OF_A_PROBLEM
                    "static bool stops(real t, const real *y, const real *p) { return true; }\n"
                    "static real g(const ivp_state *s, const real *p) { return s->y[0]; }\n"
                    "static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *o,\n"
                    "                        const real *p) { return IVP_OK; }\n",
                    "IVP_PROBLEM", "problems", of_a_problem, OF_A_PROBLEM, _i);
    assert_refused(of_a_problem[_i].says);
}
END_TEST

START_TEST(solver_without)
{
    reason why = { "" };
    compile_without(functions_of_a_solver, "IVP_SOLVER", "solvers", of_a_solver, OF_A_SOLVER,
                    _i);
    ck_assert_ptr_null(plugin_solver("small", &why));
    assert_says(why.text, "solver 'small'");
    assert_says(why.text, of_a_solver[_i].says);
}
END_TEST

/* In double and complex, since the door is passed. */
START_TEST(observable_without)
{
    static const struct {
        const char *observable, *says;
    } wrong[] = {
        { "{ \"o\", \"1\", \"m\" }", "'o' has neither .value nor a .component" },
        { "{ \"o\", \"1\", \"m\", .component = \"y2\" }", "('y2')" },
        { "{ \"o\", \"1\", \"m\", .component = \"q1\" }", "('q1')" },
        { "{ \"o\", \"1\", \"m\", .component = \"y1\" }", NULL },
    };
    reason why = { "" };
    char *text = text_of(FUNCTIONS_OF_A_PROBLEM
                         "static const ivp_observable o[] = { %s, { 0 } };\n"
                         "IVP_PROBLEM(small, .title = \"t\", .source = \"s\", .t0 = \"0\",\n"
                         "  .t1 = \"1\", .form = IVP_ODE, .sizes = { .n = 1 }, .init = start,\n"
                         "  .ode = { .f = f }, .%s = o);\n",
                         wrong[_i / 2].observable, _i % 2 ? "observables" : "invariants");
    compile(text, "problems", "double", IVP_DOUBLE);
    compile(text, "problems", "complex", IVP_COMPLEX);
    use_folder();
    instance *i = NULL;
    const ivp_status st = instance_open(&i, "small", NULL, &why);
    ck_assert_int_eq(st, wrong[_i / 2].says ? IVP_E_INVALID : IVP_OK);
    if (st) assert_says(why.text, wrong[_i / 2].says);
    instance_close(i);
    free(text);
}
END_TEST

int main(void)
{
    TCase *door = tcase_create("door");
    tcase_add_checked_fixture(door, make_scratch_folder, remove_folder);
    tcase_add_loop_test(door, problem_without, 0, OF_A_PROBLEM);
    tcase_add_loop_test(door, solver_without, 0, OF_A_SOLVER);
    tcase_add_loop_test(door, observable_without, 0, 8);
    return suite_run("plugin_members", door);
}
