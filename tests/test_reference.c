/* test_reference.c -- reference files: written and read back, refused when damaged. */
#include "tests/reference_case.h"

#include <math.h>

/* A small reference with every kind of line. */
static char names[4][32] = { "q1", "u1", "a1", "lambda1" };
static char seen[1][32] = { "height" };
static ref_value end[5] = {
    { "q1", "0.1000000000000000000000000000000001", 0.1, 1e-30 },
    { "u1", "-2.5", -2.5, 0 },
    { "a1", "3e-40", 3e-40, -1 },
    { "lambda1", "1e10", 1e10, 1e-5 },
    { "height", "0.3333333333333333333333333333333333", 1 / 3.0, 1e-20 },
};
static double times[4] = { 0, 0.1, 0.1, 2 };
static double rows[12] = { 0, 1, 2, 0.1, 0.2, 0.3, 0.1, -0.2, 0.3, 1 / 3.0, M_PI, 1e-300 };
static double bars[3] = { 1e-19, 0, -1 };
static char texts[7][64] = { "toy", "a=1 b=word", "cafe", "by hand, for a test", "2000-01-01" };

static ref toy(void)
{
    static ref_state states[2] = { { 0.5, 5, end }, { 2, 5, end } };
    static ref_event events[1] = { { 0.1, 1e-18, "0.1", "impact", -1 } };
    return (ref){ .problem = texts[0],
                  .parameters = texts[1],
                  .equations = texts[2],
                  .method = texts[3],
                  .made = texts[4],
                  .t0 = 0,
                  .t1 = 2,
                  .ncomponents = 4,
                  .nobservables = 1,
                  .components = names,
                  .observables = seen,
                  .nstates = 2,
                  .nevents = 1,
                  .ngrid = 4,
                  .width = 3,
                  .states = states,
                  .events = events,
                  .grid_t = times,
                  .grid = rows,
                  .grid_bar = bars };
}

static char *toy_file(place *p)
{
    const ref r = toy();
    ck_assert_msg(ref_write(&r, p->file, p->why, sizeof p->why), "%s", p->why);
    return file_text(p->file);
}

static void expect_refused(place *p, const char *sentence)
{
    ref *r;
    ck_assert(!ref_read(&r, p->file, p->why, sizeof p->why));
    ck_assert_ptr_null(r);
    ck_assert_msg(strstr(p->why, sentence) != NULL, "\"%s\" does not say \"%s\"", p->why,
                  sentence);
}

START_TEST(what_is_written_is_read)
{
    place p = { 0 };
    ref *r;
    place_make(&p);
    free(toy_file(&p));
    ck_assert_msg(ref_read(&r, p.file, p.why, sizeof p.why), "%s", p.why);
    ck_assert_str_eq(r->parameters, "a=1 b=word");
    ck_assert_str_eq(r->method, "by hand, for a test");
    ck_assert(r->nstates == 2 && r->ngrid == 4 && r->width == 3 && r->nevents == 1);
    for (int k = 0; k < 5; k++) {
        const ref_value *v = ref_find(&r->states[1], end[k].name);
        ck_assert_ptr_nonnull(v);
        ck_assert_str_eq(v->text, end[k].text);
        ck_assert(v->value == end[k].value && v->bar == (end[k].bar < 0 ? -1 : end[k].bar));
    }
    for (int k = 0; k < 12; k++) ck_assert(r->grid[k] == rows[k]);
    for (int k = 0; k < 4; k++) ck_assert(r->grid_t[k] == times[k]);
    ck_assert_str_eq(r->grid_names[2], "height");
    ck_assert(r->grid_bar[0] == 1e-19 && r->grid_bar[2] == -1);
    ck_assert_str_eq(r->events[0].name, "impact");
    ck_assert(r->events[0].direction == -1 && r->events[0].t == 0.1);
    ref_free(r);
    place_remove(&p);
}
END_TEST

START_TEST(states_are_found_by_time_and_values_by_name)
{
    const ref r = toy();
    ck_assert_ptr_eq(ref_at(&r, 0.5), &r.states[0]);
    ck_assert_ptr_eq(ref_at(&r, 0.5 + 1e-13), &r.states[0]);
    ck_assert_ptr_null(ref_at(&r, 0.5 + 1e-9));
    ck_assert_ptr_null(ref_find(&r.states[0], "q2"));
}
END_TEST

