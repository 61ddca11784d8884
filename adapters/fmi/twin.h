/* twin.h -- what the complex twin of an FMU asks the plug-in in double, which has the instance.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FMI_TWIN_H
#define ADAPTERS_FMI_TWIN_H

#include <ivp/fmi.h>

/* f(t, y). The plug-in in double exports both. */
ivp_status ivp_fmi_value(double t, const double *y, double *f, const double *p);
/* out := (df/dy) dy; IVP_E_DECLINED: the FMU does not give it */
ivp_status ivp_fmi_along(double t, const double *y, const double *dy, double *out,
                         const double *p);

#endif
