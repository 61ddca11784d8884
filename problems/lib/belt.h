/* belt.h -- what there is to know of the accessory belt, in the plane or in space: its
 * parameters, sizes, masses, places and speeds at the start, torques, laws; and the joints and
 * forces of bodies (x, y, angle) in the plane. kN, mm, ms, kg.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BELT_H
#define BELT_H

#include "belt_path.h"
#include "joints.h"

/* ---- the accessory belt ------------------------------------------------------------------ */

enum { SEGMENTS, CONTACT, FRICTION, LOAD, SPAN, DIM, NPARAMS };

static const ivp_param params[] = {
    [SEGMENTS] = { "N", "20", "segments, 20 .. 20000 [1]" },
    [CONTACT] = { "contact", "kink", "law of the contact",
                  .choices = "kink smooth kelvin_voigt" },
    [FRICTION] = { "mu", "1.2", "friction of belt on pulley [1]" },
    [LOAD] = { "load", "1", "factor of all torques and of the ripple [1]" },
    [SPAN] = { "T", "4", "end of the interval [ms]" },
    [DIM] = { "dim", "2", "of the space", .choices = "2 3" },
    { 0 },
};

/* what prepare() finds; MASS, INERTIA: of a segment; PULL: moment of the belt on the arm at
 * rest */
enum { CHORD, LENGTH, MASS, INERTIA, PULL, DERIVED };

static inline int segments(const real *p)
{
    const plain n = re(p[SEGMENTS]);
    return n >= 20 && n <= 20000 && n == (int)n ? (int)n : 0;
}

static inline plain derived(const real *p, int what) { return re(p[NPARAMS + what]); }
static inline bool in_space(const real *p) { return (int)re(p[DIM]) == 1; }

#define EA     R(80.0)
#define GA     R(20.0)
#define ROW    R(0.8)
#define THICK  R(4.0)
#define WIDTH  R(21.4)
#define RHOL   R(1.1e-4)
#define TAU    R(0.02)
#define T0     R(0.3)
#define KAPN   R(0.35)
#define CHI    R(1.0)
#define VS     R(0.1)
#define W0     R(0.1)
#define ROUND  R(0.002)
#define DAMPER R(0.05)
#define PIVOTX R(-187.0)
#define PIVOTY R(35.0)

enum { CRANK, PUMP, ALTERNATOR, TENSIONER, ARM, BODIES };

/* rc: radius of the belt's neutral line in contact */
static const struct {
    plain x, y, rc, side, mass, inertia;
} pulley[] = {
    [CRANK] = { R(0.0), R(0.0), R(77.0), 1, R(5.0), R(5e4) },
    [PUMP] = { R(30.0), R(210.0), R(62.0), 1, R(1.0), R(300.0) },
    [ALTERNATOR] = { R(-190.0), R(130.0), R(34.0), 1, R(2.5), R(2000.0) },
    [TENSIONER] = { R(-138.0), R(1.0), R(37.0), -1, R(0.3), R(120.0) },
};

/* The tensioner's arm at rest. */
static inline plain arm_x(void) { return pulley[TENSIONER].x - PIVOTX; }
static inline plain arm_y(void) { return pulley[TENSIONER].y - PIVOTY; }
static inline plain arm_length(void) { return sqrt(arm_x() * arm_x() + arm_y() * arm_y()); }
static inline plain arm_angle(void) { return atan2(arm_y(), arm_x()); }

/* ---- at rest on its path ----------------------------------------------------------------- */

static inline plain speed(void) { return W0 * pulley[CRANK].rc; }

/* Radius at which tension and centrifugal force press the belt into a pulley. */
static inline plain pressed(int i)
{
    const plain v = speed(), rc = pulley[i].rc;
    plain rho = rc;
    for (int k = 0; k < 60; k++) rho = rc - (T0 - RHOL * v * v) / (KAPN * rho);
    return rho;
}

static inline belt_path path_of(void)
{
    belt_circle c[PULLEYS];
    for (int i = 0; i < PULLEYS; i++)
        c[i] = (belt_circle){ pulley[i].x, pulley[i].y, pressed(i), pulley[i].side };
    return belt_path_of(c);
}

/* Segment between two stations: on the chord, with the mean of the velocities of its ends. */
static inline void place(belt_point a, belt_point b, plain chord, real *q, real *u)
{
    const plain v = speed(), x = b.x - a.x, y = b.y - a.y;
    const plain mean = (a.angle + b.angle) / 2, raw = atan2(y, x);
    const plain turns = 2 * IVP_PI * floor((mean - raw) / (2 * IVP_PI) + R(0.5));
    const plain rise_x = v * (cos(b.angle) - cos(a.angle)),
                rise_y = v * (sin(b.angle) - sin(a.angle));
    q[0] = ivp_of((a.x + b.x) / 2);
    q[1] = ivp_of((a.y + b.y) / 2);
    q[2] = ivp_of(raw + turns);
    u[0] = ivp_of(v * (cos(a.angle) + cos(b.angle)) / 2);
    u[1] = ivp_of(v * (sin(a.angle) + sin(b.angle)) / 2);
    u[2] = ivp_of((x * rise_y - y * rise_x) / (chord * chord));
}

