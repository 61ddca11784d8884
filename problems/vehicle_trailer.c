/* vehicle_trailer.c -- a lorry that pulls K centre-axle trailers through bends and a braking,
 * coupled by a constraint or by a spring and damper in its place.
 *
 *     q = (x, y, psi) of the lorry, then of each trailer; e = (cos psi, sin psi), n = (-sin psi, cos psi)
 *     M = diag(m, m, I)
 *     g_k = r_(k-1) - h e_(k-1) - r_k - c2 e_k                       hitch k, two equations
 *     G_k = [I, -h n_(k-1)] and [-I, -c2 n_k]
 *     gamma_k = -(h psi'_(k-1)^2 e_(k-1) + c2 psi'_k^2 e_k)
 *     couple=dae:     M q'' = f - G^T lambda, g = 0
 *     couple=spring:  lambda = k g + c G q' in the same place: the force of the hitch in both
 *
 * An axle at l ahead of the mass centre sees v_long = r'.e, v_lat = r'.n + l psi' and pushes
 * sideways by
 *
 *     Fy = -C al / sqrt(1 + (C al / (mu Fz))^2),     al = atan2(v_lat, v_long) - delta
 *
 * with its static load Fz; delta is the angle of the steered front axle, whose force is turned
 * by it. The rear axle drives, clip(gain (vref - v_long), -+most) less rolling and air;
 * trailers resist. All trailers have the data of the first one and its static loads.
 *
 *     S(x) = x^3 (10 - 15 x + 6 x^2), clipped to 0 .. 1;  W(a, b) = S(t - a) - S(t - b)
 *     delta = 0.02 W(5,15) sin(0.6 pi (t-5)) + 0.02 W(18,25) - 0.05 W(38,46) + 0.03 W(50,58) sin(pi (t-50))
 *     vref = 20 - 8 S((t-28)/6)
 *
 * dim=3: the bodies are free, on springs, with a ball joint (lib/trailer.h). Each wheel's grip
 * follows its load.
 *
 * The third derivative of S jumps at its ends: they are break points.
 *
 * An open stand-in for section 4.3 of Burgermeister, Arnold, Esterl, DAE time integration for
 * real-time applications in multi-body dynamics, which prints no data.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "lib/trailer.h"

enum { X, Y, PSI, BODY }; /* BODY coordinates a body */

static int stride(const real *p) { return in_space(p) ? MB_BODY : BODY; }

static void size(const real *p, ivp_sizes *s)
{
    const int bodies = trailers(p) ? trailers(p) + 1 : 0;
    s->nq = stride(p) * bodies;
    s->ng = (by_spring(p) ? 0 : (in_space(p) ? 3 : 2) * trailers(p)) + in_space(p) * bodies;
}

static void prepare(const real *p, real *derived)
{
    const real hitch = trailer_hitch(p, ivp_of(0)), front = lorry_front(p, hitch);
    derived[GRIP_FRONT - NPARAM] = p[FRICTION] * front;
    derived[GRIP_REAR - NPARAM] = p[FRICTION] * (p[MASS1] * p[GRAVITY] + hitch - front);
    derived[GRIP_TRAILER - NPARAM] = p[FRICTION] * trailer_axle(p, ivp_of(0));
}

/* ---- forces ------------------------------------------------------------------------------ */

/* A body in its own axes: direction and velocity. */
struct body {
    real e[2], n[2], along, across, turn;
};

static struct body body_of(const real *q, const real *u)
{
    real c, s;
    ivp_turn(q[PSI], &c, &s);
    return (struct body){ .e = { c, s },
                          .n = { -s, c },
                          .along = u[X] * c + u[Y] * s,
                          .across = u[Y] * c - u[X] * s,
                          .turn = u[PSI] };
}

/* Slip angle of an axle at l whose wheels are turned by delta. */
static real slip_of(const struct body *b, real l, real delta)
{
    return ivp_atan2(b->across + l * b->turn, b->along) - delta;
}

/* along, across and about the vertical of b, into the forces on its coordinates */
static void push(const struct body *b, real along, real across, real moment, real *f)
{
    f[X] += along * b->e[0] + across * b->n[0];
    f[Y] += along * b->e[1] + across * b->n[1];
    f[PSI] += moment;
}

