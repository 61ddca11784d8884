/* hht_states.c -- HHT's formula for first-order states and its error estimate, against exact
 * local errors.
 *
 * Negrut, Rampalli, Ottarsson, Sajdak, section 3.1.2:
 *
 *     X_(n+1)  = X_n + h X'_n + h rho (X'_(n+1) - X'_n)
 *     error    = (rho - 1/2) h^2 X'' + O(h^3)                                            (32)
 *     estimate = (rho - 1/2) h (X'_(n+1) - X'_n)                                         (33)
 *
 * One step from the exact state of the circular track at t = 0.1, whose controller has one such
 * state, X' = w_ref - omega.
 *
 * Columns: rho, h, estimate, exact local error, their ratio.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/studies/runs.h"

enum { RUNGS = 6 };

static void exact_at(const instance *i, double t, double *canonical)
{
    if (i->problem->exact(t, canonical, i->p)) give_up("no exact solution at t = %g", t);
}

/* X' = w_ref - (q1 u2 - q2 u1) / |q|^2 with w_ref = 1 */
static double slope_of(const double *q, const double *u)
{
    return 1 - (q[0] * u[1] - q[1] * u[0]) / (q[0] * q[0] + q[1] * q[1]);
}

static void one_step(double rho, double h)
{
    enum { NQ = 2, X = 4 };
    const double t = 0.1;
    char option[40];
    double from[METHOD_UNKNOWNS] = { 0 }, exact[METHOD_UNKNOWNS] = { 0 };
    method s;
    snprintf(option, sizeof option, "rho=%g", rho);
    const evolve_setup setup = {
        .formulation = "index3", .solver = "hht", .options = option, .h = h
    };
    method_open(&s, "circular_track", NULL, &setup);
    exact_at(s.instance, t, from);
    exact_at(s.instance, t + h, exact);
    method_at(&s, t, from);
    method_attempt(&s, h);
    const double rise = slope_of(s.y1, s.y1 + NQ) - slope_of(from, from + NQ);
    const double estimate = (rho - 0.5) * h * rise, error = s.y1[X] - exact[X];
    printf("%.17g,%.17g,%.17g,%.17g,%.17g\n", rho, h, fabs(estimate), fabs(error),
           estimate / error);
    method_close(&s);
}

int main(void)
{
    static const double rhos[] = { 0.65, 0.8, 1 };
    puts("rho,h,estimate,exact,ratio");
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < RUNGS; k++) one_step(rhos[r], 0.02 * ldexp(1, -k));
    return 0;
}
