/* test_names.c -- tools/names.sh: a retired word in an identifier or in the name of a file is
 * found, in a comment or a string it is not.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

/* A tree of one file, whose text is `code`, and a list in which "ward" is retired. */
static int names(const char *name, const char *code)
{
    char *line = text_of("mkdir -p $HERE/tree/kernel $HERE/tree/tools && cd $HERE/tree && "
                         "printf 'ward sandbox\\nallow ward_of\\nlater kernel/later_\\n' "
                         ">tools/retired_names.txt && printf '%%b' '%s' >kernel/%s && "
                         "sh $OLDPWD/tools/names.sh",
                         code, name);
    const int code_of_exit = shell(line);
    free(line);
    return code_of_exit;
}

static const struct {
    const char *file, *code, *says;
} wrong[] = {
    { "a.c", "int n;\\nint open_ward(void);\\n",
      "kernel/a.c:2: open_ward: \"ward\" is retired; say: sandbox" },
    { "a.h", "#define WARD_MOST 3\\n", "kernel/a.h:1: WARD_MOST" },
    { "a.c", "char *c = \"text\"; int ward = 1;\\n", "kernel/a.c:1: ward" },
    { "a.c", "/* a comment */ int ward;\\n", "kernel/a.c:1: ward" },
    { "a_ward.c", "int n;\\n", "kernel/a_ward.c:1: a_ward.c" },
};

START_TEST(a_retired_word_is_found)
{
    ck_assert_int_eq(names(wrong[_i].file, wrong[_i].code), 1);
    says(wrong[_i].says);
}
END_TEST

static const struct {
    const char *file, *code;
} right[] = {
    { "a.c", "/* a ward,\\n a ward */ int n; // ward\\n" },
    { "a.c", "const char *text = \"ward \\\\\" ward\";\\n" },
    { "a.c", "int forward, ward_of, wards;\\n" },
    { "later_a.c", "int ward;\\n" },
};

START_TEST(other_words_are_not)
{
    ck_assert_msg(names(right[_i].file, right[_i].code) == 0, "%s", said);
    ck_assert_str_eq(said, "");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("names");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_loop_test(t, a_retired_word_is_found, 0, (int)(sizeof wrong / sizeof *wrong));
    tcase_add_loop_test(t, other_words_are_not, 0, (int)(sizeof right / sizeof *right));
    return suite_run("names", t);
}
