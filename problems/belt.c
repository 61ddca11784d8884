/* belt.c -- a ribbed accessory belt of N segments around crank, water pump, alternator and tensioner, in
 * the plane. Units kN, mm, ms, kg (a torque of 1 kN mm is 1 N m).
 *
 * Bodies have (x, y, theta): N segments, four pulleys, the tensioner's arm, whose own point is its pivot.
 *
 *     0 = centres of crank, pump and alternator, and the pivot, less where they are
 *     0 = centre of the tensioner - pivot - L e(phi)
 *
 * Between segments k and k + 1, in rows b = +-a with P_k = r_k + A_k (l0/2, b), P_(k+1) = r_(k+1) +
 * A_(k+1) (-l0/2, b), d = P_(k+1) - P_k:
 *
 *     A_k f,   f_j = kappa_j (d'_j + tau v'_j),   d' = A_k^T d,   v' = A_k^T (d. - omega_k x d)
 *
 * on k and its opposite on k + 1, both at P_(k+1); kappa = (EA, GA) / (2 l0). Each end of a segment against
 * each pulley: with e from the centre to it, depth g = rc - distance > 0,
 *
 *     Fn = kn g max(0, 1 + chi g.),     Ft = -mu Fn tanh(slip / vs)
 *
 * contact=smooth: g^2 / (2 e0) for g < e0, else g - e0/2, in place of g; contact=kelvin_voigt:
 * Fn = max(0, kn g + c g.), which jumps at the touch. The belt starts on its closed-form path at equal
 * chords and constant speed; a polygon is not in equilibrium, so a transient of some ms follows. From
 * 20 ms on the crank's speed ripples and the others take torque.
 *
 * Contacts open and close at some 0.06 N per ms: every accuracy is that of a motion which has many
 * kinks. Forces are elements, whatever N: see ivp_elements.
 *
 * After the poly-V belt of Negrut, Rampalli, Ottarsson, Sajdak (section 4.1), of which they print
 * sizes and results but no data: lengths, masses and stiffnesses are of the usual range.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#define IVP_SPARSE
#define IVP_NO_LANES /* contacts open and close with the state */
#include <ivp/problem.h>

#include "lib/belt.h"
#include "lib/contact.h"

enum { SEGMENTS, CONTACT, FRICTION, LOAD, SPAN };

static const ivp_param params[] = {
    [SEGMENTS] = { "N", "20", "segments, 20 .. 20000 [1]" },
    [CONTACT] = { "contact", "kink", "law of the contact",
                  .choices = "kink smooth kelvin_voigt" },
    [FRICTION] = { "mu", "1.2", "friction of belt on pulley [1]" },
    [LOAD] = { "load", "1", "factor of all torques and of the ripple [1]" },
    [SPAN] = { "T", "4", "end of the interval [ms]" },
    { 0 },
};

/* what prepare() finds; MASS, INERTIA: of a segment; PULL: moment of the belt on the arm at rest */
enum { CHORD, LENGTH, MASS, INERTIA, PULL, DERIVED };
enum { NPARAMS = sizeof params / sizeof *params - 1 };

static int segments(const real *p)
{
    const plain n = re(p[SEGMENTS]);
    return n >= 20 && n <= 20000 && n == (int)n ? (int)n : 0;
}

static plain derived(const real *p, int what) { return re(p[NPARAMS + what]); }

static void size(const real *p, ivp_sizes *s)
{
    const int n = segments(p);
    s->nq = n ? 3 * (n + BODIES) : 0;
    s->ng = 10;
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
    const int n = segments(p), nq = 3 * (n + BODIES);
    const belt_path path = path_of();
    const plain chord = derived(p, CHORD);
    real *u = y + nq;
    plain s = 0;
    for (int k = 0; k < n; k++) {
        const plain next = belt_next(&path, s, chord);
        place(belt_at(&path, s), belt_at(&path, next), chord, y + 3 * k, u + 3 * k);
        s = next;
    }
    for (int i = 0; i < BODIES; i++) {
        real *q = y + 3 * (n + i), *v = u + 3 * (n + i);
        q[0] = ivp_of(i < ARM ? pulley[i].x : PIVOTX);
        q[1] = ivp_of(i < ARM ? pulley[i].y : PIVOTY);
        q[2] = ivp_of(i < ARM ? 0 : arm_angle());
        v[0] = ivp_of(0);
        v[1] = ivp_of(0);
        v[2] = ivp_of(i < ARM ? pulley[i].side * speed() / pulley[i].rc : 0);
    }
    return IVP_OK;
}

