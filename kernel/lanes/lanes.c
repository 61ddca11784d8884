/* lanes.c -- blocks, elimination and sums over stages in vectors of IVP_WIDTH doubles.
 *
 * The saddle point is eliminated by the program of elimination.h, so the order of operations is
 * that of the scalar path; there is no branch on a value: lanes whose residual is large, or that
 * are not finite, are handed back in a set, for the scalar path to do again. */
#include "kernel/lanes/lanes.h"

#include <ivp/problem.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/arena.h"
#include "kernel/linear/elimination_run.h"

enum { W = IVP_WIDTH, ALIGNMENT = 64 };

struct lanes {
    const ivp_problem *problem;
    elimination K; /* plan NULL: of an ODE */
    int n, nq, ng, np;
    real *p;
    real *y, *f; /* n: (q, u) of a mechanical problem; a right-hand side */
    real *b, *x, *r;
    ivp_terms at;
    size_t nblocks; /* entries of M and G */
    int *outside;   /* noutside entries of M and G that the pattern does not have */
    int noutside;
};

static size_t sz(int n) { return (size_t)n; }

/* ---- creation --------------------------------------------------------------------------- */

/* Both triangles of M are written by a problem; the lower one is read. */
static int mirrored(const lanes *l, const elimination_entry *e)
{
    return e->row < l->nq ? e->column + e->row * l->nq : e->from;
}

static bool mark(lanes *l)
{
    bool *inside = calloc(l->nblocks + 1, sizeof *inside);
    for (int k = 0; inside && k < l->K.plan->nnonzero; k++) {
        const elimination_entry *e = &l->K.plan->nonzero[k];
        inside[e->from] = inside[mirrored(l, e)] = true;
    }
    for (size_t k = 0; inside && k < l->nblocks; k++)
        if (!inside[k]) l->outside[l->noutside++] = (int)k;
    free(inside);
    return inside != NULL;
}

/* Cuts up the store, which begins with p, or measures it when that is NULL. */
static size_t cut(lanes *l)
{
    arena w = { l->p, 0 };
    const elimination_plan *plan = l->K.plan;
    const int nq = l->nq, ng = l->ng, ns = nq + ng;
    l->p = arena_vec(&w, l->np);
    l->y = arena_vec(&w, l->n);
    l->f = arena_vec(&w, l->n);
    l->b = arena_vec(&w, ns);
    l->x = arena_vec(&w, ns);
    l->r = arena_vec(&w, 2 * ns);
    l->K.slot = arena_vec(&w, plan ? plan->nslots : 0);
    l->K.value = arena_vec(&w, plan ? plan->nnonzero : 0);
    l->at.M = arena_mat(&w, nq, nq);
    l->at.G = arena_mat(&w, ng, nq);
    l->at.f = arena_vec(&w, nq);
    l->at.g = arena_vec(&w, ng);
    l->at.gt = arena_vec(&w, ng);
    l->at.gamma = arena_vec(&w, ng);
    l->at.d = arena_vec(&w, 1);
    return w.used;
}

static bool allocate(lanes *l)
{
    const size_t bytes = cut(l) * sizeof(real);
    l->p = aligned_alloc(ALIGNMENT, (bytes / ALIGNMENT + 1) * ALIGNMENT);
    l->nblocks = sz(l->nq * l->nq + l->ng * l->nq);
    l->outside = calloc(l->nblocks + 1, sizeof *l->outside);
    if (!l->p || !l->outside) return false;
    memset(l->p, 0, bytes);
    cut(l);
    return true;
}

static void destroy(lanes *l)
{
    if (!l) return;
    free(l->p);
    free(l->outside);
    free(l);
}

static lanes *create(const lanes_setup *s)
{
    lanes *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    *l = (lanes){ .problem = s->problem,
                  .K = { .plan = s->plan, .code = s->code },
                  .n = s->n,
                  .nq = s->nq,
                  .ng = s->ng,
                  .np = s->np };
    if (!allocate(l) || (l->K.plan && !mark(l))) {
        destroy(l);
        return NULL;
    }
    return l;
}

static void parameters(lanes *l, const double *p)
{
    bool same = true;
    for (int k = 0; same && k < l->np; k++) same = l->p[k][0] == p[k];
    if (same) return;
    for (int k = 0; k < l->np; k++) l->p[k] = ivp_of(p[k]);
}

/* ---- batches ---------------------------------------------------------------------------- */

static real load(const double *x)
{
    real v;
    memcpy(&v, x, sizeof v);
    return v;
}

static void store(double *x, real v) { memcpy(x, &v, sizeof v); }

static void gather(int n, const double *x, real *v)
{
    for (int k = 0; k < n; k++) v[k] = load(x + k * LANES_MOST);
}

static lanes_bad set_of(ivp_lane_mask bad)
{
    lanes_bad set = 0;
    for (int s = 0; s < W; s++) set |= (unsigned)(bad[s] & 1) << s;
    return set;
}

/* Only what a problem may write: the pattern of M and G, and all vectors. */
static void clear(lanes *l)
{
    const real zero = ivp_of(0);
    for (int k = 0; k < l->K.plan->nnonzero; k++) {
        const elimination_entry *e = &l->K.plan->nonzero[k];
        l->at.M.a[e->from] = l->at.M.a[mirrored(l, e)] = zero;
    }
    memset(l->at.f, 0, sz(l->nq + 3 * l->ng) * sizeof(real));
}

/* Lanes in which a problem has written where the pattern has nothing; that is taken back. */
static lanes_bad stray(lanes *l)
{
    ivp_lane_mask found = { 0 };
    for (int k = 0; k < l->noutside; k++) found |= l->at.M.a[l->outside[k]] != 0;
    const lanes_bad set = set_of(found);
    for (int k = 0; set && k < l->noutside; k++) l->at.M.a[l->outside[k]] = ivp_of(0);
    return set;
}

