/* bouncing_balls.c -- two balls above each other on elastic ground: penalty contacts, events
 * and a closed solution.
 *
 *     m1 y1'' = -m1 g + F_balls                  F_balls  = K (2 R - (y1 - y2)) if positive
 *     m2 y2'' = -m2 g - F_balls + F_ground       F_ground = K (R - y2)          if positive
 *
 * y1 is the upper ball. Gil, Sanfelice, Nikravesh, Local linearization method in the
 * integration of multibody equations, (17)-(21), give K and unit masses; radius and heights are
 * ours. Case A starts from y1 = 1 and has 24 events up to t = 2, never both contacts closed;
 * case B starts from 0.72 and has 26, both contacts closed twice. A contact lasts 7 to 10 ms.
 *
 * Between two events M y'' = b - S y with constant M, S, b: the exact solution is a sum of two
 * modes from one piece to the next. The end of a piece is the first zero of a guard G, found by
 * marching: from G > 0 no zero is closer than that of the parabola
 *
 *     G + G' h - B h^2 / 2,     B >= |G''| on the piece
 *
 * so that none is lost, and near a zero the steps become Newton's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES /* contacts open and close with the state */
#include <ivp/problem.h>
#include "lib/draw.h"

enum { CASE, STIFFNESS, GRAVITY, RADIUS, MASS_1, MASS_2, NPARAMS };
enum { CASE_A, CASE_B };
enum { GROUND, BALLS, NGUARDS };

static const ivp_param params[] = {
    [CASE] = { "case", "A", "start of the upper ball: A 1.0 m, B 0.72 m", .choices = "A B" },
    [STIFFNESS] = { "K", "1e5", "contact stiffness [N/m]" },
    [GRAVITY] = { "g", "9.81", "gravity [m/s^2]" },
    [RADIUS] = { "R", "0.1", "radius of both balls [m]" },
    [MASS_1] = { "m1", "1", "mass of the upper ball [kg]" },
    [MASS_2] = { "m2", "1", "mass of the lower ball [kg]" },
    { 0 },
};

/* Distances between the surfaces; a contact is closed where its distance is negative. */
static void distances(const real *q, real d[NGUARDS], const real *p)
{
    d[GROUND] = q[1] - p[RADIUS];
    d[BALLS] = q[0] - q[1] - 2 * p[RADIUS];
}

/* How far each contact is pressed, 0 where it is open. On a piece of the solution its side
 * decides, so that the force goes on smoothly beyond the zero of the distance. */
static void pressed(const real *q, real depth[NGUARDS], const real *p)
{
    real d[NGUARDS];
    distances(q, d, p);
    for (int k = 0; k < NGUARDS; k++) depth[k] = ivp_side(p[NPARAMS + k], d[k]) ? 0 : -d[k];
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const real *q = s->q;
    real depth[NGUARDS];
    pressed(q, depth, p);
    *ivp_at(out->M, 0, 0) = p[MASS_1];
    *ivp_at(out->M, 1, 1) = p[MASS_2];
    out->f[0] = -p[MASS_1] * p[GRAVITY] + p[STIFFNESS] * depth[BALLS];
    out->f[1] = -p[MASS_2] * p[GRAVITY] + p[STIFFNESS] * (depth[GROUND] - depth[BALLS]);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = re(p[CASE]) == CASE_A ? R(1.0) : R(0.72);
    y[1] = R(0.5);
    y[2] = y[3] = 0;
    return IVP_OK;
}

/* ---- the exact solution ------------------------------------------------------------------ */

/* A function of time and its derivative. */
typedef struct jet {
    plain value, slope;
} jet;

/* eta'' = force - omega2 eta; y is the sum of shape * eta over both modes. */
typedef struct mode {
    plain shape[2], omega2, force;
    plain eta, rate; /* at the start of the piece */
} mode;

typedef struct piece {
    plain t; /* where it starts */
    bool closed[NGUARDS];
    mode mode[2];
} piece;

/* Guard k is normal . y - reach, the reach in radii. */
static const struct {
    int normal[2], reach;
} guard[NGUARDS] = {
    [GROUND] = { { 0, 1 }, 1 },
    [BALLS] = { { 1, -1 }, 2 },
};

static jet mode_at(const mode *m, plain tau)
{
    if (m->omega2 == 0)
        return (jet){ m->eta + tau * (m->rate + tau * m->force / 2), m->rate + tau * m->force };
    const plain w = sqrt(m->omega2), rest = m->force / m->omega2;
    const plain c = cos(w * tau), s = sin(w * tau);
    return (jet){ rest + (m->eta - rest) * c + m->rate / w * s,
                  m->rate * c - w * (m->eta - rest) * s };
}

/* The largest |eta''| of the piece. */
static plain mode_curvature(const mode *m)
{
    const plain pull = m->force - m->omega2 * m->eta;
    return sqrt(pull * pull + m->omega2 * m->rate * m->rate);
}

