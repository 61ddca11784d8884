/* test_models.c -- `ivpbench new problem --from`: models as text and in Python become problems
 * in C that say the same as the problems of the tree, and what cannot be converted is refused
 * by line and name.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

#include "bench/base/util.h"

#include <math.h>

static char output[16384];

static bool no_sympy(void)
{
    if (!shell("/usr/bin/python3 -c 'import sympy' || python3 -c 'import sympy'", output,
               sizeof output))
        return false;
    printf("skipped: python3-sympy is not installed\n");
    return true;
}

static void expect(const char *command, int code, const char *says)
{
    const int got = shell(command, output, sizeof output);
    ck_assert_msg(got == code, "%s ends with %d, should with %d: %s", command, got, code,
                  output);
    ck_assert_msg(!strstr(output, "warning") && !strstr(output, "BROKEN"), "%s", output);
    if (says) assert_says(output, says);
}

/* ---- the same functions as in the tree --------------------------------------------------- */

enum { MOST = 40 };

static const ivp_problem *opened(const char *name)
{
    reason why = { "" };
    const void *twin;
    const ivp_problem *p = plugin_problem(name, &twin, &why);
    ck_assert_msg(p, "%s", why.text);
    return p;
}

/* Parameters by their decimal strings, and behind them what prepare() makes of them. */
static void fill(const ivp_problem *p, double *values)
{
    int n = 0;
    for (const ivp_param *k = p->params; k && k->name; k++)
        values[n++] = strtod(k->value, NULL);
    if (p->prepare) p->prepare(values, values + n);
}

static void compare(const double *a, const double *b, int n, const char *what)
{
    double size = 0;
    for (int i = 0; i < n; i++) size = fmax(size, fabs(a[i]));
    for (int i = 0; i < n; i++)
        ck_assert_msg(fabs(a[i] - b[i]) <= 1e-13 * size, "%s %d: %.17g, in the tree %.17g",
                      what, i, b[i], a[i]);
}

static void somewhere(double *y, int n, unsigned seed)
{
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        y[i] = 0.3 + seed / 4294967296.0;
    }
}

static void same_rhs(const ivp_problem *tree, const ivp_problem *made)
{
    double p[80], r[80], y[MOST], f[MOST] = { 0 }, g[MOST] = { 0 };
    const int n = tree->sizes.n;
    ck_assert_int_eq(n, made->sizes.n);
    fill(tree, p);
    fill(made, r);
    for (unsigned seed = 0; seed < 5; seed++) {
        somewhere(y, n, seed);
        const ivp_state s = { .t = 0.7, .y = y };
        ck_assert_int_eq(tree->ode.f(&s, f, p), IVP_OK);
        ck_assert_int_eq(made->ode.f(&s, g, r), IVP_OK);
        compare(f, g, n, "f");
    }
}

typedef struct blocks {
    double M[MOST * MOST], G[MOST * MOST], f[MOST], d[MOST], g[MOST], gt[MOST], gamma[MOST];
} blocks;

static void evaluate(const ivp_problem *problem, const ivp_state *s, const double *p, blocks *b)
{
    const int nq = problem->sizes.nq, ng = problem->sizes.ng;
    memset(b, 0, sizeof *b);
    ivp_terms out = {
        { nq, nq, nq, b->M }, { ng, nq, ng, b->G }, b->f, b->d, b->g, b->gt, b->gamma
    };
    ck_assert_int_eq(problem->mech.terms(~0u, s, &out, p), IVP_OK);
}

