/* realtime_bound.c -- the bound of one Newton step per step on |g|, evaluated along runs.
 *
 * Burgermeister, Arnold, Esterl, section 3.4. With P = M^-1 G^T (G M^-1 G^T)^-1 at q_n, on the
 * segment U_n from q_n to q_n + h u_n,
 *
 *     A_1 = max |g''(u_n, u_n)| / 2
 *     A_2 = max |g''(P ., P .)| / 2
 *     A_3 = max |g''(u_n, P .)|
 *
 *     C_0 = A_3 A_1 + h A_2 A_1^2
 *     C_1 = A_3 + 2 h A_2 A_1
 *     C_2 = A_2
 *
 *     |g_(n+1)| <= C_2 |g_n|^2 + h C_1 |g_n| + h^3 C_0 <= g_lim
 *     g_lim = (1 - h C_1 - sqrt((1 - h C_1)^2 - 4 h^3 C_0 C_2)) / (2 C_2)                (13)
 *
 * C_1 is printed with h A_2 A_1; both readings are evaluated. Where g depends on time, u_n and
 * the derivatives are those of (t, q): then |g''(u, u)| = |gamma|, and g''(u_n, .) is the
 * derivative of G along (1, u_n). Norms are Euclidean, of bilinear maps over unit vectors.
 *
 *     ladder     problem, h, largest A and C along the run, h C_1 and the discriminant of (13),
 *                g_lim by both readings, largest |g|, over its bound, over g_lim by both
 *     run        t, |g|, its bound from the step before; car axle with h = 10 ms
 *
 * tables: ladder run
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/lu.h"
#include "kernel/problem/status.h"
#include "papers/studies/runs.h"

enum { MOST_G = 2, MOST_Q = 4, ANGLES = 24, POINTS = 5 };

typedef struct constants {
    double a1, a2, a3, c0, c1, c2, c1_printed;
} constants;

struct walk {
    instance *instance;
    int nq, ng;
    double h, t, q[MOST_Q], u[MOST_Q], g; /* the point before */
    constants now, most;
    double observed, tightest; /* largest |g|, and |g| over its bound */
    bool shown;
};

static void blocks(const struct walk *w, double t, const double *q, const double *u, double *G,
                   double *M, double *gamma)
{
    double f[MOST_Q], d[MOST_Q], g[MOST_G], gt[MOST_G] = { 0 }, y[2 * MOST_Q + 1] = { 0 };
    ivp_terms terms = { .M = { w->nq, w->nq, w->nq, M },
                        .G = { w->ng, w->nq, w->ng, G },
                        .f = f,
                        .d = d,
                        .g = g,
                        .gt = gt,
                        .gamma = gamma };
    memset(G, 0, MOST_G * MOST_Q * sizeof *G);
    memset(M, 0, MOST_Q * MOST_Q * sizeof *M);
    memcpy(y, q, (size_t)w->nq * sizeof *q);
    memcpy(y + w->nq, u, (size_t)w->nq * sizeof *u);
    const ivp_state s = { .t = t, .y = y, .q = y, .u = y + w->nq, .x = y + 2 * w->nq };
    if (w->instance->problem->mech.terms(IVP_M | IVP_CON | IVP_GQ | IVP_GT | IVP_GAMMA, &s,
                                         &terms, w->instance->p) != IVP_OK)
        give_up("the blocks fail at t = %g", t);
}

/* P e_k for each k, from the saddle-point system with right-hand side (0, e_k). */
static void pseudo_inverse(struct walk *w, const double *M, const double *G, double P[][MOST_Q])
{
    double S[(MOST_Q + MOST_G) * (MOST_Q + MOST_G)] = { 0 };
    const int nq = w->nq, n = nq + w->ng;
    int pivots[MOST_Q + MOST_G];
    const ivp_mat A = { n, n, n, S };
    for (int j = 0; j < nq; j++) {
        for (int i = 0; i < nq; i++) *ivp_at(A, i, j) = M[i + j * nq];
        for (int k = 0; k < w->ng; k++)
            *ivp_at(A, nq + k, j) = *ivp_at(A, j, nq + k) = G[k + j * w->ng];
    }
    if (lu_factor(A, pivots)) give_up("the projection is singular at t = %g", w->t);
    for (int k = 0; k < w->ng; k++) {
        double b[MOST_Q + MOST_G] = { 0 };
        b[nq + k] = 1;
        lu_solve(A, pivots, b);
        memcpy(P[k], b, (size_t)nq * sizeof *b);
    }
}

