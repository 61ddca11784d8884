/* old_program.c -- a program of a stranger, written for ivp/system.h of release 1.0 and never
 * changed: it calls each function on the ball of old_problem.c, whose values are known.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/system.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static int bad;

static void check(bool right, const char *what)
{
    if (!right) printf("%s\n", what);
    bad |= !right;
}

static void is(const double *x, int n, const double *right, const char *what)
{
    for (int i = 0; i < n; i++) check(fabs(x[i] - right[i]) < 1e-12, what);
}

static void facts(ivp_system *s)
{
    char name[64] = "";
    ivp_system_facts of = { .bytes = sizeof of };
    check(!ivp_system_describe(s, &of) && !strcmp(of.problem, "old_problem") && of.n == 2 &&
              of.view == IVP_SYSTEM_FIRST && of.mass == IVP_SYSTEM_MASS_ONE &&
              of.nguards == 2 && of.ncomponents == 2 && of.t0 == 0 && of.t1 == 0.75 &&
              of.weights[1] > 0,
          "describe");
    check(!ivp_system_component(s, 1, name, sizeof name) && !strcmp(name, "y2"), "component");
    bool there = false;
    for (int k = 0; ivp_system_problem(k, name, sizeof name); k++)
        there |= !strcmp(name, "old_problem");
    check(there, "problem");
    there = false;
    for (int k = 0; ivp_system_formulation(k); k++)
        there |= !strcmp(ivp_system_formulation(k), "ode");
    check(there, "formulation");
}

static void equations(ivp_system *s)
{
    double y[2], yp[2], f[2], A[4];
    check(!ivp_system_start(s, y, yp), "start");
    is(y, 2, (double[]){ 1, 0 }, "y of start");
    is(yp, 2, (double[]){ 0, -8 }, "y' of start");
    y[1] = -3;
    check(!ivp_system_rhs(s, 0.1, y, f), "rhs");
    is(f, 2, (double[]){ -3, -8 }, "f of rhs");
    check(!ivp_system_jac(s, 0.1, y, A), "jac");
    is(A, 4, (double[]){ 0, 0, 1, 0 }, "J of jac");
    check(!ivp_system_mass(s, 0.1, y, A), "mass");
    is(A, 4, (double[]){ 1, 0, 0, 1 }, "M of mass");
    check(!ivp_system_res(s, 0.1, y, (double[]){ 0, 0 }, f), "res");
    is(f, 2, (double[]){ 3, 8 }, "F of res");
    check(!ivp_system_res_jac(s, 0.1, y, yp, 2, A), "res_jac");
    is(A, 4, (double[]){ 2, 0, -1, 2 }, "matrix of res_jac");
    check(!ivp_system_components(s, 0.1, y, f), "components");
    is(f, 2, y, "values of components");
}

static void events(ivp_system *s)
{
    double y[2] = { 0, -4 }, g[2];
    bool ends = true;
    ivp_system_guard impact = { .bytes = sizeof impact };
    check(!ivp_system_guard_at(s, 1, &impact) && !strcmp(impact.name, "impact") &&
              impact.direction == -1 && impact.restarts && impact.resets && !impact.stops,
          "guard_at");
    check(!ivp_system_guards(s, 0.5, y, g), "guards");
    is(g, 2, (double[]){ -4, 0 }, "values of guards");
    check(!ivp_system_happen(s, 1, 0.5, y, &ends) && !ends, "happen");
    is(y, 2, (double[]){ 0, 2 }, "y of happen");
}

/* There is none on file. */
static void reference(ivp_system *s)
{
    double y[2] = { 0.25, 0 };
    ivp_system_score score = { .bytes = sizeof score };
    check(ivp_system_reference(s, 0.75, y) == IVP_SYSTEM_DECLINED && *ivp_system_why(s),
          "reference");
    check(ivp_system_scd(s, 0.75, y, &score) == IVP_SYSTEM_DECLINED && *ivp_system_why(s),
          "scd");
}

int main(void)
{
    char why[512] = "";
    ivp_system *s;
    const ivp_system_request wrong = { sizeof wrong, "old_problem", .formulation = "index3" };
    check(ivp_system_open(&s, &wrong, why, sizeof why) == IVP_SYSTEM_INVALID && *why && !s,
          "open of what it has not");
    const ivp_system_request ask = { sizeof ask, "old_problem", .parameters = "grav=8" };
    check(!ivp_system_open(&s, &ask, why, sizeof why), why);
    if (!s) return 1;
    facts(s);
    equations(s);
    events(s);
    reference(s);
    ivp_system_close(s);
    return bad;
}
