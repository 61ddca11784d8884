/* closed.c -- .exact of a problem, completed by the accelerations and multipliers that
 * belong to it.
 *
 * The bar of a value z(t) computed in double is what rounding of the time and of the value
 * may do:
 *
 *     bar = |z(t (1 + eps)) - z(t (1 - eps))| + 16 eps |z(t)| */
#include "bench/worker/closed.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

/* Of the parameters as they were opened: resets may have changed them since. */
static bool exact_at(instance *i, double t, double *z)
{
    return !i->problem->exact(t, z, i->p);
}

/* a and lambda, with parameters and sides as they are at the end of the run. */
static bool complete(instance *i, double t, double *z)
{
    if (instance_complete(i, t, z)) return false;
    for (int k = 0; k < instance_ncomponents(i); k++)
        if (!isfinite(z[k])) return false;
    return true;
}

static size_t parameters(const instance *i)
{
    return (size_t)(i->nparams + i->sizes.nderived + i->nevents) * sizeof *i->p;
}

/* The solution at so many times, each completed: of one column after another. */
static bool solve(instance *i, const double *t, int times, double *z)
{
    const int n = instance_ncomponents(i);
    double *at_end = need(malloc(parameters(i) + 1));
    memcpy(at_end, i->p, parameters(i));
    instance_reset(i);
    bool good = true;
    for (int k = 0; good && k < times; k++) good = exact_at(i, t[k], z + k * n);
    memcpy(i->p, at_end, parameters(i));
    instance_sync(i);
    for (int k = 0; good && k < times; k++) good = complete(i, t[k], z + k * n);
    free(at_end);
    return good;
}

static json_t *value_json(double z, double low, double high)
{
    const double bar = fabs(high - low) + 16 * DBL_EPSILON * fabs(z);
    return json_pack("[f, f]", z, bar);
}

json_t *closed_json(instance *i, double t)
{
    const int n = instance_ncomponents(i);
    if (!i->problem->exact) return NULL;
    const double times[] = { t, t * (1 - DBL_EPSILON), t * (1 + DBL_EPSILON) };
    double *z = need(calloc(3 * (size_t)n + 1, sizeof *z));
    json_t *o = solve(i, times, 3, z) ? need(json_object()) : NULL;
    for (int k = 0; o && k < n; k++) {
        char name[PLUGIN_NAME_MAX];
        instance_component_name(i, k, name, sizeof name);
        json_object_set_new(o, name, value_json(z[k], z[n + k], z[2 * n + k]));
    }
    free(z);
    return o;
}
