/* status.h -- names of statuses, as stored and printed, and which counters may be unknown.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_STATUS_H
#define IVP_STATUS_H

#include <ivp/model.h>

/* "ok", "step_too_small" ...; never NULL */
const char *status_name(ivp_status status);
/* Returns whether ivp_not_counted() takes it. */
bool counter_may_be_unknown(ivp_counter c);

#endif
