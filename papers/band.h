/* band.h -- the band that a printed statement means: from the form of its words and its figures
 * alone, by the rules of docs/claims.md. No claim sets bounds of its own.
 *
 *     v measured, p printed                holds where              speaks against it
 *     exactly          p                   |v - p| <= rounding
 *     digits           "0.2500"            in all digits; from the tenth on the last two may
 *                                          differ, which the authors' rounding may have spoilt;
 *                                          of shorter numbers by one unit of the last
 *     equals           p                   |v - p| <= p/10
 *     about            p                   p/1.5 .. 1.5 p           other side of 1
 *     size             p                   p/2 .. 2 p
 *     range            "2 to 3"            rounded to these digits  other side of 1
 *     per cent less    p                   1 - v within 1.5 of p %  v >= 1
 *     orders           p                   10^(p - 1/2) .. 10^(p + 1/2)      other side of 1
 *     up to orders     p                   v <= 10^(p + 1/2)
 *     power            p                   |v - p| <= min(1, |p|)/4
 *     at most          p                   v <= p                   v >= 1.25 p
 *     at least         p                   v >= p                   v <= p/1.25
 *     bound            p                   v <= p + rounding        anything else
 *     lower bound      p                   v >= p - rounding        anything else
 *     less, more       -                   v < 1, v > 1             v >= 1.25, v <= 0.8
 *     no more          -                   v <= 1                   v >= 1.25
 *     much less        -                   v <= 10^(-1/2)           v >= 1.25
 *     much more        -                   v >= 10^(1/2)            v <= 0.8
 *     similar or less  -                   v <= 2                   v >= 10
 *     few              -                   v <= 1/10                v >= 1/2
 *     negligible       -                   v <= 1/100               v >= 1/10
 *
 * The other side of 1: a printed ratio above 1 and v <= 0.8, or below 1 and v >= 1.25.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_BAND_H
#define PAPERS_BAND_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

#define ROUNDING_MOST 1e-7 /* what arithmetic leaves of a zero is not a band to be set */

typedef struct band {
    double low, high;    /* holds from low to high ... */
    bool open;           /* ... without the ends */
    double units;        /* > 0: within so many of the last printed digit instead */
    double below, above; /* v <= below or v >= above speaks against it */
    bool all;            /* and so does everything that does not hold */
} band;

bool band_known(const char *says);
bool band_needs_printed(const char *says);
bool band_takes_rounding(const char *says);
const char *band_text(const char *says); /* for people; "" for an unknown form */
const char *band_form(int i);            /* names; NULL ends the list of i = 0, 1, ... */
/* Orders and per cent as the ratio that is measured: "0.01 (-2 orders of magnitude)"; else as
 * printed. A measured value of this size holds. The caller frees. */
char *band_shown(const char *says, const char *printed);

/* false with a sentence when `printed` is not what the form needs. */
bool band_of(const char *says, const char *printed, double rounding, band *b, reason *why);

/* `text`: the measured value with all its digits, NULL if there is none. */
bool band_holds(const band *b, const char *printed, double v, const char *text);
bool band_against(const band *b, const char *printed, double v, const char *text);

#endif
