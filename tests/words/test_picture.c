/* test_picture.c -- what mechanisms draw, from a run through the store to the page: loops
 * close, rods keep their lengths, and what is drawn is where the coordinates say.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

#include <math.h>

/* Distance of two points of lines, at every row with a picture: it stays so long. */
typedef struct rod {
    const char *problem, *solver, *from, *to;
    double length, tolerance;
} rod;

static const rod rods[] = {
    /* arms of three loops end in the common point */
    { "andrews", "gauss@projected", "0.2", "3.2", 0, 1e-5 },
    { "andrews", "gauss@projected", "0.2", "4.2", 0, 1e-5 },
    { "andrews", "gauss@projected", "0.2", "1.1", 0, 1e-5 },
    { "andrews", "gauss@projected", "0.0", "0.1", 0.007, 1e-6 },
    { "car_axle", "gauss@projected", "0.0", "0.1", 1, 1e-3 },
    { "double_pendulum_rsda", "radau_iia@projected", "0.0", "0.1", 2, 1e-3 },
    { "double_pendulum_rsda", "radau_iia@projected", "1.0", "1.1", 3, 1e-3 },
    { "double_pendulum_spring", "gauss@projected", "1.0", "1.1", 1, 1e-3 },
    { "circular_track", "gauss@projected", "1.1", "2.0", 0, 1e-9 },
    { "pendulum", "gauss@projected", "0.0", "0.1", 1, 1e-3 },
    { "four_bar", "gauss@projected", "2.0", "2.1", 1, 1e-3 },
    { "slider_crank", "radau_iia@lin", "0.0", "0.1", 0.15, 1e-4 },
    { "slider_crank", "radau_iia@lin", "1.1", "2.0", 0, 1e-3 },
    { "slider_crank_mech", "gauss@projected", "1.1", "2.0", 0, 1e-3 },
    { "bouncing_balls", "dopri5@ode", "1.0", "1.8", 0.2, 1e-4 },
    { "bouncing_balls", "dopri5@ode", "0.0", "0.1", 0.6, 1e-4 },
};
enum { RODS = sizeof rods / sizeof *rods };

static int pictures;
static reason why;

static const record_series *series(const record *r, const char *point, char axis)
{
    char name[64];
    snprintf(name, sizeof name, "draw:%s.%c", point, axis);
    for (int k = 0; k < r->nseries; k++)
        if (!strcmp(r->series[k].name, name)) return &r->series[k];
    ck_abort_msg("no series %s", name);
    return NULL;
}

static bool check_rod(void *context, const record *r, const char *machine)
{
    const rod *c = context;
    const record_series *x0 = series(r, c->from, 'x'), *y0 = series(r, c->from, 'y'),
                        *x1 = series(r, c->to, 'x'), *y1 = series(r, c->to, 'y');
    (void)machine;
    pictures = 0;
    for (int k = 0; k < x0->n; k++) {
        if (isnan(x0->v[k])) continue;
        const double length = hypot(x1->v[k] - x0->v[k], y1->v[k] - y0->v[k]);
        ck_assert_msg(fabs(length - c->length) < c->tolerance,
                      "%s: %s to %s is %.9g long in row %d", c->problem, c->from, c->to, length,
                      k);
        pictures++;
    }
    return true;
}

static void each_rod(const rod *c, store_visitor *check)
{
    char *line = text_of("$BUILD/ivpbench try %s -S %s --rtol 1e-5 --workers 0 -o %s",
                         c->problem, c->solver, file);
    shell(line);
    store *s = store_open(file, false, &why);
    ck_assert_msg(s != NULL, "%s: %s", line, said);
    ck_assert(store_each(s, true, check, (void *)c));
    store_close(s);
    free(line);
}

START_TEST(rods_keep_their_lengths)
{
    each_rod(&rods[_i], check_rod);
    ck_assert_msg(pictures >= 2 && pictures <= 130, "%d pictures: %s", pictures, said);
}
END_TEST

/* What is drawn is the mass, which the coordinates place. */
static bool check_mass(void *context, const record *r, const char *machine)
{
    const record_series *x = series(r, "1.0", 'x');
    (void)context;
    (void)machine;
    for (int k = 0; k < r->nseries; k++)
        for (int j = 0; !strcmp(r->series[k].name, "q1") && j < x->n; j++)
            ck_assert(isnan(x->v[j]) || fabs(x->v[j] - r->series[k].v[j]) < 1e-4);
    return true;
}

START_TEST(the_mass_is_where_its_coordinates_say)
{
    static const rod pendulum = { .problem = "pendulum", .solver = "gauss@projected" };
    each_rod(&pendulum, check_mass);
}
END_TEST

START_TEST(the_page_has_the_lines_of_a_run)
{
    ck_assert_int_eq(
        shell("$BUILD/ivpbench try pendulum -S gauss@projected --rtol 1e-6 -o $HERE/p.db && "
              "$BUILD/ivpbench report --store $HERE/p.db --output $HERE/out && "
              "grep -o '\"moving\":{.*\"lines\":\\[[0-9,]*\\]' $HERE/out/index.html | "
              "grep -o '\"lines\":.*'"),
        0);
    says("\"lines\":[2,1]");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("picture");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_loop_test(t, rods_keep_their_lengths, 0, RODS);
    tcase_add_test(t, the_mass_is_where_its_coordinates_say);
    tcase_add_test(t, the_page_has_the_lines_of_a_run);
    return suite_run("picture", t);
}
