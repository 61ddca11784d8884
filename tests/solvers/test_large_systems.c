/* test_large_systems.c -- every solver of the tree on 50,000 unknowns: it is set up, or
 * declines with a sentence, and takes no memory that grows as the square.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/solver_cases.h"
#include <sys/resource.h>

#include "kernel/formulation/formulation.h"

/* runs: over a short time too. Factors of a plane take seconds. */
static const struct {
    const char *problem, *settings;
    int n;
    bool runs;
} systems[] = {
    { "brusselator_1d", "N=25000", 50000, true },
    { "brusselator_2d", "N=160", 51200, false },
    { "food_web", "N=160", 51200, false },
    { "reaction_network", "N=50000", 50000, false },
};
enum { SYSTEMS = sizeof systems / sizeof *systems };

/* What keeps full matrices whatever is declared */
static const char *const full[] = { "gsl_msbdf", "gsl_bsimp", "scipy_bdf", "scipy_radau",
                                    "scipy_lsoda" };
/* What keeps them if neither a band nor a pattern with few diagonals in any order is declared:
 * four rows of the network are full */
static const char *const full_or_band[] = { "lsoda",  "lsode_bdf", "vode",
                                            "radau5", "dassl",     "daspk" };
/* Those, and what takes any pattern */
static const char *const structured[] = { "lsoda",     "lsode_bdf",  "vode",
                                          "radau5",    "dassl",      "daspk",
                                          "petsc_bdf", "petsc_rosw", "petsc_arkimex" };

#define IS_ONE_OF(list, name) is_one_of(list, sizeof(list) / sizeof *(list), name)
static bool is_one_of(const char *const *list, size_t n, const char *name)
{
    for (size_t k = 0; k < n; k++)
        if (!strcmp(list[k], name)) return true;
    return false;
}

/* The most that the process has had since forget_peak() */
static long megabytes(void)
{
    long kb = -1;
    char line[128];
    FILE *f = fopen("/proc/self/status", "r");
    ck_assert_ptr_nonnull(f);
    while (kb < 0 && fgets(line, sizeof line, f)) sscanf(line, "VmHWM: %ld", &kb);
    fclose(f);
    ck_assert_int_ge(kb, 0);
    return kb / 1024;
}

/* See proc(5): the peak becomes what there is now. */
static void forget_peak(void)
{
    FILE *f = fopen("/proc/self/clear_refs", "w");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_ge(fputs("5", f), 0);
    ck_assert_int_eq(fclose(f), 0);
}

static ivp_status set_up(instance *i, const ivp_solver *s, const char *formulation, bool runs,
                         reason *why)
{
    evolve *e = NULL;
    const double t1 = i->t0 + 1e-12 * (i->t1 - i->t0);
    evolve_setup setup = setup_for(s, formulation, t1, 1e-2);
    if (setup.h > 0) setup.h = t1 - i->t0;
    ivp_status st = evolve_create(&e, i, &setup, why);
    if (!st && runs) st = evolve_run(e, NULL, NULL);
    if (st && e) reason_set(why, "%s", evolve_message(e));
    evolve_destroy(e);
    return st;
}

/* Declined for want of memory, where the code keeps full matrices, by a sentence with bytes. */
static void look(instance *i, const char *name, bool network, bool runs)
{
    reason why = { "" };
    const ivp_solver *s = plugin_solver(name, &why);
    ck_assert_msg(s, "%s", why.text);
    if (s->missing && s->missing()) return;
    forget_peak();
    const long before = megabytes();
    /* whose diagonals of a plane are hundreds of megabytes, and may be touched when they come */
    const bool packed = IS_ONE_OF(full_or_band, name) && i->sizes.ml == 0;
    const bool declines = IS_ONE_OF(full, name) || (network && IS_ONE_OF(full_or_band, name));
    for (const char *const *f = formulations; *f; f++) {
        const ivp_formulation by = formulation_by_name(*f);
        if (!formulation_taken(s, by) || !formulation_fits(i, by, &why)) continue;
        const ivp_status st = set_up(i, s, *f, runs, &why);
        ck_assert_msg(!st || st == IVP_E_DECLINED, "%s: %s", name, why.text);
        ck_assert_msg(!st || strlen(why.text) > strlen(name) + 10, "%s: %s", name, why.text);
        ck_assert_msg(!declines || strstr(why.text, " MB at least"), "%s: %s", name, why.text);
        if (!packed)
            ck_assert_msg(megabytes() - before < 300, "%s of %s: %ld MB", name,
                          i->problem->name, megabytes() - before);
    }
}

static void look_at_all(int of, char (*names)[PLUGIN_NAME_MAX], int count)
{
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(!instance_open(&i, systems[of].problem, systems[of].settings, &why), "%s",
                  why.text);
    ck_assert_int_eq(i->sizes.n, systems[of].n);
    const bool network = !strcmp(systems[of].problem, "reaction_network");
    for (int k = 0; k < count; k++) look(i, names[k], network, systems[of].runs);
    instance_close(i);
}

/* In one process, which opens the libraries once. */
START_TEST(all_solvers_run_or_decline)
{
#ifdef __SANITIZE_ADDRESS__
    return;
#endif
    static char names[MOST][PLUGIN_NAME_MAX];
    const struct rlimit limit = { 8ul << 30, 8ul << 30 };
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    const int count = plugin_list("solvers", names, MOST);
    ck_assert_int_gt(count, 40);
    for (int of = 0; of < SYSTEMS; of++) look_at_all(of, names, count);
}
END_TEST

static const struct {
    const char *problem, *settings;
    int n;
} narrow[] = { { "brusselator_1d", "N=20", 40 },
               { "allen_cahn_2d", "N=6", 36 },
               { "brusselator_2d", "N=8", 128 } }; /* in another order: ivp_order_of() */
enum { NARROW = sizeof narrow / sizeof *narrow };
enum { CODES = sizeof structured / sizeof *structured };

static result run_once(const char *name, int of, bool with)
{
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(!instance_open(&i, narrow[of].problem, narrow[of].settings, &why), "%s",
                  why.text);
    ivp_problem bare = *i->problem;
    bare.pattern = NULL;
    if (!with) {
        i->problem = &bare;
        i->sizes.ml = i->sizes.mu = 0;
    }
    const ivp_solver *s = plugin_solver(name, &why);
    const char *formulation = easiest_fit(i, name);
    ck_assert_ptr_nonnull(formulation);
    const evolve_setup setup = setup_for(s, formulation, 10, 1e-4);
    const result r = run(i, &setup);
    ck_assert_msg(!r.status, "%s: %s", name, r.why.text);
    instance_close(i);
    return r;
}

/* The same factors but for rounding: the same steps, and ends that rounding alone parts. The
 * band is declared, or holds the pattern that is. */
START_TEST(a_band_gives_the_digits_of_a_full_matrix)
{
    const char *name = structured[_i % CODES];
    const int of = _i / CODES;
    reason why = { "" };
    const ivp_solver *s = plugin_solver(name, &why);
    ck_assert_msg(s, "%s", why.text);
    if (s->missing && s->missing()) return;
    const result band = run_once(name, of, true), all = run_once(name, of, false);
    ck_assert_int_eq(band.counters[IVP_N_ACCEPTED], all.counters[IVP_N_ACCEPTED]);
    ck_assert_double_lt(distance(band.state, all.state, narrow[of].n), 1e-9);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("large_systems");
    tcase_add_test(c, all_solvers_run_or_decline);
    tcase_add_loop_test(c, a_band_gives_the_digits_of_a_full_matrix, 0, NARROW * CODES);
    return suite_run("large_systems", c);
}
