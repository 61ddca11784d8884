/* test_sbml.c -- models in SBML become problems: small ones have their closed forms, and what
 * is not taken is refused by its name.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

#include "bench/base/util.h"
#include "kernel/stepping/evolve.h"

#include <math.h>

static char output[16384];

static bool no_library(void)
{
    if (!shell("/usr/bin/python3 -c 'from importlib.util import find_spec as f; "
               "raise SystemExit(not (f(\"libsbml\") and f(\"sympy\")))'",
               output, sizeof output))
        return false;
    printf("skipped: python3-sbml5 or python3-sympy is not installed\n");
    return true;
}

/* ---- closed forms ------------------------------------------------------------------------ */

static const struct {
    const char *model, *observable;
    double end, value;
} closed[] = {
    { "decay", "A", 3, 2.2313016014842982 },    /* 10 exp(-3/2) */
    { "decay", "B", 3, 7.7686983985157018 },    /* 10 - A */
    { "decay", "used", 3, 1.6514417228548776 }, /* 1 + 1.5 / ln 10 */
    { "growing_cell", "V", 3, 4.2340000332253491 },
    { "growing_cell", "N", 3, 1.4170996582230441 },   /* 3 exp(-3/4) */
    { "growing_cell", "D", 3, 0.049787068367863944 }, /* exp(-3) */
    { "growing_cell", "M", 3, 1.1809163818525368 },   /* 5 / V */
    { "factors", "A", 3, 28 },
    { "factors", "S", 3, 30 },
    { "sawtooth", "x", 3.5, 0.5 },
    { "sawtooth", "count", 3.5, 3 },
    { "fires_at_start", "x", 3, 0.29872241020718366 }, /* 6 exp(-3) */
    { "fires_at_start", "y", 1, 0 },
    { "fires_at_start", "y", 3, 7 },
    { "branches", "x", 3, 2.25 },
    { "branches", "z", 3, 2 },
    { "branches", "top", 0.25, 1 },
    { "branches", "top", 3, 2.25 },
    { "definitions", "slope", 1, 5.4365636569180902 }, /* 2 e */
    { "definitions", "twice", 1, 10.873127313836180 },
    { "level2", "A", 1, 0.049787068367863944 },
    { "level2", "B", 1, 3.8008517265285442 }, /* 4 - 4 exp(-3) */
};
enum { CLOSED = sizeof closed / sizeof *closed };

/* All models in one process of Python, compiled without optimisation. */
static const char everything[] =
    "tests=$(dirname $ivpbench)/../tests && mkdir -p plugins/double/problems "
    "plugins/complex/problems "
    "&& /usr/bin/python3 -B -c '\n"
    "import glob, sys\n"
    "sys.path.insert(0, sys.argv[1] + \"/../python\")\n"
    "from ivpbench.model import read, write\n"
    "for path in glob.glob(sys.argv[1] + \"/sbml/*.xml\"):\n"
    "    name = path.split(\"/\")[-1][:-4]\n"
    "    open(name + \".c\", \"w\").write(write.c_file(read.read(path, name, \"10\")))\n"
    "' $tests && for f in *.c; do for a in double:1 complex:2; do\n"
    "gcc -std=c11 -O0 -Wall -Werror -fPIC -shared -I$tests/../include -DIVP_ARITH=${a#*:} "
    "$f -o plugins/${a%:*}/problems/${f%.c}.so -lm || exit 1; done; done";

static double observed(const instance *i, const char *name, const double *y)
{
    const ivp_observable *o = i->problem->observables;
    while (o->name && strcmp(o->name, name)) o++;
    ck_assert_msg(o->name, "%s is no observable", name);
    const ivp_state s = { .t = 0, .y = y };
    return o->component ? y[atoi(o->component + 1) - 1] : o->value(&s, i->p);
}

