/* gauss_onward.h -- how the polynomial of a step goes on at the nodes of the next one. That hangs on the ratio of both
 * steps alone, and as steps grow by few different factors (gauss_law.h), the last ratios are kept. */
#ifndef KERNEL_METHODS_GAUSS_GAUSS_ONWARD_H
#define KERNEL_METHODS_GAUSS_GAUSS_ONWARD_H

#include "kernel/methods/gauss/gauss_table.h"

enum { GAUSS_RATIOS = 6 };

typedef struct gauss_ratio {
    real ratio;                          /* of the step to the one before; 0: none */
    real reach;                          /* gauss_law_reach() of it */
    real P[GAUSS_STAGES * GAUSS_STAGES]; /* gauss_table_continue() */
} gauss_ratio;

typedef struct gauss_onward {
    int next;
    gauss_ratio kept[GAUSS_RATIOS];
} gauss_onward;

/* Valid until GAUSS_RATIOS others have been asked for. */
const gauss_ratio *gauss_onward_of(gauss_onward *o, const gauss_table *g, real ratio);

#endif
