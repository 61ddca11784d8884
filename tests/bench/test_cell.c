/* test_cell.c -- cells as JSON, as titles, and their keys.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/bits.h"
#include "bench/base/digest.h"
#include "bench/cell/cell.h"
#include "bench/cell/pack.h"
#include "bench/plan/plan_inner.h"
#include "bench/base/util.h"

#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cell sample(void)
{
    return (cell){ .problem = "andrews",
                   .parameters = "",
                   .formulation = "projected(newton=1)",
                   .solver = "dopri5",
                   .options = "",
                   .rtol = 1e-7 / 3,
                   .atol = 0.1,
                   .h0 = 1e-300,
                   .timeout_s = 1.0 / 3,
                   .memory_mb = 77,
                   .max_steps = 123456789012,
                   .min_time_s = 0.07,
                   .precision = 0.03,
                   .workers = 4,
                   .no_events = true };
}

static void keyed(cell *c)
{
    reason why;
    ck_assert_msg(cell_make_key(c, &why), "%s", why.text);
}

START_TEST(json_keeps_every_bit)
{
    reason why;
    cell c = sample(), back;
    keyed(&c);
    char *text = cell_to_json(&c);
    ck_assert_msg(cell_from_json(&back, text, &why), "%s", why.text);
    ck_assert_ptr_null(strchr(text, '\n'));
    free(text);
    keyed(&back);
    ck_assert_str_eq(c.key, back.key);
    ck_assert(c.rtol == back.rtol && c.atol == back.atol && c.h0 == back.h0);
    ck_assert(c.timeout_s == back.timeout_s && c.min_time_s == back.min_time_s);
    ck_assert(c.max_steps == back.max_steps && c.memory_mb == back.memory_mb);
    ck_assert(c.no_events == back.no_events && c.workers == back.workers);
    ck_assert_str_eq(c.formulation, back.formulation);
}
END_TEST

static const struct {
    const char *json, *says;
} refused[] = {
    { "", "line" },
    { "{\"problem\": }", "line 1" },
    { "[]", "object" },
    { "{}", "problem, formulation and solver" },
    { "{\"problem\":\"a\",\"formulation\":\"b\",\"solver\":\"c\",\"rtol\":0,\"atol\":1}",
      "positive" },
    { "{\"problem\":\"a\",\"formulation\":\"b\",\"solver\":\"c\",\"rtol\":-1,\"atol\":1}",
      "positive" },
    { "{\"problem\":\"a\",\"formulation\":\"b\",\"solver\":\"c\",\"rtol\":1e-3}", "positive" },
    { "{\"problem\":\"a\",\"formulation\":\"b\",\"solver\":\"c\",\"rtol\":NaN}", "line 1" },
    { "{\"problem\":\"a\",\"formulation\":\"b\",\"solver\":\"c\",\"h\":-1}", "negative" },
    { "{\"problem\":\"a\",\"formulation\":\"b\",\"solver\":\"c\",\"h\":\"x\"}", "number" },
    { "{\"problem\":\"a\",\"solvr\":\"c\"}", "solvr" },
};

START_TEST(bad_json_is_refused)
{
    reason why = { "" };
    cell c;
    ck_assert(!cell_from_json(&c, refused[_i].json, &why));
    ck_assert_msg(strstr(why.text, refused[_i].says) != NULL, "%s", why.text);
}
END_TEST

/* Names with blanks, texts with control characters: nobody may ask for such a cell. */
START_TEST(cells_that_are_asked_for_are_plain)
{
    static const struct {
        const char *json, *says;
    } asked[] = {
        { "\"problem\":\"a\\nok 1\",\"solver\":\"c\"", "\"problem\" has blanks or control" },
        { "\"problem\":\"a b\",\"solver\":\"c\"", "\"problem\" has blanks or control" },
        { "\"problem\":\"a\",\"solver\":\"c\\u001b[2J\"", "\"solver\" has blanks or control" },
        { "\"problem\":\"a\",\"solver\":\"c\",\"options\":\"x=1\\r\"",
          "\"options\" has control" },
        { "\"problem\":\"a\",\"solver\":\"c\",\"options\":\"x=1 y=2\"", "" },
    };
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
        reason why = { "" };
        cell c;
        char *json = text_of("{\"formulation\":\"b\",\"h\":1,%s}", asked[k].json);
        ck_assert_msg(cell_from_json(&c, json, &why), "%s", why.text);
        ck_assert_int_eq(cell_is_plain(&c, &why), !*asked[k].says);
        ck_assert_msg(strstr(why.text, asked[k].says) != NULL, "%s", why.text);
        free(json);
    }
}
END_TEST

START_TEST(long_names_are_refused)
{
    char text[1024];
    reason why;
    cell c;
    char name[400];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    snprintf(text, sizeof text, "{\"problem\":\"%s\"}", name);
    ck_assert(!cell_from_json(&c, text, &why));
    ck_assert_ptr_nonnull(strstr(why.text, "256"));
}
END_TEST

