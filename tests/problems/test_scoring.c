/* test_scoring.c -- scd and mescd of the Test Set for IVP Solvers, from the descriptors alone:
 * one component of a reference's end state is moved, and the score is what the test set's rule
 * makes of it. The rules stand here once more, as the definitions have them; no report knows a
 * problem's name.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "bench/worker/scoring.h"
#include "reports/board/board.h"
#include "tests/suite.h"

/* A component is moved by `part` of itself; `scd`, `mescd`: whether these count it. */
static const struct rule {
    const char *problem, *component;
    double part;
    bool scd, mescd, absolute; /* absolute: scd counts absolute errors */
    double weight;             /* atol_i / rtol_i of a run with atol = rtol */
} rules[] = {
    { "andrews", "q3", 1e-3, true, true, false, 1 },
    { "andrews", "u7", 1e-3, false, true, false, 1 },
    { "andrews", "a7", 1e-3, false, true, false, 1 },
    { "andrews", "lambda6", 1e-3, false, true, false, 1 },
    { "car_axle", "lambda2", 1e-3, true, true, false, 1 },
    { "charge_pump", "y1", 1e-3, true, true, false, 1e-6 },
    { "charge_pump", "y9", 1e+3, false, false, false, 1 },
    { "e5", "y1", 1e+3, false, false, false, 1 },
    { "e5", "y2", 1e-3, true, true, false, 1e-20 },
    { "emep", "y1", 1e-3, true, true, false, 1e3 },
    { "emep", "y36", 1e+3, false, false, false, 1 },
    { "emep", "y38", 1e+3, false, false, false, 1 },
    { "emep", "y37", 1e-3, true, true, false, 1e3 },
    { "fekete", "y60", 1e-3, true, true, false, 1 },
    { "fekete", "y121", 1e-3, false, true, false, 1 },
    { "medical_akzo", "y79", 1e-1, true, true, true, 1 },
    { "nand", "y1", 1e-3, false, true, false, 1 },
    { "nand", "y5", 1e-3, true, true, false, 1 },
    { "pleiades", "y14", 1e-3, true, true, false, 1 },
    { "pleiades", "y15", 1e-3, false, true, false, 1 },
    { "slider_crank", "y7", 1e-3, true, true, false, 1 },
    { "slider_crank", "y8", 1e+3, false, false, false, 1 },
    { "two_bit_adder", "y223", 1e-1, false, true, false, 1 },
    { "two_bit_adder", "y224", 1e-3, true, true, false, 1 },
    { "two_bit_adder", "y305", 1e-3, true, true, false, 1 },
    { "two_bit_adder", "y323", 1e-3, true, true, false, 1 },
    { "water_tube", "y1", 1e-3, true, true, false, 1 },
    { "water_tube", "y40", 1e-3, true, true, false, 1e6 },
    { "wheelset", "y15", 1e-3, true, true, false, 1 },
    { "wheelset", "y16", 1e+3, false, false, false, 1 },
};

typedef struct scored {
    group g;
    entry e;
} scored;

/* A result that has reached the reference, or where there is none the published values. */
static void make_result(scored *s, const instance *i)
{
    const json_t *list = json_object_get(s->g.scoring, "published");
    const json_t *values = json_object_get(json_array_get(list, 0), "values");
    const ref_state *end = s->g.ref ? &s->g.ref->states[s->g.ref->nstates - 1] : NULL;
    record *r = &s->e.r;
    r->t_reached = i->t1;
    r->cell.rtol = r->cell.atol = 1e-6;
    r->ncomponents = instance_ncomponents(i);
    r->components = need(calloc((size_t)r->ncomponents, sizeof *r->components));
    r->end_state = need(calloc((size_t)r->ncomponents, sizeof *r->end_state));
    for (int k = 0; k < r->ncomponents; k++) {
        char name[PLUGIN_NAME_MAX];
        instance_component_name(i, k, name, sizeof name);
        const char *text = json_string_value(json_object_get(values, name));
        ck_assert_msg(end || text, "%s: no %s", s->g.problem, name);
        r->components[k] = copied(name);
        r->end_state[k] = end ? end->v[k].half[REF_A] : strtod(text, NULL);
    }
}

static void open_scored(scored *s, const char *problem)
{
    reason why;
    instance *i;
    *s = (scored){ .g = { .problem = copied(problem) } };
    ck_assert_msg(!instance_open(&i, problem, "", &why), "%s", why.text);
    char *text = scoring_json(i, NULL, NULL);
    s->g.scoring = json_loads(text, 0, NULL);
    if (!ref_open(&s->g.ref, "reference/data", problem, "", &why)) s->g.ref = NULL;
    s->g.published = !s->g.ref;
    make_result(s, i);
    free(text);
    instance_close(i);
}

static void close_scored(scored *s)
{
    for (int k = 0; k < s->e.r.ncomponents; k++) free(s->e.r.components[k]);
    free(s->e.r.components);
    free(s->e.r.end_state);
    json_decref(s->g.scoring);
    ref_free(s->g.ref);
    free(s->g.problem);
}

static double *component_of(scored *s, const char *name)
{
    for (int k = 0; k < s->e.r.ncomponents; k++)
        if (!strcmp(s->e.r.components[k], name)) return &s->e.r.end_state[k];
    ck_abort_msg("%s has no %s", s->g.problem, name);
    return NULL;
}

/* Moved by d where the score counts it relative to `divisor`; else as it was. */
static void expect(const struct rule *r, const char *score, digits before, digits after,
                   bool counts, double d, double divisor)
{
    const double right = counts ? -log10(d / divisor) : before.value;
    ck_assert_msg(before.known && after.known && before.value > right - !counts,
                  "%s: %s is %.1f to begin with", r->problem, score, before.value);
    ck_assert_msg(fabs(after.value - right) < 0.01, "%s: with %s moved %s is %.3f, not %.3f",
                  r->problem, r->component, score, after.value, right);
}

static void try_rule(scored *s, const struct rule *r)
{
    double *y = component_of(s, r->component);
    const double was = *y, d = fabs(was * r->part);
    ck_assert_msg(d > 0, "%s: %s is zero", r->problem, r->component);
    score_digits(&s->g, &s->e);
    const digits scd = s->e.scd, mescd = s->e.mescd;
    *y += d;
    score_digits(&s->g, &s->e);
    *y = was;
    expect(r, "scd", scd, s->e.scd, r->scd, d, r->absolute ? 1 : fabs(was));
    expect(r, "mescd", mescd, s->e.mescd, r->mescd, d, r->weight + fabs(was));
}

START_TEST(the_test_set_s_rules)
{
    scored s = { 0 };
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        if (!k || strcmp(rules[k].problem, rules[k - 1].problem) != 0) {
            if (k) close_scored(&s);
            open_scored(&s, rules[k].problem);
        }
        try_rule(&s, &rules[k]);
    }
    close_scored(&s);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("scoring");
    tcase_add_test(tests, the_test_set_s_rules);
    return suite_run("scoring", tests);
}
