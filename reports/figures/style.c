/* style.c -- colour, marker and dash of a line.
 *
 * The family of a method gives the colour, the solver the marker, the formulation the dash. The
 * colours are those of Okabe and Ito without yellow, which is too pale on white, and with a dark
 * red and four more. All solvers of a family have its colour. If a family has more solvers on a
 * board than there are markers, the others have another shade of the colour. Both follow from names alone, unless another solver of the board has the same place.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/style.h"

#include "bench/base/util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In the order of place_of() */
static const unsigned colours[] = {
    0x000000, 0x56b4e9, 0xd55e00, 0x009e73, 0xcc79a7, 0x882255,
    0x66a61e, 0xe69f00, 0x8c564b, 0x6a6a00, 0x6a3d9a, 0x0072b2
};
static const int shapes[] = { 7, 5, 9, 13, 11, 15 }; /* filled; the hollow one is one less */
enum { NCOLOURS = 12, NSHAPES = 6, NSHADES = 4, NPLACES = NCOLOURS * NSHAPES * NSHADES };

static const struct {
    const char *name, *dash;
} dashes[] = {
    { "index3", "1" },
    { "projected", "1" },
    { "ode", "1" },
    { "lin", "1" },
    { "dae", "1" },
    { "ggl", "2" },
    { "index1", "4" },
    { "index2", "5" },
    { "state_space", "(20,4)" },
    { "baumgarte1", "3" },
    { "baumgarte2", "(3,6)" },
};

/* FNV-1a */
static unsigned hash_of(const char *text, unsigned start)
{
    unsigned hash = start;
    for (const char *c = text; *c; c++) hash = (hash ^ (unsigned char)*c) * 16777619u;
    return hash ^ hash >> 16;
}

/* Where a style comes from: which colour, and which of its markers, in all its shades. */
typedef struct place {
    unsigned colour, mark;
} place;

/* The start of the first hash gives the twelve families of this tree different colours. That of
 * the second gives the solvers of each family different markers. A solver without a family is
 * one of its own. */
static place place_of(const char *solver, const char *family)
{
    return (place){ hash_of(*family ? family : solver, 37840u) % NCOLOURS,
                    hash_of(solver, 379u) % NSHAPES };
}

/* Who keeps a place that several have: of the first thousand starts this one leaves it to ours
 * and to libraries everywhere, so that the page with codes of others shows them as all pages
 * do. */
typedef struct claimant {
    unsigned rank;
    const char *name, *family;
} claimant;

static int by_rank(const void *a, const void *b)
{
    const claimant *x = a, *y = b;
    return x->rank == y->rank ? strcmp(x->name, y->name) : x->rank < y->rank ? -1 : 1;
}

static const char *family_of(const board *b, const char *solver)
{
    for (int i = 0; i < b->nladders; i++) {
        const entry *e = &b->entries[b->ladders[i].first];
        if (!strcmp(e->r.cell.solver, solver)) return e->family ? e->family : "";
    }
    return "";
}

/* The next marker that is free. Where a family has used them all, the next shade follows; a
 * solver without a family takes the next colour. */
static unsigned free_slot(const bool *taken, place p, bool alone)
{
    const unsigned colours_first = alone ? NCOLOURS : 1;
    for (unsigned n = 0; n < NPLACES; n++) {
        const unsigned k = n / NSHAPES, shade = k / colours_first % NSHADES,
                       step = alone ? k % NCOLOURS : k / NSHADES,
                       slot = ((p.colour + step) % NCOLOURS * NSHADES + shade) * NSHAPES +
                              (p.mark + n) % NSHAPES;
        if (!taken[slot]) return slot;
    }
    return p.colour * NSHADES * NSHAPES + p.mark;
}

static unsigned slot_on(const board *b, const char *solver)
{
    bool taken[NPLACES] = { false };
    unsigned found = 0;
    claimant *list = need(calloc((size_t)b->nsolvers + 1, sizeof *list));
    for (int k = 0; k < b->nsolvers; k++)
        list[k] = (claimant){ hash_of(b->solvers[k], 961u), b->solvers[k],
                              family_of(b, b->solvers[k]) };
    qsort(list, (size_t)b->nsolvers, sizeof *list, by_rank);
    for (int k = 0; k < b->nsolvers; k++) {
        const unsigned slot =
            free_slot(taken, place_of(list[k].name, list[k].family), !*list[k].family);
        taken[slot] = true;
        if (!strcmp(list[k].name, solver)) found = slot;
    }
    free(list);
    return found;
}

