/* inside.h -- checks of a run between the ends of its steps: for references without a
 * trajectory.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_INSIDE_H
#define REFERENCE_INSIDE_H

#include "reference/job/job.h"
#include "reference/witness/look.h"

/* Runs through ascending times, as job_run(), and checks inside the steps. The check evaluates
 * the stage polynomial, or the closed form, at the times of look_times(). A method without a
 * polynomial is not checked: seen->times = 0. peak: look.h. If the run fails, returns its
 * status with a sentence; if checks fail, IVP_DOMAIN with all of them. */
ivp_status inside_run(job *j, const recipe_run *run, const real *peak, const double *times,
                      int n, real *out, job_steps *steps, look_seen *seen, reason *why);

#endif
