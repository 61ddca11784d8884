/* hmmwv.h -- parameters, masses and hard points of the HMMWV, SI units, axes x forward, y left,
 * z up, the chassis' mass centre above the origin; hmmwv.c says whence.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_HMMWV_H
#define PROBLEMS_HMMWV_H

#include <ivp/problem.h>

/* clang-format off */
/* arms, spindle: + 3 corner */
enum { CHASSIS, UCA = 1, LCA, SPINDLE, RACK = 13, BODIES, CORNERS = 4 };
enum { A18, B10 };
enum { KINKED, SMOOTH, NONE, LEFT };
enum { VARIANT, BUMP, UNI, CARS, SPEED, STIFF_K, STIFF_C, TYRE_K, TYRE_C, RADIUS, WHEEL, PLACE, GRAVITY, NPARAM };

static const ivp_param hmmwv_params[] = {
    [VARIANT] = { "variant", "A18", "of the corners", .choices = "A18 B10" },
    [BUMP]    = { "bump", "0", "0 kinked, 1 smooth, 2 none, 3 kinked under the left wheels "
                               "alone [1]" },
    [UNI]     = { "uni", "0", "1: tyres push only [1]" },
    [CARS]    = { "ncar", "1", "number of cars, 1 .. 1000 [1]" },
    [SPEED]   = { "speed", "4.4704", "at the start [m/s]" },
    [STIFF_K] = { "k", "2e7", "of a stiff element [N/m]" },
    [STIFF_C] = { "c", "2e6", "of a stiff element [N s/m]" },
    [TYRE_K]  = { "kt", "296325", "of a tyre [N/m]" },
    [TYRE_C]  = { "ct", "3502", "of a tyre [N s/m]" },
    [RADIUS]  = { "b", "0.05", "radius of the bump [m]" },
    [WHEEL]   = { "Re", "0.467", "radius of a wheel that rolls [m]" },
    [PLACE]   = { "xb", "4.05", "where the bump lies [m]" },
    [GRAVITY] = { "grav", "9.80665", "gravity [m/s^2]" },
    { 0 },
};

/* Front and rear axle: |y| of points, which are mirrored. */
typedef struct axle {
    plain at[3][3];            /* mass centres of upper arm, lower arm, spindle */
    plain upper[3], axis[3];   /* revolute of the upper arm */
    plain lower[3];            /* of the lower arm, along x */
    plain ball[3];             /* lower arm to spindle */
    /* upper arm to spindle: link on the arm, ball joint or link on the spindle */
    plain link[3], tip[3];
    plain rod[2][3];           /* tie rod: on rack or chassis, on the spindle */
    plain stiff[2][3], main[2][3], caster[2][3], wheel[3];
    /* tensions of stiff A18, main, caster; compression */
    plain main_k, main_c, preload[3], tyre;
    plain stiff_b10;
} axle;

