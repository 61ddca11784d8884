/* hmmwv.c -- a HMMWV of 14 bodies on four double wishbones, straight over a half cylinder.
 *
 *     q = (r, p) of chassis; upper arm, lower arm, spindle of front right, front left, rear right,
 *         rear left; rack: 98 coordinates, p Euler parameters (lib/multibody.h)
 *
 * A corner has two revolutes (arms to chassis), a ball joint (lower arm to spindle), a tie rod,
 * and
 *
 *     variant=A18   a link of 0.2 m between upper arm and spindle: 80 constraints, 18 freedoms; the
 *                   stiff element of 2e7 N/m, 2e6 N s/m acts on a light arm, -2.6e5 1/s
 *     variant=B10   a ball joint there: 88 constraints, 10 freedoms, -5.5e3 1/s
 *
 * and a stiff spring, a vertical spring as tyre, in A18 also a main spring and one that holds
 * the spindle's wind-up. The rack, which a slide guides, is held. The start is an equilibrium,
 * coasting at 10 mph.
 *
 *     tyre: f = k (free - (z - zr(x))) - c (z' - zr'(x) x')
 *     P(xi) = sqrt((Re + b)^2 - xi^2) - Re, xi = x - 4.05, the centre of a wheel that rolls over the cylinder
 *     bump=0  zr = max(P, 0)          1  0, (P + e)^3 (3 e - P) / (16 e^3), P; e = 1 mm: twice differentiable
 *     bump=2  zr = 0                  3  as 0, under the wheels of the left side alone
 *
 * ncar=K: K cars 10 m apart, the bump of each 0.1 m further on; they do not know of each other.
 *
 * An open stand-in for section 3.2 of Sandu, Negrut, Haug, Potra, Sandu, A Rosenbrock-Nystrom
 * state space implicit approach, which prints topology, stiff elements, tyres and manoeuvre;
 * masses and hard points: Project Chrono, data/vehicle/hmmwv (BSD-3-Clause), lumped to 14
 * bodies.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#define IVP_NO_LANES /* wheels meet the bump one after the other */
#include "lib/hmmwv.h"
#include "lib/multibody.h"

/* A point of the design as a spot of a body; all bodies stand parallel there. */
static mb_spot joint_at(const mb_pose *body, int which, int corner, const plain *design)
{
    plain at[3], from[3];
    real x[3];
    mirror(corner, design, at);
    centre(which, from);
    for (int i = 0; i < 3; i++) x[i] = ivp_of(at[i] - from[i]);
    return mb_spot_of(&body[which], true, x);
}

static mb_spot direction(const mb_pose *body, const plain *design)
{
    real x[3];
    for (int i = 0; i < 3; i++) x[i] = ivp_of(design[i]);
    return mb_spot_of(body, false, x);
}

/* ---- constraints ------------------------------------------------------------------------- */

static const plain along_x[3] = { R(1.0), R(0.0), R(0.0) },
                   along_y[3] = { R(0.0), R(1.0), R(0.0) },
                   along_z[3] = { R(0.0), R(0.0), R(1.0) };

/* An arm on the chassis, about the axis h, which is not along z: f = unit(z x h), g = h x f. */
static void revolute(mb_sink *k, const mb_pose *body, int arm, int corner, const plain *at,
                     const plain *axis)
{
    plain h[3];
    mirror(corner, axis, h);
    const plain n = sqrt(h[0] * h[0] + h[1] * h[1]);
    const plain f[3] = { -h[1] / n, h[0] / n, R(0.0) };
    const plain g[3] = { h[1] * f[2] - h[2] * f[1], h[2] * f[0] - h[0] * f[2],
                         h[0] * f[1] - h[1] * f[0] };
    const mb_spot i = joint_at(body, CHASSIS, corner, at), j = joint_at(body, arm, corner, at);
    const mb_spot fi = direction(body, f), gi = direction(body, g),
                  hj = direction(&body[arm], h);
    mb_coincide(k, &i, &j);
    mb_square(k, &fi, &hj);
    mb_square(k, &gi, &hj);
}

