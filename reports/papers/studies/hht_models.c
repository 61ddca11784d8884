/* hht_models.c -- HHT against BDF codes on the open stand-ins for the models of section 4: belt, track and
 * all-terrain vehicle, all codes on index 3 with sparse matrices.
 *
 * Negrut, Rampalli, Ottarsson, Sajdak, section 4. bdf shares matrix, scaling, iteration, stopping rule and
 * kernel with hht, and scales its errors by index. Motions are compared at 2000 equidistant times, to which
 * accepted steps are carried over: q by its cubic through q and u, u by that through u and a, a and lambda
 * linearly; what is looked at is a function of these. No reference is on file: the truth is bdf at
 * 1e-8, and `doubt` is the error of hht at 1e-8 by it, two formulas of different families.
 *
 *     ladder  model, method, eps, outcome; accepted steps, share of attempts whose corrector failed,
 *             Jacobians, CPU time (least of two); error: of q, the largest of all times and components,
 *             relative to max(1, |q_i|); doubt. IDA on the belt alone: on the track it diverges at every
 *             tolerance, on the vehicle it takes minutes at tight ones
 *     paper   model, what is looked at, eps of hht and bdf: the paper's, and both a tenth of them; over the paper's
 *             interval, with its longest step, CPU time of bdf over that of hht; differences of the two:
 *             largest over the largest value of hht, the same of running means over a 200th of the
 *             interval, most: what nine of ten differences do not exceed over what nine of ten
 *             values do not, peak: difference of the largest values, relative
 *
 * long: ladder paper */
#include <time.h>

#include "reports/papers/studies/runs.h"

enum { GRID = 2000, WINDOW = GRID / 200, LOOKED_AT = 3, RUNGS = 9 };

typedef struct model {
    const char *name, *settings;
    int methods;              /* of hht, bdf, ida */
    double t1, hmax, eps_bdf; /* t1 0: the problem's */
    const char *look[LOOKED_AT];
} model;

/* for the ladder */
static const model parts[] = {
    { .name = "belt",
      .settings = "N=100 T=10",
      .methods = 3,
      .look = { "bearing", "omega_3", "arm" } },
    { .name = "track",
      .settings = "N=46 nr=7 drive=short T=0.6",
      .methods = 2,
      .look = { "shoe_ax", "shoe_az", "shoe_vx" } },
    { .name = "flexible_frame",
      .settings = "modes=8",
      .methods = 2,
      .t1 = 0.3,
      .look = { "reaction", "pitch_rate", "moment" } },
};
/* as the paper ran them */
static const model wholes[] = {
    { "belt", "N=100 T=200", 0, 0, 0, 1e-4, { "bearing", "omega_3", "arm" } },
    { "track", "N=46 nr=7 T=14", 0, 0, 0, 1e-2, { "shoe_ax", "shoe_az", "shoe_vx" } },
    { "flexible_frame", "modes=134", 0, 0, 5e-4, 1e-4, { "reaction", "pitch_rate", "moment" } },
};
enum { NMODELS = sizeof parts / sizeof *parts };

/* ---- a motion at equidistant times ------------------------------------------------------- */

typedef struct motion {
    instance *instance;
    const ivp_observable *look[LOOKED_AT];
    int nq, n, next; /* positions, numbers of a state, the next of the times */
    double step, before_t, *before, *now, *mixed;
    double *q, look_at[LOOKED_AT][GRID];
    ivp_status status;
    double seconds;
    long count[IVP_NCOUNTERS];
} motion;

static void keep(const motion *m, const ivp_state *s, double *to)
{
    const ivp_sizes *z = &m->instance->sizes;
    memcpy(to, s->q, (size_t)z->nq * sizeof *to);
    memcpy(to + z->nq, s->u, (size_t)z->nq * sizeof *to);
    memcpy(to + 2 * z->nq, s->a, (size_t)z->nq * sizeof *to);
    memcpy(to + 3 * z->nq, s->lambda, (size_t)z->ng * sizeof *to);
}

