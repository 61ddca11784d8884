/* test_peer_words.c -- what the table of peers says of a problem, and of a ratio that is not there.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/speed/peers.h"
#include "reports/text/table.h"
#include "tests/reports/swing_stores.h"

static char *plain(table *t)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    table_plain(t, f);
    fclose(f);
    table_free(t);
    return text;
}

/* p4 in house, p3 wraps a library. */
static void make_peers(void)
{
    swing rows[ROWS];
    make_base();
    fill_rows(rows);
    for (int i = RUNGS; i < 2 * RUNGS; i++) rows[i].library = "Lib 1";
    make_store(head_path, rows, ROWS);
}

/* By form and tags of the problem. */
START_TEST(problems_have_classes)
{
    static const char *const classes[][3] = {
        { "mech", "mechanical", " mechanisms " }, { "mech", "stiff", "stiff mechanisms " },
        { "ode", "chemistry", " ODEs " },         { "ode", "stiff", "stiff ODEs " },
        { "dae", "stiff", "other DAEs " },
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        board *b = open_board(head_path);
        json_object_set_new(b->groups[0].scoring, "form", json_string(classes[i][0]));
        json_object_set_new(b->groups[0].scoring, "tags", json_string(classes[i][1]));
        char *text = plain(peers_table(b, NULL));
        for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
            ck_assert_msg((strstr(text, classes[k][2]) != NULL) ==
                              (k == i || (k == 0 && i == 1) || (k == 2 && i == 3)),
                          "%s: %s", classes[k][2], text);
        free(text);
        board_close(b);
    }
}
END_TEST

/* Why p3 has no ratio at nine digits: it failed, was not scored, not timed, or is no function
 * of its input. */
START_TEST(a_missing_ratio_has_its_reason)
{
    static const char *const says[] = { "no run arrives", "is not scored", "is not timed",
                                        "is not deterministic" };
    for (int why_not = 0; why_not < 4; why_not++) {
        board *b = open_board(head_path);
        for (int i = 0; i < b->n; i++) {
            entry *e = &b->entries[i];
            if (strcmp(e->r.cell.solver, "p3") != 0) continue;
            if (why_not == 0) e->r.outcome = OUTCOME_DIVERGED;
            if (why_not == 1) e->digits.known = e->scd.known = e->mescd.known = false;
            if (why_not == 2) e->digits.value = e->scd.value = e->mescd.value = 9.5;
            if (why_not == 2) e->cpu = (cost){ 0 };
            if (why_not != 3) continue;
            free(e->not_deterministic);
            e->not_deterministic = copied("threads");
        }
        char *text = plain(peers_table(b, NULL));
        for (int k = 0; k < 4; k++)
            ck_assert_msg((strstr(text, says[k]) != NULL) == (k == why_not), "%s: %s", says[k],
                          text);
        free(text);
        board_close(b);
    }
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("peer words");
    tcase_add_checked_fixture(t, make_peers, remove_folder);
    tcase_add_test(t, problems_have_classes);
    tcase_add_test(t, a_missing_ratio_has_its_reason);
    return suite_run("peer words", t);
}
