/* published.c -- end values of the literature against ours, for all problems with a recipe.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/verify.h"

#include <stdlib.h>
#include <string.h>

#include "reference/job/quad_text.h"

static const char heading[] =
    "# Published end values against ours\n"
    "\n"
    "Printed by `ivpbench reference published` from the references on file: how many digits of "
    "an end state that was\nprinted somewhere are right. Digits are -log10 of the error "
    "relative to the component (absolute if the problem is scored so). Of the components of "
    "`scd` the table has the fewest\ndigits, with the component, and the median; of all "
    "printed components the fewest. A component whose exact value is zero is left "
    "out. *Certified* are the fewest digits of our\nown end state by its bars, over what `scd` "
    "counts: no other column can be trusted further. *Verified* is what an\nindependent "
    "integration of the definition, in double, confirmed of the printed values before there "
    "was a reference.\n"
    "\n"
    "| problem | parameters | printed by | scd: fewest right | median | all printed: fewest | "
    "certified | verified |\n"
    "|---|---|---|---|---|---|---|---|\n";

enum { NAME = 32, MOST_DIGITS = 36 };

/* Digits of some components. */
typedef struct tally {
    int n;
    double *digits; /* n */
    double least;
    char worst[NAME];
} tally;

static double digits_of(real found, real right, bool absolute)
{
    const real error = ivp_abs(found - right), size = absolute ? 1 : ivp_abs(right);
    const double d = error > 0 ? (double)-log10(error / size) : (double)MOST_DIGITS;
    return fmin(d, MOST_DIGITS);
}

static void count(tally *t, const char *name, double digits)
{
    t->digits[t->n++] = digits;
    if (t->n > 1 && digits >= t->least) return;
    t->least = digits;
    snprintf(t->worst, sizeof t->worst, "%s", name);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(tally *t)
{
    qsort(t->digits, (size_t)t->n, sizeof *t->digits, ascending);
    return (t->digits[(t->n - 1) / 2] + t->digits[t->n / 2]) / 2;
}

static void cell(FILE *out, const tally *t)
{
    if (t->n)
        fprintf(out, " %.1f (%s) |", t->least, t->worst);
    else
        fputs(" |", out);
}

/* One line: printed values p beside the end of r; counts: what scd counts. */
static void line(FILE *out, const job *j, const ref *r, const ivp_published *p,
                 const bool *counts, double *room)
{
    const bool absolute = j->i->problem->scored_absolute;
    const ref_state *end = &r->states[r->nstates - 1];
    tally scored = { .digits = room }, all = { .digits = room + r->ncomponents };
    double certified = MOST_DIGITS;
    for (int k = 0; k < r->ncomponents; k++) {
        const ref_value *v = &end->v[k];
        const real value = decimal_read(v->text[REF_A]);
        char text[64];
        if (fabs(v->half[REF_A]) <= fmax(v->bar, 0) && !absolute) continue; /* is zero */
        if (counts[k] && v->bar >= 0)
            certified = fmin(certified, digits_of(value + (real)v->bar, value, absolute));
        if (!published_value(p, v->name, text)) continue;
        const double digits = digits_of(decimal_read(text), value, absolute);
        if (counts[k]) count(&scored, v->name, digits);
        count(&all, v->name, digits);
    }
    if (!all.n) return;
    fprintf(out, "| %s | %s | %s |", r->problem, r->parameters, p->source);
    cell(out, &scored);
    if (scored.n)
        fprintf(out, " %.1f |", median(&scored));
    else
        fputs(" |", out);
    cell(out, &all);
    fprintf(out, " %.1f | %s |\n", certified, p->verified ? p->verified : "");
}

/* The lines of one list of values, if there is a reference for its parameters. */
static bool lines(FILE *out, const char *folder, const char *problem, const ivp_published *p)
{
    job j;
    ref *r = NULL;
    reason why;
    if (job_open(&j, problem, p->params ? p->params : "", &why)) return false;
    const size_t n = (size_t)j.nc + 1;
    bool *counts = calloc(n, sizeof *counts);
    double *room = calloc(2 * n, sizeof *room);
    const ivp_problem *of = j.i->problem;
    const char *scored = of->scd ? of->scd : of->form == IVP_MECH ? "q" : "all";
    bool found = counts && room && instance_mask(j.i, scored, counts, &why) &&
                 ref_open(&r, folder, problem, j.settings, &why);
    found = found && r->nstates > 0 && r->ncomponents == j.nc &&
            strcmp(r->half[REF_A].family, "published") != 0; /* else with themselves */
    if (found) line(out, &j, r, p, counts, room);
    ref_free(r);
    free(counts);
    free(room);
    job_close(&j);
    return found;
}

bool published_page(const char *folder, FILE *out)
{
    char name[64] = "";
    reason why;
    int found = 0;
    fputs(heading, out);
    while (recipe_next(name)) {
        instance *i;
        if (instance_open(&i, name, "", &why)) continue;
        for (const ivp_published *p = i->problem->published; p && p->values; p++)
            found += lines(out, folder, name, p);
        instance_close(i);
    }
    return found > 0;
}