static void push_lorry(real t, const struct body *b, real *f, const real *p)
{
    const real delta = steering(t);
    const real front = sideways(slip_of(b, p[FRONT], delta), p[CF], p[GRIP_FRONT]);
    const real rear = sideways(slip_of(b, -p[REAR], ivp_of(0)), p[CR], p[GRIP_REAR]);
    const real drive = lorry_drive(t, b->along, p);
    const real turned = front * cos(delta);
    push(b, drive - front * sin(delta), turned + rear, p[FRONT] * turned - p[REAR] * rear, f);
}

static void push_trailer(const struct body *b, real *f, const real *p)
{
    const real side = sideways(slip_of(b, -p[AXLE2], ivp_of(0)), p[CT], p[GRIP_TRAILER]);
    push(b, -trailer_drag(b->along, p), side, -p[AXLE2] * side, f);
}

/* ---- the hitch --------------------------------------------------------------------------- */

/* Defect of the hitch between two bodies, and its rate. */
static void hitch(const real *q, const real *u, const struct body *front,
                  const struct body *back, real *g, real *rate, const real *p)
{
    for (int i = 0; i < 2; i++) {
        g[i] = q[i] - p[HITCH1] * front->e[i] - q[BODY + i] - p[HITCH2] * back->e[i];
        rate[i] = u[i] - p[HITCH1] * front->n[i] * front->turn - u[BODY + i] -
                  p[HITCH2] * back->n[i] * back->turn;
    }
}

/* -G^T lambda of one hitch */
static void pull(const struct body *front, const struct body *back, const real *lambda, real *f,
                 const real *p)
{
    for (int i = 0; i < 2; i++) {
        f[i] -= lambda[i];
        f[PSI] += p[HITCH1] * front->n[i] * lambda[i];
        f[BODY + i] += lambda[i];
        f[BODY + PSI] += p[HITCH2] * back->n[i] * lambda[i];
    }
}

static void constrain(int k, const struct body *front, const struct body *back,
                      const ivp_terms *out, const real *p)
{
    for (int i = 0; i < 2; i++) {
        const int row = 2 * k + i, col = BODY * k;
        *ivp_at(out->G, row, col + i) = ivp_of(1);
        *ivp_at(out->G, row, col + PSI) = -p[HITCH1] * front->n[i];
        *ivp_at(out->G, row, col + BODY + i) = ivp_of(-1);
        *ivp_at(out->G, row, col + BODY + PSI) = -p[HITCH2] * back->n[i];
        out->gamma[row] = -(p[HITCH1] * front->turn * front->turn * front->e[i] +
                            p[HITCH2] * back->turn * back->turn * back->e[i]);
    }
}

static void couple(int k, const ivp_state *s, const struct body *front, const struct body *back,
                   const ivp_terms *out, const real *p)
{
    const int at = BODY * k;
    real g[2], rate[2];
    hitch(s->q + at, s->u + at, front, back, g, rate, p);
    if (by_spring(p)) {
        real lambda[2];
        for (int i = 0; i < 2; i++) lambda[i] = p[STIFFNESS] * g[i] + p[DAMPING] * rate[i];
        pull(front, back, lambda, out->f + at, p);
        return;
    }
    for (int i = 0; i < 2; i++) out->g[2 * k + i] = g[i];
    constrain(k, front, back, out, p);
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    if (in_space(p)) {
        space_terms(want, s, out, p);
        return IVP_OK;
    }
    struct body front = body_of(s->q, s->u);
    if (want & IVP_M)
        for (int i = 0; i < BODY * (trailers(p) + 1); i++) {
            const int of = i % BODY == PSI ? INERTIA1 : MASS1;
            *ivp_at(out->M, i, i) = p[i < BODY ? of : of + MASS2 - MASS1];
        }
    push_lorry(s->t, &front, out->f, p);
    for (int k = 0; k < trailers(p); k++) {
        const int at = BODY * (k + 1);
        const struct body back = body_of(s->q + at, s->u + at);
        push_trailer(&back, out->f + at, p);
        couple(k, s, &front, &back, out, p);
        front = back;
    }
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    if (in_space(p)) {
        space_pattern(out, p);
        return;
    }
    for (int i = 0; i < BODY * (trailers(p) + 1); i++) ivp_entry(out, IVP_M, i, i);
    for (int k = 0; k < trailers(p) && !by_spring(p); k++)
        for (int i = 0; i < 2; i++)
            for (int b = 0; b < 2; b++) {
                ivp_entry(out, IVP_GQ, 2 * k + i, BODY * (k + b) + i);
                ivp_entry(out, IVP_GQ, 2 * k + i, BODY * (k + b) + PSI);
            }
}

