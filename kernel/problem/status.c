/* status.c -- names of statuses and counters, as stored and printed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/status.h"

static const struct {
    ivp_status status;
    const char *name;
} statuses[] = {
    { IVP_OK, "ok" },
    { IVP_DOMAIN, "domain" },
    { IVP_NO_CONVERGENCE, "no_convergence" },
    { IVP_SINGULAR, "singular" },
    { IVP_ERROR_TEST, "error_test" },
    { IVP_E_STEP_TOO_SMALL, "step_too_small" },
    { IVP_E_TOO_MANY_STEPS, "too_many_steps" },
    { IVP_E_DIVERGED, "diverged" },
    { IVP_E_INCONSISTENT, "inconsistent_start" },
    { IVP_E_EVENT_LOST, "event_lost" },
    { IVP_E_NONFINITE, "nonfinite" },
    { IVP_E_NOMEM, "no_memory" },
    { IVP_E_INVALID, "invalid" },
    { IVP_E_DECLINED, "declined" },
    { IVP_E_LIBRARY, "library" },
};

const char *status_name(ivp_status status)
{
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].status == status) return statuses[i].name;
    return "unknown";
}

static const char *const counters[IVP_NCOUNTERS] = {
    [IVP_N_F] = "n_f",
    [IVP_N_MASS] = "n_mass",
    [IVP_N_CON] = "n_con",
    [IVP_N_GAMMA] = "n_gamma",
    [IVP_N_JAC] = "n_jac",
    [IVP_N_JAC_EVALS] = "n_jac_evals",
    [IVP_N_LU] = "n_lu",
    [IVP_N_SOLVE] = "n_solve",
    [IVP_N_NEWTON] = "n_newton",
    [IVP_N_PROJECT] = "n_project",
    [IVP_N_ACCEPTED] = "n_accepted",
    [IVP_N_REJECTED] = "n_rejected",
    [IVP_N_FAILED] = "n_failed",
    [IVP_N_EVENT] = "n_event",
    [IVP_N_RESTART] = "n_restart",
};

bool counter_may_be_unknown(ivp_counter c)
{
    return c == IVP_N_LU || c == IVP_N_SOLVE || c == IVP_N_NEWTON || c == IVP_N_REJECTED ||
           c == IVP_N_FAILED;
}

const char *ivp_counter_name(ivp_counter c)
{
    return c < IVP_NCOUNTERS ? counters[c] : "unknown";
}