static void same_terms(const ivp_problem *tree, const ivp_problem *made)
{
    double p[80], r[80], y[MOST];
    blocks *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    const int nq = tree->sizes.nq, ng = tree->sizes.ng;
    ck_assert_int_eq(nq, made->sizes.nq);
    ck_assert_int_eq(ng, made->sizes.ng);
    fill(tree, p);
    fill(made, r);
    for (unsigned seed = 0; seed < 5; seed++) {
        somewhere(y, 2 * nq, seed);
        const ivp_state s = { .t = 0.7, .y = y, .q = y, .u = y + nq };
        evaluate(tree, &s, p, a);
        evaluate(made, &s, r, b);
        compare(a->M, b->M, nq * nq, "M");
        compare(a->f, b->f, nq, "f");
        compare(a->g, b->g, ng, "g");
        compare(a->G, b->G, ng * nq, "G");
        compare(a->gt, b->gt, ng, "gt");
        compare(a->gamma, b->gamma, ng, "gamma");
    }
    free(a);
    free(b);
}

static const struct {
    const char *name, *file;
} same[] = { { "hires", "hires.txt" },
             { "pleiades", "pleiades.py" },
             { "pendulum", "pendulum.py" },
             { "car_axle", "car_axle.py" },
             { "oregonator", "oregonator.txt" } };
enum { SAME = sizeof same / sizeof *same };

START_TEST(a_model_says_what_the_tree_says)
{
    if (no_sympy()) return;
    char *command = text_of("$ivpbench new problem again --from $(dirname $ivpbench)/../tests/"
                            "models/%s && $ivpbench plugin build again.c && "
                            "IVPBENCH_PLUGIN_PATH=plugins $ivpbench plugin test again",
                            same[_i].file);
    expect(command, 0, "kept");
    use_folder();
    const ivp_problem *tree = opened(same[_i].name), *made = opened("again");
    ck_assert_int_eq(tree->form, made->form);
    if (tree->form == IVP_MECH)
        same_terms(tree, made);
    else
        same_rhs(tree, made);
    free(command);
}
END_TEST

/* ---- linear algebra ---------------------------------------------------------------------- */

static const char arrays[] =
    "import numpy as np\n"
    "from numpy.linalg import norm\n"
    "N, T0, T1 = 4, 0, 1\n"
    "def start(t): return np.array([1.0, 0.2, 0.3, 0.4])\n"
    "def f(t, y):\n"
    "    print('no part of the C file')\n"
    "    A = np.array([[2, np.cos(y[0])], [np.cos(y[0]), 1]])\n"
    "    x = np.linalg.solve(A, np.array([-y[1], float(y[2])]))\n"
    "    z = np.linalg.inv(A) @ y[2:]\n"
    "    return np.array([norm(y), x[0] / np.linalg.det(A), x[1], z[0]]"
    ").astype(float)\n";

/* A name of Python is one of a text too. */
static const char by_hand[] = "param lambda = 2  twice the mass [kg]\n"
                              "t = 0 .. 1\n"
                              "d = lambda - cos(a)^2\n"
                              "a' = sqrt(a^2 + b^2 + c^2 + e^2)\n"
                              "b' = (-b - cos(a)*c)/d^2\n"
                              "c' = (lambda*c + cos(a)*b)/d\n"
                              "e' = (c - cos(a)*e)/d\n"
                              "a(0) = 1\nb(0) = 0.2\nc(0) = 0.3\ne(0) = 0.4\n";

START_TEST(arrays_say_what_equations_by_hand_say)
{
    if (no_sympy()) return;
    write_text("arrays.py", arrays);
    write_text("hand.txt", by_hand);
    expect("for m in arrays.py hand.txt; do $ivpbench new problem ${m%.*} --from $m && "
           "$ivpbench plugin build ${m%.*}.c || exit 1; done",
           0, "arrays.c");
    use_folder();
    same_rhs(opened("hand"), opened("arrays"));
}
END_TEST

/* ---- events ------------------------------------------------------------------------------ */

static const char ball[] =
    "param e = 0.8\nt = 0 .. 1.5\nvalue' = v\nv' = -9.81\nvalue(0) = 1\nv(0) = 0\n"
    "event impact: value falls -> value = 0, v = -e*v\n";

