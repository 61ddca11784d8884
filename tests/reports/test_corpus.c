/* test_corpus.c -- the metrics against the corpus in reference/corpus, whose answers are known
 * exactly.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <gsl/gsl_errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/board/board.h"
#include "reports/metrics/events.h"
#include "reports/metrics/metrics.h"
#include "reports/metrics/order.h"
#include "reports/figures/profile.h"
#include "reports/metrics/trajectory.h"

enum { MOST = 64 };
static const double close_to = 1e-9; /* answers are exact; 1 + 1e-3 as a double is not */

/* ---- reading ----------------------------------------------------------------------------- */

static json_t *cases_of(const char *file)
{
    char path[128];
    json_error_t e;
    snprintf(path, sizeof path, "reference/corpus/%s.json", file);
    json_t *root = json_load_file(path, 0, &e);
    ck_assert_msg(root, "%s:%d: %s", path, e.line, e.text);
    json_t *cases = json_incref(json_object_get(root, "cases"));
    json_decref(root);
    ck_assert_uint_gt(json_array_size(cases), 5);
    return cases;
}

/* Numbers, and the words nan and inf. */
static double number(const json_t *j)
{
    return json_is_string(j) ? strtod(json_string_value(j), NULL) : json_number_value(j);
}

static int numbers(const json_t *list, double *out)
{
    const int n = (int)json_array_size(list);
    ck_assert_int_le(n, MOST);
    for (int i = 0; i < n; i++) out[i] = number(json_array_get(list, (size_t)i));
    return n;
}

static const char *name_of(const json_t *c)
{
    return json_string_value(json_object_get(c, "name"));
}

/* null or missing: there must be no number either */
static void expect(const json_t *c, const char *member, double found)
{
    const json_t *j = json_object_get(c, member);
    if (!json_is_number(j)) {
        ck_assert_msg(isnan(found), "%s: %s is %g, not nothing", name_of(c), member, found);
        return;
    }
    const double right = json_number_value(j);
    ck_assert_msg(fabs(found - right) <= close_to * fmax(1, fabs(right)),
                  "%s: %s is %.15g, not %.15g", name_of(c), member, found, right);
}

static void expect_int(const json_t *c, const char *member, int found)
{
    const int right = (int)json_integer_value(json_object_get(c, member));
    ck_assert_msg(found == right, "%s: %s is %d, not %d", name_of(c), member, found, right);
}

/* ---- the files --------------------------------------------------------------------------- */

static int read_components(const json_t *c, compared *out)
{
    double y[MOST], r[MOST], bar[MOST] = { 0 }, shift[MOST], atol[MOST];
    const int n = numbers(json_object_get(c, "computed"), y);
    const json_t *a = json_object_get(c, "atol");
    const double rtol = number(json_object_get(c, "rtol"));
    ck_assert_int_eq(numbers(json_object_get(c, "reference"), r), n);
    numbers(json_object_get(c, "bar"), bar);
    for (int i = 0; i < n; i++) shift[i] = -1;
    numbers(json_object_get(c, "shift"), shift);
    if (json_is_array(a)) ck_assert_int_eq(numbers(a, atol), n);
    for (int i = 0; i < n; i++) {
        const double computed = json_is_array(a) ? atol[i] : number(a);
        out[i] = (compared){
            .y = y[i], .r = r[i], .bar = bar[i], .shift = shift[i], .scale = computed / rtol
        };
    }
    return n;
}

START_TEST(scores)
{
    json_t *cases = cases_of("scores"), *c;
    size_t i;
    json_array_foreach(cases, i, c)
    {
        compared list[MOST];
        const int n = read_components(c, list);
        const bool absolute = json_is_true(json_object_get(c, "absolute"));
        const bool capped = json_is_true(json_object_get(c, "capped"));
        const bool hollow = json_is_true(json_object_get(c, "hollow"));
        const digits scd = metrics_scd(list, n, absolute), mescd = metrics_mescd(list, n);
        expect(c, "scd", scd.value);
        expect(c, "mescd", mescd.value);
        expect(c, "scd_shift", scd.shift);
        ck_assert_msg(scd.capped == capped && mescd.capped == capped, "%s: capped", name_of(c));
        ck_assert_msg(scd.hollow == hollow && mescd.hollow == hollow, "%s: hollow", name_of(c));
    }
    json_decref(cases);
}
END_TEST

