/* trailer.h -- what a lorry with its trailers is in the plane and in space alike: parameters,
 * loads, the course, the forces along and across an axle; and what it is in space: bodies (r,
 * p) with Euler parameters on springs, z upwards. SI; vehicle_trailer.c says whence.
 *
 *     hitch    the points (-h, 0) behind and (c2, 0) ahead of the mass centres, both 0.8 m
 *              above the road, meet
 *     wheels   at (l, -+0.95, 0) of an axle's body; Fz = max(0, load/2 + k (height at rest - height) - c height')
 *     tyres    below them at the road: Fz upwards, and the lateral force of half an axle, whose
 *              grip is mu Fz, along the horizontal normal n of the body, turned by delta at the
 *              front; slip by rate.n + l psi', rate.e
 *     drive    and resistance below the mass centre at the road, along e = the horizontal direction of the body's x axis
 *
 * Loads are those at rest, trailers that pull others included: the start is an equilibrium but
 * for the couples of drive and drag. Constraints: three of each hitch, then the norms.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_TRAILER_H
#define PROBLEMS_TRAILER_H

#include "joints.h"

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

static const double breaks[] = { 5, 6, 15, 16, 18, 19, 25, 26, 28, 34, 38, 39, 46, 47, 50, 51, 58, 59 };
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
    const real demand = p[GAIN] * (wanted_speed(t) - v);
    return ivp_min(ivp_max(demand, -p[MOST]), p[MOST]) -
           (R(0.008) * p[MASS1] * p[GRAVITY] + 4 * v * v);
}

static inline real trailer_drag(real v, const real *p)
{
    return R(0.01) * p[MASS2] * p[GRAVITY] + R(2.5) * v * v + 2400;
}

/* ---- in space ---------------------------------------------------------------------------- */

#define HITCH_HEIGHT R(0.8)
#define HALF_TRACK   R(0.95)

static inline plain space_height(int body) { return body ? R(1.6) : R(1.4); }

static inline void space_stand(int body, real *q)
{
    q[2] = ivp_of(space_height(body));
    q[3] = ivp_of(1);
}

/* Inertia about x, y, z. */
static inline real space_mass(int body, const real *p, real J[3])
{
    J[0] = ivp_of(body ? R(1.5e4) : R(2.0e4));
    J[1] = ivp_of(body ? R(6.0e4) : R(1.0e5));
    J[2] = p[body ? INERTIA2 : INERTIA1];
    return p[body ? MASS2 : MASS1];
}

/* ---- a body on the road ------------------------------------------------------------------ */

/* e, n, speed along both, and yaw rate. */
typedef struct space_heading {
    real e[3], n[3], along, across, turn;
} space_heading;

static inline space_heading space_heading_of(const mb_pose *b)
{
    const real x[3] = { ivp_of(1), ivp_of(0), ivp_of(0) };
    const mb_spot a = mb_spot_of(b, false, x);
    const real square = a.at[0] * a.at[0] + a.at[1] * a.at[1], flat = sqrt(square);
    space_heading h = { .e = { a.at[0] / flat, a.at[1] / flat } };
    h.n[0] = -h.e[1];
    h.n[1] = h.e[0];
    h.along = b->v[0] * h.e[0] + b->v[1] * h.e[1];
    h.across = b->v[0] * h.n[0] + b->v[1] * h.n[1];
    h.turn = (a.at[0] * a.rate[1] - a.at[1] * a.rate[0]) / square;
    return h;
}

static inline real space_yaw(const real *p)
{
    const real x[3] = { ivp_of(1), ivp_of(0), ivp_of(0) };
    real a[3];
    mb_turn(p, p, x, a);
    return ivp_atan2(a[1], a[0]);
}

/* Into a body's forces, at the road below (x, y). */
static inline void space_push(const mb_pose *b, real x, real y, const real force[3], real *f)
{
    const real at[3] = { x, y, ivp_of(0) };
    const mb_spot spot = joint_touched(b, at);
    mb_push(&spot, force, 1, f);
}

typedef struct space_axle {
    real l, load, stiffness, k, c; /* of the axle; of a spring */
} space_axle;

static inline void space_wheels(const mb_pose *b, const space_heading *h, const space_axle *a,
                                plain height, real delta, real *f, const real *p)
{
    const real slip = ivp_atan2(h->across + a->l * h->turn, h->along) - delta;
    const real c = cos(delta), s = sin(delta);
    for (int side = -1; side <= 1; side += 2) {
        const real x[3] = { a->l, ivp_of(side * HALF_TRACK), ivp_of(0) };
        const mb_spot w = mb_spot_of(b, true, x);
        const real Fz = ivp_pos(a->load / 2 + a->k * (height - w.at[2]) - a->c * w.rate[2]);
        const real grip =
            p[FRICTION] * ivp_max(Fz, ivp_of(1)); /* a wheel in the air holds nothing */
        const real Fy = sideways(slip, a->stiffness / 2, grip);
        const real force[3] = { Fy * (c * h->n[0] - s * h->e[0]),
                                Fy * (c * h->n[1] - s * h->e[1]), Fz };
        space_push(b, w.at[0], w.at[1], force, f);
    }
}

