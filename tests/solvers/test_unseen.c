/* test_unseen.c -- wrapped codes at their own speed: where nobody looks between steps they run
 * to the end in one call, and come to the same bits and counters as step by step.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/peer.h"

static const char *const codes[] = { "radau5",    "lsoda",       "lsode_bdf",  "vode",
                                     "cvode_bdf", "cvode_adams", "lsode_adams" };
enum { NCODES = sizeof codes / sizeof *codes, STIFF = NCODES - 2, STATES = 32 };

static bool is_here(const char *code)
{
    reason why = { "" };
    const ivp_solver *s = plugin_solver(code, &why);
    ck_assert_msg(s, "%s", why.text);
    return !s->missing || !s->missing();
}

typedef struct outcome_of {
    ivp_status status;
    double t;
    real state[STATES];
    long count[IVP_NCOUNTERS], seen;
} outcome_of;

static void see(void *seen, const evolve_point *p)
{
    (void)p;
    ++*(long *)seen;
}

static double first_step; /* 0: the solver's */

static outcome_of run(const char *problem, const char *parameters, const char *code,
                      bool watched, long most)
{
    reason why = { "" };
    instance *i;
    evolve *e;
    outcome_of r = { 0 };
    const evolve_setup setup = { .formulation = "ode",
                                 .solver = code,
                                 .rtol = 1e-5,
                                 .atol = 1e-7,
                                 .h0 = first_step,
                                 .max_steps = most };
    ck_assert_msg(!instance_open(&i, problem, parameters, &why), "%s", why.text);
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    ck_assert_int_le(instance_ncomponents(i), STATES);
    for (int again = 0; again < 2; again++) { /* the second run after the first */
        r.seen = 0;
        r.status = evolve_run(e, watched ? see : NULL, &r.seen);
    }
    r.t = evolve_t(e);
    if (!r.status) ck_assert(!evolve_state(e, r.state));
    memcpy(r.count, evolve_counters(e), sizeof r.count);
    evolve_destroy(e);
    instance_close(i);
    return r;
}

/* By the first n codes. */
static void same(int n, const char *problem, const char *parameters, long most)
{
    for (int k = 0; k < n; k++) {
        if (!is_here(codes[k])) continue;
        const outcome_of a = run(problem, parameters, codes[k], true, most),
                         b = run(problem, parameters, codes[k], false, most);
        ck_assert_msg(a.status == b.status, "%s on %s: %d, unseen %d", codes[k], problem,
                      (int)a.status, (int)b.status);
        ck_assert_msg(a.t == b.t, "%s on %s: to %g, unseen to %g", codes[k], problem, a.t, b.t);
        ck_assert_msg(!memcmp(a.state, b.state, sizeof a.state), "%s on %s: other bits",
                      codes[k], problem);
        for (int c = 0; c < IVP_NCOUNTERS && !a.status; c++)
            ck_assert_msg(a.count[c] == b.count[c], "%s on %s, %s: %ld, unseen %ld", codes[k],
                          problem, ivp_counter_name((ivp_counter)c), a.count[c], b.count[c]);
    }
}

START_TEST(the_same_bits_and_counters)
{
    same(STIFF, "hires", "", 0);
    same(STIFF, "van_der_pol", "", 0);
    same(NCODES, "brusselator", "", 0);
}
END_TEST

/* Pieces between breaks. */
START_TEST(breaks_end_a_piece) { same(NCODES, "t_breaks", "", 0); }
END_TEST

/* Where f does not exist the run is repeated with checks, and ends as with them. */
START_TEST(what_is_not_finite_is_looked_at)
{
    static const char *const functions[] = { "of=sqrt", "of=log", "of=acos", "of=pow",
                                             "of=twice" };
    for (int k = 0; k < 5; k++) same(STIFF, "t_domain", functions[k], 0);
}
END_TEST

/* A trial step beyond the range of exp() is the code's to reject, seen or not. */
START_TEST(a_first_step_that_is_too_long)
{
    first_step = 1e-4;
    same(1, "ring_modulator", "", 0);
}
END_TEST

START_TEST(too_many_steps_are_too_many)
{
    for (long most = 5; most < 50; most *= 3) same(STIFF, "hires", "", most);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("unseen");
    tcase_add_test(t, the_same_bits_and_counters);
    tcase_add_test(t, breaks_end_a_piece);
    tcase_add_test(t, what_is_not_finite_is_looked_at);
    tcase_add_test(t, a_first_step_that_is_too_long);
    tcase_add_test(t, too_many_steps_are_too_many);
    return suite_run("unseen", t);
}
