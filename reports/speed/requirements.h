/* requirements.h -- speed requirements on ivpbench, from a file, compared with measurements.
 *
 *     faster = ( { point; problem; against; digits = [ ]; times = [ ]; lanes; solver; }
 *              ... ); the fastest run in house, in at most so many lanes, is so many times
 *              faster than a configuration SOLVER@FORMULATION, at equal mescd; with a solver:
 *              its fastest formulation instead. 1000: the other was run and does not arrive
 *     leads  = ( { point; problem; digits = [ ]; } ... );
 *              the fastest in house beats every solver that wraps a library
 *     goals  = ( { point; problem; digits = [ ]; us = [ ]; lanes; } ... );
 *              microseconds of the fastest in house
 *     ratios = ( { point; problem; what; how; against; most; } ... );
 *              of two calls (speed calls), or of the instructions of a code in the house and in
 *              a bare program (tools/overhead.sh)
 *     calls  = ( { point; problem; what; how; most; } ... );           of one
 *
 * A row whose lanes this machine lacks, or that was not measured, says so and fails nothing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_SPEED_REQUIREMENTS_H
#define REPORTS_SPEED_REQUIREMENTS_H

#include "reports/speed/call_costs.h"

/* Rows "point|what|asked|measured|verdict"; NULL with a sentence where the file is wrong.
 * *missed counts what was measured and is not enough. */
table *requirements_table(const char *path, const board *b, const calls_file *c, int *missed,
                          reason *why);

#endif