/* In line along x, the hitches closed, all at 20 m/s. */
static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int has = stride(p), n = has * (trailers(p) + 1);
    for (int i = 0; i < 2 * n; i++) y[i] = ivp_of(0);
    for (int k = 0; k <= trailers(p); k++) {
        y[has * k] = -k * (p[HITCH1] + p[HITCH2]);
        y[n + has * k] = ivp_of(20);
        if (in_space(p)) space_stand(k, y + has * k);
    }
    return IVP_OK;
}

/* ---- what is looked at: the first hitch -------------------------------------------------- */

static void first_hitch(const ivp_state *s, real *g, real *rate, const real *p)
{
    if (in_space(p)) {
        space_hitch(s, g, rate, p);
        return;
    }
    const struct body lorry = body_of(s->q, s->u), trailer = body_of(s->q + BODY, s->u + BODY);
    hitch(s->q, s->u, &lorry, &trailer, g, rate, p);
    g[2] = rate[2] = ivp_of(0);
}

static real force(const ivp_state *s, int i, const real *p)
{
    real g[3], rate[3];
    if (!by_spring(p)) return i == 2 && !in_space(p) ? ivp_of(0) : s->lambda[i];
    first_hitch(s, g, rate, p);
    return p[STIFFNESS] * g[i] + p[DAMPING] * rate[i];
}

static real force_x(const ivp_state *s, const real *p) { return force(s, 0, p); }
static real force_y(const ivp_state *s, const real *p) { return force(s, 1, p); }
static real force_z(const ivp_state *s, const real *p) { return force(s, 2, p); }

static real defect(const ivp_state *s, const real *p)
{
    real g[3], rate[3];
    first_hitch(s, g, rate, p);
    return sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

static real yaw(const ivp_state *s, int body, const real *p)
{
    const int at = stride(p) * body;
    return in_space(p) ? space_yaw(s->q + at + 3) : s->q[at + PSI];
}

static real articulation(const ivp_state *s, const real *p)
{
    return yaw(s, 0, p) - yaw(s, 1, p);
}

static real lateral(const ivp_state *s, const real *p)
{
    const real psi = yaw(s, 1, p), *a = s->a + stride(p);
    return a[Y] * cos(psi) - a[X] * sin(psi);
}

static real speed(const ivp_state *s, const real *p)
{
    const real psi = yaw(s, 0, p);
    return s->u[X] * cos(psi) + s->u[Y] * sin(psi);
}

IVP_PROBLEM(vehicle_trailer,
    .title = "Lorry with trailers",
    .source = "this project; after Burgermeister, Arnold, Esterl, section 4.3",
    .tags = "mechanical index3 semidefinite scalable models",
    .params = params,
    .t0 = "0",
    .t1 = "60",
    .form = IVP_MECH,
    .sizes = { .nderived = END - NPARAM },
    .size = size,
    .prepare = prepare,
    .pattern = pattern,
    .init = start,
    .mech = { .terms = terms },
    .breaks = breaks,
    .nbreaks = sizeof breaks / sizeof *breaks,
    .observables =
        (const ivp_observable[]){
            { "force_x", "N", "of the first hitch on the trailer, along x", force_x },
            { "force_y", "N", "along y", force_y },
            { "articulation", "rad", "yaw of the lorry less that of the trailer", articulation },
            { "lateral", "m/s^2", "lateral acceleration of the first trailer", lateral },
            { "speed", "m/s", "of the lorry, along it", speed },
            { "force_z", "N", "of the first hitch upwards; 0 in the plane", force_z },
            { "defect", "m", "distance of the two ends of the first hitch", defect },
            { 0 },
        },
    .scd = "q u",
    .mescd = "q u",
    .protocol = { .from = 3, .to = 9, .per_decade = 2, .atol = "rtol", .h0 = "rtol" });
