/* describe.c -- prints what an exporter must know of a problem, as JSON. Arguments: name=value
 * of parameters that are not the defaults.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "model.h"

static void text(const char *name, const char *value)
{
    printf("\"%s\": \"", name);
    for (const char *c = value ? value : ""; *c; c++)
        if ((unsigned char)*c < 32 || *c == '"' || *c == '\\')
            printf("\\u%04x", (unsigned)(unsigned char)*c);
        else
            putchar(*c);
    printf("\", ");
}

static void number(const char *name, double x) { printf("\"%s\": %.17g, ", name, x); }

static void params(void)
{
    printf("\"params\": [");
    for (int k = 0; k < count_params(); k++) {
        const ivp_param *p = &PROBLEM.params[k];
        printf("%s{", k ? ", " : "");
        text("name", p->name);
        text("value", chosen[k]);
        text("meaning", p->meaning);
        text("choices", p->choices);
        number("kind", p->kind);
        number("hidden", p->hidden);
        printf("\"number\": %.17g}", parse(p, chosen[k]));
    }
    printf("], ");
}

static void events(void)
{
    printf("\"events\": [");
    for (int k = 0; k < count_events(); k++) {
        const ivp_event *e = &PROBLEM.events[k];
        printf("%s{", k ? ", " : "");
        text("name", e->name);
        number("told", is_guard(e));
        printf("\"needs_a\": %d}", e->needs_a);
    }
    printf("], ");
}

static void observables(void)
{
    printf("\"observables\": [");
    for (int k = 0; k < count_observables(); k++) {
        const ivp_observable *o = &PROBLEM.observables[k];
        printf("%s{", k ? ", " : "");
        text("name", o->name);
        text("unit", o->unit);
        text("meaning", o->meaning);
        printf("\"component\": %d}", o->component != NULL);
    }
    printf("], ");
}

static void breaks(void)
{
    printf("\"breaks\": [");
    for (int k = 0; PROBLEM.breaks &&
                    (PROBLEM.nbreaks ? k < PROBLEM.nbreaks : fabs(PROBLEM.breaks[k]) > 0);
         k++)
        printf("%s%.17g", k ? ", " : "", PROBLEM.breaks[k]);
    printf("], ");
}

static void weights(const double *p)
{
    const int n = sizes_of(p).n;
    double *w = calloc((size_t)n, sizeof *w);
    if (!w) exit(1);
    weigh(p, n, w);
    printf("\"weights\": [");
    for (int i = 0; i < n; i++) printf("%s%.17g", i ? ", " : "", w[i]);
    printf("], ");
    free(w);
}

int main(void)
{
    double *p = calloc((size_t)count_params() + 1, sizeof *p);
    if (!p) return 1;
    parse_all(p);
    printf("{");
    text("title", PROBLEM.title);
    text("source", PROBLEM.source);
    text("tags", PROBLEM.tags);
    text("t0", PROBLEM.t0);
    number("form", PROBLEM.form);
    number("n", sizes_of(p).n);
    number("t1", end_of(p));
    number("sized", PROBLEM.size != NULL);
    number("jacobian", PROBLEM.ode.jac != NULL);
    params();
    events();
    observables();
    breaks();
    weights(p);
    printf("\"end\": 0}\n");
    free(p);
    return 0;
}
