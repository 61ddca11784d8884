/* test_ball_grades.c -- references held against enclosures: what is wrong is caught, and takes
 * the grade away.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/proof_record.h"
#include "reference/file/enclosure.h"
#include "tests/reference/reference_case.h"

#include <glob.h>

static ref *reference(const char *name)
{
    ref *r;
    char *path = text_of("reference/data/%s.ref", name);
    reason why;
    ck_assert_msg(ref_read(&r, path, &why), "%s", why.text);
    free(path);
    return r;
}

static enclosure *on_file(const char *name)
{
    enclosure *e;
    char *path = text_of("reference/data/%s.enclosure", name);
    reason why;
    ck_assert_msg(enclosure_read(&e, path, &why), "%s", why.text);
    free(path);
    return e;
}

START_TEST(the_19th_digit_counts)
{
    ref *r = reference("car_axle");
    enclosure *e = on_file("car_axle");
    enclosure_verdict v;
    enclosure_compare(e, r, &v);
    ck_assert_int_eq(v.outside + v.missing, 0);
    ck_assert_int_eq(v.inside, r->nstates * r->ncomponents);
    char *digit = r->states[r->nstates - 1].v[0].text[REF_A] + strlen("0.0493455784275240921");
    ck_assert_int_eq(digit[-1], '1');
    digit[-1] = '2';
    enclosure_compare(e, r, &v);
    ck_assert_int_eq(v.outside, 1);
    ck_assert_msg(strstr(v.first, "q1 at t = 3 is 1e-19 off") != NULL, "%s", v.first);
    enclosure_free(e);
    ref_free(r);
}
END_TEST

/* One that a constant is wrong by 1e-20, proved and held against the true reference. */
START_TEST(a_wrong_constant_is_caught)
{
    place where;
    place_make(&where);
    ref *r = reference("circular_track");
    const char *settings[] = { "", "F_R=10.00000000000000000001",
                               "K_I=25.0000000000000000001" };
    for (int k = 0; k < 3; k++) {
        proof p;
        enclosure *e;
        enclosure_verdict v;
        double times[2] = { r->states[0].t, r->states[1].t };
        const record one_ = {
            .parameters = "", .against = r, .times = times, .ntimes = 2, .quiet = true
        };
        char *path = text_of("%s/%d.enclosure", where.folder, k);
        ck_assert(proof_open(&p, system_by_name("circular_track"), settings[k],
                             (step_rule){ .goal = 0 }));
        ck_assert_msg(record_make(&one_, &p, path), "%s", p.why.text);
        proof_close(&p);
        ck_assert_msg(enclosure_read(&e, path, &where.why), "%s", where.why.text);
        enclosure_compare(e, r, &v);
        ck_assert_int_eq(v.missing, (r->nstates - 2) * r->ncomponents);
        ck_assert_int_eq(v.outside > 0, k > 0);
        enclosure_free(e);
        free(path);
    }
    ref_free(r);
    place_remove(&where);
}
END_TEST

/* A ball that is a million radii beside, in a file whose digest fits: what is proved anew does
 * not meet it, says so, and leaves the file as it is. */
START_TEST(a_moved_ball_is_not_met)
{
    place where;
    place_make(&where);
    ref *r = reference("circular_track");
    char *path = text_of("%s/a.enclosure", where.folder),
         *moved = text_of("%s/b.enclosure", where.folder);
    for (int k = 0; k < 2; k++) {
        proof p;
        double times[1] = { r->states[0].t };
        const record one_ = {
            .parameters = "", .against = r, .times = times, .ntimes = 1, .quiet = true
        };
        ck_assert(
            proof_open(&p, system_by_name("circular_track"), "", (step_rule){ .goal = 0 }));
        ck_assert_msg(record_make(&one_, &p, k ? moved : path), "%s", p.why.text);
        ck_assert_msg(record_meets(path, k ? moved : path, &where.why), "%s", where.why.text);
        proof_close(&p);
    }
    char *text = file_text(moved);
    *strstr(text, "sha256 ") = 0;
    char *digit = strchr(strstr(text, "c q1 "), '.') + 54; /* radii are 1e-61 and less */
    *digit = *digit == '5' ? '6' : '5';
    write_signed(moved, text, strlen(text));
    ck_assert(!record_meets(path, moved, &where.why));
    ck_assert_msg(strstr(where.why.text, "q1 at t = 0.1") &&
                      strstr(where.why.text, "does not meet"),
                  "%s", where.why.text);
    proof p;
    double times[1] = { r->states[0].t };
    const record again = {
        .parameters = "", .against = r, .times = times, .ntimes = 1, .quiet = true
    };
    ck_assert(proof_open(&p, system_by_name("circular_track"), "", (step_rule){ .goal = 0 }));
    ck_assert(!record_make(&again, &p, moved));
    ck_assert_msg(strstr(p.why.text, "does not meet") != NULL, "%s", p.why.text);
    proof_close(&p);
    free(text), free(path), free(moved);
    ref_free(r);
    place_remove(&where);
}
END_TEST

START_TEST(every_enclosure_carries_its_equations)
{
    glob_t files;
    ck_assert_int_eq(glob("reference/data/*.enclosure", 0, NULL, &files), 0);
    for (size_t k = 0; k < files.gl_pathc; k++) {
        enclosure *e;
        reason why;
        ck_assert_msg(enclosure_read(&e, files.gl_pathv[k], &why), "%s", why.text);
        ck_assert_msg(strlen(e->equations) == 64, "%s: %s", files.gl_pathv[k], e->equations);
        enclosure_free(e);
    }
    globfree(&files);
}
END_TEST

START_TEST(grades_follow_from_the_files)
{
    static const struct {
        const char *name;
        ref_grade grade;
    } cases[] = { { "car_axle", REF_ENCLOSED },
                  { "transistor_amplifier", REF_CERTIFIED },
                  { "wheelset", REF_PUBLISHED } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        reason why;
        ref *r = reference(cases[k].name);
        ck_assert_int_eq(ref_graded(r, &why), cases[k].grade);
        ck_assert_str_eq(why.text, "");
        ref_free(r);
    }
}
END_TEST

/* An enclosure that does not hold the reference takes its grade away, with the reason. */
START_TEST(a_refuted_reference_is_no_longer_enclosed)
{
    reason why;
    ref *r = reference("car_axle");
    char *text = r->states[0].v[0].text[REF_A];
    snprintf(text, sizeof r->states[0].v[0].text[REF_A],
             "-0.0420314997425200770302681732772468024");
    ck_assert_int_eq(ref_graded(r, &why), REF_CERTIFIED);
    ck_assert_msg(strstr(why.text, "q1 at t = 0.1 is 1e-20 off") != NULL, "%s", why.text);
    r->equations[0] = 'x';
    ck_assert_int_eq(ref_graded(r, &why), REF_CERTIFIED);
    ck_assert_msg(strstr(why.text, "other equations") != NULL, "%s", why.text);
    ref_free(r);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("all");
    tcase_add_test(tc, the_19th_digit_counts);
    tcase_add_test(tc, a_wrong_constant_is_caught);
    tcase_add_test(tc, a_moved_ball_is_not_met);
    tcase_add_test(tc, every_enclosure_carries_its_equations);
    tcase_add_test(tc, grades_follow_from_the_files);
    tcase_add_test(tc, a_refuted_reference_is_no_longer_enclosed);
    return suite_run("references against enclosures", tc);
}
