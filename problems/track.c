/* track.c -- a crawler's track of N shoes around sprocket, idler and rollers, on the ground, in the plane. SI;
 * x forward, z up, angles from x towards z.
 *
 * Bodies have (x, z, angle): shoes, sprocket, idler, nr rollers, hull, the idler's carrier, four fixed parts.
 *
 *     0 = r_k + A_k (p/2, 0) - r_(k+1) - A_(k+1) (-p/2, 0)      pins, the last closes the loop
 *     0 = r - r_H - A_H s                                      sprocket and rollers on the hull, and
 *                                                              idler on the carrier with s = 0
 *     0 = (r_C - r_H).n_H - c,    0 = angle_C - angle_H        carrier, along the hull
 *     0 = r_F - r_H - A_H s,      0 = angle_F - angle_H        fixed parts
 *     0 = angle_S - angle_H - angle_S(0) - phi(t)              the drive
 *
 * phi' = -+1.5 rad/s with quintic ramps: forward from 1 to 7 s, backward from 8 to 14 s; drive=short has one ramp, from
 * 0.2 to 0.7 s. The tensioner pushes the carrier with -2e4 - 1e6 (xi - xi0) - 1.4e4 xi'. Pins resist by 5 N m s.
 * Contacts, of depth d and pressed by k d max(0, 1 + 5 d'), with friction -mu Fn tanh(slip / 0.05 m/s):
 *
 *     a wheel's circle in a shoe's inner face      nr N rollers, N idler
 *     a shoe's cylinder in an arc of the sprocket  2 N, the nearest of ten arcs, without friction
 *     a point of a shoe's outer face in the ground 4 N
 *     stops of the angle at a pin                  N, in rad and N m
 *
 * contact=c1: d^2 / (2 e) for d < e, else d - e/2, in place of d; contact=kv: Fn = max(0, k d + c d'), which
 * jumps at the touch. The track starts at rest where every straight shoe but touches wheels and ground: a corner
 * of all these laws. `clearance` is taken from every depth of a circle or a point, so that the start lies off
 * that corner and all have one derivative; 0 is the design. It is not in equilibrium: the loop tightens and settles
 * by millimetres within 0.1 s. Forces are elements, whatever N: see ivp_elements.
 *
 * nr=0 means 7 + round(2 E / 0.3), E = (N - 46) p / 4: as many as the straight run carries; 7 with 46 shoes.
 *
 * After the track of Negrut, Rampalli, Ottarsson, Sajdak (section 4.2), of which they print counts and results but no
 * data: 61 parts and 690 contacts, which N = 46 with nr = 7 have, too. Shoe, sprocket and idler: the M113 set
 * of Project Chrono (single pin); the rest of usual range.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#define IVP_SPARSE
#define IVP_NO_LANES /* contacts open and close with the state */
#include <ivp/problem.h>

#include "lib/planar.h"
#include "lib/track.h"
#include "lib/track_contact.h"

enum { SHOES, ROLLERS, CONTACT, DRIVE, CLEARANCE, SPAN };
enum { FULL, SHORT };

static const ivp_param params[] = {
    [SHOES] = { "N", "26", "shoes, an even number, 26 .. 20000 [1]" },
    [ROLLERS] = { "nr", "0", "rollers, 2 or more; 0: as many as the run carries [1]" },
    [CONTACT] = { "contact", "hc", "law of the contacts", .choices = "hc c1 kv" },
    [DRIVE] = { "drive", "full", "program of the sprocket", .choices = "full short" },
    [CLEARANCE] = { "clearance", "1e-4", "of wheels, arcs and ground, by design 0 [m]" },
    [SPAN] = { "T", "0.1", "end of the interval, of the source 14 [s]" },
    { 0 },
};

/* what prepare() finds; ANGLE: of the sprocket at the start, when an arc faces each pin that lies on it */
enum { NR, SHIFT, SCALE, ANGLE, DERIVED };
enum { NPARAMS = sizeof params / sizeof *params - 1 };