static void spherical(mb_sink *k, const mb_pose *body, int i, int j, int corner,
                      const plain *at)
{
    const mb_spot a = joint_at(body, i, corner, at), b = joint_at(body, j, corner, at);
    mb_coincide(k, &a, &b);
}

/* A rod, as long as the design has it. */
static void rod(mb_sink *k, const mb_pose *body, int i, int j, int corner, const plain *from,
                const plain *to)
{
    const mb_spot a = joint_at(body, i, corner, from), b = joint_at(body, j, corner, to);
    plain square = 0;
    for (int n = 0; n < 3; n++) square += (to[n] - from[n]) * (to[n] - from[n]);
    mb_distance(k, &a, &b, ivp_of(square));
}

static void constrain_corner(mb_sink *k, const mb_pose *body, int corner, const real *p)
{
    const axle *a = &axles[corner / 2];
    const int first = 3 * corner;
    revolute(k, body, first + UCA, corner, a->upper, a->axis);
    revolute(k, body, first + LCA, corner, a->lower, along_x);
    spherical(k, body, first + LCA, first + SPINDLE, corner, a->ball);
    if (complete(p))
        spherical(k, body, first + UCA, first + SPINDLE, corner, a->tip);
    else
        rod(k, body, first + UCA, first + SPINDLE, corner, a->link, a->tip);
    rod(k, body, corner < 2 ? RACK : CHASSIS, first + SPINDLE, corner, a->rod[0], a->rod[1]);
}

/* The rack slides along y of the chassis, and is held there. */
static void constrain_rack(mb_sink *k, const mb_pose *body)
{
    const mb_pose *c = &body[CHASSIS], *r = &body[RACK];
    const mb_spot f = direction(c, along_x), g = direction(c, along_z),
                  h = direction(c, along_y), fj = direction(r, along_x),
                  gj = direction(r, along_z), hj = direction(r, along_y),
                  i = joint_at(body, CHASSIS, 1, rack_at), j = joint_at(body, RACK, 1, rack_at);
    (void)fj;
    mb_square(k, &f, &hj);
    mb_square(k, &g, &hj);
    mb_square(k, &f, &gj);
    mb_across(k, &f, &i, &j);
    mb_across(k, &g, &i, &j);
    mb_across(k, &h, &i, &j);
}

static void constrain(mb_sink *k, const mb_pose *body, const real *p)
{
    for (int c = 0; c < CORNERS; c++) constrain_corner(k, body, c, p);
    constrain_rack(k, body);
    for (int b = 0; b < BODIES; b++) mb_norm(k, &body[b]);
}

/* ---- road and springs -------------------------------------------------------------------- */

/* Height of a wheel that rolls over the bump, above its height on the road; negative beside
 * it. */
static real over_bump(real x, const real *p)
{
    const real reach = p[WHEEL] + p[RADIUS], square = reach * reach - x * x;
    return sqrt(ivp_max(square, reach * reach * R(0.19))) - p[WHEEL];
}

typedef struct road {
    real height, slope;
} road;

/* x from the middle of the bump; side: of the kink, see ivp_side() */
static road road_at(real x, real side, bool right, const real *p)
{
    const int bump = (int)re(p[BUMP]);
    const real P = over_bump(x, p), slope = -x / (P + p[WHEEL]), e = ivp_of(blend);
    if (bump == NONE || (bump == LEFT && right)) return (road){ ivp_of(0), ivp_of(0) };
    if (bump == SMOOTH && re(P) <= -blend) return (road){ ivp_of(0), ivp_of(0) };
    if (bump == SMOOTH && re(P) < blend) {
        const real s = P + e, e3 = 16 * e * e * e;
        return (road){ s * s * s * (3 * e - P) / e3, s * s * (8 * e - 4 * P) / e3 * slope };
    }
    if (bump != SMOOTH && !ivp_side(side, P)) return (road){ ivp_of(0), ivp_of(0) };
    return (road){ P, slope };
}

static real bump_place(int car, const real *p) { return p[PLACE] + car * R(0.1); }

