/* code.c -- the code of a problem in the interface of the Test Set, asked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/testset/code.h"

#include <stdlib.h>
#include <string.h>

struct testset testset;

static void trim(char *text, int n)
{
    while (n && text[n - 1] == ' ') n--;
    text[n] = '\0';
}

static bool allocate(size_t n)
{
    testset.y = calloc(n * (11 + 2 * n + 1), sizeof *testset.y);
    testset.index = calloc(n, sizeof *testset.index);
    if (!testset.y || !testset.index) return false;
    testset.yp = testset.y + n;
    testset.f = testset.yp + n;
    testset.g = testset.f + n;
    testset.J = testset.g + 8 * n;
    return true;
}

bool testset_ask(const testset_code *code)
{
    static int ind[TESTSET_MOST];
    char short_name[TESTSET_TEXT];
    testset.code = code;
    code->prob(testset.title, short_name, testset.type, &testset.n, &testset.ndisc, testset.t,
               &testset.numjac, &testset.mljac, &testset.mujac, &testset.nummas, &testset.mlmas,
               &testset.mumas, ind, TESTSET_TEXT, TESTSET_TEXT, 3);
    trim(testset.title, TESTSET_TEXT);
    trim(testset.type, 3);
    testset.residual = !strcmp(testset.type, "IDE");
    if (testset.n < 1 || testset.n > TESTSET_MOST) return false;
    if (testset.ndisc < 0 || testset.ndisc > TESTSET_BREAKS) return false;
    if (!allocate((size_t)testset.n)) return false;
    for (int i = 0; i < testset.n; i++) testset.index[i] = ind[i] > 1 ? ind[i] : 1;
    return true;
}

ivp_status testset_value(double t, const double *y, const double *yp, double *f)
{
    double rpar = 0;
    int ierr = 0, ipar = 0, n = testset.n;
    memcpy(testset.y, y, (size_t)n * sizeof *y);
    if (testset.residual)
        memcpy(testset.yp, yp, (size_t)n * sizeof *yp);
    else
        memset(testset.yp, 0, (size_t)n * sizeof *testset.yp);
    testset.code->feval(&n, &t, testset.y, testset.yp, f, &ierr, &rpar, &ipar);
    return ierr ? IVP_DOMAIN : IVP_OK;
}

ivp_status testset_matrix(bool mass, double t)
{
    double rpar = 0;
    int ierr = 0, ipar = 0, n = testset.n;
    const int ml = mass ? testset.mlmas : testset.mljac,
              mu = mass ? testset.mumas : testset.mujac;
    int ld = ml < n ? ml + mu + 1 : n;
    memset(testset.J, 0, (size_t)n * (size_t)(2 * n + 1) * sizeof *testset.J);
    (mass ? testset.code->meval : testset.code->jeval)(&ld, &n, &t, testset.y, testset.yp,
                                                       testset.J, &ierr, &rpar, &ipar);
    return ierr ? IVP_DOMAIN : IVP_OK;
}
