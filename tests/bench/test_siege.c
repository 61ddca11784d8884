/* test_siege.c -- the short form of `make siege`: some kills, full disks, failing allocations
 * and changed inputs. Not in a build with sanitizers: what is preloaded would come before
 * theirs.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/util.h"

#include "tests/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

START_TEST(short_siege)
{
#ifdef __SANITIZE_ADDRESS__
    return;
#else
    char own[1024];
    program_folder(own, sizeof own);
    char *command = text_of("tools/siege.sh $(realpath --relative-to=. %s/..) short", own);
    const int status = system(command);
    ck_assert_int_eq(WEXITSTATUS(status), 0);
    free(command);
#endif
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("siege");
    tcase_add_test(t, short_siege);
    return suite_run("siege", t);
}
