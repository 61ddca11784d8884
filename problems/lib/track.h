/* track.h -- what there is to know of the track, in the plane or in space: its parameters,
 * sizes, masses, where things are at the start, its drive. SI.
 *
 * Bodies: N shoes, sprocket, idler, nr rollers, hull, the idler's carrier, four parts
 * fixed to the hull. The loop lies on the closed-form path around sprocket, idler, first and
 * last roller, N chords of one pitch each; the idler stands by `shift` off its nominal place so
 * that they close.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TRACK_H
#define TRACK_H

#include "belt_path.h"

enum { SHOES, ROLLERS, CONTACT, DRIVE, CLEARANCE, SPAN, DIM, SIDE, NPARAMS };
enum { FULL, SHORT };

static const ivp_param params[] = {
    [SHOES] = { "N", "26", "shoes, an even number, 26 .. 20000 [1]" },
    [ROLLERS] = { "nr", "0", "rollers, 2 or more; 0: as many as the run carries [1]" },
    [CONTACT] = { "contact", "hc", "law of the contacts", .choices = "hc c1 kv" },
    [DRIVE] = { "drive", "full", "program of the sprocket", .choices = "full short" },
    [CLEARANCE] = { "clearance", "1e-4", "of wheels, arcs and ground, by design 0 [m]" },
    [SPAN] = { "T", "0.1", "end of the interval, of the source 14 [s]" },
    [DIM] = { "dim", "2", "of the space", .choices = "2 3" },
    [SIDE] = { "side", "1e3", "dim=3: spring of a shoe against its way to the side [N/m]" },
    { 0 },
};

/* what prepare() finds; ANGLE: of the sprocket at the start, when an arc faces each pin that
 * lies on it */
enum { NR, SHIFT, SCALE, ANGLE, DERIVED };

static inline plain derived(const real *p, int what) { return re(p[NPARAMS + what]); }
static inline bool in_space(const real *p) { return (int)re(p[DIM]) == 1; }

#define SHOE_MASS R(18.02)
#define PITCH     R(0.154)
#define FACE      R(0.03)  /* of both faces of a shoe, from its pins' line */
#define HALF_FACE R(0.075) /* of the inner one along it */
#define GROUND_Z  R(-0.52)
#define GRAVITY   R(9.80665)

#define SPROCKET_X R(1.25)
#define SPROCKET_Z R(0.15)
#define IDLER_X    R(-1.25)
#define IDLER_Z    R(0.12)
#define IDLER_R    R(0.255)
#define ROLLER_X   R(0.9) /* first and last */
#define ROLLER_Z   R(-0.33)
#define ROLLER_R   R(0.13)
#define BOTTOM_Z   R(-0.49) /* of the pins */
#define HULL_Z     R(0.3)

/* the sprocket: arcs in a circle of pitch-line teeth */
enum { ARCS = 10 };
#define ARC_AT   R(0.3) /* their centres, from its own */
#define ARC_R    R(0.089)
#define ADDENDUM R(0.2605) /* beyond it there is no tooth */
#define PIN_R    R(0.015)  /* of a shoe's cylinders */

static const plain cylinder_at[] = { R(0.0535), R(-0.061) };
static const plain grouser_at[] = { R(-0.055), R(-0.018), R(0.018), R(0.055) };

enum { CYLINDERS = 2, GROUSERS = 4, FIXED = 4 };
static const plain fixed_at[FIXED][2] = {
    { R(0.8), R(0.1) }, { R(-0.8), R(0.1) }, { R(0.4), R(0.1) }, { R(-0.4), R(0.1) }
};

/* by how much each straight run is longer, or shorter, than that of 46 shoes */
static inline plain track_longer(int n) { return (n - 46) * PITCH / 4; }

static inline int track_rollers(int n)
{
    return 7 + (int)floor(2 * track_longer(n) / R(0.3) + R(0.5));
}

/* First and last are raised, for a shoe's corner to clear them. */
static inline plain track_corner(plain radius)
{
    const plain r = radius + FACE;
    return sqrt(r * r + PITCH * PITCH / 4);
}

static inline plain track_roller_x(int n, int nr, int i)
{
    const plain end = ROLLER_X + track_longer(n);
    return -end + 2 * end * i / (nr - 1);
}

static inline plain track_roller_z(int nr, int i)
{
    return i == 0 || i == nr - 1 ? BOTTOM_Z + track_corner(ROLLER_R) : ROLLER_Z;
}

static inline plain track_pitch_radius(void) { return PITCH / (2 * sin(IVP_PI / ARCS)); }

static inline belt_path track_path(int n, plain shift)
{
    const plain longer = track_longer(n), end = ROLLER_X + longer, up = track_roller_z(2, 0);
    return belt_path_of((belt_circle[]){
        { SPROCKET_X + longer, SPROCKET_Z, track_pitch_radius(), 1 },
        { IDLER_X - longer + shift, IDLER_Z, track_corner(IDLER_R), 1 },
        { -end, up, track_corner(ROLLER_R), 1 },
        { end, up, track_corner(ROLLER_R), 1 },
    });
}

static inline plain track_open(int n, plain shift)
{
    const belt_path path = track_path(n, shift);
    return belt_march(&path, n, PITCH) - path.length;
}

