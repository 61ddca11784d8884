/* test_cheats.c -- solvers that are timed without the work that their results claim: each is
 * found, or gains nothing by it. A line for each says which.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/harness_case.h"

#include <jansson.h>

typedef enum verdict { FLAGGED, NOTHING, EITHER } verdict;

typedef struct cheat {
    const char *solver, *how; /* "": of no options */
    verdict verdict;
    const char *says; /* part of the sentence */
} cheat;

/* FLAGGED with the sentence; NOTHING: a control, whose times are those of an honest solver;
 * EITHER: as the machine has it, one or the other. */
static const cheat cheats[] = {
    { "t_cheats", "honest", NOTHING, "" },
    { "t_cheats", "memo", FLAGGED, "cannot be repeated" },
    { "t_cheats", "memojump", FLAGGED, "implausible" },
    { "t_cheats", "memo_known", FLAGGED, "from the problem's own start takes" },
    { "t_cheats", "memo_near", FLAGGED, "implausible" },
    { "t_cheats", "create", FLAGGED, "stay the same with a=1.111" },
    { "t_cheats", "createjump", FLAGGED, "stay the same with a=1.111" },
    { "t_cheats", "thread", FLAGGED, "stay the same with a=1.111" },
    { "t_cheats", "child", FLAGGED, "implausible" },
    { "t_cheats", "childjump", FLAGGED, "implausible" },
    { "t_cheats", "child_spun", EITHER, "" },
    { "t_cheats", "orphan", EITHER, "" },
    { "t_cheats", "ignored_child", FLAGGED, "implausible" },
    { "t_cheats", "elsewhere_back", FLAGGED, "the CPU time of its own processes went" },
    { "t_cheats", "elsewhere_nan", FLAGGED, "the CPU time of its own processes went" },
    { "t_cheats", "elsewhere_half", FLAGGED, "the kernel counted" },
    { "t_cheats", "uncounted", FLAGGED, "evaluations are counted" },
    { "t_halved", "", FLAGGED, "needs 4 a step" },
    { "t_cheats", "counts_up", FLAGGED, "the counter n_f" },
    { "t_cheats", "counts_down", FLAGGED, "the counter n_f" },
    { "t_cheats", "oracle", FLAGGED, "stay the same with a=1.111" },
    { "t_cheats", "oracle_tiny", FLAGGED, "stay the same with a=1.111" },
    { "t_cheats", "oracle_moved", FLAGGED, "stay the same with a=1.111" },
    { "t_cheats", "notes_files", NOTHING, "" },
    { "t_cheats", "notes_times", NOTHING, "" },
    { "t_cheats", "loose_timed", FLAGGED, "implausible" },
    { "t_cheats", "loose_late", FLAGGED, "implausible" },
    { "t_cheats", "loose_moved", NOTHING, "" },
    { "t_cheats", "random", FLAGGED, "implausible" },
    { "t_cheats", "sleeps", EITHER, "" },
    { "t_cheats", "memo_snapped", FLAGGED, "while ends of another solver differ" },
    { "t_cheats", "slow_clock", FLAGGED, "between and after the solves" },
    { "t_cheats", "notes_parent", NOTHING, "" },
    { "t_cheats", "flat", FLAGGED, "depends on the tolerance" },
};
enum { CHEATS = sizeof cheats / sizeof *cheats };

static struct {
    int seen;
    bool found;
    double plain_s; /* CPU time of a solve, the least of its workers' medians */
} of[CHEATS];

static void write_cheats(void)
{
    char *list = copied("\"t_halved\"");
    for (int i = 0; i < CHEATS; i++) {
        if (!*cheats[i].how || !strcmp(cheats[i].how, "flat")) continue;
        char *longer = text_of("%s, \"%s(how=%s)\"", list, cheats[i].solver, cheats[i].how);
        free(list);
        list = longer;
    }
    char *text =
        text_of("defaults = { timeout_s = 4.0; memory_mb = 200; min_time_s = 0.02;"
                " workers = 2; };\n"
                "groups = { all = { problems = [ \"t_preys\" ]; solvers = [ %s ];\n"
                "tolerances = { from = 6; to = 6; per_decade = 1; atol_factor = 1.0; };\n"
                "steps = { hmax = 0.1; halvings = 0; }; };\n"
                "flat = { problems = [ \"t_preys\" ]; solvers = [ \"t_cheats(how=flat)\" ];\n"
                "tolerances = { from = 4; to = 7; per_decade = 3; }; }; };\n",
                list);
    write_plan(text);
    free(text);
    free(list);
}

/* The plan expects each solver to take tolerances or steps: it has both of them. */
static const cheat *cheat_of(const record *r)
{
    for (int i = 0; i < CHEATS; i++) {
        const char *how = cheats[i].how, *equal = strchr(r->cell.options, '=');
        if (!strcmp(cheats[i].solver, r->cell.solver) && !strcmp(how, equal ? equal + 1 : ""))
            return &cheats[i];
    }
    return NULL;
}

static double least_time(const record *r)
{
    size_t i;
    json_t *o = json_loads(r->scoring, 0, NULL), *worker;
    double least = 1e9;
    json_array_foreach(json_object_get(o, "workers"), i, worker)
    {
        const double s = json_number_value(json_object_get(worker, "plain_s"));
        if (s < least) least = s;
    }
    json_decref(o);
    return least;
}