/* The second impact of docs/add-a-problem.md is at 1.17396. */
START_TEST(an_event_of_a_text_is_located)
{
    if (no_sympy()) return;
    write_text("ball.txt", ball);
    expect("$ivpbench new problem ball --from ball.txt && $ivpbench plugin build ball.c && "
           "IVPBENCH_PLUGIN_PATH=plugins $ivpbench run --cell "
           "'{\"problem\": \"ball\", \"formulation\": \"ode\", \"solver\": \"dopri5\", "
           "\"rtol\": 1e-10, \"atol\": 1e-10}' --workers 0 --output s.db",
           0, "1.1739614");
}
END_TEST

/* ---- refusals ---------------------------------------------------------------------------- */

#define FUNCTIONS "def start(t):\n    return [1]\ndef f(t, y):\n    return [-y[0]]\n"
#define WITH_EVENT(member)                                                                     \
    "x = Symbol('x')\ny = [x]\nf = [-x]\nstart = [1]\nT0, T1 = 0, 1\n"                         \
    "events = [{'name': 'hit', 'guard': x - 0.5, " member "}]\n"
#define MECHANISM(constraints, energy, start)                                                  \
    "q = x, y = symbols('x y')\nu = vx, vy = symbols('vx vy')\nT = " energy                    \
    "\nconstraints = [" constraints "]\nstart = ([" start "] + [0, 0])[:4]\nT0, T1 = 0, 1\n"
#define PYTHON(lines)                                                                          \
    "N = 1\nT0 = 0\nT1 = 1\ndef start(t):\n    return [1]\ndef f(t, y):\n" lines