/* to := (d/ds G(t + s dt, q + s v)) along, by a central difference: exact for quadratic g. */
static void second(const struct walk *w, double t, const double *q, double dt, const double *v,
                   const double *along, double *to)
{
    const double step = 1e-4;
    double G[2][MOST_G * MOST_Q], M[MOST_Q * MOST_Q], gamma[MOST_G], at[MOST_Q];
    for (int side = 0; side < 2; side++) {
        const double s = side ? step : -step;
        for (int j = 0; j < w->nq; j++) at[j] = q[j] + s * v[j];
        blocks(w, t + s * dt, at, w->u, G[side], M, gamma);
    }
    for (int i = 0; i < w->ng; i++) {
        to[i] = 0;
        for (int j = 0; j < w->nq; j++)
            to[i] += (G[1][i + j * w->ng] - G[0][i + j * w->ng]) / (2 * step) * along[j];
    }
}

static void combine(const struct walk *w, double P[][MOST_Q], double angle, double *v)
{
    for (int j = 0; j < w->nq; j++)
        v[j] = w->ng == 1 ? P[0][j] : cos(angle) * P[0][j] + sin(angle) * P[1][j];
}

/* A_1, A_2, A_3 at one point of the segment. */
static void widen(const struct walk *w, double t, const double *q, double P[][MOST_Q],
                  constants *c)
{
    double G[MOST_G * MOST_Q], M[MOST_Q * MOST_Q], gamma[MOST_G] = { 0 };
    double v[MOST_Q] = { 0 }, x[MOST_Q] = { 0 };
    double value[MOST_G] = { 0 };
    const int angles = w->ng == 1 ? 1 : ANGLES;
    blocks(w, t, q, w->u, G, M, gamma);
    c->a1 = fmax(c->a1, norm2(gamma, w->ng) / 2);
    for (int i = 0; i < angles; i++) {
        combine(w, P, i * IVP_PI / ANGLES, v);
        second(w, t, q, 1, w->u, v, value);
        c->a3 = fmax(c->a3, norm2(value, w->ng));
        for (int j = i; j < angles; j++) {
            combine(w, P, j * IVP_PI / ANGLES, x);
            second(w, t, q, 0, v, x, value);
            c->a2 = fmax(c->a2, norm2(value, w->ng) / 2);
        }
    }
}

static constants constants_of(struct walk *w)
{
    double G[MOST_G * MOST_Q], M[MOST_Q * MOST_Q], gamma[MOST_G] = { 0 };
    double P[MOST_G][MOST_Q] = { { 0 } };
    double q[MOST_Q] = { 0 };
    constants c = { 0 };
    blocks(w, w->t, w->q, w->u, G, M, gamma);
    pseudo_inverse(w, M, G, P);
    for (int k = 0; k < POINTS; k++) {
        const double s = w->h * k / (POINTS - 1);
        for (int j = 0; j < w->nq; j++) q[j] = w->q[j] + s * w->u[j];
        widen(w, w->t + s, q, P, &c);
    }
    c.c2 = c.a2;
    c.c1_printed = c.a3 + w->h * c.a2 * c.a1;
    c.c1 = c.a3 + 2 * w->h * c.a2 * c.a1;
    c.c0 = c.a3 * c.a1 + w->h * c.a2 * c.a1 * c.a1;
    return c;
}

static double discriminant(const constants *c, double c1, double h)
{
    return (1 - h * c1) * (1 - h * c1) - 4 * h * h * h * c->c0 * c->c2;
}

static double limit(const constants *c, double c1, double h)
{
    const double d = discriminant(c, c1, h);
    /* without cancellation: the product of the roots is h^3 C_0 / C_2 */
    return d > 0 && h * c1 < 1 ? 2 * h * h * h * c->c0 / (1 - h * c1 + sqrt(d)) : NAN;
}

