/* test_quad_phi.c -- phi functions in quad arithmetic, where double would not do.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/methods/phi_cases.h"

START_TEST(spectra_to_thirty_digits)
{
    static const real z[] = { -R(300.0), -R(5.0), -R(1.0), R(0.0), R(0.001), R(2.0) };
    phi_case c;
    for (int k = -4; k < 1; k++) {
        const real h = pow(R(10.0), (real)k);
        spectrum_case(&c, sizeof z / sizeof *z, z, true, h);
        ck_assert(case_error(&c, PHI_PADE, h, h) < R(1e-30));
        ck_assert(case_error(&c, PHI_PADE, h, 2 * h) < R(1e-30));
    }
}
END_TEST

START_TEST(springs_to_thirty_digits)
{
    phi_case c;
    oscillator_case(&c, 300, 1);
    ck_assert(case_error(&c, PHI_PADE, 1, 1) < R(1e-30));
    ck_assert(case_error(&c, PHI_PADE, 1, 3) < R(1e-30));
}
END_TEST

START_TEST(full_matrices_to_thirty_digits)
{
    phi_case c;
    for (int far = 0; far < 2; far++) {
        full_case(&c, far);
        finer_solution(&c, R(0.5));
        ck_assert(case_error(&c, PHI_PADE, R(0.5), 1) < R(1e-30));
    }
}
END_TEST

START_TEST(krylov_in_quad)
{
    phi_case c;
    chain_case(&c, 6, 2);
    ck_assert(case_error(&c, PHI_KRYLOV, 2, 2) < R(1e-29));
    oscillator_case(&c, 300, R(0.1));
    ck_assert(case_error(&c, PHI_KRYLOV, R(0.1), R(0.2)) < R(1e-28));
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("phi in quad");
    tcase_add_test(t, spectra_to_thirty_digits);
    tcase_add_test(t, springs_to_thirty_digits);
    tcase_add_test(t, full_matrices_to_thirty_digits);
    tcase_add_test(t, krylov_in_quad);
    return suite_run("phi in quad", t);
}
