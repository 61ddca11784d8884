/* food_web.c -- prey c and predators e on the unit square, N x N points: index 1.
 *
 *     c' = D1 (c_xx + c_yy) + c ( b - A c - G e)
 *     0  = D2 (e_xx + e_yy) + e (-b + E c - A e)
 *
 *     b = B (1 + alpha x y + beta sin(4 pi x) sin(4 pi y))
 *     c = 10 + (16 x (1 - x) y (1 - y))^2 at the start
 *
 * Differences of five points, x_j = j/(N - 1), the normal derivative on the border is zero:
 * points beyond are mirror images. c row by row, then e. Predators at the start solve their
 * equation: each point in turn the quadratic equation of its e, until nothing changes; their
 * rates are found in the same way. The source guesses e = 1e5 and corrects it. It prints states
 * up to t = 1, with N = 20; all is at rest from t = 0.1 on and tells little of a solver, so the
 * end here is the third time that it prints.
 *
 * Brown, Hindmarsh, Petzold, SIAM J. Sci. Comput. 15 (1994) 1467 and 19 (1998) 1495; equations
 * and constants of SUNDIALS, examples/ida/serial/idaFoodWeb_bnd.c, with one species of each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "lib/descriptor.h"
#include "lib/grid.h"

enum { POINTS, SELF, EATEN, GAIN, GROWTH, D1, D2, ALPHA, BETA };

static const ivp_param params[] = {
    [POINTS] = { "N", "8", "points along a side [1]" },
    [SELF] = { "A", "1", "competition within a species [1]" },
    [EATEN] = { "G", "0.5e-6", "prey lost to a predator [1]" },
    [GAIN] = { "E", "1e4", "gain of predators from prey [1]" },
    [GROWTH] = { "B", "1", "scale of growth [1]" },
    [D1] = { "D1", "1", "diffusion of prey [1]" },
    [D2] = { "D2", "0.05", "diffusion of predators [1]" },
    [ALPHA] = { "alpha", "50", "growth of growth with x y [1]" },
    [BETA] = { "beta", "1000", "amplitude of its waves [1]" },
    { 0 },
};

/* Values of prepare(): sin(4 pi x_j) */
enum { WAVES = BETA + 1 };

static int points(const real *p) { return (int)re(p[POINTS]); }

static void size(const real *p, ivp_sizes *s)
{
    s->n = 2 * points(p) * points(p);
    s->nderived = points(p);
}

static real place(int j, const real *p) { return j / (p[POINTS] - 1); }

static void prepare(const real *p, real *derived)
{
    for (int j = 0; j < points(p); j++) derived[j] = sin(4 * IVP_PI * place(j, p));
}

static real growth(int k, const real *p)
{
    const int n = points(p), i = k / n, j = k % n;
    const real slope = p[ALPHA] * place(i, p) * place(j, p);
    return p[GROWTH] * (1 + slope + p[BETA] * p[WAVES + i] * p[WAVES + j]);
}

static real fineness(const real *p) { return (p[POINTS] - 1) * (p[POINTS] - 1); }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const int n = points(p), all = n * n;
    const real *c = s->y, *e = c + all, d1 = p[D1] * fineness(p), d2 = p[D2] * fineness(p);
    int around[GRID_AROUND];
    for (int k = 0; k < all; k++) {
        const real b = growth(k, p);
        grid_mirrored(n, k, around);
        f[k] =
            d1 * grid_five_points(c, k, around) + c[k] * (b - p[SELF] * c[k] - p[EATEN] * e[k]);
        f[all + k] =
            d2 * grid_five_points(e, k, around) + e[k] * (-b + p[GAIN] * c[k] - p[SELF] * e[k]);
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const int n = points(p), all = n * n;
    const real *c = s->y, *e = c + all, d1 = p[D1] * fineness(p), d2 = p[D2] * fineness(p);
    int around[GRID_AROUND];
    for (int k = 0; k < all; k++) {
        const real b = growth(k, p);
        grid_mirrored(n, k, around);
        for (int m = 0; m < GRID_AROUND; m++) {
            *ivp_at(J, k, around[m]) += d1;
            *ivp_at(J, all + k, all + around[m]) += d2;
        }
        *ivp_at(J, k, k) += b - 2 * p[SELF] * c[k] - p[EATEN] * e[k] - 4 * d1;
        *ivp_at(J, k, all + k) = -p[EATEN] * c[k];
        *ivp_at(J, all + k, k) = p[GAIN] * e[k];
        *ivp_at(J, all + k, all + k) += -b + p[GAIN] * c[k] - 2 * p[SELF] * e[k] - 4 * d2;
    }
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    for (int k = 0; k < points(p) * points(p); k++) *ivp_at(M, k, k) = ivp_of(1);
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    const int all = points(p) * points(p);
    for (int k = 0; k < all; k++) ivp_entry(out, IVP_M, k, k);
    grid_pattern(out, points(p), 2, grid_mirrored);
}

