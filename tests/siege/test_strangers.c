/* test_strangers.c -- stores and references that look sound and are not, and text that a
 * terminal or a reader of results would obey.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/store_case.h"

#include "bench/base/printable.h"
#include "reports/gates/gate.h"

#include <limits.h>

static char other[80];

static store *second(const char *machine)
{
    snprintf(other, sizeof other, "%s/other.db", folder);
    return opened(other, machine);
}

static void first(const char *key)
{
    store *s = opened(file, "m");
    put(s, key, 1);
    store_close(s);
}

/* ---- two shards ------------------------------------------------------------------------- */

static void same(record *r) { r->samples[0].cpu_s *= 3; }
static void other_state(record *r) { r->end_state[0] = 0.25; }
static void other_counts(record *r) { r->counters[1] /= 100; }
static void other_end(record *r) { r->t_reached = nextafter(r->t_reached, 2); }
static void other_outcome(record *r) { r->outcome = OUTCOME_DIVERGED; }
static void other_series(record *r) { r->series[0].v[0] = nextafter(r->series[0].v[0], 2); }
static void other_event(record *r) { r->events[0].t = nextafter(r->events[0].t, 2); }
static void fewer_series(record *r)
{
    const record_series *last = &r->series[--r->nseries];
    free(last->name);
    free(last->v);
}

static void no_state(record *r) { r->end_state[0] = NAN; }
static void negative_zero(record *r) { r->end_state[0] = -r->end_state[0]; }
static void fewer_events(record *r) { r->nevents--; }
static void other_direction(record *r) { r->events[0].direction = -r->events[0].direction; }
static void more_counts(record *r) { r->counters[0]++; }
static void irreproducible(record *r)
{
    other_state(r);
    r->irreproducible = true;
}
static void in_less_time(record *r)
{
    other_state(r);
    r->outcome = OUTCOME_TIMEOUT;
}

static const struct {
    void (*change)(record *r);
    const char *machine, *says; /* NULL: they agree */
    int results;
} shards[] = {
    { same, "m", NULL, 2 },
    { fewer_series, "m", NULL, 2 },
    { other_state, "n", NULL, 3 },
    { irreproducible, "m", NULL, 2 },
    { in_less_time, "m", NULL, 2 },
    { other_state, "m", "in the end state", 1 },
    { other_counts, "m", "in outcome, time reached or counters", 1 },
    { other_end, "m", "in outcome, time reached or counters", 1 },
    { other_outcome, "m", "in outcome, time reached or counters: ...ok", 1 },
    { other_series, "m", "in the trajectory", 1 },
    { other_event, "m", "in the events", 1 },
    { no_state, "m", "in the end state", 1 },
    { negative_zero, "m", "in the end state", 1 },
    { fewer_events, "m", "in the events", 1 },
    { other_direction, "m", "in the events", 1 },
    { more_counts, "m", "in outcome, time reached or counters", 1 },
};
enum { SHARDS = sizeof shards / sizeof *shards };

static void put_again(int k)
{
    store *s = second(shards[k].machine);
    record r = sample("k", 1);
    shards[k].change(&r);
    ck_assert(store_put(s, &r));
    record_free(&r);
    put(s, "new", 2);
    store_close(s);
}

START_TEST(shards_must_agree)
{
    long added, skipped;
    first("k");
    put_again(_i);
    store *s = opened(file, "m");
    ck_assert_int_eq(store_merge(s, other, &added, &skipped), !shards[_i].says);
    if (shards[_i].says) {
        ck_assert_ptr_nonnull(strstr(store_error(s), "contradict each other"));
        ck_assert_msg(strstr(store_error(s), shards[_i].says), "%s", store_error(s));
    }
    ck_assert_int_eq(count(s), shards[_i].results);
    store_close(s);
}
END_TEST

/* ---- what cannot have been measured ----------------------------------------------------- */

static void less_counts(record *r) { r->counters[2] = -5; }
static void many_counts(record *r) { r->counters[2] = LONG_MAX; }
static void less_cpu(record *r) { r->samples[1].cpu_s = -0.25; }
static void endless_cpu(record *r) { r->samples[1].cpu_s = INFINITY; }
static void long_cpu(record *r) { r->samples[1].cpu_s = 1e300; }
static void less_wall(record *r) { r->samples[0].wall_s = -1; }
static void less_instructions(record *r) { r->samples[0].instructions = -2; }
static void no_worker(record *r) { r->samples[0].worker = -1; }
static void less_set_up(record *r) { r->setup_s = -1; }
static void endless_set_up(record *r) { r->setup_s = INFINITY; }
static void endless_overhead(record *r) { r->overhead_s = -INFINITY; }
static void less_memory(record *r) { r->peak_kb = -1; }
static void much_memory(record *r) { r->peak_kb = LONG_MAX; }
static void endless_time(record *r) { r->t_reached = -INFINITY; }
static void endless_event(record *r) { r->events[0].t = INFINITY; }
static void less_tolerance(record *r) { r->cell.rtol = -1e-3; }
static void less_step(record *r) { r->cell.h = -1; }
static void no_cpu(record *r) { r->samples[1].cpu_s = NAN; }
static void no_wall(record *r) { r->samples[0].wall_s = NAN; }
static void zero_cpu(record *r) { r->samples[1].cpu_s = 0; }
static void zero_wall(record *r) { r->samples[0].wall_s = 0; }
static void no_tolerance(record *r) { r->cell.rtol = NAN; }
static void no_time(record *r) { r->t_reached = NAN; }
static void no_event(record *r) { r->events[0].t = NAN; }