static double drift_of(const struct walk *w, const ivp_state *s)
{
    double f[MOST_Q], d[MOST_Q], g[MOST_G] = { 0 };
    ivp_terms terms = { .f = f, .d = d, .g = g };
    double unused[MOST_Q * MOST_Q + MOST_G * MOST_Q + 2 * MOST_G];
    terms.M = (ivp_mat){ w->nq, w->nq, w->nq, unused };
    terms.G = (ivp_mat){ w->ng, w->nq, w->ng, unused + MOST_Q * MOST_Q };
    terms.gt = unused + MOST_Q * MOST_Q + MOST_G * MOST_Q;
    terms.gamma = terms.gt + MOST_G;
    memset(unused, 0, sizeof unused);
    if (w->instance->problem->mech.terms(IVP_CON, s, &terms, w->instance->p) != IVP_OK)
        give_up("the constraints fail at t = %g", s->t);
    return norm2(g, w->ng);
}

static void keep_most(constants *most, const constants *c)
{
    most->a1 = fmax(most->a1, c->a1), most->a2 = fmax(most->a2, c->a2);
    most->a3 = fmax(most->a3, c->a3), most->c0 = fmax(most->c0, c->c0);
    most->c1 = fmax(most->c1, c->c1), most->c2 = fmax(most->c2, c->c2);
    most->c1_printed = fmax(most->c1_printed, c->c1_printed);
}

static void walk_on(void *self, const evolve_point *point)
{
    struct walk *w = self;
    const double g = drift_of(w, point->state), h = point->h;
    if (h > 0) {
        const constants *c = &w->now;
        const double bound = c->c2 * w->g * w->g + w->h * c->c1 * w->g + pow(w->h, 3) * c->c0;
        w->tightest = fmax(w->tightest, g / (bound + 4 * IVP_EPS));
        w->observed = fmax(w->observed, g);
        if (w->shown) printf("%.17g,%.17g,%.17g\n", point->t, g, bound);
    }
    w->t = point->t;
    w->g = g;
    memcpy(w->q, point->state->q, (size_t)w->nq * sizeof *w->q);
    memcpy(w->u, point->state->u, (size_t)w->nq * sizeof *w->u);
    w->now = constants_of(w);
    keep_most(&w->most, &w->now);
}

static struct walk walk_of(const char *problem, double h, double t1, bool shown)
{
    struct walk w = { .instance = open_problem(problem, NULL), .h = h, .shown = shown };
    w.nq = w.instance->sizes.nq;
    w.ng = w.instance->sizes.ng;
    const evolve_setup setup = { .formulation = "projected",
                                 .solver = "linear_implicit_euler",
                                 .options = "jacobian=J2",
                                 .h = h,
                                 .t1 = t1 };
    const run r = solve_on(w.instance, &setup, walk_on, &w);
    if (r.status != IVP_OK) give_up("%s ends as %s", problem, status_name(r.status));
    instance_close(w.instance);
    return w;
}

static void ladder(void)
{
    static const double steps[] = { 1e-2, 5e-3, 2e-3, 1e-3 };
    puts("problem,h,A1,A2,A3,C0,C1,C2,C1_printed,hC1,discriminant,g_lim,g_lim_printed,observed,"
         "tightest,over_lim,over_lim_printed");
    for (int p = 0; p < 2; p++)
        for (int k = 0; k < 4; k++) {
            const double h = steps[k];
            const struct walk w =
                walk_of(p ? "circular_track" : "car_axle", h, p ? 10 : 3, false);
            const constants *c = &w.most;
            const double lim = limit(c, c->c1, h), printed = limit(c, c->c1_printed, h);
            printf("%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,",
                   p ? "circular_track" : "car_axle", h, c->a1, c->a2, c->a3, c->c0, c->c1,
                   c->c2, c->c1_printed, h * c->c1, discriminant(c, c->c1, h));
            const double beyond_rounding = w.observed - 4 * IVP_EPS;
            printf("%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", lim, printed, w.observed,
                   w.tightest, beyond_rounding / lim, beyond_rounding / printed);
        }
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "run")) {
        puts("t,g,bound");
        walk_of("car_axle", 1e-2, 3, true);
    } else {
        ladder();
    }
    return 0;
}