static int shoes(const real *p)
{
    const plain n = re(p[SHOES]);
    return n >= 26 && n <= 20000 && n == 2 * (int)(n / 2) ? (int)n : 0;
}

static plain derived(const real *p, int what) { return re(p[NPARAMS + what]); }

/* 0: they have no room */
static int rollers_of(const real *p)
{
    const int n = shoes(p), nr = re(p[ROLLERS]) == 0 ? track_rollers(n) : (int)re(p[ROLLERS]);
    const bool room = nr >= 2 && track_roller_x(n, nr, 1) - track_roller_x(n, nr, 0) >=
                                     2 * ROLLER_R - R(1e-9);
    return n && room ? nr : 0;
}

static void size(const real *p, ivp_sizes *s)
{
    const int n = shoes(p), nr = rollers_of(p);
    s->nq = nr ? 3 * (n + nr + 8) : 0;
    s->ng = nr ? 2 * n + 2 * nr + 19 : 0;
    s->nderived = DERIVED;
}

static double end(const real *p) { return (double)re(p[SPAN]); }

static void prepare(const real *p, real *to)
{
    const int n = shoes(p), nr = rollers_of(p);
    to[NR] = ivp_of(nr);
    to[SHIFT] = ivp_of(nr ? track_shift(n) : 0);
    to[ANGLE] = ivp_of(nr ? track_path(n, re(to[SHIFT])).piece[0].angle : 0);
    to[SCALE] = ivp_of(1 + track_longer(n) / ROLLER_X);
}

/* ---- bodies ------------------------------------------------------------------------------ */

static layout layout_of(const real *p)
{
    const int n = shoes(p), nr = (int)derived(p, NR), hull = n + 2 + nr;
    return (layout){ n, nr, n, n + 1, n + 2, hull, hull + 1, hull + 2, hull + 6 };
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const layout l = layout_of(p);
    const plain shift = derived(p, SHIFT);
    const belt_path path = track_path(l.n, shift);
    plain s = 0, x, z;
    for (int k = 0; k < l.n; k++) {
        const plain next = belt_next(&path, s, PITCH);
        track_shoe(belt_at(&path, s), belt_at(&path, next), y + 3 * k);
        s = next;
    }
    for (int b = l.n; b < l.bodies; b++) {
        track_place(&l, b, shift, &x, &z);
        y[3 * b] = ivp_of(x);
        y[3 * b + 1] = ivp_of(z);
        y[3 * b + 2] = ivp_of(0);
    }
    y[3 * l.sprocket + 2] = ivp_of(derived(p, ANGLE));
    for (int c = 0; c < 3 * l.bodies; c++) y[3 * l.bodies + c] = ivp_of(0);
    return IVP_OK;
}

static void masses(const layout *l, plain scale, ivp_mat M)
{
    for (int b = 0; b < l->bodies; b++) {
        const int k = track_kind(l, b);
        const plain factor = track_body[k].grows ? scale : 1, m = factor * track_body[k].mass;
        *ivp_at(M, 3 * b, 3 * b) = ivp_of(m);
        *ivp_at(M, 3 * b + 1, 3 * b + 1) = ivp_of(m);
        *ivp_at(M, 3 * b + 2, 3 * b + 2) = ivp_of(factor * track_body[k].inertia);
    }
}

static void weights(const layout *l, plain scale, real *f)
{
    for (int b = 0; b < l->bodies; b++) {
        const int k = track_kind(l, b);
        f[3 * b + 1] =
            ivp_of(-(track_body[k].grows ? scale : 1) * track_body[k].mass * GRAVITY);
    }
}

/* ---- joints ------------------------------------------------------------------------------ */