/* Mass of body k, its inertia about x, y, z. */
static inline plain belt_mass(int k, const real *p, plain J[3])
{
    const int i = k - segments(p);
    const plain m = derived(p, MASS), l0 = derived(p, LENGTH);
    if (i < 0) {
        J[0] = m * (THICK * THICK + WIDTH * WIDTH) / 12;
        J[1] = m * (l0 * l0 + WIDTH * WIDTH) / 12;
        J[2] = derived(p, INERTIA);
        return m;
    }
    J[2] = i < ARM ? pulley[i].inertia : R(400.0);
    J[0] = J[1] = i < ARM ? R(0.6) * J[2] : J[2];
    return i < ARM ? pulley[i].mass : R(0.4);
}

/* ---- torques and laws -------------------------------------------------------------------- */

/* B(t) = S5((t - 20) / 20), from 0 to 1 with two derivatives 0 at both ends */
static inline real belt_begun(real t)
{
    const real x = (t - 20) / 20;
    if (re(x) <= 0) return ivp_of(0);
    if (re(x) >= 1) return ivp_of(1);
    return x * x * x * (10 - x * (15 - 6 * x));
}

/* On body i at speed w; of the arm also at this angle. */
static inline real belt_torque(int i, real t, real w, real angle, const real *p)
{
    const real B = belt_begun(t) * p[LOAD], pump = w / R(0.1241935);
    const real wanted = W0 * (1 + R(0.03) * B * sin(2 * W0 * t));
    switch (i) {
    case CRANK:
        return 2000 * p[LOAD] * (wanted - w);
    case PUMP:
        return -R(1.5) * B * pump * pump;
    case ALTERNATOR:
        return -5 * B;
    case ARM:
        return -(derived(p, PULL) + 20 * (angle - arm_angle()) + 150 * w);
    default:
        return ivp_of(0);
    }
}

static inline contact_law belt_law(const real *p)
{
    return (contact_law){ (int)re(p[CONTACT]), ivp_of(KAPN * derived(p, CHORD) / 2),
                          ivp_of(DAMPER), ivp_of(CHI), ROUND };
}

/* ---- in the plane ------------------------------------------------------------------------ */

static inline void plane_bodies(const ivp_state *s, unsigned want, ivp_terms *out,
                                const real *p)
{
    const int n = segments(p);
    for (int k = 0; k < n + BODIES; k++) {
        plain J[3];
        const plain m = belt_mass(k, p, J);
        const int at = 3 * k;
        if (want & IVP_M) {
            *ivp_at(out->M, at, at) = ivp_of(m);
            *ivp_at(out->M, at + 1, at + 1) = ivp_of(m);
            *ivp_at(out->M, at + 2, at + 2) = ivp_of(J[2]);
        }
        if (want & IVP_F && k >= n)
            out->f[at + 2] = belt_torque(k - n, s->t, s->u[at + 2], s->q[at + 2], p);
    }
}

static inline void plane_joints(int n, const real *q, const real *u, ivp_terms *out)
{
    static const int fixed[] = { CRANK, PUMP, ALTERNATOR, ARM };
    const int arm = 3 * (n + ARM), wheel = 3 * (n + TENSIONER);
    const plain L = arm_length();
    const real c = L * cos(q[arm + 2]), s = L * sin(q[arm + 2]), w2 = u[arm + 2] * u[arm + 2];
    for (int k = 0; k < 4; k++) {
        const int b = fixed[k], at = 3 * (n + b);
        out->g[2 * k] = q[at] - (b < ARM ? pulley[b].x : PIVOTX);
        out->g[2 * k + 1] = q[at + 1] - (b < ARM ? pulley[b].y : PIVOTY);
        *ivp_at(out->G, 2 * k, at) = ivp_of(1);
        *ivp_at(out->G, 2 * k + 1, at + 1) = ivp_of(1);
    }
    out->g[8] = q[wheel] - q[arm] - c;
    out->g[9] = q[wheel + 1] - q[arm + 1] - s;
    for (int k = 0; k < 2; k++) {
        *ivp_at(out->G, 8 + k, wheel + k) = ivp_of(1);
        *ivp_at(out->G, 8 + k, arm + k) = ivp_of(-1);
    }
    *ivp_at(out->G, 8, arm + 2) = s;
    *ivp_at(out->G, 9, arm + 2) = -c;
    out->gamma[8] = -w2 * c;
    out->gamma[9] = -w2 * s;
}

