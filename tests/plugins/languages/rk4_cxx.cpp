// rk4_cxx.cpp -- the classical Runge-Kutta method in C++17; see rk4_c.c.
// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
#include <ivp/solver.h>

#include <algorithm>
#include <new>
#include <vector>

namespace {

class Rk4 {
public:
    Rk4(ivp_model *model, double step) : m(model), h0(step)
    {
        for (auto *v : { &y, &x, &k1, &k2, &k3, &k4 }) v->resize(static_cast<size_t>(ivp_n(m)));
    }

    void begin(double at, const double *from)
    {
        t = at;
        std::copy_n(from, y.size(), y.begin());
    }

    ivp_status step(double tmax)
    {
        const bool last = t + 1.000001 * h0 >= tmax;
        const double h = last ? tmax - t : h0;
        ivp_status st = ivp_rhs(m, t, y.data(), k1.data());
        if (st == IVP_OK) st = stage(h / 2, h / 2, k1, k2);
        if (st == IVP_OK) st = stage(h / 2, h / 2, k2, k3);
        if (st == IVP_OK) st = stage(h, h, k3, k4);
        for (size_t i = 0; i < y.size(); i++)
            y[i] = y[i] + h / 6 * (((k1[i] + 2 * k2[i]) + 2 * k3[i]) + k4[i]);
        t = last ? tmax : t + h;
        return st;
    }

    double t = 0;
    std::vector<double> y;

private:
    ivp_status stage(double a, double c, const std::vector<double> &k, std::vector<double> &out)
    {
        for (size_t i = 0; i < y.size(); i++) x[i] = y[i] + a * k[i];
        return ivp_rhs(m, t + c, x.data(), out.data());
    }

    ivp_model *m;
    double h0;
    std::vector<double> x, k1, k2, k3, k4;
};

ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *)
{
    *self = new (std::nothrow) Rk4(m, tol->h);
    return *self ? IVP_OK : IVP_E_NOMEM;
}

void destroy(void *self) { delete static_cast<Rk4 *>(self); }

ivp_status restart(void *self, double t, const double *y, const double *, double)
{
    static_cast<Rk4 *>(self)->begin(t, y);
    return IVP_OK;
}

ivp_status advance(void *self, double tmax, double *t, double *y)
{
    auto *s = static_cast<Rk4 *>(self);
    const ivp_status st = s->step(tmax);
    *t = s->t;
    std::copy(s->y.begin(), s->y.end(), y);
    return st;
}

} // namespace

IVP_SOLVER(rk4_cxx,
    .title = "Classical Runge-Kutta method, in C++",
    .source = "Kutta 1901",
    .views = IVP_FIRST,
    .order = 4,
    .fixed_step = true,
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .advance = advance);