static curve read_curve(const json_t *j, double *t, double *v)
{
    const int n = numbers(json_object_get(j, "t"), t);
    ck_assert_int_eq(numbers(json_object_get(j, "v"), v), n);
    return (curve){ n, t, v };
}

/* Rows of Chebyshev coefficients, all of one length. */
typedef struct pieces_case {
    double t[MOST], c[MOST], bar;
    bool seam[MOST];
    ref r;
} pieces_case;

static void read_pieces(const json_t *j, pieces_case *p)
{
    const json_t *rows = json_object_get(j, "c"), *seams = json_object_get(j, "seam");
    const int n = (int)json_array_size(rows);
    const int each = (int)json_array_size(json_array_get(rows, 0));
    ck_assert_int_le(n * each, MOST);
    ck_assert_int_eq(numbers(json_object_get(j, "t"), p->t), n ? n + 1 : 0);
    for (int i = 0; i < n; i++) {
        ck_assert_int_eq(numbers(json_array_get(rows, (size_t)i), p->c + i * each), each);
        p->seam[i] = json_is_true(json_array_get(seams, (size_t)i));
    }
    p->bar = j ? number(json_object_get(j, "bar")) : -1;
    p->r = (ref){ .pieces = { n, each - 1, 1, p->t, p->seam, p->c, NULL, &p->bar } };
}

START_TEST(trajectories)
{
    json_t *cases = cases_of("trajectories"), *c;
    size_t i;
    json_array_foreach(cases, i, c)
    {
        double T[MOST], E[MOST], t[MOST], e[MOST], computed[MOST], there[MOST];
        pieces_case pieces;
        const char *rule = json_string_value(json_object_get(c, "rule"));
        const json_t *events = json_object_get(c, "events");
        const time_map map = { numbers(json_object_get(events, "own"), computed), computed,
                               there };
        numbers(json_object_get(events, "reference"), there);
        const curve mine = read_curve(json_object_get(c, "own"), t, e);
        const curve grid = read_curve(json_object_get(c, "grid"), T, E);
        read_pieces(json_object_get(c, "pieces"), &pieces);
        const trajectory_reference right = { &pieces.r, 0, pieces.bar, grid };
        const trajectory_error d = trajectory_compare(
            mine, &right, &map, strcmp(rule, "spline") ? TRAJECTORY_EXACT : TRAJECTORY_PAPER);
        expect_int(c, "n", d.n);
        expect(c, "max", d.max);
        expect(c, "rms", d.rms);
        if (json_object_get(c, "bar")) expect(c, "bar", d.bar);
        expect(c, "shift", d.shift);
        expect(c, "explained", d.explained);
        expect(c, "rest", d.rest);
        ck_assert_msg(d.marked == json_is_true(json_object_get(c, "marked")), "%s: marked",
                      name_of(c));
        if (d.max <= close_to) continue; /* the place of a zero says nothing */
        expect(c, "at", d.t_star);
        expect(c, "percent", d.percent);
    }
    json_decref(cases);
}
END_TEST

static int read_events(const json_t *list, event_point *out)
{
    const int n = (int)json_array_size(list);
    ck_assert_int_le(n, MOST);
    for (int i = 0; i < n; i++) {
        const json_t *e = json_array_get(list, (size_t)i);
        out[i] = (event_point){ number(json_array_get(e, 0)),
                                json_string_value(json_array_get(e, 1)),
                                (int)json_integer_value(json_array_get(e, 2)) };
    }
    return n;
}

START_TEST(events)
{
    json_t *cases = cases_of("events"), *c;
    size_t i;
    json_array_foreach(cases, i, c)
    {
        event_point computed[MOST], right[MOST];
        const int n = read_events(json_object_get(c, "own"), computed);
        const int m = read_events(json_object_get(c, "reference"), right);
        event_errors e = events_match(computed, n, right, m);
        expect_int(c, "matched", e.matched);
        expect_int(c, "missed", e.missed);
        expect_int(c, "duplicated", e.duplicated);
        expect_int(c, "spurious", e.spurious);
        expect_int(c, "reordered", e.reordered);
        expect(c, "time_error", e.time_error);
        events_free(&e);
    }
    json_decref(cases);
}
END_TEST

