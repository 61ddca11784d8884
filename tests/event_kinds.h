/* event_kinds.h -- kinds of events with what is due, from closed forms: for runs and for
 * references. */
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

static const event_kind event_kinds[] = {
    /* the reset throws the guard back, which names no direction */
    { .problem = "t_dropped",
      .settings = "",
      .n = 2,
      .due = { { 0.4515236409857309, 0, -1 }, { 1.1739614665629003, 0, -1 } },
      .apart = 0.5,
      .ny = 2,
      .y = { 0.40286202182029796, -0.3635919854531351 },
      .scale = 3 },
    { .problem = "t_neuron",
      .settings = "",
      .n = 4,
      .due = { { 1.0986122886681098, 0, 1 },
               { 2.1972245773362196, 0, 1 },
               { 3.2958368660043291, 0, 1 },
               { 4.3944491546724391, 0, 1 } },
      .apart = 1,
      .ny = 1,
      .y = { 0.6813394396111154 },
      .scale = 1 },
    /* zero at the start: by the clock, by the state, and touched only */
    { .problem = "t_flips",
      .settings = "",
      .n = 11,
      .due = { { 0.43, 0, -1 },
               { 0.86, 0, 1 },
               { 1.29, 0, -1 },
               { 1.72, 0, 1 },
               { 2.15, 0, -1 },
               { 2.58, 0, 1 },
               { 3.01, 0, -1 },
               { 3.44, 0, 1 },
               { 3.87, 0, -1 },
               { 4.30, 0, 1 },
               { 4.73, 0, -1 } },
      .apart = 0.01,
      .ny = 2,
      .y = { 1.0477107264920686, 0.9589242746631385 },
      .scale = 3 },
    { .problem = "t_rises",
      .settings = "",
      .n = 3,
      .due = { { PI, 0, -1 }, { 2 * PI, 0, 1 }, { 3 * PI, 0, -1 } },
      .long_steps = true,
      .apart = 2,
      .ny = 2,
      .y = { -0.5440211108893698, 8 },
      .scale = 2 },
    /* times are compared with t, not with the interval */
    { .problem = "t_two_resets",
      .settings = "early=100 late=100.000001 rate=0 T=1e8",
      .n = 2,
      .due = { { 100, 1, 1 }, { 100.000001, 0, 1 } },
      .apart = 1e-6,
      .ny = 1,
      .y = { 8 },
      .scale = 1e-6 },
    { .problem = "t_two_resets",
      .settings = "",
      .n = 2,
      .due = { { -3.25, 1, 1 }, { -2.5, 0, 1 } },
      .apart = 0.5,
      .ny = 1,
      .y = { 12.5 },
      .scale = 1 },
    /* two resets in one step, a wall at 0 */
    { .problem = "t_two_resets",
      .settings = "early=-0.5 late=0 T=1",
      .n = 2,
      .due = { { -0.5, 1, 1 }, { 0, 0, 1 } },
      .apart = 0.5,
      .ny = 1,
      .y = { 20 },
      .scale = 1 },
    /* rest on zero: an event where it begins, and one where it ends on the old side */
    { .problem = "t_rest",
      .settings = "",
      .n = 1,
      .due = { { 1, 1, 1 } },
      .apart = 1e-6,
      .ny = 2,
      .y = { 0.1411200080598672, 2 },
      .scale = 1 },
    { .problem = "t_rest",
      .settings = "leaves=old",
      .n = 2,
      .due = { { 1, 1, 1 }, { 2, 1, -1 } },
      .apart = 1e-6,
      .ny = 2,
      .y = { 0.1411200080598672, 4 },
      .scale = 1 },
    /* friction that turns, and that sticks */
    { .problem = "t_friction",
      .settings = "",
      .n = 2,
      .due = { { PI, 0, 1 }, { 2 * PI, 0, -1 } },
      .apart = 1.5,
      .ny = 2,
      .y = { -0.5244607226019755, -0.3503007124554929 },
      .scale = 2 },
    { .problem = "t_friction", .settings = "T=15", REFUSED("turn", "neither side", 4 * PI) },
    { .problem = "t_friction",
      .settings = "a=0 v=2 k=0 b=-1 c=0.5 T=3",
      .n = 1,
      .due = { { 4.0 / 3, 0, -1 } },
      .apart = 1,
      .ny = 2,
      .y = { 4.0 / 3 - 25.0 / 36, -5.0 / 6 },
      .scale = 1 },
    { .problem = "t_friction",
      .settings = "a=0 v=2 k=0 b=-1 c=1.5 T=3",
      REFUSED("turn", "neither side", 0.8) },
    /* pauses that add up */
    { .problem = "t_dropped",
      .settings = "e=0.5 T=2",
      REFUSED("impact", "", 1.3545709229571927) },
    { .problem = "t_bounce", .settings = "e=0.4", REFUSED("floor", "", 1.30295) },
    { .problem = "t_tanks", .settings = "", REFUSED("", "", 4) },
    /* a break and an event at one time; the value at a break */
    { .problem = "t_break_event",
      .settings = "",
      .n = 1,
      .due = { { 1, 0, 1 } },
      .apart = 1,
      .ny = 1,
      .y = { 6 },
      .scale = 1 },
    { .problem = "t_break_event",
      .settings = "at=left",
      .n = 1,
      .due = { { 1, 0, 1 } },
      .apart = 1,
      .ny = 1,
      .y = { 6 },
      .scale = 1 },
    { .problem = "t_break_event",
      .settings = "at=left jump=0",
      .n = 1,
      .due = { { 1, 0, 1 } },
      .apart = 1,
      .ny = 1,
      .y = { 3 },
      .scale = 1 },
    { .problem = "t_breaks",
      .settings = "",
      .ny = 2,
      .y = { 500, 0.1353352832366127 },
      .scale = 1 },
    { .problem = "t_breaks",
      .settings = "at=left",
      .ny = 2,
      .y = { 500, 0.1353352832366127 },
      .scale = 1 },
    { .problem = "t_table", .settings = "", .ny = 1, .y = { 1.631855655566422 }, .scale = 3 },
    /* three zeros in one step, at negative times too */
    { .problem = "t_cubic",
      .settings = "",
      .n = 3,
      .due = { { -5, 0, 1 }, { -1, 0, -1 }, { 2.5, 0, 1 } },
      .apart = 2,
      .ny = 1,
      .y = { 67.5 },
      .scale = 100 },
    /* resets that take other guards through zero */
    { .problem = "t_chain",
      .settings = "",
      .n = 3,
      .due = { { 1, 2, 1 }, { 1, 1, 1 }, { 1, 0, 1 } },
      .apart = 1e-6,
      .ny = 3,
      .y = { 1, 1, 3 },
      .scale = 1e-6 },
    { .problem = "t_chain", .settings = "ends=no", REFUSED("", "without end", 1) },
};
enum { NKINDS = sizeof event_kinds / sizeof *event_kinds };

#endif
