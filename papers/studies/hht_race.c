/* hht_race.c -- HHT against BDF codes at equal accuracy, on the open stand-ins for the models
 * of section 4 of Negrut, Rampalli, Ottarsson, Sajdak: belt, track and all-terrain vehicle,
 * sparse matrices.
 *
 * bdf, of orders 1 to 5, shares matrix, scaling, iteration, stopping rule and kernel with hht,
 * on index 3, where it scales its errors by index, and on the stabilised index-2 form
 * (bdf@ggl). No reference is on file: the truth is bdf at 1e-8, and `doubt` is the error of hht
 * at 1e-8 by it, two formulas of different families. ida is a BDF code of another kernel, on
 * index 3 (it does not get through the track) and on the stabilised index-2 form (ida@ggl).
 * Motions are compared as motion.h has them.
 *
 *     rungs   model, code, eps, outcome; accepted steps, share of attempts whose corrector failed, Jacobians,
 *             corrector iterations, CPU time; error: of q, the largest of all times and components, relative to
 *             max(1, |q_i|); doubt
 *     ratios  model, code, error, ladder: CPU time of the code over that of hht, each at its cheapest tolerance that
 *             keeps q within the error, and these tolerances. There are five ladders of half a decade, each a tenth of a
 *             decade further on: what the choice of tolerances and the noise of clocks do to the ratio. The
 *             median of all such ladders lies between the least and the largest of five in 15 cases of 16
 *
 * long: rungs ratios
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/studies/motion.h"

enum { CODES = 5, LADDERS = 5, MOST_RUNGS = 9, LEVELS = 2 };

/* eps = 10^(from - k / 2) for k of 0 .. rungs - 1: where the code can be the cheapest one */
typedef struct code {
    const char *name, *solver, *formulation;
    double from;
    int rungs;
} code;

static const struct race {
    model model;
    code code[CODES];
} races[] = {
    { { "belt", "N=100 T=10", 0, 0, { "bearing", "omega_3", "arm" } },
      { { "hht", "hht", "index3", -5.5, 5 },
        { "bdf", "bdf", "index3", -4, 5 },
        { "bdf@ggl", "bdf", "ggl", -2, 5 },
        { "ida", "ida", "index3", -2, 5 },
        { "ida@ggl", "ida", "ggl", -2, 5 } } },
    { { "track", "N=46 nr=7 drive=short T=0.6", 0, 0, { "shoe_ax", "shoe_az", "shoe_vx" } },
      { { "hht", "hht", "index3", -5, 5 },
        { "bdf", "bdf", "index3", -3, 7 },
        { "bdf@ggl", "bdf", "ggl", -1.5, 6 },
        { "ida@ggl", "ida", "ggl", -1.5, 6 } } },
    { { "flexible_frame", "modes=8", 0.3, 0, { "reaction", "pitch_rate", "moment" } },
      { { "hht", "hht", "index3", -6, 5 },
        { "bdf", "bdf", "index3", -4.5, 6 },
        { "bdf@ggl", "bdf", "ggl", -1.5, 5 },
        { "ida@ggl", "ida", "ggl", -2, 4 } } },
};
enum { RACES = sizeof races / sizeof *races };

static const double levels[LEVELS] = { 1e-2, 1e-3 };

static double error_of(const motion *a, const motion *b)
{
    double most = 0;
    for (int k = 0; k < GRID * a->nq; k++)
        most = fmax(most, fabs(a->q[k] - b->q[k]) / fmax(1, fabs(b->q[k])));
    return most;
}

/* The tight run; *doubt: how far the other formula is from it. */
static motion truth_of(instance *i, const model *of, double *doubt)
{
    motion truth = run_of(i, of, "bdf", "index3", 1e-8),
           other = run_of(i, of, "hht", "index3", 1e-8);
    if (truth.status || other.status) give_up("%s has no tight run", of->name);
    *doubt = error_of(&other, &truth);
    release(&other);
    return truth;
}

/* ---- rungs ------------------------------------------------------------------------------- */

