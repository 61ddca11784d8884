/* vehicle_trailer.c -- a lorry that pulls K centre-axle trailers through bends and a braking, coupled
 * by a constraint or by a spring and damper in its place.
 *
 *     q = (x, y, psi) of the lorry, then of each trailer; e = (cos psi, sin psi), n = (-sin psi, cos psi)
 *     M = diag(m, m, I)
 *     g_k = r_(k-1) - h e_(k-1) - r_k - c2 e_k                       hitch k, two equations
 *     G_k = [I, -h n_(k-1)] and [-I, -c2 n_k]
 *     gamma_k = -(h psi'_(k-1)^2 e_(k-1) + c2 psi'_k^2 e_k)
 *     couple=dae:     M q'' = f - G^T lambda, g = 0
 *     couple=spring:  lambda = k g + c G q' in the same place: the force of the hitch in both
 *
 * An axle at l ahead of the mass centre sees v_long = r'.e, v_lat = r'.n + l psi' and pushes sideways by
 *
 *     Fy = -C al / sqrt(1 + (C al / (mu Fz))^2),     al = atan2(v_lat, v_long) - delta
 *
 * with its static load Fz; delta is the angle of the steered front axle, whose force is turned by it.
 * The rear axle drives, clip(gain (vref - v_long), -+most) less rolling and air; trailers resist.
 * All trailers have the data of the first one and its static loads.
 *
 *     S(x) = x^3 (10 - 15 x + 6 x^2), clipped to 0 .. 1;  W(a, b) = S(t - a) - S(t - b)
 *     delta = 0.02 W(5,15) sin(0.6 pi (t-5)) + 0.02 W(18,25) - 0.05 W(38,46) + 0.03 W(50,58) sin(pi (t-50))
 *     vref = 20 - 8 S((t-28)/6)
 *
 * The third derivative of S jumps at its ends: they are break points.
 *
 * An open stand-in for section 4.3 of Burgermeister, Arnold, Esterl, DAE time integration for
 * real-time applications in multi-body dynamics, which prints no data.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#define IVP_SPARSE
#include <ivp/problem.h>

/* clang-format off */
enum { X, Y, PSI, BODY }; /* BODY coordinates a body */
enum { COUPLE, TRAILERS, STIFFNESS, DAMPING, MASS1, INERTIA1, MASS2, INERTIA2, FRONT, REAR, HITCH1, HITCH2,
       AXLE2, CF, CR, CT, FRICTION, GRAVITY, GAIN, MOST, NPARAM };
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
    { 0 },
};

static const double breaks[] = { 5, 6, 15, 16, 18, 19, 25, 26, 28, 34, 38, 39, 46, 47, 50, 51, 58, 59, 0 };
/* clang-format on */

static int trailers(const real *p)
{
    const plain k = re(p[TRAILERS]);
    return k >= 1 && k <= 1000 && k == (int)k ? (int)k : 0;
}

static bool by_spring(const real *p) { return re(p[COUPLE]) > 0; }

static void size(const real *p, ivp_sizes *s)
{
    s->nq = trailers(p) ? BODY * (trailers(p) + 1) : 0;
    s->ng = by_spring(p) ? 0 : 2 * trailers(p);
}

/* Static loads: the trailer rests on its axle and the hitch, the lorry on two axles. */
static void prepare(const real *p, real *derived)
{
    const real weight1 = p[MASS1] * p[GRAVITY], weight2 = p[MASS2] * p[GRAVITY];
    const real trailer = weight2 * p[HITCH2] / (p[HITCH2] + p[AXLE2]),
               hitch = weight2 - trailer;
    const real front =
        (weight1 * p[REAR] - hitch * (p[HITCH1] - p[REAR])) / (p[FRONT] + p[REAR]);
    derived[GRIP_FRONT - NPARAM] = p[FRICTION] * front;
    derived[GRIP_REAR - NPARAM] = p[FRICTION] * (weight1 + hitch - front);
    derived[GRIP_TRAILER - NPARAM] = p[FRICTION] * trailer;
}

/* ---- the course -------------------------------------------------------------------------- */

static real ramp(real x)
{
    const real s = ivp_min(ivp_max(x, ivp_of(0)), ivp_of(1));
    return s * s * s * (10 - 15 * s + 6 * s * s);
}

static real window(real t, plain from, plain to) { return ramp(t - from) - ramp(t - to); }

static real steering(real t)
{
    return R(0.02) * window(t, 5, 15) * sin(R(0.6) * IVP_PI * (t - 5)) +
           R(0.02) * window(t, 18, 25) - R(0.05) * window(t, 38, 46) +
           R(0.03) * window(t, 50, 58) * sin(IVP_PI * (t - 50));
}

