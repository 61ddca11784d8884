/* test_reference.c -- reference files: written and read back, refused when damaged.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/reference/reference_case.h"

#include <math.h>

/* A small reference with every kind of line. */
static char names[4][32] = { "q1", "u1", "a1", "lambda1" };
static char seen[1][32] = { "height" };
static ref_value end[5] = {
    { "q1", { "0.1000000000000000000000000000000001", "0.1" }, { 0.1, 0.1 }, 1e-30, 1e-17 },
    { "u1", { "-2.5", "-2.5" }, { -2.5, -2.5 }, 0, -1 },
    { "a1", { "3e-40", "?" }, { 3e-40, NAN }, -1, -1 },
    { "lambda1", { "1e10", "1e10" }, { 1e10, 1e10 }, 1e-5, 0 },
    { "height",
      { "0.3333333333333333333333333333333333", "0.33" },
      { 1 / 3.0, 0.33 },
      1e-20,
      -1 },
};
/* two pieces of degree 2 with a jump between them: q1, u1, height */
static double times[3] = { 0, 0.1, 2 };
static double series[2][3][3] = { { { 1, 2, 0 }, { 0.1, 0.2, 0.3 }, { M_PI, 0, 1e-300 } },
                                  { { -1, 2, 0 }, { 1 / 3.0, 0, -0.5 }, { 0, 0, 1e-17 } } };
static bool seams[2] = { false, true };
static char columns[3][32] = { "q1", "u1", "height" };
static double bars[3] = { 1e-19, 0, -1 };
static char texts[8][64] = { "toy",        "a=1 b=word", "cafe", "radau",
                             "2000-01-01", "by hand",    "none", "" };

static ref toy(void)
{
    static ref_state states[2] = { { 0.5, 5, end }, { 2, 5, end } };
    static ref_event events[1] = { { 0.1, 1e-18, { "0.1", "?" }, "impact", -1 } };
    static ref_law laws[1] = { { "energy", 2.5, { 1e-30, -1 } } };
    return (ref){ .problem = texts[0],
                  .parameters = texts[1],
                  .equations = texts[2],
                  .made = texts[4],
                  .half = { { texts[3], texts[5] }, { texts[6], texts[7] } },
                  .t0 = 0,
                  .t1 = 2,
                  .ncomponents = 4,
                  .nobservables = 1,
                  .components = names,
                  .observables = seen,
                  .nstates = 2,
                  .nevents = 1,
                  .nlaws = 1,
                  .states = states,
                  .events = events,
                  .laws = laws,
                  .pieces = { 2, 2, 3, times, seams, &series[0][0][0], columns, bars } };
}

static char *toy_file(place *p)
{
    const ref r = toy();
    ck_assert_msg(ref_write(&r, p->file, &p->why), "%s", p->why.text);
    return file_text(p->file);
}

static void expect_refused(place *p, const char *sentence)
{
    ref *r;
    ck_assert(!ref_read(&r, p->file, &p->why));
    ck_assert_ptr_null(r);
    ck_assert_msg(strstr(p->why.text, sentence) != NULL, "\"%s\" does not say \"%s\"",
                  p->why.text, sentence);
}

START_TEST(what_is_written_is_read)
{
    place p = { 0 };
    ref *r;
    place_make(&p);
    free(toy_file(&p));
    ck_assert_msg(ref_read(&r, p.file, &p.why), "%s", p.why.text);
    ck_assert_str_eq(r->parameters, "a=1 b=word");
    ck_assert_str_eq(r->half[REF_A].family, "radau");
    ck_assert_str_eq(r->half[REF_A].method, "by hand");
    ck_assert_str_eq(r->half[REF_B].family, "none");
    ck_assert(r->nstates == 2 && r->nevents == 1 && r->nlaws == 1);
    ck_assert(r->laws[0].size == 2.5 && r->laws[0].variation[REF_B] == -1);
    for (int k = 0; k < 5; k++) {
        const ref_value *v = ref_find(&r->states[1], end[k].name);
        ck_assert_ptr_nonnull(v);
        for (int h = 0; h < REF_HALVES; h++) {
            ck_assert_str_eq(v->text[h], end[k].text[h]);
            ck_assert(v->half[h] == end[k].half[h] || (h == REF_B && k == 2));
        }
        ck_assert(v->bar == end[k].bar && v->shift == end[k].shift);
    }
    ck_assert(isnan(r->states[1].v[2].half[REF_B]));
    const ref_pieces *x = &r->pieces;
    ck_assert(x->n == 2 && x->degree == 2 && x->width == 3);
    for (int k = 0; k < 18; k++) ck_assert(x->c[k] == (&series[0][0][0])[k]);
    for (int k = 0; k < 3; k++) ck_assert(x->t[k] == times[k]);
    ck_assert(!x->seam[0] && x->seam[1]);
    ck_assert_str_eq(x->names[2], "height");
    ck_assert(x->bar[0] == 1e-19 && x->bar[2] == -1);
    ck_assert_str_eq(r->events[0].name, "impact");
    ck_assert(r->events[0].direction == -1 && r->events[0].t == 0.1);
    ref_free(r);
    place_remove(&p);
}
END_TEST