/* Force of a tyre, upward at the centre of the wheel. */
static real tyre(const mb_spot *wheel, int car, int corner, real side, const real *p)
{
    const axle *a = &axles[corner / 2];
    const road r = road_at(wheel->at[0] - bump_place(car, p), side, corner % 2 == 0, p);
    const real squeeze = a->tyre / p[TYRE_K] + a->wheel[2] - (wheel->at[2] - r.height);
    const real push =
        p[TYRE_K] * squeeze - p[TYRE_C] * (wheel->rate[2] - r.slope * wheel->rate[0]);
    const bool off = re(p[UNI]) > 0 && (re(squeeze) <= 0 || re(push) <= 0);
    return off ? ivp_of(0) : push;
}

static void spring(const mb_pose *body, int j, int corner, const plain design[2][3], real k,
                   real c, plain tension, real *f)
{
    const mb_spot a = joint_at(body, CHASSIS, corner, design[0]),
                  b = joint_at(body, j, corner, design[1]);
    plain square = 0;
    for (int n = 0; n < 3; n++)
        square += (design[1][n] - design[0][n]) * (design[1][n] - design[0][n]);
    mb_spring(&a, &b, k, c, sqrt(square) - tension / k, f);
}

static mb_spot wheel_of(const mb_pose *body, int corner)
{
    return joint_at(body, 3 * corner + SPINDLE, corner, axles[corner / 2].wheel);
}

static void push_corner(const mb_pose *body, int car, int corner, real *f, const real *p)
{
    const axle *a = &axles[corner / 2];
    const int first = 3 * corner;
    const real side = car ? ivp_of(0) : p[NPARAM + corner];
    const mb_spot wheel = wheel_of(body, corner);
    const real up[3] = { ivp_of(0), ivp_of(0), tyre(&wheel, car, corner, side, p) };
    mb_push(&wheel, up, 1, f);
    spring(body, first + UCA, corner, a->stiff, p[STIFF_K], p[STIFF_C],
           complete(p) ? a->stiff_b10 : a->preload[0], f);
    if (complete(p)) return;
    spring(body, first + LCA, corner, a->main, ivp_of(a->main_k), ivp_of(a->main_c),
           a->preload[1], f);
    spring(body, first + SPINDLE, corner, a->caster, ivp_of(caster_k), ivp_of(caster_c),
           a->preload[2], f);
}

/* ---- the system -------------------------------------------------------------------------- */

