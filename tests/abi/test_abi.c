/* test_abi.c -- plug-ins and programs of different headers: an old plug-in loads and runs as it
 * did; what a newer one sets and this program does not know is refused with a sentence.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/sized.h"
#include "kernel/stepping/evolve.h"
#include "tests/bench/plugin_case.h"

#include <math.h>

static char output[8192];

/* ---- headers ----------------------------------------------------------------------------- */

/* The present header without the last members of its structs, in ./older: what it was
 * before. */
static const char make_older[] =
    "cp -r $tree/include older && cd older/ivp && for f in base.h problem.h; do awk '"
    "BEGIN { n[\"ivp_param\"] = n[\"ivp_event\"] = 2; "
    "n[\"ivp_observable\"] = n[\"ivp_published\"] = "
    "n[\"ivp_problem\"] = 1 } "
    "{ line[NR] = $0 } "
    "match($0, /^} ivp_[a-z]+;/) { name = substr($0, 3, RLENGTH - 3); "
    "for (k = NR; n[name] > 0; k--) if (line[k] ~ /^    [a-z].*;/) { "
    "sub(/^[^;]*;/, \"\", line[k]); n[name]-- } } "
    "END { for (k = 1; k <= NR; k++) print line[k] }' $f >x && mv x $f; done && "
    "sed -i '/(\\*sens)(void/d' solver.h";

/* The present header with one member more in each struct that may grow, in ./newer */
static const char make_newer[] =
    "cp -r $tree/include newer && cd newer/ivp && for s in problem solver param event "
    "observable published setting; do "
    "sed -i \"s/^} ivp_$s;/    const char *grown;\\n&/\" base.h problem.h solver.h; done";

/* A shell command that ends well; $tree is the source tree. */
static void must(const char *command)
{
    char own[PATH];
    program_folder(own, sizeof own);
    char *line = text_of("tree=%s/../tree; %s", own, command);
    ck_assert_msg(shell(line, output, sizeof output) == 0, "%s\n%s", command, output);
    free(line);
}

/* Which plug-ins of tests/abi */
typedef enum plugins {
    ITS_DOUBLE = 1, /* the problem alone, without its twin */
    SOLVER = 2,
    ALL = 7,
} plugins;

/* Plug-ins of tests/abi by a header of the folder `headers`, with further words for the
 * compiler */
static void build(plugins which, const char *headers, const char *words)
{
    static const struct {
        const char *source, *folder;
        int arith;
    } parts[] = { { "old_problem", "double/problems", 1 },
                  { "old_solver", "double/solvers", 1 },
                  { "old_problem", "complex/problems", 2 } };
    for (int k = 0; k < 3; k++) {
        if (!(which & 1 << k)) continue;
        char *command =
            text_of("mkdir -p plugins/%s && ${CC:-gcc} -std=c11 -fPIC -shared -I%s "
                    "-DIVP_ARITH=%d %s -o plugins/%s/%s.so $tree/tests/abi/%s.c -lm",
                    parts[k].folder, headers, parts[k].arith, words, parts[k].folder,
                    parts[k].source, parts[k].source);
        must(command);
        free(command);
    }
    char *path = text_of("%s/plugins", folder);
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
    free(path);
}

/* ---- a run ------------------------------------------------------------------------------- */

static void count_events(void *context, const evolve_point *p)
{
    if (p->event >= 0) ++((int *)context)[p->event];
}

/* The ball falls from 1 with g = 8: impact at t = 1/2 with speed 4, apex at 3/4 with height
 * 1/4. */
static void runs(void)
{
    reason why = { "" };
    instance *i = NULL;
    evolve *e = NULL;
    ck_assert_msg(!instance_open(&i, "old_problem", "", &why), "%s", why.text);
    ck_assert_int_eq(i->nparams, 2);
    ck_assert_int_eq(i->nevents, 2);
    const evolve_setup setup = { .formulation = "ode", .solver = "old_solver", .h = 0.01 };
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    int seen[2] = { 0 };
    double y[2];
    ck_assert_int_eq(evolve_run(e, count_events, seen), IVP_OK);
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    ck_assert_int_eq(seen[1], 1);
    ck_assert_double_lt(fabs(y[0] - 0.25), 1e-6);
    ck_assert_double_lt(fabs(y[1]), 1e-6);
    const ivp_state s = instance_view(i, 0.75, y, NULL);
    ck_assert_double_eq(instance_observe(i, &i->problem->observables[1], &s), y[1]);
    ck_assert_str_eq(i->problem->published[1].values, "y1=0 y2=-4");
    ck_assert_ptr_null(i->problem->published[2].values);
    evolve_destroy(e);
    instance_close(i);
}