/* As many times as ivpbench-scan takes, on a cheap problem. */
START_TEST(the_largest_scan_is_read)
{
    place p = { 0 };
    ref *again, r = toy();
    place_make(&p);
    r.scan = (ref_scan){ REF_COUNT_MOST, 1e-6, 1e-3 };
    ck_assert_msg(ref_write(&r, p.file, &p.why), "%s", p.why.text);
    ck_assert_msg(ref_read(&again, p.file, &p.why), "%s", p.why.text);
    ck_assert_int_eq(again->scan.times, REF_COUNT_MOST);
    ref_free(again);
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

START_TEST(a_file_of_other_parameters_is_refused)
{
    place p = { 0 };
    ref *r;
    place_make(&p);
    free(toy_file(&p));
    ck_assert_msg(ref_open(&r, p.folder, "toy", "a=1 b=word", &p.why), "%s", p.why.text);
    ref_free(r);
    char *other = text_of("%s/toy--a=2.ref", p.folder);
    ck_assert_int_eq(rename(p.file, other), 0);
    ck_assert(!ref_open(&r, p.folder, "toy", "a=2", &p.why));
    ck_assert_ptr_null(r);
    ck_assert_msg(strstr(p.why.text, "of \"toy a=1 b=word\", not of \"toy a=2\""), "%s",
                  p.why.text);
    free(other);
    place_remove(&p);
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
        { "reference 2", "reference 1", ":1: version 1 has one half" },
        { "reference 2", "reference 9", ":1: this version is not known" },
        { "ivpbench-reference 2", "reference", ":1: the first line" },
        { "c u1 -2.5 -2.5 0", "c u1 -2,5 -2.5 0", ":14: this is not a number" },
        { "c u1 -2.5 -2.5 0", "c u1 nan -2.5 0", ":14: this is not a number" },
        { "c u1 -2.5 -2.5 0", "c u1 ? -2.5 0", ":14: half A is missing" },
        { "c u1 -2.5 -2.5 0 ?", "c u1 -2.5 -2.5 0", ":14: a number is missing" },
        { "c u1 -2.5 -2.5 0", "c u2 -2.5 -2.5 0", ":14: another component is due here" },
        { "c u1 -2.5 -2.5 0", "c u1 -2.5 -2.5 -1", ":14: an error must not be negative" },
        { "c u1 -2.5 -2.5 0", "x u1 -2.5 -2.5 0", ":14: no line of a reference begins like" },
        { "c u1 -2.5 -2.5 0", "c u1 -2.5 -2.5 0 7", ":14: there is too much on this line" },
        { "state 2", "state 0.1", ":18: states must ascend in time" },
        { "interval 0 2", "interval 2 2", "the interval is empty" },
        { "pieces 2 2 3", "pieces 2 2 4", "the width does not fit" },
        { "pieces 2 2 3", "pieces 3 2 3", "fewer pieces than announced" },
        { "pieces 2 2 3", "pieces 1 2 3", "more pieces than announced" },
        { "pieces 2 2 3", "pieces 2 3 3", "a number is missing" },
        { "pieces 2 2 3", "pieces -1 2 3", "this is not a count" },
        { " 2 seam", " 2 joint", "a piece begins" },
        { "piece 0.1", "piece 0.2", "pieces must follow one another" },
        { "equations cafe\n", "", "is missing" },
        { "half B none \n", "", "half A or half B is missing" },
        { "half B none ", "half C none ", "the halves are A and B" },
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
    ck_assert(!ref_write(&r, "/nowhere/toy.ref", &p.why));
    ck_assert_ptr_nonnull(strstr(p.why.text, "cannot be written"));
    place_remove(&p);
}
END_TEST

/* The third hinge, from an integration along the curve of its one freedom: eight digits. */
START_TEST(bricard_goes_where_one_freedom_takes_it)
{
    static const double at[][4] = { { 1, 0.51050146, -1.6491676, 0.14012311 },
                                    { 2, -0.96934034, -1.22124689, 0.75427801 },
                                    { 5, 1.00000000, -1.00006726, 0.99993274 },
                                    { 8, -0.96494857, -1.23485955, 0.73756095 } };
    static const char *const name[] = { "q7", "q8", "q9" };
    reason why = { "" };
    ref *r;
    ck_assert_msg(ref_open(&r, NULL, "bricard", "", &why), "%s", why.text);
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        const ref_state *s = ref_at(r, at[k][0]);
        ck_assert_ptr_nonnull(s);
        for (int i = 0; i < 3; i++)
            ck_assert_double_eq_tol(ref_find(s, name[i])->half[REF_A], at[k][i + 1], 1e-7);
    }
    ref_free(r);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("files");
    tcase_add_test(tc, what_is_written_is_read);
    tcase_add_test(tc, the_largest_scan_is_read);
    tcase_add_test(tc, states_are_found_by_time_and_values_by_name);
    tcase_add_test(tc, paths_hold_the_settings);
    tcase_add_test(tc, a_file_of_other_parameters_is_refused);
    tcase_add_test(tc, a_truncated_file_is_refused);
    tcase_add_test(tc, a_changed_digit_is_noticed);
    tcase_add_loop_test(tc, a_line_that_cannot_be_read_is_named, 0, 23);
    tcase_add_test(tc, what_is_no_file_is_refused);
    tcase_add_test(tc, bricard_goes_where_one_freedom_takes_it);
    return suite_run("reference", tc);
}
