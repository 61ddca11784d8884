/* hht_models.c -- HHT and BDF at the settings of section 4, on the open stand-ins for its
 * models: belt, track and all-terrain vehicle, over the paper's interval and with its longest
 * step; hht_race.c compares them at equal accuracy.
 *
 * Negrut, Rampalli, Ottarsson, Sajdak, section 4 and Table 1. bdf shares matrix, scaling,
 * iteration, stopping rule and kernel with hht. It runs as the paper's code did: on index 3
 * with errors scaled by index (I3), on the track in the stabilised index-2 form with orders up
 * to 1 (SI2, KMAX = 1). Motions are compared as motion.h has them.
 *
 *     paper   model, what is looked at, eps of hht and bdf: the paper's, and both a tenth of
 *             them; CPU time of bdf over that of hht; differences of the two: largest over the
 *             largest value of hht, the same of running means over a 200th of the interval,
 *             most: what nine of ten differences do not exceed over what nine of ten values do
 *             not, peak: difference of the largest values, relative; early: the largest of the
 *             first half of the interval spot1 .. spot10: the ten elements of the frame that
 *             bend most (hot_spots.h), by hht: place, rank with bdf and whether that is one of
 *             the first ten, bending moment in N m, when with hht and with bdf, 1 where that is
 *             within a millisecond; peak: difference of the moments, relative
 *             work: of both accepted steps, Jacobians, corrector iterations, iterations per
 *             step; the mean order of bdf
 *
 *     paper-series   on descriptor 3: model, eps, t; of each that is looked at hht's, bdf's,
 *                    and hht's less bdf's;
 *             every second time
 * tables: layout
 *     layout  model, body, x, y, z at the start, which is planar for belt and track
 * long: paper
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <unistd.h>

#include "papers/studies/hot_spots.h"

enum { WINDOW = GRID / 200 };

enum { SERIES = 3 }; /* the descriptor of the second table, if it is open */

/* as the paper ran them */
static const struct full {
    model model;
    integrator bdf;
    double eps_bdf;
} wholes[] = {
    { { "belt", "N=100 T=200", 0, 0, { "bearing", "omega_3", "arm" } },
      { "bdf", "index3", NULL },
      1e-4 },
    { { "track", "N=46 nr=7 T=14", 0, 0, { "shoe_ax", "shoe_az", "shoe_vx" }, true },
      { "bdf", "ggl", "max_order=1" },
      1e-2 },
    { { "flexible_frame", "modes=134", 0, 5e-4, { "reaction", "pitch_rate", "moment" } },
      { "bdf", "index3", NULL },
      1e-4 },
};
enum { NMODELS = sizeof wholes / sizeof *wholes };

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

/* The largest |a - b| of the first half of the interval. */
static double early(const double *a, const double *b)
{
    double most = 0;
    for (int k = 0; k < GRID / 2; k++) most = fmax(most, fabs(a[k] - b[k]));
    return most;
}

static void print_differences(const model *of, double eps[2], const motion *hht,
                              const motion *other)
{
    for (int k = 0; k < LOOKED_AT; k++) {
        const double *a = hht->look_at[k], *b = other->look_at[k], size = largest(a, NULL, 1);
        printf("%s,%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,,,,,,,,,,,,\n", of->name,
               of->look[k], eps[0], eps[1], other->seconds / hht->seconds,
               largest(a, b, 1) / size, largest(a, b, WINDOW) / size,
               usual(a, b) / usual(a, NULL), fabs(largest(b, NULL, 1) / size - 1),
               early(a, b) / size);
    }
}

/* Those of hht, and what the same elements are to bdf. */
static void print_spots(const model *of, double eps[2], const motion *hht, const motion *other)
{
    hot_spot a[ELEMENTS], b[ELEMENTS];
    find_hot_spots(hht, a);
    find_hot_spots(other, b);
    for (int k = 0; k < 10; k++) {
        int at = 0;
        while (b[at].element != a[k].element) at++;
        char place[16];
        element_name(a[k].element, place);
        printf("%s,spot%d,%.17g,%.17g,,,,,%.17g,,%s,%d,%d,%.17g,%.17g,%.17g,%d,,,,,\n",
               of->name, k + 1, eps[0], eps[1], fabs(b[at].moment / a[k].moment - 1), place,
               at + 1, at < 10, a[k].moment, a[k].t, b[at].t,
               fabs(a[k].t - b[at].t) < 1.5 * hht->step);
    }
}

