/* suite.h -- the end of each test program: its suite is run, and main() returns whether a test
 * failed. Includes Check, whose macros have common names: last among the headers. */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <check.h>

static inline int suite_run_all(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}

/* A suite of one case. */
static inline int suite_run(const char *name, TCase *tests)
{
    Suite *suite = suite_create(name);
    suite_add_tcase(suite, tests);
    return suite_run_all(suite);
}

#endif
