/* test_speed.c -- what is asked of the speed of the house against a store whose costs are
 * known: p3 and p4 cost 1e-5 s and 0.5e-5 s at an error of 1, ten times as much for each two
 * digits.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <unistd.h>

#include "bench/speed/speed.h"
#include "reports/speed/peers.h"
#include "reports/speed/requirements.h"
#include "reports/speed/fastest.h"
#include "reports/speed/shares.h"
#include "tests/reports/swing_stores.h"

static char file[] = "/tmp/ivpbench-speed-XXXXXX";

static void write_file(const char *text)
{
    snprintf(file, sizeof file, "/tmp/ivpbench-speed-XXXXXX");
    const int fd = mkstemp(file);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

static const char rows[] = "problem,what,how,unit,value\n"
                           "\"swing\",terms,lanes4,ns,2\n"
                           "\"swing\",evaluation,lanes4,ns,5\n"
                           "\"swing(a=1, b=2)\",factor,dense,ns,1e2\n"
                           "\"t\",loop,x,ns,40\n"
                           "\"swing\",instructions,p3,instructions,1030\n"
                           "\"swing\",instructions,p3 bare,instructions,1000\n"
                           "\"swing\",overhead,p3,instructions,2.5\n";

static calls_file *calls(void)
{
    write_file(rows);
    calls_file *c = calls_read(file, &why);
    ck_assert_msg(c != NULL, "%s", why.text);
    unlink(file);
    return c;
}

START_TEST(calls_are_read_back)
{
    calls_file *c = calls();
    ck_assert_double_eq(calls_find(c, "swing", "evaluation", "lanes4"), 5);
    ck_assert_double_eq(calls_find(c, "swing(a=1, b=2)", "factor", "dense"), 100);
    ck_assert_double_eq(calls_any(c, "loop"), 40);
    ck_assert(isnan(calls_find(c, "swing", "evaluation", "dense")));
    calls_free(c);
}
END_TEST

START_TEST(rubbish_is_no_row)
{
    write_file("problem,what,how,unit,value\nswing,terms,double,ns\n");
    ck_assert_ptr_null(calls_read(file, &why));
    ck_assert_msg(strstr(why.text, ":2: 4 fields"), "%s", why.text);
    unlink(file);
    write_file("problem,what,how,unit,value\nswing,terms,double,ns,1x\n");
    ck_assert_ptr_null(calls_read(file, &why));
    ck_assert_msg(strstr(why.text, ":2: five fields"), "%s", why.text);
    unlink(file);
}
END_TEST

/* sqrt(error) costs: at mescd 4, that of lambda, both have errors far between their rungs. */
START_TEST(the_fastest_is_found)
{
    char label[256];
    board *b = open_board(base_path);
    const fastest_of all = { .problem = "swing", .lanes = 8 },
                     narrow = { .problem = "swing", .lanes = 2 },
                     one = { .problem = "swing", .configuration = "p3@projected" },
                     wrapped = { .problem = "swing", .wrapped = true, .lanes = 8 };
    const double t = fastest_at(b, &all, 4, label, sizeof label),
                 slow = fastest_at(b, &one, 4, label, sizeof label);
    ck_assert_str_eq(label, "p3@projected");
    ck_assert_double_eq_tol(slow / t, 2, 0.05);
    fastest_at(b, &all, 4, label, sizeof label);
    ck_assert_str_eq(label, "p4@ggl");
    ck_assert(isinf(fastest_at(b, &narrow, 4, label, sizeof label))); /* all used four lanes */
    ck_assert(isinf(fastest_at(b, &wrapped, 4, label, sizeof label)));
    ck_assert(isinf(fastest_at(b, &all, 15, label, sizeof label)));
    board_close(b);
}
END_TEST