static void other_problem(cell *c) { strcpy(c->problem, "hires"); }
static void other_parameters(cell *c) { strcpy(c->parameters, "a=1"); }
static void other_formulation(cell *c) { strcpy(c->formulation, "projected"); }
static void other_solver(cell *c) { strcpy(c->solver, "ida"); }
static void other_options(cell *c) { strcpy(c->options, "b=2"); }
static void other_rtol(cell *c) { c->rtol = nextafter(c->rtol, 1); }
static void other_atol(cell *c) { c->atol = nextafter(c->atol, 1); }
static void other_h0(cell *c) { c->h0 = 0; }
static void other_h(cell *c) { c->h = 1e-3; }
static void other_events(cell *c) { c->no_events = false; }
static void other_bound(cell *c) { c->max_steps++; }
static void other_timeout(cell *c) { c->timeout_s = 1; }
static void other_memory(cell *c) { c->memory_mb = 1; }
static void other_time(cell *c) { c->min_time_s = 1; }
static void other_precision(cell *c) { c->precision = 1; }
static void other_workers(cell *c) { c->workers = 0; }

static const struct {
    void (*change)(cell *c);
    bool decides;
} changes[] = {
    { other_problem, true },  { other_parameters, true }, { other_formulation, true },
    { other_solver, true },   { other_options, true },    { other_rtol, true },
    { other_atol, true },     { other_h0, true },         { other_h, true },
    { other_events, true },   { other_bound, true },      { other_timeout, false },
    { other_memory, false },  { other_time, false },      { other_precision, false },
    { other_workers, false },
};

START_TEST(key_follows_what_decides)
{
    cell a = sample(), b = sample();
    keyed(&a);
    changes[_i].change(&b);
    keyed(&b);
    ck_assert_uint_eq(strlen(a.key), 64);
    ck_assert((strcmp(a.key, b.key) != 0) == changes[_i].decides);
}
END_TEST

/* The text of the manual (docs/store.md), so that results are found again by later versions. */
START_TEST(key_is_the_digest_of_its_text)
{
    cell c = sample();
    char hex[4][65], key[65];
    keyed(&c);
    ck_assert_int_eq(sscanf(c.files, "%*[^:]:%64s %*[^:]:%64s %*[^:]:%64s %*[^:]:%64s", hex[0],
                            hex[1], hex[2], hex[3]),
                     4);
    char *text =
        text_of("problem=%s\nparameters=%s\nformulation=%s\nsolver=%s\noptions=%s\n"
                "rtol=%.17g\natol=%.17g\nh0=%.17g\nh=%.17g\nno_events=%d\n"
                "max_steps=%ld\nfiles=%s %s %s %s\n",
                c.problem, c.parameters, c.formulation, c.solver, c.options, c.rtol, c.atol,
                c.h0, c.h, c.no_events, c.max_steps, hex[0], hex[1], hex[2], hex[3]);
    digest_bytes(text, strlen(text), key);
    free(text);
    ck_assert_str_eq(c.key, key);
}
END_TEST

/* Another file behind the same name is another cell. */
START_TEST(key_follows_the_files)
{
    char root[] = "/tmp/ivpbench-test-XXXXXX", own[1024];
    cell a = sample(), b = sample();
    keyed(&a);
    ck_assert_ptr_nonnull(mkdtemp(root));
    program_folder(own, sizeof own);
    char *command = text_of("mkdir -p %s/double/solvers && cp %s/../double/solvers/dopri5.so "
                            "%s/double/solvers/ && echo >> %s/double/solvers/dopri5.so",
                            root, own, root, root);
    ck_assert_int_eq(system(command), 0);
    free(command);
    const char *path = getenv("IVPBENCH_PLUGIN_PATH");
    char *before = copied(path);
    char *both = text_of("%s:%s", root, before);
    setenv("IVPBENCH_PLUGIN_PATH", both, 1);
    keyed(&b);
    setenv("IVPBENCH_PLUGIN_PATH", before, 1);
    ck_assert_str_ne(a.key, b.key);
    command = text_of("rm -rf %s", root);
    ck_assert_int_eq(system(command), 0);
    free(command);
    free(before);
    free(both);
}
END_TEST

START_TEST(key_needs_the_files)
{
    reason why;
    cell c = sample();
    strcpy(c.solver, "no_such_solver");
    ck_assert(!cell_make_key(&c, &why));
    ck_assert_ptr_nonnull(strstr(why.text, "unknown solver \"no_such_solver\""));
}
END_TEST

START_TEST(title_names_the_cell)
{
    char text[256];
    cell c = sample();
    strcpy(c.options, "linear=klu");
    cell_title(&c, text, sizeof text);
    ck_assert_str_eq(
        text, "andrews dopri5(linear=klu)@projected(newton=1) rtol=3.33e-08 without events");
}
END_TEST

