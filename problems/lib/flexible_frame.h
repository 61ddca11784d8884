/* flexible_frame.h -- parameters, parts, joints and shocks of the all-terrain vehicle, SI
 * units, axes x forward, y left, z up; flexible_frame.c says whence. What there is twice is
 * given for the left side.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_FLEXIBLE_FRAME_H
#define PROBLEMS_FLEXIBLE_FRAME_H

#include "ladder.h"
#include <ivp/problem.h>

/* clang-format off */
/* Of two parts the left one is named, the right one follows; posts and wheels: front, rear. */
enum { FRAME, POST = 1, WHEEL = 5, LOWER = 9, UPPER = 11, KNUCKLE = 13, TIE = 15, REAR = 17, HUB = 19,
       COLUMN = 21, BAR, ENGINE, RIDER, TANK, FRONT_RACK, REAR_RACK, BATTERY, PARTS, GROUND = PARTS };
enum { MODES, ZETA, CONTACT, ATTACH, TYRE, BITE, FRICTION, GRAVITY, SETTLE, NPARAM };
enum { BY_ADAMS, LIGHT };
enum { BY_MODES, BY_NODES };

static const ivp_param params[] = {
    [MODES]    = { "modes", "8", "elastic modes of the frame, 0 .. 1422 [1]" },
    [ZETA]     = { "zeta", "adams", "damping: 1, 10, 100 % below 100 Hz, 1 kHz, above; 1 %", .choices = "adams light" },
    [CONTACT]  = { "contact", "kink", "law of the contact", .choices = "kink smooth "
                                                                       "kelvin_voigt" },
    [ATTACH]   = { "attach", "modes", "joints on the frame hold its modes, or nodes of it", .choices = "modes nodes" },
    [TYRE]     = { "kt", "1.2e5", "of a tyre [N/m]" },
    [BITE]     = { "ct", "0.5", "of its damping, that grows with the depth [s/m]" },
    [FRICTION] = { "mu", "0.8", "of tyre on post [1]" },
    [GRAVITY]  = { "grav", "9.80665", "gravity [m/s^2]" },
    [SETTLE]   = { "settle", "0", "1: it starts at rest under its load, 0: as designed [1]" },
    { 0 },
};

typedef struct lump {
    plain mass, inertia[3], at[3];
} lump;

static const lump parts[PARTS] = { /* the frame's mass and inertia are computed */
    [FRAME]       = { R(0.0), { R(0.0), R(0.0), R(0.0) }, { R(0.0), R(0.0), R(0.38) } },
    [POST]        = { R(20.0), { R(0.5), R(0.5), R(0.5) }, { R(0.62), R(0.42), R(-0.05) } },
    [POST + 2]    = { R(20.0), { R(0.5), R(0.5), R(0.5) }, { R(-0.62), R(0.42), R(-0.05) } },
    [WHEEL]       = { R(9.0), { R(0.14), R(0.25), R(0.14) }, { R(0.62), R(0.42), R(0.28) } },
    [WHEEL + 2]   = { R(9.0), { R(0.14), R(0.25), R(0.14) }, { R(-0.62), R(0.42), R(0.28) } },
    [LOWER]       = { R(2.5), { R(0.02), R(0.01), R(0.03) }, { R(0.60), R(0.27), R(0.34) } },
    [UPPER]       = { R(1.5), { R(0.012), R(0.006), R(0.018) }, { R(0.60), R(0.27), R(0.48) } },
    [KNUCKLE]     = { R(3.0), { R(0.01), R(0.01), R(0.01) }, { R(0.62), R(0.38), R(0.28) } },
    [TIE]         = { R(0.6), { R(0.005), R(0.0005), R(0.005) }, { R(0.52), R(0.20), R(0.38) } },
    [REAR]        = { R(5.0), { R(0.03), R(0.06), R(0.07) }, { R(-0.45), R(0.26), R(0.32) } },
    [HUB]         = { R(3.0), { R(0.01), R(0.01), R(0.01) }, { R(-0.62), R(0.36), R(0.28) } },
    [COLUMN]      = { R(3.0), { R(0.04), R(0.04), R(0.005) }, { R(0.45), R(0.0), R(0.63) } },
    [BAR]         = { R(16.008), { R(0.6), R(0.3), R(0.6) }, { R(0.35), R(0.0), R(0.83) } },
    [ENGINE]      = { R(45.0), { R(1.2), R(1.5), R(1.4) }, { R(0.0), R(0.0), R(0.46) } },
    [RIDER]       = { R(90.7185), { R(6.0), R(6.0), R(2.5) }, { R(-0.15), R(0.0), R(0.83) } },
    [TANK]        = { R(8.0), { R(0.1), R(0.15), R(0.15) }, { R(0.05), R(0.0), R(0.63) } },
    [FRONT_RACK]  = { R(5.0), { R(0.15), R(0.15), R(0.28) }, { R(0.65), R(0.0), R(0.58) } },
    [REAR_RACK]   = { R(5.0), { R(0.15), R(0.15), R(0.28) }, { R(-0.65), R(0.0), R(0.58) } },
    [BATTERY]     = { R(6.0), { R(0.05), R(0.05), R(0.08) }, { R(-0.35), R(0.0), R(0.48) } },
};

