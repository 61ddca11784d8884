/* test_setup.c -- tools/setup.sh and tools/problems.sh: what is asked for, and what is only
 * wished for.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

/* All programs of this system but some, and of those what a test puts in their place. */
static void without(const char *programs)
{
    char *line =
        text_of("mkdir $HERE/bin && cd $HERE/bin && for f in /usr/bin/* /bin/* /usr/sbin/* "
                "/sbin/*; do [ -e ${f##*/} ] || ln -s $f; done && rm -f %s",
                programs);
    ck_assert_int_eq(shell(line), 0);
    free(line);
}

/* A program in that place. The link there is removed first: writing through it would change
 * the system. */
static void instead(const char *name, const char *script)
{
    char *line =
        text_of("rm -f $HERE/bin/%s && printf '#!/bin/sh\\n%%s\\n' '%s' >$HERE/bin/%s && "
                "chmod +x $HERE/bin/%s",
                name, script, name, name);
    ck_assert_int_eq(shell(line), 0);
    free(line);
}

static int setup(const char *variables, const char *arguments)
{
    char *line = text_of("PATH=$HERE/bin %s tools/setup.sh %s", variables, arguments);
    const int code = shell(line);
    free(line);
    return code;
}

static const char nothing[] = "INSTALL=no IVPBENCH_D3=$HERE/none";

START_TEST(what_is_only_wished_for_is_left_out_and_told)
{
    without("gnuplot");
    ck_assert_int_eq(setup(nothing, ""), 0);
    says("setup: without gnuplot-nox no pictures are drawn");
    says("setup: without node-d3 the page is static");
    says_not("install them");
}
END_TEST

START_TEST(what_is_there_needs_no_word)
{
    without("none");
    instead("gnuplot", "exit 0");
    ck_assert_int_eq(setup("INSTALL=no IVPBENCH_D3=$HERE/bin/gnuplot", ""), 0);
    says_not("gnuplot");
    says_not("node-d3");
}
END_TEST

START_TEST(what_is_needed_is_named_with_the_line_that_installs_it)
{
    without("gnuplot");
    ck_assert_int_eq(setup(nothing, "no/such.h:libno-dev no_program:no-package"), 3);
    says("setup: missing: libno-dev no-package gnuplot-nox node-d3;");
    says("apt-get install -y --no-install-recommends libno-dev no-package gnuplot-nox node-d3");
}
END_TEST

/* apt-get that cannot, as without a network: only what is needed ends the set-up. */
START_TEST(a_wish_that_cannot_be_installed_is_no_end)
{
    without("gnuplot apt-get sudo");
    instead("apt-get", "exit 100");
    instead("sudo", "shift; exec \"$@\"");
    ck_assert_int_eq(setup("", ""), 0);
    says("setup: installing gnuplot-nox");
    says("setup: without gnuplot-nox no pictures are drawn");
    ck_assert_int_eq(setup("", "no_program:no-package"), 3);
    says("apt-get could not install no-package");
}
END_TEST

/* `make bench` does not ask for Check, `make test` does. */
START_TEST(only_tests_ask_for_check)
{
    ck_assert_int_eq(shell("make -n setup-runs"), 0);
    says_not("check.h");
    ck_assert_int_eq(shell("make -n setup"), 0);
    says("check.h:check");
}
END_TEST

/* ---- what is built ----------------------------------------------------------------------- */

START_TEST(a_run_builds_no_quad_and_one_width)
{
    ck_assert_int_eq(shell("make -n runs B=$HERE/none OPT=-O0"), 0);
    says("none/double/problems/track.so");
    says("none/complex/problems/andrews.so");
    says("none/double/eliminations/andrews.so");
    says_not("none/quad/");
    says_not("none/cquad/");
    const char *at = strstr(said, "/problems/hires.so");
    ck_assert_ptr_nonnull(at);
    int widths = 0;
    for (int k = 2; k <= 8; k *= 2) {
        char *name = text_of("none/lanes%d/problems/hires.so", k);
        widths += strstr(said, name) != NULL;
        free(name);
    }
    ck_assert_int_eq(widths, 1);
}
END_TEST

START_TEST(a_bench_builds_the_problems_of_its_plan)
{
    ck_assert_int_eq(shell("make -n runs B=$HERE/none RUN_PROBLEMS=\"$(tools/problems.sh "
                           "bench/plans/quick.cfg | tr '\\n' ' ')\""),
                     0);
    says("none/double/problems/van_der_pol.so");
    says_not("problems/track.so");
    says_not("eliminations/track.so");
}
END_TEST