/* The point of body b where the design has it in the axes of body a, which are not turned there. */
static void attach(planar_sink *k, const layout *l, int a, int b, plain shift)
{
    plain x, z, ax, az;
    track_place(l, a, shift, &ax, &az);
    track_place(l, b, shift, &x, &z);
    planar_meet(k, a, (plain[]){ x - ax, z - az }, b, (plain[]){ 0, 0 });
}

static void joints(const layout *l, const ivp_state *s, ivp_terms *out, const real *p)
{
    static const plain front[] = { PITCH / 2, 0 }, rear[] = { -PITCH / 2, 0 };
    planar_sink k = { out, s->q, s->u, 0 };
    const plain shift = derived(p, SHIFT);
    real phi[3];
    for (int i = 0; i < l->n; i++) planar_meet(&k, i, front, (i + 1) % l->n, rear);
    for (int b = l->sprocket; b < l->hull; b++)
        attach(&k, l, b == l->idler ? l->carrier : l->hull, b, shift);
    for (int b = l->fixed; b < l->bodies; b++) {
        attach(&k, l, l->hull, b, shift);
        planar_turn(&k, l->hull, b, ivp_of(0), ivp_of(0));
    }
    planar_glide(&k, l->hull, l->carrier, IDLER_Z - HULL_Z);
    planar_turn(&k, l->hull, l->carrier, ivp_of(0), ivp_of(0));
    track_drive(s->t, (int)re(p[DRIVE]) == SHORT, phi);
    out->gt[k.row] = -phi[1];
    planar_turn(&k, l->hull, l->sprocket, derived(p, ANGLE) + phi[0], phi[2]);
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const layout l = layout_of(p);
    if (want & IVP_M) masses(&l, derived(p, SCALE), out->M);
    if (want & IVP_F) weights(&l, derived(p, SCALE), out->f);
    if (want & (IVP_CON | IVP_GQ | IVP_GT | IVP_GAMMA)) joints(&l, s, out, p);
    return IVP_OK;
}

/* ---- force elements: nr + 8 of each shoe, then the tensioner ------------------------------ */

static int count(const real *p) { return shoes(p) * ((int)derived(p, NR) + 8) + 1; }

static int list(int first, int n, int *on)
{
    for (int c = 0; c < n; c++) on[c] = first + c;
    return n;
}

static int on(int e, const real *q, const real *u, int *on, const real *p)
{
    const layout l = layout_of(p);
    const int k = e / (l.nr + 8), c = e % (l.nr + 8) - l.nr;
    if (k == l.n) return list(3 * l.hull, 3, on) + list(3 * l.carrier, 2, on + 3);
    if (c == AT_PIN) {
        on[0] = 3 * k + 2;
        on[1] = 3 * ((k + 1) % l.n) + 2;
        return 2;
    }
    const int other = against(&l, c);
    touch t;
    if (!q) return list(3 * k, 3, on); /* of the wheels it meets few: the matrix stays sparse */
    if (!meets(c, q + 3 * k, other < 0 ? NULL : q + 3 * other, re(p[CLEARANCE]), &t)) return 0;
    return list(3 * k, 3, on) + (other < 0 ? 0 : list(3 * other, 3, on + 3));
}

static void contact(int c, const ivp_element *e, const real *p)
{
    static const struct {
        plain k, mu;
    } pair[] = { { R(5e6), R(0.2) }, { R(1e7), 0 }, { R(2e6), R(0.7) } };
    const int family = c <= ON_IDLER ? 0 : c < ON_GROUND ? 1 : 2;
    const bool ground = family == 2;
    const real *u = e->u;
    touch t;
    if (!meets(c, e->q, e->q + 3, re(p[CLEARANCE]), &t)) return;
    real vx = u[2] * t.arm[1] - u[0], vz = -u[2] * t.arm[0] - u[1];
    if (!ground) {
        vx += u[3] - u[5] * t.other[1];
        vz += u[4] + u[5] * t.other[0];
    }
    const real nx = t.normal[0], nz = t.normal[1], slip = vz * nx - vx * nz;
    const real Fn =
        pressure(pair[family].k, t.depth, -(vx * nx + vz * nz), (int)re(p[CONTACT]));
    const real Ft = pair[family].mu * Fn * tanh(slip / R(0.05));
    const real Fx = -Fn * nx - Ft * nz, Fz = -Fn * nz + Ft * nx;
    planar_push(t.arm, Fx, Fz, e->f);
    if (!ground) planar_push(t.other, -Fx, -Fz, e->f + 3);
}