static const struct {
    const char *text;
    int missed;
    const char *says; /* in the table */
} asked[] = {
    { "faster = ({ problem = \"swing\"; against = \"p3@projected\"; digits = [ 4 ];"
      " times = [ 1.9 ]; lanes = 4; });",
      0, "| yes |" },
    { "faster = ({ problem = \"swing\"; against = \"p3@projected\"; digits = [ 4 ];"
      " times = [ 2.2 ]; });",
      1, "| NO |" },
    { "faster = ({ problem = \"swing\"; against = \"p3@projected\"; digits = [ 4 ];"
      " times = [ 2 ]; lanes = 8; });",
      0, "no 8 lanes here | not measured |" },
    { "faster = ({ problem = \"swing\"; solver = \"p4\"; against = \"p3@projected\";"
      " digits = [ 4 ]; times = [ 1.2 ]; });",
      0, "p4 is faster than p3@projected | at least 1.2 | 2" },
    { "faster = ({ problem = \"swing\"; solver = \"p3\"; against = \"p4@ggl\"; digits = [ 6 ];"
      " times = [ 0.9 ]; });",
      1, "| NO |" },
    { "faster = ({ problem = \"swing\"; against = \"p4@index3\"; digits = [ 4 ]; times = [ 3 "
      "]; });",
      0, "| 1000, p4@ggl | yes |" },
    { "faster = ({ problem = \"swing\"; against = \"p4@ode\"; digits = [ 4 ]; times = [ 3 ]; "
      "});",
      0, "| not measured |" },
    { "goals = ({ problem = \"swing\"; digits = [ 4.0 ]; us = [ 1e9 ]; });", 0, "| yes |" },
    { "goals = ({ problem = \"swing\"; digits = [ 4.0 ]; us = [ 1e-3 ]; });", 1, "| NO |" },
    { "leads = ({ problem = \"swing\"; digits = [ 4 ]; });", 0, "against nobody | yes |" },
    { "ratios = ({ problem = \"swing\"; what = \"terms\"; how = \"lanes4\"; against = "
      "\"dense\";"
      " most = 1; });",
      0, "| not measured |" },
    { "ratios = ({ problem = \"swing\"; what = \"instructions\"; how = \"p3\"; against = \"p3 "
      "bare\";"
      " most = 1.04; });",
      0, "1.03, 1030 over 1000 instructions, 2.5 more a call of f | yes |" },
    { "ratios = ({ problem = \"swing\"; what = \"instructions\"; how = \"p3\"; against = \"p3 "
      "bare\";"
      " most = 1.02; });",
      1, "| NO |" },
    { "calls = ({ problem = \"t\"; what = \"loop\"; how = \"x\"; most = 39; });", 1, "| NO |" },
    { "calls = ({ problem = \"t\"; what = \"loop\"; how = \"x\"; most = 40; });", 0,
      "| yes |" },
};

START_TEST(what_is_asked_is_judged)
{
    char *text = NULL;
    size_t size = 0;
    int missed = -1;
    calls_file *c = calls();
    board *b = open_board(base_path);
    write_file(asked[_i].text);
    table *t = requirements_table(file, b, c, &missed, &why);
    ck_assert_msg(t != NULL, "%s", why.text);
    FILE *f = open_memstream(&text, &size);
    table_markdown(t, f);
    fclose(f);
    ck_assert_msg(strstr(text, asked[_i].says) != NULL, "%s", text);
    ck_assert_int_eq(missed, asked[_i].missed);
    free(text);
    table_free(t);
    board_close(b);
    calls_free(c);
    unlink(file);
}
END_TEST

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

static void holds(const char *text, const char *words)
{
    ck_assert_msg(strstr(text, words) != NULL, "\"%s\" is missing in\n%s", words, text);
}

/* p4, in house, costs a half of what p3 costs at an equal error, p3 and p8 wrap libraries. A
 * bare program around p3 has 3 % fewer instructions. p8 has one rung. */
