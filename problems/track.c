/* track.c -- a crawler's track of N shoes around sprocket, idler and rollers, on the ground, in
 * the plane or in space. SI; x forward, z up, angles from x towards z.
 *
 * Bodies have (x, z, angle): shoes, sprocket, idler, nr rollers, hull, the idler's carrier,
 * four fixed parts.
 *
 *     0 = r_k + A_k (p/2, 0) - r_(k+1) - A_(k+1) (-p/2, 0)      pins, the last closes the loop
 *     0 = r - r_H - A_H s                                      sprocket and rollers on the hull, and
 *                                                              idler on the carrier with s = 0
 *     0 = (r_C - r_H).n_H - c,    0 = angle_C - angle_H        carrier, along the hull
 *     0 = r_F - r_H - A_H s,      0 = angle_F - angle_H        fixed parts
 *     0 = angle_S - angle_H - angle_S(0) - phi(t)              the drive
 *
 * phi' = -+1.5 rad/s with quintic ramps: forward from 1 to 7 s, backward from 8 to 14 s;
 * drive=short has one ramp, from
 * 0.2 to 0.7 s. The tensioner pushes the carrier with -2e4 - 1e6 (xi - xi0) - 1.4e4 xi'. Pins
 * resist by 5 N m s. Contacts, of depth d and pressed by k d max(0, 1 + 5 d'), with friction
 * -mu Fn tanh(slip / 0.05 m/s):
 *
 *     a wheel's circle in a shoe's inner face      nr N rollers, N idler
 *     a shoe's cylinder in an arc of the sprocket  2 N, the nearest of ten arcs, without
 *     friction a point of a shoe's outer face in the ground 4 N
 *     stops of the angle at a pin                  N, in rad and N m
 *
 * contact=c1: d^2 / (2 e) for d < e, else d - e/2, in place of d; contact=kv: Fn = max(0, k d +
 * c d'), which jumps at the touch. The track starts at rest where every straight shoe but
 * touches wheels and ground: a corner of all these laws. `clearance` is taken from every depth
 * of a circle or a point, so that the start lies off that corner and all have one derivative; 0
 * is the design. It is not in equilibrium: the loop tightens and settles by millimetres within
 * 0.1 s. Forces are elements, whatever N: see ivp_elements.
 *
 * dim=3: the same in space, with Euler parameters, each contact at both ends of a shoe's width
 * (lib/track_space.h); revolutes with 5 rows, and as many freedoms as in the plane but for
 * three: the chain's way to the side, its roll and yaw. The planar motion is one of its
 * motions.
 *
 * nr=0 means 7 + round(2 E / 0.3), E = (N - 46) p / 4: as many as the straight run carries; 7
 * with 46 shoes.
 *
 * After the track of Negrut, Rampalli, Ottarsson, Sajdak (section 4.2), of which they print
 * counts and results but no data: 61 parts and 690 contacts, which N = 46 with nr = 7 have,
 * too. Shoe, sprocket and idler: the M113 set of Project Chrono (single pin); the rest of usual
 * range.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#define IVP_NO_LANES /* contacts open and close with the state */
#include "lib/descriptor.h"

#include "lib/track_plane.h"
#include "lib/track_space.h"

static int shoes(const real *p)
{
    const plain n = re(p[SHOES]);
    return n >= 26 && n <= 20000 && n == 2 * (int)(n / 2) ? (int)n : 0;
}

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
    const int bodies = n + nr + 8;
    s->nq = !nr ? 0 : in_space(p) ? MB_BODY * bodies : 3 * bodies;
    s->ng = !nr ? 0 : in_space(p) ? 5 * n + 5 * nr + 40 + bodies : 2 * n + 2 * nr + 19;
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

/* Coordinates of a body; where its x or z (0, 1) is. */
static int stride(const real *p) { return in_space(p) ? MB_BODY : 3; }
static int place(const real *p, int body, int c)
{
    return stride(p) * body + (in_space(p) ? 2 * c : c);
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const layout l = layout_of(p);
    const int n = stride(p);
    const plain shift = derived(p, SHIFT);
    const belt_path path = track_path(l.n, shift);
    plain s = 0;
    for (int b = 0; b < l.bodies; b++) {
        real q[3];
        if (b < l.n) {
            const plain next = belt_next(&path, s, PITCH);
            track_shoe(belt_at(&path, s), belt_at(&path, next), q);
            s = next;
        } else {
            plain x, z;
            track_place(&l, b, shift, &x, &z);
            q[0] = ivp_of(x);
            q[1] = ivp_of(z);
            q[2] = ivp_of(b == l.sprocket ? derived(p, ANGLE) : 0);
        }
        for (int c = 0; c < 3 && n == 3; c++) y[3 * b + c] = q[c];
        if (n == MB_BODY) space_lift(q, y + MB_BODY * b);
    }
    for (int c = 0; c < n * l.bodies; c++) y[n * l.bodies + c] = ivp_of(0);
    return IVP_OK;
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const layout l = layout_of(p);
    const bool joints = want & (IVP_CON | IVP_GQ | IVP_GT | IVP_GAMMA);
    if (in_space(p)) {
        space_bodies(&l, s, want, out, p);
        if (joints) space_joints(&l, s, out, p);
    } else {
        plane_bodies(&l, derived(p, SCALE), want, out);
        if (joints) plane_joints(&l, s, out, p);
    }
    return IVP_OK;
}