static const char *dash_of(const char *formulation)
{
    const size_t length = strcspn(formulation, "(");
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++)
        if (strlen(dashes[i].name) == length && !strncmp(dashes[i].name, formulation, length))
            return dashes[i].dash;
    return dashes[0].dash;
}

/* Constant steps and events that are not located are one shade further each; so is every
 * further ladder that differs in options or machine only. */
static int variant_of(const board *b, const ladder *l)
{
    const cell *me = &b->entries[l->first].r.cell;
    int count = l->steps + me->no_events;
    for (const ladder *o = &b->ladders[b->groups[l->group].ladder]; o < l; o++) {
        const cell *c = &b->entries[o->first].r.cell;
        if (o->steps == l->steps && c->no_events == me->no_events &&
            !strcmp(c->solver, me->solver) &&
            !strcmp(dash_of(c->formulation), dash_of(me->formulation)))
            count++;
    }
    return count;
}

/* So many percent of the way to white (0xff) or black (0). */
static unsigned mixed(unsigned rgb, unsigned to, unsigned percent)
{
    unsigned out = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        const unsigned part = rgb >> shift & 0xff;
        out |= (part * (100 - percent) + to * percent) / 100 << shift;
    }
    return out;
}

/* WCAG 2.1, relative luminance. */
static double luminance(unsigned rgb)
{
    static const double weights[] = { 0.0722, 0.7152, 0.2126 }; /* blue, green, red */
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        const double part = (rgb >> 8 * i & 0xff) / 255.0;
        sum += weights[i] * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

double style_contrast(unsigned rgb) { return 1.05 / (luminance(rgb) + 0.05); }

unsigned style_text(unsigned rgb)
{
    unsigned percent = 0;
    while (style_contrast(mixed(rgb, 0, percent)) < 4.5) percent++;
    return mixed(rgb, 0, percent);
}

/* A dark colour gets lighter, a pale one darker, three times at most: all of them are seen on
 * white. */
static unsigned shaded(unsigned rgb, int variant)
{
    static const unsigned lighter[] = { 0, 20, 36, 48 }, darker[] = { 0, 28, 50, 66 };
    const int v = variant > 3 ? 3 : variant;
    const bool dark = style_contrast(rgb) > 4.5;
    return mixed(rgb, dark ? 0xff : 0, (dark ? lighter : darker)[v]);
}

static style style_at(unsigned slot, int variant, const char *dash)
{
    const unsigned colour = slot / (NSHAPES * NSHADES), shade = slot / NSHAPES % NSHADES;
    const int shape = shapes[slot % NSHAPES];
    return (style){ shaded(colours[colour], variant + (int)shade), shape, shape - 1, dash };
}

style style_of(const board *b, const ladder *l)
{
    const cell *c = &b->entries[l->first].r.cell;
    return style_at(slot_on(b, c->solver), variant_of(b, l), dash_of(c->formulation));
}

style style_named(const board *b, const char *solver, const char *family,
                  const char *formulation)
{
    const bool taken[NPLACES] = { false };
    const unsigned slot =
        b ? slot_on(b, solver) : free_slot(taken, place_of(solver, family), !*family);
    return style_at(slot, 0, dash_of(formulation));
}

/* Colours and markers both move on: blue, black, pink, sky blue, dark red ... */
style style_number(int n)
{
    static const unsigned order[NCOLOURS] = { 11, 0, 4, 1, 5, 8, 10, 9, 3, 2, 7, 6 };
    const unsigned k = (unsigned)n, colour = order[k % NCOLOURS];
    return style_at(colour * NSHAPES * NSHADES + k % NSHAPES, 0, dashes[0].dash);
}

char style_failure_letter(outcome o)
{
    static const char letters[NOUTCOMES] = {
        [OUTCOME_STEP_TOO_SMALL] = 'H', [OUTCOME_TOO_MANY_STEPS] = 'S',
        [OUTCOME_DIVERGED] = 'D',       [OUTCOME_INCONSISTENT_START] = 'I',
        [OUTCOME_EVENT_LOST] = 'E',     [OUTCOME_NONFINITE] = 'N',
        [OUTCOME_TIMEOUT] = 'T',        [OUTCOME_MEMORY] = 'M',
        [OUTCOME_CRASH] = 'C',          [OUTCOME_EXIT] = 'X',
        [OUTCOME_MISBEHAVED] = 'B',
    };
    return letters[o];
}