static void right_hand_side(lanes *l, double alpha, double beta)
{
    real *b = l->b + l->nq;
    const real *u = l->y + l->nq;
    memcpy(l->b, l->at.f, sz(l->nq) * sizeof(real));
    memcpy(b, l->at.gamma, sz(l->ng) * sizeof(real));
    for (int i = 0; alpha + beta > 0 && i < l->ng; i++) {
        real v = l->at.gt[i];
        for (int j = 0; j < l->nq; j++) v += *ivp_at(l->at.G, i, j) * u[j];
        b[i] -= 2 * alpha * v + beta * l->at.g[i];
    }
}

/* x := K^-1 b, refined once in the lanes that need it. */
static lanes_bad solve_checked(lanes *l)
{
    elimination *K = &l->K;
    const int n = K->plan->n;
    const real largest = elimination_factor(K, l->at.M.a);
    elimination_solve(K, l->b, l->x);
    const real unit = elimination_unit(K, largest, l->b, l->x);
    real left = elimination_residual(K, l->b, l->x, l->r);
    const ivp_lane_mask rough = ~(left <= ELIMINATION_STABLE * unit);
    if (!set_of(rough)) return 0;
    elimination_solve(K, l->r, l->r + n);
    for (int i = 0; i < n; i++) l->x[i] = ivp_if(rough, l->x[i] + l->r[n + i], l->x[i]);
    left = elimination_residual(K, l->b, l->x, l->r);
    return set_of(~(left <= ELIMINATION_WORTHLESS * unit));
}

/* ---- what a model asks for ------------------------------------------------------------------ */

static lanes_bad accelerate_some(lanes *l, const double *t, const double *q, const double *u,
                                 double alpha, double beta, double *a)
{
    const unsigned want = IVP_M | IVP_F | IVP_GQ | IVP_GAMMA | IVP_CON | IVP_GT;
    const ivp_state s = { .t = load(t), .y = l->y, .q = l->y, .u = l->y + l->nq };
    gather(l->nq, q, l->y);
    gather(l->nq, u, l->y + l->nq);
    clear(l);
    if (l->problem->mech.terms(want, &s, &l->at, l->p)) return (1u << W) - 1;
    right_hand_side(l, alpha, beta);
    const lanes_bad bad = stray(l) | solve_checked(l);
    real sum = ivp_of(0);
    for (int k = 0; k < l->nq; k++) {
        store(a + k * LANES_MOST, l->x[k]);
        sum += 0 * l->x[k];
    }
    return bad | set_of(~(sum == 0));
}

static lanes_bad accelerate(lanes *l, const double *t, const double *q, const double *u,
                            double alpha, double beta, double *a)
{
    lanes_bad bad = 0;
    for (int s = 0; s < LANES_MOST; s += W)
        bad |= accelerate_some(l, t + s, q + s, u + s, alpha, beta, a + s) << s;
    return bad;
}

static lanes_bad f(lanes *l, const double *t, const double *y, double *f)
{
    lanes_bad bad = 0;
    for (int s = 0; s < LANES_MOST; s += W) {
        const ivp_state at = { .t = load(t + s), .y = l->y };
        gather(l->n, y + s, l->y);
        memset(l->f, 0, sz(l->n) * sizeof(real));
        real sum = ivp_of(0);
        if (l->problem->ode.f(&at, l->f, l->p)) sum /= sum;
        for (int k = 0; k < l->n; k++) {
            store(f + s + k * LANES_MOST, l->f[k]);
            sum += 0 * l->f[k];
        }
        bad |= set_of(~(sum == 0)) << s;
    }
    return bad;
}

static void collocate(int n, const double *A, const double *c, double h, double hA,
                      const double *base, const double *slope, const double *x, double *out)
{
    for (int s = 0; s < LANES_MOST; s += W) {
        real column[LANES_MOST];
        for (int j = 0; j < LANES_MOST; j++) column[j] = hA * load(A + j * LANES_MOST + s);
        const real along = h * load(c + s);
        for (int k = 0; k < n; k++, x += LANES_MOST) {
            real sum = base[k] + (slope ? along * slope[k] : ivp_of(0)), more = ivp_of(0);
            for (int j = 0; j < LANES_MOST; j += 2) {
                sum += column[j] * x[j];
                more += column[j + 1] * x[j + 1];
            }
            store(out + k * LANES_MOST + s, sum + more);
        }
        x -= n * LANES_MOST;
    }
}

static double distance(int n, const double *w, const double *x, const double *y)
{
    real sum = ivp_of(0);
    for (int k = 0; k < n; k++)
        for (int s = k * LANES_MOST; s < (k + 1) * LANES_MOST; s += W) {
            const real d = w[k] * (y ? load(x + s) - load(y + s) : load(x + s));
            sum += d * d;
        }
    double total = 0;
    for (int s = 0; s < W; s++) total += sum[s];
    return sqrt(total);
}

static bool supported(void)
{
#if IVP_WIDTH == 8
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#elif IVP_WIDTH == 4
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return true;
#endif
}

#define PASTE(a, b) a##b
#define NAMED(w)    PASTE(lanes_, w)
#define WORD(x)     #x
#define SPELLED(x)  WORD(x)
const lane_code NAMED(IVP_WIDTH) = {
    .width = W,
    .arith = "lanes" SPELLED(IVP_WIDTH),
    .supported = supported,
    .create = create,
    .destroy = destroy,
    .parameters = parameters,
    .accelerate = accelerate,
    .f = f,
    .collocate = collocate,
    .distance = distance,
};