START_TEST(paths_hold_the_settings)
{
    char path[ROOM];
    ref_path("d", "toy", "", path, sizeof path);
    ck_assert_str_eq(path, "d/toy.ref");
    ref_path("d", "toy", "a=1  b=word", path, sizeof path);
    ck_assert_str_eq(path, "d/toy--a=1--b=word.ref");
}
END_TEST

START_TEST(a_truncated_file_is_refused)
{
    place p = { 0 };
    place_make(&p);
    char *text = toy_file(&p);
    const size_t length = strlen(text);
    for (size_t n = 0; n < length; n += 7) {
        FILE *f = fopen(p.file, "w");
        fwrite(text, 1, n, f);
        fclose(f);
        expect_refused(&p, "truncated");
    }
    free(text);
    place_remove(&p);
}
END_TEST

START_TEST(a_changed_digit_is_noticed)
{
    place p = { 0 };
    place_make(&p);
    char *text = toy_file(&p);
    *strstr(text, "-2.5") = '+';
    FILE *f = fopen(p.file, "w");
    fputs(text, f);
    fclose(f);
    expect_refused(&p, "digest does not fit");
    free(text);
    place_remove(&p);
}
END_TEST

START_TEST(a_line_that_cannot_be_read_is_named)
{
    static const struct {
        const char *from, *to, *sentence;
    } flaws[] = {
        { "reference 1", "reference 9", ":1: the first line" },
        { "c u1 -2.5 0", "c u1 -2,5 0", ":12: this is not a number" },
        { "c u1 -2.5 0", "c u1 nan 0", ":12: this is not a number" },
        { "c u1 -2.5 0", "c u1 -2.5", ":12: a number is missing" },
        { "c u1 -2.5 0", "c u2 -2.5 0", ":12: another component is due here" },
        { "c u1 -2.5 0", "c u1 -2.5 -1", ":12: an error bar must not be negative" },
        { "c u1 -2.5 0", "x u1 -2.5 0", ":12: no line of a reference begins like this" },
        { "c u1 -2.5 0", "c u1 -2.5 0 7", ":12: there is too much on this line" },
        { "state 2", "state 0.1", ":16: states must ascend in time" },
        { "interval 0 2", "interval 2 2", "the interval is empty" },
        { "grid 4 3", "grid 4 4", "the width does not fit" },
        { "grid 4 3", "grid 5 3", "fewer points than announced" },
        { "grid 4 3", "grid 3 3", "more points than announced" },
        { "grid 4 3", "grid -1 3", "this is not a count" },
        { "equations cafe\n", "", "is missing" },
    };
    place p = { 0 };
    place_make(&p);
    char *text = toy_file(&p);
    *strstr(text, "sha256 ") = 0;
    const char *at = strstr(text, flaws[_i].from);
    ck_assert_ptr_nonnull(at);
    char *damaged =
        text_of("%.*s%s%s", (int)(at - text), text, flaws[_i].to, at + strlen(flaws[_i].from));
    write_signed(p.file, damaged, strlen(damaged));
    expect_refused(&p, flaws[_i].sentence);
    free(damaged);
    free(text);
    place_remove(&p);
}
END_TEST

START_TEST(what_is_no_file_is_refused)
{
    place p = { 0 };
    place_make(&p);
    expect_refused(&p, "cannot be read");
    memcpy(p.file, p.folder, sizeof p.folder);
    expect_refused(&p, "cannot be read");
    const ref r = toy();
    ck_assert(!ref_write(&r, "/nowhere/toy.ref", p.why, sizeof p.why));
    ck_assert_ptr_nonnull(strstr(p.why, "cannot be written"));
    place_remove(&p);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("reference");
    TCase *tc = tcase_create("files");
    tcase_add_test(tc, what_is_written_is_read);
    tcase_add_test(tc, states_are_found_by_time_and_values_by_name);
    tcase_add_test(tc, paths_hold_the_settings);
    tcase_add_test(tc, a_truncated_file_is_refused);
    tcase_add_test(tc, a_changed_digit_is_noticed);
    tcase_add_loop_test(tc, a_line_that_cannot_be_read_is_named, 0, 15);
    tcase_add_test(tc, what_is_no_file_is_refused);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed;
}
