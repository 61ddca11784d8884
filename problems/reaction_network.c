/* reaction_network.c -- N species that react by mass action, drawn from a seed: sparse, badly
 * scaled.
 *
 * The first four species are radicals, all others are molecules, in a ring. Each molecule s has
 * five reversible reactions:
 *
 *     s + r <-> s' + r'     four times, r and r' two radicals       s <-> s'     once
 *
 * where s' is one of the eight molecules behind s. Species s has an energy G_s of 0 to 6
 * decades, each reaction a rate k of 1e-2 to 1e3. The direction in which the energy rises by D
 * has the rate k 10^-D, the other one k, so concentrations proportional to 10^-G_s are an
 * equilibrium. Every tenth molecule is there at the start, with concentration 1, each radical
 * with 0.1. Sums over molecules and over radicals are constant.
 *
 * Rows and columns of the radicals are full, as those of the radicals of a combustion mechanism
 * are, so columns cannot be grouped for complex steps: J is by hand. Draws are values of the
 * generator splitmix64 at seed, reaction and purpose, the same in all arithmetics.
 *
 * Five reactions a species: Lu, Law, Prog. Energy Combust. Sci. 35 (2009) 192. Rates in both
 * directions: detailed balance. splitmix64: Steele, Lea, Flood, OOPSLA 2014, p. 453. The
 * network itself is ours.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "lib/descriptor.h"

#include <stdint.h>

enum { SPECIES, SEED };
enum { RADICALS = 4, OFTEN = 5, REACH = 8 };

static const ivp_param params[] = {
    [SPECIES] = { "N", "100", "species, 13 or more [1]" },
    [SEED] = { "seed", "1", "of the network, an integer [1]" },
    { 0 },
};

/* Values of prepare(), behind the parameters, for each reaction: rates forwards and backwards,
 * and the species on both sides, since drawing them takes longer than all the rest */
enum { TABLE = SEED + 1 };
enum { FORWARDS, BACKWARDS, FROM, TO = FROM + 2, WIDTH = TO + 2 };

static int species(const real *p) { return (int)re(p[SPECIES]); }

static int reactions(const real *p) { return OFTEN * (species(p) - RADICALS); }

static void size(const real *p, ivp_sizes *s)
{
    s->n = species(p);
    s->nderived = WIDTH * reactions(p);
}

/* ---- the network ------------------------------------------------------------------------- */

enum { PARTNER, FIRST_RADICAL, SECOND_RADICAL, SPEED, ENERGY, PURPOSES };

/* A number below `most` */
static int draw(const real *p, int number, int purpose, int most)
{
    const uint64_t at = (uint64_t)number * PURPOSES + (uint64_t)purpose + 1;
    uint64_t x = ((uint64_t)re(p[SEED]) << 32) + at * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (int)((x ^ (x >> 31)) % (uint64_t)most);
}

/* a + b <-> c + d, species by number; without radicals a <-> c, and pair is 1 */
typedef struct reaction {
    int from[2], to[2], pair;
} reaction;

static int pair_of(int r) { return r % OFTEN < OFTEN - 1 ? 2 : 1; }

static reaction drawn(int r, const real *p)
{
    const int ring = species(p) - RADICALS, s = r / OFTEN;
    const int behind = (s + 1 + draw(p, r, PARTNER, REACH)) % ring;
    const int one = draw(p, r, FIRST_RADICAL, RADICALS);
    const int other = (one + 1 + draw(p, r, SECOND_RADICAL, RADICALS - 1)) % RADICALS;
    return (reaction){ { RADICALS + s, one }, { RADICALS + behind, other }, pair_of(r) };
}

/* In thousandths of a decade */
static int energy(int s, const real *p) { return draw(p, s, ENERGY, 6001); }

static real power_of_ten(int thousandths)
{
    return ivp_pow(ivp_of(R(10.0)), thousandths / R(1000.0));
}

static void prepare(const real *p, real *derived)
{
    for (int r = 0; r < reactions(p); r++) {
        const reaction x = drawn(r, p);
        const int speed = draw(p, r, SPEED, 5001) - 2000;
        real *row = derived + WIDTH * r;
        int rise = 0;
        for (int m = 0; m < x.pair; m++) rise += energy(x.to[m], p) - energy(x.from[m], p);
        row[FORWARDS] = power_of_ten(speed - (rise > 0 ? rise : 0));
        row[BACKWARDS] = power_of_ten(speed + (rise < 0 ? rise : 0));
        for (int m = 0; m < 2; m++) {
            row[FROM + m] = ivp_of(x.from[m]);
            row[TO + m] = ivp_of(x.to[m]);
        }
    }
}

