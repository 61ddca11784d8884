/* test_installed.c -- an installation by an ordinary user serves other programs without
 * variables: Python, a wheel, C, Octave; and the examples of docs/python-package.md run.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

/* As it is typed at a prompt with an empty environment, in the folder $HERE/w */
#define CLEAN                                                                                  \
    "P=$HERE/home/.local; mkdir -p $HERE/w; cd $HERE/w; "                                      \
    "clean() { env -i HOME=$HERE/home PATH=/usr/bin:/bin PKG_CONFIG_PATH=$P/lib/pkgconfig "    \
    "PYTHONDONTWRITEBYTECODE=1 MPLCONFIGDIR=$HERE/w \"$@\"; }; "

static void done(const char *line)
{
    char *whole = text_of(CLEAN "%s", line);
    ck_assert_msg(shell(whole) == 0, "%s\n%s", line, said);
    free(whole);
}

static void install(void)
{
    begin();
    ck_assert_msg(!shell("VERSION=$(cat VERSION) tools/install.sh $BUILD '' $HERE/home/.local"),
                  "%s", said);
}

static bool has(const char *command, const char *package)
{
    if (!shell(command)) return true;
    printf("skipped: %s is not installed\n", package);
    return false;
}

START_TEST(python_finds_the_installation)
{
    if (!has("/usr/bin/python3 -c 'import numpy'", "python3-numpy")) return;
    done("clean /usr/bin/python3 -c 'import ivpbench; p = ivpbench.problem(\"andrews\"); "
         "print(ivpbench.__file__, p.scd(p.reference()), len(ivpbench.list_problems()), "
         "ivpbench.__version__)'");
    says("/home/.local/lib/ivpbench/python/ivpbench/__init__.py 15.9");
    ck_assert_int_eq(shell("cat VERSION $HERE/home/.local/lib/ivpbench/python/ivpbench/"
                           "version.txt | uniq | wc -l"),
                     0);
    says("1\n");
}
END_TEST

START_TEST(a_wheel_finds_what_it_was_built_from)
{
    if (!has("/usr/bin/python3 -c 'import numpy, setuptools, wheel, venv, ensurepip'",
             "python3-numpy, python3-setuptools, python3-wheel or python3-venv"))
        return;
    done("clean /usr/bin/python3 -m venv --system-site-packages $HERE/v && "
         "rm -r $P/lib/python3*/site-packages && chmod -R a-w $P/lib/ivpbench/python && "
         "clean $HERE/v/bin/pip install -q --no-index --no-build-isolation "
         "$P/lib/ivpbench/python && "
         "clean $HERE/v/bin/python -c 'import ivpbench; p = ivpbench.problem(\"hires\"); "
         "print(ivpbench.__file__, p.scd(p.reference()))'; chmod -R u+w $P");
    says("/v/lib/python3");
    says("/site-packages/ivpbench/__init__.py 15.");
}
END_TEST

START_TEST(a_program_in_c_integrates)
{
    done(
        "clean gcc $P/share/doc/ivpbench/docs/examples/andrews_rk4.c -Wall -Wextra -Werror "
        "$(clean pkg-config --cflags --libs ivpbench) -Wl,-rpath,$P/lib -o rk4 && clean ./rk4");
    says("scd = 10.9");
}
END_TEST

START_TEST(octave_integrates)
{
    if (!has("command -v octave mkoctfile", "octave-dev")) return;
    done("clean mkoctfile $P/share/doc/ivpbench/docs/examples/ivp_system.cc "
         "$(clean pkg-config --cflags-only-I --libs ivpbench) -Wl,-rpath,$P/lib && "
         "clean octave --no-gui -q $P/share/doc/ivpbench/docs/examples/andrews_octave.m");
    says("scd = ");
    done(
        "clean octave --no-gui -q --eval 'ivp_system(\"open\", \"wheelset\", \"ode\")' || true");
    says("wheelset has no formulation 'ode'; it has: dae");
}
END_TEST

START_TEST(scipy_integrates)
{
    if (!has("/usr/bin/python3 -c 'import scipy'", "python3-scipy")) return;
    done("clean /usr/bin/python3 $P/share/doc/ivpbench/docs/examples/scipy_all.py hires "
         "pendulum stick_slip wheelset");
    says("hires                  ode     n =    8  Radau");
    says("scd =  ");
    says("wheelset               dae     n =   17  left out: solve_ivp takes y' = f alone");
}
END_TEST

START_TEST(documented_examples_run)
{
    if (!has("/usr/bin/python3 -c 'import numpy, scipy, pandas, matplotlib'",
             "python3-scipy, python3-pandas or python3-matplotlib"))
        return;
    done("clean $P/bin/ivpbench try brusselator --solver dopri5 --workers 1 -o out/bench.db && "
         "clean /usr/bin/python3 $BUILD/tree/tests/library/examples.py "
         "$P/share/doc/ivpbench/docs/python-package.md");
    says("4 blocks are run");
    says(" digits\n");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("installed");
    tcase_add_checked_fixture(t, install, end);
    tcase_add_test(t, python_finds_the_installation);
    tcase_add_test(t, a_wheel_finds_what_it_was_built_from);
    tcase_add_test(t, a_program_in_c_integrates);
    tcase_add_test(t, octave_integrates);
    tcase_add_test(t, scipy_integrates);
    tcase_add_test(t, documented_examples_run);
    return suite_run("installed", t);
}