static void print_rung(const model *of, const code *by, double eps, const motion *m,
                       const motion *truth, double doubt)
{
    printf("%s,%s,%.17g,%s,", of->name, by->name, eps, ivp_status_name(m->status));
    const double steps = (double)m->count[IVP_N_ACCEPTED];
    const double failed = (double)m->count[IVP_N_FAILED];
    if (m->status)
        puts(",,,,,,");
    else
        printf("%.17g,%.17g,%ld,%ld,%.17g,%.17g,%.17g\n", steps,
               failed / (steps + failed + (double)m->count[IVP_N_REJECTED]),
               m->count[IVP_N_JAC], m->count[IVP_N_NEWTON], m->seconds, error_of(m, truth),
               doubt);
}

static void print_rungs_of(const struct race *r)
{
    instance *i = open_model(&r->model);
    double doubt;
    motion truth = truth_of(i, &r->model, &doubt);
    for (const code *by = r->code; by < r->code + CODES && by->name; by++)
        for (int k = 0; k < MOST_RUNGS; k++) {
            const double eps = pow(10, -3 - k / 2.0);
            motion m = run_of(i, &r->model, by->solver, by->formulation, eps);
            print_rung(&r->model, by, eps, &m, &truth, doubt);
            release(&m);
        }
    release(&truth);
    instance_close(i);
}

static void print_rungs(void)
{
    puts("model,method,eps,outcome,steps,failed,n_jac,n_newton,seconds,error,doubt");
    for (int k = 0; k < RACES; k++) print_rungs_of(&races[k]);
}

/* ---- ratios ------------------------------------------------------------------------------ */

/* The cheapest run within each level. */
typedef struct best {
    double seconds, eps;
} best;

static void improve(best cheapest[LEVELS], const motion *m, double eps, double error)
{
    for (int l = 0; l < LEVELS && m->status == IVP_OK; l++)
        if (error <= levels[l] && !(m->seconds >= cheapest[l].seconds))
            cheapest[l] = (best){ m->seconds, eps };
}

/* Codes take turns from rung to rung: what else the machine does meets all. */
static void climb(instance *i, const struct race *r, int ladder, const motion *truth,
                  best cheapest[CODES][LEVELS])
{
    for (int c = 0; c < CODES; c++)
        for (int l = 0; l < LEVELS; l++) cheapest[c][l] = (best){ NAN, NAN };
    for (int k = 0; k < MOST_RUNGS; k++)
        for (int c = 0; c < CODES; c++) {
            const code *by = &r->code[c];
            if (k >= by->rungs) continue;
            const double eps = pow(10, by->from - k / 2.0 - 0.1 * ladder);
            motion m = run_of(i, &r->model, by->solver, by->formulation, eps);
            improve(cheapest[c], &m, eps, error_of(&m, truth));
            release(&m);
        }
}

static void print_ratios_of(const struct race *r)
{
    instance *i = open_model(&r->model);
    double doubt;
    motion truth = truth_of(i, &r->model, &doubt);
    for (int ladder = 0; ladder < LADDERS; ladder++) {
        best cheapest[CODES][LEVELS];
        climb(i, r, ladder, &truth, cheapest);
        for (int c = 1; c < CODES && r->code[c].name; c++)
            for (int l = 0; l < LEVELS; l++) {
                const best *hht = &cheapest[0][l], *other = &cheapest[c][l];
                printf("%s,%s,%.17g,%d,%.17g,%.17g,%.17g,%.17g,%.17g\n", r->model.name,
                       r->code[c].name, levels[l], ladder, other->seconds / hht->seconds,
                       hht->eps, hht->seconds, other->eps, other->seconds);
            }
    }
    release(&truth);
    instance_close(i);
}

static void print_ratios(void)
{
    puts("model,method,error,ladder,ratio,eps_hht,seconds_hht,eps,seconds");
    for (int k = 0; k < RACES; k++) print_ratios_of(&races[k]);
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "rungs"))
        print_rungs();
    else if (argc == 2 && !strcmp(argv[1], "ratios"))
        print_ratios();
    else
        give_up("usage: hht_race rungs|ratios");
    return 0;
}