static void print_work(const model *of, double eps[2], const char *code, const motion *m)
{
    const double steps = (double)m->count[IVP_N_ACCEPTED];
    printf("%s,%s,%.17g,%.17g,,,,,,,,,,,,,,%ld,%ld,%ld,%.17g,", of->name, code, eps[0], eps[1],
           m->count[IVP_N_ACCEPTED], m->count[IVP_N_JAC], m->count[IVP_N_NEWTON],
           (double)m->count[IVP_N_NEWTON] / steps);
    if (m->multistep) printf("%.17g", m->orders / steps);
    putchar('\n');
}

static void print_series(FILE *f, const model *of, double eps, const motion *hht,
                         const motion *other)
{
    for (int k = 1; f && k < GRID; k += 2) {
        fprintf(f, "%s,%g,%.6g", of->name, eps, hht->step * (k + 1));
        for (int i = 0; i < LOOKED_AT; i++) {
            const double a = hht->look_at[i][k], b = other->look_at[i][k];
            fprintf(f, ",%.6g,%.6g,%.6g", a, b, a - b);
        }
        fputc('\n', f);
    }
}

static void print_pair(const struct full *full, instance *i, bool tenth, FILE *series)
{
    const model *of = &full->model;
    double eps[] = { tenth ? 1e-6 : 1e-5, full->eps_bdf * (tenth ? 0.1 : 1) };
    motion hht = run_of(i, of, (integrator){ "hht", "index3", NULL }, eps[0]),
           other = run_of(i, of, full->bdf, eps[1]);
    if (hht.status || other.status) give_up("%s does not arrive", of->name);
    print_differences(of, eps, &hht, &other);
    if (!strcmp(of->name, "flexible_frame")) print_spots(of, eps, &hht, &other);
    print_work(of, eps, "hht", &hht);
    print_work(of, eps, "bdf", &other);
    print_series(series, of, eps[0], &hht, &other);
    release(&hht);
    release(&other);
}

static void print_paper(void)
{
    FILE *series = fdopen(SERIES, "w");
    puts(
        "model,look,eps,eps_bdf,speedup,largest,largest_mean,most,peak,early,place,rank_bdf,listed,"
        "moment,t,t_bdf,same_time,steps,n_jac,n_newton,newton_per_step,order");
    if (series) fputs("model,eps,t,hht1,bdf1,gap1,hht2,bdf2,gap2,hht3,bdf3,gap3\n", series);
    for (int k = 0; k < NMODELS; k++) {
        instance *i = open_model(&wholes[k].model);
        for (int tenth = 0; tenth < 2; tenth++) print_pair(&wholes[k], i, tenth, series);
        instance_close(i);
    }
    if (series && fclose(series)) give_up("the second table cannot be written");
}

/* Coordinates of a body: x, y, angle in the plane; x, y, z and four parameters in space. */
static void print_layout(void)
{
    puts("model,body,x,y,z");
    for (int k = 0; k < NMODELS; k++) {
        const model *of = &wholes[k].model;
        const bool space = !strcmp(of->name, "flexible_frame");
        instance *i = open_model(of);
        const int each = space ? 7 : 3, bodies = space ? BEFORE_MODES / 7 : i->sizes.nq / 3;
        for (int b = 0; b < bodies; b++) {
            const real *q = i->start + (size_t)b * (size_t)each;
            printf("%s,%d,%.17g,%.17g,%.17g\n", of->name, b + 1, (double)q[0], (double)q[1],
                   space ? (double)q[2] : 0.0);
        }
        instance_close(i);
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "layout"))
        print_layout();
    else if (argc == 2 && !strcmp(argv[1], "paper"))
        print_paper();
    else
        give_up("usage: hht_models paper|layout");
    return 0;
}