/* Cubic through values and slopes at both ends of a step h, at its part s. */
static double cubic(double a, double va, double b, double vb, double h, double s)
{
    const double r = 1 - s;
    return r * r * ((1 + 2 * s) * a + s * h * va) + s * s * ((3 - 2 * s) * b - r * h * vb);
}

static void mix(motion *m, double h, double s)
{
    const double *a = m->before, *b = m->now;
    const int nq = m->nq;
    for (int k = 0; k < 2 * nq; k++)
        m->mixed[k] = cubic(a[k], a[nq + k], b[k], b[nq + k], h, s);
    for (int k = 2 * nq; k < m->n; k++) m->mixed[k] = (1 - s) * a[k] + s * b[k];
}

static void note(void *self, const evolve_point *point)
{
    motion *m = self;
    keep(m, point->state, m->now);
    for (; point->h > 0 && m->next < GRID; m->next++) {
        const double t = m->step * (m->next + 1);
        if (t > point->t * (1 + 1e-12)) break;
        mix(m, point->t - m->before_t, (t - m->before_t) / (point->t - m->before_t));
        const double *y = m->mixed;
        const ivp_state s = { t, y, NULL, y, y + m->nq, NULL, y + 2 * m->nq, y + 3 * m->nq };
        memcpy(m->q + (size_t)m->next * (size_t)m->nq, y, (size_t)m->nq * sizeof *y);
        for (int k = 0; k < LOOKED_AT; k++)
            m->look_at[k][m->next] = (double)instance_observe(m->instance, m->look[k], &s);
    }
    double *spare = m->before;
    m->before = m->now;
    m->now = spare;
    m->before_t = point->t;
}

static instance *open_model(const model *of)
{
    char why[PLUGIN_WHY_MAX] = "";
    instance *i = NULL;
    if (instance_open(&i, of->name, of->settings, why) != IVP_OK) give_up("%s", why);
    return i;
}

static void look_for(motion *m, const model *of)
{
    for (int k = 0; k < LOOKED_AT; k++) {
        m->look[k] = m->instance->problem->observables;
        while (m->look[k]->name && strcmp(m->look[k]->name, of->look[k])) m->look[k]++;
        if (!m->look[k]->name) give_up("%s has no %s", of->name, of->look[k]);
    }
}

static double *numbers(size_t n)
{
    double *to = calloc(n, sizeof *to);
    if (!to) give_up("no memory for %zu numbers", n);
    return to;
}

static void release(motion *m)
{
    free(m->q);
    free(m->before);
    free(m->now);
    free(m->mixed);
}

static void make_room(motion *m)
{
    m->q = numbers((size_t)GRID * (size_t)m->nq);
    m->before = numbers((size_t)m->n);
    m->now = numbers((size_t)m->n);
    m->mixed = numbers((size_t)m->n);
}

/* Watched, and so many times more for the CPU time. */
static motion run_of(instance *i, const model *of, const char *solver, double eps, int times)
{
    const evolve_setup setup = { .formulation = "index3",
                                 .solver = solver,
                                 .rtol = eps,
                                 .atol = eps,
                                 .hmax = of->hmax,
                                 .t1 = of->t1,
                                 .max_steps = 200000 };
    const int nq = i->sizes.nq, n = 3 * nq + i->sizes.ng;
    motion m = { .instance = i, .nq = nq, .n = n };
    m.step = (of->t1 > 0 ? of->t1 : i->t1) / GRID;
    look_for(&m, of);
    make_room(&m);
    evolve *e = set_up(i, &setup);
    clock_t from = clock();
    m.status = evolve_run(e, note, &m);
    m.seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
    memcpy(m.count, evolve_counters(e), sizeof m.count);
    for (int k = 0; k < times && m.status == IVP_OK; k++) {
        from = clock();
        evolve_run(e, NULL, NULL);
        m.seconds = fmin(m.seconds, (double)(clock() - from) / CLOCKS_PER_SEC);
    }
    evolve_destroy(e);
    return m;
}

/* ---- at equal accuracy ------------------------------------------------------------------- */