/* The same with symbol versions */
static void in_a_program(void)
{
    must("$ivpbench try old_problem --solver dopri5 --rtol 1e-6 >try.txt; cat try.txt");
    assert_says(output, "scored by the published values");
    must("$ivpbench plugin test old_problem && $ivpbench plugin test old_solver");
}

static bool is_copied(void)
{
    reason why = { "" };
    const void *twin;
    const ivp_problem *p = plugin_problem("old_problem", &twin, &why);
    ck_assert_msg(p, "%s", why.text);
    const ivp_problem *again = plugin_problem("old_problem", &twin, &why);
    ck_assert_ptr_eq(p, again);
    return p->bytes.descriptor != sizeof *p || p->bytes.event != sizeof *p->events;
}

/* Folders of headers that never change: the first with sizes, those of release 1.0 */
static const char *const frozen[] = { "abi-1", "abi-1.0" };
enum { FROZEN = sizeof frozen / sizeof *frozen };

START_TEST(plugins_of_frozen_headers_run)
{
    char *headers = text_of("$tree/tests/abi/%s", frozen[_i]);
    build(ALL, headers, "");
    free(headers);
    runs();
    in_a_program();
}
END_TEST

/* Programs: ivp/system.h is frozen with 1.0 */
START_TEST(a_program_of_frozen_headers_runs)
{
    build(ALL, "$tree/tests/abi/abi-1.0", "");
    must(
        "libraries=$(dirname $ivpbench) && ${CC:-gcc} -std=c11 -I$tree/tests/abi/abi-1.0 "
        "$(grep -q __asan_init $ivpbench && echo -fsanitize=address,undefined) "
        "$tree/tests/abi/old_program.c -o program -L$libraries -livp -Wl,-rpath,$libraries -lm "
        "&& ./program");
}
END_TEST

/* Whatever a plug-in of 1.0 may call is there. */
START_TEST(functions_of_frozen_headers_are_exported)
{
    must(
        "for h in base problem solver model system; do echo \"#include <ivp/$h.h>\"; done "
        ">all.c && gcc -std=c11 -DIVP_KERNEL= -I$tree/tests/abi/abi-1.0 -fsyntax-only "
        "-aux-info info all.c && sed -n 's|^/[*] .*/abi-1[.]0/.* extern "
        ".*[ *]\\(ivp_[a-z_0-9]*\\) (.*|\\1|p' info | sort -u >declared && "
        "[ $(wc -l <declared) -gt 50 ] && nm -D --defined-only $(dirname $ivpbench)/libivp.so | "
        "sed -n 's/.* \\(ivp_[a-z_0-9]*\\)@@IVP_1$/\\1/p' | sort >exported && "
        "comm -23 declared exported >missing && cat missing && ! [ -s missing ]");
}
END_TEST

START_TEST(plugins_of_an_older_header_run)
{
    must(make_older);
    build(ALL, "older", "");
    ck_assert(is_copied());
    runs();
    in_a_program();
}
END_TEST

START_TEST(plugins_of_a_newer_header_run)
{
    must(make_newer);
    build(ALL, "newer", "");
    ck_assert(is_copied());
    runs();
    in_a_program();
}
END_TEST

/* ---- refused ----------------------------------------------------------------------------- */

static const struct {
    const char *macro, *says;
} of_a_problem[] = {
    { "IN_DESCRIPTOR", "its descriptor sets a member" },
    { "IN_PARAM", "its parameter 'grav' sets a member" },
    { "IN_EVENT", "its event 'impact' sets a member" },
    { "IN_OBSERVABLE", "its observable 'speed' sets a member" },
    { "IN_PUBLISHED", "its end value of 'e=0' sets a member" },
},
  of_a_solver[] = {
      { "IN_DESCRIPTOR", "its descriptor sets a member" },
      { "IN_OPTION", "its option 'unused' sets a member" },
      { "IN_SETTING", "its setting 'quick' sets a member" },
  };