/* hitch: its load at rest */
static inline void space_lorry(real t, const mb_pose *b, real hitch, real *f, const real *p)
{
    const space_heading h = space_heading_of(b);
    const real front = lorry_front(p, hitch), drive = lorry_drive(t, h.along, p);
    const space_axle a = { p[FRONT], front, p[CF], ivp_of(R(2.5e5)), ivp_of(R(1.5e4)) },
                     r = { -p[REAR], p[MASS1] * p[GRAVITY] + hitch - front, p[CR],
                           ivp_of(R(6.0e5)), ivp_of(R(3.0e4)) };
    space_wheels(b, &h, &a, space_height(0), steering(t), f, p);
    space_wheels(b, &h, &r, space_height(0), ivp_of(0), f, p);
    space_push(b, b->r[0], b->r[1], (real[]){ drive * h.e[0], drive * h.e[1], ivp_of(0) }, f);
}

static inline void space_trailer(const mb_pose *b, real behind, real *f, const real *p)
{
    const space_heading h = space_heading_of(b);
    const real drag = -trailer_drag(h.along, p);
    const space_axle a = { -p[AXLE2], trailer_axle(p, behind), p[CT], ivp_of(R(6.0e5)),
                           ivp_of(R(3.0e4)) };
    space_wheels(b, &h, &a, space_height(1), ivp_of(0), f, p);
    space_push(b, b->r[0], b->r[1], (real[]){ drag * h.e[0], drag * h.e[1], ivp_of(0) }, f);
}

/* ---- the hitch --------------------------------------------------------------------------- */

/* Of body k: where it pulls, or where it is pulled. */
static inline mb_spot space_hook(const mb_pose *b, int k, bool pulls, const real *p)
{
    const real x[3] = { pulls ? -p[HITCH1] : p[HITCH2], ivp_of(0),
                        ivp_of(HITCH_HEIGHT - space_height(k)) };
    return mb_spot_of(b, true, x);
}

/* Defect of the first hitch, and its rate. */
static inline void space_hitch(const ivp_state *s, real *g, real *rate, const real *p)
{
    const mb_pose a = mb_pose_of(s->q, s->u, 0), b = mb_pose_of(s->q, s->u, MB_BODY);
    const mb_spot front = space_hook(&a, 0, true, p), back = space_hook(&b, 1, false, p);
    mb_minus(front.at, back.at, g);
    mb_minus(front.rate, back.rate, rate);
}

static inline void space_couple(mb_sink *sink, int k, const mb_pose *a, const mb_pose *b,
                                unsigned want, const real *p)
{
    const mb_spot front = space_hook(a, k, true, p), back = space_hook(b, k + 1, false, p);
    if (!by_spring(p)) {
        mb_coincide(sink, &back, &front);
        return;
    }
    real g[3], rate[3];
    if (sink->pattern || !(want & IVP_F)) return;
    mb_minus(front.at, back.at, g);
    mb_minus(front.rate, back.rate, rate);
    for (int i = 0; i < 3; i++) g[i] = p[STIFFNESS] * g[i] + p[DAMPING] * rate[i];
    mb_push(&front, g, -1, sink->out->f);
    mb_push(&back, g, 1, sink->out->f);
}

/* ---- the train --------------------------------------------------------------------------- */

static inline void space_train(mb_sink *sink, const real *q, const real *u, unsigned want,
                               const real *p)
{
    for (int k = 0; k < trailers(p); k++) {
        const mb_pose a = mb_pose_of(q, u, MB_BODY * k),
                      b = mb_pose_of(q, u, MB_BODY * (k + 1));
        space_couple(sink, k, &a, &b, want, p);
    }
    for (int k = 0; k <= trailers(p); k++) {
        const mb_pose b = mb_pose_of(q, u, MB_BODY * k);
        mb_norm(sink, &b);
    }
}

/* From the last trailer on, whose hitch has nothing behind it. */
static inline void space_terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    real hitch = ivp_of(0);
    for (int k = trailers(p); k >= 0; k--) {
        const mb_pose b = mb_pose_of(s->q, s->u, MB_BODY * k);
        real J[3];
        const real m = space_mass(k, p, J);
        if (want & IVP_M) mb_mass(out->M, &b, m, J);
        if (!(want & IVP_F)) continue;
        mb_inertial(&b, m * p[GRAVITY], J, out->f);
        if (k)
            space_trailer(&b, hitch, out->f, p);
        else
            space_lorry(s->t, &b, hitch, out->f, p);
        hitch = trailer_hitch(p, hitch);
    }
    mb_sink sink = { .out = out };
    space_train(&sink, s->q, s->u, want, p);
}

static inline void space_pattern(const ivp_pattern *out, const real *p)
{
    static const real here[2 * MB_BODY] = { 0 };
    mb_sink sink = { .pattern = out };
    for (int k = 0; k <= trailers(p); k++) mb_mass_pattern(out, MB_BODY * k);
    for (int k = 0; k < trailers(p); k++) {
        mb_pose a = mb_pose_of(here, here, 0), b = a; /* structure depends on no number */
        a.at = MB_BODY * k;
        b.at = a.at + MB_BODY;
        space_couple(&sink, k, &a, &b, 0, p);
    }
    for (int k = 0; k <= trailers(p); k++) {
        mb_pose b = mb_pose_of(here, here, 0);
        b.at = MB_BODY * k;
        mb_norm(&sink, &b);
    }
}

#endif