static const axle axles[2] = {
    { .at = { { R(1.526965), R(0.589), R(0.715) }, { R(1.632965), R(0.547), R(0.438) },
              { R(1.592965), R(0.875848932), R(0.471) } },
      .upper = { R(1.474965), R(0.462), R(0.7175) },
      .axis = { R(0.966391331), R(-0.140566012), R(0.215241706) },
      .lower = { R(1.632965), R(0.307), R(0.497) },
      .ball = { R(1.596965), R(0.787), R(0.379) },
      .link = { R(1.579965), R(0.516), R(0.712) }, .tip = { R(1.579965), R(0.716), R(0.712) },
      .rod = { { R(1.382965), R(0.448), R(0.551) }, { R(1.456965), R(0.821), R(0.481) } },
      .stiff = { { R(1.526965), R(0.5905), R(0.965) }, { R(1.526965), R(0.5905), R(0.715) } },
      .main = { { R(1.736965), R(0.498), R(0.82) }, { R(1.729965), R(0.543), R(0.45) } },
      .caster = { { R(1.979965), R(0.716), R(0.712) }, { R(1.579965), R(0.716), R(0.712) } },
      .wheel = { R(1.592965), R(0.91), R(0.471) },
      .main_k = R(167062.0), .main_c = R(19015.5692),
      .preload = { R(537.753425), R(-12710.021), R(-73.0246226) }, .tyre = R(6517.53532),
      .stiff_b10 = R(-11916.5232) },
    { .at = { { R(-1.620965), R(0.589), R(0.718) }, { R(-1.744965), R(0.547), R(0.438) },
              { R(-1.708965), R(0.875848932), R(0.471) } },
      .upper = { R(-1.531965), R(0.462), R(0.723) },
      .axis = { R(0.999891886), R(0.0), R(0.0147042924) },
      .lower = { R(-1.744965), R(0.307), R(0.497) },
      .ball = { R(-1.708965), R(0.787), R(0.379) },
      .link = { R(-1.708965), R(0.516), R(0.713) }, .tip = { R(-1.708965), R(0.716), R(0.713) },
      .rod = { { R(-1.521965), R(0.416), R(0.556) }, { R(-1.574965), R(0.821), R(0.488) } },
      .stiff = { { R(-1.620965), R(0.5905), R(0.968) }, { R(-1.620965), R(0.5905), R(0.718) } },
      .main = { { R(-1.848965), R(0.498), R(0.82) }, { R(-1.841965), R(0.543), R(0.45) } },
      .caster = { { R(-2.108965), R(0.716), R(0.713) }, { R(-1.708965), R(0.716), R(0.713) } },
      .wheel = { R(-1.708965), R(0.91), R(0.471) },
      .main_k = R(369149.0), .main_c = R(36725.2201),
      .preload = { R(172.436408), R(-11777.8721), R(0.0) }, .tyre = R(6117.96055),
      .stiff_b10 = R(-11451.88) },
};
/* clang-format on */

static const plain chassis_at[3] = { R(0.0), R(0.0), R(0.71) };
static const plain rack_at[3] = { R(1.382965), R(0.0), R(0.551) };
static const plain caster_k = R(1e5), caster_c = R(2e3), blend = R(1e-3);

/* Mass and principal inertia: chassis, upper arm, lower arm, spindle, rack. */
static const plain inertia[5][4] = {
    { R(2086.52), R(1078.52), R(2955.66), R(3570.2) },
    { R(5.813), R(0.03), R(0.03), R(0.06276) },
    { R(23.965), R(0.4), R(0.4), R(0.8938) },
    { R(90.555), R(4.89627156), R(7.58122), R(4.77434156) },
    { R(9.072), R(0.606928896), R(0.0040824), R(0.606928896) },
};

static inline const plain *inertia_of(int body)
{
    return inertia[body == CHASSIS ? 0 : body == RACK ? 4 : 1 + (body - 1) % 3];
}

static inline bool complete(const real *p) { return (int)re(p[VARIANT]) == B10; }
static inline int rows(const real *p) { return complete(p) ? 88 : 80; }
enum { COORDINATES = 7 * BODIES };

static inline int cars(const real *p)
{
    const plain k = re(p[CARS]);
    return k >= 1 && k <= 1000 && k == (int)k ? (int)k : 0;
}

static inline void size(const real *p, ivp_sizes *s)
{
    s->nq = COORDINATES * cars(p);
    s->ng = rows(p) * cars(p);
}

/* ---- the design -------------------------------------------------------------------------- */

/* A point of an axle on the side of a corner: 0, 2 right, 1, 3 left. */
static inline void mirror(int corner, const plain *from, plain *to)
{
    for (int i = 0; i < 3; i++) to[i] = i == 1 && corner % 2 == 0 ? -from[i] : from[i];
}

static inline void centre(int body, plain *at)
{
    const int corner = (body - 1) / 3;
    if (body == CHASSIS || body == RACK)
        for (int i = 0; i < 3; i++) at[i] = (body == RACK ? rack_at : chassis_at)[i];
    else
        mirror(corner, axles[corner / 2].at[(body - 1) % 3], at);
}

#endif
