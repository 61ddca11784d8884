/* test_style.c -- a style follows from the solver's name; on one board no two solvers share
 * one; nobody keeps a list.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/style.h"

#include "tests/suite.h"
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 48, NAME = 24 };

typedef struct made {
    board b;
    entry entries[MOST];
    ladder ladders[MOST];
    group groups[MOST];
    char *solvers[MOST];
    char names[MOST][NAME];
} made;

/* Ladders of solvers name0, name1 ... in this formulation; `skip` is left out. */
static void make(made *m, const char *name, int n, int skip, const char *formulation)
{
    memset(m, 0, sizeof *m);
    m->b.entries = m->entries;
    m->b.ladders = m->ladders;
    m->b.groups = m->groups;
    m->b.solvers = m->solvers;
    for (int k = 0; k < n; k++) {
        if (k == skip) continue;
        const int at = m->b.nladders++;
        cell *c = &m->entries[at].r.cell;
        snprintf(m->names[at], NAME, "%s%d", name, k);
        snprintf(c->solver, sizeof c->solver, "%s%d", name, k);
        snprintf(c->formulation, sizeof c->formulation, "%s", formulation);
        m->b.solvers[m->b.nsolvers++] = m->names[at];
        m->groups[at].ladder = at;
        m->ladders[at] = (ladder){ .group = at, .first = at, .n = 1 };
    }
}

static bool same(style a, style b) { return a.rgb == b.rgb && a.filled == b.filled; }

START_TEST(solvers_of_a_board_are_told_apart)
{
    static made m;
    make(&m, "any", MOST, -1, "ode");
    for (int k = 0; k < MOST; k++)
        for (int l = 0; l < k; l++)
            ck_assert_msg(!same(style_of(&m.b, &m.ladders[k]), style_of(&m.b, &m.ladders[l])),
                          "%s and %s share a style", m.names[k], m.names[l]);
}
END_TEST

/* The formulation changes the dash alone, and names and ladders agree. */
START_TEST(a_solver_keeps_its_style)
{
    static made m, other;
    make(&m, "solver", 20, -1, "ggl");
    make(&other, "solver", 20, -1, "index1");
    for (int k = 0; k < 20; k++) {
        const style one = style_of(&m.b, &m.ladders[k]),
                    two = style_of(&other.b, &other.ladders[k]),
                    named = style_named(&m.b, m.names[k], "", "ggl");
        ck_assert(same(one, two) && same(one, named));
        ck_assert_str_ne(one.dash, two.dash);
        ck_assert_str_eq(one.dash, named.dash);
    }
}
END_TEST

/* Of twenty solvers one goes: those whose own place is free have it, before and after, and few
 * of the others move. */
START_TEST(a_solver_that_goes_leaves_the_others_as_they_were)
{
    static made all, fewer;
    int moved = 0;
    make(&all, "code", 20, -1, "ode");
    make(&fewer, "code", 20, _i, "ode");
    for (int k = 0; k < fewer.b.nladders; k++) {
        const char *name = fewer.names[k];
        moved +=
            !same(style_named(&all.b, name, "", "ode"), style_named(&fewer.b, name, "", "ode"));
    }
    ck_assert_int_le(moved, 2);
    ck_assert(
        same(style_named(NULL, "code3", "", "ode"), style_named(NULL, "code3", "", "ode")));
}
END_TEST

/* Each further ladder of one solver has another shade; every one of them is seen on white, and
 * read where it is a name. */
START_TEST(shades_are_seen_and_names_are_read)
{
    static made m;
    make(&m, "one", MOST, -1, "ode");
    for (int k = 0; k < MOST; k++) {
        group g = { .ladder = 0 };
        snprintf(m.entries[0].r.cell.solver, sizeof m.entries[0].r.cell.solver, "one%d", k);
        unsigned seen[4];
        for (int v = 0; v < 4; v++) {
            m.entries[v].r.cell = m.entries[0].r.cell;
            m.ladders[v] = (ladder){ .group = 0, .first = v, .n = 1 };
            m.groups[0] = g;
            seen[v] = style_of(&m.b, &m.ladders[v]).rgb;
            ck_assert_msg(style_contrast(seen[v]) > 2, "%06x", seen[v]);
            ck_assert_msg(style_contrast(style_text(seen[v])) >= 4.5, "%06x", seen[v]);
            for (int w = 0; w < v; w++) ck_assert_uint_ne(seen[w], seen[v]);
        }
    }
    ck_assert_uint_eq(style_text(0x000000), 0x000000);
    ck_assert(fabs(style_contrast(0xffffff) - 1) < 1e-12);
    ck_assert(fabs(style_contrast(0) - 21) < 1e-12);
}
END_TEST