static void build_newer(plugins which, const char *macro)
{
    must(make_newer);
    char *words = text_of("'-D%s=, .grown = \"x\"'", macro);
    build(which, "newer", words);
    free(words);
}

START_TEST(unknown_member_of_a_problem_is_refused)
{
    reason why = { "" };
    const void *twin;
    build_newer(ITS_DOUBLE, of_a_problem[_i].macro);
    ck_assert_ptr_null(plugin_problem("old_problem", &twin, &why));
    assert_says(why.text, "problem 'old_problem' was built with a later header");
    assert_says(why.text, of_a_problem[_i].says);
    ck_assert_int_ne(shell("$ivpbench info old_problem", output, sizeof output), 0);
    assert_says(output, of_a_problem[_i].says);
}
END_TEST

START_TEST(unknown_member_of_a_solver_is_refused)
{
    reason why = { "" };
    build_newer(SOLVER, of_a_solver[_i].macro);
    ck_assert_ptr_null(plugin_solver("old_solver", &why));
    assert_says(why.text, "solver 'old_solver' was built with a later header");
    assert_says(why.text, of_a_solver[_i].says);
}
END_TEST

START_TEST(descriptor_without_sizes_is_refused)
{
    reason why = { "" };
    const void *twin;
    build(ITS_DOUBLE, "$tree/include", "'-DIN_DESCRIPTOR=, .bytes = { 0 }'");
    ck_assert_ptr_null(plugin_problem("old_problem", &twin, &why));
    assert_says(why.text, "does not say its sizes: leave .bytes to IVP_PROBLEM");
}
END_TEST

/* ---- one routine ------------------------------------------------------------------------- */

START_TEST(bytes_are_copied_and_zeroed)
{
    const char from[6] = { 1, 2, 3, 0, 0, 4 };
    char to[8] = "xxxxxxxx";
    ck_assert_uint_eq(sized_take(to, 8, from, 3), 0);
    ck_assert_mem_eq(to, "\1\2\3\0\0\0\0\0", 8);
    ck_assert_uint_eq(sized_take(to, 3, from, 5), 0);
    ck_assert_uint_eq(sized_take(to, 3, from, 6), 5);
    ck_assert_uint_eq(sized_take(to, 6, from, 6), 0);
}
END_TEST

START_TEST(frozen_headers_are_as_they_were)
{
    char *command = text_of("cd $tree/tests/abi/%s && sha256sum --check --quiet SHA256SUMS && "
                            "[ $(ls ivp/*.h | wc -l) = $(wc -l <SHA256SUMS) ]",
                            frozen[_i]);
    must(command);
    free(command);
}
END_TEST

START_TEST(members_stay_where_they_were)
{
    char *command = text_of(
        "for h in %s ../../include; do ${CC:-gcc} -std=c11 -I$tree/tests/abi/$h -o layout "
        "$tree/tests/abi/layout.c -lm && ./layout | sort >$(basename $h).txt; done && "
        "[ $(wc -l <%s.txt) -gt 100 ] && comm -23 %s.txt include.txt >moved && "
        "cat moved && ! [ -s moved ]",
        frozen[_i], frozen[_i], frozen[_i]);
    must(command);
    free(command);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("headers");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, make_scratch_folder, remove_folder);
    tcase_add_loop_test(t, plugins_of_frozen_headers_run, 0, FROZEN);
    tcase_add_test(t, a_program_of_frozen_headers_runs);
    tcase_add_test(t, functions_of_frozen_headers_are_exported);
    tcase_add_test(t, plugins_of_an_older_header_run);
    tcase_add_test(t, plugins_of_a_newer_header_run);
    tcase_add_loop_test(t, unknown_member_of_a_problem_is_refused, 0,
                        (int)(sizeof of_a_problem / sizeof *of_a_problem));
    tcase_add_loop_test(t, unknown_member_of_a_solver_is_refused, 0,
                        (int)(sizeof of_a_solver / sizeof *of_a_solver));
    tcase_add_test(t, descriptor_without_sizes_is_refused);
    tcase_add_test(t, bytes_are_copied_and_zeroed);
    tcase_add_loop_test(t, frozen_headers_are_as_they_were, 0, FROZEN);
    tcase_add_loop_test(t, members_stay_where_they_were, 0, FROZEN);
    return suite_run("abi", t);
}
