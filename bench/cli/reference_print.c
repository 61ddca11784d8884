/* reference_print.c -- a state of a reference as text with what stands behind it, or as CSV.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/reference_print.h"

#include <stdio.h>

#include "reference/file/enclosure.h"

static void print_grade(const ref *r)
{
    reason why;
    printf("grade   %s\n", ref_grade_name(ref_graded(r, &why)));
    if (*why.text) printf("        not enclosed: %s\n", why.text);
    ref_witnessed(r, why.text, sizeof why.text);
    printf("looked  %s\n", why.text);
}

static void print_head(const ref *r, const ref_state *s)
{
    printf("%s%s%s at t = %.15g\n", r->problem, *r->parameters ? " " : "", r->parameters, s->t);
    for (int h = 0; h < REF_HALVES; h++)
        printf("half %c  %s: %s\n", 'A' + h, r->half[h].family, r->half[h].method);
    printf("made    %s\nfile    %s\n", r->made, r->file);
    print_grade(r);
    for (int k = 0; k < r->nlaws; k++) {
        const ref_law *law = &r->laws[k]; /* a drift has no size */
        printf("law     %s", law->name);
        if (law->size > 0) printf(" of %.3g varies by", law->size);
        printf(" %.1e (A), %.1e (B)\n", law->variation[REF_A], law->variation[REF_B]);
    }
    fputs("stored ", stdout);
    for (int k = 0; k < r->nstates; k++) printf(" %.15g", r->states[k].t);
    printf("\nevents  %d\npieces  %d of the trajectory\n\n", r->nevents, r->pieces.n);
}

static void known_text(double x, char text[32])
{
    snprintf(text, 32, "%.3g", x);
    if (x < 0) snprintf(text, 32, "?");
}

void reference_print(const ref *r, const ref_state *s, bool csv, bool observables)
{
    const int n = observables ? s->n : r->ncomponents;
    if (csv)
        puts("component,value,bar");
    else
        print_head(r, s);
    for (int k = 0; k < n; k++) {
        const ref_value *v = &s->v[k];
        char bar[32], shift[32];
        known_text(v->bar, bar);
        known_text(v->shift, shift);
        if (csv)
            printf("%s,%s,%s\n", v->name, v->text[REF_A], bar);
        else
            printf("%-12s %44s  +- %-9s shift %s\n", v->name, v->text[REF_A], bar, shift);
    }
}
