/* test_program_data.c -- data of a page: plain where they are few, compressed where there are
 * many.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "bench/base/util.h"
#include "reports/page/script.h"

#include "tests/suite.h" /* last: it has macros of common names */

/* RFC 4648, of a text without errors; caller frees. */
static unsigned char *plain_of(const char *text, size_t *size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char *out = grown(NULL, strlen(text) + 3, 1);
    unsigned bits = 0;
    int held = 0;
    for (*size = 0; *text && strchr(letters, *text); text++) {
        bits = bits << 6 | (unsigned)(strchr(letters, *text) - letters);
        held += 6;
        if (held >= 8) out[(*size)++] = (unsigned char)(bits >> (held -= 8));
    }
    return out;
}

/* Where there is much, the page holds it compressed; what comes out is what went in. */
START_TEST(many_data_are_compressed)
{
    char json[5000], *html = NULL;
    size_t size, packed;
    for (int i = 0; i < 5000; i++) json[i] = "{\"key\":[1,2,3]}"[i % 15];
    FILE *f = open_memstream(&html, &size);
    program_data(f, json, sizeof json, _i ? sizeof json : sizeof json - 1);
    fclose(f);
    const char *body = strchr(html, '>') + 1;
    if (_i) {
        ck_assert_ptr_nonnull(strstr(html, "application/json"));
        ck_assert_int_eq(strncmp(body, json, sizeof json), 0);
    } else {
        unsigned char *bytes = plain_of(body, &packed), again[sizeof json];
        uLongf n = sizeof again;
        ck_assert_ptr_null(strstr(html, "json"));
        ck_assert_uint_lt(size, 500);
        ck_assert_int_eq(uncompress(again, &n, bytes, packed), Z_OK);
        ck_assert_uint_eq(n, sizeof json);
        ck_assert_int_eq(memcmp(again, json, n), 0);
        free(bytes);
    }
    free(html);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("program_data");
    tcase_add_loop_test(c, many_data_are_compressed, 0, 2);
    return suite_run("program_data", c);
}