static double error_of(const motion *a, const motion *b)
{
    double most = 0;
    for (int k = 0; k < GRID * a->nq; k++)
        most = fmax(most, fabs(a->q[k] - b->q[k]) / fmax(1, fabs(b->q[k])));
    return most;
}

static void print_rung(const model *of, const char *solver, double eps, const motion *m,
                       const motion *truth, double doubt)
{
    printf("%s,%s,%.17g,%s,", of->name, solver, eps, ivp_status_name(m->status));
    const double steps = (double)m->count[IVP_N_ACCEPTED];
    const double failed = (double)m->count[IVP_N_FAILED];
    if (m->status)
        puts(",,,,,");
    else
        printf("%.17g,%.17g,%ld,%.17g,%.17g,%.17g\n", steps,
               failed / (steps + failed + (double)m->count[IVP_N_REJECTED]),
               m->count[IVP_N_JAC], m->seconds, error_of(m, truth), doubt);
}

static void print_rungs_of(const model *of)
{
    static const char *const methods[] = { "hht", "bdf", "ida" };
    instance *i = open_model(of);
    motion truth = run_of(i, of, "bdf", 1e-8, 0), other = run_of(i, of, "hht", 1e-8, 0);
    if (truth.status || other.status) give_up("%s has no tight run", of->name);
    const double doubt = error_of(&other, &truth);
    for (int s = 0; s < of->methods; s++)
        for (int k = 0; k < RUNGS; k++) {
            const double eps = pow(10, -3 - k / 2.0);
            motion m = run_of(i, of, methods[s], eps, 1);
            print_rung(of, methods[s], eps, &m, &truth, doubt);
            release(&m);
        }
    release(&truth);
    release(&other);
    instance_close(i);
}

static void print_ladder(void)
{
    puts("model,method,eps,outcome,steps,failed,n_jac,seconds,error,doubt");
    for (int k = 0; k < NMODELS; k++) print_rungs_of(&parts[k]);
}

/* ---- at the paper's settings ------------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* What nine of ten |a - b| do not exceed; b NULL: |a|. */
static double usual(const double *a, const double *b)
{
    double d[GRID];
    for (int k = 0; k < GRID; k++) d[k] = fabs(a[k] - (b ? b[k] : 0));
    qsort(d, GRID, sizeof *d, ascending);
    return d[GRID * 9 / 10];
}

/* The largest |a - b| of means over a window; b NULL: of a. */
static double largest(const double *a, const double *b, int window)
{
    double most = 0;
    for (int k = 0; k + window <= GRID; k++) {
        double sum = 0;
        for (int w = k; w < k + window; w++) sum += a[w] - (b ? b[w] : 0);
        most = fmax(most, fabs(sum) / window);
    }
    return most;
}

static void print_differences(const model *of, double eps[2], const motion *hht,
                              const motion *bdf)
{
    for (int k = 0; k < LOOKED_AT; k++) {
        const double *a = hht->look_at[k], *b = bdf->look_at[k], size = largest(a, NULL, 1);
        printf("%s,%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", of->name, of->look[k],
               eps[0], eps[1], bdf->seconds / hht->seconds, largest(a, b, 1) / size,
               largest(a, b, WINDOW) / size, usual(a, b) / usual(a, NULL),
               fabs(largest(b, NULL, 1) / size - 1));
    }
}

static void print_paper(void)
{
    puts("model,look,eps,eps_bdf,speedup,largest,largest_mean,most,peak");
    for (int k = 0; k < NMODELS; k++) {
        const model *of = &wholes[k];
        instance *i = open_model(of);
        for (int tenth = 0; tenth < 2; tenth++) {
            double eps[] = { tenth ? 1e-6 : 1e-5, of->eps_bdf * (tenth ? 0.1 : 1) };
            motion hht = run_of(i, of, "hht", eps[0], 0), bdf = run_of(i, of, "bdf", eps[1], 0);
            if (hht.status || bdf.status) give_up("%s does not arrive", of->name);
            print_differences(of, eps, &hht, &bdf);
            release(&hht);
            release(&bdf);
        }
        instance_close(i);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "paper"))
        print_paper();
    else
        print_ladder();
    return 0;
}
