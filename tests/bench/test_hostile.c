/* test_hostile.c -- every row of attacks/all.h costs its own cell, has the right type, and
 * leaves nothing behind: no process, no file outside its scratch folder, no earlier result
 * less.
 *
 * One campaign runs all attacks; its results are looked at from several sides.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/harness_case.h"
#include "tests/plugins/attacks/all.h"

#include "bench/process/confine.h"

static const char earlier[] =
    "defaults = { timeout_s = 5.0; workers = 0; };\n"
    "groups = { before = { problems = [ \"bouncing_balls\" ]; solvers = [ \"t_good\" ];\n"
    "events = false; steps = { hmax = 1e-2; halvings = 6; }; }; };\n";
enum { EARLIER = 7 };

static int before, processes;

static void put_file(const char *name)
{
    char *path = text_of("%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs("precious", f);
    fclose(f);
    free(path);
}

/* A folder of plug-ins with a link that leads to the home, as to one of plug-ins. */
static void lead_home(void)
{
    char *theirs = text_of("%s/theirs", folder), *link = text_of("%s/theirs/quad", folder),
         *home = text_of("%s/home", folder), *kind = text_of("%s/home/solvers", folder),
         *path = text_of("%s:%s", getenv("IVPBENCH_PLUGIN_PATH"), theirs);
    mkdir(theirs, 0777);
    mkdir(kind, 0777);
    ck_assert_int_eq(symlink(home, link), 0);
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
    free(theirs);
    free(link);
    free(home);
    free(kind);
    free(path);
}

static void make_target(void)
{
    char *home = text_of("%s/home", folder), *reference = text_of("%s/reference", folder),
         *checkout = text_of("%s/checkout", folder);
    mkdir(checkout, 0777);
    mkdir(home, 0777);
    mkdir(reference, 0777);
    setenv("IVPBENCH_TEST_TARGET", folder, 1);
    setenv("SECRET_TOKEN", "KEY-4711", 1);
    setenv("HOME", home, 1);
    setenv("IVPBENCH_REFERENCE", reference, 1);
    setenv("TMPDIR", folder, 1); /* scratch folders are looked for there */
    put_file("home/precious");
    lead_home();
    put_file("reference/secret.ref");
    put_file("other.db");
    put_file("checkout/secret.ref");
    free(home);
    free(reference);
    free(checkout);
}

/* A process under AddressSanitizer is some megabytes larger: dozens of children may meet the
 * limit of memory before that of processes. */
#ifdef __SANITIZE_ADDRESS__
enum { MEMORY = 500, LARGE_CHILDREN = true };
#else
enum { MEMORY = 200, LARGE_CHILDREN = false };
#endif

static bool as_expected(const struct attack *d, outcome o)
{
    return strstr(d->outcome, outcome_name(o)) ||
           (LARGE_CHILDREN && o == OUTCOME_MEMORY && strstr(d->name, "children"));
}

/* Attacks that may hang, those against what is reduced, and the others. */
enum kind { OTHER, HANGING, REDUCED };

static enum kind kind_of(const struct attack *d)
{
    return strstr(d->outcome, "timeout") ? HANGING
           : strstr(d->name, "_record")  ? REDUCED
                                         : OTHER;
}

/* Solvers of a group: with the others goes a good one. These have time, however busy the
 * machine is. */
static char *attacks_of(enum kind kind)
{
    char *list = copied(kind == OTHER ? "\"t_good\"" : "");
    for (int i = 0; i < NATTACKS; i++) {
        if (kind_of(&attacks[i]) != kind) continue;
        char *longer = text_of("%s%s\"t_hostile(attack=%d)\"", list, *list ? ", " : "", i);
        free(list);
        list = longer;
    }
    return list;
}

/* A run of 100,000 steps is thinned, so another process reduces it. */
static void write_attacks(void)
{
    char *hanging = attacks_of(HANGING), *other = attacks_of(OTHER),
         *reduced = attacks_of(REDUCED);
    char *text = text_of(
        "defaults = { timeout_s = 20.0; memory_mb = %d; workers = 0; };\n"
        "groups = {\n"
        "  hanging = { problems = [ \"bouncing_balls\" ]; solvers = [ %s ]; events = false;\n"
        "              steps = { hmax = 1.1e-2; halvings = 0; }; timeout_s = 1.0; };\n"
        "  others  = { problems = [ \"bouncing_balls\" ]; solvers = [ %s ]; events = false;\n"
        "              steps = { hmax = 1.1e-2; halvings = 0; }; };\n"
        "  reduced = { problems = [ \"bouncing_balls\" ]; solvers = [ %s ]; events = false;\n"
        "              steps = { hmax = 2e-5; halvings = 0; }; };\n"
        "};\n",
        MEMORY, hanging, other, reduced);
    write_plan(text);
    free(text);
    free(hanging);
    free(other);
    free(reduced);
}

/* The campaign of all attacks on a store that holds results already. */
static void run_all(void)
{
    set_up();
    make_target();
    write_plan(earlier);
    ck_assert_int_eq(run_plan_file("-q"), 0);
    before = count_of("SELECT count(*) FROM result");
    write_attacks();
    processes = lingering();
    const int code = run_plan_file("-q");
    ck_assert_msg(code == 0 || !log_says("none"), "exit code %d", code);
}

static void leave(void) { tear_down(); }

typedef struct seen {
    int n, good, wrong;
    const char *peeked; /* an attack that read what it must not */
    int of_kind[ATTACK_KINDS], through[ATTACK_KINDS];
} seen;

