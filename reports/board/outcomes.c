/* outcomes.c -- a table of texts by outcome.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/board/outcomes.h"

const char outcome_inaccurate[] = "finished, inaccurate";

static const char *const labels[NOUTCOMES] = {
    [OUTCOME_OK] = "finished",
    [OUTCOME_DECLINED] = "declined",
    [OUTCOME_STEP_TOO_SMALL] = "step size too small",
    [OUTCOME_TOO_MANY_STEPS] = "step limit reached",
    [OUTCOME_DIVERGED] = "diverged",
    [OUTCOME_INCONSISTENT_START] = "inconsistent start",
    [OUTCOME_EVENT_LOST] = "event lost",
    [OUTCOME_NONFINITE] = "not finite",
    [OUTCOME_TIMEOUT] = "time limit reached",
    [OUTCOME_MEMORY] = "memory limit reached",
    [OUTCOME_CRASH] = "crash",
    [OUTCOME_EXIT] = "exit",
    [OUTCOME_MISBEHAVED] = "misbehaved",
    [OUTCOME_INFRASTRUCTURE] = "infrastructure",
};

const char *outcome_label(outcome o) { return labels[o]; }

const char *outcome_text(const entry *e)
{
    return entry_is_wrong(e) ? outcome_inaccurate : outcome_label(e->r.outcome);
}
