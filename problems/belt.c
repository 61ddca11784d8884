/* belt.c -- a ribbed accessory belt of N segments around crank, water pump, alternator and
 * tensioner, in the plane or in space. Units kN, mm, ms, kg (a torque of 1 kN mm is 1 N m).
 *
 * Bodies have (x, y, theta): N segments, four pulleys, the tensioner's arm, whose own point is
 * its pivot.
 *
 *     0 = centres of crank, pump and alternator, and the pivot, less where they are
 *     0 = centre of the tensioner - pivot - L e(phi)
 *
 * Between segments k and k + 1, in rows b = +-a with P_k = r_k + A_k (l0/2, b), P_(k+1) =
 * r_(k+1) + A_(k+1) (-l0/2, b), d = P_(k+1) - P_k:
 *
 *     A_k f,   f_j = kappa_j (d'_j + tau v'_j),   d' = A_k^T d,   v' = A_k^T (d. - omega_k x d)
 *
 * on k and its opposite on k + 1, both at P_(k+1); kappa = (EA, GA) / (2 l0). Each end of a
 * segment against each pulley: with e from the centre to it, depth g = rc - distance > 0,
 *
 *     Fn = kn g max(0, 1 + chi g.),     Ft = -mu Fn tanh(slip / vs)
 *
 * contact=smooth: g^2 / (2 e0) for g < e0, else g - e0/2, in place of g; contact=kelvin_voigt:
 * Fn = max(0, kn g + c g.), which jumps at the touch. The belt starts on its closed-form path
 * at equal chords and constant speed; a polygon is not in equilibrium, so a transient of some
 * ms follows. From
 * 20 ms on the crank's speed ripples and the others take torque.
 *
 * dim=3: the same in space (lib/belt_space.h), revolutes with 5 rows, rows of elements and ends
 * at both edges of the belt with half of the force; loads in the plane leave it there.
 *
 * Contacts open and close at some 0.06 N per ms: every accuracy is that of a motion which has
 * many kinks. Forces are elements, whatever N: see ivp_elements.
 *
 * After the poly-V belt of Negrut, Rampalli, Ottarsson, Sajdak (section 4.1), of which they
 * print sizes and results but no data: lengths, masses and stiffnesses are of the usual range.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#define IVP_NO_LANES /* contacts open and close with the state */
#include "lib/descriptor.h"

#include "lib/belt_space.h"

/* Coordinates of a body. */
static int stride(const real *p) { return in_space(p) ? MB_BODY : 3; }

static void size(const real *p, ivp_sizes *s)
{
    const int n = segments(p);
    s->nq = n ? stride(p) * (n + BODIES) : 0;
    s->ng = in_space(p) ? 25 + n + BODIES : 10;
    s->nderived = DERIVED;
}

static double end(const real *p) { return (double)re(p[SPAN]); }

/* ---- the belt at rest on its path -------------------------------------------------------- */

static void prepare(const real *p, real *to)
{
    const int n = segments(p);
    const belt_path path = path_of();
    const plain chord = n ? belt_chord(&path, n) : 1, l0 = chord / (1 + T0 / EA);
    const plain in = path.piece[2 * TENSIONER].angle, out = path.piece[2 * TENSIONER + 1].angle;
    const plain fx = T0 * (cos(out) - cos(in)), fy = T0 * (sin(out) - sin(in)), m = RHOL * l0;
    to[CHORD] = ivp_of(chord);
    to[LENGTH] = ivp_of(l0);
    to[MASS] = ivp_of(m);
    to[INERTIA] = ivp_of(m * (l0 * l0 + THICK * THICK) / 12);
    to[PULL] = ivp_of(arm_x() * fy - arm_y() * fx);
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int n = segments(p), has = stride(p), nq = has * (n + BODIES);
    const belt_path path = path_of();
    const plain chord = derived(p, CHORD);
    plain s = 0;
    for (int k = 0; k < n + BODIES; k++) {
        const int i = k - n;
        real q[3], u[3];
        if (i < 0) {
            const plain next = belt_next(&path, s, chord);
            place(belt_at(&path, s), belt_at(&path, next), chord, q, u);
            s = next;
        } else {
            q[0] = ivp_of(i < ARM ? pulley[i].x : PIVOTX);
            q[1] = ivp_of(i < ARM ? pulley[i].y : PIVOTY);
            q[2] = ivp_of(i < ARM ? 0 : arm_angle());
            u[0] = u[1] = ivp_of(0);
            u[2] = ivp_of(i < ARM ? pulley[i].side * speed() / pulley[i].rc : 0);
        }
        if (in_space(p)) space_lift(q, u, y + has * k, y + nq + has * k);
        for (int c = 0; c < 3 && !in_space(p); c++) {
            y[has * k + c] = q[c];
            y[nq + has * k + c] = u[c];
        }
    }
    return IVP_OK;
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const bool joints = want & (IVP_CON | IVP_GQ | IVP_GAMMA);
    if (in_space(p)) {
        space_bodies(s, want, out, p);
        if (joints) space_joints(s, out, p);
    } else {
        plane_bodies(s, want, out, p);
        if (joints) plane_joints(segments(p), s->q, s->u, out);
    }
    return IVP_OK;
}