static reaction reaction_of(int r, const real *p)
{
    const real *row = p + TABLE + WIDTH * r;
    return (reaction){ { (int)re(row[FROM]), (int)re(row[FROM + 1]) },
                       { (int)re(row[TO]), (int)re(row[TO + 1]) },
                       pair_of(r) };
}

/* ---- the equations ----------------------------------------------------------------------- */

static real product(const real *y, const int of[2], int pair)
{
    return pair == 2 ? y[of[0]] * y[of[1]] : y[of[0]];
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    for (int k = 0; k < species(p); k++) f[k] = ivp_of(0);
    for (int r = 0; r < reactions(p); r++) {
        const reaction x = reaction_of(r, p);
        const real *k = p + TABLE + WIDTH * r;
        const real flow = k[FORWARDS] * product(s->y, x.from, x.pair) -
                          k[BACKWARDS] * product(s->y, x.to, x.pair);
        for (int m = 0; m < x.pair; m++) {
            f[x.from[m]] -= flow;
            f[x.to[m]] += flow;
        }
    }
    return IVP_OK;
}

/* The flow changes by `slope` with species j. */
static void spread(ivp_mat J, const reaction *x, int j, real slope)
{
    for (int m = 0; m < x->pair; m++) {
        *ivp_at(J, x->from[m], j) -= slope;
        *ivp_at(J, x->to[m], j) += slope;
    }
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    for (int r = 0; r < reactions(p); r++) {
        const reaction x = reaction_of(r, p);
        const real *k = p + TABLE + WIDTH * r, *y = s->y;
        for (int m = 0; m < x.pair; m++) {
            const int other = x.pair - 1 - m;
            spread(J, &x, x.from[m],
                   x.pair == 2 ? k[FORWARDS] * y[x.from[other]] : k[FORWARDS]);
            spread(J, &x, x.to[m],
                   x.pair == 2 ? -k[BACKWARDS] * y[x.to[other]] : -k[BACKWARDS]);
        }
    }
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    for (int r = 0; r < reactions(p); r++) {
        const reaction x = reaction_of(r, p);
        for (int row = 0; row < x.pair; row++)
            for (int column = 0; column < x.pair; column++) {
                ivp_entry(out, IVP_JAC, x.from[row], x.from[column]);
                ivp_entry(out, IVP_JAC, x.from[row], x.to[column]);
                ivp_entry(out, IVP_JAC, x.to[row], x.from[column]);
                ivp_entry(out, IVP_JAC, x.to[row], x.to[column]);
            }
    }
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int k = 0; k < species(p); k++) {
        const bool radical = k < RADICALS, fed = (k - RADICALS) % 10 == 0;
        y[k] = ivp_of(radical ? R(0.1) : fed ? R(1.0) : R(0.0));
    }
    return IVP_OK;
}

/* ---- what is scored ---------------------------------------------------------------------- */

static real sum(const real *y, int from, int to)
{
    real all = ivp_of(0);
    for (int k = from; k < to; k++) all += y[k];
    return all;
}

static real molecules(const ivp_state *s, const real *p)
{
    return sum(s->y, RADICALS, species(p));
}

static real radicals(const ivp_state *s, const real *p) { return sum(s->y, 0, RADICALS); }

static const ivp_observable invariants[] = {
    { "molecules", "1", "their concentrations, kept", molecules },
    { "radicals", "1", "their concentrations, kept", radicals },
    { 0 },
};

/* Of molecules that were there at the start */
static real left(const ivp_state *s, const real *p)
{
    real all = ivp_of(0);
    for (int k = RADICALS; k < species(p); k += 10) all += s->y[k];
    return all;
}

IVP_PROBLEM(reaction_network,
    .title = "Network of reactions, drawn from a seed",
    .source = "made for ivpbench, in the proportions of Lu, Law 2009",
    .tags = "ode stiff chemistry conservative scalable extra",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .form = IVP_ODE,
    .sizes = { .n = 100 },
    .size = size,
    .prepare = prepare,
    .pattern = pattern,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian, .autonomous = true },
    .invariants = invariants,
    .observables =
        (const ivp_observable[]){
            { "left", "1", "molecules of the start that are left", left },
            { "radical", "1", "the first radical", .component = "y1" },
            { "molecule", "1", "the second molecule", .component = "y6" },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"));
