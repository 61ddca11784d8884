/* car_axle.c -- an axle on two springs, one wheel on a flat road, the other on a wavy one.
 *
 * q = (xl, yl, xr, yr). The left end is held over the wheel at (0, 0) by a spring that stays
 * perpendicular to the road (first constraint), the right one is sprung against the wheel at
 * (xb, yb), and the axle is rigid (second one):
 *
 *     yb = r sin(omega t)
 *     xb = sqrt(L^2 - yb^2)
 *     g1 = xb xl + yb yl
 *     g2 = (xl - xr)^2 + (yl - yr)^2 - L^2
 *
 * Each end has the mass M eps^2 / 2. The test set writes the multipliers with the other sign.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"
#include "lib/draw.h"

enum { XL, YL, XR, YR, NQ, NG = 2 };
enum { LENGTH, SPRING, EPS, MASS, ROAD, OMEGA, GRAVITY, NPARAMS };
enum { END_MASS = NPARAMS, END_WEIGHT, NP }; /* from prepare() */

static const ivp_param params[] = {
    [LENGTH] = { "L", "1", "length of the axle and the base [m]" },
    [SPRING] = { "L0", "0.5", "unloaded length of the springs [m]" },
    [EPS] = { "eps", "0.01", "ratio of the time scales [1]" },
    [MASS] = { "M", "10", "mass before scaling by eps^2 [kg]" },
    [ROAD] = { "r", "0.1", "amplitude of the road [m]" },
    [OMEGA] = { "omega", "10", "frequency of the road [rad/s]" },
    [GRAVITY] = { "grav", "1", "pull, downward [m/s^2]" },
    { 0 },
};

static void prepare(const real *p, real *derived)
{
    const real mass = p[MASS] * p[EPS] * p[EPS] / 2;
    derived[END_MASS - NPARAMS] = mass;
    derived[END_WEIGHT - NPARAMS] = mass * p[GRAVITY];
}

/* The wheel on the wavy road, with two derivatives: (xb, yb) keeps its distance L. */
struct wheel {
    real x, y, dx, dy, ddx, ddy;
};

static struct wheel road(real t, const real *p)
{
    real c, s;
    ivp_turn(p[OMEGA] * t, &c, &s);
    struct wheel b = { .y = p[ROAD] * s };
    b.x = sqrt(p[LENGTH] * p[LENGTH] - b.y * b.y);
    b.dy = p[ROAD] * p[OMEGA] * c;
    const real over = 1 / b.x;
    b.dx = -b.y * b.dy * over;
    b.ddy = -p[OMEGA] * p[OMEGA] * b.y;
    b.ddx = -(b.dx * b.dx + b.dy * b.dy + b.y * b.ddy) * over;
    return b;
}

/* The same, kept from call to call where there is room for that. */
static const struct wheel *road_at(const ivp_state *s, struct wheel *fresh, const real *p)
{
    struct wheel *b = s->kept ? (void *)s->kept : fresh;
    if (!s->again) *b = road(s->t, p);
    return b;
}

/* Force of a spring on its end at (x, y) as seen from its wheel; stiffness 1 N/m. In this order
 * the division does not wait for the root. */
static void spring(real x, real y, real *f, const real *p)
{
    const real squared = x * x + y * y, pull = p[SPRING] / squared * sqrt(squared) - 1;
    f[0] = pull * x;
    f[1] = pull * y - p[END_WEIGHT];
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const real *q = s->q, *u = s->u;
    struct wheel fresh;
    const struct wheel b = *road_at(s, &fresh, p);
    const real dx = q[XL] - q[XR], dy = q[YL] - q[YR];
    const real du = u[XL] - u[XR], dv = u[YL] - u[YR];

    if (want & IVP_M)
        for (int i = 0; i < NQ; i++) *ivp_at(out->M, i, i) = p[END_MASS];
    if (want & IVP_F) {
        spring(q[XL], q[YL], &out->f[XL], p);
        spring(q[XR] - b.x, q[YR] - b.y, &out->f[XR], p);
    }
    if (want & IVP_CON) {
        out->g[0] = b.x * q[XL] + b.y * q[YL];
        out->g[1] = dx * dx + dy * dy - p[LENGTH] * p[LENGTH];
    }
    if (want & IVP_GT) out->gt[0] = b.dx * q[XL] + b.dy * q[YL];

    *ivp_at(out->G, 0, XL) = b.x;
    *ivp_at(out->G, 0, YL) = b.y;
    *ivp_at(out->G, 1, XL) = 2 * dx;
    *ivp_at(out->G, 1, YL) = 2 * dy;
    *ivp_at(out->G, 1, XR) = -2 * dx;
    *ivp_at(out->G, 1, YR) = -2 * dy;

    out->gamma[0] = -(b.ddx * q[XL] + b.ddy * q[YL] + 2 * (b.dx * u[XL] + b.dy * u[YL]));
    out->gamma[1] = -2 * (du * du + dv * dv);
    return IVP_OK;
}

