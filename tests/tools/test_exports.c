/* test_exports.c -- tools/interface.sh: it prints the interface, and finds each way in which
 * headers, exports and users may differ.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

/* The script on the build and on a tree of links, after a command in it. */
static int interface_after(const char *command)
{
    char *line = text_of(
        "mkdir $HERE/t && for d in solvers adapters bench reference papers problems "
        "tests python; do ln -s $PWD/$d $HERE/t/$d; done && cp -r include kernel $HERE/t && "
        "here=$PWD && cd $HERE/t && %s && cd $here && "
        "tools/interface.sh $BUILD $HERE/t",
        command);
    const int code = shell(line);
    free(line);
    return code;
}

START_TEST(interface_is_printed)
{
    ck_assert_msg(shell("tools/interface.sh $BUILD") == 0, "%s", said);
    says("include/ivp/model.h\n");
    says(" in all\n");
    says("\nIVP_1\n");
    says("ivp_mass_times               ivp/model.h");
    says("tests/plugins/solvers/members/t_implicit_euler.c");
    says("\nIVP_PRIVATE\n");
    says(" public functions, ");
    says_not("wrong:");
    says_not("batch_relax");
}
END_TEST

static const struct {
    const char *command, *says;
} wrong[] = {
    { "true", NULL },
    { "sed -i 's/^int ivp_n(/int ivp_more(ivp_model *m);\\n&/' include/ivp/model.h",
      "wrong: ivp_more of ivp/model.h is not exported as IVP_1" },
    { "sed -i 's/^int ivp_n(.*//' include/ivp/model.h",
      "wrong: ivp_n is IVP_1, and no header of include/ivp declares it" },
    { "sed -i '/sparse_saddle_open/d' kernel/formulation/sparse_saddle.h",
      "wrong: sparse_saddle_open is exported, and no header declares it" },
    { "sed -i 's/^double model_span(/double ivp_span(/' kernel/formulation/model_private.h",
      "wrong: ivp_span of kernel/formulation/model_private.h is for the kernel alone" },
    { "rm tests && mkdir tests", "wrong: ivp_factor of ivp/model.h is used by no plug-in" },
    { "rm solvers && mkdir solvers",
      "wrong: gauss_attempt of kernel/methods/gauss/gauss.h is exported, and nobody outside" },
};

START_TEST(difference_is_found)
{
    ck_assert_int_eq(interface_after(wrong[_i].command), wrong[_i].says != NULL);
    if (wrong[_i].says) says(wrong[_i].says);
}
END_TEST

/* A library that shows everything */
START_TEST(name_without_a_version_is_found)
{
    ck_assert_int_eq(shell("mkdir $HERE/b && cp $BUILD/internal/libivp.so $HERE/b && "
                           "tools/interface.sh $HERE/b"),
                     1);
    says("wrong: batch_relax is exported without a version");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("interface.sh");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, interface_is_printed);
    tcase_add_loop_test(t, difference_is_found, 0, (int)(sizeof wrong / sizeof *wrong));
    tcase_add_test(t, name_without_a_version_is_found);
    return suite_run("exports", t);
}
