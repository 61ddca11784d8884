/* test_problem_derivatives.c -- contract of every problem: each block agrees with the
 * derivative that it claims to be, hand-written Jacobians with complex steps, complex steps
 * with differences. */
#include "problem_cases.h"

#include "mech.h"

/* What the tests of one case share: a point z with values w, a direction dz with derivatives
 * dw. */
typedef struct bench {
    const char *name, *settings;
    instance *i;
    layout l;
    double *z, *w, *dz, *dw;
} bench;

static bench setup(int k)
{
    bench b = { .name = cases[k].name, .settings = cases[k].settings, .i = open_case(k) };
    b.l = layout_of(b.i);
    b.z = vector(b.l.nz);
    b.w = vector(b.l.nw);
    b.dz = vector(b.l.nz);
    b.dw = vector(b.l.nw);
    return b;
}

static void teardown(bench *b)
{
    instance_close(b->i);
    free(b->z);
    free(b->w);
    free(b->dz);
    free(b->dw);
}

static void along(bench *b)
{
    ck_assert_msg(differentiate(b->i, b->z, b->dz, b->dw) == IVP_OK,
                  "%s %s: no complex step where the values exist", b->name, b->settings);
}

/* dw := dw/dz_j */
static void along_coordinate(bench *b, int j)
{
    memset(b->dz, 0, (size_t)b->l.nz * sizeof *b->dz);
    b->dz[j] = 1;
    along(b);
}

static void expect(const bench *b, const char *what, int row, int column, double found,
                   double expected, double tolerance)
{
    ck_assert_msg(fabs(found - expected) <= tolerance,
                  "%s %s: %s(%d, %d) is %.17g, should be %.17g within %.1e", b->name,
                  b->settings, what, row + 1, column + 1, found, expected, tolerance);
}

/* ---- complex steps against central differences ------------------------------------- */

/* (4 D(h/2) - D(h)) / 3 with D the central difference along coordinate j; false at the border
 * of the domain. v: two vectors of values. */
static bool central_difference(bench *b, int j, double step, double *difference, double *v)
{
    const double h0 = step * fmax(fabs(b->z[j]), 1), at = b->z[j];
    const int nw = b->l.nw;
    bool inside = true;
    memset(difference, 0, (size_t)nw * sizeof *difference);
    for (int pass = 0; pass < 2; pass++) {
        const double h = pass ? h0 / 2 : h0, weight = pass ? 4 : -1;
        b->z[j] = at + h;
        const double up = b->z[j];
        inside = inside && !evaluate(b->i, ALL_TERMS, b->z, v);
        b->z[j] = at - h;
        inside = inside && !evaluate(b->i, ALL_TERMS, b->z, v + nw);
        for (int k = 0; k < nw; k++)
            difference[k] += weight * (v[k] - v[nw + k]) / (3 * (up - b->z[j]));
    }
    b->z[j] = at;
    return inside;
}

/* Row of the first disagreement with dw, or -1; each block has its own scale. */
static int disagreement(const bench *b, const double *difference)
{
    for (int k = 0; k < b->l.nblocks; k++) {
        const struct block *o = &b->l.block[k];
        const double tolerance =
            1e-6 * largest(b->dw + o->at, o->n) + 1e-10 * largest(b->w + o->at, o->n) + 1e-12;
        for (int r = o->at; r < o->at + o->n; r++)
            if (!(fabs(b->dw[r] - difference[r]) <= tolerance)) return r;
    }
    return -1;
}

/* Scales of coordinates and distances to kinks are not known: one of these steps must do. */
static void compare_with_differences(bench *b, double *difference, double *v)
{
    static const double steps[] = { 1e-4, 1e-5, 1e-3, 1e-6, 1e-2 };
    for (int j = 0; j < b->l.nz; j++) {
        bool agreed = false, compared = false;
        int row = -1;
        along_coordinate(b, j);
        for (size_t k = 0; !agreed && k < sizeof steps / sizeof *steps; k++) {
            if (!central_difference(b, j, steps[k], difference, v)) continue;
            compared = true;
            row = disagreement(b, difference);
            agreed = row < 0;
        }
        ck_assert_msg(agreed || !compared,
                      "%s %s: derivative %d of value %d is %.17g, differences say %.10g",
                      b->name, b->settings, j, row, b->dw[row], difference[row]);
    }
}

