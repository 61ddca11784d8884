/* test_reason.c -- a reason holds what it is given, says where it came from, and ends between
 * two characters where it is cut.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/reason/reason.h"

#include <string.h>

#include "tests/suite.h"

START_TEST(a_failure_is_one_statement)
{
    reason why = { "before" };
    ck_assert(!reason_set(&why, "%s has %d rows, %d are wanted", "A", 2, 3));
    ck_assert_str_eq(why.text, "A has 2 rows, 3 are wanted");
    ck_assert(!reason_add(&why, "; so has %s", "B"));
    ck_assert_str_eq(why.text, "A has 2 rows, 3 are wanted; so has B");
}
END_TEST

START_TEST(nobody_has_to_ask)
{
    ck_assert(!reason_set(NULL, "%d", 1));
    ck_assert(!reason_add(NULL, "%d", 1));
}
END_TEST

START_TEST(the_text_itself_is_an_argument)
{
    reason why = { "" };
    reason_set(&why, "it has no rows");
    reason_set(&why, "%s: %s", "matrix A", why.text);
    reason_set(&why, "%s:%d: %s (%s)", "plan.cfg", 7, why.text, why.text);
    ck_assert_str_eq(why.text,
                     "plan.cfg:7: matrix A: it has no rows (matrix A: it has no rows)");
    reason_add(&why, ", %.8s", why.text);
    ck_assert_str_eq(strstr(why.text, "), "), "), plan.cfg");
}
END_TEST

/* Characters of one to four bytes. */
static const char *const characters[] = { "a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x99\x82" };

/* Behind `before` bytes as many characters as fit, and no part of one more. */
static void check_cut(const reason *why, size_t before, const char *character)
{
    const size_t size = strlen(character), n = strlen(why->text);
    ck_assert_uint_eq(n, before + (REASON_ROOM - 1 - before) / size * size);
    for (size_t k = before; k < n; k += size) ck_assert_mem_eq(why->text + k, character, size);
}

START_TEST(it_is_cut_between_characters)
{
    const char *character = characters[_i];
    char longer[5 * REASON_ROOM] = "";
    for (int k = 0; k < REASON_ROOM + 1; k++) strcat(longer, character);
    for (size_t before = 0; before < 5; before++) {
        reason why, added;
        reason_set(&why, "%.*s%s", (int)before, "....", longer);
        check_cut(&why, before, character);
        reason_set(&added, "%.*s", (int)before, "....");
        reason_add(&added, "%s", longer);
        ck_assert_str_eq(added.text, why.text);
        reason_add(&added, "%s", character); /* nothing fits any more, unless it is shorter */
        ck_assert_uint_lt(strlen(added.text), REASON_ROOM);
        ck_assert_int_eq(strncmp(added.text, why.text, strlen(why.text)), 0);
    }
}
END_TEST

START_TEST(bytes_that_are_no_characters_are_cut_too)
{
    char longer[REASON_ROOM + 8];
    reason why;
    memset(longer, 0xbf, sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    reason_set(&why, "%s", longer);
    ck_assert_uint_eq(strlen(why.text), REASON_ROOM - 1 - 3);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("reason");
    tcase_add_test(t, a_failure_is_one_statement);
    tcase_add_test(t, nobody_has_to_ask);
    tcase_add_test(t, the_text_itself_is_an_argument);
    tcase_add_loop_test(t, it_is_cut_between_characters, 0, 4);
    tcase_add_test(t, bytes_that_are_no_characters_are_cut_too);
    return suite_run("sentences of failures", t);
}
