/* test_adapters.c -- the library of adapters: found in a build and where it is installed, and
 * part of a plug-in without being seen from outside.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

static const char sources[] = "cp tests/plugins/languages/rk4_line.* tests/plugins/languages/"
                              "rk4_python.py tests/plugins/languages/spiral.py"
                              " tests/plugins/languages/rk4_fortran.c $HERE && cd $HERE && ";

/* Two plug-ins in one process have adapters of their own. */
START_TEST(a_plug_in_shows_its_descriptor_alone)
{
    char *line = text_of(
        "%s for f in rk4_line.cfg rk4_python.py spiral.py; do"
        " $BUILD/ivpbench plugin build $f >/dev/null || exit 1; done;"
        "for f in plugins/*/*/*.so; do nm -D --defined-only $f | sed 's/.* //'; done | grep -v __odr_asan | sort;"
        "readelf -d plugins/*/*/*.so | grep -c 'NEEDED.*python'",
        sources);
    shell(line);
    ck_assert_str_eq(said, "ivp_problem_spiral\nivp_problem_spiral\n"
                           "ivp_solver_rk4_line\nivp_solver_rk4_python\n0\n");
    free(line);
}
END_TEST

static const char install[] =
    "VERSION=0 tools/install.sh \"$BUILD\" \"$HERE\" /usr >$HERE/log && ";

START_TEST(it_is_found_where_it_is_installed)
{
    char *line = text_of("%s %s usr/bin/ivpbench plugin build rk4_line.cfg &&"
                         " usr/bin/ivpbench plugin build spiral.py &&"
                         " rm usr/lib/libivpadapters-complex.a &&"
                         " usr/bin/ivpbench plugin build spiral.py",
                         install, sources);
    ck_assert_int_ne(shell(line), 0);
    says("export IVPBENCH_PLUGIN_PATH=");
    says("libivpadapters-complex.a is neither beside this program nor in /");
    ck_assert_int_eq(shell("ls $HERE/plugins/double/*/*.so | wc -l"), 0);
    ck_assert_str_eq(said, "2\n");
    free(line);
}
END_TEST

/* The words of ivpbench.pc are enough for who calls a compiler. */
START_TEST(a_driver_is_linked_by_hand)
{
    char *line = text_of("%s %s words() { sed -n \"s/^$1: //p\" usr/lib/pkgconfig/ivpbench.pc |"
                         " sed \"s|[$]{\\([a-z]*\\)dir}|$HERE/usr/\\1|g\";"
                         "}; ${CC:-gcc} -fPIC -shared $(words Cflags) -o rk4.so rk4_fortran.c"
                         " $(words Libs) && nm rk4.so | grep ' ivp_f[a-z]*_[cob][a-z]*$' |"
                         " sed 's/.* \\([a-zA-Z] \\)/\\1/'",
                         install, sources);
    ck_assert_int_eq(shell(line), 0);
    ck_assert_str_eq(said, "t ivp_fortran_begin\nt ivp_fortran_close\nt ivp_fortran_open\n");
    free(line);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("adapters");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, a_plug_in_shows_its_descriptor_alone);
    tcase_add_test(t, it_is_found_where_it_is_installed);
    tcase_add_test(t, a_driver_is_linked_by_hand);
    return suite_run("adapters", t);
}
