/* beam.c -- an inextensible elastic beam, clamped, with a load at its tip: N = 40 elements.
 *
 * State: angles theta_1 .. theta_N, then their rates. With d_l = theta_l - theta_{l-1}
 *
 *     v_1 = N^4 (-3 theta_1 + theta_2)                   + N^2 (Fy cos theta_1 - Fx sin theta_1)
 *     v_l = N^4 (theta_{l-1} - 2 theta_l + theta_{l+1})  + N^2 (Fy cos theta_l - Fx sin theta_l)
 *     v_N = N^4 (theta_{N-1} - theta_N)                  + N^2 (Fy cos theta_N - Fx sin theta_N)
 *
 *     C symmetric, diagonal (1, 2 .. 2, 3), C_{l,l-1} = -cos d_l
 *     D skew, D_{l,l-1} = -sin d_l
 *
 *     C u = D v + (theta_1'^2 .. theta_N'^2),   theta'' = C v + D u
 *
 * The load, Fy = -Fx = 1.5 sin^2 t, ends at t = pi, where its second derivative jumps.
 * Eigenvalues lie on the imaginary axis, up to 6400 i: formulas of Gear of order three and more
 * are unstable there. Nothing damps these oscillations, and codes whose steps are longer do:
 * radau_iia at rtol = 1e-13, in 1191 steps, ends with 5.8 digits, rodas5p at 1e-12 in 23,012
 * with 8.0, dop853 at 1e-13 in 174,068 with 9.3.
 *
 * The printed end values have 9.7 digits (y41, the smallest of the rates), although they were
 * computed with a tolerance of 1.1e-18: it is damping again. Their rates are off by 2.7e-11 in
 * the mean, those of radau_iia by
 * 4.8e-10 at 1e-17, by 5.6e-11 at 1.1e-18, and these errors point the same way (cosine 0.66,
 * 0.59); at 1e-19 they are 1.6e-11, and from 1e-20 on 1.1e-11, rounding, which has nothing in
 * common with the printed errors (0.03):
 * 9.6 digits are all that doubles have. The angles as printed are off by 3.6e-14, less than any
 * run in doubles here. An independent Radau code at 1e-12 agrees with the printed values to
 * 10.0 digits: two that are damped agree better with one another than with the solution, which
 * Radau's and Gragg's methods in quad know to 11.5.
 *
 * Hairer, Wanner, Solving ODEs II, IV.1; Test Set for IVP Solvers 2.4, beam.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { N = 40 };

/* The double next to pi: half an ulp before it. */
static const double breaks[] = { (double)IVP_PI };

/* Fy = -Fx; from pi on the square of a rounding error, which is nothing beside the stiffness */
static real load(real t)
{
    const real s = sin(ivp_min(t, ivp_of(IVP_PI)));
    return 3 * s * s / 2;
}

static void bend(const real *theta, real force, real *v)
{
    const real n2 = ivp_of(N * N), n4 = n2 * n2;
    for (int l = 0; l < N; l++) {
        const real below = l > 0 ? theta[l - 1] : -theta[0];
        const real above = l < N - 1 ? theta[l + 1] : theta[N - 1];
        real cosine, sine;
        ivp_turn(theta[l], &cosine, &sine);
        v[l] = n4 * (below - 2 * theta[l] + above) + n2 * force * (cosine + sine);
    }
}

/* u := C^-1 u by Thomas' algorithm; the diagonal dominates. c: cosines of d_1 .. d_{N-1} */
static void solve(const real *c, real *u)
{
    real ratio[N];
    for (int l = 0; l < N; l++) {
        const real diagonal = ivp_of(l == 0 ? 1 : l == N - 1 ? 3 : 2);
        const real pivot = l ? diagonal + c[l] * ratio[l - 1] : diagonal;
        if (l < N - 1) ratio[l] = -c[l + 1] / pivot;
        u[l] = (l ? u[l] + c[l] * u[l - 1] : u[l]) / pivot;
    }
    for (int l = N - 2; l >= 0; l--) u[l] -= ratio[l] * u[l + 1];
}

/* Entry l of D x and of C x */
static real skew(const real *s, const real *x, int l)
{
    return (l < N - 1 ? s[l + 1] * x[l + 1] : ivp_of(0)) -
           (l > 0 ? s[l] * x[l - 1] : ivp_of(0));
}

static real coupled(const real *c, const real *x, int l)
{
    const int diagonal = l == 0 ? 1 : l == N - 1 ? 3 : 2;
    return diagonal * x[l] - (l < N - 1 ? c[l + 1] * x[l + 1] : ivp_of(0)) -
           (l > 0 ? c[l] * x[l - 1] : ivp_of(0));
}

