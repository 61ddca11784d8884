/* test_marks.c -- times that contain more than a method needs are marked: in the record, in
 * exports, behind names, in remarks.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/scoring.h"
#include "reports/board/board.h"
#include "reports/tables/export.h"
#include "reports/tables/tables.h"
#include "tests/bench/plugin_case.h"

static void expect_times(const char *problem, const ivp_solver *s, const char *times)
{
    reason why;
    instance *i;
    ck_assert_msg(instance_open(&i, problem, "", &why) == IVP_OK, "%s", why.text);
    char *text = scoring_json(i, s, NULL);
    json_t *o = json_loads(text, 0, NULL);
    const char *said = json_string_value(json_object_get(o, "solver_times"));
    ck_assert_str_eq(said ? said : "(none)", times);
    json_decref(o);
    free(text);
    instance_close(i);
}

/* A code that cannot be left goes on in vain only where there are events. */
START_TEST(the_record_says_what_times_contain)
{
    const ivp_solver usual = { .name = "plain" }, stuck = { .cannot_return = true },
                     slow = { .times_contain = "an interpreter" },
                     both = { .times_contain = "an interpreter", .cannot_return = true };
    expect_times("bouncing_balls", &usual, "(none)");
    expect_times("bouncing_balls", &stuck, "what follows an event until the interval ends");
    expect_times("circular_track", &stuck, "(none)");
    expect_times("circular_track", &slow, "an interpreter");
    expect_times("bouncing_balls", &both,
                 "an interpreter, and what follows an event until the interval ends");
}
END_TEST

/* Two rungs of each, in a store. */
static bool make_store(void)
{
    char own[PATH], output[8192];
    if (shell("command -v perl", output, sizeof output)) return false;
    program_folder(own, sizeof own);
    char *command = text_of(
        "cp %s/../tree/tests/plugins/languages/rk4* . && $ivpbench plugin build rk4_c.c && "
        "$ivpbench plugin build rk4_line.cfg && IVPBENCH_PLUGIN_PATH=plugins $ivpbench try "
        "circular_track --solver rk4_c@index1,rk4_line@index1 --h 0.1 -o s.db",
        own);
    ck_assert_msg(shell(command, output, sizeof output) == 0, "%s", output);
    free(command);
    assert_says(output, "rk4_c@index1, constant steps ");
    assert_says(output, "rk4_line@index1, constant steps *");
    assert_says(output, "\n* times contain a process of its own and the pipe to it\n");
    return true;
}

START_TEST(reports_mark_them)
{
    char path[PATH], text[512];
    reason why = { "" };
    if (!make_store()) {
        printf("skipped: perl is not installed\n");
        return;
    }
    snprintf(path, sizeof path, "%s/s.db", folder);
    board *b = board_open(path, NULL, &why);
    ck_assert_msg(b && b->n == 2, "%s", why.text);
    for (int k = 0; k < 2; k++) {
        const entry *e = &b->entries[k];
        const bool line = !strcmp(e->r.cell.solver, "rk4_line");
        ladder_label(b, tables_ladder(b, e), text, sizeof text);
        ck_assert(line == !!strchr(text, '*'));
        tables_remarks(&b->groups[0], e, text, sizeof text);
        ck_assert(line == !!strstr(text, "* times contain a process of its own"));
        for (int j = 0; export_column(j); j++) {
            if (strcmp(export_column(j), "times_contain")) continue;
            json_t *v = export_value(j, e);
            ck_assert(line == !!*json_string_value(v));
            json_decref(v);
        }
        ck_assert_double_gt(e->cpu.median, 0);
    }
    /* the time of the other process is part of it: Perl is not as fast as C */
    ck_assert_double_gt(b->entries[1].cpu.median, 5 * b->entries[0].cpu.median);
    board_close(b);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("marks");
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_test(c, the_record_says_what_times_contain);
    tcase_add_test(c, reports_mark_them);
    return suite_run("marks", c);
}