/* ---- force elements ---------------------------------------------------------------------- */

/* Cosine and sine of a segment's angle. */
typedef struct frame {
    real c, s;
} frame;

/* Of body k of an element, at coordinate 3 k + 2. Of a complex step to first order, which is
 * all that it has: one sine and one cosine in place of four and their hyperbolic ones, found
 * once for all steps. */
static inline frame frame_of(const ivp_element *e, int k)
{
    const real angle = e->q[3 * k + 2];
#if IVP_IS_COMPLEX
    plain *kept = e->kept + 2 * k;
    if (!e->again) kept[0] = cos(re(angle)), kept[1] = sin(re(angle));
    return (frame){ ivp_first_order(angle, kept[0], -kept[1]),
                    ivp_first_order(angle, kept[1], kept[0]) };
#else
    return (frame){ cos(angle), sin(angle) };
#endif
}

/* How deep one end of a segment is in pulley i; negative beside it. */
static inline plain plane_near(int i, plain end, const real *r, const real *c, plain l0)
{
    const plain x = re(r[0] - c[0]), y = re(r[1] - c[1]), far = pulley[i].rc + l0;
    if (x * x + y * y > far * far) return -l0 / 2;
    const plain dx = x + end * l0 / 2 * cos(re(r[2])), dy = y + end * l0 / 2 * sin(re(r[2]));
    return pulley[i].rc - sqrt(dx * dx + dy * dy);
}

/* Force F at the point r + arm of the body whose forces f are */
static inline void push(const real arm[2], real Fx, real Fy, real *f)
{
    f[0] += Fx;
    f[1] += Fy;
    f[2] += arm[0] * Fy - arm[1] * Fx;
}

/* One row of the elements between two segments in frames A and A2. */
static inline void plane_row(plain b, const frame *A, const frame *A2, const ivp_element *e,
                             plain l0)
{
    const real *q = e->q, *u = e->u, *q2 = q + 3, *u2 = u + 3, c = A->c, s = A->s;
    const real ax = c * l0 / 2 - s * b, ay = s * l0 / 2 + c * b;
    const real a2[2] = { -A2->c * l0 / 2 - A2->s * b, -A2->s * l0 / 2 + A2->c * b };
    const real dx = q2[0] + a2[0] - q[0] - ax, dy = q2[1] + a2[1] - q[1] - ay;
    const real vx = u2[0] - u2[2] * a2[1] - u[0] + u[2] * (ay + dy);
    const real vy = u2[1] + u2[2] * a2[0] - u[1] - u[2] * (ax + dx);
    const real along = EA / (2 * l0) * (c * dx + s * dy + TAU * (c * vx + s * vy));
    const real across = GA / (2 * l0) * (c * dy - s * dx + TAU * (c * vy - s * vx));
    const real Fx = c * along - s * across, Fy = s * along + c * across;
    const real arm[2] = { ax + dx, ay + dy };
    push(arm, Fx, Fy, e->f);
    push(a2, -Fx, -Fy, e->f + 3);
}

static inline void plane_interface(const ivp_element *e, plain l0)
{
    const frame A = frame_of(e, 0), A2 = frame_of(e, 1);
    for (int side = 1; side >= -1; side -= 2) plane_row(side * ROW, &A, &A2, e, l0);
}

/* One end of a segment in a pulley. */
static inline void plane_contact(plain end, int i, const ivp_element *e, const real *p)
{
    const real *q = e->q, *u = e->u, *c = q + 3, *v = u + 3;
    const frame A = frame_of(e, 0);
    const plain arm = end * derived(p, LENGTH) / 2;
    const real a[2] = { arm * A.c, arm * A.s };
    const real x = q[0] + a[0] - c[0], y = q[1] + a[1] - c[1], d = sqrt(x * x + y * y);
    const real ex = x / d, ey = y / d;
    const real vx = u[0] - u[2] * a[1] - v[0], vy = u[1] + u[2] * a[0] - v[1];
    const contact_law law = belt_law(p);
    const real Fn = contact_pressure(&law, pulley[i].rc - d, -(vx * ex + vy * ey));
    const real slip = vy * ex - vx * ey - v[2] * d;
    const real Ft = -p[FRICTION] * Fn * contact_friction(slip / VS);
    const real Fx = Fn * ex - Ft * ey, Fy = Fn * ey + Ft * ex;
    push(a, Fx, Fy, e->f);
    e->f[3] -= Fx;
    e->f[4] -= Fy;
    e->f[5] -= d * Ft;
}

#endif
