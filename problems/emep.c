/* emep.c -- ozone over Europe: the chemistry of EMEP's MSC-W model over four days and nights.
 *
 *     y_i' = E_i + sum over channels r of nu_ir k_r(t) (product of the reactants of r)
 *
 * Time is in seconds from midnight, from 4:00 to 20:00 of day five. With td the hour of the day
 *
 *     day: 4 <= td < 20
 *     sec = 1/(cos((1 + td/12) pi) cos(50 deg) cos(23.5 deg) + sin(50 deg) sin(23.5 deg))
 *     RH  = 23 sin(-7.93e-5 3600 td + 2.43) + 66.5       relative humidity in percent
 *     XZ  = (597.3 - 0.57 (T - 273.16)) 18/1.986 (1/T - 1/273.16)
 *     H2O = 6.1078 exp(-XZ) 10/(1.38e-16 T) RH
 *
 * Break points are 4:00 and 20:00, where light is switched, and midnight: the formula of
 * humidity has not the period of a day, H2O jumps. The end, 20:00 itself, belongs to the day,
 * and the time before the start too. At dusk OP and OD (36 and
 * 38) collapse to values without meaning (OD below 1e-37, to which only the night's rate of
 * 1e-40 contributes): they are not scored.
 *
 * The reference's second half is extrapolated implicit Euler at 1e-10 and 1e-12, two minutes,
 * which agrees with the first to 10.9 digits at all stored times and to 11.9 at the end, in all
 * that is scored.
 *
 * Simpson et al.; Verwer, Simpson 1995; Test Set for IVP Solvers 2.4, emep.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES /* light and humidity are taken by time */
#include "lib/descriptor.h"
#include "lib/emep_air.h"

enum { TEMPERATURE, DENSITY, OXYGEN, MIXING, NP };
enum { EMISSION = NP + RATES, DERIVED = RATES + SPECIES };

static const ivp_param params[] = {
    [TEMPERATURE] = { "T", "298", "of the air [K]" },
    [DENSITY] = { "M", "2.55e19", "density of the air [1/cm^3]" },
    [OXYGEN] = { "O2", "5.2e18", "of it oxygen [1/cm^3]" },
    [MIXING] = { "HMIX", "1.2e5", "height that the air is mixed to [cm]" },
    { 0 },
};

static const double breaks[] = { 72000,  86400,  100800, 158400, 172800, 187200,
                                 244800, 259200, 273600, 331200, 345600, 360000 };
static const plain start_of_day_one = 14400, end_of_day_five = 417600;

/* ---- constants -------------------------------------------------------------------------- */

/* Rates that do not change, and what the others are made of. */
static real constant(const emep_rate *k, const real *p)
{
    const real t = p[TEMPERATURE], thermal = k->a * exp(k->b / t) * pow(t / 300, ivp_of(k->n));
    switch (k->law) {
    case TERNARY:
        return thermal * p[DENSITY];
    case TERNARY_O2:
        return thermal * p[DENSITY] * p[OXYGEN];
    case HO2_PAIR:
        return R(2.3e-13) * exp(600 / t) + R(1.7e-33) * p[DENSITY] * exp(1000 / t);
    case DEPOSITED:
        return k->a / p[MIXING];
    case BINARY:
        return thermal;
    default:
        return ivp_of(k->a);
    }
}

/* Sources: nitrogen and sulphur oxides, carbon monoxide, hydrocarbons by the parts F of their
 * mass. */
static void emit(const real *p, real *e)
{
    static const struct {
        int species;
        plain part, mass;
    } carbons[] = {
        { C2H6, R(0.07689), R(30.0) },  { NC4H10, R(0.41444), R(58.0) },
        { C2H4, R(0.03642), R(28.0) },  { C3H6, R(0.03827), R(42.0) },
        { OXYL, R(0.24537), R(106.0) }, { C2H5OH, R(0.13957), R(46.0) },
    };
    const real source = R(2.5e11) / p[MIXING];
    plain sum = 0;
    for (int i = 0; i < SPECIES; i++) e[i] = ivp_of(0);
    e[NO - 1] = e[SO2 - 1] = source;
    e[CO - 1] = 10 * source;
    e[SA - 1] = source / 20;
    e[ISOPRE - 1] = source / 2;
    for (size_t k = 0; k < sizeof carbons / sizeof *carbons; k++)
        sum += carbons[k].part / carbons[k].mass;
    for (size_t k = 0; k < sizeof carbons / sizeof *carbons; k++)
        e[carbons[k].species - 1] = source * (carbons[k].part / carbons[k].mass / sum);
}

