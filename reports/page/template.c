/* template.c -- see template.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/template.h"

#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/page/assets.h"
#include "reports/text/escape.h"

static const char *text_at(const char *const *places, const char *name, size_t length)
{
    for (; *places; places += 2)
        if (strlen(*places) == length && !memcmp(*places, name, length)) return places[1];
    return NULL;
}

/* Where `what` stands between two places; `end` if it does not. */
static const char *sought(const char *at, const char *end, const char *what)
{
    const char *found = memmem(at, (size_t)(end - at), what, strlen(what));
    return found ? found : end;
}

/* The part with this name between its two lines. */
static bool find_part(const char *name, const char **at, const char **end)
{
    const char *const last = asset_page.end;
    char *line = text_of("%%%% %s\n", name);
    const size_t length = strlen(line);
    *at = sought(asset_page.at, last, line);
    free(line);
    if (*at == last) return false;
    *at += length;
    *end = sought(*at, last, "\n%%");
    return true;
}

/* The place that begins here with "{{"; returns what follows it, NULL: it is not named. */
static const char *write_place(FILE *f, const char *at, const char *end,
                               const char *const *places)
{
    const int braces = at + 2 < end && at[2] == '{' ? 3 : 2;
    const char *name = at + braces, *close = sought(name, end, "}}}" + (3 - braces));
    const char *text = close < end ? text_at(places, name, (size_t)(close - name)) : NULL;
    if (!text) return NULL;
    if (braces == 3)
        fputs(text, f);
    else
        html_text(f, text);
    return close + braces;
}

bool template_fill(FILE *f, const char *part, const char *const *places)
{
    const char *at, *end;
    if (!find_part(part, &at, &end)) return false;
    while (at && at < end) {
        const char *place = sought(at, end, "{{");
        fwrite(at, 1, (size_t)(place - at), f);
        at = place < end ? write_place(f, place, end, places) : end;
    }
    return at != NULL;
}

char *template_filled(const char *part, const char *const *places)
{
    char *text = NULL;
    size_t size;
    FILE *f = need(open_memstream(&text, &size));
    const bool good = template_fill(f, part, places);
    fclose(f);
    if (good) return text;
    free(text);
    return NULL;
}