/* Kinds of joints by their rows: SLIDE along the axis; IN_LINE: on a line of the first part;
 * IN_PLANE: square to the axis; UNIVERSAL: of the rod that goes from here to the axis, which is
 * a point. */
typedef enum kind { SLIDE, REVOLUTE, SPHERE, IN_LINE, IN_PLANE, UNIVERSAL, FIXED } kind;

typedef struct joint {
    kind kind;
    int i, j;
    int node[2]; /* of the frame, left and right; 0: none */
    plain at[3], axis[3];
} joint;

#define ALONG_X { R(1.0), R(0.0), R(0.0) }
#define ALONG_Y { R(0.0), R(1.0), R(0.0) }
#define ALONG_Z { R(0.0), R(0.0), R(1.0) }
/* of (-0.4, 0, 1) */
#define CASTER { R(-0.37139067635410372629), R(0.0), R(0.92847669088525931573) }
/* 0.35 of it from (0.55, 0, 0.38) */
#define ON_COLUMN { R(0.420013263276063695799), R(0.0), R(0.704966841809840760506) }

static const joint joints[] = {
    { SLIDE, GROUND, POST, { 0 }, { R(0.62), R(0.42), R(-0.05) }, ALONG_Z },
    { SLIDE, GROUND, POST + 2, { 0 }, { R(-0.62), R(0.42), R(-0.05) }, ALONG_Z },
    { REVOLUTE, KNUCKLE, WHEEL, { 0 }, { R(0.62), R(0.42), R(0.28) }, ALONG_Y },
    { REVOLUTE, HUB, WHEEL + 2, { 0 }, { R(-0.62), R(0.42), R(0.28) }, ALONG_Y },
    { SPHERE, FRAME, LOWER, { 20, 10 }, { R(0.7595), R(0.20525), R(0.38) } },
    { IN_LINE, FRAME, LOWER, { 18, 8 }, { R(0.42194444), R(0.20525), R(0.38) }, ALONG_X },
    { SPHERE, FRAME, UPPER, { 20, 10 }, { R(0.70), R(0.20525), R(0.52) } },
    { IN_LINE, FRAME, UPPER, { 18, 8 }, { R(0.48), R(0.20525), R(0.52) }, ALONG_X },
    { SPHERE, LOWER, KNUCKLE, { 0 }, { R(0.62), R(0.37), R(0.22) } },
    { SPHERE, UPPER, KNUCKLE, { 0 }, { R(0.60), R(0.35), R(0.44) } },
    { UNIVERSAL, COLUMN, TIE, { 0 }, { R(0.52), R(0.05), R(0.40) }, { R(0.52), R(0.36), R(0.33) } },
    { SPHERE, TIE, KNUCKLE, { 0 }, { R(0.52), R(0.36), R(0.33) } },
    { SPHERE, FRAME, COLUMN, { 27 }, { R(0.55), R(0.0), R(0.38) } },
    { IN_LINE, FRAME, COLUMN, { 25 }, ON_COLUMN, CASTER },
    { FIXED, COLUMN, BAR, { 0 }, { R(0.35), R(0.0), R(0.83) } },
    { SPHERE, FRAME, REAR, { 14, 4 }, { R(-0.25316667), R(0.20525), R(0.38) } },
    { IN_LINE, FRAME, REAR, { 24, 23 }, { R(-0.25316667), R(0.06841667), R(0.38) }, ALONG_Y },
    { FIXED, REAR, HUB, { 0 }, { R(-0.62), R(0.36), R(0.28) } },
    { SPHERE, FRAME, ENGINE, { 23 }, { R(-0.2532), R(-0.06841667), R(0.41) } },
    { IN_LINE, FRAME, ENGINE, { 24 }, { R(-0.2532), R(0.06841667), R(0.41) }, ALONG_Y },
    { IN_PLANE, FRAME, ENGINE, { 25 }, { R(0.2532), R(-0.0684), R(0.41) }, ALONG_Z },
    { SPHERE, FRAME, RIDER, { 13 }, { R(-0.42194444), R(0.20525), R(0.48) } },
    { IN_LINE, FRAME, RIDER, { 3 }, { R(-0.42194444), R(-0.20525), R(0.48) }, ALONG_Y },
    { IN_PLANE, FRAME, RIDER, { 16 }, { R(0.0844), R(0.20525), R(0.48) }, ALONG_Z },
    { FIXED, FRAME, TANK, { 26 }, { R(0.05), R(0.0), R(0.63) } },
    { FIXED, FRAME, FRONT_RACK, { 19 }, { R(0.65), R(0.0), R(0.58) } },
    { FIXED, FRAME, REAR_RACK, { 12 }, { R(-0.65), R(0.0), R(0.58) } },
    { FIXED, FRAME, BATTERY, { 2 }, { R(-0.35), R(0.0), R(0.48) } },
};
enum { JOINTS = sizeof joints / sizeof *joints };