static void prepare(const real *p, real *derived)
{
    for (int k = 0; k < RATES; k++) derived[k] = constant(&emep_rates[k], p);
    emit(p, derived + RATES);
}

/* ---- time -------------------------------------------------------------------------------- */

/* Hour of the day. */
static real hour(real t) { return (t - 86400 * floor(re(t) / 86400)) / 3600; }

static bool is_day(real t)
{
    const plain h = re(hour(t));
    return (h >= 4 && h < 20) || re(t) < start_of_day_one || re(t) >= end_of_day_five;
}

static real secant(real h)
{
    const plain north = IVP_PI * 50 / 180, tilt = IVP_PI * R(23.5) / 180;
    return 1 / (cos((1 + h / 12) * IVP_PI) * (cos(north) * cos(tilt)) + sin(north) * sin(tilt));
}

static real water(real h, const real *p)
{
    const real t = p[TEMPERATURE];
    const real humidity = 23 * sin(-R(7.93e-5) * 3600 * h + R(2.43)) + R(66.5);
    const real xz =
        (R(597.3) - R(0.57) * (t - R(273.16))) * 18 / R(1.986) * (1 / t - 1 / R(273.16));
    return R(6.1078) * exp(-xz) * 10 / (R(1.38e-16) * t) * humidity;
}

static void rates(real t, const real *p, real *k)
{
    const bool day = is_day(t);
    const real h = re(t) >= end_of_day_five ? ivp_of(20) : hour(t);
    const real sec = day ? secant(h) : ivp_of(0), h2o = water(h, p);
    for (int r = 0; r < RATES; r++) {
        const emep_rate *e = &emep_rates[r];
        k[r] = p[NP + r];
        if (e->law == PHOTOLYSIS) k[r] = day ? k[r] * exp(-e->b * sec) : ivp_of(R(1e-40));
        if (e->law == DEPOSITED && !day) k[r] /= 4;
        if (e->law == HYDROLYSIS) k[r] *= h2o;
        if (e->law == HO2_PAIR) k[r] *= 1 + R(1.4e-21) * h2o * exp(2200 / p[TEMPERATURE]);
    }
}

/* ---- reactions --------------------------------------------------------------------------- */