/* ---- force elements: nr + 8 of each shoe, then the tensioner
 * ------------------------------ */

static int count(const real *p) { return shoes(p) * ((int)derived(p, NR) + 8) + 1; }

static int list(int first, int n, int *on)
{
    for (int c = 0; c < n; c++) on[c] = first + c;
    return n;
}

/* How near contact c of shoe k, of these coordinates, is to that of the other body; see
 * track_plane.h. */
static plain nearness(int c, const real *shoe, const real *other, const real *p)
{
    const plain clearance = re(p[CLEARANCE]);
    if (!in_space(p)) {
        touch t;
        return near(c, shoe, other, clearance, &t);
    }
    space_touch t;
    const mb_pose a = mb_pose_of(shoe, shoe, 0), b = other ? mb_pose_of(other, other, 0) : a;
    const plain left = space_near(c, &a, &b, 1, clearance, &t),
                right = space_near(c, &a, &b, -1, clearance, &t);
    return left > right ? left : right;
}

static plain between(const layout *l, int k, int c, const real *q, const real *p)
{
    const int other = against(l, c), n = stride(p);
    return nearness(c, q + n * k, other < 0 ? q : q + n * other, p);
}

static int on(int e, const real *q, const real *u, int *on, const real *p)
{
    const layout l = layout_of(p);
    const int k = e / (l.nr + 8), c = e % (l.nr + 8) - l.nr, n = stride(p);
    if (k == l.n) return list(n * l.hull, n, on) + list(n * l.carrier, n == 3 ? 2 : 3, on + n);
    if (c == AT_PIN) {
        const int angle = n == 3 ? 2 : 3, next = k + 1 < l.n ? k + 1 : 0;
        const int has = list(n * k + angle, n - angle, on);
        return has + list(n * next + angle, n - angle, on + has);
    }
    const int other = against(&l, c);
    if (!q) return list(n * k, n, on); /* of the wheels it meets few: the matrix stays sparse */
    if (between(&l, k, c, q, p) <= 0) return 0;
    return list(n * k, n, on) + (other < 0 ? 0 : list(n * other, n, on + n));
}

static void force(const ivp_element *e, const real *p)
{
    const int n = shoes(p), nr = (int)derived(p, NR), k = e->number / (nr + 8);
    const int c = e->number % (nr + 8) - nr;
    if (k == n)
        in_space(p) ? space_tension(e, p) : plane_tension(e, p);
    else if (c < AT_PIN)
        in_space(p) ? space_contact(c, e, p) : plane_contact(c, e, p);
    else if (in_space(p))
        space_resist(e, p);
    else
        plane_resist(e, k == n - 1 ? 2 * IVP_PI : 0, p);
}

/* ---- contacts that open and close -------------------------------------------------------- */

enum { SHARING = 4 }; /* shoes between two that share a guard */

/* How near the one is that is nearest to a change, with a sign that each change turns: elements
 * from `first` up to, not including, `last` of every fourth shoe. Two changes between two
 * samples turn a sign twice, and few of those are of one guard. */
static real change(const ivp_state *s, int first, int last, int from, const real *p)
{
    const layout l = layout_of(p);
    plain nearest = 1;
    bool odd = false;
    for (int k = from; k < l.n; k += SHARING)
        for (int c = first; c < last; c++) {
            const plain now = between(&l, k, c, s->q, p), far = now < 0 ? -now : now;
            if (now > 0) odd = !odd;
            if (far < nearest) nearest = far;
        }
    return ivp_of(odd ? -nearest : nearest);
}

#define GUARD(name, first, last, from)                                                         \
    static real name##_##from(const ivp_state *s, const real *p)                               \
    {                                                                                          \
        return change(s, first, last, from, p);                                                \
    }
#define GUARDS(name, first, last)                                                              \
    GUARD(name, first, last, 0)                                                                \
    GUARD(name, first, last, 1)                                                                \
    GUARD(name, first, last, 2)                                                                \
    GUARD(name, first, last, 3)

GUARDS(roller, -(int)derived(p, NR), ON_IDLER)
GUARDS(idler, ON_IDLER, ON_SPROCKET)
GUARDS(sprocket, ON_SPROCKET, ON_GROUND)
GUARDS(ground_a, ON_GROUND, ON_GROUND + 1)
GUARDS(ground_b, ON_GROUND + 1, ON_GROUND + 2)
GUARDS(ground_c, ON_GROUND + 2, ON_GROUND + 3)
GUARDS(ground_d, ON_GROUND + 3, AT_PIN)