START_TEST(complex_steps_agree_with_differences)
{
    bench b = setup(_i);
    double *difference = vector(b.l.nw), *v = vector(2 * b.l.nw);
    int evaluated = 0;
    for (int k = 0; k < POINTS; k++)
        if (point(b.i, k, b.z, b.w)) {
            compare_with_differences(&b, difference, v);
            evaluated++;
        }
    ck_assert_msg(evaluated > POINTS / 2, "%s: only %d of %d points can be evaluated", b.name,
                  evaluated, POINTS);
    free(difference);
    free(v);
    teardown(&b);
}
END_TEST

/* ---- constraints ------------------------------------------------------------------- */

/* G = dg/dq and gt = dg/dt */
static void check_constraint_jacobian(bench *b)
{
    const ivp_terms at = terms_in(b->i, &b->l, b->w), slope = terms_in(b->i, &b->l, b->dw);
    const int nq = b->i->sizes.nq, ng = b->i->sizes.ng;
    const double scale = 1e-12 * largest(at.G.a, ng * nq);
    for (int j = 0; j < nq; j++) {
        along_coordinate(b, 1 + j);
        for (int r = 0; r < ng; r++)
            expect(b, "G", r, j, *ivp_at(at.G, r, j), slope.g[r], scale);
    }
    along_coordinate(b, 0);
    for (int r = 0; r < ng; r++)
        expect(b, "gt", r, 0, at.gt[r], slope.g[r], 1e-12 * largest(slope.g, ng));
}

/* gamma = -d/ds (G u + gt) along (t, q) + s (1, u), at constant u */
static void check_gamma(bench *b)
{
    const ivp_terms at = terms_in(b->i, &b->l, b->w), slope = terms_in(b->i, &b->l, b->dw);
    const int nq = b->i->sizes.nq, ng = b->i->sizes.ng;
    const double *u = b->z + 1 + nq;
    memset(b->dz, 0, (size_t)b->l.nz * sizeof *b->dz);
    b->dz[0] = 1;
    memcpy(b->dz + 1, u, (size_t)nq * sizeof *u);
    along(b);
    for (int r = 0; r < ng; r++) {
        double sum = slope.gt[r], size = fabs(sum);
        for (int j = 0; j < nq; j++) {
            const double term = *ivp_at(slope.G, r, j) * u[j];
            sum += term;
            size += fabs(term);
        }
        expect(b, "gamma", r, 0, at.gamma[r], -sum, 1e-12 * size);
    }
}

START_TEST(constraint_blocks_derive_from_g)
{
    bench b = setup(_i);
    for (int k = 0; b.i->sizes.ng > 0 && k < POINTS; k++)
        if (point(b.i, k, b.z, b.w)) {
            check_constraint_jacobian(&b);
            check_gamma(&b);
        }
    teardown(&b);
}
END_TEST

/* ---- hand-written Jacobians -------------------------------------------------------- */

/* Column j of a Jacobian: relative to the column, and to the rounding of the whole matrix. */
static void compare_column(const bench *b, const char *what, ivp_mat J, int j,
                           const double *expected)
{
    const double tolerance =
        1e-12 * largest(expected, J.rows) + 1e-15 * largest(J.a, J.rows * J.cols);
    for (int r = 0; r < J.rows; r++)
        expect(b, what, r, j, *ivp_at(J, r, j), expected[r], tolerance);
}

static void check_ode_jacobian(bench *b, ivp_mat J)
{
    const ivp_problem *p = b->i->problem;
    ck_assert_int_eq(p->ode.jac(b->z[0], b->z + 1, J, b->i->p), IVP_OK);
    for (int j = 0; j < J.cols; j++) {
        along_coordinate(b, 1 + j);
        compare_column(b, "df/dy", J, j, b->dw);
    }
}

