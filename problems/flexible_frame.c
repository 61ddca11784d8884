/* flexible_frame.c -- an all-terrain vehicle of 28 rigid parts on a flexible frame, shaken by
 * four posts.
 *
 *     q = (r, p) of the frame and of the parts, p Euler parameters (lib/multibody.h); z modes of the frame;
 *         with attach=nodes (d, th) of the 18 nodes of the frame that carry something
 *
 * The frame is a ladder of steel tube (lib/ladder.h) in mean axes: z moves its nodes by phi_k
 * z_k, M of z is the identity, its forces are -w_k^2 z_k - 2 zeta_k w_k z_k'. That z changes
 * the frame's inertia is neglected.
 *
 * 43 joints have 155 equations, 5 motions (the heights of the posts, the angle of the steering
 * column) one each, 29 norms of Euler parameters: 189, and 148 freedoms with 134 modes. With
 * attach=modes each joint at the frame has as many columns as there are modes. With
 * attach=nodes (d, th) - phi z = 0 is 108 more constraints, with constant coefficients, and
 * everything else couples a few coordinates: the same motion.
 *
 *     posts:     0.04 S5(t/0.2) sin(5 pi t + k pi/2) m, k = 0 .. 3 front left, front right, rear left, rear right
 *     steering:  y of node 27 . b + sin(0.25 S5(t/0.2) sin(2 pi t)) = 0, b of the column, square to its axis
 *     tyres:     depth d = R0 - (height of the wheel's centre over the post); F = kt d max(0, 1 + ct d'),
 *                friction -mu F tanh(|v| / 0.05) v/|v|, v the slip of the point below the
 *                centre
 *     contact=smooth: d^2 / (2 e) below e = 0.2 mm, d - e/2 above; kelvin_voigt: max(0, kt d + c d')
 *
 * It starts at rest as it was designed, where rigid parts are in equilibrium; the frame then
 * sags by its load. With settle=1 it has sagged (lib/statics.h), which takes two evaluations a
 * coordinate before the start.
 *
 * An open stand-in for section 4.3 of Negrut, Rampalli, Ottarsson, Sajdak, On an implementation
 * of the Hilber-Hughes-Taylor method in the context of index 3 differential-algebraic equations
 * of multibody dynamics, which fixes topology, modes from 56.7 Hz to 13.1 kHz and manoeuvre;
 * all data are of this project.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#define IVP_NO_LANES /* tyres leave their posts one after the other */
#include "lib/flexible_joints.h"
#include "lib/joints.h"
#include "lib/statics.h"

static void size(const real *p, ivp_sizes *s)
{
    const int modes = modes_of(p), places = by_nodes(p) ? PLACES : 0;
    s->nq = modes < 0 ? 0 : first_mode() + modes + places;
    s->ng = CONSTRAINTS + PARTS + places;
    s->nderived = modes < 0 ? 0 : 4 + modes + 6 * LADDER_NODES * modes;
}

static void prepare(const real *p, real *derived)
{
    const int modes = modes_of(p), shapes = 6 * LADDER_NODES * modes;
    plain mass[4], *of = modes < 0 ? NULL : calloc((size_t)(modes + shapes) + 1, sizeof *of);
    ladder_inertia(mass);
    const bool fine = of && ladder_vibrations(refinement(modes), modes, of, of + modes);
    for (int k = 0; k < 4 && modes >= 0; k++) derived[k] = ivp_of(mass[k]);
    for (int k = 0; k < modes + shapes; k++) derived[4 + k] = ivp_of(fine ? of[k] : (plain)NAN);
    free(of);
}

/* ---- motions ----------------------------------------------------------------------------- */

/* A function of time with its two derivatives. */
typedef struct jet {
    real x, v, a;
} jet;

/* S5(t / 0.2) sin(w t + phase) */
static jet begun(real t, plain w, plain phase)
{
    const real s = t * 5, S = re(s) >= 1 ? ivp_of(1) : s * s * s * (10 - s * (15 - 6 * s));
    const real v = re(s) >= 1 ? ivp_of(0) : 150 * s * s * (1 - s) * (1 - s),
               a = re(s) >= 1 ? ivp_of(0) : 1500 * s * (1 - s) * (1 - 2 * s);
    const real sine = sin(w * t + phase), cosine = cos(w * t + phase);
    return (jet){ S * sine, v * sine + w * S * cosine,
                  (a - w * w * S) * sine + 2 * w * v * cosine };
}

/* A constraint g(q) = moved(t) in place of the last one, which was g(q) = 0. */
static void drive(mb_sink *k, jet moved)
{
    if (k->pattern) return;
    k->out->g[k->row - 1] -= moved.x;
    k->out->gt[k->row - 1] = -moved.v;
    k->out->gamma[k->row - 1] += moved.a;
}

/* Each post a quarter of a turn behind the one before. */
static void drive_post(mb_sink *k, const vehicle *v, int post, real t)
{
    const mb_pose *b = &v->body[POST + post];
    plain at[3];
    centre(POST + post, at);
    const jet way = begun(t, 5 * IVP_PI, post * IVP_PI / 2);
    mb_entry(k, b->at + 2, ivp_of(1));
    mb_finish(k, b->r[2] - at[2], ivp_of(0));
    drive(k, (jet){ way.x * R(0.04), way.v * R(0.04), way.a * R(0.04) });
}