static bool look(void *context, const record *r, const char *machine)
{
    seen *s = context;
    const char *equal = strchr(r->cell.options, '=');
    (void)machine;
    s->good += !strcmp(r->cell.solver, "t_good") && r->outcome == OUTCOME_OK;
    if (strcmp(r->cell.solver, "t_hostile")) return true;
    const struct attack *d = &attacks[equal ? (int)strtod(equal + 1, NULL) : 0];
    const bool peeked = strstr(r->output, "READ IT"), wrong = !as_expected(d, r->outcome);
    s->n++;
    s->of_kind[d->kind]++;
    s->through[d->kind] += peeked || wrong;
    if (peeked) {
        s->peeked = d->name;
        fprintf(stderr, "%s has come through: %.200s\n", d->name, r->output);
    }
    if (wrong) {
        s->wrong++;
        fprintf(stderr, "%s%s: %s (%s), expected %s; it printed: %.200s\n", d->name,
                d->early ? " in create()" : "", outcome_name(r->outcome), r->detail, d->outcome,
                r->output);
    }
    for (const char *c = r->output; *c; c++) ck_assert(*c != '\033');
    return true;
}

static seen look_at_all(void)
{
    reason why;
    seen s = { 0 };
    store *db = store_open(file, false, &why);
    ck_assert_msg(db != NULL, "%s", why.text);
    ck_assert_msg(store_each(db, true, look, &s), "%s", store_error(db));
    store_close(db);
    return s;
}

/* Rows for the table of `make siege`, where it asks for them. */
static void write_rows(const seen *s)
{
    const char *path = getenv("SIEGE_ROWS");
    FILE *f = path ? fopen(path, "a") : NULL;
    for (int k = NONE + 1; f && k < ATTACK_KINDS; k++)
        fprintf(f, "hostile|%s|%d|%d\n", attack_kinds[k], s->of_kind[k], s->through[k]);
    if (f) fclose(f);
}

START_TEST(each_has_its_type)
{
    const seen s = look_at_all();
    write_rows(&s);
    ck_assert_int_eq(s.n, NATTACKS);
    ck_assert_int_eq(s.wrong, 0);
}
END_TEST

START_TEST(none_reads_what_is_hidden)
{
    const seen s = look_at_all();
    if (!(confine_offers() & CONFINE_FILES)) return;
    ck_assert_msg(s.peeked == NULL, "%s", s.peeked);
}
END_TEST

START_TEST(earlier_results_are_there)
{
    ck_assert_int_eq(before, EARLIER);
    ck_assert_int_eq(look_at_all().good, EARLIER + 1);
    ck_assert_int_eq(count_of("PRAGMA integrity_check") >= 0, 1);
}
END_TEST

START_TEST(no_process_is_left)
{
    ck_assert_int_eq(processes, 0);
    ck_assert_int_eq(lingering(), 0);
}
END_TEST

/* Besides what the test itself has put there. */
START_TEST(no_file_is_left)
{
    static const char *const known[] = {
        ".",   "..",   "bench.db",  "bench.db-wal", "bench.db-shm", "plan.cfg",
        "log", "home", "reference", "checkout",     "other.db",     "theirs"
    };
    struct stat st;
    if (!(confine_offers() & CONFINE_FILES)) return;
    DIR *d = opendir(folder);
    for (struct dirent *e; (e = readdir(d));) {
        bool expected = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            expected |= !strcmp(e->d_name, known[i]);
        ck_assert_msg(expected, "%s", e->d_name);
    }
    closedir(d);
    char *owned = text_of("%s/home/owned", folder), *kept = text_of("%s/home/precious", folder);
    ck_assert_int_ne(access(owned, F_OK), 0);
    ck_assert_int_eq(access(kept, F_OK), 0);
    ck_assert_int_eq(stat(file, &st), 0);
    ck_assert_int_ne(st.st_mode & 0600, 0);
    free(owned);
    free(kept);
}
END_TEST

/* ---- the harness ended while a plug-in has children -------------------------------------- */

static const int signals[] = { SIGKILL, SIGINT, SIGTERM, SIGHUP };

START_TEST(nothing_outlives_the_harness)
{
    enum { MOST_NAPS = 1000 };
    int left = 0;
    char *solver = text_of("\"t_hostile(attack=%d)\"", row_of_attack("deaf_children_and_spin"));
    plan_for(solver);
    free(solver);
    make_target();
    const pid_t pid = start("-q");
    for (int i = 0; i < MOST_NAPS && lingering() < 5; i++)
        nap(); /* harness, worker, children */
    ck_assert_int_ge(lingering(), 5);
    kill(pid, signals[_i]);
    ck_assert_int_eq(wait_for(pid), signals[_i] == SIGKILL ? 1000 + SIGKILL : 130);
    for (int i = 0; i < MOST_NAPS && (left = lingering()); i++) nap();
    ck_assert_int_eq(left, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hostile");
    TCase *t = tcase_create("hostile");
    tcase_add_unchecked_fixture(t, run_all, leave);
    tcase_add_test(t, each_has_its_type);
    tcase_add_test(t, none_reads_what_is_hidden);
    tcase_add_test(t, earlier_results_are_there);
    tcase_add_test(t, no_process_is_left);
    tcase_add_test(t, no_file_is_left);
    suite_add_tcase(suite, t);
    TCase *ended = tcase_create("ended");
    tcase_add_checked_fixture(ended, set_up, tear_down);
    tcase_add_loop_test(ended, nothing_outlives_the_harness, 0, 4);
    suite_add_tcase(suite, ended);
    SRunner *r = srunner_create(suite);
    srunner_run_all(r, CK_ENV); /* a row of the siege a test */
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed;
}
