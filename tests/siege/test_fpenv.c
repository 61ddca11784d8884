/* test_fpenv.c -- whatever is changed in the processor's arithmetic is seen: what changes
 * digits by the quick look too.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/fpenv.h"

#include "tests/suite.h"
#include <fenv.h>
#include <string.h>

static fpenv start;
static reason why;

static void begin(void) { start = fpenv_read(); }
static void end(void) { fpenv_write(start); }

START_TEST(nothing_is_changed)
{
    ck_assert(fpenv_usual());
    ck_assert(fpenv_same(start, fpenv_read(), &why));
}
END_TEST

/* The change is there while we look, and nowhere else. */
static bool is_seen(fpenv changed, const char *words)
{
    fpenv_write(changed);
    const bool usual = fpenv_usual();
    const fpenv now = fpenv_read();
    fpenv_write(start);
    ck_assert(!fpenv_same(start, now, &why));
    ck_assert_msg(strstr(why.text, words) != NULL, "%s", why.text);
    ck_assert(fpenv_usual());
    return !usual;
}

static const int directions[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };

START_TEST(another_rounding)
{
    fesetround(directions[_i]);
    const fpenv changed = fpenv_read();
    ck_assert(is_seen(changed, "another rounding"));
}
END_TEST

#if defined __x86_64__
static const struct change {
    fpenv bits; /* inverted */
    const char *words;
    bool quick;
} changes[] = {
    { { 0x8000, 0 }, "flushed", true }, /* results */
    { { 0x0040, 0 }, "flushed", true }, /* terms */
    { { 0x8040, 0 }, "flushed", true },  { { 0x2000, 0 }, "rounding", true },
    { { 0x4000, 0 }, "rounding", true }, { { 0x6000, 0 }, "rounding", true },
    { { 0, 0x400 }, "rounding", true },  { { 0, 0x800 }, "rounding", true },
    { { 0, 0xc00 }, "rounding", true },  { { 0, 0x100 }, "precision", true }, /* 53 bits */
    { { 0, 0x300 }, "precision", true },                                      /* 24 bits */
    { { 0, 0x01 }, "traps", true },      { { 0, 0x04 }, "traps", true },
    { { 0, 0x08 }, "traps", true },      { { 0, 0x10 }, "traps", true },
    { { 0, 0x20 }, "traps", true },      { { 0x0080, 0 }, "traps", false }, /* invalid */
    { { 0x0200, 0 }, "traps", false }, /* division by zero */
    { { 0x0400, 0 }, "traps", false }, /* overflow */
};
enum { CHANGES = sizeof changes / sizeof *changes };

START_TEST(each_bit)
{
    const struct change *c = &changes[_i];
    const fpenv changed = { start.vector ^ c->bits.vector, start.scalar ^ c->bits.scalar };
    ck_assert_int_eq(is_seen(changed, c->words), c->quick);
}
END_TEST
#endif

int main(void)
{
    TCase *t = tcase_create("fpenv");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, nothing_is_changed);
    tcase_add_loop_test(t, another_rounding, 0, 3);
#if defined __x86_64__
    tcase_add_loop_test(t, each_bit, 0, CHANGES);
#endif
    return suite_run("fpenv", t);
}
