/* test_sundials_build.c -- tools/sundials.sh: where no source is to be had, or a wrong one, it
 * says so in one line, leaves no archive, and the build goes on with the package's library.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

/* A PATH with what the script needs and without apt-get. */
static const char without_apt[] =
    "mkdir -p $HERE/bin && for p in sh cc mkdir mktemp cat rm sed grep find sort wc head tail\n"
    "do ln -sf $(command -v $p) $HERE/bin/$p; done\n"
    "PATH=$HERE/bin tools/sundials.sh $HERE";

START_TEST(without_a_source_package_the_package_s_library_is_used)
{
    ck_assert_int_eq(shell(without_apt), 0);
    says("no source package without apt-get");
    says("compiled without optimisation");
    ck_assert_int_eq(shell("test -e $HERE/sundials/libsundials.a"), 1);
    ck_assert_int_eq(shell(without_apt), 0); /* tried no second time, but said */
    says("failed tries again");
}
END_TEST

START_TEST(a_source_without_its_files_is_refused)
{
    ck_assert_int_eq(
        shell("mkdir -p $HERE/source/src/cvode && echo 'int i;' "
              ">$HERE/source/src/cvode/cvode.c && tools/sundials.sh $HERE $HERE/source"),
        0);
    says("has 1 files of C where 70 are expected");
    ck_assert_int_eq(shell("test -e $HERE/sundials/libsundials.a"), 1);
}
END_TEST

START_TEST(a_source_that_does_not_compile_is_refused)
{
    ck_assert_int_eq(shell("mkdir -p $HERE/source/src/cvode && for i in $(seq 41)\n"
                           "do echo 'no C' >$HERE/source/src/cvode/cvode$i.c; done\n"
                           "tools/sundials.sh $HERE $HERE/source"),
                     0);
    says("the source does not compile");
    ck_assert_int_eq(shell("test -e $HERE/sundials/libsundials.a"), 1);
    ck_assert_int_eq(shell("ls -d $HERE/sundials/work.*"), 2); /* nothing is left behind */
}
END_TEST

/* Another version has parts that the script does not know. */
START_TEST(a_source_that_needs_another_part_is_refused)
{
    ck_assert_int_eq(
        shell("mkdir -p $HERE/source/src/cvode && for i in $(seq 41)\n"
              "do echo \"int elsewhere(void); int cvode$i(void) { return elsewhere(); }\" "
              ">$HERE/source/src/cvode/cvode$i.c; done\n"
              "tools/sundials.sh $HERE $HERE/source"),
        0);
    says("are not complete (undefined reference to");
    ck_assert_int_eq(shell("test -e $HERE/sundials/libsundials.a"), 1);
}
END_TEST

/* An apt-get that brings files which no tar can read, as where its xz is missing. */
START_TEST(what_stops_the_unpacking_is_said)
{
    if (shell("dpkg-query -W libsundials-dev")) return; /* no Debian: nothing is fetched */
    ck_assert_int_eq(
        shell("mkdir -p $HERE/bin && cat >$HERE/bin/apt-get <<'END'\n#!/bin/sh\n"
              "case \"$*\" in *--download-only*) echo no >sundials_1.orig.tar.gz ;; esac\nEND\n"
              "chmod +x $HERE/bin/apt-get && PATH=$HERE/bin:$PATH tools/sundials.sh $HERE"),
        0);
    says("cannot be had (tar");
    ck_assert_int_eq(shell("test -e $HERE/sundials/libsundials.a"), 1);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("build of SUNDIALS");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, without_a_source_package_the_package_s_library_is_used);
    tcase_add_test(t, a_source_without_its_files_is_refused);
    tcase_add_test(t, a_source_that_does_not_compile_is_refused);
    tcase_add_test(t, a_source_that_needs_another_part_is_refused);
    tcase_add_test(t, what_stops_the_unpacking_is_said);
    return suite_run("build of SUNDIALS", t);
}
