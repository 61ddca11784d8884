/* trailer.h -- what a lorry with its trailers is in the plane and in space alike: parameters, loads, the course, the
 * forces along and across an axle. SI; vehicle_trailer.c says whence.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PROBLEMS_TRAILER_H
#define PROBLEMS_TRAILER_H

#include <ivp/problem.h>

/* clang-format off */
enum { COUPLE, TRAILERS, STIFFNESS, DAMPING, MASS1, INERTIA1, MASS2, INERTIA2, FRONT, REAR, HITCH1, HITCH2,
       AXLE2, CF, CR, CT, FRICTION, GRAVITY, GAIN, MOST, DIM, NPARAM };
/* behind them: mu Fz of the three kinds of axle */
enum { GRIP_FRONT = NPARAM, GRIP_REAR, GRIP_TRAILER, END };

static const ivp_param params[] = {
    [COUPLE]    = { "couple", "dae", "hitch", .choices = "dae spring" },
    [TRAILERS]  = { "ntrailer", "1", "number of trailers, 1 .. 1000 [1]" },
    [STIFFNESS] = { "k", "5e4", "of the hitch, couple=spring [N/m]" },
    [DAMPING]   = { "c", "2e4", "of the hitch, couple=spring [N s/m]" },
    [MASS1]     = { "m1", "16000", "mass of the lorry [kg]" },
    [INERTIA1]  = { "I1", "1.2e5", "its yaw inertia [kg m^2]" },
    [MASS2]     = { "m2", "12000", "mass of a trailer [kg]" },
    [INERTIA2]  = { "I2", "7.0e4", "its yaw inertia [kg m^2]" },
    [FRONT]     = { "a1", "3.2", "front axle ahead of the lorry's centre [m]" },
    [REAR]      = { "b1", "1.6", "rear axle behind it [m]" },
    [HITCH1]    = { "h1", "3.0", "hitch behind the centre of what pulls [m]" },
    [HITCH2]    = { "c2", "4.5", "hitch ahead of a trailer's centre [m]" },
    [AXLE2]     = { "b2", "0.4", "axle behind it [m]" },
    [CF]        = { "Cf", "4.0e5", "cornering stiffness, front [N/rad]" },
    [CR]        = { "Cr", "9.0e5", "rear [N/rad]" },
    [CT]        = { "Ct", "9.0e5", "trailer [N/rad]" },
    [FRICTION]  = { "mu", "0.8", "between tyre and road [1]" },
    [GRAVITY]   = { "g0", "9.80665", "gravity [m/s^2]" },
    [GAIN]      = { "gain", "2e4", "of the drive [N s/m]" },
    [MOST]      = { "most", "8e4", "force of the drive, at most [N]" },
    [DIM]       = { "dim", "2", "of the space", .choices = "2 3" },
    { 0 },
};

static const double breaks[] = { 5, 6, 15, 16, 18, 19, 25, 26, 28, 34, 38, 39, 46, 47, 50, 51, 58, 59, 0 };
/* clang-format on */

static inline int trailers(const real *p)
{
    const plain k = re(p[TRAILERS]);
    return k >= 1 && k <= 1000 && k == (int)k ? (int)k : 0;
}

static inline bool by_spring(const real *p) { return re(p[COUPLE]) > 0; }
static inline bool in_space(const real *p) { return re(p[DIM]) > 0; }

/* Static loads: a trailer rests on its axle and the hitch, the lorry on two axles. */
static inline real trailer_axle(const real *p, real behind)
{
    return (p[MASS2] * p[GRAVITY] * p[HITCH2] + behind * (p[HITCH2] + p[HITCH1])) /
           (p[HITCH2] + p[AXLE2]);
}

/* Load of a hitch, `behind` that of the one which follows. */
static inline real trailer_hitch(const real *p, real behind)
{
    return p[MASS2] * p[GRAVITY] + behind - trailer_axle(p, behind);
}

static inline real lorry_front(const real *p, real hitch)
{
    return (p[MASS1] * p[GRAVITY] * p[REAR] - hitch * (p[HITCH1] - p[REAR])) /
           (p[FRONT] + p[REAR]);
}

/* ---- the course -------------------------------------------------------------------------- */

static inline real ramp(real x)
{
    const real s = ivp_min(ivp_max(x, ivp_of(0)), ivp_of(1));
    return s * s * s * (10 - 15 * s + 6 * s * s);
}

static inline real window(real t, plain from, plain to)
{
    return ramp(t - from) - ramp(t - to);
}

static inline real steering(real t)
{
    return R(0.02) * window(t, 5, 15) * sin(R(0.6) * IVP_PI * (t - 5)) +
           R(0.02) * window(t, 18, 25) - R(0.05) * window(t, 38, 46) +
           R(0.03) * window(t, 50, 58) * sin(IVP_PI * (t - 50));
}

static inline real wanted_speed(real t) { return 20 - 8 * ramp((t - 28) / 6); }

/* ---- forces ------------------------------------------------------------------------------ */

/* Lateral force of wheels that slip by this angle. */
static inline real sideways(real slip, real stiffness, real grip)
{
    const real load = stiffness * slip, over = load / grip;
    return -load / sqrt(1 + over * over);
}

/* Along the lorry at speed v, of the drive less rolling and air. */
static inline real lorry_drive(real t, real v, const real *p)
{
    const real asked = p[GAIN] * (wanted_speed(t) - v);
    return ivp_min(ivp_max(asked, -p[MOST]), p[MOST]) -
           (R(0.008) * p[MASS1] * p[GRAVITY] + 4 * v * v);
}

static inline real trailer_drag(real v, const real *p)
{
    return R(0.01) * p[MASS2] * p[GRAVITY] + R(2.5) * v * v + 2400;
}

#endif
