/* test_papers_page.c -- figures and tables of papers: axes as described, a curve for each
 * group, jumps that break a line, printed points; rungs collected in a row; missing data.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/papers/papers_case.h"
#include "papers/paper_figure.h"
#include "papers/paper_points.h"
#include "papers/paper_table.h"

static paper *read_paper(const char *list, const char *body)
{
    char *text =
        text_of("title = \"t\"; source = \"s\"; sets = { a = { data = \"made\"; where = { "
                "solver = \"a\"; }; }; }; %s = ( { id = \"x\"; place = \"Fig. 1\"; %s } );",
                list, body);
    write_text(paper_path, text);
    free(text);
    paper *p = paper_read(paper_path, "made_up", &why);
    ck_assert_msg(p != NULL, "%s", why.text);
    return p;
}

static const config_setting_t *first_of(const paper *p, const char *list)
{
    return config_setting_get_elem(config_lookup(&p->config, list), 0);
}

/* ---- figures ----------------------------------------------------------------------------- */

/* Script and data of the figure, or NULL with the complaint in `why`. */
static bool drawn(const char *body, char **script, char **drawn_points)
{
    paper *p = read_paper("figures", body);
    datasets *all = datasets_in(folder);
    const bool good = paper_figure(p, first_of(p, "figures"), all, folder, "fig", &why);
    char *path = text_of("%s/fig.gp", folder), *data_path = text_of("%s/fig.dat", folder);
    *script = good ? file_text(path) : NULL;
    *drawn_points = good ? file_text(data_path) : NULL;
    free(path);
    free(data_path);
    datasets_free(all);
    paper_free(p);
    return good;
}

