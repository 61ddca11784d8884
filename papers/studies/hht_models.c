/* hht_models.c -- HHT and bdf on index 3 at the settings of section 4, on the open stand-ins
 * for its models: belt, track and all-terrain vehicle, over the paper's interval and with its
 * longest step; hht_race.c compares them at equal accuracy.
 *
 * Negrut, Rampalli, Ottarsson, Sajdak, section 4 and Table 1. bdf shares matrix, scaling,
 * iteration, stopping rule and kernel with hht, and scales its errors by index. Motions are
 * compared as motion.h has them.
 *
 *     paper   model, what is looked at, eps of hht and bdf: the paper's, and both a tenth of them; CPU time of bdf
 *             over that of hht; differences of the two: largest over the largest value of hht, the same of running
 *             means over a 200th of the interval, most: what nine of ten differences do not exceed over
 *             what nine of ten values do not, peak: difference of the largest values, relative
 *             spot1 .. spot10: the ten elements of the frame that bend most (hot_spots.h), by hht: place, rank with bdf
 *             and whether that is one of the first ten, bending moment in N m, when with hht and
 *             with bdf, 1 where that is within a millisecond; peak: difference of
 *             the moments, relative
 *
 * long: paper
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/studies/hot_spots.h"

enum { WINDOW = GRID / 200 };

/* as the paper ran them */
static const struct full {
    model model;
    double eps_bdf;
} wholes[] = {
    { { "belt", "N=100 T=200", 0, 0, { "bearing", "omega_3", "arm" } }, 1e-4 },
    { { "track", "N=46 nr=7 T=14", 0, 0, { "shoe_ax", "shoe_az", "shoe_vx" } }, 1e-2 },
    { { "flexible_frame", "modes=134", 0, 5e-4, { "reaction", "pitch_rate", "moment" } },
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

static void print_differences(const model *of, double eps[2], const motion *hht,
                              const motion *bdf)
{
    for (int k = 0; k < LOOKED_AT; k++) {
        const double *a = hht->look_at[k], *b = bdf->look_at[k], size = largest(a, NULL, 1);
        printf("%s,%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,,,,,,,\n", of->name,
               of->look[k], eps[0], eps[1], bdf->seconds / hht->seconds,
               largest(a, b, 1) / size, largest(a, b, WINDOW) / size,
               usual(a, b) / usual(a, NULL), fabs(largest(b, NULL, 1) / size - 1));
    }
}

/* Those of hht beside what the same elements are to bdf. */
static void print_spots(const model *of, double eps[2], const motion *hht, const motion *bdf)
{
    hot_spot a[ELEMENTS], b[ELEMENTS];
    find_hot_spots(hht, a);
    find_hot_spots(bdf, b);
    for (int k = 0; k < 10; k++) {
        int at = 0;
        while (b[at].element != a[k].element) at++;
        char place[16];
        element_name(a[k].element, place);
        printf("%s,spot%d,%.17g,%.17g,,,,,%.17g,%s,%d,%d,%.17g,%.17g,%.17g,%d\n", of->name,
               k + 1, eps[0], eps[1], fabs(b[at].moment / a[k].moment - 1), place, at + 1,
               at < 10, a[k].moment, a[k].t, b[at].t, fabs(a[k].t - b[at].t) < 1.5 * hht->step);
    }
}

static void print_paper(void)
{
    puts("model,look,eps,eps_bdf,speedup,largest,largest_mean,most,peak,place,rank_bdf,listed,"
         "moment,t,t_bdf,same_time");
    for (int k = 0; k < NMODELS; k++) {
        const model *of = &wholes[k].model;
        instance *i = open_model(of);
        for (int tenth = 0; tenth < 2; tenth++) {
            double eps[] = { tenth ? 1e-6 : 1e-5, wholes[k].eps_bdf * (tenth ? 0.1 : 1) };
            motion hht = run_of(i, of, "hht", "index3", eps[0]),
                   bdf = run_of(i, of, "bdf", "index3", eps[1]);
            if (hht.status || bdf.status) give_up("%s does not arrive", of->name);
            print_differences(of, eps, &hht, &bdf);
            if (!strcmp(of->name, "flexible_frame")) print_spots(of, eps, &hht, &bdf);
            release(&hht);
            release(&bdf);
        }
        instance_close(i);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2 || strcmp(argv[1], "paper")) give_up("usage: hht_models paper");
    print_paper();
    return 0;
}
