/* main_scan.c -- ivpbench-scan FILE: looks along the trajectory of a reference in double.
 *
 * What is looked for is wide errors, 1e-6 of the equations, and an evaluation in double costs a
 * small part of one in quad. So N is as large as half a second allows. Each of N equal parts of
 * the interval has one time, at a place by the golden ratio's sequence: no two neighbours are
 * further apart than two parts.
 *
 * Standard output: "N WIDTH DEFECT" (look_seen), or the sentence of what is wrong. Exit codes:
 * 0 nothing is wrong, 1 the trajectory has complaints, 2 it cannot be looked at.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "reference/witness/trail.h"

enum { LEAST = 1 << 10, MOST = REF_COUNT_MOST, GOOD = 0, COMPLAINTS = 1, CANNOT = 2 };
static const double SECONDS = 0.5;

static void times_of(const ref *r, int n, double *t)
{
    for (int k = 0; k < n; k++) {
        const double x = k * 0.6180339887498949;
        t[k] = r->t0 + (r->t1 - r->t0) * (k + x - floor(x)) / n;
    }
}

/* By what a short walk costs, with its events. 0: no memory. */
static int affordable(trail *a, const ref *r, double *t)
{
    complaints c = { .why = NULL };
    look_seen seen;
    times_of(r, LEAST, t);
    const clock_t began = clock();
    if (!trail_walk(a, t, LEAST, &c, &seen)) return 0;
    const double s = (double)(clock() - began) / CLOCKS_PER_SEC;
    int n = LEAST;
    while (n < MOST && 2 * n * s < SECONDS * LEAST) n *= 2;
    return n;
}

static int say(int code, const char *sentence)
{
    puts(sentence);
    return code;
}

static int scan(const ref *r, instance *i)
{
    reason why = { "" };
    complaints c = { .why = &why };
    look_seen seen;
    double *t = calloc(MOST, sizeof *t), *peak = calloc((size_t)i->sizes.n, sizeof *peak);
    if (peak) trail_peaks(r, i->sizes.n, peak);
    trail *a = t && peak ? trail_create(r, i, peak) : NULL;
    const int n = a ? affordable(a, r, t) : 0;
    if (n) times_of(r, n, t);
    const bool walked = n && trail_walk(a, t, n, &c, &seen);
    trail_destroy(a);
    free(peak);
    free(t);
    if (!walked) return say(CANNOT, "no memory");
    if (c.n) return say(COMPLAINTS, why.text);
    printf("%d %.17g %.17g\n", seen.times, seen.width, seen.worst);
    return GOOD;
}

/* Of the same problem as the plug-in in double; the digest of its equations was compared in
 * quad. */
static bool belongs(const ref *r, const instance *i)
{
    char name[PLUGIN_NAME_MAX];
    bool same = r->pieces.n > 0 && r->ncomponents == instance_ncomponents(i) &&
                r->pieces.width >= i->sizes.n;
    for (int k = 0; same && k < r->ncomponents; k++) {
        instance_component_name(i, k, name, sizeof name);
        same = !strcmp(name, r->components[k]);
    }
    return same;
}

int main(int argc, char **argv)
{
    reason why = { "" };
    ref *r;
    instance *i;
    if (argc != 2) return say(CANNOT, "usage: ivpbench-scan FILE");
    if (!ref_read(&r, argv[1], &why)) return say(CANNOT, why.text);
    if (instance_open(&i, r->problem, r->parameters, &why)) return say(CANNOT, why.text);
    const int code = belongs(r, i) ? scan(r, i) : say(CANNOT, "this has no such trajectory");
    instance_close(i);
    ref_free(r);
    return code;
}
