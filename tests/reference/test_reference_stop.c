/* test_reference_stop.c -- a reference of a problem that an event stops: the last state at all
 * later times, by which runs that stopped are scored.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/file/ref.h"
#include "tests/bench/shell_case.h"

#include <math.h>

static void begin_stop(void)
{
    begin();
    char *path = text_of("%s/tests:%s", build, build);
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
    free(path);
}

static double value_at(const ref_state *s, const char *name)
{
    const ref_value *v = ref_find(s, name);
    ck_assert_ptr_nonnull(v);
    return v->half[REF_A];
}

START_TEST(the_last_state_stays)
{
    const double end = log(4) / 0.5;
    reason why;
    ref *r;
    ck_assert_msg(shell("$BUILD/ivpbench reference make t_stop -q -o $HERE") == 0, "%s", said);
    ck_assert_msg(ref_open(&r, folder, "t_stop", "", &why), "%s", why.text);
    int later = 0;
    for (int i = 0; i < r->nstates; i++) {
        const ref_state *s = &r->states[i];
        const double t = fmin(s->t, end);
        later += s->t > end;
        ck_assert_double_eq_tol(value_at(s, "y1"), 4 * exp(-0.5 * t), 1e-15);
        ck_assert_double_eq_tol(value_at(s, "y2"), sin(t), 1e-15);
    }
    ck_assert_int_ge(later, 2);
    ck_assert_int_eq(r->nevents, 2);
    ck_assert_double_eq_tol(r->events[1].t, end, 1e-15);
    ref_free(r);
    ck_assert_int_eq(shell("$BUILD/ivpbench try t_stop -S dopri5,gauss --rtol 1e-8 --workers 0 "
                           "--reference $HERE -o $HERE/s.db"),
                     0);
    says_not("closed form");
    ck_assert_int_eq(
        shell("$BUILD/ivpbench export --store $HERE/s.db --reference $HERE --format jsonl"), 0);
    says("\"judged_by\":\"A\"");
    says("\"matched\":2,\"missed\":0,\"spurious\":0");
    const char *mescd = strstr(said, "\"mescd\":");
    ck_assert_msg(mescd && strtod(mescd + strlen("\"mescd\":"), NULL) > 6, "%s", said);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("stop");
    tcase_add_checked_fixture(t, begin_stop, end);
    tcase_add_test(t, the_last_state_stays);
    return suite_run("stop", t);
}