/* What is said only where it is set leaves no trace elsewhere. */
START_TEST(unset_fields_are_not_told)
{
    cell c = sample();
    char *plain = cell_to_json(&c);
    ck_assert_ptr_null(strstr(plain, "rung"));
    c.rung = 1e-3;
    char *jittered = cell_to_json(&c);
    ck_assert_ptr_nonnull(strstr(jittered, "\"rung\":0.001"));
    free(plain);
    free(jittered);
}
END_TEST

static record packed_sample(void)
{
    record r = { .outcome = OUTCOME_NONFINITE,
                 .t_reached = 1.0 / 3,
                 .irreproducible = true,
                 .ncomponents = 2,
                 .nsamples = 1,
                 .nseries = 1,
                 .nevents = 1 };
    r.status = copied("nonfinite");
    r.detail = copied("why");
    r.scoring = copied("{}");
    r.counters[3] = 42;
    r.components = grown(NULL, 2, sizeof *r.components);
    r.components[0] = copied("y1");
    r.components[1] = copied("y2");
    r.end_state = grown(NULL, 2, sizeof *r.end_state);
    r.end_state[0] = 0.1;
    r.end_state[1] = (double)NAN;
    r.samples = grown(NULL, 1, sizeof *r.samples);
    r.samples[0] =
        (record_sample){ .worker = 1, .wall_s = 0.3, .cpu_s = 0.2, .instructions = -1 };
    r.series = grown(NULL, 1, sizeof *r.series);
    r.series[0] = (record_series){ .name = copied("t"), .n = 3, .v = grown(NULL, 3, 8) };
    for (int i = 0; i < 3; i++) r.series[0].v[i] = i / 7.0;
    r.events = grown(NULL, 1, sizeof *r.events);
    r.events[0] = (record_event){ .t = 0.7, .guard = copied("ground"), .direction = -1 };
    return r;
}

START_TEST(bytes_carry_a_record)
{
    record a = packed_sample(), b;
    bytes out = { 0 };
    record_pack(&a, &out);
    ck_assert(record_unpack(&b, out.at, out.n));
    ck_assert_int_eq(b.outcome, OUTCOME_NONFINITE);
    ck_assert(b.t_reached == a.t_reached && b.irreproducible && b.counters[3] == 42);
    ck_assert_str_eq(b.components[1], "y2");
    ck_assert(same_bits(a.end_state, b.end_state, 2));
    ck_assert(same_bits(a.series[0].v, b.series[0].v, 3));
    ck_assert_str_eq(b.events[0].guard, "ground");
    ck_assert(b.samples[0].cpu_s == a.samples[0].cpu_s);
    free(out.at);
    record_free(&a);
    record_free(&b);
}
END_TEST

/* Whatever is cut off or damaged: never a crash, never a record. */
START_TEST(cut_bytes_are_refused)
{
    record a = packed_sample(), b;
    bytes out = { 0 };
    record_pack(&a, &out);
    for (size_t n = 0; n < out.n; n++) {
        unsigned char *exact = grown(NULL, n, 1);
        if (n) memcpy(exact, out.at, n);
        ck_assert(!record_unpack(&b, exact, n));
        free(exact);
    }
    for (size_t i = 0; i < out.n; i++) {
        out.at[i] ^= 0xff;
        if (record_unpack(&b, out.at, out.n)) record_free(&b);
        out.at[i] ^= 0xff;
    }
    free(out.at);
    record_free(&a);
}
END_TEST

START_TEST(words_of_plans)
{
    plan_solver s;
    ck_assert(
        plan_solver_read(&s, "hht( corrector=rounding,  alpha=-0.1 )@projected(newton=1)"));
    ck_assert_str_eq(s.word.name, "hht");
    ck_assert_str_eq(s.word.settings, "corrector=rounding alpha=-0.1");
    ck_assert_int_eq(s.nforms, 1);
    ck_assert_str_eq(s.forms[0], "projected(newton=1)");
    ck_assert(!s.word.glob);
    free(s.forms);
    ck_assert(plan_solver_read(&s, "cvode_*"));
    ck_assert(s.word.glob && s.nforms == 0);
    ck_assert(!plan_solver_read(&s, "hht(alpha=1"));
    ck_assert(!plan_solver_read(&s, ""));
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("cell");
    tcase_add_test(t, json_keeps_every_bit);
    tcase_add_loop_test(t, bad_json_is_refused, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_test(t, cells_that_are_asked_for_are_plain);
    tcase_add_test(t, long_names_are_refused);
    tcase_add_loop_test(t, key_follows_what_decides, 0,
                        (int)(sizeof changes / sizeof *changes));
    tcase_add_test(t, key_follows_the_files);
    tcase_add_test(t, key_needs_the_files);
    tcase_add_test(t, key_is_the_digest_of_its_text);
    tcase_add_test(t, title_names_the_cell);
    tcase_add_test(t, unset_fields_are_not_told);
    tcase_add_test(t, bytes_carry_a_record);
    tcase_add_test(t, cut_bytes_are_refused);
    tcase_add_test(t, words_of_plans);
    return suite_run("cell", t);
}