static bool take(void *context, const record *r, const char *machine)
{
    (void)context, (void)machine;
    const cheat *c = cheat_of(r);
    ck_assert_msg(c != NULL, "%s(%s)", r->cell.solver, r->cell.options);
    if (r->outcome == OUTCOME_DECLINED) return true;
    const long k = c - cheats;
    of[k].seen++;
    of[k].plain_s = least_time(r);
    const bool found = r->outcome != OUTCOME_OK;
    if (of[k].seen == 1)
        printf("%-9s %-15s %s%s\n", c->solver, c->how, found ? "flagged: " : "gains nothing",
               r->detail);
    ck_assert_msg(c->verdict == EITHER || found == (c->verdict == FLAGGED), "%s %s: %s %s",
                  c->solver, c->how, outcome_name(r->outcome), r->detail);
    /* which check speaks first hangs on times that are not those of the build */
    ck_assert_msg(SANITIZED || strstr(r->detail, c->says), "%s: %s", c->how, r->detail);
    of[k].found = found;
    return true;
}

static void use_test_problems(void)
{
    char own[1024];
    program_folder(own, sizeof own);
    char *roots = text_of("%s:%s", getenv("IVPBENCH_PLUGIN_PATH"), own);
    setenv("IVPBENCH_PLUGIN_PATH", roots, 1);
    free(roots);
}

START_TEST(each_is_found_or_gains_nothing)
{
    reason why;
    use_test_problems();
    write_cheats();
    ck_assert_int_eq(run_plan_file(NULL), 0);
    store *s = store_open(file, false, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    ck_assert_msg(store_each(s, false, take, NULL), "%s", store_error(s));
    store_close(s);
    for (int i = 0; i < CHEATS; i++) {
        ck_assert_msg(of[i].seen >= 1, "%s: %d", cheats[i].how, of[i].seen);
        ck_assert_msg(of[i].found || of[i].plain_s > of[0].plain_s / 2,
                      "%s takes %g s, an honest solve %g s", cheats[i].how, of[i].plain_s,
                      of[0].plain_s);
    }
}
END_TEST

/* ---- in other languages, and a problem
 * ---------------------------------------------------- */

/* A command in the folder of the test, with $ivpbench; its words. */
static char *shell(const char *command, int *code)
{
    char own[1024];
    program_folder(own, sizeof own);
    char *line = text_of("cd %s && here=%s/../tree/tests/plugins/cheats && ivpbench=%s && "
                         "{ %s; } >said 2>&1",
                         folder, own, program, command);
    char *path = text_of("%s/said", folder);
    const int status = system(line);
    char *said = file_text(path);
    ck_assert_msg(WIFEXITED(status) && said, "%s", line);
    *code = WEXITSTATUS(status);
    free(line);
    free(path);
    return said;
}

static const struct {
    const char *name, *needs, *build, *run, *says;
} others[] = {
    { "helper", "perl", "cp $here/helper.* . && $ivpbench plugin build helper.cfg",
      "$ivpbench try t_preys --solver helper --h 1", "the kernel counted" },
    { "memo", "python3", "cp $here/memo.py . && $ivpbench plugin build memo.py",
      "$ivpbench try t_preys --solver memo --h 1", "implausible" },
    { "memo_line", "perl", "cp $here/memo_line.* . && $ivpbench plugin build memo_line.cfg",
      "$ivpbench try t_preys --solver memo_line --h 1", "implausible" },
    { "spare", "python3", "cp $here/spare.py . && $ivpbench plugin build spare.py",
      "$ivpbench try t_preys --solver spare --h 1", "implausible" },
    { "t_bare_preys", "true", "true",
      "$ivpbench try t_bare_preys --solver 't_cheats(how=createjump)' --rtol 1e-6",
      "the same to the bit" },
    /* what is not moved says so */
    { "t_slope", "true", "true", "$ivpbench try t_slope --solver dopri5 --rtol 1e-6",
      "began at a moved start, because every component of its start is zero" },
    /* a problem that treats solvers differently does not see which one it has */
    { "t_spies", "true", "true", "$ivpbench try t_spies --solver 't_cheats(how=honest)'",
      "t_cheats@ode how=honest " },
    /* nor is anything checked in silence without the checks */
    { "without the checks", "true", "true",
      "IVPBENCH_AUDIT=off $ivpbench try t_preys --solver 't_cheats(how=memo)' --rtol 1e-6",
      "began at a moved start, because it got no key for them" },
};
enum { OTHERS = sizeof others / sizeof *others };

START_TEST(other_languages_too)
{
    int code = 0;
    use_test_problems();
    char *roots = text_of("%s:%s/plugins", getenv("IVPBENCH_PLUGIN_PATH"), folder),
         *needs = text_of("command -v %s", others[_i].needs);
    free(shell(needs, &code));
    if (code) printf("skipped: %s is not installed\n", others[_i].needs);
    char *built = code ? NULL : shell(others[_i].build, &code);
    ck_assert_msg(!built || !code, "%s", built);
    setenv("IVPBENCH_PLUGIN_PATH", roots, 1);
    char *said = built ? shell(others[_i].run, &code) : NULL;
    if (SANITIZED && said && strstr(said, "interpreters are not run under AddressSanitizer")) {
        printf("skipped: %s", said);
        free(said);
        said = NULL;
    }
    ck_assert_msg(!said || (strstr(said, others[_i].says) && !strstr(said, "nonfinite")), "%s",
                  said);
    if (said)
        printf("%-25s %s\n", others[_i].name, _i < OTHERS - 3 ? "flagged" : "gains nothing");
    free(roots);
    free(needs);
    free(built);
    free(said);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("cheats");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, each_is_found_or_gains_nothing);
    tcase_add_loop_test(t, other_languages_too, 0, OTHERS);
    return suite_run("cheats", t);
}
