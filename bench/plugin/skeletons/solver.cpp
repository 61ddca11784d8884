// NAME.cpp -- Heun's method of order 2, with Euler's as the embedded method of order 1: to be replaced.
//
//     k1 = f(t, y)     k2 = f(t + h, y + h k1)
//     y1 = y + h (k1 + k2) / 2     e = h (k2 - k1) / 2
//
//     ivpbench plugin test NAME.cpp
//     export IVPBENCH_PLUGIN_PATH=$PWD/plugins
//     ivpbench try circular_track --solver NAME,dopri5 --rtol 1e-6
#include <ivp/solver.h>

#include <new>
#include <vector>

namespace {

struct Method {
    ivp_model *m;
    const ivp_tol *tol;
    std::vector<double> k1, k2, e;

    Method(ivp_model *model, const ivp_tol *tolerances) : m(model), tol(tolerances)
    {
        for (auto *v : { &k1, &k2, &e }) v->resize(static_cast<size_t>(ivp_n(m)));
    }

    // One trial step and its error test; the kernel accepts, rejects and chooses h.
    ivp_status attempt(ivp_trial *trial)
    {
        const double h = trial->h, *y = trial->y;
        ivp_status st = ivp_rhs(m, trial->t, y, k1.data());
        if (st != IVP_OK) return st;
        for (size_t i = 0; i < e.size(); i++) trial->y1[i] = y[i] + h * k1[i];
        st = ivp_rhs(m, trial->t + h, trial->y1, k2.data());
        if (st != IVP_OK) return st;
        for (size_t i = 0; i < e.size(); i++) {
            trial->y1[i] = y[i] + h * (k1[i] + k2[i]) / 2;
            e[i] = h * (k2[i] - k1[i]) / 2;
        }
        trial->ntests = 1;
        trial->test[0] = ivp_test{ ivp_error_norm(m, tol, y, trial->y1, e.data()), 1 };
        return IVP_OK;
    }
};

// Nothing may throw out of a function that the kernel calls.
ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *)
try {
    *self = new Method(m, tol);
    return IVP_OK;
} catch (const std::bad_alloc &) {
    return IVP_E_NOMEM;
}

void destroy(void *self) { delete static_cast<Method *>(self); }

// A one-step method has nothing to forget.
ivp_status restart(void *, double, const double *, const double *, double) { return IVP_OK; }

ivp_status attempt(void *self, ivp_trial *trial)
{
    return static_cast<Method *>(self)->attempt(trial);
}

} // namespace

// members in the order in which the struct declares them
IVP_SOLVER(NAME,
    .title = "NAME: Heun's method, order 2",
    .source = "Heun, Z. Math. Phys. 45 (1900)",
    .views = IVP_FIRST,
    .order = 2,
    .fixed_step = true,
    .adaptive = true,
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .attempt = attempt);