static real wanted_speed(real t) { return 20 - 8 * ramp((t - 28) / 6); }

/* ---- forces ------------------------------------------------------------------------------ */

/* A body in its own axes: direction and velocity. */
struct body {
    real e[2], n[2], along, across, turn;
};

static struct body body_of(const real *q, const real *u)
{
    const real c = cos(q[PSI]), s = sin(q[PSI]);
    return (struct body){ .e = { c, s },
                          .n = { -s, c },
                          .along = u[X] * c + u[Y] * s,
                          .across = u[Y] * c - u[X] * s,
                          .turn = u[PSI] };
}

/* Lateral force of an axle at l whose wheels are turned by delta. */
static real sideways(const struct body *b, real l, real delta, real stiffness, real grip)
{
    const real slip = ivp_atan2(b->across + l * b->turn, b->along) - delta;
    const real load = stiffness * slip, over = load / grip;
    return -load / sqrt(1 + over * over);
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
    const real delta = steering(t), v = b->along;
    const real front = sideways(b, p[FRONT], delta, p[CF], p[GRIP_FRONT]);
    const real rear = sideways(b, -p[REAR], ivp_of(0), p[CR], p[GRIP_REAR]);
    const real asked = p[GAIN] * (wanted_speed(t) - v);
    const real drive = ivp_min(ivp_max(asked, -p[MOST]), p[MOST]) -
                       (R(0.008) * p[MASS1] * p[GRAVITY] + 4 * v * v);
    const real turned = front * cos(delta);
    push(b, drive - front * sin(delta), turned + rear, p[FRONT] * turned - p[REAR] * rear, f);
}

static void push_trailer(const struct body *b, real *f, const real *p)
{
    const real side = sideways(b, -p[AXLE2], ivp_of(0), p[CT], p[GRIP_TRAILER]), v = b->along;
    const real drag = R(0.01) * p[MASS2] * p[GRAVITY] + R(2.5) * v * v + 2400;
    push(b, -drag, side, -p[AXLE2] * side, f);
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
    const int n = BODY * (trailers(p) + 1);
    for (int i = 0; i < 2 * n; i++) y[i] = ivp_of(0);
    for (int k = 0; k <= trailers(p); k++) {
        y[BODY * k + X] = -k * (p[HITCH1] + p[HITCH2]);
        y[n + BODY * k + X] = ivp_of(20);
    }
    return IVP_OK;
}

/* ---- what is looked at: the first hitch -------------------------------------------------- */

static void first_hitch(const ivp_state *s, real *g, real *rate, const real *p)
{
    const struct body lorry = body_of(s->q, s->u), trailer = body_of(s->q + BODY, s->u + BODY);
    hitch(s->q, s->u, &lorry, &trailer, g, rate, p);
}

static real force(const ivp_state *s, int i, const real *p)
{
    real g[2], rate[2];
    if (!by_spring(p)) return s->lambda[i];
    first_hitch(s, g, rate, p);
    return p[STIFFNESS] * g[i] + p[DAMPING] * rate[i];
}

static real force_x(const ivp_state *s, const real *p) { return force(s, 0, p); }
static real force_y(const ivp_state *s, const real *p) { return force(s, 1, p); }

static real articulation(const ivp_state *s, const real *p)
{
    return s->q[PSI] - s->q[BODY + PSI];
}

static real lateral(const ivp_state *s, const real *p)
{
    const real psi = s->q[BODY + PSI];
    return s->a[BODY + Y] * cos(psi) - s->a[BODY + X] * sin(psi);
}

static real speed(const ivp_state *s, const real *p) { return body_of(s->q, s->u).along; }

IVP_PROBLEM(vehicle_trailer,
    .title = "Lorry with trailers",
    .source = "this project; after Burgermeister, Arnold, Esterl, section 4.3",
    .tags = "mechanical index3 scalable models",
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
    .observables =
        (const ivp_observable[]){
            { "force_x", "N", "of the first hitch on the trailer, along x", force_x },
            { "force_y", "N", "along y", force_y },
            { "articulation", "rad", "yaw of the lorry less that of the trailer", articulation },
            { "lateral", "m/s^2", "lateral acceleration of the first trailer", lateral },
            { "speed", "m/s", "of the lorry, along it", speed },
            { 0 },
        },
    .scd = "q u",
    .mescd = "q u",
    .protocol = { .from = 3, .to = 9, .per_decade = 2, .atol = "rtol", .h0 = "rtol" });