/* Whose place is also that of a code of others keeps it beside that one. */
START_TEST(ours_are_as_on_all_pages)
{
    static const char *const rivals[][2] = {
        { "arkode_dirk", "scipy_radau" },
        { "ndf", "boost_dopri5" },
        { "generalized_alpha", "petsc_arkimex" },
        { "gsl_bsimp", "lsode_adams" },
        { "ida", "lsoda" },
        { "radau_iia", "petsc_bdf" },
        { "dassl", "lsode_bdf" },
    };
    static made m;
    const int n = sizeof rivals / sizeof *rivals;
    make(&m, "x", 2 * n, -1, "ode");
    for (int k = 0; k < 2 * n; k++) snprintf(m.names[k], NAME, "%s", rivals[k / 2][k % 2]);
    for (int k = 0; k < n; k++) {
        const style alone = style_named(NULL, rivals[k][0], "", "ode"),
                    beside = style_named(&m.b, rivals[k][0], "", "ode"),
                    other = style_named(&m.b, rivals[k][1], "", "ode");
        ck_assert_msg(same(alone, beside), "%s moved", rivals[k][0]);
        ck_assert_msg(!same(beside, other), "%s has the style of %s", rivals[k][1],
                      rivals[k][0]);
    }
}
END_TEST

/* The family that a source of solvers/ declares, or "". */
static void family_in(const char *path, char family[NAME])
{
    char line[256];
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "%s", path);
    *family = '\0';
    while (!*family && fgets(line, sizeof line, f)) {
        const char *at = strstr(line, ".family = \"");
        if (at) sscanf(at, ".family = \"%23[a-z0-9_]", family);
    }
    fclose(f);
}

START_TEST(twelve_numbers_have_twelve_colours)
{
    for (int k = 0; k < 12; k++)
        for (int l = 0; l < k; l++)
            ck_assert_msg(style_number(k).rgb != style_number(l).rgb, "%d and %d", k, l);
    ck_assert_uint_eq(style_number(0).rgb, 0x0072b2u);
}
END_TEST

START_TEST(families_of_this_tree_have_colours_of_their_own)
{
    char family[MOST][NAME];
    int n = 0;
    glob_t found;
    ck_assert_int_eq(glob("solvers/*.c", 0, NULL, &found), 0);
    for (size_t k = 0; k < found.gl_pathc; k++) {
        ck_assert_int_lt(n, MOST);
        family_in(found.gl_pathv[k], family[n]);
        int same_as = 0;
        while (same_as < n && strcmp(family[same_as], family[n])) same_as++;
        n += *family[n] && same_as == n;
    }
    globfree(&found);
    ck_assert_int_ge(n, 12);
    for (int k = 0; k < n; k++)
        for (int l = 0; l < k; l++)
            ck_assert_msg(style_named(NULL, "any", family[k], "ode").rgb !=
                              style_named(NULL, "any", family[l], "ode").rgb,
                          "%s and %s have one colour", family[k], family[l]);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("names");
    tcase_add_test(c, twelve_numbers_have_twelve_colours);
    tcase_add_test(c, families_of_this_tree_have_colours_of_their_own);
    tcase_add_test(c, solvers_of_a_board_are_told_apart);
    tcase_add_test(c, a_solver_keeps_its_style);
    tcase_add_test(c, ours_are_as_on_all_pages);
    tcase_add_loop_test(c, a_solver_that_goes_leaves_the_others_as_they_were, 0, 20);
    tcase_add_test(c, shades_are_seen_and_names_are_read);
    return suite_run("style", c);
}