/* Springs of the front and of the rear: from a part to a node of the frame, pressed by P at the
 * start. */
static const struct shock {
    int part, node[2];
    plain from[3], to[3], k, c, P;
} shocks[2] = {
    { LOWER, { 19, 9 }, { R(0.61), R(0.32), R(0.32) }, { R(0.59072222), R(0.225), R(0.68) },
      R(14000.0), R(1000.0), R(845.8657) },
    { REAR, { 12, 2 }, { R(-0.50), R(0.26), R(0.34) }, { R(-0.59072222), R(0.20525), R(0.68) },
      R(20000.0), R(1300.0), R(753.9793) },
};

/* What presses a tyre at the start. */
static const plain pressed[4] = { R(590.5222), R(590.5222), R(649.2907), R(649.2907) };

/* Nodes of the frame that something is fixed to, by number. */
static const int attached[] = { 2, 3, 4, 8, 9, 10, 12, 13, 14, 16, 18, 19, 20, 23, 24, 25, 26, 27 };
enum { ATTACHED = sizeof attached / sizeof *attached };
/* clang-format on */

/* ---- sides ------------------------------------------------------------------------------- */

static inline bool paired(int part) { return part > FRAME && part < COLUMN; }
static inline int on_side(int part, int right) { return part + (paired(part) && right); }

static inline void mirror(const plain *from, int right, plain *to)
{
    for (int i = 0; i < 3; i++) to[i] = i == 1 && right ? -from[i] : from[i];
}

/* Reference point of a part, of the left or of the right. */
static inline void centre(int which, plain *at)
{
    const int right = paired(which) && (which - POST) % 2;
    if (which == GROUND)
        for (int i = 0; i < 3; i++) at[i] = 0;
    else
        mirror(parts[which - right].at, right, at);
}

static inline const lump *lump_of(int which)
{
    return &parts[paired(which) ? which - (which - POST) % 2 : which];
}

/* A node, 1 .. 28, from the frame's centre. */
static inline void node_at(int node, plain *x)
{
    const int k = node - 21;
    x[0] = node <= 20 ? LADDER_LENGTH * ((node - 1) % 10 * R(2.0) - 9) / 18
                      : LADDER_LENGTH * (k / 2 * R(2.0) - 3) / 6;
    x[1] = node <= 20 ? LADDER_WIDTH * (node <= 10 ? R(-0.5) : R(0.5))
                      : LADDER_WIDTH * (k % 2 ? 1 : -1) / 6;
    x[2] = 0;
}

/* ---- sizes ------------------------------------------------------------------------------- */

enum { CONSTRAINTS = 160, PLACES = 6 * ATTACHED };

static inline int modes_of(const real *p)
{
    const plain n = re(p[MODES]);
    return n >= 0 && n <= ladder_modes(8) && n == (int)n ? (int)n : -1;
}

static inline bool by_nodes(const real *p) { return (int)re(p[ATTACH]) == BY_NODES; }

/* The coarsest ladder that has so many modes; the first 134 are those of the coarsest one. */
static inline int refinement(int modes)
{
    int r = 1;
    while (ladder_modes(r) < modes) r *= 2;
    return r;
}

#endif