static ivp_status rhs(const ivp_state *state, real *f, const real *p)
{
    const real *theta = state->y, *rate = theta + N;
    real v[N], u[N], c[N], s[N];
    bend(theta, load(state->t), v);
    c[0] = s[0] = ivp_of(0);
    for (int l = 1; l < N; l++) ivp_turn(theta[l] - theta[l - 1], &c[l], &s[l]);
    for (int l = 0; l < N; l++) u[l] = skew(s, v, l) + rate[l] * rate[l];
    solve(c, u);
    for (int l = 0; l < N; l++) {
        f[l] = rate[l];
        f[N + l] = coupled(c, v, l) + skew(s, u, l);
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < 2 * N; i++) y[i] = ivp_of(0);
    return IVP_OK;
}

/* Of the tip, the elements being 1/N long. */
static real height(const ivp_state *s, const real *p)
{
    real sum = ivp_of(0);
    for (int l = 0; l < N; l++) sum += sin(s->y[l]) / N;
    return sum;
}

IVP_PROBLEM(beam,
    .title = "Elastic beam, clamped, with a load at its tip",
    .source = "Hairer, Wanner, Solving ODEs II, IV.1; Test Set for IVP Solvers 2.4, beam",
    .tags = "ode oscillatory beam testset",
    .t0 = "0",
    .t1 = "5",
    .form = IVP_ODE,
    .sizes = { .n = 2 * N },
    .init = start,
    .ode = { .f = rhs },
    .second_order = true,
    BREAKS_OF(breaks),
    .observables =
        (const ivp_observable[]){
            { "height", "1", "of the tip", height },
            { "root", "rad", "angle of the first element", .component = "y1" },
            { "tip", "rad", "angle of the last element", .component = "y40" },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"),
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES(", RADAU at 1.1e-18", "10.0"),
              .values = "y1=-0.5792366591285007e-2 y2=-0.1695298550721735e-1 "
              "y3=-0.2769103312973094e-1 y4=-0.3800815655879158e-1 "
              "y5=-0.4790616859743763e-1 y6=-0.5738710435274594e-1 "
              "y7=-0.6645327313454617e-1 y8=-0.7510730581979037e-1 "
              "y9=-0.8335219765414992e-1 y10=-0.9119134654647947e-1 "
              "y11=-0.9862858700132091e-1 y12=-0.1056682200378002e0 "
              "y13=-0.1123150395409595e0 y14=-0.1185743552727245e0 "
              "y15=-0.1244520128755561e0 y16=-0.1299544113264161e0 "
              "y17=-0.1350885180610398e0 y18=-0.1398618819194422e0 "
              "y19=-0.1442826441015242e0 y20=-0.1483595472463012e0 "
              "y21=-0.1521019429001447e0 y22=-0.1555197978061129e0 "
              "y23=-0.1586236993420229e0 y24=-0.1614248603702127e0 "
              "y25=-0.1639351238193223e0 y26=-0.1661669673440852e0 "
              "y27=-0.1681335081778558e0 y28=-0.1698485080602243e0 "
              "y29=-0.1713263782440888e0 y30=-0.1725821847462537e0 "
              "y31=-0.1736316537975654e0 y32=-0.1744911773840049e0 "
              "y33=-0.1751778187863392e0 y34=-0.1757093178712902e0 "
              "y35=-0.1761040960228576e0 y36=-0.1763812607175549e0 "
              "y37=-0.1765606097564671e0 y38=-0.1766626352260565e0 "
              "y39=-0.1767085270807460e0 y40=-0.1767201761075488e0 "
              "y41=0.3747362681329794e-1 y42=0.1099117880217593e0 "
              "y43=0.1798360474312799e0 y44=0.2472427305442391e0 "
              "y45=0.3121293820596567e0 y46=0.3744947377019500e0 "
              "y47=0.4343386073492798e0 y48=0.4916620354601748e0 "
              "y49=0.5464677854586807e0 y50=0.5987609702624270e0 "
              "y51=0.6485493611110740e0 y52=0.6958435169132503e0 "
              "y53=0.7406572668520808e0 y54=0.7830081747813241e0 "
              "y55=0.8229176659201515e0 y56=0.8604110305190560e0 "
              "y57=0.8955175502377805e0 y58=0.9282708263127953e0 "
              "y59=0.9587089334522034e0 y60=0.9868747821728363e0 "
              "y61=0.1012816579961883e1 y62=0.1036587736679858e1 "
              "y63=0.1058246826481355e1 y64=0.1077857811433353e1 "
              "y65=0.1095490222005369e1 y66=0.1111219164294898e1 "
              "y67=0.1125125269286501e1 y68=0.1137294526609229e1 "
              "y69=0.1147818025153607e1 y70=0.1156792132004482e1 "
              "y71=0.1164318845130183e1 y72=0.1170505992596124e1 "
              "y73=0.1175467424299550e1 y74=0.1179323003228859e1 "
              "y75=0.1182198586299667e1 y76=0.1184226111223146e1 "
              "y77=0.1185543909805575e1 y78=0.1186297084203716e1 "
              "y79=0.1186637618908127e1 y80=0.1186724615113034e1" },
            { 0 },
        });