static const struct {
    const char *file, *text, *says;
} refused[] = {
    { "m.py", PYTHON("    if y[0] > 1:\n        return [0]\n    return [-y[0]]\n"),
      "m.py:7: the equations branch on the state" },
    { "m.py", PYTHON("    return [-y[0], 1]\n"), "m.py:6: f has 2 values, expected are 1" },
    { "m.py", PYTHON("    return None\n"), "m.py:6: f returns something else than a list" },
    { "m.py", PYTHON("    return [y, y]\n"), "m.py:6: f returns something else than a list" },
    { "m.py", PYTHON("    return [y[0] * 1j]\n"), "m.py:6: equation 1 is complex" },
    { "m.py", PYTHON("    return [t % 1]\n"), "m.py:6: equation 1 jumps by %" },
    { "m.py", PYTHON("    return [1 / (y[0] - y[0])]\n"), "m.py:6: equation 1 is not finite" },
    { "m.py", PYTHON("    import math\n    return [math.erf(y[0])]\n"),
      "m.py:8: TypeError: Cannot convert expression to float; the states are symbols here" },
    { "m.py", PYTHON("    import random\n    return [random.random()]\n"),
      "m.py:6: f gives other values when it is called again" },
    { "m.py", PYTHON("    return [-z]\n"), "m.py:7: NameError" },
    { "m.py", "N = 1\nT0 = 0\ndef start(t):\n    return [1]\ndef f(t, y):\n    return [1]\n",
      "m.py: T1 is missing" },
    { "m.py", "N = \n", "m.py:1: invalid syntax" },
    { "m.py", "y = symbols('a b')\nf = [1, Symbol('c')]\nstart = [0, 0]\nT0, T1 = 0, 1\n",
      "equation 2 uses c, which is no state" },
    { "m.txt", "t = 0 .. 1\nx' = -k*x\nx(0) = 1\n", "m.txt:2: k is no unknown" },
    { "m.txt", "t = 0 .. 1\nx' = -x\n", "the start of x is missing: x(0) = 1" },
    { "m.txt", "x' = -x\nx(0) = 1\n", "the interval is missing" },
    { "m.txt", "t = 0 .. 1\nx' = -gamma(x)\nx(0) = 1\n", "m.txt:2: the function gamma is not" },
    { "m.txt", "t = 0 .. 1\nx' = -step(x - 0.5)\nx(0) = 1\n",
      "declare an event with that guard" },
    { "m.txt", "t = 0 .. 1\nx' = y\n0 = x - y\nx(0) = 1\ny(0) = 2\n",
      "the start violates an equation" },
    { "m.txt", "t = 0 .. 1\nx' = y\n0 = x - sin(t)\nx(0) = 0\ny(0) = 1\n",
      "the index is above 1" },
    { "m.txt", "t = 0 .. 1\na = b\nb = a\nx' = a\nx(0) = 1\n", "defined by itself" },
    { "m.txt", "t = 0 .. 1\nx' = -x\nx(5) = 1\n",
      "m.txt:3: the start of x is given at 5, and t" },
    { "m.txt", "t = a .. 1\nx' = -x\nx(0) = 1\n", "m.txt:1: 'a' is no number" },
    { "m.txt", "t = 2 .. 1\nx' = -x\nx(2) = 1\n", "m.txt:1: the interval goes from 2 to 1" },
    { "m.py", "N = 1\nT0 = 1\nT1 = 0\n" FUNCTIONS, "m.py:3: the interval goes from 1 to 0" },
    { "m.py", WITH_EVENT("'then': 'explode'"), "event hit: then is restart, stop or record" },
    { "m.py", WITH_EVENT("'reset': {Symbol('b'): 0}"),
      "event hit resets b, which is no state" },
    { "m.txt", "t = 0 .. 1\nx' = x.__class__\nx(0) = 1\n", "m.txt:2: 'x.__class__'" },
    { "m.txt", "t = 0 .. 1\nwhat is this\n", "m.txt:2: 'what is this' is not understood" },
    { "m.txt", "param k = 1/3\nt = 0 .. 1\n", "m.txt:1: 'param k = 1/3' is not understood; a" },
    { "m.txt", "t = 0 .. 1\nx = 3\nx' = -x\nx(0) = 1\n", "m.txt:3: x is given a second time" },
    { "m.txt", "x' = -x\nt = 5\n", "m.txt:2: the interval is written: t = 0 .. 10" },
    { "m.txt", "t = 0 .. 1\nx' = -x/0\nx(0) = 1\n", "m.txt:2: equation 1 is not finite" },
    { "m.txt", "t = 0 .. 1\nx' = 9^9^9\nx(0) = 1\n", "m.txt:2: a power of whole numbers" },
    { "m.txt", "t = 0 .. 1\nx' = -x\nx(0) = 1\nevent e: 1 falls -> stop\n",
      "m.txt:4: the guard of event e depends on no state" },
    { "m.txt",
      "t = 0 .. 1\nx' = -x\nx(0) = 1\nevent e: x falls -> stop\nevent e: x - 1 falls -> stop\n",
      "two events have the name e" },
    { "m.py", PYTHON("    import sys\n    sys.exit(0)\n"),
      "m.py:8: the file ends the converter" },
    { "m.py", PYTHON("    import os\n    os._exit(0)\n"), "m.py ended the converter before" },
    { "m.py", PYTHON("    import nobody\n"), "m.py:7: No module named 'nobody'" },
    { "m.py", PYTHON("    return f(t, y)\n"), "m.py:7: a function calls itself without end" },
    { "m.py",
      PYTHON("    x = y[0]\n    for k in range(40):\n        x = x + 1/x\n    return [x]\n"),
      "m.py:6: equation 1 has more than" },
    { "m.py",
      "N, T0, T1 = 1, 0, 1\ndef strat(t):\n    return [1]\ndef f(t, y):\n    return [1]\n",
      "start is missing (there is strat)" },
    { "m.py", "N, T0, T1 = 1, 0, 1\ndef rhs(t, y):\n    return [1]\n",
      "f is missing (line 2 has rhs)" },
    { "m.py", "N, T0, T1 = 1, 0, 1\ndef start(t):\n    return [1]\ndef f(y):\n    return [1]\n",
      "m.py:4: f is called as f(t, y)" },
    { "m.py", "x = Symbol('x')\ny = [x]\nf = [sp.gamma(x)]\nstart = [1]\nT0, T1 = 0, 1\n",
      "m.py:3: equation 1 uses the function gamma" },
    { "m.py",
      "x = Symbol('x')\ny = [x]\nf = [x]\nmass = [[1, 0]]\nstart = [1]\nT0, T1 = 0, 1\n",
      "mass has 1 rows and 2 columns, expected are 1 and 1" },
    { "m.py", MECHANISM("x**2 + y**2 - 1", "vx**2", "1, 0"), "m.py:3: y has no mass" },
    { "m.py", MECHANISM("x**2 + y**2 - 1", "vx**2 + vy**2", "0, 2"),
      "m.py:5: the positions of the start violate constraint 1: 0 = 3.0" },
    { "m.py", MECHANISM("x**2 + y**2 - 1", "vx**2 + vy**2", "0, 1, 0, 1"),
      "m.py:5: the velocities of the start violate constraint 1: 0 = 2.0" },
    { "m.py", MECHANISM("vx - y", "vx**2 + vy**2", "0, 1"),
      "m.py:4: constraint 1 has the velocity vx" },
    { "m.py", MECHANISM("x, 2*x", "vx**2 + vy**2", "0, 1"),
      "m.py:4: the constraints depend on one another at the start: 1 are too many" },
};
enum { REFUSALS = sizeof refused / sizeof *refused };