START_TEST(peers_stand_beside_the_house)
{
    swing rows_[ROWS];
    fill_rows(rows_);
    for (int i = RUNGS; i <= 2 * RUNGS; i++) rows_[i].library = "Lib 1";
    make_store(head_path, rows_, ROWS);
    board *b = open_board(head_path);
    calls_file *c = calls();
    char *text = plain(peers_table(b, c));
    holds(text, "p3    mechanisms  swing    3             p3@projected");
    holds(text, "2 [1.99, 2.01]");
    holds(text, "  1.94  ");
    holds(text, "not calibrated");
    holds(text, "the only rung asked, h = 0.0125, gave 3.8 digits");
    free(text);
    text = plain(peers_summary(b, c));
    holds(text, "mechanisms  p3 ");
    holds(text, "2 [1.99, 2.01]");
    holds(text, "1.94 of 1 ");
    free(text);
    text = plain(peers_table(b, NULL));
    ck_assert_ptr_null(strstr(text, "  1.94  "));
    free(text);
    calls_free(c);
    board_close(b);
}
END_TEST

static char *peers_of(const swing *of, table *(*summary)(const board *, const calls_file *))
{
    make_store(head_path, of, ROWS);
    board *b = open_board(head_path);
    char *text = plain(summary ? summary(b, NULL) : peers_table(b, NULL));
    board_close(b);
    return text;
}

/* The line of the summary that begins with the words, one blank between its columns. */
static void summary_says(const swing *of, const char *line)
{
    char *text = peers_of(of, peers_summary), *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ' || from[1] != ' ') *to++ = *from;
    *to = '\0';
    holds(text, line);
    free(text);
}

/* Loading its library takes a peer longer than its solves: it is compared all the same. */
START_TEST(a_long_set_up_hides_no_peer)
{
    swing rows_[ROWS];
    fill_rows(rows_);
    for (int i = RUNGS; i < 2 * RUNGS; i++) rows_[i].library = "Lib 1";
    summary_says(rows_, "mechanisms p3 1 1 0 0 2 [1.99, 2.01] 2 [1.99, 2.01] not calibrated ");
    for (int i = RUNGS; i < 2 * RUNGS; i++) rows_[i].setup_s = 100;
    summary_says(rows_, "mechanisms p3 1 1 0 0 2 [1.99, 2.01] 2 [1.99, 2.01] not calibrated ");
    char *text = peers_of(rows_, NULL);
    holds(text, "p3@projected, set-up 1e+02 s");
    free(text);
    for (int i = RUNGS; i < 2 * RUNGS; i++) rows_[i].cost = 2e-5; /* cheaper: a loss */
    summary_says(rows_, "mechanisms p3 1 0 1 0 0.2 [");
}
END_TEST

/* At 3 digits p3 is there; at 6 and 9 digits its ladder ends while it climbs, or failed, or has
 * no time. */
START_TEST(peers_that_do_not_arrive_have_a_reason)
{
    swing rows_[ROWS];
    fill_rows(rows_);
    for (int i = RUNGS; i < 2 * RUNGS; i++) rows_[i].library = "Lib 1";
    summary_says(rows_, "not calibrated 0 2 0 0");
    rows_[2 * RUNGS - 1].outcome = OUTCOME_DIVERGED;
    summary_says(rows_, "not calibrated 2 0 0 0");
    for (int i = 0; i < RUNGS; i++) rows_[i].library = "Lib 2";
    rows_[2 * RUNGS].library = rows_[2 * RUNGS + 1].library = "Lib 3";
    summary_says(rows_, "mechanisms p3 0 0 0 0 not calibrated 2 0 0 1");
    char *text = peers_of(rows_, NULL);
    holds(text, "nobody in house gets there");
    free(text);
}
END_TEST

static const char *const wrong[] = { "fastest = ();", "faster = ({ digits = [ 1 ]; });",
                                     "goals = ({ problem = \"swing\"; digits = [ 1 ]; });",
                                     "calls = ({ what = \"loop\"; });",
                                     "faster = ({ problem = \"swing\"; digits = [ 1 ]; });" };

START_TEST(what_is_asked_wrongly_is_refused)
{
    int missed;
    calls_file *c = calls();
    board *b = open_board(base_path);
    write_file(wrong[_i]);
    ck_assert_ptr_null(requirements_table(file, b, c, &missed, &why));
    ck_assert_msg(strstr(why.text, ":1: ") != NULL, "%s", why.text);
    board_close(b);
    calls_free(c);
    unlink(file);
}
END_TEST