/* ---- bodies, joints, torques ------------------------------------------------------------- */

static void masses(const real *p, ivp_mat M)
{
    const int n = segments(p);
    for (int k = 0; k < n + BODIES; k++) {
        const int i = k - n;
        const plain m = i < 0 ? derived(p, MASS) : i < ARM ? pulley[i].mass : R(0.4);
        const plain J = i < 0 ? derived(p, INERTIA) : i < ARM ? pulley[i].inertia : R(400.0);
        *ivp_at(M, 3 * k, 3 * k) = ivp_of(m);
        *ivp_at(M, 3 * k + 1, 3 * k + 1) = ivp_of(m);
        *ivp_at(M, 3 * k + 2, 3 * k + 2) = ivp_of(J);
    }
}

static void joints(int n, const real *q, const real *u, ivp_terms *out)
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

/* B(t) = S5((t - 20) / 20), from 0 to 1 with two derivatives 0 at both ends */
static real begun(real t)
{
    const real x = (t - 20) / 20;
    if (re(x) <= 0) return ivp_of(0);
    if (re(x) >= 1) return ivp_of(1);
    return x * x * x * (10 - x * (15 - 6 * x));
}

static void torques(real t, int n, const real *q, const real *u, real *f, const real *p)
{
    const real B = begun(t) * p[LOAD], pump = u[3 * (n + PUMP) + 2] / R(0.1241935);
    const real wanted = W0 * (1 + R(0.03) * B * sin(2 * W0 * t));
    const int arm = 3 * (n + ARM) + 2;
    f[3 * (n + CRANK) + 2] = 2000 * p[LOAD] * (wanted - u[3 * (n + CRANK) + 2]);
    f[3 * (n + PUMP) + 2] = -R(1.5) * B * pump * pump;
    f[3 * (n + ALTERNATOR) + 2] = -5 * B;
    f[arm] = -(derived(p, PULL) + 20 * (q[arm] - arm_angle()) + 150 * u[arm]);
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const int n = segments(p);
    if (want & IVP_M) masses(p, out->M);
    if (want & IVP_F) torques(s->t, n, s->q, s->u, out->f, p);
    if (want & (IVP_CON | IVP_GQ | IVP_GAMMA)) joints(n, s->q, s->u, out);
    return IVP_OK;
}

/* ---- force elements: N interfaces, then the 2 N ends of segments -------------------------- */

static int count(const real *p) { return 3 * segments(p); }

static void turned(real angle, plain x, plain y, real v[2])
{
    const real c = cos(angle), s = sin(angle);
    v[0] = c * x - s * y;
    v[1] = s * x + c * y;
}

static real square(real x, real y) { return x * x + y * y; }

/* The pulley that one end of segment k touches, -1: none; no two are within reach of each other. */
static int touched(int n, int k, plain end, const real *q, plain l0)
{
    for (int i = 0; i < PULLEYS; i++) {
        const real *c = q + 3 * (n + i), *r = q + 3 * k;
        const plain far = pulley[i].rc + l0;
        if (re(square(r[0] - c[0], r[1] - c[1])) > far * far) continue;
        real a[2];
        turned(r[2], end * l0 / 2, 0, a);
        if (re(square(r[0] + a[0] - c[0], r[1] + a[1] - c[1])) < pulley[i].rc * pulley[i].rc)
            return i;
    }
    return -1;
}

static int list(int body, int *on)
{
    for (int c = 0; c < 3; c++) on[c] = 3 * body + c;
    return 3;
}

static int on(int e, const real *q, const real *u, int *on, const real *p)
{
    const int n = segments(p);
    if (e < n) return list(e, on) + list((e + 1) % n, on + 3);
    const int k = (e - n) / 2;
    list(k, on);
    if (q) {
        const int i = touched(n, k, (e - n) % 2 ? 1 : -1, q, derived(p, LENGTH));
        return i < 0 ? 0 : 3 + list(n + i, on + 3);
    }
    for (int i = 0; i < PULLEYS; i++) list(n + i, on + 3 + 3 * i);
    return 3 + 3 * PULLEYS;
}

