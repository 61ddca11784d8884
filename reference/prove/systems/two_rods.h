/* two_rods.h -- two uniform rods in series, in their angles from the x axis; the double
 * pendulums share it.
 *
 * Rod 1 of length 2 a turns about the origin, rod 2 of length 2 b about the end of rod 1. With
 * directions e_k = (cos theta_k, sin theta_k) and normals n_k the centres are
 *
 *     c_1 = a e_1,     c_2 = 2 a e_1 + b e_2
 *
 * Moments tau_k act on the rods, gravity along -y. Virtual work along both angles:
 *
 *     (I_1 + m_1 a^2 + 4 m_2 a^2) w_1' + 2 m_2 a b (n_1.n_2) w_2'
 *                          = tau_1 - g (m_1 + 2 m_2) a cos theta_1 - 2 m_2 a b (n_1.(-e_2)) w_2^2
 *     2 m_2 a b (n_1.n_2) w_1' + (I_2 + m_2 b^2) w_2'
 *                          = tau_2 - g m_2 b cos theta_2 - 2 m_2 a b (n_2.(-e_1)) w_1^2
 *
 * In Cartesian coordinates, q = (c_1, theta_1, c_2, theta_2), multipliers belong to c_1 - a
 * e_1 = 0 and c_2 - c_1 - a e_1 - b e_2 = 0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_PROVE_SYSTEMS_TWO_RODS_H
#define REFERENCE_PROVE_SYSTEMS_TWO_RODS_H

#include "reference/prove/system.h"

enum { TH1, TH2, W1, W2, ROD_STATES };

typedef struct two_rods {
    num m1, m2, I1, I2, a, b, gravity;
    num tau1, tau2;
} two_rods;

static inline void two_rods_slope(const scene *s, const two_rods *r, num *dx)
{
    num s1, c1, s2, c2;
    turn(s->x[TH1], &s1, &c1);
    turn(s->x[TH2], &s2, &c2);
    const num couple = times(2, mul(r->m2, mul(r->a, r->b)));
    const num along = mul(couple, add(mul(c1, c2), mul(s1, s2)));
    const num across = mul(couple, sub(mul(s1, c2), mul(c1, s2))); /* n_2.e_1 = -n_1.e_2 */
    const num m11 = add(r->I1, mul(sqr(r->a), add(r->m1, times(4, r->m2))));
    const num m22 = add(r->I2, mul(r->m2, sqr(r->b)));
    const num weight1 = mul(mul(r->gravity, add(r->m1, times(2, r->m2))), mul(r->a, c1));
    const num weight2 = mul(mul(r->gravity, r->m2), mul(r->b, c2));
    const num f1 = sub(sub(r->tau1, weight1), mul(across, sqr(s->x[W2])));
    const num f2 = add(sub(r->tau2, weight2), mul(across, sqr(s->x[W1])));
    const num det = sub(mul(m11, m22), sqr(along));
    dx[TH1] = s->x[W1];
    dx[TH2] = s->x[W2];
    dx[W1] = divide(sub(mul(m22, f1), mul(along, f2)), det);
    dx[W2] = divide(sub(mul(m11, f2), mul(along, f1)), det);
}

static inline const char *two_rods_components(bool angles)
{
    return angles ? "q1 q2 u1 u2 a1 a2"
                  : "q1 q2 q3 q4 q5 q6 u1 u2 u3 u4 u5 u6 a1 a2 a3 a4 a5 a6 lambda1 lambda2 "
                    "lambda3 lambda4";
}

/* Along (x, y): reach r times e, r w n and r (w' n - w^2 e) added to position, velocity and
 * acceleration. */
static inline void two_rods_arm(num r, num angle, num w, num dw, num motion[3][2])
{
    num sine, cosine;
    turn(angle, &sine, &cosine);
    const num rw = mul(r, w), rdw = mul(r, dw), turned = mul(rw, w);
    motion[0][0] = add(motion[0][0], mul(r, cosine));
    motion[0][1] = add(motion[0][1], mul(r, sine));
    motion[1][0] = sub(motion[1][0], mul(rw, sine));
    motion[1][1] = add(motion[1][1], mul(rw, cosine));
    motion[2][0] = sub(motion[2][0], add(mul(rdw, sine), mul(turned, cosine)));
    motion[2][1] = add(motion[2][1], sub(mul(rdw, cosine), mul(turned, sine)));
}

/* m_2 c_2'' + lambda_34 = weight, m_1 c_1'' + lambda_12 - lambda_34 = weight */
static inline void two_rods_multipliers(const two_rods *r, num one[2], num two[2], num *lambda)
{
    for (int i = 0; i < 2; i++) {
        lambda[2 + i] = neg(mul(r->m2, two[i]));
        if (i == 1) lambda[3] = sub(lambda[3], mul(r->m2, r->gravity));
        lambda[i] = sub(lambda[2 + i], mul(r->m1, one[i]));
        if (i == 1) lambda[1] = sub(lambda[1], mul(r->m1, r->gravity));
    }
}

static inline void two_rods_show(const scene *s, const two_rods *r, bool angles, num *out)
{
    num dx[ROD_STATES], one[3][2], two[3][2];
    two_rods_slope(s, r, dx);
    if (angles) {
        for (int i = 0; i < 2; i++) {
            out[i] = s->x[TH1 + i];
            out[2 + i] = s->x[W1 + i];
            out[4 + i] = dx[W1 + i];
        }
        return;
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++) one[k][i] = two[k][i] = integer(s->f, 0);
    two_rods_arm(r->a, s->x[TH1], s->x[W1], dx[W1], one);
    two_rods_arm(times(2, r->a), s->x[TH1], s->x[W1], dx[W1], two);
    two_rods_arm(r->b, s->x[TH2], s->x[W2], dx[W2], two);
    const num angle[3][2] = { { s->x[TH1], s->x[TH2] },
                              { s->x[W1], s->x[W2] },
                              { dx[W1], dx[W2] } };
    for (int k = 0; k < 3; k++) {
        num *q = out + 6 * k;
        q[0] = one[k][0], q[1] = one[k][1], q[2] = angle[k][0];
        q[3] = two[k][0], q[4] = two[k][1], q[5] = angle[k][1];
    }
    two_rods_multipliers(r, one[2], two[2], out + 18);
}

static inline num two_rods_radians(const scene *s, num degrees)
{
    return over(mul(degrees, number_pi(s->f)), 180);
}

/* ---- a system of two rods: its file says what rods() they are, and where they start() ---- */

static two_rods rods(const scene *s);

static void slope(const scene *s, num *dx)
{
    const two_rods r = rods(s);
    two_rods_slope(s, &r, dx);
}

/* The first parameter says whether coordinates are angles. */
static const char *components(const scene *s) { return two_rods_components(s->choice[0]); }

static void show(const scene *s, num *out)
{
    const two_rods r = rods(s);
    two_rods_show(s, &r, s->choice[0], out);
}

#define TWO_RODS_SYSTEM                                                                        \
    .t0 = "0", .t1 = "2", .n = ROD_STATES, .start = start, .slope = slope,                     \
    .components = components, .show = show

#endif
