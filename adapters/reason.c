/* reason.c -- the sentence of a failure, kept where it outlives the solver object.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/reason.h"

#include <stdarg.h>
#include <stdio.h>

ivp_status adapter_fails(ivp_model *m, ivp_status st, const char *format, ...)
{
    static char sentence[ADAPTER_REASON]; /* the model keeps its address */
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    ivp_reason(m, sentence);
    return st;
}