static void piece_at(const piece *c, plain tau, plain y[2], plain u[2])
{
    for (int i = 0; i < 2; i++) y[i] = u[i] = 0;
    for (int k = 0; k < 2; k++) {
        const jet eta = mode_at(&c->mode[k], tau);
        for (int i = 0; i < 2; i++) {
            y[i] += c->mode[k].shape[i] * eta.value;
            u[i] += c->mode[k].shape[i] * eta.slope;
        }
    }
}

/* S and b of the closed contacts, with normals n:
 *
 *     S = K sum n n^T
 *     b = K sum n reach - M g
 *
 * Both scaled with the roots of the masses, so that the modes are eigenvectors of a symmetric
 * matrix. */
static void scaled_forces(const piece *c, const plain root[2], plain S[2][2], plain b[2],
                          const real *p)
{
    const plain K = re(p[STIFFNESS]), radius = re(p[RADIUS]);
    for (int i = 0; i < 2; i++) {
        b[i] = -root[i] * re(p[GRAVITY]);
        S[i][0] = S[i][1] = 0;
        for (int k = 0; k < NGUARDS; k++) {
            if (!c->closed[k]) continue;
            const plain n = K * guard[k].normal[i] / root[i];
            for (int j = 0; j < 2; j++) S[i][j] += n * guard[k].normal[j] / root[j];
            b[i] += n * guard[k].reach * radius;
        }
    }
}

/* Unit eigenvector of the larger eigenvalue of a symmetric matrix; without cancellation. */
static void eigenvector(plain S[2][2], plain v[2])
{
    const plain half = (S[0][0] - S[1][1]) / 2, off = S[0][1];
    const plain r = sqrt(half * half + off * off);
    v[0] = half >= 0 ? r + half : off;
    v[1] = half >= 0 ? off : r - half;
    if (r == 0) v[0] = 1;
    const plain length = sqrt(v[0] * v[0] + v[1] * v[1]);
    v[0] /= length, v[1] /= length;
}

/* Modes of the piece that begins with (y, u). One closed contact leaves a free mode: its
 * eigenvalue must be zero, not a rounding error. */
static void piece_begin(piece *c, const plain y[2], const plain u[2], const real *p)
{
    const plain root[] = { sqrt(re(p[MASS_1])), sqrt(re(p[MASS_2])) };
    plain S[2][2], b[2], v[2];
    scaled_forces(c, root, S, b, p);
    eigenvector(S, v);
    const plain K = re(p[STIFFNESS]) / (root[0] * root[1]);
    const plain det = c->closed[GROUND] && c->closed[BALLS] ? K * K : 0;
    const plain big =
        v[0] * (S[0][0] * v[0] + S[0][1] * v[1]) + v[1] * (S[1][0] * v[0] + S[1][1] * v[1]);
    for (int k = 0; k < 2; k++) {
        const plain w[] = { k == 0 ? v[0] : -v[1], k == 0 ? v[1] : v[0] };
        c->mode[k] = (mode){
            .shape = { w[0] / root[0], w[1] / root[1] },
            .omega2 = k == 0 || big == 0 ? big : det / big,
            .force = w[0] * b[0] + w[1] * b[1],
            .eta = w[0] * root[0] * y[0] + w[1] * root[1] * y[1],
            .rate = w[0] * root[0] * u[0] + w[1] * root[1] * u[1],
        };
    }
}

/* Guard k at tau, with the sign that makes it positive inside the piece. */
static jet guard_at(const piece *c, int k, plain tau, const real *p)
{
    const plain side = c->closed[k] ? -1 : 1;
    const int *n = guard[k].normal;
    plain y[2], u[2];
    piece_at(c, tau, y, u);
    const plain value = side * (n[0] * y[0] + n[1] * y[1] - guard[k].reach * re(p[RADIUS]));
    return (jet){ value > 0 ? value : 0, side * (n[0] * u[0] + n[1] * u[1]) };
}

/* Zero of G + G' h - B h^2 / 2, or `far` if there is none before. */
static plain parabola(jet G, plain B, plain far)
{
    const plain root = sqrt(G.slope * G.slope + 2 * B * G.value);
    const plain top = G.slope < 0 ? 2 * G.value : G.slope + root;
    const plain bottom = G.slope < 0 ? root - G.slope : B;
    return top < far * bottom ? top / bottom : far;
}

/* First zero of guard k on (0, end), not counting the one that may have begun the piece; `end`
 * if there is none. */
static plain first_zero(const piece *c, int k, plain end, const real *p)
{
    const plain least = IVP_EPS * (c->t + end);
    plain B = 0, tau = 0;
    for (int i = 0; i < 2; i++) {
        const plain *shape = c->mode[i].shape;
        const plain share = guard[k].normal[0] * shape[0] + guard[k].normal[1] * shape[1];
        B += (share < 0 ? -share : share) * mode_curvature(&c->mode[i]);
    }
    while (tau < end) {
        const jet G = guard_at(c, k, tau, p);
        const plain h = parabola(G, B, end - tau);
        if (G.slope < 0 && h <= least && tau + h < end) return tau + h;
        tau += h > least ? h : least; /* a start without distance and speed must not stall */
    }
    return end;
}

