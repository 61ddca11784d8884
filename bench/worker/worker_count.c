/* worker_count.c -- a cell solved so often and nothing else: for whoever counts from outside. */
#include "bench/worker/worker.h"

#include "bench/base/util.h"

#include <stdlib.h>

int worker_count(const cell *c, int solves)
{
    char why[PLUGIN_WHY_MAX] = "";
    bool asked = false;
    instance *i = NULL;
    evolve *e = NULL;
    ivp_status status = worker_open(c, NULL, &i, &e, &asked, why);
    double *end = status ? NULL : need(calloc((size_t)instance_ncomponents(i), sizeof *end));
    for (int k = 0; !status && k < solves; k++) {
        status = evolve_run(e, NULL, NULL);
        if (!status) status = evolve_state(e, end);
    }
    free(end);
    evolve_destroy(e);
    instance_close(i);
    return status != 0;
}
