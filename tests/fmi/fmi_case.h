/* fmi_case.h -- problems exported as FMUs, and imported again, in a folder of the test.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_FMI_CASE_H
#define TESTS_FMI_CASE_H

#include "kernel/stepping/evolve.h"

#include "tests/bench/plugin_case.h"

/* The folder's own plug-ins first, then those of this build. */
static inline void begin(void)
{
    make_scratch_folder();
    char path[PATH];
    snprintf(path, sizeof path, "%s/plugins", folder);
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
}

/* Runs a command, which ends with `code` and says this; NULL: anything */
static inline void expect(int code, const char *says, const char *command)
{
    char output[8192];
    const int got = shell(command, output, sizeof output);
    ck_assert_msg(got == code, "%s ends with %d, should with %d: %s", command, got, code,
                  output);
    if (says) assert_says(output, says);
}

static inline void round_trip(const char *problem, const char *parameters, const char *version,
                              const char *more)
{
    char command[PATH];
    snprintf(command, sizeof command,
             "$ivpbench export-fmu %s -p '%s' --fmi %s -o x.fmu %s && "
             "$ivpbench import x.fmu --name again",
             problem, parameters, version, more);
    expect(0, version, command);
}

typedef struct ending {
    ivp_status status;
    double t, *y; /* y: caller frees */
    int n;
    long f;
} ending;

static inline ending run_for(const char *problem, const char *parameters, const char *solver,
                             double rtol, long steps)
{
    reason why, because;
    instance *i = NULL;
    evolve *e = NULL;
    const evolve_setup setup = {
        .formulation = "ode", .solver = solver, .rtol = rtol, .atol = rtol, .max_steps = steps
    };
    ck_assert_msg(!instance_open(&i, problem, parameters, &why), "%s", why.text);
    ck_assert_msg(!evolve_create(&e, i, &setup, &because), "%s", because.text);
    ending end = { .status = evolve_run(e, NULL, NULL), .t = evolve_t(e) };
    end.n = i->sizes.n;
    end.f = evolve_counters(e)[IVP_N_F];
    end.y = calloc((size_t)instance_ncomponents(i) + 1, sizeof *end.y);
    ck_assert_msg(end.status == IVP_OK || end.status == IVP_E_TOO_MANY_STEPS, "%s: %s", problem,
                  evolve_message(e));
    ck_assert_int_eq(evolve_state(e, end.y), IVP_OK);
    evolve_destroy(e);
    instance_close(i);
    return end;
}

#endif