START_TEST(orders)
{
    json_t *cases = cases_of("orders"), *c;
    size_t i;
    json_array_foreach(cases, i, c)
    {
        double h[MOST], error[MOST];
        const int n = numbers(json_object_get(c, "h"), h);
        ck_assert_int_eq(numbers(json_object_get(c, "error"), error), n);
        const observed_order o = order_observe(h, error, n);
        expect(c, "order", o.order);
        expect_int(c, "rungs", o.n);
        ck_assert_int_eq(o.known, json_is_number(json_object_get(c, "order")));
    }
    json_decref(cases);
}
END_TEST

static void expect_near(const json_t *c, const char *what, double found, double right)
{
    ck_assert_msg(found == right || fabs(found - right) <= close_to * fabs(right),
                  "%s: %s is %.15g, not %.15g", name_of(c), what, found, right);
}

/* One problem: costs of all solvers; false where nobody solves it. */
static bool check_problem(const json_t *c, size_t p, double *ratio)
{
    const json_t *solvers = json_array_get(json_object_get(c, "points"), p);
    const json_t *right = json_array_get(json_object_get(c, "costs"), p);
    const size_t n = json_array_size(solvers);
    for (size_t s = 0; s < n; s++) {
        const json_t *points = json_array_get(solvers, s);
        double scd[MOST], t[MOST];
        const int count = (int)json_array_size(points);
        for (int i = 0; i < count; i++) {
            scd[i] = number(json_array_get(json_array_get(points, (size_t)i), 0));
            t[i] = number(json_array_get(json_array_get(points, (size_t)i), 1));
        }
        ratio[s] = profile_cost(scd, t, count, number(json_object_get(c, "level")));
        expect_near(c, "cost", ratio[s], number(json_array_get(right, s)));
    }
    return profile_ratios(ratio, (int)n);
}

START_TEST(profiles)
{
    json_t *cases = cases_of("profiles"), *c, *row;
    size_t i, k;
    json_array_foreach(cases, i, c)
    {
        const json_t *points = json_object_get(c, "points");
        const size_t n = json_array_size(json_array_get(points, 0));
        double ratio[MOST], r[MOST][MOST], tau[MOST];
        int solved = 0;
        numbers(json_object_get(c, "tau"), tau);
        for (size_t p = 0; p < json_array_size(points); p++) {
            const bool any = check_problem(c, p, ratio);
            for (size_t s = 0; any && s < n; s++) r[s][solved] = ratio[s];
            solved += any;
        }
        json_array_foreach(json_object_get(c, "shares"), k, row) for (size_t s = 0; s < n; s++)
            expect_near(c, "share", profile_share(r[s], solved, tau[k]),
                        number(json_array_get(row, s)));
    }
    json_decref(cases);
}
END_TEST

START_TEST(halves)
{
    json_t *cases = cases_of("halves"), *c;
    size_t i;
    json_array_foreach(cases, i, c)
    {
        const json_t *families = json_object_get(c, "halves");
        const char *judge = json_string_value(json_object_get(c, "judge"));
        ref r = { 0 };
        for (size_t h = 0; h < REF_HALVES; h++)
            r.half[h].family = strdup(json_string_value(json_array_get(families, h)));
        const int half =
            score_reference_half(&r, json_string_value(json_object_get(c, "family")));
        ck_assert_msg(half == (judge ? *judge - 'A' : -1), "%s: half %d", name_of(c), half);
        for (size_t h = 0; h < REF_HALVES; h++) free(r.half[h].family);
    }
    json_decref(cases);
}
END_TEST

static void quiet(void) { gsl_set_error_handler_off(); }

int main(void)
{
    TCase *t = tcase_create("corpus");
    tcase_add_checked_fixture(t, quiet, NULL);
    tcase_add_test(t, scores);
    tcase_add_test(t, trajectories);
    tcase_add_test(t, events);
    tcase_add_test(t, orders);
    tcase_add_test(t, profiles);
    tcase_add_test(t, halves);
    return suite_run("corpus", t);
}
