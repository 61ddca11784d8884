/* test_cluster.c -- a campaign in shards: stopped, gone on with, merged; what must not be mixed
 * is refused. Slurm itself: slurm.sh.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

static const char small[] = "defaults = { timeout_s = 60.0; workers = 0; };\n"
                            "groups = { g = { problems = [ \"bouncing_balls\" ];\n"
                            "solvers = [ \"dopri5\", \"hht\" ]; events = false;\n"
                            "tolerances = { from = 3; to = 8; }; }; };\n";

#define SUBMIT "$BUILD/ivpbench submit $HERE/plan.cfg -o $HERE/campaign --array 3 --every 1"

static void submitted(void)
{
    write_plan(small);
    ck_assert_int_eq(shell(SUBMIT), 0);
    says("xargs");
}

START_TEST(shards_are_the_plan)
{
    submitted();
    ck_assert_int_eq(shell("$BUILD/ivpbench status $HERE/campaign"), 1);
    says("not begun");
    ck_assert_int_eq(shell("cd $HERE/campaign && seq 3 | xargs -n 1 ./job.sh 3 $HERE 1"), 0);
    ck_assert_int_eq(shell("$BUILD/ivpbench status $HERE/campaign"), 0);
    says("all           12       0        0  finished");
    ck_assert_int_eq(
        shell("$BUILD/ivpbench merge $HERE/campaign/shards/*.db -o $HERE/all.db && "
              "$BUILD/ivpbench run $HERE/plan.cfg -qo $HERE/one.db && "
              "for s in all one; do $BUILD/ivpbench export -s $HERE/$s.db | "
              "awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) keep[i] = $i !~ "
              "/^(cpu|wall|setup|overhead|samples|peak)/ } { l = \"\"; for (i = 1; "
              "i <= NF; i++) if (keep[i]) l = l \",\" $i; print l }' >$HERE/$s.csv; "
              "done; wc -l <$HERE/one.csv; cmp $HERE/all.csv $HERE/one.csv"),
        0);
    says("13");
    ck_assert_int_eq(shell("ls -A $HERE | grep -c ivpbench-"), 1); /* nothing is left behind */
}
END_TEST

/* A word to stop: what is finished by then is kept, and the rest is done by the same
 * command. */
START_TEST(a_stopped_shard_goes_on)
{
    write_plan("defaults = { timeout_s = 60.0; workers = 0; };\n"
               "groups = { g = { problems = [ \"hires\" ]; events = false;\n"
               "solvers = [ \"linear_implicit_euler\" ];\n"
               "steps = { hmax = 0.05; halvings = 9; }; }; };\n");
    ck_assert_int_eq(
        shell("$BUILD/ivpbench submit $HERE/plan.cfg -o $HERE/campaign --array 1 -- --jobs 1"),
        0);
    ck_assert_int_eq(shell("cd $HERE/campaign && { ./job.sh 1 $HERE 1 1 & } && "
                           "until $BUILD/ivpbench export -s shards/1.db 2>/dev/null | "
                           "grep -q hires; do sleep 0.1; done && "
                           "kill -TERM $! && wait $!"),
                     130);
    ck_assert_int_eq(shell("$BUILD/ivpbench status $HERE/campaign"), 1);
    says("stopped: submit it again");
    ck_assert_int_eq(shell("cp $HERE/campaign/shards/1.db $HERE/early.db; "
                           "cd $HERE/campaign && ./job.sh 1 $HERE 1 1"),
                     0);
    ck_assert_int_eq(
        shell("$BUILD/ivpbench merge $HERE/campaign/shards/1.db -o $HERE/early.db"), 0);
    says_not(" 0 known before"); /* what the first life had was not measured again */
    ck_assert_int_eq(shell("$BUILD/ivpbench status $HERE/campaign"), 0);
    says("  0  finished");
}
END_TEST

static const struct {
    const char *doing, *says;
    int code;
} refused[] = {
    { "$BUILD/ivpbench submit $HERE/plan.cfg -o $HERE/campaign --array 4", "has 3 shards", 3 },
    { "echo '# other' >>$HERE/plan.cfg; " SUBMIT, "another campaign lies here", 3 },
    { SUBMIT " -- --only-accuracy", "another campaign lies here", 3 },
    { "$BUILD/ivpbench submit $HERE/plan.cfg -o $HERE/x -- 'two\nlines'", "has a line break",
      3 },
    { "$BUILD/ivpbench submit $HERE/plan.cfg", "--output", 2 },
    { "$BUILD/ivpbench submit $HERE/plan.cfg -o $HERE/x --array 0", "--array", 2 },
    { "$BUILD/ivpbench submit $HERE/nothing.cfg -o $HERE/x", "nothing.cfg", 3 },
    { "$BUILD/ivpbench status $HERE", "is it the folder of a campaign", 3 },
    { "$BUILD/ivpbench cancel $HERE/campaign", "no Slurm array", 3 },
    { "echo 'shards = 3; job = \"1;touch x\";' >$HERE/campaign/campaign.cfg; "
      "$BUILD/ivpbench cancel $HERE/campaign",
      "NUMBER", 3 },
    { "echo 'shards = -3;' >$HERE/campaign/campaign.cfg; $BUILD/ivpbench status $HERE/campaign",
      "shards = N", 3 },
    { "PATH=/nowhere $BUILD/ivpbench submit $HERE/plan.cfg -o $HERE/campaign --array 3 --slurm",
      "without Slurm", 3 },
};
enum { REFUSED = sizeof refused / sizeof *refused };

START_TEST(refusals_say_what_would_be_right)
{
    submitted();
    ck_assert_int_eq(shell(refused[_i].doing), refused[_i].code);
    says(refused[_i].says);
}
END_TEST

/* Data are never code: a folder, a plan and options with the marks of a shell in their
 * names. */
START_TEST(names_are_data)
{
    write_plan(small);
    ck_assert_int_eq(
        shell("mkdir \"$HERE/a \\$(touch oops) 'b\" && cd \"$HERE/a \\$(touch oops) 'b\" && "
              "$BUILD/ivpbench submit $HERE/plan.cfg -o \"c;d 'e\" --array 1 -- "
              "--problems 'bouncing_*' --solvers 'dopri5' && cd \"c;d 'e\" && "
              "./job.sh 1 . 1 1 && cd .. && $BUILD/ivpbench status \"c;d 'e\" && "
              "! find $HERE -name oops | grep ."),
        0);
    says(" 6       0        0  finished");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("cluster");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, shards_are_the_plan);
    tcase_add_test(t, a_stopped_shard_goes_on);
    tcase_add_loop_test(t, refusals_say_what_would_be_right, 0, REFUSED);
    tcase_add_test(t, names_are_data);
    return suite_run("cluster", t);
}
