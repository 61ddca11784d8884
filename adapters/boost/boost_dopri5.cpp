/* boost_dopri5.cpp -- runge_kutta_dopri5 of Boost.odeint under its controlled_runge_kutta, one accepted
 * step a call, as integrate_adaptive() does it.
 *
 * Its error test has one absolute tolerance, |e_i| <= a + r (|y_i| + h |y_i'|). Unknowns are scaled by
 * w_i = a / atol_i, which makes it that of a vector of tolerances; equal ones are not touched.
 *
 * A right-hand side that does not exist is answered by 1e30, so that the step is refused; one that has
 * failed for good leaves by an exception.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/boost/boost_dopri5.h"

#include <algorithm>
#include <new>
#include <vector>

#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

namespace odeint = boost::numeric::odeint;
using vector = std::vector<double>;
using dopri5 = odeint::runge_kutta_dopri5<vector>;
using controller = odeint::controlled_runge_kutta<dopri5>;

namespace
{

struct failure {
    ivp_status status;
};

/* as make_controlled() does it, whose header includes all steppers and their matrices */
controller controlled(const ivp_tol *tol)
{
    return controller(controller::error_checker_type(tol->atol[0], tol->rtol));
}

} // namespace

struct boost_dopri5 {
    ivp_model *m;
    const ivp_tol *tol;
    vector w, y, y_old, f, f_old, point;
    controller stepper;
    double t = 0, t_old = 0, h = 0;
    bool f_known = false;

    boost_dopri5(ivp_model *model, const ivp_tol *asked)
        : m(model), tol(asked), w(static_cast<size_t>(ivp_n(model)), 1), y(w), y_old(w), f(w),
          f_old(w), point(w), stepper(controlled(asked))
    {
    }

    void operator()(const vector &x, vector &dxdt, double at)
    {
        for (size_t i = 0; i < w.size(); i++) point[i] = x[i] / w[i];
        const ivp_status st = ivp_rhs(m, at, point.data(), dxdt.data());
        if (st < 0) throw failure{ st };
        for (size_t i = 0; i < w.size(); i++) dxdt[i] = st ? 1e30 : dxdt[i] * w[i];
    }

    void set(const double *from)
    {
        for (size_t i = 0; i < w.size(); i++) y[i] = from[i] * w[i];
        f_known = false;
    }

    void give(const vector &x, double *to) const
    {
        for (size_t i = 0; i < w.size(); i++) to[i] = x[i] / w[i];
    }

    void begin(double start, const double *from, double h0)
    {
        for (size_t i = 0; i < w.size(); i++)
            w[i] = tol->atol[i] > 0 ? tol->atol[0] / tol->atol[i] : 1;
        stepper = controlled(tol);
        t = t_old = start;
        h = h0 > 0 ? h0 : tol->rtol; /* odeint has no rule */
        set(from);
    }

    /* Where the wall cuts a step short, the next one is as long as this would have been. */
    void step(double tmax)
    {
        auto system = [this](const vector &x, vector &dxdt, double at) {
            (*this)(x, dxdt, at);
        };
        if (!f_known) system(y, f, t);
        f_known = true;
        y_old = y;
        f_old = f;
        for (t_old = t;;) {
            const double longest = tol->hmax > 0 ? std::min(h, tol->hmax) : h;
            const bool cut = t + longest >= tmax;
            double tried = cut ? tmax - t : longest;
            if (!(t + tried > t)) throw failure{ IVP_E_STEP_TOO_SMALL };
            const bool kept = stepper.try_step(system, y, f, t, tried) == odeint::success;
            h = kept && cut ? std::max(h, tried) : tried;
            if (cut && kept) t = tmax;
            if (kept) return;
            ivp_count(m, IVP_N_REJECTED, 1);
        }
    }

    void dense(double theta, double *to)
    {
        stepper.stepper().calc_state(t_old + theta * (t - t_old), point, y_old, f_old, t_old, y,
                                     f, t);
        give(point, to);
    }
};

extern "C" {

boost_dopri5 *boost_dopri5_open(ivp_model *m, const ivp_tol *tol)
{
    try {
        return new boost_dopri5(m, tol);
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void boost_dopri5_close(boost_dopri5 *s) { delete s; }

void boost_dopri5_begin(boost_dopri5 *s, double t, const double *y, double h)
{
    s->begin(t, y, h);
}

void boost_dopri5_move(boost_dopri5 *s, const double *y) { s->set(y); }

ivp_status boost_dopri5_step(boost_dopri5 *s, double tmax, double *t, double *y)
{
    try {
        s->step(tmax);
    } catch (const failure &f) {
        return f.status;
    } catch (const std::bad_alloc &) {
        return IVP_E_NOMEM;
    }
    *t = s->t;
    s->give(s->y, y);
    return IVP_OK;
}

ivp_status boost_dopri5_dense(boost_dopri5 *s, double theta, double *y)
{
    s->dense(theta, y);
    return IVP_OK;
}
}
