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
 *     ratios  model, code, error, ladder: CPU time of the code over that of hht, each at its
 *     cheapest tolerance that
 *             keeps q within the error, and these tolerances. There are five ladders of half a
 *             decade, each a tenth of a decade further on: what the choice of tolerances and
 *             the noise of clocks do to the ratio. The median of all such ladders lies between
 *             the least and the largest of five in 15 cases of 16
 *     ratios-series   the rungs, on descriptor 3: model, code, ladder, eps, outcome; accepted
 *                     steps, share of attempts whose
 *             corrector failed, Jacobians, corrector iterations, CPU time; error: of q, the
 *             largest of all times and components, relative to max(1, |q_i|); doubt
 *
 * The first ladder is run whole. On the others a run ends as `beaten` once it cannot be the
 * cheapest: at each error it has either taken longer than a run that kept that error, or has
 * left it.
 *
 * long: ratios
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/studies/motion.h"

#include "kernel/problem/status.h"

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
    { { "belt", "N=100 T=10", 0, 0, { NULL } },
      { { "hht", "hht", "index3", -5.5, 5 },
        { "bdf", "bdf", "index3", -4, 5 },
        { "bdf@ggl", "bdf", "ggl", -2, 5 },
        { "ida", "ida", "index3", -2, 5 },
        { "ida@ggl", "ida", "ggl", -2, 5 } } },
    { { "track", "N=46 nr=7 drive=short T=0.6", 0, 0, { NULL } },
      { { "hht", "hht", "index3", -5, 5 },
        { "bdf", "bdf", "index3", -3, 7 },
        { "bdf@ggl", "bdf", "ggl", -1.5, 6 },
        { "ida@ggl", "ida", "ggl", -1.5, 6 } } },
    { { "flexible_frame", "modes=8", 0.3, 0, { NULL } },
      { { "hht", "hht", "index3", -6, 5 },
        { "bdf", "bdf", "index3", -4.5, 6 },
        { "bdf@ggl", "bdf", "ggl", -1.5, 5 },
        { "ida@ggl", "ida", "ggl", -2, 4 } } },
};
enum { RACES = sizeof races / sizeof *races };

static const double levels[LEVELS] = { 1e-2, 1e-3 };

/* The largest error at the times from `first` to what has been noted. */
static double error_from(int first, const motion *a, const motion *b)
{
    double most = 0;
    for (int k = first * a->nq; k < a->next * a->nq; k++)
        most = fmax(most, fabs(a->q[k] - b->q[k]) / fmax(1, fabs(b->q[k])));
    return most;
}

/* The tight run; *doubt: how far the other formula is from it. */
static motion truth_of(instance *i, const model *of, double *doubt)
{
    motion truth = run_of(i, of, (integrator){ "bdf", "index3", NULL }, 1e-8),
           other = run_of(i, of, (integrator){ "hht", "index3", NULL }, 1e-8);
    if (truth.status || other.status) give_up("%s has no tight run", of->name);
    *doubt = error_from(0, &other, &truth);
    release(&other);
    return truth;
}

/* ---- rungs ------------------------------------------------------------------------------- */

enum { SERIES = 3 }; /* the descriptor of the second table, if it is open */

static void print_rung(FILE *f, const model *of, const code *by, int ladder, double eps,
                       const motion *m, double error, double doubt)
{
    const double steps = (double)m->count[IVP_N_ACCEPTED];
    const double failed = (double)m->count[IVP_N_FAILED];
    if (!f) return;
    fprintf(f, "%s,%s,%d,%.17g,%s,", of->name, by->name, ladder, eps,
            m->stopped ? "beaten" : status_name(m->status));
    if (m->status)
        fputs(",,,,,,\n", f);
    else
        fprintf(f, "%.17g,%.17g,%ld,%ld,%.17g,%.17g,%.17g\n", steps,
                failed / (steps + failed + (double)m->count[IVP_N_REJECTED]),
                m->count[IVP_N_JAC], m->count[IVP_N_NEWTON], m->seconds, error, doubt);
}

/* ---- ratios ------------------------------------------------------------------------------ */

/* The cheapest run within each level. */
typedef struct best {
    double seconds, eps;
    int rung;
} best;

static void improve(best cheapest[LEVELS], const motion *m, best now, double error)
{
    for (int l = 0; l < LEVELS && m->status == IVP_OK; l++)
        if (error <= levels[l] && !(m->seconds >= cheapest[l].seconds)) cheapest[l] = now;
}

typedef struct course {
    instance *instance;
    const struct race *race;
    motion truth;
    double doubt;
    FILE *series;
} course;

