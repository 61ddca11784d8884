/* test_reference.c -- reference files: written and read back, refused when damaged, shown and
 * checked on the command line. */
#include "bench/util.h"
#include "reference/ref.h"

#include <check.h>
#include <math.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROOM = 1024 };

/* Each test has a folder of its own. */
typedef struct place {
    char folder[ROOM], file[ROOM + 64], why[2 * ROOM];
} place;

static void place_make(place *p)
{
    snprintf(p->folder, ROOM, "%s", "/tmp/ivpbench-reference-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(p->folder));
    ref_path(p->folder, "toy", "a=1 b=word", p->file, sizeof p->file);
}

static void place_remove(const place *p)
{
    char *command = text_of("rm -rf '%s'", p->folder);
    ck_assert_int_eq(system(command), 0);
    free(command);
}

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

/* Writes text with a digest that fits. */
static void write_signed(const char *path, const char *text, size_t length)
{
    char digest[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const unsigned char *)text, length, digest);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fwrite(text, 1, length, f);
    fprintf(f, "sha256 %s\n", digest);
    fclose(f);
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
    place p;
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
    place p;
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
    place p;
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
    place p;
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
    place p;
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

/* ---- the command line
 * ------------------------------------------------------------------------- */

/* Output of `ivpbench reference WORDS` with both streams together, and its exit code. */
static char *reference(const char *words, int *code)
{
    char folder[ROOM], *out = NULL, line[4096];
    size_t size = 0;
    own_folder(folder, sizeof folder);
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
        { "", 2, "make, check, show, compare" },
        { "shew", 2, "none of make, check, show, compare" },
        { "show", 2, "name a problem" },
        { "show nosuch", 2, "nosuch" },
        { "show circular_track --parameters K_P=x", 2, "K_P" },
        { "show circular_track --parameters K_P=11", 2, "reference make" },
        { "show circular_track --at 101", 2, "no time in the interval 0 to 100" },
        { "show circular_track --at soon", 2, "no time" },
        { "show circular_track --format xml", 2, "xml" },
        { "check nosuch", 2, "no reference of nosuch" },
        { "check --reference /nowhere", 3, "no references in /nowhere" },
        { "make circular_track --quiet --output /nowhere", 3, "cannot be written" },
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
    expect("show circular_track", 0, "on the trajectory");
}
END_TEST

START_TEST(what_is_made_passes_its_check_and_a_changed_equation_does_not)
{
    place p;
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

START_TEST(a_wrong_digit_with_a_fitting_digest_fails_the_check)
{
    place p;
    place_make(&p);
    char *words = text_of("make circular_track -q -o %s", p.folder);
    expect(words, 0, "circular_track.ref");
    free(words);
    ref_path(p.folder, "circular_track", "", p.file, sizeof p.file);
    char *text = file_text(p.file);
    *strstr(text, "sha256 ") = 0;
    char *tenth = strstr(strstr(text, "c q2 "), "0.") + 10;
    *tenth = *tenth == '0' ? '1' : '0';
    write_signed(p.file, text, strlen(text));
    words = text_of("check circular_track -q --reference %s", p.folder);
    expect(words, 1, "digits agree, expected at least");
    free(words);
    free(text);
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
    Suite *suite = suite_create("reference");
    TCase *files = tcase_create("files"), *line = tcase_create("command line");
    tcase_add_test(files, what_is_written_is_read);
    tcase_add_test(files, states_are_found_by_time_and_values_by_name);
    tcase_add_test(files, paths_hold_the_settings);
    tcase_add_test(files, a_truncated_file_is_refused);
    tcase_add_test(files, a_changed_digit_is_noticed);
    tcase_add_loop_test(files, a_line_that_cannot_be_read_is_named, 0, 15);
    tcase_add_test(files, what_is_no_file_is_refused);
    tcase_set_timeout(line, 300);
    tcase_add_loop_test(line, bad_requests_get_a_sentence, 0, 13);
    tcase_add_test(line, stored_and_integrated_states_are_right);
    tcase_add_test(line, observables_are_shown_on_demand);
    tcase_add_test(line, what_is_made_passes_its_check_and_a_changed_equation_does_not);
    tcase_add_test(line, a_wrong_digit_with_a_fitting_digest_fails_the_check);
    tcase_add_test(line, published_values_stand_beside_ours);
    suite_add_tcase(suite, files);
    suite_add_tcase(suite, line);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed;
}