/* Axle level, springs unloaded, moving sideways as the turning base demands. */
static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    real *q = y, *u = y + NQ;
    q[XL] = ivp_of(0);
    q[XR] = p[LENGTH];
    q[YL] = q[YR] = p[SPRING];
    u[XL] = u[XR] = -p[ROAD] * p[OMEGA] * p[SPRING] / p[LENGTH];
    u[YL] = u[YR] = ivp_of(0);
    return IVP_OK;
}

static real middle(const ivp_state *s, const real *p) { return (s->q[YL] + s->q[YR]) / 2; }

static real tilt(const ivp_state *s, const real *p)
{
    return ivp_atan2(s->q[YR] - s->q[YL], s->q[XR] - s->q[XL]);
}

static real left_spring(const ivp_state *s, const real *p)
{
    return ivp_hypot(s->q[XL], s->q[YL]);
}

static real right_spring(const ivp_state *s, const real *p)
{
    const struct wheel b = road(s->t, p);
    return ivp_hypot(s->q[XR] - b.x, s->q[YR] - b.y);
}

static real road_height(const ivp_state *s, const real *p) { return road(s->t, p).y; }

static const ivp_observable observables[] = {
    { "middle", "m", "height of the middle of the axle", middle },
    { "tilt", "rad", "angle of the axle, right end up", tilt },
    { "left_spring", "m", "length of the left spring", left_spring },
    { "right_spring", "m", "length of the right spring", right_spring },
    { "road", "m", "height of the right wheel", road_height },
    { 0 },
};

static const ivp_published published[] = {
    { TESTSET_VALUES(", multipliers with the sign turned", "9.2"),
      .values = "q1=0.0493455784275402809122 q2=0.496989460230171153861 "
                "q3=1.04174252488542151681 q4=0.373911027265361256927 "
                "u1=-0.0770583684040972357970 u2=0.00744686658723778553466 "
                "u3=0.0175568157537232222276 u4=0.770341043779251976443 "
                "lambda1=0.00473688659084893324729 lambda2=0.00110468033125734368808" },
    { 0 },
};

/* The axle, and both springs down to their wheels. */
static ivp_status draw(const ivp_state *s, const ivp_canvas *to, const real *p)
{
    const struct wheel right = road(s->t, p);
    draw_rod(to, s->q[XL], s->q[YL], s->q[XR], s->q[YR]);
    draw_rod(to, ivp_of(0), ivp_of(0), s->q[XL], s->q[YL]);
    draw_rod(to, right.x, right.y, s->q[XR], s->q[YR]);
    draw_point(to, "left wheel", ivp_of(0), ivp_of(0));
    draw_point(to, "right wheel", right.x, right.y);
    return IVP_OK;
}

IVP_PROBLEM(car_axle,
    .title = "Car axle on a wavy road",
    .source = "Test Set for IVP Solvers 2.4, Car Axis problem",
    .tags = "mechanical index3 rheonomic oscillatory testset core",
    .params = params,
    .t0 = "0",
    .t1 = "3",
    .form = IVP_MECH,
    .sizes = { .nq = NQ, .ng = NG, .nderived = NP - NPARAMS },
    .prepare = prepare,
    .draw = draw,
    .init = start,
    .mech = { .terms = terms, .assigns = true },
    .observables = observables,
    .scd = "q u lambda",
    .mescd = "q u lambda",
    .protocol = { .from = 2, .to = 10, .per_decade = 2, .atol = "rtol", .h0 = "rtol" },
    .published = published);