/* 1e-9 n_f 5 ns of an evaluation in four lanes, 2 of them the model. */
START_TEST(shares_add_up)
{
    calls_file *c = calls();
    board *b = open_board(base_path);
    for (int i = 0; i < b->n; i++) {
        entry *e = &b->entries[i];
        if (e->r.outcome != OUTCOME_OK) continue;
        memset(e->r.counters, 0, sizeof e->r.counters);
        e->r.counters[0] = 1000; /* n_f */
        const shares s = shares_of(c, &b->groups[0], e);
        ck_assert_double_eq(s.cpu, e->cpu.min);
        ck_assert_double_eq_tol(s.limit, 5e-6, 1e-18);
        ck_assert_double_eq_tol(s.model * s.cpu, 2e-6, 1e-18);
        ck_assert_double_eq_tol(s.model + s.algebra + s.kernel + s.method, 1, 1e-12);
    }
    board_close(b);
    calls_free(c);
}
END_TEST

/* A call that takes known time, against the clock. */
static void wait_a_little(void *self)
{
    (void)self;
    const double end = now_s() + 5e-6;
    while (now_s() < end) continue;
}

START_TEST(the_least_time_is_told)
{
    const double ns = speed_best_ns(wait_a_little, NULL);
    ck_assert(ns >= 4999 && ns < 8000);
}
END_TEST

START_TEST(of_the_same_row_the_lesser_value_stays)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    speed_rows *all = speed_rows_new();
    speed_row(all, "a", "f", "double", "ns", 3);
    speed_row(all, "b", "f", "double", "ns", 7);
    speed_row(all, "a", "f", "double", "ns", 2);
    speed_row(all, "b", "f", "double", "ns", 8);
    speed_rows_write(all, f);
    fclose(f);
    ck_assert_str_eq(text,
                     "problem,what,how,unit,value\n\"a\",f,double,ns,2\n\"b\",f,double,ns,7\n");
    free(text);
}
END_TEST

START_TEST(calls_are_timed)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    speed_rows *all = speed_rows_new();
    for (int round = 0; round < 2; round++)
        ck_assert_msg(speed_calls("car_axle", all, &why), "%s", why.text);
    ck_assert(!speed_calls("no_such_problem", all, &why));
    speed_rows_write(all, f);
    fclose(f);
    ck_assert_ptr_null(strstr(strstr(text, "factor,static") + 1, "factor,static"));
    static const char *const calls[] = { "terms,double",      "factor,static",
                                         "solve,interpreted", "evaluation,dense",
                                         "evaluation,lanes2", "terms,lanes2" };
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        const char *at = strstr(text, calls[k]);
        ck_assert_msg(at != NULL, "%s is missing in\n%s", calls[k], text);
        const double ns = strtod(strstr(at, "ns,") + 3, NULL);
        ck_assert_msg(ns > 0.5 && ns < 1e5, "%s: %g ns", calls[k], ns);
    }
    free(text);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("speed");
    tcase_add_unchecked_fixture(t, make_base, remove_folder);
    tcase_add_test(t, calls_are_read_back);
    tcase_add_test(t, rubbish_is_no_row);
    tcase_add_test(t, the_fastest_is_found);
    tcase_add_loop_test(t, what_is_asked_is_judged, 0, (int)(sizeof asked / sizeof *asked));
    tcase_add_loop_test(t, what_is_asked_wrongly_is_refused, 0,
                        (int)(sizeof wrong / sizeof *wrong));
    tcase_add_test(t, peers_stand_beside_the_house);
    tcase_add_test(t, a_long_set_up_hides_no_peer);
    tcase_add_test(t, peers_that_do_not_arrive_have_a_reason);
    tcase_add_test(t, shares_add_up);
    tcase_add_test(t, the_least_time_is_told);
    tcase_add_test(t, of_the_same_row_the_lesser_value_stays);
    tcase_add_test(t, calls_are_timed);
    return suite_run("speed", t);
}