/* A run that cannot be the cheapest at any level any more. */
typedef struct beaten {
    stop_rule rule;
    const motion *truth;
    const best *cheapest;
    double error; /* at the times before `next` */
    int next;
} beaten;

static bool is_beaten(stop_rule *self, const motion *m)
{
    beaten *b = (beaten *)self;
    bool may_win = false;
    b->error = fmax(b->error, error_from(b->next, m, b->truth));
    b->next = m->next;
    for (int l = 0; l < LEVELS; l++)
        may_win = may_win || (b->error <= levels[l] && !(m->seconds >= b->cheapest[l].seconds));
    return !may_win;
}

static void climb_to(const course *on, int ladder, const code *by, int rung,
                     best cheapest[LEVELS])
{
    const struct race *r = on->race;
    const double eps = pow(10, by->from - rung / 2.0 - 0.1 * ladder);
    beaten b = { .rule = { is_beaten }, .truth = &on->truth, .cheapest = cheapest };
    motion m =
        run_until(on->instance, &r->model, (integrator){ by->solver, by->formulation, NULL },
                  eps, ladder ? &b.rule : NULL);
    const double error = error_from(0, &m, &on->truth);
    improve(cheapest, &m, (best){ m.seconds, eps, rung }, error);
    print_rung(on->series, &r->model, by, ladder, eps, &m, error, on->doubt);
    release(&m);
}

/* The k-th rung to run: first those that were the cheapest on the ladder before, if any, since
 * they end the others soonest. */
static int rung_at(int k, const code *by, const best before[LEVELS])
{
    int order[MOST_RUNGS + LEVELS], n = 0;
    bool taken[MOST_RUNGS] = { false };
    for (int c = 0; c < LEVELS + by->rungs; c++) {
        const int rung = c >= LEVELS                ? c - LEVELS
                         : isnan(before[c].seconds) ? -1
                                                    : before[c].rung;
        if (rung < 0 || taken[rung]) continue;
        taken[rung] = true;
        order[n++] = rung;
    }
    return order[k];
}

/* Codes take turns from rung to rung: what else the machine does meets all. `cheapest` is that
 * of the ladder before, if any, and becomes that of this one. */
static void climb(const course *on, int ladder, best cheapest[CODES][LEVELS])
{
    const struct race *r = on->race;
    best before[CODES][LEVELS];
    memcpy(before, cheapest, sizeof before);
    for (int c = 0; c < CODES; c++)
        for (int l = 0; l < LEVELS; l++) cheapest[c][l] = (best){ NAN, NAN, 0 };
    for (int k = 0; k < MOST_RUNGS; k++)
        for (int c = 0; c < CODES; c++)
            if (k < r->code[c].rungs)
                climb_to(on, ladder, &r->code[c], rung_at(k, &r->code[c], before[c]),
                         cheapest[c]);
}

static void print_ratios_of(const struct race *r, FILE *series)
{
    course on = { .instance = open_model(&r->model), .race = r, .series = series };
    on.truth = truth_of(on.instance, &r->model, &on.doubt);
    best cheapest[CODES][LEVELS];
    for (int c = 0; c < CODES * LEVELS; c++)
        cheapest[c / LEVELS][c % LEVELS] = (best){ NAN, NAN, 0 };
    for (int ladder = 0; ladder < LADDERS; ladder++) {
        climb(&on, ladder, cheapest);
        for (int c = 1; c < CODES && r->code[c].name; c++)
            for (int l = 0; l < LEVELS; l++) {
                const best *hht = &cheapest[0][l], *other = &cheapest[c][l];
                printf("%s,%s,%.17g,%d,%.17g,%.17g,%.17g,%.17g,%.17g\n", r->model.name,
                       r->code[c].name, levels[l], ladder, other->seconds / hht->seconds,
                       hht->eps, hht->seconds, other->eps, other->seconds);
            }
    }
    release(&on.truth);
    instance_close(on.instance);
}

static void print_ratios(void)
{
    FILE *series = fdopen(SERIES, "w");
    puts("model,method,error,ladder,ratio,eps_hht,seconds_hht,eps,seconds");
    if (series)
        fputs("model,method,ladder,eps,outcome,steps,failed,n_jac,n_newton,seconds,error,"
              "doubt\n",
              series);
    for (int k = 0; k < RACES; k++) print_ratios_of(&races[k], series);
    if (series && fclose(series)) give_up("the second table cannot be written");
}

int main(int argc, char **argv)
{
    if (argc != 2 || strcmp(argv[1], "ratios")) give_up("usage: hht_race ratios");
    print_ratios();
    return 0;
}