/* The angle from one shoe to the next, `turn` for the pin that closes the loop; beyond the stops they press. */
static void resist(const ivp_element *e, plain turn, const real *p)
{
    const real angle = e->q[1] - e->q[0] + turn, rate = e->u[1] - e->u[0];
    const real over = angle - R(0.9), under = R(-0.2) - angle;
    const int law = (int)re(p[CONTACT]);
    real torque = 5 * rate;
    if (re(over) > 0) torque += pressure(R(2e4), over, rate, law);
    if (re(under) > 0) torque -= pressure(R(2e4), under, -rate, law);
    e->f[0] += torque;
    e->f[1] -= torque;
}

/* Between hull and carrier, along the hull. */
static void tension(const ivp_element *e, plain at_rest)
{
    const real *q = e->q, *u = e->u, c = cos(q[2]), s = sin(q[2]);
    const real arm[2] = { q[3] - q[0], q[4] - q[1] };
    const real xi = c * arm[0] + s * arm[1];
    const real rate = c * (u[3] - u[0]) + s * (u[4] - u[1]) + u[2] * (c * arm[1] - s * arm[0]);
    const real F = -R(2e4) - R(1e6) * (xi - at_rest) - R(1.4e4) * rate;
    planar_push(arm, -F * c, -F * s, e->f);
    e->f[3] += F * c;
    e->f[4] += F * s;
}

static plain at_rest(const real *p)
{
    return IDLER_X - track_longer(shoes(p)) + derived(p, SHIFT);
}

static void force(const ivp_element *e, const real *p)
{
    const int n = shoes(p), nr = (int)derived(p, NR), k = e->number / (nr + 8);
    const int c = e->number % (nr + 8) - nr;
    if (k == n)
        tension(e, at_rest(p));
    else if (c == AT_PIN)
        resist(e, k == n - 1 ? 2 * IVP_PI : 0, p);
    else
        contact(c, e, p);
}

/* ---- what is looked at ------------------------------------------------------------------- */

enum { WATCHED = 3 * 7 }; /* shoe 8 */

static real shoe_x(const ivp_state *s, const real *p) { return s->q[WATCHED]; }
static real shoe_z(const ivp_state *s, const real *p) { return s->q[WATCHED + 1]; }
static real shoe_vx(const ivp_state *s, const real *p) { return s->u[WATCHED]; }
static real shoe_vz(const ivp_state *s, const real *p) { return s->u[WATCHED + 1]; }
static real shoe_ax(const ivp_state *s, const real *p) { return s->a[WATCHED]; }
static real shoe_az(const ivp_state *s, const real *p) { return s->a[WATCHED + 1]; }

static real of_hull(const ivp_state *s, const real *p, int c)
{
    return s->q[3 * layout_of(p).hull + c];
}
static real hull_x(const ivp_state *s, const real *p) { return of_hull(s, p, 0); }
static real hull_z(const ivp_state *s, const real *p) { return of_hull(s, p, 1); }
static real pitch(const ivp_state *s, const real *p) { return of_hull(s, p, 2); }

static real stroke(const ivp_state *s, const real *p)
{
    const real *h = s->q + 3 * layout_of(p).hull, *r = h + 3; /* the carrier */
    return cos(h[2]) * (r[0] - h[0]) + sin(h[2]) * (r[1] - h[1]) - at_rest(p);
}

