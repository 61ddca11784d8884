/* script.c -- the interactive part of a page.
 *
 * D3 is a package of the system and is copied into the page with its licence, so that the page
 * is one file and asks no network. Data are JSON in an element that no browser executes; many
 * of them compressed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/script.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "bench/base/util.h"
#include "reports/page/assets.h"
#include "reports/page/data.h"
#include "reports/page/template.h"
#include "reports/text/base64.h"

/* Debian's node-d3 and what stood there before; by IVPBENCH_D3 any other place. */
static const char *const places[] = { "/usr/share/nodejs/d3/dist/d3.min.js",
                                      "/usr/share/javascript/d3/d3.min.js",
                                      "/usr/lib/nodejs/d3/dist/d3.min.js" };
static const char licence_place[] = "/usr/share/doc/node-d3/copyright";

/* A script that holds its own end would become markup. */
static char *checked(char *text)
{
    if (text && *text && !strcasestr(text, "</script") && !strstr(text, "<!--")) return text;
    free(text);
    return NULL;
}

static char *find_d3(void)
{
    const char *given = getenv("IVPBENCH_D3");
    char *text = given ? checked(file_text(given)) : NULL;
    for (size_t i = 0; !given && !text && i < sizeof places / sizeof *places; i++)
        text = checked(file_text(places[i]));
    return text;
}

void program_instead(page *p, bool begin)
{
    char *d3 = find_d3();
    if (d3) page_part(p, begin ? "unscripted" : "unscripted_end", NULL, NULL);
    free(d3);
}

void program_place(page *p) { page_part(p, "program", NULL, NULL); }

/* Deflated, in base 64 */
static char *compressed(const char *json, size_t size)
{
    char *text = NULL;
    size_t length;
    uLongf room = compressBound(size);
    unsigned char *small = grown(NULL, room, 1);
    need(compress2(small, &room, (const Bytef *)json, size, Z_DEFAULT_COMPRESSION) == Z_OK
             ? small
             : NULL);
    FILE *f = need(open_memstream(&text, &length));
    base64_text(f, small, room);
    fclose(f);
    free(small);
    return text;
}

void program_data(FILE *to, const char *json, size_t size, size_t most)
{
    const bool plain = size <= most;
    char *text = plain ? text_of("%.*s", (int)size, json) : compressed(json, size);
    template_write(to, "data", "type", plain ? "application/json" : "application/octet-stream",
                   "text", text);
    free(text);
}

static void write_data(page *p, const board *b, const earlier *e, const custom_figures *custom)
{
    enum { MOST_PLAIN = 4000000 }; /* bytes: with D3 and the figures a page of 5 MB */
    char *text = NULL;
    size_t size;
    json_out o = { .f = need(open_memstream(&text, &size)) };
    data_json(b, e, custom, &o);
    fclose(o.f);
    program_data(page_html(p), text, size, MOST_PLAIN);
    free(text);
}

static void write_program(page *p)
{
    char *text = NULL;
    size_t size;
    FILE *f = need(open_memstream(&text, &size));
    for (const asset *a = asset_scripts; a->at; a++) fwrite(a->at, 1, asset_size(a), f);
    fclose(f);
    page_script(p, text, size);
    free(text);
}

/* D3 names its authors in its first line; all of its terms are told here. */
static void write_licence(page *p)
{
    char *text = file_text(licence_place);
    if (!text) return;
    page_part(p, "licence", "text", text);
    free(text);
}

void program_write(page *p, const board *b, const earlier *e, const custom_figures *custom)
{
    char *d3 = find_d3();
    if (!d3) {
        page_text(
            p, "D3 was not found (Debian: node-d3; or its file in IVPBENCH_D3), so this page "
               "is static: figures and tables, nothing to be switched.");
        return;
    }
    write_licence(p);
    write_data(p, b, e, custom);
    page_script(p, d3, strlen(d3));
    write_program(p);
    free(d3);
}