START_TEST(figure_has_the_axes_described)
{
    char *script, *drawn_points;
    ck_assert_msg(
        drawn(
            "title = \"t\"; caption = \"c\"; x = { label = \"rtol\"; from = 1e-5; to = 0.05; log = true; };"
            "y = { label = \"steps\"; from = 0.0; to = 100.0; };"
            "y2 = { label = \"error\"; from = 1e-5; to = 1.0; log = true; };"
            "curves = ( { set = \"a\"; x = \"rtol\"; y = \"steps\"; title = \"ours\"; },"
            "           { set = \"a\"; x = \"rtol\"; y = \"error\"; axis = 2; } );"
            "printed = ( { title = \"Table 1\"; x = [ 0.01 ]; y = [ 33.0 ]; } );",
            &script, &drawn_points),
        "%s", why.text);
    static const char *const wanted[] = {
        "set xrange [1e-05:0.05]", "set logscale x", "set yrange [0:100]",
        "set y2label \"error\"",   "axes x1y2",      "title \"ours\"",
        "title \"Table 1\""
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        ck_assert_msg(strstr(script, wanted[i]) != NULL, "%s: %s", wanted[i], script);
    ck_assert_msg(strstr(drawn_points, "0.01 29\n0.001 50\n0.0001 85\n") &&
                      strstr(drawn_points, "\n0.01 33\n"),
                  "%s", drawn_points);
    free(script);
    free(drawn_points);
}
END_TEST

static const char axes[] = "x = { label = \"rtol\"; from = 1e-5; to = 0.1; log = true; };"
                           "y = { label = \"steps\"; from = 0.0; to = 300.0; };";

/* In front all, or "a" alone: the other one is grey, without marks, and named below. */
START_TEST(groups_have_their_names_at_their_ends)
{
    for (int front = 0; front < 2; front++) {
        char *script, *drawn_points,
            *body =
                text_of("title = \"t\"; caption = \"c\"; note = \"n\"; %s curves = ( { data = "
                        "\"made\"; x = \"rtol\"; y = \"steps\"; style = \"linespoints\"; "
                        "group = [ \"solver\" ]; %s } );",
                        axes, front ? "front = ( \"a\" );" : "");
        ck_assert_msg(drawn(body, &script, &drawn_points), "%s", why.text);
        ck_assert(strstr(drawn_points, "# a\n") && strstr(drawn_points, "# b\n"));
        ck_assert(strstr(script, "\"a\" at graph") && strstr(script, "unset key"));
        ck_assert((strstr(script, "\"b\" at graph") != NULL) == !front);
        ck_assert((strstr(script, "\"n; grey: b\" at screen") != NULL) == (front == 1));
        ck_assert((strstr(script, "\"n\" at screen") != NULL) == !front);
        ck_assert((strstr(script, "using 1:2 with lines ls 1 ") != NULL) == (front == 1));
        free(script);
        free(drawn_points);
        free(body);
    }
}
END_TEST

/* Two curves have one, below the frame; one curve has none. */
START_TEST(a_legend_tells_curves_apart)
{
    for (int n = 1; n <= 2; n++) {
        char *script, *drawn_points,
            *body = text_of("title = \"t\"; caption = \"c\"; curves = ( { set = \"a\"; x = "
                            "\"rtol\"; y = \"steps\"; title = \"one\"; }%s );",
                            n == 2 ? ", { set = \"a\"; x = \"rtol\"; y = \"error\"; title = "
                                     "\"two\"; }"
                                   : "");
        ck_assert_msg(drawn(body, &script, &drawn_points), "%s", why.text);
        ck_assert_msg((strstr(script, "unset key") != NULL) == (n == 1), "%s", script);
        ck_assert((strstr(script, "set key outside bottom") != NULL) == (n == 2));
        free(script);
        free(drawn_points);
        free(body);
    }
}
END_TEST

/* 29, 50, 85 modulo 49 is 29, 1, 36: two jumps by more than half of it; modulo 40 it is 29, 10,
 * 5: none. */
START_TEST(modulus_breaks_the_line)
{
    char *script, *drawn_points;
    ck_assert(drawn(
        "title = \"t\"; caption = \"c\"; curves = ( { set = \"a\"; x = \"rtol\"; y = \"steps\"; "
        "modulo = 49.0; } );",
        &script, &drawn_points));
    ck_assert_msg(strstr(drawn_points, "0.01 29\n\n0.001 1\n\n0.0001 36\n") != NULL, "%s",
                  drawn_points);
    free(script);
    free(drawn_points);
    ck_assert(drawn(
        "title = \"t\"; caption = \"c\"; curves = ( { set = \"a\"; x = \"rtol\"; y = \"steps\"; "
        "modulo = 40.0; } );",
        &script, &drawn_points));
    ck_assert_msg(strstr(drawn_points, "0.01 29\n0.001 10\n0.0001 5\n") != NULL, "%s",
                  drawn_points);
    free(script);
    free(drawn_points);
}
END_TEST

/* A setting as x, a ratio as y: 50 / 290 at delta = 0.5, 85 / 291 at 0.25; the row without the
 * setting is no point. */
START_TEST(figure_of_a_ratio_over_a_parameter)
{
    char *script, *drawn_points;
    ck_assert_msg(
        drawn(
            "title = \"t\"; caption = \"c\"; curves = ( { set = \"a\"; x = \"parameters:delta\"; "
            "y = \"steps\"; over = { where = { solver = \"b\"; }; }; } );",
            &script, &drawn_points),
        "%s", why.text);
    ck_assert_msg(strstr(drawn_points, "\n0.5 0.1724137931\n0.25 0.2920962199\n") != NULL, "%s",
                  drawn_points);
    free(script);
    free(drawn_points);
}
END_TEST

/* Two series of printed numbers must be told apart. */
START_TEST(printed_series_differ)
{
    char *script, *drawn_points;
    ck_assert(drawn(
        "title = \"t\"; caption = \"c\"; curves = ( { set = \"a\"; x = \"rtol\"; y = \"steps\"; } );"
        "printed = ( { title = \"one\"; x = [ 0.01 ]; y = [ 33.0 ]; },"
        "            { title = \"two\"; x = [ 0.01 ]; y = [ 3.3 ]; } );",
        &script, &drawn_points));
    ck_assert_msg(strstr(script, "points pt 4 ") && strstr(script, "points pt 6 "), "%s",
                  script);
    free(script);
    free(drawn_points);
}
END_TEST

/* Two neighbours 1 and 4 have the mean 2. Six points are too few for three, and a zero has no
 * logarithm. */
START_TEST(means_of_neighbours)
{
    double x[] = { 1, 2, 3, 4, 5, 6 }, y[] = { 1, 4, 1, 4, 1, 4 };
    points p = { x, y, 6 };
    ck_assert(!points_average(&p, 3));
    ck_assert(!points_average(&p, 1));
    ck_assert_int_eq(p.n, 6);
    ck_assert(points_average(&p, 2));
    ck_assert_int_eq(p.n, 5);
    for (int i = 0; i < 5; i++) {
        ck_assert_double_eq_tol(p.x[i], i + 1.5, 1e-12);
        ck_assert_double_eq_tol(p.y[i], 2, 1e-12);
    }
    double none[] = { 1, 0, 1, 1, 1, 1 };
    p = (points){ x, none, 6 };
    ck_assert(!points_average(&p, 2));
}
END_TEST

START_TEST(figure_without_data)
{
    static const char *const bad[][2] = {
        { "curves = ( { set = \"a\"; x = \"rtol\"; y = \"stops\"; } );",
          "no column \"stops\"" },
        { "curves = ( { data = \"absent\"; x = \"rtol\"; y = \"steps\"; } );", "absent.csv" },
        { "curves = ( { set = \"a\"; where = { rtol = 5.0; }; x = \"rtol\"; y = \"steps\"; } "
          ");",
          "no row of made.csv" },
        { "curves = ( { set = \"a\"; x = \"rtol\"; y = \"steps\"; style = \"wavy\"; } );",
          "unknown style \"wavy\"" },
        { "curves = ( { set = \"a\"; x = \"rtol\"; y = \"steps\"; } );"
          "printed = ( { x = [ 1.0, 2.0 ]; y = [ 1.0 ]; } );",
          "as many x as y" },
        { "curves = ( { set = \"a\"; x = \"nothing:delta\"; y = \"steps\"; } );",
          "no column \"nothing:delta\"" },
        { "curves = ( { set = \"a\"; x = \"rtol\"; y = \"steps\"; over = { where = { solver = "
          "\"c\"; }; }; } );",
          "no row of made.csv" },
        { "height = 100;", "no curves" },
        { "curves = ( { data = \"made\"; x = \"rtol\"; y = \"steps\"; group = [ \"solver\" ]; } );",
          "x and y need \"from\" and \"to\"" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *script, *drawn_points,
            *body = text_of("title = \"t\"; caption = \"c\"; %s", bad[i][0]);
        ck_assert_msg(!drawn(body, &script, &drawn_points), "%s", bad[i][0]);
        ck_assert_msg(strstr(why.text, bad[i][1]) != NULL, "%s: %s", bad[i][0], why.text);
        free(body);
    }
}
END_TEST

/* ---- tables ------------------------------------------------------------------------------ */

static char *csv_of(const char *body)
{
    paper *p = read_paper("tables", body);
    datasets *all = datasets_in(folder);
    table *t = paper_table(p, first_of(p, "tables"), all, &why);
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (t) table_csv(t, f);
    fclose(f);
    table_free(t);
    datasets_free(all);
    paper_free(p);
    return text;
}

START_TEST(table_printed_then_ours)
{
    char *text = csv_of("title = \"t\"; headers = \"solver|rtol|steps\"; data = \"made\";"
                        "printed = ( \"old|1e-2|31\" ); where = { rtol = 1e-2; };"
                        "columns = [ \"solver+empty\", \"rtol\", \"steps\" ];");
    ck_assert_str_eq(text, "solver,rtol,steps\nold,1e-2,31\na,0.01,29\nb@7,0.01,290\n");
    free(text);
}
END_TEST

START_TEST(table_collects_rungs)
{
    char *text = csv_of("title = \"t\"; headers = \"solver|m\"; data = \"made\";"
                        "columns = [ \"solver\", \"m\" ]; per_decade = 8; from = 2.0;"
                        "collect = \"m\";");
    ck_assert_str_eq(text, "solver,m\na,\"0, 8, 16\"\nb,\"0, 8\"\n");
    free(text);
    text = csv_of("title = \"t\"; headers = \"solver|m\"; data = \"made\";"
                  "columns = [ \"solver\" ];");
    ck_assert_str_eq(text, "");
    ck_assert_msg(strstr(why.text, "2 headers and 1 columns") != NULL, "%s", why.text);
    free(text);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { figure_has_the_axes_described,
                                   groups_have_their_names_at_their_ends,
                                   a_legend_tells_curves_apart,
                                   modulus_breaks_the_line,
                                   figure_of_a_ratio_over_a_parameter,
                                   printed_series_differ,
                                   figure_without_data,
                                   table_printed_then_ours,
                                   table_collects_rungs,
                                   means_of_neighbours };
    return papers_run("papers, page", tests, sizeof tests / sizeof *tests);
}