/* ---- the start --------------------------------------------------------------------------- */

/* The state, with rates of prey, where predators or their rates are wanted */
typedef struct crowd {
    const real *c, *e, *rate, *p;
} crowd;

/* e at a point, from the sum of its neighbours */
static real predators(const crowd *w, int k, real sum)
{
    const real *p = w->p, d = p[D2] * fineness(p);
    const real half = (p[GAIN] * w->c[k] - growth(k, p) - 4 * d) / 2;
    return (half + sqrt(half * half + p[SELF] * d * sum)) / p[SELF];
}

/* e' there, from the derivative of the equation by time */
static real predators_rate(const crowd *w, int k, real sum)
{
    const real *p = w->p, d = p[D2] * fineness(p);
    const real slope = p[GAIN] * w->c[k] - growth(k, p) - 2 * p[SELF] * w->e[k] - 4 * d;
    return -(d * sum + p[GAIN] * w->e[k] * w->rate[k]) / slope;
}

/* x := the solution of x_k = of(k, sum of the neighbours of x_k), by Gauss and Seidel */
static ivp_status settle(const crowd *w, real of(const crowd *, int, real), real *x)
{
    enum { SWEEPS = 10000 };
    const int n = points(w->p);
    int around[GRID_AROUND];
    bool moves = true;
    for (int sweep = 0; moves && sweep < SWEEPS; sweep++) {
        moves = false;
        for (int k = 0; k < n * n; k++) {
            const real before = x[k];
            grid_mirrored(n, k, around);
            x[k] = of(w, k, grid_sum(x, around));
            moves = moves || re(ivp_abs(x[k] - before)) > 8 * IVP_EPS * re(ivp_abs(x[k]));
        }
    }
    return moves ? IVP_DOMAIN : IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int n = points(p), all = n * n;
    const crowd w = { y, y + all, yp, p };
    for (int k = 0; k < all; k++) {
        const real x = place(k % n, p), z = place(k / n, p),
                   hump = 16 * x * (1 - x) * z * (1 - z);
        y[k] = 10 + hump * hump;
        y[all + k] = p[GAIN] * y[k] / p[SELF];
    }
    const ivp_status st = settle(&w, predators, y + all);
    rhs(&(ivp_state){ .t = t0, .y = y }, yp, p);
    for (int k = 0; k < all; k++) yp[all + k] = p[GAIN] * yp[k] / p[SELF];
    return st ? st : settle(&w, predators_rate, yp + all);
}

/* ---- what is scored ---------------------------------------------------------------------- */

static real prey(const ivp_state *s, const real *p)
{
    return grid_mean(s->y, points(p) * points(p));
}

static real mean_predators(const ivp_state *s, const real *p)
{
    const int all = points(p) * points(p);
    return grid_mean(s->y + all, all);
}

static real far_corner(const ivp_state *s, const real *p)
{
    return s->y[points(p) * points(p) - 1];
}

IVP_PROBLEM(food_web,
    .title = "Food web of prey and predators on a square",
    .source = "Brown, Hindmarsh, Petzold 1994, 1998; SUNDIALS, idaFoodWeb_bnd",
    .tags = "dae index1 stiff reaction_diffusion biology scalable extra",
    .params = params,
    .t0 = "0",
    .t1 = "0.01",
    .form = IVP_LIN,
    .sizes = { .n = 128 },
    .size = size,
    .prepare = prepare,
    .pattern = pattern,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian, .mass = mass, .autonomous = true },
    .observables =
        (const ivp_observable[]){
            { "prey", "1", "mean over the square", prey },
            { "predators", "1", "mean over the square", mean_predators },
            { "prey_near", "1", "at x = y = 0", .component = "y1" },
            { "prey_far", "1", "at x = y = 1", far_corner },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"),
    .published =
        (const ivp_published[]){
            { "N=20", .source = "SUNDIALS, idaFoodWeb_bnd.out: IDA at 1e-5",
              .values = "y1=161.88 y400=197.35 y401=1.6189e6 y800=1.9734e6" },
            { 0 },
        });
