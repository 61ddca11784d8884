/* test_papers_shipped.c -- what the shipped papers claim, and that nothing is left out: every
 * claim means its band, models that are not here are not attempted, all codes are counted,
 * figures show both readings and hide nothing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/papers/papers_case.h"

static paper *shipped(const char *name)
{
    char *path = text_of("papers/%s.cfg", name);
    paper *p = paper_read(path, name, why, sizeof why);
    ck_assert_msg(p != NULL, "%s", why);
    free(path);
    return p;
}

static const config_setting_t *entry_of(const paper *p, const char *list, const char *id)
{
    const config_setting_t *all = config_lookup(&p->config, list);
    const char *own = "";
    for (int i = 0; all && i < config_setting_length(all); i++) {
        const config_setting_t *s = config_setting_get_elem(all, (unsigned)i);
        if (config_setting_lookup_string(s, "id", &own) && !strcmp(own, id)) return s;
    }
    ck_abort_msg("%s has no %s called %s", p->name, list, id);
    return NULL;
}

static const char *text_in(const config_setting_t *s, const char *name)
{
    const char *text = "";
    config_setting_lookup_string(s, name, &text);
    return text;
}

static const config_setting_t *member(const config_setting_t *s, const char *name)
{
    const config_setting_t *m = config_setting_get_member(s, name);
    ck_assert_msg(m != NULL, "%s is missing", name);
    return m;
}

/* ---- nothing is left out ----------------------------------------------------------------- */

static int attempts(const char *name, const char *needs)
{
    paper *p = shipped(name);
    const config_setting_t *all = config_lookup(&p->config, "claims");
    int n = 0;
    for (int i = 0; i < config_setting_length(all); i++)
        n += strstr(text_in(config_setting_get_elem(all, (unsigned)i), "needs"), needs) != NULL;
    paper_free(p);
    return n;
}

START_TEST(what_is_not_here_is_listed)
{
    static const struct {
        const char *paper, *needs;
        int claims; /* counted in the text of the paper */
    } lacking[] = {
        { "hht", "belt", 1 },
        { "hht", "track", 1 },
        { "hht", "flexible frame", 1 },
        { "real_time", "that method", 1 },
        { "andrews", "published codes", 3 },
    };
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++)
        ck_assert_msg(attempts(lacking[i].paper, lacking[i].needs) == lacking[i].claims,
                      "%s, %s: %d claims", lacking[i].paper, lacking[i].needs,
                      attempts(lacking[i].paper, lacking[i].needs));
}
END_TEST

/* A code of the plan without its row would be one whose failures nobody sees. */
START_TEST(all_codes_are_counted)
{
    paper *p = shipped("andrews");
    config_t plan;
    config_init(&plan);
    ck_assert(config_read_file(&plan, "papers/plans/timed/andrews_timed.cfg"));
    const config_setting_t *codes = config_lookup(&plan, "groups.squeezer.solvers"),
                           *rows = member(entry_of(p, "claims", "failures"), "rows");
    ck_assert_int_eq(config_setting_length(rows), config_setting_length(codes));
    for (int i = 0; i < config_setting_length(codes); i++) {
        const char *code = config_setting_get_string_elem(codes, i);
        bool counted = false;
        for (int k = 0; k < config_setting_length(rows); k++)
            counted =
                counted ||
                !strcmp(code, text_in(config_setting_get_elem(rows, (unsigned)k), "label"));
        ck_assert_msg(counted, "%s is not counted", code);
    }
    config_destroy(&plan);
    paper_free(p);
}
END_TEST

/* ---- what is judged where ---------------------------------------------------------------- */

/* At a start with a fast mode that does not dominate: the claims of Fig. 2 belong together. */
START_TEST(llm_is_judged_at_one_start)
{
    static const char *const ids[] = { "energy", "constraints", "time-ode45", "time-others" };
    paper *p = shipped("local_linearization");
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const config_setting_t *rows = member(entry_of(p, "claims", ids[i]), "rows");
        for (int k = 0; k < config_setting_length(rows); k++) {
            const char *label = text_in(config_setting_get_elem(rows, (unsigned)k), "label");
            ck_assert_msg(strstr(label, "0.02") || strstr(label, "0.03"), "%s: %s", ids[i],
                          label);
        }
    }
    ck_assert_int_eq(
        config_setting_length(member(entry_of(p, "figures", "fig2-start"), "plots")), 3);
    paper_free(p);
}
END_TEST

START_TEST(the_fewest_iterations_are_tested)
{
    paper *p = shipped("hht");
    const config_setting_t *c = entry_of(p, "claims", "two-iterations");
    ck_assert_str_eq(text_in(c, "value"), "newton_fewest");
    ck_assert_str_eq(text_in(c, "reduce"), "min");
    /* times are compared at equal errors, within one kernel */
    ck_assert_str_eq(text_in(entry_of(p, "claims", "speed"), "set"), "equal");
    paper_free(p);
    p = shipped("rosenbrock_nystrom");
    ck_assert(strstr(text_in(entry_of(p, "claims", "table5"), "reservation"), "0.85"));
    paper_free(p);
}
END_TEST

START_TEST(fig8_has_many_step_sizes)
{
    paper *p = shipped("real_time");
    const config_setting_t *c = entry_of(p, "claims", "tenfold");
    ck_assert_str_eq(text_in(c, "reduce"), "median");
    ck_assert_str_eq(text_in(paper_set(p, c), "data"), "realtime_axle-gains");
    ck_assert_int_eq(
        config_setting_length(member(entry_of(p, "claims", "tenfold-spread"), "rows")), 4);
    paper_free(p);
}
END_TEST

/* ---- figures ----------------------------------------------------------------------------- */

/* What is drawn first lies below. */
START_TEST(the_reference_covers_nothing)
{
    paper *p = shipped("real_time");
    const config_setting_t *plots = member(entry_of(p, "figures", "fig7"), "plots");
    for (int i = 0; i < config_setting_length(plots); i++) {
        const config_setting_t *curves =
            member(config_setting_get_elem(plots, (unsigned)i), "curves");
        ck_assert_str_eq(text_in(config_setting_get_elem(curves, 0), "title"), "reference");
        ck_assert_int_eq(config_setting_length(curves), 5);
    }
    paper_free(p);
}
END_TEST

START_TEST(both_readings_are_drawn)
{
    paper *p = shipped("rosenbrock_nystrom");
    const config_setting_t *plots = member(entry_of(p, "figures", "table4"), "plots"),
                           *printed = member(config_setting_get_elem(plots, 0), "printed");
    ck_assert_int_eq(config_setting_length(printed), 2);
    for (int i = 0; i < 2; i++) {
        const config_setting_t *y = member(config_setting_get_elem(printed, (unsigned)i), "y");
        const double first = config_setting_get_float_elem(y, 0);
        ck_assert_msg(first > (i ? 5.2e-3 : 5.2e-2) && first < (i ? 5.3e-3 : 5.3e-2), "%g",
                      first);
    }
    paper_free(p);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { what_is_not_here_is_listed, all_codes_are_counted,
                                   llm_is_judged_at_one_start, the_fewest_iterations_are_tested,
                                   fig8_has_many_step_sizes,   the_reference_covers_nothing,
                                   both_readings_are_drawn };
    return papers_run("papers, shipped", tests, sizeof tests / sizeof *tests);
}