static real torque(const ivp_state *s, const real *p)
{
    const layout l = layout_of(p);
    return -s->lambda[2 * l.n + 2 * l.nr + 18];
}

/* Contacts of those elements of shoes that lie from `first` up to, not including, `last`; *deepest unless NULL. */
static int touching(const ivp_state *s, int first, int last, real *deepest, const real *p)
{
    const layout l = layout_of(p);
    int n = 0;
    for (int k = 0; k < l.n; k++)
        for (int c = first; c < last; c++) {
            const int other = against(&l, c);
            touch t;
            if (!meets(c, s->q + 3 * k, other < 0 ? NULL : s->q + 3 * other, re(p[CLEARANCE]),
                       &t))
                continue;
            n++;
            if (deepest) *deepest = ivp_max(*deepest, t.depth);
        }
    return n;
}

static real on_rollers(const ivp_state *s, const real *p)
{
    return ivp_of(touching(s, -(int)derived(p, NR), ON_IDLER, NULL, p));
}
static real on_idler(const ivp_state *s, const real *p)
{
    return ivp_of(touching(s, ON_IDLER, ON_SPROCKET, NULL, p));
}
static real on_sprocket(const ivp_state *s, const real *p)
{
    return ivp_of(touching(s, ON_SPROCKET, ON_GROUND, NULL, p));
}
static real on_ground(const ivp_state *s, const real *p)
{
    return ivp_of(touching(s, ON_GROUND, AT_PIN, NULL, p));
}

static real deepest(const ivp_state *s, const real *p)
{
    real d = ivp_of(0);
    touching(s, -(int)derived(p, NR), AT_PIN, &d, p);
    return d;
}

static real pull(const ivp_state *s, const real *p)
{
    real most = ivp_of(0);
    for (int k = 0; k < shoes(p); k++) {
        const real *l = s->lambda + 2 * k;
        most = ivp_max(most, sqrt(l[0] * l[0] + l[1] * l[1]));
    }
    return most;
}

static const ivp_observable observables[] = {
    { "shoe_x", "m", "of shoe 8", shoe_x },
    { "shoe_z", "m", "of shoe 8", shoe_z },
    { "shoe_vx", "m/s", "of shoe 8", shoe_vx },
    { "shoe_vz", "m/s", "of shoe 8", shoe_vz },
    { "shoe_ax", "m/s^2", "of shoe 8", shoe_ax },
    { "shoe_az", "m/s^2", "of shoe 8", shoe_az },
    { "hull_x", "m", "forward", hull_x },
    { "hull_z", "m", "of the hull's centre", hull_z },
    { "pitch", "rad", "of the hull", pitch },
    { "stroke", "m", "of the tensioner", stroke },
    { "torque", "N m", "of the drive on the sprocket", torque },
    { "pull", "N", "largest force at a pin", pull },
    { "deepest", "m", "largest depth of a contact", deepest },
    { "on_rollers", "1", "contacts of rollers", on_rollers },
    { "on_idler", "1", "contacts of the idler", on_idler },
    { "on_sprocket", "1", "contacts of the sprocket", on_sprocket },
    { "on_ground", "1", "contacts of the ground", on_ground },
    { 0 },
};

IVP_PROBLEM(track,
    .title = "Crawler track of N shoes",
    .source = "after Negrut, Rampalli, Ottarsson, Sajdak, section 4.2, with data of its own",
    .tags = "mechanical index3 stiff contact scalable models large",
    .params = params,
    .t0 = "0",
    .t1 = "0.1",
    .end = end,
    .form = IVP_MECH,
    .size = size,
    .prepare = prepare,
    .init = start,
    .mech = { .terms = terms, .elements = { count, on, force } },
    .observables = observables,
    .scd = "q",
    .mescd = "q u",
    .protocol = { .from = 2, .to = 5, .per_decade = 2, .atol = "rtol", .h0 = "rtol" });
