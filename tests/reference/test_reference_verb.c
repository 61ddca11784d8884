/* test_reference_verb.c -- `ivpbench reference`: states shown, made, checked, bad requests.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/reference/reference_case.h"

#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

/* Output of `ivpbench reference WORDS` with both streams together, and its exit code. */
static char *reference(const char *words, int *code)
{
    char folder[ROOM], *out = NULL, line[4096];
    size_t size = 0;
    program_folder(folder, sizeof folder);
    char *command = text_of("%s/../ivpbench reference %s 2>&1", folder, words);
    FILE *from = popen(command, "r");
    FILE *to = open_memstream(&out, &size);
    ck_assert(from && to);
    while (fgets(line, sizeof line, from)) fputs(line, to);
    fclose(to);
    const int status = pclose(from);
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    free(command);
    return out;
}

static void expect(const char *words, int code, const char *sentence)
{
    int found;
    char *out = reference(words, &found);
    ck_assert_msg(found == code, "%s: exit code %d, not %d: %s", words, found, code, out);
    ck_assert_msg(strstr(out, sentence) != NULL, "%s: says %s", words, out);
    free(out);
}

START_TEST(bad_requests_get_a_sentence)
{
    static const struct {
        const char *words;
        int code;
        const char *sentence;
    } cases[] = {
        { "", 2, "give one of make, check" },
        { "shew", 2, "\"shew\" is no action" },
        { "show", 2, "give PROBLEM" },
        { "show nosuch", 2, "nosuch" },
        { "show circular_track --parameters K_P=x", 2, "K_P" },
        { "show circular_track --parameters K_P=11", 2, "reference make" },
        { "show circular_track --at 101", 2, "no time in the interval 0 to 100" },
        { "show circular_track --at soon", 2, "no time" },
        { "show circular_track --format xml", 2, "xml" },
        { "check nosuch", 2, "no reference of nosuch" },
        { "check --reference /nowhere", 3, "no references in /nowhere" },
        { "make circular_track --quiet --output /nowhere", 3, "cannot be written" },
        { "make nosuch", 2, "there is no problem 'nosuch'" },
        { "compare circular_track", 2, "no published values" },
    };
    expect(cases[_i].words, cases[_i].code, cases[_i].sentence);
}
END_TEST

/* Fields of a line of csv. */
static void read_line(char *out, const char *name, double *value, double *bar, size_t *digits)
{
    char *key = text_of("\n%s,", name);
    const char *line = strstr(out, key);
    ck_assert_msg(line != NULL, "no line %s in %s", name, out);
    char *comma;
    *value = strtod(line + strlen(key), &comma);
    *digits = (size_t)(comma - line) - strlen(key);
    ck_assert_int_eq(*comma, ',');
    *bar = strtod(comma + 1, NULL);
    free(key);
}

/* w = 1 - (1 - 5 t) exp(-5 t), theta = t (1 - exp(-5 t)), x = t exp(-5 t) */
static void expect_track(const char *words, double t)
{
    int code;
    char *out = reference(words, &code);
    ck_assert_msg(code == 0, "%s", out);
    ck_assert_msg(!strncmp(out, "component,value,bar\nq1,", 23), "%s", out);
    const double e = exp(-5 * t), theta = t * (1 - e), w = 1 - (1 - 5 * t) * e;
    const struct {
        const char *name;
        double value;
    } expected[] = { { "q1", cos(theta) },      { "q2", sin(theta) },
                     { "u1", -w * sin(theta) }, { "u2", w * cos(theta) },
                     { "x1", t * e },           { "lambda1", (10 + w * w) / 2 } };
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        double value, bar;
        size_t digits;
        read_line(out, expected[k].name, &value, &bar, &digits);
        ck_assert_msg(fabs(value - expected[k].value) < 1e-13, "%s: %.17g, not %.17g",
                      expected[k].name, value, expected[k].value);
        ck_assert_msg(bar > 0 && bar < 1e-24, "%s: bar %g", expected[k].name, bar);
        ck_assert_msg(digits > 30, "%s: %zu digits", expected[k].name, digits);
    }
    free(out);
}

START_TEST(stored_and_integrated_states_are_right)
{
    expect_track("show circular_track --at 1 --format csv", 1);
    expect_track("show circular_track --at 0.3 --format csv", 0.3);
    expect_track("show circular_track --at 12 --format csv", 12);
    expect_track("show circular_track --at 0.3 --format csv --reference /nowhere", 0.3);
}
END_TEST

START_TEST(observables_are_shown_on_demand)
{
    int code;
    char *out = reference("show circular_track --format csv", &code);
    ck_assert(code == 0 && !strstr(out, "\ntheta,"));
    free(out);
    expect("show circular_track --format csv --observables", 0, "\ntheta,");
    expect("show circular_track", 0, "of the trajectory");
}
END_TEST

