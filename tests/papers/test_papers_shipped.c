/* test_papers_shipped.c -- what the shipped papers claim, and that nothing is left out: every
 * claim means its band, models that are not here are not attempted, all codes are counted,
 * figures show both readings and hide nothing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/summary.h"
#include "tests/papers/papers_case.h"

static paper *shipped(const char *name)
{
    char *path = text_of("papers/%s.cfg", name);
    paper *p = paper_read(path, name, &why);
    ck_assert_msg(p != NULL, "%s", why.text);
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
                           *rows = member(entry_of(p, "readings", "failures"), "rows");
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

/* Each printed figure has its entry, and this many are printed. */
START_TEST(all_printed_figures_are_named)
{
    static const struct {
        const char *paper, *number;
        int first, last;
    } printed[] = { { "hht", "Fig. %d", 1, 11 },
                    { "real_time", "Fig. %d", 1, 11 },
                    { "local_linearization", "Fig. %d", 1, 7 },
                    { "rosenbrock_nystrom", "Fig. %d", 1, 4 },
                    { "andrews", "Fig. II.13.%d", 1, 5 } };
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        paper *p = shipped(printed[i].paper);
        const config_setting_t *all = config_lookup(&p->config, "printed_figures");
        ck_assert_int_eq(config_setting_length(all), printed[i].last);
        for (int k = printed[i].first; k <= printed[i].last; k++) {
            char number[32];
            snprintf(number, sizeof number, "%.*s%d", (int)strcspn(printed[i].number, "%"),
                     printed[i].number, k);
            ck_assert_str_eq(text_in(config_setting_get_elem(all, (unsigned)(k - 1)), "number"),
                             number);
        }
        paper_free(p);
    }
}
END_TEST

/* docs/papers.md holds both tables as they follow from the claims and the accepted verdicts. */
START_TEST(the_document_has_the_tables_of_today)
{
    int n;
    char *text = NULL, *document = file_text("docs/papers.md");
    size_t size = 0;
    paper **list = papers_read("papers", &n, &why);
    ck_assert_msg(list != NULL, "%s", why.text);
    FILE *f = open_memstream(&text, &size);
    ck_assert_msg(summary_blessed(f, list, n, "reports/gates/papers.cfg", &why), "%s",
                  why.text);
    fclose(f);
    ck_assert(size > 1000);
    ck_assert_msg(document && strstr(document, text),
                  "docs/papers.md lacks what `ivpbench papers --summary --gate "
                  "reports/gates/papers.cfg` prints:\n%s",
                  text);
    papers_free(list, n);
    free(document);
    free(text);
}
END_TEST

static const char *accepted(const config_t *gate, const char *name, const char *id)
{
    const config_setting_t *group = config_lookup(gate, name);
    return group ? text_in(group, id) : "";
}

/* Columns of CPU times, and of what is computed of them. */
static bool is_time(const char *file, const char *column)
{
    static const char *const columns[] = { "cpu_min_s", "cpu_s", "seconds", "speedup",
                                           "growth" };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (!strcmp(column, columns[i])) return true;
    return !strcmp(file, "hht_race-ratios");
}

static void check_claim(const paper *p, const config_setting_t *c, const char *verdict)
{
    const scope s = { .group = { c, paper_set(p, c) }, .n = paper_set(p, c) ? 2 : 1 };
    const char *id = text_in(c, "id");
    const bool timed = scope_find(&s, "timed") != NULL;
    if (is_time(scope_text(&s, "data", ""), scope_text(&s, "value", "")))
        ck_assert_msg(timed, "%s, %s is about times and not marked", p->name, id);
    if (strcmp(verdict, "contradicted") == 0)
        ck_assert_msg(config_setting_get_member(c, "refutation") != NULL,
                      "%s, %s is contradicted without a refutation", p->name, id);
    if (strcmp(verdict, "by_design") == 0)
        ck_assert_msg(*text_in(c, "by_design"), "%s, %s: by which design?", p->name, id);
}

/* No accepted verdict contradicts a paper without a complete refutation, and the marks of
 * claims follow from what they measure. */
START_TEST(verdicts_have_their_records)
{
    int n;
    config_t gate;
    paper **list = papers_read("papers", &n, &why);
    ck_assert_msg(list != NULL, "%s", why.text);
    config_init(&gate);
    ck_assert(config_read_file(&gate, "reports/gates/papers.cfg"));
    for (int i = 0; i < n; i++) {
        const config_setting_t *all = config_lookup(&list[i]->config, "claims");
        for (int k = 0; k < config_setting_length(all); k++) {
            const config_setting_t *c = config_setting_get_elem(all, (unsigned)k);
            const char *verdict = accepted(&gate, list[i]->name, text_in(c, "id"));
            ck_assert_msg(*verdict, "%s, %s has no verdict", list[i]->name, text_in(c, "id"));
            check_claim(list[i], c, verdict);
        }
    }
    config_destroy(&gate);
    papers_free(list, n);
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
    ck_assert_str_eq(text_in(entry_of(p, "readings", "speed-small"), "set"), "equal");
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
        config_setting_length(member(entry_of(p, "readings", "tenfold-spread"), "rows")), 4);
    paper_free(p);
}
END_TEST

/* ---- figures ----------------------------------------------------------------------------- */

/* What is drawn first lies below. */
START_TEST(the_reference_covers_nothing)
{
    paper *p = shipped("real_time");
    const config_setting_t *plots = member(entry_of(p, "figures", "fig7"), "plots");
    for (int i = 0; i < 2; i++) {
        const config_setting_t *curves =
            member(config_setting_get_elem(plots, (unsigned)i), "curves");
        ck_assert_str_eq(text_in(config_setting_get_elem(curves, 0), "title"), "reference");
        ck_assert_int_eq(config_setting_length(curves), 5);
    }
    /* there J1, J2 and J3 are told apart */
    const config_setting_t *distances = member(config_setting_get_elem(plots, 2), "curves");
    static const char *const jacobians[] = { "none", "exact", "J1", "J2", "J3" };
    for (int i = 0; i < 5; i++)
        ck_assert_str_eq(
            text_in(member(config_setting_get_elem(distances, (unsigned)i), "where"),
                    "jacobian"),
            jacobians[i]);
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
    const TTest *const tests[] = {
        what_is_not_here_is_listed,       all_codes_are_counted,
        all_printed_figures_are_named,    the_document_has_the_tables_of_today,
        verdicts_have_their_records,      llm_is_judged_at_one_start,
        the_fewest_iterations_are_tested, fig8_has_many_step_sizes,
        the_reference_covers_nothing,     both_readings_are_drawn
    };
    return papers_run("papers, shipped", tests, sizeof tests / sizeof *tests);
}
