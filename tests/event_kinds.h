/* event_kinds.h -- kinds of events with what is due, from closed forms: for runs and for
 * references.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef EVENT_KINDS_H
#define EVENT_KINDS_H

#include <stdbool.h>
#include <stddef.h>

/* all numbers here and in the tests that include this are doubles */
#pragma GCC diagnostic ignored "-Wunsuffixed-float-constants"

enum { KIND_EVENTS = 12, KIND_UNKNOWNS = 3 };

typedef struct event_due {
    double t;
    int event, direction;
} event_due;

/* Either events and the state at the end, or a refusal: guard and words that its sentence
 * names ("": any), and the time. */
typedef struct event_kind {
    const char *problem, *settings;
    int n;
    event_due due[KIND_EVENTS];
    double apart; /* shortest time between two events: the scale of errors in time */
    int ny;
    double y[KIND_UNKNOWNS], scale;
    const char *refused, *guard;
    double until;
    bool long_steps; /* a step may be longer than a period: no cubic through its ends will do */
} event_kind;

#define PI                      3.14159265358979323846
#define REFUSED(name, words, t) .refused = words, .guard = name, .until = t
#define KIND(name, values)      .problem = name, .settings = values
#define ENDS(count, size, ...)  .ny = count, .scale = size, .y = { __VA_ARGS__ }
#define DUE(count, gap, ...)    .n = count, .apart = gap, .due = { __VA_ARGS__ }

static const event_kind event_kinds[] = {
    /* the reset throws the guard back, which names no direction */
    { KIND("t_dropped", ""),
      DUE(2, 0.5, { 0.4515236409857309, 0, -1 }, { 1.1739614665629003, 0, -1 }),
      ENDS(2, 3, 0.40286202182029796, -0.3635919854531351) },
    { KIND("t_neuron", ""),
      DUE(4, 1, { 1.0986122886681098, 0, 1 }, { 2.1972245773362196, 0, 1 },
          { 3.2958368660043291, 0, 1 }, { 4.3944491546724391, 0, 1 }),
      ENDS(1, 1, 0.6813394396111154) },
    /* zero at the start: by the clock, by the state, and touched only */
    { KIND("t_flips", ""),
      DUE(11, 0.01, { 0.43, 0, -1 }, { 0.86, 0, 1 }, { 1.29, 0, -1 }, { 1.72, 0, 1 },
          { 2.15, 0, -1 }, { 2.58, 0, 1 }, { 3.01, 0, -1 }, { 3.44, 0, 1 }, { 3.87, 0, -1 },
          { 4.30, 0, 1 }, { 4.73, 0, -1 }),
      ENDS(2, 3, 1.0477107264920686, 0.9589242746631385) },
    { KIND("t_rises", ""), .n = 3,
      .due = { { PI, 0, -1 }, { 2 * PI, 0, 1 }, { 3 * PI, 0, -1 } }, .long_steps = true,
      .apart = 2, ENDS(2, 2, -0.5440211108893698, 8) },
    /* times are compared with t, not with the interval */
    { KIND("t_two_resets", "early=100 late=100.000001 rate=0 T=1e8"),
      DUE(2, 1e-6, { 100, 1, 1 }, { 100.000001, 0, 1 }), ENDS(1, 1e-6, 8) },
    { KIND("t_two_resets", ""), DUE(2, 0.5, { -3.25, 1, 1 }, { -2.5, 0, 1 }),
      ENDS(1, 1, 12.5) },
    /* two resets in one step, a wall at 0 */
    { KIND("t_two_resets", "early=-0.5 late=0 T=1"), DUE(2, 0.5, { -0.5, 1, 1 }, { 0, 0, 1 }),
      ENDS(1, 1, 20) },
    /* rest on zero: an event where it begins, and one where it ends on the old side */
    { KIND("t_rest", ""), DUE(1, 1e-6, { 1, 1, 1 }), ENDS(2, 1, 0.1411200080598672, 2) },
    { KIND("t_rest", "leaves=old"), DUE(2, 1e-6, { 1, 1, 1 }, { 2, 1, -1 }),
      ENDS(2, 1, 0.1411200080598672, 4) },
    /* friction that turns, and that sticks */
    { KIND("t_friction", ""), DUE(2, 1.5, { PI, 0, 1 }, { 2 * PI, 0, -1 }),
      ENDS(2, 2, -0.5244607226019755, -0.3503007124554929) },
    { KIND("t_friction", "T=15"), REFUSED("turn", "neither side", 4 * PI) },
    { KIND("t_friction", "a=0 v=2 k=0 b=-1 c=0.5 T=3"), DUE(1, 1, { 4.0 / 3, 0, -1 }),
      ENDS(2, 1, 4.0 / 3 - 25.0 / 36, -5.0 / 6) },
    { KIND("t_friction", "a=0 v=2 k=0 b=-1 c=1.5 T=3"), REFUSED("turn", "neither side", 0.8) },
    /* pauses that add up */
    { KIND("t_dropped", "e=0.5 T=2"), REFUSED("impact", "", 1.3545709229571927) },
    { KIND("t_bounce", "e=0.4"), REFUSED("floor", "", 1.30295) },
    { KIND("t_tanks", ""), REFUSED("", "", 4) },
    /* a break and an event at one time; the value at a break */
    { KIND("t_break_event", ""), DUE(1, 1, { 1, 0, 1 }), ENDS(1, 1, 6) },
    { KIND("t_break_event", "at=left"), DUE(1, 1, { 1, 0, 1 }), ENDS(1, 1, 6) },
    { KIND("t_break_event", "at=left jump=0"), DUE(1, 1, { 1, 0, 1 }), ENDS(1, 1, 3) },
    { KIND("t_breaks", ""), ENDS(2, 1, 500, 0.1353352832366127) },
    { KIND("t_breaks", "at=left"), ENDS(2, 1, 500, 0.1353352832366127) },
    { KIND("t_table", ""), ENDS(1, 3, 1.631855655566422) },
    /* three zeros in one step, at negative times too */
    { KIND("t_cubic", ""), DUE(3, 2, { -5, 0, 1 }, { -1, 0, -1 }, { 2.5, 0, 1 }),
      ENDS(1, 100, 67.5) },
    /* a guard of an algebraic unknown */
    { KIND("t_low", ""),
      DUE(2, 0.6, { 0.69314718055994531, 0, -1 }, { 1.3862943611198906, 0, -1 }),
      ENDS(2, 1, 0.5413411329464508, 0.2930502222197469) },
    /* resets that take other guards through zero */
    { KIND("t_chain", ""), DUE(3, 1e-6, { 1, 2, 1 }, { 1, 1, 1 }, { 1, 0, 1 }),
      ENDS(3, 1e-6, 1, 1, 3) },
    { KIND("t_chain", "ends=no"), REFUSED("", "without end", 1) },
};
enum { NKINDS = sizeof event_kinds / sizeof *event_kinds };

#endif
