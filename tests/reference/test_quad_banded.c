/* test_quad_banded.c -- elimination of bands: residuals, pivoting, singular matrices;
 * integrations that use a declared band against those that do not.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/flow/flow.h"
#include "reference/integrators/banded.h"

#include "tests/suite.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40 };

static double uniform(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / (double)((uint64_t)1 << 52) - 1;
}

static const struct {
    int ml, mu;
} bands[] = { { 0, 1 }, { 2, 2 }, { 3, 1 }, { 1, 4 }, { N - 1, N - 1 } };

/* Small diagonals ask for interchanges, rows and columns of many decades for scales. */
START_TEST(residuals_vanish)
{
    const int ml = bands[_i].ml, mu = bands[_i].mu;
    uint64_t seed = 5;
    static double _Complex A[N][N], x[N], b[N];
    banded *m = banded_create(N, ml, mu);
    memset(A, 0, sizeof A);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            if (i > j + ml || j > i + mu) continue;
            const double size = pow((double)R(10.0), (double)(i % 7 - j % 5));
            const double diagonal = i == j && ml ? (double)R(1e-9) : 1;
            A[i][j] = size * diagonal * (uniform(&seed) + (double _Complex)I * uniform(&seed));
            banded_set(m, i, j, A[i][j]);
        }
    for (int i = 0; i < N; i++) x[i] = b[i] = uniform(&seed);
    ck_assert(banded_factor(m));
    banded_solve(m, x);
    for (int i = 0; i < N; i++) {
        double _Complex sum = -b[i];
        double size = cabs(b[i]);
        for (int j = 0; j < N; j++) {
            sum += A[i][j] * x[j];
            size += cabs(A[i][j] * x[j]);
        }
        ck_assert_msg(cabs(sum) < (double)R(1e-11) * size, "row %d: %g of %g", i, cabs(sum),
                      size);
    }
    banded_destroy(m);
}
END_TEST

START_TEST(singular_ones_are_refused)
{
    banded *m = banded_create(N, 1, 1);
    for (int i = 0; i < N; i++)
        for (int j = i - 1; j <= i + 1; j++)
            if (j >= 0 && j < N) banded_set(m, i, j, j == N / 2 ? 0 : 1 + i);
    ck_assert(!banded_factor(m));
    banded_destroy(m);
    banded_destroy(NULL);
}
END_TEST

/* t_band without and with its declared band, by Radau and by extrapolated implicit Euler. */
START_TEST(a_band_changes_nothing)
{
    static const flow_method methods[] = { FLOW_RADAU9, FLOW_IEX };
    static const char *const settings[] = { "", "declared=band" };
    reason why;
    real end[2][64];
    int n = 0;
    for (int k = 0; k < 2; k++) {
        instance *i;
        flow *f;
        ck_assert_msg(!instance_open(&i, "t_band", settings[k], &why), "%s", why.text);
        ck_assert_msg(!flow_open(&f, i, methods[_i], R(1e-18), NULL, &why), "%s", why.text);
        ck_assert_msg(!flow_to(f, 1, &why), "%s", why.text);
        n = i->sizes.n;
        memcpy(end[k], flow_state(f), (size_t)n * sizeof(real));
        flow_close(f);
        instance_close(i);
    }
    for (int j = 0; j < n; j++) ck_assert(ivp_abs(end[0][j] - end[1][j]) < R(1e-18));
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("banded");
    tcase_add_loop_test(t, residuals_vanish, 0, (int)(sizeof bands / sizeof *bands));
    tcase_add_test(t, singular_ones_are_refused);
    tcase_add_loop_test(t, a_band_changes_nothing, 0, 2);
    return suite_run("banded", t);
}
