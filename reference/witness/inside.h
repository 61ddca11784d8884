/* inside.h -- a run that is looked into between the ends of its steps: for references without a
 * trajectory. */
#ifndef REFERENCE_INSIDE_H
#define REFERENCE_INSIDE_H

#include "reference/job/job.h"
#include "reference/witness/look.h"

/* The run through ascending times, as job_run(), whose steps are looked into at times of
 * look_times(), on the polynomial of its stages, or along the closed form. A method without a
 * polynomial is not looked into: seen->times = 0. peak: look.h. A status with a sentence when
 * the run fails; IVP_DOMAIN with all complaints. */
ivp_status inside_run(job *j, const recipe_run *run, const real *peak, const double *times,
                      int n, real *out, job_steps *steps, look_seen *seen, char *why);

#endif
