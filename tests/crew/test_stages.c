/* test_stages.c -- a campaign's first cells come first; its page says while it goes on that it
 * does, is good after an interruption, and says nothing of it in the end.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

#include "reports/board/board.h"

/* Six rungs of one solver; of these two, in the middle, come first. */
static void write_plans(int workers, const char *more)
{
    char *text =
        text_of("defaults = { timeout_s = 3.0; min_time_s = 0.001; workers = %d; };\n"
                "groups = { one = { problems = [ \"bouncing_balls\" ]; solvers = [ "
                "\"dopri5@ode\" ];\ntolerances = { from = %%d; to = %%d; }; }; %s };\n",
                workers, more);
    char *first = text_of(text, 5, 6), *whole = text_of(text, 3, 8);
    write_plan(first);
    ck_assert_int_eq(shell("mv $HERE/plan.cfg $HERE/first.cfg"), 0);
    write_plan(whole);
    free(first);
    free(whole);
    free(text);
}

static const char spinning[] =
    "two = { problems = [ \"bouncing_balls\" ]; solvers = [ \"t_spins@ode\" ];\n"
    "events = false; steps = { hmax = 1e-2; halvings = 0; }; };";

static bool page_says(const char *words)
{
    char *path = text_of("%s/out/index.html", folder), *text = file_text(path);
    const bool found = text && strstr(text, words);
    free(path);
    free(text);
    return found;
}

static bool page_is_whole(void) { return page_says("</body></html>"); }

/* ---- order ------------------------------------------------------------------------------- */

START_TEST(first_cells_come_first)
{
    write_plans(0, "");
    ck_assert_int_eq(shell("$BUILD/ivpbench run $HERE/plan.cfg -vo $HERE/bench.db --jobs 1 "
                           "--seed 3 --first $HERE/first.cfg"),
                     0);
    const char *five = strstr(said, "rtol=1e-05"), *six = strstr(said, "rtol=1e-06");
    ck_assert(five && six);
    static const char *const later[] = { "rtol=0.001", "rtol=0.0001", "rtol=1e-07",
                                         "rtol=1e-08" };
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
        const char *at = strstr(said, later[i]);
        ck_assert_msg(at && at > five && at > six, "%s: %s", later[i], said);
    }
}
END_TEST

START_TEST(a_first_plan_must_be_there)
{
    write_plans(0, "");
    ck_assert_int_eq(
        shell("$BUILD/ivpbench run $HERE/plan.cfg -o $HERE/bench.db --first defualt"), 2);
    says("did you mean default?");
}
END_TEST

/* ---- the page ---------------------------------------------------------------------------- */

/* The cell that spins keeps the run going for three seconds beyond the first page. */
START_TEST(the_page_says_that_the_run_goes_on)
{
    write_plans(1, spinning);
    ck_assert_int_eq(
        shell(
            "mkdir $HERE/out; sed -i 's/two = .*//; s/^events.*//' $HERE/first.cfg; echo '};' "
            ">>$HERE/first.cfg; (cd $HERE && exec $BUILD/ivpbench run plan.cfg -o out/bench.db "
            "--first first.cfg --page out --renew 0.1 >log 2>&1) & echo $! >$HERE/pid"),
        0);
    bool seen = false;
    for (int i = 0; i < 16000 && !seen; i++, nap()) seen = page_says("Still running: ");
    ck_assert(seen && page_is_whole());
    ck_assert(page_says(" of 7 cells; timings to come."));
    ck_assert_int_eq(shell("while kill -0 $(cat $HERE/pid) 2>/dev/null; do sleep 0.1; done"),
                     0);
    ck_assert(log_says("first page: out/index.html"));
    ck_assert_int_eq(shell("cd $HERE && $BUILD/ivpbench report -s out/bench.db --output out"),
                     0);
    ck_assert(page_is_whole());
    ck_assert(!page_says("Still running") && !page_says("Not complete"));
}
END_TEST

/* Results whose timings are to come are in the page and in no gate, export or rank. */
static void count_results(int all, int finished)
{
    char *path = text_of("%s/out/bench.db", folder);
    reason why;
    board *b = board_open_so_far(path, NULL, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    ck_assert_int_eq(b->n, all);
    ck_assert_int_eq(b->course.known, all);
    ck_assert_int_eq(b->course.planned, 6);
    ck_assert_int_eq(b->course.finished, finished);
    board_close(b);
    b = board_open(path, NULL, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    ck_assert_int_eq(b->n, finished);
    board_close(b);
    free(path);
}

/* `tools/bench.sh` on the plan, in this process's place in the terminal. */
static pid_t start_bench(void)
{
    char *plan = text_of("%s/plan.cfg", folder), *out = text_of("%s/out", folder);
    char *log = text_of("%s/log", folder);
    const pid_t pid = fork();
    if (!pid) {
        const int fd = open(log, O_CREAT | O_TRUNC | O_WRONLY, 0666);
        dup2(fd, 1);
        dup2(fd, 2);
        if (chdir(tree)) _exit(126);
        execl("tools/bench.sh", "bench.sh", build, plan, out, (char *)NULL);
        _exit(126);
    }
    free(plan);
    free(out);
    free(log);
    return pid;
}

static const char timings_sql[] = "SELECT count(*) FROM sample";

/* Ended among the timings, by what Ctrl-C and what `kill` sends; then the same again. */
START_TEST(an_interrupted_bench_leaves_a_good_page)
{
    snprintf(file, sizeof file, "%s/out/bench.db", folder);
    write_plans(200, "");
    const pid_t pid = start_bench();
    while (count_of(timings_sql) < 1) nap();
    kill(pid, _i ? SIGTERM : SIGINT);
    ck_assert_int_eq(wait_for(pid), 130);
    ck_assert(log_says("stopped; what there is:"));
    ck_assert(log_says("the same command goes on from there"));
    ck_assert(page_is_whole());
    ck_assert(
        page_says("Not complete: 6 of 6 cells; timings of 6 to come. The command that began"));
    count_results(6, 0);
    write_plans(1, "");
    ck_assert_int_eq(wait_for(start_bench()), 0);
    ck_assert(page_is_whole() && !page_says("Not complete"));
    count_results(6, 6);
}
END_TEST

/* Nothing is left to run: no page is made that bench.sh makes anyway. */
START_TEST(a_finished_run_makes_no_page)
{
    static const char again[] =
        "cd $HERE && $BUILD/ivpbench run plan.cfg -o bench.db --page out";
    write_plans(1, "");
    ck_assert_int_eq(shell(again), 0);
    says("first page: out/index.html");
    ck_assert_int_eq(shell(again), 0);
    says("6 finished before");
    says_not("page");
}
END_TEST

/* A page that cannot be made is told, and the run goes on. */
START_TEST(a_page_that_cannot_be_made_is_no_end)
{
    write_plans(1, "");
    ck_assert_int_eq(
        shell("cd $HERE && $BUILD/ivpbench run plan.cfg -o bench.db --first first.cfg "
              "--page /proc/none"),
        0);
    says("6 ok");
    says("/proc/none/index.html could not be made");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("stages");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, first_cells_come_first);
    tcase_add_test(t, a_first_plan_must_be_there);
    tcase_add_test(t, the_page_says_that_the_run_goes_on);
    tcase_add_loop_test(t, an_interrupted_bench_leaves_a_good_page, 0, 2);
    tcase_add_test(t, a_finished_run_makes_no_page);
    tcase_add_test(t, a_page_that_cannot_be_made_is_no_end);
    return suite_run("stages", t);
}