static void poses(const real *q, const real *u, int car, mb_pose *body)
{
    for (int b = 0; b < BODIES; b++)
        body[b] = mb_pose_of(q, u, COORDINATES * car + MB_BODY * b);
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    for (int car = 0; car < cars(p); car++) {
        mb_pose body[BODIES];
        mb_sink sink = { .out = out, .row = rows(p) * car };
        poses(s->q, s->u, car, body);
        for (int b = 0; b < BODIES; b++) {
            const plain *has = inertia_of(b);
            const real J[3] = { ivp_of(has[1]), ivp_of(has[2]), ivp_of(has[3]) };
            if (want & IVP_M) mb_mass(out->M, &body[b], ivp_of(has[0]), J);
            if (want & IVP_F) mb_inertial(&body[b], has[0] * p[GRAVITY], J, out->f);
        }
        for (int c = 0; c < CORNERS && want & IVP_F; c++) push_corner(body, car, c, out->f, p);
        if (want & (IVP_CON | IVP_GQ | IVP_GAMMA)) constrain(&sink, body, p);
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int n = COORDINATES * cars(p);
    for (int i = 0; i < 2 * n; i++) y[i] = ivp_of(0);
    for (int car = 0; car < cars(p); car++)
        for (int b = 0; b < BODIES; b++) {
            plain at[3];
            const int first = COORDINATES * car + MB_BODY * b;
            centre(b, at);
            for (int i = 0; i < 3; i++) y[first + i] = ivp_of(at[i] + (i == 1 ? 10 * car : 0));
            y[first + 3] = ivp_of(1);
            y[n + first] = p[SPEED];
        }
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    real q[COORDINATES] = { 0 };
    for (int car = 0; car < cars(p); car++) {
        mb_pose body[BODIES];
        mb_sink sink = { .pattern = out, .row = rows(p) * car };
        for (int b = 0; b < BODIES; b++) {
            body[b] = mb_pose_of(q, q, MB_BODY * b); /* structure depends on no number */
            body[b].at += COORDINATES * car;
            mb_mass_pattern(out, body[b].at);
        }
        constrain(&sink, body, p);
    }
}

/* ---- what is looked at: the first car ---------------------------------------------------- */

static real touch(const ivp_state *s, int corner, const real *p)
{
    mb_pose body[BODIES];
    const int bump = (int)re(p[BUMP]);
    if (bump == NONE || (bump == LEFT && corner % 2 == 0)) return ivp_of(-1);
    poses(s->q, s->u, 0, body);
    return over_bump(wheel_of(body, corner).at[0] - p[PLACE], p) + (bump == SMOOTH) * blend;
}

static real touch_fr(const ivp_state *s, const real *p) { return touch(s, 0, p); }
static real touch_fl(const ivp_state *s, const real *p) { return touch(s, 1, p); }
static real touch_rr(const ivp_state *s, const real *p) { return touch(s, 2, p); }
static real touch_rl(const ivp_state *s, const real *p) { return touch(s, 3, p); }

static real pitch(const ivp_state *s, const real *p)
{
    const real *e = s->q + 3;
    return asin(2 * (e[0] * e[2] - e[1] * e[3]));
}

/* How far the stiff element of front right is from its length at the start. */
static real stiff(const ivp_state *s, const real *p)
{
    mb_pose body[BODIES];
    poses(s->q, s->u, 0, body);
    const mb_spot i = joint_at(body, CHASSIS, 0, axles[0].stiff[0]),
                  j = joint_at(body, UCA, 0, axles[0].stiff[1]);
    real d[3];
    mb_minus(j.at, i.at, d);
    return sqrt(mb_dot(d, d)) - R(0.25);
}

static real tyre_force(const ivp_state *s, const real *p)
{
    mb_pose body[BODIES];
    poses(s->q, s->u, 0, body);
    const mb_spot wheel = wheel_of(body, 0);
    return tyre(&wheel, 0, 0, p[NPARAM], p);
}

/* Rows of a corner in A18: 5 + 5 of the revolutes, 3 of the ball joint, the link. */
static real lower_ball(const ivp_state *s, const real *p) { return s->lambda[12]; }
static real link_force(const ivp_state *s, const real *p)
{
    return complete(p) ? s->lambda[14] : 2 * R(0.2) * s->lambda[13];
}

/* A wheel takes 0.099 s to roll over the bump: a method that is not told misses it. */
#define TOUCH(corner)                                                                          \
    {                                                                                          \
        .name = "bump_" #corner, .guard = touch_##corner, .then = IVP_RESTART,                 \
        .spacing = (double)R(9e-2)                                                             \
    }

IVP_PROBLEM(hmmwv,
    .title = "HMMWV over a bump",
    .source = "this project; after Sandu, Negrut, Haug, Potra, Sandu, Part II, section 3.2",
    .tags = "mechanical index3 stiff semidefinite scalable models large",
    .params = hmmwv_params,
    .t0 = "0",
    .t1 = "5",
    .form = IVP_MECH,
    .size = size,
    .pattern = pattern,
    .init = start,
    .mech = { .terms = terms },
    .events = (const ivp_event[]){ TOUCH(fr), TOUCH(fl), TOUCH(rr), TOUCH(rl), { 0 } },
    .observables =
        (const ivp_observable[]){
            { "height", "m", "of the chassis' mass centre", .component = "q3" },
            { "pitch", "rad", "of the chassis, nose down", pitch },
            { "stiff", "m", "how far the stiff element front right is longer", stiff },
            { "tyre", "N", "force of the tyre front right", tyre_force },
            { "ball", "N", "vertical force of its lower ball joint", lower_ball },
            { "link", "N", "force of its upper link", link_force },
            { 0 },
        },
    .scd = "q",
    .mescd = "q u",
    .scored_absolute = true,
    .protocol = { .from = 2, .to = 5, .per_decade = 1, .atol = "rtol", .h0 = "1e-3*rtol" });
