/* band.c -- the band that a printed statement means.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/band.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "papers/dataset.h"
#include "reports/text/decimal.h"
#include "reports/text/table.h"

#define ABOUT  1.5                /* "about" */
#define SIZE   2.0                /* the size of a number, not its double or half */
#define MUCH   3.1622776601683795 /* half an order of magnitude */
#define MARGIN 1.25 /* by more than a quarter on the wrong side: the opposite is measured */
enum { COMPUTED_DIGITS = 10, SPOILT_UNITS = 99 };

/* ---- what a form makes of p to q --------------------------------------------------------- */

static void other_side(double p, double q, band *b)
{
    if (p > 1 && q > 1) b->below = 1 / MARGIN;
    if (p > 0 && p < 1 && q > 0 && q < 1) b->above = MARGIN;
}

static void around(double p, double distance, band *b)
{
    b->low = p - distance;
    b->high = p + distance;
}

static void factor(double p, double by, band *b)
{
    b->low = fmin(p / by, p * by);
    b->high = fmax(p / by, p * by);
}

static void exactly(double p, double q, double rounding, band *b)
{
    (void)q;
    around(p, rounding, b);
}

static void equals(double p, double q, double rounding, band *b)
{
    (void)q, (void)rounding;
    around(p, fabs(p) / 10 * (1 + 1e-12), b);
}

static void about(double p, double q, double rounding, band *b)
{
    (void)rounding;
    factor(p, ABOUT, b);
    other_side(p, q, b);
}

static void same_size(double p, double q, double rounding, band *b)
{
    (void)q, (void)rounding;
    factor(p, SIZE, b);
}

static void between(double p, double q, double rounding, band *b)
{
    b->low = p - rounding; /* half a unit of the last digit */
    b->high = q + rounding;
    other_side(p, q, b);
}

static void per_cent_less(double p, double q, double rounding, band *b)
{
    (void)q, (void)rounding;
    b->low = 1 - p * ABOUT / 100;
    b->high = 1 - p / ABOUT / 100;
    b->above = 1;
}

static void orders(double p, double q, double rounding, band *b)
{
    (void)q, (void)rounding;
    b->low = pow(10, p - 0.5);
    b->high = pow(10, p + 0.5);
    other_side(pow(10, p), pow(10, p), b);
}

static void up_to_orders(double p, double q, double rounding, band *b)
{
    (void)q, (void)rounding;
    b->high = pow(10, p + 0.5);
}

static void power(double p, double q, double rounding, band *b)
{
    (void)q, (void)rounding;
    around(p, fmin(1, fabs(p)) / 4, b);
}

static void at_most(double p, double q, double rounding, band *b)
{
    (void)q, (void)rounding;
    b->high = p;
    if (p > 0) b->above = p * MARGIN;
}

static void at_least(double p, double q, double rounding, band *b)
{
    (void)q, (void)rounding;
    b->low = p;
    if (p > 0) b->below = p / MARGIN;
}

static void bound(double p, double q, double rounding, band *b)
{
    (void)q;
    b->high = p + rounding;
    b->all = true;
}

static void lower_bound(double p, double q, double rounding, band *b)
{
    (void)q;
    b->low = p - rounding;
    b->all = true;
}

/* ---- what is printed, as what is measured ------------------------------------------------- */

static char *rest_of_per_cent(const char *printed, double p)
{
    return text_of("%.6g (%s %% less)", 1 - p / 100, printed);
}

static char *power_of_orders(const char *printed, double p)
{
    const bool one = fabs(fabs(p) - 1) < 1e-9;
    return text_of("%.6g (%s order%s of magnitude)", pow(10, p), printed, one ? "" : "s");
}

/* ---- the forms --------------------------------------------------------------------------- */

enum printed_kind { NUMBER, DIGITS, RANGE, NOTHING };

