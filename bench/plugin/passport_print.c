/* passport_print.c -- a passport as text, as JSON and as a page. Texts of a plug-in are data:
 * control characters become blanks, and what HTML would read is written as entities.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/passport.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

static const char *const verdicts[] = {
    [PASSPORT_KEPT] = "kept", [PASSPORT_BROKEN] = "BROKEN", [PASSPORT_NOT_TRIED] = "not tried"
};

static const char *result(const passport *p)
{
    return !p->finished        ? "the process ended before all was tried"
           : passport_holds(p) ? "every promise that was tried is kept"
                               : "a promise is broken";
}

static void put_plain(FILE *to, const char *text)
{
    for (; *text; text++) putc((unsigned char)*text < ' ' ? ' ' : *text, to);
}

/* ---- text -------------------------------------------------------------------------------- */

static void put_number(FILE *to, double x)
{
    if (isnan(x))
        fputs("  not known", to);
    else
        fprintf(to, " %10.2e", x);
}

static void put_count(FILE *to, long k)
{
    if (k < 0)
        fputs("  not known", to);
    else
        fprintf(to, " %10ld", k);
}

static void text_costs(const passport *p, FILE *to)
{
    if (!p->ncosts) return;
    fprintf(to, "\ncost, on a twentieth of %s\n%10s %10s %10s %10s %10s %10s  outcome\n",
            p->problem, p->adaptive ? "tolerance" : "step", "error", "steps", "rejected", "f",
            "CPU s");
    for (int k = 0; k < p->ncosts; k++) {
        const passport_cost *c = &p->cost[k];
        fprintf(to, "%10.1e", c->requested);
        put_number(to, c->error);
        put_count(to, c->steps);
        put_count(to, c->rejected);
        put_count(to, c->evaluations);
        fprintf(to, " %10.2e  ", c->cpu_s);
        put_plain(to, c->outcome);
        putc('\n', to);
    }
}

void passport_text(const passport *p, FILE *to)
{
    fprintf(to, "%s: %s\n", p->name, result(p));
    put_plain(to, p->title);
    fputs("\ncommand: ", to);
    put_plain(to, p->command);
    if (p->order)
        fprintf(to, "\norder: %d\n\n", p->order);
    else
        fputs("\norder: variable\n\n", to);
    for (int k = 0; k < p->npromises; k++) {
        const passport_promise *row = &p->promise[k];
        fprintf(to, "%-58s %s%s", row->text, verdicts[row->verdict], *row->said ? ": " : "");
        put_plain(to, row->said);
        putc('\n', to);
    }
    text_costs(p, to);
}

/* ---- JSON -------------------------------------------------------------------------------- */