START_TEST(what_cannot_be_converted_is_refused)
{
    if (no_sympy()) return;
    write_text(refused[_i].file, refused[_i].text);
    char *command = text_of("$ivpbench new problem m --from %s", refused[_i].file);
    expect(command, 2, refused[_i].says);
    ck_assert_int_ne(shell("test -e m.c", output, sizeof output), 0);
    free(command);
}
END_TEST

/* The limit is thirty seconds, and here less. */
START_TEST(a_loop_without_end_is_refused)
{
    if (no_sympy()) return;
    write_text("m.py", PYTHON("    while True:\n        pass\n"));
    expect("PATH=/usr/bin:$PATH PYTHONPATH=$(dirname $ivpbench)/../python python3 -B -c \"from "
           "ivpbench.model import exact, read; exact.PATIENCE = 0.3; read.read('m.py', 'm')\"",
           1, "after 0.3 s of CPU time the file still ran here");
    assert_says(output, "Refused: m.py:");
}
END_TEST

/* ---- a stranger's file ------------------------------------------------------------------- */

START_TEST(a_model_cannot_write_beside_itself)
{
    if (no_sympy()) return;
    write_text("m.py", "open('stolen', 'w').write('x')\n" PYTHON("    return [-y[0]]\n"));
    shell("$ivpbench new problem m --from m.py", output, sizeof output);
    if (!shell("$ivpbench doctor | grep -q Landlock", output, sizeof output))
        ck_assert_int_ne(shell("test -e stolen", output, sizeof output), 0);
}
END_TEST

START_TEST(no_file_is_written_over_another)
{
    if (no_sympy()) return;
    write_text("ball.txt", ball);
    write_text("ball.c", "mine");
    expect("$ivpbench new problem ball --from ball.txt", 2, "is there already");
    expect("cat ball.c", 0, "mine");
    expect("$ivpbench new solver ball --from ball.txt", 2,
           "--from: that is an option of problem");
    expect("$ivpbench new problem ball2 --from none.txt", 2, "none.txt: No such file");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("models");
    tcase_add_checked_fixture(t, make_scratch_folder, remove_folder);
    tcase_add_loop_test(t, a_model_says_what_the_tree_says, 0, SAME);
    tcase_add_test(t, arrays_say_what_equations_by_hand_say);
    tcase_add_test(t, a_loop_without_end_is_refused);
    tcase_add_test(t, an_event_of_a_text_is_located);
    tcase_add_loop_test(t, what_cannot_be_converted_is_refused, 0, REFUSALS);
    tcase_add_test(t, a_model_cannot_write_beside_itself);
    tcase_add_test(t, no_file_is_written_over_another);
    return suite_run("models", t);
}