/* The shift with which the chords close: by secants. */
static inline plain track_shift(int n)
{
    plain a = R(-0.064), fa = track_open(n, a), b = R(-0.06397);
    for (int k = 0; k < 30; k++) {
        const plain fb = track_open(n, b), rise = fb - fa;
        if (rise == 0 || b == a) break;
        const plain next = b - fb * (b - a) / rise;
        a = b;
        fa = fb;
        b = next;
        if ((a - b) * (a - b) <= IVP_EPS * IVP_EPS) break;
    }
    return b;
}

/* Shoe between two pins. */
static inline void track_shoe(belt_point a, belt_point b, real *q)
{
    const plain mean = (a.angle + b.angle) / 2, raw = atan2(b.y - a.y, b.x - a.x);
    q[0] = ivp_of((a.x + b.x) / 2);
    q[1] = ivp_of((a.y + b.y) / 2);
    q[2] = ivp_of(raw + 2 * IVP_PI * floor((mean - raw) / (2 * IVP_PI) + R(0.5)));
}

/* ---- bodies ------------------------------------------------------------------------------ */

typedef struct layout {
    int n, nr, sprocket, idler, roller, hull, carrier, fixed, bodies;
} layout;

/* Where body b, none of the shoes, is at the start. */
static inline void track_place(const layout *l, int b, plain shift, plain *x, plain *z)
{
    const plain longer = track_longer(l->n);
    *x = 0;
    *z = HULL_Z;
    if (b == l->sprocket) {
        *x = SPROCKET_X + longer;
        *z = SPROCKET_Z;
    } else if (b == l->idler || b == l->carrier) {
        *x = IDLER_X - longer + shift;
        *z = IDLER_Z;
    } else if (b < l->hull) {
        *x = track_roller_x(l->n, l->nr, b - l->roller);
        *z = track_roller_z(l->nr, b - l->roller);
    } else if (b >= l->fixed) {
        *x = fixed_at[b - l->fixed][0];
        *z = fixed_at[b - l->fixed][1];
    }
}

enum { A_SHOE, A_SPROCKET, AN_IDLER, A_ROLLER, A_HULL, A_CARRIER, A_PART };

static inline int track_kind(const layout *l, int b)
{
    if (b < l->n) return A_SHOE;
    if (b < l->roller) return b == l->idler ? AN_IDLER : A_SPROCKET;
    if (b < l->hull) return A_ROLLER;
    return b == l->hull ? A_HULL : b == l->carrier ? A_CARRIER : A_PART;
}

/* inertia: about the axis of the wheels. What is across it counts of shoes alone: nothing else
 * can lean. */
static const struct {
    plain mass, inertia;
    bool grows; /* with the length of the hull */
} track_body[] = {
    [A_SHOE] = { SHOE_MASS, R(0.04), false },  [A_SPROCKET] = { R(55.36), R(1.283), false },
    [AN_IDLER] = { R(51.52), R(2.24), false }, [A_ROLLER] = { R(20.0), R(0.169), false },
    [A_HULL] = { R(4000.0), R(6000.0), true }, [A_CARRIER] = { R(20.0), R(0.1), false },
    [A_PART] = { R(100.0), R(5.0), true },
};

/* Mass of body b, its inertia about x, y, z. */
static inline plain track_mass(const layout *l, int b, plain scale, plain J[3])
{
    const int k = track_kind(l, b);
    const plain factor = track_body[k].grows ? scale : 1;
    J[0] = J[1] = J[2] = factor * track_body[k].inertia;
    if (k == A_SHOE) {
        J[0] = R(0.22);
        J[2] = R(0.25);
    }
    return factor * track_body[k].mass;
}

/* Where the design has body b, seen from body a. */
static inline void track_apart(const layout *l, int a, int b, plain shift, plain from[2])
{
    plain x, z, ax, az;
    track_place(l, a, shift, &ax, &az);
    track_place(l, b, shift, &x, &z);
    from[0] = x - ax;
    from[1] = z - az;
}

/* ---- the drive --------------------------------------------------------------------------- */

/* Q, Q' and Q'' of a speed that rises from 0 to 1 within [0, 1] */
static inline void track_ramp(real x, plain weight, plain rate, real to[3])
{
    if (re(x) <= 0) return;
    const bool over = re(x) >= 1;
    const real x2 = x * x, x3 = x2 * x;
    to[0] += weight * (over ? x - R(0.5) : x2 * x2 * (R(2.5) - 3 * x + x2));
    to[1] += weight * rate * (over ? ivp_of(1) : x3 * (10 - 15 * x + 6 * x2));
    to[2] += weight * rate * rate * (over ? ivp_of(0) : x2 * (30 - 60 * x + 30 * x2));
}

/* The sprocket's angle on the hull with two derivatives: forward from 1 to 7 s, backward from 8
 * to 14 s; or one short ramp from 0.2 to 0.7 s. */
static inline void track_drive(real t, const real *p, real phi[3])
{
    static const plain at[] = { 1, 6, 8, 13 }, sign[] = { -1, 1, 1, -1 };
    const bool one_ramp = (int)re(p[DRIVE]) == SHORT;
    for (int k = 0; k < 3; k++) phi[k] = ivp_of(0);
    if (one_ramp) track_ramp(2 * (t - R(0.2)), R(-0.75), 2, phi);
    for (int k = 0; k < 4 && !one_ramp; k++) track_ramp(t - at[k], R(1.5) * sign[k], 1, phi);
    phi[0] += derived(p, ANGLE);
}

#endif