static void (*const never_measured[])(record *r) = {
    less_counts,      many_counts,       less_cpu,    endless_cpu,  long_cpu,
    less_wall,        less_instructions, no_worker,   less_set_up,  endless_set_up,
    endless_overhead, less_memory,       much_memory, endless_time, endless_event,
    less_tolerance,   less_step,         no_cpu,      no_wall,      zero_cpu,
    zero_wall,        no_tolerance,      no_time,     no_event,
};
enum { NEVER_MEASURED = sizeof never_measured / sizeof *never_measured };

START_TEST(nothing_beyond_reason_is_a_measurement)
{
    store *s = opened(file, "m");
    record r = sample("k", 1);
    never_measured[_i](&r);
    ck_assert(store_put(s, &r)); /* sealed by ourselves */
    record_free(&r);
    put(s, "good", 2);
    ck_assert(!store_check(s));
    ck_assert_msg(strstr(store_damage(s, 0), "cell k: "), "%s", store_damage(s, 0));
    ck_assert_int_eq(count(s), 1);
    store_close(s);
}
END_TEST

/* ---- references ------------------------------------------------------------------------- */

static const char *const spoilt[] = { "mkdir", "echo nonsense >", "echo ivpbench reference >" };
enum { SPOILT = sizeof spoilt / sizeof *spoilt };

/* A reference that is there and cannot be read: nobody says that there is none. */
START_TEST(an_unreadable_reference_is_told)
{
    char own[1024];
    program_folder(own, sizeof own);
    char *line = text_of(
        "cat >plan.cfg <<'EOF'\n"
        "defaults = { workers = 0; }; groups = { g = { problems = [ \"bouncing_balls\" ];\n"
        "solvers = [ \"dopri5\" ]; events = false; tolerances = { from = 3; to = 3; }; }; };\n"
        "EOF\n"
        "mkdir refs && export IVPBENCH_REFERENCE=$PWD/refs && ivpbench=%s/../ivpbench &&"
        " $ivpbench run plan.cfg -qo a.db && $ivpbench export -s a.db >none.csv &&"
        " %s refs/bouncing_balls.ref && for verb in 'export -s' 'compare a.db'; do"
        " $ivpbench $verb a.db >said 2>&1; [ $? -eq 3 ] &&"
        " grep -q 'bouncing_balls is scored by the closed form' said || { cat said; exit 1; }; "
        "done",
        own, spoilt[_i]);
    shell(line);
    free(line);
}
END_TEST

/* ---- text ------------------------------------------------------------------------------- */

static const struct {
    const char *text, *tamed;
} texts[] = {
    { "plain \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80",
      "plain \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80" },
    { "\033[2Jx\a\b\r\x7f", "?[2Jx????" },
    { "a\nb\tc", "a?b?c" },
    { "\xc2\x9b"
      "2J",
      "??2J" }, /* CSI of Unicode */
    { "\x9b"
      "2J",
      "?2J" },                       /* and of a byte */
    { "\xe2\x82", "??" },            /* cut off */
    { "\xc0\x8a", "??" },            /* a newline, written too long */
    { "dopri5\u200b", "dopri5???" }, /* looks like another name */
    { "#\u00ad#vso[x]", "#??#vso[x]" },
    { "\U000e0041\ufeffa", "???????a" },
    { "\u202eab\u2067\u061c", "???ab?????" },
    { "\u00e9\u2009\U0001f600", "\u00e9\u2009\U0001f600" },
};

START_TEST(a_terminal_obeys_nobody)
{
    char text[64];
    snprintf(text, sizeof text, "%s", texts[_i].text);
    tame(text, "");
    ck_assert_str_eq(text, texts[_i].tamed);
}
END_TEST

static char *written(void (*write)(const rulings *v, FILE *f), const gate_result *r)
{
    char *text = NULL;
    size_t size;
    rulings all = { 0 };
    FILE *f = open_memstream(&text, &size);
    gate_rulings(r, 1, &all);
    write(&all, f);
    rulings_free(&all);
    fclose(f);
    return text;
}

/* A name that ends one line and begins another, and hides a failure. */
START_TEST(results_are_not_forged)
{
    char what[] = "outcome\n::error::x", expected[] = "ok\n", found[] = "crash\nok 2 - all";
    finding bad = { what, expected, found };
    gate_cell c = { .cell = { .problem = "p\nok 2 - all is well\n::set-env x # SKIP \001",
                              .solver = "s",
                              .formulation = "f",
                              .rtol = 1e-3 } };
    gate_result r = { .cell = &c, .n = 1, .findings = &bad };
    char *tap = written(rulings_tap, &r), *junit = written(rulings_junit, &r);
    int lines = 0;
    for (const char *x = tap; *x; x++) lines += *x == '\n';
    ck_assert_msg(lines == 4, "%s", tap);
    ck_assert_ptr_nonnull(
        strstr(tap, "\nnot ok 1 - p?ok 2 - all is well?::set-env x \\# SKIP ?"));
    for (const char *x = junit; *x; x++) ck_assert(*x == '\n' || (unsigned char)*x >= 0x20);
    free(tap);
    free(junit);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("strangers");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_loop_test(t, shards_must_agree, 0, SHARDS);
    tcase_add_loop_test(t, nothing_beyond_reason_is_a_measurement, 0, NEVER_MEASURED);
    tcase_add_loop_test(t, an_unreadable_reference_is_told, 0, SPOILT);
    tcase_add_loop_test(t, a_terminal_obeys_nobody, 0, (int)(sizeof texts / sizeof *texts));
    tcase_add_test(t, results_are_not_forged);
    return suite_run("strangers", t);
}