#define EVENT(guard_)                                                                          \
    {                                                                                          \
        .name = #guard_, .guard = (guard_), .then = IVP_KINK                                   \
    }
#define EVENTS(name) EVENT(name##_0), EVENT(name##_1), EVENT(name##_2), EVENT(name##_3)

static const ivp_event changes[] = {
    EVENTS(roller),   EVENTS(idler),    EVENTS(sprocket), EVENTS(ground_a),
    EVENTS(ground_b), EVENTS(ground_c), EVENTS(ground_d), { 0 },
};

/* ---- what is looked at ------------------------------------------------------------------- */

enum { WATCHED = 7 }; /* shoe 8 */

static real shoe_x(const ivp_state *s, const real *p) { return s->q[place(p, WATCHED, 0)]; }
static real shoe_z(const ivp_state *s, const real *p) { return s->q[place(p, WATCHED, 1)]; }
static real shoe_vx(const ivp_state *s, const real *p) { return s->u[place(p, WATCHED, 0)]; }
static real shoe_vz(const ivp_state *s, const real *p) { return s->u[place(p, WATCHED, 1)]; }
static real shoe_ax(const ivp_state *s, const real *p) { return s->a[place(p, WATCHED, 0)]; }
static real shoe_az(const ivp_state *s, const real *p) { return s->a[place(p, WATCHED, 1)]; }

static real of_hull(const ivp_state *s, const real *p, int c)
{
    return s->q[place(p, layout_of(p).hull, c)];
}
static real hull_x(const ivp_state *s, const real *p) { return of_hull(s, p, 0); }
static real hull_z(const ivp_state *s, const real *p) { return of_hull(s, p, 1); }
static real pitch(const ivp_state *s, const real *p)
{
    const real *hull = s->q + stride(p) * layout_of(p).hull;
    return in_space(p) ? space_pitch(hull + 3) : hull[2];
}

static real stroke(const ivp_state *s, const real *p)
{
    const int hull = layout_of(p).hull;
    const real angle = pitch(s, p);
    return cos(angle) * (s->q[place(p, hull + 1, 0)] - s->q[place(p, hull, 0)]) +
           sin(angle) * (s->q[place(p, hull + 1, 1)] - s->q[place(p, hull, 1)]) -
           track_at_rest(p);
}

static real torque(const ivp_state *s, const real *p)
{
    const layout l = layout_of(p);
    return in_space(p) ? s->lambda[5 * l.n + 5 * l.nr + 39]
                       : -s->lambda[2 * l.n + 2 * l.nr + 18];
}

/* Contacts of those elements of shoes that lie from `first` up to, not including, `last`. */
static int touching(const ivp_state *s, int first, int last, const real *p)
{
    const layout l = layout_of(p);
    int n = 0;
    for (int k = 0; k < l.n; k++)
        for (int c = first; c < last; c++) n += between(&l, k, c, s->q, p) > 0;
    return n;
}

static real on_rollers(const ivp_state *s, const real *p)
{
    return ivp_of(touching(s, -(int)derived(p, NR), ON_IDLER, p));
}
static real on_idler(const ivp_state *s, const real *p)
{
    return ivp_of(touching(s, ON_IDLER, ON_SPROCKET, p));
}
static real on_sprocket(const ivp_state *s, const real *p)
{
    return ivp_of(touching(s, ON_SPROCKET, ON_GROUND, p));
}
static real on_ground(const ivp_state *s, const real *p)
{
    return ivp_of(touching(s, ON_GROUND, AT_PIN, p));
}

static real deepest(const ivp_state *s, const real *p)
{
    const layout l = layout_of(p);
    plain d = 0;
    for (int k = 0; k < l.n; k++)
        for (int c = -l.nr; c < AT_PIN; c++) {
            const plain now = between(&l, k, c, s->q, p);
            d = now > d ? now : d;
        }
    return ivp_of(d);
}

/* Rows of a pin: in space five, the last one has two. */
static real pull(const ivp_state *s, const real *p)
{
    real most = ivp_of(0);
    for (int k = 0; k < shoes(p); k++) {
        const bool three = in_space(p) && k < shoes(p) - 1;
        const real *l = s->lambda + (in_space(p) ? 5 : 2) * k;
        most = ivp_max(most, sqrt(l[0] * l[0] + l[1] * l[1] + (three ? l[2] * l[2] : 0)));
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
    .tags = "mechanical index3 stiff contact semidefinite scalable models large",
    .params = params,
    .t0 = "0",
    .t1 = "0.1",
    .end = end,
    .form = IVP_MECH,
    MECHANISM_OF_ELEMENTS,
    .events = changes,
    .observables = observables,
    .scd = "q",
    .mescd = "q u",
    .protocol = { .from = 2, .to = 5, .per_decade = 2, .atol = "rtol", .h0 = "rtol" });
