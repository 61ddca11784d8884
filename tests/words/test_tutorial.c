/* test_tutorial.c -- docs/tutorial.md: each command runs in an empty folder and prints what the
 * page shows.
 *
 * A block "```sh" is run, unless words follow; the "```text" behind it is its output, where ...
 * stands for any text. A block "```WORD FILE" is saved as FILE. */
#include "tests/bench/shell_case.h"

#include <fnmatch.h>

static char
    *output; /* of the last block of commands; NULL: nobody has compared it yet, or none */

/* The pattern of an expected output: ... matches anything, all else itself. */
static char *pattern_of(const char *expected)
{
    char *pattern = malloc(2 * strlen(expected) + 2), *p = pattern;
    for (const char *c = expected; *c; c++) {
        if (!strncmp(c, "...", 3)) {
            *p++ = '*';
            c += c[3] == '\n' ? 3 : 2; /* a line of ... may be none */
            continue;
        }
        if (strchr("*?[\\", *c)) *p++ = '\\';
        *p++ = *c;
    }
    *p++ = '*';
    *p = '\0';
    return pattern;
}

static void compare(const char *expected)
{
    ck_assert_msg(output, "an output without a command before it:\n%s", expected);
    char *pattern = pattern_of(expected);
    ck_assert_msg(!fnmatch(pattern, output, 0), "printed:\n%s\nwhere the page has:\n%s", output,
                  expected);
    free(pattern);
    free(output);
    output = NULL;
}

static void run_block(const char *commands)
{
    char *line = text_of("mkdir -p $HERE/page && cd $HERE/page && PATH=$BUILD:$PATH\n"
                         "[ ! -d plugins ] || export IVPBENCH_PLUGIN_PATH=$PWD/plugins\n%s",
                         commands);
    ck_assert_msg(shell(line) == 0, "%s\nfailed:\n%s", commands, said);
    free(line);
    free(output);
    output = said;
    said = NULL;
}

static void save(const char *name, const char *text)
{
    char *path = text_of("%s/page/%s", folder, name);
    ck_assert_int_eq(shell("mkdir -p $HERE/page"), 0);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
    free(path);
}

static int take_block(const char *head, const char *text)
{
    char word[16] = "", name[64] = "";
    sscanf(head, "```%15s %63s", word, name);
    if (!strcmp(word, "text"))
        compare(text);
    else if (!strcmp(word, "sh") && !*name)
        run_block(text);
    else if (strcmp(word, "sh"))
        save(name, text);
    return !strcmp(word, "sh") && !*name;
}

START_TEST(each_command_prints_what_the_page_shows)
{
    char *path = text_of("%s/docs/tutorial.md", tree), *page = file_text(path), *end;
    int run = 0;
    ck_assert_ptr_nonnull(page);
    for (char *block = strstr(page, "\n```"); block; block = strstr(end + 4, "\n```")) {
        char *text = strchr(block + 1, '\n') + 1;
        end = strstr(text - 1, "\n```");
        ck_assert_ptr_nonnull(end);
        text[-1] = end[1] = '\0';
        if (end < text) end = text; /* an empty block */
        run += take_block(block + 1, text);
    }
    ck_assert_int_ge(run, 10);
    free(page);
    free(path);
}
END_TEST

static void begin_tutorial(void)
{
    begin();
    char *home = text_of("%s/home", folder);
    setenv("XDG_DATA_HOME", home, 1);
    unsetenv("IVPBENCH_PLUGIN_PATH");
    free(home);
}

int main(void)
{
    TCase *t = tcase_create("tutorial");
    tcase_add_checked_fixture(t, begin_tutorial, end);
    tcase_add_test(t, each_command_prints_what_the_page_shows);
    return suite_run("tutorial", t);
}
