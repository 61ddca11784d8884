/* test_foreign.c -- tools/layers.sh finds prints of foreign text, also over several lines, and
 * leaves those alone that are tamed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

/* A tree of one file. */
static int layers(const char *name, const char *code)
{
    char *line =
        text_of("cd $HERE && mkdir -p include adapters kernel problems solvers reference "
                "bench/cli reports/tables reports/page papers tests && "
                "printf '%%b' '%s' >%s && sh $OLDPWD/tools/layers.sh",
                code, name);
    const int code_of_exit = shell(line);
    free(line);
    return code_of_exit;
}

static const struct {
    const char *file, *code, *line;
} wrong[] = {
    { "bench/cli/a.c", "fputs(r->detail, stdout);\\n", "bench/cli/a.c:1: foreign text" },
    { "reports/tables/a.c", "fprintf(f, x,\\n    list[i]->r.detail,\\n    y);\\n",
      "reports/tables/a.c:3: foreign text" },
    { "bench/cli/a.c", "printf(x, r->events[i].guard);\\n", "bench/cli/a.c:1: foreign text" },
    { "bench/cli/a.c", "put_tame(f, r->detail);\\nputs(r->detail);\\n",
      "bench/cli/a.c:2: foreign text" },
};

START_TEST(a_print_of_foreign_text_is_found)
{
    ck_assert_int_eq(layers(wrong[_i].file, wrong[_i].code), 1);
    says(wrong[_i].line);
}
END_TEST

static const struct {
    const char *file, *code;
} right[] = {
    { "bench/cli/a.c", "put_tame(f, r->detail);\\nfputs(x, f);\\n" },
    { "bench/cli/a.c", "cli_say(x, r->detail);\\n" },
    { "reports/tables/a.c", "table_text(t, x, e->r.detail);\\n" },
    { "reports/page/a.c", "fprintf(f, x, e->r.detail);\\n" }, /* its writer escapes */
};

START_TEST(tamed_text_is_not)
{
    ck_assert_msg(layers(right[_i].file, right[_i].code) == 0, "%s", said);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("foreign");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_loop_test(t, a_print_of_foreign_text_is_found, 0,
                        (int)(sizeof wrong / sizeof *wrong));
    tcase_add_loop_test(t, tamed_text_is_not, 0, (int)(sizeof right / sizeof *right));
    return suite_run("foreign", t);
}