/* y . b = -sin(angle) */
static void drive_column(mb_sink *k, const vehicle *v, real t)
{
    const plain axis[3] = CASTER, y[3] = ALONG_Y;
    plain b[3];
    vector(axis, y, b);
    const mb_spot f = direction(v, FRAME, 27, y), h = direction(v, COLUMN, 0, b);
    const jet w = begun(t, 2 * IVP_PI, 0);
    const real x = w.x / 4, rate = w.v / 4, s = sin(x), c = cos(x);
    mb_square(k, &f, &h);
    drive(k, (jet){ -s, -c * rate, s * rate * rate - c * w.a / 4 });
}

/* ---- (d, th) - phi z = 0 ----------------------------------------------------------------- */

static void tie_node(mb_sink *k, const real *q, int which, const real *p)
{
    const int z = first_mode(), modes = modes_of(p), at = z + modes + 6 * which;
    const real *shape = shape_of(p, attached[which]);
    for (int i = 0; i < 6; i++) {
        real sum = q[at + i];
        mb_entry(k, at + i, ivp_of(1));
        for (int m = 0; m < modes; m++) {
            const real value = shape[6 * m + i];
            if (re(value) == 0) continue; /* of a mode in the plane or out of it */
            sum -= value * q[z + m];
            mb_entry(k, z + m, -value);
        }
        mb_finish(k, sum, ivp_of(0));
    }
}

static void constrain(mb_sink *k, const vehicle *v, const ivp_state *s, const real *p)
{
    for (int e = 0; e < JOINTS; e++) {
        const bool two = paired(joints[e].i) || paired(joints[e].j);
        for (int right = 0; right <= (int)two; right++)
            constrain_joint(k, v, &joints[e], right);
    }
    for (int post = 0; post < 4; post++) drive_post(k, v, post, s->t);
    drive_column(k, v, s->t);
    for (int b = 0; b < PARTS; b++) mb_norm(k, &v->body[b]);
    for (int n = 0; n < ATTACHED && by_nodes(p); n++) tie_node(k, s->q, n, p);
}

/* ---- forces ------------------------------------------------------------------------------ */

static void push_shock(const vehicle *v, const struct shock *e, int right, real *f)
{
    plain from[3], to[3], length = 0;
    mirror(e->from, right, from);
    mirror(e->to, right, to);
    for (int i = 0; i < 3; i++) length += (to[i] - from[i]) * (to[i] - from[i]);
    const mb_spot a = point_at(v, on_side(e->part, right), 0, from),
                  b = point_at(v, FRAME, e->node[right], to);
    mb_spring(&a, &b, ivp_of(e->k), ivp_of(e->c), ivp_of(sqrt(length) + e->P / e->k), f);
}

/* A point of space as a spot of a part. */
static mb_spot touched(const mb_pose *b, const real *at)
{
    const real back[4] = { b->p[0], -b->p[1], -b->p[2], -b->p[3] };
    real away[3], x[3];
    mb_minus(at, b->r, away);
    mb_turn(back, back, away, x);
    return mb_spot_of(b, true, x);
}

static real over_post(const vehicle *v, int k)
{
    return v->body[WHEEL + k].r[2] - v->body[POST + k].r[2] - R(0.05);
}

static real tyre_force(const vehicle *v, int k, const real *p)
{
    const plain free = R(0.28) + pressed[k] / re(p[TYRE]);
    const contact_law law = { (int)re(p[CONTACT]), p[TYRE], R(0.04) * sqrt(p[TYRE] * 60),
                              p[BITE], R(2e-4) };
    return contact_pressure(&law, free - over_post(v, k),
                            v->body[POST + k].v[2] - v->body[WHEEL + k].v[2]);
}

static void push_tyre(const vehicle *v, int k, real *f, const real *p)
{
    const mb_pose *wheel = &v->body[WHEEL + k], *post = &v->body[POST + k];
    const real normal = tyre_force(v, k, p);
    const real at[3] = { wheel->r[0], wheel->r[1], wheel->r[2] - over_post(v, k) };
    const mb_spot a = touched(wheel, at), b = touched(post, at);
    real slip[3];
    if (re(normal) == 0) return;
    mb_minus(a.rate, b.rate, slip);
    const plain vs = R(0.05);
    const real held = p[FRICTION] * normal / vs *
                      contact_slipping((slip[0] * slip[0] + slip[1] * slip[1]) / (vs * vs));
    const real force[3] = { -held * slip[0], -held * slip[1], normal };
    mb_push(&a, force, 1, f);
    mb_push(&b, force, -1, f);
}

static void push_modes(const ivp_state *s, real *f, const real *p)
{
    const int z = first_mode();
    for (int k = 0; k < modes_of(p); k++) {
        const plain w = sqrt(re(p[SQUARE + k])), hertz = w / (2 * IVP_PI);
        const bool light = (int)re(p[ZETA]) == LIGHT || hertz < 100;
        const plain zeta = light ? R(0.01) : hertz < 1000 ? R(0.1) : 1;
        f[z + k] = -w * w * s->q[z + k] - 2 * zeta * w * s->u[z + k];
    }
}

