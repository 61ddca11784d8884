/* test_landing.c -- the end of a run is no worse than its middle: multipliers on index 3,
 * which feel every change of the step size, where the last steps are fitted to the end of
 * the interval.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/stepping/evolve.h"

enum { COMPONENTS = 64, MOST = 10000 };

/* Steps of a run: by how much lambda differs from the one that belongs to q and u. */
typedef struct errors {
    instance *other;
    int n;
    double of[MOST];
} errors;

static void note(void *context, const evolve_point *p)
{
    errors *e = context;
    const ivp_sizes *s = &e->other->sizes;
    double z[COMPONENTS], most = 0, size = 0;
    ck_assert_int_lt(e->n, MOST);
    memcpy(z, p->state->q, (size_t)s->n * sizeof *z); /* q, u, x */
    ck_assert_int_eq(instance_complete(e->other, p->t, z), IVP_OK);
    for (int k = 0; k < s->ng; k++) {
        const double lambda = z[s->n + s->nq + k];
        most = fmax(most, fabs(lambda - p->state->lambda[k]));
        size = fmax(size, fabs(lambda));
    }
    e->of[e->n++] = most / size;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Error at the end over the median along the trajectory. */
static double end_over_median(const char *solver, double rtol)
{
    static errors e;
    reason why;
    instance *i;
    evolve *run;
    const evolve_setup setup = {
        .formulation = "index3", .solver = solver, .rtol = rtol, .atol = rtol
    };
    ck_assert_msg(!instance_open(&i, "pendulum", "", &why), "%s", why.text);
    e.n = 0;
    ck_assert_msg(!instance_open(&e.other, "pendulum", "", &why), "%s", why.text);
    ck_assert_msg(!evolve_create(&run, i, &setup, &why), "%s", why.text);
    ck_assert_msg(!evolve_run(run, note, &e), "%s", evolve_message(run));
    evolve_destroy(run);
    instance_close(i);
    instance_close(e.other);
    const double end = e.of[e.n - 1];
    qsort(e.of, (size_t)e.n, sizeof *e.of, by_size);
    return end / e.of[e.n / 2];
}

/* With the last two steps halved the ratios are 7 to 15. */
START_TEST(multipliers_do_not_jump_at_the_end)
{
    static const char *const solvers[] = { "hht", "generalized_alpha" };
    static const double rtol[] = { 1e-5, 1e-6, 3e-7 };
    double product = 1;
    for (int k = 0; k < 3; k++) product *= end_over_median(solvers[_i], rtol[k]);
    ck_assert_msg(cbrt(product) < 3, "%s: %.2g", solvers[_i], cbrt(product));
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("landing");
    tcase_add_loop_test(tc, multipliers_do_not_jump_at_the_end, 0, 2);
    return suite_run("landing", tc);
}