/* Passes to the next piece if an event comes before t. A closed contact opens soon: it goes
 * first and shortens the search for the other one. */
static bool next_piece(piece *c, plain t, const real *p)
{
    const int first = c->closed[BALLS] ? BALLS : GROUND, order[] = { first, !first };
    plain tau = t - c->t, y[2], u[2];
    int which = -1;
    for (int i = 0; i < NGUARDS; i++) {
        const plain zero = first_zero(c, order[i], tau, p);
        if (zero < tau) tau = zero, which = order[i];
    }
    if (which < 0) return false;
    piece_at(c, tau, y, u);
    c->t += tau;
    c->closed[which] = !c->closed[which];
    piece_begin(c, y, u, p);
    return true;
}

static ivp_status exact(real t, real *state, const real *p)
{
    real y0[4], d[NGUARDS];
    plain y[2], u[2];
    start(0, y0, NULL, p);
    distances(y0, d, p);
    piece c = { .t = 0, .closed = { re(d[GROUND]) < 0, re(d[BALLS]) < 0 } };
    for (int i = 0; i < 2; i++) y[i] = re(y0[i]), u[i] = re(y0[2 + i]);
    piece_begin(&c, y, u, p);
    while (next_piece(&c, re(t), p)) {}
    piece_at(&c, re(t) - c.t, y, u);
    for (int i = 0; i < 2; i++) state[i] = y[i], state[2 + i] = u[i];
    return IVP_OK;
}

/* ---- events, observables, energy --------------------------------------------------------- */

static real ground_distance(const ivp_state *s, const real *p)
{
    real d[NGUARDS];
    distances(s->q, d, p);
    return d[GROUND];
}

static real balls_distance(const ivp_state *s, const real *p)
{
    real d[NGUARDS];
    distances(s->q, d, p);
    return d[BALLS];
}

static real ground_force(const ivp_state *s, const real *p)
{
    real depth[NGUARDS];
    pressed(s->q, depth, p);
    return p[STIFFNESS] * depth[GROUND];
}

static real balls_force(const ivp_state *s, const real *p)
{
    real depth[NGUARDS];
    pressed(s->q, depth, p);
    return p[STIFFNESS] * depth[BALLS];
}

/* Kinetic, potential and that stored in the contacts. */
static real energy(const ivp_state *s, const real *p)
{
    const real *q = s->q, *u = s->u;
    real depth[NGUARDS], sum = 0;
    pressed(q, depth, p);
    for (int k = 0; k < NGUARDS; k++) sum += p[STIFFNESS] * depth[k] * depth[k] / 2;
    for (int i = 0; i < 2; i++) sum += p[MASS_1 + i] * (u[i] * u[i] / 2 + p[GRAVITY] * q[i]);
    return sum;
}

/* The ground and both balls above each other. */
static ivp_status draw(const ivp_state *s, const ivp_canvas *to, const real *p)
{
    draw_rod(to, -3 * p[RADIUS], ivp_of(0), 3 * p[RADIUS], ivp_of(0));
    for (int k = 0; k < 2; k++) draw_circle(to, ivp_of(0), s->q[k], p[RADIUS]);
    return IVP_OK;
}

IVP_PROBLEM(bouncing_balls,
    .title = "Two bouncing balls with penalty contacts",
    .source = "Gil, Sanfelice, Nikravesh, local linearization method, section 3; heights and "
              "radius are ours",
    .tags = "mechanical contact events exact core",
    .params = params,
    .t0 = "0",
    .t1 = "2",
    .form = IVP_MECH,
    .sizes = { .nq = 2 },
    .draw = draw,
    .init = start,
    .mech = { .terms = terms },
    .events =
        (const ivp_event[]){
            [GROUND] = { .name = "ground",
                         .guard = ground_distance,
                         .then = IVP_RESTART,
                         .spacing = (double)R(1e-3) },
            [BALLS] = { .name = "balls",
                        .guard = balls_distance,
                        .then = IVP_RESTART,
                        .spacing = (double)R(1e-3) },
            { 0 },
        },
    .observables =
        (const ivp_observable[]){
            { "upper", "m", "height of the upper ball's centre", .component = "q1" },
            { "lower", "m", "height of the lower ball's centre", .component = "q2" },
            { "ground_force", "N", "contact of the lower ball with the ground", ground_force },
            { "balls_force", "N", "contact between the balls", balls_force },
            { 0 },
        },
    .invariants =
        (const ivp_observable[]){
            { "energy", "J", "kinetic, potential and stored in the contacts", energy },
            { 0 },
        },
    .scd = "q",
    .mescd = "q u",
    .exact = exact);