/* ---- force elements: N interfaces, then the ends of segments
 * ------------------------------- */

/* In the plane an end is an element, which meets one pulley at a time; in space an end and a
 * pulley are. */
static int count(const real *p) { return (in_space(p) ? 9 : 3) * segments(p); }

typedef struct contact_at {
    int segment, pulley; /* -1: any */
    plain end;
} contact_at;

static contact_at contact_of(int e, const real *p)
{
    const int c = e - segments(p);
    if (!in_space(p)) return (contact_at){ c / 2, -1, c % 2 ? 1 : -1 };
    return (contact_at){ c / 8, c % 4, c / 4 % 2 ? 1 : -1 };
}

/* How deep an end of a segment is in pulley i; negative beside it. */
static plain nearness(int k, plain end, int i, const real *q, const real *p)
{
    const int has = stride(p);
    const real *r = q + has * k, *c = q + has * (segments(p) + i);
    return in_space(p) ? space_near(i, end, r, c, derived(p, LENGTH))
                       : plane_near(i, end, r, c, derived(p, LENGTH));
}

/* The pulley that an end touches, -1: none; no two are within reach of each other. */
static int touched(const contact_at *c, const real *q, const real *p)
{
    for (int i = 0; i < PULLEYS; i++)
        if ((c->pulley < 0 || c->pulley == i) && nearness(c->segment, c->end, i, q, p) > 0)
            return i;
    return -1;
}

/* The segment behind number k; the last is before the first. */
static int behind(int k, int n) { return k + 1 < n ? k + 1 : 0; }

static int list(int body, int has, int *on)
{
    for (int c = 0; c < has; c++) on[c] = has * body + c;
    return has;
}

static int on(int e, const real *q, const real *u, int *on, const real *p)
{
    const int n = segments(p), has = stride(p);
    if (e < n) return list(e, has, on) + list(behind(e, n), has, on + has);
    const contact_at c = contact_of(e, p);
    int many = list(c.segment, has, on);
    if (q) {
        const int i = touched(&c, q, p);
        return i < 0 ? 0 : many + list(n + i, has, on + many);
    }
    for (int i = 0; i < PULLEYS; i++)
        if (c.pulley < 0 || c.pulley == i) many += list(n + i, has, on + many);
    return many;
}

static void force(const ivp_element *e, const real *p)
{
    const int n = segments(p), has = stride(p);
    const plain l0 = derived(p, LENGTH);
    if (e->number < n) {
        in_space(p) ? space_interface(e, l0) : plane_interface(e, l0);
        return;
    }
    const int i = e->on[has] / has - n;
    const plain end = contact_of(e->number, p).end;
    in_space(p) ? space_contact(end, i, e, p) : plane_contact(end, i, e, p);
}

/* How near the contact is that is nearest to a change, with a sign that each change turns. */
static real change(const ivp_state *s, const real *p)
{
    plain nearest = 1;
    bool odd = false;
    for (int c = 0; c < 2 * PULLEYS * segments(p); c++) {
        const plain now = nearness(c / 8, c / 4 % 2 ? 1 : -1, c % 4, s->q, p);
        const plain far = now < 0 ? -now : now;
        odd = odd != (now > 0);
        nearest = far < nearest ? far : nearest;
    }
    return ivp_of(odd ? -nearest : nearest);
}

