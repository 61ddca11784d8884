/* ruling.c -- what a gate found: for people what failed, for machines everything.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/gates/ruling.h"

#include <stdlib.h>
#include <string.h>

#include "bench/base/printable.h"
#include "bench/base/util.h"
#include "reports/text/escape.h"

ruling *ruling_add(rulings *to, int layer, const char *room, const char *name)
{
    to->list = grown(to->list, (size_t)to->n + 1, sizeof *to->list);
    ruling *v = &to->list[to->n++];
    *v = (ruling){
        .layer = layer, .room = copied(room), .name = copied(name), .command = copied("")
    };
    tame(v->room, ""); /* words of plug-ins, stores and files */
    tame(v->name, "");
    return v;
}

void ruling_fault(ruling *v, char *sentence)
{
    v->faults = grown(v->faults, (size_t)v->n + 1, sizeof *v->faults);
    tame(sentence, "");
    v->faults[v->n++] = sentence;
}

/* In single quotes for a shell. */
static char *quoted(const char *text)
{
    char *q = need(calloc(4 * strlen(text) + 3, 1)), *to = q;
    *to++ = '\'';
    for (; *text; text++) {
        if (*text != '\'')
            *to++ = *text;
        else
            to = stpcpy(to, "'\\''");
    }
    *to = '\'';
    return q;
}

char *ruling_command(const cell *c)
{
    cell bare = *c;
    bare.key[0] = '\0';
    if (!(bare.timeout_s > 0)) /* not from a store */
        for (const field_row *f = cell_fields; f->name; f++)
            if ((f->uses & (CELL_PLAN | CELL_PIN)) == CELL_PLAN)
                field_copy(f, &bare, &cell_plain);
    char *json = cell_to_json(&bare), *argument = quoted(json);
    char *command = text_of("ivpbench run --cell %s", argument);
    free(json);
    free(argument);
    return command;
}

void ruling_reproduce(ruling *v, const cell *c)
{
    if (*v->command) return;
    free(v->command);
    v->command = ruling_command(c);
}

void rulings_free(rulings *v)
{
    for (int i = 0; i < v->n; i++) {
        for (int k = 0; k < v->list[i].n; k++) free(v->list[i].faults[k]);
        free(v->list[i].faults);
        free(v->list[i].room);
        free(v->list[i].name);
        free(v->list[i].command);
    }
    free(v->list);
    *v = (rulings){ 0 };
}

int rulings_failed(const rulings *v)
{
    int failed = 0;
    for (int i = 0; i < v->n; i++) failed += v->list[i].n > 0;
    return failed;
}

void rulings_print(const rulings *v, FILE *f)
{
    for (int i = 0; i < v->n; i++) {
        const ruling *one = &v->list[i];
        if (!one->n) continue;
        fprintf(f, "layer %d: %s%s %s\n", one->layer, one->name, one->layer == 3 ? ":" : "",
                one->faults[0]);
        for (int k = 1; k < one->n; k++) fprintf(f, "    %s\n", one->faults[k]);
        if (*one->command) fprintf(f, "    reproduce: %s\n", one->command);
    }
}

void rulings_junit(const rulings *v, FILE *f)
{
    fprintf(f,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuite name=\"ivpbench gates\" tests=\"%d\" failures=\"%d\">\n",
            v->n, rulings_failed(v));
    for (int i = 0; i < v->n; i++) {
        const ruling *one = &v->list[i];
        fputs("  <testcase classname=\"", f);
        html_text(f, one->room);
        fputs("\" name=\"", f);
        html_text(f, one->name);
        fputs(one->n ? "\">\n" : "\"/>\n", f);
        for (int k = 0; k < one->n; k++) {
            fputs("    <failure message=\"", f);
            html_text(f, one->faults[k]);
            fputs("\"/>\n", f);
        }
        if (one->n) fputs("  </testcase>\n", f);
    }
    fputs("</testsuite>\n", f);
}

void rulings_tap(const rulings *v, FILE *f)
{
    fprintf(f, "TAP version 13\n1..%d\n", v->n);
    for (int i = 0; i < v->n; i++) {
        const ruling *one = &v->list[i];
        fprintf(f, "%s %d - ", one->n ? "not ok" : "ok", i + 1);
        if (one->layer) fprintf(f, "layer %d: ", one->layer);
        tap_text(f, one->name);
        fputc('\n', f);
        for (int k = 0; k < one->n; k++) fprintf(f, "# %s\n", one->faults[k]);
    }
}
