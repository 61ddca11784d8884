/* swing_folder.h -- a folder for each test, with the reference of the swing and the name of a
 * store.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_REPORTS_SWING_FOLDER_H
#define TESTS_REPORTS_SWING_FOLDER_H

#include <unistd.h>

#include "tests/reports/synthetic.h"

#include "tests/suite.h" /* last: it has macros of common names */

static char folder[] = "/tmp/test_swing_XXXXXX";
static char store_path[64];
static reason why;

static void setup(void)
{
    snprintf(folder, sizeof folder, "/tmp/test_swing_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(store_path, sizeof store_path, "%s/bench.db", folder);
    ck_assert_msg(swing_reference(folder, &why), "%s", why.text);
}

static void teardown(void)
{
    char *command = text_of("rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    free(command);
}

#endif
