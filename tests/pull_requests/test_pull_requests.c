/* test_pull_requests.c -- the rules of `ivpbench ci`, `history` and `bisect`: rules.py.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

START_TEST(rules_find_what_changed_and_nothing_else)
{
    char own[PATH], output[16384];
    program_folder(own, sizeof own);
    if (shell("/usr/bin/python3 -c ''", output, sizeof output)) {
        printf("skipped: python3 is not installed\n");
        return;
    }
    char *command = text_of("PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=%s/../tree/python "
                            "/usr/bin/python3 %s/../tree/tests/pull_requests/rules.py",
                            own, own);
    ck_assert_msg(shell(command, output, sizeof output) == 0, "%s", output);
    assert_says(output, "all is kept");
    free(command);
}
END_TEST

#define CONFIG(plugins)                                                                        \
    "echo 'plugins = ( " plugins " ); problems = [ \"circular_track\" ];' >ivpbench.cfg && "
#define PLUGIN(name) "{ name = \"" name "\"; files = [ \"" name ".c\" ]; }"
#define COMMIT       "git add -A && git commit -qm x && "
#define BEGIN                                                                                  \
    "command -v git && /usr/bin/python3 -c 'import libconf' || exit 77; "                      \
    "git init -q && git config user.name a && git config user.email a@b && "                   \
    "$ivpbench new solver mine && echo out >.gitignore && " CONFIG(PLUGIN("mine")) COMMIT
/* The budget is gone when the contracts are done. */
#define JUDGE "env -u GITHUB_BASE_REF $ivpbench ci --only-accuracy --minutes 0.0001"

static const struct {
    const char *repository, *says[2];
} budgets[] = {
    { BEGIN "echo x >README && " COMMIT JUDGE,
      { "base and head are built to the same machine code",
        "the budget ended before all cells had run" } },
    { BEGIN "$ivpbench new solver other && " CONFIG(PLUGIN("other")) COMMIT JUDGE,
      { "base has no plug-in other", "base and head have no cell in common" } },
};

/* All parts of the program, but for the cells. */
START_TEST(a_budget_that_is_gone_gives_no_verdict)
{
    char output[16384];
    const int code = shell(budgets[_i].repository, output, sizeof output);
    if (code == 77) {
        printf("skipped: git or python3-libconf is not installed\n");
        return;
    }
    ck_assert_msg(code == 3, "%d: %s", code, output);
    for (int k = 0; k < 2; k++) assert_says(output, budgets[_i].says[k]);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("pull requests");
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_test(c, rules_find_what_changed_and_nothing_else);
    tcase_add_loop_test(c, a_budget_that_is_gone_gives_no_verdict, 0, 2);
    return suite_run("pull requests", c);
}