static const struct form {
    const char *name, *text;
    enum printed_kind needs;
    bool rounds;                                   /* takes what the arithmetic leaves */
    char *(*shown)(const char *printed, double p); /* as what is measured; NULL: it is that */
    void (*make)(double p, double q, double rounding, band *b);
    band fixed; /* where nothing printed is needed */
} forms[] = {
    { .name = "exactly",
      .text = "the printed value, up to rounding",
      .make = exactly,
      .rounds = true },
    { .name = "digits",
      .text =
          "the printed digits but the last two from the tenth on, else one unit of the last",
      .needs = DIGITS },
    { .name = "equals", .text = "within a tenth of the printed value", .make = equals },
    { .name = "about",
      .text = "about the printed value: within a factor of 1.5",
      .make = about },
    { .name = "size",
      .text = "the size of the printed value: within a factor of 2",
      .make = same_size },
    { .name = "range",
      .text = "in the printed range, rounded to its digits",
      .needs = RANGE,
      .make = between },
    { .name = "per cent less",
      .text = "less by about the printed per cent: within a factor of 1.5",
      .shown = rest_of_per_cent,
      .make = per_cent_less },
    { .name = "orders",
      .text = "the printed orders of magnitude: within half an order",
      .shown = power_of_orders,
      .make = orders },
    { .name = "up to orders",
      .text = "up to the printed order of magnitude: at most half an order more",
      .shown = power_of_orders,
      .make = up_to_orders },
    { .name = "power", .text = "the printed power, to a quarter of it or of 1", .make = power },
    { .name = "at most", .text = "at most the printed value", .make = at_most },
    { .name = "at least", .text = "at least the printed value", .make = at_least },
    { .name = "bound", .text = "never above the printed bound", .make = bound, .rounds = true },
    { .name = "lower bound",
      .text = "never below the printed bound",
      .make = lower_bound,
      .rounds = true },
    { .name = "less",
      .text = "less: a ratio below 1",
      .needs = NOTHING,
      .fixed = { -INFINITY, 1, true, 0, -INFINITY, MARGIN, false } },
    { .name = "more",
      .text = "more: a ratio above 1",
      .needs = NOTHING,
      .fixed = { 1, INFINITY, true, 0, 1 / MARGIN, INFINITY, false } },
    { .name = "no more",
      .text = "no more: a ratio of at most 1",
      .needs = NOTHING,
      .fixed = { -INFINITY, 1, false, 0, -INFINITY, MARGIN, false } },
    { .name = "much less",
      .text = "much less: by half an order of magnitude at least",
      .needs = NOTHING,
      .fixed = { -INFINITY, 1 / MUCH, false, 0, -INFINITY, MARGIN, false } },
    { .name = "much more",
      .text = "much more: by half an order of magnitude at least",
      .needs = NOTHING,
      .fixed = { MUCH, INFINITY, false, 0, 1 / MARGIN, INFINITY, false } },
    { .name = "similar or less",
      .text = "similar or less: at most twice",
      .needs = NOTHING,
      .fixed = { -INFINITY, SIZE, false, 0, -INFINITY, 10, false } },
    { .name = "few",
      .text = "few: at most a tenth",
      .needs = NOTHING,
      .fixed = { -INFINITY, 0.1, false, 0, -INFINITY, 0.5, false } },
    { .name = "negligible",
      .text = "negligible: at most a hundredth",
      .needs = NOTHING,
      .fixed = { -INFINITY, 0.01, false, 0, -INFINITY, 0.1, false } },
};
enum { NFORMS = sizeof forms / sizeof *forms };

const char *band_form(int i) { return i < NFORMS ? forms[i].name : NULL; }

static const struct form *form_of(const char *says)
{
    for (int i = 0; i < NFORMS; i++)
        if (!strcmp(forms[i].name, says)) return &forms[i];
    return NULL;
}

bool band_known(const char *says) { return form_of(says) != NULL; }

bool band_needs_printed(const char *says)
{
    const struct form *f = form_of(says);
    return f && f->needs != NOTHING;
}

bool band_takes_rounding(const char *says)
{
    const struct form *f = form_of(says);
    return f && f->rounds;
}

const char *band_text(const char *says)
{
    const struct form *f = form_of(says);
    return f ? f->text : "";
}

char *band_shown(const char *says, const char *printed)
{
    const struct form *f = form_of(says);
    double p;
    if (!f || !f->shown || !number_of(printed, &p)) return copied(printed);
    return f->shown(printed, p);
}

/* ---- what is printed --------------------------------------------------------------------- */

/* Of "-0.0120e3" three. */
static int significant_digits(const char *text)
{
    int n = 0;
    for (; *text && *text != 'e' && *text != 'E'; text++)
        n += *text >= '0' && *text <= '9' && (n || *text != '0');
    return n;
}

/* "2 to 3"; half a unit of the last digit of its first number. */
static bool range_of(const char *printed, double *p, double *q, double *half)
{
    const char *to = strstr(printed, " to ");
    if (!to) return false;
    char *first = text_of("%.*s", (int)(to - printed), printed);
    const bool good = number_of(first, p) && number_of(to + 4, q) && *p < *q;
    *half = good ? decimal_unit(first) / 2 : 0;
    free(first);
    return good;
}

bool band_of(const char *says, const char *printed, double rounding, band *b, reason *why)
{
    const struct form *f = form_of(says);
    double p = 0, q = 0;
    if (!f) return reason_set(why, "no form of words is called \"%s\"", says);
    *b = f->needs == NOTHING
             ? f->fixed
             : (band){
                   .low = -INFINITY, .high = INFINITY, .below = -INFINITY, .above = INFINITY
               };
    if (f->needs == NOTHING) return true;
    if (f->needs == RANGE) {
        if (!range_of(printed, &p, &q, &rounding))
            return reason_set(why, "\"%s\" is printed, a range such as \"2 to 3\" is expected",
                              printed);
    } else if (!number_of(printed, &p)) {
        return reason_set(why, "\"%s\" is printed, a number is expected", printed);
    } else {
        q = p;
    }
    if (f->make) f->make(p, q, rounding, b);
    if (f->needs == DIGITS)
        b->units = significant_digits(printed) < COMPUTED_DIGITS ? 1 : SPOILT_UNITS;
    return true;
}

/* ---- what is measured -------------------------------------------------------------------- */

/* The field as it stands has all its digits; a ratio has those of a double. */
static bool in_units(double units, const char *printed, double v, const char *text)
{
    char number[40];
    number_text(v, number, sizeof number);
    return decimal_units(printed, text ? text : number) <= units * (1 + 1e-9);
}

bool band_holds(const band *b, const char *printed, double v, const char *text)
{
    if (!isfinite(v)) return false;
    if (b->units > 0) return in_units(b->units, printed, v, text);
    return b->open ? v > b->low && v < b->high : v >= b->low && v <= b->high;
}

bool band_against(const band *b, const char *printed, double v, const char *text)
{
    if (!isfinite(v)) return false;
    return (b->all && !band_holds(b, printed, v, text)) || v <= b->below || v >= b->above;
}