static void spread(const emep_channel *c, real rate, real *f)
{
    for (int m = 0; m < 10 && c->change[m].species; m++)
        f[c->change[m].species - 1] += rate * c->change[m].thousandths / 1000;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    real k[RATES];
    rates(s->t, p, k);
    for (int i = 0; i < SPECIES; i++) f[i] = p[EMISSION + i];
    for (const emep_channel *c = emep_channels; c < emep_channels + CHANNELS; c++) {
        const real one = k[c->rate] * y[c->used[0] - 1];
        spread(c, c->used[1] ? one * y[c->used[1] - 1] : one, f);
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real *y = s->y;
    real k[RATES];
    rates(s->t, p, k);
    for (const emep_channel *c = emep_channels; c < emep_channels + CHANNELS; c++) {
        const int a = c->used[0] - 1, b = c->used[1] - 1;
        spread(c, b < 0 ? k[c->rate] : k[c->rate] * y[b], ivp_at(J, 0, a));
        if (b >= 0) spread(c, k[c->rate] * y[a], ivp_at(J, 0, b));
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < SPECIES; i++)
        y[i] = ivp_of(i < C2H6 - 1 ? 0 : i < O3 - 1 ? 10000000 : 100);
    y[NO - 1] = ivp_of(R(1e9));
    y[NO2 - 1] = y[SO2 - 1] = ivp_of(R(5e9));
    y[CO - 1] = ivp_of(R(3.8e12));
    y[CH4 - 1] = ivp_of(R(3.5e13));
    y[O3 - 1] = ivp_of(R(5e11));
    y[OD - 1] = ivp_of(R(1e-3));
    return IVP_OK;
}

/* Molecules in a cubic centimetre; a tenth for rtol = 1e-4. */
static void weights(const real *p, double *w)
{
    for (int i = 0; i < SPECIES; i++) w[i] = 1000;
}

static real humid(const ivp_state *s, const real *p) { return water(hour(s->t), p); }

IVP_PROBLEM(emep,
    .title = "EMEP, ozone over Europe",
    .source = "Verwer, Simpson 1995; Test Set for IVP Solvers 2.4, emep",
    .tags = "ode stiff chemistry testset",
    .params = params,
    .t0 = "14400",
    .t1 = "417600",
    .form = IVP_ODE,
    .sizes = { .n = SPECIES, .nderived = DERIVED },
    .prepare = prepare,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian },
    .weights = weights,
    BREAKS_OF(breaks),
    .observables =
        (const ivp_observable[]){
            { "NO2", "1/cm^3", "nitrogen dioxide", .component = "y2" },
            { "O3", "1/cm^3", "ozone", .component = "y14" },
            { "OH", "1/cm^3", "hydroxyl", .component = "y37" },
            { "H2O", "1/cm^3", "water", humid },
            { 0 },
        },
    .scd = "y1-35 y37 y39-66",
    .mescd = "y1-35 y37 y39-66",
    .protocol = { .from = 2, .to = 8, .per_decade = 4, .atol = "1e-4", .h0 = "1e-7" },
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES(", RADAU5 at 1e-14", "10.7"),
              .values = "y1=0.2564580511140732e8 y2=0.5146134770952715e11 "
              "y3=0.2315679957701715e12 y4=0.1130936599472892e14 "
              "y5=0.3459285326034955e14 y6=0.1027236550974901e12 "
              "y7=0.8508735586836855e11 y8=0.4131285674624012e10 "
              "y9=0.1270937854717943e10 y10=0.5632880890404914e10 "
              "y11=0.8263821552730888e11 y12=0.3293552658908353e11 "
              "y13=0.1054058186206315e12 y14=0.3150308585365321e13 "
              "y15=0.2488383936633755e8 y16=0.1097565615411556e11 "
              "y17=0.1365196557629180e11 y18=0.3852048230503094e12 "
              "y19=0.1137462721600089e9 y20=0.2850982205905218e11 "
              "y21=0.3786933619791445e12 y22=0.3832384333863027e10 "
              "y23=0.4804939902203071e7 y24=0.3390546081092960e8 "
              "y25=0.3494452929972591e11 y26=0.1490576370801779e8 "
              "y27=0.1000567871868853e8 y28=0.1856753061984312e10 "
              "y29=0.2272206156875160e7 y30=0.5168375883757783e10 "
              "y31=0.2317595952406701e7 y32=0.3035139656996921e10 "
              "y33=0.5928979479102226e7 y34=0.2515297290687841e10 "
              "y35=0.4569678276203798e7 y36=0.3727926507368739e1 "
              "y37=0.4063589349848112e5 y38=0.8159151146269279e-37 "
              "y39=0.5577590724412284e9 y40=0.7684596616753747e9 "
              "y41=0.5338491777959816e10 y42=0.6048604025328409e12 "
              "y43=0.4222237216819787e8 y44=0.3681852767009784e10 "
              "y45=0.5835731567978018e7 y46=0.1456507159081862e10 "
              "y47=0.8862868684014137e10 y48=0.9338753312528582e9 "
              "y49=0.3595753586682656e10 y50=0.4622427584057254e9 "
              "y51=0.2395910064875511e9 y52=0.6080936586253302e10 "
              "y53=0.7704108297342240e9 y54=0.3386220860753221e10 "
              "y55=0.1838264387030593e10 y56=0.1973252346091884e10 "
              "y57=0.1313403940892729e7 y58=0.1344471764571674e10 "
              "y59=0.2568483117244701e7 y60=0.1131854591900057e10 "
              "y61=0.4591537937818946e7 y62=0.8609382282952802e9 "
              "y63=0.3509560971283513e9 y64=0.6682350971104786e9 "
              "y65=0.3207356403011160e9 y66=0.1144987634882048e9" },
            { 0 },
        });