/* The observable at the end of a run by one solver */
static double value_by(const char *solver, const char *model, const char *name, double end)
{
    reason why = { "" };
    double y[8];
    instance *i = NULL;
    evolve *e = NULL;
    const evolve_setup setup = {
        .formulation = "ode", .solver = solver, .rtol = 1e-10, .atol = 1e-12, .t1 = end
    };
    ck_assert_msg(instance_open(&i, model, NULL, &why) == IVP_OK, "%s", why.text);
    ck_assert_int_le(instance_ncomponents(i), 8);
    ck_assert_msg(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_msg(evolve_run(e, NULL, NULL) == IVP_OK, "%s: %s", model, evolve_message(e));
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    const double value = observed(i, name, y);
    evolve_destroy(e);
    instance_close(i);
    return value;
}

START_TEST(models_have_their_closed_forms)
{
    if (no_library()) return;
    ck_assert_msg(!shell(everything, output, sizeof output), "%s", output);
    use_folder();
    for (int k = 0; k < CLOSED; k++)
        for (int s = 0; s < 2; s++) {
            const char *solver = s ? "radau5" : "dop853";
            const double x =
                value_by(solver, closed[k].model, closed[k].observable, closed[k].end);
            ck_assert_msg(fabs(x - closed[k].value) <= 1e-8 * fmax(1, fabs(closed[k].value)),
                          "%s %s by %s: %.16g, expected is %.16g", closed[k].model,
                          closed[k].observable, solver, x, closed[k].value);
        }
}
END_TEST

START_TEST(the_verb_writes_a_problem)
{
    if (no_library()) return;
    const char *command = "m=$(dirname $ivpbench)/../tests/sbml/sawtooth.xml; "
                          "$ivpbench new problem saw --from $m --end 3.5 && cat saw.c && "
                          "! $ivpbench new problem other --from $m && "
                          "! $ivpbench new problem other --end 3 && ! test -e other.c";
    ck_assert_msg(!shell(command, output, sizeof output), "%s", output);
    assert_says(output, ".t1 = \"3.5\"");
    assert_says(output, "has no end of its interval; expected is a time above 0, such as");
    assert_says(output, "--end belongs to --from MODEL.xml");
}
END_TEST

/* ---- refusals ---------------------------------------------------------------------------- */

#define MATH(x)        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\">" x "</math>"
#define APPLY(f, a, b) "<apply><" f "/>" a b "</apply>"
#define X              "<ci>x</ci>"
#define CN(n)          "<cn>" n "</cn>"
#define SYMBOL(what)                                                                           \
    "<csymbol encoding=\"text\" definitionURL=\"http://www.sbml.org/sbml/symbols/" what        \
    "\">s</csymbol>"
#define RULE(x)                                                                                \
    "<listOfRules><rateRule variable=\"x\">" MATH(x) "</rateRule>"                             \
                                                     "</listOfRules>"
#define GROWS        RULE(CN("1"))
#define SET(x, math) "<eventAssignment variable=\"" x "\">" MATH(math) "</eventAssignment>"
#define EVENT(id, attributes, trigger, more, set)                                              \
    "<event id=\"" id "\" useValuesFromTriggerTime=\"true\"><trigger " attributes              \
    ">" MATH(trigger) "</trigger>" more "<listOfEventAssignments>" set                         \
                      "</listOfEventAssignments></event>"
#define EVENTS(list) GROWS "<listOfEvents>" list "</listOfEvents>"
#define ALGEBRAIC(math)                                                                        \
    "<listOfRules><algebraicRule>" MATH(math) "</algebraicRule></listOfRules>"
#define USUAL      "initialValue=\"true\" persistent=\"true\""
#define MORE(a, n) APPLY("gt", a, CN(n))
#define REACTION(attributes, law)                                                              \
    "<listOfReactions><reaction id=\"J\" reversible=\"false\" " attributes ">"                 \
    "<listOfReactants><speciesReference species=\"A\" stoichiometry=\"1\" "                    \
    "constant=\"true\"/></listOfReactants>" law "</reaction></listOfReactions>"

static const char head[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<sbml xmlns=\"http://www.sbml.org/sbml/level3/version1/core\" level=\"3\" version=\"1\">"
    "<model><listOfCompartments><compartment id=\"V\" size=\"1\" constant=\"true\"/>"
    "</listOfCompartments><listOfSpecies><species id=\"A\" compartment=\"V\" "
    "initialAmount=\"1\" hasOnlySubstanceUnits=\"true\" boundaryCondition=\"false\" "
    "constant=\"false\"/></listOfSpecies><listOfParameters>"
    "<parameter id=\"x\" value=\"0\" constant=\"false\"/>"
    "<parameter id=\"z\" value=\"0\" constant=\"false\"/></listOfParameters>";

/* What stands behind the parameters of a model, and what is said of it */
static const struct {
    const char *part, *says;
} refused[] = {
    { EVENTS(EVENT("E", USUAL, MORE(X, "1"), "<delay>" MATH(CN("1")) "</delay>",
                   SET("x", CN("0")))),
      "an event with delay: E" },
    { EVENTS(EVENT("E", USUAL, MORE(X, "1"), "<priority>" MATH(CN("1")) "</priority>",
                   SET("x", CN("0")))),
      "an event with priority: E" },
    { EVENTS(EVENT("E", USUAL, MORE(X, "1"), "", SET("x", CN("0")))
                 EVENT("F", USUAL, MORE(SYMBOL("time"), "1"), "", SET("z", X))),
      "E and F, which may happen at one time and depend on each other" },
    { EVENTS(EVENT("E", USUAL, MORE(X, "0"), "", SET("z", CN("1")))),
      "E, whose trigger is at its threshold at the start" },
    { EVENTS(EVENT("E", USUAL, MORE(X, "1"), "", SET("x", CN("1")))),
      "E, which takes the trigger of E to its threshold" },
    { EVENTS(EVENT("E", USUAL, MORE(X, "1"), "",
                   SET("z", "<piecewise><piece>" CN("1") MORE(X, "1") "</piece><otherwise>" CN(
                                "0") "</otherwise></piecewise>"))),
      "E, whose assignment compares what its trigger compares" },
    { EVENTS(EVENT("E", USUAL, APPLY("eq", X, CN("1")), "", SET("z", CN("1")))),
      "only < <= > >= can be located" },
    { ALGEBRAIC(APPLY("plus", X, "<ci>z</ci>")),
      "an algebraic rule in which more than one quantity is free" },
    { ALGEBRAIC(APPLY("times", X, X)), "an algebraic rule that is not linear in x" },
    { GROWS
      "<listOfConstraints><constraint>" MATH(MORE(X, "9")) "</constraint></listOfConstraints>",
      "a constraint" },
    { RULE(SYMBOL("delay")), "m.xml:" },
    { RULE("<apply>" SYMBOL("delay") X CN("1") "</apply>"), "the MathML function delay" },
    { RULE("<apply><floor/>" X "</apply>"), "floor of what varies" },
    { RULE("<piecewise><piece>" CN("1") MORE(X, "1") "</piece></piecewise>"),
      "piecewise without otherwise" },
    { RULE("<ci>y</ci>"), "m.xml:" },
    { RULE(APPLY("power", CN("7"), APPLY("power", CN("7"), CN("70")))),
      "a power of numbers that has more than" },
    { REACTION("fast=\"true\"", "<kineticLaw>" MATH(CN("1")) "</kineticLaw>"),
      "the fast reaction J" },
    { REACTION("fast=\"false\"", ""), "the reaction J without a kinetic law" },
    { "", "no differential equation" },
};
enum { REFUSED = sizeof refused / sizeof *refused };

/* Converts m0.xml, m1.xml ... in one process and prints what is said of each. */
static const char converts[] = "/usr/bin/python3 -B -c '\n"
                               "import os, sys\n"
                               "sys.path.insert(0, sys.argv[1])\n"
                               "from ivpbench.model import __main__\n"
                               "for k in range(int(sys.argv[2])):\n"
                               "    os.rename(\"m%d.xml\" % k, \"m.xml\")\n"
                               "    sys.stderr.write(\"[%d] \" % k)\n"
                               "    code = __main__.main([\"m.xml\", \"m\", \"1\"])\n"
                               "    sys.stderr.write(\"code %d\\n\" % code)\n"
                               "' $(dirname $ivpbench)/../python ";

/* The part of the output that belongs to file k */
static void said_of(int k, char *line, size_t size)
{
    char mark[16];
    snprintf(mark, sizeof mark, "[%d] ", k);
    const char *at = strstr(output, mark);
    ck_assert_msg(at, "nothing is said of file %d: %s", k, output);
    const char *end = strstr(at, "code ");
    ck_assert_ptr_nonnull(end);
    snprintf(line, size, "%.*s", (int)(end - at) + 6, at);
}

static void expect_of(int k, const char *says)
{
    char line[1024];
    said_of(k, line, sizeof line);
    assert_says(line, says);
    assert_says(line, "code 2");
}

static void convert_all(int n)
{
    char *command = text_of("%s %d", converts, n);
    ck_assert_msg(!shell(command, output, sizeof output), "%s", output);
    free(command);
}

/* ---- a stranger's file ------------------------------------------------------------------- */

static const struct {
    const char *text, *says;
} strange[] = {
    { "<!DOCTYPE sbml [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>\n<sbml>&e;</sbml>\n",
      "m.xml:1: a document type, which SBML does not have" },
    { "<html/>\n", "m.xml:1: the first element is <html>, expected is <sbml>" },
    { "<sbml>\n<model>\n", "m.xml:3: no XML: no element found" },
    { "", "m.xml:1: no XML: no element found" },
    { "<sbml xmlns=\"http://www.sbml.org/sbml/level3/version1/core\" level=\"3\" version=\"1\" "
      "xmlns:comp=\"http://www.sbml.org/sbml/level3/version1/comp/version1\" "
      "comp:required=\"true\"><model/></sbml>\n",
      "the package comp" },
    { "<sbml xmlns=\"http://www.sbml.org/sbml/level9/core\" level=\"9\" version=\"1\"/>\n",
      "no valid SBML: The level and version" },
};
enum { STRANGE = sizeof strange / sizeof *strange };

static void write_number(int k, const char *before, const char *text, const char *behind)
{
    char *name = text_of("m%d.xml", k), *whole = text_of("%s%s%s", before, text, behind);
    write_text(name, whole);
    free(name);
    free(whole);
}

START_TEST(what_is_not_taken_is_refused_by_name)
{
    if (no_library()) return;
    char deep[4000] = "<sbml>";
    for (int k = 0; k < 200; k++) strcat(deep, "<apply>");
    for (int k = 0; k < REFUSED; k++)
        write_number(k, head, refused[k].part, "</model></sbml>\n");
    for (int k = 0; k < STRANGE; k++) write_number(REFUSED + k, "", strange[k].text, "");
    write_number(REFUSED + STRANGE, "", deep, "");
    convert_all(REFUSED + STRANGE + 1);
    for (int k = 0; k < REFUSED; k++) expect_of(k, refused[k].says);
    for (int k = 0; k < STRANGE; k++) expect_of(REFUSED + k, strange[k].says);
    expect_of(REFUSED + STRANGE, "elements are nested more than 120 deep");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("sbml");
    tcase_add_checked_fixture(t, make_scratch_folder, remove_folder);
    tcase_add_test(t, models_have_their_closed_forms);
    tcase_add_test(t, the_verb_writes_a_problem);
    tcase_add_test(t, what_is_not_taken_is_refused_by_name);
    return suite_run("sbml", t);
}