/* dF/dy + c dF/dy', for c of both kinds: small and dominating */
static void check_dae_jacobian(bench *b, ivp_mat J, double c)
{
    const int n = J.cols;
    memset(J.a, 0, (size_t)n * (size_t)n * sizeof *J.a);
    ck_assert_int_eq(b->i->problem->dae.jac(b->z[0], b->z + 1, b->z + 1 + n, c, J, b->i->p),
                     IVP_OK);
    for (int j = 0; j < n; j++) {
        memset(b->dz, 0, (size_t)b->l.nz * sizeof *b->dz);
        b->dz[1 + j] = 1;
        b->dz[1 + n + j] = c;
        along(b);
        compare_column(b, "dF/dy + c dF/dy'", J, j, b->dw);
    }
}

START_TEST(jacobians_agree_with_complex_steps)
{
    bench b = setup(_i);
    const ivp_problem *p = b.i->problem;
    const int n = b.i->sizes.n;
    for (int k = 0; k < POINTS; k++) {
        double *store = vector(n * n);
        const ivp_mat J = { n, n, n, store };
        if (point(b.i, k, b.z, b.w)) {
            if (p->ode.jac) check_ode_jacobian(&b, J);
            if (p->dae.jac) check_dae_jacobian(&b, J, 0.37);
            if (p->dae.jac) check_dae_jacobian(&b, J, 1e4);
        }
        free(store);
    }
    teardown(&b);
}
END_TEST

/* The hand-written tangent against the one that the kernel takes by complex steps. */
static void check_tangent(bench *b, double *by_hand)
{
    enum { EVERYTHING = TANGENT_R | TANGENT_S | TANGENT_V | TANGENT_W | TANGENT_D };
    static const char *const names[] = { "rq", "ru", "rx", "sq", "su", "vq",
                                         "wq", "dq", "du", "dx", "dl" };
    mech *m = b->i->mech;
    const int nq = m->nq;
    double *frozen = vector(nq + 2 * m->ng);
    uint64_t state = 5;
    for (int k = 0; k < nq + 2 * m->ng; k++) frozen[k] = noise(&state);
    const mech_point at = { .t = b->z[0],
                            .q = b->z + 1,
                            .u = b->z + 1 + nq,
                            .x = b->z + 1 + 2 * nq,
                            .a = frozen,
                            .lambda = frozen + nq,
                            .mu = frozen + nq + m->ng };

    ck_assert_int_eq(mech_tangent(m, EVERYTHING, &at), IVP_OK);
    memcpy(by_hand, m->tangent.rq.a, m->tangent_reals * sizeof *by_hand);
    m->problem.tangent = NULL;
    ck_assert_int_eq(mech_tangent(m, EVERYTHING, &at), IVP_OK);
    m->problem.tangent = b->i->problem->mech.tangent;

    const ivp_tangent *t = &m->tangent;
    const ivp_mat part[] = { t->rq, t->ru, t->rx, t->sq, t->su, t->vq,
                             t->wq, t->dq, t->du, t->dx, t->dl };
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        ivp_mat J = part[k];
        if (J.rows < 1 || J.cols < 1) continue;
        J.a = by_hand + (part[k].a - t->rq.a);
        for (int j = 0; j < J.cols; j++)
            compare_column(b, names[k], J, j, ivp_at(part[k], 0, j));
    }
    free(frozen);
}

START_TEST(tangents_agree_with_complex_steps)
{
    bench b = setup(_i);
    if (b.i->mech && b.i->mech->problem.tangent) {
        double *by_hand = vector((int)b.i->mech->tangent_reals);
        for (int k = 0; k < POINTS; k++)
            if (point(b.i, k, b.z, b.w)) check_tangent(&b, by_hand);
        free(by_hand);
    }
    teardown(&b);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { complex_steps_agree_with_differences,
                                   constraint_blocks_derive_from_g,
                                   jacobians_agree_with_complex_steps,
                                   tangents_agree_with_complex_steps, NULL };
    return run_on_all_cases("problem derivatives", tests);
}