static const struct {
    const char *problems, *are;
} plans[] = {
    { "problems = [ \"hires\", \"andrews(form=a)\" ];\n# problems = [ \"track\" ];\n"
      "x = 1; problems = [ \"hires\",\n \"no_such_problem\" ];",
      "andrews hires" },
    { "problems = [ \"double_*\", \"hires\" ];",
      "double_pendulum_rsda double_pendulum_spring hires" },
    { "@include \"other.cfg\"\nproblems = [ \"hires\" ];",
      "$(cd problems; ls *.c | sed s/.c$//)" },
    { "nothing", "$(cd problems; ls *.c | sed s/.c$//)" },
};

START_TEST(problems_of_a_plan_are_found)
{
    write_plan(plans[_i].problems);
    char *line =
        text_of("[ \"$(tools/problems.sh $HERE/plan.cfg | tr '\\n' ' ')\" = \"$(echo %s) \" ]"
                " || { tools/problems.sh $HERE/plan.cfg; exit 1; }",
                plans[_i].are);
    ck_assert_msg(shell(line) == 0, "%s", said);
    free(line);
}
END_TEST

START_TEST(what_is_not_built_is_named_with_its_target)
{
    ck_assert_int_eq(shell("mkdir -p $HERE/b/problems $HERE/problems && cp $BUILD/ivpbench "
                           "$BUILD/libivp.so $HERE/b && touch $HERE/problems/track.c; "
                           "unset IVPBENCH_PLUGIN_PATH; $HERE/b/ivpbench info track"),
                     2);
    says("problems/track.c is not built: `make` builds it");
    ck_assert_int_eq(shell("$HERE/b/ivpbench reference check"), 3);
    says("ivpbench-quad is not there: in the source tree `make quad` builds it");
}
END_TEST

/* ---- a package that is installed after a build, and removed again ------------------------ */

/* A compiler for C++ whose objects say so, and a build that has the kernel. */
static const char begin_of_boost[] =
    "mkdir -p $HERE/b $HERE/none && cp $BUILD/libivp.so $HERE/b && cat >$HERE/cxx <<'EOF'\n"
    "#!/bin/sh\n"
    "while [ \"$1\" != -o ]; do shift; done\n"
    "echo 'const char mark[] = \"COMPILED FOR BOOST\";' | ${CC:-gcc} -x c -fPIC -c -o \"$2\" -\n"
    "EOF\n"
    "chmod +x $HERE/cxx\n";

/* true: the plug-in was made anew. */
static bool made(const char *headers)
{
    char *line = text_of("make B=$HERE/b HEADERS=\"%s\" CXX=$HERE/cxx -o $HERE/b/libivp.so"
                         " $HERE/b/double/solvers/boost_dopri5.so",
                         headers);
    ck_assert_msg(shell(line) == 0, "%s", said);
    free(line);
    return strstr(said, "boost_dopri5.so\n") != NULL;
}

static bool has_boost(void)
{
    return !shell("grep -q 'COMPILED FOR BOOST' $HERE/b/double/solvers/boost_dopri5.so");
}

START_TEST(a_package_that_comes_later_is_used)
{
    if (shell("command -v g++")) return; /* the plug-in needs its library */
    ck_assert_int_eq(shell(begin_of_boost), 0);
    ck_assert(made("$HERE/none $HERE/usr"));
    ck_assert(!has_boost());
    ck_assert_int_eq(shell("mkdir -p $HERE/usr/boost/numeric && "
                           "touch $HERE/usr/boost/numeric/odeint.hpp"),
                     0);
    ck_assert(made("$HERE/none $HERE/usr"));
    ck_assert(has_boost());
    ck_assert(!made("$HERE/none $HERE/usr"));
    ck_assert_int_eq(shell("rm -r $HERE/usr"), 0);
    ck_assert(made("$HERE/none $HERE/usr"));
    ck_assert(!has_boost());
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("setup");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, what_is_only_wished_for_is_left_out_and_told);
    tcase_add_test(t, what_is_there_needs_no_word);
    tcase_add_test(t, what_is_needed_is_named_with_the_line_that_installs_it);
    tcase_add_test(t, a_wish_that_cannot_be_installed_is_no_end);
    tcase_add_test(t, only_tests_ask_for_check);
    tcase_add_test(t, a_run_builds_no_quad_and_one_width);
    tcase_add_test(t, a_bench_builds_the_problems_of_its_plan);
    tcase_add_loop_test(t, problems_of_a_plan_are_found, 0,
                        (int)(sizeof plans / sizeof *plans));
    tcase_add_test(t, what_is_not_built_is_named_with_its_target);
    tcase_add_test(t, a_package_that_comes_later_is_used);
    return suite_run("setup", t);
}