/* null for what is not known; text that is no UTF-8 is not known either */
static json_t *known(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *counted(long k) { return k < 0 ? json_null() : json_integer(k); }

static json_t *worded(const char *text)
{
    json_t *v = json_string(text);
    return v ? v : json_null();
}

static json_t *promises_of(const passport *p)
{
    json_t *list = json_array();
    for (int k = 0; k < p->npromises; k++) {
        json_t *row = json_object();
        json_object_set_new(row, "promise", worded(p->promise[k].text));
        json_object_set_new(row, "verdict", worded(verdicts[p->promise[k].verdict]));
        json_object_set_new(row, "said", worded(p->promise[k].said));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *costs_of(const passport *p)
{
    json_t *list = json_array();
    for (int k = 0; k < p->ncosts; k++) {
        const passport_cost *c = &p->cost[k];
        json_t *row = json_object();
        json_object_set_new(row, p->adaptive ? "tolerance" : "step", known(c->requested));
        json_object_set_new(row, "error", known(c->error));
        json_object_set_new(row, "steps", counted(c->steps));
        json_object_set_new(row, "rejected", counted(c->rejected));
        json_object_set_new(row, "evaluations", counted(c->evaluations));
        json_object_set_new(row, "cpu_s", known(c->cpu_s));
        json_object_set_new(row, "outcome", worded(c->outcome));
        json_array_append_new(list, row);
    }
    return list;
}

void passport_json(const passport *p, FILE *to)
{
    json_t *all = json_object();
    json_object_set_new(all, "solver", worded(p->name));
    json_object_set_new(all, "title", worded(p->title));
    json_object_set_new(all, "source", worded(p->source));
    json_object_set_new(all, "command", worded(p->command));
    json_object_set_new(all, "order", p->order ? json_integer(p->order) : json_null());
    json_object_set_new(all, "result", worded(result(p)));
    json_object_set_new(all, "holds", json_boolean(passport_holds(p)));
    json_object_set_new(all, "promises", promises_of(p));
    json_object_set_new(all, "cost_on", worded(p->problem));
    json_object_set_new(all, "cost", costs_of(p));
    json_dumpf(all, to, JSON_INDENT(2));
    putc('\n', to);
    json_decref(all);
}

/* ---- a page ------------------------------------------------------------------------------ */

static void put_html(FILE *to, const char *text)
{
    for (; *text; text++) switch (*text) {
        case '<':
            fputs("&lt;", to);
            break;
        case '>':
            fputs("&gt;", to);
            break;
        case '&':
            fputs("&amp;", to);
            break;
        case '"':
            fputs("&quot;", to);
            break;
        default:
            putc((unsigned char)*text < ' ' ? ' ' : *text, to);
        }
}

static void put_element(FILE *to, const char *name, const char *text)
{
    fprintf(to, "<%s>", name);
    put_html(to, text);
    fprintf(to, "</%s>", name);
}

static void put_cell_of(FILE *to, double x, const char *format)
{
    char text[32] = "not known";
    if (isfinite(x)) snprintf(text, sizeof text, format, x);
    put_element(to, "td", text);
}

static double number_of(long k) { return k < 0 ? (double)NAN : (double)k; }

static void html_costs(const passport *p, FILE *to)
{
    if (!p->ncosts) return;
    fputs("<h2>Cost, on a twentieth of ", to);
    put_html(to, p->problem);
    fprintf(to,
            "</h2>\n<table><tr><th>%s</th><th>error</th><th>steps</th><th>rejected</th>"
            "<th>f</th><th>CPU s</th><th>outcome</th></tr>\n",
            p->adaptive ? "tolerance" : "step");
    for (int k = 0; k < p->ncosts; k++) {
        const passport_cost *c = &p->cost[k];
        fputs("<tr>", to);
        put_cell_of(to, c->requested, "%.1e");
        put_cell_of(to, c->error, "%.2e");
        put_cell_of(to, number_of(c->steps), "%.0f");
        put_cell_of(to, number_of(c->rejected), "%.0f");
        put_cell_of(to, number_of(c->evaluations), "%.0f");
        put_cell_of(to, c->cpu_s, "%.2e");
        put_element(to, "td", c->outcome);
        fputs("</tr>\n", to);
    }
    fputs("</table>\n", to);
}

void passport_html(const passport *p, FILE *to)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n<title>", to);
    put_html(to, p->name);
    fputs("</title>\n<style>body { font: 14px sans-serif; max-width: 70em; margin: 2em auto }\n"
          "td, th { text-align: left; padding: 2px 10px; vertical-align: top }\n"
          ".BROKEN { color: #b00 } .not { color: #777 }</style>\n",
          to);
    put_element(to, "h1", p->name);
    put_element(to, "p", p->title);
    put_element(to, "p", p->command);
    put_element(to, "p", result(p));
    fputs("<h2>Promises</h2>\n<table>\n", to);
    for (int k = 0; k < p->npromises; k++) {
        const passport_promise *row = &p->promise[k];
        fputs("<tr>", to);
        put_element(to, "td", row->text);
        fprintf(to, "<td class=\"%s\">%s</td>", verdicts[row->verdict], verdicts[row->verdict]);
        put_element(to, "td", row->said);
        fputs("</tr>\n", to);
    }
    fputs("</table>\n", to);
    html_costs(p, to);
    fputs("</html>\n", to);
}