START_TEST(what_is_made_passes_its_check_and_a_changed_equation_does_not)
{
    place p = { 0 };
    place_make(&p);
    char *words = text_of("make circular_track --parameters K_P=11 -q -o %s", p.folder);
    expect(words, 0, "circular_track--K_P=11.ref");
    free(words);
    words = text_of("check circular_track -q --reference %s", p.folder);
    expect(words, 0, "1 references, 0 bad");
    ref_path(p.folder, "circular_track", "K_P=11", p.file, sizeof p.file);
    char *text = file_text(p.file);
    *strstr(text, "sha256 ") = 0;
    char *digest = strstr(text, "equations ") + strlen("equations ");
    *digest = *digest == '0' ? '1' : '0';
    write_signed(p.file, text, strlen(text));
    expect(words, 1, "equations have changed");
    free(text);
    free(words);
    place_remove(&p);
}
END_TEST

/* The tenth digit behind the point, in the first half of a line or in both. */
static void change_digit(char *text, const char *line, bool both)
{
    char *at = strstr(text, line);
    ck_assert_ptr_nonnull(at);
    for (int half = 0; half < (both ? 2 : 1); half++) {
        at = strchr(at, '.') + 10;
        *at = *at == '0' ? '1' : '0';
    }
}

START_TEST(a_wrong_digit_with_a_fitting_digest_fails_the_check)
{
    static const char *const sentences[] = { "further apart than their bar", "misses its state",
                                             "digits agree, expected at least" };
    place p = { 0 };
    place_make(&p);
    char *words = text_of("make circular_track -q -o %s", p.folder);
    expect(words, 0, "circular_track.ref");
    free(words);
    ref_path(p.folder, "circular_track", "", p.file, sizeof p.file);
    char *text = file_text(p.file);
    *strstr(text, "sha256 ") = 0;
    change_digit(text, _i < 2 ? "c q2 " : "c a2 ", _i > 0); /* a2 has no trajectory */
    write_signed(p.file, text, strlen(text));
    words = text_of("check circular_track -q --reference %s", p.folder);
    expect(words, 1, sentences[_i]);
    free(words);
    free(text);
    place_remove(&p);
}
END_TEST

START_TEST(published_values_make_a_file)
{
    char folder[ROOM];
    place p = { 0 };
    ref *r;
    place_make(&p);
    program_folder(folder, sizeof folder);
    ref_path(p.folder, "hires", "", p.file, sizeof p.file);
    char *command = text_of("%s/../ivpbench-quad make hires --published 14"
                            " --output %s >%s.log",
                            folder, p.file, p.file);
    ck_assert_int_eq(system(command), 0);
    ck_assert_msg(ref_read(&r, p.file, &p.why), "%s", p.why.text);
    const ref_value *v = ref_find(&r->states[0], "y1");
    ck_assert_str_eq(v->text[REF_A], "0.7371312573325668e-3");
    ck_assert(v->bar > 0.99 * 1e-14 * v->half[REF_A] && v->bar < 1.01 * 1e-14 * v->half[REF_A]);
    ck_assert(r->pieces.n == 0);
    ref_free(r);
    free(command);
    place_remove(&p);
}
END_TEST

START_TEST(grades_are_shown)
{
    expect("show car_axle", 0, "grade   enclosed");
    expect("show transistor_amplifier", 0, "grade   certified");
    expect("enclosures", 0, "| car_axle |  | 3 |");
    expect("enclosures --reference /nowhere", 3, "reference prove");
}
END_TEST

/* Where FLINT is, the reference of the balls is proved anew; elsewhere the package is named. */
START_TEST(what_is_proved_is_said)
{
    place p;
    char folder[ROOM];
    program_folder(folder, sizeof folder);
    char *program = text_of("%s/../ivpbench-prove", folder);
    place_make(&p);
    char *words = text_of("prove bouncing_balls --quiet --output %s", p.folder);
    if (access(program, X_OK) == 0) {
        expect(words, 0, "90 values inside, 0 outside, 0 not enclosed");
        expect("prove nosuch", 2, "reference/prove/systems/nosuch.c");
        expect("prove circular_track --parameters K_P=x", 2, "\"K_P=x\" is none");
    } else {
        expect(words, 3, "libflint-arb-dev (Debian 12)");
    }
    free(words);
    free(program);
    place_remove(&p);
}
END_TEST

START_TEST(published_values_stand_beside_ours)
{
    expect("compare car_axle", 0, "fewest digits: 9.2");
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("command line");
    tcase_add_loop_test(tc, bad_requests_get_a_sentence, 0, 14);
    tcase_add_test(tc, stored_and_integrated_states_are_right);
    tcase_add_test(tc, observables_are_shown_on_demand);
    tcase_add_test(tc, what_is_made_passes_its_check_and_a_changed_equation_does_not);
    tcase_add_loop_test(tc, a_wrong_digit_with_a_fitting_digest_fails_the_check, 0, 3);
    tcase_add_test(tc, published_values_make_a_file);
    tcase_add_test(tc, grades_are_shown);
    tcase_add_test(tc, what_is_proved_is_said);
    tcase_add_test(tc, published_values_stand_beside_ours);
    return suite_run("reference verb", tc);
}
