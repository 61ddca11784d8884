/* template.c -- see template.h. */
#include "reports/page/template.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/page/assets.h"
#include "reports/text/escape.h"

enum { PLACES = 8 };

typedef struct places {
    int n;
    const char *name[PLACES], *text[PLACES];
} places;

static places places_of(va_list args)
{
    places p = { 0 };
    for (const char *name; p.n < PLACES && (name = va_arg(args, const char *)); p.n++) {
        p.name[p.n] = name;
        p.text[p.n] = va_arg(args, const char *);
    }
    return p;
}

static const char *text_at(const places *p, const char *name, size_t length)
{
    for (int i = 0; i < p->n; i++)
        if (strlen(p->name[i]) == length && !memcmp(p->name[i], name, length))
            return p->text[i];
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
static const char *write_place(FILE *f, const char *at, const char *end, const places *p)
{
    const int braces = at + 2 < end && at[2] == '{' ? 3 : 2;
    const char *name = at + braces, *close = sought(name, end, "}}}" + (3 - braces));
    const char *text = close < end ? text_at(p, name, (size_t)(close - name)) : NULL;
    if (!text) return NULL;
    if (braces == 3)
        fputs(text, f);
    else
        html_text(f, text);
    return close + braces;
}

static bool fill(FILE *f, const char *part, const places *p)
{
    const char *at, *end;
    if (!find_part(part, &at, &end)) return false;
    while (at && at < end) {
        const char *place = sought(at, end, "{{");
        fwrite(at, 1, (size_t)(place - at), f);
        at = place < end ? write_place(f, place, end, p) : end;
    }
    return at != NULL;
}

bool template_write(FILE *f, const char *part, ...)
{
    va_list args;
    va_start(args, part);
    const places p = places_of(args);
    va_end(args);
    return fill(f, part, &p);
}

char *template_text(const char *part, ...)
{
    char *text = NULL;
    size_t size;
    va_list args;
    va_start(args, part);
    const places p = places_of(args);
    va_end(args);
    FILE *f = need(open_memstream(&text, &size));
    const bool good = fill(f, part, &p);
    fclose(f);
    if (good) return text;
    free(text);
    return NULL;
}