/* ---- what is looked at ------------------------------------------------------------------- */

static real omega(const ivp_state *s, const real *p, int i)
{
    const int at = stride(p) * (segments(p) + i);
    return in_space(p) ? space_omega(s->q + at, s->u + at) : s->u[at + 2];
}
static real omega_1(const ivp_state *s, const real *p) { return omega(s, p, CRANK); }
static real omega_2(const ivp_state *s, const real *p) { return omega(s, p, PUMP); }
static real omega_3(const ivp_state *s, const real *p) { return omega(s, p, ALTERNATOR); }
static real omega_4(const ivp_state *s, const real *p) { return omega(s, p, TENSIONER); }

static real arm(const ivp_state *s, const real *p)
{
    const real *q = s->q + stride(p) * (segments(p) + ARM);
    return (in_space(p) ? space_angle(q + 3) : q[2]) - arm_angle();
}

static real bearing(const ivp_state *s, const real *p)
{
    return s->lambda[(in_space(p) ? 5 : 2) * ALTERNATOR];
}

/* Between segments k and k + 1 along the first one. */
static real tension(const ivp_state *s, int k, const real *p)
{
    const int n = segments(p), has = stride(p), other = behind(k, n);
    real q[2 * MB_BODY] = { 0 }, u[2 * MB_BODY] = { 0 }, f[2 * MB_BODY] = { 0 };
    for (int c = 0; c < has; c++) {
        q[c] = s->q[has * k + c];
        q[has + c] = s->q[has * other + c];
        u[c] = s->u[has * k + c];
        u[has + c] = s->u[has * other + c];
    }
    int at[2 * MB_BODY];
    plain kept[IVP_ELEMENT_KEPT];
    on(k, NULL, NULL, at, p);
    force(&(ivp_element){ k, 2 * has, at, s->t, q, u, f, kept, false }, p);
    return in_space(p) ? space_along(q, f) : cos(q[2]) * f[0] + sin(q[2]) * f[1];
}

static real loosest(const ivp_state *s, const real *p)
{
    real least = tension(s, 0, p);
    for (int k = 1; k < segments(p); k++) least = ivp_min(least, tension(s, k, p));
    return least;
}

static real tightest(const ivp_state *s, const real *p)
{
    real most = tension(s, 0, p);
    for (int k = 1; k < segments(p); k++) most = ivp_max(most, tension(s, k, p));
    return most;
}

static real contacts(const ivp_state *s, const real *p)
{
    int touching = 0;
    for (int c = 0; c < 2 * segments(p); c++) {
        const contact_at at = { c / 2, -1, c % 2 ? 1 : -1 };
        touching += touched(&at, s->q, p) >= 0;
    }
    return ivp_of(touching);
}

static const ivp_observable observables[] = {
    { "omega_1", "rad/ms", "of the crank", omega_1 },
    { "omega_2", "rad/ms", "of the water pump", omega_2 },
    { "omega_3", "rad/ms", "of the alternator", omega_3 },
    { "omega_4", "rad/ms", "of the tensioner", omega_4 },
    { "arm", "rad", "angle of the arm, less that at rest", arm },
    { "bearing", "kN", "x of what the belt does to the alternator's bearing", bearing },
    { "loosest", "kN", "least tension of the belt", loosest },
    { "tightest", "kN", "largest tension of the belt", tightest },
    { "contacts", "1", "ends of segments that touch a pulley", contacts },
    { 0 },
};

IVP_PROBLEM(belt,
    .title = "Accessory belt of N segments",
    .source = "after Negrut, Rampalli, Ottarsson, Sajdak, section 4.1, with data of its own",
    .tags = "mechanical index3 stiff contact semidefinite scalable models large",
    .params = params,
    .t0 = "0",
    .t1 = "4",
    .end = end,
    .form = IVP_MECH,
    MECHANISM_OF_ELEMENTS,
    .events = (const ivp_event[]){ { .name = "change", .guard = change, .then = IVP_KINK },
                                   { 0 } },
    .observables = observables,
    .scd = "q",
    .mescd = "q u",
    .scored_absolute = true, /* pivots lie at zero */
    .protocol = { .from = 2, .to = 5, .per_decade = 2, .atol = "rtol", .h0 = "rtol" });