/* Force F at the point r + arm of the body whose forces f are */
static void push(const real arm[2], real Fx, real Fy, real *f)
{
    f[0] += Fx;
    f[1] += Fy;
    f[2] += arm[0] * Fy - arm[1] * Fx;
}

/* Cosine and sine of a segment's angle. */
typedef struct frame {
    real c, s;
} frame;

/* One row of the elements between two segments in frames A and A2. */
static void row(plain b, const frame *A, const frame *A2, const ivp_element *e, plain l0)
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

static contact_law law_of(const real *p)
{
    return (contact_law){ (int)re(p[CONTACT]), ivp_of(KAPN * derived(p, CHORD) / 2),
                          ivp_of(DAMPER), ivp_of(CHI), ROUND };
}

/* One end of a segment in a pulley. */
static void contact(plain end, int i, const ivp_element *e, const real *p)
{
    const real *q = e->q, *u = e->u, *c = q + 3, *v = u + 3;
    real a[2];
    turned(q[2], end * derived(p, LENGTH) / 2, 0, a);
    const real x = q[0] + a[0] - c[0], y = q[1] + a[1] - c[1], d = sqrt(x * x + y * y);
    const real ex = x / d, ey = y / d;
    const real vx = u[0] - u[2] * a[1] - v[0], vy = u[1] + u[2] * a[0] - v[1];
    const contact_law law = law_of(p);
    const real Fn = contact_pressure(&law, pulley[i].rc - d, -(vx * ex + vy * ey));
    const real slip = vy * ex - vx * ey - v[2] * d;
    const real Ft = -p[FRICTION] * Fn * tanh(slip / VS);
    const real Fx = Fn * ex - Ft * ey, Fy = Fn * ey + Ft * ex;
    push(a, Fx, Fy, e->f);
    e->f[3] -= Fx;
    e->f[4] -= Fy;
    e->f[5] -= d * Ft;
}

static void force(const ivp_element *e, const real *p)
{
    const int n = segments(p);
    if (e->number < n) {
        const frame A = { cos(e->q[2]), sin(e->q[2]) }, A2 = { cos(e->q[5]), sin(e->q[5]) };
        row(ROW, &A, &A2, e, derived(p, LENGTH));
        row(-ROW, &A, &A2, e, derived(p, LENGTH));
    } else {
        contact((e->number - n) % 2 ? 1 : -1, e->on[3] / 3 - n, e, p);
    }
}

/* ---- what is looked at ------------------------------------------------------------------- */

static real omega(const ivp_state *s, const real *p, int i)
{
    return s->u[3 * (segments(p) + i) + 2];
}
static real omega_1(const ivp_state *s, const real *p) { return omega(s, p, CRANK); }
static real omega_2(const ivp_state *s, const real *p) { return omega(s, p, PUMP); }
static real omega_3(const ivp_state *s, const real *p) { return omega(s, p, ALTERNATOR); }
static real omega_4(const ivp_state *s, const real *p) { return omega(s, p, TENSIONER); }

static real arm(const ivp_state *s, const real *p)
{
    return s->q[3 * (segments(p) + ARM) + 2] - arm_angle();
}

static real bearing(const ivp_state *s, const real *p) { return s->lambda[2 * ALTERNATOR]; }

/* Between segments k and k + 1 along the first one. */
static real tension(const ivp_state *s, int k, const real *p)
{
    const int n = segments(p), other = (k + 1) % n;
    real q[6], u[6], f[6] = { 0 };
    for (int c = 0; c < 3; c++) {
        q[c] = s->q[3 * k + c];
        q[3 + c] = s->q[3 * other + c];
        u[c] = s->u[3 * k + c];
        u[3 + c] = s->u[3 * other + c];
    }
    force(&(ivp_element){ k, 6, NULL, s->t, q, u, f }, p);
    return cos(q[2]) * f[0] + sin(q[2]) * f[1];
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
    const int n = segments(p);
    int touching = 0, where[IVP_ELEMENT_MOST];
    for (int e = n; e < 3 * n; e++) touching += on(e, s->q, s->u, where, p) > 0;
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
    .tags = "mechanical index3 stiff contact scalable models large",
    .params = params,
    .t0 = "0",
    .t1 = "4",
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