static void push(const vehicle *v, const ivp_state *s, real *f, const real *p)
{
    push_modes(s, f, p);
    for (int k = 0; k < 4; k++) {
        push_shock(v, &shocks[k / 2], k % 2, f);
        push_tyre(v, k, f, p);
    }
}

/* ---- the system -------------------------------------------------------------------------- */

static real inertia_of(int part, const real *p, real J[3])
{
    const lump *has = lump_of(part);
    for (int i = 0; i < 3; i++)
        J[i] = part == FRAME ? p[INERTIA + 1 + i] : ivp_of(has->inertia[i]);
    return part == FRAME ? p[INERTIA] : ivp_of(has->mass);
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    vehicle v;
    stand(&v, s->q, s->u, p);
    for (int b = 0; b < PARTS; b++) {
        real J[3];
        const real m = inertia_of(b, p, J);
        if (want & IVP_M) mb_mass(out->M, &v.body[b], m, J);
        if (want & IVP_F) mb_inertial(&v.body[b], m * p[GRAVITY], J, out->f);
    }
    for (int k = 0; k < modes_of(p) && want & IVP_M; k++)
        *ivp_at(out->M, first_mode() + k, first_mode() + k) = ivp_of(1);
    if (want & IVP_F) push(&v, s, out->f, p);
    if (want & (IVP_CON | IVP_GQ | IVP_GT | IVP_GAMMA)) {
        mb_sink sink = { .out = out };
        constrain(&sink, &v, s, p);
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    ivp_sizes n = { 0 };
    size(p, &n);
    for (int i = 0; i < 2 * n.nq; i++) y[i] = ivp_of(0);
    for (int b = 0; b < PARTS; b++) {
        plain at[3];
        centre(b, at);
        for (int i = 0; i < 3; i++) y[MB_BODY * b + i] = ivp_of(at[i]);
        y[MB_BODY * b + 3] = ivp_of(1);
    }
    if (re(p[SETTLE]) > 0) return statics_settle(terms, n.nq, n.ng, t0, y, p);
    return IVP_OK;
}

/* ---- what is looked at ------------------------------------------------------------------- */

/* Rows of the ball joint of node 4 and the rear suspension's right half. */
enum { BALL = 100 };

static real reaction(const ivp_state *s, const real *p) { return s->lambda[BALL + 2]; }

static real pitch_rate(const ivp_state *s, const real *p)
{
    const real *e = s->q + MB_BODY * ENGINE + 3, *w = s->u + MB_BODY * ENGINE + 3;
    return 2 * (e[0] * w[2] - w[0] * e[2] + e[3] * w[1] - e[1] * w[3]);
}

static real tyre_fl(const ivp_state *s, const real *p)
{
    vehicle v;
    stand(&v, s->q, s->u, p);
    return tyre_force(&v, 0, p);
}

/* Rotation of a node about x or y. */
static real turned(const ivp_state *s, int node, int about, const real *p)
{
    const real *shape = shape_of(p, node) + 3 + about;
    real sum = ivp_of(0);
    for (int k = 0; k < modes_of(p); k++) sum += shape[6 * k] * s->q[first_mode() + k];
    return sum;
}

/* The mean over an element of the frame: E I times what its ends are turned against each other,
 * by length. */
static real moment(const ivp_state *s, const real *p)
{
    const plain EI = R(205e9) * R(2.13e-8);
    real most = ivp_of(0);
    for (int side = 1; side <= 11; side += 10)
        for (int k = side; k < side + 9; k++)
            most = ivp_max(most, ivp_abs(turned(s, k + 1, 1, p) - turned(s, k, 1, p)));
    return most * EI * 9 / LADDER_LENGTH;
}

IVP_PROBLEM(flexible_frame,
    .title = "All-terrain vehicle with a flexible frame on four posts",
    .source = "after Negrut, Rampalli, Ottarsson, Sajdak, section 4.3, with data of its own",
    .tags = "mechanical index3 stiff contact semidefinite scalable models large",
    .params = params,
    .t0 = "0",
    .t1 = "2",
    .form = IVP_MECH,
    .size = size,
    .prepare = prepare,
    .init = start,
    .mech = { .terms = terms },
    IVP_BREAKS((double)R(0.2)),
    .observables =
        (const ivp_observable[]){
            { "height", "m", "of the frame's centre", .component = "q3" },
            { "pitch_rate", "rad/s", "of the engine, nose down", pitch_rate },
            { "reaction", "N", "vertical, of the right rear suspension's ball joint", reaction },
            { "tyre", "N", "force of the tyre front left", tyre_fl },
            { "moment", "N m", "largest bending moment of a rail, mean of an element", moment },
            { 0 },
        },
    .scd = "q",
    .mescd = "q u",
    .protocol = { .from = 2, .to = 5, .per_decade = 1, .atol = "rtol", .h0 = "1e-3*rtol" });
